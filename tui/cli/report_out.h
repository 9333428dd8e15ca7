/* Reports on the command line: --format html prints one, and `run FILE.html` repeats one. */
#ifndef WATTIF_TUI_CLI_REPORT_OUT_H
#define WATTIF_TUI_CLI_REPORT_OUT_H

#include "tui/cli/command.h"
#include "tui/media/rows.h"
#include "tui/desk/screen_render.h"

/* Behind the formats of listings. */
enum { FORMAT_HTML = LISTING_CSV + 1 };

/* One run, drawn as its dashboard is: as a report or a picture. All as in screen_render.h. False with a
 * message. */
struct report_order {
    const struct scenario *scenario;
    const char *run_name;
    enum screen_format format;
    const struct export_seeds *seeds;
    struct summary *summary;
    bool progress; /* on stderr, while it is simulated */
};
bool report_out_run(struct invocation *invocation, const struct report_order *order, FILE *out,
                    struct error *error);

/* Of the JSON of an answer about this scenario, with what stands behind it (account_report_answer): holds
 * it against the report that was run (report_out_check), and prints it. False with a message. */
bool report_out_answer(const struct invocation *invocation, const char *json, const struct scenario *scenario,
                       bool checks, bool prints, struct error *error);

/* What the command printed, or would print, as JSON: is it what the report that was run says it came to? Said
 * on stderr. Nothing is said where no report was run, or it was run with changes. */
void report_out_check(const struct invocation *invocation, const char *json);

/* A page of the same wattif is made again from what the report carries: does it say what the report says?
 * What differs first is said on stderr, and the report counts as retold. */
void report_out_retell(struct invocation *invocation, const struct scenario *scenario);

/* Refuses every option of `run` that would change what is repeated. False with the status. */
bool report_out_as_it_is(const struct invocation *invocation, int *status);

#endif
