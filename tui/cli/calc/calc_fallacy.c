/* The formulas of The Utilization Fallacy for the pocket calculator: embodied carbon of a GPU that is held,
 * and when sharing one saves carbon. */
#include "tui/cli/calc/calc_table.h"

#include "engine/model/device.h"
#include "engine/physics/breakeven.h"

#include <math.h>

#define LARGE 1e12 /* seconds, joules */
#define A100_KG                                                                                              \
    "21.56" /* the defaults are the paper's: an A100 PCIe 40 GB, five years of 365 days (UF-X12) */
#define FIVE_YEARS_S "157680000"

static bool evaluate_embodied(struct calc_sheet *sheet, struct error *error)
{
    double seconds = calc_value(sheet, 0), m = calc_value(sheet, 1);
    double rate = device_embodied_g_per_s(calc_value(sheet, 2), calc_value(sheet, 3));
    double grams = carbon_embodied_g(rate, seconds, m);
    (void)error;
    calc_step(sheet, "C_M / LT = %s kg x 1000 / %s s = %s g/s", calc_digits(calc_value(sheet, 2)).text,
              calc_digits(calc_value(sheet, 3)).text, calc_digits(rate).text);
    calc_step(sheet, "C_E = that x %s s x %s = %s g", calc_digits(seconds).text, calc_digits(m).text,
              calc_digits(grams).text);
    calc_put(sheet, "carbon_g", grams);
    return true;
}

const struct calc calc_embodied = {
    .name = "embodied",
    .title = "embodied carbon of a GPU that is held",
    .source = "The Utilization Fallacy, section 3 (ACT); UF-N1, UF-N2, UF-N20, UF-X12",
    .formula = "C_E = T / LT x C_M x m        T GPU-time held, LT lifetime, C_M of making it, m a multiplier",
    .example = "seconds=300",
    .keys = {{.name = "seconds", .max = LARGE, .help = "GPU-time held in s, summed over GPUs"},
             {.name = "m", .fallback = "1", .max = 10, .help = "embodied_multiplier"},
             {.name = "kg", .fallback = A100_KG, .max = 1e9, .help = "carbon of making one in kg"},
             {.name = "lifetime_s", .fallback = FIVE_YEARS_S, .above = true, .max = LARGE, .help = "in s"}},
    .evaluate = evaluate_embodied,
};

enum { SHARED_S, SHARED_J, DEDICATED_S, DEDICATED_J, CI, M, KG, LIFETIME_S };

/* What one way takes, with a line of working. */
static double put_footprint(struct calc_sheet *sheet, const char *who, struct footprint way, double ci)
{
    double grams = footprint_g(way, ci);
    calc_step(sheet, "%s: %s J x %s g/kWh / 3.6e6 + %s g embodied = %s g", who,
              calc_digits(way.energy_j).text, calc_digits(ci).text, calc_digits(way.embodied_g).text,
              calc_digits(grams).text);
    return grams;
}

static bool evaluate_sharing(struct calc_sheet *sheet, struct error *error)
{
    static const char *const kinds[] = {[BREAKEVEN_ALWAYS] = "sharing never emits more, on any grid",
                                        [BREAKEVEN_NEVER] = "sharing never emits less, on any grid",
                                        [BREAKEVEN_BELOW] = "sharing emits less on grids below",
                                        [BREAKEVEN_ABOVE] = "sharing emits less on grids above"};
    double rate = device_embodied_g_per_s(calc_value(sheet, KG), calc_value(sheet, LIFETIME_S));
    double m = calc_value(sheet, M), ci = calc_value(sheet, CI);
    struct footprint shared = {calc_value(sheet, SHARED_J),
                               carbon_embodied_g(rate, calc_value(sheet, SHARED_S), m)};
    struct footprint dedicated = {calc_value(sheet, DEDICATED_J),
                                  carbon_embodied_g(rate, calc_value(sheet, DEDICATED_S), m)};
    struct breakeven breakeven = breakeven_of(shared, dedicated);
    (void)error;
    double shared_g = put_footprint(sheet, "shared", shared, ci);
    double dedicated_g = put_footprint(sheet, "dedicated", dedicated, ci);
    if (isnan(breakeven.ci))
        calc_step(sheet, "%s", kinds[breakeven.kind]);
    else
        calc_step(sheet, "%s CI* = %s g/kWh", kinds[breakeven.kind], calc_digits(breakeven.ci).text);
    calc_put(sheet, "shared_g", shared_g);
    calc_put(sheet, "dedicated_g", dedicated_g);
    calc_put(sheet, "breakeven_ci", breakeven.ci);
    calc_put_text(sheet, "share", breakeven_saves(shared, dedicated, ci) ? "yes" : "no");
    return true;
}

const struct calc calc_sharing = {
    .name = "sharing",
    .title = "does sharing a GPU save carbon, and on which grids",
    .source = "The Utilization Fallacy, Eqs. 1 to 3; UF-N3, UF-N5 .. UF-N8",
    .formula = "C = CI x E / 3.6e6 + T / LT x C_M x m, shared (s) and dedicated (n)\n"
               "E_s > E_n: share where CI < CI* = m x C_M / LT x (T_n - T_s) / (E_s - E_n)\n"
               "E_s <= E_n and T_s <= T_n: always",
    .example = "shared_s=400 shared_j=1e5 dedicated_s=600 dedicated_j=9e4 ci=490",
    .keys = {{.name = "shared_s", .max = LARGE, .help = "GPU-time held, shared, in s"},
             {.name = "shared_j", .max = 1e15, .help = "energy, shared, in J"},
             {.name = "dedicated_s", .max = LARGE, .help = "GPU-time held, a GPU each, in s"},
             {.name = "dedicated_j", .max = 1e15, .help = "energy, a GPU each, in J"},
             {.name = "ci", .max = 1e6, .help = "carbon intensity in gCO2eq/kWh"},
             {.name = "m", .fallback = "1", .max = 10, .help = "embodied_multiplier"},
             {.name = "kg", .fallback = A100_KG, .max = 1e9, .help = "carbon of making one GPU in kg"},
             {.name = "lifetime_s", .fallback = FIVE_YEARS_S, .above = true, .max = LARGE, .help = "in s"}},
    .evaluate = evaluate_sharing,
};
