/* Routers: which instance serves a request. The engine asks at three kinds of event, each until the answer is
 * HOLD or says that nothing more follows: an arrival of an app, an instance that fell idle, and a scan (an
 * intensity sample, an edit, a change of policy). This is exact because every pass runs to a fixed point:
 * nothing startable is left behind, so an event can only open what it touches. A router keeps plain data
 * without pointers in `state`. */
#ifndef WATTIF_POLICY_ROUTER_H
#define WATTIF_POLICY_ROUTER_H

#include "engine/policy/view.h"
#include "engine/model/reason.h"

enum action_kind {
    ACTION_HOLD,  /* nothing (more) to do */
    ACTION_START, /* the app's oldest waiting request starts on this idle instance */
    ACTION_SEND   /* it goes to this instance for good: starts if idle, else joins its queue */
};

struct action {
    uint8_t kind, reason; /* enum action_kind, enum reason */
    bool more;            /* ask again after applying this one */
    uint8_t app;
    int32_t instance;
};

struct router {
    size_t (*state_size)(const struct model *model); /* NULL: none */
    /* State is zeroed before; called at the start of a run and when the policy is switched to. */
    void (*start)(const struct view *view, void *state);
    struct action (*on_arrival)(const struct view *view, void *state, int app);
    struct action (*on_idle)(const struct view *view, void *state, int instance);
    struct action (*on_scan)(const struct view *view, void *state);
    /* A request of `app` (this batch) finished on `instance` after processing for this long; NULL: not
     * interested. */
    void (*on_complete)(const struct view *view, void *state, int app, int instance, int32_t batch,
                        int64_t processing_ns);
    /* The operands of the rule for the head of this app's queue, for the decision log; NULL: the rule has
     * none. */
    void (*operands)(const struct view *view, void *state, int app, int64_t *ct_ns, int64_t *el_ns);
    bool uses_queues; /* may answer SEND to a busy instance: the run needs a pool */
};

/* NULL when the id is no router. */
const struct router *router_of(enum policy_id id);

static inline struct action action_hold(void)
{
    return (struct action){.kind = ACTION_HOLD};
}

static inline struct action action_start(int app, int instance, enum reason reason, bool more)
{
    return (struct action){.kind = ACTION_START,
                           .reason = (uint8_t)reason,
                           .more = more,
                           .app = (uint8_t)app,
                           .instance = instance};
}

static inline struct action action_send(int app, int instance, enum reason reason)
{
    return (struct action){
        .kind = ACTION_SEND, .reason = (uint8_t)reason, .app = (uint8_t)app, .instance = instance};
}

#endif
