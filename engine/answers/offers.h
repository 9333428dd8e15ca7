/* Offers: what may stand on the slices of one GPU: every variant of every app that has rows for this type of
 * GPU, with what it needs and what it does on each size of slice. The engine's own model says what fits
 * (engine/model/build/places.c), so that what is offered here is what a run accepts. */
#ifndef WATTIF_ANSWERS_OFFERS_H
#define WATTIF_ANSWERS_OFFERS_H

#include "engine/model/catalog.h"
#include "engine/model/model.h"

#include <stdbool.h>

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
