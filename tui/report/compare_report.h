/* A comparison as a report, the same from a command and from the screen: beside its metrics every run once
 * with its recording, whose curves are drawn. */
#ifndef WATTIF_TUI_REPORT_COMPARE_REPORT_H
#define WATTIF_TUI_REPORT_COMPARE_REPORT_H

#include "tui/report/report_page.h"

struct compare_report {
    struct report report;
    struct report_page page;
    struct model *models[CONTRAST_RUNS]; /* references */
    char names[CONTRAST_RUNS][REPORT_NAME_SIZE + 4];
};

/* Adds the next run, whose inputs are pinned; `recording`, of the first seed, outlives the report. False with
 * a message. */
bool compare_report_add(struct compare_report *shown, struct store *store, const char *name,
                        struct model *model, const struct recording *recording, struct error *error);
/* What `wattif compare --format json` prints, without its last line break: malloc'ed; NULL when out of
 * memory. */
char *compare_report_json(const struct contrast *contrast);
/* The first run of the contrast is what the others are held against. False when out of memory. */
bool compare_report_print(struct compare_report *shown, const struct contrast *contrast, FILE *file);
void compare_report_free(struct compare_report *shown);

#endif
