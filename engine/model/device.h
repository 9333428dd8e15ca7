/* Facts about a type of GPU that hold for every profile: idle power, memory, embodied carbon, how it warms
 * under water cooling (composition.md section 1). */
#ifndef WATTIF_MODEL_DEVICE_H
#define WATTIF_MODEL_DEVICE_H

#include "engine/model/profile.h"

#include <stdbool.h>

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

#endif
