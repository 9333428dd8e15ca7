/* The laws, a row each, in the order of enum power_model. */
#include "engine/physics/power.h"

static double idle_once_w(double idle_w, const struct power_plan *plan)
{
    (void)plan;
    return idle_w;
}

static double idle_and_auxiliary_once_w(double idle_w, const struct power_plan *plan)
{
    return idle_w + plan->auxiliary_w;
}

static const struct power_law laws[POWER_MODEL_COUNT] = {
    [POWER_TABLE] = {.name = "table", .once_w = idle_once_w},
    [POWER_STAUX] = {.name = "staux", .once_w = idle_and_auxiliary_once_w},
    [POWER_SUPERPOSE] = {.name = "superpose", .once_w = idle_once_w},
};

const struct power_law *power_law_of(enum power_model model)
{
    return &laws[model];
}
