/* The judges of what Clover's search costs and how it learns, CL-10 to CL-12: images, as in the paper's
 * figures 12 and 13, from the evaluations that the recording keeps. */
#include "engine/claims/clover/clover.h"

#include <math.h>

static void decide(struct judgement *judgement, bool told, bool holds)
{
    judgement->verdict = !told ? VERDICT_UNTESTABLE : holds ? VERDICT_HOLDS : VERDICT_DEVIATES;
    if (!told)
        judgement_say(judgement, "the runs were not made");
}

/* CLOVER, BLOVER and ORACLE of images; false where one is missing. */
struct searchers {
    const struct clover_outcome *clover, *blover, *oracle;
};

static bool searchers_of(const struct evidence *evidence, int a, struct searchers *out)
{
    enum clover_accounting accounting = (enum clover_accounting)a;

    out->clover = clover_of(evidence, APP_IMAGES, clover_scheme_kind(accounting, SCHEME_CLOVER));
    out->blover = clover_of(evidence, APP_IMAGES, clover_scheme_kind(accounting, SCHEME_BLOVER));
    out->oracle = clover_of(evidence, APP_IMAGES, clover_scheme_kind(accounting, SCHEME_ORACLE));
    return out->clover && out->blover && out->oracle;
}

static void say_accounting(struct judgement *judgement, int accounting)
{
    judgement_say(judgement, "%s%s: ", judgement->used > 0 ? ". " : "", clover_accounting_names[accounting]);
}

/* "two GPUs" and "the same fleet", in sentences. */
static const char *const places[CLOVER_ACCOUNTINGS] = {
    [CONSOLIDATED] = "two GPUs", [SAME_FLEET] = "the same fleet"};

/* A claim about CLOVER beside BLOVER: what is said of each, and whether it holds in an accounting. */
struct searcher_claim {
    void (*say)(struct judgement *, const char *name, const struct clover_outcome *);
    bool (*holds)(const struct searchers *, const char *accounting, struct judgement *);
};

/* Images in both accountings. */
static void judge_searchers(const struct evidence *evidence, const struct searcher_claim *claim,
                            struct judgement *judgement)
{
    struct searchers run;
    bool told = false, holds = true;

    for (int a = 0; a < CLOVER_ACCOUNTINGS; a++) {
        if (!searchers_of(evidence, a, &run))
            continue;
        say_accounting(judgement, a);
        claim->say(judgement, "CLOVER", run.clover);
        claim->say(judgement, ", BLOVER", run.blover);
        told = true;
        holds = judgement_part(judgement, claim->holds(&run, places[a], judgement), "%s",
                               clover_accounting_names[a]) &&
                holds;
    }
    decide(judgement, told, holds);
}

/* ---- CL-10: time ---- */

/* How long a search takes in the mean. */
static double search_s(const struct clover_outcome *outcome)
{
    double searching_s = outcome->share / 100 * CLOVER_HOURS * 3600;

    return outcome->n_searches > 0 ? searching_s / outcome->n_searches : 0;
}

static void say_share(struct judgement *judgement, const char *name, const struct clover_outcome *outcome)
{
    judgement_say(judgement, "%s %.2f %%, %d searches of %.0f s (by 8 h:", name, outcome->share,
                  outcome->n_searches, search_s(outcome));
    for (int w = 0; w < CLOVER_WINDOWS; w++)
        judgement_say(judgement, " %.2f", outcome->window_share[w]);
    judgement_say(judgement, ")");
}

/* From the first window to the last, relative. */
static double fall(const struct clover_outcome *outcome)
{
    return 1 - outcome->window_share[CLOVER_WINDOWS - 1] / outcome->window_share[0];
}

/* 1.2 % of 48 h are 43 s for each of hourly searches (CL-X13). */
static bool judge_time(const struct searchers *run, const char *accounting, struct judgement *judgement)
{
    bool little = run->clover->share < 1.25, less = run->clover->share < run->blover->share;
    bool begins = run->clover->window_share[0] > 2.5 && run->blover->window_share[0] > 2.5;
    bool falls = fall(run->clover) > fall(run->blover);

    if (!little)
        judgement_explain(judgement,
                          "On %s CLOVER searches %d times, whenever the grid has moved, for %.0f s each.",
                          accounting, run->clover->n_searches, search_s(run->clover));
    if (!less)
        judgement_explain(judgement, "BLOVER's searches are %s there.",
                          search_s(run->clover) > search_s(run->blover) ? "shorter" : "fewer");
    if (!begins)
        judgement_explain(judgement, "Not both begin above 2.5 %%.");
    if (!falls)
        judgement_explain(judgement, "BLOVER's time falls by the greater part.");
    return little && less && begins && falls;
}

void judge_cl10(const struct evidence *evidence, struct judgement *judgement)
{
    judge_searchers(evidence, &(struct searcher_claim){say_share, judge_time}, judgement);
}

/* ---- CL-11: evaluations ---- */

static double compliant_share(const struct clover_outcome *outcome)
{
    return 100.0 * outcome->compliant / outcome->measured;
}

static void say_counts(struct judgement *judgement, const char *name, const struct clover_outcome *outcome)
{
    judgement_say(judgement, "%s measured %d (%.0f %% within the SLO) and looked up %d in %d searches", name,
                  outcome->measured, compliant_share(outcome), outcome->cached, outcome->n_searches);
}

static bool judge_counts(const struct searchers *run, const char *accounting, struct judgement *judgement)
{
    bool half = 2 * run->clover->measured < run->blover->measured;
    bool comply = compliant_share(run->clover) >= 59.5;

    if (!half)
        judgement_explain(
            judgement,
            "On %s CLOVER measures %d, BLOVER %d. A possible reason: both end a search by the same rule.",
            accounting, run->clover->measured, run->blover->measured);
    if (!comply)
        judgement_explain(judgement, "Only %.0f %% of CLOVER's are within the SLO there.",
                          compliant_share(run->clover));
    return half && comply;
}

void judge_cl11(const struct evidence *evidence, struct judgement *judgement)
{
    judge_searchers(evidence, &(struct searcher_claim){say_counts, judge_counts}, judgement);
}

/* ---- CL-12: what it learns ---- */

static void say_search(struct judgement *judgement, const char *name, const struct clover_search *search)
{
    judgement_say(judgement,
                  "%s %d of %d within the SLO (%d more looked up), kept f %.2f, %.1f J, accuracy %+.2f %%",
                  name, search->compliant, search->measured, search->cached, search->f, search->energy_j,
                  search->accuracy_change);
}

static void explain_first(const struct clover_search *first, const char *accounting,
                          struct judgement *judgement)
{
    if (first->compliant == 0)
        judgement_explain(judgement,
                          "On %s the first search finds nothing that complies and keeps what is least late.",
                          accounting);
    else
        judgement_explain(judgement, "On %s the first search is not blind: %d of %d that it measures comply.",
                          accounting, first->compliant, first->measured);
}

static bool learns(const struct searchers *run, const char *accounting, struct judgement *judgement)
{
    const struct clover_search *first = &run->clover->first, *second = &run->clover->second;
    const struct clover_search *last = &run->clover->last;
    double gap = run->oracle->hour_f[CLOVER_HOURS - 1] - run->clover->hour_f[CLOVER_HOURS - 1];

    say_search(judgement, "first", first);
    say_search(judgement, "; second", second);
    say_search(judgement, "; last", last);
    judgement_say(judgement, ", %.2f from ORACLE in the last hour", gap);
    bool blind = 2 * first->compliant < first->measured && first->compliant == 1 && first->kept_compliant;
    bool greener = second->energy_j<first->energy_j, finer = second->accuracy_change> first->accuracy_change;
    bool better = 2 * second->compliant > second->measured && greener && finer;
    bool settled = last->measured + last->cached == 4 && last->compliant == last->measured && gap <= 1;
    if (!blind)
        explain_first(first, accounting, judgement);
    if (!better)
        judgement_explain(judgement, "The second keeps %s carbon and %s accuracy.",
                          greener ? "less" : "no less", finer ? "more" : "no more");
    if (!settled && gap <= 1)
        judgement_explain(judgement, "The last is on ORACLE, but not by four evaluations that all comply.");
    else if (!settled)
        judgement_explain(judgement, "The last is %.2f from ORACLE.", gap);
    return blind && better && settled;
}

void judge_cl12(const struct evidence *evidence, struct judgement *judgement)
{
    struct searchers run;
    bool told = false, holds = true;

    for (int a = 0; a < CLOVER_ACCOUNTINGS; a++) {
        if (!searchers_of(evidence, a, &run) || run.clover->n_searches < 3)
            continue;
        say_accounting(judgement, a);
        told = true;
        holds =
            judgement_part(judgement, learns(&run, places[a], judgement), "%s", clover_accounting_names[a]) &&
            holds;
    }
    decide(judgement, told, holds);
}
