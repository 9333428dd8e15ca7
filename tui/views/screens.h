/* Screens: what fills the whole canvas. Each draws from state that it does not change. */
#ifndef WATTIF_TUI_VIEWS_SCREENS_H
#define WATTIF_TUI_VIEWS_SCREENS_H

#include "tui/term/canvas.h"
#include "tui/board/scene.h"

/* The dashboard; below the smallest size a message with the current and the needed size. */
void screen_dashboard(const struct scene *scene, struct canvas *canvas);

#endif
