/* Layouts come from three places: the scenario, its edits, and what a scheme has done, which is recorded. An
 * edit acts before whatever a scheme does at the same instant, so that what it finds is what was there just
 * before: where a search begins under the cursor, the GPUs are not changing yet. */
#include "tui/explorer/mig_fleet.h"

#include "engine/answers/cuts.h"
#include "engine/model/layout.h"

#include <string.h>

int mig_fleet_count(const struct explorer *explorer)
{
    int all = explorer->document.scenario.fleets[explorer->document.scenario.fleet].n_gpus;
    int run = explorer->results.current->recording->n_gpus;
    return run < all ? run : all;
}

const struct gpu *mig_fleet_gpu(const struct explorer *explorer, int gpu)
{
    return &explorer->document.scenario.fleets[explorer->document.scenario.fleet].gpus[gpu];
}

bool mig_fleet_is_cut(const struct explorer *explorer, int gpu)
{
    return layout_is_cut(&explorer->document.scenario, mig_fleet_gpu(explorer, gpu));
}

int mig_fleet_find(const struct explorer *explorer, const char *name)
{
    int first = -1;
    for (int gpu = mig_fleet_count(explorer) - 1; gpu >= 0; gpu--) {
        if (!mig_fleet_is_cut(explorer, gpu))
            continue;
        first = gpu;
        if (strcmp(mig_fleet_gpu(explorer, gpu)->name, name) == 0)
            return gpu;
    }
    return first;
}

struct knob_ref mig_fleet_scheme(const struct explorer *explorer, int gpu)
{
    const struct scenario *scenario = &explorer->document.scenario;
    return scenario->n_pools > 0 ? knob_of_scheme(LAYER_CONFIGURE, scenario_pool_of_gpu(scenario, gpu))
                                 : knob_of_layer(LAYER_CONFIGURE);
}

enum policy_id mig_fleet_configure(const struct explorer *explorer, int gpu, bool from_start)
{
    struct knob_ref knob = mig_fleet_scheme(explorer, gpu);
    struct knob_value value = from_start
                                  ? knob_get(&explorer->document.scenario, knob)
                                  : knob_at(&explorer->document.scenario, knob, explorer->time.cursor_ns);
    return policy_find(LAYER_CONFIGURE, value.text);
}

/* Has a scheme other than manual been in force up to now? What it left stays under manual. */
static bool is_configured(const struct explorer *explorer, int gpu)
{
    const struct scenario *scenario = &explorer->document.scenario;
    int pool = scenario_pool_of_gpu(scenario, gpu);
    bool configured = policy_is_clover(scenario_pool_policy(scenario, pool, LAYER_CONFIGURE));
    for (int e = 0; e < scenario->n_edits && scenario->edits[e].t_ns <= explorer->time.cursor_ns; e++)
        if (knob_is_policy(scenario->edits[e].knob, LAYER_CONFIGURE) &&
            scenario_pool_hears(scenario, pool, scenario->edits[e].knob))
            configured |= policy_is_clover(policy_find(LAYER_CONFIGURE, scenario->edits[e].value.text));
    return configured;
}

static int64_t before_ns(const struct explorer *explorer)
{
    return explorer->time.cursor_ns > 0 ? explorer->time.cursor_ns - 1 : 0;
}

static bool has_edit(const struct explorer *explorer, struct knob_ref knob)
{
    const struct scenario *scenario = &explorer->document.scenario;
    bool found = false;
    for (int e = 0; e < scenario->n_edits; e++)
        found |=
            scenario->edits[e].t_ns == explorer->time.cursor_ns && knob_same(scenario->edits[e].knob, knob);
    return found;
}

bool mig_fleet_is_changing(const struct explorer *explorer, int gpu, bool from_start)
{
    const struct recorded_layout *there =
        from_start ? NULL
                   : recording_layout_at(explorer->results.current->recording, gpu, before_ns(explorer));
    return there && !cut_is_steady(there);
}

struct knob_value mig_fleet_cut(const struct explorer *explorer, int gpu, bool from_start)
{
    struct knob_ref knob = knob_of_gpu(KNOB_MIG, gpu);
    if (from_start)
        return knob_get(&explorer->document.scenario, knob);
    struct knob_value value = knob_at(&explorer->document.scenario, knob, explorer->time.cursor_ns);
    const struct recorded_layout *layout = NULL;
    if (is_configured(explorer, gpu) && !has_edit(explorer, knob)) /* a turn here changes that edit */
        layout = cut_due(explorer->results.current->recording, gpu, before_ns(explorer));
    if (layout)
        recording_print_layout(explorer->results.current->recording, layout, value.text, sizeof value.text);
    return value;
}

void mig_fleet_pods(const struct explorer *explorer, int gpu, bool from_start, struct pod pods[PODS_MAX],
                    int *n)
{
    struct knob_value value = mig_fleet_cut(explorer, gpu, from_start);
    int owner = mig_fleet_gpu(explorer, gpu)->owner;
    if (layout_parse(&explorer->document.scenario, value.text, pods, n, NULL) && *n > 0)
        return;
    pods[0] = (struct pod){.slice = "7g", .app = owner < 0 ? 0 : owner};
    *n = 1;
}

bool mig_fleet_takes(const struct explorer *explorer, int gpu, int like, bool from_start,
                     const struct pod *pods, int n)
{
    const struct gpu *a = mig_fleet_gpu(explorer, gpu), *b = mig_fleet_gpu(explorer, like);
    bool begins_cut = from_start || a->n_pods > 0;
    return strcmp(a->type, b->type) == 0 && begins_cut &&
           layout_check(&explorer->document.scenario, a, pods, n, NULL);
}

/* --- forecasts --- */

static bool lay_out(struct scenario *scenario, const struct knob_value *values, struct error *error)
{
    for (int gpu = 0; gpu < scenario->fleets[scenario->fleet].n_gpus; gpu++)
        if (*values[gpu].text && !knob_set(scenario, knob_of_gpu(KNOB_MIG, gpu), &values[gpu], error))
            return false;
    return true;
}

bool mig_forecast_ask(struct explorer *explorer, enum mig_forecast_of which, int64_t t_ns,
                      const struct knob_value *values, struct error *error)
{
    struct scenario scenario;
    explorer_try(explorer, (int)which, NULL, NULL);
    if (!standstill_scenario(&explorer->document.scenario, explorer->results.current->recording, t_ns,
                             &scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    bool asked = lay_out(&scenario, values, error) && explorer_try(explorer, (int)which, &scenario, error);
    scenario_free(&scenario);
    return asked;
}

struct standstill mig_forecast_read(const struct explorer *explorer, enum mig_forecast_of which, int64_t t_ns)
{
    const struct result *result = explorer_tried(explorer, (int)which);
    if (!result)
        return (struct standstill){.known = false};
    return standstill_of(explorer->results.current->model, &result->recording->summary, t_ns,
                         explorer_grid(explorer, t_ns).ci);
}
