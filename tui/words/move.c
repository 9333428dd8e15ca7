#include "tui/words/move.h"

#include "engine/base/text.h"

#include <math.h>

const struct pod_move *move_at(const struct recording *recording, int64_t t_ns, int64_t within_ns)
{
    const struct move_history *history = &recording->moves;
    int last = move_history_count(history) - 1;
    while (last >= 0 && history->moves[last].t_ns > t_ns)
        last--;
    while (last > 0 && history->moves[last - 1].t_ns == history->moves[last].t_ns)
        last--;
    return last >= 0 && t_ns - history->moves[last].t_ns <= within_ns ? &history->moves[last] : NULL;
}

void move_print_pod(const struct recording *recording, const struct pod_move *move, char *out, size_t size)
{
    text_print(out, size, "%s", recording->apps[move->app].name);
    if (move->number > 0)
        text_append(out, size, "/%d", (int)move->number);
}

void move_print_way(const struct recording *recording, const struct pod_move *move, char *out, size_t size)
{
    text_print(out, size, "%s", recording->gpus[move->from].name);
    if (!isnan(move->from_c))
        text_append(out, size, " %.1f C", move->from_c);
    text_append(out, size, " to %s", recording->gpus[move->to].name);
    if (!isnan(move->to_c))
        text_append(out, size, " %.1f C", move->to_c);
}
