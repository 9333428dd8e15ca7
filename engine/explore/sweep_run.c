/* Values lie in one block by the point's number within its campaign; a flag each, set when a point's are
 * whole, tells how far the finished ones reach without a gap. */
#include "engine/explore/sweep_run.h"

#include "engine/explore/campaign.h"

#include <stdlib.h>

enum { CHUNK_POINTS = 4096 };

/* One campaign. */
struct chunk {
    const struct sweep_order *order;
    size_t n_columns;
    struct sweep_column *columns;
    size_t base, n;        /* in the order's own numbers */
    size_t handed;         /* of n: to the caller */
    double *values;        /* [n][n_columns] */
    _Atomic bool *whole;   /* [n] */
    _Atomic bool given_up; /* the caller could not take a row, or wants no more */
    bool failed;
    struct error error; /* of the row that was not taken */
};

/* How many points an order has in all. */
static size_t sweep_order_points(const struct sweep_order *order)
{
    size_t n = sweep_points(order->sweep);
    return n > order->first ? (n - order->first - 1) / order->step + 1 : 0;
}

static size_t point_of(const struct chunk *chunk, size_t index)
{
    return chunk->order->first + (chunk->base + index) * chunk->order->step;
}

static bool point_scenario(void *context, size_t index, struct scenario *scenario, struct error *error)
{
    const struct chunk *chunk = context;
    return sweep_scenario(chunk->order->sweep, point_of(chunk, index), scenario, error);
}

static bool point_keep(void *context, size_t index, const struct model *model,
                       const struct recording *recording, const struct summary *summary, struct error *error)
{
    struct chunk *chunk = context;
    struct metric_source source = {.summary = summary, .model = model};
    double *values = chunk->values + index * chunk->n_columns;
    (void)recording;
    for (size_t k = 0; k < chunk->n_columns; k++)
        values[k] = metric_value(chunk->columns[k].metric, &source, chunk->columns[k].part);
    atomic_store_explicit(&chunk->whole[index], true, memory_order_release);
    if (!atomic_load_explicit(&chunk->given_up, memory_order_relaxed))
        return true;
    if (error)
        error->kind = ERROR_NONE;
    return false;
}

/* What is finished without a gap goes to the caller, who may have had enough. */
static void hand_over(void *context, size_t done)
{
    struct chunk *chunk = context;
    const struct sweep_order *order = chunk->order;
    (void)done;
    while (!chunk->failed && chunk->handed < chunk->n &&
           atomic_load_explicit(&chunk->whole[chunk->handed], memory_order_acquire)) {
        chunk->failed = !order->row(order->context, point_of(chunk, chunk->handed),
                                    chunk->values + chunk->handed * chunk->n_columns, &chunk->error);
        chunk->handed += !chunk->failed;
    }
    if (chunk->failed || (order->stop && atomic_load_explicit(order->stop, memory_order_relaxed)))
        atomic_store_explicit(&chunk->given_up, true, memory_order_relaxed);
    if (order->tell)
        order->tell(order->context, chunk->base + chunk->handed, sweep_order_points(order));
}

/* The rows that came to be come over, whatever else went wrong. */
static bool run_chunk(struct chunk *chunk, struct jobs *jobs, struct error *error)
{
    const struct sweep_order *order = chunk->order;
    struct campaign_plan plan = {.n = chunk->n,
                                 .priority = order->priority,
                                 .catalog = order->catalog,
                                 .shelf = order->shelf,
                                 .context = chunk,
                                 .scenario = point_scenario,
                                 .keep = point_keep,
                                 .tell = hand_over};
    bool good = campaign_run(&plan, jobs, error);
    hand_over(chunk, chunk->n);
    if (chunk->failed && error)
        *error = chunk->error;
    return good && !chunk->failed && chunk->handed == chunk->n;
}

bool sweep_run(const struct sweep_order *order, struct jobs *jobs, struct error *error)
{
    size_t n = sweep_order_points(order);
    if (error)
        error->kind = ERROR_NONE;
    for (size_t base = order->skip; base < n; base += CHUNK_POINTS) {
        size_t count = n - base < CHUNK_POINTS ? n - base : CHUNK_POINTS;
        if (order->stop && atomic_load_explicit(order->stop, memory_order_relaxed))
            return false;
        struct chunk chunk = {
            .order = order, .n_columns = sweep_columns(order->sweep), .base = base, .n = count};
        chunk.columns = calloc(chunk.n_columns, sizeof *chunk.columns);
        chunk.values = calloc(count, chunk.n_columns * sizeof *chunk.values);
        chunk.whole = calloc(count, sizeof *chunk.whole);
        bool good = chunk.columns && chunk.values && chunk.whole;
        for (size_t k = 0; good && k < chunk.n_columns; k++)
            chunk.columns[k] = sweep_column(order->sweep, k);
        good = good ? run_chunk(&chunk, jobs, error) : error_set(error, ERROR_SYSTEM, NULL, "out of memory");
        free(chunk.columns);
        free(chunk.values);
        free(chunk.whole);
        if (!good)
            return false;
    }
    return true;
}
