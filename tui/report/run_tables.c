/* A run in numbers, each table by the metrics' own (engine/answers/metric.def): cards, apps, kinds of carbon,
 * GPUs, and everything. Where there is a reference its numbers stand beside. */
#include "tui/report/sections.h"

#include "engine/answers/curves.h"
#include "engine/base/text.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"
#include "tui/media/plot.h"
#include "tui/report/report_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <inttypes.h>
#include <stdlib.h>

enum { CELL = 96, COLUMNS = 24 };

static struct metric_source source_of(const struct page_run *run)
{
    return (struct metric_source){run->total, run->view.model, NULL};
}

/* "good" or "bad" where a metric moved, else "". */
static const char *mark_of(enum metric metric, double now, double then)
{
    int judged = isnan(now) || isnan(then) ? 0 : metric_judge(metric, now, then);
    return judged > 0 ? "good" : judged < 0 ? "bad" : "";
}

/* --- cards --- */

void section_cards(struct page *page, const struct report_page *report)
{
    static const enum metric shown[] = {METRIC_CARBON,   METRIC_ENERGY,      METRIC_WORST_OF_SLO,
                                        METRIC_LATE,     METRIC_ACCURACY,    METRIC_ACCURACY_CHANGE,
                                        METRIC_TEMP_MAX, METRIC_FAIR_SYSTEM, METRIC_CARBON_PER_REQUEST};
    page_markup(page, "<ul class=\"cards\">\n");
    for (size_t k = 0; k < sizeof shown / sizeof *shown; k++) {
        enum metric metric = shown[k];
        const struct page_run *then = report_reference(report);
        const struct metric_source source = source_of(&report->runs[0]);
        char value[METRIC_WORDS_SIZE], change[METRIC_WORDS_SIZE];
        double now = metric_value(metric, &source, 0), was = (double)NAN;
        if (isnan(now))
            continue;
        page_markup(page, "<li>");
        page_markup(page, "<b>");
        page_number(page, metric_words_value(metric, now, value));
        page_markup(page, "</b>\n");
        page_markup(page, "<span>");
        const struct metric_info *info = &metric_infos[metric];
        if (info->group == METRIC_GROUP_FAIRNESS)
            page_print(page, "%s, %s", metric_groups[info->group].label, info->title);
        else
            page_print(page, "%s%s", metric_words_name(metric, CELL),
                       info->group == METRIC_GROUP_REQUEST ? " a request" : "");
        page_markup(page, "</span>\n");
        if (then) {
            const struct metric_source before = source_of(then);
            was = metric_value(metric, &before, 0);
        }
        if (!isnan(was)) {
            const char *mark = mark_of(metric, now, was);
            bool same = strcmp(metric_words_change(metric, now, was, change), "=") == 0;
            fprintf(page->out, "<span class=\"%s\">", mark);
            page_print(page, "%s%s", same ? "the same" : change,
                       same           ? ""
                       : *mark == 'g' ? ", better"
                       : *mark == 'b' ? ", worse"
                                      : "");
            page_markup(page, "</span>");
        }
        page_markup(page, "</li>\n");
    }
    page_markup(page, "</ul>\n");
    if (report_reference(report)) {
        page_markup(page, "<p class=\"under\">");
        page_print(page, "Below each number: its change against %s.", report_reference(report)->name);
        page_markup(page, "</p>\n");
    }
}

/* --- tables of parts --- */

struct parts_table {
    struct page_column columns[COLUMNS];
    enum metric metrics[COLUMNS];
    size_t n, fixed; /* columns; those before the metrics */
    char titles[COLUMNS][CELL];
};

static bool is_told(enum metric metric, const struct metric_source *source, int n)
{
    enum metric_shown shown = metric_infos[metric].shown;
    for (int part = 0; part < n; part++) {
        double value = metric_value(metric, source, part);
        if (!isnan(value) && shown != SHOWN_NEVER && (shown != SHOWN_NONZERO || fabs(value) > 0))
            return true;
    }
    return false;
}

static void add_column(struct parts_table *table, const char *title, const char *unit, bool number)
{
    bool whole = !*unit || strstr(title, unit);
    text_print(table->titles[table->n], CELL, "%s%s%s", title, whole ? "" : ", ", whole ? "" : unit);
    table->columns[table->n] = (struct page_column){table->titles[table->n], number};
    table->n++;
}

static void choose_columns(struct parts_table *table, enum metric_scope scope,
                           const struct metric_source *source, int n)
{
    for (int k = 0; k < METRIC_COUNT && table->n + 1 < COLUMNS; k++) {
        enum metric metric = (enum metric)k;
        if (metric_scope_of(metric) != scope || !is_told(metric, source, n))
            continue;
        const struct metric_info *info = &metric_infos[metric];
        table->metrics[table->n] = metric;
        add_column(table, info->title, metric_units[info->unit].symbol, info->unit != UNIT_FLAG);
    }
}

static void print_metric(struct page *page, struct page_table *out, enum metric metric, double value)
{
    bool flag = metric_infos[metric].unit == UNIT_FLAG;
    bool good = (value > 0) == (metric_infos[metric].better == METRIC_MORE);
    char text[CELL];
    metric_format(metric, value, text, sizeof text);
    page_cell(page, out,
              isnan(value) ? NULL
              : !flag      ? text
              : good       ? "met"
                           : "missed",
              !flag || isnan(value) ? ""
              : good                ? "good"
                                    : "bad");
}

/* What the part is, then its metrics. */
static void print_parts(struct page *page, const struct parts_table *table, const char *caption,
                        const struct metric_source *source, int n,
                        const char *(*fact)(const void *of, int part, int k), const void *of)
{
    struct page_table out;
    page_begin_table(page, &out, caption, table->columns, table->n);
    for (int part = 0; part < n; part++)
        for (size_t k = 0; k < table->n; k++) {
            if (k < table->fixed)
                page_cell(page, &out, fact(of, part, (int)k), "");
            else
                print_metric(page, &out, table->metrics[k], metric_value(table->metrics[k], source, part));
        }
    page_end_table(page, &out);
}

static const char *fact_of_app(const void *of, int part, int k)
{
    const struct page_run *run = of;
    return k == 0 ? run->total->apps[part].name : run->scenario->apps[part].model;
}

void section_service(struct page *page, const struct report_page *report)
{
    const struct page_run *run = &report->runs[0];
    const struct metric_source source = source_of(run);
    struct parts_table table = {.fixed = 2};
    int n = run->total->n_apps;
    add_column(&table, "app", "", false);
    add_column(&table, "model", "", false);
    choose_columns(&table, METRIC_OF_APP, &source, n);
    print_parts(page, &table, "SLO: the percentile over the run against it; late: single requests over it",
                &source, n, fact_of_app, run);
    for (int app = 0; app < n; app++)
        if (fabs(run->scenario->apps[app].percentile - 95) > 0) {
            page_markup(page, "<p class=\"note\">");
            page_print(page, "%s is judged by its p%g.", run->total->apps[app].name,
                       run->scenario->apps[app].percentile);
            page_markup(page, "</p>\n");
        }
    if (!run->total->exact)
        page_note(page, "Percentiles are from a sketch and within 1.1 % of the exact ones.");
}

static const char *fact_of_gpu(const void *of, int part, int k)
{
    const struct page_run *run = of;
    return k == 0 ? run->total->gpus[part].name : run->total->gpus[part].type;
}

void section_gpus(struct page *page, const struct report_page *report)
{
    const struct page_run *run = &report->runs[0];
    const struct metric_source source = source_of(run);
    struct parts_table table = {.fixed = 2};
    add_column(&table, "GPU", "", false);
    add_column(&table, "type", "", false);
    choose_columns(&table, METRIC_OF_GPU, &source, run->total->n_gpus);
    print_parts(page, &table, "Each GPU over the whole run", &source, run->total->n_gpus, fact_of_gpu, run);
}

/* --- kinds of carbon --- */

void section_ledger(struct page *page, const struct report_page *report)
{
    static const enum metric kinds[] = {
        METRIC_CARBON_ACTIVE,  METRIC_CARBON_IDLE,     METRIC_CARBON_AUXILIARY,
        METRIC_CARBON_COOLING, METRIC_CARBON_FACILITY, METRIC_CARBON_EMBODIED,
        METRIC_CARBON};
    const struct page_run *then = report_reference(report);
    const struct metric_source source = source_of(&report->runs[0]);
    const struct page_column columns[] = {{"kind", false},
                                          {"carbon", true},
                                          {"share", true},
                                          {then ? then->name : "", true},
                                          {"difference", true}};
    double total = report->runs[0].total->carbon_total_g;
    struct page_table out;
    page_begin_table(page, &out, "Grams of CO₂-equivalent, by what they were emitted for", columns,
                     then ? 5 : 3);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        double now = metric_value(kinds[k], &source, 0), was = 0;
        if (then) {
            const struct metric_source before = source_of(then);
            was = metric_value(kinds[k], &before, 0);
        }
        if (now > 0 || was > 0) {
            char text[CELL], grams[FORMAT_SIZE];
            page_cell(page, &out, metric_infos[kinds[k]].title, "");
            page_cell(page, &out, format_grams(text, now), "");
            text_print(text, sizeof text, "%.1f %%", total > 0 ? 100 * now / total : 0);
            page_cell(page, &out, text, "");
            if (then != NULL) {
                page_cell(page, &out, format_grams(text, was), "");
                format_grams(grams, fabs(now - was));
                text_print(text, sizeof text, "%s%s", now < was ? "-" : "+", grams);
                page_cell(page, &out, now < was || now > was ? text : "the same",
                          mark_of(kinds[k], now, was));
            }
        }
    }
    page_end_table(page, &out);
}

/* --- everything --- */

static void print_value(struct page *page, struct page_table *out, double value)
{
    char text[32];
    text_from_number(value, text, sizeof text);
    page_cell(page, out, isnan(value) ? NULL : text, "");
}

void section_metrics(struct page *page, const struct report_page *report)
{
    const struct page_run *then = report_reference(report);
    const struct metric_source source = source_of(&report->runs[0]);
    const struct page_column columns[] = {
        {"metric", false}, {report->runs[0].name, true}, {then ? then->name : "", true}};
    struct page_table out;
    page_markup(page, "<details><summary>Every metric of the run, in full</summary>\n");
    page_begin_table(page, &out,
                     "By their names in the JSON, each with its unit; numbers read back as the same", columns,
                     then ? 3 : 2);
    for (int k = 0; k < METRIC_COUNT; k++) {
        enum metric metric = (enum metric)k;
        double now =
            metric_scope_of(metric) == METRIC_OF_RUN ? metric_value(metric, &source, 0) : (double)NAN;
        char key[CELL];
        if (isnan(now))
            continue;
        metric_key(metric, 0, key, sizeof key);
        page_cell(page, &out, key, "");
        print_value(page, &out, now);
        if (then) {
            const struct metric_source before = source_of(then);
            print_value(page, &out, metric_value(metric, &before, 0));
        }
    }
    page_end_table(page, &out);
    page_markup(page, "</details>\n");
}

/* --- other seeds --- */

/* A run with other seeds: what its numbers are over all of them, each on requests of its own, and which of
 * them had what. The run that is drawn is the first. */

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
