/* Lists: one query a kind that gives name, title, hash, time, built-in and the facts of the detail line. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "engine/model/names.h"
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
enum { FIRST_FACT = 5, SCHEMES_KNOWN = 16 };

/* What objects of schemes come to: ten thousand runs have few different ones, and each is parsed once. */
struct schemes {
    int n;
    struct {
        char *text; /* owned */
        char what[48];
    } known[SCHEMES_KNOWN];
    bool starved; /* there was no memory to read one */
};

struct list_query {
    const char *sql;
    void (*detail)(sqlite3_stmt *select, struct schemes *schemes, struct store_item *item);
};

static int name_index(const char *name, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return 0;
}

static void trace_detail(sqlite3_stmt *select, struct schemes *schemes, struct store_item *item)
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

    (void)schemes;
    column_text(select, FIRST_FACT + 5, basis, sizeof basis);
    column_text(select, FIRST_FACT + 6, kind, sizeof kind);
    trace.basis = (enum carbon_basis)name_index(basis, carbon_basis_names, BASIS_COUNT);
    trace.kind = (enum carbon_kind)name_index(kind, carbon_kind_names, KIND_COUNT);
    trace_describe(&trace, item->detail, sizeof item->detail);
}

static void profile_detail(sqlite3_stmt *select, struct schemes *schemes, struct store_item *item)
{
    char gpus[96], tags[64];

    (void)schemes;
    column_text(select, FIRST_FACT + 1, gpus, sizeof gpus);
    column_text(select, FIRST_FACT + 2, tags, sizeof tags);
    snprintf(item->detail, sizeof item->detail, "%d rows on %s; %s", sqlite3_column_int(select, FIRST_FACT),
             gpus, tags);
}

static void workload_detail(sqlite3_stmt *select, struct schemes *schemes, struct store_item *item)
{
    char kind[16];
    long long n = sqlite3_column_int64(select, FIRST_FACT + 1);
    double step_s = (double)sqlite3_column_int64(select, FIRST_FACT + 2) / 1e9;

    (void)schemes;
    column_text(select, FIRST_FACT, kind, sizeof kind);
    if (strcmp(kind, "rates") == 0)
        snprintf(item->detail, sizeof item->detail, "rates, %lld steps of %g s", n, step_s);
    else
        snprintf(item->detail, sizeof item->detail, "arrivals, %lld requests", n);
}

/* The scheme that a run is about, from the object of its schemes. False: out of memory. */
static bool parse_scheme(const char *text, char *out, size_t size)
{
    cJSON *schemes = cJSON_Parse(text); /* of what SQLite made an object of */
    struct scenario *scenario = schemes ? malloc(sizeof *scenario) : NULL;
    if (scenario) {
        scenario_init(scenario);
        for (int layer = 0; layer < LAYER_COUNT; layer++) {
            const cJSON *name = cJSON_GetObjectItemCaseSensitive(schemes, layer_names[layer]);
            int id =
                cJSON_IsString(name) ? (int)policy_find((enum layer)layer, name->valuestring) : POLICY_COUNT;
            scenario->policy[layer] = id < POLICY_COUNT ? id : (int)layer_defaults[layer];
        }
        const cJSON *topic = cJSON_GetObjectItemCaseSensitive(schemes, "headline");
        int headline = names_find(topic_names, TOPIC_COUNT, cJSON_IsString(topic) ? topic->valuestring : "");
        scenario->headline = headline >= 0 ? (enum topic)headline : TOPIC_NONE;
        enum layer subject = scenario_subject(scenario);
        snprintf(out, size, "%s %s", layer_names[subject], policy_infos[scenario->policy[subject]].name);
        scenario_free(scenario);
        free(scenario);
    }
    cJSON_Delete(schemes);
    return scenario != NULL;
}

/* Keeps what was parsed; where there is no room for it, it is parsed again the next time. */
static void learn_scheme(struct schemes *schemes, const char *text, const char *what)
{
    char *kept = schemes->n < SCHEMES_KNOWN ? strdup(text) : NULL;
    if (!kept)
        return;
    schemes->known[schemes->n].text = kept;
    text_copy(schemes->known[schemes->n++].what, sizeof schemes->known->what, what);
}

static void forget_schemes(struct schemes *schemes)
{
    for (int i = 0; i < schemes->n; i++)
        free(schemes->known[i].text);
}

/* "route carbondis", or "configure clover"; "3 pools" of a scenario whose pools have schemes of their own
 * (STORE_SCHEMES). */
static void describe_scheme(sqlite3_stmt *select, int column, struct schemes *schemes, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(select, column);
    text = text ? text : "{}";
    if (*text != '{') {
        text_copy(out, size, text);
        return;
    }
    for (int i = 0; i < schemes->n; i++)
        if (strcmp(schemes->known[i].text, text) == 0) {
            text_copy(out, size, schemes->known[i].what);
            return;
        }
    if (parse_scheme(text, out, size))
        learn_scheme(schemes, text, out);
    else
        schemes->starved = true;
}

static void scenario_detail(sqlite3_stmt *select, struct schemes *schemes, struct store_item *item)
{
    char trace[64], policy[48];

    column_text(select, FIRST_FACT + 1, trace, sizeof trace);
    describe_scheme(select, FIRST_FACT + 2, schemes, policy, sizeof policy);
    int apps = sqlite3_column_int(select, FIRST_FACT);
    snprintf(item->detail, sizeof item->detail, "%d app%s, %s, trace %s", apps, apps == 1 ? "" : "s", policy,
             trace);
}

static void run_detail(sqlite3_stmt *select, struct schemes *schemes, struct store_item *item)
{
    static const char fewer[] = "consolidated: ";
    const char *accounting = (const char *)sqlite3_column_text(select, FIRST_FACT + 2);

    column_text(select, FIRST_FACT, item->scenario, sizeof item->scenario);
    describe_scheme(select, FIRST_FACT + 1, schemes, item->scheme, sizeof item->scheme);
    if (accounting && strncmp(accounting, fewer, sizeof fewer - 1) == 0)
        text_copy(item->accounting, sizeof item->accounting, accounting + sizeof fewer - 1);
    item->carbon_g = column_real(select, FIRST_FACT + 3);
    item->slo_met = sqlite3_column_int(select, FIRST_FACT + 4) != 0;
    column_text(select, FIRST_FACT + 5, item->seed, sizeof item->seed);
    item->requests = sqlite3_column_int64(select, FIRST_FACT + 6);
    item->worst_of_slo = column_real(select, FIRST_FACT + 7);
    item->late = sqlite3_column_int64(select, FIRST_FACT + 8);
    item->id = sqlite3_column_int64(select, FIRST_FACT + 9);
}

char *store_run_detail(const struct store_item *item, char *out, size_t size)
{
    return text_print(out, size, "%s, %s%s%s, seed %s, %lld requests, %.1f g, %s", item->scenario,
                      item->scheme, *item->accounting ? ", " : "", item->accounting, item->seed,
                      (long long)item->requests, item->carbon_g,
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
                                      " carbon_total_g, slo_met, seed, requests, worst_of_slo, violations, id"
                                      " FROM run WHERE baseline_of IS NULL"
                                      " ORDER BY saved_at DESC, id DESC",
                   run_detail},
};

/* --- tags --- */

struct tagging {
    int64_t run;
    size_t item;
};

static int by_run(const void *a, const void *b)
{
    const struct tagging *x = a, *y = b;
    return (x->run > y->run) - (x->run < y->run);
}

/* Tags in one pass over their table: a look for each run would cost more than its row. */
static bool add_tags(sqlite3 *db, struct store_list *list, struct error *error)
{
    struct tagging *runs = malloc((list->n + 1) * sizeof *runs);
    if (!runs)
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    for (size_t i = 0; i < list->n; i++)
        runs[i] = (struct tagging){list->items[i].id, i};
    qsort(runs, list->n, sizeof *runs, by_run);
    sqlite3_stmt *select = database_prepare(
        db, "SELECT run_id, group_concat(tag, ' ') FROM run_tag GROUP BY run_id ORDER BY run_id", error);
    size_t at = 0;
    int row = -1;
    while (select && (row = statement_row(select, error)) == 1) {
        int64_t run = sqlite3_column_int64(select, 0);
        while (at < list->n && runs[at].run < run)
            at++;
        if (at < list->n && runs[at].run == run)
            column_text(select, 1, list->items[runs[at].item].tags, sizeof list->items->tags);
    }
    sqlite3_finalize(select);
    free(runs);
    return row == 0;
}

/* --- the list --- */

static bool add_row(sqlite3_stmt *select, const struct list_query *query, struct schemes *schemes,
                    struct store_list *list, size_t *size)
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
    query->detail(select, schemes, item);
    return true;
}

bool store_list(struct store *store, enum store_kind kind, struct store_list *list, struct error *error)
{
    const struct list_query *query = &queries[kind];
    sqlite3_stmt *select = database_prepare(store->db, query->sql, error);
    struct schemes schemes = {0};
    size_t size = 0;
    int row = -1;

    *list = (struct store_list){0};
    while (select && (row = statement_row(select, error)) == 1) {
        if (!add_row(select, query, &schemes, list, &size) || schemes.starved) {
            error_set(error, ERROR_SYSTEM, NULL, "out of memory");
            row = -1;
            break;
        }
    }
    sqlite3_finalize(select);
    forget_schemes(&schemes);
    if (row == 0 && (kind != STORE_RUN || add_tags(store->db, list, error)))
        return true;
    free(list->items);
    *list = (struct store_list){0};
    return false;
}
