/* The table of kinds, in the order in which they are measured. */
#include "engine/explore/derive/derive.h"
#include "engine/explore/derive/serving.h"

#include <stdlib.h>
#include <string.h>

const struct derive_kind *const derive_kinds[DERIVED_KINDS] = {
    [DERIVED_BASE] = &derive_base, [DERIVED_TABLE] = &derive_table, [DERIVED_RISES] = &derive_rises};

struct derived_key derive_key(const struct model *model, enum derived_kind kind)
{
    return (struct derived_key){.kind = kind, .hash = derive_kinds[kind]->hash(model)};
}

bool derive_fits(const struct derived_part *part, const struct model *model, enum derived_kind kind)
{
    int n_apps = derived_values(kind) > 0 ? 1 : model->n_apps;
    return part->key.kind == kind && part->n_apps == n_apps &&
           part->n_points == derive_kinds[kind]->points(model);
}

struct derived_part *derive(const struct model *model, enum derived_kind kind,
                            struct derived_part *const before[DERIVED_KINDS],
                            const struct derive_options *options, struct error *error)
{
    const struct derive_kind *row = derive_kinds[kind];
    if (error)
        error->kind = ERROR_NONE;
    if (job_is_cancelled(options->job) || (row->check && !row->check(model, error)))
        return NULL;
    struct derived_part *part = row->compute(model, before, derive_key(model, kind), options, error);
    if (!part || !job_is_cancelled(options->job))
        return part;
    derived_part_release(part); /* it may not be whole */
    if (error)
        error->kind = ERROR_NONE;
    return NULL;
}

/* ---- bytes ---- */

/* A part of the derived inputs as bytes: a line of whole numbers, one of numbers for each configuration, a
 * check at the end; all in eight bytes, least first, so that a store can be carried to another machine. */

enum { HEAD_WORDS = 5, TAIL_WORDS = 1, POINT_WORDS = 3, APP_WORDS = 2, POINTS_MAX = 1 << 20 };
static const uint64_t magic = UINT64_C(0x3276697265447457); /* "WtDeriv2" */

static size_t words_of(uint64_t kind, uint64_t n_apps, uint64_t n_points)
{
    uint64_t values = (uint64_t)derived_values((enum derived_kind)kind);
    uint64_t of_point = values > 0 ? values : POINT_WORDS + APP_WORDS * n_apps;
    return (size_t)(HEAD_WORDS + n_points * of_point + TAIL_WORDS);
}

/* A stretch of bytes that is written, or read, word by word. */
struct tape {
    unsigned char *bytes;
    size_t at;
    bool reads;
};

/* The next word: this one, unless it is read. */
static uint64_t tape_word(struct tape *tape, uint64_t word)
{
    uint64_t there = 0;
    for (int k = 0; k < 8; k++, tape->at++) {
        if (!tape->reads)
            tape->bytes[tape->at] = (unsigned char)(word >> 8 * k);
        there |= (uint64_t)tape->bytes[tape->at] << 8 * k;
    }
    return there;
}

static void tape_real(struct tape *tape, double *value)
{
    uint64_t word;
    memcpy(&word, value, sizeof word);
    word = tape_word(tape, word);
    if (tape->reads) /* else others may be reading the value */
        memcpy(value, &word, sizeof word);
}

static void tape_numbers(struct tape *tape, const struct derived_part *part)
{
    int values = part->n_points * derived_values(part->key.kind);
    for (int k = 0; k < values; k++)
        tape_real(tape, &part->values[k]);
    for (int k = 0; values == 0 && k < part->n_points; k++) {
        struct derived_point *point = &part->points[k];
        tape_real(tape, &point->energy_j);
        tape_real(tape, &point->energy_se_j);
        tape_real(tape, &point->accuracy_change);
        for (int a = 0; a < part->n_apps; a++) {
            tape_real(tape, &point->tail_ms[a]);
            tape_real(tape, &point->tail_se_ms[a]);
        }
    }
}

/* FNV-1a of all bytes up to here. */
static uint64_t tape_sum(const struct tape *tape)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t k = 0; k < tape->at; k++)
        sum = (sum ^ tape->bytes[k]) * UINT64_C(0x100000001b3);
    return sum;
}

unsigned char *derived_pack(const struct derived_part *part, size_t *size)
{
    *size = 8 * words_of(part->key.kind, (uint64_t)part->n_apps, (uint64_t)part->n_points);
    struct tape tape = {.bytes = malloc(*size)};
    if (!tape.bytes)
        return NULL;
    tape_word(&tape, magic);
    tape_word(&tape, part->key.kind);
    tape_word(&tape, part->key.hash);
    tape_word(&tape, (uint64_t)part->n_apps);
    tape_word(&tape, (uint64_t)part->n_points);
    tape_numbers(&tape, part);
    tape_word(&tape, tape_sum(&tape));
    return tape.bytes;
}

struct derived_part *derived_unpack(const unsigned char *bytes, size_t size)
{
    struct tape tape = {.bytes = (unsigned char *)bytes, .reads = true}, end = tape;
    /* Is it whole? Then so is what its head says. */
    if (size < 8 * words_of(DERIVED_BASE, 1, 1) || tape_word(&tape, 0) != magic)
        return NULL;
    uint64_t kind = tape_word(&tape, 0), hash = tape_word(&tape, 0), n_apps = tape_word(&tape, 0),
             n_points = tape_word(&tape, 0);
    if (!(kind < DERIVED_KINDS) || !(n_apps >= 1) || !(n_apps <= DERIVED_APPS_MAX) || !(n_points >= 1) ||
        !(n_points <= POINTS_MAX) || size != 8 * words_of(kind, n_apps, n_points))
        return NULL;
    end.at = size - 8;
    uint64_t sum = tape_sum(&end);
    if (tape_word(&end, 0) != sum)
        return NULL;
    struct derived_key key = {(enum derived_kind)kind, hash};
    struct derived_part *part = derived_part_create(key, (int)n_apps, (int)n_points);
    if (part)
        tape_numbers(&tape, part);
    return part;
}

/* ---- hashes ---- */

uint64_t hash_word(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * UINT64_C(0x100000001b3) ^ (hash >> 29);
}

uint64_t hash_real(uint64_t hash, double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return hash_word(hash, word);
}

uint64_t hash_begin(enum derived_kind kind, int version)
{
    return hash_word(hash_word(UINT64_C(0xcbf29ce484222325), (uint64_t)kind), (uint64_t)version);
}

uint64_t hash_end(uint64_t hash)
{
    return hash ^ hash >> 32;
}

uint64_t hash_distribution(uint64_t hash, const struct model_app *app)
{
    hash = hash_word(hash, app->batch_replay);
    hash = hash_word(hash, (uint64_t)app->batch_fixed);
    for (uint32_t k = 0; app->batch_table && k < app->batch_alias.n; k++) {
        hash = hash_word(hash, app->batch_alias.cells[k].threshold);
        hash = hash_word(hash, (uint64_t)app->batch_alias.cells[k].own);
        hash = hash_word(hash, (uint64_t)app->batch_alias.cells[k].other);
    }
    return hash;
}

uint64_t hash_requests(uint64_t hash, const struct model *model)
{
    hash = hash_word(hash, (uint64_t)model->n_apps);
    hash = hash_real(hash, serving_load(model));
    for (int a = 0; a < model->n_apps; a++) {
        const struct model_app *app = &model->apps[a];
        hash = hash_word(hash, app->arrivals);
        hash = hash_word(hash, app->arrival_key);
        hash = hash_real(hash, app->mean_gap_ns);
        hash = hash_real(hash, app->shape);
        hash = hash_real(hash, app->rate_scale);
        hash = hash_word(hash, app->rate_even);
        hash = hash_real(hash, app->percentile);
        hash = hash_word(hash, (uint64_t)app->overhead_ns);
        hash = hash_distribution(hash_word(hash, app->batch_key), app);
        const struct workload *workload = app->workload;
        if (workload)
            hash = hash_word(hash_word(hash, workload->n), (uint64_t)workload->step_ns);
        /* As much of a workload as is ever drawn. */
        size_t most = MEASURE_DRAWN, n = workload ? workload->n : 0;
        for (size_t k = 0; k < n && workload->rate; k++)
            hash = hash_real(hash, workload->rate[k]);
        for (size_t k = 0; k < n && k < most && workload->arrival_ns; k++)
            hash = hash_word(hash, (uint64_t)workload->arrival_ns[k]);
        for (size_t k = 0; k < n && k < most && workload->batch; k++)
            hash = hash_word(hash, (uint64_t)workload->batch[k]);
        hash = hash_real(hash, model_clover(model)->apps[a].rate_hz);
    }
    return hash;
}

uint64_t hash_cost(uint64_t hash, const struct model *model, int variant, enum mig_slice slice)
{
    const struct clover_variant *of = &model_clover(model)->variants[variant];
    const struct model_app *app = &model->apps[of->app];
    const struct model_cost *cost =
        model_cost_of(model, of->app, model_place_on(model, 0, slice, of->variant));
    hash = hash_word(hash, cost->latency_ns != NULL);
    hash = hash_real(hash, cost->accuracy);
    /* Curves count only at the batches that the app can have. */
    for (int32_t b = app->batch_min; b <= app->batch_max && cost->latency_ns; b++) {
        hash = hash_word(hash, (uint64_t)cost->latency_ns[b]);
        hash = hash_real(hash, cost->power_w[b]);
    }
    return hash;
}

uint64_t hash_gpu(uint64_t hash, const struct model_gpu *gpu)
{
    hash = hash_real(hash_real(hash, gpu->idle_w), gpu->auxiliary_w);
    return hash_word(hash, gpu->power);
}
