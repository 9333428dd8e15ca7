/* A world for configurators that has no requests in it: this plays the engine's side (timers, samples,
 * outages, measuring), and what a graph does is looked up in a function. So a test of a search knows what
 * every graph would have done, and hours take no time. */
#ifndef WATTIF_TESTS_CLOVER_WORLD_H
#define WATTIF_TESTS_CLOVER_WORLD_H

#include "engine/policy/configure/search.h"
#include "tests/support/test.h"

/* The schemes by themselves (engine/policy/configure). */
extern const struct configurator configure_base, configure_co2opt, configure_blover, configure_clover,
    configure_oracle;

struct world;
typedef struct outcome world_outcome(const struct world *world, const struct graph *graph);

struct world_shape {
    int n_apps, variants_each, n_gpus;
    bool replicated;
    bool all_fit;           /* else the most accurate variants need at least a 2g slice */
    world_outcome *outcome; /* of one GPU's graph where replicated, else of the sum */
    uint64_t seed;
};

enum { WORLD_NUMBERS = 16 };

struct world {
    struct world_shape shape;
    struct model model;
    struct model_pool pool; /* of everything: */
    int numbers[WORLD_NUMBERS];
    struct model_clover clover;
    struct derived derived;
    struct graph *graphs; /* owned, as are points, apps and costs */
    struct derived_point *points;
    struct app *scenario_apps;
    struct model_gpu model_gpu;
    struct model_cost *costs;
    struct view view;
    struct app_state apps[DERIVED_APPS_MAX];
    struct gpu_state gpus[16];
    struct grid_state grid;
    struct knob_state knobs;
    const struct configurator *configurator;
    void *state; /* owned */
    size_t state_size;
    /* the engine's side */
    bool begun;
    struct graph deployed;
    int64_t now_ns, timer_ns; /* 0: none */
    int64_t up_ns, empty_ns;  /* since when all is up, and since when the queues have been empty once */
    int64_t outage_ns, empty_after_ns;
    int64_t opened_ns; /* -1: no window is open */
    double slower;     /* what is measured is so much slower than the table says */
    double accuracy_off;
    /* what happened */
    int deploys, wakes, n_told;
    struct evaluation *told; /* owned */
};

/* A table of random but fixed numbers; about half of the graphs keep the SLO of 100 ms, whole GPUs do. */
world_outcome world_random;

/* BASE is best, and all the others are alike. */
world_outcome world_base_is_best;

/* One app of four variants on ten GPUs, which all hold the same, by world_random. */
extern const struct world_shape world_one_app;

/* SLO 100 ms for every app, lambda 0.5, intensity 200, C_base at 250; wakes nothing. */
void world_open(struct world *world, const struct configurator *configurator, struct world_shape shape);
void world_close(struct world *world);
/* The same on the heap. */
struct world *world_new(const struct configurator *configurator, struct world_shape shape);
void world_free(struct world *world);
void world_leave(struct world **world); /* for DEFER */

/* A test in a `world`: FACT_IN_WORLD(test_steps, world_new(&configure_clover, world_one_app)). */
#define FACT_IN_WORLD(name, begun) FACT_ABOUT(name, struct world *, world, begun, world_leave, NULL, NULL)

/* Fills derived->points from the table, for ORACLE. */
void world_derive(struct world *world);

/* Timers until then, this instant included; wakes with START first. */
void world_run(struct world *world, int64_t until_ns);
/* Now: a sample of the intensity; an edit that the caller has just made in `knobs` or `apps`. */
void world_sample(struct world *world, double ci);
void world_edit(struct world *world);

/* The evaluations of kind BEGIN; the last of a kind, which must be there. */
int world_searches(const struct world *world);
const struct evaluation *world_last(const struct world *world, enum evaluation_kind kind);

/* A graph that Clover's GPUs can have. */
bool world_is_legal(const struct world *world, const struct graph *graph);

/* 2,000 s more: by then a search is over. */
void world_calm_down(struct world *world);

/* The state of CLOVER or BLOVER. */
const struct search *world_search(const struct world *world);
/* Has it an instance of a best variant on a whole GPU? */
bool world_is_base(const struct world *world, const struct graph *graph);

#endif
