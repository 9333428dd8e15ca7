/* Sketches: the bins tile the range, and a percentile falls in the same bin as the exact one. */
#include "engine/base/sketch.h"

#include "engine/base/percentile.h"
#include "engine/base/random.h"
#include "tests/support/test.h"

FACT(test_bins_tile_the_range)
{
    int64_t low = 0; /* the bin's first value */
    for (uint32_t bin = 0; bin < SKETCH_BINS - 1; bin++) {
        int64_t value = sketch_value(bin), next = bin < 128 ? low + 1 : low + (INT64_C(1) << (bin / 64 - 1));
        assert_int_equal(sketch_bin(low), bin);
        assert_int_equal(sketch_bin(next - 1), bin);
        assert_int_equal(sketch_bin(next), bin + 1);
        assert_int_equal(sketch_bin(value), bin);
        assert_true((value - low) * 128 <= low); /* at most 1/128 off, at either end of the bin */
        assert_true((next - 1 - value) * 128 <= low);
        low = next;
    }
    assert_int_equal(sketch_bin((INT64_C(1) << 47) - 1), SKETCH_BINS - 1);
    assert_int_equal(sketch_bin(INT64_C(1) << 47), SKETCH_BINS - 1);
    assert_int_equal(sketch_bin(INT64_MAX), SKETCH_BINS - 1);
}

static void fill(int64_t *values, size_t n, uint32_t stream)
{
    uint64_t key = random_key(5, RANDOM_TEST, stream);
    for (size_t i = 0; i < n; i++)
        values[i] = stream % 3 == 0 ? (int64_t)(random_u64(key, i) >> (1 + i % 60))
                                    : (int64_t)(random_exponential(key, i) * 1e8);
}

FACT(test_compress_counts_every_value_once)
{
    enum { N = 5000 };
    static struct sketch scratch, zero;
    static int64_t values[N];
    static struct sketch_pair pairs[SKETCH_BINS];
    for (uint32_t stream = 0; stream < 30; stream++) {
        size_t n = stream * stream * 5;
        static uint32_t counted[SKETCH_BINS];
        memset(counted, 0, sizeof counted);
        fill(values, n, stream);
        for (size_t i = 0; i < n; i++)
            counted[sketch_bin(values[i])]++;
        size_t used = sketch_compress(values, n, &scratch, pairs);
        assert_memory_equal(&scratch, &zero, sizeof zero);
        assert_true(used <= n);
        for (size_t i = 0; i < used; i++) {
            assert_true(i == 0 || pairs[i].bin > pairs[i - 1].bin);
            assert_int_equal(pairs[i].count, counted[pairs[i].bin]);
            assert_int_equal(pairs[i].spare, 0);
            counted[pairs[i].bin] = 0;
        }
        for (uint32_t bin = 0; bin < SKETCH_BINS; bin++)
            assert_int_equal(counted[bin], 0);
    }
}

/* Sketches of windows, merged, against one sketch of everything and against the exact percentile. */
FACT(test_merged_percentile_is_in_the_exact_ones_bin)
{
    enum { N = 6000, WINDOW = 700 };
    static int64_t values[N];
    static struct sketch_pair pairs[SKETCH_BINS];
    struct sketch *merged = calloc(3, sizeof *merged), *added = merged + 1, *scratch = merged + 2;
    assert_non_null(merged);
    for (uint32_t stream = 0; stream < 12; stream++) {
        memset(merged, 0, 2 * sizeof *merged);
        fill(values, N, stream);
        for (size_t i = 0; i < N; i += WINDOW) {
            size_t n = N - i < WINDOW ? N - i : WINDOW;
            sketch_merge(merged, pairs, sketch_compress(values + i, n, scratch, pairs));
        }
        for (size_t i = 0; i < N; i++)
            sketch_add(added, values[i]);
        assert_memory_equal(merged, added, sizeof *merged);
        for (double p = 0.5; p <= 100; p += 0.5) {
            int64_t exact;
            percentile_exact(values, N, &p, 1, &exact);
            assert_int_equal(sketch_percentile(merged, p), sketch_value(sketch_bin(exact)));
        }
    }
    memset(merged, 0, sizeof *merged);
    assert_int_equal(sketch_percentile(merged, 95), 0);
    free(merged);
}

/* Limits at and around every percentile: the answer lies on the exact one's side of it, and in its bin. */
FACT(test_percentile_beside_a_limit)
{
    enum { N = 2000 };
    static struct sketch sketch;
    static int64_t values[N];
    for (uint32_t stream = 0; stream < 12; stream++) {
        memset(&sketch, 0, sizeof sketch);
        fill(values, N, stream);
        for (size_t i = 0; i < N; i++)
            sketch_add(&sketch, values[i]);
        for (double p = 1; p <= 100; p += 4.5) {
            int64_t exact;
            percentile_exact(values, N, &p, 1, &exact);
            for (int64_t limit = exact > 2 ? exact - 2 : 0; limit <= exact + 2; limit++) {
                uint64_t beyond = 0;
                for (size_t i = 0; i < N; i++)
                    beyond += values[i] > limit;
                int64_t ns = sketch_percentile_beside(&sketch, p, limit, beyond);
                assert_int_equal(ns <= limit, exact <= limit);
                assert_true(sketch_bin(ns) == sketch_bin(exact) || ns == limit || ns == limit + 1);
            }
        }
    }
}

FACT(test_drain_gives_what_compress_gives)
{
    enum { N = 5000 };
    static struct sketch dense, scratch, zero;
    static int64_t values[N];
    static struct sketch_pair drained[SKETCH_BINS], compressed[SKETCH_BINS];
    for (uint32_t stream = 0; stream < 6; stream++) {
        size_t n = stream * N / 5;
        fill(values, n, stream);
        for (size_t i = 0; i < n; i++)
            sketch_add(&dense, values[i]);
        size_t used = sketch_drain(&dense, drained);
        assert_memory_equal(&dense, &zero, sizeof zero);
        assert_int_equal(used, sketch_compress(values, n, &scratch, compressed));
        assert_memory_equal(drained, compressed, used * sizeof *drained);
    }
}

/* Durations come and go, of small and great bins: the answer is that of a walk from the first bin. */
FACT(test_a_sliding_percentile_is_the_plain_one)
{
    enum { N = 600, WINDOW = 40 };
    static const double percentiles[] = {1, 50, 95, 100};
    static int64_t values[N];
    for (uint32_t stream = 0; stream < 6; stream++)
        for (size_t k = 0; k < sizeof percentiles / sizeof *percentiles; k++) {
            DEFER(memory_leave) struct sketch_slide *slide = calloc(1, sizeof *slide);
            size_t last = 0;
            fill(values, N, stream);
            for (size_t i = 0; i < N + WINDOW; i++) {
                if (i < N)
                    sketch_slide(slide, &values[i], 1, true);
                for (; last < N && (i >= last + WINDOW || i % 97 == 0) && last <= i; last++)
                    sketch_slide(slide, &values[last], 1, false);
                assert_int_equal(sketch_slide_percentile(slide, percentiles[k]),
                                 sketch_percentile(&slide->sketch, percentiles[k]));
            }
            assert_int_equal(slide->sketch.total, 0);
        }
}
