/* Scenarios: our own JSON. Whether its trace, models and workloads exist is the store's business, not the
 * format's. */
#include "store/import/import.h"

#include "engine/base/text.h"
#include "store/json/json_fields.h"
#include "store/json/scenario_json.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

static bool recognise(const cJSON *json)
{
    return json_member(json, "format") || json_member(json, "fleets") || json_member(json, "apps") ||
           json_member(json, "policies");
}

static bool read_scenario(const cJSON *json, struct import_job *job)
{
    struct item *item = import_result_add(job->result, ITEM_SCENARIO, job->faults);
    struct faults *found = calloc(1, sizeof *found);

    if (!item || !found) {
        faults_no_memory(job->faults, job->path);
        free(found);
        return false;
    }
    struct scenario *scenario = &item->as.scenario;
    bool good = scenario_from_json(json, scenario, found);
    for (size_t i = 0; i < found->count && i < FAULTS_KEPT; i++) {
        struct error *fault = &found->kept[i];
        char place[ERROR_PLACE];
        text_copy(fault->place, sizeof fault->place, import_place(job, fault->place, place));
    }
    faults_add_all(job->faults, found);
    free(found);
    if (!good) {
        job->result->n--; /* a scenario that was not read owns nothing */
        return false;
    }
    if (job->options->name)
        text_copy(scenario->name, sizeof scenario->name, job->options->name);
    if (!import_name_valid(scenario->name)) {
        faults_add(job->faults, job->path, "'%s' cannot name a scenario (letters, digits, . _ -)",
                   scenario->name);
        return false;
    }
    text_copy(item->source, sizeof item->source, scenario->source);
    job->result->rows = 1;
    snprintf(job->result->summary, sizeof job->result->summary, "%d app%s, %d fleet%s, trace %s",
             scenario->n_apps, scenario->n_apps == 1 ? "" : "s", scenario->n_fleets,
             scenario->n_fleets == 1 ? "" : "s", scenario->trace);
    return true;
}

const struct importer importer_scenario = {
    .name = "scenario",
    .kind = STORE_SCENARIO,
    .help = "scenario JSON, \"format\": 1",
    .recognise = recognise,
    .read_json = read_scenario,
};
