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

enum { RANKS_MAX = 8, NOT_WANTED = 0 };

/* Of many values of which parts are asked for, too: every so many are a sample, and three times as many as
 * lie above the rank are kept by it. */
enum { SAMPLED = 16, KEPT = 3 };

/* One wanted bin: where its values go in the gathered array, and how many values lie below it. */
struct wanted {
    int64_t *values;
    size_t n, below;
};

struct percentile_work {
    uint32_t count[SKETCH_BINS];
    uint8_t slot[SKETCH_BINS]; /* 1 + index into bin[], or NOT_WANTED */
    struct wanted bin[RANKS_MAX];
    size_t bins;
    uint16_t *bin_of; /* each value's; NULL: no memory for them, so they are worked out again */
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

/* Copies the values of the wanted bins into `room`, bin after bin. */
static void work_gather(struct percentile_work *work, const int64_t *values, size_t n, int64_t *room)
{
    int64_t *end[RANKS_MAX];
    for (size_t b = 0; b < work->bins; b++) {
        end[b] = work->bin[b].values = room;
        room += work->bin[b].n;
    }
    for (size_t i = 0; i < n; i++) {
        uint8_t slot = work->slot[work->bin_of ? work->bin_of[i] : sketch_bin(values[i])];
        if (slot != NOT_WANTED)
            *end[slot - 1]++ = values[i];
    }
}

void percentile_exact(const int64_t *values, size_t n, const double *p, size_t k, int64_t *out)
{
    size_t ranks[RANKS_MAX], slots[RANKS_MAX];
    struct percentile_work work;
    memset(out, 0, k * sizeof *out);
    if (n == 0 || k == 0)
        return;
    uint16_t *bin_of = malloc(n * sizeof *bin_of);
    memset(&work, 0, sizeof work);
    work.bin_of = bin_of;
    for (size_t i = 0; i < n; i++) {
        uint32_t bin = sketch_bin(values[i]);
        work.count[bin]++;
        if (bin_of)
            bin_of[i] = (uint16_t)bin;
    }
    for (size_t j = 0; j < k; j++)
        ranks[j] = percentile_rank(p[j], n);
    /* The bins that hold the ranks; slots[j] is the index of rank j's bin. */
    size_t gathered = 0;
    for (size_t j = 0; j < k; j++) {
        size_t bin = 0, below = 0;
        while (below + work.count[bin] < ranks[j])
            below += work.count[bin++];
        if (work.slot[bin] == NOT_WANTED) {
            work.bin[work.bins++] = (struct wanted){.n = work.count[bin], .below = below};
            work.slot[bin] = (uint8_t)work.bins;
            gathered += work.count[bin];
        }
        slots[j] = work.slot[bin] - 1u;
    }
    int64_t *room = malloc(gathered * sizeof *room);
    if (room)
        work_gather(&work, values, n, room);
    for (size_t j = 0; j < k; j++) {
        const struct wanted *bin = &work.bin[slots[j]];
        out[j] = room ? select_rank(bin->values, bin->n, ranks[j] - bin->below - 1)
                      : count_rank(values, n, ranks[j] - 1);
    }
    free(room);
    free(work.bin_of);
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
