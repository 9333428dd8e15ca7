/* The judges of The Utilization Fallacy, UF-1 to UF-15. The paper's own figures differ from
 * run to run (UF-X4, UF-X5), so bands are wide; what falls outside is told with its number. */
#include "engine/claims/fallacy/fallacy.h"

#include <math.h>

static void decide(struct judgement *judgement, bool holds)
{
    judgement->verdict = holds ? VERDICT_HOLDS : VERDICT_DEVIATES;
}

/* Is a ratio or a change the paper's, but for this part of it? */
static bool about(double value, double paper, double part)
{
    return fabs(value - paper) <= part * fabs(paper);
}

/* Likewise of "1.2 times", for a third of what it is away from 1: 1.08 is less than half of that. */
static bool about_times(double value, double paper)
{
    return about(value - 1, paper - 1, 1. / 3);
}

static double percent_more(double now, double then)
{
    return then > 0 ? 100 * (now / then - 1) : (double)NAN;
}

/* A trial, both ways. */
struct pair {
    const struct uf_outcome *shared, *dedicated;
};

static struct pair pair_of(const struct evidence *evidence, int first, int k)
{
    int trial = first + k * UF_WAYS;
    return (struct pair){uf_outcome_of(evidence, trial, UF_SHARED),
                         uf_outcome_of(evidence, trial, UF_DEDICATED)};
}

static double more_carbon_pct(struct pair pair)
{
    return percent_more(pair.shared->total_g, pair.dedicated->total_g);
}

static double more_operational_pct(struct pair pair)
{
    return percent_more(pair.shared->operational_g, pair.dedicated->operational_g);
}

static double more_embodied_pct(struct pair pair)
{
    return percent_more(pair.shared->footprint.embodied_g, pair.dedicated->footprint.embodied_g);
}

static double slower(struct pair pair, int app)
{
    return pair.shared->mean_ms[app] / pair.dedicated->mean_ms[app];
}

/* ---- figures 1 to 3 ---- */

void judge_uf1(const struct evidence *evidence, struct judgement *judgement)
{
    struct pair pair = pair_of(evidence, UF_TRIAL_LOAD, 8);
    double more = more_carbon_pct(pair);
    judgement_say(judgement, "busy %.1f %% instead of %.1f %%; carbon %+.1f %%",
                  100 * pair.shared->busy_share, 100 * pair.dedicated->busy_share, more);
    judgement_measure(judgement, more, "carbon, %%");
    decide(judgement, pair.shared->busy_share > pair.dedicated->busy_share && more > 0);
}

void judge_uf2(const struct evidence *evidence, struct judgement *judgement)
{
    double operational = 0, embodied = 0, best_operational = 0, best_embodied = 0;
    bool met = true;
    for (int set = UF_GPT_WHISPER; set < UF_SETS; set++) {
        struct pair pair = pair_of(evidence, UF_TRIAL_SET, set);
        operational += more_operational_pct(pair) / (UF_SETS - 1);
        embodied += more_embodied_pct(pair) / (UF_SETS - 1);
        best_operational = fmin(best_operational, more_operational_pct(pair));
        best_embodied = fmin(best_embodied, more_embodied_pct(pair));
        met = met && pair.shared->slo_met && pair.dedicated->slo_met;
    }
    struct pair two = pair_of(evidence, UF_TRIAL_SET, UF_GPT_WHISPER);
    double gpt = slower(two, 0), whisper = slower(two, 1);
    judgement_say(
        judgement,
        "SLOs %s; Whisper %.2f, GPT %.2f times as slow; operational %+.1f %% in the mean, %+.1f %% at best; embodied %+.1f and %+.1f %%",
        met ? "met" : "missed", whisper, gpt, operational, best_operational, embodied, best_embodied);
    bool slos = judgement_part(judgement, met, "SLOs");
    bool latency = judgement_part(judgement, about_times(whisper, 1.27) && about_times(gpt, 1.14), "latency");
    bool energy = judgement_part(
        judgement, about(operational, -28, 1. / 3) && about(best_operational, -40, 1. / 3), "operational");
    bool hardware = judgement_part(
        judgement, about(embodied, -52, 1. / 3) && about(best_embodied, -62, 1. / 3), "embodied");
    decide(judgement, slos && latency && energy && hardware);
}

void judge_uf3(const struct evidence *evidence, struct judgement *judgement)
{
    struct pair pair = pair_of(evidence, UF_TRIAL_SET, UF_SDXL_WHISPER);
    double more = more_operational_pct(pair), sdxl = slower(pair, 0);
    double longer = pair.shared->horizon_s / pair.dedicated->horizon_s;
    bool met = pair.shared->slo_met && pair.dedicated->slo_met;
    judgement_say(judgement, "SLOs %s; operational %+.1f %%; SDXL %.2f, the workload %.2f times as long",
                  met ? "met" : "missed", more, sdxl, longer);
    bool slos = judgement_part(judgement, met, "SLOs");
    bool sign = judgement_part(judgement, more > 0, "costs carbon");
    bool amount = judgement_part(judgement, more >= 10 && more <= 35, "how much");
    bool time = judgement_part(judgement, about_times(sdxl, 1.6) && about_times(longer, 1.6), "time");
    judgement_measure(judgement, more, "operational, %%");
    decide(judgement, slos && sign && amount && time);
}

/* ---- figure 4 ---- */

void judge_uf4(const struct evidence *evidence, struct judgement *judgement)
{
    double saved = 0, most = 0, costs = 0;
    int changes = 0, first = UF_LOADS, n_saved = 0;
    for (int k = 0; k < UF_LOADS; k++) {
        struct pair pair = pair_of(evidence, UF_TRIAL_LOAD, k);
        bool costs_now = pair.shared->total_g > pair.dedicated->total_g;
        struct pair before = pair_of(evidence, UF_TRIAL_LOAD, k > 0 ? k - 1 : 0);
        changes += costs_now != (before.shared->total_g > before.dedicated->total_g);
        first = costs_now && first == UF_LOADS ? k : first;
        double less = pair.dedicated->total_g / pair.shared->total_g;
        saved += costs_now ? 0 : less;
        n_saved += !costs_now;
        most = fmax(most, less);
        costs = costs_now ? fmax(costs, 1 / less) : costs;
    }
    saved = n_saved > 0 ? saved / n_saved : (double)NAN;
    if (first < UF_LOADS)
        judgement_say(judgement, "costs from a load of %d %% on; ", 10 * (first + 1));
    judgement_say(
        judgement,
        "%d change%s of sign; below %.2f times less in the mean, %.2f at best; above up to %.2f times",
        changes, changes == 1 ? "" : "s", saved, most, costs);
    bool once = judgement_part(judgement, changes == 1 && first >= 6 && first <= 7, "one change");
    bool below = judgement_part(judgement, about_times(saved, 1.41) && about_times(most, 1.73), "below");
    bool above = judgement_part(judgement, about_times(costs, 1.2), "above");
    struct pair full = pair_of(evidence, UF_TRIAL_LOAD, UF_LOADS - 1);
    judgement_measure(judgement, most, "at best, times less");
    judgement_measure(judgement, full.shared->total_g / full.dedicated->total_g, "at full load, times");
    decide(judgement, once && below && above);
}

void judge_uf5(const struct evidence *evidence, struct judgement *judgement)
{
    struct pair pair = pair_of(evidence, UF_TRIAL_SET, UF_SDXL_WHISPER);
    double power = pair.dedicated->mean_w / pair.shared->mean_w;
    double sooner = pair.shared->horizon_s / pair.dedicated->horizon_s;
    judgement_say(judgement, "%.0f instead of %.0f W, %.2f times; %.2f times sooner", pair.dedicated->mean_w,
                  pair.shared->mean_w, power, sooner);
    judgement_measure(judgement, power, "power, times");
    judgement_measure(judgement, sooner, "sooner, times");
    decide(judgement, about_times(power, 1.2) && about_times(sooner, 1.33));
}

/* ---- figure 5 ---- */

void judge_uf6(const struct evidence *evidence, struct judgement *judgement)
{
    double least_pct = INFINITY, most_pct = -INFINITY, net_pct[UF_SOURCES] = {0};
    bool rises = true, same = true;
    for (int k = 0; k < UF_SOURCES; k++) {
        struct pair pair = pair_of(evidence, UF_TRIAL_SOURCE, k),
                    first = pair_of(evidence, UF_TRIAL_SOURCE, 0);
        if (!uf_source_names[k])
            continue;
        double embodied = more_embodied_pct(pair);
        least_pct = fmin(least_pct, embodied);
        most_pct = fmax(most_pct, embodied);
        same = same && fabs(pair.shared->footprint.embodied_g - first.shared->footprint.embodied_g) <=
                           1e-9 * first.shared->footprint.embodied_g;
        rises = rises && more_operational_pct(pair) > 0;
        net_pct[k] = more_carbon_pct(pair);
        judgement_say(judgement, "%s %+.1f %%; ", uf_source_names[k], net_pct[k]);
    }
    judgement_measure(judgement, more_operational_pct(pair_of(evidence, UF_TRIAL_SOURCE, 8)),
                      "operational on gas, %%");
    judgement_say(judgement, "embodied %+.1f %%, operational %s", most_pct,
                  rises ? "more at each" : "not more at each");
    bool hardware = judgement_part(judgement, same && least_pct >= -35 && most_pct <= -20, "embodied");
    bool energy = judgement_part(judgement, rises, "operational");
    bool net = judgement_part(judgement, net_pct[8] > 0 && net_pct[2] < 0, "gas and wind");
    decide(judgement, hardware && energy && net);
}

void judge_uf7(const struct evidence *evidence, struct judgement *judgement)
{
    struct pair gas = pair_of(evidence, UF_TRIAL_SOURCE, 8);
    struct breakeven at = breakeven_of(gas.shared->footprint, gas.dedicated->footprint);
    double last_saved = 0, first_cost = INFINITY;
    int flips = 0;
    for (int k = 0; k < UF_SOURCES; k++) {
        struct pair pair = pair_of(evidence, UF_TRIAL_SOURCE, k);
        bool saves = pair.shared->total_g < pair.dedicated->total_g;
        struct pair before = pair_of(evidence, UF_TRIAL_SOURCE, k > 0 ? k - 1 : 0);
        flips += saves != (before.shared->total_g < before.dedicated->total_g);
        last_saved = saves ? pair.shared->intensity : last_saved;
        first_cost = !saves ? fmin(first_cost, pair.shared->intensity) : first_cost;
    }
    judgement_say(judgement, "%d flip%s: saves on %.3g g/kWh, costs on %.3g; break-even at %.3g", flips,
                  flips == 1 ? "" : "s", last_saved, first_cost, at.ci);
    judgement_measure(judgement, flips, "flips");
    decide(judgement, flips == 1 && at.kind == BREAKEVEN_BELOW && at.ci > last_saved && at.ci < first_cost);
}

/* ---- figure 6 ---- */

void judge_uf8(const struct evidence *evidence, struct judgement *judgement)
{
    struct pair large = pair_of(evidence, UF_TRIAL_SET, UF_SDXL_WHISPER);
    struct pair small = pair_of(evidence, UF_TRIAL_SET, UF_SDXL256_WHISPER_MNET);
    double costs = more_carbon_pct(large), saves = more_carbon_pct(small);
    double apart = large.dedicated->mean_ms[0] / small.dedicated->mean_ms[0];
    double shared = large.shared->mean_ms[0] / small.shared->mean_ms[0];
    judgement_say(
        judgement,
        "%+.1f %% at 1024 px, %+.1f %% at 256 px (with MobileNet); SDXL %.2f times faster there, %.2f times shared",
        costs, saves, apart, shared);
    bool signs = judgement_part(judgement, costs > 0 && saves < 0, "costs, saves");
    bool amount = judgement_part(judgement, costs >= 10 && costs <= 35, "how much");
    bool faster = judgement_part(judgement, about(apart, 5.2, .15) && about(shared, 5.2, .15), "faster");
    judgement_measure(judgement, costs, "1024 px, %%");
    decide(judgement, signs && amount && faster);
    judgement_explain(
        judgement, "That a small image is 5.2 times faster on the whole card is an input of the profiles.");
    if (!faster)
        judgement_explain(
            judgement,
            "On a slice only the large image is slowed down, so that shared it is further from the small one.");
}

/* ---- figure 7 ---- */

void judge_uf9(const struct evidence *evidence, struct judgement *judgement)
{
    double mean = 0;
    bool over = true;
    for (int set = 0; set < UF_SETS; set++) {
        const struct uf_outcome *shared = pair_of(evidence, UF_TRIAL_SET, set).shared;
        double more = percent_more(shared->naive_j, shared->footprint.energy_j);
        judgement_say(judgement, "%s %+.1f %%; ", uf_scenarios[set] + sizeof "fallacy-" - 1, more);
        mean += more / UF_SETS;
        over = over && more > 0;
    }
    judgement_say(judgement, "%+.1f %% in the mean", mean);
    bool sign = judgement_part(judgement, over, "too high");
    bool amount = judgement_part(judgement, about(mean, 26, 1. / 3), "how much");
    judgement_measure(judgement, mean, "naive, %%");
    decide(judgement, sign && amount);
}

/* ---- figure 8 ---- */

static double clock_mhz(int k)
{
    return 600 + 30 * k;
}

/* Of a set of Fig. 2, shared at the k-th clock. */
static const struct uf_outcome *at_clock(const struct evidence *evidence, int set, int k)
{
    return uf_outcome_of(evidence, UF_TRIAL_CLOCK + (set - 1) * UF_CLOCKS + k, UF_SHARED);
}

/* On a grid, with embodied carbon counted four times. */
static double grams_on(const struct uf_outcome *outcome, double ci)
{
    struct footprint footprint = outcome->footprint;
    footprint.embodied_g *= 4 / outcome->multiplier;
    return footprint_g(footprint, ci);
}

/* The clock that emits least there with every SLO met, of equal ones the highest; -1: none. */
static int best_clock(const struct evidence *evidence, int set, double ci)
{
    int best = -1;
    for (int k = 0; k < UF_CLOCKS; k++)
        if (at_clock(evidence, set, k)->slo_met &&
            (best < 0 ||
             grams_on(at_clock(evidence, set, k), ci) <= grams_on(at_clock(evidence, set, best), ci)))
            best = k;
    return best;
}

void judge_uf10(const struct evidence *evidence, struct judgement *judgement)
{
    static const double expected_mhz[UF_SETS] = {0, 1140, 870, 960};
    const double gas = 490;
    bool holds = true;
    for (int set = UF_GPT_WHISPER; set < UF_SETS; set++) {
        int best = best_clock(evidence, set, gas);
        const char *name = uf_scenarios[set] + sizeof "fallacy-" - 1;
        judgement_say(judgement, "%s %.0f MHz; ", name, best < 0 ? (double)NAN : clock_mhz(best));
        bool here = best >= 0 && fabs(clock_mhz(best) - expected_mhz[set]) <= 45;
        if (set == UF_GPT_WHISPER)
            judgement_measure(judgement, best < 0 ? (double)NAN : clock_mhz(best), "GPT and Whisper, MHz");
        holds = judgement_part(judgement, here, "%s", name) && holds;
    }
    int best = best_clock(evidence, UF_GPT_WHISPER_MNET, gas);
    double least_g = best < 0 ? (double)NAN : grams_on(at_clock(evidence, UF_GPT_WHISPER_MNET, best), gas);
    double shared = grams_on(at_clock(evidence, UF_GPT_WHISPER_MNET, UF_CLOCKS - 1), gas) / least_g;
    double apart = grams_on(pair_of(evidence, UF_TRIAL_SET, UF_GPT_WHISPER_MNET).dedicated, gas) / least_g;
    judgement_say(judgement, "%.2f times less than shared at the highest clock, %.2f than a GPU each", shared,
                  apart);
    holds = judgement_part(judgement, about_times(shared, 1.43), "gain") && holds;
    bool each = judgement_part(judgement, about_times(apart, 1.82), "gain over a GPU each");
    judgement_measure(judgement, apart, "than a GPU each, times");
    decide(judgement, holds && each);
}

void judge_uf11(const struct evidence *evidence, struct judgement *judgement)
{
    int best = best_clock(evidence, UF_GPT_WHISPER_MNET, 11);
    double mhz = best < 0 ? (double)NAN : clock_mhz(best);
    judgement_say(judgement, "%.0f MHz", mhz);
    judgement_measure(judgement, mhz, "MHz");
    decide(judgement, fabs(mhz - 1230) <= 45);
}

void judge_uf12(const struct evidence *evidence, struct judgement *judgement)
{
    static const double grids[] = {820, 490, 205, 82, 41, 22, 11, 5.5};
    int n = sizeof grids / sizeof *grids, first = -1, before = -1;
    bool never_falls = true;
    for (int k = 0; k < n; k++) {
        int best = best_clock(evidence, UF_GPT_WHISPER_MNET, grids[k]);
        judgement_say(judgement, "%s%g g/kWh: %.0f MHz", k > 0 ? "; " : "", grids[k],
                      best < 0 ? (double)NAN : clock_mhz(best));
        never_falls = never_falls && best >= 0 && best >= before;
        first = k == 0 ? best : first;
        before = best;
    }
    decide(judgement, never_falls && before > first);
}

void judge_uf13(const struct evidence *evidence, struct judgement *judgement)
{
    static const double grids[] = {490, 11};
    static const char *const names[] = {"gas", "wind"};
    bool differ[2] = {false, false};
    for (int k = 0; k < 2; k++) {
        double most = -INFINITY, least = INFINITY;
        judgement_say(judgement, "%s%s:", k > 0 ? "; " : "", names[k]);
        for (int set = UF_GPT_WHISPER; set < UF_SETS; set++) {
            int best = best_clock(evidence, set, grids[k]);
            judgement_say(judgement, " %s %.0f MHz%s", uf_scenarios[set] + sizeof "fallacy-" - 1,
                          best < 0 ? (double)NAN : clock_mhz(best), set < UF_SETS - 1 ? "," : "");
            most = fmax(most, clock_mhz(best));
            least = fmin(least, clock_mhz(best));
        }
        differ[k] = judgement_part(judgement, most > least, "%s", names[k]);
        judgement_measure(judgement, most - least, "apart on %s, MHz", names[k]);
    }
    decide(judgement, differ[0]);
}

/* ---- all of them ---- */

void judge_uf15(const struct evidence *evidence, struct judgement *judgement)
{
    static const double multipliers[] = {1, 2, 4};
    bool same = true;
    for (int set = 0; set < UF_SETS; set++) {
        struct pair pair = pair_of(evidence, UF_TRIAL_SET, set);
        bool saves[3];
        judgement_say(judgement, "%s%s", set > 0 ? "; " : "", uf_scenarios[set] + sizeof "fallacy-" - 1);
        for (int k = 0; k < 3; k++) {
            double scale = multipliers[k] / pair.shared->multiplier;
            struct footprint shared = pair.shared->footprint, dedicated = pair.dedicated->footprint;
            shared.embodied_g *= scale;
            dedicated.embodied_g *= scale;
            saves[k] = breakeven_saves(shared, dedicated, pair.shared->intensity);
            judgement_say(judgement, " %+.1f%s",
                          percent_more(footprint_g(shared, pair.shared->intensity),
                                       footprint_g(dedicated, pair.shared->intensity)),
                          k < 2 ? "," : " %");
        }
        same = same && saves[0] == saves[1] && saves[1] == saves[2];
    }
    decide(judgement, same);
}

bool compute_uf_14(const struct experiment_inputs *inputs, double values[NUMBERS_MAX], struct error *error)
{
    const struct device_type *device = inputs->catalog->device(inputs->catalog->context, "A100-40GB", error);
    if (device)
        values[0] = 350000 * device->embodied_kg / 1e6;
    return device != NULL;
}
