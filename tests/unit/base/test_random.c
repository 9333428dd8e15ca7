/* Random draws against the distributions they claim: Kolmogorov-Smirnov and chi-square tests with closed-form
 * distribution functions, and moments. The bits themselves are the matter of test_determinism.c. */
#include "engine/base/random.h"

#include "tests/support/slow_build.h"
#include "tests/unit/base/statistics.h"
#include "tests/support/test.h"

enum { DRAWS = THINNED(200000, 1000000) };

static double sample[DRAWS];

static double uniform_cdf(double x)
{
    return x;
}

static double exponential_cdf(double x)
{
    return -expm1(-x);
}

static double normal_cdf(double z)
{
    return erfc(-z / sqrt(2)) / 2;
}

/* Gamma of mean 1 and shape 1/2: a squared normal. */
static double gamma_half_cdf(double x)
{
    return erf(sqrt(x / 2));
}

static double gamma_two_cdf(double x)
{
    return 1 - exp(-2 * x) * (1 + 2 * x);
}

static double gamma_five_cdf(double x)
{
    double term = 1, sum = 1;
    for (int k = 1; k < 5; k++)
        sum += term *= 5 * x / k;
    return 1 - exp(-5 * x) * sum;
}

static double draw_half(uint64_t key, uint64_t i)
{
    return random_gamma(key, i, 0.5);
}

static double draw_one(uint64_t key, uint64_t i)
{
    return random_gamma(key, i, 1);
}

static double draw_two(uint64_t key, uint64_t i)
{
    return random_gamma(key, i, 2);
}

static double draw_five(uint64_t key, uint64_t i)
{
    return random_gamma(key, i, 5);
}

/* Every distribution with its first moments: mean, variance, and the fourth for the variance's spread. */
static const struct distribution {
    const char *name;
    double (*draw)(uint64_t key, uint64_t i);
    double (*cdf)(double x);
    double mean, variance, fourth;
} distributions[] = {
    {"unit", random_unit, uniform_cdf, 0.5, 1.0 / 12, 1.0 / 80},
    {"exponential", random_exponential, exponential_cdf, 1, 1, 9},
    {"normal", random_normal, normal_cdf, 0, 1, 3},
    {"gamma 0.5", draw_half, gamma_half_cdf, 1, 2, 60},
    {"gamma 1", draw_one, exponential_cdf, 1, 1, 9},
    {"gamma 2", draw_two, gamma_two_cdf, 1, 0.5, 1.5},
    {"gamma 5", draw_five, gamma_five_cdf, 1, 0.2, 0.168},
};

enum { DISTRIBUTIONS = sizeof distributions / sizeof *distributions };

FACT(test_moments_and_fit)
{
    for (uint32_t d = 0; d < DISTRIBUTIONS; d++) {
        const struct distribution *is = &distributions[d];
        uint64_t key = random_key(2024, RANDOM_TEST, d);
        double sum = 0, squares = 0;
        for (uint64_t i = 0; i < DRAWS; i++) {
            sample[i] = is->draw(key, i);
            sum += sample[i];
            squares += (sample[i] - is->mean) * (sample[i] - is->mean);
        }
        double z_mean = (sum / DRAWS - is->mean) / sqrt(is->variance / DRAWS);
        double z_variance =
            (squares / DRAWS - is->variance) / sqrt((is->fourth - is->variance * is->variance) / DRAWS);
        double ks = statistics_ks(sample, DRAWS, is->cdf);
        if (fabs(z_mean) > 3.3 || fabs(z_variance) > 3.3 || ks > 1.95)
            fail_msg("%s: mean %.2f sd off, variance %.2f sd off, KS %.2f", is->name, z_mean, z_variance, ks);
    }
}

FACT(test_below_is_uniform)
{
    static const uint32_t limits[] = {1, 2, 3, 7, 100, 1000};
    static double observed[1000], expected[1000];
    for (uint32_t l = 0; l < sizeof limits / sizeof *limits; l++) {
        uint64_t key = random_key(9, RANDOM_TEST, l);
        memset(observed, 0, sizeof observed);
        for (uint64_t i = 0; i < DRAWS; i++) {
            uint32_t value = random_below(key, i, limits[l]);
            assert_true(value < limits[l]);
            observed[value]++;
        }
        for (uint32_t v = 0; v < limits[l]; v++)
            expected[v] = (double)DRAWS / limits[l];
        assert_true(limits[l] == 1 || fabs(statistics_chi_square(observed, expected, limits[l])) < 3.3);
    }
}

/* Correlation of two unit samples as a standard normal deviate. */
static double correlation(uint64_t key_a, uint64_t key_b, uint64_t lag)
{
    double sum = 0;
    for (uint64_t i = 0; i < DRAWS; i++)
        sum += (random_unit(key_a, i) - 0.5) * (random_unit(key_b, i + lag) - 0.5);
    return sum * 12 / sqrt(DRAWS);
}

FACT(test_streams_are_independent)
{
    uint64_t keys[12];
    double worst = 0;
    for (uint32_t k = 0; k < 4; k++) { /* neighbours in index, in purpose and in seed */
        keys[k] = random_key(0, RANDOM_ARRIVALS, k);
        keys[4 + k] = random_key(0, (enum random_purpose)(1 + k), 0);
        keys[8 + k] = random_key(1 + k, RANDOM_ARRIVALS, 0);
    }
    for (size_t a = 0; a < 12; a++) {
        worst = fmax(worst, fabs(correlation(keys[a], keys[a], 1)));
        for (size_t b = 0; b < a; b++) {
            assert_true(keys[a] != keys[b]);
            worst = fmax(worst, fabs(correlation(keys[a], keys[b], 0)));
        }
    }
    assert_true(worst < 4); /* of 78 */
}
