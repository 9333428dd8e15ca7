/* Screens: what fills the whole canvas. Each draws from state that it does not change. */
#ifndef WATTIF_TUI_SCREENS_SCREENS_H
#define WATTIF_TUI_SCREENS_SCREENS_H

#include "tui/action.h"
#include "tui/canvas.h"
#include "tui/scene.h"

/* The dashboard; below the smallest size a message with the current and the needed size. */
void screen_dashboard(const struct scene *scene, struct canvas *canvas);

/* Help: one sentence, then every action by group with its keys, then the signs. Only what contains `filter`
 * is listed; `scroll` rows are skipped. */
void screen_help(const struct keymap *keymap, const char *filter, int scroll, struct canvas *canvas);

/* The first action that matches the filter: what Enter runs. ACTION_NONE if there is none. */
enum action screen_help_match(const char *filter);

#endif
