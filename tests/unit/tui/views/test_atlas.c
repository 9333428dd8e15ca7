/* The atlas: each cell's number is that of a straight run at that start, each grid's of one on that grid;
 * Enter takes what is chosen; leaving calls off; the first sentence tells the spread once it is known. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/picker_support.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/starts.h"
#include "tui/words/metric_words.h"

static struct desk *open_on_half(void)
{
    return fixture_desk("half", 1646092800 + 12 * HOUR_S);
}

static double straight_grams(const struct scenario *scenario)
{
    DEFER(simulation_free) struct simulation straight = simulate_with(scenario, half_catalog());
    double grams = straight.summary.carbon_total_g;
    return grams;
}

/* The run explored and its reference, at this start on this grid. */
static void check_point(const struct explorer *explorer, const char *trace, int64_t start_s, double grams,
                        double reference_grams)
{
    struct scenario scenario, reference;
    struct baseline baseline;
    assert_true(scenario_copy(&scenario, &explorer->document.scenario));
    snprintf(scenario.trace, sizeof scenario.trace, "%s", trace);
    scenario.start_s = start_s;
    assert_true(scenario_copy(&reference, &scenario));
    assert_true(scenario_become_baseline(&reference, &baseline));
    assert_string_equal(baseline.title, "HIGHPERF");
    assert_true(grams == straight_grams(&scenario));
    assert_true(reference_grams == straight_grams(&reference));
    scenario_free(&scenario);
    scenario_free(&reference);
}

static const struct ask *asked(struct desk *desk)
{
    return desk_top_view(desk)->state;
}

/* The calendar. */
static const struct account_part *rows_of(struct desk *desk)
{
    const struct account_part *part = asked(desk)->account.parts;
    while (part && part->n_down == 0)
        part = part->next;
    assert_non_null(part);
    return part;
}

FACT_AT(test_each_number_is_that_of_a_straight_run, open_on_half())
{
    enum { GRAMS = 7, REFERENCE, CHANGE };
    desk_plays(desk, "A");
    const struct account_part *rows = rows_of(desk);
    const struct starts_spread *spread = explorer_starts(desk->explorer);
    struct starts starts;
    struct error error;
    int below = 0;
    assert_int_equal(rows->n_rows, 40);
    assert_true(explorer_list_starts(desk->explorer, &desk->explorer->document.scenario, 0, &starts, &error));
    for (int k = 0; k < 40; k++) {
        const struct account_cell *cells = rows->rows[k].cells;
        double change = cells[CHANGE].value;
        if (k % 13 == 0)
            check_point(desk->explorer, "half", starts.at_s[k], cells[GRAMS].value, cells[REFERENCE].value);
        assert_close(change, 100 * (cells[GRAMS].value / cells[REFERENCE].value - 1), 1e-9);
        below += change < rows->rows[starts.own].cells[CHANGE].value;
        assert_true(spread->least <= change && change <= spread->greatest);
    }
    assert_int_equal(spread->below, below);
    assert_true(rows->rows[0].cells[GRAMS].value ==
                desk->explorer->results.current->recording->summary.carbon_total_g);
}

FACT_AT(test_so_is_that_of_a_grid, open_on_half())
{
    struct error error;
    struct starts_runs *runs = explorer_starts_runs(desk->explorer, 1, &error);
    assert_non_null(runs);
    assert_true(starts_add_grid(runs, desk->explorer, "half", &error));
    assert_true(starts_add_grid(runs, desk->explorer, "steps", &error)); /* ends before the run does */
    assert_true(runs->grids[0].covered && !runs->grids[1].covered);
    int64_t start_s = runs->grids[0].start_s;
    struct question_plan plan = starts_plan_of(runs, JOB_ASKED);
    struct question *question = explorer_ask(desk->explorer, &plan, &error);
    assert_non_null(question);
    explorer_wait(desk->explorer);
    assert_null(question_answer(question, 4));
    assert_non_null(question_fault(question, 4));
    check_point(desk->explorer, "half", start_s,
                answer_metric(question_answer(question, 2), METRIC_CARBON, 0),
                answer_metric(question_answer(question, 3), METRIC_CARBON, 0));
    explorer_forget(desk->explorer, question);
}

FACT_AT(test_keys_walk_the_calendar_and_enter_starts_there, open_on_half())
{
    int64_t first_s = desk->explorer->document.scenario.start_s;
    desk_press(desk, "A");
    assert_shows(desk, "Starts, each day at 13:00");
    desk_settle(desk);
    assert_shows(desk, "carbon against HIGHPERF at each of 40 starts: when it starts is all one"); /* alike */
    assert_shows(desk, " at all "); /* the scale has one colour */
    assert_shows(desk, "Tue 1 Mar 2022   carbon ");
    desk_press(desk, "down right");
    assert_shows(desk, "Wed 9 Mar 2022 ");
    desk_press(desk, "end");
    assert_shows(desk, "Sat 9 Apr 2022 ");
    desk_press(desk, "home enter");
    assert_int_equal(desk->n_views, 0);
    assert_shows(desk, "the run starts there already");
    desk_plays(desk, "A down enter");
    assert_shows(desk, "the run starts Wed 2 Mar 2022; u takes it back");
    assert_true(desk->explorer->document.scenario.start_s == first_s + DAY_S);
    desk_plays(desk, "u");
    assert_true(desk->explorer->document.scenario.start_s == first_s);
}

/* The dashboard asks for a few by itself, and says what they tell; it says what the atlas tells once that is
 * known, of the scenario as it is. */
FACT_AT(test_the_first_sentence_tells_the_spread, open_on_half())
{
    char text[LUCK_SIZE];
    explorer_ask_few_starts(desk->explorer);
    desk_draw(desk);
    assert_null(strstr(desk->scene.headline.text, "starts"));
    desk_settle(desk);
    assert_int_equal(explorer_starts(desk->explorer)->n, STARTS_FEW);
    luck_describe(explorer_starts(desk->explorer), text);
    assert_memory_equal(text, "over 24 starts ", 15);
    assert_null(strstr(text, " -")); /* a real minus */
    assert_non_null(strstr(desk->scene.headline.text, text));
    desk_press(desk, "v"); /* against nothing: no saving, no spread */
    assert_null(strstr(desk->scene.headline.text, "starts"));
    explorer_ask_few_starts(desk->explorer);
    assert_non_null(explorer_starts(desk->explorer)); /* known: not asked again */
    desk_plays(desk, "A");
    assert_int_equal(explorer_starts(desk->explorer)->n, 40);
    desk_press(desk, "esc + ");
    assert_null(explorer_starts(desk->explorer));
}

static void click(struct desk *desk, struct rect rect)
{
    desk_mouse(desk, (struct mouse_event){.kind = MOUSE_PRESS, .x = rect.x, .y = rect.y, .times = 1});
}

/* A click on a cell chooses it, another one starts there. */
FACT_AT(test_a_cell_is_clicked, open_on_half())
{
    int64_t first_s = desk->explorer->document.scenario.start_s;
    desk->mouse = true;
    desk_plays(desk, "A");
    for (int k = 0; k < desk->canvas.n_spots; k++) {
        struct spot spot = desk->canvas.spots[k];
        if (spot.kind != SPOT_CHOICE || spot.which != 9)
            continue;
        click(desk, spot.rect);
        desk_draw(desk);
        assert_int_equal(asked(desk)->step, 9);
        assert_true(desk->canvas.cursor_x == spot.rect.x && desk->canvas.cursor_y == spot.rect.y);
        click(desk, spot.rect);
        break;
    }
    assert_true(desk->explorer->document.scenario.start_s == first_s + 9 * DAY_S);
}
