/* Graphs of Clover's whole fleet where several apps share it, or each GPU is searched for itself. */
#ifndef WATTIF_POLICY_CONFIGURE_FLEET_GRAPH_H
#define WATTIF_POLICY_CONFIGURE_FLEET_GRAPH_H

#include "engine/model/model.h"

/* Has every app an instance? */
bool fleet_graph_serves_all(const struct model_clover *clover, const struct graph *graph);

/* How many of the GPUs each app has under BASE: in proportion to its load on its largest variant, at least
 * one (clover.md section 3). False when there are fewer GPUs than apps. */
bool fleet_graph_share(const struct model *model, int n_gpus, int gpus[DERIVED_APPS_MAX]);

/* BASE: every GPU whole, each with the most accurate variant of its app. One GPU's where all hold the same
 * (model_clover.replicated), else the sum. False when there are fewer GPUs than apps. */
bool fleet_graph_base(const struct model *model, struct graph *out);

#endif
