/* Decisions: what a policy answered and why. The engine validates and applies actions; on demand it logs them
 * with the operands of the rule, by re-running a window from the nearest snapshot. Logging changes no byte of
 * a run. */
#ifndef WATTIF_SIM_DECISION_H
#define WATTIF_SIM_DECISION_H

#include "engine/model/reason.h"

#include <stddef.h>

/* A place where the request can be served, as it was when the policy answered. */
struct decision_place {
    int32_t instance; /* -1: there is none */
    int32_t gpu;      /* where it stood then: pods move */
    int32_t place;    /* where the costs of what it held stand (model_cost_of) */
    int32_t app;      /* of the request in service there, -1 = idle */
    int64_t request;  /* that request */
    int32_t queue;    /* requests in the instance's own queue */
    int64_t free_ns;  /* when it will have served all that; -1: not known (turns on a time-shared GPU, a queue
                         of more than DECISION_QUEUE_MAX) */
};

/* One of the equals among which a picker chose (picker.h). */
enum { DECISION_CANDIDATES = 8 };
struct decision_candidate {
    int32_t instance, gpu; /* where it stood then */
    double weight;         /* what it was judged by: the predicted temperature, C; NAN: not looked at */
};

struct decision {
    int64_t t_ns;
    int32_t app, instance, batch;
    int64_t request; /* index within the app */
    uint8_t reason;  /* enum reason */
    uint8_t queued;  /* 1: appended to an instance's queue rather than started */
    /* operands, NAN / -1 where the rule has none */
    int64_t arrived_ns, start_ns, estimate_ns, deadline_ns; /* AT, CT, EL, EXFT */
    double cir, cit;
    int64_t estimate_seen;       /* processing times that EL is the mean of; 0: EL is the profile's */
    int64_t share_ns;            /* DYBATCH: high-end service time of the app before this request */
    double ci, aci;              /* in force, g/kWh; CIR = CI / ACI */
    double water_c;              /* that is supplied; NAN: no GPU has a temperature */
    uint64_t waiting;            /* bit a: app a had a request waiting, this one included */
    struct decision_place here;  /* `instance` */
    struct decision_place other; /* where else it could have gone: of the app's other instances one of another
                                    class if there is one, of these the one with the least to do */
    int64_t end_ns;              /* when it was served; -1: after the window */
    int32_t chosen_first;        /* what the router would have taken; -1: nobody chose among equals */
    int32_t n_candidates;        /* of these the first are kept, in the order of the app's instances */
    struct decision_candidate candidates[DECISION_CANDIDATES];
};

enum { DECISIONS_MAX = 4096, DECISION_QUEUE_MAX = 256 };

struct decision_log {
    struct decision pick; /* of the action that is about to be written down: what a picker weighed */
    size_t count;         /* seen in the window, may exceed DECISIONS_MAX */
    size_t kept;          /* the last ones, oldest first */
    struct decision kept_list[DECISIONS_MAX];
};

#endif
