/* The judges of Clover's evaluation, CL-5 to CL-9 and CL-13 to CL-19 but CL-17: what is saved, what it costs,
 * and who does better. What a claim in words means in numbers is fixed here and said in the row's `expected`.
 * Applications whose runs were not made (sweeps are of images only) are passed over. */
#include "engine/claims/clover/clover.h"

#include <math.h>

/* "On ORACLE": the objective, in per cent, within so much of ORACLE's. */
static const double on_oracle = 1;

static void decide(struct judgement *judgement, bool told, bool holds)
{
    judgement->verdict = !told ? VERDICT_UNTESTABLE : holds ? VERDICT_HOLDS : VERDICT_DEVIATES;
    if (!told)
        judgement_say(judgement, "the runs were not made");
}

/* A run against BASE, per cent; NAN where it does not keep up with the load, so that no claim about its
 * carbon holds. */
struct against_base {
    double saved, lost;
    double tail; /* its tail latency over BASE's */
};

static bool against(const struct clover_outcome *outcome, const struct clover_outcome *base,
                    struct against_base *out)
{
    const double nan = (double)NAN;

    if (!outcome || !base)
        return false;
    *out = (struct against_base){nan, nan, nan};
    if (!base->keeps_up)
        return true;
    out->tail = outcome->tail_ms / base->tail_ms;
    if (!outcome->keeps_up)
        return true;
    out->saved = 100 * (1 - outcome->carbon_g / base->carbon_g);
    out->lost = 100 * (1 - outcome->accuracy / base->accuracy);
    return true;
}

static bool against_of(const struct evidence *evidence, int app, enum clover_kind kind,
                       struct against_base *out)
{
    return against(clover_of(evidence, app, kind), clover_of(evidence, app, BASE_10), out);
}

static bool scheme_against(const struct evidence *evidence, int app, enum clover_accounting accounting,
                           enum clover_scheme scheme, struct against_base *out)
{
    return against_of(evidence, app, clover_scheme_kind(accounting, scheme), out);
}

/* "81.2 % at 3.10 %": what is saved, then what is lost. */
static void say_against(struct judgement *judgement, const struct against_base *run)
{
    if (isnan(run->saved))
        judgement_say(judgement, "does not keep up");
    else
        judgement_say(judgement, "%.1f %% at %.2f %%", run->saved, run->lost);
}

/* The tail over BASE's. */
static void say_tail(struct judgement *judgement, const struct against_base *run)
{
    judgement_say(judgement, run->tail < 1000 ? "%.2f" : "over 1000", run->tail);
}

/* "; images " and the like: a new application, or the first. */
static void say_app(struct judgement *judgement, int app)
{
    judgement_say(judgement, "%s%s ", judgement->used > 0 ? "; " : "", clover_app_names[app]);
}

/* A new accounting. */
static void say_accounting(struct judgement *judgement, int accounting)
{
    judgement_say(judgement, "%s%s: ", judgement->used > 0 ? ". " : "", clover_accounting_names[accounting]);
}

/* ---- CL-5: savings ---- */

void judge_cl5(const struct evidence *evidence, struct judgement *judgement)
{
    struct against_base two, ten;
    double saved = 0, lost = 0;
    int n = 0;
    bool holds = true;

    for (int app = 0; app < CLOVER_APPS; app++) {
        if (!against_of(evidence, app, CLOVER_2, &two) || !against_of(evidence, app, CLOVER_10, &ten))
            continue;
        say_app(judgement, app);
        say_against(judgement, &two);
        judgement_say(judgement, ", p95 over BASE's ");
        say_tail(judgement, &two);
        judgement_say(judgement, " (same fleet ");
        say_against(judgement, &ten);
        judgement_say(judgement, ", p95 ");
        say_tail(judgement, &ten);
        judgement_say(judgement, ")");
        holds = holds && two.saved > 75 && two.lost <= 4 && two.tail < 1;
        saved += two.saved;
        lost += two.lost;
        n++;
    }
    if (n == CLOVER_APPS && !isnan(saved)) {
        judgement_say(judgement, "; mean of the three %.1f %% at %.2f %%", saved / n, lost / n);
        holds = holds && saved / n >= 79.5 && lost / n < 3.5;
    }
    decide(judgement, n > 0, holds);
}

/* ---- CL-6 to CL-8: against the other schemes ---- */

static double distance(const struct against_base *a, const struct against_base *b)
{
    return sqrt((a->saved - b->saved) * (a->saved - b->saved) + (a->lost - b->lost) * (a->lost - b->lost));
}

/* All schemes of one application; false where one is missing. */
static bool all_schemes(const struct evidence *evidence, int app, enum clover_accounting accounting,
                        struct against_base runs[CLOVER_SCHEMES])
{
    for (int s = 0; s < CLOVER_SCHEMES; s++)
        if (!scheme_against(evidence, app, accounting, (enum clover_scheme)s, &runs[s]))
            return false;
    return true;
}

/* CO2OPT saves most and loses most, CLOVER saves within 5 points of it. */
static bool co2opt_is_extreme(const struct against_base runs[CLOVER_SCHEMES])
{
    const struct against_base *co2opt = &runs[SCHEME_CO2OPT];
    bool extreme = runs[SCHEME_CLOVER].saved >= co2opt->saved - 5;

    for (int s = 0; s < CLOVER_SCHEMES; s++)
        extreme = extreme &&
                  (s == SCHEME_CO2OPT || (runs[s].saved <= co2opt->saved && runs[s].lost < co2opt->lost));
    return extreme;
}

static bool clover_is_closest(const struct against_base runs[CLOVER_SCHEMES])
{
    double own = distance(&runs[SCHEME_CLOVER], &runs[SCHEME_ORACLE]);

    return own <= distance(&runs[SCHEME_BASE], &runs[SCHEME_ORACLE]) &&
           own <= distance(&runs[SCHEME_CO2OPT], &runs[SCHEME_ORACLE]) &&
           own <= distance(&runs[SCHEME_BLOVER], &runs[SCHEME_ORACLE]);
}

void judge_cl6(const struct evidence *evidence, struct judgement *judgement)
{
    struct against_base runs[CLOVER_SCHEMES];
    bool told = false, holds = true;

    for (int accounting = 0; accounting < CLOVER_ACCOUNTINGS; accounting++) {
        for (int app = 0; app < CLOVER_APPS; app++) {
            if (!all_schemes(evidence, app, (enum clover_accounting)accounting, runs))
                continue;
            if (app == 0)
                say_accounting(judgement, accounting);
            judgement_say(judgement, "%s%s", app > 0 ? "; " : "", clover_app_names[app]);
            for (int s = SCHEME_CO2OPT; s < CLOVER_SCHEMES; s++) {
                judgement_say(judgement, "%s%s ", s > SCHEME_CO2OPT ? ", " : " ", clover_scheme_names[s]);
                say_against(judgement, &runs[s]);
            }
            told = true;
            holds = holds && co2opt_is_extreme(runs) && clover_is_closest(runs);
        }
    }
    decide(judgement, told, holds);
}

/* CLOVER and BLOVER of one application in both accountings; how many were told. */
static int say_clover_and_blover(const struct evidence *evidence, int app, struct judgement *judgement,
                                 struct against_base clover[CLOVER_ACCOUNTINGS],
                                 struct against_base blover[CLOVER_ACCOUNTINGS])
{
    int told = 0;

    for (int a = 0; a < CLOVER_ACCOUNTINGS; a++) {
        enum clover_accounting accounting = (enum clover_accounting)a;
        if (!scheme_against(evidence, app, accounting, SCHEME_CLOVER, &clover[told]) ||
            !scheme_against(evidence, app, accounting, SCHEME_BLOVER, &blover[told]))
            continue;
        say_app(judgement, app);
        judgement_say(judgement, "%s CLOVER ", clover_accounting_names[a]);
        say_against(judgement, &clover[told]);
        judgement_say(judgement, ", BLOVER ");
        say_against(judgement, &blover[told]);
        told++;
    }
    return told;
}

void judge_cl7(const struct evidence *evidence, struct judgement *judgement)
{
    static const int apps[] = {APP_DETECTION, APP_LANGUAGE};
    struct against_base clover[CLOVER_ACCOUNTINGS], blover[CLOVER_ACCOUNTINGS];
    bool told = false, holds = true;

    for (int i = 0; i < 2; i++) {
        int n = say_clover_and_blover(evidence, apps[i], judgement, clover, blover);
        for (int k = 0; k < n; k++)
            holds = holds && clover[k].saved > blover[k].saved && clover[k].lost < blover[k].lost;
        told = told || n > 0;
    }
    decide(judgement, told, holds);
}

void judge_cl8(const struct evidence *evidence, struct judgement *judgement)
{
    struct against_base clover[CLOVER_ACCOUNTINGS], blover[CLOVER_ACCOUNTINGS];
    int n = say_clover_and_blover(evidence, APP_IMAGES, judgement, clover, blover);
    bool holds = true;

    for (int k = 0; k < n; k++)
        holds =
            holds && fabs(clover[k].lost - blover[k].lost) <= 0.5 && clover[k].saved >= blover[k].saved + 2;
    decide(judgement, n > 0, holds);
}

/* ---- CL-9: the objective over time ---- */

static double mean_f(const struct clover_outcome *outcome)
{
    double sum = 0;

    for (int hour = 0; hour < CLOVER_HOURS; hour++)
        sum += outcome->hour_f[hour];
    return sum / CLOVER_HOURS;
}

/* How CLOVER's objective follows ORACLE's. */
struct following {
    int on;         /* hours on ORACLE */
    double gaps[3]; /* in hours 0, 24 and 47 */
    double worst_gap;
    int worst_hour;
};

static struct following follow(const struct clover_outcome *clover, const struct clover_outcome *oracle)
{
    static const int hours[] = {0, 24, CLOVER_HOURS - 1};
    struct following following = {.worst_gap = -INFINITY};

    for (int hour = 0; hour < CLOVER_HOURS; hour++) {
        double gap = oracle->hour_f[hour] - clover->hour_f[hour];
        following.on += gap <= on_oracle;
        if (gap > following.worst_gap) {
            following.worst_gap = gap;
            following.worst_hour = hour;
        }
    }
    for (int i = 0; i < 3; i++)
        following.gaps[i] = oracle->hour_f[hours[i]] - clover->hour_f[hours[i]];
    return following;
}

static bool judge_objective(const struct clover_outcome *const runs[CLOVER_SCHEMES],
                            struct judgement *judgement)
{
    for (int s = SCHEME_BLOVER; s <= SCHEME_CLOVER; s++) {
        if (runs[s]->keeps_up)
            continue;
        judgement_say(judgement, "%s does not keep up", clover_scheme_names[s]);
        return false;
    }
    struct following following = follow(runs[SCHEME_CLOVER], runs[SCHEME_ORACLE]);
    double oracle = mean_f(runs[SCHEME_ORACLE]), clover = mean_f(runs[SCHEME_CLOVER]);
    double blover = mean_f(runs[SCHEME_BLOVER]), co2opt = mean_f(runs[SCHEME_CO2OPT]);

    judgement_say(judgement, "ORACLE %.2f, CLOVER %.2f, BLOVER %.2f, CO2OPT %.2f; on ORACLE %d of 48 h, ",
                  oracle, clover, blover, co2opt, following.on);
    judgement_say(judgement, "worst gap %.2f in hour %d, gaps %.2f, %.2f, %.2f", following.worst_gap,
                  following.worst_hour, following.gaps[0], following.gaps[1], following.gaps[2]);
    return oracle >= clover && clover >= blover && blover > co2opt && following.on > CLOVER_HOURS / 2 &&
           following.worst_hour == 0 && following.gaps[0] > following.gaps[1] &&
           following.gaps[1] > following.gaps[2];
}

void judge_cl9(const struct evidence *evidence, struct judgement *judgement)
{
    const struct clover_outcome *runs[CLOVER_SCHEMES];
    bool told = false, holds = true;

    for (int a = 0; a < CLOVER_ACCOUNTINGS; a++) {
        for (int app = 0; app < CLOVER_APPS; app++) {
            bool all = true;
            for (int s = 0; s < CLOVER_SCHEMES; s++) {
                enum clover_kind kind = clover_scheme_kind((enum clover_accounting)a, (enum clover_scheme)s);
                runs[s] = clover_of(evidence, app, kind);
                all = all && runs[s];
            }
            if (!all)
                continue;
            if (app == 0)
                say_accounting(judgement, a);
            judgement_say(judgement, "%s%s ", app > 0 ? "; " : "", clover_app_names[app]);
            told = true;
            holds = judge_objective(runs, judgement) && holds;
        }
    }
    decide(judgement, told, holds);
}

/* ---- CL-13, CL-14: lambda and the accuracy limit ---- */

/* Of the hours at 100 g/kWh, to a tenth: carbon of all, accuracy as their mean. */
static void clean_hours(const struct clover_outcome *outcome, double *carbon_g, double *accuracy)
{
    int n = 0;

    *carbon_g = *accuracy = 0;
    for (int hour = 0; hour < CLOVER_HOURS; hour++) {
        if (fabs(outcome->hour_ci[hour] - 100) > 10)
            continue;
        *carbon_g += outcome->hour_g[hour];
        *accuracy += outcome->hour_accuracy[hour];
        n++;
    }
    *accuracy /= n;
}

/* What is saved and lost in those hours at each lambda, per cent. */
struct ladder {
    double saved[CLOVER_LAMBDAS], lost[CLOVER_LAMBDAS];
};

/* False where a run of this seed was not made. */
static bool climb(const struct evidence *evidence, int seed, struct ladder *ladder)
{
    const struct clover_outcome *base = clover_of_seed(evidence, seed, 0);
    double base_g, base_accuracy, carbon_g, accuracy;

    if (!base)
        return false;
    clean_hours(base, &base_g, &base_accuracy);
    for (int k = 0; k < CLOVER_LAMBDAS; k++) {
        const struct clover_outcome *outcome = clover_of_seed(evidence, seed, 1 + k);
        if (!outcome)
            return false;
        clean_hours(outcome, &carbon_g, &accuracy);
        ladder->saved[k] = 100 * (1 - carbon_g / base_g);
        ladder->lost[k] = 100 * (1 - accuracy / base_accuracy);
    }
    return true;
}

/* Neither falls from one lambda to the next. */
static bool never_falls(const struct ladder *ladder)
{
    bool rises = true;

    for (int k = 1; k < CLOVER_LAMBDAS; k++)
        rises = rises && ladder->saved[k] >= ladder->saved[k - 1] && ladder->lost[k] >= ladder->lost[k - 1];
    return rises;
}

/* Both are greater at the end than at the beginning. */
static bool ends_higher(const struct ladder *ladder)
{
    return ladder->saved[CLOVER_LAMBDAS - 1] > ladder->saved[0] &&
           ladder->lost[CLOVER_LAMBDAS - 1] > ladder->lost[0];
}

void judge_cl13(const struct evidence *evidence, struct judgement *judgement)
{
    struct ladder own, mean = {{0}, {0}};
    int steady = 0, higher = 0;
    bool told = true;

    for (int seed = 0; told && seed < CLOVER_SEEDS; seed++) {
        told = climb(evidence, seed, &own);
        for (int k = 0; told && k < CLOVER_LAMBDAS; k++) {
            mean.saved[k] += own.saved[k] / CLOVER_SEEDS;
            mean.lost[k] += own.lost[k] / CLOVER_SEEDS;
        }
        steady += told && never_falls(&own);
        higher += told && ends_higher(&own);
    }
    for (int k = 0; told && k < CLOVER_LAMBDAS; k++)
        judgement_say(judgement, "%s0.%d: %.1f %% at %.2f %%", k > 0 ? ", " : "means at lambda ", 2 * k + 1,
                      mean.saved[k], mean.lost[k]);
    if (told)
        judgement_say(judgement, "; each seed by itself: never against it with %d of %d, from end to end %d",
                      steady, (int)CLOVER_SEEDS, higher);
    decide(judgement, told, told && never_falls(&mean) && higher == CLOVER_SEEDS);
}

/* The four limits of one application; false where they were not run. */
static bool say_limits(const struct evidence *evidence, int app, enum clover_kind first,
                       struct judgement *judgement, bool *within)
{
    struct against_base run;

    *within = true;
    for (int k = 0; k < CLOVER_LIMITS; k++) {
        if (!against_of(evidence, app, (enum clover_kind)((int)first + k), &run))
            return false;
        judgement_say(judgement, "%s", k > 0 ? ", " : "");
        say_against(judgement, &run);
        *within = *within && run.saved >= 55 && run.lost <= 0.2 * (k + 1);
    }
    return true;
}

void judge_cl14(const struct evidence *evidence, struct judgement *judgement)
{
    static const enum clover_kind firsts[] = {[CONSOLIDATED] = LIMITED_2, [SAME_FLEET] = LIMITED_10};
    bool told = false, holds = true, within;

    for (int a = 0; a < CLOVER_ACCOUNTINGS; a++) {
        for (int app = 0; app < CLOVER_APPS && clover_of(evidence, app, firsts[a]); app++) {
            if (app == 0)
                say_accounting(judgement, a);
            judgement_say(judgement, "%s%s ", app > 0 ? "; " : "", clover_app_names[app]);
            told = say_limits(evidence, app, firsts[a], judgement, &within) || told;
            holds = holds && (within || a == SAME_FLEET);
        }
    }
    decide(judgement, told, holds);
}

/* ---- CL-15: fewer GPUs ---- */

void judge_cl15(const struct evidence *evidence, struct judgement *judgement)
{
    static const enum clover_kind bases[] = {BASE_4, BASE_2}, clovers[] = {CLOVER_10, CLOVER_4, CLOVER_2};
    bool told = false, holds = true;
    struct against_base run;

    for (int app = 0; app < CLOVER_APPS; app++) {
        if (!clover_of(evidence, app, BASE_4))
            continue;
        say_app(judgement, app);
        judgement_say(judgement, "BASE on 4, 2:");
        for (int i = 0; i < 2 && against_of(evidence, app, bases[i], &run); i++) {
            judgement_say(judgement, " ");
            say_tail(judgement, &run);
            holds = holds && run.tail > 1;
        }
        judgement_say(judgement, ", CLOVER on 10, 4, 2:");
        for (int i = 0; i < 3 && against_of(evidence, app, clovers[i], &run); i++) {
            judgement_say(judgement, " ");
            say_tail(judgement, &run);
            holds = holds && run.tail <= 1;
        }
        told = true;
    }
    decide(judgement, told, holds);
}

/* ---- CL-16: other places and seasons ---- */

void judge_cl16(const struct evidence *evidence, struct judgement *judgement)
{
    static const enum clover_kind bases[] = {BASE_10, SEPTEMBER_BASE, BRITAIN_BASE};
    static const enum clover_kind clovers[] = {CLOVER_2, SEPTEMBER_CLOVER, BRITAIN_CLOVER};
    bool told = false, holds = true;
    struct against_base run;

    for (int app = 0; app < CLOVER_APPS; app++) {
        for (int t = 0; t < CLOVER_APPS; t++) {
            if (!clover_of(evidence, app, SEPTEMBER_CLOVER) ||
                !against(clover_of(evidence, app, clovers[t]), clover_of(evidence, app, bases[t]), &run))
                continue;
            if (t == 0)
                say_app(judgement, app);
            judgement_say(judgement, "%s", t > 0 ? ", " : "");
            say_against(judgement, &run);
            told = true;
            holds = holds && run.saved > 60 && run.lost <= 4;
        }
    }
    decide(judgement, told, holds);
}

/* ---- CL-18, CL-19 ---- */

/* How far the mean objective lies below ORACLE's, per cent of it. */
static double behind(const struct clover_outcome *outcome, const struct clover_outcome *oracle)
{
    return 100 * (1 - mean_f(outcome) / mean_f(oracle));
}

/* One application; false where CLOVER is too far from ORACLE. `per_gpu`: the graph over all GPUs, or NULL. */
static bool judge_distance(const struct evidence *evidence, int app, enum clover_accounting accounting,
                           const struct clover_outcome *per_gpu, struct judgement *judgement)
{
    enum clover_kind own = clover_scheme_kind(accounting, SCHEME_CLOVER);
    enum clover_kind best = clover_scheme_kind(accounting, SCHEME_ORACLE);
    const struct clover_outcome *clover = clover_of(evidence, app, own);
    const struct clover_outcome *oracle = clover_of(evidence, app, best);
    struct against_base near = {0}, far = {0};

    against_of(evidence, app, own, &near);
    against_of(evidence, app, best, &far);
    judgement_say(judgement, "%s%s ", app > 0 ? "; " : "", clover_app_names[app]);
    if (isnan(near.saved))
        judgement_say(judgement, "does not keep up");
    else
        judgement_say(judgement, "objective %.2f %% behind, saving %.1f points, accuracy %.2f points",
                      behind(clover, oracle), far.saved - near.saved, near.lost - far.lost);
    if (per_gpu && !per_gpu->keeps_up)
        judgement_say(judgement, " (graph over all GPUs: does not keep up)");
    else if (per_gpu)
        judgement_say(judgement, " (graph over all GPUs: objective %.2f %%)", behind(per_gpu, oracle));
    return behind(clover, oracle) <= 5 && far.saved - near.saved <= 5;
}

void judge_cl18(const struct evidence *evidence, struct judgement *judgement)
{
    static const enum clover_kind per_gpu[] = {[CONSOLIDATED] = PER_GPU_2, [SAME_FLEET] = PER_GPU_10};
    struct against_base runs[CLOVER_SCHEMES];
    bool told = false, holds = true;

    for (int a = 0; a < CLOVER_ACCOUNTINGS; a++) {
        enum clover_accounting accounting = (enum clover_accounting)a;
        for (int app = 0; app < CLOVER_APPS; app++) {
            if (!all_schemes(evidence, app, accounting, runs))
                continue;
            if (app == 0)
                say_accounting(judgement, a);
            told = true;
            holds =
                judge_distance(evidence, app, accounting, clover_of(evidence, app, per_gpu[a]), judgement) &&
                holds;
        }
    }
    decide(judgement, told, holds);
}

static int late_hours(const struct clover_outcome *outcome, double limit_ms)
{
    int late = 0;

    for (int hour = 0; hour < CLOVER_HOURS; hour++)
        late += outcome->hour_tail_ms[hour] > limit_ms;
    return late;
}

void judge_cl19(const struct evidence *evidence, struct judgement *judgement)
{
    bool told = false, holds = true;
    struct against_base run;

    for (int app = 0; app < CLOVER_APPS; app++) {
        if (!against_of(evidence, app, LAMBDA_1, &run))
            continue;
        int late = late_hours(clover_of(evidence, app, LAMBDA_1), clover_of(evidence, app, BASE_10)->tail_ms);
        say_app(judgement, app);
        say_against(judgement, &run);
        judgement_say(judgement, ", p95 over BASE's ");
        say_tail(judgement, &run);
        judgement_say(judgement, ", above it in %d of 48 h", late);
        told = true;
        holds = holds && run.lost < 4 && run.saved > 75 && run.tail < 1 && late == 0;
    }
    decide(judgement, told, holds);
}
