/* print_run STORE SCENARIO [SETTING]...: what a run comes to, as JSON, by engine and store alone. Builds of
 * other compilers need no interface for it: `./dev test` holds what they print against each other. */
#include "store/json/summary_json.h"
#include "store/store.h"

#include <stdlib.h>

static bool simulate(struct model *model, struct summary *summary, struct error *error)
{
    struct run *run = run_create(model, NULL, (struct run_options){0}, error);
    if (!run)
        return false;
    run_all(run);
    run_summary(run, summary);
    run_free(run);
    return true;
}

static bool print(const struct model *model, const struct summary *summary)
{
    struct json_writer writer = {0};
    summary_to_json(&writer, NULL, model, summary);
    char *text = json_writer_take(&writer);
    bool printed = text && puts(text) >= 0;
    free(text);
    return printed;
}

static bool run_scenario(const struct scenario *scenario, const struct catalog *catalog, struct error *error)
{
    static struct summary summary;
    struct shelf *shelf = shelf_create((struct shelf_behind){0});
    struct model *model = model_create(scenario, catalog, error);
    bool good = shelf && model && prepare_with(NULL, model, shelf, &(struct derive_options){0}, error) &&
                simulate(model, &summary, error) && print(model, &summary);
    model_release(model);
    shelf_free(shelf);
    return good;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    struct scenario scenario;
    struct store *store = argc > 2 ? store_open(&(struct store_options){.path = argv[1]}, &error) : NULL;
    bool loaded = store && store_load_scenario(store, argv[2], &scenario, &error), good = loaded;
    for (int i = 3; good && i < argc; i++)
        good = scenario_apply_set(&scenario, argv[i], &error);
    good = good && run_scenario(&scenario, store_catalog(store), &error);
    if (loaded)
        scenario_free(&scenario);
    if (store)
        store_close(store);
    if (!good)
        fprintf(stderr, "print_run: %s\n", argc > 2 ? error.message : "STORE SCENARIO [SETTING]...");
    return good ? 0 : 1;
}
