/* Routers: which instance serves a request. The engine asks at three kinds of event, each until the answer is
 * HOLD or says that nothing more follows: an arrival of an app, an instance that fell idle, and a scan (an
 * intensity sample, an edit, a change of policy). This is exact because every pass runs to a fixed point:
 * nothing startable is left behind, so an event can only open what it touches. A router keeps plain data
 * without pointers in `state`. */
#ifndef WATTIF_POLICY_ROUTER_H
#define WATTIF_POLICY_ROUTER_H

#include "engine/policy/scheme.h"
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
    bool equals;          /* any equal of the instance will do: a picker may take another (picker.h) */
    int32_t app, instance;
    int32_t to_20[2]; /* bytes: one of 16 comes back in registers, which wait for its parts to be in memory */
};

/* What a rule looked at for the head of an app's queue; -1 where the rule has no such thing. */
struct operands {
    int64_t ct_ns, el_ns; /* CarbonDIS: earliest start on the low-end instance, estimated time there */
    int64_t el_seen;      /* how many processing times the estimate is the mean of; 0: it is the profile's */
    int64_t share_ns;     /* DYBATCH: high-end service time of the app before this request */
};

/* Routers that the event loop has an instance for, into which their functions are inlined (sim/loop.c). */
enum router_kind {
    ROUTER_OTHER,
    ROUTER_CARBONDIS,
    ROUTER_DYBATCH,
    ROUTER_RANDOM,
    ROUTER_OWN_FIFO,
    ROUTER_FIFO_PULL
};

struct router {
    struct decider decider;
    enum router_kind kind;
    /* State is zeroed before; called at the start of a run and when the policy is switched to. */
    void (*start)(const struct view *view, void *state);
    struct action (*on_arrival)(const struct view *view, void *state, int app);
    struct action (*on_idle)(const struct view *view, void *state, int instance);
    struct action (*on_scan)(const struct view *view, void *state);
    /* A request of `app` (this batch) finished on `instance` after processing for this long; NULL: not
     * interested. */
    void (*on_complete)(const struct view *view, void *state, int app, int instance, int32_t batch,
                        int64_t processing_ns);
    /* An idle instance stops serving; it comes back as one that falls idle. NULL: not interested. */
    void (*on_down)(const struct view *view, void *state, int instance);
    /* An instance goes at another clock from now on: what it served at `from`, a place (view_cost has the new
     * one), takes longer or shorter (CO-C17). NULL: not interested. */
    void (*on_clock)(const struct view *view, void *state, int instance, int from);
    /* Of the action just answered, which may name equals, a picker has taken this other instance than the
     * action's; it is applied next (CO-C18). NULL: not interested, or nothing remembered. */
    void (*on_redirect)(const struct view *view, void *state, const struct action *action, int instance);
    /* The operands of the rule behind this action, which was just answered and not applied yet, for the
     * decision log; NULL: the rule has none. */
    void (*operands)(const struct view *view, void *state, const struct action *action,
                     struct operands *operands);
    /* Nothing more is asked in this event: what was remembered from one question to the next is forgotten, so
     * that between events equal states are equal bytes. NULL: nothing is. */
    void (*rest)(void *state);
    bool keeps_idle; /* wants on_idle even when nothing waits */
};

static inline struct action action_hold(void)
{
    return (struct action){.kind = ACTION_HOLD};
}

static inline struct action action_start(int app, int instance, enum reason reason, bool more)
{
    return (struct action){
        .kind = ACTION_START, .reason = (uint8_t)reason, .more = more, .app = app, .instance = instance};
}

static inline struct action action_send(int app, int instance, enum reason reason)
{
    return (struct action){.kind = ACTION_SEND, .reason = (uint8_t)reason, .app = app, .instance = instance};
}

/* The same, and equal instances will do. */
static inline struct action action_of_equals(struct action action)
{
    action.equals = true;
    return action;
}

#endif
