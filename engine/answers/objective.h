/* Clover's objective f (engine/policy/configure/score.h) at an instant of a run, for whoever draws it or
 * holds a run against it: what f depends on there, and what ORACLE would choose. Pure functions of a model
 * whose derived inputs are there. Where a scenario has several pools, all is of the one that is told of
 * (model_told_pool), and so are energies that are held against it. */
#ifndef WATTIF_ANSWERS_OBJECTIVE_H
#define WATTIF_ANSWERS_OBJECTIVE_H

#include "engine/model/model.h"
#include "engine/policy/configure/score.h"
#include "engine/sim/recording.h"

/* ---- the objective ---- */

/* Fills `objective` for an instant of this intensity. False where the model has no object `clover`, or its
 * derived inputs are not there. */
bool objective_at(const struct model *model, int64_t t_ns, double ci, struct objective *objective);
/* The same by derived inputs of the same load, GPUs and seed that the model itself has no need of; NULL:
 * false. */
bool objective_by(const struct model *model, const struct derived *derived, int64_t t_ns, double ci,
                  struct objective *objective);

/* The SLO of an app that is in force at t, slo_scale included: an edit's, else the scenario's, else BASE's
 * own tail latency. NAN: none, or not known yet. */
double objective_slo_ms(const struct model *model, int app, int64_t t_ns);

/* A knob in force at t, in a pool and in the one that is told of. */
double objective_number_in(const struct model *model, int pool, enum knob_id id, int64_t t_ns);
double objective_number_at(const struct model *model, enum knob_id id, int64_t t_ns);

/* Requests a second that are nominal at t: the rate that energy is divided by (clover.md section 2.1, step
 * 4). NAN without an object `clover`. */
double objective_rate_hz(const struct model *model, int64_t t_ns);

/* Equation 2 over the run so far: what was saved against C_base, per cent, where GPUs emitted `it_g` in
 * `span_s` from the start (PUE and embodied carbon left out) for the requests that are nominal. NAN like
 * objective_by. */
double objective_saved(const struct model *model, const struct derived *derived, double it_g, double span_s);

/* What f is counted in, over buckets [from, to): IT joules of the GPUs of the pool that is told of. Without a
 * model, or with one pool: of all. */
double objective_told_j(const struct model *model, const struct recording *recording, int from, int to);

/* Of a pool over a whole run, whose scenario names pools. */
double objective_pool_saved(const struct model *model, int pool, const struct summary *summary);

/* ORACLE's choice among the points of the table: the greatest f of those within SLO and accuracy limit, the
 * first of equals; where none is, what the controllers would leave deployed (score_beats). */
struct objective_choice {
    int point;      /* index in derived->points; -1: there is no table */
    bool compliant; /* else the least bad */
    double f;       /* NAN without a table */
};
struct objective_choice objective_oracle(const struct objective *objective, const struct derived *derived);

/* ---- accuracy ---- */

/* Accuracy of a whole run, over all of its apps: what it was, and what was lost against the best variants or
 * against another run. Apps' own accuracies are never averaged where their metrics differ; relative losses
 * may be. Pure functions of summaries. */

/* Has the app's accuracy a metric to go by? 77.9 may be top-1, F1 or mAP. */
bool accuracy_is_known(const struct summary_app *app);

/* The app whose accuracy it is, where there is one such app and others beside it have none; else -1. */
int accuracy_only_app(const struct summary *summary);

/* Mean over the requests of all apps, in their metric. NAN where one that served any has none, or where any
 * app has another metric or none. */
double accuracy_overall(const struct summary *summary);

/* Against Clover's best variants (equation 1): the apps' relative losses, per cent, <= 0, weighted by
 * requests served. NAN without an object `clover`, or where nothing was served. */
double accuracy_change(const struct model *model, const struct summary *summary);
/* Of a pool of it. */
double accuracy_pool_change(const struct model *model, int pool, const struct summary *summary);

/* Against another run of the same apps: likewise, over the apps that have the same metric in both; negative
 * is less. NAN where there is none. */
double accuracy_against(const struct summary *now, const struct summary *then);

#endif
