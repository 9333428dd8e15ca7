/* The part of the tournament tree that is not on the hot path; see the header for the rest. */
#include "engine/base/tournament.h"

void tournament_clear(int64_t *tree, uint32_t width)
{
    for (uint32_t node = 0; node < 2 * width; node++)
        tree[node] = TOURNAMENT_NEVER;
}
