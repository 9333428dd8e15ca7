/* For people a line a configuration, with what is weighed against each other; whoever computes with a sweep
 * gets every metric of every point. */
#include "tui/cli/sweep/sweep_print.h"

#include "engine/base/text.h"
#include "engine/explore/sweep_sum.h"
#include "store/json/json.h"
#include "tui/report/report_page.h"
#include "tui/words/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 96, CELL_SIZE = 64, NAME_SIZE = 512, COLUMNS_MAX = SWEEP_AXES_MAX + 16 };

/* What people weigh: of the run, in this order, as far as it is known; and by which the front is found. */
static const enum metric weighed[] = {METRIC_CARBON, METRIC_LATE, METRIC_WORST_OF_SLO, METRIC_ACCURACY};
enum { WEIGHED = sizeof weighed / sizeof *weighed };

static bool is_known(const struct sweep_values *of, enum metric metric)
{
    size_t n = sweep_configurations(of->sweep), column = sweep_column_of(of->sweep, metric, 0);
    for (size_t i = 0; i < n; i++)
        if (sweep_mean(of, i, column).n > 0)
            return true;
    return false;
}

/* Those of the aims that this sweep knows. */
static size_t known_aims(const struct sweep_values *of, enum metric aims[WEIGHED])
{
    size_t n = 0;
    for (size_t k = 0; k < WEIGHED; k++)
        if (is_known(of, weighed[k]))
            aims[n++] = weighed[k];
    return n;
}

/* --- for people --- */

static void add_mean(struct listing *listing, const struct sweep_values *of, size_t configuration,
                     enum metric metric)
{
    char mean[CELL_SIZE], spread[CELL_SIZE], cell[3 * CELL_SIZE];
    struct confidence found = sweep_mean(of, configuration, sweep_column_of(of->sweep, metric, 0));
    double factor = metric_units[metric_infos[metric].unit].factor;
    int digits = metric_infos[metric].digits < 0 ? 1 : metric_infos[metric].digits;
    if (found.n == 0) {
        listing_text(listing, NULL);
        return;
    }
    metric_format(metric, found.mean, mean, sizeof mean);
    snprintf(spread, sizeof spread, " +- %.*f", digits, found.ci95 * factor);
    snprintf(cell, sizeof cell, "%s%s", mean, isnan(found.ci95) ? "" : spread);
    listing_text(listing, cell);
}

static void add_configuration(struct listing *listing, const struct sweep_values *of, size_t configuration,
                              const enum metric *aims, size_t n_aims, bool front)
{
    size_t at[SWEEP_AXES_MAX], n = of->sweep->replicates;
    char met[CELL_SIZE];
    sweep_place(of->sweep, configuration, at);
    for (size_t a = 0; a < of->sweep->n_axes; a++)
        listing_text(listing, of->sweep->axes[a].values[at[a]]);
    for (size_t k = 0; k < n_aims; k++)
        add_mean(listing, of, configuration, aims[k]);
    snprintf(met, sizeof met, "%.0f of %zu", sweep_share_met(of, configuration) * (double)n, n);
    listing_text(listing, met);
    listing_text(listing, front ? "yes" : NULL);
}

/* Titles with units: "carbon g". */
static void title_of(enum metric metric, char *out, size_t size)
{
    const struct metric_info *info = &metric_infos[metric];
    const char *label = metric_groups[info->group].label, *unit = metric_units[info->unit].symbol;
    bool whole = strcmp(info->key, "total") == 0;
    snprintf(out, size, "%s%s%s", whole ? label : info->title, *unit ? " " : "", unit);
}

/* What a sweep comes to, in a sentence. */
static void say_best(const struct sweep_values *of, char *out, size_t size)
{
    char name[NAME_SIZE];
    size_t best = sweep_best(of);
    if (best == SIZE_MAX) {
        text_print(out, size, "No configuration keeps every SLO in every seed.");
        return;
    }
    double carbon = sweep_mean(of, best, sweep_column_of(of->sweep, METRIC_CARBON, 0)).mean;
    text_print(out, size, "Least carbon with every SLO kept in every seed: %s, %.6g g%s",
               sweep_name(of->sweep, best, name, sizeof name), carbon,
               of->sweep->replicates == 1 ? " (one draw of luck: --replicate tells how sure that is)." : ".");
}

static void print_best(const struct sweep_values *of, FILE *file)
{
    char said[NAME_SIZE + 160];
    say_best(of, said, sizeof said);
    print(file, "\n%s\n", said);
}

static bool print_text(const struct sweep_values *of, FILE *file)
{
    const struct sweep *sweep = of->sweep;
    struct listing_column columns[COLUMNS_MAX];
    char titles[WEIGHED][CELL_SIZE];
    enum metric aims[WEIGHED];
    struct listing listing;
    size_t n = 0, n_aims = known_aims(of, aims), configurations = sweep_configurations(sweep);
    bool *front = calloc(configurations, sizeof *front);
    if (!front || !sweep_front(of, aims, n_aims, front)) {
        free(front);
        return false;
    }
    for (size_t a = 0; a < sweep->n_axes; a++)
        columns[n++] = (struct listing_column){sweep->axes[a].knob, sweep->axes[a].knob, CELL_TEXT, 0};
    for (size_t k = 0; k < n_aims; k++) {
        title_of(aims[k], titles[k], sizeof titles[k]);
        columns[n++] = (struct listing_column){titles[k], titles[k], CELL_TEXT, 0};
    }
    columns[n++] = (struct listing_column){"met", "seeds within SLOs", CELL_TEXT, 0};
    columns[n++] = (struct listing_column){"front", "on the front", CELL_TEXT, 0};
    print(file, "%s: %zu configuration%s, %zu seed%s each, %zu runs; means with 95 %% intervals\n\n",
          sweep->base.name, configurations, configurations == 1 ? "" : "s", sweep->replicates,
          sweep->replicates == 1 ? "" : "s", sweep_points(sweep));
    listing_begin(&listing, columns, n);
    for (size_t i = 0; i < configurations; i++)
        add_configuration(&listing, of, i, aims, n_aims, front[i]);
    bool good = listing_print(&listing, LISTING_TEXT, 2, file);
    listing_free(&listing);
    free(front);
    print_best(of, file);
    return good;
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

static void put_axes(struct json_writer *writer, const struct sweep *sweep)
{
    json_begin_array(writer, "vary", false);
    for (size_t a = 0; a < sweep->n_axes; a++) {
        json_begin_object(writer, NULL);
        json_string(writer, "knob", sweep->axes[a].knob);
        json_begin_array(writer, "values", true);
        for (size_t i = 0; i < sweep->axes[a].n; i++)
            put_value(writer, NULL, sweep->axes[a].values[i]);
        json_end_array(writer);
        json_end_object(writer);
    }
    json_end_array(writer);
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

static void put_point(struct json_writer *writer, const struct sweep_values *of, size_t point)
{
    size_t n = sweep_columns(of->sweep);
    json_begin_object(writer, NULL);
    put_set(writer, of->sweep, sweep_configuration(of->sweep, point));
    json_uint(writer, "seed", sweep_seed(of->sweep, point));
    json_begin_object(writer, "metrics");
    for (size_t k = 0; k < n; k++) {
        char key[KEY_SIZE];
        struct sweep_column column = sweep_column(of->sweep, k);
        metric_key(column.metric, column.part, key, sizeof key);
        json_number(writer, key, sweep_value(of, point, k));
    }
    json_end_object(writer);
    json_end_object(writer);
}

static void put_configuration(struct json_writer *writer, const struct sweep_values *of, size_t configuration,
                              bool front)
{
    size_t n = sweep_columns(of->sweep);
    json_begin_object(writer, NULL);
    put_set(writer, of->sweep, configuration);
    json_number(writer, "slo_met_share", sweep_share_met(of, configuration));
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

static void put_all(struct json_writer *writer, const struct sweep_head *head, const struct sweep_values *of,
                    const bool *front)
{
    const struct sweep *sweep = of->sweep;
    json_begin_object(writer, NULL);
    json_string(writer, "wattif", WATTIF_VERSION);
    json_string(writer, "scenario", sweep->base.name);
    json_uint(writer, "seed", sweep->base.seed);
    json_uint(writer, "replicates", sweep->replicates);
    json_string(writer, "inputs", head->inputs);
    put_axes(writer, sweep);
    json_begin_array(writer, "configurations", false);
    for (size_t i = 0; i < sweep_configurations(sweep); i++)
        put_configuration(writer, of, i, front[i]);
    json_end_array(writer);
    json_begin_array(writer, "points", false);
    for (size_t i = 0; i < sweep_points(sweep); i++)
        put_point(writer, of, i);
    json_end_array(writer);
    json_end_object(writer);
}

char *sweep_json(const struct sweep_head *head, const double *values)
{
    struct json_writer writer = {0};
    const struct sweep_values of = {&head->sweep, values};
    enum metric aims[WEIGHED];
    size_t n_aims = known_aims(&of, aims);
    bool *front = calloc(sweep_configurations(of.sweep), sizeof *front);
    char *text = NULL;
    if (front && sweep_front(&of, aims, n_aims, front)) {
        put_all(&writer, head, &of, front);
        text = json_writer_take(&writer);
    }
    free(front);
    return text;
}

static bool print_json(const struct sweep_head *head, const struct sweep_values *of, FILE *file)
{
    char *text = sweep_json(head, of->values);
    if (text) {
        print_document(file, text);
        fputc('\n', file);
    }
    free(text);
    return text != NULL;
}

/* --- the file itself --- */

static bool print_csv(const struct sweep_head *head, const struct sweep_values *of, FILE *file)
{
    size_t n = sweep_columns(of->sweep);
    char *text = sweep_head_text(head);
    if (!text)
        return false;
    print_document(file, text);
    free(text);
    for (size_t i = 0; i < sweep_points(of->sweep); i++)
        sweep_file_write_row(file, of->sweep, i, of->values + i * n);
    return true;
}

/* --- a report --- */

static bool take_result(struct report *report, const struct sweep_head *head, const double *values)
{
    char *text = sweep_json(head, values);
    if (text)
        report_set_result(report, text);
    free(text);
    return text != NULL;
}

bool sweep_print_report(const struct sweep_head *head, const double *values, struct store *store, FILE *file,
                        struct error *error)
{
    const struct sweep *sweep = &head->sweep;
    const struct sweep_values of = {sweep, values};
    char title[NAME_SIZE], said[NAME_SIZE + 160];
    struct report report = {.command = REPORT_SWEEP};
    struct report_page page = {.report = &report, .title = title, .headline = said, .sweep = &of};
    text_print(title, sizeof title, "%s over ", sweep->base.name);
    for (size_t a = 0; a < sweep->n_axes; a++)
        text_append(title, sizeof title, "%s%s", a ? " and " : "", sweep->axes[a].knob);
    say_best(&of, said, sizeof said);
    bool good = report_add_sweep(&report, store, sweep, error) &&
                ((take_result(&report, head, values) && report_page_print(&page, file)) ||
                 error_set(error, ERROR_SYSTEM, NULL, "out of memory"));
    report_free(&report);
    return good;
}

bool sweep_print(const struct sweep_head *head, const double *values, enum listing_format format, FILE *file)
{
    struct sweep_values of = {&head->sweep, values};
    switch (format) {
    case LISTING_JSON:
        return print_json(head, &of, file);
    case LISTING_CSV:
        return print_csv(head, &of, file);
    default:
        return print_text(&of, file);
    }
}
