/* A percentile sketch of durations in ns: 64 bins an octave; the midpoint of a bin is at most 0.8 % off.
 * Sketches merge by adding counts, so any window's percentile is a merge. A stored sketch is sparse: (bin,
 * count) pairs in ascending order of bin. */
#ifndef WATTIF_BASE_SKETCH_H
#define WATTIF_BASE_SKETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SKETCH_BINS = 64 * 42 }; /* up to 2^47 ns = 39 h; longer durations fall in the last bin */

struct sketch_pair {
    uint16_t bin;
    uint16_t spare;
    uint32_t count;
};

/* 0..63 ns are exact bins; above, the top seven bits, as a double has them behind its exponent: any duration
 * below 2^53 is one, exactly, and that is found in half the time that counting leading zeros takes. */
static inline uint32_t sketch_bin(int64_t ns)
{
    const int64_t longest = INT64_C(1) << 47;
    int64_t v = ns < longest ? ns : longest;
    double exact = (double)v;
    uint64_t bits;
    memcpy(&bits, &exact, sizeof bits);
    uint32_t bin = v < 64 ? (uint32_t)v : (uint32_t)(bits >> 46) - 64u * (1023 + 5);
    return bin < SKETCH_BINS ? bin : SKETCH_BINS - 1;
}

/* The bin's midpoint in ns. */
int64_t sketch_value(uint32_t bin);

/* A dense accumulator to merge into; zero-initialise. */
struct sketch {
    uint64_t total;
    uint32_t count[SKETCH_BINS];
};

void sketch_add(struct sketch *sketch, int64_t ns);
/* `n` at once; each one's bin into `bins`, if there is room for them. */
void sketch_add_all(struct sketch *sketch, const int64_t *ns, size_t n, uint16_t *bins);
void sketch_merge(struct sketch *sketch, const struct sketch_pair *pairs, size_t n);

/* Nearest rank: the bin that holds element ceil(p/100 * total); 0 for an empty sketch. 0 < p <= 100. */
int64_t sketch_percentile(const struct sketch *sketch, double p);

/* Likewise, where it is known how many of the durations are beyond a limit: that tells exactly on which side
 * of it the percentile lies, which a bin cannot. */
int64_t sketch_percentile_beside(const struct sketch *sketch, double p, int64_t limit_ns, uint64_t beyond);

/* A dense sketch whose percentile is asked for again and again while durations come and go: the place of the
 * last answer is kept, and the next is found from there instead of from the first bin. Zero-initialise. */
struct sketch_slide {
    struct sketch sketch;
    uint64_t below; /* durations in bins before `bin` */
    uint32_t bin;
};

/* Durations come (`in`), or go again that have come; in ns, or as the pairs that they were sketched into. */
void sketch_slide(struct sketch_slide *slide, const int64_t *ns, size_t n, bool in);
void sketch_slide_pairs(struct sketch_slide *slide, const struct sketch_pair *pairs, size_t n, bool in);

/* What sketch_percentile says of the durations that are there now. */
int64_t sketch_slide_percentile(struct sketch_slide *slide, double p);

/* Sketches `n` durations into ascending sparse pairs; `pairs` needs room for min(n, SKETCH_BINS). `scratch`
 * is a dense all-zero sketch that is all zero again afterwards. Returns the number of pairs. Cost is in
 * proportion to n. */
size_t sketch_compress(const int64_t *ns, size_t n, struct sketch *scratch, struct sketch_pair *pairs);

/* Moves a dense sketch into ascending sparse pairs (room for SKETCH_BINS) and leaves it empty. Cost: one pass
 * over the bins. */
size_t sketch_drain(struct sketch *sketch, struct sketch_pair *pairs);

#endif
