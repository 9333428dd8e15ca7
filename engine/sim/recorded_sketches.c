/* Two stores, one way to read them: stretches of the responses where these are kept, chunks of sparse
 * sketches elsewhere. */
#include "engine/sim/recorded_sketches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A chunk is closed when the next sketch does not fit, so each but the last holds at least so many sketches.
 */
enum { CHUNK_PAIRS = 1 << 16, CHUNK_SKETCHES = CHUNK_PAIRS / SKETCH_BINS };

size_t recorded_chunks(size_t sketches)
{
    return sketches / CHUNK_SKETCHES + 1;
}

static size_t index_of(const struct recording *recording, int app, int bucket)
{
    return (size_t)app * (size_t)recording->n_buckets + (size_t)bucket;
}

/* ---- responses ---- */

bool recording_keep_responses(struct recording *recording, int app, int64_t most)
{
    size_t n = (size_t)recording->n_apps * (size_t)recording->n_buckets;
    if (!recording->response_ends)
        recording->response_ends = calloc(n, sizeof *recording->response_ends);
    recording->responses[app] = malloc((size_t)(most > 0 ? most : 1) * sizeof **recording->responses);
    return recording->response_ends && recording->responses[app];
}

void recording_end_responses(struct recording *recording, int app, int bucket, int64_t n)
{
    recording->response_ends[index_of(recording, app, bucket)] = n;
}

/* Of one bucket; NULL: its sketch is in a chunk. */
static const int64_t *responses_of(const struct recording *recording, int app, int bucket, size_t *n)
{
    if (!recording->responses[app])
        return NULL;
    const int64_t *end = &recording->response_ends[index_of(recording, app, bucket)];
    int64_t first = bucket > 0 ? end[-1] : 0;
    *n = (size_t)(*end - first);
    return recording->responses[app] + first;
}

/* ---- chunks ---- */

/* A sketch never straddles chunks; SKETCH_BINS pairs always fit a fresh one. An empty one takes no memory. */
bool recording_put_sketch(struct recording *recording, int app, int bucket, const struct sketch_pair *pairs,
                          size_t n)
{
    if (n == 0)
        return true;
    if (recording->n_chunks == 0 || recording->chunk_used + n > CHUNK_PAIRS) {
        struct sketch_pair *chunk = malloc(CHUNK_PAIRS * sizeof *chunk);
        if (!chunk) {
            atomic_fetch_add_explicit(&recording->lost_sketches, 1, memory_order_relaxed);
            return false;
        }
        recording->chunks[recording->n_chunks++] = chunk;
        recording->chunk_used = 0;
    }
    uint32_t chunk = recording->n_chunks - 1, offset = recording->chunk_used;
    memcpy(&recording->chunks[chunk][offset], pairs, n * sizeof *pairs);
    recording->chunk_used += (uint32_t)n;
    recording->sketches[(size_t)app * (size_t)recording->n_buckets + (size_t)bucket] =
        (struct sketch_ref){.chunk = chunk, .offset = offset, .n = (uint32_t)n};
    return true;
}

static const struct sketch_pair *pairs_of(const struct recording *recording, int app, int bucket, size_t *n)
{
    const struct sketch_ref *ref = &recording->sketches[index_of(recording, app, bucket)];
    *n = ref->n;
    return ref->n > 0 ? &recording->chunks[ref->chunk][ref->offset] : NULL;
}

/* ---- reading ---- */

uint64_t recording_add_sketch(const struct recording *recording, int app, int bucket, struct sketch *sketch)
{
    size_t n;
    uint64_t before = sketch->total;
    const int64_t *ns = responses_of(recording, app, bucket, &n);
    for (size_t i = 0; ns && i < n; i++)
        sketch_add(sketch, ns[i]);
    if (!ns) {
        const struct sketch_pair *pairs = pairs_of(recording, app, bucket, &n);
        sketch_merge(sketch, pairs, n);
    }
    return sketch->total - before;
}

uint64_t recording_slide_sketch(const struct recording *recording, int app, int bucket, bool in,
                                struct sketch_slide *slide)
{
    size_t n;
    uint64_t before = slide->sketch.total;
    const int64_t *ns = responses_of(recording, app, bucket, &n);
    if (ns) {
        sketch_slide(slide, ns, n, in);
    } else {
        const struct sketch_pair *pairs = pairs_of(recording, app, bucket, &n);
        sketch_slide_pairs(slide, pairs, n, in);
    }
    return in ? slide->sketch.total - before : before - slide->sketch.total;
}

size_t recording_sketch(const struct recording *recording, int app, int bucket, struct sketch_pair *pairs)
{
    size_t n;
    struct sketch scratch;
    const int64_t *ns = responses_of(recording, app, bucket, &n);
    if (!ns) {
        const struct sketch_pair *kept = pairs_of(recording, app, bucket, &n);
        if (n > 0)
            memcpy(pairs, kept, n * sizeof *pairs);
        return n;
    }
    memset(&scratch, 0, sizeof scratch);
    return sketch_compress(ns, n, &scratch, pairs);
}

double recording_percentile_ms(const struct recording *recording, int app, int from, int to, double p)
{
    struct sketch merged;
    memset(&merged, 0, sizeof merged);
    for (int b = from; b < to; b++) {
        recording_add_sketch(recording, app, b, &merged);
    }
    return merged.total > 0 ? (double)sketch_percentile(&merged, p) / 1e6 : (double)NAN;
}

/* Both keep responses, or neither: they are of the same shape. */
bool recording_copy_sketches(struct recording *to, const struct recording *from, int app, int count)
{
    if (to->responses[app] && count > 0) {
        const int64_t *ends = &from->response_ends[index_of(from, app, 0)];
        memcpy(&to->response_ends[index_of(to, app, 0)], ends, (size_t)count * sizeof *ends);
        memcpy(to->responses[app], from->responses[app], (size_t)ends[count - 1] * sizeof **to->responses);
        return true;
    }
    for (int b = 0; b < count; b++) {
        size_t n;
        const struct sketch_pair *pairs = pairs_of(from, app, b, &n);
        if (n > 0 && !recording_put_sketch(to, app, b, pairs, n))
            return false;
    }
    return true;
}
