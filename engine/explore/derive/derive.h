/* Computes the derived inputs of a model (engine/model/derived.h) on all cores, with progress, and can be
 * called off. Everything is measured by serving.h, which equals the engine, with the model's own requests:
 * BASE, the limit itself, with 200,000 after 2,000 of warm-up; ORACLE's table with 20,000 on every graph that
 * can carry the load by capacity, and with 200,000 where the tail is within 5 % of BASE's, or within three
 * of its own standard errors (clover.md section 2.3). Results are stored by index, so the number of threads
 * changes no byte. How a model gets them before a run is prepare.h. */
#ifndef WATTIF_EXPLORE_DERIVE_DERIVE_H
#define WATTIF_EXPLORE_DERIVE_DERIVE_H

#include "engine/base/error.h"
#include "engine/explore/jobs.h"
#include "engine/model/model.h"

#include <stdatomic.h>

/* Does a run of this model need them: an SLO `base`, or a configure policy (at the start or by an edit) that
 * looks something up? */
bool derive_is_needed(const struct model *model);
bool derive_needs_table(const struct model *model);

/* A hash of all that they depend on: profiles, devices, workload, load at the start, GPUs, seed, whether a
 * table is wanted, and the version of this code. Where they are needed. */
uint64_t derive_hash(const struct model *model);

/* Can BASE carry the load at all? Told in microseconds, before anything is measured. Where they are needed.
 */
bool derive_check(const struct model *model, struct error *error);

struct derive_options {
    struct job *job; /* whose item it is part of: others help, and it may be called off; NULL: neither */
    _Atomic int *progress; /* or NULL: per mille done */
    /* Or NULL: called now and then on any of the threads, on several at once too, for whoever shows it. */
    void (*tell)(void *context);
    void *context;
};

/* A new reference, or NULL: out of memory, called off (error->kind is ERROR_NONE), or BASE cannot carry the
 * load. Where they are needed. */
struct derived *derive(const struct model *model, const struct derive_options *options, struct error *error);

/* Bytes for the store, and back; NULL if they are not what they should be. The caller frees. */
unsigned char *derived_pack(const struct derived *derived, size_t *size);
struct derived *derived_unpack(const unsigned char *bytes, size_t size);

#endif
