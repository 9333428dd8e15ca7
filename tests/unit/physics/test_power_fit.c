/* A shared GPU's power taken apart: the numbers of the Utilization Fallacy (UF-N9 .. UF-N13), that the
 * systems it prints are refused (UF-X1), that parts which somebody made up are found again, and that the
 * naive estimate counts P_OI once too often for each model but one. */
#include "engine/physics/power.h"

#include "tests/support/simulate.h"

static const struct power_sample paper[] = {{1, 1, 94.5}, {2, 1, 119}, {3, 1, 143.5}, {1, 2, 110}};

FACT(test_together)
{
    const double alone_w[] = {130, 105, 118};
    assert_close(power_together_w(POWER_STAUX, alone_w, 3, 45, 25), 213, 1e-12); /* UF-N9 */
    assert_close(power_naive_w(alone_w, 3, 45), 263, 1e-12);
    assert_close(power_together_w(POWER_STAUX, alone_w, 2, 45, 25), 165, 1e-12); /* UF-N10 */
    assert_close(power_naive_w(alone_w, 2, 45), 190, 1e-12);
    assert_close(power_together_w(POWER_STAUX, alone_w, 1, 45, 25), 130, 0);
    assert_close(power_naive_w(alone_w, 1, 45), 130, 0);
    assert_close(power_naive_w(alone_w, 0, 45), 45, 0);
}

FACT(test_paper)
{
    struct power_parts parts;
    assert_true(power_fit(paper, 3, 45, &parts, NULL)); /* UF-N11 */
    assert_close(parts.p_oi_w, 25, 1e-12);
    assert_close(parts.slope_w, 24.5, 1e-12);
    assert_true(isnan(parts.p_c_w) && isnan(parts.p_oa_w));
    assert_true(power_split(paper, 4, 45, &parts, NULL)); /* UF-N12 */
    assert_close(parts.p_c_w, 15.5, 1e-12);
    assert_close(parts.p_oa_w, 9, 1e-12);
}

/* UF-N13: three equations for three unknowns, of which two are independent; two for two, of which one is. */
FACT(test_printed_systems)
{
    struct power_parts parts = {.p_c_w = 7};
    struct linear three = power_equations(paper, 3, 45), two = {.rows = 2, .unknowns = 2};
    two.a[0][0] = two.a[0][1] = 1;
    two.a[1][0] = two.a[1][1] = 2;
    assert_int_equal(linear_rank(&three), 2);
    assert_int_equal(linear_rank(&two), 1);
    assert_true(power_fit(paper, 3, 45, &parts, NULL));
    parts.p_c_w = 7;
    assert_false(power_split(paper, 3, 45, &parts, &err));
    assert_string_equal(
        err.message,
        "these runs cannot tell P_C from P_OA, because each copy adds both (UF-X1); measure one copy on a slice of 2g, too");
    assert_true(parts.p_c_w == 7);
    struct linear four = power_equations(paper, 4, 45);
    assert_int_equal(linear_rank(&four), 3);
}

FACT(test_too_few)
{
    const struct power_sample same[] = {{2, 1, 100}, {2, 1, 101}, {1, 2, 90}};
    const struct power_sample crowded[] = {{2, 1, 100}, {3, 1, 120}, {3, 2, 190}};
    struct power_parts parts = {.slope_w = 7};
    assert_false(power_fit(same, 3, 45, &parts, &err));
    assert_string_equal(
        err.message,
        "runs of one number of copies cannot tell P_OI from what each copy adds; measure one copy, two and three, each on a slice of 1g");
    assert_false(power_fit(NULL, 0, 45, &parts, &err));
    assert_true(parts.slope_w == 7);
    assert_true(power_fit(crowded, 3, 45, &parts, &err));
    assert_false(power_split(crowded, 3, 45, &parts, &err));
    assert_string_equal(
        err.message,
        "P_C and P_OA are told apart by one copy alone on 1g and one alone on 2g; measure the one that is missing");
}

/* Any parts, any number of runs, any slice: what was put in comes out, and foretells a shared GPU. */
FACT(test_found_again)
{
    static const int slices[] = {2, 3, 4, 7};
    uint64_t key = random_key(7, RANDOM_TEST, 0), draw = 0;
    for (int trial = 0; trial < 1000; trial++) {
        double w[4]; /* P_S, P_OI, P_C, P_OA */
        struct power_sample samples[8];
        struct power_parts parts;
        int n = 0, wide = slices[trial % 4];
        for (int k = 0; k < 4; k++)
            w[k] = 1 + 60 * random_unit(key, draw++);
        samples[n++] = (struct power_sample){1, wide, w[0] + w[1] + wide * w[2] + w[3]};
        for (int copies = 1; copies <= 2 + trial % 6; copies++)
            samples[n++] = (struct power_sample){copies, 1, w[0] + w[1] + copies * (w[2] + w[3])};
        assert_true(power_fit(samples, n, w[0], &parts, NULL) && power_split(samples, n, w[0], &parts, NULL));
        assert_close(parts.p_oi_w, w[1], 1e-9);
        assert_close(parts.slope_w, w[2] + w[3], 1e-9);
        assert_close(parts.p_c_w, w[2], 1e-9);
        assert_close(parts.p_oa_w, w[3], 1e-9);
        const double alone_w[] = {samples[0].power_w, samples[1].power_w};
        double both_w = w[0] + w[1] + (wide + 1) * w[2] + 2 * w[3];
        assert_close(power_together_w(POWER_STAUX, alone_w, 2, w[0], parts.p_oi_w), both_w, 1e-9);
        assert_close(power_naive_w(alone_w, 2, w[0]), both_w + w[1], 1e-9);
    }
}

/* Readings that scatter: the line is that of least squares, whose error over opposite pairs is none. */
FACT(test_scatter)
{
    const struct power_sample samples[] = {{1, 1, 93.5}, {1, 1, 95.5}, {2, 1, 117},
                                           {2, 1, 121},  {3, 1, 143},  {3, 1, 144}};
    struct power_parts parts;
    assert_true(power_fit(samples, 6, 45, &parts, NULL));
    assert_close(parts.p_oi_w, 25, 1e-12);
    assert_close(parts.slope_w, 24.5, 1e-12);
}
