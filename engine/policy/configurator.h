/* Configurators: how GPUs are cut into slices and which variant stands on each. One is woken at the start, at
 * each carbon sample, at each edit and by its own timer; it looks, and says what is to be done. The engine
 * validates, realises the graph on the GPUs (mig_realise: as many as possible keep their cut), charges the
 * outage, and keeps the evaluation for whoever wants to know why. State is plain data without pointers. */
#ifndef WATTIF_POLICY_CONFIGURATOR_H
#define WATTIF_POLICY_CONFIGURATOR_H

#include "engine/policy/evaluation.h"
#include "engine/policy/scheme.h"
#include "engine/policy/view.h"

/* Filled in by the engine before each wake: what has been measured since the window was opened. Requests
 * count that arrived in it: those in service with their eventual response, those queued with their age
 * (clover.md section 2.1 step 4). */
struct measured {
    bool steady;     /* every GPU is cut as ordered and every slice is up or empty */
    bool was_empty;  /* the queues of all apps were empty at some wake since all became steady */
    bool open;       /* a window is open */
    double seconds;  /* since it was opened */
    double energy_j; /* IT energy of the pool's GPUs in it */
    struct {
        int64_t arrived, completed;
        double accuracy; /* mean over the completed; NAN where none */
        double
            tail_ms; /* the app's own percentile, sketched (0.8 %), on the right side of the SLO; NAN: none */
    } apps[DERIVED_APPS_MAX];
};

/* What is to be done now. All zero: nothing, until the next sample or edit. */
struct proposal {
    bool deploy;     /* configure the GPUs as `graph` */
    bool free;       /* at no outage: ORACLE, and any policy at the start of the run */
    bool replicated; /* `graph` is that of one GPU, for each; else the sum over all */
    struct graph graph;
    bool open_window; /* begin to measure now; what was measured before is forgotten */
    bool close_window;
    int64_t wake_ns; /* time of the next timer, later than now; 0: none. It replaces the one before */
    int n_told;      /* evaluations for the recording, which end now: the engine writes end_ns, and numbers
                        searches through over all schemes of the run */
    struct evaluation told[4];
};

struct configurator {
    struct decider decider;
    /* The state is zeroed before WAKE_START, which comes at the start of a run or when the policy is switched
     * to (view->now_ns tells). */
    void (*wake)(const struct view *view, void *state, enum wake why, const struct measured *measured,
                 struct proposal *proposal);
};

#endif
