/* Random draws against the distributions they claim: Kolmogorov-Smirnov and chi-square tests with closed-form
 * distribution functions, moments, the ziggurat's tails and edges by themselves, and the tables bit by bit.
 */
#include "engine/base/random.h"

#include "engine/base/detmath.h"
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

/* Every distribution with its first moments: mean, variance, and fourth central moment for the variance's own
 * spread. */
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

/* 1000 equally likely cells and four million draws: a layer whose edge is wrong shows as a dent. */
FACT(test_fine_fit_of_the_ziggurats)
{
    enum { CELLS = 1000, MANY = 4 * DRAWS };
    static double observed[CELLS], expected[CELLS];
    for (uint32_t d = 1; d <= 2; d++) {
        uint64_t key = random_key(77, RANDOM_TEST, d);
        memset(observed, 0, sizeof observed);
        for (uint64_t i = 0; i < MANY; i++) {
            double at = distributions[d].cdf(distributions[d].draw(key, i)) * CELLS;
            observed[at < CELLS ? (size_t)at : CELLS - 1]++;
        }
        for (size_t c = 0; c < CELLS; c++)
            expected[c] = (double)MANY / CELLS;
        assert_true(fabs(statistics_chi_square(observed, expected, CELLS)) < 3.3);
    }
}

/* The hash's layer and point are independent: each layer is missed as often as its table entry says. */
FACT(test_edges_are_hit_as_often_as_the_tables_say)
{
    const struct ziggurat_layer *tables[] = {ziggurat_exponential, ziggurat_normal};
    static double observed[ZIGGURAT_LAYERS], expected[ZIGGURAT_LAYERS];
    for (uint32_t t = 0; t < 2; t++) {
        uint64_t key = random_key(5, RANDOM_TEST, t);
        memset(observed, 0, sizeof observed);
        for (uint64_t i = 0; i < 4 * DRAWS; i++) {
            uint64_t hash = random_u64(key, i);
            uint32_t layer = random_layer(hash);
            observed[layer] += (hash >> 11) >= tables[t][layer].inside;
        }
        for (uint32_t l = 0; l < ZIGGURAT_LAYERS; l++)
            expected[l] = 4.0 * DRAWS / ZIGGURAT_LAYERS * (1 - (double)tables[t][l].inside * 0x1p-53);
        assert_true(fabs(statistics_chi_square(observed, expected, ZIGGURAT_LAYERS)) < 3.3);
    }
}

/* How a normal's excess over the tail's start is distributed. */
static double normal_excess_cdf(double excess)
{
    return 1 - erfc((ZIGGURAT_NORMAL_TAIL + excess) / sqrt(2)) / erfc(ZIGGURAT_NORMAL_TAIL / sqrt(2));
}

FACT(test_tails_are_hit_as_often_as_they_should)
{
    const double start[] = {ZIGGURAT_EXPONENTIAL_TAIL, ZIGGURAT_NORMAL_TAIL};
    const double share[] = {exp(-ZIGGURAT_EXPONENTIAL_TAIL), erfc(ZIGGURAT_NORMAL_TAIL / sqrt(2))};
    const uint64_t many = 10 * (uint64_t)DRAWS;
    for (uint32_t t = 0; t < 2; t++) {
        uint64_t key = random_key(8, RANDOM_TEST, t);
        double n = 0, expected = (double)many * share[t];
        for (uint64_t i = 0; i < many; i++)
            n += fabs(distributions[1 + t].draw(key, i)) > start[t];
        assert_true(fabs(n - expected) < 3.3 * sqrt(expected));
    }
}

/* A hash of layer 0 whose point is at the far end lies in the tail, which is then drawn from scratch. */
FACT(test_tails_by_themselves)
{
    const uint64_t in_tail = ~(uint64_t)0 << 11, negative = 1 << 8;
    uint64_t key = random_key(9, RANDOM_TEST, 0);
    for (uint64_t i = 0; i < DRAWS; i++)
        sample[i] = random_exponential_edge(key, i, in_tail) - ZIGGURAT_EXPONENTIAL_TAIL;
    assert_true(statistics_ks(sample, DRAWS, exponential_cdf) < 1.95);
    for (uint64_t i = 0; i < DRAWS; i++) {
        double z = random_normal_edge(key, i, in_tail);
        assert_true(random_normal_edge(key, i, in_tail | negative) == -z);
        sample[i] = z - ZIGGURAT_NORMAL_TAIL;
    }
    assert_true(statistics_ks(sample, DRAWS, normal_excess_cdf) < 1.95);
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

/* One changed bit of index, seed or stream changes each bit of the hash with probability 1/2. */
FACT(test_avalanche)
{
    enum { ROUNDS = 2000 };
    double flips[3] = {0};
    for (uint64_t r = 0; r < ROUNDS; r++) {
        uint64_t seed = random_u64(1, r), i = random_u64(2, r) >> 20, bit = UINT64_C(1) << (r % 32);
        uint32_t stream = (uint32_t)random_u64(3, r);
        uint64_t hash = random_u64(random_key(seed, RANDOM_TEST, stream), i);
        const uint64_t changed[3] = {random_u64(random_key(seed, RANDOM_TEST, stream), i ^ bit),
                                     random_u64(random_key(seed ^ bit, RANDOM_TEST, stream), i),
                                     random_u64(random_key(seed, RANDOM_TEST, stream ^ (uint32_t)bit), i)};
        for (size_t what = 0; what < 3; what++)
            flips[what] += __builtin_popcountll(hash ^ changed[what]);
    }
    for (size_t what = 0; what < 3; what++) /* mean of 32 with sd 4 */
        assert_true(fabs(flips[what] / ROUNDS - 32) < 3.3 * 4 / sqrt(ROUNDS));
}

FACT(test_a_draw_depends_on_its_index_alone)
{
    enum { SOME = 100000 };
    for (uint32_t d = 0; d < DISTRIBUTIONS; d++) {
        uint64_t key = random_key(31, RANDOM_TEST, d);
        for (uint64_t i = 0; i < SOME; i++)
            sample[i] = distributions[d].draw(key, i);
        for (uint64_t i = SOME; i-- > 0;) /* backwards, with other draws between */
            assert_true(distributions[d].draw(key, i) == sample[i]);
        for (uint64_t i = 0; i < SOME; i += 2)
            assert_true(distributions[d].draw(key, i * 7919 % SOME) == sample[i * 7919 % SOME]);
    }
}

static double exponential_curve(double x)
{
    return det_exp(-x);
}

static double exponential_inverse(double y)
{
    return -det_log(y);
}

static double normal_curve(double x)
{
    return det_exp(-0.5 * x * x);
}

static double normal_inverse(double y)
{
    return sqrt(-2 * det_log(y));
}

/* The recipe at the head of tools/ziggurat.c. */
static void assert_tables(const struct ziggurat_layer *layers, const double *height, double tail, double area,
                          double (*curve)(double), double (*inverse)(double))
{
    double x[ZIGGURAT_LAYERS + 1] = {area / curve(tail), tail};
    for (size_t i = 1; i + 1 < ZIGGURAT_LAYERS; i++)
        x[i + 1] = inverse(curve(x[i]) + area / x[i]);
    for (size_t i = 0; i < ZIGGURAT_LAYERS; i++) {
        assert_true(layers[i].inside == (uint64_t)(x[i + 1] / x[i] * 0x1p53));
        assert_true(layers[i].width == x[i] * 0x1p-53);
        assert_true(height[i] == (i == 0 ? 0 : curve(x[i])));
    }
    assert_true(height[ZIGGURAT_LAYERS] == 1);
    /* The tail's start is right if the last layer, which has no freedom left, has the area of the others. */
    double last = x[ZIGGURAT_LAYERS - 1] * (1 - height[ZIGGURAT_LAYERS - 1]);
    assert_true(fabs(last / area - 1) < 1e-12);
}

FACT(test_tables_follow_their_recipe)
{
    double r = ZIGGURAT_EXPONENTIAL_TAIL, s = ZIGGURAT_NORMAL_TAIL;
    assert_tables(ziggurat_exponential, ziggurat_exponential_height, r, (r + 1) * exponential_curve(r),
                  exponential_curve, exponential_inverse);
    assert_tables(ziggurat_normal, ziggurat_normal_height, s,
                  s * normal_curve(s) + sqrt(2 * 3.14159265358979323846) * det_normal_cdf(-s), normal_curve,
                  normal_inverse);
}
