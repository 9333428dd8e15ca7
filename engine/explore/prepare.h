/* From a model to one that may run: whatever a run needs that must be measured before it (derived.h) is
 * looked up on a shelf, or computed, or both refused with a reason. Every run goes through here, on the
 * command line, in experiments and behind the screen; run_create refuses a model that has not.
 *
 * The shelf belongs to one thread (behind it stands the store, which has only one); computing may happen on
 * any. So the screen looks up and keeps, and its worker computes in between. */
#ifndef WATTIF_EXPLORE_PREPARE_H
#define WATTIF_EXPLORE_PREPARE_H

#include "engine/explore/derive/derive.h"

enum { SHELF_RECENT = 8 };

/* Derived inputs by hash: the newest in memory, more behind it. Zero-initialise it but for the functions,
 * which may be NULL; shelf_clear lets go of what it holds. */
struct shelf {
    void *context;
    struct derived *(*get)(void *context, uint64_t hash); /* a new reference, or NULL */
    void (*put)(void *context, const struct derived *derived);
    struct derived *recent[SHELF_RECENT]; /* references */
    int next;
};
void shelf_clear(struct shelf *shelf);

/* May a run of this model begin? */
bool prepare_is_done(const struct model *model);

/* Attaches what the shelf (or NULL) has. False with a message where computing would be in vain: BASE cannot
 * carry the load. */
bool prepare_look_up(struct model *model, struct shelf *shelf, struct error *error);

/* Computes and attaches what is still missing. False with a message, or without one (error->kind is
 * ERROR_NONE) where it was called off. */
bool prepare_compute(struct model *model, const struct derive_options *options, struct error *error);

/* Puts on the shelf what the model has and the shelf has not. */
void prepare_keep(const struct model *model, struct shelf *shelf);

/* All three. */
bool prepare(struct model *model, struct shelf *shelf, const struct derive_options *options,
             struct error *error);

#endif
