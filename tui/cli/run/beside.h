/* What a run is held against (scenario_become_baseline), simulated beside it, so that it can be saved with it
 * and need not be simulated whenever the saved run is looked at. It is nothing that anybody has asked for:
 * where there is none, or no memory for it, nothing is said. */
#ifndef WATTIF_TUI_CLI_BESIDE_H
#define WATTIF_TUI_CLI_BESIDE_H

#include "engine/explore/result.h"
#include "store/store.h"

struct beside {
    struct jobs *jobs;
    struct shelf *shelf;
    struct result *result; /* NULL: there is none */
    struct run_made made;
};

/* Begins; `jobs`: threads in all, 0 for as many as processors. What must be measured is found on the shelf,
 * and put there. */
void beside_begin(struct beside *beside, const struct model *model, const struct catalog *catalog,
                  struct shelf *shelf, int jobs);
/* To its end, with the caller's help; NULL: there is nothing to keep. Valid until beside_free. */
const struct run_made *beside_end(struct beside *beside);
void beside_free(struct beside *beside);

#endif
