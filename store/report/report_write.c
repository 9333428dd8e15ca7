/* A report is collected run by run, because the names of two runs may mean different versions; what several
 * of them read is carried once. */
#include "store/report/report_file.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/json/scenario_json.h"
#include "store/store_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const report_command_names[REPORT_COMMANDS] = {"run", "compare", "sweep", "attribute", NULL};

const char report_begin[] = "<script type=\"application/json\" id=\"wattif-report\" data-sha256=\"";
const char report_middle[] = "\">";
const char report_end[] = "</script>";
const char report_tail[] = "\n</body>\n</html>\n";

void report_hash(const char *text, size_t n, char out[HASH_TEXT_SIZE])
{
    struct hash hash;
    hash_init(&hash);
    hash_update(&hash, text, n);
    hash_finish(&hash, out);
}

void report_set_result(struct report *report, const char *json)
{
    struct hash hash;
    hash_init(&hash);
    hash_update(&hash, json, strlen(json));
    hash_update(&hash, "\n", 1);
    hash_finish(&hash, report->result);
}

void report_free(struct report *report)
{
    if (!report)
        return;
    for (size_t i = 0; i < report->n_runs; i++) {
        scenario_free(&report->runs[i].scenario);
        free(report->runs[i].inputs);
    }
    for (size_t i = 0; i < report->n_axes; i++)
        free(report->axes[i]);
    for (size_t i = 0; i < report->n_inputs; i++)
        if (report->inputs[i].own) {
            item_free(report->inputs[i].own);
            free(report->inputs[i].own);
        }
    free(report->inputs);
    free(report->shown);
    *report = (struct report){0};
}

/* --- collecting --- */

/* The place of this input in the list of all, where it is put if need be; SIZE_MAX: out of memory. */
static size_t put_input(struct report *report, const struct report_input *input)
{
    for (size_t i = 0; i < report->n_inputs; i++) {
        const struct report_input *there = &report->inputs[i];
        if (there->kind == input->kind && strcmp(there->name, input->name) == 0 &&
            strcmp(there->hash, input->hash) == 0)
            return i;
    }
    if (!array_grow(&report->inputs, report->n_inputs, sizeof *input))
        return SIZE_MAX;
    report->inputs[report->n_inputs] = *input;
    return report->n_inputs++;
}

static bool add_input(struct report *report, struct store *store, enum item_kind kind, const char *name,
                      struct error *error)
{
    struct report_run *run = &report->runs[report->n_runs - 1];
    struct report_input input = {.kind = kind};
    if (!*name)
        return true;
    input.item = store_find_item(store, kind, name, input.hash, error);
    if (!input.item)
        return false;
    text_copy(input.name, sizeof input.name, name);
    size_t place = put_input(report, &input);
    for (size_t i = 0; i < run->n_inputs; i++)
        if (run->inputs[i] == place)
            return true;
    if (place == SIZE_MAX || !array_grow(&run->inputs, run->n_inputs, sizeof place))
        return error_no_memory(error);
    run->inputs[run->n_inputs++] = place;
    return true;
}

/* Adds to the last run what another scenario reads: the points of a sweep. */
static bool report_add_inputs(struct report *report, struct store *store, const struct scenario *scenario,
                              struct error *error)
{
    bool good = add_input(report, store, ITEM_TRACE, scenario->trace, error);
    for (int a = 0; good && a < scenario->n_apps; a++) {
        char name[PROFILE_NAME_SIZE];
        profile_name(scenario->apps[a].model, scenario->profiles, name);
        good = add_input(report, store, ITEM_PROFILE, name, error) &&
               add_input(report, store, ITEM_WORKLOAD, scenario->apps[a].arrivals.workload, error);
    }
    for (int f = 0; f < scenario->n_fleets; f++)
        for (int g = 0; good && g < scenario->fleets[f].n_gpus; g++)
            good = add_input(report, store, ITEM_DEVICE, scenario->fleets[f].gpus[g].type, error);
    return good;
}

bool report_add_run(struct report *report, struct store *store, const char *name,
                    const struct scenario *scenario, struct error *error)
{
    struct report_run *run = &report->runs[report->n_runs];
    if (report->n_runs == REPORT_RUNS)
        return error_set(error, ERROR_INPUT, name, "a report has at most %d runs", REPORT_RUNS);
    *run = (struct report_run){0};
    text_copy(run->name, sizeof run->name, name);
    if (!scenario_copy(&run->scenario, scenario))
        return error_no_memory(error);
    report->n_runs++;
    return report_add_inputs(report, store, scenario, error);
}

bool report_add_sweep(struct report *report, struct store *store, const struct sweep *sweep,
                      struct error *error)
{
    bool good = report_add_run(report, store, sweep->base.name, &sweep->base, error);
    report->replicates = sweep->replicates;
    for (size_t a = 0; good && a < sweep->n_axes; a++) {
        char *text = sweep_axis_text(&sweep->axes[a]);
        if (!text)
            return error_no_memory(error);
        report->axes[report->n_axes++] = text;
        for (size_t i = 0; good && i < sweep->axes[a].n; i++) {
            struct scenario scenario;
            good = sweep_axis_scenario(&sweep->base, &sweep->axes[a], i, &scenario, error);
            if (!good)
                break;
            good = report_add_inputs(report, store, &scenario, error);
            scenario_free(&scenario);
        }
    }
    return good;
}

/* --- the text --- */

/* "<" is only ever inside a string there, where "\u003c" is the same: no markup can begin or end in it. */
static char *without_markup(const char *json)
{
    static const char escape[] = "\\u003c";
    size_t n = strlen(json), found = 0, used = 0;
    for (size_t i = 0; i < n; i++)
        found += json[i] == '<';
    char *out = malloc(n + found * (sizeof escape - 2) + 1);
    for (size_t i = 0; out && i < n; i++) {
        if (json[i] != '<') {
            out[used++] = json[i];
            continue;
        }
        memcpy(out + used, escape, sizeof escape - 1);
        used += sizeof escape - 1;
    }
    if (out)
        out[used] = '\0';
    return out;
}

char *report_text(const struct report *report)
{
    struct json_writer writer = {0};
    bool good = true;
    json_begin_object(&writer, NULL);
    json_int(&writer, "report", REPORT_FORMAT);
    json_string(&writer, "wattif", WATTIF_VERSION);
    json_string(&writer, "command",
                report->command == REPORT_QUESTION ? report->question
                                                   : report_command_names[report->command]);
    json_begin_array(&writer, "runs", false);
    for (size_t i = 0; i < report->n_runs; i++) {
        const struct report_run *run = &report->runs[i];
        json_begin_object(&writer, NULL);
        json_string(&writer, "name", run->name);
        scenario_print(&writer, "scenario", &run->scenario);
        json_begin_array(&writer, "inputs", true);
        for (size_t k = 0; k < run->n_inputs; k++)
            json_uint(&writer, NULL, run->inputs[k]);
        json_end_array(&writer);
        json_end_object(&writer);
    }
    json_end_array(&writer);
    json_uint(&writer, "replicates", report->replicates);
    json_begin_array(&writer, "vary", false);
    for (size_t i = 0; i < report->n_axes; i++)
        json_string(&writer, NULL, report->axes[i]);
    json_end_array(&writer);
    json_string(&writer, "page_sha256", report->page);
    json_string(&writer, "result_sha256", report->result);
    json_begin_array(&writer, "inputs", false);
    for (size_t i = 0; good && i < report->n_inputs; i++)
        good = carried_print(&writer, report->inputs[i].item, report->inputs[i].hash);
    json_end_array(&writer);
    json_end_object(&writer);
    char *json = json_writer_take(&writer), *text = good && json ? without_markup(json) : NULL;
    free(json);
    return text;
}
