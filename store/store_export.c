/* Exports. CSV is the canonical text of a version, which imports again with the same hash; JSON adds its
 * facts. A run as CSV has a row for each bucket; as JSON the scenario, the summaries, the columns, how GPUs
 * were cut over time and what searches tried. */
#include "store/store_internal.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "store/library/hash.h"
#include "store/import/import.h"
#include "store/json/json.h"
#include "store/library/library.h"
#include "store/json/scenario_json.h"
#include "store/json/summary_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
        return error_no_memory(error);
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
    json_string(&writer, "name", item_name(item));
    json_string(&writer, "title", item_title(item));
    json_string(&writer, "source", item_source(item));
    json_string(&writer, "licence", item_licence(item));
    json_string(&writer, "hash", hash);
    if (item->kind == ITEM_TRACE) {
        const struct carbon_trace *trace = &item->as.trace;
        char start[24];
        civil_format(trace->start_s, start, sizeof start);
        json_string(&writer, "zone", trace->zone);
        json_string(&writer, "basis", carbon_basis_names[trace->basis]);
        json_string(&writer, "kind", carbon_kind_names[trace->kind]);
        json_string(&writer, "start", start);
        json_int(&writer, "step_s", trace->step_s);
        json_int(&writer, "missing", (int64_t)trace->missing);
        json_int(&writer, "estimated", (int64_t)trace->estimated);
        json_begin_array(&writer, "ci_gco2_per_kwh", true);
        for (size_t k = 0; k < trace->n; k++)
            json_number(&writer, NULL, trace->samples[k]);
        json_end_array(&writer);
    } else if (item->kind == ITEM_PROFILE) {
        const struct profile_set *set = &item->as.profile;
        if (*set->accuracy_metric)
            json_string(&writer, "accuracy_metric", set->accuracy_metric);
        if (set->overhead_ms > 0)
            json_number(&writer, "overhead_ms", set->overhead_ms);
        json_begin_array(&writer, "rows", false);
        for (size_t k = 0; k < set->n; k++) {
            json_begin_inline_object(&writer, NULL);
            json_print_fields(&writer, &profile_fields, &set->rows[k], NULL, NULL);
            json_end_object(&writer);
        }
        json_end_array(&writer);
    } else
        json_workload(&writer, &item->as.workload);
    json_end_object(&writer);
    bool good = write_text(file, json_writer_take(&writer), error);
    fputs("\n", file);
    return good;
}

/* Lines above the table that bring the imported GPU types along (import/import.h). */
static bool export_devices(struct store *store, const struct profile_set *set, struct sink *sink,
                           struct error *error)
{
    for (size_t k = 0; k < set->n; k++) {
        const char *gpu = set->rows[k].gpu;
        struct item device;
        size_t before = 0;
        while (strcmp(set->rows[before].gpu, gpu) != 0)
            before++;
        if (before < k)
            continue;
        int imported = database_row(store->db, error,
                                    "SELECT 1 FROM item JOIN version ON version.id = version_id"
                                    " WHERE item.kind = 'device' AND item.name = ? AND NOT builtin",
                                    "t", gpu);
        if (imported < 0)
            return false;
        if (!imported)
            continue;
        int64_t id = library_find(store->db, ITEM_DEVICE, gpu, NULL, error);
        if (id <= 0 || !library_get(store->db, ITEM_DEVICE, id, &device, error))
            return false;
        char *line = device_line_text(&device.as.device);
        if (!line)
            return error_no_memory(error);
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

/* --- runs --- */

/* The columns of one part, named after it: "job1.arrived". */
static void csv_header(struct sink *sink, const char *part, const char *const *names, int n)
{
    for (int c = 0; c < n; c++)
        sink_printf(sink, ",%s%s%s", part, *part ? "." : "", names[c]);
}

static void csv_values(struct sink *sink, float *const *columns, int n, size_t at)
{
    for (int c = 0; c < n; c++) {
        sink_text(sink, ",");
        sink_number(sink, (double)columns[c][at]);
    }
}

static void json_columns(struct json_writer *writer, const char *key, const char *const *names,
                         float *const *columns, int n, size_t from, int buckets)
{
    json_begin_object(writer, key);
    for (int c = 0; c < n; c++) {
        json_begin_array(writer, names[c], true);
        for (int b = 0; b < buckets; b++)
            json_number(writer, NULL, (double)columns[c][from + (size_t)b]);
        json_end_array(writer);
    }
    json_end_object(writer);
}

static void json_evaluation(struct json_writer *writer, const struct recording *recording,
                            const struct evaluation *told)
{
    static const char *const kinds[] = {[EVALUATION_BEGIN] = "begin",
                                        [EVALUATION_MEASURED] = "measured",
                                        [EVALUATION_CACHED] = "known",
                                        [EVALUATION_END] = "end"};
    json_begin_inline_object(writer, NULL);
    json_int(writer, "search", told->search);
    json_int(writer, "step", told->step);
    json_string(writer, "kind", kinds[told->kind]);
    json_string(writer, "reason", evaluation_reason_names[told->reason]);
    json_number(writer, "begin_s", ns_to_s(told->begin_ns));
    json_number(writer, "end_s", ns_to_s(told->end_ns));
    json_number(writer, "ci_g_per_kwh", told->ci);
    json_number(writer, "lambda", told->lambda);
    json_number(writer, "temperature", told->temperature);
    json_number(writer, "energy_j_per_request", told->energy_j);
    json_number(writer, "accuracy_change_pct", told->accuracy_change);
    json_number(writer, "saved_pct", told->carbon_change);
    json_number(writer, "tail_ms", told->tail_ms);
    json_number(writer, "tail_over_slo", told->late);
    json_bool(writer, "compliant", told->compliant != 0);
    json_number(writer, "f", told->f);
    json_number(writer, "h", told->h);
    json_number(writer, "centre_h", told->centre_h);
    json_number(writer, "probability", told->probability);
    json_number(writer, "draw", told->draw);
    json_bool(writer, "each_gpu", told->replicated != 0);
    /* [{"slice": "3g", "app": "images", "variant": "b5", "n": 2}], greatest slices first. */
    json_begin_array(writer, "graph", true);
    for (int slice = MIG_SLICES - 1; slice >= 0; slice--)
        for (int v = 0; v < recording->n_graph_variants; v++) {
            const struct recorded_variant *variant = &recording->graph_variants[v];
            if (told->graph.count[v][slice] == 0)
                continue;
            json_begin_inline_object(writer, NULL);
            json_string(writer, "slice", mig_slice_names[slice]);
            json_string(writer, "app", recording->apps[variant->app].name);
            json_string(writer, "variant", recording->variants[variant->variant]);
            json_int(writer, "n", told->graph.count[v][slice]);
            json_end_object(writer);
        }
    json_end_array(writer);
    json_end_object(writer);
}

static char *run_to_json(const struct saved_run *run)
{
    const struct recording *recording = run->recording;
    const struct metric_source source = {&recording->summary, NULL, NULL};
    struct json_writer writer = {0};
    json_begin_object(&writer, NULL);
    json_string(&writer, "name", run->name);
    json_string(&writer, "note", run->note);
    json_string(&writer, "saved_at", run->saved_at);
    json_string(&writer, "wattif", run->engine_version);
    scenario_print(&writer, "scenario", &run->scenario);
    metrics_to_json(&writer, METRIC_OF_RUN, &source, 0);
    json_number(&writer, "bucket_s", ns_to_s(recording->bucket_ns));
    json_columns(&writer, "columns", run_column_names, recording->run, RUN_COLUMNS, 0,
                 recording_count(recording));
    json_begin_array(&writer, "apps", false);
    for (int a = 0; a < recording->n_apps; a++) {
        json_begin_object(&writer, NULL);
        app_to_json(&writer, &source, a);
        json_columns(&writer, "columns", app_column_names, recording->app, APP_COLUMNS,
                     (size_t)a * (size_t)recording->n_buckets, recording_count(recording));
        json_end_object(&writer);
    }
    json_end_array(&writer);
    json_begin_array(&writer, "gpus", false);
    for (int g = 0; g < recording->n_gpus; g++) {
        json_begin_object(&writer, NULL);
        gpu_to_json(&writer, &source, g);
        json_columns(&writer, "columns", gpu_column_names, recording->gpu, GPU_COLUMNS,
                     (size_t)g * (size_t)recording->n_buckets, recording_count(recording));
        /* A GPU's cuts, each from its time on, as the knob mig.GPU has them. One that is under way is told
         * already; slices that stand still for it hold nothing. */
        const struct chronicle *history = &recording->layouts[g];
        char last[RECORDING_LAYOUT_SIZE] = "", text[RECORDING_LAYOUT_SIZE];
        json_begin_array(&writer, "layouts", false);
        for (int k = 0; k < chronicle_count(history); k++) {
            const struct recorded_layout *layout = chronicle_get(history, k);
            recording_print_layout(recording, layout, text, sizeof text);
            if (strcmp(text, last) == 0)
                continue;
            memcpy(last, text, sizeof last);
            json_begin_inline_object(&writer, NULL);
            json_number(&writer, "t_s", ns_to_s(layout->t_ns));
            json_string(&writer, "mig", text);
            json_end_object(&writer);
        }
        json_end_array(&writer);
        json_end_object(&writer);
    }
    json_end_array(&writer);
    const struct chronicle *history = &recording->evaluations;
    json_begin_array(&writer, "searches", false);
    for (int k = 0; k < chronicle_count(history); k++)
        json_evaluation(&writer, recording, chronicle_get(history, k));
    json_end_array(&writer);
    json_end_object(&writer);
    return json_writer_take(&writer);
}

static bool export_run(struct store *store, const char *name, bool csv, FILE *file, struct error *error)
{
    struct saved_run *run = store_load_run(store, name, error);
    bool good = run != NULL;
    if (good && csv) {
        const struct recording *recording = run->recording;
        struct sink sink = {.file = file};
        size_t width = (size_t)recording->n_buckets;
        sink_text(&sink, "t_s");
        csv_header(&sink, "", run_column_names, RUN_COLUMNS);
        for (int a = 0; a < recording->n_apps; a++)
            csv_header(&sink, recording->apps[a].name, app_column_names, APP_COLUMNS);
        for (int g = 0; g < recording->n_gpus; g++)
            csv_header(&sink, recording->gpus[g].name, gpu_column_names, GPU_COLUMNS);
        sink_text(&sink, "\n");
        for (int b = 0, n = recording_count(recording); b < n; b++) {
            sink_number(&sink, (double)b * (double)recording->bucket_ns / 1e9);
            csv_values(&sink, recording->run, RUN_COLUMNS, (size_t)b);
            for (int a = 0; a < recording->n_apps; a++)
                csv_values(&sink, recording->app, APP_COLUMNS, (size_t)a * width + (size_t)b);
            for (int g = 0; g < recording->n_gpus; g++)
                csv_values(&sink, recording->gpu, GPU_COLUMNS, (size_t)g * width + (size_t)b);
            sink_text(&sink, "\n");
        }
    } else if (good)
        good = write_text(file, run_to_json(run), error) && fputs("\n", file) >= 0;
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
