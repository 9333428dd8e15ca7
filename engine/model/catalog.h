/* Where a scenario's inputs come from: immutable versions of traces, profiles, workloads and device types, by
 * name. The store implements it over SQLite, tests over tables in memory; the engine only asks. What a
 * catalogue returns stays valid and unchanged as long as the catalogue lives. */
#ifndef WATTIF_MODEL_CATALOG_H
#define WATTIF_MODEL_CATALOG_H

#include "engine/base/error.h"
#include "engine/model/device.h"
#include "engine/model/profile.h"
#include "engine/model/trace.h"
#include "engine/model/workload.h"

struct catalog {
    void *context;
    /* Each returns NULL and fills the error ("no trace 'x'; `wattif list traces` shows them") when there is
     * none. */
    const struct carbon_trace *(*trace)(void *context, const char *name, struct error *error);
    const struct profile_set *(*profile)(void *context, const char *model, struct error *error);
    const struct workload *(*workload)(void *context, const char *name, struct error *error);
    const struct device_type *(*device)(void *context, const char *gpu_type, struct error *error);
};

/* The table of a model in a profile set ("" = the default one). */
static inline const struct profile_set *catalog_profile(const struct catalog *catalog, const char *model,
                                                        const char *set, struct error *error)
{
    char name[PROFILE_NAME_SIZE];

    profile_name(model, set, name);
    return catalog->profile(catalog->context, name, error);
}

#endif
