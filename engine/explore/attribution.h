/* An attribution asks what each layer of a scenario is worth: the same requests are served with every set of
 * its layers at work and the others off (composition.md section 2, "Off"). A layer is at work where, in any
 * pool, a scheme of it decides something, at the start or after an edit, on a pool or a GPU. Off means:
 * configure base, place k8s, route least-loaded, share tmux-tf, tune fixed, in every pool at once. Clover's
 * own queue, fifo-pull, belongs to configure and stays; InferCool's level 3 chooses among instances, so it is
 * route's, and route off leaves level 2; clocks of apps are tune's, and tune off leaves them at the highest.
 * Schemes that leave things as the scenario has them (policy_info.plain) cannot be off, nor can what the
 * pool's GPUs could not do without: MIG on GPUs that are cut. These stay in every set, and say why.
 *
 * A set is a mask: bit k is layers[k]. What the sets come to is worked out in contribution.h; how they are
 * run is the caller's: a campaign (attribution_run.h), or a question behind the screen. */
#ifndef WATTIF_EXPLORE_ATTRIBUTION_H
#define WATTIF_EXPLORE_ATTRIBUTION_H

#include "engine/model/catalog.h"
#include "engine/model/scenario.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    ATTRIBUTION_SETS = 1 << LAYER_COUNT,
    ATTRIBUTION_SWITCHES = LAYER_COUNT * POOLS_MAX + LAYER_COUNT,
    ATTRIBUTION_WHY = 240
};

/* What is switched off with a layer, in one pool. */
struct attribution_switch {
    enum layer layer;
    int pool;                  /* -1: of the whole run */
    char on[32], off[32];      /* "CLOVER", "BASE"; "LEVEL 3", "LEVEL 2" */
    char fleet[24];            /* the run is on another fleet without it: which; else "" */
    char why[ATTRIBUTION_WHY]; /* why it cannot be off, and stays; else "" */
};

struct attribution {
    struct scenario scenario; /* owned: all layers at work, and set number 2^n - 1 */
    int n;
    enum layer layers[LAYER_COUNT]; /* those at work, [n] */
    size_t n_switches;
    struct attribution_switch switches[ATTRIBUTION_SWITCHES]; /* by layer, then by pool */
};

/* Tries every switch on a copy, which the catalogue must be able to compile. NULL with a message, also where
 * fewer than two layers are at work: then there is nothing to share out, and it says what to do instead. */
struct attribution *attribution_create(const struct scenario *scenario, const struct catalog *catalog,
                                       struct error *error);
/* How many layers are at work and could be off, as far as the document says: with fewer than two there is no
 * attribution. It compiles nothing. */
int attribution_at_work(const struct scenario *scenario);
void attribution_free(struct attribution *attribution);

static inline unsigned attribution_all(const struct attribution *attribution)
{
    return (1U << attribution->n) - 1;
}

/* The scenario of a set (scenario_free). Edits that it cannot have are left out. False with a message. */
bool attribution_scenario(const struct attribution *attribution, unsigned set, struct scenario *scenario,
                          struct error *error);

/* The sets in the order in which they tell most: none and all, each alone, all but each, the rest. Returns
 * how many. */
size_t attribution_order(const struct attribution *attribution, unsigned order[ATTRIBUTION_SETS]);

/* "configure + route" of a set, "all off" and "all five" of the ends; returns `out`. */
char *attribution_name(const struct attribution *attribution, unsigned set, char *out, size_t size);

#endif
