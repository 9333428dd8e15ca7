/* The map: its points are runs of their own, number by number; walking makes one the run explored and leaving
 * takes it back; every size of screen is drawn, and what is asked twice is simulated once. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/desk_support.h"
#include "tui/views/map.h"
#include "tui/words/metric_words.h"

static const struct map *open_map(struct desk *desk, int columns, int rows)
{
    desk_open_for_test(desk, columns, rows);
    desk_opens(desk, VIEW_MAP, "");
    return desk_top_view(desk)->state;
}

static size_t find_point(const struct map *map, const char *name)
{
    for (size_t i = 0; i < map->of->n; i++)
        if (strcmp(map->of->points[i].name, name) == 0)
            return i;
    fail_msg("the map has no %s", name);
    return 0;
}

/* What `wattif run --set` gives: a run of its own, of a scenario of its own. */
FACT(its_numbers_are_those_of_a_run)
{
    static const char *const names[] = {"HIGHPERF", "DYBATCH", "CIT 0.80", "CIT 1.40"};
    DEFER(desk_close) struct desk desk;
    const struct map *map = open_map(&desk, 120, 40);
    assert_true(question_done(map->of->question) == map->of->n && map->of->points[0].kind == MAP_HERE);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t i = find_point(map, names[k]);
        DEFER(scenario_free) struct scenario scenario;
        struct error error = {0};
        DEFER(simulation_free) struct simulation run;
        assert_true(scenario_copy(&scenario, &desk.explorer->document.scenario));
        assert_true(knob_set(&scenario, map->of->points[i].knob, &map->of->points[i].value, &error));
        run = simulate(&scenario);
        assert_true(map->plane.places[i].across == run.summary.carbon_total_g);
        struct metric_source source = {.summary = &run.summary, .model = run.model};
        assert_true(map->plane.places[i].up == metric_value(map->plane.up, &source, 0) *
                                                   metric_units[metric_infos[map->plane.up].unit].factor);
    }
}

FACT(walking_is_followed_and_taken_back)
{
    DEFER(desk_close) struct desk desk;
    const struct map *map = open_map(&desk, 120, 40);
    uint64_t was = scenario_fingerprint(&desk.explorer->document.scenario);
    size_t steps = 0;
    desk_key(&desk, KEYCODE_LEFT);
    desk_settle(&desk);
    assert_true(map->walked && map->plane.at > 0);
    assert_true(scenario_fingerprint(&desk.explorer->document.scenario) != was);
    assert_true(desk.scene.now->total.carbon_total_g ==
                map->plane.places[map->plane.at].across * map->plane.grams);
    for (size_t before = map->of->n; map->plane.at != before && steps < map->of->n; steps++) {
        before = map->plane.at;
        desk_key(&desk, KEYCODE_RIGHT);
        desk_settle(&desk);
    }
    assert_true(steps > 2);
    desk_key(&desk, KEYCODE_ESC);
    desk_settle(&desk);
    assert_int_equal(desk.n_views, 0);
    assert_true(scenario_fingerprint(&desk.explorer->document.scenario) == was);
    assert_int_equal(desk.explorer->document.history.done, 0);
}

FACT(enter_stays_and_is_one_undo)
{
    DEFER(desk_close) struct desk desk;
    const struct map *map = open_map(&desk, 120, 40);
    uint64_t was = scenario_fingerprint(&desk.explorer->document.scenario);
    desk_key(&desk, KEYCODE_LEFT);
    desk_key(&desk, KEYCODE_LEFT);
    double carbon = map->plane.places[map->plane.at].across;
    desk_key(&desk, KEYCODE_ENTER);
    desk_settle(&desk);
    assert_int_equal(desk.n_views, 0);
    assert_int_equal(desk.explorer->document.history.done, 1);
    assert_true(desk.scene.now->total.carbon_total_g == carbon);
    desk_opens(&desk, VIEW_MAP, "");
    map = desk_top_view(&desk)->state;
    assert_true(map->of->points[map->of->n - 1].kind == MAP_TRAIL); /* where the user was */
    desk_key(&desk, KEYCODE_ESC);
    desk_action(&desk, ACTION_UNDO);
    assert_true(scenario_fingerprint(&desk.explorer->document.scenario) == was);
}

/* A value that was turned on the way is not half of each point: they have theirs throughout. */
FACT(an_edit_of_the_knob_is_no_part_of_its_steps)
{
    DEFER(desk_close) struct desk desk;
    const struct map *map = open_map(&desk, 120, 40);
    double carbon = map->plane.places[find_point(map, "CIT 1.40")].across;
    desk_key(&desk, KEYCODE_ESC);
    desk_obeys(&desk, "set cit 0.6");
    assert_int_equal(desk.explorer->document.scenario.n_edits, 1);
    desk_opens(&desk, VIEW_MAP, "");
    map = desk_top_view(&desk)->state;
    assert_true(map->plane.places[find_point(map, "CIT 1.40")].across == carbon);
}

/* Typed before the points are there: what is next along the front is known when the last has come. */
FACT(steps_along_the_front_wait_for_the_whole_map)
{
    struct desk desk;
    const struct map *map = open_map(&desk, 120, 40);
    char patient[96];
    for (int i = 0; i < 3; i++) {
        desk_key(&desk, '[');
        desk_settle(&desk);
    }
    strcpy(patient, map->of->points[map->plane.at].name);
    double carbon = map->plane.places[map->plane.at].across;
    desk_close(&desk);

    desk_open_for_test(&desk, 120, 40);
    uint64_t was = scenario_fingerprint(&desk.explorer->document.scenario);
    desk_keys(&desk, 'M', 1);
    map = desk_top_view(&desk)->state;
    desk_keys(&desk, '[', 3);
    assert_int_equal(map->plane.at, 0);
    assert_int_equal(map->n_owed, 3);
    desk_draw(&desk);
    assert_shows(&desk, "Still simulating, ", "3 keys wait for it");
    desk_settle(&desk);
    assert_string_equal(map->of->points[map->plane.at].name, patient);
    desk_key(&desk, KEYCODE_ESC);
    desk_settle(&desk);
    assert_true(scenario_fingerprint(&desk.explorer->document.scenario) == was);
    desk_close(&desk);

    desk_open_for_test(&desk, 120, 40); /* Enter behind them stays where they lead */
    desk_keys(&desk, 'M', 1);
    desk_keys(&desk, '[', 3);
    desk_key(&desk, KEYCODE_ENTER);
    assert_int_equal(desk.n_views, 1);
    desk_settle(&desk);
    assert_int_equal(desk.n_views, 0);
    assert_int_equal(desk.explorer->document.history.done, 1);
    assert_true(desk.scene.now->total.carbon_total_g == carbon);
    desk_close(&desk);
}

/* Where the user is goes by "you", not by the scheme that is in force there; what has no room is counted. */
FACT(the_front_is_told_whole)
{
    DEFER(desk_close) struct desk desk;
    desk_open_for_test(&desk, 80, 24);
    desk_action(&desk, ACTION_APPLY_MODE);
    desk_obeys(&desk, "set policy.route dybatch");
    explorer_focus(desk.explorer, -1); /* the scheme, which has no steps */
    desk_opens(&desk, VIEW_MAP, "");
    assert_shows(&desk, "Nothing is better in both than LOWENERGY, CARBON-TUNED, you, HIGHPERF ");
    assert_false(desk_shows(&desk, "…"));
}

FACT(another_metric_goes_up)
{
    DEFER(desk_close) struct desk desk;
    const struct map *map = open_map(&desk, 120, 40);
    enum metric first = map->plane.up;
    char title[64];
    int turns = 0;
    do {
        desk_strikes(&desk, 'Y');
        assert_shows(&desk, tradeoff_title(map->plane.up, title, sizeof title));
    } while (map->plane.up != first && ++turns < METRIC_COUNT);
    assert_true(turns > 3 && turns < METRIC_COUNT);
    desk_key(&desk, 'Y');
    desk_action(&desk, ACTION_UP_PREVIOUS);
    assert_int_equal(map->plane.up, first);
}
