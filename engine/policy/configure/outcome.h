/* What a controller feeds its judgement with (score.h): the knobs and the intensity in force, and what a
 * window has measured. */
#ifndef WATTIF_POLICY_CONFIGURE_OUTCOME_H
#define WATTIF_POLICY_CONFIGURE_OUTCOME_H

#include "engine/policy/configurator.h"
#include "engine/policy/configure/score.h"

/* In force now. The derived inputs must be there. */
struct objective objective_of(const struct view *view);

/* Of an open window over this graph. Energy is divided by the nominal requests of the window, not by those
 * counted in it, whose noise would decide. Where nobody was served the accuracy is that of the graph's
 * instances. */
struct outcome outcome_of_measured(const struct view *view, const struct graph *graph,
                                   const struct measured *measured);

/* An evaluation of the graph at this instant, with all that its score says; `outcome` may be NULL (not known:
 * NAN). The search's own numbers (temperature, centre, probability) are NAN and its to fill in. */
struct evaluation evaluation_of(const struct view *view, const struct graph *graph,
                                const struct outcome *outcome);

#endif
