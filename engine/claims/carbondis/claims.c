/* The judges of CarbonDIS' claims, CD-1 to CD-21: each reads outcomes, says what was obtained, and decides.
 * What a claim in words means in numbers ("far below", "slightly up") is fixed here and said in the row's
 * `expected`. */
#include "engine/claims/carbondis/carbondis.h"

#include "engine/physics/carbon.h"

#include <math.h>
#include <string.h>

/* January 2022, UTC. */
#define JANUARY INT64_C(1640995200)
enum { JANUARY_HOURS = 744 };

static void decide(struct judgement *judgement, bool holds)
{
    judgement->verdict = holds ? VERDICT_HOLDS : VERDICT_DEVIATES;
}

/* Carbon of runs that were cut short cannot be compared. */
static bool overloaded(const struct carbondis_outcome *const *outcomes, int n, struct judgement *judgement)
{
    for (int i = 0; i < n; i++) {
        if (!outcomes[i]->overloaded)
            continue;
        judgement->verdict = VERDICT_UNTESTABLE;
        judgement_say(judgement, "a run of this comparison was overloaded and ended early");
        return true;
    }
    return false;
}

static bool any_overloaded(const struct evidence *evidence, struct judgement *judgement)
{
    const struct carbondis_outcome *all[SETS * SCHEMES];

    for (int i = 0; i < SETS * SCHEMES; i++)
        all[i] = carbondis_of(evidence, i / SCHEMES, (enum scheme)(i % SCHEMES));
    return overloaded(all, SETS * SCHEMES, judgement);
}

/* The job nearest to its SLA or farthest beyond, as a share of it. */
static double worst_share(const struct carbondis_outcome *outcome, const char **name)
{
    double worst = 0;

    for (int j = 0; j < outcome->n_jobs; j++) {
        double share = outcome->jobs[j].tail_ms / outcome->jobs[j].slo_ms;
        if (share > worst || j == 0) {
            worst = share;
            *name = outcome->jobs[j].name;
        }
    }
    return worst;
}

static int count_missed(const struct carbondis_outcome *outcome)
{
    int missed = 0;

    for (int j = 0; j < outcome->n_jobs; j++)
        missed += !outcome->jobs[j].slo_met;
    return missed;
}

static void say_tail(struct judgement *judgement, const struct carbondis_outcome *outcome, enum scheme scheme)
{
    const char *name = "";
    double share = worst_share(outcome, &name);
    int missed = count_missed(outcome);

    judgement_say(judgement, "%s ", carbondis_scheme_names[scheme]);
    if (missed == 0)
        judgement_say(judgement, "meets all");
    else
        judgement_say(judgement, "misses");
    for (int j = 0; j < outcome->n_jobs; j++) {
        if (!outcome->jobs[j].slo_met)
            judgement_say(judgement, " %s", outcome->jobs[j].name);
    }
    judgement_say(judgement, " (worst %s at %.2f of its SLA)", name, share);
}

static void say_set(struct judgement *judgement, int set)
{
    judgement_say(judgement, "%sSet %d: ", set > 0 ? "; " : "", set + 1);
}

/* The present samples of January 2022: mean, least, greatest. False with a message when the trace is missing.
 */
static bool january(const struct evidence *evidence, const char *name, double *mean, double *least,
                    double *most, struct judgement *judgement)
{
    struct error error = {0};
    const struct carbon_trace *trace =
        evidence->inputs->catalog->trace(evidence->inputs->catalog->context, name, &error);
    double sum = 0;
    int n = 0;

    if (!trace) {
        judgement->verdict = VERDICT_UNTESTABLE;
        judgement_say(judgement, "%s", error.message);
        return false;
    }
    *least = INFINITY;
    *most = -INFINITY;
    size_t first = carbon_trace_index(trace, JANUARY);
    for (size_t k = first; k < trace->n && k < first + JANUARY_HOURS * 3600u / (unsigned)trace->step_s; k++) {
        double value = trace->samples[k];
        if (isnan(value))
            continue;
        sum += value;
        n++;
        *least = fmin(*least, value);
        *most = fmax(*most, value);
    }
    *mean = n > 0 ? sum / n : 0;
    return true;
}

void judge_cd1(const struct evidence *evidence, struct judgement *judgement)
{
    static const char *const traces[] = {"au-nsw-2022-direct", "ca-on-2022-direct",
                                         "us-cal-ciso-2022-direct"};
    static const char *const zones[] = {"AUS-NSW", "CAN-ON", "US-CAL"};
    double lowest = INFINITY, highest = 0;
    bool varies = true;

    for (int i = 0; i < 3; i++) {
        double mean, least, most;
        if (!january(evidence, traces[i], &mean, &least, &most, judgement))
            return;
        judgement_say(judgement, "%s%s %.0f to %.0f, mean %.0f g/kWh", i > 0 ? "; " : "", zones[i], least,
                      most, mean);
        varies = varies && most >= 1.5 * least;
        lowest = fmin(lowest, mean);
        highest = fmax(highest, mean);
    }
    judgement_say(judgement, "; greatest mean %.1f times the least", highest / lowest);
    decide(judgement, varies && highest >= 2 * lowest);
}

static double fig2_half_g(const struct evidence *evidence)
{
    return carbondis_fig2(evidence, FIG2_HALF_P4)->total_g +
           carbondis_fig2(evidence, FIG2_HALF_A100)->total_g;
}

static bool fig2_overloaded(const struct evidence *evidence, struct judgement *judgement)
{
    const struct carbondis_outcome *all[4];

    for (int i = 0; i < 4; i++)
        all[i] = carbondis_fig2(evidence, (enum fig2)i);
    return overloaded(all, 4, judgement);
}

void judge_cd2(const struct evidence *evidence, struct judgement *judgement)
{
    double p4 = carbondis_fig2(evidence, FIG2_P4)->total_g,
           a100 = carbondis_fig2(evidence, FIG2_A100)->total_g;
    double half = fig2_half_g(evidence);

    if (fig2_overloaded(evidence, judgement))
        return;
    judgement_say(judgement, "P4 %.2f g, half-half %.2f g, A100 %.2f g (ratios to A100: %.3f, %.3f, 1)", p4,
                  half, a100, p4 / a100, half / a100);
    decide(judgement, p4 < half && half < a100);
}

void judge_cd3(const struct evidence *evidence, struct judgement *judgement)
{
    const struct carbondis_job *p4 = carbondis_fig2(evidence, FIG2_P4)->jobs;
    const struct carbondis_job *a100 = carbondis_fig2(evidence, FIG2_A100)->jobs;
    const struct carbondis_job *low = carbondis_fig2(evidence, FIG2_HALF_P4)->jobs;
    const struct carbondis_job *high = carbondis_fig2(evidence, FIG2_HALF_A100)->jobs;
    double n = (double)low->finished + (double)high->finished;
    double half = (low->mean_ms * (double)low->finished + high->mean_ms * (double)high->finished) / n;
    double limit = p4->slo_ms;

    judgement_say(judgement, "mean latency: P4 %.1f ms, half-half %.1f ms, A100 %.1f ms; limit %.0f ms",
                  p4->mean_ms, half, a100->mean_ms, limit);
    decide(judgement, p4->mean_ms > limit && half <= limit && a100->mean_ms <= limit);
}

void judge_cd4(const struct evidence *evidence, struct judgement *judgement)
{
    struct error error = {0};
    const struct catalog *catalog = evidence->inputs->catalog;
    const struct carbon_trace *trace = catalog->trace(catalog->context, "us-cal-ciso-2022-direct", &error);
    double least = INFINITY, most = 0;
    int crossings = 0, above = 0, n = 0;
    bool was = false;

    if (!trace) {
        judgement->verdict = VERDICT_UNTESTABLE;
        judgement_say(judgement, "%s", error.message);
        return;
    }
    size_t first = carbon_trace_index(trace, JANUARY);
    for (size_t k = first + 1; k < trace->n && k < first + JANUARY_HOURS; k++) {
        if (isnan(trace->samples[k]))
            continue;
        double cir = carbon_cir(trace->samples[k], carbon_trace_history_mean(trace, k, NULL));
        bool is = cir > 1;
        crossings += n > 0 && is != was;
        above += is;
        was = is;
        least = fmin(least, cir);
        most = fmax(most, cir);
        n++;
    }
    judgement_say(judgement, "CIR from %.2f to %.2f, above 1 in %.0f %% of %d hours, crossing 1 %d times",
                  least, most, 100.0 * above / n, n, crossings);
    decide(judgement, least < 0.9 && most > 1.1 && crossings >= 31 && above * 5 >= n && above * 5 <= 4 * n);
}

void judge_cd5(const struct evidence *evidence, struct judgement *judgement)
{
    bool all = true;

    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *carbondis = carbondis_of(evidence, set, SCHEME_CARBONDIS);
        const struct carbondis_outcome *highperf = carbondis_of(evidence, set, SCHEME_HIGHPERF);
        say_set(judgement, set);
        say_tail(judgement, carbondis, SCHEME_CARBONDIS);
        judgement_say(judgement, ", ");
        say_tail(judgement, highperf, SCHEME_HIGHPERF);
        all = all && count_missed(carbondis) == 0 && count_missed(highperf) == 0;
    }
    decide(judgement, all);
}

void judge_cd6(const struct evidence *evidence, struct judgement *judgement)
{
    bool far = true;

    for (int set = 0; set < SETS; set++) {
        const char *name = "";
        double share = worst_share(carbondis_of(evidence, set, SCHEME_HIGHPERF), &name);
        say_set(judgement, set);
        judgement_say(judgement, "its worst job is %s at %.2f of the SLA", name, share);
        far = far && share <= 0.5;
    }
    decide(judgement, far);
}

void judge_cd7(const struct evidence *evidence, struct judgement *judgement)
{
    bool worst = true;

    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *low = carbondis_of(evidence, set, SCHEME_LOWENERGY);
        const char *name = "";
        double share = worst_share(low, &name), next = 0;
        for (int s = 0; s < SCHEMES; s++) {
            if (s != SCHEME_LOWENERGY)
                next = fmax(next, worst_share(carbondis_of(evidence, set, (enum scheme)s), &name));
        }
        say_set(judgement, set);
        say_tail(judgement, low, SCHEME_LOWENERGY);
        judgement_say(judgement, ", the worst of the others %.2f", next);
        worst = worst && count_missed(low) > 0 && share > next;
    }
    decide(judgement, worst);
}

void judge_cd8(const struct evidence *evidence, struct judgement *judgement)
{
    bool missed = true;

    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *dybatch = carbondis_of(evidence, set, SCHEME_DYBATCH);
        const struct carbondis_outcome *random = carbondis_of(evidence, set, SCHEME_RANDOM);
        say_set(judgement, set);
        say_tail(judgement, dybatch, SCHEME_DYBATCH);
        judgement_say(judgement, ", job 1 at %.2f, ", dybatch->jobs[0].tail_ms / dybatch->jobs[0].slo_ms);
        say_tail(judgement, random, SCHEME_RANDOM);
        missed = missed && !dybatch->jobs[0].slo_met && count_missed(random) > 0;
    }
    decide(judgement, missed);
}

void judge_cd9(const struct evidence *evidence, struct judgement *judgement)
{
    const struct carbondis_job *carbondis = carbondis_of(evidence, 0, SCHEME_CARBONDIS)->jobs;
    const struct carbondis_job *dybatch = carbondis_of(evidence, 0, SCHEME_DYBATCH)->jobs;
    bool holds = true;

    judgement_say(judgement,
                  "25 / 50 / 75 %% of requests within: DYBATCH %.0f / %.0f / %.0f ms, CARBONDIS %.0f / %.0f "
                  "/ %.0f ms; 95 %%: ",
                  dybatch->p25_ms, dybatch->p50_ms, dybatch->p75_ms, carbondis->p25_ms, carbondis->p50_ms,
                  carbondis->p75_ms);
    for (int s = 0; s < SCHEMES; s++) {
        const struct carbondis_job *job = carbondis_of(evidence, 0, (enum scheme)s)->jobs;
        bool should = s == SCHEME_CARBONDIS || s == SCHEME_HIGHPERF;
        judgement_say(judgement, "%s%s %.0f", s > 0 ? ", " : "", carbondis_scheme_names[s], job->tail_ms);
        holds = holds && job->slo_met == should;
    }
    judgement_say(judgement, " ms; SLA %.0f ms", carbondis->slo_ms);
    decide(judgement, holds && dybatch->p50_ms < carbondis->p50_ms);
}

/* A scheme's carbon of one kind, and the scheme that has the least or the most of it. */
enum part { PART_ACTIVE, PART_IDLE, PART_TOTAL };

static double part_g(const struct carbondis_outcome *outcome, enum part part)
{
    return part == PART_ACTIVE ? outcome->active_g : part == PART_IDLE ? outcome->idle_g : outcome->total_g;
}

static enum scheme extreme(const struct evidence *evidence, int set, enum part part, bool most)
{
    enum scheme best = SCHEME_CARBONDIS;

    for (int s = 1; s < SCHEMES; s++) {
        double value = part_g(carbondis_of(evidence, set, (enum scheme)s), part);
        double now = part_g(carbondis_of(evidence, set, best), part);
        if (most ? value > now : value < now)
            best = (enum scheme)s;
    }
    return best;
}

/* "CARBONDIS 3.1 + 4.2 = 7.3 g, ..." */
static void say_carbon(struct judgement *judgement, const struct evidence *evidence, int set)
{
    say_set(judgement, set);
    judgement_say(judgement, "active + idle in g: ");
    for (int s = 0; s < SCHEMES; s++) {
        const struct carbondis_outcome *outcome = carbondis_of(evidence, set, (enum scheme)s);
        judgement_say(judgement, "%s%s %.1f + %.1f = %.1f", s > 0 ? ", " : "", carbondis_scheme_names[s],
                      outcome->active_g, outcome->idle_g, outcome->total_g);
    }
}

void judge_cd10(const struct evidence *evidence, struct judgement *judgement)
{
    bool holds = true;

    if (any_overloaded(evidence, judgement))
        return;
    for (int set = 0; set < SETS; set++) {
        say_carbon(judgement, evidence, set);
        holds = holds && extreme(evidence, set, PART_ACTIVE, false) == SCHEME_HIGHPERF &&
                extreme(evidence, set, PART_IDLE, true) == SCHEME_HIGHPERF &&
                extreme(evidence, set, PART_TOTAL, true) == SCHEME_HIGHPERF;
    }
    decide(judgement, holds);
}

void judge_cd11(const struct evidence *evidence, struct judgement *judgement)
{
    bool holds = true;

    if (any_overloaded(evidence, judgement))
        return;
    for (int set = 0; set < SETS; set++) {
        enum scheme total = extreme(evidence, set, PART_TOTAL, false),
                    idle = extreme(evidence, set, PART_IDLE, false);
        say_set(judgement, set);
        judgement_say(judgement, "least total %s %.1f g, least idle %s %.1f g", carbondis_scheme_names[total],
                      carbondis_of(evidence, set, total)->total_g, carbondis_scheme_names[idle],
                      carbondis_of(evidence, set, idle)->idle_g);
        holds = holds && total == SCHEME_LOWENERGY && idle == SCHEME_LOWENERGY;
    }
    decide(judgement, holds);
}

void judge_cd12(const struct evidence *evidence, struct judgement *judgement)
{
    static const enum scheme expected[SCHEMES] = {SCHEME_LOWENERGY, SCHEME_DYBATCH, SCHEME_CARBONDIS,
                                                  SCHEME_RANDOM, SCHEME_HIGHPERF};
    bool holds = true;

    if (any_overloaded(evidence, judgement))
        return;
    for (int set = 0; set < SETS; set++) {
        double high = carbondis_of(evidence, set, SCHEME_HIGHPERF)->total_g, before = 0;
        say_set(judgement, set);
        for (int i = 0; i < SCHEMES; i++) {
            double total = carbondis_of(evidence, set, expected[i])->total_g;
            judgement_say(judgement, "%s%s %.3f", i > 0 ? ", " : "", carbondis_scheme_names[expected[i]],
                          total / high);
            holds = holds && total > before;
            before = total;
        }
    }
    judgement_say(judgement, " (of HIGHPERF's total)");
    decide(judgement, holds);
}

double carbondis_saving(const struct evidence *evidence, int set)
{
    double high = carbondis_of(evidence, set, SCHEME_HIGHPERF)->total_g;

    return 100 * (high - carbondis_of(evidence, set, SCHEME_CARBONDIS)->total_g) / high;
}

void judge_cd13(const struct evidence *evidence, struct judgement *judgement)
{
    static const double published[SETS] = {16.21, 11.22};
    bool holds = true;

    if (any_overloaded(evidence, judgement))
        return;
    for (int set = 0; set < SETS; set++) {
        double saving = carbondis_saving(evidence, set);
        say_set(judgement, set);
        judgement_say(judgement, "%+.2f %% (bound without load -%.1f %%)", -saving,
                      carbondis_idle_bound[set]);
        holds = holds && fabs(saving - published[set]) <= 2;
    }
    decide(judgement, holds);
}

void judge_cd14(const struct evidence *evidence, struct judgement *judgement)
{
    static const double published[SETS] = {5.39, 4.72};
    bool holds = true;

    if (any_overloaded(evidence, judgement))
        return;
    for (int set = 0; set < SETS; set++) {
        double dybatch = carbondis_of(evidence, set, SCHEME_DYBATCH)->total_g;
        double more = 100 * (carbondis_of(evidence, set, SCHEME_CARBONDIS)->total_g - dybatch) / dybatch;
        say_set(judgement, set);
        judgement_say(judgement, "%+.2f %%", more);
        holds = holds && fabs(more - published[set]) <= 2;
    }
    decide(judgement, holds);
}

void judge_cd15(const struct evidence *evidence, struct judgement *judgement)
{
    double set1 = carbondis_saving(evidence, 0), set2 = carbondis_saving(evidence, 1);

    if (any_overloaded(evidence, judgement))
        return;
    judgement_say(judgement, "saving %.2f %% in Set 1, %.2f %% in Set 2", set1, set2);
    decide(judgement, set1 > set2);
}

void judge_cd16(const struct evidence *evidence, struct judgement *judgement)
{
    bool holds = true;

    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *dybatch = carbondis_of(evidence, set, SCHEME_DYBATCH);
        const struct carbondis_outcome *carbondis = carbondis_of(evidence, set, SCHEME_CARBONDIS);
        say_set(judgement, set);
        judgement_say(judgement, "DYBATCH / CARBONDIS");
        for (int j = 0; j < dybatch->n_jobs; j++) {
            judgement_say(judgement, "%s %lld / %lld", j > 0 ? "," : "",
                          (long long)dybatch->jobs[j].high_uses, (long long)carbondis->jobs[j].high_uses);
            holds = holds && dybatch->jobs[j].high_uses > carbondis->jobs[j].high_uses;
        }
    }
    decide(judgement, holds);
}

/* A set whose CIR stays on one side of 1 says nothing; with both silent the claim cannot be tested. */
void judge_cd17(const struct evidence *evidence, struct judgement *judgement)
{
    bool holds = true, testable = false;

    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *outcome = carbondis_of(evidence, set, SCHEME_CARBONDIS);
        say_set(judgement, set);
        if (outcome->arrived[0] < 1 || outcome->arrived[1] < 1) {
            judgement_say(judgement, "CIR was %s 1 throughout",
                          outcome->arrived[0] < 1 ? "above" : "at most");
            continue;
        }
        double clean = outcome->high_uses[0] / outcome->arrived[0],
               dirty = outcome->high_uses[1] / outcome->arrived[1];
        judgement_say(judgement, "%.1f %% of requests while CIR > 1 (%.1f h), %.1f %% else (%.1f h)",
                      100 * dirty, outcome->hours[1], 100 * clean, outcome->hours[0]);
        holds = holds && dirty > clean;
        testable = true;
    }
    decide(judgement, holds);
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
    if (overloaded(all, 5, judgement))
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
    decide(judgement, holds);
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
            values[k] = part_g(carbondis_at_cit(evidence, k), (enum part)part);
        say_five(judgement, names[part], values, 2);
        holds = holds && moves(values, signs[part]);
    }
    decide(judgement, holds);
}

void judge_cd20(const struct evidence *evidence, struct judgement *judgement)
{
    double values[5];
    bool holds = true;

    if (cit_untestable(evidence, judgement))
        return;
    for (int job = -1; job < JOBS; job++) {
        collect_violations(evidence, job, values);
        say_five(judgement, job < 0 ? "all jobs" : carbondis_at_cit(evidence, 0)->jobs[job].name, values, 0);
        holds = holds && (job <= 0 ? values[4] < values[0] : values[4] >= values[0]);
    }
    decide(judgement, holds);
}

void judge_cd21(const struct evidence *evidence, struct judgement *judgement)
{
    double best = fmax(carbondis_saving(evidence, 0), carbondis_saving(evidence, 1));
    bool met = true;

    if (any_overloaded(evidence, judgement))
        return;
    judgement_say(judgement, "up to %.2f %% less; ", best);
    for (int set = 0; set < SETS; set++) {
        const struct carbondis_outcome *outcome = carbondis_of(evidence, set, SCHEME_CARBONDIS);
        say_set(judgement, set);
        say_tail(judgement, outcome, SCHEME_CARBONDIS);
        met = met && count_missed(outcome) == 0;
    }
    decide(judgement, met && fabs(best - 16) <= 2);
}
