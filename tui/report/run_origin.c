/* Where a run comes from: what it was asked that another was not, what happened on the way, and what its
 * numbers rest on. */
#include "tui/report/sections.h"

#include "engine/answers/events.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/media/plot.h"
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

static const struct carbon_trace *trace_of(const struct page_run *run)
{
    return &run->view.model->trace;
}

static const char *when(const struct page_run *run, int64_t t_ns, char *out)
{
    int64_t start_s = run->scenario->start_s, unix_s = start_s + t_ns / NS_PER_S;
    int32_t offset_s = carbon_trace_offset(trace_of(run), unix_s);
    char clock[FORMAT_SIZE], day[FORMAT_SIZE];
    bool days = run->total->horizon_s > 86400;
    text_print(out, LINE, "%s%s%s", days ? clock_day(day, start_s, t_ns, offset_s) : "", days ? " " : "",
               clock_format(clock, start_s, t_ns, offset_s, CLOCK_SECONDS));
    return out;
}

/* --- what differs --- */

static void list_changes(struct page *page, const struct page_run *from, const struct page_run *to)
{
    char(*lines)[DIFFERENCE_SIZE] = malloc(CHANGES_MAX * sizeof *lines);
    int n = lines ? difference_list(from->scenario, to->scenario, trace_of(to), lines, CHANGES_MAX) : -1;
    page->starved |= n < 0;
    page_markup(page, "<p>");
    page_print(page, "%s differs from %s in %s", to->name, from->name,
               n == 0 ? "nothing that a knob says." : "this:");
    page_markup(page, "</p>\n<ul class=\"plain\">\n");
    for (int k = 0; k < n && k < CHANGES_MAX; k++)
        page_element(page, "li", lines[k]);
    page_markup(page, "</ul>\n");
    if (n > CHANGES_MAX) {
        page_markup(page, "<p class=\"note\">");
        page_print(page, "and %d more", n - CHANGES_MAX);
        page_markup(page, "</p>\n");
    }
    free(lines);
}

bool differs_present(const struct report_page *report)
{
    return report->n_runs > 1;
}

void section_differs(struct page *page, const struct report_page *report)
{
    bool one = report->report->command == REPORT_RUN;
    for (size_t k = 1; k < report->n_runs; k++)
        list_changes(page, &report->runs[one ? k : 0], &report->runs[one ? 0 : k]);
}

/* --- decisions of note --- */

bool decisions_present(const struct report_page *report)
{
    const struct page_run *run = &report->runs[0];
    return run->scenario->n_edits > 0 || run->total->n_moves > 0 ||
           chronicle_count(&run->view.recording->evaluations) > 0;
}

static void print_more(struct page *page, int shown, int n, const char *what)
{
    if (n <= shown)
        return;
    page_markup(page, "<p class=\"note\">");
    page_print(page, "and %d more %s", n - shown, what);
    page_markup(page, "</p>\n");
}

static void print_edits(struct page *page, const struct page_run *run)
{
    static const struct page_column columns[] = {{"at", false}, {"turned to", false}};
    const struct scenario *scenario = run->scenario;
    struct page_table table;
    char text[LINE];
    int n = scenario->n_edits < TOLD_MAX ? scenario->n_edits : TOLD_MAX;
    if (n == 0)
        return;
    page_begin_table(page, &table, "Knobs that were turned on the way", columns, 2);
    for (int k = 0; k < n; k++) {
        const struct edit *edit = &scenario->edits[k];
        page_cell(page, &table, when(run, edit->t_ns, text), "");
        difference_value(scenario, edit->knob, &edit->value, text, sizeof text);
        page_cell(page, &table, text, "");
    }
    page_end_table(page, &table);
    print_more(page, n, scenario->n_edits, "edits");
}

static void print_search(struct page *page, struct page_table *table, const struct page_run *run,
                         const struct search *search)
{
    const struct recording *recording = run->view.recording;
    const struct evaluation *kept = search->kept >= 0 ? recording_evaluation(recording, search->kept) : NULL;
    char text[LINE], graph[GRAPH] = "";
    page_cell(page, table, when(run, search->begin_ns, text), "");
    page_cell(page, table, search->trigger < 0 ? NULL : search_reason_sentence(search->trigger), "");
    text_print(text, sizeof text, "%d", search->n_tries);
    page_cell(page, table, text, "");
    if (kept)
        search_print_graph(recording, &kept->graph, graph, sizeof graph);
    page_cell(page, table, *graph ? graph : NULL, "");
    page_cell(page, table, kept ? search_reason_sentence(kept->reason) : NULL, "");
}

static void print_move(struct page *page, struct page_table *table, const struct page_run *run,
                       const struct summary_move *move)
{
    const struct summary *total = run->total;
    char text[LINE];
    page_cell(page, table, when(run, (int64_t)llround(move->t_s * 1e9), text), "");
    text_print(text, sizeof text, move->number ? "%s/%d" : "%s", total->apps[move->app].name, move->number);
    page_cell(page, table, text, "");
    text_print(text, sizeof text, isnan(move->from_c) ? "%s" : "%s, %.1f °C", total->gpus[move->from].name,
               move->from_c);
    page_cell(page, table, text, "");
    text_print(text, sizeof text, isnan(move->to_c) ? "%s" : "%s, %.1f °C", total->gpus[move->to].name,
               move->to_c);
    page_cell(page, table, text, "");
    page_cell(page, table, move_reason_sentences[move->reason], "");
}

static void print_moves(struct page *page, const struct page_run *run)
{
    static const struct page_column columns[] = {
        {"at", false}, {"pod", false}, {"from", false}, {"to", false}, {"why", false}};
    const struct summary *total = run->total;
    struct page_table table;
    int n = total->n_moves < TOLD_MAX ? total->n_moves : TOLD_MAX;
    if (n == 0)
        return;
    page_begin_table(page, &table, "Pods that went to another GPU", columns, 5);
    for (int k = 0; k < n; k++)
        print_move(page, &table, run, &total->moves[k]);
    page_end_table(page, &table);
    print_more(page, n, total->n_moves, "moves");
}

void section_decisions(struct page *page, const struct report_page *report)
{
    const struct page_run *run = &report->runs[0];
    print_edits(page, run);
    static const struct page_column columns[] = {
        {"at", false}, {"why it began", false}, {"tries", true}, {"what was kept", false}, {"why", false}};
    struct searches searches = {0};
    struct page_table table;
    searches_read(&searches, run->view.recording);
    int n = searches.n < TOLD_MAX ? searches.n : TOLD_MAX;
    if (n > 0) {
        page_begin_table(page, &table, "Searches for another layout", columns, 5);
        for (int k = 0; k < n; k++)
            print_search(page, &table, run, &searches.items[k]);
        page_end_table(page, &table);
        print_more(page, n, searches.n, "searches");
    }
    searches_free(&searches);
    print_moves(page, run);
}

/* --- what the numbers rest on --- */

static void print_fact(struct page *page, const char *name, const char *text)
{
    if (!*text)
        return;
    page_element(page, "dt", name);
    page_element(page, "dd", text);
}

static void print_warnings(struct page *page, const struct page_run *run)
{
    const struct metric_source source = {run->total, run->view.model, NULL};
    struct limits limits;
    char text[LINE], length[32];
    limits_of(&source, &limits);
    for (int k = 0; k < limits.n; k++) {
        char told[LIMIT_TEXT];
        const struct limit *row = &limits.rows[k];
        text_print(text, sizeof text, "%s breaks a limit: %s.", run->name,
                   limit_text(row, limit_whose(row, run->total), false, told));
        if (!row->kept)
            page_element(page, "p class=\"warning\"", text);
    }
    if (!isfinite(run->total->overloaded_at_s))
        return;
    duration_format(run->total->overloaded_at_s, length, sizeof length);
    text_print(text, sizeof text, "%s is overloaded after %s and ends there, with %lld requests waiting.",
               run->name, length, (long long)run->total->queued);
    page_element(page, "p class=\"warning\"", text);
}

void section_origin(struct page *page, const struct report_page *report)
{
    bool one = report->report->command == REPORT_RUN;
    for (size_t k = 0; k < (one ? 1 : report->n_runs); k++) {
        print_warnings(page, &report->runs[k]);
        static const int colours[PROVENANCE_COUNT] = {3, 1, 5, 2, 4};
        struct plot_share shares[PROVENANCE_COUNT];
        size_t n = 0;
        for (int kind = 0; kind < PROVENANCE_COUNT; kind++)
            if (report->runs[k].total->provenance[kind] > 0)
                shares[n++] = (struct plot_share){provenance_names[kind],
                                                  report->runs[k].total->provenance[kind], colours[kind]};
        page_markup(page, "<h3>");
        page_print(page, "Energy of %s", report->runs[k].name);
        page_markup(page, "</h3>\n");
        plot_print_shares(page, "Shares of energy by the profile rows that they rest on", shares, n);
        if (summary_only_idle_is_measured(report->runs[k].total))
            page_note(page, "What is measured is idle power alone.");
    }
    page_note(
        page,
        "Measured: rows that a publication or a card states. Derived: arithmetic on measured rows. "
        "Modelled: rows that a law gives. Calibrated: a law that was bent to a paper's figure. A "
        "conclusion is as good as the rows that it rests on; profile_scale.APP shows what it survives.");
    for (size_t k = 0; k < (one ? 1 : report->n_runs); k++)
        if (k == 0 || strcmp(trace_of(&report->runs[k])->hash, trace_of(&report->runs[0])->hash) != 0) {
            const struct carbon_trace *trace = trace_of(&report->runs[k]);
            const struct summary *total = report->runs[k].total;
            char text[LINE], resolution[64];
            trace_resolution(trace, resolution, sizeof resolution);
            page_markup(page, "<h3>Carbon intensity</h3>\n<dl>\n");
            print_fact(page, "trace", trace->name);
            print_fact(page, "of", trace->title);
            print_fact(page, "figures", format_carbon_kind(trace));
            print_fact(page, "basis", format_carbon_basis(trace));
            print_fact(page, "resolution", resolution);
            print_fact(page, "source", trace->source);
            print_fact(page, "licence", trace->licence);
            text_print(text, sizeof text, "%lld missing sample%s crossed; the last value was held",
                       (long long)total->gap_samples, total->gap_samples == 1 ? "" : "s");
            print_fact(page, "gaps", total->gap_samples ? text : "");
            print_fact(page, "end",
                       total->trace_ended ? "the run outlasted its trace; the last value was held" : "");
            print_fact(page, "accounting", total->accounting);
            page_markup(page, "</dl>\n");
        }
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
