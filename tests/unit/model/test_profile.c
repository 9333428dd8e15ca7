/* Curves over batch: interpolation, provenance, scaling, refusals. */
#include "engine/base/units.h"
#include "engine/model/profile.h"
#include "tests/support/test.h"

static struct profile_row row(const char *gpu, int batch, double latency_ms, double power_w,
                              enum provenance provenance)
{
    struct profile_row made = {.batch = batch,
                               .latency_ms = latency_ms,
                               .power_w = power_w,
                               .provenance = provenance,
                               .clock_mhz = NAN,
                               .accuracy = NAN,
                               .memory_gb = NAN};
    strcpy(made.gpu, gpu);
    strcpy(made.slice, "whole");
    return made;
}

static struct profile_set set_of(struct profile_row *rows, size_t n)
{
    struct profile_set set = {.n = n, .rows = rows};
    strcpy(set.model, "inception-v3");
    return set;
}

FACT(between_rows_it_is_linear)
{
    struct profile_row rows[] = {
        row("P4", 6, 37, 88.66, PROVENANCE_MEASURED), row("T4", 2, 1, 1, PROVENANCE_MEASURED),
        row("P4", 2, 21, 84.32, PROVENANCE_MEASURED), row("P4", 10, 45, 90, PROVENANCE_MODELLED)};
    struct profile_set set = set_of(rows, 4);
    DEFER(profile_curve_free) struct profile_curve curve;
    assert_true(profile_curve_build(&curve, &set, "P4", "whole", "", 1, false, &err));
    assert_int_equal(curve.batch_min, 2);
    assert_int_equal(curve.batch_max, 10);
    assert_int_equal(curve.latency_ns[2 - 1], 21 * NS_PER_MS);
    assert_int_equal(curve.latency_ns[3 - 1], 25 * NS_PER_MS);
    assert_int_equal(curve.latency_ns[6 - 1], 37 * NS_PER_MS);
    assert_int_equal(curve.latency_ns[9 - 1], 43 * NS_PER_MS);
    assert_int_equal(curve.latency_ns[10 - 1], 45 * NS_PER_MS);
    assert_true(fabs(curve.power_w[4 - 1] - 86.49) < 1e-12);
    assert_int_equal(curve.provenance[2 - 1], PROVENANCE_MEASURED);
    assert_int_equal(curve.provenance[4 - 1], PROVENANCE_DERIVED);
    assert_int_equal(curve.provenance[6 - 1], PROVENANCE_MEASURED);
    assert_int_equal(curve.provenance[8 - 1], PROVENANCE_MODELLED);
}

FACT(scale_reaches_modelled_rows_or_all)
{
    struct profile_row rows[] = {row("P4", 1, 10, 50, PROVENANCE_MEASURED),
                                 row("P4", 3, 20, 60, PROVENANCE_MODELLED)};
    struct profile_set set = set_of(rows, 2);
    DEFER(profile_curve_free) struct profile_curve curve;
    assert_true(profile_curve_build(&curve, &set, "P4", "whole", "", 2, false, NULL));
    assert_int_equal(curve.latency_ns[0], 10 * NS_PER_MS);
    assert_int_equal(curve.latency_ns[1], 25 * NS_PER_MS);
    assert_int_equal(curve.latency_ns[2], 40 * NS_PER_MS);
    assert_true(curve.power_w[2] == 60);
    profile_curve_free(&curve);
    assert_true(profile_curve_build(&curve, &set, "P4", "whole", "", 2, true, NULL));
    assert_int_equal(curve.latency_ns[0], 20 * NS_PER_MS);
}

static void expect_refusal(struct profile_row *rows, size_t n, const char *gpu, const char *variant,
                           const char *message)
{
    struct profile_set set = set_of(rows, n);
    struct profile_curve curve;
    assert_false(profile_curve_build(&curve, &set, gpu, "whole", variant, 1, false, &err));
    assert_int_equal(err.kind, ERROR_INPUT);
    assert_string_equal(err.message, message);
    profile_curve_free(&curve); /* harmless after a refusal */
}

FACT(refusals_name_model_gpu_and_slice)
{
    struct profile_row rows[] = {
        row("P4", 1, 10, NAN, PROVENANCE_MEASURED), row("T4", 1, 10, 50, PROVENANCE_MEASURED),
        row("T4", 1, 11, 50, PROVENANCE_MEASURED),  row("A", 1, 10, 50, PROVENANCE_MEASURED),
        row("A", 2, 10, 50, PROVENANCE_MEASURED),   row("B", 1, 0, 50, PROVENANCE_MEASURED),
        row("C", 0, 1, 50, PROVENANCE_MEASURED)};
    strcpy(rows[3].variant, "b1");
    strcpy(rows[4].variant, "b3");
    size_t n = sizeof rows / sizeof rows[0];
    expect_refusal(rows, n, "V100", "", "profile 'inception-v3' has no rows for V100, slice whole");
    expect_refusal(rows, n, "P4", "x", "profile 'inception-v3' has no rows for P4, slice whole, variant x");
    expect_refusal(rows, n, "P4", "",
                   "profile 'inception-v3' on P4 (whole): batch 1 has no power; add power_w to that row");
    expect_refusal(
        rows, n, "T4", "",
        "profile 'inception-v3' on T4 (whole): batch 1 stands there twice (two clocks? name clock_mhz)");
    expect_refusal(rows, n, "A", "",
                   "profile 'inception-v3' on A (whole) has several variants ('b1', 'b3'); name one");
    expect_refusal(rows, n, "B", "", "profile 'inception-v3' on B (whole): batch 1 has no latency above 0");
    expect_refusal(rows, n, "C", "", "profile 'inception-v3' on C (whole): batch 0 is no batch size");
    struct profile_set set = set_of(rows, n);
    assert_true(profile_has(&set, "A", "whole", "b3"));
    assert_true(profile_has(&set, "A", "whole", ""));
    assert_false(profile_has(&set, "A", "1g", ""));
}
