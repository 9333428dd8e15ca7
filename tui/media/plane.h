/* A table of an account that is a plane, on a canvas: the way of a knob from step to step, the stairs of what
 * nothing beats, a sign a point, hollow where a limit is broken, names where there is room, and what the
 * signs mean. */
#ifndef WATTIF_TUI_MEDIA_PLANE_H
#define WATTIF_TUI_MEDIA_PLANE_H

#include "engine/account/account.h"
#include "tui/term/canvas.h"

/* `choosing`: the row that is chosen has brackets, and rows can be clicked, from this number of a step on;
 * else there is no legend. `chosen` NULL: none is. */
void media_plane(const struct account_part *part, const struct account_row *chosen, bool choosing,
                 size_t first_step, struct rect rect, enum role ground, struct canvas *canvas);

/* From the row of this number to the nearest with a step in a direction (-1..1, one of them 0), as it is
 * drawn in `rect`; the same: there is none. */
size_t media_plane_walk(const struct account_part *part, size_t row, struct rect rect, int dx, int dy);

#endif
