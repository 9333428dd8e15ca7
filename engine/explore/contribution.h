/* Contributions: what each layer of an attribution is worth by one metric, from the runs of its sets. Of
 * every layer: its share (attribution.h), so that all shares add up to the total; its effect alone, against
 * none at work; and its effect last, against all but it. Of every pair: what both do beyond the sum of what
 * each does, by which they help or fight each other. And the best set there is, among those that keep every
 * limit if any does.
 *
 * Runs have several seeds: each effect is worked out seed by seed, on the same requests, and has an interval
 * (pairing.h). A run that overloads has served other requests, so it has no value here: where one is missing
 * a share is not known, and nothing is put in its place; what it takes fewer runs to know is there as soon as
 * these are. */
#ifndef WATTIF_EXPLORE_CONTRIBUTION_H
#define WATTIF_EXPLORE_CONTRIBUTION_H

#include "engine/explore/attribution.h"
#include "engine/explore/pairing.h"
#include "engine/explore/derive/shelf.h"

enum {
    CONTRIBUTION_METRICS = 5,
    CONTRIBUTION_DOTS = 40,
    CONTRIBUTION_PAIRS = LAYER_COUNT * (LAYER_COUNT - 1) / 2
};

/* Metric of a set's run with a seed, as metric_value; NAN: not known. */
struct contribution_runs {
    size_t seeds;
    double (*value)(const void *context, unsigned set, size_t seed, enum metric metric, int part);
    const char *(*fault)(const void *context,
                         unsigned set); /* why a set cannot be run; NULL: it can, or may */
    const void *context;
};

struct contribution_pair {
    int a, b; /* places in attribution.layers, a < b */
    struct pairing effect;
};

struct contribution {
    enum metric metric;
    bool one_draw;    /* of one seed, and a scheme draws lots: nothing is better or worse by it */
    double none, all; /* means over the seeds that both are known of; NAN: not known */
    struct pairing total;
    struct {
        struct pairing share, alone, last;
        double seeds[CONTRIBUTION_DOTS]; /* the shares of the first so many seeds; NAN: not known */
    } layers[LAYER_COUNT];
    int n_pairs;
    struct contribution_pair pairs[CONTRIBUTION_PAIRS]; /* the strongest first */
    double values[ATTRIBUTION_SETS];                    /* means over the seeds; NAN: not known of all */
    bool misses[ATTRIBUTION_SETS];                      /* a limit, with any seed */
    int n_known;                                        /* of these */
    int best_alone;  /* place of the layer whose effect alone is best, of those known; -1: none is */
    int best;        /* the set with the best value of those known, of those alike the smallest; -1 */
    bool best_keeps; /* it keeps every limit, and others were left out that do not */
    struct pairing over_alone, over_all; /* all against the best alone; the best against all */
};

/* Of carbon, the worst tail, accuracy, fairness and the hottest GPU those that the runs know, each as the
 * first of its metrics that they do: the tail as a share of its SLO or as the worst app's p95, accuracy as it
 * is or against BASE's; instead of the hottest GPU the energy of cooling where a controller keeps that one at
 * its limit. Returns how many. */
size_t contribution_metrics(const struct attribution *attribution, const struct contribution_runs *runs,
                            enum metric metrics[CONTRIBUTION_METRICS]);

/* False when out of memory: then nothing is known of it. */
bool contribution_work_out(const struct attribution *attribution, const struct contribution_runs *runs,
                           enum metric metric, struct contribution *contribution);

/* By all metrics. */
struct contributions {
    const struct attribution *attribution;
    struct contribution_runs runs;
    size_t n;
    struct contribution of[CONTRIBUTION_METRICS];
};
bool contributions_work_out(const struct attribution *attribution, const struct contribution_runs *runs,
                            struct contributions *contributions);

/* Does the run of a set overload, with any seed? */
bool contribution_is_overloaded(const struct contribution_runs *runs, unsigned set);

/* The sets of an attribution, with every seed, as one campaign: sets whose scenarios have the same run
 * are simulated once, outcomes lie by set and seed, and any number of threads gives the same ones.
 */

enum { ATTRIBUTION_SEEDS_MAX = 1000, ATTRIBUTION_FAULT = 240 };

struct attribution_order {
    const struct catalog *catalog; /* of the caller's thread */
    struct shelf *shelf;           /* of derived inputs; NULL: of the campaign's own */
    enum job_priority priority;
    size_t seeds; /* the scenario's, and those after it: 1..ATTRIBUTION_SEEDS_MAX */
    void *context;
    void (*tell)(void *context, size_t done); /* or NULL: so many runs are done */
};

/* What the runs came to. */
struct attribution_table;

/* To the end, on the threads of `jobs` and this one. A set that cannot be run is a fault of its own, and the
 * others go on. NULL with a message. */
struct attribution_table *attribution_run(const struct attribution *attribution,
                                          const struct attribution_order *order, struct jobs *jobs,
                                          struct error *error);
void attribution_table_free(struct attribution_table *table);

/* To read it by; valid as long as the table. */
struct contribution_runs attribution_table_runs(const struct attribution_table *table);

#endif
