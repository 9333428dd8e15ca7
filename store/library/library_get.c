/* Reading versions back: one function a kind, in a table. All that is read is sealed on the way, so that what
 * is damaged is refused; the rows are read in an order of their own keys, which makes the seal theirs. */
#include "store/library/library.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"
#include "store/import/import.h"
#include "store/json/scenario_json.h"
#include "store/store_internal.h"
#include "store/seal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The seal of what has been read of a version, and the one that it was put with. */
struct sealed {
    struct seal seal;
    char kept[SEAL_TEXT_SIZE], name[64];
};

static bool get_samples(sqlite3 *db, int64_t id, struct carbon_trace *trace, struct seal *seal,
                        struct error *error)
{
    sqlite3_stmt *select = database_ask(
        db, error, "SELECT at_s, g_per_kwh FROM trace_sample WHERE version_id = ? ORDER BY at_s", "i", id);
    int row = -1;
    trace->samples = malloc((trace->n ? trace->n : 1) * sizeof *trace->samples);
    if (!trace->samples) {
        sqlite3_finalize(select);
        return error_no_memory(error);
    }
    for (size_t k = 0; k < trace->n; k++)
        trace->samples[k] = NAN;
    while ((row = seal_next(seal, select, error)) == 1) {
        int64_t at_s = sqlite3_column_int64(select, 0);
        uint64_t k = ((uint64_t)at_s - (uint64_t)trace->start_s) / (uint64_t)trace->step_s;
        if (at_s >= trace->start_s && k < trace->n)
            trace->samples[k] = sqlite3_column_double(select, 1);
    }
    return statement_end(select, row == 0);
}

static bool get_offsets(sqlite3 *db, int64_t id, struct carbon_trace *trace, struct seal *seal,
                        struct error *error)
{
    sqlite3_stmt *select = database_ask(
        db, error, "SELECT at_s, offset_s FROM trace_offset WHERE version_id = ? ORDER BY at_s", "i", id);
    bool good = true;
    int row = -1;
    while (good && (row = seal_next(seal, select, error)) == 1) {
        good =
            array_grow(&trace->offsets, trace->n_offsets, sizeof *trace->offsets) || error_no_memory(error);
        if (good)
            trace->offsets[trace->n_offsets++] =
                (struct utc_offset){sqlite3_column_int64(select, 0), sqlite3_column_int(select, 1)};
    }
    return statement_end(select, good && row == 0);
}

/* What the tables of traces and workloads, and their versions, say of one. */
static const struct field trace_rows[] = {
    {"name", TEXT_AT(carbon_trace, name)},
    {"title", TEXT_AT(carbon_trace, title)},
    {"zone", TEXT_AT(carbon_trace, zone)},
    {"source", TEXT_AT(carbon_trace, source)},
    {"licence", TEXT_AT(carbon_trace, licence)},
    {"basis", CHOICE_AT(carbon_trace, basis, carbon_basis_names, BASIS_COUNT)},
    {"kind", CHOICE_AT(carbon_trace, kind, carbon_kind_names, KIND_COUNT)},
    {"start_s", INT64_AT(carbon_trace, start_s)},
    {"step_s", INT32_AT(carbon_trace, step_s)},
    {"samples", INT64_AT(carbon_trace, n)},
    {"missing", INT64_AT(carbon_trace, missing)},
    {"estimated", INT64_AT(carbon_trace, estimated)},
    {"hash", TEXT_AT(carbon_trace, hash)},
};
static const struct field_table trace_fields = FIELD_TABLE(trace_rows, carbon_trace);
static const struct field workload_rows[] = {
    {"name", TEXT_AT(workload, name)},
    {"title", TEXT_AT(workload, title)},
    {"source", TEXT_AT(workload, source)},
    {"licence", TEXT_AT(workload, licence)},
    {"kind", CHOICE_AT(workload, kind, workload_kind_names, WORKLOAD_KIND_COUNT)},
    {"step_ns", INT64_AT(workload, step_ns)},
    {"n", INT64_AT(workload, n)},
    {"hash", TEXT_AT(workload, hash)},
};
static const struct field_table workload_fields = FIELD_TABLE(workload_rows, workload);

static bool get_facts(sqlite3 *db, int64_t id, const char *table, const struct field_table *fields, void *to,
                      struct seal *seal, struct error *error)
{
    char rest[160];
    text_print(rest, sizeof rest,
               "%s JOIN (SELECT id, name, title, source, licence, hash FROM version) AS version"
               " ON version.id = version_id WHERE version_id = ?",
               table);
    sqlite3_stmt *select = rows_ask(db, rest, id, fields->fields, fields->n, error);
    int row = seal_next(seal, select, error);
    if (row == 1)
        rows_read(select, fields->fields, fields->n, to);
    return statement_end(select, row == 1);
}

static bool get_trace(sqlite3 *db, int64_t id, struct item *item, struct seal *seal, struct error *error)
{
    struct carbon_trace *trace = &item->as.trace;
    return get_facts(db, id, "trace", &trace_fields, trace, seal, error) && trace->step_s > 0 &&
           trace->n <= IMPORT_ROWS_MAX && get_samples(db, id, trace, seal, error) &&
           get_offsets(db, id, trace, seal, error);
}

static bool get_profile(sqlite3 *db, int64_t id, struct item *item, struct seal *seal, struct error *error)
{
    struct profile_set *set = &item->as.profile;
    sqlite3_stmt *facts = database_ask(
        db, error, "SELECT accuracy_metric, overhead_ms FROM profile WHERE version_id = ?", "i", id);
    int row = seal_next(seal, facts, error);
    bool good = row >= 0;
    if (row == 1) {
        column_text(facts, 0, set->accuracy_metric, sizeof set->accuracy_metric);
        set->overhead_ms = sqlite3_column_double(facts, 1);
    }
    sqlite3_finalize(facts);
    if (!good)
        return false;
    sqlite3_stmt *select = database_ask(
        db, error,
        "SELECT gpu, slice, variant, batch, clock_mhz, latency_ms, power_w, accuracy, memory_gb, source"
        " FROM profile_row WHERE version_id = ? ORDER BY k",
        "i", id);
    sqlite3_stmt *tags = database_ask(
        db, error, "SELECT provenance, k FROM profile_row WHERE version_id = ? ORDER BY k", "i", id);
    row = -1;
    while (good && (row = seal_next(seal, select, error)) == 1) {
        good = seal_next(seal, tags, error) == 1 &&
               (array_grow(&set->rows, set->n, sizeof *set->rows) || error_no_memory(error));
        if (!good)
            break;
        struct profile_row *to = &set->rows[set->n++];
        *to = (struct profile_row){0};
        rows_read(select, profile_fields.fields, profile_fields.n, to);
        rows_read(tags, profile_fields.fields, profile_fields.n, to);
    }
    sqlite3_finalize(select);
    return statement_end(tags, good && row == 0);
}

static bool get_workload(sqlite3 *db, int64_t id, struct item *item, struct seal *seal, struct error *error)
{
    struct workload *workload = &item->as.workload;
    bool good = get_facts(db, id, "workload", &workload_fields, workload, seal, error);
    bool rates = workload->kind == WORKLOAD_RATES;
    size_t n = workload->n, room = n ? n : 1;
    int row = -1;
    workload->n = 0;
    if (!good || n > IMPORT_ROWS_MAX)
        return false;
    if (rates)
        workload->rate = malloc(room * sizeof *workload->rate);
    else
        workload->arrival_ns = malloc(room * sizeof *workload->arrival_ns);
    if (!workload->rate && !workload->arrival_ns)
        return error_no_memory(error);
    sqlite3_stmt *select = database_ask(
        db, error,
        rates ? "SELECT requests_per_s, k FROM workload_rate WHERE version_id = ? ORDER BY k"
              : "SELECT arrival_ns, batch, k FROM workload_arrival WHERE version_id = ? ORDER BY k",
        "i", id);
    for (; good && workload->n < n && (row = seal_next(seal, select, error)) == 1; workload->n++) {
        if (rates) {
            workload->rate[workload->n] = column_real(select, 0);
            continue;
        }
        workload->arrival_ns[workload->n] = sqlite3_column_int64(select, 0);
        if (sqlite3_column_type(select, 1) != SQLITE_NULL && !workload->batch)
            good = (workload->batch = calloc(n, sizeof *workload->batch)) || error_no_memory(error);
        if (workload->batch)
            workload->batch[workload->n] = sqlite3_column_int(select, 1);
    }
    return statement_end(select, good && row >= 0);
}

static bool get_scenario(sqlite3 *db, int64_t id, struct item *item, struct seal *seal, struct error *error)
{
    struct faults *faults = calloc(1, sizeof *faults);
    sqlite3_stmt *select = database_ask(db, error, "SELECT json FROM scenario WHERE version_id = ?", "i", id);
    int row = seal_next(seal, select, error);
    bool good = false;
    if (!faults)
        error_no_memory(error);
    if (row == 1 && faults) {
        const char *text = (const char *)sqlite3_column_text(select, 0);
        good =
            scenario_from_text(text, (size_t)sqlite3_column_bytes(select, 0), "", &item->as.scenario, faults);
        if (!good && faults->failure.kind)
            error_set(error, faults->failure.kind, faults->failure.place, "%s", faults->failure.message);
    }
    sqlite3_finalize(select);
    free(faults);
    return good;
}

static bool get_device(sqlite3 *db, int64_t id, struct item *item, struct seal *seal, struct error *error)
{
    /* A column that comes later goes to the end: seals of before have each value with its place. */
    sqlite3_stmt *select = database_ask(
        db, error,
        "SELECT memory_gb, idle_power_w, power_limit_w, max_clock_mhz, base_clock_mhz, embodied_kg,"
        " lifetime_s, mig, ha_w_per_k, alpha_per_s FROM device WHERE version_id = ?",
        "i", id);
    sqlite3_stmt *facts = database_ask(
        db, error,
        "SELECT provenance, source FROM device JOIN version ON version.id = version_id WHERE version_id = ?",
        "i", id);
    bool good = select && facts && seal_next(seal, select, error) == 1 && seal_next(seal, facts, error) == 1;
    if (good) {
        rows_read(select, device_fields.fields, device_fields.n, &item->as.device);
        rows_read(facts, device_fields.fields, device_fields.n, &item->as.device);
    }
    sqlite3_finalize(select);
    return statement_end(facts, good);
}

typedef bool get_item(sqlite3 *db, int64_t id, struct item *item, struct seal *seal, struct error *error);

static get_item *const getters[ITEM_KIND_COUNT] = {
    [ITEM_TRACE] = get_trace,       [ITEM_PROFILE] = get_profile, [ITEM_WORKLOAD] = get_workload,
    [ITEM_SCENARIO] = get_scenario, [ITEM_DEVICE] = get_device,
};

/* What every version has: name and hash for the kinds whose structs hold them but whose tables do not, and
 * the seal that was kept. */
static bool get_header(sqlite3 *db, int64_t id, struct item *item, struct sealed *sealed, struct error *error)
{
    char hash[HASH_TEXT_SIZE];
    sqlite3_stmt *select = database_ask(
        db, error,
        "SELECT seal, kind, name, hash, title, source, licence, builtin, added_at FROM version WHERE id = ?",
        "i", id);
    int row = statement_row(select, error);
    if (row == 1) {
        seal_row(&sealed->seal, select, 0, NULL);
        column_text(select, 0, sealed->kept, sizeof sealed->kept);
        column_text(select, 2, sealed->name, sizeof sealed->name);
        column_text(select, 3, hash, sizeof hash);
        column_text(select, 5, item->source, sizeof item->source);
        column_text(select, 6, item->licence, sizeof item->licence);
    }
    sqlite3_finalize(select);
    if (row != 1)
        return false;
    if (item->kind == ITEM_PROFILE) {
        text_copy(item->as.profile.name, sizeof item->as.profile.name, sealed->name);
        profile_name_model(sealed->name, item->as.profile.model, sizeof item->as.profile.model);
        text_copy(item->as.profile.hash, sizeof item->as.profile.hash, hash);
    } else if (item->kind == ITEM_DEVICE) {
        text_copy(item->as.device.name, sizeof item->as.device.name, sealed->name);
    }
    return true;
}

static bool refuse_version(sqlite3 *db, enum item_kind kind, const char *name, struct error *error)
{
    char what[96];
    return seal_broken(db, text_print(what, sizeof what, "%s '%s'", item_kind_names[kind], name), error);
}

/* Reads a version whatever its seal says. What cannot be read although SQLite has no complaint is damaged. */
static bool read_version(sqlite3 *db, enum item_kind kind, int64_t id, struct item *item,
                         struct sealed *sealed, struct error *error)
{
    struct error local = {0};
    *item = (struct item){.kind = kind};
    *sealed = (struct sealed){0};
    if (get_header(db, id, item, sealed, &local) && getters[kind](db, id, item, &sealed->seal, &local))
        return true;
    item_free(item);
    if (local.kind != ERROR_NONE)
        return error_set(error, local.kind, local.place, "%s", local.message);
    return refuse_version(db, kind, sealed->name, error);
}

bool library_get(sqlite3 *db, enum item_kind kind, int64_t id, struct item *item, struct error *error)
{
    struct sealed sealed;
    if (!read_version(db, kind, id, item, &sealed, error))
        return false;
    if (seal_equals(&sealed.seal, sealed.kept))
        return true;
    item_free(item);
    return refuse_version(db, kind, sealed.name, error);
}

bool library_is_sound(sqlite3 *db, enum item_kind kind, int64_t id, struct error *error)
{
    struct item item;
    if (!library_get(db, kind, id, &item, error))
        return false;
    item_free(&item);
    return true;
}

bool library_seal(sqlite3 *db, enum item_kind kind, int64_t id, struct error *error)
{
    struct item item;
    struct sealed sealed;
    char seal[SEAL_TEXT_SIZE];
    if (!read_version(db, kind, id, &item, &sealed, error))
        return false;
    seal_text(&sealed.seal, seal);
    bool good = database_run(db, error, "UPDATE version SET seal = ? WHERE id = ?", "ti", seal, id) &&
                listed_keep(db, &item, id, error);
    item_free(&item);
    return good;
}

bool library_holds_hash(sqlite3 *db, enum item_kind kind, int64_t id, const char *hash, struct error *error)
{
    struct item item;
    struct sealed sealed;
    char own[HASH_TEXT_SIZE];
    if (!read_version(db, kind, id, &item, &sealed, error))
        return false;
    item_hash(&item, own);
    item_free(&item);
    if (kind == ITEM_SCENARIO) {
        /* Its text is kept as it was written; another version of this program may write another one. */
        struct hash text;
        sqlite3_stmt *select =
            database_ask(db, error, "SELECT json FROM scenario WHERE version_id = ?", "i", id);
        bool found = select && statement_row(select, error) == 1;
        hash_init(&text);
        if (found) {
            const void *json = sqlite3_column_text(select, 0);
            hash_update(&text, json, (size_t)sqlite3_column_bytes(select, 0));
        }
        hash_finish(&text, own);
        sqlite3_finalize(select);
        if (!found)
            return false;
    }
    return strcmp(own, hash) == 0 || refuse_version(db, kind, sealed.name, error);
}

void library_seal_name(enum item_kind kind, const char *name, int64_t id, char out[SEAL_TEXT_SIZE])
{
    struct seal seal = {0};
    seal_take_text(&seal, item_kind_names[kind]);
    seal_take_text(&seal, name);
    seal_take_bytes(&seal, &id, sizeof id);
    seal_text(&seal, out);
}

sqlite3_stmt *library_finder(sqlite3 *db, struct error *error)
{
    return database_prepare(db,
                            "SELECT version_id, item.seal, hash FROM item LEFT JOIN version ON version.id = "
                            "version_id WHERE item.kind = ? AND item.name = ?",
                            error);
}

/* All names with what they mean, in their order; *whole: each has its seal. */
static bool seal_names(sqlite3 *db, struct seal *seal, bool *whole, struct error *error)
{
    sqlite3_stmt *select =
        database_prepare(db, "SELECT kind, name, version_id, seal FROM item ORDER BY kind, name", error);
    int row = -1;
    *whole = true;
    while (select && *whole && (row = seal_next(seal, select, error)) == 1) {
        const char *kind_name = (const char *)sqlite3_column_text(select, 0);
        const char *name = (const char *)sqlite3_column_text(select, 1);
        char own[SEAL_TEXT_SIZE] = "", kept[SEAL_TEXT_SIZE];
        enum item_kind kind = kind_name ? item_kind_find(kind_name) : ITEM_KIND_COUNT;
        if (kind < ITEM_KIND_COUNT && name)
            library_seal_name(kind, name, sqlite3_column_int64(select, 2), own);
        column_text(select, 3, kept, sizeof kept);
        *whole = *own && strcmp(own, kept) == 0;
    }
    return statement_end(select, row >= 0);
}

bool library_keep_names(sqlite3 *db, struct error *error)
{
    struct seal seal = {0};
    char text[SEAL_TEXT_SIZE];
    bool whole;
    if (!seal_names(db, &seal, &whole, error))
        return false;
    seal_text(&seal, text);
    return database_run(db, error, "INSERT OR REPLACE INTO meta VALUES ('names', ?)", "t", text);
}

/* A name that is not there may have been there before the store was damaged. */
bool library_check_names(sqlite3 *db, struct error *error)
{
    struct seal seal = {0};
    char kept[SEAL_TEXT_SIZE] = "";
    bool whole;
    if (database_row(db, error, "SELECT value FROM meta WHERE key = 'names'", ">t", kept, sizeof kept) < 0 ||
        !seal_names(db, &seal, &whole, error))
        return false;
    return (whole && seal_equals(&seal, kept)) || seal_broken(db, "the list of names", error);
}

int64_t library_find_by(sqlite3_stmt *finder, enum item_kind kind, const char *name, char *hash,
                        struct error *error)
{
    char own[SEAL_TEXT_SIZE], kept[SEAL_TEXT_SIZE], what[96];
    bind_text(finder, 1, item_kind_names[kind]);
    bind_text(finder, 2, name);
    int row = statement_row(finder, error);
    int64_t id = row == 1 ? sqlite3_column_int64(finder, 0) : row;
    bool good = row == 0 && library_check_names(sqlite3_db_handle(finder), error);
    if (row == 1) { /* what was sealed with the name? */
        library_seal_name(kind, name, id, own);
        column_text(finder, 1, kept, sizeof kept);
        good = strcmp(own, kept) == 0 && sqlite3_column_type(finder, 2) != SQLITE_NULL;
        text_print(what, sizeof what, "the name of the %s '%s'", item_kind_names[kind], name);
        if (!good)
            seal_broken(sqlite3_db_handle(finder), what, error);
    }
    if (row == 1 && hash)
        column_text(finder, 2, hash, HASH_TEXT_SIZE);
    sqlite3_reset(finder);
    return good ? id : -1;
}

int64_t library_find(sqlite3 *db, enum item_kind kind, const char *name, char *hash, struct error *error)
{
    sqlite3_stmt *finder = library_finder(db, error);
    int64_t id = finder ? library_find_by(finder, kind, name, hash, error) : -1;
    sqlite3_finalize(finder);
    return id;
}
