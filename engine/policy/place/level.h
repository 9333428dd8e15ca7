/* How far InferCool goes for an app (infercool.md 2.6): its own level, or the run's. */
#ifndef WATTIF_POLICY_PLACE_LEVEL_H
#define WATTIF_POLICY_PLACE_LEVEL_H

#include "engine/policy/view.h"

enum infercool_level { LEVEL_BYPASS, LEVEL_PLACEMENT, LEVEL_REDEPLOYMENT, LEVEL_REQUESTS };

static inline enum infercool_level level_of(const struct view *view, int app)
{
    return (enum infercool_level)view_knob(view, KNOB_REASSIGNMENT_LEVEL, -1, app);
}

#endif
