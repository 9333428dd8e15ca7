/* The configuration graph (clover.md section 1.4): how many instances of each variant there are on each type
 * of slice, and nothing else. Which GPU holds them, and what is next to what, is forgotten: slices are
 * isolated, so equal graphs have equal accuracy, energy and latency. Two graphs are as far apart as the edges
 * that have to be added or removed one by one; neighbours are at most four apart. A variant here is one of an
 * app: with several apps they are numbered through. */
#ifndef WATTIF_MODEL_GRAPH_H
#define WATTIF_MODEL_GRAPH_H

#include "engine/model/mig.h"

#include <stdbool.h>
#include <stdint.h>

enum { GRAPH_VARIANTS_MAX = 16, GRAPH_NEAR = 4 };

struct graph {
    int16_t count[GRAPH_VARIANTS_MAX][MIG_SLICES]; /* zero beyond the variants that there are */
};

/* The graph edit distance. */
int graph_distance(const struct graph *a, const struct graph *b);
bool graph_equal(const struct graph *a, const struct graph *b);
/* 0 < distance <= 4. */
bool graph_are_neighbours(const struct graph *a, const struct graph *b);
/* Slices of each type, whatever runs on them. */
void graph_totals(const struct graph *graph, int totals[MIG_SLICES]);
/* Instances. */
int graph_size(const struct graph *graph);
/* `times` GPUs with these slices each. */
struct graph graph_times(const struct graph *graph, int times);

/* Which variants may be on which slices: their memory fits. */
struct graph_rules {
    int n_variants;
    bool fits[GRAPH_VARIANTS_MAX][MIG_SLICES];
};

/* Every graph of one GPU under these rules, in order of cuts and then of variants, each once; `visit` returns
 * false to stop. Returns how many were visited (CL-N21). */
int graph_each(const struct graph_rules *rules, bool (*visit)(void *context, const struct graph *graph),
               void *context);

/* How many different graphs so many GPUs can have together (CL-N22, CL-N23), by trying; -1 when that is too
 * much work (over four million sums) or out of memory. */
int64_t graph_count(const struct graph_rules *rules, int n_gpus);

#endif
