/* A saved run as CSV, a row for each bucket, and as JSON: the scenario, the summaries, the columns, how GPUs
 * were cut over time and what searches tried. */
#include "store/runs/export_run.h"

#include "engine/base/units.h"
#include "store/json/json.h"
#include "store/json/scenario_parts.h"
#include "store/runs/sink.h"
#include "store/json/summary_json.h"

#include <string.h>

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

void export_run_csv(const struct recording *recording, FILE *file)
{
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

static void json_run_app(struct json_writer *writer, const struct recording *recording, int a)
{
    const struct metric_source source = {&recording->summary, NULL, NULL};

    json_begin_object(writer, NULL);
    app_to_json(writer, &source, a);
    json_columns(writer, "columns", app_column_names, recording->app, APP_COLUMNS,
                 (size_t)a * (size_t)recording->n_buckets, recording_count(recording));
    json_end_object(writer);
}

/* A GPU's cuts, each from its time on, as the knob mig.GPU has them. One that is under way is told already;
 * slices that stand still for it hold nothing. */
static void json_layouts(struct json_writer *writer, const struct recording *recording, int g)
{
    const struct layout_history *history = &recording->layouts[g];
    char last[RECORDING_LAYOUT_SIZE] = "", text[RECORDING_LAYOUT_SIZE];

    json_begin_array(writer, "layouts", false);
    for (int k = 0; k < layout_history_count(history); k++) {
        const struct recorded_layout *layout = layout_history_get(history, k);
        recording_print_layout(recording, layout, text, sizeof text);
        if (strcmp(text, last) == 0)
            continue;
        memcpy(last, text, sizeof last);
        json_begin_inline_object(writer, NULL);
        json_number(writer, "t_s", ns_to_s(layout->t_ns));
        json_string(writer, "mig", text);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void json_run_gpu(struct json_writer *writer, const struct recording *recording, int g)
{
    const struct metric_source source = {&recording->summary, NULL, NULL};

    json_begin_object(writer, NULL);
    gpu_to_json(writer, &source, g);
    json_columns(writer, "columns", gpu_column_names, recording->gpu, GPU_COLUMNS,
                 (size_t)g * (size_t)recording->n_buckets, recording_count(recording));
    json_layouts(writer, recording, g);
    json_end_object(writer);
}

/* [{"slice": "3g", "app": "images", "variant": "b5", "n": 2}], greatest slices first. */
static void json_graph(struct json_writer *writer, const struct recording *recording,
                       const struct graph *graph)
{
    json_begin_array(writer, "graph", true);
    for (int slice = MIG_SLICES - 1; slice >= 0; slice--)
        for (int v = 0; v < recording->n_graph_variants; v++) {
            const struct recorded_variant *variant = &recording->graph_variants[v];
            if (graph->count[v][slice] == 0)
                continue;
            json_begin_inline_object(writer, NULL);
            json_string(writer, "slice", mig_slice_names[slice]);
            json_string(writer, "app", recording->apps[variant->app].name);
            json_string(writer, "variant", recording->variants[variant->variant]);
            json_int(writer, "n", graph->count[v][slice]);
            json_end_object(writer);
        }
    json_end_array(writer);
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
    json_graph(writer, recording, &told->graph);
    json_end_object(writer);
}

static void json_searches(struct json_writer *writer, const struct recording *recording)
{
    const struct evaluation_history *history = &recording->evaluations;

    json_begin_array(writer, "searches", false);
    for (int k = 0; k < evaluation_history_count(history); k++)
        json_evaluation(writer, recording, evaluation_history_get(history, k));
    json_end_array(writer);
}

char *export_run_json(const struct saved_run *run)
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
    for (int a = 0; a < recording->n_apps; a++)
        json_run_app(&writer, recording, a);
    json_end_array(&writer);
    json_begin_array(&writer, "gpus", false);
    for (int g = 0; g < recording->n_gpus; g++)
        json_run_gpu(&writer, recording, g);
    json_end_array(&writer);
    json_searches(&writer, recording);
    json_end_object(&writer);
    return json_writer_take(&writer);
}
