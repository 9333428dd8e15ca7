/* Derived inputs: what must be simulated before a run can begin (composition.md section 2, "Derived inputs").
 * There are several kinds, each measured, hashed and kept by itself (engine/explore/derive), so that turning
 * what only one of them depends on measures nothing else again; a model is given those that its run needs as
 * one value to read. None depends on intensity, PUE, lambda or any other weight. */
#ifndef WATTIF_MODEL_DERIVED_H
#define WATTIF_MODEL_DERIVED_H

#include "engine/model/clover.h"

enum { DERIVED_APPS_MAX = 8, DERIVED_RISE_VALUES = 1002 };

enum derived_kind {
    DERIVED_BASE,  /* BASE: its tail latency (the SLO `base`, L_tail), and its energy per request (C_base) */
    DERIVED_TABLE, /* every graph that one GPU can have: what ORACLE looks up */
    DERIVED_RISES, /* how much each pod warms its GPU: what InferCool places by */
    DERIVED_KINDS
};

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

struct derived_key {
    enum derived_kind kind;
    uint64_t hash; /* of everything that it depends on */
};

/* One kind, as it was measured. Immutable once made; shared by reference. */
struct derived_part {
    struct derived_key key;
    int n_apps;
    int n_points;                 /* BASE: 1; the table: as many as the model has one-GPU graphs */
    struct derived_point *points; /* owned */
    double *values;               /* owned; of each point so many as its kind has (derived_values), or NULL */
    _Atomic int references;
};

/* Plain numbers that a point of this kind has instead of what derived_point names; 0: none. */
int derived_values(enum derived_kind kind);

/* NULL when out of memory; all points are zero. */
struct derived_part *derived_part_create(struct derived_key key, int n_apps, int n_points);
struct derived_part *derived_part_retain(struct derived_part *part);
void derived_part_release(struct derived_part *part);

/* What a model is given. Immutable once made; shared by reference. */
struct derived {
    int n_apps;
    struct derived_point base;                 /* BASE on n_base GPUs; base.tail_ms is the SLO `base` */
    int n_points;                              /* 0: no table is needed */
    const struct derived_point *points;        /* of the table: [graph] replicated on the scenario's GPUs */
    struct derived_part *parts[DERIVED_KINDS]; /* references; NULL: not needed */
    _Atomic int references;
};

/* Takes over the references, of which BASE's is there, also on failure. NULL when out of memory. */
struct derived *derived_create(struct derived_part *const parts[DERIVED_KINDS]);
struct derived *derived_retain(struct derived *derived);
void derived_release(struct derived *derived);

#endif
