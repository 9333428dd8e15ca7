/* Building, merging and reading percentile sketches. Bins follow one another without gaps: the first 64 hold
 * one ns each, and each further group of 64 spans one octave in equal steps. */
#include "engine/base/sketch.h"

#include "engine/base/percentile.h"

enum { BINS_PER_OCTAVE = 64, WORD_BITS = 64, TOUCHED_WORDS = SKETCH_BINS / WORD_BITS };

int64_t sketch_value(uint32_t bin)
{
    if (bin < BINS_PER_OCTAVE)
        return bin;
    uint32_t shift = bin / BINS_PER_OCTAVE - 1;
    uint64_t low = (uint64_t)(BINS_PER_OCTAVE + bin % BINS_PER_OCTAVE) << shift;
    return (int64_t)(low + ((UINT64_C(1) << shift) >> 1));
}

void sketch_add(struct sketch *sketch, int64_t ns)
{
    sketch->count[sketch_bin(ns)]++;
    sketch->total++;
}

void sketch_add_all(struct sketch *sketch, const int64_t *ns, size_t n, uint16_t *bins)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t bin = sketch_bin(ns[i]);
        sketch->count[bin]++;
        if (bins)
            bins[i] = (uint16_t)bin;
    }
    sketch->total += n;
}

void sketch_merge(struct sketch *sketch, const struct sketch_pair *pairs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        sketch->count[pairs[i].bin] += pairs[i].count;
        sketch->total += pairs[i].count;
    }
}

int64_t sketch_percentile(const struct sketch *sketch, double p)
{
    uint64_t rank = percentile_rank(p, sketch->total);
    uint64_t seen = 0;
    if (rank == 0)
        return 0;
    for (uint32_t bin = 0; bin < SKETCH_BINS; bin++) {
        seen += sketch->count[bin];
        if (seen >= rank)
            return sketch_value(bin);
    }
    return sketch_value(SKETCH_BINS - 1);
}

/* Everything that might be the same memory as `ns` stays out of the loop. */
void sketch_slide(struct sketch_slide *slide, const int64_t *ns, size_t n, bool in)
{
    uint32_t *count = slide->sketch.count, here = slide->bin, step = in ? 1 : UINT32_MAX;
    uint64_t below = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t bin = sketch_bin(ns[i]);
        count[bin] += step;
        below += bin < here;
    }
    slide->sketch.total += in ? n : -n;
    slide->below += in ? below : -below;
}

void sketch_slide_pairs(struct sketch_slide *slide, const struct sketch_pair *pairs, size_t n, bool in)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t change = in ? pairs[i].count : -pairs[i].count;
        uint64_t total = in ? pairs[i].count : -(uint64_t)pairs[i].count;
        slide->sketch.count[pairs[i].bin] += change;
        slide->sketch.total += total;
        slide->below += pairs[i].bin < slide->bin ? total : 0;
    }
}

int64_t sketch_slide_percentile(struct sketch_slide *slide, double p)
{
    const uint32_t *count = slide->sketch.count;
    uint64_t rank = percentile_rank(p, slide->sketch.total);
    if (rank == 0)
        return 0;
    while (slide->below >= rank)
        slide->below -= count[--slide->bin];
    while (slide->below + count[slide->bin] < rank)
        slide->below += count[slide->bin++];
    return sketch_value(slide->bin);
}

int64_t sketch_percentile_beside(const struct sketch *sketch, double p, int64_t limit_ns, uint64_t beyond)
{
    int64_t ns = sketch_percentile(sketch, p);
    if (sketch->total - beyond >= percentile_rank(p, sketch->total))
        return ns < limit_ns ? ns : limit_ns;
    return ns > limit_ns ? ns : limit_ns + 1;
}

size_t sketch_compress(const int64_t *ns, size_t n, struct sketch *scratch, struct sketch_pair *pairs)
{
    uint64_t touched[TOUCHED_WORDS] = {0};
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t bin = sketch_bin(ns[i]);
        scratch->count[bin]++;
        touched[bin / WORD_BITS] |= UINT64_C(1) << (bin % WORD_BITS);
    }
    for (uint32_t word = 0; word < TOUCHED_WORDS; word++) {
        for (uint64_t left = touched[word]; left; left &= left - 1) {
            uint32_t bin = word * WORD_BITS + (uint32_t)__builtin_ctzll(left);
            pairs[used++] = (struct sketch_pair){.bin = (uint16_t)bin, .count = scratch->count[bin]};
            scratch->count[bin] = 0;
        }
    }
    return used;
}

size_t sketch_drain(struct sketch *sketch, struct sketch_pair *pairs)
{
    size_t used = 0;
    for (uint32_t bin = 0; bin < SKETCH_BINS; bin++) {
        if (sketch->count[bin] == 0)
            continue;
        pairs[used++] = (struct sketch_pair){.bin = (uint16_t)bin, .count = sketch->count[bin]};
        sketch->count[bin] = 0;
    }
    sketch->total = 0;
    return used;
}
