/* Offers: what may stand on the slices of one GPU: every variant of every app that has rows for this type of
 * GPU, with what it needs and what it does on each size of slice. The engine's own model says what fits
 * (build_places.c), so that what is offered here is what a run accepts. */
#ifndef WATTIF_TUI_EXPLORER_MIG_OFFERS_H
#define WATTIF_TUI_EXPLORER_MIG_OFFERS_H

#include "engine/model/mig.h"
#include "engine/model/profile.h"
#include "tui/explorer/explorer.h"

#include <stdbool.h>

struct mig_offer {
    int app;
    char variant[24];              /* "" where the app's profile has no variants */
    double memory_gb;              /* that it needs; NAN = unknown */
    double accuracy;               /* in the app's own metric; NAN = unknown */
    bool fits[MIG_SLICES];         /* has rows there and the memory is enough */
    double latency_ms[MIG_SLICES]; /* at the app's usual batch; NAN where it does not fit */
    double power_w[MIG_SLICES];    /* likewise: the whole board while only this runs */
    enum provenance provenance[MIG_SLICES];
};

enum { MIG_OFFERS_MAX = 96 };

struct mig_offers {
    double slice_gb[MIG_SLICES];
    int n; /* by app, the least accurate variant first */
    struct mig_offer items[MIG_OFFERS_MAX];
};

/* For GPU `gpu` of the fleet in force. False with a message: its share is not `mig`, its type cannot be cut,
 * or the scenario cannot run. */
bool mig_offers_make(const struct explorer *explorer, int gpu, struct mig_offers *offers,
                     struct error *error);

/* The offer that a slice's app and variant mean, where "" is the app's own or its only one; -1: none. */
int mig_offers_find(const struct mig_offers *offers, const struct scenario *scenario, int app,
                    const char *variant);

/* "images b5", or "b5" where all offers are of one app; out needs MIG_OFFER_NAME bytes. */
enum { MIG_OFFER_NAME = 64 };
void mig_offers_name(const struct mig_offers *offers, const struct scenario *scenario, int offer, char *out);

/* Why it cannot stand on such a slice: "b7 needs 6.2 GB, a 1g slice has 5"; "" where it fits. */
void mig_offers_reason(const struct mig_offers *offers, const struct scenario *scenario, int offer,
                       enum mig_slice slice, char *out, size_t size);

#endif
