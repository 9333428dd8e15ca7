/* The formulas of CarbonDIS for the pocket calculator: energy and carbon of a request, idle carbon over steps
 * of intensity, the nearest-rank percentile, the intensity ratio, and one decision of Algorithm 1. */
#include "tui/cli/calc/calc_table.h"

#include "engine/base/percentile.h"
#include "engine/base/units.h"
#include "engine/physics/carbon.h"
#include "engine/model/trace.h"
#include "engine/policy/route/carbondis_rule.h"

#include <math.h>
#include <string.h>

enum { STRETCHES_SHOWN = CALC_STEPS_MAX - 2 };

#define LARGE 1e9 /* of anything: seconds, watts, grams; keeps whole nanoseconds far from overflow */

static bool evaluate_energy(struct calc_sheet *sheet, struct error *error)
{
    double latency_ms = calc_value(sheet, 0), power_w = calc_value(sheet, 1);
    double energy_mj = carbon_energy_j(power_w, latency_ms); /* W x ms = mJ */

    (void)error;
    calc_step(sheet, "E = %s ms x %s W = %s mJ", calc_digits(latency_ms).text, calc_digits(power_w).text,
              calc_digits(energy_mj).text);
    calc_put(sheet, "energy_mj", energy_mj);
    return true;
}

const struct calc calc_energy = {
    .name = "energy",
    .title = "energy of one request",
    .source = "CarbonDIS Eq. 1; CD-N1 .. CD-N4",
    .formula = "E = L x P        L latency, P mean board power while processing (idle share included)",
    .example = "latency_ms=18 power_w=81.64",
    .keys = {{.name = "latency_ms", .max = LARGE, .help = "processing time in ms"},
             {.name = "power_w", .max = LARGE, .help = "board power in W"}},
    .evaluate = evaluate_energy,
};

static bool evaluate_carbon(struct calc_sheet *sheet, struct error *error)
{
    double energy_j = calc_value(sheet, 0), ci = calc_value(sheet, 1), pue = calc_value(sheet, 2);
    double grams = carbon_grams(energy_j, ci, pue);

    (void)error;
    calc_step(sheet, "energy = %s J x PUE %s / 3.6e6 = %s kWh", calc_digits(energy_j).text,
              calc_digits(pue).text, calc_digits(energy_j * pue / JOULES_PER_KWH).text);
    calc_step(sheet, "carbon = that x %s g/kWh = %s g", calc_digits(ci).text, calc_digits(grams).text);
    calc_put(sheet, "carbon_g", grams);
    return true;
}

const struct calc calc_carbon = {
    .name = "carbon",
    .title = "carbon of an energy",
    .source = "CarbonDIS Eq. 2 with SI units (CD-X4); CD-N5, CD-N6",
    .formula = "CE = E x PUE x CI / 3.6e6        E in J, CI in gCO2eq/kWh",
    .example = "energy_j=1.46952 ci=207.13",
    .keys = {{.name = "energy_j", .max = 1e15, .help = "energy in J"},
             {.name = "ci", .max = 1e6, .help = "carbon intensity in gCO2eq/kWh"},
             {.name = "pue", .fallback = "1", .min = 1, .max = 10, .help = "facility energy over IT energy"}},
    .evaluate = evaluate_carbon,
};

static bool evaluate_idle_carbon(struct calc_sheet *sheet, struct error *error)
{
    const struct calc_input *seconds = &sheet->inputs[1], *ci = &sheet->inputs[2];
    double power_w = calc_value(sheet, 0), sum = 0;

    if (seconds->n != ci->n) {
        return error_set(error, ERROR_INPUT, "idle-carbon",
                         "seconds has %zu values and ci has %zu: give one intensity for each stretch of time",
                         seconds->n, ci->n);
    }
    for (size_t i = 0; i < seconds->n; i++) {
        double grams = carbon_grams(carbon_energy_j(power_w, seconds->values[i]), ci->values[i], 1);
        sum += grams;
        if (i == STRETCHES_SHOWN)
            calc_step(sheet, "... and %zu more stretches of time", seconds->n - i);
        if (i >= STRETCHES_SHOWN)
            continue;
        calc_step(sheet, "%s W x %s s x %s g/kWh / 3.6e6 = %s g", calc_digits(power_w).text,
                  calc_digits(seconds->values[i]).text, calc_digits(ci->values[i]).text,
                  calc_digits(grams).text);
    }
    calc_step(sheet, "sum = %s g", calc_digits(sum).text);
    calc_put(sheet, "carbon_g", sum);
    return true;
}

const struct calc calc_idle_carbon = {
    .name = "idle-carbon",
    .title = "carbon of an idle GPU",
    .source = "CarbonDIS Eq. 4 with a time step (CD-X4); CD-N7 .. CD-N9",
    .formula = "ICE = sum over stretches of constant intensity of  IP x seconds x CI / 3.6e6",
    .example = "power_w=55 seconds=1800,1800 ci=180,240",
    .keys = {{.name = "power_w", .max = LARGE, .help = "idle power in W"},
             {.name = "seconds", .kind = CALC_LIST, .max = LARGE, .help = "length of each stretch in s"},
             {.name = "ci", .kind = CALC_LIST, .max = 1e6, .help = "carbon intensity of each in gCO2eq/kWh"}},
    .evaluate = evaluate_idle_carbon,
};

static bool evaluate_percentile(struct calc_sheet *sheet, struct error *error)
{
    const struct calc_input *values = &sheet->inputs[0];
    double p = calc_value(sheet, 1);

    if (fabs(p * 1000 - floor(p * 1000 + 0.5)) > 1e-6)
        return error_set(error, ERROR_INPUT, "p", "%s has too many digits: give at most three decimals",
                         calc_digits(p).text);
    size_t rank = percentile_rank(p, values->n);
    double value = percentile_of(values->values, values->n, p);
    calc_step(sheet, "n = %zu values, sorted ascending", values->n);
    calc_step(sheet, "rank = ceil(%s / 100 x %zu) = %zu", calc_digits(p).text, values->n, rank);
    calc_step(sheet, "value = element number %zu = %s", rank, calc_digits(value).text);
    calc_put(sheet, "value", value);
    calc_put(sheet, "rank", (double)rank);
    return true;
}

const struct calc calc_percentile = {
    .name = "percentile",
    .title = "percentile by nearest rank",
    .source = "CarbonDIS Eq. 3 (carbondis section 1.2, 4); CD-N12, CD-N13",
    .formula = "rank = ceil(p n / 100), counted from 1 in ascending order; value = the element of that rank",
    .example = "values=5,1,9,3 p=95",
    .keys = {{.name = "values", .kind = CALC_LIST, .min = -1e15, .max = 1e15, .help = "the numbers"},
             {.name = "p", .fallback = "95", .above = true, .max = 100, .help = "the percentile in percent"}},
    .evaluate = evaluate_percentile,
};

/* The history as the trace that the engine would have seen. */
static bool evaluate_cir(struct calc_sheet *sheet, struct error *error)
{
    const struct calc_input *history = &sheet->inputs[0];
    double cci = calc_value(sheet, 1);
    struct carbon_trace before = {.step_s = 3600, .n = history->n, .samples = history->values};
    size_t n = 0;
    double mean = history->n > 0 ? carbon_trace_history_mean(&before, history->n, &n) : 0;
    double sum = mean * (double)n;
    double aci = n > 0 ? mean : carbon_aci(0, 0, cci);
    double cir = carbon_cir(cci, aci);
    double next_aci = carbon_aci(sum + cci, n + 1, cci);

    (void)error;
    if (n > 0)
        calc_step(sheet, "ACI = mean of the %zu samples before this one = %s g/kWh", n,
                  calc_digits(aci).text);
    else
        calc_step(sheet, "no history yet: ACI := CCI = %s g/kWh", calc_digits(aci).text);
    calc_step(sheet, "CIR = %s / %s = %s", calc_digits(cci).text, calc_digits(aci).text,
              calc_digits(cir).text);
    calc_step(sheet, "append CCI: the next sample sees ACI = %s g/kWh", calc_digits(next_aci).text);
    calc_put(sheet, "aci", aci);
    calc_put(sheet, "cir", cir);
    calc_put(sheet, "next_aci", next_aci);
    return true;
}

const struct calc calc_cir = {
    .name = "cir",
    .title = "carbon intensity ratio",
    .source = "CarbonDIS Algorithm 1 lines 1-3; CD-N10, CD-N11, CD-X5, CD-X14",
    .formula = "ACI = mean of the samples stored before this one;  CIR = CCI / ACI;  then append CCI",
    .example = "history=200,220,180 cci=240",
    .keys = {{.name = "history",
              .kind = CALC_LIST,
              .empty = true,
              .max = 1e6,
              .help = "earlier samples in gCO2eq/kWh, oldest first; empty: history="},
             {.name = "cci", .max = 1e6, .help = "the sample that arrives now in gCO2eq/kWh"}},
    .evaluate = evaluate_cir,
};

enum { AT_S, LC_S, CT_S, EL_S, CIR, CIT, HIGH };

/* Names of the branches in Algorithm 1's order, as the contract of calc says them. */
static const char *const branch_names[] = {
    [CARBONDIS_MISS] = "miss", [CARBONDIS_DIRTY] = "dirty", [CARBONDIS_CLEAN] = "clean"};

static void explain_branch(struct calc_sheet *sheet, const struct carbondis_verdict *verdict)
{
    struct calc_digits cir = calc_digits(calc_value(sheet, CIR)), cit = calc_digits(calc_value(sheet, CIT));
    bool miss = verdict->branch == CARBONDIS_MISS, dirty = verdict->branch == CARBONDIS_DIRTY;

    calc_step(sheet, "ESFT %s EXFT: it %s on the low-end GPU",
              miss ? ">" : "<=", miss ? "cannot meet its deadline" : "can meet its deadline");
    if (!miss)
        calc_step(sheet, "CIR %s %s CIT %s: the grid is %s", cir.text, dirty ? ">" : "<=", cit.text,
                  dirty ? "dirty" : "clean enough");
    if (verdict->branch == CARBONDIS_CLEAN)
        calc_step(sheet, "so it stays on the low-end GPU, without looking at the high-end one: K = 1");
    else
        calc_step(sheet, "the high-end GPU is %s: K = %d", verdict->k == 0 ? "free" : "busy", verdict->k);
}

static bool evaluate_carbondis(struct calc_sheet *sheet, struct error *error)
{
    double at_s = calc_value(sheet, AT_S), lc_s = calc_value(sheet, LC_S);
    double ct_s = calc_value(sheet, CT_S), el_s = calc_value(sheet, EL_S);

    if (ct_s < at_s) {
        return error_set(error, ERROR_INPUT, "ct_s",
                         "%s is before at_s %s: a request cannot start before it arrives",
                         calc_digits(ct_s).text, calc_digits(at_s).text);
    }
    struct carbondis_verdict verdict =
        carbondis_rule(ns_from_s(at_s), ns_from_s(lc_s), ns_from_s(ct_s), ns_from_s(el_s),
                       calc_value(sheet, CIR), calc_value(sheet, CIT), sheet->inputs[HIGH].word == 0);
    calc_step(sheet, "ESFT = CT + EL = %s + %s = %s s", calc_digits(ct_s).text, calc_digits(el_s).text,
              calc_digits(ns_to_s(verdict.esft_ns)).text);
    calc_step(sheet, "EXFT = AT + LC = %s + %s = %s s", calc_digits(at_s).text, calc_digits(lc_s).text,
              calc_digits(ns_to_s(verdict.exft_ns)).text);
    explain_branch(sheet, &verdict);
    calc_put(sheet, "esft_s", ns_to_s(verdict.esft_ns));
    calc_put(sheet, "exft_s", ns_to_s(verdict.exft_ns));
    calc_put_text(sheet, "branch", branch_names[verdict.branch]);
    calc_put(sheet, "k", verdict.k);
    return true;
}

const struct calc calc_carbondis = {
    .name = "carbondis",
    .title = "one decision of CarbonDIS",
    .source = "CarbonDIS Eq. 6, Algorithm 1 lines 8-22; CD-N14 .. CD-N19",
    .formula = "ESFT = CT + EL;  EXFT = AT + LC\n"
               "miss:  ESFT > EXFT                 high-end if free (K=0), else low-end (K=1)\n"
               "dirty: ESFT <= EXFT, CIR > CIT     high-end if free (K=0), else low-end (K=1)\n"
               "clean: ESFT <= EXFT, CIR <= CIT    low-end (K=1)",
    .example = "at_s=10 lc_s=0.5 ct_s=10.05 el_s=0.4 cir=1.1 cit=1 high=free",
    .keys = {[AT_S] = {.name = "at_s", .max = LARGE, .help = "arrival (AT) in s"},
             [LC_S] = {.name = "lc_s", .above = true, .max = LARGE, .help = "latency limit (LC) in s"},
             [CT_S] = {.name = "ct_s",
                       .max = LARGE,
                       .help = "start on the low-end GPU (CT, not before AT) in s"},
             [EL_S] = {.name = "el_s",
                       .above = true,
                       .max = LARGE,
                       .help = "estimated time on the low-end GPU (EL) in s"},
             [CIR] = {.name = "cir", .max = 1e6, .help = "carbon intensity ratio CCI / ACI"},
             [CIT] = {.name = "cit", .max = 1e6, .help = "threshold on CIR"},
             [HIGH] = {.name = "high",
                       .kind = CALC_WORD,
                       .words = {"free", "busy"},
                       .help = "the high-end GPU: free or busy"}},
    .evaluate = evaluate_carbondis,
};
