/* Exact percentiles against sorting everything, and the published ranks (CD-N12, CD-N13). */
#include "engine/base/percentile.h"

#include "engine/base/random.h"
#include "tests/support/test.h"

static int compare_ns(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* The definition, in whole numbers: the smallest rank r with 100 r >= p n, for p in thousandths. */
static size_t rank_by_definition(size_t thousandths, size_t n)
{
    size_t rank = 1;
    while (rank * 100000 < thousandths * n)
        rank++;
    return rank;
}

FACT(test_rank_is_the_ceiling)
{
    assert_int_equal(percentile_rank(95, 20000), 19000); /* CD-N13 */
    assert_int_equal(percentile_rank(95, 20), 19);       /* CD-N12 */
    assert_int_equal(percentile_rank(95, 100), 95);
    assert_int_equal(percentile_rank(95, 10), 10);
    assert_int_equal(percentile_rank(95, 0), 0);
    assert_int_equal(percentile_rank(0, 5), 1);
    assert_int_equal(percentile_rank(100, 5), 5);
    assert_int_equal(percentile_rank(0.001, 1000000), 10);
    assert_int_equal(percentile_rank(50, SIZE_MAX), SIZE_MAX / 2 + 1);
    for (size_t n = 1; n <= 120; n++)
        for (size_t thousandths = 1; thousandths <= 100000; thousandths += n < 20 ? 7 : 499)
            assert_int_equal(percentile_rank((double)thousandths / 1000, n),
                             rank_by_definition(thousandths, n));
}

/* --- memory --- */

static bool no_memory;

/* NOLINTBEGIN(bugprone-reserved-identifier): the names that the linker gives */
void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
/* NOLINTEND(bugprone-reserved-identifier) */

void *__wrap_malloc(size_t n)
{
    return no_memory ? NULL : __real_malloc(n);
}

FACT(test_published_values)
{
    const double p95 = 95;
    const int64_t four[] = {5, 1, 9, 3};
    double four_doubles[] = {5, 1, 9, 3};
    int64_t counting[100], out;
    for (int64_t i = 0; i < 100; i++)
        counting[i] = i + 1;
    const size_t n[] = {20, 100, 10}, expected[] = {19, 95, 10};
    for (size_t i = 0; i < 3; i++) {
        percentile_exact(counting, n[i], &p95, 1, &out);
        assert_int_equal(out, expected[i]);
    }
    percentile_exact(four, 4, &p95, 1, &out);
    assert_int_equal(out, 9);
    assert_true(percentile_of(four_doubles, 4, 95) == 9);
    assert_true(percentile_of(four_doubles, 4, 50) == 3);
    assert_true(percentile_of(four_doubles, 0, 50) == 0);
    out = 7;
    percentile_exact(four, 0, &p95, 1, &out);
    assert_int_equal(out, 0);
}

/* One of several shapes of input, among them all equal, few values, tiny, beyond the sketch's last bin. */
static int64_t draw_value(uint64_t key, uint64_t i, uint32_t shape)
{
    switch (shape) {
    case 0:
        return 290 * 1000000;
    case 1:
        return random_below(key, i, 3);
    case 2:
        return random_below(key, i, 200);
    case 3:
        return (int64_t)(random_exponential(key, i) * 8e7 + 5e7);
    case 4:
        return (int64_t)(random_u64(key, i) >> 1);
    case 5:
        return INT64_MAX - random_below(key, i, 2);
    default:
        return INT64_C(1) << random_below(key, i,
                                          63); /* one value in each half of the range, again and again */
    }
}

FACT(test_exact_equals_sorting)
{
    enum { ROUNDS = 4000, SIZE_LIMIT = 700, SHAPES = 7, RANKS = 8 };
    static int64_t values[SIZE_LIMIT], kept[SIZE_LIMIT];
    const double p[RANKS] = {50, 95, 99, 100, 0.001, 95, 99.9, 37.5}; /* unsorted, one twice */
    int64_t out[RANKS];
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint64_t key = random_key(11, RANDOM_TEST, round);
        size_t n = round < 50 ? round + 1 : 1 + random_below(key, 0, SIZE_LIMIT);
        for (size_t i = 0; i < n; i++)
            values[i] = draw_value(key, i + 1, round % SHAPES);
        memcpy(kept, values, n * sizeof *values);
        size_t k = 1 + round % RANKS;
        no_memory = round % 3 == 2;
        percentile_exact(values, n, p, k, out);
        no_memory = false;
        assert_memory_equal(values, kept, n * sizeof *values);
        qsort(kept, n, sizeof *kept, compare_ns);
        for (size_t j = 0; j < k; j++)
            assert_int_equal(out[j], kept[rank_by_definition((size_t)(p[j] * 1000 + 0.5), n) - 1]);
    }
}

FACT(test_parts_equal_sorting)
{
    enum { ROUNDS = 1500, SIZE_LIMIT = 3000, PARTS = 20 };
    static int64_t values[SIZE_LIMIT], sorted[SIZE_LIMIT];
    static const double ps[] = {95, 99, 50, 100, 0.001, 99.9};
    int64_t whole, part[PARTS];
    for (uint32_t round = 0; round < ROUNDS; round++) {
        size_t parts = 1 + round % PARTS,
               n = parts + random_below(round, 0, round % 3 ? SIZE_LIMIT - PARTS : 60);
        double p = ps[round % (sizeof ps / sizeof *ps)];
        /* Parts that are alike, of very few values, and (the guess is wrong for them) one far above the
         * others or all ever higher. */
        enum { SHAPES = 7, DRIFTS = 3 };
        uint64_t key = random_key(13, RANDOM_TEST, round);
        for (size_t i = 0; i < n; i++) {
            values[i] = draw_value(key, i, round % SHAPES) >> 2;
            if (round / SHAPES % DRIFTS == 1)
                values[i] += i < n / 5 ? INT64_MAX / 4 : 0;
            else if (round / SHAPES % DRIFTS == 2)
                values[i] = values[i] / 64 + (int64_t)i * 1000000;
        }
        no_memory = round % 11 == 10;
        percentile_exact_parts(values, n, p, parts, &whole, part);
        no_memory = false;
        for (size_t k = 0; k <= parts; k++) {
            size_t from = k < parts ? n * k / parts : 0, own = k < parts ? n * (k + 1) / parts - from : n;
            memcpy(sorted, values + from, own * sizeof *sorted);
            qsort(sorted, own, sizeof *sorted, compare_ns);
            assert_int_equal(k < parts ? part[k] : whole,
                             sorted[rank_by_definition((size_t)(p * 1000 + 0.5), own) - 1]);
        }
    }
}

FACT(test_a_large_run)
{
    enum { N = 200000 };
    DEFER(memory_leave) int64_t *values = malloc(N * sizeof *values);
    const double p[] = {50, 95, 99};
    int64_t out[3];
    assert_non_null(values);
    for (uint32_t shape = 0; shape < 7; shape++) {
        for (size_t i = 0; i < N; i++)
            values[i] = draw_value(random_key(12, RANDOM_TEST, shape), i, shape);
        percentile_exact(values, N, p, 3, out);
        qsort(values, N, sizeof *values, compare_ns);
        for (size_t j = 0; j < 3; j++)
            assert_int_equal(out[j], values[(size_t)p[j] * (N / 100) - 1]);
    }
}
