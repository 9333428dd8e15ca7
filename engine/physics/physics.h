/* A GPU as a body: what it draws, from one instant to the next. Power is constant between two events that
 * change it, so energy is exact; whatever else a GPU is as a body and follows from what it draws advances
 * here, too. */
#ifndef WATTIF_PHYSICS_PHYSICS_H
#define WATTIF_PHYSICS_PHYSICS_H

#include "engine/base/units.h"
#include "engine/physics/carbon.h"

struct physics {
    double power_w;   /* in force */
    int64_t since_ns; /* up to here its energy is accounted for */
};

/* Joules from then to now, at the power in force; to look moves nothing. */
static inline double physics_energy_j(const struct physics *body, int64_t now_ns)
{
    return carbon_energy_j(body->power_w, (double)(now_ns - body->since_ns) * 1e-9);
}

/* The same, and from now on the next stretch counts. */
HOT double physics_advance(struct physics *body, int64_t now_ns)
{
    double energy_j = physics_energy_j(body, now_ns);
    body->since_ns = now_ns;
    return energy_j;
}

#endif
