/* Title and sentence of a sweep, its JSON by contract, and the page of both; what repeats it is its base with
 * axes and seeds. */

#include "engine/base/text.h"
#include "store/json/json.h"
#include "tui/report/report_page.h"
#include "tui/words/advice.h"
#include "tui/report/sections.h"
#include "engine/answers/front.h"
#include "tui/media/html.h"
#include "tui/media/plot.h"
#include "tui/report/told.h"
#include "tui/words/metric_words.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>

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
        json_int(&writer, "schema", JSON_SCHEMA);
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

/* --- its sections --- */

/* A sweep: every configuration as a point, carbon across and what gets worse up, with the front; for a single
 * knob its curves; then all of it as a table. */

enum { CELL = 128, ROWS_MAX = 2000, NAME = 512 };

static struct confidence mean_of(const struct sweep_values *of, size_t configuration, enum metric metric)
{
    return sweep_mean(of, configuration, sweep_column_of(of->sweep, metric, 0));
}

/* What gets worse where carbon gets less: accuracy where it is traded, else late requests, else the tail. */
static enum metric price_of(const struct sweep_values *of)
{
    static const enum metric prices[] = {METRIC_ACCURACY, METRIC_LATE, METRIC_WORST_OF_SLO};
    for (size_t k = 0; k < sizeof prices / sizeof *prices; k++) {
        double first = (double)NAN;
        for (size_t i = 0; i < sweep_configurations(of->sweep); i++) {
            struct confidence mean = mean_of(of, i, prices[k]);
            if (mean.n > 0 && isnan(first))
                first = mean.mean;
            else if (mean.n > 0 && fabs(mean.mean - first) > 0)
                return prices[k];
        }
    }
    return METRIC_WORST_OF_SLO;
}

/* --- the points --- */

struct cloud {
    size_t n, n_front, best;
    float *x, *y; /* [n], [n + n_front + 1]: all, the front in its order, the best */
    struct front_point *points;
    size_t *order;
};

static bool cloud_make(struct cloud *cloud, const struct sweep_values *of, enum metric up)
{
    size_t n = sweep_configurations(of->sweep);
    *cloud = (struct cloud){.n = n, .best = sweep_best(of)};
    cloud->x = malloc((2 * n + 1) * sizeof *cloud->x);
    cloud->y = malloc((2 * n + 1) * sizeof *cloud->y);
    cloud->points = malloc(n * sizeof *cloud->points);
    cloud->order = malloc(n * sizeof *cloud->order);
    if (!cloud->x || !cloud->y || !cloud->points || !cloud->order)
        return false;
    double factor = metric_units[metric_infos[up].unit].factor;
    unsigned choices = sweep_choices(of->sweep);
    size_t place = choices ? sweep_base_at(of->sweep, ~choices) : SIZE_MAX;
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        struct confidence across = mean_of(of, i, METRIC_CARBON), worse = mean_of(of, i, up);
        bool known = across.n && worse.n;
        bool offered = known && place != SIZE_MAX && sweep_agree(of->sweep, i, place, ~choices);
        cloud->x[i] = known ? (float)across.mean : (float)NAN;
        cloud->y[i] = known ? (float)(worse.mean * factor) : (float)NAN;
        cloud->points[i] = offered ? (struct front_point){across.mean, worse.mean * factor}
                                   : (struct front_point){(double)NAN, (double)NAN};
        any |= offered;
    }
    cloud->n_front = front_find((struct front_aims){METRIC_CARBON, up}, cloud->points, n, cloud->order);
    for (size_t k = 0; k < cloud->n_front; k++) {
        cloud->x[n + k] = cloud->x[cloud->order[k]];
        cloud->y[n + k] = cloud->y[cloud->order[k]];
    }
    return cloud->n_front > 0 || !any;
}

/* A little more than what the values span. */
static void span(const float *x, size_t n, double *from, double *to)
{
    *from = INFINITY, *to = -INFINITY;
    for (size_t i = 0; i < n; i++)
        if (!isnan(x[i])) {
            *from = fmin(*from, x[i]);
            *to = fmax(*to, x[i]);
        }
    double room = *to > *from ? 0.04 * (*to - *from) : fmax(1, fabs(*to) * 0.05);
    *from -= room;
    *to += room;
}

/* Of an axis; of a count the requests that are counted. */
static void print_unit(enum metric metric, char out[CELL])
{
    const char *symbol = metric_units[metric_infos[metric].unit].symbol;
    bool counts = metric_infos[metric].unit == UNIT_COUNT;
    text_print(out, CELL, "%s", counts ? "requests" : symbol);
}

/* --- the curves of a single knob --- */

static void print_curve(struct page *page, const struct sweep_values *of, enum metric metric)
{
    const struct sweep_axis *axis = &of->sweep->axes[0];
    size_t n = axis->n;
    float *own = malloc(4 * n * sizeof *own), *x = own, *y = own + n, *low = own + 2 * n, *high = own + 3 * n;
    double factor = metric_units[metric_infos[metric].unit].factor;
    char unit[CELL];
    char title[CELL];
    bool numbers = page_fed(page, own != NULL), intervals = of->sweep->replicates > 1;
    for (size_t i = 0; numbers && i < n; i++) {
        double value;
        struct confidence mean = mean_of(of, i, metric);
        numbers = text_to_number(axis->values[i], &value);
        x[i] = numbers ? (float)value : 0;
        y[i] = mean.n ? (float)(mean.mean * factor) : (float)NAN;
        low[i] = (float)((mean.mean - mean.ci95) * factor);
        high[i] = (float)((mean.mean + mean.ci95) * factor);
    }
    if (numbers && n > 1) {
        struct plot_series series[] = {{"mean", PLOT_LINE, 1, false, n, y, x},
                                       {"95 % interval, from", PLOT_LINE, 6, true, n, low, x},
                                       {"to", PLOT_LINE, 6, true, n, high, x}};
        struct plot plot = {.title = title,
                            .id = metric == METRIC_CARBON ? "carbon-by-knob" : "price-by-knob",
                            .unit = unit,
                            .axis = PLOT_NUMBER,
                            .x_name = axis->knob,
                            .series = series,
                            .n = intervals ? 3 : 1};
        print_unit(metric, unit);
        text_print(title, sizeof title, "%s by %s", metric_words_name(metric, CELL), axis->knob);
        *title = (char)toupper((unsigned char)*title);
        span(x, n, &plot.from, &plot.to);
        plot_print(page, &plot);
    }
    free(own);
}

/* --- sections --- */

void section_trade(struct page *page, const struct report_page *report)
{
    const struct sweep_values *of = report->sweep;
    enum metric up = price_of(of);
    page_markup(page, "<p class=\"note\">");
    page_print(page, "%zu configuration%s, %zu seed%s each; every run saw the same requests.",
               sweep_configurations(of->sweep), sweep_configurations(of->sweep) == 1 ? "" : "s",
               of->sweep->replicates, of->sweep->replicates == 1 ? "" : "s");
    page_markup(page, "</p>\n<div class=\"figures\">\n");
    struct cloud cloud;
    char title[CELL], unit[CELL];
    if (page_fed(page, cloud_make(&cloud, of, up))) {
        struct plot_series series[3] = {
            {.name = "configurations",
             .form = PLOT_POINTS,
             .colour = 6,
             .dashed = true,
             .n = cloud.n,
             .x = cloud.x,
             .y = cloud.y},
            {.name = "the front: nothing is better in both",
             .form = PLOT_LINE,
             .colour = 1,
             .n = cloud.n_front,
             .x = cloud.x + cloud.n,
             .y = cloud.y + cloud.n},
            {.name = "least carbon with every limit kept", .form = PLOT_POINTS, .colour = 3, .n = 1}};
        bool best = cloud.best != SIZE_MAX;
        if (best) {
            series[2].x = cloud.x + cloud.best;
            series[2].y = cloud.y + cloud.best;
        }
        struct plot plot = {.title = title,
                            .id = "trade-off",
                            .unit = unit,
                            .axis = PLOT_NUMBER,
                            .x_name = "carbon in g, mean over the seeds",
                            .series = series,
                            .n = best ? 3 : 2};
        bool counts = metric_infos[up].unit == UNIT_COUNT;
        text_print(title, sizeof title, "Carbon and %s%s", metric_words_name(up, CELL),
                   counts ? " requests" : "");
        print_unit(up, unit);
        span(cloud.x, cloud.n, &plot.from, &plot.to);
        plot_print(page, &plot);
    }
    free(cloud.x);
    free(cloud.y);
    free(cloud.points);
    free(cloud.order);
    if (of->sweep->n_axes == 1 && of->sweep->n_added == 0) {
        print_curve(page, of, METRIC_CARBON);
        print_curve(page, of, up);
    }
    page_markup(page, "</div>\n");
}

bool sweep_report_tell(struct account *account, const struct sweep_values *of, size_t most)
{
    enum metric aims[SWEEP_TOLD];
    size_t n = sweep_weighed(of, aims);
    bool *front = arena_alloc(&account->arena, sweep_configurations(of->sweep) * sizeof *front);
    bool good = front && sweep_front(of, aims, n, front);
    struct told_sweep told = {.of = of,
                              .metrics = aims,
                              .n_metrics = sweep_told(of, aims),
                              .front = front,
                              .most = most,
                              .best = sweep_best(of)};
    if (good)
        told_sweep(account, &told);
    return good;
}

void tell_configurations(struct account *account, const struct report_page *report)
{
    account->arena.lacked |= !sweep_report_tell(account, report->sweep, ROWS_MAX);
}
