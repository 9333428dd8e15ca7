/* What a configuration does (its outcome) and what that is worth now (its score). Outcomes are measured, or
 * derived before the run, and do not depend on intensity, PUE, lambda or limits: a score is made of them anew
 * whenever it is asked for, so an edit of those spoils nothing that was measured (clover.md section 2.1 step
 * 4). CLOVER, BLOVER and ORACLE judge by the same score. */
#ifndef WATTIF_POLICY_CONFIGURE_OUTCOME_H
#define WATTIF_POLICY_CONFIGURE_OUTCOME_H

#include "engine/policy/configurator.h"

/* Plain data without padding: it lies in the state. */
struct outcome {
    double energy_j;                  /* IT energy a request, of all GPUs, idle power included */
    double accuracy_change;           /* per cent, <= 0: mean of the apps', weighted by requests served */
    double tail_ms[DERIVED_APPS_MAX]; /* NAN: nobody came; INFINITY: it cannot carry the load */
};

struct score {
    double carbon_change, accuracy_change; /* per cent against BASE (equations 1 and 2) */
    double f;         /* equation 3; with an accuracy limit, the carbon saved alone (step 8) */
    double h;         /* equation 4, less is better */
    double late;      /* the largest tail latency over its limit; 0 where no app has an SLO */
    double tail_ms;   /* of the app where that is so */
    double shortfall; /* per cent that the accuracy is below its limit; 0 = it keeps it, or there is none */
    bool compliant;
};

struct outcome outcome_of_point(const struct derived_point *point);

/* Of an open window over this graph. Energy is divided by the nominal requests of the window, not by those
 * counted in it, whose noise would decide. Where nobody was served the accuracy is that of the graph's
 * instances. */
struct outcome outcome_of_measured(const struct view *view, const struct graph *graph,
                                   const struct measured *measured);

/* By the knobs and the intensity in force. */
struct score score_of(const struct view *view, const struct outcome *outcome);

/* Would `a` rather be left deployed than `b`? The compliant before others, by f. Of the others the least late
 * (on time is on time), then the one nearest to the accuracy limit, then by f. Equals: no. */
bool score_beats(const struct score *a, const struct score *b);

/* The app's limit on its tail latency in force, scaled; INFINITY where there is none. */
double score_limit_ms(const struct view *view, int app);

/* An evaluation of the graph at this instant, with all that the score says; `outcome` may be NULL (not known:
 * NAN). The search's own numbers (temperature, centre, probability) are NAN and its to fill in. */
struct evaluation evaluation_of(const struct view *view, const struct graph *graph,
                                const struct outcome *outcome);

#endif
