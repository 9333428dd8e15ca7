/* The catalogue over the store: a name is looked up each time, so that an import is seen at once (unless a
 * saved run has pinned what it used), and the version that it means is read once and kept. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "store/library/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_LOOKED_AT = 512 };

/* "there is no trace 'x'; did you mean 'y'? `wattif list traces` shows them" */
static void not_found(struct store *store, enum item_kind kind, const char *name, struct error *error)
{
    static const char *const lists[ITEM_KIND_COUNT] = {"list traces", "list profiles", "list workloads",
                                                       "list scenarios", "list profiles"};
    static const char *const nouns[ITEM_KIND_COUNT] = {"trace", "profile of a model", "workload", "scenario",
                                                       "GPU type"};
    char(*names)[64] = malloc(NAMES_LOOKED_AT * sizeof *names);
    const char *pointers[NAMES_LOOKED_AT], *nearest = NULL;
    size_t n = 0;
    sqlite3_stmt *select = database_prepare(store->db, "SELECT name FROM item WHERE kind = ?", NULL);

    if (select)
        bind_text(select, 1, item_kind_names[kind]);
    while (select && names && n < NAMES_LOOKED_AT && statement_row(select, NULL) == 1) {
        column_text(select, 0, names[n], sizeof *names);
        pointers[n] = names[n];
        n++;
    }
    sqlite3_finalize(select);
    for (size_t i = 0; i < n && !nearest; i++)
        if (*name && strncmp(pointers[i], name, strlen(name)) == 0)
            nearest = pointers[i];
    if (n > 0 && !nearest)
        nearest = text_nearest(name, pointers, n);
    if (nearest)
        error_set(error, ERROR_INPUT, NULL, "there is no %s '%s'; did you mean '%s'? `wattif %s` shows them",
                  nouns[kind], TEXT_BRIEF(name), nearest, lists[kind]);
    else
        error_set(error, ERROR_INPUT, NULL, "there is no %s '%s'; `wattif %s` shows them", nouns[kind],
                  TEXT_BRIEF(name), lists[kind]);
    free(names);
}

static const struct item *find_item(struct store *store, enum item_kind kind, const char *name,
                                    struct error *error)
{
    int64_t id = store_find_version(store, kind, name, NULL, error);

    if (id == 0)
        not_found(store, kind, name, error);
    if (id <= 0)
        return NULL;
    for (struct cached_item *cached = store->cached[kind]; cached; cached = cached->next)
        if (cached->version_id == id)
            return &cached->item;
    struct cached_item *fresh = calloc(1, sizeof *fresh);
    if (!fresh || !library_get(store->db, kind, id, &fresh->item, error)) {
        if (!fresh)
            error_set(error, ERROR_SYSTEM, NULL, "out of memory");
        free(fresh);
        return NULL;
    }
    fresh->version_id = id;
    fresh->next = store->cached[kind];
    store->cached[kind] = fresh;
    return &fresh->item;
}

static const struct carbon_trace *find_trace(void *context, const char *name, struct error *error)
{
    const struct item *item = find_item(context, ITEM_TRACE, name, error);

    return item ? &item->as.trace : NULL;
}

static const struct profile_set *find_profile(void *context, const char *model, struct error *error)
{
    const struct item *item = find_item(context, ITEM_PROFILE, model, error);

    return item ? &item->as.profile : NULL;
}

static const struct workload *find_workload(void *context, const char *name, struct error *error)
{
    const struct item *item = find_item(context, ITEM_WORKLOAD, name, error);

    return item ? &item->as.workload : NULL;
}

static const struct device_type *find_device(void *context, const char *gpu_type, struct error *error)
{
    const struct item *item = find_item(context, ITEM_DEVICE, gpu_type, error);

    return item ? &item->as.device : NULL;
}

void catalog_init(struct store *store)
{
    store->catalog = (struct catalog){
        .context = store,
        .trace = find_trace,
        .profile = find_profile,
        .workload = find_workload,
        .device = find_device,
    };
}

void catalog_free(struct store *store)
{
    sqlite3_finalize(store->finder);
    store->finder = NULL;
    for (int kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        while (store->cached[kind]) {
            struct cached_item *cached = store->cached[kind];
            store->cached[kind] = cached->next;
            item_free(&cached->item);
            free(cached);
        }
    }
}

const struct catalog *store_catalog(struct store *store)
{
    return &store->catalog;
}

bool store_load_scenario(struct store *store, const char *name, struct scenario *scenario,
                         struct error *error)
{
    const struct item *item = find_item(store, ITEM_SCENARIO, name, error);

    if (!item)
        return false;
    return scenario_copy(scenario, &item->as.scenario) ||
           error_set(error, ERROR_SYSTEM, name, "out of memory");
}
