/* The worker: what it publishes while it runs equals a run in one piece, a newer submission cancels an older
 * one, a fork from a finished result equals a straight run, and nobody waits for ever. */
#include "engine/base/units.h"
#include "engine/explore/worker.h"
#include "tests/support/simulate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static struct model *model_of(const struct scenario *scenario)
{
    struct error error = {0};
    struct model *model = model_create(scenario, fixture_catalog(), &error);
    if (!model)
        fail_msg("%s: %s", error.place, error.message);
    return model;
}

static struct result *submit(struct worker *worker, const struct scenario *scenario, struct result *base,
                             int64_t fork_ns)
{
    struct error error = {0};
    struct model *model = model_of(scenario);
    struct result *result = worker_submit(worker, model, base, fork_ns, &error);
    assert_non_null(result);
    model_release(model);
    return result;
}

static struct worker *start_worker(int wake_fd)
{
    struct error error = {0};
    struct worker *worker = worker_create(wake_fd, &error);
    assert_non_null(worker);
    return worker;
}

/* While the recording grows, every published bucket already has its final bytes. */
static void test_published_buckets_are_final(void **state)
{
    (void)state;
    struct scenario scenario;
    fixture_carbondis(&scenario, 4, 40, 100000);
    struct simulation straight = simulate(&scenario);
    struct worker *worker = start_worker(-1);
    struct result *result = submit(worker, &scenario, NULL, 0);
    int seen = 0;
    while (!recording_finished(result->recording)) {
        int count = recording_count(result->recording);
        for (; seen < count; seen++)
            assert_true(result->recording->run[COLUMN_ENERGY_ACTIVE][seen] ==
                        straight.recording->run[COLUMN_ENERGY_ACTIVE][seen]);
    }
    worker_wait(worker);
    assert_memory_equal(&result->recording->summary, &straight.recording->summary, sizeof straight.summary);
    assert_true(run_state_hash(result->run) == run_state_hash(straight.run));
    worker_free(worker);
    result_release(result);
    simulation_free(&straight);
    scenario_free(&scenario);
}

/* Only the newest submission is finished; what it replaced may stay unfinished, and is safe to hold and to
 * let go. */
static void test_the_newest_counts(void **state)
{
    (void)state;
    struct scenario scenario;
    fixture_carbondis(&scenario, 4, 40, 50000);
    struct worker *worker = start_worker(-1);
    struct result *results[20];
    for (int i = 0; i < 20; i++) {
        scenario.number[KNOB_CIT] = 0.5 + 0.05 * i;
        results[i] = submit(worker, &scenario, NULL, 0);
    }
    worker_wait(worker);
    assert_false(worker_busy(worker));
    assert_true(recording_finished(results[19]->recording));
    struct simulation straight = simulate(&scenario);
    assert_memory_equal(&results[19]->recording->summary, &straight.recording->summary,
                        sizeof straight.summary);
    for (int i = 0; i < 20; i++)
        result_release(results[i]);
    simulation_free(&straight);
    worker_free(worker);
    scenario_free(&scenario);
}

static void test_a_fork_is_a_straight_run(void **state)
{
    (void)state;
    struct scenario scenario;
    struct error error = {0};
    fixture_carbondis(&scenario, 4, 60, 20000);
    struct worker *worker = start_worker(-1);
    struct result *base = submit(worker, &scenario, NULL, 0);
    worker_wait(worker);
    struct knob_value value = {.number = 0.8};
    assert_true(scenario_edit(&scenario, 600 * NS_PER_S, (struct knob_ref){.id = KNOB_CIT}, &value, &error));
    struct result *fork = submit(worker, &scenario, base, 600 * NS_PER_S);
    result_release(base); /* the fork has copied what it needs */
    worker_wait(worker);
    struct simulation straight = simulate(&scenario);
    assert_true(run_state_hash(fork->run) == run_state_hash(straight.run));
    result_release(fork);
    simulation_free(&straight);
    worker_free(worker);
    scenario_free(&scenario);
}

/* A byte at the end at the latest; freeing a busy worker cancels it. */
static void test_it_wakes_and_stops(void **state)
{
    (void)state;
    struct scenario scenario;
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    fixture_carbondis(&scenario, 4, 40, 200000);
    struct worker *worker = start_worker(ends[1]);
    struct result *result = submit(worker, &scenario, NULL, 0);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    worker_free(worker);
    result_release(result);
    close(ends[0]);
    close(ends[1]);
    scenario_free(&scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_buckets_are_final),
        cmocka_unit_test(test_the_newest_counts),
        cmocka_unit_test(test_a_fork_is_a_straight_run),
        cmocka_unit_test(test_it_wakes_and_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
