/* Things of the library in lists: what a filter looks in, and what stands beside the list of the one that is
 * chosen. */
#ifndef WATTIF_TUI_VIEWS_ITEMS_H
#define WATTIF_TUI_VIEWS_ITEMS_H

#include "engine/answers/days.h"
#include "engine/model/profile.h"
#include "engine/model/scenario.h"
#include "engine/model/trace.h"
#include "store/store.h"
#include "tui/widgets/parts.h"
#include "tui/words/must.h"

enum { LISTED_TEXT = 500 };

/* The list itself, and of each item the text that a filter looks in. */
struct listed {                /* zero-initialise it */
    struct store_list list;    /* owned */
    char (*text)[LISTED_TEXT]; /* [item]; owned */
};

/* Puts the texts together once the list is what it is to be. False with a message. */
void listed_describe(struct listed *listed);
void listed_free(struct listed *listed);

/* What runs on what, under which schemes, on which grid. `trace` is the scenario's; NULL: the library has it
 * not. */
void scenario_preview(struct lines *lines, const struct scenario *scenario, const struct carbon_trace *trace);

/* A year at a glance, its statistics, what its grams count, its gaps, where it comes from. `year` is made of
 * the trace. */
void trace_preview(struct lines *lines, const struct carbon_trace *trace, const struct year *year);

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
