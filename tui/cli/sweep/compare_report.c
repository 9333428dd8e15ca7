/* The sentence is the one of the compare view, of each run against the first. */
#include "tui/cli/sweep/compare_report.h"

#include "engine/answers/gap.h"
#include "engine/base/text.h"
#include "tui/cli/run/simulate.h"
#include "tui/cli/sweep/compare_print.h"
#include "tui/words/contrast.h"

#include <stdlib.h>
#include <string.h>

bool compare_report_add(struct compare_report *shown, struct store *store, const char *name,
                        struct model *model, struct recording *recording, struct error *error)
{
    size_t k = shown->page.n_runs;
    struct summary *summary = recording ? NULL : malloc(sizeof *summary);
    struct recording *own = recording ? recording : recording_for_model(model);
    shown->recordings[k] = own;
    shown->models[k] = model_retain(model);
    bool good = own && (recording || (summary && simulate_once(model, own, summary, error)));
    free(summary);
    if (!good)
        return error->kind ? false : error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    text_print(shown->names[k], sizeof shown->names[k], "%c  %s", contrast_letter(k), name);
    shown->page.runs[k] = (struct page_run){.name = shown->names[k],
                                            .scenario = &model->scenario,
                                            .view = {own, model, NULL},
                                            .total = &own->summary};
    shown->page.n_runs++;
    return report_add_run(&shown->report, store, name, &model->scenario, error);
}

/* Of run k against the first. */
static void make_sentence(const struct compare_report *shown, const struct contrast *contrast, size_t k,
                          struct headline *headline)
{
    const struct page_run *runs = shown->page.runs;
    struct gap gap = gap_of(runs[0].view.recording, runs[k].view.recording);
    struct contrast_row row;
    struct contrast_sentence sentence = {
        .base = 0,
        .other = k,
        .then = runs[0].total,
        .now = runs[k].total,
        .gap = &gap,
        .same_basis = contrast->runs[0].basis == contrast->runs[k].basis,
        .why_not = contrast_why_not(contrast),
        .seeds = contrast_seeds(contrast),
        .seeds_wanted = contrast_seeds(contrast),
        .start_s = runs[0].scenario->start_s,
        .offset_s = carbon_trace_offset(&runs[0].view.model->trace, runs[0].scenario->start_s)};
    if (sentence.seeds > 1 && contrast_row(contrast, (struct sweep_column){METRIC_CARBON, 0}, &row)) {
        sentence.pairing = row.pairings[k];
        sentence.base_mean = row.values[0];
    }
    contrast_headline(headline, &sentence, 0);
}

/* "a and b"; of one scenario that was changed: "carbondis-set1, 3 ways". */
static void make_title(const struct contrast *contrast, char *out, size_t size)
{
    const char *first = contrast->runs[0].sweep.base.name;
    bool one = true;
    for (size_t k = 1; k < contrast->n; k++)
        one &= strcmp(contrast->runs[k].sweep.base.name, first) == 0 &&
               strchr(contrast->runs[k].name, '(') != NULL;
    if (one)
        text_print(out, size, "%s, %zu ways", first, contrast->n);
    else
        text_print(out, size, "%s", contrast->runs[0].name);
    for (size_t k = 1; k < contrast->n && !one; k++)
        text_append(out, size, " and %s", contrast->runs[k].name);
}

/* The hash of what --format json prints. */
static bool take_result(struct compare_report *shown, const struct contrast *contrast)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    bool good = out && contrast_print(contrast, LISTING_JSON, out);
    if (out)
        good = fclose(out) == 0 && good;
    while (good && n > 0 && text[n - 1] == '\n')
        text[--n] = '\0';
    if (good)
        report_set_result(&shown->report, text);
    free(text);
    return good;
}

bool compare_report_print(struct compare_report *shown, const struct contrast *contrast, FILE *file)
{
    enum { TEXT = 1600 };
    struct headline headline;
    char title[CONTRAST_RUNS * REPORT_NAME_SIZE], said[TEXT] = "";
    make_title(contrast, title, sizeof title);
    for (size_t k = 1; k < contrast->n; k++) {
        make_sentence(shown, contrast, k, &headline);
        text_append(said, sizeof said, "%s%s", k > 1 ? " " : "", headline.text);
    }
    shown->report.command = REPORT_COMPARE;
    shown->page.report = &shown->report;
    shown->page.title = title;
    shown->page.headline = said;
    shown->page.contrast = contrast;
    return take_result(shown, contrast) && report_page_print(&shown->page, file);
}

void compare_report_free(struct compare_report *shown)
{
    for (size_t k = 0; k < CONTRAST_RUNS; k++) {
        if (shown->recordings[k])
            recording_free(shown->recordings[k]);
        model_release(shown->models[k]);
    }
    report_free(&shown->report);
}
