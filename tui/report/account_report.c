/* The headline is what the first choice is headed by. */
#include "tui/report/account_report.h"

#include "engine/base/text.h"
#include "tui/media/rows.h"
#include "tui/report/report_page.h"

#include <stdlib.h>
#include <string.h>

/* The report has the scenario's inputs. */
static char *make_json(const struct account *account, size_t section, const struct report *report)
{
    const struct scenario *scenario = &report->runs[0].scenario;
    struct account told;
    account_begin(&told, account->name, "");
    account_fact(&told, "view", account_said(account->name));
    account_fact(&told, "scenario", account_said(scenario->name));
    account_fact(&told, "seed", account_bare((double)scenario->seed));
    media_rows(account, section, &told);
    account_keys(&told, "inputs", (const char *const[]){"kind", "name", "hash"}, 3);
    for (size_t i = 0; i < report->n_inputs; i++)
        ACCOUNT_ADD(&told, account_said(item_kind_names[report->inputs[i].kind]),
                    account_said(report->inputs[i].name), account_said(report->inputs[i].hash));
    char *json = media_json_text(&told);
    account_free(&told);
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
