/* The formulas of heat for the pocket calculator: what a shared GPU draws, how warm that makes it, what it
 * does to the water of the next, and what cooling costs (infercool.md; composition.md section 4). */
#include "tui/cli/calc/calc.h"

#include "engine/physics/carbon.h"
#include "engine/physics/heat.h"
#include "engine/physics/power.h"
#include "engine/policy/place/rises.h"

#include <math.h>

#define WATTS_MAX 1e4

static bool evaluate_compensated(struct calc_sheet *sheet)
{
    const struct calc_value *solo = calc_find(sheet, "solo_w");
    const char *name = calc_find(sheet, "plan")->text;
    const struct power_static *plan = power_static_find(name);
    double idle_w = calc_of(sheet, "p_s"), sum_w = 0, stable_w = (double)NAN, other_w = (double)NAN;
    int n = (int)solo->n;

    if (!plan)
        return error_set(sheet->error, ERROR_INPUT, "plan",
                         "'%s' is none that was fitted; there are 7x1g, 5x1g+1x2g, 3x1g+2x2g and 1x1g+3x2g",
                         name);
    if (n > mig_cuts[plan->cut].n)
        return error_set(sheet->error, ERROR_INPUT, "solo_w",
                         "%s has %d slices, so no more than that many run; got %d", plan->name,
                         mig_cuts[plan->cut].n, n);
    for (int i = 0; i < n; i++)
        sum_w += solo->list[i];
    const struct power_plan cut = {.statics = plan}, constant = {0};
    calc_let(sheet, "solved", n > 1 && power_static_roots(plan, sum_w, n, &stable_w, &other_w));
    calc_let(sheet, "n", n);
    calc_let(sheet, "sum_w", sum_w);
    calc_let(sheet, "a", plan->a);
    calc_let(sheet, "b", plan->b);
    calc_let(sheet, "c", plan->c);
    calc_let(sheet, "stable_w", stable_w);
    calc_let(sheet, "static_w", power_static_w(plan, stable_w));
    calc_put(sheet, "power_w", power_watts(power_law_of(POWER_SUPERPOSE_COMP), idle_w, sum_w, n, &cut));
    calc_put(sheet, "constant_w", power_watts(power_law_of(POWER_SUPERPOSE), idle_w, sum_w, n, &constant));
    calc_put(sheet, "rejected_w", other_w);
    return true;
}

static bool evaluate_thermal(struct calc_sheet *sheet)
{
    double steady_c =
        heat_steady_c(calc_of(sheet, "water_c"), calc_of(sheet, "power_w"), calc_of(sheet, "ha"));
    double alpha = calc_of(sheet, "alpha"), seconds = calc_of(sheet, "seconds");

    calc_let(sheet, "remains", heat_remains(alpha, seconds));
    calc_put(sheet, "t_c", heat_relaxed_c(steady_c, calc_of(sheet, "t0_c"), alpha, seconds));
    calc_put(sheet, "steady_c", steady_c);
    return true;
}

static bool evaluate_cycle(struct calc_sheet *sheet)
{
    double ha = calc_of(sheet, "ha"), idle_w = calc_of(sheet, "idle_w");
    double above_k = heat_above_k(calc_of(sheet, "power_w") - idle_w, ha);
    struct heat_cycle cycle =
        heat_cycle_of(above_k, calc_of(sheet, "on_s"), calc_of(sheet, "off_s"), calc_of(sheet, "alpha"));

    calc_let(sheet, "idle_c", heat_steady_c(calc_of(sheet, "water_c"), idle_w, ha));
    calc_let(sheet, "above_k", above_k);
    calc_put(sheet, "peak_rise_k", cycle.peak_k);
    calc_put(sheet, "trough_rise_k", cycle.trough_k);
    calc_put(sheet, "mean_rise_k", cycle.mean_k);
    return true;
}

static bool evaluate_rise(struct calc_sheet *sheet)
{
    calc_let(sheet, "balance_k", heat_rise_k(calc_of(sheet, "power_w"), WATER_RISE_BALANCE));
    calc_put(sheet, "rise_k", heat_rise_k(calc_of(sheet, "power_w"), WATER_RISE_FIT));
    return true;
}

static bool evaluate_percentile(struct calc_sheet *sheet)
{
    calc_put(sheet, "percentile", rises_percentile(calc_of(sheet, "rps"), calc_of(sheet, "max_rps")));
    return true;
}

static bool evaluate_facility(struct calc_sheet *sheet)
{
    double it_j = calc_of(sheet, "it_j"), ci = calc_of(sheet, "ci");
    double cooling = heat_cooling_share(HEAT_WATER_C + calc_of(sheet, "water_dk"));

    calc_let(sheet, "share", HEAT_COOLING_SHARE);
    calc_let(sheet, "saving", HEAT_SAVING_PER_K);
    calc_let(sheet, "other", HEAT_OTHER_SHARE);
    calc_let(sheet, "cooling", cooling);
    calc_put(sheet, "total_g", carbon_grams(it_j, ci, 1 + cooling + HEAT_OTHER_SHARE));
    calc_put(sheet, "active_g", carbon_grams(it_j, ci, 1));
    calc_put(sheet, "cooling_g", carbon_grams(it_j * cooling, ci, 1));
    calc_put(sheet, "other_g", carbon_grams(it_j * HEAT_OTHER_SHARE, ci, 1));
    return true;
}

#define WATER_KEY                                                                                            \
    {                                                                                                        \
        "water_c", -50, 200, .help = "supplied water in C", .fallback = "30"                                 \
    }
#define HA_KEY                                                                                               \
    {                                                                                                        \
        "ha", 0, 1e6, .help = "heat into the water in W for each kelvin", .fallback = "13", .above = true    \
    }
#define ALPHA_KEY                                                                                            \
    {                                                                                                        \
        "alpha", 0, 1e6, .help = "one over the time constant, 1/s (IC-X3)", .fallback = "0.51",              \
                         .above = true                                                                       \
    }

const struct calc calc_infercool[] =
    {{.name = "compensated-power",
      .title = "what models draw together on a GPU cut by MIG",
      .source = "InferCool Eq. 1 and Fig. 12, IC-X1; IC-N1 .. IC-N10, CO-N5",
      .formula = "P = S - (n - 1) f(P), f = a P^2 + b P + c by the plan        the law superpose-comp\n"
                 "A P^2 + B P + C = 0 with A = (n - 1) a, B = 1 + (n - 1) b, C = (n - 1) c - S\n"
                 "P = -2C / (B + sqrt(B^2 - 4 A C)); constant: S - (n - 1) P_S",
      .example = "plan=7x1g solo_w=75,75,75,75,75,75,75",
      .keys = {{"plan", .help = "7x1g, 5x1g+1x2g, 3x1g+2x2g or 1x1g+3x2g", .kind = CALC_TEXT},
               {"solo_w", 0, WATTS_MAX, .help = "what each draws alone on its slice, the whole board, in W",
                .kind = CALC_LIST, .above = true},
               {"p_s", 0, WATTS_MAX, .help = "constant idle power in W", .fallback = "46.7"}},
      .steps = {"S = {sum_w} W, n = {n}", "f(P) = {a} P^2 + {b} P + {c} W",
                "[solved] P = S - (n - 1) f(P): {stable_w = sum_w - (n - 1) * static_w} W, where f is "
                "{static_w = (a * stable_w + b) * stable_w + c} W; the other solution is {rejected_w} W",
                "[not solved and n > 1] no P solves it: uncompensated",
                "[n = 1] one alone: nothing is subtracted"},
      .evaluate = evaluate_compensated},
     {.name = "thermal",
      .title = "the temperature of a water-cooled GPU after a while",
      .source = "InferCool Eq. 3 to 5, IC-X3; IC-N11 .. IC-N14, IC-N17, IC-N19",
      .formula = "T_ss = T_w + P / hA;  T(t) = T_ss + (T_0 - T_ss) e^(-alpha t)",
      .example = "t0_c=33.59230769 power_w=250 seconds=5",
      .keys = {{"t0_c", -50, 1000, .help = "temperature at the start in C"},
               {"power_w", 0, WATTS_MAX, .help = "what it draws all the while, in W"},
               {"seconds", 0, 1e9, .help = "how long, in s"},
               WATER_KEY,
               HA_KEY,
               ALPHA_KEY},
      .steps = {"T_ss = {water_c} C + {power_w} W / {ha} W/K = {steady_c = water_c + power_w / ha} C",
                "e^(-alpha t) = {remains} is left of the difference of {t0_c - steady_c} K"},
      .evaluate = evaluate_thermal},
     {.name = "thermal-cycle",
      .title = "how far a GPU swings that works in bursts for ever",
      .source = "InferCool Fig. 4, IC-X5; IC-N15, IC-N16",
      .formula = "A = (P - P_idle) / hA;  peak = A (1 - e^(-a on)) / (1 - e^(-a (on + off)))\n"
                 "trough = peak e^(-a off);  mean = A on / (on + off)        above the idle temperature",
      .example = "power_w=250 on_s=2 off_s=4",
      .keys = {{"power_w", 0, WATTS_MAX, .help = "what it draws while on, in W"},
               {"on_s", 0, 1e6, .help = "how long it is on, in s", .above = true},
               {"off_s", 0, 1e6, .help = "how long it is off, in s", .above = true},
               {"idle_w", 0, WATTS_MAX, .help = "what it draws while off, in W", .fallback = "46.7"},
               WATER_KEY,
               HA_KEY,
               ALPHA_KEY},
      .steps =
          {"at idle {idle_c} C; for ever at {power_w} W it would be {above_k = (power_w - idle_w) / ha} K above",
           "it swings from {idle_c + trough_rise_k} to {idle_c + peak_rise_k} C, peak over mean rise "
           "{peak_rise_k / mean_rise_k}"},
      .evaluate = evaluate_cycle},
     {.name = "water-rise",
      .title = "how far a GPU warms the water of the next",
      .source = "InferCool Fig. 7, IC-X2; IC-N18, IC-N19",
      .formula = "dT_w = 0.0174 P + 0.2425; of GPUs in a row the rises add up (IC-X13)",
      .example = "power_w=250",
      .keys = {{"power_w", 0, WATTS_MAX, .help = "what the GPU upstream draws, in W"}},
      .steps = {"0.0174 K/W x {power_w} W + 0.2425 K",
                "by the heat balance of 90 L/h it would be {balance_k} K (IC-X2)"},
      .evaluate = evaluate_rise},
     {.name = "cool-percentile",
      .title = "which percentile of its temperature rises InferCool takes for a pod",
      .source = "InferCool section 3.2.2, IC-X11; IC-N20",
      .formula = "q = 60 + 40 (1 - min(1, RPS / Throughput_max)); level 3: 60",
      .example = "rps=25 max_rps=100",
      .keys = {{"rps", 0, 1e12, .help = "requests a second that come to the pod"},
               {"max_rps", 0, 1e12, .help = "that it could serve", .above = true}},
      .steps = {"{rps} of {max_rps} requests a second: {rps / max_rps} of what can be served"},
      .evaluate = evaluate_percentile},
     {.name = "facility",
      .title = "carbon of IT, cooling and the rest of the building",
      .source = "InferCool section 1.4, IC-X8, CO-C4; IC-N21, CO-N1 .. CO-N4",
      .formula =
          "E x CI / 3.6e6 x (1 + 0.45 (1 - 0.04 dT) + 0.05), dT above water of 30 C; cooling never below 0",
      .example = "it_j=100000 ci=380 water_dk=5",
      .keys = {{"it_j", 0, 1e15, .help = "energy of the GPUs in J"},
               {"ci", 0, 1e6, .help = "carbon intensity in gCO2eq/kWh"},
               {"water_dk", HEAT_WATER_MIN_C - HEAT_WATER_C, HEAT_WATER_MAX_C - HEAT_WATER_C,
                .help = "how much warmer than 30 C the water is, in K", .fallback = "0"}},
      .steps =
          {"cooling: {share} x (1 - {saving} x {water_dk} K) = {cooling = share * (1 - saving * water_dk)} J for each J of IT",
           "the rest: {other}; together a PUE of {1 + cooling + other}"},
      .evaluate = evaluate_facility},
     {.name = NULL}};
