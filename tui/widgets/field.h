/* A field: one line of text that the user types in a popup. The editing is that of the `:` prompt
 * (tui/widgets/prompt.h); here are its drawing and the keys that a list would take otherwise. */
#ifndef WATTIF_TUI_WIDGETS_FIELD_H
#define WATTIF_TUI_WIDGETS_FIELD_H

#include "tui/words/action.h"
#include "tui/term/canvas.h"
#include "tui/widgets/prompt.h"

/* Draws the text into `row` on `ground`; a text that is longer shows the part around the cursor. Focused: it
 * is underlined and holds the terminal's cursor. */
void field_draw(struct canvas *canvas, struct rect row, const struct prompt *text, bool focused,
                enum role ground);

/* Moves in the text or deletes from it; false if the action is nothing for a field. */
bool field_action(struct prompt *text, enum action action);

#endif
