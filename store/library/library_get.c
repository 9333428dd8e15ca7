/* Reading versions back: one function a kind, in a table. */
#include "store/library/library.h"

#include "engine/base/text.h"
#include "store/library/library_internal.h"
#include "store/json/scenario_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool out_of_memory(struct error *error)
{
    return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
}

/* The index of a name in a list, 0 if it is not there (the schema's checks exclude it). */
static int name_index(const unsigned char *name, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (name && strcmp((const char *)name, names[i]) == 0)
            return i;
    return 0;
}

/* A statement over one version, bound to its id. */
static sqlite3_stmt *select_version(sqlite3 *db, const char *sql, int64_t id, struct error *error)
{
    sqlite3_stmt *select = database_prepare(db, sql, error);

    if (select)
        bind_int(select, 1, id);
    return select;
}

/* The number of rows of a version in a table. */
static bool count_rows(sqlite3 *db, const char *sql, int64_t id, size_t *n, struct error *error)
{
    sqlite3_stmt *select = select_version(db, sql, id, error);
    int row = select ? statement_row(select, error) : -1;

    *n = row == 1 ? (size_t)sqlite3_column_int64(select, 0) : 0;
    sqlite3_finalize(select);
    return row >= 0;
}

static bool get_samples(sqlite3 *db, int64_t id, struct carbon_trace *trace, struct error *error)
{
    sqlite3_stmt *select = select_version(
        db, "SELECT at_s, g_per_kwh FROM trace_sample WHERE version_id = ? ORDER BY at_s", id, error);
    int row = -1;

    trace->samples = malloc((trace->n ? trace->n : 1) * sizeof *trace->samples);
    if (!trace->samples) {
        sqlite3_finalize(select);
        return out_of_memory(error);
    }
    for (size_t k = 0; k < trace->n; k++)
        trace->samples[k] = NAN;
    while (select && (row = statement_row(select, error)) == 1) {
        int64_t k = (sqlite3_column_int64(select, 0) - trace->start_s) / trace->step_s;
        if (k >= 0 && k < (int64_t)trace->n)
            trace->samples[k] = sqlite3_column_double(select, 1);
    }
    sqlite3_finalize(select);
    return row == 0;
}

static bool get_offsets(sqlite3 *db, int64_t id, struct carbon_trace *trace, struct error *error)
{
    size_t n;

    if (!count_rows(db, "SELECT count(*) FROM trace_offset WHERE version_id = ?", id, &n, error))
        return false;
    if (n == 0)
        return true;
    trace->offsets = malloc(n * sizeof *trace->offsets);
    if (!trace->offsets)
        return out_of_memory(error);
    sqlite3_stmt *select = select_version(
        db, "SELECT at_s, offset_s FROM trace_offset WHERE version_id = ? ORDER BY at_s", id, error);
    int row = -1;
    while (select && trace->n_offsets < n && (row = statement_row(select, error)) == 1)
        trace->offsets[trace->n_offsets++] =
            (struct utc_offset){sqlite3_column_int64(select, 0), sqlite3_column_int(select, 1)};
    sqlite3_finalize(select);
    return row >= 0;
}

static bool get_trace(sqlite3 *db, int64_t id, struct item *item, struct error *error)
{
    struct carbon_trace *trace = &item->as.trace;
    sqlite3_stmt *select =
        select_version(db,
                       "SELECT name, title, zone, source, licence, basis, trace.kind, start_s, step_s, "
                       "samples, missing, estimated, hash "
                       "FROM trace JOIN version ON version.id = version_id WHERE version_id = ?",
                       id, error);
    int row = select ? statement_row(select, error) : -1;

    if (row == 1) {
        column_text(select, 0, trace->name, sizeof trace->name);
        column_text(select, 1, trace->title, sizeof trace->title);
        column_text(select, 2, trace->zone, sizeof trace->zone);
        column_text(select, 3, trace->source, sizeof trace->source);
        column_text(select, 4, trace->licence, sizeof trace->licence);
        trace->basis =
            (enum carbon_basis)name_index(sqlite3_column_text(select, 5), carbon_basis_names, BASIS_COUNT);
        trace->kind =
            (enum carbon_kind)name_index(sqlite3_column_text(select, 6), carbon_kind_names, KIND_COUNT);
        trace->start_s = sqlite3_column_int64(select, 7);
        trace->step_s = sqlite3_column_int(select, 8);
        trace->n = (size_t)sqlite3_column_int64(select, 9);
        trace->missing = (size_t)sqlite3_column_int64(select, 10);
        trace->estimated = (size_t)sqlite3_column_int64(select, 11);
        column_text(select, 12, trace->hash, sizeof trace->hash);
    }
    sqlite3_finalize(select);
    return row == 1 && get_samples(db, id, trace, error) && get_offsets(db, id, trace, error);
}

static bool get_profile_facts(sqlite3 *db, int64_t id, struct profile_set *set, struct error *error)
{
    sqlite3_stmt *select = select_version(
        db, "SELECT accuracy_metric, overhead_ms FROM profile WHERE version_id = ?", id, error);
    int row = select ? statement_row(select, error) : -1;

    if (row == 1) {
        column_text(select, 0, set->accuracy_metric, sizeof set->accuracy_metric);
        set->overhead_ms = sqlite3_column_double(select, 1);
    }
    sqlite3_finalize(select);
    return row >= 0;
}

static bool get_profile(sqlite3 *db, int64_t id, struct item *item, struct error *error)
{
    struct profile_set *set = &item->as.profile;
    size_t n;

    if (!get_profile_facts(db, id, set, error))
        return false;
    if (!count_rows(db, "SELECT count(*) FROM profile_row WHERE version_id = ?", id, &n, error))
        return false;
    set->rows = calloc(n ? n : 1, sizeof *set->rows);
    if (!set->rows)
        return out_of_memory(error);
    sqlite3_stmt *select = rows_prepare_select(db, "profile_row WHERE version_id = ? ORDER BY k",
                                               library_profile_fields, library_n_profile_fields, error);
    sqlite3_stmt *tags =
        select_version(db, "SELECT provenance FROM profile_row WHERE version_id = ? ORDER BY k", id, error);
    int row = -1;
    if (select)
        bind_int(select, 1, id);
    while (select && tags && set->n < n && (row = statement_row(select, error)) == 1 &&
           statement_row(tags, error) == 1) {
        struct profile_row *to = &set->rows[set->n++];
        rows_read(select, 0, library_profile_fields, library_n_profile_fields, to);
        to->provenance =
            (enum provenance)name_index(sqlite3_column_text(tags, 0), provenance_names, PROVENANCE_COUNT);
    }
    sqlite3_finalize(select);
    sqlite3_finalize(tags);
    return set->n == n || row == 0;
}

static bool get_rates(sqlite3 *db, int64_t id, struct workload *workload, size_t n, struct error *error)
{
    workload->rate = malloc((n ? n : 1) * sizeof *workload->rate);
    if (!workload->rate)
        return out_of_memory(error);
    sqlite3_stmt *select = select_version(
        db, "SELECT requests_per_s FROM workload_rate WHERE version_id = ? ORDER BY k", id, error);
    int row = -1;
    while (select && workload->n < n && (row = statement_row(select, error)) == 1)
        workload->rate[workload->n++] = column_real(select, 0);
    sqlite3_finalize(select);
    return row >= 0;
}

static bool get_arrivals(sqlite3 *db, int64_t id, struct workload *workload, size_t n, struct error *error)
{
    workload->arrival_ns = malloc((n ? n : 1) * sizeof *workload->arrival_ns);
    if (!workload->arrival_ns)
        return out_of_memory(error);
    sqlite3_stmt *select = select_version(
        db, "SELECT arrival_ns, batch FROM workload_arrival WHERE version_id = ? ORDER BY k", id, error);
    int row = -1;
    while (select && workload->n < n && (row = statement_row(select, error)) == 1) {
        bool batch = sqlite3_column_type(select, 1) != SQLITE_NULL;
        if (batch && !workload->batch && !(workload->batch = calloc(n, sizeof *workload->batch))) {
            sqlite3_finalize(select);
            return out_of_memory(error);
        }
        if (workload->batch)
            workload->batch[workload->n] = sqlite3_column_int(select, 1);
        workload->arrival_ns[workload->n++] = sqlite3_column_int64(select, 0);
    }
    sqlite3_finalize(select);
    return row >= 0;
}

static bool get_workload(sqlite3 *db, int64_t id, struct item *item, struct error *error)
{
    struct workload *workload = &item->as.workload;
    size_t n = 0;
    sqlite3_stmt *select = select_version(db,
                                          "SELECT name, title, source, licence, workload.kind, step_ns, n, "
                                          "hash FROM workload JOIN version ON version.id = "
                                          "version_id WHERE version_id = ?",
                                          id, error);
    int row = select ? statement_row(select, error) : -1;

    if (row == 1) {
        column_text(select, 0, workload->name, sizeof workload->name);
        column_text(select, 1, workload->title, sizeof workload->title);
        column_text(select, 2, workload->source, sizeof workload->source);
        column_text(select, 3, workload->licence, sizeof workload->licence);
        workload->kind = (enum workload_kind)name_index(sqlite3_column_text(select, 4), workload_kind_names,
                                                        WORKLOAD_KIND_COUNT);
        workload->step_ns = sqlite3_column_int64(select, 5);
        n = (size_t)sqlite3_column_int64(select, 6);
        column_text(select, 7, workload->hash, sizeof workload->hash);
    }
    sqlite3_finalize(select);
    if (row != 1)
        return false;
    return workload->kind == WORKLOAD_RATES ? get_rates(db, id, workload, n, error)
                                            : get_arrivals(db, id, workload, n, error);
}

static bool get_scenario(sqlite3 *db, int64_t id, struct item *item, struct error *error)
{
    struct faults *faults = calloc(1, sizeof *faults);
    sqlite3_stmt *select = select_version(db, "SELECT json FROM scenario WHERE version_id = ?", id, error);
    int row = select ? statement_row(select, error) : -1;
    bool good = false;

    if (!faults)
        out_of_memory(error);
    if (row == 1 && faults) {
        const char *text = (const char *)sqlite3_column_text(select, 0);
        good =
            scenario_from_text(text, (size_t)sqlite3_column_bytes(select, 0), "", &item->as.scenario, faults);
        if (!good)
            error_set(error, ERROR_SYSTEM, faults->kept[0].place,
                      "the store holds a scenario that does not read: %s", faults->kept[0].message);
    }
    sqlite3_finalize(select);
    free(faults);
    return good;
}

static bool get_device(sqlite3 *db, int64_t id, struct item *item, struct error *error)
{
    struct device_type *device = &item->as.device;
    sqlite3_stmt *select = rows_prepare_select(db, "device WHERE version_id = ?", library_device_fields,
                                               library_n_device_fields, error);
    sqlite3_stmt *facts = select_version(
        db,
        "SELECT provenance, source FROM device JOIN version ON version.id = version_id WHERE version_id = ?",
        id, error);
    bool good = false;

    if (select)
        bind_int(select, 1, id);
    if (select && facts && statement_row(select, error) == 1 && statement_row(facts, error) == 1) {
        rows_read(select, 0, library_device_fields, library_n_device_fields, device);
        device->provenance =
            (enum provenance)name_index(sqlite3_column_text(facts, 0), provenance_names, PROVENANCE_COUNT);
        column_text(facts, 1, device->source, sizeof device->source);
        good = true;
    }
    sqlite3_finalize(select);
    sqlite3_finalize(facts);
    return good;
}

typedef bool get_item(sqlite3 *db, int64_t id, struct item *item, struct error *error);

static get_item *const getters[ITEM_KIND_COUNT] = {
    [ITEM_TRACE] = get_trace,       [ITEM_PROFILE] = get_profile, [ITEM_WORKLOAD] = get_workload,
    [ITEM_SCENARIO] = get_scenario, [ITEM_DEVICE] = get_device,
};

/* Name and hash of a version, for the kinds whose structs hold them but whose tables do not. */
static bool get_header(sqlite3 *db, int64_t id, struct item *item, struct error *error)
{
    char name[64], hash[HASH_TEXT_SIZE];
    sqlite3_stmt *select =
        select_version(db, "SELECT name, hash, source, licence FROM version WHERE id = ?", id, error);
    int row = select ? statement_row(select, error) : -1;

    if (row == 1) {
        column_text(select, 0, name, sizeof name);
        column_text(select, 1, hash, sizeof hash);
        column_text(select, 2, item->source, sizeof item->source);
        column_text(select, 3, item->licence, sizeof item->licence);
    }
    sqlite3_finalize(select);
    if (row != 1)
        return row < 0 ? false : error_set(error, ERROR_SYSTEM, NULL, "a version is missing from the store");
    if (item->kind == ITEM_PROFILE) {
        text_copy(item->as.profile.name, sizeof item->as.profile.name, name);
        profile_name_model(name, item->as.profile.model, sizeof item->as.profile.model);
        text_copy(item->as.profile.hash, sizeof item->as.profile.hash, hash);
    } else if (item->kind == ITEM_DEVICE) {
        text_copy(item->as.device.name, sizeof item->as.device.name, name);
    }
    return true;
}

bool library_get(sqlite3 *db, enum item_kind kind, int64_t id, struct item *item, struct error *error)
{
    struct error local = {0};

    *item = (struct item){.kind = kind};
    if (get_header(db, id, item, &local) && getters[kind](db, id, item, &local))
        return true;
    item_free(item);
    if (local.kind == ERROR_NONE)
        return error_set(error, ERROR_SYSTEM, NULL, "a version in the store is incomplete");
    return error_set(error, local.kind, local.place, "%s", local.message);
}

sqlite3_stmt *library_finder(sqlite3 *db, struct error *error)
{
    return database_prepare(db,
                            "SELECT version_id, hash FROM item JOIN version ON version.id = version_id "
                            "WHERE item.kind = ? AND item.name = ?",
                            error);
}

int64_t library_find_by(sqlite3_stmt *finder, enum item_kind kind, const char *name, char *hash,
                        struct error *error)
{
    bind_text(finder, 1, item_kind_names[kind]);
    bind_text(finder, 2, name);
    int row = statement_row(finder, error);
    int64_t id = row == 1 ? sqlite3_column_int64(finder, 0) : row;
    if (row == 1 && hash)
        column_text(finder, 1, hash, HASH_TEXT_SIZE);
    sqlite3_reset(finder);
    return id;
}

int64_t library_find(sqlite3 *db, enum item_kind kind, const char *name, char *hash, struct error *error)
{
    sqlite3_stmt *finder = library_finder(db, error);
    int64_t id = finder ? library_find_by(finder, kind, name, hash, error) : -1;
    sqlite3_finalize(finder);
    return id;
}
