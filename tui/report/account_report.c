/* The headline is what the first choice is headed by. */
#include "tui/report/account_report.h"

#include "engine/base/text.h"
#include "tui/media/rows.h"
#include "tui/report/report_page.h"

#include <stdlib.h>
#include <string.h>

enum { SCHEMA = 1 };

/* The report has the scenario's inputs. */
static char *make_json(const struct account *account, size_t section, const struct report *report)
{
    const struct scenario *scenario = &report->runs[0].scenario;
    struct sheet *sheet = sheet_create(account->name);
    if (!sheet)
        return NULL;
    sheet_say_number(sheet, "schema", SCHEMA);
    sheet_say(sheet, "scenario", scenario->name);
    sheet_say_number(sheet, "seed", (double)scenario->seed);
    media_rows(account, section, sheet);
    sheet_begin_table(sheet, "inputs");
    sheet_columns(sheet, (const char *const[]){"kind", "name", "hash"}, 3);
    for (size_t i = 0; i < report->n_inputs; i++) {
        sheet_text(sheet, item_kind_names[report->inputs[i].kind]);
        sheet_text(sheet, report->inputs[i].name);
        sheet_text(sheet, report->inputs[i].hash);
    }
    char *json = sheet_json(sheet);
    sheet_free(sheet);
    return json;
}

char *account_report_json(const struct account *account, size_t section, const struct scenario *scenario,
                          struct store *store, struct error *error)
{
    struct report report = {.command = REPORT_QUESTION};
    char *json = NULL;
    if (report_add_run(&report, store, scenario->name, scenario, error)) {
        json = make_json(account, section, &report);
        if (!json)
            error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    }
    report_free(&report);
    return json;
}

bool account_report_print(const struct account *account, const char *command, const struct scenario *scenario,
                          size_t seeds, struct store *store, FILE *file, struct error *error)
{
    bool attribute = strcmp(command, report_command_names[REPORT_ATTRIBUTE]) == 0;
    char name[192], said[1200] = "";
    struct report report = {.command = attribute ? REPORT_ATTRIBUTE : REPORT_QUESTION, .replicates = seeds};
    struct report_page page = {.report = &report, .title = name, .headline = said, .account = account};
    text_print(name, sizeof name, "%s: %s", account->page ? account->page : account->title,
               *scenario->title ? scenario->title : scenario->name);
    if (!attribute)
        text_copy(report.question, sizeof report.question, command);
    for (const struct account_part *part = account->parts; part && part->kind == PART_SENTENCE;
         part = part->next)
        text_append(said, sizeof said, "%s%s", *said ? " " : "", part->text);
    bool good = report_add_run(&report, store, scenario->name, scenario, error);
    char *json = good ? make_json(account, 0, &report) : NULL;
    if (json)
        report_set_result(&report, json);
    if (good)
        good =
            (json && report_page_print(&page, file)) || error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    free(json);
    report_free(&report);
    return good;
}
