/* The table of kinds, in the order in which they are measured. */
#include "engine/explore/derive/derive.h"

#include "engine/explore/derive/kinds.h"

const struct derive_kind derive_kinds[DERIVED_KINDS] = {
    [DERIVED_BASE] = {.name = "base",
                      .hash = derive_base_hash,
                      .check = derive_base_check,
                      .compute = derive_base,
                      .points = derive_base_points},
    [DERIVED_TABLE] = {.name = "table",
                       .hash = derive_table_hash,
                       .compute = derive_table,
                       .points = derive_table_points},
    [DERIVED_RISES] = {.name = "rises",
                       .hash = derive_rises_hash,
                       .compute = derive_rises,
                       .points = derive_rises_points},
};

struct derived_key derive_key(const struct model *model, enum derived_kind kind)
{
    return (struct derived_key){.kind = kind, .hash = derive_kinds[kind].hash(model)};
}

bool derive_fits(const struct derived_part *part, const struct model *model, enum derived_kind kind)
{
    int n_apps = derived_values(kind) > 0 ? 1 : model->n_apps;
    return part->key.kind == kind && part->n_apps == n_apps &&
           part->n_points == derive_kinds[kind].points(model);
}

struct derived_part *derive(const struct model *model, enum derived_kind kind,
                            struct derived_part *const before[DERIVED_KINDS],
                            const struct derive_options *options, struct error *error)
{
    const struct derive_kind *row = &derive_kinds[kind];
    if (error)
        error->kind = ERROR_NONE;
    if (job_is_cancelled(options->job) || (row->check && !row->check(model, error)))
        return NULL;
    struct derived_part *part = row->compute(model, before, derive_key(model, kind), options, error);
    if (!part || !job_is_cancelled(options->job))
        return part;
    derived_part_release(part); /* it may not be whole */
    if (error)
        error->kind = ERROR_NONE;
    return NULL;
}
