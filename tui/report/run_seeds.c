/* A run with other seeds: what its numbers are over all of them, each on requests of its own, and which of
 * them had what. The run that is drawn is the first. */
#include "tui/report/sections.h"

#include "engine/base/text.h"
#include "tui/media/plot.h"
#include "tui/report/sweep_report.h"
#include "tui/words/metric_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 96 };

bool seeds_present(const struct report_page *report)
{
    return report->sweep != NULL && report->report->command == REPORT_RUN;
}

void seeds_sentence(const struct report_page *report, char *out, size_t size)
{
    const struct sweep_values *of = report->sweep;
    size_t n = of->sweep->replicates;
    struct confidence carbon = sweep_mean(of, 0, sweep_column_of(of->sweep, METRIC_CARBON, 0));
    char grams[CELL];
    metric_format_mean(METRIC_CARBON, carbon.mean, carbon.ci95, "±", grams, sizeof grams);
    text_print(out, size, " Over %zu seeds it emits %s g, and %.0f of them keep%s every limit.", n, grams,
               sweep_share_kept(of, 0) * (double)n, sweep_share_kept(of, 0) * (double)n > 1 ? "" : "s");
    if (n < 2)
        out[0] = '\0';
}

/* "job1 p95 ms", "carbon g". */
static char *label_of(const struct sweep *sweep, struct sweep_column column, char *out)
{
    const struct metric_info *info = &metric_infos[column.metric];
    const char *unit = metric_units[info->unit].symbol;
    bool said = !*unit || strstr(info->title, unit);
    if (metric_scope_of(column.metric) != METRIC_OF_APP)
        return tradeoff_title(column.metric, out, CELL);
    text_print(out, CELL, "%s %s%s%s", sweep->base.apps[column.part].name, info->title, said ? "" : " ",
               said ? "" : unit);
    return out;
}

static void print_metric(struct page *page, struct page_table *table, enum metric metric, double value)
{
    char text[CELL];
    metric_format(metric, value, text, sizeof text);
    page_cell(page, table, isnan(value) ? NULL : text, "");
}

static void print_each(struct page *page, const struct sweep_values *of)
{
    struct page_column columns[1 + SWEEP_WEIGHED] = {{"seed", false}};
    enum metric aims[SWEEP_WEIGHED];
    char titles[SWEEP_WEIGHED][CELL], seed[CELL];
    size_t n = sweep_weighed(of, aims);
    struct page_table table;
    for (size_t k = 0; k < n; k++)
        columns[1 + k] = (struct page_column){tradeoff_title(aims[k], titles[k], CELL), true};
    page_markup(page, "<details><summary>Seed by seed</summary>\n");
    page_begin_table(page, &table, "What each seed came to", columns, 1 + n);
    for (size_t i = 0; i < of->sweep->replicates; i++) {
        text_print(seed, sizeof seed, "%" PRIu64, sweep_seed(of->sweep, i));
        page_cell(page, &table, seed, "");
        for (size_t k = 0; k < n; k++)
            print_metric(page, &table, aims[k], sweep_value(of, i, sweep_column_of(of->sweep, aims[k], 0)));
    }
    page_end_table(page, &table);
    page_markup(page, "</details>\n");
}

/* A point a seed, in their order. */
static void plot_metric(struct page *page, const struct sweep_values *of, enum metric metric)
{
    size_t n = of->sweep->replicates, column = sweep_column_of(of->sweep, metric, 0);
    double factor = metric_units[metric_infos[metric].unit].factor;
    float *x = malloc(2 * n * sizeof *x), *y = x ? x + n : NULL;
    char title[CELL], id[CELL];
    page_fed(page, x != NULL);
    if (!x)
        return;
    for (size_t i = 0; i < n; i++) {
        x[i] = (float)(i + 1);
        y[i] = (float)(sweep_value(of, i, column) * factor);
    }
    struct plot_series series = {.name = "a seed", .form = PLOT_POINTS, .colour = 1, .n = n, .y = y, .x = x};
    struct plot plot = {.title = title,
                        .id = id,
                        .unit = metric_units[metric_infos[metric].unit].symbol,
                        .axis = PLOT_NUMBER,
                        .from = 0,
                        .to = (double)n + 1,
                        .x_name = "seeds in their order",
                        .rule = {sweep_mean(of, 0, column).mean * factor, "mean"},
                        .series = &series,
                        .n = 1};
    text_print(title, sizeof title, "Seed by seed: %s", metric_words_name(metric, CELL));
    text_print(id, sizeof id, "seeds-%s", metric_infos[metric].key);
    plot_print(page, &plot);
    free(x);
}

void section_seeds(struct page *page, const struct report_page *report)
{
    const struct sweep_values *of = report->sweep;
    page_markup(page, "<p class=\"note\">");
    page_print(page,
               "%zu seeds, %" PRIu64 " to %" PRIu64
               ", each with requests of its own. The cards above and all that follows are of the first.",
               of->sweep->replicates, sweep_seed(of->sweep, 0),
               sweep_seed(of->sweep, of->sweep->replicates - 1));
    page_markup(page, "</p>\n<div class=\"figures\">\n");
    plot_metric(page, of, METRIC_CARBON);
    plot_metric(page, of, METRIC_WORST_OF_SLO);
    page_markup(page, "</div>\n");
    static const struct page_column columns[] = {
        {"metric", false}, {"mean", true}, {"95 % interval", true}, {"least", true}, {"greatest", true}};
    struct page_table table;
    char text[CELL], spread[CELL];
    page_begin_table(page, &table, "Over all seeds; the interval is that of the mean", columns, 5);
    for (size_t k = 0; k < sweep_columns(of->sweep); k++) {
        struct sweep_column column = sweep_column(of->sweep, k);
        const struct metric_info *info = &metric_infos[column.metric];
        struct confidence found = sweep_mean(of, 0, k);
        if (info->shown != SHOWN_MAIN || found.n == 0)
            continue;
        int digits = metric_mean_digits(column.metric, found.mean, found.ci95);
        text_print(spread, sizeof spread, "none: %s", found.none);
        if (!found.none)
            text_print(spread, sizeof spread, "± %.*f", digits < 0 ? 1 : digits,
                       found.ci95 * metric_units[info->unit].factor);
        page_cell(page, &table, label_of(of->sweep, column, text), "");
        metric_format_digits(column.metric, found.mean, digits, text, sizeof text);
        page_cell(page, &table, text, "");
        page_cell(page, &table, spread, "");
        print_metric(page, &table, column.metric, found.least);
        print_metric(page, &table, column.metric, found.greatest);
    }
    page_end_table(page, &table);
    print_each(page, of);
}
