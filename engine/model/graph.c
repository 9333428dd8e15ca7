/* One GPU's graphs are counted off cut by cut: for each type of slice in turn, every way to share its slices
 * among the variants that fit it. */
#include "engine/model/clover.h"

#include <stdlib.h>
#include <string.h>

/* A search asks for thousands: so it is one loop over all counts, and eight go at a time. A graph has at most
 * a few hundred instances, so that sixteen bits hold the sum. */
int graph_distance(const struct graph *a, const struct graph *b)
{
    const int16_t *x = (const int16_t *)a->count, *y = (const int16_t *)b->count;
    int16_t distance = 0;
    for (int k = 0; k < GRAPH_VARIANTS_MAX * MIG_SLICES; k++)
        distance = (int16_t)(distance + (x[k] > y[k] ? x[k] - y[k] : y[k] - x[k]));
    return distance;
}

bool graph_equal(const struct graph *a, const struct graph *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

bool graph_are_neighbours(const struct graph *a, const struct graph *b)
{
    int distance = graph_distance(a, b);
    return distance > 0 && distance <= GRAPH_NEAR;
}

void graph_totals(const struct graph *graph, int totals[MIG_SLICES])
{
    for (int s = 0; s < MIG_SLICES; s++) {
        totals[s] = 0;
        for (int v = 0; v < GRAPH_VARIANTS_MAX; v++)
            totals[s] += graph->count[v][s];
    }
}

int graph_size(const struct graph *graph)
{
    int totals[MIG_SLICES], size = 0;
    graph_totals(graph, totals);
    for (int s = 0; s < MIG_SLICES; s++)
        size += totals[s];
    return size;
}

struct graph graph_times(const struct graph *graph, int times)
{
    struct graph product = *graph;
    for (int v = 0; v < GRAPH_VARIANTS_MAX; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            product.count[v][s] = (int16_t)(graph->count[v][s] * times);
    return product;
}

struct graph_walk {
    const struct graph_rules *rules;
    bool (*visit)(void *context, const struct graph *graph);
    void *context;
    struct graph graph;
    int visited;
    bool stopped;
};

/* `left` slices of type `slice` are still to be given to variants from `variant` on; then the next type. */
static void share(struct graph_walk *walk, const struct mig_cut *cut, int slice, int variant, int left)
{
    if (walk->stopped)
        return;
    if (left == 0) {
        if (++slice < MIG_SLICES) {
            share(walk, cut, slice, 0, cut->count[slice]);
            return;
        }
        walk->visited++;
        walk->stopped = walk->visit && !walk->visit(walk->context, &walk->graph);
        return;
    }
    if (variant == walk->rules->n_variants)
        return;
    int most = walk->rules->fits[variant][slice] ? left : 0;
    for (int n = most; n >= 0; n--) {
        walk->graph.count[variant][slice] = (int16_t)n;
        share(walk, cut, slice, variant + 1, left - n);
    }
    walk->graph.count[variant][slice] = 0;
}

int graph_each(const struct graph_rules *rules, bool (*visit)(void *context, const struct graph *graph),
               void *context)
{
    struct graph_walk walk = {.rules = rules, .visit = visit, .context = context};
    for (int cut = 0; cut < MIG_CUTS; cut++)
        share(&walk, &mig_cuts[cut], 0, 0, mig_cuts[cut].count[0]);
    return walk.visited;
}

/* --- counting --- */

enum { COUNT_VARIANTS = 4, SUMS_MAX = 4000000 };

/* A graph of a few variants, small enough to sort millions. */
struct small {
    uint8_t count[COUNT_VARIANTS * MIG_SLICES];
};

struct smalls {
    int64_t n;
    struct small *all; /* owned */
};

static bool keep_small(void *context, const struct graph *graph)
{
    struct smalls *list = context;
    struct small *small = &list->all[list->n++];
    for (int v = 0; v < COUNT_VARIANTS; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            small->count[v * MIG_SLICES + s] = (uint8_t)graph->count[v][s];
    return true;
}

static int compare_small(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct small));
}

/* Every sum of one of each; false when that is too much. */
static bool add_all(const struct smalls *a, const struct smalls *b, struct smalls *sums)
{
    *sums = (struct smalls){0};
    if (a->n * b->n > SUMS_MAX || !(sums->all = malloc((size_t)(a->n * b->n + 1) * sizeof *sums->all)))
        return false;
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t j = 0; j < b->n; j++) {
            struct small *sum = &sums->all[sums->n++];
            for (size_t k = 0; k < sizeof sum->count; k++)
                sum->count[k] = (uint8_t)(a->all[i].count[k] + b->all[j].count[k]);
        }
    int64_t kept = 0;
    qsort(sums->all, (size_t)sums->n, sizeof *sums->all, compare_small);
    for (int64_t i = 0; i < sums->n; i++)
        if (kept == 0 || compare_small(&sums->all[i], &sums->all[kept - 1]) != 0)
            sums->all[kept++] = sums->all[i];
    sums->n = kept;
    return true;
}

int64_t graph_count(const struct graph_rules *rules, int n_gpus)
{
    int n = rules->n_variants <= COUNT_VARIANTS ? graph_each(rules, NULL, NULL) : SUMS_MAX;
    struct smalls one = {.all = n < SUMS_MAX ? malloc((size_t)(n + 1) * sizeof *one.all) : NULL}, all = {0};
    bool ok = one.all && n_gpus >= 1 && n_gpus * MIG_CUT_SLICES <= UINT8_MAX;
    if (ok) {
        graph_each(rules, keep_small, &one);
        all.n = one.n;
        ok = (all.all = malloc((size_t)(one.n + 1) * sizeof *all.all)) != NULL;
    }
    if (ok)
        memcpy(all.all, one.all, (size_t)one.n * sizeof *all.all);
    for (int gpu = 1; ok && gpu < n_gpus; gpu++) {
        struct smalls sums;
        ok = add_all(&all, &one, &sums);
        free(all.all);
        all = sums;
    }
    free(one.all);
    free(all.all);
    return ok ? all.n : -1;
}
