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

/* ---- a fit: each step the solution of a system that is looked at before it is solved ---- */

struct linear power_equations(const struct power_sample *samples, int n, double static_w)
{
    struct linear system = {.rows = n < LINEAR_ROWS_MAX ? n : LINEAR_ROWS_MAX, .unknowns = 3};
    for (int r = 0; r < system.rows; r++) {
        system.a[r][0] = 1;
        system.a[r][1] = (double)samples[r].copies * samples[r].sevenths;
        system.a[r][2] = samples[r].copies;
        system.b[r] = samples[r].power_w - static_w;
    }
    return system;
}

bool power_fit(const struct power_sample *samples, int n, double static_w, struct power_parts *parts,
               struct error *error)
{
    struct linear line = {.unknowns = 2};
    double x[LINEAR_UNKNOWNS_MAX];
    for (int k = 0; k < n && line.rows < LINEAR_ROWS_MAX; k++) {
        if (samples[k].sevenths != 1)
            continue;
        line.a[line.rows][0] = 1;
        line.a[line.rows][1] = samples[k].copies;
        line.b[line.rows++] = samples[k].power_w - static_w;
    }
    if (!linear_solve(&line, x))
        return error_set(
            error, ERROR_INPUT, NULL,
            "runs of one number of copies cannot tell P_OI from what each copy adds; measure one copy, two and three, each on a slice of 1g");
    *parts = (struct power_parts){.p_oi_w = x[0], .slope_w = x[1], .p_c_w = NAN, .p_oa_w = NAN};
    return true;
}

/* The first sample of one copy on 1g (`wider` false) or on more; NULL: there is none. */
static const struct power_sample *find_alone(const struct power_sample *samples, int n, bool wider)
{
    for (int k = 0; k < n; k++)
        if (samples[k].copies == 1 && (samples[k].sevenths > 1) == wider)
            return &samples[k];
    return NULL;
}

bool power_split(const struct power_sample *samples, int n, double static_w, struct power_parts *parts,
                 struct error *error)
{
    const struct linear system = power_equations(samples, n, static_w);
    const struct power_sample *narrow = find_alone(samples, n, false), *wide = find_alone(samples, n, true);
    if (linear_rank(&system) < system.unknowns)
        return error_set(
            error, ERROR_INPUT, NULL,
            "these runs cannot tell P_C from P_OA, because each copy adds both (UF-X1); measure one copy on a slice of 2g, too");
    if (!narrow || !wide)
        return error_set(
            error, ERROR_INPUT, NULL,
            "P_C and P_OA are told apart by one copy alone on 1g and one alone on 2g; measure the one that is missing");
    parts->p_c_w = (wide->power_w - narrow->power_w) / (wide->sevenths - 1);
    parts->p_oa_w = narrow->power_w - static_w - parts->p_oi_w - parts->p_c_w;
    return true;
}

double power_together_w(enum power_model model, const double *alone_w, int n, double static_w, double p_oi_w)
{
    const struct power_plan plan = {.auxiliary_w = p_oi_w};
    double sum_w = 0;
    for (int i = 0; i < n; i++)
        sum_w += alone_w[i];
    return power_watts(power_law_of(model), static_w, sum_w, n, &plan);
}
