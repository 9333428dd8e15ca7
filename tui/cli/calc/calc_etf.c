/* The formulas of Energy-Time Fairness for the pocket calculator: how apps that take turns divide a quantum,
 * by ETF, by time and by energy. */
#include "tui/cli/calc/calc_table.h"

#include "engine/policy/share/etf.h"

#include <math.h>
#include <stdio.h>

/* The keys, in the order of all three rows. */
enum { QUANTUM, POWER, WEIGHT, PHI, DEMAND, UNIT };

static bool check_length(const struct calc_sheet *sheet, int key, struct error *error)
{
    const struct calc_input *input = &sheet->inputs[key];
    size_t n = sheet->inputs[POWER].n;
    if (!input->given || input->n == n)
        return true;
    return error_set(error, ERROR_INPUT, sheet->calc->name,
                     "power has %zu values and %s has %zu: give one of each for every app", n,
                     sheet->calc->keys[key].name, input->n);
}

static bool read_terms(const struct calc_sheet *sheet, struct etf_terms *terms, struct error *error)
{
    const struct calc_input *power = &sheet->inputs[POWER];
    if (power->n > ETF_APPS_MAX)
        return error_set(error, ERROR_INPUT, sheet->calc->name, "power has %zu values; there can be %d apps",
                         power->n, (int)ETF_APPS_MAX);
    *terms = (struct etf_terms){.n = (int)power->n,
                                .period = calc_value(sheet, QUANTUM),
                                .power = power->values,
                                .weight = sheet->inputs[WEIGHT].values};
    return check_length(sheet, WEIGHT, error);
}

static double weight_of(const struct etf_terms *terms, int i)
{
    return terms->weight ? terms->weight[i] : 1;
}

/* Slices, energies and, where there is room, how one comes to the other. */
static void put_slices(struct calc_sheet *sheet, const struct etf_terms *terms, const double *slices)
{
    double energies[ETF_APPS_MAX];
    for (int i = 0; i < terms->n; i++)
        energies[i] = slices[i] * terms->power[i];
    for (int i = 0; i < terms->n && sheet->n_steps < CALC_STEPS_MAX - 1; i++)
        calc_step(sheet, "app %d: slice %s x %s W = %s, %s for each of weight", i + 1,
                  calc_digits(slices[i]).text, calc_digits(terms->power[i]).text,
                  calc_digits(energies[i]).text, calc_digits(energies[i] / weight_of(terms, i)).text);
    calc_put_list(sheet, "slices", slices, (size_t)terms->n);
    calc_put_list(sheet, "energies", energies, (size_t)terms->n);
}

static void step_of_rule(struct calc_sheet *sheet, const struct etf_terms *terms, bool energy)
{
    double sum = 0;
    for (int i = 0; i < terms->n; i++)
        sum += energy ? weight_of(terms, i) / terms->power[i] : weight_of(terms, i);
    calc_step(sheet, "%s = %s", energy ? "sum of w / P" : "W, the sum of w", calc_digits(sum).text);
}

static bool evaluate_tf(struct calc_sheet *sheet, struct error *error)
{
    struct etf_terms terms;
    double slices[ETF_APPS_MAX];
    if (!read_terms(sheet, &terms, error))
        return false;
    step_of_rule(sheet, &terms, false);
    etf_time_fair(&terms, slices);
    put_slices(sheet, &terms, slices);
    return true;
}

static bool evaluate_ef(struct calc_sheet *sheet, struct error *error)
{
    struct etf_terms terms;
    double slices[ETF_APPS_MAX];
    if (!read_terms(sheet, &terms, error))
        return false;
    step_of_rule(sheet, &terms, true);
    etf_energy_fair(&terms, slices);
    put_slices(sheet, &terms, slices);
    return true;
}

static bool evaluate_etf(struct calc_sheet *sheet, struct error *error)
{
    struct etf_terms terms;
    double slices[ETF_APPS_MAX], continuous[ETF_APPS_MAX], energies[ETF_APPS_MAX];
    double unit = calc_value(sheet, UNIT), quantum = calc_value(sheet, QUANTUM);
    if (!read_terms(sheet, &terms, error) || !check_length(sheet, DEMAND, error))
        return false;
    if (quantum / unit > 1e6)
        return error_set(error, ERROR_INPUT, "unit", "the quantum has more than a million of these units");
    terms.phi = calc_value(sheet, PHI);
    terms.demand = sheet->inputs[DEMAND].values;
    step_of_rule(sheet, &terms, false);
    etf_slices(&terms, unit, slices);
    etf_continuous(&terms, continuous);
    put_slices(sheet, &terms, slices);
    for (int i = 0; i < terms.n; i++)
        energies[i] = slices[i] * terms.power[i];
    struct etf_fairness fairness = etf_fairness(terms.n, slices, energies, terms.weight);
    double phi_fair = etf_phi_fair(&terms);
    calc_step(sheet, "phi %s phi_fair = %s: %s", terms.phi <= phi_fair ? "<=" : ">",
              calc_digits(phi_fair).text,
              terms.phi <= phi_fair ? "energy fair, but for the unit" : "guarantees of time bind");
    calc_put_list(sheet, "continuous", continuous, (size_t)terms.n);
    calc_put(sheet, "phi_fair", phi_fair);
    calc_put(sheet, "f_t", fairness.time);
    calc_put(sheet, "f_e", fairness.energy);
    calc_put(sheet, "f_s", fairness.system);
    return true;
}

#define QUANTUM_KEY                                                                                          \
    {                                                                                                        \
        .name = "quantum", .above = true, .max = 1e9, .help = "time to divide, in any unit"                  \
    }
#define POWER_KEY                                                                                            \
    {                                                                                                        \
        .name = "power", .kind = CALC_LIST, .above = true, .max = 1e9, .help = "each app's power in W"       \
    }
#define WEIGHT_KEY                                                                                           \
    {                                                                                                        \
        .name = "weight", .kind = CALC_LIST, .optional = true, .above = true, .max = 1e9,                    \
        .help = "each app's weight, else 1"                                                                  \
    }

const struct calc calc_etf = {
    .name = "etf",
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
             {.name = "phi", .fallback = "0.7", .max = 1, .help = "0 energy fair to 1 time fair"},
             {.name = "demand",
              .kind = CALC_LIST,
              .optional = true,
              .max = INFINITY,
              .help = "the most each app can use, inf for no limit, else all inf"},
             {.name = "unit", .fallback = "1", .above = true, .max = 1e9, .help = "least step of a slice"}},
    .evaluate = evaluate_etf,
};

const struct calc calc_tf = {
    .name = "tf",
    .title = "time-fair slices of a time-shared GPU",
    .source = "Energy-Time Fairness, section 3; ET-N6, ET-X2",
    .formula = "T_i = T x w_i / W        W the sum of the weights",
    .example = "quantum=30 power=2,3,8",
    .keys = {QUANTUM_KEY, POWER_KEY, WEIGHT_KEY},
    .evaluate = evaluate_tf,
};

const struct calc calc_ef = {
    .name = "ef",
    .title = "energy-fair slices of a time-shared GPU",
    .source = "Energy-Time Fairness, section 3, corrected by ET-X1; ET-N5, ET-N16",
    .formula = "T_i = T x (w_i / P_i) / sum(w / P), so that T_i x P_i / w_i is the same for all",
    .example = "quantum=30 power=2,6 weight=2,1",
    .keys = {QUANTUM_KEY, POWER_KEY, WEIGHT_KEY},
    .evaluate = evaluate_ef,
};
