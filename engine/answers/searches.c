#include "engine/answers/searches.h"

#include <math.h>
#include <stdlib.h>

static void take_entry(struct search *search, const struct evaluation *entry, int k)
{
    search->end_ns = entry->end_ns;
    switch ((enum evaluation_kind)entry->kind) {
    case EVALUATION_BEGIN:
        search->trigger = entry->reason;
        search->ci = entry->ci;
        break;
    case EVALUATION_END:
        search->kept = k;
        break;
    default:
        search->first_try = search->n_tries == 0 ? k : search->first_try;
        search->n_tries++;
        search->measured += entry->kind == EVALUATION_MEASURED;
        search->cached += entry->kind == EVALUATION_CACHED;
        search->met += entry->compliant != 0;
    }
}

static struct search *begin_search(struct searches *searches, const struct evaluation *entry)
{
    struct search *search = &searches->items[searches->n++];
    *search = (struct search){.number = entry->search,
                              .begin_ns = entry->begin_ns,
                              .trigger = -1,
                              .ci = entry->ci,
                              .ci_before = (double)NAN,
                              .kept = -1};
    if (searches->n > 1)
        search->ci_before = search[-1].ci;
    return search;
}

bool searches_read(struct searches *searches, const struct recording *recording)
{
    const struct chronicle *history = &recording->evaluations;
    int count = chronicle_count(history);
    if (count == searches->seen)
        return false;
    free(searches->items);
    *searches = (struct searches){.seen = count};
    searches->items = count > 0 ? malloc((size_t)count * sizeof *searches->items) : NULL;
    for (int k = 0; searches->items && k < count; k++) {
        const struct evaluation *entry = chronicle_get(history, k);
        struct search *last = searches->n > 0 ? &searches->items[searches->n - 1] : NULL;
        if (!last || last->number != entry->search)
            last = begin_search(searches, entry);
        take_entry(last, entry, k);
    }
    return true;
}

void searches_free(struct searches *searches)
{
    free(searches->items);
    *searches = (struct searches){0};
}

int searches_at(const struct searches *searches, int64_t t_ns)
{
    int at = searches->n - 1;
    while (at > 0 && searches->items[at].begin_ns > t_ns)
        at--;
    return at;
}
