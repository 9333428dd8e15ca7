/* What can be told of a run before it begins, from its model alone: which rows of profiles it rests on, what
 * it costs whoever waits for it, how much room its SLOs leave, how warm a placement would be, which clocks
 * there are to choose from. */
#ifndef WATTIF_ANSWERS_FORECAST_H
#define WATTIF_ANSWERS_FORECAST_H

#include "engine/model/model.h"

/* ---- usage ---- */

struct usage {
    int n;          /* the largest batch */
    double *weight; /* [batch] 1..n, sums to 1; owned */
    double mean;
    int low, high; /* 99 of 100 requests are within */
};

/* From the workload's own batches where it has some, else from what they are drawn of. False when out of
 * memory. */
bool usage_of(struct usage *usage, const struct model_app *app);
void usage_free(struct usage *usage);

/* The shares of the app's requests by the kind of row that each meets at this cost. */
void usage_shares(const struct usage *usage, const struct model_cost *cost, double shares[PROVENANCE_COUNT]);

/* The least certain kind of row of which there is a share at all. */
enum provenance shares_least_certain(const double shares[PROVENANCE_COUNT]);

/* The kinds of rows that a request can meet at any place that the run may give it, a bit each; and the least
 * certain of them. */
unsigned usage_kinds(const struct model *model);
enum provenance usage_least_certain(const struct model *model);

/* ---- outlay ---- */

/* What a run costs whoever waits for it, before it begins: the requests that are to be expected, each at what
 * one has been measured to take. It is a count, so it says the same each time it is asked. */

/* Of one run to its end, at the load that it begins with. */
double outlay_requests(const struct model *model);
double outlay_s(const struct model *model);

/* ---- slack ---- */

/* How much room an SLO leaves, before any scheme has run: the time that the SLO's percentile of requests does
 * not exceed where nobody waits, over the SLO. Above 1 whoever serves the app on that place alone misses it,
 * whatever the policy; that a paper's limits are not so wide that any scheme meets them can be asked of a
 * profile table (profiles.md, rule 10). */

/* Of one app on one place (an instance, or a place of a reconfigurable GPU). NAN where it has no SLO, cannot
 * run there, or memory is out. */
double slack_alone(const struct model *model, int app, int place);

/* The greatest over the apps, each on the first low-end GPU that it can use: a lower bound of what
 * LOWENERGY's worst p95 is over its SLO. NAN where no app has both. *app is whose it is, -1 with NAN; it may
 * be NULL. */
double slack_worst_low(const struct model *model, int *app);

/* ---- placement ---- */

/* What a placement of pods comes to: the temperature that each GPU nears at the load in force, if its pods
 * stand so and each has its share of its app's requests. A closed form for whoever tries a move before it is
 * made: mean power, and so neither bursts nor queues. */

struct placement_forecast {
    double temp_c[GPUS_MAX]; /* NAN: the GPU has none */
    int hottest;             /* -1: no GPU has a temperature */
};

/* `gpu_of` says where each instance stands. */
struct placement_forecast placement_forecast(const struct model *model, const int *gpu_of, double load,
                                             double water_c);

/* ---- clocks ---- */

/* Which clocks there are to choose from: for the knob clock_mhz of a run, a GPU or an app, those at which all
 * that it concerns have a profile (model/build/points.c). */

/* Ascending; how many. 0: the knob is another one, or what it concerns has one clock. */
size_t clocks_of(const struct model *model, struct knob_ref knob, double clocks[CLOCKS_MAX]);

#endif
