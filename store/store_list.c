/* Lists: one query a kind that gives name, title, hash, time, built-in and the facts of the detail line. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "engine/model/policy_table.h"
#include "store/import/trace_builder.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const store_kind_names[STORE_KIND_COUNT] = {"trace", "profile", "workload", "scenario", "run"};
const char *const store_kind_plurals[STORE_KIND_COUNT] = {"traces", "profiles", "workloads", "scenarios",
                                                          "runs"};

/* Columns 0..4 are name, title, hash, changed_at, builtin; from 5 on what `detail` wants. */
enum { FIRST_FACT = 5 };

struct list_query {
    const char *sql;
    void (*detail)(sqlite3_stmt *select, struct store_item *item);
};

static int name_index(const char *name, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return 0;
}

static void trace_detail(sqlite3_stmt *select, struct store_item *item)
{
    char basis[16], kind[16];
    double first = column_real(select, FIRST_FACT + 7);
    struct carbon_trace trace = {
        .start_s = sqlite3_column_int64(select, FIRST_FACT),
        .step_s = sqlite3_column_int(select, FIRST_FACT + 1),
        .n = (size_t)sqlite3_column_int64(select, FIRST_FACT + 2),
        .missing = (size_t)sqlite3_column_int64(select, FIRST_FACT + 3),
        .estimated = (size_t)sqlite3_column_int64(select, FIRST_FACT + 4),
        .samples = &first,
    };

    column_text(select, FIRST_FACT + 5, basis, sizeof basis);
    column_text(select, FIRST_FACT + 6, kind, sizeof kind);
    trace.basis = (enum carbon_basis)name_index(basis, carbon_basis_names, BASIS_COUNT);
    trace.kind = (enum carbon_kind)name_index(kind, carbon_kind_names, KIND_COUNT);
    trace_describe(&trace, item->detail, sizeof item->detail);
}

static void profile_detail(sqlite3_stmt *select, struct store_item *item)
{
    char gpus[96], tags[64];

    column_text(select, FIRST_FACT + 1, gpus, sizeof gpus);
    column_text(select, FIRST_FACT + 2, tags, sizeof tags);
    snprintf(item->detail, sizeof item->detail, "%d rows on %s; %s", sqlite3_column_int(select, FIRST_FACT),
             gpus, tags);
}

static void workload_detail(sqlite3_stmt *select, struct store_item *item)
{
    char kind[16];
    long long n = sqlite3_column_int64(select, FIRST_FACT + 1);
    double step_s = (double)sqlite3_column_int64(select, FIRST_FACT + 2) / 1e9;

    column_text(select, FIRST_FACT, kind, sizeof kind);
    if (strcmp(kind, "rates") == 0)
        snprintf(item->detail, sizeof item->detail, "rates, %lld steps of %g s", n, step_s);
    else
        snprintf(item->detail, sizeof item->detail, "arrivals, %lld requests", n);
}

/* "route carbondis", or "configure clover": the first layer whose scheme a run is about, from the scenario's
 * object of schemes; "3 pools" of one whose pools have schemes of their own (SCHEMES). */
static void describe_scheme(sqlite3_stmt *select, int column, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(select, column);
    if (text && *text != '{') {
        text_print(out, size, "%s", text);
        return;
    }
    cJSON *policies = cJSON_Parse(text ? text : "{}");
    snprintf(out, size, "%s", "");
    for (int layer = 0; layer < LAYER_COUNT && !*out; layer++) {
        const cJSON *name = cJSON_GetObjectItemCaseSensitive(policies, layer_names[layer]);
        enum policy_id id =
            policy_find((enum layer)layer,
                        cJSON_IsString(name) ? name->valuestring : policy_infos[layer_defaults[layer]].name);
        if (id < POLICY_COUNT && policy_infos[id].headline != TOPIC_NONE)
            snprintf(out, size, "%s %s", layer_names[layer], policy_infos[id].name);
    }
    cJSON_Delete(policies);
}

/* ", 2 GPUs for the load of 10", where these are fewer than BASE has. */
static void add_accounting(sqlite3_stmt *select, int column, char *out, size_t size)
{
    static const char fewer[] = "consolidated: ";
    const char *text = (const char *)sqlite3_column_text(select, column);
    size_t used = strlen(out);
    if (text && strncmp(text, fewer, sizeof fewer - 1) == 0)
        snprintf(out + used, size - used, ", %s", text + sizeof fewer - 1);
}

static void scenario_detail(sqlite3_stmt *select, struct store_item *item)
{
    char trace[64], policy[48];

    column_text(select, FIRST_FACT + 1, trace, sizeof trace);
    describe_scheme(select, FIRST_FACT + 2, policy, sizeof policy);
    int apps = sqlite3_column_int(select, FIRST_FACT);
    snprintf(item->detail, sizeof item->detail, "%d app%s, %s, trace %s", apps, apps == 1 ? "" : "s", policy,
             trace);
}

static void run_detail(sqlite3_stmt *select, struct store_item *item)
{
    char scenario[64], policy[112]; /* with the GPUs, where these are fewer than BASE has */

    column_text(select, FIRST_FACT, scenario, sizeof scenario);
    describe_scheme(select, FIRST_FACT + 1, policy, sizeof policy);
    add_accounting(select, FIRST_FACT + 2, policy, sizeof policy);
    item->carbon_g = column_real(select, FIRST_FACT + 3);
    item->slo_met = sqlite3_column_int(select, FIRST_FACT + 4) != 0;
    item->worst_of_slo = column_real(select, FIRST_FACT + 7);
    item->late = sqlite3_column_int64(select, FIRST_FACT + 8);
    column_text(select, FIRST_FACT + 9, item->tags, sizeof item->tags);
    snprintf(item->detail, sizeof item->detail, "%s, %s, seed %s, %lld requests, %.1f g, %s", scenario,
             policy, (const char *)sqlite3_column_text(select, FIRST_FACT + 5),
             (long long)sqlite3_column_int64(select, FIRST_FACT + 6), item->carbon_g,
             item->slo_met ? "every SLO met" : "an SLO missed");
}

#define LIBRARY_COLUMNS "item.name, version.title, version.hash, version.added_at, version.builtin"
#define LIBRARY_TABLES " FROM item JOIN version ON version.id = item.version_id "

static const struct list_query queries[STORE_KIND_COUNT] = {
    [STORE_TRACE] =
        {"SELECT " LIBRARY_COLUMNS ", start_s, step_s, samples, missing, estimated, basis, trace.kind,"
         " (SELECT g_per_kwh FROM trace_sample WHERE version_id = version.id LIMIT 1)" LIBRARY_TABLES
         "JOIN trace ON trace.version_id = version.id WHERE item.kind = 'trace' ORDER BY item.name",
         trace_detail},
    [STORE_PROFILE] =
        {"SELECT " LIBRARY_COLUMNS ","
         " (SELECT count(*) FROM profile_row WHERE version_id = version.id),"
         " (SELECT group_concat(gpu, ', ') FROM (SELECT DISTINCT gpu FROM profile_row WHERE version_id = "
         "version.id ORDER BY gpu)),"
         " (SELECT group_concat(provenance, ', ') FROM (SELECT DISTINCT provenance FROM profile_row WHERE "
         "version_id = version.id ORDER BY provenance))" LIBRARY_TABLES
         "WHERE item.kind = 'profile' ORDER BY item.name",
         profile_detail},
    [STORE_WORKLOAD] =
        {"SELECT " LIBRARY_COLUMNS ", workload.kind, n, step_ns" LIBRARY_TABLES
         "JOIN workload ON workload.version_id = version.id WHERE item.kind = 'workload' ORDER BY "
         "item.name",
         workload_detail},
    [STORE_SCENARIO] =
        {"SELECT " LIBRARY_COLUMNS ", json_array_length(json, '$.apps'), json_extract(json, '$.trace'),"
         " " STORE_SCHEMES("json") LIBRARY_TABLES
         "JOIN scenario ON scenario.version_id = version.id WHERE item.kind = 'scenario' ORDER BY "
         "item.name",
         scenario_detail},
    [STORE_RUN] = {"SELECT name, note, '', saved_at, 0, scenario_name,"
                   " coalesce(scheme, (SELECT " STORE_SCHEMES(
                       "it.scenario") " FROM run AS it WHERE it.id = run.id)), accounting,"
                                      " carbon_total_g, slo_met, seed, requests, worst_of_slo, violations,"
                                      " (SELECT group_concat(tag, ' ') FROM run_tag WHERE run_id = run.id)"
                                      " FROM run ORDER BY saved_at DESC, name",
                   run_detail},
};

static bool add_row(sqlite3_stmt *select, const struct list_query *query, struct store_list *list,
                    size_t *size)
{
    if (list->n == *size) {
        size_t more = *size ? 2 * *size : 32;
        struct store_item *items = realloc(list->items, more * sizeof *items);
        if (!items)
            return false;
        list->items = items;
        *size = more;
    }
    struct store_item *item = &list->items[list->n++];
    *item = (struct store_item){.carbon_g = NAN, .worst_of_slo = NAN};
    column_text(select, 0, item->name, sizeof item->name);
    column_text(select, 1, item->title, sizeof item->title);
    column_text(select, 2, item->hash, sizeof item->hash);
    column_text(select, 3, item->changed_at, sizeof item->changed_at);
    item->builtin = sqlite3_column_int(select, 4) != 0;
    query->detail(select, item);
    return true;
}

bool store_list(struct store *store, enum store_kind kind, struct store_list *list, struct error *error)
{
    const struct list_query *query = &queries[kind];
    sqlite3_stmt *select = database_prepare(store->db, query->sql, error);
    size_t size = 0;
    int row = -1;

    *list = (struct store_list){0};
    while (select && (row = statement_row(select, error)) == 1) {
        if (!add_row(select, query, list, &size)) {
            error_set(error, ERROR_SYSTEM, NULL, "out of memory");
            row = -1;
            break;
        }
    }
    sqlite3_finalize(select);
    if (row == 0)
        return true;
    free(list->items);
    *list = (struct store_list){0};
    return false;
}
