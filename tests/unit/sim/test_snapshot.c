/* Going back: a fork from a snapshot equals a straight run, byte for byte; explaining and looking at an
 * instant change nothing; two runs that differ in a policy see the same requests. */
#include "tests/support/simulate.h"

#include "engine/sim/state.h"

static void set_number(struct scenario *scenario, int64_t t_ns, enum knob_id id, double number)
{
    struct knob_value value = {.number = number};
    must(scenario_edit(scenario, t_ns, knob_of(id, 0), &value, &err), &err);
}

/* Continues `base` under `scenario` from t, to the end. */
static struct simulation fork_at(const struct simulation *base, const struct scenario *scenario, int64_t t_ns)
{
    struct simulation fork = simulation_fork(base, fixture_model(scenario), t_ns, as_simulated);
    assert_true(run_now_ns(fork.run) < t_ns);
    simulation_finish(&fork);
    return fork;
}

/* Every kind of edit that keeps the shape of the block, at awkward instants: on a bucket's end (100 s, 300
 * s), in between, on a sample (1,000 s). Each must have an effect, but for CIT, which may have none. */
FACT_FOR(test_fork_equals_straight, carbondis_scenario(4, 60, 20000))
{
    scenario->start_s += 3600 - 1000;
    DEFER(simulation_free) struct simulation base = simulate(scenario);
    assert_true(base.run->n_snapshots > 10);
    static const int64_t times_s[] = {100, 300, 617, 1000};
    static const enum knob_id knobs[] = {KNOB_CIT, KNOB_SLO_SCALE, KNOB_CI_SCALE, KNOB_PUE};
    for (size_t t = 0; t < 4; t++)
        for (size_t k = 0; k < 4; k++) {
            int64_t t_ns = times_s[t] * NS_PER_S;
            DEFER(scenario_free) struct scenario edited;
            assert_true(scenario_copy(&edited, scenario));
            set_number(&edited, t_ns, knobs[k], 1.25);
            DEFER(simulation_free)
            struct simulation straight = simulate(&edited), fork = fork_at(&base, &edited, t_ns);
            assert_int_equal(fork.run->n_snapshots, straight.run->n_snapshots); /* the base's and its own */
            assert_true(simulation_same(&straight, &fork));
            assert_true(memcmp(&straight.summary, &base.summary, sizeof base.summary) != 0 ||
                        knobs[k] == KNOB_CIT);
        }
}

/* A load edit adds to the block's list of loads and a policy edit may widen the router's part: then the fork
 * starts from the beginning, unless the shape is the same, and is equal all the same. */
FACT(test_fork_with_other_shape)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(4, 60, 20000), edited;
    DEFER(simulation_free) struct simulation base = simulate(&scenario);
    assert_true(scenario_copy(&edited, &scenario));
    set_number(&edited, 400 * NS_PER_S, KNOB_LOAD, 1.5);
    int64_t t_ns = 500 * NS_PER_S;
    struct knob_value value = {0};
    strcpy(value.text, "dybatch");
    must(scenario_edit(&edited, t_ns, knob_of_layer(LAYER_ROUTE), &value, &err), &err);
    set_number(&edited, 600 * NS_PER_S, KNOB_LOAD, 0.5);
    DEFER(simulation_free)
    struct simulation straight = simulate(&edited), fork = fork_at(&base, &edited, 400 * NS_PER_S);
    assert_true(simulation_same(&straight, &fork));
}

FACT_FOR(test_explaining_changes_nothing, carbondis_scenario(4, 60, 20000))
{
    DEFER(simulation_free) struct simulation base = simulate(scenario);
    uint64_t before = run_state_hash(base.run);
    DEFER(memory_leave) struct decision_log *log = calloc(1, sizeof *log);
    DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
    assert_true(run_explain(base.run, 333 * NS_PER_S, 343 * NS_PER_S, log, NULL, &err));
    assert_true(log->kept > 100);
    for (size_t i = 0; i < log->kept; i++) {
        const struct decision *decision = &log->kept_list[i];
        assert_in_range(decision->t_ns, 333 * NS_PER_S, 343 * NS_PER_S);
        assert_true(decision->deadline_ns > decision->arrived_ns);
        bool late = decision->start_ns + decision->estimate_ns > decision->deadline_ns;
        bool wants_high = decision->reason == REASON_MISS_HIGH || decision->reason == REASON_MISS_LOW;
        assert_int_equal(late, wants_high);
        if (i > 0)
            assert_true(log->kept_list[i - 1].t_ns <= decision->t_ns);
    }
    assert_true(run_instant(base.run, 340 * NS_PER_S, instant, &err));
    assert_close(instant->ci, 100, 1e-12); /* the first hour of "steps" */
    DEFER(memory_leave) struct decision_log *together = calloc(1, sizeof *together);
    DEFER(memory_leave) struct instant *there = calloc(1, sizeof *there);
    assert_true(run_explain(base.run, 333 * NS_PER_S, 340 * NS_PER_S, log, NULL, &err));
    assert_true(run_explain(base.run, 333 * NS_PER_S, 340 * NS_PER_S, together, there, &err));
    assert_memory_equal(there, instant, sizeof *there);
    assert_true(together->kept == log->kept && log->kept > 10);
    for (size_t i = 0; i < log->kept; i++) {
        assert_int_equal(together->kept_list[i].t_ns, log->kept_list[i].t_ns);
        assert_int_equal(together->kept_list[i].instance, log->kept_list[i].instance);
        assert_int_equal(together->kept_list[i].request, log->kept_list[i].request);
    }
    assert_true(run_explain(base.run, 0, 0, together, there, &err));
    assert_int_equal(there->t_ns, 0);
    assert_true(run_state_hash(base.run) == before);
}
