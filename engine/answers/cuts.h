/* How GPUs under MIG are cut, from the layouts that a recording keeps: whether anything is changing, which
 * instance stands on which slice and is at work, and what most GPUs of a fleet look like. */
#ifndef WATTIF_ANSWERS_CUTS_H
#define WATTIF_ANSWERS_CUTS_H

#include "engine/sim/run.h"

/* ---- cuts ---- */

/* Two slices that hold the same: one app's variant, or nothing. */
bool cut_holds_same(const struct recorded_slice *a, const struct recorded_slice *b);
/* The first slice in this state, or -1. */
int cut_find(const struct recorded_layout *layout, enum slice_state state);
/* Nothing drains, loads or is being cut anew. */
bool cut_is_steady(const struct recorded_layout *layout);

/* The layout of a GPU at t; of one that drains, that which it drains for, as far as that is simulated. NULL:
 * it is not cut. */
const struct recorded_layout *cut_due(const struct recording *recording, int gpu, int64_t t_ns);

/* Is slice k at work at this instant? */
bool cut_slice_is_busy(const struct model *model, const struct instant *instant, int gpu, int k);
/* Its slices that are up, and those of all that are at work. */
struct cut_use {
    int up, busy;
};
struct cut_use cut_use_of(const struct model *model, const struct instant *instant, int gpu,
                          const struct recorded_layout *layout);

/* The GPUs that are cut at t: how many, how many of these are changing, and the layout that most of them have
 * exactly, the first of equals; NULL: none is cut. */
struct cut_fleet {
    int n, changing, alike;
    const struct recorded_layout *most;
};
struct cut_fleet cut_fleet_at(const struct recording *recording, int64_t t_ns);

/* ---- offers ---- */

/* Offers: what may stand on the slices of one GPU: every variant of every app that has rows for this type of
 * GPU, with what it needs and what it does on each size of slice. The engine's own model says what fits
 * (engine/model/build/places.c), so that what is offered here is what a run accepts. */

struct offer {
    int app;
    char variant[24];              /* "" where the app's profile has no variants */
    double memory_gb;              /* that it needs; NAN = unknown */
    double accuracy;               /* in the app's own metric; NAN = unknown */
    bool fits[MIG_SLICES];         /* has rows there and the memory is enough */
    double latency_ms[MIG_SLICES]; /* at the app's usual batch; NAN where it does not fit */
    double power_w[MIG_SLICES];    /* likewise: the whole board while only this runs */
    enum provenance provenance[MIG_SLICES];
};

enum { OFFERS_MAX = 96 };

struct offers {
    double slice_gb[MIG_SLICES];
    int n; /* by app, the least accurate variant first */
    struct offer items[OFFERS_MAX];
};

/* For GPU `gpu` of the scenario's fleet in force; `like` is a model of the same inputs. False with a message:
 * the GPU's share is not `mig`, its type cannot be cut, or the scenario cannot run. */
bool offers_make(const struct scenario *scenario, const struct model *like, const struct catalog *catalog,
                 int gpu, struct offers *offers, struct error *error);

/* The offer that a slice's app and variant mean, where "" is the app's own or its only one; -1: none. */
int offers_find(const struct offers *offers, const struct scenario *scenario, int app, const char *variant);

#endif
