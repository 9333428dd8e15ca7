/* Hashes of what a derived input depends on, field by field: FNV-1a over eight bytes at a time, mixed at the
 * end. Each kind has a version, which grows whenever the same inputs would give other numbers. */
#ifndef WATTIF_EXPLORE_DERIVE_HASH_H
#define WATTIF_EXPLORE_DERIVE_HASH_H

#include "engine/model/model.h"

#include <stdint.h>

uint64_t hash_begin(enum derived_kind kind, int version);
uint64_t hash_word(uint64_t hash, uint64_t word);
uint64_t hash_real(uint64_t hash, double value);
uint64_t hash_end(uint64_t hash);

/* The requests of all apps as they are drawn, and the rates that energy is held against, at the load of the
 * start. */
uint64_t hash_requests(uint64_t hash, const struct model *model);
/* What a variant of Clover costs on a slice. Places are those of the first GPU: all are alike but for their
 * idle power. */
uint64_t hash_cost(uint64_t hash, const struct model *model, int variant, enum mig_slice slice);
/* What batches an app's requests have, whatever their stream. */
uint64_t hash_distribution(uint64_t hash, const struct model_app *app);
/* What a GPU draws beside that. */
uint64_t hash_gpu(uint64_t hash, const struct model_gpu *gpu);

#endif
