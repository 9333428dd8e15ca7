/* Profiles and workloads as lists show them beside them: a plot, its statistics, where it comes from. */
#ifndef WATTIF_TUI_VIEWS_ITEM_PREVIEW_H
#define WATTIF_TUI_VIEWS_ITEM_PREVIEW_H

#include "engine/model/profile.h"
#include "engine/model/workload.h"
#include "store/store.h"
#include "tui/widgets/parts.h"

/* Latency and power over batch, a curve for each GPU, slice and variant, the first few; its rows by what they
 * rest on. `curve` steps on to other curves. */
void profile_preview(struct lines *lines, const struct profile_set *set, int curve);
/* Curves that there are. */
int profile_curves(const struct profile_set *set);
/* Requests over time, with mean, least, most, days and gaps. */
void workload_preview(struct lines *lines, const struct workload *workload);
/* Source, licence, when it came, which saved runs use this version. */
void facts_preview(struct lines *lines, const struct store_facts *facts);

#endif
