/* The judges of who uses the high-end GPU and of the threshold CIT, CD-16 to CD-20 (Figs. 9 and 10). */
#include "engine/claims/carbondis/judge.h"

/* Both decide alike where CIR is above CIT throughout. */
static bool always_dirty(const struct carbondis_outcome *outcome)
{
    return outcome->arrived[0] < 1;
}

void judge_cd16(const struct evidence *evidence, struct judgement *judgement)
{
    bool all = true;

    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *dybatch = carbondis_of(evidence, set, SCHEME_DYBATCH);
        const struct carbondis_outcome *carbondis = carbondis_of(evidence, set, SCHEME_CARBONDIS);
        bool more = true;
        judge_say_set(judgement, set);
        judgement_say(judgement, "DYBATCH / CARBONDIS");
        for (int j = 0; j < dybatch->n_jobs; j++) {
            judgement_say(judgement, "%s %lld / %lld", j > 0 ? "," : "",
                          (long long)dybatch->jobs[j].high_uses, (long long)carbondis->jobs[j].high_uses);
            more = more && dybatch->jobs[j].high_uses > carbondis->jobs[j].high_uses;
        }
        if (!more)
            judgement_explain(judgement, "In Set %d %s.", set + 1,
                              always_dirty(carbondis)
                                  ? "CIR is above the threshold throughout, where both decide alike"
                                  : "some job of CARBONDIS uses it as often or more");
        all = judgement_part(judgement, more, "Set %d", set + 1) && all;
    }
    judge_decide(judgement, all);
    if (all)
        judgement_explain(
            judgement,
            "Where the grid is clean CARBONDIS leaves the A100 to requests that would be late; DYBATCH never lets it idle while a request waits.");
}

/* A set whose CIR stays on one side of 1 says nothing; with both silent the claim cannot be tested. */
void judge_cd17(const struct evidence *evidence, struct judgement *judgement)
{
    bool holds = true, testable = false;

    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *outcome = carbondis_of(evidence, set, SCHEME_CARBONDIS);
        judge_say_set(judgement, set);
        if (outcome->arrived[0] < 1 || outcome->arrived[1] < 1) {
            judgement_say(judgement, "CIR was %s 1 throughout", always_dirty(outcome) ? "above" : "at most");
            continue;
        }
        double clean = outcome->high_uses[0] / outcome->arrived[0],
               dirty = outcome->high_uses[1] / outcome->arrived[1];
        judgement_say(judgement, "%.1f %% of requests while CIR > 1 (%.1f h), %.1f %% else (%.1f h)",
                      100 * dirty, outcome->hours[1], 100 * clean, outcome->hours[0]);
        holds = judgement_part(judgement, dirty > clean, "Set %d", set + 1) && holds;
        testable = true;
    }
    judge_decide(judgement, holds);
    if (testable && holds)
        judgement_explain(
            judgement,
            "Above CIT every request may take the high-end GPU, else only one that would be late. The share is of requests that arrive in those hours, so that jobs which end early do not count.");
    if (!testable)
        judgement->verdict = VERDICT_UNTESTABLE;
}

/* Raising CIT says nothing where a run was cut short or no intensity lay between the thresholds. */
static bool cit_untestable(const struct evidence *evidence, struct judgement *judgement)
{
    const struct carbondis_outcome *all[5];
    bool same = true;

    for (int k = 0; k < 5; k++) {
        all[k] = carbondis_at_cit(evidence, k);
        same = same && all[k]->total_g == all[0]->total_g && all[k]->active_g == all[0]->active_g;
    }
    if (judge_overloaded(all, 5, judgement))
        return true;
    if (!same)
        return false;
    judgement->verdict = VERDICT_UNTESTABLE;
    judgement_say(judgement, "CIT had no effect: CIR was never between 0.8 and 1.2");
    return true;
}

/* Five values at the five thresholds: never against `sign` from one to the next, and with it from end to end.
 */
static bool moves(const double values[5], double sign)
{
    for (int k = 1; k < 5; k++) {
        if (sign * (values[k] - values[k - 1]) < 0)
            return false;
    }
    return sign * (values[4] - values[0]) > 0;
}

static void say_five(struct judgement *judgement, const char *what, const double values[5], int decimals)
{
    judgement_say(judgement, "%s%s", judgement->used > 0 ? "; " : "", what);
    for (int k = 0; k < 5; k++)
        judgement_say(judgement, "%s%.*f", k > 0 ? ", " : " ", decimals, values[k]);
}

/* What the paper plots: one number of each job at each threshold; index -1 is the sum over jobs. */
static void collect_uses(const struct evidence *evidence, int job, double values[5])
{
    for (int k = 0; k < 5; k++) {
        const struct carbondis_outcome *outcome = carbondis_at_cit(evidence, k);
        values[k] = 0;
        for (int j = 0; j < outcome->n_jobs; j++)
            values[k] += job < 0 || job == j ? (double)outcome->jobs[j].high_uses : 0;
    }
}

static void collect_violations(const struct evidence *evidence, int job, double values[5])
{
    for (int k = 0; k < 5; k++) {
        const struct carbondis_outcome *outcome = carbondis_at_cit(evidence, k);
        values[k] = 0;
        for (int j = 0; j < outcome->n_jobs; j++)
            values[k] += job < 0 || job == j ? (double)outcome->jobs[j].violations : 0;
    }
}

void judge_cd18(const struct evidence *evidence, struct judgement *judgement)
{
    double values[5];
    bool holds = true;

    if (cit_untestable(evidence, judgement))
        return;
    for (int job = -1; job < JOBS; job++) {
        collect_uses(evidence, job, values);
        say_five(judgement, job < 0 ? "all jobs" : carbondis_at_cit(evidence, 0)->jobs[job].name, values, 0);
        holds = holds && moves(values, -1);
    }
    judge_decide(judgement, holds);
    judgement_explain(
        judgement,
        holds
            ? "Every threshold that CIR passes takes requests from the high-end GPU."
            : "A job that has ended before CIR passes a threshold keeps its uses, and requests that would be late keep the high-end GPU.");
}

void judge_cd19(const struct evidence *evidence, struct judgement *judgement)
{
    static const char *const names[] = {"active g", "idle g", "total g"};
    static const double signs[] = {1, -1, 1};
    bool holds = true;

    if (cit_untestable(evidence, judgement))
        return;
    for (int part = PART_ACTIVE; part <= PART_TOTAL; part++) {
        double values[5];
        for (int k = 0; k < 5; k++)
            values[k] = carbondis_part_g(carbondis_at_cit(evidence, k), (enum carbon_part)part);
        say_five(judgement, names[part], values, 2);
        if (!moves(values, signs[part]))
            judgement_explain(judgement, "%s moves the other way.",
                              part == PART_ACTIVE ? "Active carbon"
                              : part == PART_IDLE ? "Idle carbon"
                                                  : "The total");
        holds = holds && moves(values, signs[part]);
    }
    judge_decide(judgement, holds);
    if (holds)
        judgement_explain(
            judgement,
            "A request that is kept from the A100 costs more on a low-end GPU, and the time for which that GPU no longer idles is longer than the A100's.");
}

/* How the violations of jobs 2 to 5 go from the lowest threshold to the highest. */
static void explain_others(const struct names *none, const struct names *fall, const struct names *rise,
                           struct judgement *judgement)
{
    char list[NAMES_SIZE];

    if (none->n > 0)
        judgement_explain(judgement, "No request of %s is late at either end.", names_print(none, list));
    if (fall->n > 0)
        judgement_explain(judgement, "%s %s those that the lowest threshold gives.", names_print(fall, list),
                          fall->n > 1 ? "lose" : "loses");
    if (rise->n > 0)
        judgement_explain(judgement, "%s %s more.", names_print(rise, list), rise->n > 1 ? "have" : "has");
}

void judge_cd20(const struct evidence *evidence, struct judgement *judgement)
{
    struct names none = {0}, fall = {0}, rise = {0};
    double values[5];
    bool sum = false, own = false;

    if (cit_untestable(evidence, judgement))
        return;
    for (int job = -1; job < JOBS; job++) {
        const char *name = job < 0 ? "all jobs" : carbondis_at_cit(evidence, 0)->jobs[job].name;
        collect_violations(evidence, job, values);
        say_five(judgement, name, values, 0);
        if (job < 0)
            sum = values[4] < values[0];
        else if (job == 0)
            own = values[4] < values[0];
        else
            names_add(values[4] > values[0] ? &rise : values[4] < values[0] ? &fall : &none, name);
    }
    judgement_explain(judgement, "Job 1 %s, and the sum %s.",
                      own ? "loses violations, as published" : "loses none", sum ? "falls" : "does not fall");
    explain_others(&none, &fall, &rise, judgement);
    judge_decide(judgement, sum && own && fall.n == 0);
}
