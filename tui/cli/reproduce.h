/* Inside `wattif reproduce`: how findings are obtained (from the store's cache where it has them) and how
 * they are printed. */
#ifndef WATTIF_TUI_CLI_REPRODUCE_H
#define WATTIF_TUI_CLI_REPRODUCE_H

#include "engine/claims/experiment.h"
#include "store/store.h"
#include "tui/cli/listing.h"

/* Fills findings[i] for each wanted[i] of the paper. What needs no simulation is computed; the rest comes
 * from the cache or is simulated, all of it, and cached. */
bool reproduce_find(struct store *store, const struct paper *paper, const struct experiment_inputs *inputs,
                    const bool *wanted, struct finding *findings, struct error *error);

/* False when memory ran out. */
bool reproduce_print(const struct finding *const *findings, size_t n, enum listing_format format);

#endif
