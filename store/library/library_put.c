/* Writing versions: one function a kind, in a table. Samples are written only for a new hash; what may change
 * without changing the content (title, source, basis, UTC offsets) is brought up to date. */
#include "store/library/library.h"

#include "engine/base/civil.h"
#include "store/json/scenario_json.h"
#include "engine/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <string.h>

static bool put_trace(sqlite3 *db, const struct item *item, int64_t id, bool fresh, struct error *error)
{
    const struct carbon_trace *trace = &item->as.trace;
    bool good = database_run(
        db, error,
        "INSERT INTO trace (version_id, zone, basis, kind, start_s, step_s, samples, missing, estimated)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (version_id) DO UPDATE SET zone = excluded.zone,"
        " basis = excluded.basis, kind = excluded.kind, estimated = excluded.estimated",
        "itttiiiii", id, trace->zone, carbon_basis_names[trace->basis], carbon_kind_names[trace->kind],
        trace->start_s, (int64_t)trace->step_s, (int64_t)trace->n, (int64_t)trace->missing,
        (int64_t)trace->estimated);
    if (good && fresh) {
        sqlite3_stmt *samples = database_prepare(db, "INSERT INTO trace_sample VALUES (?, ?, ?)", error);
        good = samples != NULL;
        for (size_t k = 0; good && k < trace->n; k++)
            good = isnan(trace->samples[k]) ||
                   statement_run_with(samples, error, "iir", id, trace->start_s + (int64_t)k * trace->step_s,
                                      trace->samples[k]);
        sqlite3_finalize(samples);
    }
    if (!good || !database_run(db, error, "DELETE FROM trace_offset WHERE version_id = ?", "i", id))
        return false;
    sqlite3_stmt *offsets = database_prepare(db, "INSERT INTO trace_offset VALUES (?, ?, ?)", error);
    good = offsets != NULL;
    for (size_t i = 0; good && i < trace->n_offsets; i++)
        good = statement_run_with(offsets, error, "iii", id, trace->offsets[i].at_s,
                                  (int64_t)trace->offsets[i].offset_s);
    return statement_end(offsets, good);
}

static bool put_profile(sqlite3 *db, const struct item *item, int64_t id, bool fresh, struct error *error)
{
    const struct profile_set *set = &item->as.profile;
    if (!fresh)
        return true;
    if (profile_has_facts(set) && /* what it says of its model as a whole */
        !database_run(db, error, "INSERT INTO profile VALUES (?, ?, ?)", "itr", id, set->accuracy_metric,
                      set->overhead_ms))
        return false;
    sqlite3_stmt *insert = rows_prepare_insert(db, "profile_row", "version_id, k", 2, profile_fields.fields,
                                               profile_fields.n, error);
    bool good = insert != NULL;
    for (size_t k = 0; good && k < set->n; k++) {
        bind_int(insert, 1, id);
        bind_int(insert, 2, (int64_t)k);
        rows_bind(insert, 3, profile_fields.fields, profile_fields.n, &set->rows[k]);
        good = statement_run(insert, error);
    }
    return statement_end(insert, good);
}

static bool put_workload(sqlite3 *db, const struct item *item, int64_t id, bool fresh, struct error *error)
{
    const struct workload *workload = &item->as.workload;
    bool rates = workload->kind == WORKLOAD_RATES;
    if (!fresh)
        return true;
    if (!database_run(db, error, "INSERT INTO workload VALUES (?, ?, ?, ?)", "itii", id,
                      workload_kind_names[workload->kind], workload->step_ns, (int64_t)workload->n))
        return false;
    sqlite3_stmt *insert = database_prepare(db,
                                            rates ? "INSERT INTO workload_rate VALUES (?, ?, ?)"
                                                  : "INSERT INTO workload_arrival VALUES (?, ?, ?, ?)",
                                            error);
    bool good = insert != NULL;
    for (size_t k = 0; good && k < workload->n; k++)
        good = rates ? statement_run_with(insert, error, "iir", id, (int64_t)k, workload->rate[k])
                     : statement_run_with(insert, error, workload->batch ? "iiii" : "iii", id, (int64_t)k,
                                          workload->arrival_ns[k],
                                          (int64_t)(workload->batch ? workload->batch[k] : 0));
    return statement_end(insert, good);
}

static bool put_scenario(sqlite3 *db, const struct item *item, int64_t id, bool fresh, struct error *error)
{
    if (!fresh)
        return true;
    char *text = scenario_to_text(&item->as.scenario);
    bool good = text ? database_run(db, error, "INSERT INTO scenario VALUES (?, ?)", "it", id, text)
                     : error_no_memory(error);
    free(text);
    return good;
}

static bool put_device(sqlite3 *db, const struct item *item, int64_t id, bool fresh, struct error *error)
{
    if (!fresh)
        return true;
    const struct field *fields = device_fields.fields + DEVICE_COLUMNS_FIRST;
    sqlite3_stmt *insert = rows_prepare_insert(db, "device", "version_id", 1, fields, DEVICE_COLUMNS, error);
    if (!insert)
        return false;
    bind_int(insert, 1, id);
    rows_bind(insert, 2, fields, DEVICE_COLUMNS, &item->as.device);
    return statement_end(insert, statement_run(insert, error));
}

typedef bool put_item(sqlite3 *db, const struct item *item, int64_t id, bool fresh, struct error *error);

static put_item *const putters[ITEM_KIND_COUNT] = {
    [ITEM_TRACE] = put_trace,       [ITEM_PROFILE] = put_profile, [ITEM_WORKLOAD] = put_workload,
    [ITEM_SCENARIO] = put_scenario, [ITEM_DEVICE] = put_device,
};

/* The id of this version (0: there is none yet), and whether it came with the library. */
static bool find_version(sqlite3 *db, const struct item *item, const char *hash, int64_t *id,
                         int64_t *builtin, struct error *error)
{
    *id = *builtin = 0;
    return database_row(db, error, "SELECT id, builtin FROM version WHERE kind = ? AND name = ? AND hash = ?",
                        "ttt>ii", item_kind_names[item->kind], item_name(item), hash, id, builtin) >= 0;
}

static bool put_version(sqlite3 *db, const struct item *item, const char *hash, bool builtin,
                        struct error *error)
{
    char now[24];
    civil_format((int64_t)time(NULL), now, sizeof now);
    return database_run(
        db, error,
        "INSERT INTO version (kind, name, hash, title, source, licence, builtin, added_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, name, hash) DO UPDATE SET title = excluded.title,"
        " source = excluded.source, licence = excluded.licence, builtin = max(builtin, excluded.builtin)",
        "ttttttit", item_kind_names[item->kind], item_name(item), hash, item_title(item), item_source(item),
        item_licence(item), (int64_t)builtin, now);
}

/* Points the name at the version; a built-in leaves a name alone that a user's import holds. */
static bool point_name(sqlite3 *db, const struct item *item, int64_t id, bool builtin, struct error *error)
{
    char seal[SEAL_TEXT_SIZE];
    library_seal_name(item->kind, item_name(item), id, seal);
    return database_run(
               db, error,
               "INSERT INTO item (kind, name, version_id, seal) VALUES (?, ?, ?, ?) ON CONFLICT (kind, name)"
               " DO UPDATE SET version_id = excluded.version_id, seal = excluded.seal"
               " WHERE NOT ? OR (SELECT builtin FROM version WHERE id = item.version_id)",
               "ttiti", item_kind_names[item->kind], item_name(item), id, seal, (int64_t)builtin) &&
           library_keep_names(db, error);
}

/* Takes away what a damaged version holds; its row, which others refer to, stays. */
static bool clear_version(sqlite3 *db, int64_t id, struct error *error)
{
    static const char *const tables[] = {"trace",       "trace_sample", "trace_offset",  "profile",
                                         "profile_row", "workload",     "workload_rate", "workload_arrival",
                                         "device",      "scenario"};
    char sql[80];
    bool good = true;
    for (size_t i = 0; good && i < sizeof tables / sizeof *tables; i++) {
        snprintf(sql, sizeof sql, "DELETE FROM %s WHERE version_id = %" PRId64, tables[i], id);
        good = database_exec(db, sql, error);
    }
    return good;
}

bool library_put(sqlite3 *db, const struct item *item, bool builtin, char *hash, int64_t *id,
                 struct error *error)
{
    int64_t before, shipped, now_shipped;
    struct error broken = {0};
    item_hash(item, hash);
    if (!find_version(db, item, hash, &before, &shipped, error))
        return false;
    bool fresh = before == 0 || !library_is_sound(db, item->kind, before, &broken);
    if (fresh && before && broken.kind != ERROR_DAMAGE)
        return error_set(error, broken.kind, broken.place, "%s", broken.message);
    if (shipped && !builtin &&
        !fresh) { /* the library knows more of it (title, basis, licence) than its bare content */
        *id = before;
        return point_name(db, item, before, false, error);
    }
    if (fresh && before && !clear_version(db, before, error))
        return false;
    return put_version(db, item, hash, builtin, error) &&
           find_version(db, item, hash, id, &now_shipped, error) &&
           putters[item->kind](db, item, *id, fresh, error) && library_seal(db, item->kind, *id, error) &&
           point_name(db, item, *id, builtin, error);
}

bool library_keep(sqlite3 *db, const struct item *item, int64_t *id, struct error *error)
{
    char hash[HASH_TEXT_SIZE];
    int64_t shipped;
    item_hash(item, hash);
    if (!find_version(db, item, hash, id, &shipped, error))
        return false;
    return *id > 0 ||
           (put_version(db, item, hash, false, error) && find_version(db, item, hash, id, &shipped, error) &&
            putters[item->kind](db, item, *id, true, error) && library_seal(db, item->kind, *id, error));
}

/* The curves of the new table are sorted once; each row of the old one is then looked up among them. Then
 * come the facts that belong to no GPU: what the old rows agree on, the new ones need not say again. */

static int compare_curves(const void *left, const void *right)
{
    const struct profile_row *a = *(const struct profile_row *const *)left;
    const struct profile_row *b = *(const struct profile_row *const *)right;
    int order = strcmp(a->gpu, b->gpu);
    order = order ? order : strcmp(a->slice, b->slice);
    return order ? order : strcmp(a->variant, b->variant);
}

/* The rows of `old` that stay, and then those of `set`. */
static bool merge_rows(struct profile_set *set, const struct profile_set *old, size_t *kept,
                       struct error *error)
{
    struct profile_row *rows = calloc(set->n + old->n + 1, sizeof *rows);
    const struct profile_row **curves = malloc((set->n + 1) * sizeof *curves);
    *kept = 0;
    if (!rows || !curves) {
        free(rows);
        free(curves);
        return error_no_memory(error);
    }
    for (size_t k = 0; k < set->n; k++)
        curves[k] = &set->rows[k];
    qsort(curves, set->n, sizeof *curves, compare_curves);
    for (size_t k = 0; k < old->n; k++) {
        const struct profile_row *row = &old->rows[k];
        if (!bsearch(&row, curves, set->n, sizeof *curves, compare_curves))
            rows[(*kept)++] = *row;
    }
    if (set->n > 0)
        memcpy(rows + *kept, set->rows, set->n * sizeof *rows);
    free(curves);
    free(set->rows);
    set->rows = rows;
    set->n += *kept;
    return true;
}

bool profile_merge(struct item *item, const struct item *old, size_t *kept, struct error *error)
{
    if (!merge_rows(&item->as.profile, &old->as.profile, kept, error))
        return false;
    if (*kept == 0)
        return true;
    char source[sizeof item->source]; /* "profiles/carbondis.csv; imported" */
    bool named = strstr(old->source, item->source) != NULL;
    text_print(source, sizeof source, "%s%s%s", old->source, named ? "" : "; ", named ? "" : item->source);
    if (*old->source)
        text_copy(item->source, sizeof item->source, source);
    /* Accuracy is a variant's, on whatever GPU: rows that do not say it take it from the `kept` ones before
     * them, where all of those that know it agree. */
    const char *variant = NULL;
    double accuracy = NAN;
    for (size_t k = *kept; k < item->as.profile.n; k++) {
        struct profile_row *row = &item->as.profile.rows[k];
        if (!isnan(row->accuracy))
            continue;
        bool known = variant && strcmp(variant, row->variant) == 0, differ = false;
        accuracy = known ? accuracy : (double)NAN;
        variant = row->variant;
        for (size_t i = 0; i < *kept && !known; i++) {
            const struct profile_row *of = &item->as.profile.rows[i];
            if (isnan(of->accuracy) || strcmp(of->variant, variant) != 0)
                continue;
            differ |= !isnan(accuracy) && accuracy != of->accuracy;
            accuracy = of->accuracy;
        }
        accuracy = differ ? (double)NAN : accuracy;
        row->accuracy = accuracy;
    }
    /* A model has one metric and one overhead. */
    struct profile_set *set = &item->as.profile;
    const struct profile_set *before = &old->as.profile;
    if (*set->accuracy_metric && *before->accuracy_metric &&
        strcmp(set->accuracy_metric, before->accuracy_metric) != 0)
        return error_set(
            error, ERROR_INPUT, "accuracy_metric",
            "'%s' counts accuracy as %s in the library and as %s in the file; a model has one metric: give it another name",
            before->model, before->accuracy_metric, set->accuracy_metric);
    if (set->overhead_ms > 0 && before->overhead_ms > 0 && set->overhead_ms != before->overhead_ms)
        return error_set(
            error, ERROR_INPUT, "overhead_ms",
            "'%s' has an overhead of %g ms in the library and of %g ms in the file; a model has one: give it another name",
            before->model, before->overhead_ms, set->overhead_ms);
    if (!*set->accuracy_metric)
        text_copy(set->accuracy_metric, sizeof set->accuracy_metric, before->accuracy_metric);
    if (!(set->overhead_ms > 0))
        set->overhead_ms = before->overhead_ms;
    return true;
}
