/* Pickers: which of several equal instances serves a request (layer place; composition.md CO-C6, CO-C7). A
 * router chooses, and says with its action whether an equal of the instance that it names would do as well;
 * then the engine puts the equals together and the picker takes one. Equal is what has the same cost for the
 * app, variant and slice that is, at the same clock, and is of the same class. A router that remembers where
 * requests are is told (on_redirect, CO-C18). State is plain data without pointers. */
#ifndef WATTIF_POLICY_PICKER_H
#define WATTIF_POLICY_PICKER_H

#include "engine/policy/router.h"

struct picker {
    size_t (*state_size)(const struct model *model); /* NULL: none */
    /* The place in the list of the one to take, of n >= 2, in the order of the app's list, the action's own
     * among them. ACTION_START: they are idle. ACTION_SEND: they may have something to do. The state is
     * zeroed at the start of a run and when the policy is switched to. */
    int (*pick)(const struct view *view, void *state, const struct action *action, const int32_t *instances,
                int n);
    /* For whoever wants to see: what `pick` would judge each of these by, NAN where it does not look. NULL:
     * it judges by nothing that is a number. Changes no state. */
    void (*weigh)(const struct view *view, const void *state, const struct action *action,
                  const int32_t *instances, int n, double *weights);
};

/* NULL where the policy leaves the choice to the router (none). */
const struct picker *picker_of(enum policy_id id);

#endif
