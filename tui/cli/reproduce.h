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

/* The inputs of a paper that are not the ones shipped, as "profile inception-v3, trace x"; "" none. False
 * with a message where the library cannot be asked. */
bool reproduce_altered(struct store *store, const struct paper *paper, const struct experiment_inputs *inputs,
                       char *out, size_t size, struct error *error);

/* `marks` and `findings` are by row, of all papers. False when memory ran out. */
bool reproduce_print(const bool *marks, const struct finding *findings, enum listing_format format);

#endif
