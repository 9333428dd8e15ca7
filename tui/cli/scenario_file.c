/* Whether a fault is the file's is found by trying the file without the options. */
#include "tui/cli/scenario_file.h"

#include "engine/base/text.h"
#include "engine/explore/prepare.h"
#include "store/json/json_place.h"
#include "store/json/scenario_inputs.h"
#include "store/json/scenario_json.h"

#include <stdlib.h>
#include <string.h>

static bool can_run(const struct scenario *scenario, const struct catalog *catalog, const char *path,
                    struct faults *faults)
{
    struct error error = {0};
    char place[sizeof error.place];
    struct model *model = model_create(scenario, catalog, &error);
    bool good = model && prepare_look_up(model, NULL, &error);
    model_release(model);
    if (good)
        return true;
    faults_add_error(faults, json_place_in_file(place, path, error.place), &error);
    return false;
}

bool scenario_file_runs(const struct scenario *scenario, const struct catalog *catalog, const char *path,
                        struct faults *faults)
{
    return scenario_inputs_found(scenario, catalog, path, faults) && can_run(scenario, catalog, path, faults);
}

void scenario_file_place(const struct invocation *invocation, struct faults *faults)
{
    json_place_faults(faults, invocation->file, invocation->piped, invocation->n_piped);
}

static bool read_again(struct invocation *invocation, struct scenario *scenario, struct faults *faults)
{
    struct error error = {0};
    char run_name[64];
    return invocation->piped
               ? scenario_from_text(invocation->piped, invocation->n_piped, "", scenario, faults)
               : store_resolve_scenario(invocation->store, invocation->file, scenario, run_name, faults,
                                        &error);
}

/* Whether one of the faults has this pointer and message. */
static bool holds(const struct faults *faults, const struct error *error)
{
    size_t length = strlen(error->place);
    for (size_t i = 0; i < faults->count && i < FAULTS_KEPT; i++) {
        const struct error *fault = &faults->kept[i];
        size_t n = strlen(fault->place);
        if (n > length && strcmp(fault->place + n - length, error->place) == 0 &&
            strcmp(fault->message, error->message) == 0)
            return true;
    }
    return false;
}

int scenario_file_report(struct invocation *invocation, const struct error *error)
{
    struct scenario scenario;
    const char *path = invocation->file, *pointer = error->place;
    struct faults *faults = path && (!*pointer || *pointer == '/') ? calloc(1, sizeof *faults) : NULL;
    bool read = faults && error->kind == ERROR_INPUT && read_again(invocation, &scenario, faults);
    bool its_own = read && !scenario_file_runs(&scenario, store_catalog(invocation->store), path, faults) &&
                   holds(faults, error);
    if (its_own)
        scenario_file_place(invocation, faults);
    int status = its_own ? report_faults(faults) : report_error(error);
    if (read)
        scenario_free(&scenario);
    free(faults);
    return status;
}
