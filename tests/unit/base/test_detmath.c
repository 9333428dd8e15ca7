/* The own functions against the C library's long double ones, which carry eleven more bits. */
#include "engine/base/detmath.h"

#include "engine/base/random.h"
#include "tests/support/test.h"

#include <float.h>

enum { DRAWS = 200000 };

/* Uniform in low..high. */
static double draw(uint64_t i, double low, double high)
{
    return low + (high - low) * random_unit(random_key(1, RANDOM_TEST, 0), i);
}

static void assert_close(double value, long double exact, double tolerance, double argument)
{
    if (!(fabsl((long double)value - exact) <= tolerance * fabsl(exact)))
        fail_msg("at %.17g: %.17g, not %.17Lg", argument, value, exact);
}

FACT(test_log)
{
    for (uint64_t i = 0; i < DRAWS; i++) {
        double x = draw(2 * i, 0.5, 2), wide = ldexp(x, (int)draw(2 * i + 1, -1070, 1022));
        assert_close(det_log(x), logl(x), 2.5e-16, x);
        assert_close(det_log(wide), logl(wide), 2.5e-16, wide);
    }
    for (double x = 1, gap = DBL_EPSILON; gap < 0.5; gap *= 2) { /* where log x is small */
        assert_close(det_log(x + gap), logl((long double)x + gap), 2.5e-16, x + gap);
        assert_close(det_log(x - gap), logl((long double)x - gap), 2.5e-16, x - gap);
    }
    assert_true(det_log(1) == 0);
    assert_close(det_log(DBL_MAX), logl(DBL_MAX), 2.5e-16, DBL_MAX);
    assert_close(det_log(DBL_MIN), logl(DBL_MIN), 2.5e-16, DBL_MIN);
    assert_close(det_log(5e-324), logl(5e-324), 2.5e-16, 5e-324);
}

FACT(test_exp)
{
    for (uint64_t i = 0; i < DRAWS; i++) {
        double x = draw(2 * i, -2, 2), wide = draw(2 * i + 1, -708, 709.78);
        assert_close(det_exp(x), expl(x), 1.4e-16, x);
        assert_close(det_exp(wide), expl(wide), 1.4e-16, wide);
    }
    for (double x = -745; x < -708; x += 0.25) /* subnormal results are right to their own last digit */
        assert_true(fabsl(det_exp(x) - expl(x)) <= 0x1p-1074L);
    assert_true(det_exp(0) == 1 && det_exp(-0.0) == 1 && det_exp(5e-324) == 1);
    assert_true(det_exp(709.8) == INFINITY && det_exp(INFINITY) == INFINITY);
    assert_true(det_exp(-746) == 0 && det_exp(-INFINITY) == 0);
    assert_true(isnan(det_exp(NAN)));
}

static long double exact_cdf(double z)
{
    return erfcl(-(long double)z / sqrtl(2)) / 2;
}

FACT(test_normal_cdf)
{
    for (uint64_t i = 0; i < DRAWS / 10; i++) {
        double z = draw(3 * i, -6, 6), tail = draw(3 * i + 1, -37, 0);
        assert_close(det_normal_cdf(z), exact_cdf(z), 1e-13, z);
        assert_close(det_normal_cdf(tail), exact_cdf(tail), 1e-13, tail);
    }
    for (double z = -2.01; z < -1.99; z += 0.0001) /* where the two methods meet */
        assert_close(det_normal_cdf(z), exact_cdf(z), 1e-13, z);
    assert_true(det_normal_cdf(0) == 0.5);
    assert_true(det_normal_cdf(-40) == 0 && det_normal_cdf(-INFINITY) == 0);
    assert_true(det_normal_cdf(10) == 1 && det_normal_cdf(INFINITY) == 1);
    assert_true(isnan(det_normal_cdf(NAN)));
}

/* An error dz in the quantile moves the exact distribution function by phi(z) dz. */
static void assert_quantile(double p)
{
    double z = det_normal_quantile(p);
    long double density = expl(-(long double)z * z / 2) / sqrtl(2 * acosl(-1));
    long double off =
        p < 0.5 ? (exact_cdf(z) - p) / density : (exact_cdf(-z) - (1 - (long double)p)) / density;
    assert_or(fabsl(off) <= 2e-14 * fmax(fabs(z), 1), "quantile of %.17g is %.17g, off by %Lg", p, z, off);
}

FACT(test_normal_quantile)
{
    for (uint64_t i = 1; i <= DRAWS / 20; i++) {
        assert_quantile(draw(2 * i, 0, 1));
        assert_quantile(exp(draw(2 * i + 1, -700, -1)));
    }
    for (double gap = 0x1p-52; gap < 0.5; gap *= 2) {
        assert_quantile(0.5 - gap / 2);
        assert_quantile(1 - gap);
        assert_true(det_normal_quantile(0.25 + gap / 2) ==
                    -det_normal_quantile(0.75 - gap / 2)); /* exact sums */
    }
    assert_true(det_normal_quantile(0.5) == 0);
    assert_close(det_normal_quantile(0.975), 1.959963984540054L, 1e-14, 0.975);
}
