/* Alias tables: the distribution a table holds is computed from its cells and compared with the weights, and
 * draws are compared with that. */

#include "engine/base/random.h"
#include "tests/unit/base/statistics.h"
#include "tests/support/test.h"

/* The probability of each value base + k, read off the cells. Fails on a value outside. */
static double *table_distribution(const struct alias_table *table, int32_t base)
{
    double *share = calloc(table->n, sizeof *share);
    assert_non_null(share);
    for (uint32_t c = 0; c < table->n; c++) {
        const struct alias_cell *cell = &table->cells[c];
        double own = (double)cell->threshold * 0x1p-32;
        assert_true(own <= 1);
        assert_in_range(cell->own - base, 0, table->n - 1);
        assert_in_range(cell->other - base, 0, table->n - 1);
        share[cell->own - base] += own / table->n;
        share[cell->other - base] += (1 - own) / table->n;
    }
    return share;
}

/* The table's shares are the exact ones, to one part in 2^32 of a cell; so are the frequencies of draws. */
static void assert_holds(const struct alias_table *table, const double *exact, int32_t base, uint32_t stream)
{
    enum { DRAWS = 300000 };
    DEFER(memory_leave)
    double *share = table_distribution(table, base), *observed = calloc(table->n, sizeof *observed);
    DEFER(memory_leave) double *expected = calloc(table->n, sizeof *expected);
    uint64_t key = random_key(1, RANDOM_TEST, stream);
    assert_true(observed && expected);
    for (uint32_t k = 0; k < table->n; k++) {
        if (!(fabs(share[k] - exact[k]) <= 1.01 * 0x1p-32 / table->n + 1e-15))
            fail_msg("value %d has probability %.17g, not %.17g", base + (int32_t)k, share[k], exact[k]);
        if (exact[k] == 0)
            assert_true(share[k] == 0);
        expected[k] = DRAWS * exact[k];
    }
    for (uint64_t i = 0; i < DRAWS; i++)
        observed[alias_draw(table, random_u64(key, i)) - base]++;
    if (table->n > 20)
        assert_true(statistics_chi_square(observed, expected, table->n) < 3.3);
}

FACT(test_any_weights)
{
    enum { ROUNDS = 60, LIMIT = 1000 };
    static double weight[LIMIT], exact[LIMIT];
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct alias_table table;
        uint64_t key = random_key(2, RANDOM_TEST, round);
        uint32_t n = round < 5 ? round + 1 : 1 + random_below(key, 0, LIMIT);
        int32_t base = (int32_t)random_below(key, 1, 2000) - 1000;
        double sum = 0;
        for (uint32_t k = 0; k < n; k++) {
            double unit = random_unit(key, 2 + k);
            weight[k] = round % 3 == 0 ? 1 : round % 3 == 1 ? pow(unit, 8) * 1e6 : unit < 0.5 ? 0 : unit;
            if (k == 0 && round % 3 == 2)
                weight[k] = 0.7; /* the sum must be positive */
            sum += weight[k];
        }
        for (uint32_t k = 0; k < n; k++)
            exact[k] = weight[k] / sum;
        assert_true(alias_build(&table, weight, n, base));
        assert_int_equal(table.n, n);
        assert_holds(&table, exact, base, 100 + round);
        alias_free(&table);
        assert_null(table.cells);
    }
}

/* The arithmetic choice is the plain one, also for full and empty cells and at the ends of the range. */
FACT(test_draw_is_the_plain_choice)
{
    struct alias_cell cells[] = {{0, -7, 5}, {UINT64_C(1) << 32, INT32_MAX, INT32_MIN}, {99, 1, -1}};
    const struct alias_table table = {3, cells};
    for (uint64_t i = 0; i < 100000; i++) {
        uint64_t low = i % 4 == 0   ? 0
                       : i % 4 == 1 ? UINT32_MAX
                       : i % 4 == 2 ? 97 + i % 5
                                    : random_u64(1, i) >> 32;
        uint64_t hash = (random_u64(2, i) & ~(uint64_t)UINT32_MAX) | low;
        const struct alias_cell *cell = &cells[(size_t)((double)(hash >> 32) * 0x1p-32 * 3)];
        assert_int_equal(alias_draw(&table, hash), low < cell->threshold ? cell->own : cell->other);
    }
}

FACT(test_poisson)
{
    static const double means[] = {0.01, 0.5, 1, 7.3, 85, 1000, 20000};
    for (uint32_t m = 0; m < sizeof means / sizeof *means; m++) {
        DEFER(alias_free) struct alias_table table;
        double mean = means[m], covered = 0;
        assert_true(alias_build_poisson(&table, mean));
        int32_t base = INT32_MAX;
        for (uint32_t c = 0; c < table.n; c++)
            base = table.cells[c].own < base ? table.cells[c].own : base;
        DEFER(memory_leave) double *exact = malloc(table.n * sizeof *exact);
        assert_non_null(exact);
        for (uint32_t k = 0; k < table.n; k++) {
            long double count = base + (int32_t)k;
            exact[k] = (double)expl(count * logl(mean) - mean - lgammal(count + 1));
            covered += exact[k];
        }
        assert_true(fabs(covered - 1) < 1e-12);
        assert_true(base == 0 || base < mean - 12 * sqrt(mean));
        assert_holds(&table, exact, base, 200 + m);
    }
}

/* P(the nearest whole number of a normal, clamped to min..max, is min + k), in long double. */
static double rounded_normal_share(double mean, double sd, int32_t min, int32_t max, int32_t k)
{
    long double below = min + k == min ? -INFINITY : ((long double)min + k - 0.5L - mean) / sd;
    long double above = min + k == max ? INFINITY : ((long double)min + k + 0.5L - mean) / sd;
    if (below > 0)
        return (double)((erfcl(below / sqrtl(2)) - erfcl(above / sqrtl(2))) / 2);
    return (double)((erfcl(-above / sqrtl(2)) - erfcl(-below / sqrtl(2))) / 2);
}

FACT(test_rounded_normal)
{
    static const struct {
        double mean, sd;
        int32_t min, max;
    } cases[] = {{32, 10, 1, 128}, {64, 30, 1, 128},  {8, 0.2, 1, 64}, {-3.7, 2, -20, 20},
                 {500, 1, 1, 16},  {0, 1e6, -50, 50}, {5, 2, 5, 5},    {1000, 300, 1, 60000}};
    for (uint32_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        DEFER(alias_free) struct alias_table table;
        int32_t min = cases[c].min, max = cases[c].max;
        assert_true(alias_build_rounded_normal(&table, cases[c].mean, cases[c].sd, min, max));
        assert_int_equal(table.n, max - min + 1);
        DEFER(memory_leave) double *exact = malloc(table.n * sizeof *exact);
        assert_non_null(exact);
        for (int32_t k = 0; k <= max - min; k++)
            exact[k] = rounded_normal_share(cases[c].mean, cases[c].sd, min, max, k);
        assert_holds(&table, exact, min, 300 + c);
    }
}

FACT(test_no_spread_is_one_value)
{
    static const struct {
        double mean;
        int32_t value;
    } cases[] = {{8, 8}, {8.4, 8}, {8.5, 9}, {0.2, 1}, {99, 16}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        DEFER(alias_free) struct alias_table table;
        assert_true(alias_build_rounded_normal(&table, cases[c].mean, 0, 1, 16));
        for (uint64_t i = 0; i < 1000; i++)
            assert_int_equal(alias_draw(&table, random_u64(4, i)), cases[c].value);
    }
}

FACT(test_uniform)
{
    static const struct {
        int32_t min, max;
    } cases[] = {{1, 16}, {1, 2}, {7, 7}, {-3, 4}, {1, 60000}};
    for (uint32_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        DEFER(alias_free) struct alias_table table;
        int32_t min = cases[c].min, max = cases[c].max;
        assert_true(alias_build_uniform(&table, min, max));
        assert_int_equal(table.n, max - min + 1);
        DEFER(memory_leave) double *exact = malloc(table.n * sizeof *exact);
        assert_non_null(exact);
        for (uint32_t k = 0; k < table.n; k++)
            exact[k] = 1.0 / table.n;
        assert_holds(&table, exact, min, 400 + c);
    }
}
