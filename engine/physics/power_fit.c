/* The paper's procedure, each step the solution of a system that is looked at before it is solved. */
#include "engine/physics/power_fit.h"

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
