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

/* ---- CL-10: time ---- */

static void say_share(struct judgement *judgement, const char *name, const struct clover_outcome *outcome)
{
    judgement_say(judgement, "%s %.2f %% (by 8 h:", name, outcome->share);
    for (int w = 0; w < CLOVER_WINDOWS; w++)
        judgement_say(judgement, " %.2f", outcome->window_share[w]);
    judgement_say(judgement, ")");
}

/* From the first window to the last, relative. */
static double fall(const struct clover_outcome *outcome)
{
    return 1 - outcome->window_share[CLOVER_WINDOWS - 1] / outcome->window_share[0];
}

void judge_cl10(const struct evidence *evidence, struct judgement *judgement)
{
    struct searchers run;
    bool told = false, holds = true;

    for (int a = 0; a < CLOVER_ACCOUNTINGS; a++) {
        if (!searchers_of(evidence, a, &run))
            continue;
        say_accounting(judgement, a);
        say_share(judgement, "CLOVER", run.clover);
        say_share(judgement, ", BLOVER", run.blover);
        told = true;
        holds = holds && run.clover->share < 1.25 && run.clover->share < run.blover->share &&
                run.clover->window_share[0] > 2.5 && run.blover->window_share[0] > 2.5 &&
                fall(run.clover) > fall(run.blover);
    }
    decide(judgement, told, holds);
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

void judge_cl11(const struct evidence *evidence, struct judgement *judgement)
{
    struct searchers run;
    bool told = false, holds = true;

    for (int a = 0; a < CLOVER_ACCOUNTINGS; a++) {
        if (!searchers_of(evidence, a, &run))
            continue;
        say_accounting(judgement, a);
        say_counts(judgement, "CLOVER", run.clover);
        say_counts(judgement, ", BLOVER", run.blover);
        told = true;
        holds =
            holds && 2 * run.clover->measured < run.blover->measured && compliant_share(run.clover) >= 59.5;
    }
    decide(judgement, told, holds);
}

/* ---- CL-12: what it learns ---- */

static void say_search(struct judgement *judgement, const char *name, const struct clover_search *search)
{
    judgement_say(judgement,
                  "%s %d of %d within the SLO (%d more looked up), kept f %.2f, %.1f J, accuracy %+.2f %%",
                  name, search->compliant, search->measured, search->cached, search->f, search->energy_j,
                  search->accuracy_change);
}

static bool learns(const struct searchers *run, struct judgement *judgement)
{
    const struct clover_search *first = &run->clover->first, *second = &run->clover->second;
    const struct clover_search *last = &run->clover->last;
    double gap = run->oracle->hour_f[CLOVER_HOURS - 1] - run->clover->hour_f[CLOVER_HOURS - 1];

    say_search(judgement, "first", first);
    say_search(judgement, "; second", second);
    say_search(judgement, "; last", last);
    judgement_say(judgement, ", %.2f from ORACLE in the last hour", gap);
    bool blind = 2 * first->compliant < first->measured && first->compliant == 1 && first->kept_compliant;
    bool better = 2 * second->compliant > second->measured && second->energy_j < first->energy_j &&
                  second->accuracy_change > first->accuracy_change;
    bool settled = last->measured + last->cached == 4 && last->compliant == last->measured && gap <= 1;
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
        holds = learns(&run, judgement) && holds;
    }
    decide(judgement, told, holds);
}
