/* The formulas of CarbonDIS for the pocket calculator: energy and carbon of a request, idle carbon over steps
 * of intensity, the nearest-rank percentile, the intensity ratio, and one decision of Algorithm 1. */
#include "tui/cli/calc/calc.h"

#include "engine/base/percentile.h"
#include "engine/base/units.h"
#include "engine/physics/carbon.h"
#include "engine/model/trace.h"
#include "engine/policy/route/carbondis_rule.h"

#include <math.h>

#define LARGE 1e9 /* of anything: seconds, watts, grams; keeps whole nanoseconds far from overflow */

static bool evaluate_energy(struct calc_sheet *sheet)
{
    /* W x ms = mJ */
    calc_put(sheet, "energy_mj", carbon_energy_j(calc_of(sheet, "power_w"), calc_of(sheet, "latency_ms")));
    return true;
}

static bool evaluate_carbon(struct calc_sheet *sheet)
{
    calc_put(sheet, "carbon_g",
             carbon_grams(calc_of(sheet, "energy_j"), calc_of(sheet, "ci"), calc_of(sheet, "pue")));
    return true;
}

static bool evaluate_idle_carbon(struct calc_sheet *sheet)
{
    const struct calc_value *seconds = calc_find(sheet, "seconds"), *ci = calc_find(sheet, "ci");
    double power_w = calc_of(sheet, "power_w"), sum_g = 0;

    if (seconds->n != ci->n)
        return error_set(sheet->error, ERROR_INPUT, "idle-carbon",
                         "seconds has %zu values and ci has %zu: give one intensity for each stretch of time",
                         seconds->n, ci->n);
    for (size_t i = 0; i < seconds->n; i++)
        sum_g += carbon_grams(carbon_energy_j(power_w, seconds->list[i]), ci->list[i], 1);
    calc_let(sheet, "more", (double)seconds->n - CALC_LINES_MAX);
    calc_put(sheet, "carbon_g", sum_g);
    return true;
}

static bool evaluate_percentile(struct calc_sheet *sheet)
{
    const struct calc_value *values = calc_find(sheet, "values");
    double p = calc_of(sheet, "p");

    if (fabs(p * 1000 - floor(p * 1000 + 0.5)) > 1e-6)
        return error_set(sheet->error, ERROR_INPUT, "p",
                         "%s has too many digits: give at most three decimals", calc_digits(p).text);
    calc_let(sheet, "n", (double)values->n);
    calc_put(sheet, "value", percentile_of(sheet->given[0], values->n, p));
    calc_put(sheet, "rank", (double)percentile_rank(p, values->n));
    return true;
}

/* The history as the trace that the engine would have seen. */
static bool evaluate_cir(struct calc_sheet *sheet)
{
    size_t given = calc_find(sheet, "history")->n, n = 0;
    double cci = calc_of(sheet, "cci");
    struct carbon_trace before = {.step_s = 3600, .n = given, .samples = sheet->given[0]};
    double mean = given > 0 ? carbon_trace_history_mean(&before, given, &n) : 0;
    double aci = n > 0 ? mean : carbon_aci(0, 0, cci);

    calc_let(sheet, "n", (double)n);
    calc_put(sheet, "aci", aci);
    calc_put(sheet, "cir", carbon_cir(cci, aci));
    calc_put(sheet, "next_aci", carbon_aci(mean * (double)n + cci, n + 1, cci));
    return true;
}

static bool evaluate_decision(struct calc_sheet *sheet)
{
    /* In Algorithm 1's order, as the contract of calc names them. */
    static const char *const branches[] = {
        [CARBONDIS_MISS] = "miss", [CARBONDIS_DIRTY] = "dirty", [CARBONDIS_CLEAN] = "clean"};
    double at_s = calc_of(sheet, "at_s"), ct_s = calc_of(sheet, "ct_s");

    if (ct_s < at_s)
        return error_set(sheet->error, ERROR_INPUT, "ct_s",
                         "%s is before at_s %s: a request cannot start before it arrives",
                         calc_digits(ct_s).text, calc_digits(at_s).text);
    struct carbondis_verdict verdict =
        carbondis_rule(ns_from_s(at_s), ns_from_s(calc_of(sheet, "lc_s")), ns_from_s(ct_s),
                       ns_from_s(calc_of(sheet, "el_s")), calc_of(sheet, "cir"), calc_of(sheet, "cit"),
                       calc_of(sheet, "high") == 0);
    calc_put(sheet, "esft_s", ns_to_s(verdict.esft_ns));
    calc_put(sheet, "exft_s", ns_to_s(verdict.exft_ns));
    calc_put_text(sheet, "branch", branches[verdict.branch]);
    calc_put(sheet, "k", verdict.k);
    return true;
}

const struct calc calc_carbondis[] = {
    {.name = "energy",
     .title = "energy of one request",
     .source = "CarbonDIS Eq. 1; CD-N1 .. CD-N4",
     .formula = "E = L x P        L latency, P mean board power while processing (idle share included)",
     .example = "latency_ms=18 power_w=81.64",
     .keys = {{"latency_ms", 0, LARGE, .help = "processing time in ms"},
              {"power_w", 0, LARGE, .help = "board power in W"}},
     .steps = {"E = {latency_ms} ms x {power_w} W = {energy_mj = latency_ms * power_w} mJ"},
     .evaluate = evaluate_energy},
    {.name = "carbon",
     .title = "carbon of an energy",
     .source = "CarbonDIS Eq. 2 with SI units (CD-X4); CD-N5, CD-N6",
     .formula = "CE = E x PUE x CI / 3.6e6        E in J, CI in gCO2eq/kWh",
     .example = "energy_j=1.46952 ci=207.13",
     .keys = {{"energy_j", 0, 1e15, .help = "energy in J"},
              {"ci", 0, 1e6, .help = "carbon intensity in gCO2eq/kWh"},
              {"pue", 1, 10, .help = "facility energy over IT energy", .fallback = "1"}},
     .steps = {"energy = {energy_j} J x PUE {pue} / 3.6e6 = {energy_j * pue / 3.6e6} kWh",
               "carbon = that x {ci} g/kWh = {carbon_g = energy_j * pue / 3.6e6 * ci} g"},
     .evaluate = evaluate_carbon},
    {.name = "idle-carbon",
     .title = "carbon of an idle GPU",
     .source = "CarbonDIS Eq. 4 with a time step (CD-X4); CD-N7 .. CD-N9",
     .formula = "ICE = sum over stretches of constant intensity of  IP x seconds x CI / 3.6e6",
     .example = "power_w=55 seconds=1800,1800 ci=180,240",
     .keys = {{"power_w", 0, LARGE, .help = "idle power in W"},
              {"seconds", 0, LARGE, .help = "length of each stretch in s", .kind = CALC_LIST},
              {"ci", 0, 1e6, .help = "carbon intensity of each in gCO2eq/kWh", .kind = CALC_LIST}},
     .steps =
         {"[each seconds] {power_w} W x {seconds} s x {ci} g/kWh / 3.6e6 = {power_w * seconds * ci / 3.6e6} g",
          "[more > 0] ... and {more} more stretches of time", "sum = {carbon_g} g"},
     .evaluate = evaluate_idle_carbon},
    {.name = "percentile",
     .title = "percentile by nearest rank",
     .source = "CarbonDIS Eq. 3 (carbondis section 1.2, 4); CD-N12, CD-N13",
     .formula = "rank = ceil(p n / 100), counted from 1 in ascending order; value = the element of that rank",
     .example = "values=5,1,9,3 p=95",
     .keys = {{"values", -1e15, 1e15, .help = "the numbers", .kind = CALC_LIST},
              {"p", 0, 100, .help = "the percentile in percent", .fallback = "95", .above = true}},
     .steps = {"n = {n} values, sorted ascending", "rank = ceil({p} / 100 x {n}) = {rank}",
               "value = element number {rank} = {value}"},
     .evaluate = evaluate_percentile},
    {.name = "cir",
     .title = "carbon intensity ratio",
     .source = "CarbonDIS Algorithm 1 lines 1-3; CD-N10, CD-N11, CD-X5, CD-X14",
     .formula = "ACI = mean of the samples stored before this one;  CIR = CCI / ACI;  then append CCI",
     .example = "history=200,220,180 cci=240",
     .keys = {{"history", 0, 1e6, .help = "earlier samples in gCO2eq/kWh, oldest first; empty: history=",
               .kind = CALC_LIST, .empty = true},
              {"cci", 0, 1e6, .help = "the sample that arrives now in gCO2eq/kWh"}},
     .steps = {"[n > 0] ACI = mean of the {n} samples before this one = {aci} g/kWh",
               "[n = 0] no history yet: ACI := CCI = {aci} g/kWh", "CIR = {cci} / {aci} = {cir = cci / aci}",
               "append CCI: the next sample sees ACI = {next_aci = (aci * n + cci) / (n + 1)} g/kWh"},
     .evaluate = evaluate_cir},
    {.name = "carbondis",
     .title = "one decision of CarbonDIS",
     .source = "CarbonDIS Eq. 6, Algorithm 1 lines 8-22; CD-N14 .. CD-N19",
     .formula = "ESFT = CT + EL;  EXFT = AT + LC\n"
                "miss:  ESFT > EXFT                 high-end if free (K=0), else low-end (K=1)\n"
                "dirty: ESFT <= EXFT, CIR > CIT     high-end if free (K=0), else low-end (K=1)\n"
                "clean: ESFT <= EXFT, CIR <= CIT    low-end (K=1)",
     .example = "at_s=10 lc_s=0.5 ct_s=10.05 el_s=0.4 cir=1.1 cit=1 high=free",
     .keys = {{"at_s", 0, LARGE, .help = "arrival (AT) in s"},
              {"lc_s", 0, LARGE, .help = "latency limit (LC) in s", .above = true},
              {"ct_s", 0, LARGE, .help = "start on the low-end GPU (CT, not before AT) in s"},
              {"el_s", 0, LARGE, .help = "estimated time on the low-end GPU (EL) in s", .above = true},
              {"cir", 0, 1e6, .help = "carbon intensity ratio CCI / ACI"},
              {"cit", 0, 1e6, .help = "threshold on CIR"},
              {"high", .help = "the high-end GPU: free or busy", .kind = CALC_WORD,
               .words = {"free", "busy"}}},
     .steps =
         {"ESFT = CT + EL = {ct_s} + {el_s} = {esft_s = ct_s + el_s} s",
          "EXFT = AT + LC = {at_s} + {lc_s} = {exft_s = at_s + lc_s} s",
          "[branch = 'miss'] ESFT > EXFT: it cannot meet its deadline on the low-end GPU",
          "[branch != 'miss'] ESFT <= EXFT: it can meet its deadline on the low-end GPU",
          "[branch = 'dirty'] CIR {cir} > CIT {cit}: the grid is dirty",
          "[branch = 'clean'] CIR {cir} <= CIT {cit}: the grid is clean enough",
          "[branch = 'clean'] so it stays on the low-end GPU, without looking at the high-end one: K = 1",
          "[branch != 'clean'] the high-end GPU is {high}: K = {k}"},
     .evaluate = evaluate_decision},
    {.name = NULL}};
