/* Results: what is published while one grows equals a run in one piece, what is dropped is called off, a fork
 * from a finished result equals a straight run, what must be measured first is, and nobody waits for ever. */
#include "engine/base/units.h"
#include "engine/explore/prepare.h"
#include "engine/explore/result.h"
#include "tests/support/clover_model.h"
#include "tests/support/simulate.h"

#include <time.h>
#include <unistd.h>

static struct result *submit_model(struct jobs *jobs, struct model *model, struct result *base,
                                   int64_t fork_ns)
{
    struct result_order order = {.model = model, .base = base, .fork_ns = fork_ns};
    struct result *result = result_submit(jobs, NULL, &order, &err);
    assert_non_null(result);
    return result;
}

static struct result *submit(struct jobs *jobs, const struct scenario *scenario, struct result *base,
                             int64_t fork_ns)
{
    DEFER(model_leave) struct model *model = fixture_model(scenario);
    struct result *result = submit_model(jobs, model, base, fork_ns);
    return result;
}

static struct jobs *start_queue(int wake_fd)
{
    struct jobs *jobs = jobs_create(2, wake_fd, &err);
    assert_non_null(jobs);
    return jobs;
}

/* While the recording grows, every published bucket already has its final bytes. */
FACT_FOR(test_published_buckets_are_final, carbondis_scenario(4, 40, 100000))
{
    DEFER(simulation_free) struct simulation straight = simulate(scenario);
    DEFER(jobs_leave) struct jobs *jobs = start_queue(-1);
    DEFER(result_leave) struct result *result = submit(jobs, scenario, NULL, 0);
    int seen = 0;
    while (!recording_finished(result->recording)) {
        int count = recording_count(result->recording);
        for (; seen < count; seen++)
            assert_true(result->recording->run[COLUMN_ENERGY_ACTIVE][seen] ==
                        straight.recording->run[COLUMN_ENERGY_ACTIVE][seen]);
    }
    jobs_wait(jobs);
    assert_memory_equal(&result->recording->summary, &straight.recording->summary, sizeof straight.summary);
    assert_true(run_state_hash(result->run) == run_state_hash(straight.run));
}

/* What is dropped may stay unfinished, and is safe to hold and to let go; the last is finished. */
FACT_FOR(test_what_is_dropped, carbondis_scenario(4, 40, 50000))
{
    DEFER(jobs_leave) struct jobs *jobs = start_queue(-1);
    struct result *last = NULL, *held[20];
    for (int i = 0; i < 20; i++) {
        scenario->number[KNOB_CIT] = 0.5 + 0.05 * i;
        result_drop(last);
        last = submit(jobs, scenario, NULL, 0);
        held[i] = result_retain(last);
    }
    jobs_wait(jobs);
    assert_false(jobs_busy(jobs));
    assert_true(result_is_finished(last));
    DEFER(simulation_free) struct simulation straight = simulate(scenario);
    assert_memory_equal(&last->recording->summary, &straight.recording->summary, sizeof straight.summary);
    for (int i = 0; i < 20; i++)
        result_release(held[i]);
    result_drop(last); /* finished: nothing to call off */
}

FACT_FOR(test_a_fork_is_a_straight_run, carbondis_scenario(4, 60, 20000))
{
    DEFER(jobs_leave) struct jobs *jobs = start_queue(-1);
    struct result *base = submit(jobs, scenario, NULL, 0);
    jobs_wait(jobs);
    struct knob_value value = {.number = 0.8};
    assert_true(scenario_edit(scenario, 600 * NS_PER_S, knob_of_run(KNOB_CIT), &value, &err));
    DEFER(result_leave) struct result *fork = submit(jobs, scenario, base, 600 * NS_PER_S);
    result_release(base); /* the fork has copied what it needs */
    jobs_wait(jobs);
    DEFER(simulation_free) struct simulation straight = simulate(scenario);
    assert_true(run_state_hash(fork->run) == run_state_hash(straight.run));
}

/* A byte at the end at the latest; freeing a busy worker cancels it. */
FACT_FOR(test_it_wakes_and_stops, carbondis_scenario(4, 40, 200000))
{
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    struct jobs *jobs = start_queue(ends[1]);
    DEFER(result_leave) struct result *result = submit(jobs, scenario, NULL, 0);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    jobs_free(jobs);
    close(ends[0]);
    close(ends[1]);
}

/* ---- measured before the run ---- */

/* Two GPUs under ORACLE for an hour, at this load. */
static struct scenario oracle_scenario(double load)
{
    struct scenario scenario = clover_scenario(1, 25, 2);
    scenario.number[KNOB_LOAD] = load;
    scenario.apps[0].slo_base = true;
    return scenario;
}

/* The result is that of a model prepared beforehand, and BASE's tail is its SLO. */
FACT_FOR(test_it_measures_first, oracle_scenario(1))
{
    DEFER(jobs_leave) struct jobs *jobs = start_queue(-1);
    DEFER(result_leave) struct result *result = submit(jobs, scenario, NULL, 0);
    assert_true(result->prepared < RESULT_PREPARED || result->model->pools->derived);
    jobs_wait(jobs);
    assert_true(recording_finished(result->recording) && result_is_over(result));
    assert_int_equal(result->prepared, RESULT_PREPARED);
    assert_false(result->failed);
    DEFER(model_leave) struct model *model = fixture_model(scenario);
    assert_true(prepare_with(NULL, model, NULL, &(struct derive_options){0}, &err));
    assert_close(result->recording->apps[0].slo_ms, model->pools->derived->base.tail_ms[0], 0);
    DEFER(result_leave) struct result *other = submit_model(jobs, model, NULL, 0);
    assert_int_equal(other->prepared, RESULT_PREPARED);
    jobs_wait(jobs);
    assert_true(run_state_hash(result->run) == run_state_hash(other->run));
    assert_memory_equal(&result->recording->summary, &other->recording->summary,
                        sizeof result->recording->summary);
}

/* BASE cannot carry it: the result is over, and says why. */
FACT_FOR(test_measuring_fails, oracle_scenario(3))
{
    DEFER(jobs_leave) struct jobs *jobs = start_queue(-1);
    DEFER(result_leave) struct result *result = submit(jobs, scenario, NULL, 0);
    jobs_wait(jobs);
    assert_true(result->failed && result_is_over(result));
    assert_false(recording_finished(result->recording));
    assert_string_equal(result->error.place, "/knobs/load");
}

/* A moment, never the same one for long. */
static void wait_a_little(int i)
{
    struct timespec moment = {.tv_nsec = (i * 7919 % 23) * NS_PER_MS / 4};
    nanosleep(&moment, NULL);
}

/* The newest has come out as a run on a queue of its own does. */
static void check_newest(struct jobs *jobs, const struct scenario *scenario, const struct result *newest)
{
    jobs_wait(jobs);
    assert_true(recording_finished(newest->recording));
    DEFER(jobs_leave) struct jobs *fresh = start_queue(-1);
    DEFER(result_leave) struct result *straight = submit(fresh, scenario, NULL, 0);
    jobs_wait(fresh);
    assert_true(run_state_hash(newest->run) == run_state_hash(straight->run));
}

/* One submission after another, at any moment of measuring and running: loads that must be measured, then
 * edits of one of them that are forked; each drops the one before. The last one is right each time, none of
 * the others has failed, and freeing a queue that measures ends soon. */
FACT_FOR(test_hammering, oracle_scenario(1))
{
    enum { TIMES = 60 };
    struct result *results[2 * TIMES], *base;
    struct jobs *jobs = start_queue(-1);
    for (int i = 0; i < TIMES; i++) {
        scenario->number[KNOB_LOAD] = 0.8 + 0.05 * (i % 5);
        if (i > 0)
            result_drop(result_retain(results[i - 1]));
        results[i] = submit(jobs, scenario, NULL, 0);
        wait_a_little(i);
    }
    base = results[TIMES - 1];
    check_newest(jobs, scenario, base);
    for (int i = TIMES; i < 2 * TIMES; i++) {
        struct knob_value value = {.number = 0.1 * (i % 10)};
        assert_true(scenario_edit(scenario, 600 * NS_PER_S, knob_of_run(KNOB_LAMBDA), &value, &err));
        if (i > TIMES)
            result_drop(result_retain(results[i - 1]));
        results[i] = submit(jobs, scenario, base, 600 * NS_PER_S);
        wait_a_little(i);
    }
    check_newest(jobs, scenario, results[2 * TIMES - 1]);
    for (int i = 0; i < 2 * TIMES; i++) {
        assert_false(results[i]->failed);
        result_release(results[i]);
    }
    scenario->seed = 99; /* measured by nobody yet */
    DEFER(result_leave) struct result *unfinished = submit(jobs, scenario, NULL, 0);
    jobs_free(jobs);
    assert_false(unfinished->failed);
}

/* ---- only measured ---- */

static struct result *measure(struct jobs *jobs, const struct scenario *scenario)
{
    DEFER(model_leave) struct model *model = fixture_model(scenario);
    struct result_order order = {.model = model, .only_measured = true};
    struct result *result = result_submit(jobs, NULL, &order, &err);
    assert_non_null(result);
    return result;
}

/* What a run needs is there, and no run is. */
FACT_FOR(test_only_measured, clover_scenario(1, 25, 2))
{
    DEFER(jobs_leave) struct jobs *jobs = start_queue(-1);
    DEFER(result_leave) struct result *result = measure(jobs, scenario);
    jobs_wait(jobs);
    assert_true(result_is_over(result));
    assert_false(atomic_load(&result->failed));
    assert_true(prepare_is_done(result->model));
    assert_null(result->run);
    assert_int_equal(recording_count(result->recording), 0);
    assert_false(recording_finished(result->recording));
}

/* Whatever state it is in: it has not failed, nobody waits for ever, and the queue works on. */
FACT_FOR(test_called_off, clover_scenario(1, 25, 2))
{
    DEFER(jobs_leave) struct jobs *jobs = start_queue(-1);
    for (int delay = 0; delay < 20; delay++) {
        DEFER(result_leave) struct result *result = measure(jobs, scenario);
        nanosleep(&(struct timespec){.tv_nsec = 20000L * delay}, NULL);
        result_drop(result_retain(result));
        jobs_wait(jobs);
        assert_false(jobs_busy(jobs));
        assert_false(atomic_load(&result->failed));
    }
    DEFER(result_leave) struct result *result = submit(jobs, scenario, NULL, 0);
    jobs_wait(jobs);
    assert_true(recording_finished(result->recording));
}
