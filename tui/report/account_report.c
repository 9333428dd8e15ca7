/* The headline is what the first choice is headed by. */
#include "tui/report/account_report.h"

#include "engine/base/text.h"
#include "tui/media/rows.h"
#include "tui/report/report_page.h"

#include <stdlib.h>

bool account_report_print(const struct account *account, const char *title, enum report_command command,
                          const struct scenario *scenario, size_t seeds, struct store *store, FILE *file,
                          struct error *error)
{
    char name[192], said[1200] = "";
    struct report report = {.command = command, .replicates = seeds};
    struct report_page page = {.report = &report, .title = name, .headline = said, .account = account};
    text_print(name, sizeof name, "%s: %s", title, *scenario->title ? scenario->title : scenario->name);
    for (const struct account_part *part = account->parts; part && part->kind == PART_SENTENCE;
         part = part->next)
        text_append(said, sizeof said, "%s%s", *said ? " " : "", part->text);
    bool good = report_add_run(&report, store, scenario->name, scenario, error);
    char *json = good ? media_json_text(account, 0) : NULL;
    if (json)
        report_set_result(&report, json);
    if (good)
        good =
            (json && report_page_print(&page, file)) || error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    free(json);
    report_free(&report);
    return good;
}
