/* Serving, evaluated: what one configuration that never changes does with the model's own requests, exactly
 * as the engine would under fifo-pull and many times as fast (15 to 25 ns a request). One FIFO for each app;
 * a request goes to whichever of the app's slices falls idle first, so events need no queue: slices that
 * serve alike stand in a ring by the time at which they are free, and requests are taken in order. Service
 * time and power follow from app, slice and batch. ORACLE's table and BASE's tail are made of this
 * (derive.h); a test holds it against the engine. */
#ifndef WATTIF_EXPLORE_DERIVE_SERVING_H
#define WATTIF_EXPLORE_DERIVE_SERVING_H

#include "engine/physics/power.h"

/* How many requests warm a configuration up and measure it, few or many; and so how many are drawn. */
enum { MEASURE_WARMUP = 2000, MEASURE_FEW = 20000, MEASURE_MANY = 10 * MEASURE_FEW };
enum { MEASURE_DRAWN = MEASURE_WARMUP + MEASURE_MANY + 1 };

/* --- requests: drawn once, read by any number of threads --- */

struct serving_stream {
    int n_apps;
    struct serving_requests {
        int64_t n;
        int64_t *arrived_ns; /* ascending; owned */
        int32_t *batch;      /* owned */
    } apps[DERIVED_APPS_MAX];
};

/* The first `requests` of all apps together at the load that is in force when the run starts; fewer where a
 * workload ends, or after 1,024 h. NULL when out of memory, or where arrivals depend on service (closed-loop,
 * backlogged). */
struct serving_stream *serving_stream_create(const struct model *model, int64_t requests,
                                             struct error *error);
void serving_stream_free(struct serving_stream *stream);
double serving_load(const struct model *model);

/* What is measured: requests that arrive in a stretch of time, and energy over the same time. */
struct serving_window {
    int64_t from_ns, to_ns;
    int64_t first[DERIVED_APPS_MAX], end[DERIVED_APPS_MAX]; /* requests of each app */
};

/* From the arrival of request `warmup` (0: from the start of the run), all apps counted together, to that of
 * request `warmup + requests`. Where there are not as many, a tenth of what there is warms up and the last
 * arrival ends the window. */
void serving_window(const struct serving_stream *stream, int64_t warmup, int64_t requests,
                    struct serving_window *window);

/* --- a floor: which slices there are and what they hold --- */

struct serving_slice {
    int16_t gpu, app;
    int32_t place; /* model_cost_of */
};

struct serving_floor {
    int n_gpus, n;
    struct {
        double idle_w;
        const struct power_law *law;
        struct power_plan plan;
    } gpus[GPUS_MAX];
    struct serving_slice slices[INSTANCES_MAX]; /* GPU by GPU: the order in which ties are decided */
};

/* Adds a GPU like the model's number `like` (any place of its type is known there) with these slices; a
 * variant is an index in model_clover(model)->variants. */
void serving_floor_add(struct serving_floor *floor, const struct model *model, int like,
                       const struct graph *graph);

/* The share of its slices' time that an app at its nominal rate needs: 1 and above cannot be carried,
 * INFINITY where it has no slice. Batches are those of its first requests. */
double serving_utilisation(const struct model *model, const struct serving_floor *floor, int app);

/* --- evaluation --- */

struct serving_outcome {
    double seconds, energy_j; /* of the window; IT, all GPUs, idle power included */
    double power_se_w;        /* of energy over time; this and the next by the means of 20 batches */
    struct {
        int64_t requests;           /* measured */
        double accuracy;            /* mean over them; NAN where none, or unknown */
        double tail_ms, tail_se_ms; /* at the app's own percentile, nearest rank */
    } apps[DERIVED_APPS_MAX];
};

/* Every app of the stream must have a slice. False when out of memory. */
bool serving_run(const struct model *model, const struct serving_stream *stream,
                 const struct serving_window *window, const struct serving_floor *floor,
                 struct serving_outcome *outcome);

#endif
