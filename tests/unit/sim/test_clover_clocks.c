/* A governor beside Clover (CO-C16): GPUs that a search cuts keep the clock that they began with, so no
 * window contains a change of clock and no outcome is of two; those of other pools are tuned. Whoever turns
 * such a clock by hand is told why it cannot be. */
#include "engine/sim/state.h"
#include "tests/support/simulate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { A0, A1, LOW1, LOW2, HIGH };

static struct scenario scenario;

static bool ever_changes(const struct simulation *simulation, int gpu)
{
    const struct recording *recording = simulation->recording;
    const float *mhz = recording->gpu[COLUMN_GPU_CLOCK] + (size_t)gpu * (size_t)recording->n_buckets;
    for (int k = 1; k < recording_count(recording); k++)
        if (mhz[k] < mhz[0] || mhz[k] > mhz[0])
            return true;
    return false;
}

/* Three pools, an hour, a grid that moves; Clover searches in the first one. */
static void test_what_is_cut_is_not_tuned(void **state)
{
    (void)state;
    fixture_pools(&scenario);
    fixture_set(&scenario, "cit=0"); /* the high end is at work, so there is something to tune */
    struct simulation fixed = simulate(&scenario);
    fixture_set(&scenario, "policy.tune=carbon-tuned");
    struct simulation tuned = simulate(&scenario);
    simulation_check(&tuned);
    assert_true(tuned.summary.search.evaluations > 0);
    for (int gpu = A0; gpu <= A1; gpu++) {
        assert_true(isnan(tuned.run->gpus[gpu].tuned_mhz));
        assert_false(ever_changes(&tuned, gpu));
    }
    assert_true(tuned.run->gpus[HIGH].tuned_mhz > 0);
    assert_true(ever_changes(&tuned, HIGH));
    /* so the search measures what it measures without a governor */
    assert_true(recording_same_evaluations(fixed.recording, tuned.recording));
    simulation_free(&fixed);
    simulation_free(&tuned);
    scenario_free(&scenario);
}

static void refused(const char *place, const char *message)
{
    struct error error = {0};
    assert_null(model_create(&scenario, fixture_catalog(), &error));
    assert_string_equal(error.message, message);
    assert_string_equal(error.place, place);
    scenario_free(&scenario);
}

static void test_refused(void **state)
{
    static const char *const why =
        "the layout of 'a0' may change in mid-run, and a scheme measures it at one clock: give it that from "
        "the start, as clock_mhz of the GPU in the fleet";
    (void)state;
    fixture_pools(&scenario);
    fixture_at(&scenario, "600:clock_mhz.a0=705");
    refused("/edits/0/value", why);
    fixture_pools(&scenario);
    fixture_set(&scenario, "clock_mhz.a0=705");
    refused("/knobs/clock_mhz.a0", why);
    fixture_pools(&scenario);
    fixture_set(&scenario, "policy.tune.serving=carbon-tuned");
    refused("/pools/0/policies/tune",
            "'carbon-tuned' has no clock to set: it takes a GPU whose profiles have several clocks, or whose "
            "type has a range of them, and whose layout nobody changes in mid-run; choose tune fixed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_cut_is_not_tuned),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
