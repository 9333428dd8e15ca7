/* The laws, a row each, in the order of enum power_model. */
#include "engine/physics/power.h"

#include <string.h>

static double idle_once_w(double idle_w, const struct power_plan *plan)
{
    (void)plan;
    return idle_w;
}

static double idle_and_auxiliary_once_w(double idle_w, const struct power_plan *plan)
{
    return idle_w + plan->auxiliary_w;
}

/* ---- the static power that depends on the cut ---- */

const struct power_static power_statics[] = {
    {"7x1g", 13, -0.000061, 0.0177, 50.01},
    {"5x1g+1x2g", 12, -0.000030, 0.0033, 51.02},
    {"3x1g+2x2g", 11, -0.000034, 0.0050, 49.99},
    {"1x1g+3x2g", 10, -0.000078, 0.0177, 47.83},
};
const int power_n_statics = sizeof power_statics / sizeof *power_statics;

const struct power_static *power_static_of(int cut)
{
    for (int k = 0; k < power_n_statics; k++)
        if (power_statics[k].cut == cut)
            return &power_statics[k];
    return NULL;
}

const struct power_static *power_static_find(const char *name)
{
    for (int k = 0; k < power_n_statics; k++)
        if (strcmp(power_statics[k].name, name) == 0)
            return &power_statics[k];
    return NULL;
}

/* A P^2 + B P + C = 0 in the form that stays exact as A goes to 0. */
bool power_static_roots(const struct power_static *fit, double sum_w, int n, double *stable_w,
                        double *rejected_w)
{
    double a = (n - 1) * fit->a, b = 1 + (n - 1) * fit->b, c = (n - 1) * fit->c - sum_w;
    double discriminant = b * b - 4 * a * c;
    if (!(discriminant >= 0))
        return false;
    double q = b + sqrt(discriminant);
    *stable_w = -2 * c / q;
    *rejected_w = -q / (2 * a);
    return true;
}

static double compensated_w(double idle_w, double sum_w, int n, const struct power_plan *plan)
{
    double power_w, other_w;
    bool fitted = n > 1 && plan->statics && power_static_roots(plan->statics, sum_w, n, &power_w, &other_w);
    return fitted ? power_w : sum_w - (n - 1) * idle_w;
}

static const struct power_law laws[POWER_MODEL_COUNT] = {
    [POWER_TABLE] = {.name = "table", .once_w = idle_once_w},
    [POWER_STAUX] = {.name = "staux", .once_w = idle_and_auxiliary_once_w},
    [POWER_SUPERPOSE] = {.name = "superpose", .once_w = idle_once_w},
    [POWER_SUPERPOSE_COMP] = {.name = "superpose-comp", .watts = compensated_w},
};

const struct power_law *power_law_of(enum power_model model)
{
    return &laws[model];
}
