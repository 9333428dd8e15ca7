/* The judges of carbon, CD-10 to CD-15 (Fig. 8) and CD-21. */
#include "engine/claims/carbondis/judge.h"

#include <math.h>

/* A scheme's carbon of one kind, and the scheme that has the least or the most of it. */
static enum scheme extreme(const struct evidence *evidence, int set, enum carbon_part part, bool most)
{
    enum scheme best = SCHEME_CARBONDIS;

    for (int s = 1; s < SCHEMES; s++) {
        double value = carbondis_part_g(carbondis_of(evidence, set, (enum scheme)s), part);
        double now = carbondis_part_g(carbondis_of(evidence, set, best), part);
        if (most ? value > now : value < now)
            best = (enum scheme)s;
    }
    return best;
}

/* "CARBONDIS 3.1 + 4.2 = 7.3" */
static void say_sum(struct judgement *judgement, const struct evidence *evidence, int set, enum scheme scheme)
{
    const struct carbondis_outcome *outcome = carbondis_of(evidence, set, scheme);

    judgement_say(judgement, "%s %.1f + %.1f = %.1f", carbondis_scheme_names[scheme], outcome->active_g,
                  outcome->idle_g, outcome->total_g);
}

void judge_cd10(const struct evidence *evidence, struct judgement *judgement)
{
    static const char *const names[] = {"lowest active", "highest idle", "highest total"};
    bool all = true, prevails = true;

    if (judge_any_overloaded(evidence, judgement))
        return;
    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *high = carbondis_of(evidence, set, SCHEME_HIGHPERF);
        bool own = true;
        judge_say_set(judgement, set);
        judgement_say(judgement, "active + idle in g: ");
        for (int s = 0; s < SCHEMES; s++) {
            judgement_say(judgement, "%s", s > 0 ? ", " : "");
            say_sum(judgement, evidence, set, (enum scheme)s);
        }
        for (int part = PART_ACTIVE; part <= PART_TOTAL; part++) {
            enum scheme found = extreme(evidence, set, (enum carbon_part)part, part != PART_ACTIVE);
            if (found != SCHEME_HIGHPERF)
                judgement_explain(judgement, "In Set %d %s has the %s carbon.", set + 1,
                                  carbondis_scheme_names[found], names[part]);
            own = own && found == SCHEME_HIGHPERF;
        }
        prevails = prevails && high->idle_g > high->active_g;
        all = judgement_part(judgement, own, "Set %d", set + 1) && all;
    }
    judge_decide(judgement, all);
    if (all)
        judgement_explain(judgement, "Five A100s draw most at rest and least for the requests%s.",
                          prevails ? ", and at these loads they rest for most of the time" : "");
}

void judge_cd11(const struct evidence *evidence, struct judgement *judgement)
{
    bool all = true;

    if (judge_any_overloaded(evidence, judgement))
        return;
    for (int set = 0; set < SETS; set++) {
        enum scheme total = extreme(evidence, set, PART_TOTAL, false);
        enum scheme idle = extreme(evidence, set, PART_IDLE, false);
        judge_say_set(judgement, set);
        judgement_say(judgement, "active + idle in g: ");
        say_sum(judgement, evidence, set, SCHEME_LOWENERGY);
        if (total != SCHEME_LOWENERGY) {
            judgement_say(judgement, ", ");
            say_sum(judgement, evidence, set, total);
            judgement_explain(judgement,
                              "In Set %d %s emits less in total: requests save more than rest adds.", set + 1,
                              carbondis_scheme_names[total]);
        }
        if (idle != SCHEME_LOWENERGY)
            judgement_explain(judgement, "In Set %d %s has the lowest idle carbon.", set + 1,
                              carbondis_scheme_names[idle]);
        double least_g = INFINITY;
        for (int s = 0; s < SCHEMES; s++)
            least_g = s == SCHEME_LOWENERGY
                          ? least_g
                          : fmin(least_g, carbondis_of(evidence, set, (enum scheme)s)->total_g);
        judgement_measure(judgement, carbondis_of(evidence, set, SCHEME_LOWENERGY)->total_g / least_g,
                          "LOWENERGY over the least other, Set %d", set + 1);
        judgement_say(judgement, "; least total %s, least idle %s", carbondis_scheme_names[total],
                      carbondis_scheme_names[idle]);
        all = judgement_part(judgement, total == SCHEME_LOWENERGY && idle == SCHEME_LOWENERGY, "Set %d",
                             set + 1) &&
              all;
    }
    judge_decide(judgement, all);
    if (all)
        judgement_explain(judgement, "Without an A100 nothing draws its idle power.");
}

/* One scheme below its forerunner in the published order: which of them used the A100 more. */
static void explain_order(const struct carbondis_outcome *before, enum scheme first,
                          const struct carbondis_outcome *after, enum scheme second, int set,
                          struct judgement *judgement)
{
    double less = judge_high_share(before), more = judge_high_share(after);

    judgement_explain(judgement, "In Set %d %s ends below %s", set + 1, carbondis_scheme_names[second],
                      carbondis_scheme_names[first]);
    judgement_explain(judgement, "(%.1f %% of its requests on A100s for %.1f %%).", more, less);
}

void judge_cd12(const struct evidence *evidence, struct judgement *judgement)
{
    static const enum scheme expected[SCHEMES] = {SCHEME_LOWENERGY, SCHEME_DYBATCH, SCHEME_CARBONDIS,
                                                  SCHEME_RANDOM, SCHEME_HIGHPERF};
    bool all = true;

    if (judge_any_overloaded(evidence, judgement))
        return;
    for (int set = 0; set < SETS; set++) {
        double high = carbondis_of(evidence, set, SCHEME_HIGHPERF)->total_g;
        const struct carbondis_outcome *before = NULL;
        bool ordered = true;
        judge_say_set(judgement, set);
        for (int i = 0; i < SCHEMES; i++) {
            const struct carbondis_outcome *outcome = carbondis_of(evidence, set, expected[i]);
            judgement_say(judgement, "%s%s %.3f (%.1f %% on A100s)", i > 0 ? ", " : "",
                          carbondis_scheme_names[expected[i]], outcome->total_g / high,
                          judge_high_share(outcome));
            if (before && outcome->total_g <= before->total_g) {
                explain_order(before, expected[i - 1], outcome, expected[i], set, judgement);
                ordered = false;
            }
            if (before && set == 0 && (i == 1 || i == 3))
                judgement_measure(judgement, before->total_g / outcome->total_g, "%s over %s, Set 1",
                                  carbondis_scheme_names[expected[i - 1]],
                                  carbondis_scheme_names[expected[i]]);
            before = outcome;
        }
        if (ordered)
            judgement_explain(judgement, "Set %d has the published order.", set + 1);
        all = judgement_part(judgement, ordered, "Set %d", set + 1) && all;
    }
    judgement_say(judgement, " (of HIGHPERF's total)");
    judge_decide(judgement, all);
}

double carbondis_saving(const struct evidence *evidence, int set)
{
    double high = carbondis_of(evidence, set, SCHEME_HIGHPERF)->total_g;

    return 100 * (high - carbondis_of(evidence, set, SCHEME_CARBONDIS)->total_g) / high;
}

/* What serving takes from the saving that idle power alone would give. */
static double taken(const struct evidence *evidence, int set)
{
    return carbondis_idle_bound[set] - carbondis_saving(evidence, set);
}

static const double saved_in_paper[SETS] = {16.21, 11.22};

void judge_cd13(const struct evidence *evidence, struct judgement *judgement)
{
    bool all = true;

    if (judge_any_overloaded(evidence, judgement))
        return;
    for (int set = 0; set < SETS; set++) {
        double saving = carbondis_saving(evidence, set),
               of_paper = carbondis_idle_bound[set] - saved_in_paper[set];
        bool near = fabs(saving - saved_in_paper[set]) <= 2;
        judge_say_set(judgement, set);
        judgement_say(
            judgement,
            "%+.2f %% (bound without load -%.1f %%, of which load takes %.1f points; published %.1f)",
            -saving, carbondis_idle_bound[set], taken(evidence, set), of_paper);
        if (near)
            judgement_explain(judgement, "Set %d comes out.", set + 1);
        else
            judgement_explain(judgement,
                              "In Set %d load takes %.1f points of the bound and %.1f in the paper.", set + 1,
                              taken(evidence, set), of_paper);
        judgement_measure(judgement, -saving, "Set %d, %%", set + 1);
        all = judgement_part(judgement, near, "Set %d", set + 1) && all;
    }
    judge_decide(judgement, all);
}

void judge_cd14(const struct evidence *evidence, struct judgement *judgement)
{
    static const double published[SETS] = {5.39, 4.72};
    bool all = true;

    if (judge_any_overloaded(evidence, judgement))
        return;
    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *dybatch = carbondis_of(evidence, set, SCHEME_DYBATCH);
        const struct carbondis_outcome *carbondis = carbondis_of(evidence, set, SCHEME_CARBONDIS);
        double more = 100 * (carbondis->total_g - dybatch->total_g) / dybatch->total_g;
        double own = judge_high_share(carbondis), others = judge_high_share(dybatch);
        bool near = fabs(more - published[set]) <= 2;
        judge_say_set(judgement, set);
        judgement_say(judgement, "%+.2f %% (on the A100 %.1f %% of the requests, DYBATCH's %.1f %%)", more,
                      own, others);
        if (near)
            judgement_explain(judgement, "Set %d comes out.", set + 1);
        else
            judgement_explain(
                judgement,
                "In Set %d CARBONDIS serves %.1f %% of the requests on the A100 and DYBATCH %.1f %%.",
                set + 1, own, others);
        judgement_measure(judgement, more, "Set %d, %%", set + 1);
        all = judgement_part(judgement, near, "Set %d", set + 1) && all;
    }
    judge_decide(judgement, all);
}

void judge_cd15(const struct evidence *evidence, struct judgement *judgement)
{
    double set1 = carbondis_saving(evidence, 0), set2 = carbondis_saving(evidence, 1);

    if (judge_any_overloaded(evidence, judgement))
        return;
    judgement_say(
        judgement,
        "saving %.2f %% in Set 1, %.2f %% in Set 2; load takes %.1f of %.1f points, and %.1f of %.1f", set1,
        set2, taken(evidence, 0), carbondis_idle_bound[0], taken(evidence, 1), carbondis_idle_bound[1]);
    judgement_measure(judgement, set1 - set2, "Set 1 less Set 2, points");
    judge_decide(judgement, set1 > set2);
    judgement_explain(
        judgement,
        "The published reasons (longer gaps, less idle power) make the bound of Set 1 the larger one, %.1f for %.1f points.",
        carbondis_idle_bound[0], carbondis_idle_bound[1]);
    if (set1 <= set2)
        judgement_explain(judgement, "But there load takes %.1f of them, in Set 2 %.1f (CD-13).",
                          taken(evidence, 0), taken(evidence, 1));
}

void judge_cd21(const struct evidence *evidence, struct judgement *judgement)
{
    double best = fmax(carbondis_saving(evidence, 0), carbondis_saving(evidence, 1));
    int which = carbondis_saving(evidence, 1) > carbondis_saving(evidence, 0);
    bool met = true;

    if (judge_any_overloaded(evidence, judgement))
        return;
    judgement_say(judgement, "up to %.2f %% less, in Set %d; ", best, which + 1);
    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *outcome = carbondis_of(evidence, set, SCHEME_CARBONDIS);
        judge_say_set(judgement, set);
        judge_say_tail(judgement, outcome, SCHEME_CARBONDIS);
        met = met && judge_count_missed(outcome) == 0;
    }
    judge_decide(judgement, met && fabs(best - 16) <= 2);
    judgement_explain(judgement, met ? "All SLAs are met." : "Not all SLAs are met.");
    if (fabs(best - 16) > 2)
        judgement_explain(
            judgement, "The best saving is that of Set %d and lies %s 16 %% by more than 2 points (CD-13).",
            which + 1, best > 16 ? "above" : "below");
}
