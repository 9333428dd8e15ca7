/* The list of what was tried. */
#include "engine/sim/evaluation_history.h"

#include "engine/sim/chunks.h"

#include <stdlib.h>

enum { FIRST_CHUNK = 16 };

_Static_assert(EVALUATIONS_MAX == FIRST_CHUNK * ((1 << EVALUATION_CHUNKS) - 1), "all chunks are used");

static struct evaluation *entry(const struct evaluation_history *history, int k)
{
    return &history->chunks[chunk_of(k, FIRST_CHUNK)][chunk_place(k, FIRST_CHUNK)];
}

bool evaluation_history_put(struct evaluation_history *history, const struct evaluation *evaluation)
{
    if (history->n == EVALUATIONS_MAX) {
        atomic_fetch_add_explicit(&history->dropped, 1, memory_order_relaxed);
        return true;
    }
    int chunk = chunk_of(history->n, FIRST_CHUNK);
    if (!history->chunks[chunk] &&
        !(history->chunks[chunk] = malloc(chunk_size(chunk, FIRST_CHUNK) * sizeof **history->chunks)))
        return false;
    *entry(history, history->n++) = *evaluation;
    return true;
}

void evaluation_history_publish(struct evaluation_history *history)
{
    atomic_store_explicit(&history->published, history->n, memory_order_release);
}

void evaluation_history_free(struct evaluation_history *history)
{
    for (int c = 0; c < EVALUATION_CHUNKS; c++)
        free(history->chunks[c]);
}

int evaluation_history_count(const struct evaluation_history *history)
{
    return atomic_load_explicit(&history->published, memory_order_acquire);
}

const struct evaluation *evaluation_history_get(const struct evaluation_history *history, int k)
{
    return entry(history, k);
}

int evaluation_history_until(const struct evaluation_history *history, int64_t t_ns)
{
    int first = 0, end = evaluation_history_count(history); /* the first that ended later lies in between */
    while (first < end) {
        int middle = first + (end - first) / 2;
        if (entry(history, middle)->end_ns <= t_ns)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* The first entry of this search or a later one. */
static int search_begin(const struct evaluation_history *history, int search)
{
    int first = 0, end = evaluation_history_count(history);
    while (first < end) {
        int middle = first + (end - first) / 2;
        if (entry(history, middle)->search < search)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

int evaluation_history_search(const struct evaluation_history *history, int search, int *first)
{
    *first = search_begin(history, search);
    return search < INT32_MAX ? search_begin(history, search + 1) - *first
                              : evaluation_history_count(history) - *first;
}

bool evaluation_history_copy(struct evaluation_history *to, const struct evaluation_history *from,
                             int64_t t_ns)
{
    int n = evaluation_history_until(from, t_ns);
    for (int k = 0; k < n; k++)
        if (!evaluation_history_put(to, entry(from, k)))
            return false;
    return true;
}
