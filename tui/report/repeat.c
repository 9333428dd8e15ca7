/* What the report was made of, and how it is made again. */
#include "tui/report/sections.h"

#include "engine/base/text.h"
#include "tui/words/run_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
