/* The page around the sections: what it is called, the sentence, where and when, and last what is carried. */
#include "tui/report/report_page.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "tui/report/sections.h"
#include "tui/media/html.h"
#include "tui/media/style.h"
#include "tui/words/facts.h"
#include "tui/words/format.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void section_account(struct page *page, const struct report_page *report)
{
    media_html(report->account, page);
}

const struct section sections[] = {
    {OF(RUN), "numbers", "In numbers", NULL, section_cards, NULL},
    {OF(RUN), "seeds", "How much of it is luck", seeds_present, section_seeds, NULL},
    {OF(COMPARE), "compared", "Side by side", NULL, section_account, NULL},
    {OF(SWEEP), "trade", "What it costs to save", NULL, section_trade, NULL},
    {OF(SWEEP), "configurations", "Every configuration", NULL, NULL, tell_configurations},
    {OF(ATTRIBUTE), "worth", "What each layer is worth", NULL, section_account, NULL},
    {OF(QUESTION), "answer", "What it comes to", NULL, section_account, NULL},
    {OF(RUN) | OF(COMPARE), "figures", "Over time", NULL, section_figures, NULL},
    {OF(RUN), "service", "How the apps were served", NULL, NULL, tell_service},
    {OF(RUN), "carbon", "Where the carbon is", NULL, NULL, tell_ledger},
    {OF(RUN) | OF(COMPARE), "differs", "What differs", differs_present, NULL, tell_differs},
    {OF(RUN), "decisions", "Decisions of note", decisions_present, NULL, tell_decisions},
    {OF(RUN), "gpus", "GPUs", NULL, NULL, tell_gpus},
    {OF(RUN) | OF(COMPARE), "origin", "What the numbers rest on", NULL, section_origin, NULL},
    {OF(RUN), "metrics", "All that was measured", NULL, NULL, tell_metrics},
    {OF(RUN) | OF(COMPARE) | OF(SWEEP) | OF(ATTRIBUTE) | OF(QUESTION), "inputs", "Inputs", NULL,
     section_inputs, NULL},
    {OF(RUN) | OF(COMPARE) | OF(SWEEP) | OF(ATTRIBUTE) | OF(QUESTION), "repeat", "Repeat it", NULL,
     section_repeat, NULL},
};
const size_t n_sections = sizeof sections / sizeof *sections;

enum { SEEDS_SENTENCE = 240 };

static const char *const kinds[REPORT_COMMANDS] = {"run", "comparison", "sweep", "contribution", NULL};

static void print_head(struct page *page, const struct report_page *report)
{
    char seeds[SEEDS_SENTENCE] = "";
    if (seeds_present(report))
        seeds_sentence(report, seeds, sizeof seeds);
    page_markup(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    page_print(page, "%s – wattif", report->title);
    page_markup(page, "</title>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                      "style-src 'unsafe-inline'; img-src data:\">\n<meta name=\"viewport\" "
                      "content=\"width=device-width, initial-scale=1\">\n"
                      "<meta name=\"color-scheme\" content=\"light dark\">\n"
                      "<meta name=\"generator\" content=\"wattif " WATTIF_VERSION "\">\n"
                      "<meta name=\"description\" content=\"");
    page_text(page, report->headline);
    page_markup(page, "\">\n<link rel=\"icon\" href=\"data:,\">\n<style>\n");
    for (int k = 0; report_style[k]; k++)
        page_markup(page, report_style[k]);
    page_markup(page, "</style>\n</head>\n<body>\n<header>\n<p class=\"kicker\">");
    page_print(page, "wattif, report of a %s",
               kinds[report->report->command] ? kinds[report->report->command] : report->report->question);
    page_markup(page, "</p>\n");
    page_element(page, "h1", report->title);
    page_markup(page, "<p class=\"headline\">");
    page_print(page, "%s%s", report->headline, seeds);
    page_markup(page, "</p>\n");
    page_markup(page, "<p class=\"byline\">");
    page_print(page, "Scenario %s.", report->report->runs[0].scenario.name);
    if (report->n_runs > 0) {
        /* "California (CAISO) 2022 direct: average, direct, hourly", from when, how long, how many requests.
         */
        const struct carbon_trace *trace = &report->runs[0].view.model->trace;
        const struct summary *total = report->runs[0].total;
        int64_t start_s = report->runs[0].scenario->start_s;
        int32_t offset_s = carbon_trace_offset(trace, start_s);
        char facts[96], date[FORMAT_SIZE], clock[FORMAT_SIZE], zone[FORMAT_SIZE], length[32],
            requests[FORMAT_SIZE];
        trace_facts(trace, facts, sizeof facts);
        duration_format(total->horizon_s, length, sizeof length);
        page_print(page, " %s requests in %s from %s, %s %s on. Carbon intensity: %s, %s. Seed %" PRIu64 ".",
                   format_count(requests, total->requests), length, format_date(date, start_s, offset_s),
                   format_clock(clock, start_s, offset_s, false), format_zone(zone, offset_s),
                   *trace->title ? trace->title : trace->name, facts, report->runs[0].scenario->seed);
    }
    page_markup(page, "</p>\n");
    if (report->warning)
        page_element(page, "p class=\"warning\"", report->warning);
    page_markup(page, "</header>\n<main>\n");
}

/* `told`: all that people read before it. */
static bool print_carried(struct page *page, const struct report *report, const char *told, size_t n)
{
    char hash[HASH_TEXT_SIZE];
    struct report carried = *report; /* which goes on owning what is in it */
    report_hash(told, n, carried.page);
    char *text = report_text(&carried);
    if (!text)
        return false;
    report_hash(text, strlen(text), hash);
    page_markup(page, report_begin);
    page_markup(page, hash);
    page_markup(page, report_middle);
    page_markup(page, text);
    page_markup(page, report_end);
    free(text);
    return true;
}

bool report_page_print(const struct report_page *report, FILE *out)
{
    char *told = NULL;
    size_t n = 0;
    struct page page = {.out = open_memstream(&told, &n)};
    if (!page.out)
        return false;
    print_head(&page, report);
    for (size_t k = 0; k < n_sections; k++) {
        const struct section *section = &sections[k];
        if (!(section->commands >> report->report->command & 1) ||
            (section->present && !section->present(report)))
            continue;
        page_begin_section(&page, section->id, section->title);
        if (section->print)
            section->print(&page, report);
        else {
            struct account account;
            account_begin(&account, section->id, "");
            section->tell(&account, report);
            media_html(&account, &page);
            account_free(&account);
        }
        page_end_section(&page);
    }
    page_markup(
        &page,
        "</main>\n<footer><p>Made by wattif " WATTIF_VERSION
        ". This one file holds everything: it loads nothing, runs no script, and below this line lies what repeats it, as JSON.</p></footer>\n");
    bool good = fclose(page.out) == 0 && !page.starved;
    page.out = out;
    if (good)
        page_markup(&page, told);
    good = good && print_carried(&page, report->report, told, n) && !page.starved;
    page_markup(&page, report_tail);
    free(told);
    return good;
}

/* --- a comparison --- */

void compare_report_show(struct compare_report *shown, const char *name, struct model *model,
                         const struct recording *recording)
{
    size_t k = shown->page.n_runs;
    shown->models[k] = model_retain(model);
    text_print(shown->names[k], sizeof shown->names[k], "%c  %s", (char)('A' + (int)k), name);
    shown->page.runs[k] = (struct page_run){.name = shown->names[k],
                                            .scenario = &model->scenario,
                                            .view = {recording, model, NULL},
                                            .total = &recording->summary,
                                            .trace = &model->trace};
    shown->page.n_runs++;
}

void compare_report_free(struct compare_report *shown)
{
    for (size_t k = 0; k < CONTRAST_RUNS; k++)
        model_release(shown->models[k]);
    report_free(&shown->report);
}
