/* The formulas of shared power for the pocket calculator: what models draw together on one GPU, and what a
 * few measured runs say of the parts of it. */
#include "tui/cli/calc/calc_table.h"

#include "engine/physics/power_fit.h"

#include <stdio.h>

/* No GPU draws more. */
#define WATTS_MAX 1e4

/* --- shared-power --- */

enum { SOLO_W, P_S, P_OI };

static bool evaluate_shared(struct calc_sheet *sheet, struct error *error)
{
    const struct calc_input *solo = &sheet->inputs[SOLO_W];
    double static_w = calc_value(sheet, P_S), p_oi_w = calc_value(sheet, P_OI), once_w = static_w + p_oi_w;
    int n = (int)solo->n;
    for (int i = 0; i < n; i++) {
        if (solo->values[i] < once_w)
            return error_set(
                error, ERROR_INPUT, "solo_w",
                "%s W is less than P_S + P_OI = %s W, which a model that runs alone draws, too; give board power, idle power included, or lower p_s or p_oi",
                calc_digits(solo->values[i]).text, calc_digits(once_w).text);
        if (i < CALC_STEPS_MAX - 2)
            calc_step(sheet, "model %d: P_C + P_OA = %s W - %s W = %s W", i + 1,
                      calc_digits(solo->values[i]).text, calc_digits(once_w).text,
                      calc_digits(solo->values[i] - once_w).text);
    }
    double eq6_w = power_together_w(POWER_STAUX, solo->values, n, static_w, p_oi_w);
    double naive_w = power_naive_w(solo->values, n, static_w);
    calc_step(sheet, "with P_S and P_OI once: %s W", calc_digits(eq6_w).text);
    calc_step(sheet, "naive: P_OI %d times, %s W, which is %s W more", n, calc_digits(naive_w).text,
              calc_digits(naive_w - eq6_w).text);
    calc_put(sheet, "eq6_w", eq6_w);
    calc_put(sheet, "naive_w", naive_w);
    return true;
}

#define STATIC_KEY                                                                                           \
    {                                                                                                        \
        .name = "p_s", .fallback = "45", .max = WATTS_MAX, .help = "static power in W, drawn always"         \
    }

const struct calc calc_shared_power = {
    .name = "shared-power",
    .title = "what models draw together on one GPU",
    .source = "Utilization Fallacy Eq. 6; UF-N9, UF-N10, CO-C2, CO-N5",
    .formula = "P = P_S + P_OI + sum of (P_i - P_S - P_OI)        the law staux\n"
               "naive: P_S + sum of (P_i - P_S)        the law table; (n - 1) P_OI more",
    .example = "solo_w=130,105,118",
    .keys = {{.name = "solo_w",
              .kind = CALC_LIST,
              .above = true,
              .max = WATTS_MAX,
              .help = "what each model draws alone on its slice, the whole board, in W"},
             STATIC_KEY,
             {.name = "p_oi",
              .fallback = "25",
              .max = WATTS_MAX,
              .help = "auxiliary power in W, drawn once while anything runs"}},
    .evaluate = evaluate_shared,
};

/* --- shared-profile --- */

enum { COPIES_W, PROFILE_P_S, TWO_SLICE_W };
enum { COPIES = 3 };

static bool evaluate_profile(struct calc_sheet *sheet, struct error *error)
{
    const struct calc_input *copies = &sheet->inputs[COPIES_W], *two = &sheet->inputs[TWO_SLICE_W];
    struct power_sample samples[COPIES + 1];
    struct power_parts parts;
    double static_w = calc_value(sheet, PROFILE_P_S);
    int n = 0;
    if (copies->n != COPIES)
        return error_set(error, ERROR_INPUT, "copies_w",
                         "takes three powers, of one copy, two and three, each on a slice of 1g; got %zu",
                         copies->n);
    for (; n < COPIES; n++)
        samples[n] = (struct power_sample){.copies = n + 1, .sevenths = 1, .power_w = copies->values[n]};
    if (!power_fit(samples, n, static_w, &parts, error))
        return false;
    calc_step(sheet, "P(n) = %s W + n x %s W, by least squares", calc_digits(static_w + parts.p_oi_w).text,
              calc_digits(parts.slope_w).text);
    calc_step(sheet, "P_OI = %s W - P_S = %s W", calc_digits(static_w + parts.p_oi_w).text,
              calc_digits(parts.p_oi_w).text);
    calc_put(sheet, "p_oi_w", parts.p_oi_w);
    calc_put(sheet, "slope_w", parts.slope_w);
    if (!two->given) {
        calc_step(sheet, "P_C + P_OA = %s W; apart they take a run on another slice, two_slice_w (UF-X1)",
                  calc_digits(parts.slope_w).text);
        return true;
    }
    samples[n++] = (struct power_sample){.copies = 1, .sevenths = 2, .power_w = two->values[0]};
    if (!power_split(samples, n, static_w, &parts, error))
        return false;
    calc_step(sheet, "P_C(1g) = P(2g) - P(1g) = %s W - %s W = %s W", calc_digits(two->values[0]).text,
              calc_digits(copies->values[0]).text, calc_digits(parts.p_c_w).text);
    calc_step(sheet, "P_OA = P(1g) - P_S - P_OI - P_C(1g) = %s W", calc_digits(parts.p_oa_w).text);
    calc_put(sheet, "p_c_w", parts.p_c_w);
    calc_put(sheet, "p_oa_w", parts.p_oa_w);
    return true;
}

const struct calc calc_shared_profile = {
    .name = "shared-profile",
    .title = "the parts of a shared GPU's power, from a few runs",
    .source = "Utilization Fallacy section 3.2, corrected by UF-X1; UF-N11 .. UF-N13",
    .formula = "P(n copies on 1g) = P_S + P_OI + n (P_C + P_OA)        a line through all of them\n"
               "P_C(1g) = P(2g) - P(1g), as P_C(2g) = 2 P_C(1g);  P_OA = P(1g) - P_S - P_OI - P_C(1g)",
    .example = "copies_w=94.5,119,143.5 two_slice_w=110",
    .keys = {{.name = "copies_w",
              .kind = CALC_LIST,
              .above = true,
              .max = WATTS_MAX,
              .help = "power in W of one, two and three copies, each on a slice of 1g"},
             STATIC_KEY,
             {.name = "two_slice_w",
              .optional = true,
              .above = true,
              .max = WATTS_MAX,
              .help = "power in W of one copy on a slice of 2g, which tells P_C from P_OA"}},
    .evaluate = evaluate_profile,
};
