/* The pickers of scenarios, traces and starts: they open at what is in force, what they take can be taken
 * back to the first frame, and every size of screen is drawn. */
#include "tests/unit/tui/picker_support.h"
#include "tui/views/picker.h"
#include "tui/widgets/heat.h"

/* --- choosing a start --- */

FACT_AT(test_start_opens_at_what_is_in_force, library_desk("carbondis-set1"))
{
    int64_t start_s = desk->explorer->document.scenario.start_s;
    uint64_t first = canvas_hash(&desk->canvas);
    desk_press(desk, "S end");
    assert_shows(desk, "–366 of 366"); /* a list that goes on says where it is */
    desk_press(desk, "home");
    assert_shows(desk, "─ 1–");
    desk_press(desk, "esc S");
    assert_shows(desk, "● 2022-01-13 Thu", "● Thu 13 Jan 2022 12:00 UTC-8 (20:00 UTC)");
    desk_press(desk, "enter");
    assert_int_equal(desk->n_views, 0);
    assert_int_equal(desk->explorer->document.history.done, 0);
    assert_shows(desk, "the run starts there already");
    desk_plays(desk, "S down right right enter");
    assert_true(desk->explorer->document.scenario.start_s == start_s + DAY_S + 2 * HOUR_S);
    assert_int_equal(desk->n_views, 0);
    assert_shows(desk, "the run starts Fri 14 Jan 2022 14:00 UTC-8; u takes it back");
    desk_press(desk, "S up enter"); /* taken by itself: its own undo */
    assert_int_equal(desk->explorer->document.history.done, 2);
    desk_plays(desk, "u u");
    assert_true(desk->explorer->document.scenario.start_s == start_s && canvas_hash(&desk->canvas) == first);
}

FACT_AT(test_start_is_filtered_by_date, library_desk("carbondis-set1"))
{
    static const struct {
        const char *filter;
        int n;
    } cases[] = {{"2022-01", 31}, {"thu", 52}, {"13 Jan 2022", 1}, {"nothing", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char note[32];
        desk_press(desk, "S /");
        desk_type(desk, cases[i].filter);
        snprintf(note, sizeof note, "%d of 366", cases[i].n);
        assert_shows(desk, note);
        desk_press(desk, "esc esc");
        assert_int_equal(desk->n_views, 0);
    }
}

/* Enter ends the typing and keeps what was typed; only the next one takes the row. `/` again begins anew. */
FACT_AT(test_enter_ends_the_filter_first, library_desk("carbondis-set1"))
{
    static const char *const views[] = {"S", "R", "K", "E", "f5"};
    desk_obeys(desk, "set cit 0.8");
    int done = desk->explorer->document.history.done;
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        desk_press(desk, views[i]);
        assert_int_equal(desk->n_views, 1);
        const struct picker_view *picker = desk_top_view(desk)->state;
        desk_press(desk, "/ a enter");
        assert_int_equal(desk->n_views, 1);
        assert_string_equal(picker->filter.text, "a");
        assert_false(desk_is_typing(desk));
        desk_press(desk, "/ '13'");
        assert_string_equal(picker->filter.text, "13");
        desk_press(desk, "esc esc");
        assert_int_equal(desk->n_views, 0);
    }
    assert_int_equal(desk->explorer->document.history.done, done);
    desk_press(desk, "S / '14 Jan 2022' enter");
    assert_int_equal(desk->n_views, 1);
    desk_press(desk, "enter");
    assert_shows(desk, "the run starts Fri 14 Jan 2022");
}

/* Half hours; over midnight the list follows; nothing leads out of the trace. */
FACT_AT(test_start_steps_by_the_grid, fixture_desk("half", half.start_s + 1000))
{
    desk_press(desk, "S left");
    assert_shows(desk, "Tue 1 Mar 2022 01:00 UTC+1");
    desk_press(desk, "left left");
    assert_shows(desk, "Tue 1 Mar 2022 01:00 UTC+1");
    desk_press(desk, "right");
    assert_shows(desk, "01:30 UTC+1");
    for (int i = 0; i < 45; i++)
        desk_press(desk, "right");
    assert_shows(desk, "Wed 2 Mar 2022 00:00 UTC+1");
    desk_press(desk, "left");
    assert_shows(desk, "Tue 1 Mar 2022 23:30 UTC+1");
    desk_press(desk, "end right right right");
    assert_shows(desk, "Sun 10 Apr 2022 01:30 UTC+2", "the trace ends");
    desk_plays(desk, "enter");
    assert_true(desk->explorer->document.scenario.start_s == days_end_s(&half) - 1800);
    check_outlook(desk);
}

FACT_AT(test_start_of_a_constant_trace, fixture_desk("flat", 1640995200))
{
    desk_press(desk, "S");
    assert_shows(desk, "this trace is constant: every start runs alike");
    desk_press(desk, "down left right enter esc");
    assert_int_equal(desk->n_views, 0);
    assert_false(desk_open_view(desk, VIEW_START, "no-such-trace"));
    assert_has(desk->message.text, "no trace 'no-such-trace'");
    assert_false(desk_open_view(desk, VIEW_TRACES, ""));
    assert_has(desk->message.text, "there is no store");
    assert_false(desk_open_view(desk, VIEW_SCENARIOS, ""));
}

/* --- choosing a trace --- */

FACT_AT(test_trace_is_taken_and_taken_back, library_desk("carbondis-set1"))
{
    uint64_t first = canvas_hash(&desk->canvas);
    double before_g = desk->scene.now->total.carbon_total_g;
    desk_press(desk, "R");
    assert_shows(desk, "● California (CAISO) 2022", "mean 196.0  min 53.1  max 349.0");
    desk_press(desk, "/ 'sweden'");
    assert_shows(desk, "1 of 35", "Enter keeps it, Esc clears it");
    desk_press(desk, "enter enter"); /* the filter, then the row */
    desk_settle(desk);
    assert_string_equal(desk->explorer->document.scenario.trace, "se-2022-lca");
    assert_int_equal(desk->n_views, 0);
    assert_shows(desk, "u goes back to us-cal-ciso-2022-direct");
    assert_true(desk->scene.now->total.carbon_total_g < before_g / 4);
    desk_plays(desk, "u");
    assert_string_equal(desk->explorer->document.scenario.trace, zones[0]);
    assert_true(canvas_hash(&desk->canvas) == first);
}

/* The start is not on it: nothing is guessed, both are chosen and taken together. */
FACT_AT(test_trace_of_another_year_asks_for_a_start, library_desk("carbondis-set1"))
{
    int64_t start_s = desk->explorer->document.scenario.start_s, there_s;
    uint64_t first = canvas_hash(&desk->canvas);
    desk_press(desk, "R / 'britain 2021 lca'");
    assert_shows(desk, "0 of 35");
    desk_press(desk, "esc / 'gb-2021-lca'");
    assert_shows(desk, "The run's start, Thu 13 Jan 2022, is not on it");
    desk_press(desk, "enter enter");
    assert_int_equal(desk->n_views, 2);
    assert_shows(desk, "Wed 13 Jan 2021 20:00 UTC",
                 "on Great Britain 2021 life-cycle: Enter takes trace and start");
    assert_true(desk->explorer->document.history.done == 0);
    desk_press(desk, "esc");
    assert_int_equal(desk->n_views, 1);
    desk_plays(desk, "enter down enter");
    assert_int_equal(desk->n_views, 0);
    assert_true(civil_parse("2021-01-14T20:00:00Z", &there_s));
    assert_string_equal(desk->explorer->document.scenario.trace, "gb-2021-lca");
    assert_true(desk->explorer->document.scenario.start_s == there_s &&
                desk->explorer->document.history.done == 1);
    check_outlook(desk);
    desk_plays(desk, "u");
    assert_true(desk->explorer->document.scenario.start_s == start_s && canvas_hash(&desk->canvas) == first);
    desk_plays(desk, "C-r");
    assert_true(desk->explorer->document.scenario.start_s == there_s);
}

/* --- choosing a scenario --- */

FACT_AT(test_scenario_is_opened_and_left_again, library_desk("carbondis-set1"))
{
    desk_obeys(desk, "set cit 0.8");
    desk_press(desk, "tab S-tab"); /* any key: the message goes */
    uint64_t edited = canvas_hash(&desk->canvas);
    desk_press(desk, "K");
    assert_shows(desk, "● carbondis-set1", "● open now, with 1 edit", "CarbonDIS Table V, Set 1",
                 "hetero: 5× P4, 1× A100-40GB (in use)",
                 "job 1  efficientnetv2-b3                                      20 000  p95 290 ms",
                 "100 000 requests, until all are served");
    desk_press(desk, "down down enter");
    assert_string_equal(desk->explorer->document.scenario.name, "carbondis-set2");
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
    assert_int_equal(desk->n_views, 0);
    assert_shows(desk, "opened carbondis-set2; u goes back to carbondis-set1 with its 1 edit");
    desk_press(desk, "K enter");
    assert_shows(desk, "carbondis-set2 is open already");
    desk_plays(desk, "u");
    assert_string_equal(desk->explorer->document.scenario.name, "carbondis-set1");
    assert_int_equal(desk->explorer->document.scenario.n_edits, 1);
    assert_int_equal(canvas_hash(&desk->canvas), edited);
    desk_press(desk, "K enter"); /* the open one, without the edit */
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
    assert_shows(desk, "u goes back to carbondis-set1 with its 1 edit");
}

/* --- drawing --- */

FACT_AT(test_every_size, library_desk("carbondis-set1"))
{
    static const enum view_id views[] = {VIEW_SCENARIOS, VIEW_TRACES, VIEW_START};
    for (int v = 0; v < 3; v++) {
        assert_true(desk_open_view(desk, views[v], ""));
        const struct view_ops *ops = view_ops[views[v]];
        for (struct sizes at = {0}; sizes_next(&at);) {
            desk->canvas.glyphs = (enum glyph_set)(GLYPHS_BRAILLE + sizes_choose(&at, 3));
            assert_true(desk_resize(desk, at.columns, at.rows, NULL));
            ops->update(&desk->host, desk_top_view(desk)->state);
            ops->draw(&desk->host, desk_top_view(desk)->state, &desk->canvas);
            desk_action(desk, sizes_choose(&at, 2) ? ACTION_LIST_PAGE_DOWN : ACTION_LIST_RIGHT);
        }
        desk_close_view(desk);
    }
}

/* In ASCII nothing is left over that has no twin; in any set the map's cells differ by their sign alone. */
FACT_AT(test_ascii_says_it_all, library_desk("carbondis-set1"))
{
    desk->canvas.glyphs = GLYPHS_ASCII;
    static const char *const keys[] = {"K", "R", "S"};
    for (int v = 0; v < 3; v++) {
        desk_press(desk, keys[v]);
        char *text = canvas_to_text(&desk->canvas);
        for (const char *c = text; *c; c++)
            assert_true((unsigned char)*c < 0x80 && *c != '?');
        free(text);
        desk_press(desk, "esc");
    }
    for (int set = GLYPHS_BRAILLE; set <= GLYPHS_ASCII; set++) {
        DEFER(canvas_free) struct canvas canvas;
        assert_true(canvas_init(&canvas, HEAT_STEPS, 1, (enum glyph_set)set));
        for (int step = 0; step < HEAT_STEPS; step++)
            heat_cell(&canvas, step, 0, step);
        for (int step = 1; step < HEAT_STEPS; step++) {
            assert_true(canvas_at(&canvas, step, 0)->glyph != canvas_at(&canvas, step - 1, 0)->glyph);
            assert_true(canvas_at(&canvas, step, 0)->fg == canvas_at(&canvas, step, 0)->bg);
        }
    }
}

FACTS_BETWEEN(open_store, close_store)
