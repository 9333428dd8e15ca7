/* A plain list: 256 comparisons of graphs that differ early are nothing beside the seconds that one
 * evaluation takes. */
#include "engine/policy/configure/search_cache.h"

#include <string.h>

/* Its number, or -1. */
static int64_t index_of(const struct search_cache *cache, const struct graph *graph)
{
    for (int64_t k = 0; k < cache->n; k++)
        if (cache->entries[k].clocks == cache->clocks && graph_equal(&cache->entries[k].graph, graph))
            return k;
    return -1;
}

const struct outcome *search_cache_find(const struct search_cache *cache, const struct graph *graph)
{
    int64_t k = index_of(cache, graph);
    return k >= 0 ? &cache->entries[k].outcome : NULL;
}

static struct search_cache_entry *make_room(struct search_cache *cache)
{
    if (cache->n < SEARCH_CACHE_SIZE)
        return &cache->entries[cache->n++];
    struct search_cache_entry *oldest = &cache->entries[0];
    for (int64_t k = 1; k < cache->n; k++)
        if (cache->entries[k].tried < oldest->tried)
            oldest = &cache->entries[k];
    return oldest;
}

void search_cache_put(struct search_cache *cache, const struct graph *graph, const struct outcome *outcome,
                      int64_t search, bool passing)
{
    int64_t k = index_of(cache, graph);
    struct search_cache_entry *entry = k >= 0 ? &cache->entries[k] : make_room(cache);
    *entry = (struct search_cache_entry){.graph = *graph,
                                         .outcome = *outcome,
                                         .tried = ++cache->clock,
                                         .search = search,
                                         .passing = passing,
                                         .clocks = cache->clocks};
}

/* What is not in use stays zero, so that equal states are equal bytes. */
static void remove_entry(struct search_cache *cache, int64_t k)
{
    struct search_cache_entry *last = &cache->entries[--cache->n];
    cache->entries[k] = *last;
    memset(last, 0, sizeof *last);
}

void search_cache_drop(struct search_cache *cache, const struct graph *graph)
{
    int64_t k = index_of(cache, graph);
    if (k >= 0)
        remove_entry(cache, k);
}

void search_cache_drop_passing(struct search_cache *cache)
{
    for (int64_t k = cache->n; k-- > 0;)
        if (cache->entries[k].passing)
            remove_entry(cache, k);
}

void search_cache_empty(struct search_cache *cache)
{
    uint64_t clocks = cache->clocks;
    memset(cache, 0, sizeof *cache);
    cache->clocks = clocks;
}

bool search_cache_is_tried(const struct search_cache *cache, int64_t k, int64_t search)
{
    return cache->entries[k].search == search && cache->entries[k].clocks == cache->clocks;
}

int search_cache_tried(const struct search_cache *cache, int64_t search,
                       const struct graph *tried[SEARCH_CACHE_SIZE])
{
    int n = 0;
    for (int64_t k = 0; k < cache->n; k++)
        if (search_cache_is_tried(cache, k, search))
            tried[n++] = &cache->entries[k].graph;
    return n;
}
