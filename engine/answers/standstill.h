/* A standstill: what the GPUs would emit, how late and how accurate they would be if everything stayed as it
 * is at one instant: the load, the intensity, the knobs. It is a short scenario without edits, which the
 * engine serves some 20,000 requests of; what it says is read off its summary and counted at the intensity of
 * the instant, because energy knows no grid. Outages of cutting GPUs are not in it. */
#ifndef WATTIF_ANSWERS_STANDSTILL_H
#define WATTIF_ANSWERS_STANDSTILL_H

#include "engine/sim/run.h"

/* The scenario of it, layouts fixed by hand: what is in force at t becomes what it begins with. The recording
 * says how many requests come an hour, and so how long it takes. False when out of memory. The caller frees.
 */
bool standstill_scenario(const struct scenario *scenario, const struct recording *recording, int64_t t_ns,
                         struct scenario *still);

struct standstill {
    bool known;                 /* else nothing below is */
    enum provenance provenance; /* the least certain kind of row that any of its energy rests on */
    bool overloaded;            /* queues grow and grow: tails mean nothing */
    double carbon_g_per_h;      /* PUE included; NAN where no intensity is known */
    double power_w;             /* of all GPUs, before PUE */
    int n_apps;
    double tail_ms[APPS_MAX];  /* at the app's own percentile; NAN: nothing was served */
    double limit_ms[APPS_MAX]; /* its SLO in force; NAN: none */
    double accuracy[APPS_MAX]; /* NAN: unknown */
    double accuracy_change;    /* Clover's, per cent; NAN where the run has no such thing */
    double f;                  /* Clover's objective, per cent; NAN likewise, or where BASE is not measured */
};

/* What the finished standstill of `model`'s run at t says, at this intensity in g/kWh (NAN: unknown). */
struct standstill standstill_of(const struct model *model, const struct summary *summary, int64_t t_ns,
                                double ci);

/* Leaves out the apps of other pools: nothing is known of them any more. */
void standstill_narrow(struct standstill *still, const struct scenario *scenario, int pool);

/* The app that is closest to its SLO, or farthest beyond; where none has one, the slowest; -1: none served.
 */
int standstill_worst(const struct standstill *still);

#endif
