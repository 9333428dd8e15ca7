/* The page of one run is made from a frame that nobody sees (screen_render.h), so that it says what the
 * screen says. */
#include "tui/cli/report_out.h"

#include "engine/base/text.h"
#include "store/report/report_file.h"

#include <stddef.h>
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

void report_out_check(const struct invocation *invocation, const char *json)
{
    const struct report *report = invocation->report;
    struct report own = {0};
    if (!report || !*report->result)
        return;
    report_set_result(&own, json);
    if (strcmp(own.result, report->result) == 0)
        report_note(invocation, report->retold
                                    ? "the result is the one that the report was made with, but what people "
                                      "read in it was edited since: do not trust its words and numbers"
                                    : "the result is the report's, byte for byte");
    else if (report->edited)
        report_note(invocation, "the result is not the one that the report was made with");
    else
        report_note(invocation, "the result is not the report's, which wattif %s made; this is wattif %s",
                    report->version, WATTIF_VERSION);
}

bool report_out_as_it_is(const struct invocation *invocation, int *status)
{
    static const char *const harmless[] = {"format", "jobs"};
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
