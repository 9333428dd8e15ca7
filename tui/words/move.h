/* A pod that went to another GPU, in words (engine/sim/move_history.h). */
#ifndef WATTIF_TUI_WORDS_MOVE_H
#define WATTIF_TUI_WORDS_MOVE_H

#include "engine/sim/recording.h"

#include <stddef.h>

/* The last one at or before t, no longer ago than `within_ns`, of several at once the first, for which the
 * others came; NULL: there is none. */
const struct pod_move *move_at(const struct recording *recording, int64_t t_ns, int64_t within_ns);

/* "yolo/3"; "images" where pods have no numbers. */
void move_print_pod(const struct recording *recording, const struct pod_move *move, char *out, size_t size);
/* "gpu01 45.0 C to gpu05 39.9 C". */
void move_print_way(const struct recording *recording, const struct pod_move *move, char *out, size_t size);

#endif
