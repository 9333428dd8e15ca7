/* What a word on the command line means: a path, a saved run, a built-in or imported scenario.  */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/library/library.h"
#include "store/report/report_file.h"
#include "store/json/scenario_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int store_is_builtin_scenario(struct store *store, const char *name, struct error *error)
{
    return statement_found(
        database_ask(store->db, error,
                     "SELECT 1 FROM version WHERE kind = 'scenario' AND name = ? AND builtin LIMIT 1", "t",
                     name),
        error);
}

static bool is_path(const char *word)
{
    size_t length = strlen(word);

    return strchr(word, '/') || report_is_path(word) ||
           (length >= 5 && strcmp(word + length - 5, ".json") == 0);
}

bool store_resolve_scenario(struct store *store, const char *word, struct scenario *scenario, char *run_name,
                            struct faults *faults, struct error *error)
{
    *run_name = '\0';
    if (report_is_path(word)) {
        struct report *report = report_read(word, faults, error);
        bool good = false;
        if (report && report->command != REPORT_RUN)
            error_set(error, ERROR_INPUT, word,
                      "is the report of a %s, not of one run; `wattif run` repeats it",
                      report->command == REPORT_COMPARE ? "comparison"
                      : report->command == REPORT_SWEEP ? "sweep"
                                                        : "contribution");
        else if (report && store_pin_report(store, report, 0, error))
            good = scenario_copy(scenario, &report->runs[0].scenario) ||
                   error_set(error, ERROR_SYSTEM, word, "out of memory");
        report_free(report);
        free(report);
        return good;
    }
    if (is_path(word)) {
        struct cJSON *json = json_read_file(word, error);
        if (!json)
            return false;
        bool good = scenario_from_json(json, scenario, faults);
        json_free(json);
        if (good)
            return true;
        /* "/apps/0/slo_ms" becomes "my.json:12:/apps/0/slo_ms". */
        size_t kept = faults->count < FAULTS_KEPT ? faults->count : FAULTS_KEPT;
        for (size_t i = 0; i < kept; i++) {
            struct error *fault = &faults->kept[i];
            char place[sizeof fault->place];
            text_copy(fault->place, sizeof fault->place, json_place_in_file(place, word, fault->place));
        }
        *error = *faults_first(faults);
        return false;
    }
    int found = store_run_scenario(store, word, scenario, error);
    if (found == 1 && store_pin_run(store, word, error))
        return text_copy(run_name, 64, word);
    if (found == 1) {
        scenario_free(scenario);
        return false;
    }
    if (found != 0 || store_load_scenario(store, word, scenario, error))
        return found == 0;
    /* "there is no scenario 'x'; ..." becomes "there is no saved run and no scenario 'x'; ...". */
    static const char alone[] = "there is ", both[] = "there is no saved run and ";
    char rest[sizeof error->message];
    if (strncmp(error->message, alone, sizeof alone - 1) == 0) {
        text_copy(rest, sizeof rest, error->message + sizeof alone - 1);
        snprintf(error->message, sizeof error->message, "%s%.*s", both, (int)(sizeof rest - sizeof both),
                 rest);
    }
    return false;
}
