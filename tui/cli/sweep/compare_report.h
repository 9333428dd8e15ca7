/* A comparison as a report: beside its metrics every run once with its recording, whose curves are drawn. */
#ifndef WATTIF_TUI_CLI_COMPARE_REPORT_H
#define WATTIF_TUI_CLI_COMPARE_REPORT_H

#include "tui/cli/command.h"

#include "engine/explore/contrast.h"
#include "tui/report/report_page.h"

struct compare_report {
    struct report report;
    struct report_page page;
    struct model *models[CONTRAST_RUNS];
    struct recording *recordings[CONTRAST_RUNS];
    char names[CONTRAST_RUNS][REPORT_NAME_SIZE + 4];
};

/* Adds the next run, whose inputs are pinned; `recording`: of the first seed, taken over; NULL: it is
 * simulated here. False with a message. */
bool compare_report_add(struct compare_report *shown, struct store *store, const char *name,
                        struct model *model, struct recording *recording, struct error *error);
/* False when out of memory. */
bool compare_report_print(struct compare_report *shown, const struct contrast *contrast, FILE *file);
void compare_report_free(struct compare_report *shown);

#endif
