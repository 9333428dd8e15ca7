/* Exact percentiles without sorting. One pass counts the values into the sketch's bins and notes the bin of
 * each, which tells the bin that holds each wanted rank; a second pass over the notes gathers only those
 * bins' values; the rank is then selected inside its bin. Selection halves the range of values, so it ends
 * after at most 63 steps whatever the input, and at once when all are equal. A histogram for each of many
 * parts would cost more than their values: there a sample of the whole says what to gather, and where that
 * was wrong for a part, it is asked for by itself. Where there is no memory to gather anything, the rank is
 * found by counting alone: slower, and the same value.
 */
#include "engine/base/percentile.h"

#include "engine/base/sketch.h"

#include <stdlib.h>
#include <string.h>

enum { RANKS_MAX = 8 };

/* Of many values of which parts are asked for, too: every so many are a sample, and three times as many as
 * lie above the rank are kept by it. */
enum { SAMPLED = 16, KEPT = 3 };

struct percentile_work {
    struct sketch sketch;
    uint8_t wanted[SKETCH_BINS]; /* 1: holds a rank */
};

size_t percentile_rank(double p, size_t n)
{
    enum { WHOLE = 100000 }; /* 100 percent in thousandths */
    size_t thousandths = p <= 0 ? 0 : p >= 100 ? WHOLE : (size_t)(p * 1000 + 0.5);
    size_t rank = n / WHOLE * thousandths + (n % WHOLE * thousandths + WHOLE - 1) / WHOLE;

    return rank == 0 && n > 0 ? 1 : rank;
}

/* The element of 0-based rank `rank` among n values, which are reordered. */
static int64_t select_rank(int64_t *values, size_t n, size_t rank)
{
    for (;;) {
        int64_t low = values[0], high = values[0];
        for (size_t i = 1; i < n; i++) {
            low = values[i] < low ? values[i] : low;
            high = values[i] > high ? values[i] : high;
        }
        if (low == high)
            return low;
        int64_t pivot = low + (high - low) / 2;
        size_t left = 0;
        for (size_t i = 0; i < n; i++) {
            int64_t value = values[i];
            values[i] = values[left];
            values[left] = value;
            left += value <= pivot;
        }
        if (rank < left) {
            n = left;
        } else {
            values += left;
            n -= left;
            rank -= left;
        }
    }
}

/* The same without moving any: the range of values is halved by counting what lies in its lower half. */
static int64_t count_rank(const int64_t *values, size_t n, size_t rank)
{
    int64_t low = values[0], high = values[0];
    for (size_t i = 1; i < n; i++) {
        low = values[i] < low ? values[i] : low;
        high = values[i] > high ? values[i] : high;
    }
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        size_t below = 0;
        for (size_t i = 0; i < n; i++)
            below += values[i] <= middle;
        if (rank < below)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The values of the wanted bins, in `room`, which holds one more than these. */
static void gather(const struct percentile_work *work, const int64_t *values, const uint16_t *bins, size_t n,
                   int64_t *room)
{
    size_t gathered = 0;
    for (size_t i = 0; i < n; i++) {
        room[gathered] = values[i];
        gathered += work->wanted[bins[i]];
    }
}

/* Those of one bin, likewise; returns how many. */
static size_t keep_bin(uint32_t bin, const int64_t *values, size_t n, int64_t *room)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        room[kept] = values[i];
        kept += sketch_bin(values[i]) == bin;
    }
    return kept;
}

void percentile_exact(const int64_t *values, size_t n, const double *p, size_t k, int64_t *out)
{
    struct percentile_work work;
    uint32_t bin_of[RANKS_MAX];
    size_t below[RANKS_MAX], gathered = 0, kept = 0;
    memset(out, 0, k * sizeof *out);
    if (n == 0)
        return;
    uint16_t *bins = malloc(n * sizeof *bins);
    memset(&work, 0, sizeof work);
    if (bins)
        sketch_add_all(&work.sketch, values, n, bins);
    for (size_t j = 0; bins && j < k; j++) {
        size_t rank = percentile_rank(p[j], n);
        uint32_t bin = 0;
        for (below[j] = 0; below[j] + work.sketch.count[bin] < rank; bin++)
            below[j] += work.sketch.count[bin];
        bin_of[j] = bin;
        gathered += work.wanted[bin] ? 0 : work.sketch.count[bin];
        work.wanted[bin] = 1;
    }
    int64_t *room = bins ? malloc((2 * gathered + 2) * sizeof *room) : NULL;
    if (room)
        gather(&work, values, bins, n, room);
    for (size_t j = 0; j < k; j++) {
        size_t rank = percentile_rank(p[j], n);
        int64_t *own = room ? room + gathered + 1 : NULL;
        if (room && (j == 0 || bin_of[j] != bin_of[j - 1]))
            kept = keep_bin(bin_of[j], room, gathered, own);
        out[j] = room ? select_rank(own, kept, rank - below[j] - 1) : count_rank(values, n, rank - 1);
    }
    free(room);
    free(bins);
}

/* A value that the percentile of most parts, and of the whole, is not below. */
static int64_t guess_ns(const int64_t *values, size_t n, double p, int64_t *room)
{
    size_t sampled = 0, rank = percentile_rank(100 - KEPT * (100 - p), n / SAMPLED);
    for (size_t i = 0; i + SAMPLED <= n; i += SAMPLED)
        room[sampled++] = values[i];
    return sampled > 0 ? select_rank(room, sampled, rank - 1) : 0;
}

/* Keeps the values that are not below the guess: in `room`, which holds one more than these. */
static size_t keep_from(int64_t guess, const int64_t *values, size_t n, int64_t *room)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        room[kept] = values[i];
        kept += values[i] >= guess;
    }
    return kept;
}

/* The kept ones are the largest: the wanted one is among them, or the guess was wrong here. */
static void select_kept(const int64_t *values, size_t n, double p, int64_t *room, size_t kept, int64_t *out)
{
    size_t rank = percentile_rank(p, n), left_out = n - kept;
    if (rank <= left_out)
        percentile_exact(values, n, &p, 1, out);
    else
        *out = select_rank(room, kept, rank - left_out - 1);
}

void percentile_exact_parts(const int64_t *values, size_t n, double p, size_t parts, int64_t *whole,
                            int64_t *part)
{
    int64_t *room = malloc((n + 1) * sizeof *room);
    size_t kept = 0;
    int64_t guess = room ? guess_ns(values, n, p, room) : 0;
    for (size_t k = 0; k < parts; k++) {
        size_t from = n * k / parts, own = n * (k + 1) / parts - from;
        int64_t *end = room ? room + kept : NULL;
        size_t here = room ? keep_from(guess, values + from, own, end) : 0;
        select_kept(values + from, own, p, end, here, &part[k]);
        kept += here;
    }
    select_kept(values, n, p, room, kept, whole);
    free(room);
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double percentile_of(double *values, size_t n, double p)
{
    if (n == 0)
        return 0;
    qsort(values, n, sizeof *values, compare_doubles);
    return values[percentile_rank(p, n) - 1];
}
