/* Two tables of one model. A file speaks of the curves that are in it: (GPU, slice, variant). What the
 * library knows of the same model elsewhere stays, so that a measured GPU stands beside the others and the
 * presets that use those still run. */
#ifndef WATTIF_STORE_LIBRARY_PROFILE_MERGE_H
#define WATTIF_STORE_LIBRARY_PROFILE_MERGE_H

#include "store/library/item.h"

/* Both are profiles. Puts the rows of `old` whose curve is not in `item` before the rows of `item`; *kept is
 * how many. Where there are any, the source of `item` names both, and what `item` does not say of the model
 * as a whole (metric, overhead) or of a variant wherever it runs (accuracy, if the rows that stay agree on
 * it) is what `old` says. False with a message when the two contradict each other on the whole or memory is
 * out; `item` can then only be freed. */
bool profile_merge(struct item *item, const struct item *old, size_t *kept, struct error *error);

#endif
