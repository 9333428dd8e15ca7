/* The view of published claims: what is known at once, what is worked out behind the screen when it is asked
 * for, and the run that Enter opens. */
#include "tests/support/slow_build.h"
#include "tests/unit/tui/picker_support.h"

/* Chooses a claim by its number. */
static void choose_claim(struct desk *desk, const char *claim)
{
    const struct ask *ask = desk_top_view(desk)->state;
    desk_press(desk, "home");
    for (size_t i = 0; i < account_steps(&ask->account, 0); i++) {
        const struct account_row *row = account_step(&ask->account, 0, ask->step);
        if (row->cells && strncmp(row->cells[3].shown, claim, strlen(claim)) == 0) {
            desk_draw(desk); /* what is told of it */
            return;
        }
        desk_press(desk, "down");
    }
    fail_msg("no claim begins with '%s'", claim);
}

FACT(test_what_needs_no_run_is_there)
{
    DEFER(desk_close) struct desk desk;
    open_library(&desk, "carbondis-set1");
    uint64_t first = canvas_hash(&desk.canvas);
    desk_press(&desk, "X");
    desk_settle(&desk);
    assert_shows(&desk, "Claims: 8 of 14 simulated hold, 66 not", "formulas: 55 of 55");
    assert_shows(&desk, "● holds   CarbonDIS Fig. 1");
    desk_press(&desk, "enter");
    assert_int_equal(desk.n_views, 1);
    assert_shows(&desk, "CD-1 needs no run");
    choose_claim(&desk, "CARBONDIS emits less");
    assert_shows(&desk, "not simulated yet   CarbonDIS Fig. 8", "expected Set 1: -16.21 %");
    desk_press(&desk, "end");
    assert_shows(&desk, "▸ 55 of 55 formulas come out");
    desk_press(&desk, "enter end");
    assert_shows(&desk, "▌IC-10   ●");
    desk_press(&desk, "esc");
    assert_int_equal(desk.n_views, 0);
    desk_draw(&desk);
    desk.message.text[0] = '\0';
    desk_draw(&desk);
    assert_true(canvas_hash(&desk.canvas) == first);
}

/* Simulated once: another look, and another program on the same store, have it at once. */
static void check_known(struct desk *desk)
{
    assert_shows(desk, "Claims: 10 of 28 simulated hold, 52 not", "formulas: 55 of 55");
    choose_claim(desk, "SDXL and Whisper: sharing");
    assert_shows(desk, "○ deviates   The Utilization", "in 0 of 4 other seeds");
    assert_shows(desk, "carbon, %: here -9.8");
    assert_shows(desk, "columns: as shipped | profiles sevenths",
                 "Enter: fallacy-sdxl-whisper, arrivals=exponential,");
}

FACT(test_enter_simulates_then_opens_the_run)
{
    struct desk desk;
    if (SLOW_BUILD) {
        puts("skipped: hundreds of runs are left to optimised builds (CMAKE_BUILD_TYPE=Release)");
        skip();
    }
    open_library(&desk, "carbondis-set2");
    desk_press(&desk, "X");
    desk_settle(&desk);
    choose_claim(&desk, "SDXL and Whisper: sharing");
    desk_press(&desk, "enter");
    assert_shows(&desk, "the runs of The Utilization Fallacy are simulated behind the screen");
    assert_shows(&desk, "Utilization Fallacy: run ");
    desk_press(&desk, "enter");
    assert_shows(&desk, "wait until that is done");
    desk_press(&desk, "esc"); /* it goes on */
    desk_settle(&desk);
    desk_press(&desk, "X");
    desk_settle(&desk);
    check_known(&desk);
    desk_press(&desk, "enter");
    desk_settle(&desk);
    assert_int_equal(desk.n_views, 0);
    assert_string_equal(desk.explorer->document.scenario.name, "fallacy-sdxl-whisper");
    assert_shows(&desk, "the run of UF-1, which deviates; u goes back");
    desk_press(&desk, "u");
    desk_settle(&desk);
    assert_string_equal(desk.explorer->document.scenario.name, "carbondis-set2");
    desk_close(&desk);
    open_library(&desk, "carbondis-set1");
    desk_press(&desk, "X");
    desk_settle(&desk);
    check_known(&desk);
    choose_claim(&desk, "On gas a lower clock");
    desk_press(&desk, "enter");
    desk_settle(&desk);
    assert_string_equal(desk.explorer->document.scenario.name, "fallacy-gpt-whisper-mnet");
    assert_int_equal(desk.explorer->document.scenario.apps[0].arrivals.kind, ARRIVAL_CLOSED_LOOP);
    desk_close(&desk);
}

/* To leave while a paper is simulated waits for nothing. */
FACT(test_leaving_calls_it_off)
{
    DEFER(desk_close) struct desk desk;
    open_library(&desk, "carbondis-set1");
    desk_press(&desk, "X");
    desk_settle(&desk);
    choose_claim(&desk, "CLOVER saves over 75");
    desk_press(&desk, "enter");
    assert_false(desk_shows(&desk, "CLOVER saves: "));
}

FACT(test_every_size)
{
    DEFER(desk_close) struct desk desk;
    open_library(&desk, "carbondis-set1");
    desk_press(&desk, "X");
    desk_settle(&desk);
    for (struct sizes at = {0}; sizes_next(&at);) {
        assert_true(desk_resize(&desk, at.columns, at.rows, &err));
        desk_draw(&desk);
    }
}

FACTS_BETWEEN(open_store, close_store)
