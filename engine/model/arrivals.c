/* Arrivals, one tight loop a kind. A single draw is a block of one, so the two cannot disagree; the kinds
 * stand in a table, so a block costs one indirect call and no branch within. */
#include "engine/model/arrivals.h"

#include <stdlib.h>

/* The gaps before requests first .. first + n - 1 at load 1. */
typedef void gap_filler(const struct model_app *app, uint64_t first, int n, int64_t *gap_ns);

static void fill_exponential(const struct model_app *app, uint64_t first, int n, int64_t *gap_ns)
{
    uint64_t key = app->arrival_key;
    double mean = app->mean_gap_ns;
    for (int k = 0; k < n; k++)
        gap_ns[k] = (int64_t)(mean * random_exponential(key, first + (uint64_t)k) + 0.5);
}

static void fill_poisson(const struct model_app *app, uint64_t first, int n, int64_t *gap_ns)
{
    uint64_t key = app->arrival_key;
    struct alias_table table = app->gap_ms;
    for (int k = 0; k < n; k++)
        gap_ns[k] = alias_draw(&table, random_u64(key, first + (uint64_t)k)) * NS_PER_MS;
}

static void fill_gamma(const struct model_app *app, uint64_t first, int n, int64_t *gap_ns)
{
    uint64_t key = app->arrival_key;
    double mean = app->mean_gap_ns, shape = app->shape;
    for (int k = 0; k < n; k++)
        gap_ns[k] = (int64_t)(mean * random_gamma(key, first + (uint64_t)k, shape) + 0.5);
}

static void fill_fixed(const struct model_app *app, uint64_t first, int n, int64_t *gap_ns)
{
    (void)first;
    int64_t gap = (int64_t)(app->mean_gap_ns + 0.5);
    for (int k = 0; k < n; k++)
        gap_ns[k] = gap;
}

static gap_filler *const gap_fillers[ARRIVAL_KIND_COUNT] = {
    [ARRIVAL_EXPONENTIAL] = fill_exponential,
    [ARRIVAL_POISSON_GAP] = fill_poisson,
    [ARRIVAL_GAMMA] = fill_gamma,
    [ARRIVAL_FIXED_GAP] = fill_fixed,
};

bool arrival_has_gaps(const struct model_app *app)
{
    return gap_fillers[app->arrivals] != NULL;
}

int64_t arrival_gap_ns(const struct model_app *app, uint64_t i, double load)
{
    int64_t gap_ns;
    gap_fillers[app->arrivals](app, i, 1, &gap_ns);
    return arrival_scale_gap(gap_ns, load);
}

/* Blocks are drawn whole, so they may reach beyond the workload's end. */
static int32_t replayed_batch(const struct workload *workload, uint64_t i)
{
    return workload->batch && i < workload->n ? workload->batch[i] : 1;
}

static void fill_batches(const struct model_app *app, uint64_t first, int n, int32_t *batch)
{
    if (app->batch_table) {
        uint64_t key = app->batch_key;
        struct alias_table table = app->batch_alias;
        for (int k = 0; k < n; k++)
            batch[k] = alias_draw(&table, random_u64(key, first + (uint64_t)k));
        return;
    }
    for (int k = 0; k < n; k++)
        batch[k] = app->batch_replay ? replayed_batch(app->workload, first + (uint64_t)k) : app->batch_fixed;
}

int32_t arrival_batch(const struct model_app *app, uint64_t i)
{
    int32_t batch;
    fill_batches(app, i, 1, &batch);
    return batch;
}

void arrival_fill(const struct model_app *app, uint64_t first, int n, int64_t *gap_ns, int32_t *batch)
{
    if (gap_ns && arrival_has_gaps(app))
        gap_fillers[app->arrivals](app, first, n, gap_ns);
    if (batch)
        fill_batches(app, first, n, batch);
}

/* Each stepper moves the time on to request `cursor->index`; false: there is no such request. */
typedef bool cursor_stepper(const struct model_app *app, struct arrival_cursor *cursor, double load);

static bool step_gap(const struct model_app *app, struct arrival_cursor *cursor, double load)
{
    cursor->at_ns += arrival_gap_ns(app, cursor->index, load);
    return true;
}

static bool step_replay(const struct model_app *app, struct arrival_cursor *cursor, double load)
{
    const struct workload *workload = app->workload;
    uint64_t i = cursor->index;
    if (i >= workload->n)
        return false;
    int64_t before_ns = i > 0 ? workload->arrival_ns[i - 1] : 0;
    cursor->at_ns += arrival_scale_gap(workload->arrival_ns[i] - before_ns, load);
    return true;
}

/* Change of time: the integral of the rate from one request to the next is a unit exponential, or 1 when they
 * are evenly spread (the first 1/2, so that a request stands for the time around it). Steps without a rate
 * add nothing. The position within the step is kept unrounded, so a million requests in one step do not
 * drift. */
static bool step_rates(const struct model_app *app, struct arrival_cursor *cursor, double load)
{
    const struct workload *workload = app->workload;
    double step_s = ns_to_s(workload->step_ns), from_s = cursor->in_step_s;
    double left = !app->rate_even ? random_exponential(app->arrival_key, cursor->index)
                                  : (cursor->index > 0 ? 1.0 : 0.5);
    for (size_t step = (size_t)cursor->step; step < workload->n; step++, from_s = 0) {
        double rate = workload->rate[step] * app->rate_scale * load;
        if (!(rate > 0))
            continue;
        double room = rate * (step_s - from_s);
        if (left < room) {
            cursor->step = (int32_t)step;
            cursor->in_step_s = from_s + left / rate;
            cursor->at_ns = (int64_t)step * workload->step_ns + ns_from_s(cursor->in_step_s);
            return true;
        }
        left -= room;
    }
    return false;
}

static cursor_stepper *const cursor_steppers[ARRIVAL_KIND_COUNT] = {
    [ARRIVAL_EXPONENTIAL] = step_gap, [ARRIVAL_POISSON_GAP] = step_gap, [ARRIVAL_GAMMA] = step_gap,
    [ARRIVAL_FIXED_GAP] = step_gap,   [ARRIVAL_RATES] = step_rates,     [ARRIVAL_TRACE] = step_replay,
};

static void cursor_step(const struct model_app *app, struct arrival_cursor *cursor, double load)
{
    cursor_stepper *step = cursor_steppers[app->arrivals];
    if (!step || cursor->index >= (uint64_t)app->requests || !step(app, cursor, load)) {
        cursor->at_ns = NS_NEVER;
        cursor->batch = 0;
        return;
    }
    cursor->batch = arrival_batch(app, cursor->index);
}

struct arrival_cursor arrival_first(const struct model_app *app, double load)
{
    struct arrival_cursor cursor = {.at_ns = app->from_ns};
    cursor_step(app, &cursor, load);
    return cursor;
}

void arrival_next(const struct model_app *app, struct arrival_cursor *cursor, double load)
{
    if (cursor->at_ns == NS_NEVER)
        return;
    cursor->index++;
    cursor_step(app, cursor, load);
}

/* One block of memory for both columns. */

struct drawn *drawn_create(const struct drawn_key *key)
{
    size_t n = (size_t)key->requests + 1;
    struct drawn *drawn = malloc(sizeof *drawn + n * (sizeof *drawn->at_ns + sizeof *drawn->batch));
    if (!drawn)
        return NULL;
    drawn->key = *key;
    drawn->at_ns = (int64_t *)(void *)(drawn + 1);
    drawn->batch = (int32_t *)(void *)(drawn->at_ns + n);
    atomic_init(&drawn->references, 1);
    return drawn;
}

struct drawn *drawn_retain(struct drawn *drawn)
{
    atomic_fetch_add_explicit(&drawn->references, 1, memory_order_relaxed);
    return drawn;
}

void drawn_release(struct drawn *drawn)
{
    if (drawn && atomic_fetch_sub_explicit(&drawn->references, 1, memory_order_acq_rel) == 1)
        free(drawn);
}

bool drawn_key_equal(const struct drawn_key *a, const struct drawn_key *b)
{
    return a->arrival_key == b->arrival_key && a->batch_key == b->batch_key && a->kind == b->kind &&
           a->mean_gap_ms == b->mean_gap_ms && a->shape == b->shape && a->load == b->load &&
           a->from_ns == b->from_ns && a->batch_kind == b->batch_kind && a->batch_mean == b->batch_mean &&
           a->batch_sd == b->batch_sd && a->batch_min == b->batch_min && a->batch_max == b->batch_max &&
           a->requests == b->requests;
}
