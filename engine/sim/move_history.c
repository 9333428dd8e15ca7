/* A list with room for all that is kept. */
#include "engine/sim/move_history.h"

#include <stdlib.h>
#include <string.h>

#define MOVE_NAME(id, name, sentence) name,
const char *const move_reason_names[MOVE_REASON_COUNT] = {MOVE_REASONS(MOVE_NAME)};
#undef MOVE_NAME

#define MOVE_SENTENCE(id, name, sentence) sentence,
const char *const move_reason_sentences[MOVE_REASON_COUNT] = {MOVE_REASONS(MOVE_SENTENCE)};
#undef MOVE_SENTENCE

bool move_history_begin(struct move_history *history)
{
    history->moves = calloc(MOVES_KEPT, sizeof *history->moves);
    return history->moves != NULL;
}

void move_history_put(struct move_history *history, const struct pod_move *move)
{
    if (history->moves && history->n < MOVES_KEPT)
        history->moves[history->n] = *move;
    history->n++;
}

void move_history_publish(struct move_history *history)
{
    atomic_store_explicit(&history->published, history->n, memory_order_release);
}

void move_history_free(struct move_history *history)
{
    free(history->moves);
    history->moves = NULL;
}

int move_history_count(const struct move_history *history)
{
    int n = atomic_load_explicit(&history->published, memory_order_acquire);
    return !history->moves ? 0 : n < MOVES_KEPT ? n : (int)MOVES_KEPT;
}

void move_history_copy(struct move_history *to, const struct move_history *from, int64_t t_ns)
{
    int n = move_history_count(from);
    while (n > 0 && from->moves[n - 1].t_ns > t_ns)
        n--;
    if (!to->moves || n == 0)
        return;
    memcpy(to->moves, from->moves, (size_t)n * sizeof *to->moves);
    to->n = n;
}
