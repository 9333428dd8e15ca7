/* The sentence is the one of the compare view, of each run against the first. */
#include "tui/report/report_page.h"

#include "engine/answers/gap.h"
#include "engine/base/text.h"
#include "tui/words/contrast.h"
#include "tui/words/sheet.h"
#include "tui/report/sections.h"
#include "tui/media/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

bool compare_report_add(struct compare_report *shown, struct store *store, const char *name,
                        struct model *model, const struct recording *recording, struct error *error)
{
    size_t k = shown->page.n_runs;
    shown->models[k] = model_retain(model);
    text_print(shown->names[k], sizeof shown->names[k], "%c  %s", contrast_letter(k), name);
    shown->page.runs[k] = (struct page_run){.name = shown->names[k],
                                            .scenario = &model->scenario,
                                            .view = {recording, model, NULL},
                                            .total = &recording->summary};
    shown->page.n_runs++;
    return report_add_run(&shown->report, store, name, &model->scenario, error);
}

/* Carbon as it stands in the table below: judged with all the other rows. */
static void take_carbon(void *context, const struct contrast_row *row)
{
    if (row->column.metric == METRIC_CARBON)
        *(struct contrast_row *)context = *row;
}

char *compare_report_json(const struct contrast *contrast)
{
    struct sheet *sheet = sheet_create("compare");
    if (!sheet)
        return NULL;
    contrast_tell(contrast, sheet);
    char *text = sheet_json(sheet);
    sheet_free(sheet);
    return text;
}

bool compare_report_print(struct compare_report *shown, const struct contrast *contrast, FILE *file)
{
    enum { TEXT = 1600 };
    struct headline headline;
    char title[CONTRAST_RUNS * REPORT_NAME_SIZE], said[TEXT] = "";
    /* "a and b"; of one scenario that was changed: "carbondis-set1, 3 ways". */
    size_t size = sizeof title;
    const char *first = contrast->runs[0].sweep.base.name;
    bool one = true;
    for (size_t k = 1; k < contrast->n; k++)
        one &= strcmp(contrast->runs[k].sweep.base.name, first) == 0 &&
               strchr(contrast->runs[k].name, '(') != NULL;
    if (one)
        text_print(title, size, "%s, %zu ways", first, contrast->n);
    else
        text_print(title, size, "%s", contrast->runs[0].name);
    for (size_t k = 1; k < contrast->n && !one; k++)
        text_append(title, size, " and %s", contrast->runs[k].name);
    for (size_t k = 1; k < contrast->n; k++) {
        /* Of run k against the first. */
        const struct page_run *runs = shown->page.runs;
        struct gap gap = gap_of(runs[0].view.recording, runs[k].view.recording);
        struct contrast_row row = {.values = {NAN}};
        bool lots = scenario_draws_lots(runs[0].scenario) || scenario_draws_lots(runs[k].scenario);
        struct contrast_sentence sentence = {
            .base = 0,
            .other = k,
            .then = runs[0].total,
            .now = runs[k].total,
            .models = {runs[0].view.model, runs[k].view.model},
            .gap = &gap,
            .apart = contrast_apart_of(contrast, 0, k),
            .lots = lots || contrast_why_not_of(contrast, 0, k),
            .judged = contrast_is_judged(contrast, 0, k),
            .why_not = contrast_why_not_of(contrast, 0, k),
            .seeds = contrast_seeds(contrast),
            .seeds_wanted = contrast_seeds(contrast),
            .start_s = runs[0].scenario->start_s,
            .offset_s = carbon_trace_offset(&runs[0].view.model->trace, runs[0].scenario->start_s)};
        if (sentence.seeds > 1 && contrast_each_row(contrast, SHOWN_NEVER, take_carbon, &row)) {
            sentence.pairing = row.pairings[k];
            sentence.base_mean = row.values[0];
        }
        contrast_headline(&headline, &sentence, 0);
        text_append(said, sizeof said, "%s%s", k > 1 ? " " : "", headline.text);
    }
    shown->report.command = REPORT_COMPARE;
    shown->page.report = &shown->report;
    shown->page.title = title;
    shown->page.headline = said;
    shown->page.contrast = contrast;
    char *text = compare_report_json(contrast);
    if (text)
        report_set_result(&shown->report, text);
    free(text);
    return (text != NULL) && report_page_print(&shown->page, file);
}

void compare_report_free(struct compare_report *shown)
{
    for (size_t k = 0; k < CONTRAST_RUNS; k++)
        model_release(shown->models[k]);
    report_free(&shown->report);
}

/* --- its sections --- */

/* A comparison: which runs they are, and as a table a row a metric that people weigh, a column a run, then
 * what each differs by from the first and whether that is more than noise. All other metrics are in a second
 * table that is folded. */

enum { CELL = 96, CHANGES = 1024, COLUMNS = 2 * CONTRAST_RUNS };

struct rows {
    struct page *page;
    struct page_table table;
    const struct contrast *contrast;
    bool main; /* those that are weighed, else the others */
};

static void print_row(void *context, const struct contrast_row *row)
{
    struct rows *rows = context;
    const struct contrast *contrast = rows->contrast;
    enum metric metric = row->column.metric;
    char text[CELL];
    if ((metric_infos[metric].shown == SHOWN_MAIN) != rows->main)
        return;
    contrast_label(contrast, row->column, text, sizeof text);
    page_cell(rows->page, &rows->table, text, "");
    for (size_t k = 0; k < contrast->n; k++) {
        metric_format_digits(metric, row->values[k], contrast_digits(contrast, row), text, sizeof text);
        page_cell(rows->page, &rows->table, isnan(row->values[k]) ? NULL : text, "");
    }
    for (size_t k = 1; k < contrast->n; k++) {
        bool told = contrast_is_judged(contrast, 0, k) && !contrast_is_one_draw(contrast, k);
        int judged = told ? pairing_sign(&row->pairings[k], metric) : 0;
        contrast_describe(contrast, row, k, text, sizeof text);
        page_cell(rows->page, &rows->table, text, judged > 0 ? "good" : judged < 0 ? "bad" : "");
    }
}

static void print_rows(struct page *page, const struct contrast *contrast, const char *caption, bool main)
{
    struct page_column columns[COLUMNS] = {{"metric", false}};
    char titles[COLUMNS][CELL];
    struct rows rows = {.page = page, .contrast = contrast, .main = main};
    size_t n = 1;
    for (size_t k = 0; k < contrast->n; k++, n++) {
        text_print(titles[n], CELL, "%c", contrast_letter(k));
        columns[n] = (struct page_column){titles[n], true};
    }
    for (size_t k = 1; k < contrast->n; k++, n++) {
        text_print(titles[n], CELL, "%c − A", contrast_letter(k));
        columns[n] = (struct page_column){titles[n], true};
    }
    page_begin_table(page, &rows.table, caption, columns, n);
    page_fed(page, contrast_each_row(contrast, SHOWN_NEVER, print_row, &rows));
    page_end_table(page, &rows.table);
}

void section_compared(struct page *page, const struct report_page *report)
{
    const struct contrast *contrast = report->contrast;
    char unpaired[CONTRAST_UNPAIRED];
    bool why = *contrast_unpaired(contrast, false, unpaired, sizeof unpaired);
    char basis[CONTRAST_UNPAIRED];
    page_markup(page, "<dl>\n");
    for (size_t k = 0; k < contrast->n; k++) {
        char letter[2] = {contrast_letter(k), '\0'};
        char changes[CHANGES] = "";
        if (k > 0)
            page->starved |= !contrast_changes(contrast, k, NULL, 0, changes, sizeof changes);
        page_element(page, "dt", letter);
        page_markup(page, "<dd>");
        page_print(page, "%s%s%s", contrast->runs[k].name, *changes ? ": " : "", changes);
        page_markup(page, "</dd>\n");
    }
    page_markup(page, "</dl>\n<p class=\"note\">");
    if (why)
        page_print(page, "%s ", unpaired);
    page_print(page, "%s", contrast_basis(contrast, basis, sizeof basis));
    page_markup(page, "</p>\n");
}

/* A bar a run, with its interval, and a dot for what each seed differs by. */
static void print_seeds(struct page *page, const struct contrast *contrast, enum metric metric)
{
    enum { DOTS = 100 };
    struct plot_bar bars[CONTRAST_RUNS];
    double seeds[CONTRAST_RUNS][DOTS], factor = metric_units[metric_infos[metric].unit].factor;
    char values[CONTRAST_RUNS][CELL], names[CONTRAST_RUNS][CELL], title[CELL], label[CELL];
    struct contrast_row row;
    struct sweep_column column = {metric, 0};
    size_t n = 0;
    if (contrast_seeds(contrast) < 2 || !contrast_row(contrast, column, &row))
        return;
    for (size_t k = 1; k < contrast->n; k++) {
        size_t dots = contrast_differences(contrast, column, k, seeds[n], DOTS);
        double mean = row.pairings[k].delta * factor, half = row.pairings[k].ci95 * factor;
        for (size_t i = 0; i < dots; i++)
            seeds[n][i] *= factor;
        if (dots == 0 || row.pairings[k].verdict == PAIRING_IDENTICAL)
            continue;
        text_print(names[n], CELL, "%c − A", contrast_letter(k));
        metric_format_mean(metric, row.pairings[k].delta, row.pairings[k].ci95, "±", values[n], CELL);
        bars[n] = (struct plot_bar){.name = names[n],
                                    .value = values[n],
                                    .length = mean,
                                    .low = mean - half,
                                    .high = mean + half,
                                    .seeds = seeds[n],
                                    .n_seeds = dots,
                                    .good = pairing_sign(&row.pairings[k], metric) >= 0};
        n++;
    }
    contrast_label(contrast, column, label, sizeof label);
    text_print(title, sizeof title, "Difference of each seed: %s", label);
    if (n > 0)
        plot_print_bars(page, title, "mean, 95 % interval, a dot a seed", bars, n);
}

void section_contrast(struct page *page, const struct report_page *report)
{
    const struct contrast *contrast = report->contrast;
    page_markup(page, "<div class=\"figures\">\n");
    print_seeds(page, contrast, METRIC_CARBON);
    print_seeds(page, contrast, METRIC_WORST_OF_SLO);
    print_seeds(page, contrast, METRIC_LATE);
    page_markup(page, "</div>\n");
    print_rows(page, contrast, "What people weigh", true);
    page_markup(page, "<details><summary>Every other metric</summary>\n");
    print_rows(page, contrast, "Everything else that was measured", false);
    page_markup(page, "</details>\n");
}
