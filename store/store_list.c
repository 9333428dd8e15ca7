/* Lists: a row of listed.h a thing, which gives name, title, hash, time, built-in and the facts of the detail
 * line. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "engine/model/names.h"
#include "engine/model/policy_table.h"
#include "store/import/import.h"
#include "store/listed.h"

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

typedef void describe(sqlite3_stmt *select, struct schemes *schemes, struct store_item *item);

static describe *const details[STORE_KIND_COUNT] = {
    [STORE_TRACE] = trace_detail,       [STORE_PROFILE] = profile_detail, [STORE_WORKLOAD] = workload_detail,
    [STORE_SCENARIO] = scenario_detail, [STORE_RUN] = run_detail,
};

static bool out_of_memory(struct error *error)
{
    return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
}

/* --- tags --- */

struct tagging {
    int64_t run;
    char tags[sizeof((struct store_item *)0)->tags];
};

struct taggings {
    struct tagging *of; /* by run; owned */
    size_t n;
};

/* Tags in one pass over their table: a look for each run would cost more than its row. */
static bool read_tags(sqlite3 *db, struct taggings *all, struct error *error)
{
    sqlite3_stmt *select = database_prepare(
        db, "SELECT run_id, group_concat(tag, ' ') FROM run_tag GROUP BY run_id ORDER BY run_id", error);
    size_t size = 0;
    int row = -1;

    while (select && (row = statement_row(select, error)) == 1) {
        if (all->n == size) {
            struct tagging *more = realloc(all->of, (size = size ? 2 * size : 32) * sizeof *more);
            if (!more) {
                out_of_memory(error);
                row = -1;
                break;
            }
            all->of = more;
        }
        struct tagging *tagging = &all->of[all->n++];
        tagging->run = sqlite3_column_int64(select, 0);
        column_text(select, 1, tagging->tags, sizeof tagging->tags);
    }
    sqlite3_finalize(select);
    return row == 0;
}

static int by_run(const void *key, const void *at)
{
    int64_t run = *(const int64_t *)key, other = ((const struct tagging *)at)->run;
    return (run > other) - (run < other);
}

/* --- the list --- */

struct listing {
    enum store_kind kind;
    struct schemes schemes;
    struct taggings taggings;
    size_t size; /* of the list's room */
};

static bool add_row(struct listing *listing, sqlite3_stmt *select, struct store_list *list,
                    struct error *error)
{
    if (list->n == listing->size) {
        size_t more = listing->size ? 2 * listing->size : 32;
        struct store_item *items = realloc(list->items, more * sizeof *items);
        if (!items)
            return out_of_memory(error);
        list->items = items;
        listing->size = more;
    }
    struct store_item *item = &list->items[list->n++];
    *item = (struct store_item){.carbon_g = NAN, .worst_of_slo = NAN};
    column_text(select, 0, item->name, sizeof item->name);
    column_text(select, 1, item->title, sizeof item->title);
    column_text(select, 2, item->hash, sizeof item->hash);
    column_text(select, 3, item->changed_at, sizeof item->changed_at);
    item->builtin = sqlite3_column_int(select, 4) != 0;
    details[listing->kind](select, &listing->schemes, item);
    const struct taggings *all = &listing->taggings;
    const struct tagging *tagging =
        all->n ? bsearch(&item->id, all->of, all->n, sizeof *all->of, by_run) : NULL;
    text_copy(item->tags, sizeof item->tags, tagging ? tagging->tags : "");
    return (!listing->schemes.starved || out_of_memory(error)) &&
           listed_check(select, listing->kind, item->tags, error);
}

/* Rows that are gone leave no seal behind: names are held against the note of all names, runs against the
 * index of theirs. */
static bool is_complete(sqlite3 *db, enum store_kind kind, const struct store_list *list, struct error *error)
{
    return kind == STORE_RUN ? listed_has_all_runs(db, (int64_t)list->n, error)
                             : library_check_names(db, error);
}

static bool read_list(sqlite3 *db, struct listing *listing, struct store_list *list, struct error *error)
{
    sqlite3_stmt *select = listed_select(db, listing->kind, error);
    int row = -1;
    bool good = select && (listing->kind != STORE_RUN || read_tags(db, &listing->taggings, error));

    while (good && (row = statement_row(select, error)) == 1)
        good = add_row(listing, select, list, error);
    sqlite3_finalize(select);
    return good && row == 0 && is_complete(db, listing->kind, list, error);
}

bool store_list(struct store *store, enum store_kind kind, struct store_list *list, struct error *error)
{
    struct listing listing = {.kind = kind};
    struct error local = {0};

    *list = (struct store_list){0};
    /* One read transaction: another program may save meanwhile. */
    bool begun = sqlite3_get_autocommit(store->db) && database_exec(store->db, "BEGIN", &local);
    bool good = read_list(store->db, &listing, list, &local);
    if (begun)
        database_end(store->db, false, NULL);
    forget_schemes(&listing.schemes);
    free(listing.taggings.of);
    if (good)
        return true;
    if (error)
        *error = local;
    free(list->items);
    *list = (struct store_list){0};
    return false;
}
