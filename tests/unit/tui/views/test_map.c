/* The map: its points are runs of their own, number by number; walking makes one the run explored and leaving
 * takes it back; every size of screen is drawn, and what is asked twice is simulated once. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/desk_support.h"
#include "tui/views/map.h"
#include "tui/words/metric_words.h"

static const struct map *open_map(struct desk *desk, int columns, int rows)
{
    desk_open_for_test(desk, columns, rows);
    assert_true(desk_open_view(desk, VIEW_MAP, ""));
    desk_settle(desk);
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
    struct desk desk;
    const struct map *map = open_map(&desk, 120, 40);
    assert_true(question_done(map->of->question) == map->of->n && map->of->points[0].kind == MAP_HERE);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t i = find_point(map, names[k]);
        struct scenario scenario;
        struct error error = {0};
        struct simulation run;
        assert_true(scenario_copy(&scenario, &desk.explorer->document.scenario));
        assert_true(knob_set(&scenario, map->of->points[i].knob, &map->of->points[i].value, &error));
        run = simulate(&scenario);
        assert_true(map->plane.places[i].across == run.summary.carbon_total_g);
        struct metric_source source = {.summary = &run.summary, .model = run.model};
        assert_true(map->plane.places[i].up == metric_value(map->plane.up, &source, 0) *
                                                   metric_units[metric_infos[map->plane.up].unit].factor);
        simulation_free(&run);
        scenario_free(&scenario);
    }
    desk_close(&desk);
}

FACT(walking_is_followed_and_taken_back)
{
    struct desk desk;
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
    desk_close(&desk);
}

FACT(enter_stays_and_is_one_undo)
{
    struct desk desk;
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
    assert_true(desk_open_view(&desk, VIEW_MAP, ""));
    desk_settle(&desk);
    map = desk_top_view(&desk)->state;
    assert_true(map->of->points[map->of->n - 1].kind == MAP_TRAIL); /* where the user was */
    desk_key(&desk, KEYCODE_ESC);
    desk_action(&desk, ACTION_UNDO);
    assert_true(scenario_fingerprint(&desk.explorer->document.scenario) == was);
    desk_close(&desk);
}

/* A value that was turned on the way is not half of each point: they have theirs throughout. */
FACT(an_edit_of_the_knob_is_no_part_of_its_steps)
{
    struct desk desk;
    const struct map *map = open_map(&desk, 120, 40);
    double carbon = map->plane.places[find_point(map, "CIT 1.40")].across;
    desk_key(&desk, KEYCODE_ESC);
    desk_command(&desk, "set cit 0.6");
    desk_settle(&desk);
    assert_int_equal(desk.explorer->document.scenario.n_edits, 1);
    assert_true(desk_open_view(&desk, VIEW_MAP, ""));
    desk_settle(&desk);
    map = desk_top_view(&desk)->state;
    assert_true(map->plane.places[find_point(map, "CIT 1.40")].across == carbon);
    desk_close(&desk);
}

/* The first step along the front leads to something else: a scheme that changes nothing is none. */
FACT(a_step_along_the_front_changes_something)
{
    struct desk desk;
    const struct map *map = open_map(&desk, 120, 40);
    double before = map->plane.places[0].across;
    for (size_t k = 0; k < map->plane.n_front; k++) {
        size_t was = map->plane.at;
        desk_key(&desk, '[');
        desk_settle(&desk);
        if (map->plane.at == was)
            break;
        assert_true(map->plane.cells[map->plane.at].x >= 0 &&
                    map->plane.places[map->plane.at].across < before * (1 - 1e-5));
        assert_int_equal(map_point_of_place(map, map->plane.at), map->plane.at); /* as the front names it */
        before = map->plane.places[map->plane.at].across;
    }
    assert_true(map->plane.at > 0);
    desk_close(&desk);
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
    assert_true(desk_shows(&desk, "Still simulating, "));
    assert_true(desk_shows(&desk, "3 keys wait for it"));
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
    struct desk desk;
    desk_open_for_test(&desk, 80, 24);
    desk_action(&desk, ACTION_APPLY_MODE);
    desk_command(&desk, "set policy.route dybatch");
    desk_settle(&desk);
    explorer_focus(desk.explorer, -1); /* the scheme, which has no steps */
    assert_true(desk_open_view(&desk, VIEW_MAP, ""));
    desk_settle(&desk);
    assert_true(desk_shows(&desk, "Nothing is better in both than LOWENERGY, CARBON-TUNED, you, HIGHPERF "));
    assert_false(desk_shows(&desk, "…"));
    desk_close(&desk);
}

/* Provenance is no outcome: no scheme is better for what its numbers rest on. */
FACT(no_axis_is_what_numbers_rest_on)
{
    struct desk desk;
    const struct map *map = open_map(&desk, 120, 40);
    for (int i = 0; i < METRIC_COUNT; i++, desk_key(&desk, 'Y')) {
        desk_draw(&desk);
        assert_int_not_equal(metric_infos[map->plane.up].group, METRIC_GROUP_PROVENANCE);
    }
    desk_close(&desk);
}

FACT(another_metric_goes_up)
{
    struct desk desk;
    const struct map *map = open_map(&desk, 120, 40);
    enum metric first = map->plane.up;
    char title[64];
    int turns = 0;
    do {
        desk_key(&desk, 'Y');
        desk_draw(&desk);
        assert_true(desk_shows(&desk, tradeoff_title(map->plane.up, title, sizeof title)));
    } while (map->plane.up != first && ++turns < METRIC_COUNT);
    assert_true(turns > 3 && turns < METRIC_COUNT);
    desk_key(&desk, 'Y');
    desk_action(&desk, ACTION_UP_PREVIOUS);
    assert_int_equal(map->plane.up, first);
    desk_close(&desk);
}
