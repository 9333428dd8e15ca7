/* A comparison: which runs they are, and as a table a row a metric that people weigh, a column a run, then
 * what each differs by from the first and whether that is real. All other metrics are in a second table that
 * is folded. */
#include "tui/report/sections.h"

#include "engine/base/text.h"
#include "tui/words/contrast.h"

#include <math.h>
#include <stdio.h>

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
        metric_format(metric, row->values[k], text, sizeof text);
        page_cell(rows->page, &rows->table, isnan(row->values[k]) ? NULL : text, "");
    }
    for (size_t k = 1; k < contrast->n; k++) {
        bool noise = row->pairings[k].verdict == PAIRING_NOISE;
        int judged = noise || isnan(row->values[k]) || isnan(row->values[0])
                         ? 0
                         : metric_judge(metric, row->values[k], row->values[0]);
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
    contrast_each_row(contrast, print_row, &rows);
    page_end_table(page, &rows.table);
}

void section_compared(struct page *page, const struct report_page *report)
{
    const struct contrast *contrast = report->contrast;
    char unpaired[CONTRAST_UNPAIRED];
    bool why = *contrast_unpaired(contrast, false, unpaired, sizeof unpaired);
    size_t seeds = contrast_seeds(contrast);
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
    if (seeds > 1 && contrast_has_pair(contrast))
        page_print(
            page,
            "Means over %zu seeds; differences%s are taken seed by seed, on the same requests, with 95 %% "
            "intervals.",
            seeds, why ? " of paired runs" : "");
    else if (!why)
        page_print(page, "One draw of luck, on the same requests: --replicate 20 tells what is real.");
    page_markup(page, "</p>\n");
}

void section_contrast(struct page *page, const struct report_page *report)
{
    const struct contrast *contrast = report->contrast;
    print_rows(page, contrast, "What people weigh", true);
    page_markup(page, "<details><summary>Every other metric</summary>\n");
    print_rows(page, contrast, "Everything else that was measured", false);
    page_markup(page, "</details>\n");
}
