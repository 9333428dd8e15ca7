/* The formulas of Energy-Time Fairness for the pocket calculator: how apps that take turns divide a quantum,
 * by ETF, by time and by energy. */
#include "tui/cli/calc/calc.h"

#include "engine/policy/share/etf.h"

#include <math.h>

/* One for each app: they were left out, or there are as many as powers. */
static bool check_length(const struct calc_sheet *sheet, const char *key)
{
    const struct calc_value *value = calc_find(sheet, key);
    size_t n = calc_find(sheet, "power")->n;

    if (!value || value->n == n)
        return true;
    return error_set(sheet->error, ERROR_INPUT, sheet->calc->name,
                     "power has %zu values and %s has %zu: give one of each for every app", n, key, value->n);
}

/* The terms, the weights and `w_sum`: of the weights, or of each over its power. */
static bool read_terms(struct calc_sheet *sheet, bool by_power, struct etf_terms *terms)
{
    const struct calc_value *power = calc_find(sheet, "power"), *given = calc_find(sheet, "weight");
    double sum = 0;

    if (power->n > ETF_APPS_MAX)
        return error_set(sheet->error, ERROR_INPUT, sheet->calc->name,
                         "power has %zu values; there can be %d apps", power->n, (int)ETF_APPS_MAX);
    if (!check_length(sheet, "weight"))
        return false;
    double *weight = calc_let_list(sheet, "w", power->n);
    for (size_t i = 0; i < power->n; i++) {
        weight[i] = given ? given->list[i] : 1;
        sum += by_power ? weight[i] / power->list[i] : weight[i];
    }
    calc_let(sheet, "w_sum", sum);
    *terms = (struct etf_terms){
        .n = (int)power->n, .period = calc_of(sheet, "quantum"), .power = power->list, .weight = weight};
    return true;
}

static const double *put_energies(struct calc_sheet *sheet, const struct etf_terms *terms,
                                  const double *slices)
{
    double *energies = calc_put_list(sheet, "energies", (size_t)terms->n);

    for (int i = 0; i < terms->n; i++)
        energies[i] = slices[i] * terms->power[i];
    return energies;
}

static bool evaluate_tf(struct calc_sheet *sheet)
{
    struct etf_terms terms;

    if (!read_terms(sheet, false, &terms))
        return false;
    double *slices = calc_put_list(sheet, "slices", (size_t)terms.n);
    etf_time_fair(&terms, slices);
    put_energies(sheet, &terms, slices);
    return true;
}

static bool evaluate_ef(struct calc_sheet *sheet)
{
    struct etf_terms terms;

    if (!read_terms(sheet, true, &terms))
        return false;
    double *slices = calc_put_list(sheet, "slices", (size_t)terms.n);
    etf_energy_fair(&terms, slices);
    put_energies(sheet, &terms, slices);
    return true;
}

static bool evaluate_etf(struct calc_sheet *sheet)
{
    const struct calc_value *demand = calc_find(sheet, "demand");
    struct etf_terms terms;
    double unit = calc_of(sheet, "unit");

    if (!read_terms(sheet, false, &terms) || !check_length(sheet, "demand"))
        return false;
    if (terms.period / unit > 1e6)
        return error_set(sheet->error, ERROR_INPUT, "unit",
                         "the quantum has more than a million of these units");
    terms.phi = calc_of(sheet, "phi");
    terms.demand = demand ? demand->list : NULL;
    double *slices = calc_put_list(sheet, "slices", (size_t)terms.n);
    etf_slices(&terms, unit, slices);
    const double *energies = put_energies(sheet, &terms, slices);
    etf_continuous(&terms, calc_put_list(sheet, "continuous", (size_t)terms.n));
    struct etf_fairness fairness = etf_fairness(terms.n, slices, energies, terms.weight);
    calc_put(sheet, "phi_fair", etf_phi_fair(&terms));
    calc_let(sheet, "binds", !(terms.phi <= etf_phi_fair(&terms)));
    calc_put(sheet, "f_t", fairness.time);
    calc_put(sheet, "f_e", fairness.energy);
    calc_put(sheet, "f_s", fairness.system);
    return true;
}

#define QUANTUM_KEY                                                                                          \
    {                                                                                                        \
        "quantum", 0, 1e9, .help = "time to divide, in any unit", .above = true                              \
    }
#define POWER_KEY                                                                                            \
    {                                                                                                        \
        "power", 0, 1e9, .help = "each app's power in W", .kind = CALC_LIST, .above = true                   \
    }
#define WEIGHT_KEY                                                                                           \
    {                                                                                                        \
        "weight", 0, 1e9, .help = "each app's weight, else 1", .kind = CALC_LIST, .above = true,             \
                          .optional = true                                                                   \
    }
#define STEP_OF_SLICES                                                                                       \
    "[each power] app {i}: slice {slices} x {power} W = {energies = slices * power}, {energies / w} for each of weight"

const struct calc calc_etf[] = {
    {.name = "etf",
     .title = "slices of a time-shared GPU, fair in energy and time",
     .source = "Energy-Time Fairness, algorithm 1; ET-N1 .. ET-N23, corrections ET-X1, ET-X3, ET-X9",
     .formula =
         "everyone gets phi x T x w / W, at most its demand; then one unit after the other goes to\n"
         "whoever has the least T_i x P_i / w_i; continuous: T_i = max(phi x T x w_i / W, nu x w_i / P_i)\n"
         "phi_fair = W / sum(w / P) / max P; F_T = min / max of T / w, F_E of E / w, F_S the lesser",
     .example = "quantum=30 power=2,3,8 phi=0.7",
     .keys = {QUANTUM_KEY,
              POWER_KEY,
              WEIGHT_KEY,
              {"phi", 0, 1, .help = "0 energy fair to 1 time fair", .fallback = "0.7"},
              {"demand", 0, INFINITY, .help = "the most each app can use, inf for no limit, else all inf",
               .kind = CALC_LIST, .optional = true},
              {"unit", 0, 1e9, .help = "least step of a slice", .fallback = "1", .above = true}},
     .steps = {"W, the sum of w = {w_sum}", STEP_OF_SLICES,
               "[not binds] phi <= phi_fair = {phi_fair}: energy fair, but for the unit",
               "[binds] phi > phi_fair = {phi_fair}: guarantees of time bind"},
     .evaluate = evaluate_etf},
    {.name = "tf",
     .title = "time-fair slices of a time-shared GPU",
     .source = "Energy-Time Fairness, section 3; ET-N6, ET-X2",
     .formula = "T_i = T x w_i / W        W the sum of the weights",
     .example = "quantum=30 power=2,3,8",
     .keys = {QUANTUM_KEY, POWER_KEY, WEIGHT_KEY},
     .steps = {"W, the sum of w = {w_sum}", STEP_OF_SLICES},
     .evaluate = evaluate_tf},
    {.name = "ef",
     .title = "energy-fair slices of a time-shared GPU",
     .source = "Energy-Time Fairness, section 3, corrected by ET-X1; ET-N5, ET-N16",
     .formula = "T_i = T x (w_i / P_i) / sum(w / P), so that T_i x P_i / w_i is the same for all",
     .example = "quantum=30 power=2,6 weight=2,1",
     .keys = {QUANTUM_KEY, POWER_KEY, WEIGHT_KEY},
     .steps = {"sum of w / P = {w_sum}", STEP_OF_SLICES},
     .evaluate = evaluate_ef},
    {.name = NULL}};
