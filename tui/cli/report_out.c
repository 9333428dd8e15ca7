/* The page of one run is made from a frame that nobody sees (screen_render.h), so that it says what the
 * screen says. */
#include "tui/cli/report_out.h"

#include "engine/base/text.h"
#include "store/report/report_file.h"
#include "tui/report/account_report.h"
#include "tui/report/report_page.h"
#include "tui/words/print.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_COLUMNS = 200, FRAME_ROWS = 60, PICTURE_COLUMNS = 120, PICTURE_ROWS = 40 };

bool report_out_run(struct invocation *invocation, const struct report_order *order, FILE *out,
                    struct error *error)
{
    const struct globals *globals = &invocation->globals;
    bool picture = order->format != SCREEN_HTML;
    struct screen_request request = {.scenario = order->scenario,
                                     .run_name = order->run_name,
                                     .view = VIEW_COUNT,
                                     .format = order->format,
                                     .seeds = order->seeds,
                                     .summary = order->summary,
                                     .progress = order->progress,
                                     .columns = picture ? PICTURE_COLUMNS : FRAME_COLUMNS,
                                     .rows = picture ? PICTURE_ROWS : FRAME_ROWS,
                                     .display = invocation_display(invocation)};
    if (globals->columns) {
        request.columns = globals->columns;
        request.rows = globals->rows;
    }
    request.display.no_ahead = true;
    return screen_render(invocation->store, &request, out, error);
}

bool report_out_answer(const struct invocation *invocation, const char *json, const struct scenario *scenario,
                       bool checks, bool prints, struct error *error)
{
    struct report report = {0};
    bool good = report_add_run(&report, invocation->store, scenario->name, scenario, error);
    char *text = good ? account_report_answer(&report, json) : NULL;
    report_free(&report);
    if (!text)
        return good ? error_no_memory(error) : false;
    if (checks)
        report_out_check(invocation, text);
    if (prints) {
        print_document(stdout, text);
        putchar('\n');
    }
    free(text);
    return true;
}

void report_out_check(const struct invocation *invocation, const char *json)
{
    const struct report *report = invocation->report;
    struct report own = {0};
    if (!report || !*report->result)
        return;
    report_set_result(&own, json);
    if (strcmp(own.result, report->result) == 0)
        report_note(invocation,
                    report->retold
                        ? "the result is the report's, but what people read in it was edited: trust no word"
                        : "the result is the report's, byte for byte");
    else if (report->edited)
        report_note(invocation, "the result is not the one that the report was made with");
    else
        report_note(invocation, "the result is not the report's, which wattif %s made; this is wattif %s",
                    report->version, WATTIF_VERSION);
}

/* What people read of a page: each text between two tags as a line, in place. In what differs from the
 * reference a saved run has other words than one that is made anew, and how it is repeated tells of the
 * library at hand. */
static void keep_words(char *page)
{
    static const char *const left_out[][2] = {{"<style", "</style>"},
                                              {"<script", "</script>"},
                                              {"<section id=\"differs\"", "</section>"},
                                              {"<section id=\"repeat\"", "</section>"}};
    char *out = page, *carried = strstr(page, report_begin);
    if (carried)
        *carried = '\0';
    for (char *at = page; *at;) {
        if (*at != '<') {
            *out++ = *at++;
            continue;
        }
        const char *end = ">";
        for (size_t k = 0; k < sizeof left_out / sizeof *left_out; k++)
            if (strncmp(at, left_out[k][0], strlen(left_out[k][0])) == 0)
                end = left_out[k][1];
        char *past = strstr(at, end);
        at = past ? past + strlen(end) : at + strlen(at);
        if (out > page && out[-1] != '\n')
            *out++ = '\n';
    }
    *out = '\0';
}

/* The line around the first byte in which two texts differ; false: there is none. */
static bool find_difference(const char *a, const char *b, char first[2][TEXT_BRIEF_SIZE])
{
    size_t at = 0, start;
    while (a[at] && a[at] == b[at])
        at++;
    if (a[at] == b[at])
        return false;
    for (start = at; start > 0 && a[start - 1] != '\n'; start--)
        continue;
    const char *const texts[2] = {a + start, b + start};
    for (int k = 0; k < 2; k++)
        text_print(first[k], TEXT_BRIEF_SIZE, "%.*s", (int)strcspn(texts[k], "\n"), texts[k]);
    return true;
}

void report_out_retell(struct invocation *invocation, const struct scenario *scenario)
{
    struct report *report = invocation->report;
    struct report_order order = {.scenario = scenario, .format = SCREEN_HTML};
    struct error ignored = {0};
    char *page = NULL, first[2][TEXT_BRIEF_SIZE];
    size_t n = 0;
    if (!report || !report->shown || report->retold || report->edited ||
        strcmp(report->version, WATTIF_VERSION) != 0)
        return;
    FILE *out = open_memstream(&page, &n);
    bool good = out && report_out_run(invocation, &order, out, &ignored);
    if (out && fclose(out) == 0 && good) {
        keep_words(page);
        keep_words(report->shown);
        report->retold = find_difference(report->shown, page, first);
    }
    if (good && report->retold)
        report_note(invocation, "%s says \"%s\" where what it carries comes to \"%s\"",
                    invocation->report_path, first[0], first[1]);
    free(page);
}

bool report_out_as_it_is(const struct invocation *invocation, int *status)
{
    static const char *const harmless[] = {"format", "jobs", "yes"};
    const struct options *options = &invocation->options;
    for (size_t i = 0; i < options->n_items; i++) {
        const char *name = options->items[i].option->name;
        bool own = false, allowed = false;
        for (const struct option_info *option = invocation->command->options; option->name; option++)
            own |= strcmp(option->name, name) == 0;
        for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
            allowed |= strcmp(harmless[k], name) == 0;
        if (own && !allowed) {
            *status = report_usage("a report of several runs is repeated as it is: leave --%s out", name);
            return false;
        }
    }
    return true;
}
