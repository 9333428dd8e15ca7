/* Title and sentence are of the first metric, carbon; what repeats it is the scenario with its seeds. */
#include "tui/report/contribution_report.h"

#include "engine/base/text.h"
#include "tui/report/report_page.h"
#include "tui/words/contribution.h"
#include "tui/words/sheet.h"

#include <stdlib.h>

char *contribution_report_json(const struct contributions *contributions)
{
    struct sheet *sheet = sheet_create("contribution");
    if (!sheet)
        return NULL;
    contribution_tell(contributions, sheet);
    char *text = sheet_json(sheet);
    sheet_free(sheet);
    return text;
}

bool contribution_report_print(const struct contributions *contributions, size_t seeds, struct store *store,
                               FILE *file, struct error *error)
{
    const struct attribution *attribution = contributions->attribution;
    const struct scenario *scenario = &attribution->scenario;
    char title[192], said[2 * CONTRIBUTION_TEXT], verdict[CONTRIBUTION_TEXT];
    struct report report = {.command = REPORT_ATTRIBUTE, .replicates = seeds};
    struct report_page page = {
        .report = &report, .title = title, .headline = said, .contributions = contributions};
    text_print(title, sizeof title, "What each layer is worth%s: %s",
               contributions->of[0].one_draw ? ", in one draw" : "",
               *scenario->title ? scenario->title : scenario->name);
    contribution_total(attribution, &contributions->of[0], said, sizeof said);
    text_append(said, sizeof said, " %s",
                contribution_verdict(attribution, &contributions->of[0], verdict, sizeof verdict));
    bool good = report_add_run(&report, store, scenario->name, scenario, error);
    char *json = good ? contribution_report_json(contributions) : NULL;
    if (json)
        report_set_result(&report, json);
    if (good)
        good =
            (json && report_page_print(&page, file)) || error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    free(json);
    report_free(&report);
    return good;
}
