/* Title and sentence of a sweep, its JSON by contract, and the page of both; what repeats it is its base with
 * axes and seeds. */
#include "tui/report/sweep_report.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "tui/report/report_page.h"
#include "tui/words/advice.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 96, NAME_SIZE = 512 };

/* What people weigh: of the run, in this order, as far as it is known; and by which the front is found. */
static const enum metric weighed[SWEEP_WEIGHED] = {METRIC_CARBON, METRIC_LATE, METRIC_WORST_OF_SLO,
                                                   METRIC_ACCURACY};

static bool is_known(const struct sweep_values *of, enum metric metric)
{
    size_t n = sweep_configurations(of->sweep), column = sweep_column_of(of->sweep, metric, 0);
    for (size_t i = 0; i < n; i++)
        if (sweep_mean(of, i, column).n > 0)
            return true;
    return false;
}

size_t sweep_told(const struct sweep_values *of, enum metric told[SWEEP_TOLD])
{
    size_t n = sweep_weighed(of, told);
    if (is_known(of, METRIC_TEMP_MAX))
        told[n++] = METRIC_TEMP_MAX;
    return n;
}

size_t sweep_weighed(const struct sweep_values *of, enum metric aims[SWEEP_WEIGHED])
{
    size_t n = 0;
    for (size_t k = 0; k < SWEEP_WEIGHED; k++)
        if (is_known(of, weighed[k]))
            aims[n++] = weighed[k];
    return n;
}

void sweep_report_sentence(const struct sweep_values *of, char *out, size_t size)
{
    advice_describe(of, advice_as_set, out, size);
}

/* --- JSON --- */

/* Numbers as numbers, names as names. */
static void put_value(struct json_writer *writer, const char *key, const char *text)
{
    double number;
    if (text_to_number(text, &number))
        json_number(writer, key, number);
    else
        json_string(writer, key, text);
}

static void put_set(struct json_writer *writer, const struct sweep *sweep, size_t configuration)
{
    size_t at[SWEEP_AXES_MAX];
    sweep_place(sweep, configuration, at);
    json_begin_inline_object(writer, "set");
    for (size_t a = 0; a < sweep->n_axes; a++)
        put_value(writer, sweep->axes[a].knob, sweep->axes[a].values[at[a]]);
    json_end_object(writer);
}

static void put_configuration(struct json_writer *writer, const struct sweep_values *of, size_t configuration,
                              bool front)
{
    size_t n = sweep_columns(of->sweep);
    json_begin_object(writer, NULL);
    put_set(writer, of->sweep, configuration);
    json_number(writer, "slo_met_share", sweep_share_met(of, configuration));
    json_number(writer, "limits_kept_share", sweep_share_kept(of, configuration));
    json_bool(writer, "front", front);
    json_begin_object(writer, "metrics");
    for (size_t k = 0; k < n; k++) {
        char key[KEY_SIZE];
        struct sweep_column column = sweep_column(of->sweep, k);
        struct confidence found = sweep_mean(of, configuration, k);
        if (found.n == 0)
            continue;
        metric_key(column.metric, column.part, key, sizeof key);
        json_begin_inline_object(writer, key);
        json_number(writer, "mean", found.mean);
        json_number(writer, "ci95", found.ci95);
        json_end_object(writer);
    }
    json_end_object(writer);
    json_end_object(writer);
}

char *sweep_report_json(const struct sweep_head *head, const double *values)
{
    struct json_writer writer = {0};
    const struct sweep_values of = {&head->sweep, values};
    enum metric aims[SWEEP_WEIGHED];
    size_t n_aims = sweep_weighed(&of, aims);
    bool *front = calloc(sweep_configurations(of.sweep), sizeof *front);
    char *text = NULL;
    if (front && sweep_front(&of, aims, n_aims, front)) {
        const struct sweep *sweep = of.sweep;
        json_begin_object(&writer, NULL);
        json_string(&writer, "wattif", WATTIF_VERSION);
        json_string(&writer, "scenario", sweep->base.name);
        json_uint(&writer, "seed", sweep->base.seed);
        json_uint(&writer, "replicates", sweep->replicates);
        json_string(&writer, "inputs", head->inputs);
        json_begin_array(&writer, "vary", false);
        for (size_t a = 0; a < sweep->n_axes; a++) {
            json_begin_object(&writer, NULL);
            json_string(&writer, "knob", sweep->axes[a].knob);
            json_begin_array(&writer, "values", true);
            for (size_t i = 0; i < sweep->axes[a].n; i++)
                put_value(&writer, NULL, sweep->axes[a].values[i]);
            json_end_array(&writer);
            json_end_object(&writer);
        }
        json_end_array(&writer);
        json_begin_array(&writer, "configurations", false);
        for (size_t i = 0; i < sweep_configurations(sweep); i++)
            put_configuration(&writer, &of, i, front[i]);
        json_end_array(&writer);
        json_begin_array(&writer, "points", false);
        for (size_t i = 0; i < sweep_points(sweep); i++) {
            size_t n = sweep_columns(of.sweep);
            json_begin_object(&writer, NULL);
            put_set(&writer, of.sweep, sweep_configuration(of.sweep, i));
            json_uint(&writer, "seed", sweep_seed(of.sweep, i));
            json_begin_object(&writer, "metrics");
            for (size_t k = 0; k < n; k++) {
                char key[KEY_SIZE];
                struct sweep_column column = sweep_column(of.sweep, k);
                metric_key(column.metric, column.part, key, sizeof key);
                json_number(&writer, key, sweep_value(&of, i, k));
            }
            json_end_object(&writer);
            json_end_object(&writer);
        }
        json_end_array(&writer);
        json_end_object(&writer);
        text = json_writer_take(&writer);
    }
    free(front);
    return text;
}

/* --- a report --- */

static bool take_result(struct report *report, const struct sweep_head *head, const double *values)
{
    char *text = sweep_report_json(head, values);
    if (text)
        report_set_result(report, text);
    free(text);
    return text != NULL;
}

bool sweep_report_print(const struct sweep_head *head, const double *values, size_t left_out,
                        struct store *store, FILE *file, struct error *error)
{
    const struct sweep *sweep = &head->sweep;
    const struct sweep_values of = {sweep, values};
    char title[NAME_SIZE], said[NAME_SIZE + 400];
    struct report report = {.command = REPORT_SWEEP};
    struct report_page page = {.report = &report, .title = title, .headline = said, .sweep = &of};
    text_print(title, sizeof title, "%s over ", sweep->base.name);
    for (size_t a = 0; a < sweep->n_axes; a++)
        text_append(title, sizeof title, "%s%s", a ? " and " : "", sweep->axes[a].knob);
    sweep_report_sentence(&of, said, sizeof said);
    if (left_out > 0)
        text_append(
            said, sizeof said,
            " This report is of the grid, %zu configurations, as its command repeats it; %zu more that were tried near the front are left out: the view's CSV and JSON have them.",
            sweep_configurations(sweep), left_out);
    bool good = report_add_sweep(&report, store, sweep, error) &&
                ((take_result(&report, head, values) && report_page_print(&page, file)) ||
                 error_set(error, ERROR_SYSTEM, NULL, "out of memory"));
    report_free(&report);
    return good;
}
