/* Lists: a row of `version` or of `run` a thing, each held against its seal. */
#include "store/store_internal.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"
#include "store/import/import.h"
#include "store/library/library.h"
#include "store/runs/saved_run.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const store_kind_names[STORE_KIND_COUNT] = {"trace", "profile", "workload", "scenario", "run"};
const char *const store_kind_plurals[STORE_KIND_COUNT] = {"traces", "profiles", "workloads", "scenarios",
                                                          "runs"};

/* --- what is said of a version --- */

char *store_describe_scheme(const struct scenario *scenario, char *out, size_t size)
{
    enum layer subject = scenario_subject(scenario);
    return scenario->n_pools > 1 ? text_print(out, size, "%d pools", scenario->n_pools)
                                 : text_print(out, size, "%s %s", layer_names[subject],
                                              policy_infos[scenario->policy[subject]].name);
}

/* Of its rows the GPUs, or what they are, each word once, in order: "A100, P4". */
static char *join_words(const struct profile_set *set, bool gpus, char *out, size_t size)
{
    const char *last = "", *next = last;
    for (*out = '\0'; next; last = next) {
        next = NULL;
        for (size_t k = 0; k < set->n; k++) {
            const char *word = gpus ? set->rows[k].gpu : provenance_names[set->rows[k].provenance];
            if (strcmp(word, last) > 0 && (!next || strcmp(word, next) < 0))
                next = word;
        }
        if (next)
            text_append(out, size, "%s%s", *last ? ", " : "", next);
    }
    return out;
}

/* The columns that a list shows of a version, which are sealed. */
#define LISTED "version.name, version.title, version.hash, version.added_at, version.builtin, version.detail"
enum { LISTED_COLUMNS = 6 };

static void seal_listed(sqlite3_stmt *select, char out[SEAL_TEXT_SIZE])
{
    struct seal seal = {0};
    seal_row_to(&seal, select, LISTED_COLUMNS);
    seal_text(&seal, out);
}

bool listed_keep(sqlite3 *db, const struct item *item, int64_t id, struct error *error)
{
    char detail[sizeof((struct store_item *)0)->detail], seal[SEAL_TEXT_SIZE];
    char *out = detail;
    size_t size = sizeof detail;
    const struct scenario *scenario = &item->as.scenario;
    const struct workload *workload = &item->as.workload;
    char words[96], tags[64];
    *out = '\0';
    if (item->kind == ITEM_TRACE)
        trace_describe(&item->as.trace, out, size);
    else if (item->kind == ITEM_PROFILE)
        text_print(out, size, "%zu rows on %s; %s", item->as.profile.n,
                   join_words(&item->as.profile, true, words, sizeof words),
                   join_words(&item->as.profile, false, tags, sizeof tags));
    else if (item->kind == ITEM_WORKLOAD && workload->kind == WORKLOAD_RATES)
        text_print(out, size, "rates, %zu steps of %g s", workload->n, (double)workload->step_ns / 1e9);
    else if (item->kind == ITEM_WORKLOAD)
        text_print(out, size, "arrivals, %zu requests", workload->n);
    else if (item->kind == ITEM_SCENARIO)
        text_print(out, size, "%d app%s, %s, trace %s", scenario->n_apps, scenario->n_apps == 1 ? "" : "s",
                   store_describe_scheme(scenario, words, sizeof words), scenario->trace);
    if (!database_run(db, error, "UPDATE version SET detail = ? WHERE id = ?", "ti", detail, id))
        return false;
    sqlite3_stmt *select = database_ask(db, error, "SELECT " LISTED " FROM version WHERE id = ?", "i", id);
    int row = statement_row(select, error);
    if (row == 1)
        seal_listed(select, seal);
    return statement_end(select, row == 1) &&
           database_run(db, error, "UPDATE version SET listed = ? WHERE id = ?", "ti", seal, id);
}

bool listed_is_sound(sqlite3 *db, int64_t id, struct error *error)
{
    sqlite3_stmt *select =
        database_ask(db, error, "SELECT " LISTED ", listed FROM version WHERE id = ?", "i", id);
    char own[SEAL_TEXT_SIZE] = "", kept[SEAL_TEXT_SIZE] = "?";
    int row = statement_row(select, error);
    if (row == 1) {
        seal_listed(select, own);
        column_text(select, LISTED_COLUMNS, kept, sizeof kept);
    }
    sqlite3_finalize(select);
    return row >= 0 && (strcmp(own, kept) == 0 || seal_broken(db, "what lists show", error));
}

/* --- the lists --- */

/* Then come its seal, and what the name means with the seal of that. */
static bool read_version(sqlite3_stmt *select, enum store_kind kind, struct store_item *item,
                         struct error *error)
{
    char own[SEAL_TEXT_SIZE], name_own[SEAL_TEXT_SIZE], kept[SEAL_TEXT_SIZE], name_kept[SEAL_TEXT_SIZE];
    char what[96];
    column_text(select, 0, item->name, sizeof item->name);
    column_text(select, 1, item->title, sizeof item->title);
    column_text(select, 2, item->hash, sizeof item->hash);
    column_text(select, 3, item->changed_at, sizeof item->changed_at);
    item->builtin = sqlite3_column_int(select, 4) != 0;
    column_text(select, 5, item->detail, sizeof item->detail);
    seal_listed(select, own);
    library_seal_name((enum item_kind)kind, item->name, sqlite3_column_int64(select, 7), name_own);
    column_text(select, 6, kept, sizeof kept);
    column_text(select, 8, name_kept, sizeof name_kept);
    return (strcmp(own, kept) == 0 && strcmp(name_own, name_kept) == 0) ||
           seal_broken(sqlite3_db_handle(select),
                       text_print(what, sizeof what, "%s '%s'", store_kind_names[kind], item->name), error);
}

/* Columns as in the schema. */
static bool read_run(sqlite3_stmt *select, struct store_item *item, struct error *error)
{
    static const char fewer[] = "consolidated: ";
    const char *accounting = (const char *)sqlite3_column_text(select, 9);
    item->id = sqlite3_column_int64(select, 0);
    column_text(select, 1, item->name, sizeof item->name);
    column_text(select, 2, item->title, sizeof item->title);
    column_text(select, 3, item->tags, sizeof item->tags);
    column_text(select, 4, item->changed_at, sizeof item->changed_at);
    column_text(select, 6, item->scenario, sizeof item->scenario);
    column_text(select, 7, item->scheme, sizeof item->scheme);
    column_text(select, 8, item->seed, sizeof item->seed);
    if (accounting && strncmp(accounting, fewer, sizeof fewer - 1) == 0)
        text_copy(item->accounting, sizeof item->accounting, accounting + sizeof fewer - 1);
    item->carbon_g = column_real(select, 10);
    item->worst_of_slo = column_real(select, 11);
    item->requests = sqlite3_column_int64(select, 12);
    item->late = sqlite3_column_int64(select, 13);
    item->slo_met = sqlite3_column_int(select, 14) != 0;
    return run_seal_check_row(select, error);
}

static int newer_first(const void *a, const void *b)
{
    const struct store_item *x = a, *y = b;
    int later = strcmp(y->changed_at, x->changed_at);
    return later ? later : (y->id > x->id) - (y->id < x->id);
}

char *store_run_detail(const struct store_item *item, char *out, size_t size)
{
    return text_print(out, size, "%s, %s%s%s, seed %s, %lld requests, %.1f g, %s", item->scenario,
                      item->scheme, *item->accounting ? ", " : "", item->accounting, item->seed,
                      (long long)item->requests, item->carbon_g,
                      item->slo_met ? "every SLO met" : "an SLO missed");
}

bool store_list(struct store *store, enum store_kind kind, struct store_list *list, struct error *error)
{
    struct error local = {0};
    *list = (struct store_list){0};
    /* One read transaction: another program may save meanwhile. */
    bool begun = sqlite3_get_autocommit(store->db) && database_exec(store->db, "BEGIN", &local);
    /* Rows that are gone leave no seal behind: names are held against the note of all names, runs against the
     * index of theirs. */
    sqlite3 *db = store->db;
    sqlite3_stmt *select =
        kind == STORE_RUN
            ? database_prepare(db, "SELECT * FROM run WHERE baseline_of IS NULL ORDER BY id DESC", &local)
            : database_ask(db, &local,
                           "SELECT " LISTED ", version.listed, item.version_id, item.seal"
                           " FROM item LEFT JOIN version ON version.id = item.version_id"
                           " WHERE item.kind = ? ORDER BY item.name",
                           "t", store_kind_names[kind]);
    int row = -1;
    bool read = select != NULL, in_order = true;
    while (read && (row = statement_row(select, &local)) == 1) {
        if (!array_grow(&list->items, list->n, sizeof *list->items)) {
            read = error_no_memory(&local);
            break;
        }
        struct store_item *item = &list->items[list->n++];
        *item = (struct store_item){.carbon_g = NAN, .worst_of_slo = NAN};
        read = kind == STORE_RUN ? read_run(select, item, &local) : read_version(select, kind, item, &local);
        in_order = in_order && (kind != STORE_RUN || list->n == 1 || newer_first(item - 1, item) < 0);
    }
    if (!in_order) /* they are saved one after the other, unless a clock was set back */
        qsort(list->items, list->n, sizeof *list->items, newer_first);
    sqlite3_finalize(select);
    bool good =
        read && row == 0 &&
        (kind == STORE_RUN ? run_are_all(db, (int64_t)list->n, &local) : library_check_names(db, &local));
    if (begun)
        database_end(store->db, false, NULL);
    if (good)
        return true;
    if (error)
        *error = local;
    free(list->items);
    *list = (struct store_list){0};
    return false;
}
