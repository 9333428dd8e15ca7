/* The formulas of heat for the pocket calculator: what a shared GPU draws, how warm that makes it, what it
 * does to the water of the next, and what cooling costs (infercool.md; composition.md section 4). */
#include "tui/cli/calc/calc_table.h"

#include "engine/physics/carbon.h"
#include "engine/physics/heat.h"
#include "engine/physics/power.h"
#include "engine/policy/place/rises.h"

#define WATTS_MAX 1e4
#define IDLE_W "46.7"

/* --- compensated-power --- */

enum { PLAN, PLAN_SOLO_W, PLAN_IDLE_W };

static bool find_plan(const char *text, const struct power_static **plan, struct error *error)
{
    *plan = power_static_find(text);
    return *plan ||
           error_set(error, ERROR_INPUT, "plan",
                     "'%s' is none that was fitted; there are 7x1g, 5x1g+1x2g, 3x1g+2x2g and 1x1g+3x2g",
                     text);
}

static bool evaluate_compensated(struct calc_sheet *sheet, struct error *error)
{
    const struct calc_input *solo = &sheet->inputs[PLAN_SOLO_W];
    const struct power_static *plan;
    double idle_w = calc_value(sheet, PLAN_IDLE_W), sum_w = 0, stable_w = (double)NAN, other_w = (double)NAN;
    int n = (int)solo->n;
    if (!find_plan(sheet->inputs[PLAN].text, &plan, error))
        return false;
    if (n > mig_cuts[plan->cut].n)
        return error_set(error, ERROR_INPUT, "solo_w",
                         "%s has %d slices, so no more than that many run; got %d", plan->name,
                         mig_cuts[plan->cut].n, n);
    for (int i = 0; i < n; i++)
        sum_w += solo->values[i];
    const struct power_plan cut = {.statics = plan}, constant = {0};
    bool solved = n > 1 && power_static_roots(plan, sum_w, n, &stable_w, &other_w);
    calc_step(sheet, "S = %s W, n = %d", calc_digits(sum_w).text, n);
    calc_step(sheet, "f(P) = %s P^2 + %s P + %s W", calc_digits(plan->a).text, calc_digits(plan->b).text,
              calc_digits(plan->c).text);
    if (solved)
        calc_step(sheet, "P = S - (n - 1) f(P): %s W, where f is %s W; the other solution is %s W",
                  calc_digits(stable_w).text, calc_digits(power_static_w(plan, stable_w)).text,
                  calc_digits(other_w).text);
    else
        calc_step(sheet, n > 1 ? "no P solves it: uncompensated" : "one alone: nothing is subtracted");
    calc_put(sheet, "power_w", power_watts(power_law_of(POWER_SUPERPOSE_COMP), idle_w, sum_w, n, &cut));
    calc_put(sheet, "constant_w", power_watts(power_law_of(POWER_SUPERPOSE), idle_w, sum_w, n, &constant));
    calc_put(sheet, "rejected_w", other_w);
    return true;
}

const struct calc calc_compensated_power = {
    .name = "compensated-power",
    .title = "what models draw together on a GPU cut by MIG",
    .source = "InferCool Eq. 1 and Fig. 12, IC-X1; IC-N1 .. IC-N10, CO-N5",
    .formula = "P = S - (n - 1) f(P), f = a P^2 + b P + c by the plan        the law superpose-comp\n"
               "A P^2 + B P + C = 0 with A = (n - 1) a, B = 1 + (n - 1) b, C = (n - 1) c - S\n"
               "P = -2C / (B + sqrt(B^2 - 4 A C)); constant: S - (n - 1) P_S",
    .example = "plan=7x1g solo_w=75,75,75,75,75,75,75",
    .keys = {{.name = "plan", .kind = CALC_TEXT, .help = "7x1g, 5x1g+1x2g, 3x1g+2x2g or 1x1g+3x2g"},
             {.name = "solo_w",
              .kind = CALC_LIST,
              .above = true,
              .max = WATTS_MAX,
              .help = "what each draws alone on its slice, the whole board, in W"},
             {.name = "p_s", .fallback = IDLE_W, .max = WATTS_MAX, .help = "constant idle power in W"}},
    .evaluate = evaluate_compensated,
};

/* --- thermal --- */

enum { T0_C, POWER_W, SECONDS, WATER_C, HA, ALPHA };

#define WATER_KEY                                                                                            \
    {                                                                                                        \
        .name = "water_c", .fallback = "30", .min = -50, .max = 200, .help = "supplied water in C"           \
    }
#define HA_KEY                                                                                               \
    {                                                                                                        \
        .name = "ha", .fallback = "13", .above = true, .max = 1e6,                                           \
        .help = "heat into the water in W for each kelvin"                                                   \
    }
#define ALPHA_KEY                                                                                            \
    {                                                                                                        \
        .name = "alpha", .fallback = "0.51", .above = true, .max = 1e6,                                      \
        .help = "one over the time constant, 1/s (IC-X3)"                                                    \
    }

static bool evaluate_thermal(struct calc_sheet *sheet, struct error *error)
{
    double steady_c =
        heat_steady_c(calc_value(sheet, WATER_C), calc_value(sheet, POWER_W), calc_value(sheet, HA));
    double alpha = calc_value(sheet, ALPHA), seconds = calc_value(sheet, SECONDS);
    double remains = heat_remains(alpha, seconds);
    double t_c = heat_relaxed_c(steady_c, calc_value(sheet, T0_C), alpha, seconds);
    (void)error;
    calc_step(sheet, "T_ss = %s C + %s W / %s W/K = %s C", calc_digits(calc_value(sheet, WATER_C)).text,
              calc_digits(calc_value(sheet, POWER_W)).text, calc_digits(calc_value(sheet, HA)).text,
              calc_digits(steady_c).text);
    calc_step(sheet, "e^(-alpha t) = %s is left of the difference of %s K", calc_digits(remains).text,
              calc_digits(calc_value(sheet, T0_C) - steady_c).text);
    calc_put(sheet, "t_c", t_c);
    calc_put(sheet, "steady_c", steady_c);
    return true;
}

const struct calc calc_thermal = {
    .name = "thermal",
    .title = "the temperature of a water-cooled GPU after a while",
    .source = "InferCool Eq. 3 to 5, IC-X3; IC-N11 .. IC-N14, IC-N17, IC-N19",
    .formula = "T_ss = T_w + P / hA;  T(t) = T_ss + (T_0 - T_ss) e^(-alpha t)",
    .example = "t0_c=33.59230769 power_w=250 seconds=5",
    .keys = {{.name = "t0_c", .min = -50, .max = 1000, .help = "temperature at the start in C"},
             {.name = "power_w", .max = WATTS_MAX, .help = "what it draws all the while, in W"},
             {.name = "seconds", .max = 1e9, .help = "how long, in s"},
             WATER_KEY,
             HA_KEY,
             ALPHA_KEY},
    .evaluate = evaluate_thermal,
};

/* --- thermal-cycle --- */

enum { CYCLE_POWER_W, ON_S, OFF_S, CYCLE_IDLE_W, CYCLE_WATER_C, CYCLE_HA, CYCLE_ALPHA };

static bool evaluate_cycle(struct calc_sheet *sheet, struct error *error)
{
    double on_s = calc_value(sheet, ON_S), off_s = calc_value(sheet, OFF_S), ha = calc_value(sheet, CYCLE_HA);
    double idle_w = calc_value(sheet, CYCLE_IDLE_W), above_w = calc_value(sheet, CYCLE_POWER_W) - idle_w;
    double idle_c = heat_steady_c(calc_value(sheet, CYCLE_WATER_C), idle_w, ha);
    (void)error;
    struct heat_cycle cycle =
        heat_cycle_of(heat_above_k(above_w, ha), on_s, off_s, calc_value(sheet, CYCLE_ALPHA));
    calc_step(sheet, "at idle %s C; for ever at %s W it would be %s K above", calc_digits(idle_c).text,
              calc_digits(above_w + idle_w).text, calc_digits(heat_above_k(above_w, ha)).text);
    calc_step(sheet, "it swings from %s to %s C, peak over mean rise %s",
              calc_digits(idle_c + cycle.trough_k).text, calc_digits(idle_c + cycle.peak_k).text,
              calc_digits(cycle.peak_k / cycle.mean_k).text);
    calc_put(sheet, "peak_rise_k", cycle.peak_k);
    calc_put(sheet, "trough_rise_k", cycle.trough_k);
    calc_put(sheet, "mean_rise_k", cycle.mean_k);
    return true;
}

const struct calc calc_thermal_cycle = {
    .name = "thermal-cycle",
    .title = "how far a GPU swings that works in bursts for ever",
    .source = "InferCool Fig. 4, IC-X5; IC-N15, IC-N16",
    .formula = "A = (P - P_idle) / hA;  peak = A (1 - e^(-a on)) / (1 - e^(-a (on + off)))\n"
               "trough = peak e^(-a off);  mean = A on / (on + off)        above the idle temperature",
    .example = "power_w=250 on_s=2 off_s=4",
    .keys =
        {{.name = "power_w", .max = WATTS_MAX, .help = "what it draws while on, in W"},
         {.name = "on_s", .above = true, .max = 1e6, .help = "how long it is on, in s"},
         {.name = "off_s", .above = true, .max = 1e6, .help = "how long it is off, in s"},
         {.name = "idle_w", .fallback = IDLE_W, .max = WATTS_MAX, .help = "what it draws while off, in W"},
         WATER_KEY,
         HA_KEY,
         ALPHA_KEY},
    .evaluate = evaluate_cycle,
};

/* --- water-rise --- */

static bool evaluate_rise(struct calc_sheet *sheet, struct error *error)
{
    double power_w = calc_value(sheet, 0), balance_k = heat_rise_k(power_w, WATER_RISE_BALANCE);
    (void)error;
    calc_step(sheet, "0.0174 K/W x %s W + 0.2425 K", calc_digits(power_w).text);
    calc_step(sheet, "by the heat balance of 90 L/h it would be %s K (IC-X2)", calc_digits(balance_k).text);
    calc_put(sheet, "rise_k", heat_rise_k(power_w, WATER_RISE_FIT));
    return true;
}

const struct calc calc_water_rise = {
    .name = "water-rise",
    .title = "how far a GPU warms the water of the next",
    .source = "InferCool Fig. 7, IC-X2; IC-N18, IC-N19",
    .formula = "dT_w = 0.0174 P + 0.2425; of GPUs in a row the rises add up (IC-X13)",
    .example = "power_w=250",
    .keys = {{.name = "power_w", .max = WATTS_MAX, .help = "what the GPU upstream draws, in W"}},
    .evaluate = evaluate_rise,
};

/* --- cool-percentile --- */

enum { RPS, MAX_RPS };

static bool evaluate_percentile(struct calc_sheet *sheet, struct error *error)
{
    double rps = calc_value(sheet, RPS), max_rps = calc_value(sheet, MAX_RPS);
    (void)error;
    calc_step(sheet, "%s of %s requests a second: %s of what can be served", calc_digits(rps).text,
              calc_digits(max_rps).text, calc_digits(rps / max_rps).text);
    calc_put(sheet, "percentile", rises_percentile(rps, max_rps));
    return true;
}

const struct calc calc_cool_percentile = {
    .name = "cool-percentile",
    .title = "which percentile of its temperature rises InferCool takes for a pod",
    .source = "InferCool section 3.2.2, IC-X11; IC-N20",
    .formula = "q = 60 + 40 (1 - min(1, RPS / Throughput_max)); level 3: 60",
    .example = "rps=25 max_rps=100",
    .keys = {{.name = "rps", .max = 1e12, .help = "requests a second that come to the pod"},
             {.name = "max_rps", .above = true, .max = 1e12, .help = "that it could serve"}},
    .evaluate = evaluate_percentile,
};

/* --- facility --- */

enum { IT_J, CI, WATER_DK };

static bool evaluate_facility(struct calc_sheet *sheet, struct error *error)
{
    double it_j = calc_value(sheet, IT_J), ci = calc_value(sheet, CI), dk = calc_value(sheet, WATER_DK);
    double cooling = heat_cooling_share(HEAT_WATER_C + dk), active_g = carbon_grams(it_j, ci, 1);
    (void)error;
    calc_step(sheet, "cooling: %s x (1 - %s x %s K) = %s J for each J of IT",
              calc_digits(HEAT_COOLING_SHARE).text, calc_digits(HEAT_SAVING_PER_K).text, calc_digits(dk).text,
              calc_digits(cooling).text);
    calc_step(sheet, "the rest: %s; together a PUE of %s", calc_digits(HEAT_OTHER_SHARE).text,
              calc_digits(1 + cooling + HEAT_OTHER_SHARE).text);
    calc_put(sheet, "total_g", carbon_grams(it_j, ci, 1 + cooling + HEAT_OTHER_SHARE));
    calc_put(sheet, "active_g", active_g);
    calc_put(sheet, "cooling_g", carbon_grams(it_j * cooling, ci, 1));
    calc_put(sheet, "other_g", carbon_grams(it_j * HEAT_OTHER_SHARE, ci, 1));
    return true;
}

const struct calc calc_facility = {
    .name = "facility",
    .title = "carbon of IT, cooling and the rest of the building",
    .source = "InferCool section 1.4, IC-X8, CO-C4; IC-N21, CO-N1 .. CO-N4",
    .formula =
        "E x CI / 3.6e6 x (1 + 0.45 (1 - 0.04 dT) + 0.05), dT above water of 30 C; cooling never below 0",
    .example = "it_j=100000 ci=380 water_dk=5",
    .keys = {{.name = "it_j", .max = 1e15, .help = "energy of the GPUs in J"},
             {.name = "ci", .max = 1e6, .help = "carbon intensity in gCO2eq/kWh"},
             {.name = "water_dk",
              .fallback = "0",
              .min = HEAT_WATER_MIN_C - HEAT_WATER_C,
              .max = HEAT_WATER_MAX_C - HEAT_WATER_C,
              .help = "how much warmer than 30 C the water is, in K"}},
    .evaluate = evaluate_facility,
};
