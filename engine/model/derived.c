/* Sharing derived inputs: the last who lets go frees them. */
#include "engine/model/derived.h"

#include <stdatomic.h>
#include <stdlib.h>

int derived_values(enum derived_kind kind)
{
    return kind == DERIVED_RISES ? DERIVED_RISE_VALUES : 0;
}

struct derived_part *derived_part_create(struct derived_key key, int n_apps, int n_points)
{
    struct derived_part *part = calloc(1, sizeof *part);
    size_t values = (size_t)n_points * (size_t)derived_values(key.kind);
    if (part) {
        part->points = calloc((size_t)n_points + 1, sizeof *part->points);
        part->values = values > 0 ? calloc(values, sizeof *part->values) : NULL;
    }
    if (!part || !part->points || (values > 0 && !part->values)) {
        if (part)
            free(part->points);
        free(part);
        return NULL;
    }
    part->key = key;
    part->n_apps = n_apps;
    part->n_points = n_points;
    atomic_init(&part->references, 1);
    return part;
}

struct derived_part *derived_part_retain(struct derived_part *part)
{
    if (part)
        atomic_fetch_add_explicit(&part->references, 1, memory_order_relaxed);
    return part;
}

void derived_part_release(struct derived_part *part)
{
    if (!part || atomic_fetch_sub_explicit(&part->references, 1, memory_order_acq_rel) > 1)
        return;
    free(part->points);
    free(part->values);
    free(part);
}

struct derived *derived_create(struct derived_part *const parts[DERIVED_KINDS])
{
    const struct derived_part *base = parts[DERIVED_BASE], *table = parts[DERIVED_TABLE];
    struct derived *derived = calloc(1, sizeof *derived);
    for (int kind = 0; kind < DERIVED_KINDS; kind++)
        if (derived)
            derived->parts[kind] = parts[kind];
        else
            derived_part_release(parts[kind]);
    if (!derived)
        return NULL;
    derived->n_apps = base->n_apps;
    derived->base = base->points[0];
    derived->n_points = table ? table->n_points : 0;
    derived->points = table ? table->points : NULL;
    atomic_init(&derived->references, 1);
    return derived;
}

struct derived *derived_retain(struct derived *derived)
{
    if (derived)
        atomic_fetch_add_explicit(&derived->references, 1, memory_order_relaxed);
    return derived;
}

void derived_release(struct derived *derived)
{
    if (!derived || atomic_fetch_sub_explicit(&derived->references, 1, memory_order_acq_rel) > 1)
        return;
    for (int kind = 0; kind < DERIVED_KINDS; kind++)
        derived_part_release(derived->parts[kind]);
    free(derived);
}
