/* Booked at the start or one event after the other: the same bytes. Random scenarios of the kind that
 * engine/sim/booked.c serves (two to six apps with a GPU each, one for all, edits in between) on times drawn
 * from few values, so that much falls into one instant. Held against the instances that know nothing of it:
 * the whole run, its recording and snapshots; its state wherever a run may be stopped, after some time or
 * some events; forks from it; an instant. WATTIF_LONG and WATTIF_SEED as for the other properties. */
#include "engine/sim/state.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"
#include "tests/support/slow_build.h"

#include <inttypes.h>

enum { CASES = SANITIZED ? 40 : 300 };

/* ---- scenarios ---- */

static bool make_case(struct dice *dice, struct random_case *made, uint64_t seed)
{
    struct scenario *scenario = &made->scenario;
    struct faults faults = {0};
    random_case_make(made, seed * 4); /* of these none is warm */
    random_scenario_dedicate(dice, scenario);
    if (dice_chance(dice, 10))
        scenario->hours = 0.002; /* then nothing is drawn beforehand, and others serve */
    for (int n = dice_chance(dice, 70) ? dice_below(dice, 10) : 0; n > 0; n--)
        random_edit(dice, scenario,
                    dice_chance(dice, 60) ? dice_below(dice, 8) * NS_PER_S
                                          : (int64_t)dice_between(dice, 0, 8e9));
    for (int e = scenario->n_edits - 1; e >= 0; e--)
        if (knob_infos[scenario->edits[e].knob.id].effect != EFFECT_NONE &&
            knob_infos[scenario->edits[e].knob.id].effect != EFFECT_SLO && dice_chance(dice, 70))
            scenario_unedit(scenario, e);
    return scenario_validate(scenario, &faults);
}

/* ---- the same ---- */

static int served;

static bool is_booked(const struct run *run)
{
    return strncmp(run->loop->name, "booked", 6) == 0;
}

static struct run_options not_booked(void)
{
    struct run_options options = as_simulated;
    for (int k = 0; k < loop_count; k++)
        options.loops_passed_over |= (uint32_t)(strncmp(loops[k].name, "booked", 6) == 0) << k;
    return options;
}

static void assert_same(const struct run *one, const struct run *other)
{
    struct summary *a = calloc(2, sizeof *a);
    for (size_t k = 0; k < one->block_size; k++)
        assert_or(one->block[k] == other->block[k], "state: byte %zu of %zu", k, one->block_size);
    assert_true(run_events(one) == run_events(other));
    run_summary(one, &a[0]);
    run_summary(other, &a[1]);
    assert_memory_equal(&a[0], &a[1], sizeof *a);
    free(a);
}

static void whole(struct random_case *made)
{
    DEFER(simulation_free)
    struct simulation booked = simulation_prepare(&made->scenario, &made->catalog, as_simulated);
    DEFER(simulation_free)
    struct simulation other = simulation_prepare(&made->scenario, &made->catalog, not_booked());
    assert_false(is_booked(other.run));
    served += is_booked(booked.run);
    simulation_finish(&booked);
    simulation_finish(&other);
    assert_same(booked.run, other.run);
    assert_true(simulation_same(&booked, &other));
    assert_int_equal(booked.run->n_snapshots, other.run->n_snapshots);
    for (int s = 0; s < booked.run->n_snapshots; s++)
        assert_memory_equal(booked.run->snapshots[s].block, other.run->snapshots[s].block,
                            booked.run->block_size);
}

/* Stopped anywhere. */
static void slices(struct random_case *made, struct dice *dice)
{
    DEFER(simulation_free)
    struct simulation booked = simulation_prepare(&made->scenario, &made->catalog, as_simulated);
    DEFER(simulation_free)
    struct simulation other = simulation_prepare(&made->scenario, &made->catalog, not_booked());
    int longest = dice_chance(dice, 30) ? 1 + dice_below(dice, 30) : 1 + dice_below(dice, 3000);
    enum run_status status = RUN_GOING;
    while (status == RUN_GOING) {
        int64_t now_ns = run_now_ns(booked.run), until_ns = INT64_MAX;
        if (dice_chance(dice, 80)) /* a whole millisecond, where much falls together */
            until_ns = now_ns + dice_below(dice, 1 + 4000 / longest) * (NS_PER_MS / 2);
        if (dice_chance(dice, 10))
            until_ns = now_ns + dice_below(dice, 1000000000);
        uint64_t events = dice_chance(dice, 50) ? UINT64_MAX : (uint64_t)(1 + dice_below(dice, longest));
        if (until_ns == INT64_MAX && events == UINT64_MAX)
            events = 500;
        status = run_advance(booked.run, until_ns, events);
        assert_int_equal(run_advance(other.run, until_ns, events), status);
        assert_same(booked.run, other.run);
        const char *fault = check_state(booked.run);
        assert_or(!fault, "%s", fault);
    }
    simulation_finish(&booked);
    simulation_finish(&other);
    assert_true(simulation_same(&booked, &other));
}

static void forks(struct random_case *made, struct dice *dice)
{
    DEFER(scenario_free) struct scenario edited;
    DEFER(memory_leave) struct instant *instants = calloc(2, sizeof *instants);
    DEFER(simulation_free) struct simulation base = simulate_with(&made->scenario, &made->catalog);
    DEFER(simulation_free)
    struct simulation plain = simulation_prepare(&made->scenario, &made->catalog, not_booked());
    simulation_finish(&plain);
    int64_t t_ns = (int64_t)dice_between(dice, 0, (double)run_now_ns(base.run));
    assert_true(run_instant(base.run, t_ns, &instants[0], &err));
    assert_true(run_instant(plain.run, t_ns, &instants[1], &err));
    assert_memory_equal(&instants[0], &instants[1], sizeof *instants);
    assert_true(scenario_copy(&edited, &made->scenario));
    if (!random_edit(dice, &edited, t_ns))
        return;
    DEFER(simulation_free)
    struct simulation straight = simulation_prepare(&edited, &made->catalog, not_booked());
    DEFER(simulation_free)
    struct simulation fork = simulation_fork(
        &base, model_with_scenario(base.model, &edited, &made->catalog, &err), t_ns, as_simulated);
    simulation_finish(&straight);
    simulation_finish(&fork);
    assert_same(straight.run, fork.run);
    assert_true(simulation_same(&straight, &fork));
}

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static uint64_t seed;

static int tell(void **state)
{
    (void)state;
    print_message("the last seed was WATTIF_SEED=%" PRIu64 "\n", seed);
    return 0;
}

static int nothing(void **state)
{
    (void)state;
    return 0;
}

FACT_IN(test_booked, nothing, tell)
{
    uint64_t only = from_environment("WATTIF_SEED", 0), n = CASES * from_environment("WATTIF_LONG", 1);
    struct random_case *made = calloc(1, sizeof *made);
    (void)state;
    assert_non_null(made);
    for (seed = only ? only : 1; seed <= (only ? only : n); seed++) {
        struct dice dice = dice_of(~seed);
        if (make_case(&dice, made, seed)) {
            whole(made);
            slices(made, &dice);
            forks(made, &dice);
        }
        random_case_free(made);
    }
    print_message("  %d of %" PRIu64 " booked\n", served, n);
    assert_true(only || (uint64_t)served > n / 2);
    free(made);
}
