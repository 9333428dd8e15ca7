#include "engine/sim/water_history.h"

#include <stdlib.h>
#include <string.h>

#define WATER_NAME(id, name, sentence) name,
const char *const water_reason_names[WATER_REASON_COUNT] = {WATER_REASONS(WATER_NAME)};
#undef WATER_NAME

#define WATER_SENTENCE(id, name, sentence) sentence,
const char *const water_reason_sentences[WATER_REASON_COUNT] = {WATER_REASONS(WATER_SENTENCE)};
#undef WATER_SENTENCE

bool water_history_begin(struct water_history *history)
{
    history->changes = calloc(WATER_CHANGES_MAX, sizeof *history->changes);
    return history->changes != NULL;
}

void water_history_put(struct water_history *history, const struct water_change *change)
{
    if (history->changes && history->n < WATER_CHANGES_MAX)
        history->changes[history->n] = *change;
    history->n++;
}

void water_history_publish(struct water_history *history)
{
    atomic_store_explicit(&history->published, history->n, memory_order_release);
}

void water_history_free(struct water_history *history)
{
    free(history->changes);
    history->changes = NULL;
}

int water_history_count(const struct water_history *history)
{
    int n = atomic_load_explicit(&history->published, memory_order_acquire);
    return !history->changes ? 0 : n < WATER_CHANGES_MAX ? n : (int)WATER_CHANGES_MAX;
}

void water_history_copy(struct water_history *to, const struct water_history *from, int64_t t_ns)
{
    int n = water_history_count(from);
    while (n > 0 && from->changes[n - 1].t_ns > t_ns)
        n--;
    if (!to->changes || n == 0)
        return;
    memcpy(to->changes, from->changes, (size_t)n * sizeof *to->changes);
    to->n = n;
}
