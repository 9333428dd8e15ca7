/* Which GPU gets which of the models that a configurator has ordered (CO-C19): where the hottest GPU stays
 * coolest (assign.h), as at the start of a run; what is deployed later finds the rest fixed
 * (infercool.md 2.3). A model that is there already, or on its way, stays; the others would be out for the
 * change in any case, so they may go to any slice of their size, at no outage that there would not be
 * without. The order itself, which variants on which slices, is the configurator's. */
#ifndef WATTIF_POLICY_PLACE_DEPLOYMENT_H
#define WATTIF_POLICY_PLACE_DEPLOYMENT_H

#include "engine/policy/place/warm_pods.h"
#include "engine/policy/placer.h"

void deployment_cool(const struct view *view, const struct app_rates *rates, struct deployment *deployment);

#endif
