/* What stands in the table of kinds (derive.h). */
#ifndef WATTIF_EXPLORE_DERIVE_KINDS_H
#define WATTIF_EXPLORE_DERIVE_KINDS_H

#include "engine/explore/derive/derive.h"

/* BASE (base.c): whole GPUs, n_base of them, each with its app's best variant. */
uint64_t derive_base_hash(const struct model *model);
bool derive_base_check(const struct model *model, struct error *error);
struct derived_part *derive_base(const struct model *model, struct derived_part *const before[DERIVED_KINDS],
                                 struct derived_key key, const struct derive_options *options,
                                 struct error *error);
int derive_base_points(const struct model *model);

/* ORACLE's table (table.c): each graph of one GPU, on all GPUs of the scenario. */
uint64_t derive_table_hash(const struct model *model);
struct derived_part *derive_table(const struct model *model, struct derived_part *const before[DERIVED_KINDS],
                                  struct derived_key key, const struct derive_options *options,
                                  struct error *error);
int derive_table_points(const struct model *model);

/* How much pods warm their GPUs (rises.c): each app on partitions that cost it the same. */
uint64_t derive_rises_hash(const struct model *model);
struct derived_part *derive_rises(const struct model *model, struct derived_part *const before[DERIVED_KINDS],
                                  struct derived_key key, const struct derive_options *options,
                                  struct error *error);
int derive_rises_points(const struct model *model);

#endif
