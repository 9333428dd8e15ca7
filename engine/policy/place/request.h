/* InferCool's request scheduling (infercool.md 2.5), in parts that tests and the inspector ask for, too. */
#ifndef WATTIF_POLICY_PLACE_REQUEST_H
#define WATTIF_POLICY_PLACE_REQUEST_H

#include "engine/policy/view.h"

#define REQUEST_SLICE_NS (500 * NS_PER_MS)
enum { REQUEST_SLICES_MAX = 64 }; /* half a minute; what is longer ends in one more */

/* The highest temperature that the instance's GPU comes to, from now until a request of this app and batch
 * ends there, waiting included; NAN: it has no temperature. What is queued counts as the app's usual batch.
 */
double request_peak_c(const struct view *view, int instance, int app, int32_t batch);

/* Of n instances those that are looked at, in order: the idle ones; where none is, the shorter half of the
 * queues (IC-N30). Returns how many, as places in the list. */
int request_candidates(const struct view *view, const int32_t *instances, int n, int32_t *places);

#endif
