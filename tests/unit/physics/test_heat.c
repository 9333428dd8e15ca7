/* Heat: the checkable numbers of InferCool (IC-N1 .. IC-N19, IC-N21, IC-N26, IC-N27) and of cooling (CO-N1 ..
 * CO-N5), and the integrals against sums of small steps. */
#include "engine/physics/heat.h"

#include "engine/physics/carbon.h"
#include "engine/physics/power.h"
#include "tests/support/simulate.h"

enum { MODELS_MAX = 7 };

static double compensated_w(const char *plan, double idle_w, const double *alone_w, int n)
{
    const struct power_plan cut = {.statics = power_static_find(plan)};
    double sum_w = 0;
    assert_non_null(cut.statics);
    for (int k = 0; k < n; k++)
        sum_w += alone_w[k];
    return power_watts(power_law_of(POWER_SUPERPOSE_COMP), idle_w, sum_w, n, &cut);
}

static double equal_w(const char *plan, double each_w, int n)
{
    double alone_w[MODELS_MAX];
    for (int k = 0; k < n; k++)
        alone_w[k] = each_w;
    return compensated_w(plan, 46.7, alone_w, n);
}

FACT(test_compensated)
{
    static const double five_w[] = {60, 62, 70, 88, 110}, four_w[] = {65, 95, 102, 120}, two_w[] = {130, 105};
    assert_close(equal_w("7x1g", 75, 7), 219.2494458, 5e-8); /* IC-N1 */
    assert_close(power_static_w(power_static_find("7x1g"), 219.2494458), 50.9584257, 5e-8);
    assert_close(equal_w("5x1g+1x2g", 70, 6), 166.3045556, 5e-8);                 /* IC-N2 */
    assert_close(equal_w("3x1g+2x2g", 80, 5), 201.5330568, 5e-8);                 /* IC-N3 */
    assert_close(equal_w("1x1g+3x2g", 90, 4), 215.9557826, 5e-8);                 /* IC-N4 */
    assert_close(equal_w("7x1g", 75, 2), 98.83648193, 5e-9);                      /* IC-N5 */
    assert_close(compensated_w("3x1g+2x2g", 46.7, five_w, 5), 191.1874089, 5e-8); /* IC-N6 */
    assert_close(compensated_w("1x1g+3x2g", 46.7, four_w, 4), 239.1969971, 5e-8); /* IC-N7 */
    assert_close(equal_w("7x1g", 46.7 + 0.426 / 0.01486, 7), 221.9729699, 5e-8);  /* IC-N9 */
    assert_close(compensated_w("7x1g", 46.7, two_w, 2), 183.7974568, 5e-8);       /* CO-N5 */
    assert_close(power_together_w(POWER_SUPERPOSE, two_w, 2, 46.7, 0), 188.3, 1e-12);
    assert_close(power_together_w(POWER_STAUX, two_w, 2, 45, 25), 165, 1e-12);
    assert_close(equal_w("7x1g", 75, 1), 75, 0);
    assert_close(equal_w("7x1g", 75, 0), 46.7, 0);
}

/* The static power at 200 W (IC-N10), the root that is rejected (IC-N8), and what is done without one. */
FACT(test_static_power)
{
    static const double at_200_w[] = {51.11, 50.48, 49.63, 48.25};
    static const int n_slices[] = {7, 6, 5, 4};
    double stable_w = 0, rejected_w = 0;
    assert_int_equal(power_n_statics, 4);
    for (int k = 0; k < power_n_statics; k++) {
        assert_close(power_static_w(&power_statics[k], 200), at_200_w[k], 1e-9);
        assert_int_equal(mig_cuts[power_statics[k].cut].n, n_slices[k]);
        for (int n = 2; n <= n_slices[k]; n++) {
            assert_true(power_static_roots(&power_statics[k], 300, n, &stable_w, &rejected_w));
            assert_close(300 - (n - 1) * power_static_w(&power_statics[k], stable_w), stable_w, 1e-9);
            assert_true(rejected_w > 1500 && stable_w < 300);
        }
    }
    assert_true(power_static_roots(&power_statics[0], 525, 7, &stable_w, &rejected_w));
    assert_close(rejected_w, 2803.154926, 5e-7);
    assert_false(power_static_roots(&power_statics[0], 5000, 7, &stable_w, &rejected_w));
    const struct power_plan plan = {.statics = &power_statics[0]}, unknown = {0};
    assert_close(power_watts(power_law_of(POWER_SUPERPOSE_COMP), 46.7, 5000, 7, &plan), 5000 - 6 * 46.7, 0);
    assert_close(power_watts(power_law_of(POWER_SUPERPOSE_COMP), 46.7, 525, 7, &unknown), 525 - 6 * 46.7, 0);
}

static const double alpha = 0.51, ha = 13;

FACT(test_steady)
{
    static const double power_w[] = {46.7, 100, 150, 200, 250, 265};
    static const double steady_c[] = {33.59230769, 37.69230769, 41.53846154,
                                      45.38461538, 49.23076923, 50.38461538};
    for (int k = 0; k < 6; k++) /* IC-N11 */
        assert_close(heat_steady_c(30, power_w[k], ha), steady_c[k], 5e-9);
}

FACT(test_relaxation)
{
    static const double after_s[] = {.1, .5, 1, 2, 5, 10};
    static const double warmer_c[] = {34.36987279, 37.11226738, 39.83994222,
                                      43.59161913, 48.0096921,  49.13542549};
    static const double cooler_s[] = {1, 2, 5}, cooler_c[] = {42.98313471, 39.2314578, 34.81338482};
    double idle_c = heat_steady_c(30, 46.7, ha), hot_c = heat_steady_c(30, 250, ha);
    for (int k = 0; k < 6; k++) /* IC-N12 */
        assert_close(heat_relaxed_c(hot_c, idle_c, alpha, after_s[k]), warmer_c[k], 5e-9);
    for (int k = 0; k < 3; k++) /* IC-N13 */
        assert_close(heat_relaxed_c(idle_c, hot_c, alpha, cooler_s[k]), cooler_c[k], 5e-9);
    double peak_c = heat_relaxed_c(hot_c, idle_c, alpha, 2); /* IC-N14 */
    assert_close(heat_relaxed_c(idle_c, peak_c, alpha, 4), 34.89250527, 5e-9);
}

FACT(test_cycle)
{
    struct heat_cycle cycle = heat_cycle_of(heat_above_k(250 - 46.7, ha), 2, 4, alpha); /* IC-N15 */
    assert_close(cycle.peak_k, 10.49122059, 5e-9);
    assert_close(cycle.trough_k, 1.364159889, 5e-10);
    assert_close(cycle.mean_k, 5.212820513, 5e-10);
    assert_close(cycle.peak_k / cycle.mean_k, 2.012580438, 5e-10); /* IC-N16 */
}

/* IC-N17: tau, half-life and 95 % of the way. */
FACT(test_reach)
{
    assert_close(heat_remains(alpha, 1.960784314), exp(-1), 1e-9);
    assert_close(heat_remains(alpha, 1.359112119), 0.5, 1e-9);
    assert_close(heat_remains(alpha, 5.87398485), 0.05, 1e-9);
}

FACT(test_rise)
{
    static const double power_w[] = {46.7, 100, 200, 250}, rise[] = {1.05508, 1.9825, 3.7225, 4.5925};
    for (int k = 0; k < 4; k++) /* IC-N18 */
        assert_close(heat_rise_k(power_w[k], WATER_RISE_FIT), rise[k], 1e-12);
    double warmed_c = 30 + heat_rise_k(250, WATER_RISE_FIT); /* IC-N19 */
    assert_close(heat_steady_c(warmed_c, 250, ha), 53.82326923, 5e-9);
    assert_close(heat_steady_c(warmed_c, 46.7, ha), 38.18480769, 5e-9);
    assert_close(heat_rise_k(250, WATER_RISE_BALANCE), 2.389, 5e-4); /* IC-X2 */
    assert_close(heat_rise_k(1, WATER_RISE_BALANCE), 0.00956, 5e-6);
}

/* The peak of a request of constant power, in the slices in which a prediction goes. */
static double peak_c(double from_c, double power_w, double seconds)
{
    enum { SLICES = 12 };
    double power[SLICES];
    int n = (int)ceil(seconds / 0.5);
    assert_in_range(n, 1, SLICES);
    for (int k = 0; k < n; k++)
        power[k] = power_w;
    return heat_after(from_c, 30, ha, heat_remains(alpha, 0.5), heat_remains(alpha, seconds - (n - 1) * 0.5),
                      power, n);
}

/* IC-N26: short requests go to the cooler GPU, though it draws more; long ones to the one that draws less. */
FACT(test_choice)
{
    static const double seconds[] = {0.05, 0.5, 1, 3, 6};
    static const char chosen[] = "BBBAA";
    for (int k = 0; k < 5; k++)
        assert_int_equal(peak_c(44, 210, seconds[k]) <= peak_c(40, 260, seconds[k]) ? 'A' : 'B', chosen[k]);
    assert_close(peak_c(44, 210, 1), 44.86047106, 5e-9);
    assert_close(peak_c(40, 260, 1), 43.99504421, 5e-9);
}

/* IC-N27. */
FACT(test_variance)
{
    assert_close(heat_variance((const double[]){54, 44, 50, 46}, 4), 14.75, 1e-12);
    assert_close(heat_variance((const double[]){54}, 1), 0, 0);
}

/* IC-N21, and CO-N1 .. CO-N4: 100 kJ at 380 g/kWh. */
FACT(test_cooling)
{
    static const double warmer_k[] = {0, 5, 3.6}, cooling_g[] = {4.75, 3.80, 4.066};
    assert_close(heat_saving(1), .04, 1e-15);
    assert_close(heat_saving(3.6), .144, 1e-15);
    assert_close(heat_saving(5), .2, 1e-15);
    assert_close(carbon_grams(1e5, 380, 1.5), 15.8333333, 5e-8);
    assert_close(1 + heat_cooling_share(HEAT_WATER_C) + HEAT_OTHER_SHARE, 1.5, 1e-15);
    for (int k = 0; k < 3; k++)
        assert_close(carbon_grams(1e5 * heat_cooling_share(30 + warmer_k[k]), 380, 1), cooling_g[k], 1e-9);
    assert_close(carbon_grams(1e5 * (1 + heat_cooling_share(35) + HEAT_OTHER_SHARE), 380, 1), 14.8833333,
                 5e-8);
    assert_close(heat_cooling_share(54), 0.018, 1e-12);
    assert_close(heat_cooling_share(56), 0, 0);
}
