/* The formulas of The Utilization Fallacy for the pocket calculator: what models draw together on one GPU and
 * what a few measured runs say of the parts of it, embodied carbon of a GPU that is held, when sharing one
 * saves carbon, and which clock of an A100 emits least for a unit of work. */
#include "tui/cli/calc/calc.h"

#include "engine/model/clock_law.h"
#include "engine/model/catalog.h"
#include "engine/physics/carbon.h"
#include "engine/physics/clock.h"
#include "engine/physics/power.h"

#include <math.h>

#define LARGE 1e12    /* seconds, joules */
#define WATTS_MAX 1e4 /* no GPU draws more */

static bool evaluate_shared(struct calc_sheet *sheet)
{
    const struct calc_value *solo = calc_find(sheet, "solo_w");
    double static_w = calc_of(sheet, "p_s"), p_oi_w = calc_of(sheet, "p_oi"), once_w = static_w + p_oi_w;
    int n = (int)solo->n;

    for (int i = 0; i < n; i++)
        if (solo->list[i] < once_w)
            return error_set(
                sheet->error, ERROR_INPUT, "solo_w",
                "%s W is less than P_S + P_OI = %s W, which a model that runs alone draws, too; give board power, idle power included, or lower p_s or p_oi",
                calc_digits(solo->list[i]).text, calc_digits(once_w).text);
    calc_let(sheet, "n", n);
    calc_put(sheet, "eq6_w", power_together_w(POWER_STAUX, solo->list, n, static_w, p_oi_w));
    calc_put(sheet, "naive_w", power_naive_w(solo->list, n, static_w));
    return true;
}

static bool evaluate_profile(struct calc_sheet *sheet)
{
    enum { COPIES = 3 };
    const struct calc_value *copies = calc_find(sheet, "copies_w"), *two = calc_find(sheet, "two_slice_w");
    struct power_sample samples[COPIES + 1];
    struct power_parts parts;
    double static_w = calc_of(sheet, "p_s");

    if (copies->n != COPIES)
        return error_set(sheet->error, ERROR_INPUT, "copies_w",
                         "takes three powers, of one copy, two and three, each on a slice of 1g; got %zu",
                         copies->n);
    for (int i = 0; i < COPIES; i++)
        samples[i] = (struct power_sample){.copies = i + 1, .sevenths = 1, .power_w = copies->list[i]};
    if (!power_fit(samples, COPIES, static_w, &parts, sheet->error))
        return false;
    calc_let(sheet, "split", two != NULL);
    calc_let(sheet, "one_w", copies->list[0]);
    calc_put(sheet, "p_oi_w", parts.p_oi_w);
    calc_put(sheet, "slope_w", parts.slope_w);
    if (!two)
        return true;
    samples[COPIES] = (struct power_sample){.copies = 1, .sevenths = 2, .power_w = two->number};
    if (!power_split(samples, COPIES + 1, static_w, &parts, sheet->error))
        return false;
    calc_put(sheet, "p_c_w", parts.p_c_w);
    calc_put(sheet, "p_oa_w", parts.p_oa_w);
    return true;
}

static bool evaluate_embodied(struct calc_sheet *sheet)
{
    double rate = device_embodied_g_per_s(calc_of(sheet, "kg"), calc_of(sheet, "lifetime_s"));

    calc_let(sheet, "rate", rate);
    calc_put(sheet, "carbon_g", carbon_embodied_g(rate, calc_of(sheet, "seconds"), calc_of(sheet, "m")));
    return true;
}

static bool evaluate_sharing(struct calc_sheet *sheet)
{
    static const char *const kinds[] = {[BREAKEVEN_ALWAYS] = "sharing never emits more, on any grid",
                                        [BREAKEVEN_NEVER] = "sharing never emits less, on any grid",
                                        [BREAKEVEN_BELOW] = "sharing emits less on grids below",
                                        [BREAKEVEN_ABOVE] = "sharing emits less on grids above"};
    double rate = device_embodied_g_per_s(calc_of(sheet, "kg"), calc_of(sheet, "lifetime_s"));
    double m = calc_of(sheet, "m"), ci = calc_of(sheet, "ci");
    struct footprint shared = {calc_of(sheet, "shared_j"),
                               carbon_embodied_g(rate, calc_of(sheet, "shared_s"), m)};
    struct footprint dedicated = {calc_of(sheet, "dedicated_j"),
                                  carbon_embodied_g(rate, calc_of(sheet, "dedicated_s"), m)};
    struct breakeven breakeven = breakeven_of(shared, dedicated);

    calc_let(sheet, "shared_held_g", shared.embodied_g);
    calc_let(sheet, "dedicated_held_g", dedicated.embodied_g);
    calc_let(sheet, "crosses", !isnan(breakeven.ci));
    calc_let_text(sheet, "kind", kinds[breakeven.kind]);
    calc_put(sheet, "shared_g", footprint_g(shared, ci));
    calc_put(sheet, "dedicated_g", footprint_g(dedicated, ci));
    calc_put(sheet, "breakeven_ci", breakeven.ci);
    calc_put_text(sheet, "share", footprint_g(shared, ci) < footprint_g(dedicated, ci) ? "yes" : "no");
    return true;
}

static bool evaluate_clock(struct calc_sheet *sheet)
{
    static const double embodied_g_per_s = 21560.0 / (5 * 365 * 86400.0); /* 21.56 kg over 5 years */
    const struct clock_range *range = clock_range_of("A100-40GB");        /* of which the paper speaks */
    const struct clock_law law = {.max_mhz = range->max_mhz,
                                  .bound = calc_of(sheet, "b"),
                                  .v_min = calc_of(sheet, "v_min"),
                                  .knee_mhz = calc_of(sheet, "f_k_mhz")};
    const struct calc_value *asked = calc_find(sheet, "at_mhz");
    double static_w = calc_of(sheet, "s_w"), top_w = static_w + calc_of(sheet, "d_w");
    double ci = calc_of(sheet, "ci"), embodied = calc_of(sheet, "m") * embodied_g_per_s;
    struct clock_point points[CLOCK_RANGE_MAX];
    int n = clock_range_count(range), at = 0;

    for (int k = 0; k < n; k++) {
        double mhz = clock_range_at(range, k);
        points[k] =
            (struct clock_point){.mhz = mhz,
                                 .power_w = clock_law_power_w(&law, static_w, top_w, law.max_mhz, mhz),
                                 .time = clock_law_time(&law, mhz),
                                 .feasible = true};
    }
    if (!asked)
        at = clock_best(points, n, ci, embodied);
    while (asked && at < n && points[at].mhz != asked->number)
        at++;
    if (at == n)
        return error_set(sheet->error, ERROR_INPUT, "at_mhz",
                         "an A100 goes from %s to %s MHz in steps of %s, and %s is none of them",
                         calc_digits(range->min_mhz).text, calc_digits(range->max_mhz).text,
                         calc_digits(range->step_mhz).text, calc_digits(asked->number).text);
    /* The working of the highest clock, and of the one that is chosen. */
    size_t shown = at == n - 1 ? 1 : 2;
    double *mhz = calc_let_list(sheet, "f_mhz", shown), *volts = calc_let_list(sheet, "v", shown);
    double *watts = calc_let_list(sheet, "p", shown), *times = calc_let_list(sheet, "t", shown);
    double *grams = calc_let_list(sheet, "g", shown);
    for (size_t i = 0; i < shown; i++) {
        const struct clock_point *point = &points[i == 0 ? n - 1 : at];
        mhz[i] = point->mhz;
        volts[i] = clock_law_voltage(&law, point->mhz);
        watts[i] = point->power_w;
        times[i] = point->time;
        grams[i] = clock_grams(point, ci, embodied) * 3600;
    }
    double least_g = clock_grams(&points[at], ci, embodied);
    calc_let(sheet, "held_g", embodied * 3600);
    calc_put(sheet, "clock_mhz", points[at].mhz);
    calc_put(sheet, "gain", least_g > 0 ? clock_grams(&points[n - 1], ci, embodied) / least_g : 1);
    calc_put(sheet, "power_w", points[at].power_w);
    calc_put(sheet, "time", points[at].time);
    return true;
}

#define STATIC_KEY                                                                                           \
    {                                                                                                        \
        "p_s", 0, WATTS_MAX, .help = "static power in W, drawn always", .fallback = "45"                     \
    }
/* The defaults are the paper's: an A100 PCIe 40 GB, five years of 365 days (UF-X12). */
#define MULTIPLIER_KEY                                                                                       \
    {                                                                                                        \
        "m", 0, 10, .help = "embodied_multiplier", .fallback = "1"                                           \
    }
#define LIFETIME_KEY                                                                                         \
    {                                                                                                        \
        "lifetime_s", 0, LARGE, .help = "in s", .fallback = "157680000", .above = true                       \
    }

const struct calc calc_fallacy[] = {
    {.name = "shared-power",
     .title = "what models draw together on one GPU",
     .source = "Utilization Fallacy Eq. 6; UF-N9, UF-N10, CO-C2, CO-N5",
     .formula = "P = P_S + P_OI + sum of (P_i - P_S - P_OI)        the law staux\n"
                "naive: P_S + sum of (P_i - P_S)        the law table; (n - 1) P_OI more",
     .example = "solo_w=130,105,118",
     .keys = {{"solo_w", 0, WATTS_MAX,
               .help = "what each model draws alone on its slice, the whole board, in W", .kind = CALC_LIST,
               .above = true},
              STATIC_KEY,
              {"p_oi", 0, WATTS_MAX, .help = "auxiliary power in W, drawn once while anything runs",
               .fallback = "25"}},
     .steps =
         {"[each solo_w] model {i}: P_C + P_OA = {solo_w} W - {p_s + p_oi} W = {solo_w - (p_s + p_oi)} W",
          "with P_S and P_OI once: {eq6_w} W",
          "naive: P_OI {n} times, {naive_w} W, which is {naive_w - eq6_w} W more"},
     .evaluate = evaluate_shared},
    {.name = "shared-profile",
     .title = "the parts of a shared GPU's power, from a few runs",
     .source = "Utilization Fallacy section 3.2, corrected by UF-X1; UF-N11 .. UF-N13",
     .formula = "P(n copies on 1g) = P_S + P_OI + n (P_C + P_OA)        a line through all of them\n"
                "P_C(1g) = P(2g) - P(1g), as P_C(2g) = 2 P_C(1g);  P_OA = P(1g) - P_S - P_OI - P_C(1g)",
     .example = "copies_w=94.5,119,143.5 two_slice_w=110",
     .keys = {{"copies_w", 0, WATTS_MAX,
               .help = "power in W of one, two and three copies, each on a slice of 1g", .kind = CALC_LIST,
               .above = true},
              STATIC_KEY,
              {"two_slice_w", 0, WATTS_MAX,
               .help = "power in W of one copy on a slice of 2g, which tells P_C from P_OA", .above = true,
               .optional = true}},
     .steps =
         {"P(n) = {p_s + p_oi_w} W + n x {slope_w} W, by least squares",
          "P_OI = {p_s + p_oi_w} W - P_S = {p_oi_w} W",
          "[not split] P_C + P_OA = {slope_w} W; apart they take a run on another slice, two_slice_w (UF-X1)",
          "[split] P_C(1g) = P(2g) - P(1g) = {two_slice_w} W - {one_w} W = {p_c_w = two_slice_w - one_w} W",
          "[split] P_OA = P(1g) - P_S - P_OI - P_C(1g) = {p_oa_w} W"},
     .evaluate = evaluate_profile},
    {.name = "embodied",
     .title = "embodied carbon of a GPU that is held",
     .source = "The Utilization Fallacy, section 3 (ACT); UF-N1, UF-N2, UF-N20, UF-X12",
     .formula =
         "C_E = T / LT x C_M x m        T GPU-time held, LT lifetime, C_M of making it, m a multiplier",
     .example = "seconds=300",
     .keys = {{"seconds", 0, LARGE, .help = "GPU-time held in s, summed over GPUs"},
              MULTIPLIER_KEY,
              {"kg", 0, 1e9, .help = "carbon of making one in kg", .fallback = "21.56"},
              LIFETIME_KEY},
     .steps = {"C_M / LT = {kg} kg x 1000 / {lifetime_s} s = {rate = kg * 1000 / lifetime_s} g/s",
               "C_E = that x {seconds} s x {m} = {carbon_g = rate * seconds * m} g"},
     .evaluate = evaluate_embodied},
    {.name = "sharing",
     .title = "does sharing a GPU save carbon, and on which grids",
     .source = "The Utilization Fallacy, Eqs. 1 to 3; UF-N3, UF-N5 .. UF-N8",
     .formula = "C = CI x E / 3.6e6 + T / LT x C_M x m, shared (s) and dedicated (n)\n"
                "E_s > E_n: share where CI < CI* = m x C_M / LT x (T_n - T_s) / (E_s - E_n)\n"
                "E_s <= E_n and T_s <= T_n: always",
     .example = "shared_s=400 shared_j=1e5 dedicated_s=600 dedicated_j=9e4 ci=490",
     .keys = {{"shared_s", 0, LARGE, .help = "GPU-time held, shared, in s"},
              {"shared_j", 0, 1e15, .help = "energy, shared, in J"},
              {"dedicated_s", 0, LARGE, .help = "GPU-time held, a GPU each, in s"},
              {"dedicated_j", 0, 1e15, .help = "energy, a GPU each, in J"},
              {"ci", 0, 1e6, .help = "carbon intensity in gCO2eq/kWh"},
              MULTIPLIER_KEY,
              {"kg", 0, 1e9, .help = "carbon of making one GPU in kg", .fallback = "21.56"},
              LIFETIME_KEY},
     .steps = {"shared: {shared_j} J x {ci} g/kWh / 3.6e6 + {shared_held_g} g embodied = "
               "{shared_g = shared_j * ci / 3.6e6 + shared_held_g} g",
               "dedicated: {dedicated_j} J x {ci} g/kWh / 3.6e6 + {dedicated_held_g} g embodied = "
               "{dedicated_g = dedicated_j * ci / 3.6e6 + dedicated_held_g} g",
               "[not crosses] {kind}", "[crosses] {kind} CI* = {breakeven_ci} g/kWh"},
     .evaluate = evaluate_sharing},
    {.name = "clock",
     .title = "the clock of an A100 that emits least",
     .source = "The Utilization Fallacy, Fig. 8, with the law of section 1.4; UF-N15 .. UF-N18",
     .formula =
         "t(f) = (1 - b) + b x 1410 / f; P(f) = S + D x f / 1410 x V(f)^2; V = v_min up to f_k, then a\n"
         "straight line to 1 at 1410; of 210, 225 .. 1410 MHz the f with the least\n"
         "(CI x P / 1000 + m x 0.49224) x t, of equal ones the highest; gain: that at 1410 over it",
     .example = "s_w=60 d_w=150 b=0.9 v_min=0.6 f_k_mhz=870 ci=490",
     .keys = {{"s_w", 0, 1e6, .help = "static power in W, P_S + P_OI"},
              {"d_w", 0, 1e6, .help = "dynamic power at 1410 MHz in W"},
              {"b", 0, 1, .help = "the part of the time that goes with the clock", .fallback = "0.9"},
              {"v_min", 0, 1, .help = "lowest voltage over the highest", .fallback = "0.6", .above = true},
              {"f_k_mhz", 0, 1e5, .help = "clock in MHz from which the voltage rises", .fallback = "870"},
              {"ci", 0, 1e6, .help = "carbon intensity in gCO2eq/kWh"},
              {"m", 0, 1e3, .help = "embodied multiplier", .fallback = "1"},
              {"at_mhz", 0, 1e5, .help = "this clock instead of the best", .above = true, .optional = true}},
     .steps = {"[each f_mhz] {f_mhz} MHz: V {v}, P {p} W, t {t}: ({ci} x P / 1000 + {held_g}) x t = "
               "{g = (ci * p / 1000 + held_g) * t} g"},
     .evaluate = evaluate_clock},
    {.name = NULL}};
