/* The judges of tail latency, CD-5 to CD-9 (Figs. 6 and 7), and of what the paper says of its SLAs, CD-22. */
#include "engine/claims/carbondis/judge.h"

#include <math.h>
#include <string.h>

/* The jobs that miss their SLA, as a list; "" none. */
static const char *missing(const struct carbondis_outcome *outcome, char out[NAMES_SIZE])
{
    struct names names = {0};

    for (int j = 0; j < outcome->n_jobs; j++)
        if (!outcome->jobs[j].slo_met)
            names_add(&names, outcome->jobs[j].name);
    return names_print(&names, out);
}

void judge_cd5(const struct evidence *evidence, struct judgement *judgement)
{
    static const enum scheme schemes[] = {SCHEME_CARBONDIS, SCHEME_HIGHPERF};
    bool all = true;

    for (int set = 0; set < SETS; set++) {
        bool met = true;
        judge_say_set(judgement, set);
        for (int i = 0; i < 2; i++) {
            const struct carbondis_outcome *outcome = carbondis_of(evidence, set, schemes[i]);
            char late[NAMES_SIZE];
            judgement_say(judgement, "%s", i > 0 ? ", " : "");
            judge_say_tail(judgement, outcome, schemes[i]);
            if (*missing(outcome, late))
                judgement_explain(judgement, "In Set %d %s is late with %s.", set + 1,
                                  carbondis_scheme_names[schemes[i]], late);
            met = met && !*late;
        }
        all = judgement_part(judgement, met, "Set %d", set + 1) && all;
    }
    judge_decide(judgement, all);
    if (all)
        judgement_explain(
            judgement,
            "HIGHPERF has nothing but A100s, and CARBONDIS sends to the A100 what would be late on a low-end GPU.");
}

void judge_cd6(const struct evidence *evidence, struct judgement *judgement)
{
    bool far = true;

    for (int set = 0; set < SETS; set++) {
        const char *name = "";
        double share = judge_worst_share(carbondis_of(evidence, set, SCHEME_HIGHPERF), &name);
        judge_say_set(judgement, set);
        judgement_say(judgement, "its worst job is %s at %.2f of the SLA", name, share);
        judgement_explain(judgement, "In Set %d %s, on an A100 of its own, takes %.2f of its SLA.", set + 1,
                          name, share);
        far = judgement_part(judgement, share <= 0.5, "Set %d", set + 1) && far;
    }
    judge_decide(judgement, far);
}

/* What decides LOWENERGY's worst p95: the profiles alone, or waiting, too. */
static void explain_low(const struct carbondis_outcome *low, int set, double share, enum scheme next,
                        struct judgement *judgement)
{
    bool waits = share > 1.1 * low->alone;

    if (judge_count_missed(low) == 0)
        judgement_explain(
            judgement,
            "In Set %d it misses nothing: by its profiles alone the tightest SLA is used to %.2f, and %s.",
            set + 1, low->alone, waits ? "what waits stays below it, too" : "hardly a request waits");
    else
        judgement_explain(judgement, "In Set %d it misses %s.", set + 1,
                          low->alone > 1 ? "an SLA by its profiles alone" : "SLAs because requests wait");
    if (next != SCHEME_LOWENERGY)
        judgement_explain(judgement, "There %s is the worst.", carbondis_scheme_names[next]);
}

void judge_cd7(const struct evidence *evidence, struct judgement *judgement)
{
    bool all = true;

    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *low = carbondis_of(evidence, set, SCHEME_LOWENERGY);
        const char *name = "";
        double share = judge_worst_share(low, &name), next = 0;
        enum scheme worst = SCHEME_LOWENERGY;
        for (int s = 0; s < SCHEMES; s++) {
            double own = judge_worst_share(carbondis_of(evidence, set, (enum scheme)s), &name);
            if (s != SCHEME_LOWENERGY && own > next) {
                next = own;
                worst = own >= share ? (enum scheme)s : worst;
            }
        }
        judge_say_set(judgement, set);
        judge_say_tail(judgement, low, SCHEME_LOWENERGY);
        judgement_say(judgement,
                      ", the worst of the others %.2f; by the profiles alone, with nobody waiting, %.2f",
                      next, low->alone);
        explain_low(low, set, share, worst, judgement);
        judgement_measure(judgement, low->alone, "LOWENERGY alone, Set %d", set + 1);
        all =
            judgement_part(judgement, judge_count_missed(low) > 0 && share > next, "Set %d", set + 1) && all;
    }
    judge_decide(judgement, all);
}

/* Why DYBATCH keeps job 1, and RANDOM everything. */
static void explain_met(const struct evidence *evidence, int set, struct judgement *judgement)
{
    const struct carbondis_outcome *dybatch = carbondis_of(evidence, set, SCHEME_DYBATCH);
    const struct carbondis_outcome *low = carbondis_of(evidence, set, SCHEME_LOWENERGY);

    if (dybatch->jobs[0].slo_met)
        judgement_explain(judgement, "In Set %d DYBATCH keeps job 1.", set + 1);
    if (dybatch->jobs[0].slo_met && low->jobs[0].slo_met)
        judgement_explain(judgement, "LOWENERGY keeps it there without an A100.");
    if (judge_count_missed(carbondis_of(evidence, set, SCHEME_RANDOM)) == 0)
        judgement_explain(judgement, "RANDOM misses nothing in Set %d%s.", set + 1,
                          judge_count_missed(low) == 0 ? ", where the low-end GPUs alone do not either" : "");
}

void judge_cd8(const struct evidence *evidence, struct judgement *judgement)
{
    bool all = true;

    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *dybatch = carbondis_of(evidence, set, SCHEME_DYBATCH);
        const struct carbondis_outcome *random = carbondis_of(evidence, set, SCHEME_RANDOM);
        bool missed = !dybatch->jobs[0].slo_met && judge_count_missed(random) > 0;
        judge_say_set(judgement, set);
        judge_say_tail(judgement, dybatch, SCHEME_DYBATCH);
        judgement_say(
            judgement,
            ", job 1 at %.2f, the A100 serving %.0f %% of the requests and busy for %.0f %% of the time, ",
            dybatch->jobs[0].tail_ms / dybatch->jobs[0].slo_ms, judge_high_share(dybatch),
            100 * dybatch->busy_high);
        judge_say_tail(judgement, random, SCHEME_RANDOM);
        explain_met(evidence, set, judgement);
        judgement_measure(judgement, dybatch->jobs[0].tail_ms / dybatch->jobs[0].slo_ms,
                          "DYBATCH's job 1, Set %d", set + 1);
        all = judgement_part(judgement, missed, "Set %d", set + 1) && all;
    }
    judge_decide(judgement, all);
}

/* Which schemes are on the wrong side of job 1's SLA. */
static void explain_job1(const struct names *meet, const struct names *miss, struct judgement *judgement)
{
    char list[NAMES_SIZE];

    if (meet->n > 0)
        judgement_explain(judgement, "%s %s the SLA as well.", names_print(meet, list),
                          meet->n > 1 ? "meet" : "meets");
    if (miss->n > 0)
        judgement_explain(judgement, "%s %s it.", names_print(miss, list), miss->n > 1 ? "miss" : "misses");
}

void judge_cd9(const struct evidence *evidence, struct judgement *judgement)
{
    const struct carbondis_job *carbondis = carbondis_of(evidence, 0, SCHEME_CARBONDIS)->jobs;
    const struct carbondis_job *dybatch = carbondis_of(evidence, 0, SCHEME_DYBATCH)->jobs;
    struct names meet = {0}, miss = {0};
    bool faster = dybatch->p50_ms < carbondis->p50_ms;

    judgement_say(
        judgement,
        "25 / 50 / 75 %% of requests within: DYBATCH %.0f / %.0f / %.0f ms, CARBONDIS %.0f / %.0f / %.0f ms; 95 %%: ",
        dybatch->p25_ms, dybatch->p50_ms, dybatch->p75_ms, carbondis->p25_ms, carbondis->p50_ms,
        carbondis->p75_ms);
    for (int s = 0; s < SCHEMES; s++) {
        const struct carbondis_job *job = carbondis_of(evidence, 0, (enum scheme)s)->jobs;
        bool should = s == SCHEME_CARBONDIS || s == SCHEME_HIGHPERF;
        judgement_say(judgement, "%s%s %.0f", s > 0 ? ", " : "", carbondis_scheme_names[s], job->tail_ms);
        if (s == SCHEME_LOWENERGY || s == SCHEME_DYBATCH)
            judgement_measure(judgement, job->tail_ms, "%s, ms", carbondis_scheme_names[s]);
        if (job->slo_met != should)
            names_add(should ? &miss : &meet, carbondis_scheme_names[s]);
    }
    judgement_say(judgement, " ms; SLA %.0f ms", carbondis->slo_ms);
    judgement_explain(judgement, faster ? "DYBATCH's median is the lower one, as published."
                                        : "DYBATCH's median is not below CARBONDIS's.");
    explain_job1(&meet, &miss, judgement);
    judge_decide(judgement, judgement_part(judgement, meet.n + miss.n == 0 && faster, "Set 1"));
}

void judge_cd22(const struct evidence *evidence, struct judgement *judgement)
{
    bool all = true;

    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *low = carbondis_of(evidence, set, SCHEME_LOWENERGY);
        const char *name = "";
        double share = judge_worst_share(low, &name);
        judge_say_set(judgement, set);
        judge_say_tail(judgement, low, SCHEME_LOWENERGY);
        judgement_say(judgement, "; by the profiles alone, with nobody waiting, %.2f", low->alone);
        explain_low(low, set, share, SCHEME_LOWENERGY, judgement);
        all = judgement_part(judgement, judge_count_missed(low) > 0, "Set %d", set + 1) && all;
    }
    judge_decide(judgement, all);
}
