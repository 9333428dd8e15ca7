/* The shelf holds one reference to each of the newest; a model holds its own. */
#include "engine/explore/prepare.h"

#include <stdatomic.h>
#include <stddef.h>

/* ---- the shelf ---- */

static struct derived *shelf_recent(const struct shelf *shelf, uint64_t hash)
{
    for (int k = 0; k < SHELF_RECENT; k++)
        if (shelf->recent[k] && shelf->recent[k]->hash == hash)
            return shelf->recent[k];
    return NULL;
}

/* Takes over the reference. */
static void shelf_remember(struct shelf *shelf, struct derived *derived)
{
    derived_release(shelf->recent[shelf->next]);
    shelf->recent[shelf->next] = derived;
    shelf->next = (shelf->next + 1) % SHELF_RECENT;
}

/* Lives on while it is on the shelf. */
static struct derived *shelf_find(struct shelf *shelf, uint64_t hash)
{
    struct derived *derived = shelf_recent(shelf, hash);
    if (derived || !shelf->get)
        return derived;
    derived = shelf->get(shelf->context, hash);
    if (derived)
        shelf_remember(shelf, derived);
    return derived;
}

void shelf_clear(struct shelf *shelf)
{
    for (int k = 0; k < SHELF_RECENT; k++) {
        derived_release(shelf->recent[k]);
        shelf->recent[k] = NULL;
    }
}

/* ---- models ---- */

bool prepare_is_done(const struct model *model)
{
    const struct derived *derived = atomic_load_explicit(&model->derived, memory_order_acquire);
    return !derive_is_needed(model) || derived != NULL;
}

/* Takes over the reference; somebody else may have been first. */
static void attach(struct model *model, struct derived *derived)
{
    struct derived *none = NULL;
    if (!atomic_compare_exchange_strong(&model->derived, &none, derived))
        derived_release(derived);
}

/* A hash stands for all that a table depends on, so a table that fits no such model is damage. */
static bool fits(const struct derived *derived, const struct model *model)
{
    return derived->n_apps == model->n_apps &&
           derived->n_points == (derive_needs_table(model) ? model->clover->n_graphs : 0);
}

bool prepare_look_up(struct model *model, struct shelf *shelf, struct error *error)
{
    if (prepare_is_done(model))
        return true;
    struct derived *derived = shelf ? shelf_find(shelf, derive_hash(model)) : NULL;
    if (!derived || !fits(derived, model))
        return derive_check(model, error);
    attach(model, derived_retain(derived));
    return true;
}

bool prepare_compute(struct model *model, const struct derive_options *options, struct error *error)
{
    if (prepare_is_done(model))
        return true;
    struct derived *derived = derive(model, options, error);
    if (!derived)
        return false;
    attach(model, derived);
    return true;
}

void prepare_keep(const struct model *model, struct shelf *shelf)
{
    struct derived *derived = atomic_load_explicit(&model->derived, memory_order_acquire);
    if (!derived || !shelf || shelf_recent(shelf, derived->hash))
        return;
    shelf_remember(shelf, derived_retain(derived));
    if (shelf->put)
        shelf->put(shelf->context, derived);
}

bool prepare(struct model *model, struct shelf *shelf, const struct derive_options *options,
             struct error *error)
{
    if (!prepare_look_up(model, shelf, error) || !prepare_compute(model, options, error))
        return false;
    prepare_keep(model, shelf);
    return true;
}
