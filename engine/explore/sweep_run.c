/* Values lie in one block by the point's number within its campaign; a flag each, set when a point's are
 * whole, tells how far the finished ones reach without a gap. */
#include "engine/explore/sweep_run.h"

#include "engine/explore/campaign.h"
#include "engine/base/text.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

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
        bool good = (chunk.columns && chunk.values && chunk.whole) || error_no_memory(error);
        for (size_t k = 0; good && k < chunk.n_columns; k++)
            chunk.columns[k] = sweep_column(order->sweep, k);
        if (good) {
            struct campaign_plan plan = {.n = count,
                                         .priority = order->priority,
                                         .catalog = order->catalog,
                                         .shelf = order->shelf,
                                         .context = &chunk,
                                         .scenario = point_scenario,
                                         .keep = point_keep,
                                         .tell = hand_over};
            good = campaign_run(&plan, jobs, error);
            /* The rows that came to be come over, whatever else went wrong. */
            hand_over(&chunk, count);
            if (chunk.failed && error)
                *error = chunk.error;
            good = good && !chunk.failed && chunk.handed == count;
        }
        free(chunk.columns);
        free(chunk.values);
        free(chunk.whole);
        if (!good)
            return false;
    }
    return true;
}

/* Neighbours are found by looking: for each point of the front and each of its ranges the nearest
 * configuration on either side that has all else in common; and the next point of the front where it differs
 * in several numbers. */

enum { NUMBER_SIZE = 32 };

struct refining {
    struct sweep *sweep;
    const struct front_point *means;
    size_t n, budget, added;      /* configurations that have means */
    double steps[SWEEP_AXES_MAX]; /* least distance of neighbours of the grid; 0: names */
};

static double number_at(const struct sweep *sweep, size_t axis, size_t value)
{
    double number = NAN;
    text_to_number(sweep->axes[axis].values[value], &number);
    return number;
}

static double step_of(const struct sweep *sweep, size_t axis)
{
    double least = INFINITY;
    for (size_t i = 1; i < sweep->axes[axis].n; i++) {
        double distance = fabs(number_at(sweep, axis, i) - number_at(sweep, axis, i - 1));
        if (isnan(distance))
            return 0;
        least = distance > 0 ? fmin(least, distance) : least;
    }
    return isfinite(least) ? least : 0;
}

/* Halfway, as a user would write it. False where the two are as close as it goes. */
static bool halve(const struct refining *refining, size_t axis, size_t from, size_t to, char out[NUMBER_SIZE])
{
    double a = number_at(refining->sweep, axis, from), b = number_at(refining->sweep, axis, to);
    double finest = refining->steps[axis] / (1 << REFINE_HALVINGS), middle = (a + b) / 2;
    if (!(refining->steps[axis] > 0) || !(fabs(b - a) / 2 >= finest * (1 - 1e-9)))
        return false;
    snprintf(out, NUMBER_SIZE, "%.12g", middle);
    text_to_number(out, &middle);
    text_from_number(middle, out, NUMBER_SIZE);
    return true;
}

/* The configuration in the middle of two, where they differ in numbers alone and come to different things. */
static void try_between(struct refining *refining, size_t one, size_t other)
{
    struct sweep *sweep = refining->sweep;
    struct front_point a = refining->means[one], b = refining->means[other];
    size_t from[SWEEP_AXES_MAX], to[SWEEP_AXES_MAX], at[SWEEP_AXES_MAX];
    char numbers[SWEEP_AXES_MAX][NUMBER_SIZE];
    const char *values[SWEEP_AXES_MAX];
    bool differ = false, good = true;
    if (refining->added == refining->budget || (a.across == b.across && a.up == b.up))
        return;
    sweep_place(sweep, one, from);
    sweep_place(sweep, other, to);
    for (size_t k = 0; k < sweep->n_axes && good; k++) {
        values[k] = sweep->axes[k].values[from[k]];
        if (from[k] == to[k])
            continue;
        good = halve(refining, k, from[k], to[k], numbers[k]);
        values[k] = numbers[k];
        differ = true;
    }
    /* There is none like it yet. */
    for (size_t i = 0; good && differ && i < sweep_configurations(sweep); i++) {
        sweep_place(sweep, i, at);
        size_t k = 0;
        while (k < sweep->n_axes && strcmp(sweep->axes[k].values[at[k]], values[k]) == 0)
            k++;
        good = k < sweep->n_axes;
    }
    if (good && differ && sweep_add(sweep, values, NULL))
        refining->added++;
}

/* The nearest one that differs in this axis alone, with a greater or a lesser value; SIZE_MAX: none. */
static size_t beside(const struct refining *refining, size_t of, size_t axis, int way)
{
    const struct sweep *sweep = refining->sweep;
    size_t own[SWEEP_AXES_MAX], at[SWEEP_AXES_MAX], found = SIZE_MAX;
    double nearest = INFINITY;
    sweep_place(sweep, of, own);
    for (size_t i = 0; i < refining->n; i++) {
        bool alike = !isnan(refining->means[i].across) && !isnan(refining->means[i].up);
        sweep_place(sweep, i, at);
        for (size_t a = 0; a < sweep->n_axes && alike; a++)
            alike = a == axis || at[a] == own[a];
        double distance = way * (number_at(sweep, axis, at[axis]) - number_at(sweep, axis, own[axis]));
        if (alike && distance > 0 && distance < nearest) {
            nearest = distance;
            found = i;
        }
    }
    return found;
}

size_t sweep_refine(struct sweep *sweep, const struct front_point *means, const size_t *front, size_t n_front,
                    size_t budget)
{
    struct refining refining = {
        .sweep = sweep, .means = means, .n = sweep_configurations(sweep), .budget = budget};
    for (size_t a = 0; a < sweep->n_axes; a++)
        refining.steps[a] = step_of(sweep, a);
    for (size_t k = 0; k < n_front; k++) {
        size_t before[SWEEP_AXES_MAX], here[SWEEP_AXES_MAX], differ = 0;
        sweep_place(sweep, front[k > 0 ? k - 1 : k], before);
        sweep_place(sweep, front[k], here);
        for (size_t a = 0; a < sweep->n_axes; a++)
            differ += before[a] != here[a];
        if (differ > 1) /* else it is the neighbours' to look between */
            try_between(&refining, front[k - 1], front[k]);
        for (size_t a = 0; a < sweep->n_axes; a++)
            for (int way = -1; way <= 1 && refining.steps[a] > 0; way += 2) {
                size_t other = beside(&refining, front[k], a, way);
                if (other != SIZE_MAX)
                    try_between(&refining, front[k], other);
            }
    }
    return refining.added;
}
