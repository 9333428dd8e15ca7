/* A forecast is a trial (results.h). */
#include "tui/explorer/mig_forecast.h"

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
