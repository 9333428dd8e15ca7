/* A model: a scenario with its inputs, compiled for the event loop. Names have become indices, profiles dense
 * curves, distributions alias tables, the trace a list of steps. It is immutable once built, so any number of
 * runs on any number of threads may share it; it keeps its own copies of all it needs, so neither scenario
 * nor catalogue must outlive it. Reference-counted: model_create gives one reference. */
#ifndef WATTIF_MODEL_MODEL_H
#define WATTIF_MODEL_MODEL_H

#include "engine/base/random.h"
#include "engine/base/arena.h"
#include "engine/model/catalog.h"
#include "engine/model/clock_law.h"
#include "engine/model/derived.h"
#include "engine/model/scenario.h"

#include <math.h>
#include <stdatomic.h>

/* Requests drawn beforehand: when each request of an app comes and how large it is. A model draws its
 * arrivals anyway, to know when the last one comes (build/horizon.c); where there are not too many they are
 * kept, so that a run looks them up instead of drawing them again. They depend on seed, arrivals, batches and
 * load alone: models of the same workload, such as those before and after a turned knob, share them.
 * Immutable once made; shared by reference. */

/* All that they depend on. The keys hold the seed and the app's number. */
struct drawn_key {
    uint64_t arrival_key, batch_key;
    enum arrival_kind kind;
    double mean_gap_ms, shape, load;
    int64_t from_ns;
    enum batch_kind batch_kind;
    double batch_mean, batch_sd;
    int32_t batch_min, batch_max;
    int64_t requests;
};

struct drawn {
    struct drawn_key key;
    int64_t *at_ns; /* [requests + 1]: after the last, NS_NEVER */
    int32_t *batch; /* [requests + 1]: after the last, as the last */
    _Atomic int references;
};

/* With room for the key's requests; NULL when out of memory. The caller fills it. */
struct drawn *drawn_create(const struct drawn_key *key);
struct drawn *drawn_retain(struct drawn *drawn);
void drawn_release(struct drawn *drawn);

bool drawn_key_equal(const struct drawn_key *a, const struct drawn_key *b);

/* One place where a request can be served: a whole GPU, a MIG slice, or one app's seat where turns are taken.
 * Instances are numbered with the high class first, then by GPU and slot: this is the order of completions at
 * equal time. */
struct model_instance {
    int gpu;
    int slot;      /* within the GPU */
    uint64_t apps; /* mask of the apps that it can serve (a seat: with what it may ever hold) */
    enum gpu_class class;
    int lane;         /* where it takes turns, one of `lanes`; -1: it does not */
    char slice[12];   /* "seat" where it may change */
    double clock_mhz; /* at the start; NAN: nobody says */
    double rest_mhz;  /* where nobody turns the knob clock_mhz */
    int rest_clock;   /* its place in the model's clocks; -1: it is none of them */
    int pod;          /* its number in the scenario (pods.h); -1: it is no pod of an app's own */
};

/* Where turns are taken: a whole time-shared GPU, or one slice of it, which is held by one of its seats at a
 * time, whatever its neighbours do (CO-C9). */
struct model_lane {
    int gpu;
    uint64_t seats; /* mask of the GPU's instances, in their order */
};

/* Where a pod can be on a GPU: the GPU whole, a slice of its layout, a seat of one that changes. A placer
 * moves pods from one to another. */
struct model_slot {
    char slice[12]; /* as the instance's */
    int part;       /* which slice of the layout, left to right; -1: there is none */
    int entry;      /* of the scenario's list of the GPU's pods; -1: it is not named there */
};

/* What one app costs at one place: curves by batch, resolved once. Entry [app * n_places + place]. An
 * instance stands at the place of its own number; what stands where in mid-run is the state's to say
 * (view.h). */
struct model_cost {
    const int64_t *latency_ns; /* [batch], index 1..batch_max; NULL where the app cannot run */
    const double *power_w;     /* [batch] total board power while this request alone runs */
    const uint8_t *provenance; /* [batch] */
    int32_t batch_max;
    double accuracy;  /* in the model's own metric, NAN = unknown */
    double memory_gb; /* NAN = unknown */
    /* The first two as they are where nobody turns a clock, if that is known: instances for which these are
     * the same are equal. It is 64 bytes long, so an index is a shift. */
    const int64_t *rest_latency_ns;
    const double *rest_power_w;
};

/* What a seat of a reconfigurable GPU is to hold: one app at one place; no app: nothing. */
struct model_seat {
    uint64_t apps;
    int32_t place;
};

/* A layout with places: slice k of the configuration holds seats[k]. */
struct model_layout {
    int config; /* index in mig_configs */
    struct model_seat seats[MIG_CUT_SLICES];
};

struct model_variant {
    char name[24];
};

/* Of a model: a whole range by law and several tables (TX2's has 13 clocks). */
enum { CLOCKS_MAX = CLOCK_RANGE_MAX + 64 };

struct model_gpu {
    char name[32], type[24];
    enum gpu_class class;
    int pool;
    int owner;
    enum power_model power; /* the law of what it draws */
    double idle_w;
    double auxiliary_w;             /* staux: while anything runs on it; else 0 */
    double ha_w_per_k, alpha_per_s; /* how it warms; NAN: it has no temperature */
    int upstream;                   /* the GPU whose warmed water it receives, -1: none */
    int n_downstream;               /* GPUs that receive what it warms, at first hand or later, */
    const int *downstream;          /* from it on along the water */
    double floor_w;                 /* that no profile may fall below on it; 0: none */
    double cap_w;                   /* what the card may draw, where more could run on it; 0: it never does */
    double embodied_g_per_s;        /* C_M / lifetime; NAN = unknown */
    uint64_t loop_apps; /* all apps that it may serve, if each is a closed loop: with the last of them it is
                           released; else 0: it is held to the end */
    double rest_mhz;    /* its clock where nobody turns the knob; NAN = unknown */
    int share;          /* enum policy_id in force */
    int first_instance, n_instances; /* contiguous in `gpu_instances` */
    int first_slot, n_slots; /* contiguous in `slots`: those of its instances in order, then empty slices */
    int first_lane, n_lanes; /* contiguous in `lanes`; none: nobody takes turns */
    int config;              /* cut for good: index in mig_configs; else -1 */
    bool reconfigurable;     /* its instances are seven seats, whatever it is cut into */
    int first_place;         /* of the places that its seats may stand at (model_place_on), */
    int first_clocked;       /* and of the same at each clock (model_place_at); 0: nobody turns it */
    struct model_layout layout; /* reconfigurable: the initial one */
};

struct model_app {
    char name[32];
    int pool, of_pool;        /* which, and its number among the pool's apps */
    char accuracy_metric[16]; /* of its profile; "" = not named */
    enum arrival_kind arrivals;
    int64_t asked;    /* requests; INT64_MAX = no limit; at most what its workload holds */
    int64_t requests; /* the same, until the horizon knows better */
    double mean_gap_ns, shape;
    struct alias_table gap_ms; /* poisson-gap */
    bool batch_table;          /* batch_alias, else batch_fixed */
    struct alias_table batch_alias;
    bool batch_replay; /* the workload's own batches */
    int32_t batch_fixed, batch_min, batch_max;
    uint64_t arrival_key, batch_key;
    struct drawn *drawn; /* its requests, where they are kept; else NULL */
    int32_t clients;
    int64_t think_ns;
    int64_t from_ns, until_ns;       /* nothing arrives before, or after; NS_NEVER: it stays */
    const struct workload *workload; /* own copy (in the arena), or NULL */
    double rate_scale;
    bool rate_even;
    double slo_ms; /* initial; NAN none */
    double percentile;
    double weight;
    int64_t overhead_ns;      /* of every response, on no GPU: the profile's overhead_ms */
    int n_low, n_high, n_all; /* instances it can use, by class; all of them */
    const int *low, *high, *all;
};

/* A part of the cluster: its apps send to its GPUs only (composition.md section 2). What the configure
 * schemes of Clover know of one (clover.h, derived.h) numbers its apps and GPUs from 0: apps[k], gpus[k] say
 * which of the model's they are. Where a scenario names no pools there is one of everything, and they are the
 * same. */
struct model_pool {
    char name[24];
    int n_apps, n_gpus;
    const int *apps, *gpus; /* indices in the model, ascending */
    uint64_t router_key, configurator_key;
    struct model_clover *clover; /* NULL where nothing asks for Clover (scenario_has_clover) */
    /* The pool by itself, as a model that is measured and never run: what its derived inputs are those of, so
     * that they depend on nothing outside. NULL: there is one pool, and so it is the model. */
    struct model *alone;
    _Atomic(struct derived *) derived; /* set once, before a run begins; NULL where none are needed */
};

struct model {
    struct scenario scenario; /* own copy */
    struct model_pool *pools;
    struct model_app *apps;
    /* What does not depend on the seed, nor on knobs that are merely in force, up to the horizon, and in apps
     * and pools all but their streams, requests and derived inputs, is that of `parts`, of which this is a
     * reference; NULL: the model's own. */
    struct model *parts;
    uint64_t inputs; /* a hash of which they were made of */
    int n_pools, n_apps, n_gpus, n_instances;
    int n_warm;      /* GPUs with a temperature; 0: heat is no part of the run */
    int n_places;    /* that costs are known for: one for each instance, then those of reconfigurable GPUs, */
    int first_point; /* then those of each instance, or seat, at each clock (model_place_at) */
    int n_clocks;    /* 0: no profile of an app says at which clocks it was measured, on a GPU of the run */
    const double *clocks_mhz; /* ascending: all of all */
    int n_variants;           /* of all apps' profiles on reconfigurable GPUs */
    struct model_variant *variants;
    struct model_layout *edit_layouts; /* [edit] of mig.GPU; NULL where no layout changes */
    struct model_gpu *gpus;
    struct model_instance *instances;
    int *gpu_instances;
    int n_lanes;
    struct model_lane *lanes;
    int n_slots;
    struct model_slot *slots;
    struct model_cost *costs;
    struct carbon_trace trace; /* own copy */
    size_t trace_first;        /* sample in force at the start */
    double history_sum;        /* of the samples before it, unscaled, in order */
    uint64_t history_n;
    int64_t horizon_ns;                   /* hours, or NS_NEVER: until all is served */
    int64_t bucket_ns;                    /* width of a recording bucket */
    int n_buckets;                        /* at most 1024 */
    bool exact_percentiles;               /* every app's requests are known to be at most 2^20 */
    _Atomic(struct derived_part *) rises; /* how much pods warm their GPUs (policy/place/rises.h): set once,
                                             before a run begins; NULL where no placer asks */
    struct arena arena; /* owns every array here but the alias tables, the trace and the scenario */
    _Atomic int references;
};

/* NULL with a message (and a JSON pointer) when an input is missing or does not fit: no such trace, a batch
 * beyond the profile, a run longer than 1,024 h, embodied carbon asked for a GPU without a figure. The
 * scenario must validate. */
struct model *model_create(const struct scenario *scenario, const struct catalog *catalog,
                           struct error *error);
struct model *model_retain(struct model *model);
void model_release(struct model *model);

/* The same inputs as those of a model (or NULL) with other edits: shares nothing mutable. Requests that were
 * drawn are not drawn again; where nothing else depends on what is another, that is all that is made. */
struct model *model_with_scenario(const struct model *model, const struct scenario *scenario,
                                  const struct catalog *catalog, struct error *error);

/* Where a slice of a reconfigurable GPU stands with this variant (an index in `variants`), and what a place
 * is. */
static inline int model_place_on(const struct model *model, int gpu, enum mig_slice slice, int variant)
{
    return model->gpus[gpu].first_place + (int)slice * model->n_variants + variant;
}
/* The same slice and variant where nobody turns the clock: what a layout asks for. */
static inline int model_place_at_rest(const struct model *model, int gpu, int place)
{
    const struct model_gpu *own = &model->gpus[gpu];
    if (!own->reconfigurable || place < model->first_point)
        return place;
    return own->first_place + (place - own->first_clocked) % ((int)MIG_SLICES * model->n_variants);
}
static inline enum mig_slice model_place_slice(const struct model *model, int gpu, int place)
{
    int at = model_place_at_rest(model, gpu, place) - model->gpus[gpu].first_place;
    return (enum mig_slice)(at / model->n_variants);
}
static inline int model_place_variant_index(const struct model *model, int gpu, int place)
{
    return (model_place_at_rest(model, gpu, place) - model->gpus[gpu].first_place) % model->n_variants;
}
static inline const char *model_place_variant(const struct model *model, int gpu, int place)
{
    return model->variants[model_place_variant_index(model, gpu, place)].name;
}

static inline const struct model_cost *model_cost_of(const struct model *model, int app, int place)
{
    return &model->costs[app * model->n_places + place];
}

/* Where an instance that stands here now stands at a clock (an index in `clocks_mhz`). One of a GPU that is
 * not reconfigurable has its costs at the start at the place of its own number, too; a seat at rest stands
 * where layouts have it. */
static inline int model_place_at(const struct model *model, int instance, int place, int clock)
{
    const struct model_gpu *gpu = &model->gpus[model->instances[instance].gpu];
    if (!gpu->reconfigurable)
        return model->first_point + instance * model->n_clocks + clock;
    int rest = model_place_at_rest(model, model->instances[instance].gpu, place);
    if (gpu->first_clocked == 0 || rest < gpu->first_place || model->clocks_mhz[clock] == gpu->rest_mhz)
        return rest;
    return gpu->first_clocked + clock * (int)MIG_SLICES * model->n_variants + rest - gpu->first_place;
}
/* They ascend. -1: no profile has it. */
static inline int model_clock_find(const struct model *model, double mhz)
{
    int first = 0;
    for (int n = model->n_clocks; n > 1; n -= n / 2)
        first += model->clocks_mhz[first + n / 2] <= mhz ? n / 2 : 0;
    return model->n_clocks > 0 && model->clocks_mhz[first] == mhz ? first : -1;
}

/* Are turns taken on slices of it, not on the whole? */
static inline bool model_turns_on_slices(const struct model_gpu *gpu)
{
    return gpu->n_lanes > 0 && gpu->config >= 0;
}

/* The apps that can be on a lane, as a mask. */
static inline uint64_t model_lane_apps(const struct model *model, int lane)
{
    const int *instances = &model->gpu_instances[model->gpus[model->lanes[lane].gpu].first_instance];
    uint64_t apps = 0;
    for (uint64_t left = model->lanes[lane].seats; left; left &= left - 1)
        apps |= model->instances[instances[__builtin_ctzll(left)]].apps;
    return apps;
}

/* The app that has a whole time-shared GPU while the instance, its seat, is at work there; else -1. */
static inline int model_seat_app(const struct model *model, int instance)
{
    const struct model_gpu *gpu = &model->gpus[model->instances[instance].gpu];
    uint64_t apps = model->instances[instance].apps;
    bool whole = gpu->n_lanes > 0 && !model_turns_on_slices(gpu);
    return whole && apps != 0 && (apps & (apps - 1)) == 0 ? __builtin_ctzll(apps) : -1;
}

/* The batch that an app's requests have as a rule, within what the curve knows. */
static inline int model_usual_batch(const struct model *model, int app, const struct model_cost *cost)
{
    const struct batches *batches = &model->scenario.apps[app].batch;
    double mean = batches->mean;
    if (batches->kind == BATCH_UNIFORM)
        mean = 0.5 * (batches->min + batches->max);
    if (batches->kind == BATCH_TRACE || !(mean > 1))
        return 1;
    return mean < cost->batch_max ? (int)(mean + 0.5) : cost->batch_max;
}

/* Requests a second of an app at load 1, over its whole workload; 0 where that has none. Of apps that are not
 * in a closed loop or backlogged. */
double model_nominal_rate_hz(const struct model_app *app);

/* An app's SLO at the start, before slo_scale: the scenario's, or BASE's own tail latency, which is NAN until
 * the derived inputs are there; NAN = none. */
static inline double model_slo_ms(const struct model *model, int app)
{
    const struct model_app *own = &model->apps[app];
    const struct derived *derived = model->pools[own->pool].derived;
    bool base = model->scenario.apps[app].slo_base;
    return base && derived ? derived->base.tail_ms[own->of_pool] : own->slo_ms;
}

/* The pool that a run's search, savings and objective are told of where one has to do: the first that Clover
 * configures, else the first. */
static inline int model_told_pool(const struct model *model)
{
    for (int pool = 0; pool < model->n_pools; pool++)
        if (model->pools[pool].clover)
            return pool;
    return 0;
}
/* A knob's value at the start in a pool: its own, or the run's. */
static inline double model_pool_number(const struct model *model, int pool, enum knob_id id)
{
    const struct scenario *scenario = &model->scenario;
    double own = scenario->n_pools > 0 ? scenario->pools[pool].number[id] : (double)NAN;
    return isnan(own) ? scenario->number[id] : own;
}
static inline const struct model_clover *model_clover(const struct model *model)
{
    return model->pools[model_told_pool(model)].clover;
}
static inline struct derived *model_pool_derived(const struct model *model, int pool)
{
    return atomic_load_explicit(&model->pools[pool].derived, memory_order_acquire);
}
static inline struct derived *model_derived(const struct model *model)
{
    return model_pool_derived(model, model_told_pool(model));
}

#endif
