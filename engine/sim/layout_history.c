/* The list of a GPU's layouts. */
#include "engine/sim/layout_history.h"

#include "engine/sim/chunks.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 32 };

const char *const slice_state_names[SLICE_STATE_COUNT] = {"empty", "up", "draining", "stopped", "loading"};

static struct recorded_layout *entry(const struct layout_history *history, int k)
{
    return &history->chunks[chunk_of(k, FIRST_CHUNK)][chunk_place(k, FIRST_CHUNK)];
}

static bool same_picture(const struct recorded_layout *a, const struct recorded_layout *b)
{
    return a->config == b->config && a->phase == b->phase &&
           memcmp(a->slices, b->slices, sizeof a->slices) == 0;
}

static bool add(struct layout_history *history, const struct recorded_layout *layout)
{
    int chunk = chunk_of(history->n, FIRST_CHUNK);
    if (chunk == LAYOUT_CHUNKS)
        return false;
    if (!history->chunks[chunk] &&
        !(history->chunks[chunk] = malloc(chunk_size(chunk, FIRST_CHUNK) * sizeof **history->chunks)))
        return false;
    *entry(history, history->n++) = *layout;
    return true;
}

/* What readers have seen stays as it is. */
bool layout_history_put(struct layout_history *history, const struct recorded_layout *layout)
{
    int published = atomic_load_explicit(&history->published, memory_order_relaxed);
    while (history->n > published && entry(history, history->n - 1)->t_ns == layout->t_ns)
        history->n--;
    if (history->n > 0 && same_picture(entry(history, history->n - 1), layout))
        return true;
    return add(history, layout);
}

void layout_history_publish(struct layout_history *history)
{
    atomic_store_explicit(&history->published, history->n, memory_order_release);
}

void layout_history_free(struct layout_history *history)
{
    for (int c = 0; c < LAYOUT_CHUNKS; c++)
        free(history->chunks[c]);
}

int layout_history_count(const struct layout_history *history)
{
    return atomic_load_explicit(&history->published, memory_order_acquire);
}

const struct recorded_layout *layout_history_get(const struct layout_history *history, int k)
{
    return entry(history, k);
}

const struct recorded_layout *layout_history_at(const struct layout_history *history, int64_t t_ns)
{
    int first = 0, end = layout_history_count(history); /* the first that is later than t lies in between */
    while (first < end) {
        int middle = first + (end - first) / 2;
        if (entry(history, middle)->t_ns <= t_ns)
            first = middle + 1;
        else
            end = middle;
    }
    return first > 0 ? entry(history, first - 1) : NULL;
}

bool layout_history_copy(struct layout_history *to, const struct layout_history *from, int64_t t_ns)
{
    int n = layout_history_count(from);
    for (int k = 0; k < n && entry(from, k)->t_ns <= t_ns; k++)
        if (!layout_history_put(to, entry(from, k)))
            return false;
    return true;
}
