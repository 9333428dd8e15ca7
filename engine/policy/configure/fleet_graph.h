/* Graphs of all GPUs of a pool: what several apps need of one, and those of the schemes that never change.
 */
#ifndef WATTIF_POLICY_CONFIGURE_FLEET_GRAPH_H
#define WATTIF_POLICY_CONFIGURE_FLEET_GRAPH_H

#include "engine/model/model.h"

/* Has every app an instance? */
bool fleet_graph_serves_all(const struct model_clover *clover, const struct graph *graph);

/* How many of the GPUs each app has under BASE: in proportion to its load on its largest variant, at least
 * one (clover.md section 3). False when there are fewer GPUs than apps. */
bool fleet_graph_share(const struct model *model, const struct model_pool *pool, int n_gpus,
                       int gpus[DERIVED_APPS_MAX]);

/* BASE or CO2OPT: one GPU's graph where all hold the same (model_clover.replicated), else the sum. False when
 * there are fewer GPUs than apps. */
bool fleet_graph_fixed(const struct model *model, const struct model_pool *pool, enum clover_fixed scheme,
                       struct graph *out);

#endif
