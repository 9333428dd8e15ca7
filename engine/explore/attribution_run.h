/* The sets of an attribution, with every seed, as one campaign: sets whose scenarios have the same run
 * (alike.h) are simulated once, outcomes lie by set and seed, and any number of threads gives the same ones.
 */
#ifndef WATTIF_EXPLORE_ATTRIBUTION_RUN_H
#define WATTIF_EXPLORE_ATTRIBUTION_RUN_H

#include "engine/explore/attribution.h"
#include "engine/explore/contribution.h"
#include "engine/explore/derive/shelf.h"
#include "engine/explore/jobs.h"

enum { ATTRIBUTION_SEEDS_MAX = 1000, ATTRIBUTION_FAULT = 240 };

struct attribution_order {
    const struct catalog *catalog; /* of the caller's thread */
    struct shelf *shelf;           /* of derived inputs; NULL: of the campaign's own */
    enum job_priority priority;
    size_t seeds; /* the scenario's, and those after it: 1..ATTRIBUTION_SEEDS_MAX */
    void *context;
    void (*tell)(void *context, size_t done); /* or NULL: so many runs are done */
};

/* What the runs came to. */
struct attribution_table;

/* To the end, on the threads of `jobs` and this one. A set that cannot be run is a fault of its own, and the
 * others go on. NULL with a message. */
struct attribution_table *attribution_run(const struct attribution *attribution,
                                          const struct attribution_order *order, struct jobs *jobs,
                                          struct error *error);
void attribution_table_free(struct attribution_table *table);

/* To read it by; valid as long as the table. */
struct contribution_runs attribution_table_runs(const struct attribution_table *table);

#endif
