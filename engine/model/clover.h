/* What the configure policies of Clover need to know before a run: the numbers of the scenario's object
 * `clover`, the variants that there are, and the derived inputs. All of it is constant during a run. */
#ifndef WATTIF_MODEL_CLOVER_H
#define WATTIF_MODEL_CLOVER_H

#include "engine/model/mig.h"

/* The configuration graph (clover.md section 1.4): how many instances of each variant there are on each type
 * of slice, and nothing else. Which GPU holds them, and what is next to what, is forgotten: slices are
 * isolated, so equal graphs have equal accuracy, energy and latency. Two graphs are as far apart as the edges
 * that have to be added or removed one by one; neighbours are at most four apart. A variant here is one of an
 * app: with several apps they are numbered through. */

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
 * false to stop; NULL: they are only counted. Returns how many were visited (CL-N21). */
int graph_each(const struct graph_rules *rules, bool (*visit)(void *context, const struct graph *graph),
               void *context);

/* How many different graphs so many GPUs can have together (CL-N22, CL-N23), by trying; -1 when that is too
 * much work (over four million sums) or out of memory. */
int64_t graph_count(const struct graph_rules *rules, int n_gpus);

/* No search tries more, so that all that one has tried is remembered. */
enum { CLOVER_TRIES_MAX = 255 };

/* The scenario's object `clover` (clover.md sections 2 and 3). */
struct clover_settings {
    int n_base;         /* GPUs of BASE, which C_base and the SLO `base` are those of; 0: the whole fleet */
    double c_base_ci;   /* g/kWh that C_base is counted at (CL-X7); default 250 */
    double trigger_pct; /* change of intensity that starts a search; default 5 */
    double window_s;    /* length of one measurement; default 20 */
    double settle_s;    /* longest wait for the queue to have been empty once; default 60 */
    double run_s;       /* no evaluation starts later than this in a search; default 300 */
    int misses;         /* tries in a row without improvement that end a search; default 5 */
    int ged;            /* graph edit distance of neighbours; default 4 */
};

/* One variant of one app of the pool; the number of a variant in a graph is its index in
 * model_clover.variants. Those of one app are contiguous and in order of accuracy, so its last is BASE's. */
struct clover_variant {
    int app;
    int variant; /* index in model.variants (model_place_on) */
    double accuracy;
};

/* The schemes that never change: BASE has the best variant on whole GPUs; CO2OPT the smallest one in as many
 * slices as hold it (clover.md section 2.3). */
enum clover_fixed { FIXED_BASE, FIXED_CO2OPT, FIXED_SCHEMES };

struct clover_app {
    int first, n;                      /* in variants */
    double base_accuracy;              /* of its best variant */
    double rate_hz;                    /* nominal, at load 1 */
    struct graph fixed[FIXED_SCHEMES]; /* of one GPU that has this app alone */
};

/* The graphs that one GPU can have (CL-N21: 1,282 with four variants), in the order of graph_each, and which
 * slices hold which variants. NULL in a model whose configure policy never asks. */
struct model_clover {
    struct clover_settings settings;
    int n_base; /* GPUs of BASE */
    int n_gpus; /* that Clover may configure: those of its pool */
    int n_apps;
    struct clover_app apps[GRAPH_VARIANTS_MAX];
    struct graph_rules rules;
    struct clover_variant variants[GRAPH_VARIANTS_MAX];
    int n_graphs;
    const struct graph *graphs;
    bool replicated; /* every GPU holds the same graph (knob clover_scope; only with one app) */
};

/* Requests a second that are nominal at this load, over all apps: what energy is divided by (clover.md
 * section 2.1, step 4). */
static inline double model_clover_rate_hz(const struct model_clover *clover, double load)
{
    double rate_hz = 0;
    for (int app = 0; app < clover->n_apps; app++)
        rate_hz += clover->apps[app].rate_hz * load;
    return rate_hz;
}

#endif
