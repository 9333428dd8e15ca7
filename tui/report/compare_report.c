/* The sentence is the one of the compare view, of each run against the first. */
#include "tui/report/compare_report.h"

#include "engine/answers/gap.h"
#include "engine/base/text.h"
#include "tui/words/contrast.h"
#include "tui/words/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
