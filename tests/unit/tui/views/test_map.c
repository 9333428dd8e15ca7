/* The map: its points are runs of their own, number by number; walking makes one the run explored and leaving
 * takes it back; what is typed before all is known waits. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/desk_support.h"

static const struct ask *open_map(struct desk *desk)
{
    assert_true(desk_open_view(desk, VIEW_MAP, ""));
    desk_settle(desk);
    return desk_top_view(desk)->state;
}

static const struct account_part *plane_of(const struct ask *ask)
{
    const struct account_part *part = ask->account.parts;
    while (part->x == 0)
        part = part->next;
    return part;
}

static const struct account_row *find_point(const struct ask *ask, const char *name)
{
    const struct account_part *part = plane_of(ask);
    for (size_t i = 0; i < part->n_rows; i++)
        if (strcmp(part->rows[i].cells[0].shown, name) == 0)
            return &part->rows[i];
    fail_msg("the map has no %s", name);
    return NULL;
}

static const struct account_row *chosen(const struct ask *ask)
{
    return account_step(&ask->account, 0, ask->step);
}

static uint64_t print_of(const struct desk *desk)
{
    return scenario_fingerprint(&desk->explorer->document.scenario);
}

/* What `wattif run --set` gives: a run of its own, of a scenario of its own. */
FACT_AT(its_numbers_are_those_of_a_run, desk_for_test(120, 40))
{
    static const struct {
        const char *name, *setting;
    } points[] = {{"HIGHPERF", "policy.route=highperf"},
                  {"DYBATCH", "policy.route=dybatch"},
                  {"CIT 0.80", "cit=0.8"},
                  {"CIT 1.40", "cit=1.4"}};
    const struct ask *ask = open_map(desk);
    const struct account_part *part = plane_of(ask);
    assert_true(ask_is_over(ask) && part->rows[0].mark & MARK_HERE);
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        const struct account_row *row = find_point(ask, points[k].name);
        DEFER(scenario_free) struct scenario scenario;
        assert_true(scenario_copy(&scenario, &desk->explorer->document.scenario));
        assert_true(scenario_apply_set(&scenario, points[k].setting, &err));
        DEFER(simulation_free) struct simulation run = simulate(&scenario);
        assert_true(row->cells[part->x].value == run.summary.carbon_total_g);
        struct metric_source source = {.summary = &run.summary, .model = run.model};
        assert_true(row->cells[part->y].value ==
                    metric_value(METRIC_WORST_OF_SLO, &source, 0) *
                        metric_units[metric_infos[METRIC_WORST_OF_SLO].unit].factor);
    }
}

FACT_AT(walking_is_followed_and_taken_back, desk_for_test(120, 40))
{
    const struct ask *ask = open_map(desk);
    uint64_t was = print_of(desk);
    size_t steps = 0;
    desk_plays(desk, "left");
    assert_true(ask->step > 0 && print_of(desk) != was);
    assert_true(desk->scene.now->total.carbon_total_g == chosen(ask)->cells[1].value);
    for (size_t before = SIZE_MAX; ask->step != before && steps < 100; steps++) {
        before = ask->step;
        desk_plays(desk, "right");
    }
    assert_true(steps > 2 && steps < 100);
    desk_plays(desk, "esc");
    assert_int_equal(desk->n_views, 0);
    assert_true(print_of(desk) == was);
    assert_int_equal(desk->explorer->document.history.done, 0);
}

FACT_AT(enter_stays_and_is_one_undo, desk_for_test(120, 40))
{
    const struct ask *ask = open_map(desk);
    uint64_t was = print_of(desk);
    desk_press(desk, "left left");
    double carbon = chosen(ask)->cells[1].value;
    desk_plays(desk, "enter");
    assert_int_equal(desk->n_views, 0);
    assert_int_equal(desk->explorer->document.history.done, 1);
    assert_true(desk->scene.now->total.carbon_total_g == carbon);
    const struct account_part *part = plane_of(open_map(desk));
    assert_true(part->rows[part->n_rows - 1].mark & MARK_BEEN); /* where the user was */
    desk_key(desk, KEYCODE_ESC);
    desk_action(desk, ACTION_UNDO);
    assert_true(print_of(desk) == was);
}

/* A value that was turned on the way is not half of each point: they have theirs throughout. */
FACT_AT(an_edit_of_the_knob_is_no_part_of_its_steps, desk_for_test(120, 40))
{
    double carbon = find_point(open_map(desk), "CIT 1.40")->cells[1].value;
    desk_key(desk, KEYCODE_ESC);
    desk_command(desk, "set cit 0.6");
    desk_settle(desk);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 1);
    assert_true(find_point(open_map(desk), "CIT 1.40")->cells[1].value == carbon);
}

/* Each step along the front leads to less carbon: a scheme that changes nothing is none. */
FACT_AT(a_step_along_the_front_changes_something, desk_for_test(120, 40))
{
    const struct ask *ask = open_map(desk);
    double before = chosen(ask)->cells[1].value;
    size_t steps = 0, at = SIZE_MAX;
    for (; ask->step != at; steps++) {
        at = ask->step;
        desk_key(desk, '[');
        desk_settle(desk);
        assert_true(ask->step == at || chosen(ask)->cells[1].value < before * (1 - 1e-5));
        before = chosen(ask)->cells[1].value;
    }
    assert_true(steps > 2);
}

/* Typed before the points are there: what is next along the front is known when the last has come. */
FACT(steps_along_the_front_wait_for_the_whole_map)
{
    DEFER(desk_leave) struct desk *patient = desk_for_test(120, 40);
    const struct ask *ask = open_map(patient);
    for (int i = 0; i < 3; i++) {
        desk_key(patient, '[');
        desk_settle(patient);
    }
    const char *name = chosen(ask)->cells[0].shown;
    for (int enter = 0; enter < 2; enter++) {
        DEFER(desk_leave) struct desk *desk = desk_for_test(120, 40);
        uint64_t was = print_of(desk);
        struct job *hold = desk_hold(desk);
        desk_keys(desk, 'M', 1);
        const struct ask *own = desk_top_view(desk)->state;
        desk_keys(desk, '[', 3);
        desk_draw(desk);
        assert_true(own->step == 0 && desk_shows(desk, "3 keys wait for the front"));
        desk_let_go(hold);
        if (enter) /* behind them it stays where they lead */
            desk_key(desk, KEYCODE_ENTER);
        desk_settle(desk);
        assert_int_equal(desk->n_views, enter ? 0 : 1);
        if (!enter) {
            assert_string_equal(chosen(own)->cells[0].shown, name);
            desk_plays(desk, "esc");
        }
        assert_true((print_of(desk) == was) == !enter);
        assert_int_equal(desk->explorer->document.history.done, enter);
    }
}

/* Keys come in one piece, before a frame is drawn, on a map whose points are all known from before. */
FACT_AT(keys_may_come_before_the_first_frame, desk_for_test(120, 40))
{
    static const uint32_t keys[] = {'[', ']', 'Y', KEYCODE_LEFT, KEYCODE_DOWN, KEYCODE_ENTER};
    open_map(desk);
    desk_key(desk, KEYCODE_ESC);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        desk_settle(desk);
        desk_key(desk, 'M');
        desk_key(desk, keys[i]);
        desk_key(desk, keys[i]);
        desk_settle(desk);
        if (desk->n_views > 0)
            desk_key(desk, KEYCODE_ESC);
    }
}

FACT_AT(the_front_is_of_what_keeps_every_limit, desk_for_test(120, 40))
{
    const struct account_part *part = plane_of(open_map(desk));
    size_t n_front = 0;
    for (size_t i = 0; i < part->n_rows; i++) {
        const struct account_cell *own = part->rows[i].cells;
        n_front += (part->rows[i].mark & MARK_FRONT) != 0;
        for (size_t j = 0; j < part->n_rows && part->rows[i].mark & MARK_FRONT; j++) {
            const struct account_cell *other = part->rows[j].cells;
            assert_true(own[0].tone != TONE_BAD);
            assert_false(other[0].tone != TONE_BAD && other[1].value <= own[1].value &&
                         other[2].value <= own[2].value &&
                         (other[1].value < own[1].value || other[2].value < own[2].value));
        }
    }
    assert_true(n_front > 0);
}

/* Where the user is goes by "you", not by the scheme that is in force there; what has no room is counted. */
FACT_AT(the_front_is_told_whole, desk_for_test(80, 24))
{
    desk_action(desk, ACTION_APPLY_MODE);
    desk_command(desk, "set policy.route dybatch");
    desk_settle(desk);
    explorer_focus(desk->explorer, -1); /* the scheme, which has no steps */
    open_map(desk);
    assert_shows(desk, "Nothing is better in both than LOWENERGY, CARBON-TUNED, you, HIGHPERF ");
    assert_false(desk_shows(desk, "…"));
}

/* Every metric that is better one way goes up once; provenance is no outcome. */
FACT_AT(another_metric_goes_up, desk_for_test(120, 40))
{
    const struct ask *ask = open_map(desk);
    char first[64];
    int turns = 0;
    strcpy(first, plane_of(ask)->columns[2].title);
    do {
        desk_press(desk, "Y");
        assert_shows(desk, plane_of(ask)->columns[2].title);
        assert_null(strstr(plane_of(ask)->columns[2].title, "measured"));
    } while (strcmp(plane_of(ask)->columns[2].title, first) != 0 && ++turns < METRIC_COUNT);
    assert_true(turns > 3 && turns < METRIC_COUNT);
    desk_key(desk, 'Y');
    desk_acts(desk, ACTION_UP_PREVIOUS);
    assert_string_equal(plane_of(ask)->columns[2].title, first);
}
