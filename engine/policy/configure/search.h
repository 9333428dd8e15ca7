/* What CLOVER and BLOVER have in common (clover.md sections 2.1 and 2.3): when a search begins, how a
 * proposal is tried on the running GPUs, when the search ends and what it leaves deployed. They differ by how
 * a proposal is drawn, and by whether there is an annealer that moves the centre.
 *
 * Between searches a window of 300 s after another is watched. A search draws a proposal, deploys it, waits
 * until it is up and the queues have been empty once, measures it, judges it, and draws the next; then it
 * keeps the best of what it saw. What the cache knows is judged at once and takes no time. */
#ifndef WATTIF_POLICY_CONFIGURE_SEARCH_H
#define WATTIF_POLICY_CONFIGURE_SEARCH_H

#include "engine/policy/configure/proposals.h"
#include "engine/policy/configure/score.h"
#include "engine/policy/configurator.h"

enum search_phase {
    SEARCH_BEGIN,  /* nothing was done yet */
    SEARCH_NEXT,   /* a proposal is to be drawn */
    SEARCH_DEPLOY, /* ordered: until it is up */
    SEARCH_SETTLE, /* until the queues have been empty once, at most settle_s */
    SEARCH_MEASURE,
    SEARCH_KEEP, /* what stays was ordered: until it is up */
    SEARCH_REST, /* as SETTLE, before the first period is watched */
    SEARCH_WATCH,
    SEARCH_PHASES
};

/* What was evaluated once is not evaluated again: the outcomes of the graphs that searches have measured.
 * What was tried longest ago is the first to go. It also knows which graphs the current search has tried:
 * never more than there is room for. Plain data without padding, in the run's block. */

enum { SEARCH_CACHE_SIZE = CLOVER_TRIES_MAX + 1, SEARCH_NONE = -1 }; /* all of a search, and its centre */

struct search_cache_entry {
    struct graph graph;
    struct outcome outcome;
    int64_t tried;  /* the larger, the later */
    int64_t search; /* that last tried it, or SEARCH_NONE */
    int64_t passing;
    uint64_t clocks; /* at which it was measured */
};

struct search_cache {
    int64_t n, clock;
    uint64_t clocks; /* in force: whatever is asked or told below is of these alone */
    struct search_cache_entry entries[SEARCH_CACHE_SIZE];
};

/* What the graph does, or NULL. Valid until the cache changes. */
const struct outcome *search_cache_find(const struct search_cache *cache, const struct graph *graph);

/* Remembers it, and that this search has tried it; in place of what was tried longest ago when there is no
 * room. `passing`: it was measured behind a queue that others had left, and says little of the graph itself.
 */
void search_cache_put(struct search_cache *cache, const struct graph *graph, const struct outcome *outcome,
                      int64_t search, bool passing);

void search_cache_drop(struct search_cache *cache, const struct graph *graph);
void search_cache_drop_passing(struct search_cache *cache);

/* The graphs that this search has tried, at the clocks in force; how many. */
int search_cache_tried(const struct search_cache *cache, int64_t search,
                       const struct graph *tried[SEARCH_CACHE_SIZE]);

/* A graph and what it does, where that is known. */
struct candidate {
    struct graph graph;
    struct outcome outcome;
    int64_t known;
};

/* Plain data without padding, in the run's block. */
struct search {
    struct search_cache cache;
    struct candidate centre; /* BLOVER: what the search began with */
    struct graph trial, deployed;
    struct lots lots;
    struct objective terms; /* that the search began with: any change is a reason for another */
    double load;            /* that the cache is of */
    int64_t phase, since_ns;
    int64_t number; /* of the search, from 0 */
    int64_t step, misses, begun_ns, ordered_ns;
    int64_t late_periods;               /* in a row */
    int64_t behind_queue;               /* the open window was opened before the queues had been empty */
    int64_t finished[DERIVED_APPS_MAX]; /* by each app when the window was opened */
};

struct search_scheme {
    /* A proposal for this search, with its lots; false: there is none left. */
    bool (*draw)(const struct view *view, struct search *search, struct graph *out);
    bool anneals;
};

/* A configurator's state and wake. */
size_t search_state_size(const struct model *model);
void search_wake(const struct search_scheme *scheme, const struct view *view, struct search *search,
                 enum wake why, const struct measured *measured, struct proposal *proposal);

#endif
