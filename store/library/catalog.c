/* The catalogue over the store: a name is looked up each time, so that an import is seen at once (unless a
 * saved run has pinned what it used), and the version that it means is read once and kept. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "store/library/library.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES_LOOKED_AT = 512 };

/* "there is no trace 'x'; did you mean 'y'? `wattif list traces` shows them". Types of GPU are few, and all
 * named.
 */
static void not_found(struct store *store, enum item_kind kind, const char *name, struct error *error)
{
    static const char *const lists[ITEM_KIND_COUNT] = {"list traces", "list profiles", "list workloads",
                                                       "list scenarios", ""};
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
    char types[160] = "";
    for (size_t i = 0; i < n && kind == ITEM_DEVICE; i++)
        text_append(types, sizeof types, "%s%s", i ? ", " : "", pointers[i]);
    if (kind == ITEM_DEVICE)
        error_set(error, ERROR_INPUT, NULL,
                  "there is no GPU type '%s'; there are %s; a profile with a line `# device:` adds one",
                  TEXT_BRIEF(name), types);
    else if (nearest)
        error_set(error, ERROR_INPUT, NULL, "there is no %s '%s'; did you mean '%s'? `wattif %s` shows them",
                  nouns[kind], TEXT_BRIEF(name), nearest, lists[kind]);
    else
        error_set(error, ERROR_INPUT, NULL, "there is no %s '%s'; `wattif %s` shows them", nouns[kind],
                  TEXT_BRIEF(name), lists[kind]);
    free(names);
}

/* The sets that have a table of this model (NULL: any), as "fig2, keras"; false where there is none. */
static bool sets_with(struct store *store, const char *model, char *out, size_t size)
{
    sqlite3_stmt *select = database_prepare(
        store->db,
        "SELECT group_concat(name, ', ') FROM (SELECT DISTINCT CASE instr(name, '@') WHEN 0 THEN ?1 ELSE "
        "substr(name, instr(name, '@') + 1) END AS name FROM item WHERE kind = 'profile' AND "
        "(?2 IS NULL OR name = ?2 OR substr(name, 1, length(?2) + 1) = ?2 || '@') ORDER BY 1)",
        NULL);
    *out = '\0';
    if (!select)
        return false;
    bind_text(select, 1, PROFILES_DEFAULT);
    if (model)
        bind_text(select, 2, model);
    if (statement_row(select, NULL) == 1)
        column_text(select, 0, out, size);
    sqlite3_finalize(select);
    return *out != '\0';
}

/* Is `set` among "fig2, keras"? */
static bool names_set(const char *list, const char *set)
{
    size_t n = strlen(set);
    for (const char *at = strstr(list, set); at; at = strstr(at + 1, set))
        if ((at == list || at[-1] == ' ') && (at[n] == '\0' || at[n] == ','))
            return true;
    return false;
}

const struct item *store_find_item(struct store *store, enum item_kind kind, const char *name, char *hash,
                                   struct error *error)
{
    int64_t id = store_find_version(store, kind, name, hash, error);
    if (id == 0 && kind == ITEM_PROFILE && strchr(name, '@')) {
        /* A table of another set than the default one is missing: the set, or the model in it? */
        char model[PROFILE_NAME_SIZE], sets[256], with[256];
        const char *set = profile_name_set(name);
        profile_name_model(name, model, sizeof model);
        sets_with(store, NULL, sets, sizeof sets);
        if (!names_set(sets, set))
            error_set(error, ERROR_INPUT, NULL, "there is no profile set '%.63s'; there are %s", set, sets);
        else if (sets_with(store, model, with, sizeof with))
            error_set(
                error, ERROR_INPUT, NULL,
                "the profile set '%s' has no table of '%s', which is in %s; name one of them, or import a table with --into %s",
                set, model, with, set);
        else
            error_set(error, ERROR_INPUT, NULL,
                      "no profile set has a table of '%s'; `wattif list profiles` shows them", model);
    } else if (id == 0)
        not_found(store, kind, name, error);
    if (id <= 0)
        return NULL;
    for (struct cached_item *cached = store->cached[kind]; cached; cached = cached->next)
        if (cached->version_id == id)
            return &cached->item;
    struct cached_item *fresh = calloc(1, sizeof *fresh);
    if (!fresh || !library_get(store->db, kind, id, &fresh->item, error)) {
        if (!fresh)
            error_no_memory(error);
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
    const struct item *item = store_find_item(context, ITEM_TRACE, name, NULL, error);
    return item ? &item->as.trace : NULL;
}

static const struct profile_set *find_profile(void *context, const char *model, struct error *error)
{
    const struct item *item = store_find_item(context, ITEM_PROFILE, model, NULL, error);
    return item ? &item->as.profile : NULL;
}

static const struct workload *find_workload(void *context, const char *name, struct error *error)
{
    const struct item *item = store_find_item(context, ITEM_WORKLOAD, name, NULL, error);
    return item ? &item->as.workload : NULL;
}

static const struct device_type *find_device(void *context, const char *gpu_type, struct error *error)
{
    const struct item *item = store_find_item(context, ITEM_DEVICE, gpu_type, NULL, error);
    return item ? &item->as.device : NULL;
}

/* One read of the database, so that its file is locked once. Where it cannot begin, and in a transaction that
 * is under way, each look-up is its own, as else. */
static void hold(void *context, bool held)
{
    struct store *store = context;
    if (held && !store->held)
        store->held = sqlite3_get_autocommit(store->db) &&
                      sqlite3_exec(store->db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK;
    else if (!held && store->held)
        store->held = sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK;
}

void catalog_init(struct store *store)
{
    store->catalog = (struct catalog){
        .context = store,
        .trace = find_trace,
        .profile = find_profile,
        .workload = find_workload,
        .device = find_device,
        .hold = hold,
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
    const struct item *item = store_find_item(store, ITEM_SCENARIO, name, NULL, error);
    if (!item)
        return false;
    return scenario_copy(scenario, &item->as.scenario) ||
           error_set(error, ERROR_SYSTEM, name, "out of memory");
}
