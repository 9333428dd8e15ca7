/* One lookup for each name; what the catalogue says about a name that it does not have is the fault. */
#include "store/json/scenario_inputs.h"

#include "store/json/json.h"

#include <stdio.h>

struct search {
    const struct catalog *catalog;
    const char *file;
    struct faults *faults;
    bool good;
};

/* `found` is what a lookup gave, `error` what it said. */
static void expect(struct search *search, const void *found, const char *pointer, const struct error *error)
{
    char place[sizeof error->place];

    if (found)
        return;
    if (error->kind == ERROR_INPUT || !*error->place)
        json_place_in_file(place, search->file, pointer);
    else /* the store's fault */
        error_place(place, error->place, "%s", "");
    faults_add_error(search->faults, place, error);
    search->good = false;
}

static void search_app(struct search *search, const struct app *app, const char *profiles, int index)
{
    const struct catalog *catalog = search->catalog;
    struct error error = {0};
    char pointer[64];

    snprintf(pointer, sizeof pointer, "/apps/%d/model", index);
    expect(search, catalog_profile(catalog, app->model, profiles, &error), pointer, &error);
    if (!app->arrivals.workload[0])
        return;
    snprintf(pointer, sizeof pointer, "/apps/%d/arrivals/workload", index);
    expect(search, catalog->workload(catalog->context, app->arrivals.workload, &error), pointer, &error);
}

static void search_fleet(struct search *search, const struct fleet *fleet)
{
    const struct catalog *catalog = search->catalog;

    for (int g = 0; g < fleet->n_gpus; g++) {
        struct error error = {0};
        char pointer[96];
        snprintf(pointer, sizeof pointer, "/fleets/%s/gpus/%d/type", fleet->name, g);
        expect(search, catalog->device(catalog->context, fleet->gpus[g].type, &error), pointer, &error);
    }
}

bool scenario_inputs_found(const struct scenario *scenario, const struct catalog *catalog, const char *file,
                           struct faults *faults)
{
    struct search search = {.catalog = catalog, .file = file, .faults = faults, .good = true};
    struct error error = {0};

    expect(&search, catalog->trace(catalog->context, scenario->trace, &error), "/trace", &error);
    for (int f = 0; f < scenario->n_fleets; f++)
        search_fleet(&search, &scenario->fleets[f]);
    for (int a = 0; a < scenario->n_apps; a++)
        search_app(&search, &scenario->apps[a], scenario->profiles, a);
    return search.good;
}
