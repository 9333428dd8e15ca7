/* What is known of published claims (engine/claims/experiment.h), with the store behind it: findings are kept
 * under a hash of all that they depend on, so what was simulated once is there at once, on the command line
 * and in the dashboard. */
#ifndef WATTIF_STORE_CLAIMS_REPRODUCE_H
#define WATTIF_STORE_CLAIMS_REPRODUCE_H

#include "engine/claims/experiment.h"
#include "store/store.h"

/* Fills findings[i] for each wanted[i] of the paper. A solver is asked for bounds where one is installed
 * (cbc.h). What needs no simulation is computed; the rest comes from the cache or is simulated, and cached.
 * Of other rows it may fill those that the cache has. */
bool reproduce_find(struct store *store, const struct paper *paper, const struct experiment_inputs *inputs,
                    const bool *wanted, struct finding *findings, struct error *error);

/* The same for all rows of the paper without simulating: what is not in the cache has no expectation. */
bool reproduce_recall(struct store *store, const struct paper *paper, const struct experiment_inputs *inputs,
                      struct finding *findings, struct error *error);

/* The inputs of a paper that are not the ones shipped, as "profile inception-v3, trace x"; "" none. False
 * with a message where the library cannot be asked. */
enum { ALTERED_SIZE = 256 };
bool reproduce_altered(struct store *store, const struct paper *paper, const struct experiment_inputs *inputs,
                       char out[ALTERED_SIZE], struct error *error);

#endif
