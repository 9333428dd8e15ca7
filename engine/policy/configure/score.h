/* What a configuration's outcome is worth at a moment: Clover's objective f and what goes with it (clover.md
 * sections 1.3 and 2.1). CLOVER, BLOVER and ORACLE judge by it, and so does whoever draws f of a run or
 * forecasts it: there is no other copy of these rules. Energy is IT energy in J a request on both sides of
 * equation 2, so PUE cancels (CL-X9). Outcomes do not depend on intensity or weights, so that an edit of
 * those spoils nothing that was measured: a score is made of them anew whenever it is asked for. */
#ifndef WATTIF_POLICY_CONFIGURE_SCORE_H
#define WATTIF_POLICY_CONFIGURE_SCORE_H

#include "engine/model/derived.h"
#include "engine/policy/evaluation.h"

/* What a configuration does, measured live or derived before the run. Plain data without padding: it lies in
 * the state. */
struct outcome {
    double energy_j;                  /* IT energy a request, of all GPUs, idle power included */
    double accuracy_change;           /* per cent, <= 0: mean of the apps', weighted by requests served */
    double tail_ms[DERIVED_APPS_MAX]; /* NAN: nobody came; INFINITY: it cannot carry the load */
};

struct outcome outcome_of_point(const struct derived_point *point);

/* What f depends on at one moment. Plain data without padding: a search keeps what it began with in the
 * state. */
struct objective {
    double ci;            /* g/kWh */
    double lambda;        /* 0..1: weight of carbon; counts for nothing under an accuracy limit */
    double loss_pct;      /* most accuracy that may be lost, per cent; 0: no limit */
    double base_energy_j; /* BASE's, a request */
    double c_base_ci;     /* g/kWh that C_base is counted at */
    int64_t as_paper;     /* equation 4 as printed */
    int64_t n_apps;
    double limit_ms[DERIVED_APPS_MAX]; /* on the tail latency, slo_scale included; INFINITY: none */
};

struct score {
    double carbon_change, accuracy_change; /* per cent against BASE (equations 1 and 2) */
    double f;         /* equation 3; with an accuracy limit, the carbon saved alone (step 8) */
    double h;         /* equation 4, less is better */
    double late;      /* the largest tail latency over its limit; 0 where no app has one, INFINITY where the
                         load is not carried */
    double tail_ms;   /* of the app where that is so */
    double shortfall; /* per cent that the accuracy is below its limit; 0 = it keeps it, or there is none */
    bool compliant;
};

/* Are these the same but for the intensity? */
bool objective_same_knobs(const struct objective *a, const struct objective *b);
/* And with it, so that every answer below is? */
bool objective_same(const struct objective *a, const struct objective *b);

/* An SLO as a limit: NAN, no SLO, is INFINITY. */
double objective_limit_ms(double slo_ms);

/* Equation 2: carbon saved against C_base, per cent. */
double objective_saving(const struct objective *objective, double energy_j);
/* Equation 3, per cent, of an accuracy change in per cent, <= 0. With an accuracy limit the carbon saved
 * alone is what is maximised within it (section 2.1, step 8). */
double objective_f(const struct objective *objective, double energy_j, double accuracy_change);
/* Per cent that the accuracy is below its limit; 0: within it, or there is none. */
double objective_shortfall(const struct objective *objective, double accuracy_change);

struct score objective_score(const struct objective *objective, const struct outcome *outcome);

/* Would `a` rather be left deployed than `b`? The compliant before others, by f. Of the others the least late
 * (on time is on time), then the one nearest to the accuracy limit, then by f. Equals: no. */
bool score_beats(const struct score *a, const struct score *b);

/* ORACLE's choice: the point of the table that no other beats, the first of equals; -1: the table is empty.
 */
int objective_best(const struct objective *objective, const struct derived_point *points, int n,
                   struct score *best);

struct measured;
struct view;

/* What a controller feeds its judgement with (score.h): the knobs and the intensity in force, and what a
 * window has measured. */

/* In force now. The derived inputs must be there. */
struct objective objective_of(const struct view *view);

/* Of an open window over this graph. Energy is divided by the nominal requests of the window, not by those
 * counted in it, whose noise would decide. Where nobody was served the accuracy is that of the graph's
 * instances. */
struct outcome outcome_of_measured(const struct view *view, const struct graph *graph,
                                   const struct measured *measured);

/* An evaluation of the graph at this instant, with all that its score says; `outcome` may be NULL (not known:
 * NAN). The search's own numbers (temperature, centre, probability) are NAN and its to fill in. */
struct evaluation evaluation_of(const struct view *view, const struct graph *graph,
                                const struct outcome *outcome);

#endif
