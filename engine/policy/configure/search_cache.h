/* What was evaluated once is not evaluated again: the outcomes of the graphs that searches have measured.
 * What was tried longest ago is the first to go. It also knows which graphs the current search has tried:
 * never more than there is room for. Plain data without padding, in the run's block. */
#ifndef WATTIF_POLICY_CONFIGURE_SEARCH_CACHE_H
#define WATTIF_POLICY_CONFIGURE_SEARCH_CACHE_H

#include "engine/policy/configure/outcome.h"

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
void search_cache_empty(struct search_cache *cache);

/* Has this search tried the entry, at the clocks in force? */
bool search_cache_is_tried(const struct search_cache *cache, int64_t k, int64_t search);

/* The graphs that it has so tried; how many. */
int search_cache_tried(const struct search_cache *cache, int64_t search,
                       const struct graph *tried[SEARCH_CACHE_SIZE]);

#endif
