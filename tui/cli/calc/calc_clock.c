/* The clock's law for the pocket calculator: which clock of an A100 emits least for a unit of work, and what
 * a request takes and draws at any other. */
#include "tui/cli/calc/calc_table.h"

#include "engine/model/clock_law.h"
#include "engine/physics/clock.h"

/* The keys, in the order of the row. */
enum { S_W, D_W, BOUND, V_MIN, KNEE, CI, MULTIPLIER, CLOCK };

/* The A100's, of which the paper speaks: 21.56 kg over 5 years. */
#define CALC_GPU "A100-40GB"
static const double embodied_g_per_s = 21560.0 / (5 * 365 * 86400.0);

static struct clock_law read_law(const struct calc_sheet *sheet, const struct clock_range *range)
{
    return (struct clock_law){.max_mhz = range->max_mhz,
                              .bound = calc_value(sheet, BOUND),
                              .v_min = calc_value(sheet, V_MIN),
                              .knee_mhz = calc_value(sheet, KNEE)};
}

static int list_points(const struct calc_sheet *sheet, const struct clock_range *range,
                       struct clock_point *points)
{
    const struct clock_law law = read_law(sheet, range);
    double static_w = calc_value(sheet, S_W), top_w = static_w + calc_value(sheet, D_W);
    int n = clock_range_count(range);
    for (int k = 0; k < n; k++) {
        double mhz = clock_range_at(range, k);
        points[k] =
            (struct clock_point){.mhz = mhz,
                                 .power_w = clock_law_power_w(&law, static_w, top_w, law.max_mhz, mhz),
                                 .time = clock_law_time(&law, mhz),
                                 .feasible = true};
    }
    return n;
}

static void step_of(struct calc_sheet *sheet, const struct clock_law *law, const struct clock_point *point,
                    double ci, double embodied)
{
    calc_step(sheet, "%s MHz: V %s, P %s W, t %s: (%s x P / 1000 + %s) x t = %s g",
              calc_digits(point->mhz).text, calc_digits(clock_law_voltage(law, point->mhz)).text,
              calc_digits(point->power_w).text, calc_digits(point->time).text, calc_digits(ci).text,
              calc_digits(embodied * 3600).text, calc_digits(clock_grams(point, ci, embodied) * 3600).text);
}

static bool evaluate_clock(struct calc_sheet *sheet, struct error *error)
{
    const struct clock_range *range = clock_range_of(CALC_GPU);
    const struct clock_law law = read_law(sheet, range);
    double ci = calc_value(sheet, CI), embodied = calc_value(sheet, MULTIPLIER) * embodied_g_per_s;
    struct clock_point points[CLOCK_RANGE_MAX];
    int n = list_points(sheet, range, points), top = n - 1, at = clock_best(points, n, ci, embodied);
    if (sheet->inputs[CLOCK].given) {
        at = 0;
        while (at < n && points[at].mhz != calc_value(sheet, CLOCK))
            at++;
        if (at == n)
            return error_set(error, ERROR_INPUT, "at_mhz",
                             "an A100 goes from %s to %s MHz in steps of %s, and %s is none of them",
                             calc_digits(range->min_mhz).text, calc_digits(range->max_mhz).text,
                             calc_digits(range->step_mhz).text, calc_digits(calc_value(sheet, CLOCK)).text);
    }
    step_of(sheet, &law, &points[top], ci, embodied);
    if (at != top)
        step_of(sheet, &law, &points[at], ci, embodied);
    double grams = clock_grams(&points[at], ci, embodied);
    calc_put(sheet, "clock_mhz", points[at].mhz);
    calc_put(sheet, "gain", grams > 0 ? clock_grams(&points[top], ci, embodied) / grams : 1);
    calc_put(sheet, "power_w", points[at].power_w);
    calc_put(sheet, "time", points[at].time);
    return true;
}

const struct calc calc_clock = {
    .name = "clock",
    .title = "the clock of an A100 that emits least",
    .source = "The Utilization Fallacy, Fig. 8, with the law of section 1.4; UF-N15 .. UF-N18",
    .formula =
        "t(f) = (1 - b) + b x 1410 / f; P(f) = S + D x f / 1410 x V(f)^2; V = v_min up to f_k, then a\n"
        "straight line to 1 at 1410; of 210, 225 .. 1410 MHz the f with the least\n"
        "(CI x P / 1000 + m x 0.49224) x t, of equal ones the highest; gain: that at 1410 over it",
    .example = "s_w=60 d_w=150 b=0.9 v_min=0.6 f_k_mhz=870 ci=490",
    .keys =
        {{.name = "s_w", .max = 1e6, .help = "static power in W, P_S + P_OI"},
         {.name = "d_w", .max = 1e6, .help = "dynamic power at 1410 MHz in W"},
         {.name = "b", .fallback = "0.9", .max = 1, .help = "the part of the time that goes with the clock"},
         {.name = "v_min",
          .fallback = "0.6",
          .above = true,
          .max = 1,
          .help = "lowest voltage over the highest"},
         {.name = "f_k_mhz",
          .fallback = "870",
          .max = 1e5,
          .help = "clock in MHz from which the voltage rises"},
         {.name = "ci", .max = 1e6, .help = "carbon intensity in gCO2eq/kWh"},
         {.name = "m", .fallback = "1", .max = 1e3, .help = "embodied multiplier"},
         {.name = "at_mhz",
          .optional = true,
          .above = true,
          .max = 1e5,
          .help = "this clock instead of the best"}},
    .evaluate = evaluate_clock,
};
