/* Whether a fault is the file's is found by trying the file without the options. */
#include "tui/cli/scenario_file.h"

#include "engine/base/text.h"
#include "engine/explore/prepare.h"
#include "store/json/json.h"
#include "store/json/scenario_json.h"
#include "tui/words/lesson_words.h"

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

/* Does it build: the document as a whole, then its model. `deep`: it failed in the latter. */
static bool builds(const struct scenario *scenario, const struct catalog *catalog, struct faults *scratch,
                   bool *deep, struct error *error)
{
    scratch->count = 0;
    *deep = scenario_validate(scenario, scratch);
    if (!*deep) {
        *error = scratch->kept[0];
        return false;
    }
    struct model *model = model_create(scenario, catalog, error);
    model_release(model);
    return model != NULL;
}

struct attempt {
    const struct scenario *scenario;
    const struct catalog *catalog;
    struct faults *scratch;
    struct knob_value fleet;
    bool kept_deep;
    struct error *error; /* of the first whose document is sound, else of the first */
};

/* Under this scheme, of all or of a pool; `id` -1: as the policies are. */
static bool runs_under(struct attempt *attempt, int id, int pool)
{
    struct knob_value scheme = {.number = 0};
    struct error own = {0};
    struct scenario copy;
    bool deep = false;
    if (!scenario_copy(&copy, attempt->scenario))
        return error_set(attempt->error, ERROR_SYSTEM, NULL, "out of memory");
    copy.n_edits = 0; /* they may speak of another fleet's GPUs */
    bool good = true;
    if (id >= 0) {
        enum layer layer = policy_infos[id].layer;
        struct knob_ref knob = pool < 0 ? knob_of_layer(layer) : knob_of_scheme(layer, pool);
        text_copy(scheme.text, sizeof scheme.text, policy_infos[id].name);
        good = knob_begin(&copy, knob, &scheme, &own);
    }
    good = good && knob_begin(&copy, knob_of_run(KNOB_FLEET), &attempt->fleet, &own) &&
           builds(&copy, attempt->catalog, attempt->scratch, &deep, &own);
    if (!good && (own.kind == ERROR_SYSTEM || id < 0 || (deep && !attempt->kept_deep)))
        *attempt->error = own;
    attempt->kept_deep |= deep;
    scenario_free(&copy);
    return good;
}

/* On a fleet, as the policies are, or with a discipline or a scheme that is bound to it in their place. */
static bool fleet_runs(struct attempt *attempt)
{
    bool good = runs_under(attempt, -1, -1);
    for (int id = 0; !good && id < POLICY_COUNT && attempt->error->kind != ERROR_SYSTEM; id++) {
        const struct policy_info *info = &policy_infos[id];
        bool bound = info->fleet && strcmp(info->fleet, attempt->fleet.text) == 0;
        for (int pool = -1; !good && pool < attempt->scenario->n_pools; pool++)
            good = (bound || info->layer == LAYER_SHARE) && info->layer != LAYER_PLACE &&
                   runs_under(attempt, id, pool);
    }
    return good;
}

bool scenario_file_fleets(const struct scenario *scenario, const struct catalog *catalog, const char *path,
                          struct faults *faults)
{
    struct faults *scratch = calloc(1, sizeof *scratch);
    bool good = scratch || faults_no_memory(faults, "");
    for (int f = 0; scratch && f < scenario->n_fleets; f++) {
        const char *name = scenario->fleets[f].name;
        struct error error = {0}, told = {0};
        char pointer[ERROR_PLACE], place[ERROR_PLACE];
        struct attempt attempt = {
            .scenario = scenario, .catalog = catalog, .scratch = scratch, .error = &error};
        text_copy(attempt.fleet.text, sizeof attempt.fleet.text, name);
        if (f == scenario->fleet || fleet_runs(&attempt))
            continue;
        text_print(pointer, sizeof pointer, "/fleets/%s", name);
        error_set(&told, error.kind ? error.kind : ERROR_INPUT, pointer,
                  "no scheme can run on this fleet: %s", error.message);
        faults_add_error(faults, json_place_in_file(place, path, pointer), &told);
        good = false;
    }
    free(scratch);
    return good;
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

int lecture_of_word(struct store *store, enum lecture_form form, const char *word, struct lecture *lecture)
{
    struct error error = {0};
    char path[PATH_SIZE];
    struct faults *faults = needed(calloc(1, sizeof *faults));
    bool good = lectures_find(store, form, &lesson_words, word, lecture, path, NULL, faults, &error);
    int status = good ? EXIT_DONE : faults->count ? report_faults(faults) : report_error(&error);
    free(faults);
    return status;
}
