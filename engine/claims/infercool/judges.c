/* The judges of InferCool's cluster, IC-7 to IC-9 and IC-12 to IC-17, from runs of its five settings at every
 * level. Its temperatures are of other latencies and powers than those that can be known (METHOD.md, Heat),
 * so what is asked of a number is told apart from what is asked of a direction. */
#include "engine/claims/infercool/infercool.h"

#include "engine/physics/heat.h"

#include <math.h>

enum { SETTING_A = 1, SETTING_B, SETTING_C, SETTING_D };
#define COOL_REST_C 33.0 /* what the paper counts rises from */

static const char setting_letters[COOL_TABLE_5 + 1] = "abcd";

/* Mean over the periods of the hottest GPU. */
static double periods_mean(const struct evidence *evidence, int setting, int level)
{
    return cool_mean(cool_outcome_of(evidence, setting, level)->periods_c);
}

static double least_of(const double *values, int n)
{
    double least = INFINITY;
    for (int k = 0; k < n; k++)
        least = fmin(least, values[k]);
    return least;
}

/* Were the runs of these settings made? Not all are at every point of a sweep; nothing is told then. */
static bool are_made(const struct evidence *evidence, int from, int to)
{
    for (int s = from; s <= to; s++)
        if (cool_outcome_of(evidence, s, 0)->n_gpus == 0)
            return false;
    return true;
}

/* How busy the GPUs of Table 5's settings are under Kubernetes, from this one on. */
static void say_busy(const struct evidence *evidence, int from, struct judgement *judgement)
{
    judgement_say(judgement, "; GPUs busy");
    for (int s = from; s <= SETTING_D; s++)
        judgement_say(judgement, "%s %.0f", s > from ? "," : "",
                      100 * cool_outcome_of(evidence, s, 0)->busy_share);
    judgement_say(judgement, " %%");
}

/* ---- Fig. 8 and Fig. 15 ---- */

void judge_ic7(const struct evidence *evidence, struct judgement *judgement)
{
    const struct cool_outcome *outcome = cool_outcome_of(evidence, 0, 0);
    double coolest_c = least_of(outcome->gpu_max_c, outcome->n_gpus);
    if (!are_made(evidence, 0, 0))
        return;
    judgement_say(judgement, "hottest GPU %.1f C, the coolest at most %.1f C, %.1f K apart", outcome->max_c,
                  coolest_c, outcome->max_c - coolest_c);
    bool hot = judgement_part(judgement, cool_near(outcome->max_c, 54, 2), "hottest");
    bool cool = judgement_part(judgement, coolest_c <= 46, "coolest");
    bool apart = judgement_part(judgement, outcome->max_c - coolest_c >= 10, "apart");
    judgement_say(judgement, "; GPUs busy %.0f %%", 100 * outcome->busy_share);
    judgement_measure(judgement, outcome->max_c, "hottest, C");
    judgement_measure(judgement, outcome->max_c - coolest_c, "apart, K");
    cool_decide(judgement, hot && cool && apart);
}

void judge_ic8(const struct evidence *evidence, struct judgement *judgement)
{
    const struct cool_outcome *zero = cool_outcome_of(evidence, 0, 0), *one = cool_outcome_of(evidence, 0, 1),
                              *three = cool_outcome_of(evidence, 0, 3);
    double saved_pct = 100 * heat_saving(zero->max_c - three->max_c);
    if (!are_made(evidence, 0, 0))
        return;
    judgement_say(
        judgement,
        "%.1f C, at level 1 %.1f C, at level 3 %.1f C; variance %.2f, %.2f, %.2f; water may be %.1f K warmer, which saves %.1f %%",
        zero->max_c, one->max_c, three->max_c, zero->variance, one->variance, three->variance,
        zero->max_c - three->max_c, saved_pct);
    cool_say_gaps(evidence, judgement);
    bool falls =
        judgement_part(judgement, one->max_c < zero->max_c && three->max_c < one->max_c, "hottest falls");
    bool number =
        judgement_part(judgement, cool_near(one->max_c, 50, 2) && cool_near(three->max_c, 49, 2), "how hot");
    bool evens = judgement_part(
        judgement, one->variance <= .5 * zero->variance && three->variance <= .25 * zero->variance,
        "variance");
    bool saves = judgement_part(judgement, cool_about(saved_pct, 20, 1 / 3.), "saving");
    judgement_say(judgement, "; GPUs busy %.0f %%", 100 * zero->busy_share);
    judgement_measure(judgement, zero->variance, "variance under Kubernetes");
    judgement_measure(judgement, three->max_c, "at level 3, C");
    cool_decide(judgement, falls && number && evens && saves);
}

void judge_ic9(const struct evidence *evidence, struct judgement *judgement)
{
    const struct cool_outcome *outcome = cool_outcome_of(evidence, 0, 0);
    double rise_k = heat_rise_k(250, WATER_RISE_FIT);
    bool hotter = true;
    if (!are_made(evidence, 0, 0))
        return;
    judgement_say(judgement, "%.4f K at 250 W; mean temperature behind and before:", rise_k);
    for (int g = 0; g + 1 < outcome->n_gpus; g += 2) {
        judgement_say(judgement, "%s %.2f and %.2f C", g > 0 ? "," : "", outcome->gpu_mean_c[g],
                      outcome->gpu_mean_c[g + 1]);
        hotter = hotter && outcome->gpu_mean_c[g] > outcome->gpu_mean_c[g + 1];
    }
    bool number = judgement_part(judgement, cool_about(rise_k, 4.7, .05), "rise");
    cool_decide(judgement, judgement_part(judgement, hotter, "behind") && number);
    judgement_explain(judgement,
                      "The paper's own line gives less than its text (IC-X2); the line is what is used.");
}

/* ---- Table 5 ---- */

void judge_ic12(const struct evidence *evidence, struct judgement *judgement)
{
    static const char *const rows[COOL_ROWS] = {"K", "1:", "3:"};
    bool holds = true;
    if (!are_made(evidence, SETTING_A, SETTING_D))
        return;
    for (int s = 0; s < COOL_TABLE_5; s++) {
        bool near = true;
        judgement_say(judgement, "%s%c:", s > 0 ? "; " : "", setting_letters[s]);
        for (int r = 0; r < COOL_ROWS; r++) {
            const double *periods = cool_outcome_of(evidence, SETTING_A + s, cool_row_level[r])->periods_c;
            judgement_say(judgement, "%s %s", r > 0 ? "," : "", rows[r]);
            for (int p = 0; p < COOL_PERIODS; p++)
                judgement_say(judgement, " %.1f", periods[p]);
            near = near && cool_near(cool_mean(periods), cool_mean(cool_table_5[s][r]), 2);
        }
        holds = judgement_part(judgement, near, "%c", setting_letters[s]) && holds;
    }
    say_busy(evidence, SETTING_A, judgement);
    judgement_measure(judgement, periods_mean(evidence, SETTING_C, 0), "c under Kubernetes, C");
    cool_decide(judgement, holds);
}

void judge_ic13(const struct evidence *evidence, struct judgement *judgement)
{
    double k_c = 0, three_c = 0, most_k = 0;
    if (!are_made(evidence, SETTING_B, SETTING_D))
        return;
    for (int s = SETTING_B; s <= SETTING_D; s++) {
        const double *k = cool_outcome_of(evidence, s, 0)->periods_c;
        const double *three = cool_outcome_of(evidence, s, 3)->periods_c;
        k_c += cool_mean(k) / 3;
        three_c += cool_mean(three) / 3;
        for (int p = 0; p < COOL_PERIODS; p++)
            most_k = fmax(most_k, k[p] - three[p]);
    }
    double saved_pct = 100 * heat_saving(k_c - three_c);
    judgement_say(judgement,
                  "from %.2f to %.2f K above 33 C, so %.2f K and %.1f %% of cooling; at most %.1f K",
                  k_c - COOL_REST_C, three_c - COOL_REST_C, k_c - three_c, saved_pct, most_k);
    say_busy(evidence, SETTING_B, judgement);
    bool falls = judgement_part(judgement, three_c < k_c, "falls");
    bool number = judgement_part(judgement, cool_about(k_c - three_c, 3.59, 1 / 3.), "by how much");
    bool most = judgement_part(judgement, cool_about(most_k, 6.3, 1 / 3.), "at most");
    judgement_measure(judgement, k_c - three_c, "gain, K");
    cool_decide(judgement, falls && number && most);
}

void judge_ic14(const struct evidence *evidence, struct judgement *judgement)
{
    double gain_k[COOL_TABLE_5];
    bool more = true;
    if (!are_made(evidence, SETTING_A, SETTING_D))
        return;
    for (int s = 0; s < COOL_TABLE_5; s++) {
        gain_k[s] = periods_mean(evidence, SETTING_A + s, 0) - periods_mean(evidence, SETTING_A + s, 3);
        judgement_say(judgement, "%s%c %.2f K", s > 0 ? ", " : "", setting_letters[s], gain_k[s]);
        if (s > 0)
            more = judgement_part(judgement, gain_k[s] > gain_k[0], "%c", setting_letters[s]) && more;
    }
    say_busy(evidence, SETTING_A, judgement);
    judgement_measure(judgement, gain_k[3] - gain_k[0], "gain of d less that of a, K");
    cool_decide(judgement, more);
}

void judge_ic15(const struct evidence *evidence, struct judgement *judgement)
{
    double k_c = periods_mean(evidence, SETTING_A, 0), one_c = periods_mean(evidence, SETTING_A, 1);
    if (!are_made(evidence, SETTING_A, SETTING_A))
        return;
    judgement_say(judgement, "Kubernetes %.2f C, level 1 %.2f C: %.2f K %s; variance over GPUs %.2f and %.2f",
                  k_c, one_c, fabs(k_c - one_c), one_c > k_c ? "hotter" : "cooler",
                  cool_outcome_of(evidence, SETTING_A, 0)->variance,
                  cool_outcome_of(evidence, SETTING_A, 1)->variance);
    cool_decide(judgement, fabs(k_c - one_c) <= .5);
}

/* ---- latency, migrations ---- */

/* The greatest part by which an app's mean response is longer at this level than at level 0, and the greatest
 * by which it differs, over all settings, %. */
static void compare_latency(const struct evidence *evidence, int level, double *longer_pct,
                            double *differs_pct)
{
    *longer_pct = *differs_pct = 0;
    for (int s = 0; s < COOL_SETTINGS; s++) {
        const struct cool_outcome *zero = cool_outcome_of(evidence, s, 0),
                                  *other = cool_outcome_of(evidence, s, level);
        for (int a = 0; a < zero->n_apps; a++) {
            double pct = 100 * (other->mean_ms[a] / zero->mean_ms[a] - 1);
            *longer_pct = fmax(*longer_pct, pct);
            *differs_pct = fmax(*differs_pct, fabs(pct));
        }
    }
}

void judge_ic16(const struct evidence *evidence, struct judgement *judgement)
{
    double longer[COOL_LEVELS], differs[COOL_LEVELS];
    if (!are_made(evidence, 0, SETTING_D))
        return;
    for (int level = 1; level < COOL_LEVELS; level++)
        compare_latency(evidence, level, &longer[level], &differs[level]);
    judgement_say(
        judgement,
        "over all settings and apps at most %.2f %% apart at level 1, %.2f %% at level 2; at level 3 at most %.2f %% longer, %.1f %% apart",
        differs[1], differs[2], longer[3], differs[3]);
    bool same = judgement_part(judgement, differs[1] <= 1 && differs[2] <= 1, "levels 1 and 2");
    bool slight = judgement_part(judgement, longer[3] <= 5, "level 3");
    cool_decide(judgement, same && slight);
    if (slight && differs[3] > 5)
        judgement_explain(
            judgement,
            "Level 3 takes an idle slice where there is one, which round robin does not look for: responses of some apps become shorter.");
}

void judge_ic17(const struct evidence *evidence, struct judgement *judgement)
{
    const struct cool_outcome *apart = cool_outcome_of(evidence, 0, 2);
    double most = 0;
    if (!are_made(evidence, 0, SETTING_D))
        return;
    for (int s = 0; s < COOL_SETTINGS; s++) {
        const struct cool_outcome *outcome = cool_outcome_of(evidence, s, 2);
        apart = outcome->minute_variance > apart->minute_variance ? outcome : apart;
        double rate = outcome->requests > 0 ? 1e4 * outcome->migrations / outcome->requests : 0;
        judgement_say(judgement, "%s%.0f in %.0f requests", s > 0 ? ", " : "", outcome->migrations,
                      outcome->requests);
        most = fmax(most, rate);
    }
    judgement_say(judgement, "; at most %.2f in 10,000; means of a minute part by a variance of up to %.1f",
                  most, apart->minute_variance);
    cool_decide(judgement, most <= 2);
    if (most <= 0)
        judgement->verdict = VERDICT_UNTESTABLE;
    if (most <= 0)
        judgement_explain(
            judgement,
            "Nothing ever moves here, so that how rarely pods do cannot be told. A pod moves only where "
            "GPUs' means of a minute part by the adopted threshold and its move would "
            "bring them together; once pods are placed, that never was so.%s",
            apart->all_taken
                ? " Where they part most every partition is taken, so pods could only change places, and those that warm most are on the GPUs with the coldest water already."
                : "");
}
