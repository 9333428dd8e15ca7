/* Computes the derived inputs of a model (engine/model/derived.h) on all cores, with progress, and can be
 * called off. BASE is a run of the engine itself over its own layout on n_base GPUs; ORACLE's table serves
 * the same 20,000 requests after 2,000 of warm-up on every graph that can carry the load by capacity, ten
 * times as many where the tail is within 5 % of the limit (clover.md section 2.3). Results are stored by
 * index, so the number of threads changes no byte. */
#ifndef WATTIF_EXPLORE_DERIVE_H
#define WATTIF_EXPLORE_DERIVE_H

#include "engine/base/error.h"
#include "engine/model/model.h"

#include <stdatomic.h>

/* Does a run of this model need them: an SLO `base`, or a configure policy (at the start or by an edit) that
 * looks something up? */
bool derive_is_needed(const struct model *model);
bool derive_needs_table(const struct model *model);

/* A hash of all that they depend on: profiles, devices, workload, load at the start, GPUs, seed, and the
 * version of this code. */
uint64_t derive_hash(const struct model *model);

struct derive_options {
    int jobs;                   /* threads; 0: as many as processors */
    _Atomic int *progress;      /* or NULL: per mille done */
    const _Atomic bool *cancel; /* or NULL: true calls it off */
};

/* A new reference, or NULL: out of memory, called off (error->kind stays ERROR_NONE), or BASE cannot carry
 * the load. */
struct derived *derive(const struct model *model, const struct derive_options *options, struct error *error);

/* Bytes for the store, and back; NULL if they are not what they should be. The caller frees. */
unsigned char *derived_pack(const struct derived *derived, size_t *size);
struct derived *derived_unpack(const unsigned char *bytes, size_t size);

#endif
