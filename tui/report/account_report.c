/* The headline is what the first choice is headed by. */
#include "tui/report/account_report.h"

#include "engine/base/text.h"
#include "tui/media/rows.h"
#include "tui/report/report_page.h"

#include <stdlib.h>
#include <string.h>

void account_tell_inputs(struct account *account, const struct report *report)
{
    account_keys(account, "inputs", (const char *const[]){"kind", "name", "hash"}, 3);
    for (size_t i = 0; i < report->n_inputs; i++)
        ACCOUNT_ADD(account, account_said(item_kind_names[report->inputs[i].kind]),
                    account_said(report->inputs[i].name), account_said(report->inputs[i].hash));
}

char *account_report_answer(const struct report *report, const char *json)
{
    struct account told;
    account_begin(&told, "", "");
    told.json = strdup(json);
    told.arena.lacked |= !told.json;
    account_tell_inputs(&told, report);
    char *text = media_json_text(&told);
    account_free(&told);
    return text;
}

bool account_report_rows(const struct account *account, size_t section, const struct scenario *scenario,
                         struct store *store, struct account *into, struct error *error)
{
    struct report report = {0};
    account_fact(into, "seed", account_bare((double)scenario->seed));
    media_rows(account, section, into);
    bool good = store && report_add_run(&report, store, scenario->name, scenario, error);
    if (good)
        account_tell_inputs(into, &report);
    report_free(&report);
    return good;
}

char *account_report_json(const struct account *account, size_t section, const struct scenario *scenario,
                          struct store *store, struct error *error)
{
    struct account told;
    account_begin(&told, account->name, "");
    account_fact(&told, "view", account_said(account->name));
    account_fact(&told, "scenario", account_said(scenario->name));
    bool good = account_report_rows(account, section, scenario, store, &told, error);
    char *json = good ? media_json_text(&told) : NULL;
    if (good && !json)
        error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    account_free(&told);
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
    if (good && account->asked && *account->asked) {
        report.axes[0] = strdup(account->asked);
        report.n_axes = report.axes[0] != NULL;
        good = report.axes[0] || error_no_memory(error);
    }
    char *json = good ? account_report_json(account, 0, scenario, store, error) : NULL;
    good = json != NULL;
    if (good) {
        report_set_result(&report, json);
        good = report_page_print(&page, file) || error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    }
    free(json);
    report_free(&report);
    return good;
}
