/* The atlas: each cell's number is that of a straight run at that start, each grid's of one on that grid;
 * Enter takes what is chosen; leaving calls off; the first sentence tells the spread once it is known. */
#include "tests/support/simulate.h"
#include "tests/support/sizes.h"
#include "tests/unit/tui/picker_support.h"
#include "tui/explorer/atlas.h"
#include "tui/views/atlas_view.h"
#include "tui/words/metric_words.h"

static const char *const grids[] = {"half", "steps"};

static void open_on_half(struct desk *desk)
{
    open_fixture(desk, "half", 1646092800 + 12 * HOUR_S);
}

static double straight_grams(const struct scenario *scenario)
{
    struct simulation straight = simulate_with(scenario, half_catalog());
    double grams = straight.summary.carbon_total_g;
    simulation_free(&straight);
    return grams;
}

/* The run explored and its reference, at this start on this grid. */
static void check_point(const struct explorer *explorer, const char *trace, int64_t start_s,
                        const struct atlas_point *point)
{
    struct scenario scenario, reference;
    struct baseline baseline;
    assert_true(scenario_copy(&scenario, &explorer->document.scenario));
    snprintf(scenario.trace, sizeof scenario.trace, "%s", trace);
    scenario.start_s = start_s;
    assert_true(scenario_copy(&reference, &scenario));
    assert_true(scenario_become_baseline(&reference, &baseline));
    assert_string_equal(baseline.title, "HIGHPERF");
    assert_true(point->grams == straight_grams(&scenario));
    assert_true(point->reference_grams == straight_grams(&reference));
    assert_close(atlas_saving(point), 100 * (point->grams - point->reference_grams) / point->reference_grams,
                 1e-9);
    scenario_free(&scenario);
    scenario_free(&reference);
}

static void test_each_number_is_that_of_a_straight_run(void **state)
{
    struct desk desk;
    struct error error;
    struct starts_spread spread;
    (void)state;
    open_on_half(&desk);
    struct explorer *explorer = desk.explorer;
    assert_null(explorer_atlas(explorer));
    assert_true(explorer_ask_atlas(explorer, grids, 2, &error));
    assert_false(atlas_spread(explorer_atlas(explorer), 0, &spread));
    explorer_wait(explorer);
    const struct atlas *atlas = explorer_atlas(explorer);
    assert_int_equal(atlas->starts.n, 40);
    assert_int_equal(atlas->starts.own, 0);
    assert_int_equal(atlas->done, 2 * (40 + 2));
    for (int k = 0; k < 40; k += 13)
        check_point(explorer, "half", atlas->starts.at_s[k], &atlas->points[k]);
    check_point(explorer, grids[0], atlas->grids[0].start_s, &atlas->grids[0].point);
    assert_true(atlas->grids[0].covered &&
                !atlas->grids[1].covered); /* the second ends before the run does */
    assert_true(isnan(atlas->grids[1].point.grams));
    assert_true(atlas->points[0].grams == explorer->results.current->recording->summary.carbon_total_g);
    assert_true(atlas_spread(atlas, atlas_saving(&atlas->points[0]), &spread));
    int below = 0;
    for (int k = 0; k < 40; k++)
        below += atlas_saving(&atlas->points[k]) < atlas_saving(&atlas->points[0]);
    assert_int_equal(spread.below, below);
    desk_close(&desk);
}

/* While one of a pair is known and the other is not, neither a number nor its lack is made up. */
static void test_what_is_not_known_is_no_number(void **state)
{
    struct desk desk;
    (void)state;
    open_on_half(&desk);
    press(&desk, "A");
    const struct atlas *atlas = explorer_atlas(desk.explorer);
    size_t all = 2 * (size_t)(atlas->starts.n + atlas->n_grids);
    for (bool over = false; !over;) {
        over = atlas->done >= all;
        desk_draw(&desk);
        char *text = canvas_to_text(&desk.canvas);
        assert_null(strstr(text, "nan"));
        free(text);
        explorer_pump(desk.explorer, false);
    }
    desk_close(&desk);
}

static void test_it_is_of_the_scenario_as_it_is(void **state)
{
    struct desk desk;
    (void)state;
    open_on_half(&desk);
    press(&desk, "A");
    settle(&desk);
    assert_non_null(explorer_atlas(desk.explorer));
    press(&desk, "esc + ");
    assert_null(explorer_atlas(desk.explorer));
    settle(&desk);
    press(&desk, "A");
    settle(&desk);
    check_point(desk.explorer, "half", explorer_atlas(desk.explorer)->starts.at_s[7],
                &explorer_atlas(desk.explorer)->points[7]);
    press(&desk, "esc u");
    settle(&desk);
    desk_close(&desk);
}

static void test_keys_walk_the_calendar_and_enter_starts_there(void **state)
{
    struct desk desk;
    (void)state;
    open_on_half(&desk);
    int64_t first_s = desk.explorer->document.scenario.start_s;
    press(&desk, "A");
    assert_shows(&desk, "Starts, each day at 13:00");
    settle(&desk);
    assert_shows(&desk,
                 "carbon against HIGHPERF at each of 40 starts: when it starts is all one"); /* alike */
    assert_shows(&desk, " at all "); /* the scale has one colour */
    assert_shows(&desk, "Tue 1 Mar 2022: ");
    press(&desk, "down right");
    assert_shows(&desk, "Wed 9 Mar 2022: ");
    press(&desk, "end");
    assert_shows(&desk, "Sat 9 Apr 2022: ");
    press(&desk, "home enter");
    assert_int_equal(desk.n_views, 0);
    assert_shows(&desk, "the run starts there already");
    press(&desk, "A down enter");
    settle(&desk);
    assert_shows(&desk, "the run starts Wed 2 Mar 2022; u takes it back");
    assert_true(desk.explorer->document.scenario.start_s == first_s + DAY_S);
    press(&desk, "u");
    settle(&desk);
    assert_true(desk.explorer->document.scenario.start_s == first_s);
    desk_close(&desk);
}

static void test_leaving_calls_off_what_is_left(void **state)
{
    struct desk desk;
    (void)state;
    open_on_half(&desk);
    press(&desk, "A esc");
    assert_null(explorer_atlas(desk.explorer)->question);
    press(&desk, "A");
    settle(&desk);
    assert_int_equal(explorer_atlas(desk.explorer)->done, 80);
    desk_close(&desk);
}

/* The dashboard asks for a few by itself, and says what they tell. */
static void test_the_first_sentence_tells_the_spread(void **state)
{
    struct desk desk;
    char text[LUCK_SIZE];
    struct starts_spread spread;
    (void)state;
    open_on_half(&desk);
    explorer_ask_few_starts(desk.explorer);
    desk_draw(&desk);
    assert_null(strstr(desk.scene.headline.text, "starts"));
    settle(&desk);
    const struct atlas *atlas = explorer_atlas(desk.explorer);
    assert_int_equal(atlas->starts.n, ATLAS_FEW);
    assert_true(atlas_spread(atlas, 0, &spread));
    luck_describe(&spread, text);
    assert_memory_equal(text, "over 24 starts ", 15);
    assert_null(strstr(text, " -")); /* a real minus */
    assert_non_null(strstr(desk.scene.headline.text, text));
    press(&desk, "v"); /* against nothing: no saving, no spread */
    assert_null(strstr(desk.scene.headline.text, "starts"));
    explorer_ask_few_starts(desk.explorer);
    assert_null(explorer_atlas(desk.explorer)->question); /* known: not asked again */
    desk_close(&desk);
}

static void test_every_size_is_drawn(void **state)
{
    struct desk desk;
    struct error error;
    (void)state;
    open_on_half(&desk);
    assert_true(explorer_ask_atlas(desk.explorer, grids, 2, &error));
    press(&desk, "A");
    settle(&desk);
    for (int h = 1; h <= 60; h += 7)
        for (int w = 1; w <= 200; w += 23) {
            assert_true(desk_resize(&desk, w, h, &error));
            press(&desk, "tab down");
        }
    desk_close(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_number_is_that_of_a_straight_run),
        cmocka_unit_test(test_what_is_not_known_is_no_number),
        cmocka_unit_test(test_it_is_of_the_scenario_as_it_is),
        cmocka_unit_test(test_keys_walk_the_calendar_and_enter_starts_there),
        cmocka_unit_test(test_leaving_calls_off_what_is_left),
        cmocka_unit_test(test_the_first_sentence_tells_the_spread),
        cmocka_unit_test(test_every_size_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
