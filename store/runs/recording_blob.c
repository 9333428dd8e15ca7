/* The format of a recording, version 1. Numbers are little-endian, whole numbers two's complement, f32 and
 * f64 as IEEE 754 has them, so that what comes back has the very bits that were recorded, NAN included.
 *
 *   head      8 bytes "WATT-REC", i32 version, i32 0, i64 length of all of it, u64 seal (store/seal.h) of
 * what follows the head shape     i64 start_s, bucket_ns, end_ns; i32 buckets, apps, GPUs columns   f32
 * [column][bucket] of the run, [column][app][bucket], [column][GPU][bucket], in the order of recording.h,
 * each after an i32 that says how many columns there are: a recording of before a column came has fewer, and
 * NAN in that sketches  [app][bucket]: how many pairs; of each the step from the bin before and the count,
 * all as unsigned LEB128 variants  i32 n, n times 24 bytes, a name that ends with a NUL layouts   [GPU]: i32
 * n, n times i64 t_ns, i32 configuration, phase; of each slice i16 app, variant, state graphs    i32 n, n
 * times i32 app, variant: what the numbers in the graphs of searches mean searches  i32 n, n times the fields
 * of struct evaluation and its two graphs, i16 [variant][slice] of the variants that there are water     i32
 * n, n times i64 t_ns, f64 from, to, temperature, i32 GPU, reason moves     i32 n, n times i64 t_ns, i32 app,
 * number, from, to, reason, f64 from, to periods   i32 n, n times f64, the hottest of each
 *
 * One walk over the recording both writes and reads, so the two cannot drift apart. Nothing that is read is
 * believed: a count or an index beyond what there can be is a fault, and the first fault ends the walk. */
#include "store/runs/saved_run.h"

#include "engine/base/text.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers are written as they lie in memory");

static const char magic[8] = {'W', 'A', 'T', 'T', '-', 'R', 'E', 'C'};
static const char no_memory[] = "out of memory";

/* Bytes that are written or read one after another. */
struct coder {
    bool reading;
    unsigned char *bytes; /* owned by whoever writes */
    size_t at, size;      /* read or written so far; there, or room */
    const char *fault;    /* what was wrong first; NULL: nothing */
};

/* After a fault what is read is zeroes. */
static void code(struct coder *coder, void *value, size_t n)
{
    if (!coder->fault && coder->reading && n > coder->size - coder->at)
        coder->fault = "it is cut short";
    if (!coder->fault && !coder->reading && n > coder->size - coder->at) {
        size_t size = 2 * coder->size + n;
        unsigned char *more = realloc(coder->bytes, size);
        if (more) {
            coder->bytes = more;
            coder->size = size;
        } else {
            coder->fault = no_memory;
        }
    }
    if (coder->fault && coder->reading)
        memset(value, 0, n);
    if (coder->fault)
        return;
    if (coder->reading)
        memcpy(value, coder->bytes + coder->at, n);
    else
        memcpy(coder->bytes + coder->at, value, n);
    coder->at += n;
}

/* Whoever writes can only run out of memory. */
static void must(struct coder *coder, bool good, const char *fault)
{
    if (!good && !coder->fault && (coder->reading || fault == no_memory))
        coder->fault = fault;
}

/* A whole number from `least` to `most`. */
static void code_number(struct coder *coder, int32_t *number, int least, int most, const char *fault)
{
    code(coder, number, sizeof *number);
    must(coder, *number >= least && *number <= most, fault);
}

/* How many of something there are, at most so many; 0 after a fault. */
static int code_count(struct coder *coder, int n, int most, const char *fault)
{
    int32_t count = n;
    code_number(coder, &count, 0, most, fault);
    return coder->fault ? 0 : count;
}

static void code_leb(struct coder *coder, uint32_t *number)
{
    uint32_t rest = *number, read = 0;
    unsigned char byte = 0x80;
    for (int shift = 0; byte & 0x80 && !coder->fault; shift += 7, rest >>= 7) {
        byte = (unsigned char)(rest >= 0x80 ? rest | 0x80 : rest);
        code(coder, &byte, 1);
        must(coder, shift < 28 || byte < 0x10, "a number is too large");
        if (!coder->fault)
            read |= (uint32_t)(byte & 0x7F) << shift;
    }
    *number = read;
}

static void code_columns(struct coder *coder, float **columns, int n_columns, int parts, int width,
                         int buckets)
{
    int n = code_count(coder, n_columns, n_columns, "it has columns that this wattif does not know");
    for (int c = 0; c < n_columns; c++)
        for (size_t part = 0; part < (size_t)parts; part++)
            if (c < n)
                code(coder, columns[c] + part * (size_t)width, (size_t)buckets * sizeof(float));
            else
                for (int b = 0; b < buckets; b++)
                    columns[c][part * (size_t)width + (size_t)b] = __builtin_nanf("");
}

/* Each change is published by itself, so that two of one instant stay two. */
static void code_layouts(struct coder *coder, struct recording *recording, int gpu)
{
    struct chronicle *history = &recording->layouts[gpu];
    int n = code_count(coder, chronicle_count(history), INT32_MAX, "it has too many layouts");
    int64_t last_ns = INT64_MIN;
    for (int k = 0; k < n && !coder->fault; k++) {
        struct recorded_layout layout = {0};
        if (!coder->reading)
            layout = *(const struct recorded_layout *)chronicle_get(history, k);
        int32_t config = layout.config, phase = layout.phase;
        code(coder, &layout.t_ns, sizeof layout.t_ns);
        code_number(coder, &config, 0, MIG_CONFIGS - 1, "a layout has no configuration");
        code_number(coder, &phase, 0, CUT_PHASE_COUNT - 1, "a layout has no phase");
        must(coder, layout.t_ns >= last_ns, "layouts are in no order");
        last_ns = layout.t_ns;
        layout.config = (int16_t)config;
        layout.phase = (int16_t)phase;
        for (int s = 0; !coder->fault && s < mig_configs[config].n; s++) {
            struct recorded_slice *slice = &layout.slices[s];
            code(coder, slice, sizeof *slice);
            bool empty = slice->app == -1 && slice->variant == -1;
            bool full = slice->app >= 0 && slice->app < recording->n_apps && slice->variant >= 0 &&
                        slice->variant < recording->n_variants;
            must(coder, (empty || full) && slice->state >= 0 && slice->state < SLICE_STATE_COUNT,
                 "a slice holds what is not there");
        }
        if (coder->reading && !coder->fault)
            must(coder, recording_put_layout(recording, gpu, &layout), no_memory);
        if (coder->reading)
            chronicle_publish(history);
    }
}

static void code_searches(struct coder *coder, struct recording *recording)
{
    struct chronicle *history = &recording->evaluations;
    int variants = code_count(coder, recording->n_graph_variants, GRAPH_VARIANTS_MAX,
                              "its graphs have too many variants");
    for (int v = 0; v < variants; v++) {
        struct recorded_variant *variant = &recording->graph_variants[v];
        code_number(coder, &variant->app, 0, recording->n_apps - 1, "a graph has an app that is not there");
        code_number(coder, &variant->variant, 0, recording->n_variants - 1,
                    "a graph has a variant that is not there");
    }
    recording->n_graph_variants = variants;
    int n = code_count(coder, chronicle_count(history), EVALUATIONS_KEPT, "it has too many searches");
    struct evaluation last = {.end_ns = INT64_MIN};
    for (int k = 0; k < n && !coder->fault; k++) {
        struct evaluation evaluation = {0};
        if (!coder->reading)
            evaluation = *recording_evaluation(recording, k);
        code(coder, &evaluation, offsetof(struct evaluation, graph));
        for (int v = 0; v < variants; v++) {
            code(coder, evaluation.graph.count[v], sizeof *evaluation.graph.count);
            code(coder, evaluation.centre.count[v], sizeof *evaluation.centre.count);
        }
        must(coder,
             evaluation.kind >= 0 && evaluation.kind <= EVALUATION_END && evaluation.reason >= 0 &&
                 evaluation.reason < EVALUATION_REASONS,
             "a step of a search is of no kind");
        for (int at = 0; at < variants * MIG_SLICES; at++)
            must(coder,
                 evaluation.graph.count[at / MIG_SLICES][at % MIG_SLICES] >= 0 &&
                     evaluation.centre.count[at / MIG_SLICES][at % MIG_SLICES] >= 0,
                 "a graph has less than nothing");
        must(coder, evaluation.end_ns >= last.end_ns && evaluation.search >= last.search,
             "searches are in no order");
        last = evaluation;
        if (coder->reading && !coder->fault)
            must(coder, recording_put_evaluation(recording, &evaluation), no_memory);
    }
}

static void code_water(struct coder *coder, struct recording *recording)
{
    struct chronicle *water = &recording->water;
    int n = code_count(coder, chronicle_count(water), WATER_CHANGES_KEPT, "its water changes too often");
    for (int k = 0; k < n && !coder->fault; k++) {
        struct water_change change = {0};
        if (!coder->reading)
            change = *(const struct water_change *)chronicle_get(water, k);
        code(coder, &change.t_ns, sizeof change.t_ns);
        code(coder, &change.from_c, sizeof change.from_c);
        code(coder, &change.to_c, sizeof change.to_c);
        code(coder, &change.temp_c, sizeof change.temp_c);
        code_number(coder, &change.gpu, -1, recording->n_gpus - 1, "its water names no GPU");
        code_number(coder, &change.reason, 0, WATER_REASON_COUNT - 1, "its water changes for no reason");
        if (coder->reading && !coder->fault)
            must(coder, chronicle_put(water, &change), no_memory);
    }
}

static void code_moves(struct coder *coder, struct recording *recording)
{
    struct chronicle *moves = &recording->moves;
    int n = code_count(coder, chronicle_count(moves), MOVES_KEPT, "it has too many moves");
    for (int k = 0; k < n && !coder->fault; k++) {
        struct pod_move move = {0};
        if (!coder->reading)
            move = *(const struct pod_move *)chronicle_get(moves, k);
        code(coder, &move.t_ns, sizeof move.t_ns);
        code_number(coder, &move.app, 0, recording->n_apps - 1, "a move is of no app");
        code_number(coder, &move.number, INT32_MIN, INT32_MAX, "");
        code_number(coder, &move.from, 0, recording->n_gpus - 1, "a move is from no GPU");
        code_number(coder, &move.to, 0, recording->n_gpus - 1, "a move is to no GPU");
        code_number(coder, &move.reason, 0, MOVE_REASON_COUNT - 1, "a move has no reason");
        code(coder, &move.from_c, sizeof move.from_c);
        code(coder, &move.to_c, sizeof move.to_c);
        if (coder->reading && !coder->fault)
            must(coder, chronicle_put(moves, &move), no_memory);
    }
    if (coder->reading)
        summary_tell_moves(&recording->summary, moves, moves->n);
}

/* All that follows the shape. */
static void code_recording(struct coder *coder, struct recording *recording, int buckets)
{
    struct summary *summary = &recording->summary;
    int width = recording->n_buckets, apps = recording->n_apps, gpus = recording->n_gpus;
    code_columns(coder, recording->run, RUN_COLUMNS, 1, width, buckets);
    code_columns(coder, recording->app, APP_COLUMNS, apps, width, buckets);
    code_columns(coder, recording->gpu, GPU_COLUMNS, gpus, width, buckets);
    for (int a = 0; a < apps; a++)
        for (int b = 0; b < buckets && !coder->fault; b++) {
            struct sketch_pair pairs[SKETCH_BINS];
            uint32_t n = coder->reading ? 0 : (uint32_t)recording_sketch(recording, a, b, pairs), bin = 0;
            code_leb(coder, &n);
            must(coder, n <= SKETCH_BINS, "a percentile sketch has too many bins");
            for (uint32_t k = 0; k < n && !coder->fault; k++) {
                uint32_t step = coder->reading ? 0 : pairs[k].bin - bin,
                         count = coder->reading ? 0 : pairs[k].count;
                code_leb(coder, &step);
                code_leb(coder, &count);
                must(coder, step < SKETCH_BINS - bin && (k == 0 || step > 0),
                     "a percentile sketch is in no order");
                bin += coder->fault ? 0 : step;
                pairs[k] = (struct sketch_pair){.bin = (uint16_t)bin, .count = count};
            }
            if (coder->reading && n > 0 && !coder->fault)
                must(coder, recording_put_sketch(recording, a, b, pairs, n), no_memory);
        }
    int n = code_count(coder, recording->n_variants, INT16_MAX, "it has too many variants");
    for (int v = 0; v < n && !coder->fault; v++) {
        char name[sizeof *recording->variants] = "";
        if (!coder->reading)
            text_copy(name, sizeof name, recording->variants[v]);
        code(coder, name, sizeof name);
        must(coder, memchr(name, '\0', sizeof name), "a variant's name has no end");
        int number = coder->reading && !coder->fault ? recording_add_variant(recording, name) : v;
        must(coder, number >= 0, no_memory);
        must(coder, number == v, "a variant is there twice");
    }
    for (int g = 0; g < gpus; g++)
        code_layouts(coder, recording, g);
    code_searches(coder, recording);
    code_water(coder, recording);
    code_moves(coder, recording);
    summary->n_temp_periods =
        code_count(coder, summary->n_temp_periods, HEAT_PERIODS_MAX, "it has too many periods");
    code(coder, summary->temp_period_max_c, (size_t)summary->n_temp_periods * sizeof(double));
}

struct shape {
    int64_t start_s, bucket_ns, end_ns;
    int32_t buckets, apps, gpus;
};

static void code_shape(struct coder *coder, struct shape *shape)
{
    code(coder, &shape->start_s, sizeof shape->start_s);
    code(coder, &shape->bucket_ns, sizeof shape->bucket_ns);
    code(coder, &shape->end_ns, sizeof shape->end_ns);
    must(coder,
         shape->bucket_ns >= 0 && shape->bucket_ns <= INT64_MAX / (2 * RECORDING_BUCKETS_MAX) &&
             shape->end_ns >= 0,
         "its times are none");
    code_number(coder, &shape->buckets, 0, RECORDING_BUCKETS_MAX, "it has too many buckets");
    code_number(coder, &shape->apps, 0, APPS_MAX, "it has too many apps");
    code_number(coder, &shape->gpus, 0, GPUS_MAX, "it has too many GPUs");
}

void recording_blob_seal(unsigned char *bytes, size_t n)
{
    struct seal seal = {0};
    seal_take_bytes(&seal, bytes + RECORDING_BLOB_HEAD, n - RECORDING_BLOB_HEAD);
    memcpy(bytes + 24, &seal.state, sizeof seal.state);
}

unsigned char *recording_to_blob(const struct recording *recording, size_t *n)
{
    struct coder coder = {0};
    struct shape shape = {recording->start_s,         recording->bucket_ns, recording->end_ns,
                          recording_count(recording), recording->n_apps,    recording->n_gpus};
    unsigned char head[RECORDING_BLOB_HEAD] = {0};
    code(&coder, head, sizeof head);
    code_shape(&coder, &shape);
    code_recording(&coder, (struct recording *)recording, shape.buckets); /* which is only read from */
    if (coder.fault) {
        free(coder.bytes);
        return NULL;
    }
    const int32_t version = RECORDING_BLOB_VERSION;
    const int64_t length = (int64_t)coder.at;
    memcpy(coder.bytes, magic, sizeof magic);
    memcpy(coder.bytes + 8, &version, sizeof version);
    memcpy(coder.bytes + 16, &length, sizeof length);
    recording_blob_seal(coder.bytes, coder.at);
    *n = coder.at;
    return coder.bytes;
}

struct recording *recording_from_blob(const void *bytes, size_t n, struct error *error)
{
    struct coder coder = {.reading = true, .bytes = (unsigned char *)bytes, .size = n};
    struct shape shape = {0};
    struct recording *recording = NULL;
    /* Is what the head says so? */
    unsigned char head[RECORDING_BLOB_HEAD];
    struct seal seal = {0};
    int32_t version;
    int64_t length;
    uint64_t kept;
    code(&coder, head, sizeof head);
    must(&coder, memcmp(head, magic, sizeof magic) == 0, "it is none");
    memcpy(&version, head + 8, sizeof version);
    memcpy(&length, head + 16, sizeof length);
    memcpy(&kept, head + 24, sizeof kept);
    must(&coder, version == RECORDING_BLOB_VERSION, "it is of a version that this wattif does not know");
    must(&coder, length == (int64_t)coder.size, "it is cut short");
    if (!coder.fault)
        seal_take_bytes(&seal, coder.bytes + coder.at, coder.size - coder.at);
    must(&coder, seal.state == kept, "it is not what was written");
    code_shape(&coder, &shape);
    if (!coder.fault)
        recording = recording_create(shape.buckets > 0 ? shape.buckets : 1, shape.apps, shape.gpus);
    must(&coder, recording, no_memory);
    if (recording)
        code_recording(&coder, recording, shape.buckets);
    must(&coder, coder.at == n, "it goes on after its end");
    if (coder.fault) {
        recording_free(recording);
        error_set(error, ERROR_SYSTEM, NULL,
                  coder.fault == no_memory ? "%s"
                                           : "the recording of this run is damaged: %s; delete the run",
                  coder.fault);
        return NULL;
    }
    recording->start_s = shape.start_s;
    recording->bucket_ns = shape.bucket_ns;
    recording->summary.n_apps = shape.apps;
    recording->summary.n_gpus = shape.gpus;
    recording_publish(recording, shape.buckets);
    recording_finish(recording, shape.end_ns);
    return recording;
}
