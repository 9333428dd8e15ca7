/* Derived inputs: what must be simulated before a run can begin (composition.md section 2, "Derived inputs"):
 * BASE's tail latency (the SLO `base`, L_tail), BASE's energy per request (C_base), and the table that ORACLE
 * looks up. engine/explore/derive/derive.h computes them; a policy only reads. None of them depends on
 * intensity, PUE, lambda or any other weight, so turning those computes nothing again. */
#ifndef WATTIF_MODEL_DERIVED_H
#define WATTIF_MODEL_DERIVED_H

#include "engine/model/graph.h"

#include <stdint.h>

enum { DERIVED_APPS_MAX = 8 };

/* What one configuration does at the scenario's load. IT energy: PUE and intensity are put on by whoever
 * asks. Standard errors are of batch means; 0 where nothing was simulated. */
struct derived_point {
    double energy_j; /* per request, of all GPUs, idle power included */
    double energy_se_j;
    double
        accuracy_change; /* per cent, <= 0: mean of the apps' relative losses, weighted by requests served */
    double tail_ms[DERIVED_APPS_MAX]; /* INFINITY: it cannot carry the load */
    double tail_se_ms[DERIVED_APPS_MAX];
};

/* Immutable once made; shared by reference. */
struct derived {
    uint64_t hash; /* of everything that it depends on */
    int n_apps;
    struct derived_point base;    /* BASE on n_base GPUs; base.tail_ms is the SLO `base` */
    int n_points;                 /* as many as the model has one-GPU graphs, or 0: no table was asked for */
    struct derived_point *points; /* [graph] replicated on the scenario's GPUs */
    _Atomic int references;
};

struct derived *derived_retain(struct derived *derived);
void derived_release(struct derived *derived);

#endif
