/* Exports. CSV is the canonical text of a version, which imports again with the same hash; JSON adds its
 * facts. Runs are in export_run.c. */
#include "store/store_internal.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "store/runs/export_run.h"
#include "store/import/import.h"
#include "store/json/json.h"
#include "store/library/library.h"
#include "store/json/scenario_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void json_facts(struct json_writer *writer, const struct item *item, const char *hash)
{
    json_string(writer, "name", item_name(item));
    json_string(writer, "title", item_title(item));
    json_string(writer, "source", item_source(item));
    json_string(writer, "licence", item_licence(item));
    json_string(writer, "hash", hash);
}

static void json_trace(struct json_writer *writer, const struct carbon_trace *trace)
{
    char start[24];

    civil_format(trace->start_s, start, sizeof start);
    json_string(writer, "zone", trace->zone);
    json_string(writer, "basis", carbon_basis_names[trace->basis]);
    json_string(writer, "kind", carbon_kind_names[trace->kind]);
    json_string(writer, "start", start);
    json_int(writer, "step_s", trace->step_s);
    json_int(writer, "missing", (int64_t)trace->missing);
    json_int(writer, "estimated", (int64_t)trace->estimated);
    json_begin_array(writer, "ci_gco2_per_kwh", true);
    for (size_t k = 0; k < trace->n; k++)
        json_number(writer, NULL, trace->samples[k]);
    json_end_array(writer);
}

static void json_profile(struct json_writer *writer, const struct profile_set *set)
{
    if (*set->accuracy_metric)
        json_string(writer, "accuracy_metric", set->accuracy_metric);
    if (set->overhead_ms > 0)
        json_number(writer, "overhead_ms", set->overhead_ms);
    json_begin_array(writer, "rows", false);
    for (size_t k = 0; k < set->n; k++) {
        const struct profile_row *row = &set->rows[k];
        json_begin_inline_object(writer, NULL);
        json_string(writer, "gpu", row->gpu);
        json_string(writer, "slice", row->slice);
        json_string(writer, "variant", row->variant);
        json_int(writer, "batch", row->batch);
        json_number(writer, "clock_mhz", row->clock_mhz);
        json_number(writer, "latency_ms", row->latency_ms);
        json_number(writer, "power_w", row->power_w);
        json_number(writer, "accuracy", row->accuracy);
        json_number(writer, "memory_gb", row->memory_gb);
        json_string(writer, "provenance", provenance_names[row->provenance]);
        json_string(writer, "source", row->source);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void json_workload(struct json_writer *writer, const struct workload *workload)
{
    bool rates = workload->kind == WORKLOAD_RATES;

    json_string(writer, "kind", workload_kind_names[workload->kind]);
    if (rates)
        json_number(writer, "step_s", (double)workload->step_ns / 1e9);
    json_begin_array(writer, rates ? "requests_per_s" : "arrival_s", true);
    for (size_t k = 0; k < workload->n; k++)
        json_number(writer, NULL, rates ? workload->rate[k] : (double)workload->arrival_ns[k] / 1e9);
    json_end_array(writer);
    if (!workload->batch)
        return;
    json_begin_array(writer, "batch", true);
    for (size_t k = 0; k < workload->n; k++)
        json_int(writer, NULL, workload->batch[k]);
    json_end_array(writer);
}

static bool write_text(FILE *file, char *text, struct error *error)
{
    if (!text)
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    fputs(text, file);
    free(text);
    return true;
}

static bool export_item_json(const struct item *item, const char *hash, FILE *file, struct error *error)
{
    struct json_writer writer = {0};

    if (item->kind == ITEM_SCENARIO)
        return write_text(file, scenario_to_text(&item->as.scenario), error);
    json_begin_object(&writer, NULL);
    json_facts(&writer, item, hash);
    if (item->kind == ITEM_TRACE)
        json_trace(&writer, &item->as.trace);
    else if (item->kind == ITEM_PROFILE)
        json_profile(&writer, &item->as.profile);
    else
        json_workload(&writer, &item->as.workload);
    json_end_object(&writer);
    bool good = write_text(file, json_writer_take(&writer), error);
    fputs("\n", file);
    return good;
}

/* Whether the type of this GPU was imported: another library does not know it. -1 with a message. */
static int is_imported_device(struct store *store, const char *gpu, struct error *error)
{
    sqlite3_stmt *select =
        database_prepare(store->db,
                         "SELECT 1 FROM item JOIN version ON version.id = version_id WHERE "
                         "item.kind = 'device' AND item.name = ? AND NOT builtin",
                         error);

    if (!select)
        return -1;
    bind_text(select, 1, gpu);
    return statement_found(select, error);
}

static bool told_before(const struct profile_set *set, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (strcmp(set->rows[i].gpu, set->rows[k].gpu) == 0)
            return true;
    return false;
}

/* Lines above the table that bring the imported GPU types along (import/import.h). */
static bool export_devices(struct store *store, const struct profile_set *set, struct sink *sink,
                           struct error *error)
{
    for (size_t k = 0; k < set->n; k++) {
        const char *gpu = set->rows[k].gpu;
        struct item device;
        int imported = told_before(set, k) ? 0 : is_imported_device(store, gpu, error);
        if (imported < 0)
            return false;
        if (!imported)
            continue;
        int64_t id = library_find(store->db, ITEM_DEVICE, gpu, NULL, error);
        if (id <= 0 || !library_get(store->db, ITEM_DEVICE, id, &device, error))
            return false;
        char *line = device_line_text(&device.as.device);
        if (!line)
            return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
        sink_text(sink, line);
        sink_text(sink, "\n");
        free(line);
    }
    return true;
}

static bool export_item(struct store *store, enum item_kind kind, const char *name, bool csv, FILE *file,
                        struct error *error)
{
    char hash[HASH_TEXT_SIZE] = "";
    struct sink sink = {.file = file};
    struct item item;
    int64_t id = library_find(store->db, kind, name, hash, error);

    if (id == 0)
        return error_set(error, ERROR_INPUT, name, "there is no %s of this name; `wattif list %s` shows them",
                         store_kind_names[kind], store_kind_plurals[kind]);
    if (id < 0 || !library_get(store->db, kind, id, &item, error))
        return false;
    bool good = !csv || kind != ITEM_PROFILE || export_devices(store, &item.as.profile, &sink, error);
    if (good && csv)
        item_write(&sink, &item);
    else if (good)
        good = export_item_json(&item, hash, file, error);
    item_free(&item);
    return good;
}

static bool export_run(struct store *store, const char *name, bool csv, FILE *file, struct error *error)
{
    struct saved_run *run = store_load_run(store, name, error);
    bool good = run != NULL;

    if (good && csv)
        export_run_csv(run->recording, file);
    else if (good)
        good = write_text(file, export_run_json(run), error) && fputs("\n", file) >= 0;
    saved_run_free(run);
    return good;
}

bool store_export(struct store *store, enum store_kind kind, const char *name, const char *format, void *file,
                  struct error *error)
{
    static const enum item_kind items[] = {ITEM_TRACE, ITEM_PROFILE, ITEM_WORKLOAD, ITEM_SCENARIO};
    bool csv = strcmp(format, "csv") == 0;

    if (!csv && strcmp(format, "json") != 0)
        return error_set(error, ERROR_INPUT, "--format", "'%s' is no format for a %s; it takes csv or json",
                         TEXT_BRIEF(format), store_kind_names[kind]);
    if (csv && kind == STORE_SCENARIO)
        return error_set(error, ERROR_INPUT, "--format", "a scenario is exported as json");
    bool good = kind == STORE_RUN ? export_run(store, name, csv, file, error)
                                  : export_item(store, items[kind], name, csv, file, error);
    if (good && (fflush(file) != 0 || ferror((FILE *)file)))
        return error_set(error, ERROR_SYSTEM, name, "writing failed: %s", strerror(errno));
    return good;
}
