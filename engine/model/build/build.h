/* Building a model, in steps that follow one another: the trace, the fleet's GPUs and instances, the apps,
 * the costs of apps on instances, the horizon. Internal to engine/model. Each step returns false with an
 * error that names the place. */
#ifndef WATTIF_MODEL_BUILD_BUILD_H
#define WATTIF_MODEL_BUILD_BUILD_H

#include "engine/model/model.h"

struct build {
    struct model *model;
    const struct catalog *catalog;
    const struct fleet *fleet;                    /* in force, of the model's own scenario */
    const struct model *like;                     /* of the same inputs, from before; or NULL */
    const struct profile_set *profiles[APPS_MAX]; /* the apps', asked for once */
    bool turned; /* somebody turns a clock: the knob, at the start or by an edit, a governor, a power limit */
    uint64_t *by_law; /* [instance] mask of the apps that have clocks there by the clock's law */
    struct error *error;
};

/* What determines a curve, besides the app. */
struct curve_key {
    const char *type, *slice, *variant;
    double clock_mhz;
    double floor_w; /* that no row may fall below; 0: none */
    enum gpu_class class;
    /* By the clock's law (law.max_mhz above 0): the clock that rows hold at which name none, and the power
     * that no clock changes. */
    struct clock_law law;
    double rest_mhz, static_w;
};

/* The whole of an app's curve: rows at the clock, profile_scale, the app's batches (costs.c). */
bool build_curve(const struct build *build, int app, const struct curve_key *key,
                 const struct profile_set *set, struct model_cost *cost);

/* That of the type's range with the app's own part, where the app has clocks by law on the instance. */
struct clock_law build_law_of(const struct build *build, int app, int instance);

/* That of an app on an instance, as the run begins or (not NAN) at this clock; do two make the same curve;
 * has the profile rows that were measured at this very clock (costs.c). */
struct curve_key build_key_at(const struct build *build, int app, int instance, double clock_mhz);
bool curve_keys_equal(const struct curve_key *a, const struct curve_key *b);
bool build_has_clock(const struct profile_set *set, const struct curve_key *key);
/* How many clocks the rows of this GPU, slice and variant name: 0, 1 (which), or 2 for several (costs.c). */
int build_stated_clocks(const struct profile_set *set, const struct curve_key *key, double *mhz);

/* Says which slices have the memory instead; always returns false. */
bool build_refuse_memory(const struct build *build, int app, const struct curve_key *key, double memory_gb,
                         const struct profile_set *set, const char *place);

/* n zeroed items from the model's arena; NULL with the error set. */
void *build_alloc(const struct build *build, size_t n, size_t size);

/* A catalogue's refusal gets the place of the name that it was asked for; always returns false. */
bool build_refuse(const struct build *build, const char *place, const struct error *inner);

bool build_clover_check(const struct build *build); /* clover.c: may Clover's schemes govern it at all; */
bool build_clover(const struct build *build);       /* and what they need, once all else is there */
bool build_fleet(const struct build *build);        /* fleet.c: gpus, instances, gpu_instances */
bool build_apps(const struct build *build);         /* apps.c: apps with their distributions and workloads */
bool build_pools(const struct build *build);        /* apps.c: whose they are; */
void build_streams(const struct build *build);      /* and what the seed decides of both */
bool build_profiles(struct build *build);           /* costs.c: the apps' profiles, */
bool build_costs(const struct build *build);        /* costs; who can serve whom */
bool build_places(const struct build *build); /* places.c: the places of GPUs that can be reconfigured, */
bool build_seats(const struct build *build, int app,
                 const struct profile_set *set);       /* what an app costs there, */
bool build_layouts(const struct build *build);         /* and the layouts of the scenario and its edits */
int build_leader_of(const struct build *build, int g); /* the first GPU with the same places */
/* Is there a GPU of this type that can be reconfigured, or one that cannot? */
bool build_has_type(const struct model *model, const char *type, bool reconfigurable);
/* places.c, of a reconfigurable GPU: has the app rows on its slices; the apps that have clocks there by
 * law, as a mask; its clock where nobody turns it; the places at each clock, of all such GPUs. */
bool build_seats_are_served(const struct build *build, int app, int g);
uint64_t build_seats_by_law(const struct build *build, int g);
double build_seats_rest_mhz(const struct build *build, int g);
void build_seats_clocked(const struct build *build);
void build_caps(struct build *build);            /* cap.c: whose power limit can matter */
bool build_is_turned(const struct build *build); /* points.c: does anybody turn a clock, */
bool build_laws(struct build *build);            /* points.c: who has clocks by law, */
bool build_clocks(const struct build *build);    /* the clocks of profiles, and of instances, and what
                                                    is said of them; */
bool build_points(const struct build *build, int app,
                  const struct profile_set *set); /* what an app costs at each */
bool build_horizon(const struct build *build);    /* horizon.c: horizon, buckets, known numbers of requests */

#endif
