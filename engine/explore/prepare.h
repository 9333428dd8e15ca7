/* From a model to one that may run: whatever a run needs that must be measured before it (derived.h) is
 * looked up, or computed, or both refused with a reason. Every run goes through here, on the command line, in
 * experiments and behind the screen; run_create refuses a model that has not. */
#ifndef WATTIF_EXPLORE_PREPARE_H
#define WATTIF_EXPLORE_PREPARE_H

#include "engine/explore/derive/derive.h"
#include "engine/explore/derive/shelf.h"

/* May a run of this model begin? */
bool prepare_is_done(const struct model *model);

/* Attaches what the shelf (or NULL) has. False with a message where computing would be in vain: BASE cannot
 * carry the load. */
bool prepare_look_up(struct model *model, struct shelf *shelf, struct error *error);

/* Attaches what the shelf (or NULL) has, or computes what is still missing and puts it there. False with a
 * message, or without one (error->kind is ERROR_NONE) where it was called off. */
bool prepare_compute(struct model *model, struct shelf *shelf, const struct derive_options *options,
                     struct error *error);

/* Both, and flushes the shelf, whose owner's thread this is. With a queue its threads help, and options->job
 * is its own. */
bool prepare_with(struct jobs *jobs, struct model *model, struct shelf *shelf,
                  const struct derive_options *options, struct error *error);

#endif
