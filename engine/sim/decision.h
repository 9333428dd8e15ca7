/* Decisions: what a policy answered and why. The engine validates and applies actions; on demand it logs them
 * with the operands of the rule, by re-running a window from the nearest snapshot. Logging changes no byte of
 * a run. */
#ifndef WATTIF_SIM_DECISION_H
#define WATTIF_SIM_DECISION_H

#include "engine/model/reason.h"

#include <stddef.h>
#include <stdint.h>

struct decision {
    int64_t t_ns;
    int32_t app, instance, batch;
    int64_t request; /* index within the app */
    uint8_t reason;  /* enum reason */
    uint8_t queued;  /* 1: appended to an instance's queue rather than started */
    /* operands, NAN / -1 where the rule has none */
    int64_t arrived_ns, start_ns, estimate_ns, deadline_ns; /* AT, CT, EL, EXFT */
    double cir, cit;
};

enum { DECISIONS_MAX = 4096 };

struct decision_log {
    size_t count; /* seen in the window, may exceed DECISIONS_MAX */
    size_t kept;  /* the last ones, oldest first */
    struct decision kept_list[DECISIONS_MAX];
};

#endif
