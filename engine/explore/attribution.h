/* An attribution asks what each layer of a scenario is worth: the same requests are served with every set of
 * its layers at work and the others off. Off means: as in the run that the scenario is held against
 * (scenario_baseline), whose settings belong to one layer each, so that no layer at work is that run itself
 * and what layers are worth adds up to the difference that the headline tells. A layer is at work where one
 * of its settings is another than there; what no setting speaks of is the same in every set.
 *
 * A set is a mask: bit k is layers[k]. What the sets come to is worked out in contribution.h; how they are
 * run is the caller's: a campaign (contribution.h), or a question behind the screen. */
#ifndef WATTIF_EXPLORE_ATTRIBUTION_H
#define WATTIF_EXPLORE_ATTRIBUTION_H

#include "engine/model/catalog.h"
#include "engine/model/scenario.h"

enum { ATTRIBUTION_SETS = 1 << LAYER_COUNT, ATTRIBUTION_WORDS = 64 };

/* A setting that is another with the layer off. */
struct attribution_switch {
    enum layer layer;
    int pool;                     /* whose; -1: of the whole run */
    char on[ATTRIBUTION_WORDS];   /* "CLOVER"; "water auto"; "reassignment_level 3" */
    char told[ATTRIBUTION_WORDS]; /* the same as screens call it: "level 3" */
    char off[ATTRIBUTION_WORDS];  /* "BASE"; "fixed" */
    char fleet[24];               /* the run is on another fleet without the layer: which; else "" */
};

struct attribution {
    struct scenario scenario;  /* owned: all layers at work, and set number 2^n - 1 */
    struct baseline reference; /* set number 0 */
    int n;
    enum layer layers[LAYER_COUNT]; /* those at work, [n] */
    size_t n_switches;
    struct attribution_switch switches[BASELINE_SETTINGS]; /* by layer */
};

/* The reference, and the run without each layer, must compile with the catalogue. NULL with a message, also
 * where fewer than two layers are at work: then there is nothing to share out, and it says what to do
 * instead. */
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

/* What each of a few players is worth, where what every set of them comes to is known (Shapley 1953). A set
 * is a mask of bits, player i is bit i; values[set] is what it comes to, values[0] what comes without
 * anybody.
 *
 * The share of a player is what it adds to those that are there before it, the mean over all orders in which
 * they may come. All shares add up to values[all] - values[0]; a player that adds nothing to any set has
 * none; two that add the same to every set have the same. Orders are not walked: a set of k others comes
 * before a player in k! (n - k - 1)! of the n! orders, so every set is visited once.
 *
 * The interaction of two players is what both add beyond the sum of what each adds, the mean over the sets of
 * the others, weighted likewise (Grabisch and Roubens 1999): 0 where each adds the same whether the other is
 * there or not. */

/* Of player `player` of n (1..10). NAN where the value of any set is. */
double shapley_share(const double *values, int n, int player);

/* Of two of n >= 2. What is left of numbers that cancel, less than 1e-10 of the greatest value, is 0. */
double shapley_interaction(const double *values, int n, int a, int b);

#endif
