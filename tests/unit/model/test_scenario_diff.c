/* What leads from one scenario to another: made one by one, the steps arrive; there is none too many; knobs
 * are told by name. */

#include "tests/support/fixture.h"
#include "tests/support/random_scenario.h"

#include "engine/base/units.h"

static struct scenario_diff diff_of(const struct scenario *from, const struct scenario *to)
{
    struct scenario_diff diff;
    assert_true(scenario_diff_make(&diff, from, to));
    return diff;
}

static void make_step(struct scenario *scenario, const struct scenario_step *step)
{
    if (step->kind == STEP_SET && !knob_begin(scenario, step->knob, &step->value, &err))
        fail_msg("%s", err.message);
    if (step->kind == STEP_EDIT && !scenario_edit(scenario, step->t_ns, step->knob, &step->value, &err))
        fail_msg("%s", err.message);
    for (int i = scenario->n_edits - 1; step->kind == STEP_EDIT_GONE && i >= 0; i--)
        if (scenario->edits[i].t_ns == step->t_ns && knob_same(scenario->edits[i].knob, step->knob))
            scenario_unedit(scenario, i);
}

static void expect_leads(const struct scenario *from, const struct scenario *to, uint64_t seed)
{
    DEFER(scenario_diff_free) struct scenario_diff diff = diff_of(from, to);
    DEFER(scenario_free) struct scenario reached;
    assert_true(scenario_copy(&reached, from));
    for (int i = 0; i < diff.n; i++)
        make_step(&reached, &diff.steps[i]);
    scenario_diff_free(&diff);
    diff = diff_of(&reached, to);
    assert_int_equal(diff.n, 0);
    assert_int_equal(reached.n_edits, to->n_edits);
    const char *what = scenario_difference(&reached, to); /* edits of one time may stand in another order */
    bool hidden = what && strcmp(what, "the fleets") == 0 && to->n_fleets > 1; /* of one not in force */
    assert_or(!(what && strcmp(what, "the edits") != 0 && !hidden), "seed %d: %s differs", (int)seed, what);
}

static void say_clocks(struct dice *dice, struct scenario *scenario)
{
    struct knob_value run = {.number = 500 + 10.0 * dice_below(dice, 3)}, gpu = {.number = 600};
    int last = scenario_gpus(scenario) - 1;
    if (dice_below(dice, 2))
        assert_true(knob_begin(scenario, knob_of_run(KNOB_CLOCK_MHZ), &run, NULL));
    if (dice_below(dice, 2))
        assert_true(knob_begin(scenario, knob_of_gpu(KNOB_CLOCK_MHZ, last), &gpu, NULL));
}

/* Fleets, clocks wide and narrow, on either side: which GPUs there are differs from side to side. */
FACT(test_fleets_are_told_apart)
{
    static struct random_case made;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct dice dice = dice_of(seed);
        struct knob_value lesser = {.text = "lesser"};
        DEFER(scenario_free) struct scenario to;
        random_case_make(&made, seed);
        made.scenario.n_edits = 0; /* they may speak of a GPU that the lesser fleet lacks */
        /* A second fleet with fewer GPUs, so that a knob of the first one's last GPU has no target there. */
        int n = made.scenario.n_fleets;
        struct fleet *fleets = realloc(made.scenario.fleets, ((size_t)n + 1) * sizeof *fleets);
        assert_non_null(fleets);
        made.scenario.fleets = fleets;
        fleets[n] = fleets[0];
        snprintf(fleets[n].name, sizeof fleets[n].name, "lesser");
        fleets[n].n_gpus = (fleets[0].n_gpus + 1) / 2;
        fleets[n].gpus = malloc((size_t)fleets[0].n_gpus * sizeof *fleets[n].gpus);
        assert_non_null(fleets[n].gpus);
        memcpy(fleets[n].gpus, fleets[0].gpus, (size_t)fleets[n].n_gpus * sizeof *fleets[n].gpus);
        made.scenario.n_fleets = n + 1;
        assert_true(scenario_copy(&to, &made.scenario));
        if (dice_below(&dice, 2))
            knob_begin(&to, knob_of_run(KNOB_FLEET), &lesser, NULL); /* a scheme may be bound to another */
        say_clocks(&dice, &made.scenario);
        say_clocks(&dice, &to);
        expect_leads(&made.scenario, &to, seed);
        expect_leads(&to, &made.scenario, seed);
        random_case_free(&made);
    }
}

/* The later and wider one wins over what the scenario says of one GPU, and a narrower one after it holds. */
FACT_FOR(test_a_wider_one_takes_the_place_of_narrower_ones, carbondis_scenario(2, 100, 50))
{
    char narrow[64];
    snprintf(narrow, sizeof narrow, "clock_mhz.%s=600", scenario->fleets[scenario->fleet].gpus[0].name);
    assert_true(scenario_apply_set(scenario, narrow, &err));
    assert_true(scenario_apply_set(scenario, "clock_mhz=500", &err));
    assert_true(knob_get(scenario, knob_of_gpu(KNOB_CLOCK_MHZ, 0)).number == 500);
    assert_memory_equal(scenario->overruled, narrow, strlen(narrow) - 4);
    assert_true(scenario_apply_set(scenario, narrow, &err));
    assert_true(knob_get(scenario, knob_of_gpu(KNOB_CLOCK_MHZ, 0)).number == 600);
}

FACT(test_steps_arrive)
{
    static struct random_case made;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct dice dice = dice_of(seed);
        DEFER(scenario_free) struct scenario to;
        random_case_make(&made, seed);
        assert_true(scenario_copy(&to, &made.scenario));
        for (int i = 0; i < 6; i++)
            random_edit(&dice, &to,
                        dice_below(&dice, 20) * NS_PER_S +
                            i); /* no two at one time: these keep their order */
        if (to.n_edits > 0 && dice_below(&dice, 2))
            scenario_unedit(&to, 0);
        struct knob_value load = {.number = 0.5 + dice_below(&dice, 4)};
        knob_set(&to, knob_of_run(KNOB_LOAD), &load, NULL); /* a closed loop has none */
        to.number[KNOB_PUE] = 1 + 0.25 * dice_below(&dice, 4);
        to.apps[0].slo_ms = 100 + dice_below(&dice, 3);
        to.apps[0].slo_base = false;
        expect_leads(&made.scenario, &to, seed);
        expect_leads(&to, &made.scenario, seed);
        random_case_free(&made);
    }
}

static void expect_steps(const struct scenario *from, const struct scenario *to, int n,
                         const char *const *names)
{
    DEFER(scenario_diff_free) struct scenario_diff diff = diff_of(from, to);
    char name[KNOB_NAME_SIZE];
    assert_int_equal(diff.n, n);
    for (int i = 0; i < n; i++) {
        knob_name(to, diff.steps[i].knob, name, sizeof name);
        assert_string_equal(name, names[i]);
    }
}

FACT(test_a_scheme_takes_its_fleet_along)
{
    static const char *const scheme[] = {"policy.route"}, *const both[] = {"policy.route", "fleet"};
    DEFER(scenario_free) struct scenario from = carbondis_scenario(2, 100, 50), to;
    assert_true(scenario_copy(&to, &from));
    assert_true(scenario_apply_set(&to, "policy.route=highperf", &err));
    assert_true(to.fleet != from.fleet);
    expect_steps(&from, &to, 1, scheme);
    scenario_free(&to);
    assert_true(scenario_copy(&to, &from));
    assert_true(scenario_apply_set(&to, "policy.route=dybatch", &err));
    assert_true(scenario_apply_set(&to, "fleet=low", &err));
    expect_steps(&from, &to, 2, both);
}

/* The same apps in another order are the same; one that the first lacks is a step. */
FACT(test_knobs_are_told_by_name)
{
    static const char *const slo[] = {"slo_ms.job2"};
    DEFER(scenario_free) struct scenario from = plain_scenario(3, "unit", 10, 5, 2, "T4"), to;
    assert_true(scenario_apply_set(&from, "slo_ms.job1=100", &err));
    assert_true(scenario_apply_at(&from, "1:slo_ms.job2=70", &err));
    assert_true(scenario_copy(&to, &from));
    struct app app = to.apps[0];
    to.apps[0] = to.apps[1];
    to.apps[1] = app;
    to.edits[0].knob.target = 0;
    expect_steps(&from, &to, 0, NULL);
    to.apps[0].slo_ms = 33;
    expect_steps(&from, &to, 1, slo);
}
