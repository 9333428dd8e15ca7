/* The board: the dashboard drawn from a scene, which it does not change. */
#ifndef WATTIF_TUI_BOARD_BOARD_H
#define WATTIF_TUI_BOARD_BOARD_H

#include "tui/term/canvas.h"
#include "tui/board/scene.h"

/* Below the smallest size a message with the current and the needed size. */
void board_draw(const struct scene *scene, struct canvas *canvas);

#endif
