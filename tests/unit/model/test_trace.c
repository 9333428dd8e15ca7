/* Traces: held values, gaps, history (CD-N10, CD-N11, CD-N24), offsets. */
#include "engine/physics/carbon.h"
#include "engine/model/trace.h"
#include "tests/support/test.h"

#define TRACE(values)                                                                                        \
    {                                                                                                        \
        .start_s = 1000, .step_s = 100, .n = sizeof(values) / sizeof(values)[0], .samples = values           \
    }

FACT(history_is_the_mean_before)
{
    double values[] = {200, 220, 180, 240, 500};
    struct carbon_trace trace = TRACE(values);
    size_t n;
    double aci = carbon_trace_history_mean(&trace, 3, &n);
    assert_int_equal(n, 3);
    assert_true(aci == 200); /* CD-N10 */
    assert_true(fabs(carbon_cir(values[3], aci) - 1.2) < 1e-15);
    assert_true(carbon_trace_history_mean(&trace, 4, NULL) == 210);
    assert_true(isnan(carbon_trace_history_mean(&trace, 0, &n))); /* CD-N11 */
    assert_int_equal(n, 0);
    assert_true(carbon_aci(carbon_trace_history_sum(&trace, 0, &n), n, 300) == 300);
}

FACT(gaps_are_held_and_not_counted)
{
    double values[] = {NAN, 100, NAN, NAN, 400};
    struct carbon_trace trace = TRACE(values);
    size_t n;
    assert_true(carbon_trace_held(&trace, 0) == 0);
    assert_true(carbon_trace_held(&trace, 3) == 100);
    assert_true(carbon_trace_held(&trace, 99) == 400);
    assert_true(carbon_trace_history_mean(&trace, 4, &n) == 100);
    assert_int_equal(n, 1);
    double mean, sd;
    carbon_trace_moments(&trace, &mean, &sd);
    assert_true(mean == 250);
    assert_true(sd == 150);
}

FACT(index_is_clamped)
{
    double values[] = {1, 2, 3};
    struct carbon_trace trace = TRACE(values);
    assert_int_equal(carbon_trace_index(&trace, INT64_MIN), 0);
    assert_int_equal(carbon_trace_index(&trace, 1000), 0);
    assert_int_equal(carbon_trace_index(&trace, 1099), 0);
    assert_int_equal(carbon_trace_index(&trace, 1100), 1);
    assert_int_equal(carbon_trace_index(&trace, 1299), 2);
    assert_int_equal(carbon_trace_index(&trace, INT64_MAX), 2);
    trace.n = 1;
    assert_int_equal(carbon_trace_index(&trace, 999999), 0);
}

FACT(offsets_change_at_their_instant)
{
    double values[] = {1};
    struct utc_offset offsets[] = {{100, -28800}, {200, -25200}, {300, -28800}};
    struct carbon_trace trace = TRACE(values);
    assert_int_equal(carbon_trace_offset(&trace, 250), 0);
    trace.offsets = offsets;
    trace.n_offsets = 3;
    assert_int_equal(carbon_trace_offset(&trace, 50), -28800);
    assert_int_equal(carbon_trace_offset(&trace, 199), -28800);
    assert_int_equal(carbon_trace_offset(&trace, 200), -25200);
    assert_int_equal(carbon_trace_offset(&trace, 299), -25200);
    assert_int_equal(carbon_trace_offset(&trace, 9999), -28800);
}

FACT(a_copy_owns_its_samples)
{
    double values[] = {1, 2};
    struct utc_offset offsets[] = {{5, 3600}};
    struct carbon_trace trace = TRACE(values), copy;
    trace.offsets = offsets;
    trace.n_offsets = 1;
    assert_true(carbon_trace_copy(&copy, &trace));
    values[0] = 9;
    offsets[0].offset_s = 0;
    assert_true(copy.samples[0] == 1);
    assert_int_equal(carbon_trace_offset(&copy, 6), 3600);
    carbon_trace_free(&copy);
    assert_int_equal(copy.n, 0);
}
