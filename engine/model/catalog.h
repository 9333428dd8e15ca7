/* Where a scenario's inputs come from: immutable versions of traces, profiles, workloads and device types, by
 * name. The store implements it over SQLite, tests over tables in memory; the engine only asks. What a
 * catalogue returns stays valid and unchanged as long as the catalogue lives. */
#ifndef WATTIF_MODEL_CATALOG_H
#define WATTIF_MODEL_CATALOG_H

#include "engine/base/field.h"
#include "engine/model/profile.h"
#include "engine/model/trace.h"

/* Facts about a type of GPU that hold for every profile: idle power, memory, embodied carbon, how it warms
 * under water cooling (composition.md section 1). */

struct device_type {
    char name[24]; /* "P4", "T4", "A100-40GB" */
    double memory_gb;
    double idle_power_w;                  /* P_S */
    double power_limit_w;                 /* NAN = unknown */
    double max_clock_mhz, base_clock_mhz; /* NAN = unknown */
    double embodied_kg; /* NAN = unknown: then embodied carbon of it is refused, not guessed */
    double lifetime_s;
    double ha_w_per_k, alpha_per_s; /* watts into the water for each kelvin above it; over its heat capacity.
                                       NAN = unknown: then it has no temperature (infercool.md 1.1) */
    bool mig;
    enum provenance provenance; /* of the embodied figure */
    char source[256];
};

/* Embodied carbon is spread evenly over a lifetime: grams for each second in which somebody holds the device
 * (The Utilization Fallacy section 1.1, rule 3; UF-N1). */
static inline double device_embodied_g_per_s(double embodied_kg, double lifetime_s)
{
    return embodied_kg * 1000 / lifetime_s;
}

/* What numbers may enter the program, by what they are: for a row of a field table, whoever reads it. Wide
 * enough for whatever serves models, from a microcontroller to a cabinet of accelerators, and no wider: what
 * lies outside is a slip or another unit, and would end in sums that nobody can read. */

/*            what it is                          from    to     unit */
#define RANGE_LATENCY .what = "a latency", FIELD_RANGE(1e-3, 1e8, "ms")
#define RANGE_OVERHEAD .what = "an overhead", FIELD_RANGE(0, 1e8, "ms")
#define RANGE_POWER .what = "a power", FIELD_RANGE(0, 5e4, "W")
#define RANGE_IDLE .what = "idle power", FIELD_RANGE(0, 1000, "W")
#define RANGE_CLOCK .what = "a clock", FIELD_RANGE(1, 1e5, "MHz")
#define RANGE_MEMORY .what = "memory", FIELD_RANGE(0, 1e5, "GB")
#define RANGE_ACCURACY .what = "an accuracy", FIELD_RANGE(0, 1e4, "")
#define RANGE_EMBODIED .what = "embodied carbon", FIELD_RANGE(0, 1e6, "kg")
#define RANGE_LIFETIME .what = "a lifetime", FIELD_RANGE(86400, 3.2e9, "s")
#define RANGE_HA .what = "heat into the water", FIELD_RANGE(1e-6, 1e6, "W/K")
#define RANGE_ALPHA .what = "how fast a GPU warms", FIELD_RANGE(1e-6, 1e6, "1/s")
#define RANGE_RATE .what = "a rate", FIELD_RANGE(0, 1e7, "requests/s")
#define RANGE_LENGTH FIELD_RANGE(0, 1024 * 3600., "s")

struct catalog {
    void *context;
    /* Each returns NULL and fills the error ("no trace 'x'; `wattif list traces` shows them") when there is
     * none. */
    const struct carbon_trace *(*trace)(void *context, const char *name, struct error *error);
    const struct profile_set *(*profile)(void *context, const char *model, struct error *error);
    const struct workload *(*workload)(void *context, const char *name, struct error *error);
    const struct device_type *(*device)(void *context, const char *gpu_type, struct error *error);
    /* NULL: there is no need. From `held` on until it is not, all that is looked up is as of one moment. */
    void (*hold)(void *context, bool held);
};

/* Around many that are looked up together, if there is a catalogue. */
static inline void catalog_hold(const struct catalog *catalog, bool held)
{
    if (catalog && catalog->hold)
        catalog->hold(catalog->context, held);
}

/* The table of a model in a profile set ("" = the default one). */
static inline const struct profile_set *catalog_profile(const struct catalog *catalog, const char *model,
                                                        const char *set, struct error *error)
{
    char name[PROFILE_NAME_SIZE];
    profile_name(model, set, name);
    return catalog->profile(catalog->context, name, error);
}

#endif
