/* Runs side by side: each against whichever is the base, over the seeds that all know; what may not be paired
 * has differences and no verdict. */
#include "engine/explore/contrast.h"
#include "tests/support/simulate.h"

static void put(struct contrast_run *run, double grams, double late)
{
    double *values = contrast_next(run);
    size_t n = sweep_columns(&run->sweep);
    for (size_t k = 0; k < n; k++)
        values[k] = NAN;
    values[sweep_column_of(&run->sweep, METRIC_CARBON, 0)] = grams;
    values[sweep_column_of(&run->sweep, METRIC_LATE, 0)] = late;
}

static void open_three(struct contrast *contrast, struct scenario *scenario)
{
    *contrast = (struct contrast){0};
    *scenario = carbondis_scenario(2, 800, 500);
    for (int k = 0; k < 3; k++)
        assert_true(contrast_add(contrast,
                                 k == 0   ? "a"
                                 : k == 1 ? "b"
                                          : "c",
                                 scenario, (struct carbon_meaning){BASIS_LCA, KIND_AVERAGE}, 4, NULL));
}

static const struct sweep_column carbon = {METRIC_CARBON, 0};

FACT(test_each_against_the_base)
{
    DEFER(contrast_free) struct contrast contrast;
    DEFER(scenario_free) struct scenario scenario;
    struct contrast_row row;
    open_three(&contrast, &scenario);
    for (int i = 0; i < 3; i++) {
        put(&contrast.runs[0], 10 + i, 5);
        put(&contrast.runs[1], 12 + i, 5);
        put(&contrast.runs[2], i == 1 ? 1 : 20, i == 0 ? 4 : 5);
    }
    put(&contrast.runs[0], 999, 999); /* which the others do not know yet */
    assert_int_equal(contrast_seeds(&contrast), 3);
    assert_true(contrast_row(&contrast, carbon, &row));
    assert_close(row.values[0], 11, 1e-12);
    assert_close(row.pairings[1].delta, 2, 1e-12);
    assert_int_equal(row.pairings[1].verdict, PAIRING_LARGER);
    assert_int_equal(row.pairings[2].verdict, PAIRING_NOISE);
    assert_string_equal(contrast_best(&contrast, &row), "a");
    contrast.base = 1;
    assert_true(contrast_row(&contrast, carbon, &row));
    assert_close(row.pairings[0].delta, -2, 1e-12);
    assert_int_equal(row.pairings[0].verdict, PAIRING_LARGER);
    assert_int_equal(row.pairings[1].verdict, PAIRING_IDENTICAL);
    assert_int_equal(contrast_verdict(&contrast, &row), PAIRING_LARGER);
    assert_false(contrast_row(&contrast, (struct sweep_column){METRIC_HORIZON, 0}, &row));
}

FACT(test_what_is_not_paired)
{
    DEFER(contrast_free) struct contrast contrast;
    DEFER(scenario_free) struct scenario scenario, other;
    struct contrast_row row;
    open_three(&contrast, &scenario);
    other = carbondis_scenario(3, 800, 500);
    assert_true(contrast_same_apps(&contrast));
    assert_null(contrast_why_not(&contrast));
    assert_true(
        contrast_add(&contrast, "d", &other, (struct carbon_meaning){BASIS_LCA, KIND_AVERAGE}, 4, NULL));
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < contrast.n; k++)
            put(&contrast.runs[k], k == 2 ? 10 : 10 + (double)k, 0);
    assert_false(contrast_same_apps(&contrast));
    assert_non_null(contrast_why_not(&contrast));
    assert_true(contrast_row(&contrast, carbon, &row));
    assert_close(row.pairings[3].delta, 3, 1e-12);
    assert_true(row.pairings[3].verdict == PAIRING_UNKNOWN && isnan(row.pairings[3].ci95));
    assert_int_equal(row.pairings[2].verdict, PAIRING_IDENTICAL);
    assert_true(contrast_has_pair(&contrast) && !contrast_why_not_of(&contrast, 0, 2));
    assert_true(contrast_why_not_of(&contrast, 0, 3) && contrast_why_not_of(&contrast, 2, 3));
    assert_int_equal(row.pairings[1].verdict,
                     PAIRING_LARGER);         /* what it may be held against is, all the same */
    assert_true(isnan(row.pairings[1].ci95)); /* one value in every seed has no spread to tell of */
    contrast.base = 3;
    assert_false(contrast_has_pair(&contrast));
    assert_true(contrast_row(&contrast, carbon, &row));
    assert_int_equal(row.pairings[1].verdict, PAIRING_UNKNOWN);
}

/* Marginal grams are not held against average ones, whatever else is; no run is the best by them. */
FACT(test_unlike_grams_have_no_difference)
{
    DEFER(contrast_free) struct contrast contrast;
    DEFER(scenario_free) struct scenario scenario;
    struct contrast_row row;
    open_three(&contrast, &scenario);
    contrast.runs[2].grams.kind = KIND_MARGINAL;
    for (int i = 0; i < 4; i++)
        for (size_t k = 0; k < contrast.n; k++)
            put(&contrast.runs[k], 10 + (double)k, 5 - (double)k);
    assert_true(contrast_row(&contrast, carbon, &row));
    assert_close(row.pairings[1].delta, 1, 1e-12);
    assert_true(isnan(row.pairings[2].delta) && row.pairings[2].verdict == PAIRING_UNKNOWN);
    assert_null(contrast_best(&contrast, &row));
    assert_true(contrast_row(&contrast, (struct sweep_column){METRIC_LATE, 0}, &row));
    assert_close(row.pairings[2].delta, -2, 1e-12);
    assert_has(contrast_why_not(&contrast), "marginal");
}
