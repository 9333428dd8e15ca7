/* Where a run comes from: what it was asked that another was not, what happened on the way, and what its
 * numbers rest on. */
#include "tui/report/sections.h"

#include "engine/answers/events.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/media/html.h"
#include "tui/media/plot.h"
#include "tui/report/told.h"
#include "tui/words/format.h"
#include "tui/words/contrast.h"
#include "tui/words/difference.h"
#include "tui/words/facts.h"
#include "tui/words/metric_words.h"
#include "tui/words/scheme_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <inttypes.h>

enum { CHANGES_MAX = 64, TOLD_MAX = 40, LINE = 512, GRAPH = 200 };

static const char *when(const struct page_run *run, int64_t t_ns, char *out)
{
    int64_t start_s = run->scenario->start_s, unix_s = start_s + t_ns / NS_PER_S;
    int32_t offset_s = carbon_trace_offset(run->trace, unix_s);
    char clock[FORMAT_SIZE], day[FORMAT_SIZE];
    bool days = run->total->horizon_s > 86400;
    text_print(out, LINE, "%s%s%s", days ? clock_day(day, start_s, t_ns, offset_s) : "", days ? " " : "",
               clock_format(clock, start_s, t_ns, offset_s, CLOCK_SECONDS));
    return out;
}

/* --- what differs --- */

static void tell_changes(struct account *account, const struct page_run *from, const struct page_run *to)
{
    static const struct account_column column = {.title = ""};
    char(*lines)[DIFFERENCE_SIZE] = malloc(CHANGES_MAX * sizeof *lines);
    int n = lines ? difference_list(from->scenario, to->scenario, to->trace, lines, CHANGES_MAX) : -1;
    account->arena.lacked |= n < 0;
    const char *title = text(&account->arena, "%s differs from %s in %s", to->name, from->name,
                             n == 0 ? "nothing that a knob says." : "this:");
    if (n == 0)
        account_say(account, TONE_PLAIN, 0, title);
    account_table(account, FOR_SCREENS | FOR_PAGES, title, &column, 1);
    for (int k = 0; k < n && k < CHANGES_MAX; k++)
        account_add(account, account_words(account, TONE_PLAIN, lines[k]));
    if (n > CHANGES_MAX)
        account_say(account, TONE_QUIET, 0, text(&account->arena, "and %d more", n - CHANGES_MAX));
    free(lines);
}

bool differs_present(const struct report_page *report)
{
    return report->n_runs > 1;
}

void tell_differs(struct account *account, const struct report_page *report)
{
    bool one = report->report->command == REPORT_RUN;
    for (size_t k = 1; k < report->n_runs; k++)
        tell_changes(account, &report->runs[one ? k : 0], &report->runs[one ? 0 : k]);
}

/* --- decisions of note --- */

bool decisions_present(const struct report_page *report)
{
    const struct page_run *run = &report->runs[0];
    return run->scenario->n_edits > 0 || run->total->n_moves > 0 ||
           chronicle_count(&run->view.recording->evaluations) > 0;
}

static void tell_more(struct account *account, int shown, int n, const char *what)
{
    if (n > shown)
        account_say(account, TONE_QUIET, 0, text(&account->arena, "and %d more %s", n - shown, what));
}

static void tell_searches(struct account *account, const struct page_run *run)
{
    static const struct account_column columns[] = {{.title = "at"},
                                                    {.title = "why it began"},
                                                    {.title = "tries", .number = true},
                                                    {.title = "what was kept"},
                                                    {.title = "why"}};
    const struct recording *recording = run->view.recording;
    struct searches searches = {0};
    char at[LINE], graph[GRAPH];
    searches_read(&searches, recording);
    account_table(account, FOR_SCREENS | FOR_PAGES, "Searches for another layout", columns, 5);
    for (int k = 0; k < searches.n && k < TOLD_MAX; k++) {
        const struct event_search *search = &searches.items[k];
        const struct evaluation *kept =
            search->kept >= 0 ? recording_evaluation(recording, search->kept) : NULL;
        graph[0] = '\0';
        if (kept)
            search_print_graph(recording, &kept->graph, graph, sizeof graph);
        ACCOUNT_ADD(account, account_said(when(run, search->begin_ns, at)),
                    account_said(search->trigger < 0 ? NULL : search_reason_sentence(search->trigger)),
                    account_bare(search->n_tries), account_said(graph),
                    account_said(kept ? search_reason_sentence(kept->reason) : NULL));
    }
    tell_more(account, TOLD_MAX, searches.n, "searches");
    searches_free(&searches);
}

/* "gpu3, 48.1 °C" */
static const char *place_of(struct account *account, const char *gpu, double c)
{
    return text(&account->arena, isnan(c) ? "%s" : "%s, %.1f °C", gpu, c);
}

static void tell_moves(struct account *account, const struct page_run *run)
{
    static const struct account_column columns[] = {
        {.title = "at"}, {.title = "pod"}, {.title = "from"}, {.title = "to"}, {.title = "why"}};
    const struct summary *total = run->total;
    char at[LINE];
    account_table(account, FOR_SCREENS | FOR_PAGES, "Pods that went to another GPU", columns, 5);
    for (int k = 0; k < total->n_moves && k < TOLD_MAX; k++) {
        const struct summary_move *move = &total->moves[k];
        ACCOUNT_ADD(account, account_said(when(run, (int64_t)llround(move->t_s * 1e9), at)),
                    account_said(text(&account->arena, move->number ? "%s/%d" : "%s",
                                      total->apps[move->app].name, move->number)),
                    account_said(place_of(account, total->gpus[move->from].name, move->from_c)),
                    account_said(place_of(account, total->gpus[move->to].name, move->to_c)),
                    account_said(move_reason_sentences[move->reason]));
    }
    tell_more(account, TOLD_MAX, total->n_moves, "moves");
}

void tell_decisions(struct account *account, const struct report_page *report)
{
    const struct page_run *run = &report->runs[0];
    static const struct account_column columns[] = {{.title = "at"}, {.title = "turned to"}};
    const struct scenario *scenario = run->scenario;
    char at[LINE], turned[LINE];
    account_table(account, FOR_SCREENS | FOR_PAGES, "Knobs that were turned on the way", columns, 2);
    for (int k = 0; k < scenario->n_edits && k < TOLD_MAX; k++) {
        const struct edit *edit = &scenario->edits[k];
        difference_value(scenario, edit->knob, &edit->value, turned, sizeof turned);
        ACCOUNT_ADD(account, account_said(when(run, edit->t_ns, at)), account_said(turned));
    }
    tell_more(account, TOLD_MAX, scenario->n_edits, "edits");
    tell_searches(account, run);
    tell_moves(account, run);
}

/* --- what the numbers rest on --- */

void section_origin(struct page *page, const struct report_page *report)
{
    static const int colours[PROVENANCE_COUNT] = {3, 1, 5, 2, 4};
    size_t n_told = report->report->command == REPORT_RUN ? 1 : report->n_runs;
    struct account account;
    account_begin(&account, "run", "");
    for (size_t k = 0; k < n_told; k++) {
        const struct page_run *run = &report->runs[k];
        struct plot_share shares[PROVENANCE_COUNT];
        size_t n = 0;
        for (int kind = 0; kind < PROVENANCE_COUNT; kind++)
            if (run->total->provenance[kind] > 0)
                shares[n++] =
                    (struct plot_share){provenance_names[kind], run->total->provenance[kind], colours[kind]};
        page_markup(page, "<h3>");
        page_print(page, "Energy of %s", run->name);
        page_markup(page, "</h3>\n");
        plot_print_shares(page, "Shares of energy by the profile rows that they rest on", shares, n);
        told_warnings(&account, run);
        told_asked(&account, run, text(&account.arena, "What %s was asked", run->name));
        told_measured(&account, run);
    }
    page_note(
        page,
        "Measured: rows that a publication or a card states. Derived: arithmetic on measured rows. "
        "Modelled: rows that a law gives. Calibrated: a law that was bent to a paper's figure. A "
        "conclusion is as good as the rows that it rests on; profile_scale.APP shows what it survives.");
    media_html(&account, page);
    account_free(&account);
}

/* --- repeating it --- */

/* What the report was made of, and how it is made again. */

enum { LINE_WIDTH = 96 };

void section_inputs(struct page *page, const struct report_page *report)
{
    static const struct page_column columns[] = {{"input", false},      {"name", false},
                                                 {"what it is", false}, {"source", false},
                                                 {"licence", false},    {"SHA-256 of its content", false}};
    const struct report *of = report->report;
    struct page_table table;
    page_begin_table(page, &table, "All that the simulation read; each is embedded in this file, whole",
                     columns, 6);
    for (size_t i = 0; i < of->n_inputs; i++) {
        const struct report_input *input = &of->inputs[i];
        page_cell(page, &table, item_kind_names[input->kind], "");
        page_cell(page, &table, input->name, "");
        page_cell(page, &table, item_title(input->item), "");
        page_cell(page, &table, *item_source(input->item) ? item_source(input->item) : NULL, "");
        page_cell(page, &table, *item_licence(input->item) ? item_licence(input->item) : NULL, "");
        page_cell(page, &table, input->hash, "hash");
    }
    page_end_table(page, &table);
}

/* "wattif run carbondis-set1 --set cit=0.8"; NULL where no options say it. */
static char *long_command(struct page *page, const struct report_page *report, bool seeds)
{
    const struct scenario *scenario = &report->report->runs[0].scenario;
    struct run_line line = {0};
    struct error error = {0};
    char *text = NULL, number[24];
    snprintf(number, sizeof number, "%zu", report->report->replicates);
    if (report->known && run_line_add(&line, "", "wattif") && run_line_add(&line, "", "run") &&
        run_line_add(&line, "", report->known->name) &&
        run_line_add_changes(&line, report->known, scenario, &error) &&
        (!seeds || run_line_add(&line, "--replicate ", number)))
        text = run_line_text(&line, LINE_WIDTH);
    page_fed(page, !report->known || text || error.kind == ERROR_INPUT);
    run_line_free(&line);
    return text;
}

void section_repeat(struct page *page, const struct report_page *report)
{
    static const char *const does[REPORT_COMMANDS] = {
        "simulates the run from what lies in this file, scenario, edits, seed and inputs",
        "simulates all of these runs from what lies in this file and compares them",
        "runs the sweep from what lies in this file", "runs all sets of layers from what lies in this file",
        "makes all of the runs from what lies in this file"};
    bool one = report->report->command == REPORT_RUN;
    bool seeds = one && report->report->replicates > 1;
    char *command = one ? long_command(page, report, seeds) : NULL;
    page_markup(page, "<pre>wattif run report.html --format json</pre>\n<p>");
    page_print(
        page,
        "This %s, whatever the library at hand means by the same names, and prints the same bytes, whose SHA-256 is",
        seeds ? "simulates the run with all of its seeds from what lies in this file"
              : does[report->report->command]);
    page_markup(page, " <code>");
    page_text(page, report->report->result);
    page_markup(page,
                "</code>. A file that was changed is told by the hash that lies beside its data.</p>\n");
    if (one)
        page_markup(page,
                    "<pre>wattif report.html</pre>\n<p>opens it in the dashboard, where every knob can be "
                    "turned.</p>\n");
    if (command) {
        page_markup(page, "<p>From the library that wattif comes with:</p>\n<pre>");
        page_text(page, command);
        page_markup(page, "</pre>\n");
    }
    free(command);
}
