/* One recording: its columns are allocated once, before the run. */
#include "engine/sim/recording.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMN_NAME(id, name, help) name,
const char *const run_column_names[RUN_COLUMNS] = {RECORDING_RUN_COLUMNS(COLUMN_NAME)};
const char *const app_column_names[APP_COLUMNS] = {RECORDING_APP_COLUMNS(COLUMN_NAME)};
const char *const gpu_column_names[GPU_COLUMNS] = {RECORDING_GPU_COLUMNS(COLUMN_NAME)};
#undef COLUMN_NAME

/* ---- sketches: stretches of the responses where these are kept, chunks of sparse sketches elsewhere ---- */

/* A chunk is closed when the next sketch does not fit, so each but the last holds at least so many sketches.
 */
enum { CHUNK_PAIRS = 1 << 16, CHUNK_SKETCHES = CHUNK_PAIRS / SKETCH_BINS };

static size_t index_of(const struct recording *recording, int app, int bucket)
{
    return (size_t)app * (size_t)recording->n_buckets + (size_t)bucket;
}

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

/* Of buckets from..to-1; NULL: their sketches are in chunks. */
static const int64_t *responses_of(const struct recording *recording, int app, int from, int to, size_t *n)
{
    *n = 0;
    if (!recording->responses[app])
        return NULL;
    const int64_t *ends = &recording->response_ends[index_of(recording, app, 0)];
    int64_t first = from > 0 ? ends[from - 1] : 0;
    *n = to > from ? (size_t)(ends[to - 1] - first) : 0;
    return recording->responses[app] + first;
}

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
    recording->sketches[index_of(recording, app, bucket)] =
        (struct sketch_ref){.chunk = chunk, .offset = offset, .n = (uint32_t)n};
    return true;
}

static const struct sketch_pair *pairs_of(const struct recording *recording, int app, int bucket, size_t *n)
{
    const struct sketch_ref *ref = &recording->sketches[index_of(recording, app, bucket)];
    *n = ref->n;
    return ref->n > 0 ? &recording->chunks[ref->chunk][ref->offset] : NULL;
}

void recording_add_sketches(const struct recording *recording, int app, int from, int to,
                            struct sketch *sketch)
{
    size_t n;
    const int64_t *ns = responses_of(recording, app, from, to, &n);
    sketch_add_all(sketch, ns, n, NULL);
    for (int b = from; !ns && b < to; b++) {
        const struct sketch_pair *pairs = pairs_of(recording, app, b, &n);
        sketch_merge(sketch, pairs, n);
    }
}

uint64_t recording_slide_sketch(const struct recording *recording, int app, int bucket, bool in,
                                struct sketch_slide *slide)
{
    size_t n;
    uint64_t before = slide->sketch.total;
    const int64_t *ns = responses_of(recording, app, bucket, bucket + 1, &n);
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
    const int64_t *ns = responses_of(recording, app, bucket, bucket + 1, &n);
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
    recording_add_sketches(recording, app, from, to, &merged);
    return merged.total > 0 ? (double)sketch_percentile(&merged, p) / 1e6 : (double)NAN;
}

/* Both keep responses, or neither: they are of the same shape. */
static bool copy_sketches(struct recording *to, const struct recording *from, int app, int count)
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

/* ---- the whole ---- */

static bool allocate_columns(float **columns, int n, size_t length)
{
    for (int c = 0; c < n; c++)
        if (!(columns[c] = calloc(length, sizeof(float))))
            return false;
    return true;
}

struct recording *recording_create(int n_buckets, int n_apps, int n_gpus)
{
    struct recording *recording = calloc(1, sizeof *recording);
    size_t buckets = (size_t)n_buckets, apps = (size_t)n_apps, gpus = (size_t)n_gpus;
    if (!recording)
        return NULL;
    recording->n_buckets = n_buckets;
    recording->n_apps = n_apps;
    recording->n_gpus = n_gpus;
    recording->apps = calloc(apps, sizeof *recording->apps);
    recording->gpus = calloc(gpus, sizeof *recording->gpus);
    recording->sketches = calloc(apps * buckets, sizeof *recording->sketches);
    recording->chunks = calloc(apps * buckets / CHUNK_SKETCHES + 1, sizeof *recording->chunks);
    recording->layouts = calloc(gpus, sizeof *recording->layouts);
    recording->responses = calloc(apps, sizeof *recording->responses);
    if (!recording->responses || !recording->apps || !recording->gpus || !recording->sketches ||
        !recording->chunks || !recording->layouts ||
        !allocate_columns(recording->run, RUN_COLUMNS, buckets) ||
        !allocate_columns(recording->app, APP_COLUMNS, buckets * apps) ||
        !allocate_columns(recording->gpu, GPU_COLUMNS, buckets * gpus)) {
        recording_free(recording);
        return NULL;
    }
    for (size_t g = 0; g < gpus; g++)
        recording->layouts[g].kind = CHRONICLE_LAYOUTS;
    recording->moves.kind = CHRONICLE_MOVES;
    recording->water.kind = CHRONICLE_WATER;
    recording->evaluations.kind = CHRONICLE_EVALUATIONS;
    atomic_init(&recording->count, 0);
    atomic_init(&recording->lost_sketches, 0);
    atomic_init(&recording->finished, false);
    return recording;
}

void recording_free(struct recording *recording)
{
    if (!recording)
        return;
    for (int c = 0; c < RUN_COLUMNS; c++)
        free(recording->run[c]);
    for (int c = 0; c < APP_COLUMNS; c++)
        free(recording->app[c]);
    for (int c = 0; c < GPU_COLUMNS; c++)
        free(recording->gpu[c]);
    for (uint32_t c = 0; c < recording->n_chunks; c++)
        free(recording->chunks[c]);
    for (int g = 0; recording->layouts && g < recording->n_gpus; g++)
        chronicle_free(&recording->layouts[g]);
    chronicle_free(&recording->water);
    chronicle_free(&recording->moves);
    chronicle_free(&recording->evaluations);
    free(recording->layouts);
    for (int a = 0; recording->responses && a < recording->n_apps; a++)
        free(recording->responses[a]);
    free(recording->responses);
    free(recording->response_ends);
    free(recording->variants);
    free(recording->chunks);
    free(recording->sketches);
    free(recording->apps);
    free(recording->gpus);
    free(recording);
}

/* Water, layouts and evaluations first: whoever sees the buckets sees theirs. */
void recording_publish(struct recording *recording, int count)
{
    chronicle_publish(&recording->water);
    chronicle_publish(&recording->moves);
    chronicle_publish(&recording->evaluations);
    for (int g = 0; g < recording->n_gpus; g++)
        chronicle_publish(&recording->layouts[g]);
    atomic_store_explicit(&recording->count, count, memory_order_release);
}

void recording_finish(struct recording *recording, int64_t end_ns)
{
    recording->end_ns = end_ns;
    atomic_store_explicit(&recording->finished, true, memory_order_release);
}

int recording_add_variant(struct recording *recording, const char *name)
{
    int n = recording->n_variants;
    for (int v = 0; v < n; v++)
        if (strcmp(recording->variants[v], name) == 0)
            return v;
    if (!array_grow(&recording->variants, (size_t)n, sizeof *recording->variants))
        return -1;
    text_copy(recording->variants[n], sizeof recording->variants[n], name);
    return recording->n_variants++;
}

static bool put(struct recording *recording, struct chronicle *chronicle, const void *entry)
{
    bool good = chronicle_put(chronicle, entry);
    if (!good)
        atomic_fetch_add_explicit(&recording->lost_sketches, 1, memory_order_relaxed);
    return good;
}

/* What readers have seen stays as it is. */
bool recording_put_layout(struct recording *recording, int gpu, const struct recorded_layout *layout)
{
    struct chronicle *layouts = &recording->layouts[gpu];
    const struct recorded_layout *last = NULL;
    while (layouts->n > 0 && (last = chronicle_get(layouts, layouts->n - 1))->t_ns == layout->t_ns &&
           layouts->n > chronicle_count(layouts))
        layouts->n--;
    if (layouts->n > 0 && last->config == layout->config && last->phase == layout->phase &&
        memcmp(last->slices, layout->slices, sizeof last->slices) == 0)
        return true;
    return put(recording, layouts, layout);
}

bool recording_put_evaluation(struct recording *recording, const struct evaluation *evaluation)
{
    return put(recording, &recording->evaluations, evaluation);
}

const struct recorded_layout *recording_layout_at(const struct recording *recording, int gpu, int64_t t_ns)
{
    const struct chronicle *layouts = &recording->layouts[gpu];
    int n = chronicle_until(layouts, t_ns);
    return n > 0 ? chronicle_get(layouts, n - 1) : NULL;
}

void recording_print_layout(const struct recording *recording, const struct recorded_layout *layout,
                            char *out, size_t size)
{
    const struct mig_config *config = &mig_configs[layout->config];
    size_t used = 0;
    for (int s = 0; s < config->n && used < size; s++) {
        const struct recorded_slice *slice = &layout->slices[s];
        const char *variant = slice->variant < 0 ? "" : recording->variants[slice->variant];
        used += (size_t)snprintf(
            out + used, size - used, "%s%s:%s%s%s", s > 0 ? "," : "", mig_slice_names[config->slices[s]],
            slice->app < 0 ? "-" : recording->apps[slice->app].name, variant[0] ? "/" : "", variant);
    }
}

double recording_width_s(const struct recording *recording, int bucket)
{
    int64_t start_ns = bucket * recording->bucket_ns, width_ns = recording->bucket_ns;
    if (recording_finished(recording) && recording->end_ns - start_ns < width_ns)
        width_ns = recording->end_ns - start_ns;
    return (double)width_ns / 1e9;
}

double recording_seconds(const struct recording *recording, int from, int to)
{
    double seconds = 0;
    for (int b = from; b < to; b++)
        seconds += recording_width_s(recording, b);
    return seconds;
}

static double sum_column(const float *column, int from, int to)
{
    double sum = 0;
    for (int b = from; b < to; b++)
        sum += (double)column[b];
    return sum;
}

double recording_sum_run(const struct recording *recording, enum run_column column, int from, int to)
{
    return sum_column(recording->run[column], from, to);
}

double recording_sum_app(const struct recording *recording, enum app_column column, int app, int from, int to)
{
    return sum_column(recording->app[column] + (size_t)app * (size_t)recording->n_buckets, from, to);
}

double recording_sum_gpu(const struct recording *recording, enum gpu_column column, int gpu, int from, int to)
{
    return sum_column(recording->gpu[column] + (size_t)gpu * (size_t)recording->n_buckets, from, to);
}

static void copy_column(float *to, const float *from, int rows, int n_buckets, int count)
{
    for (int r = 0; r < rows; r++)
        memcpy(to + (size_t)r * (size_t)n_buckets, from + (size_t)r * (size_t)n_buckets,
               (size_t)count * sizeof *to);
}

bool recording_copy_prefix(struct recording *to, const struct recording *from, int count)
{
    int64_t end_ns = count * from->bucket_ns;
    for (int c = 0; c < RUN_COLUMNS; c++)
        copy_column(to->run[c], from->run[c], 1, to->n_buckets, count);
    for (int c = 0; c < APP_COLUMNS; c++)
        copy_column(to->app[c], from->app[c], to->n_apps, to->n_buckets, count);
    for (int c = 0; c < GPU_COLUMNS; c++)
        copy_column(to->gpu[c], from->gpu[c], to->n_gpus, to->n_buckets, count);
    for (int a = 0; a < to->n_apps; a++)
        if (!copy_sketches(to, from, a, count))
            return false;
    for (int g = 0; g < to->n_gpus; g++)
        if (!chronicle_copy(&to->layouts[g], &from->layouts[g], end_ns))
            return false;
    if (!chronicle_copy(&to->water, &from->water, end_ns) ||
        !chronicle_copy(&to->moves, &from->moves, end_ns) ||
        !chronicle_copy(&to->evaluations, &from->evaluations, end_ns))
        return false;
    recording_publish(to, count);
    return true;
}
