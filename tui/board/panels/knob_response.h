/* Where the focused knob leads, beside it: small curves of carbon and of what gets worse on the way, over the
 * knob's whole range, and the same metrics as columns beside a step down and up. */
#ifndef WATTIF_TUI_BOARD_PANELS_KNOB_RESPONSE_H
#define WATTIF_TUI_BOARD_PANELS_KNOB_RESPONSE_H

#include "engine/answers/metric.h"
#include "tui/board/scene.h"
#include "tui/explorer/response.h"

#include <stdbool.h>

/* Does this frame have room for the curves, and may they cost something? */
enum response_wish knob_response_wish(const struct scene *scene);

/* The rows that curves take in a panel of this width, of at most `most`; 0: there are none. */
int knob_response_rows(const struct scene *scene, int width, int most);
/* In as many rows. */
void knob_response_draw(const struct scene *scene, struct rect rect, struct canvas *canvas);

#endif
