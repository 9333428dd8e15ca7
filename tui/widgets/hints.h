/* Hints: the keys that matter here, in the last row, as many as fit; each can be clicked. */
#ifndef WATTIF_TUI_WIDGETS_HINTS_H
#define WATTIF_TUI_WIDGETS_HINTS_H

#include "tui/words/action.h"
#include "tui/term/canvas.h"
#include "tui/words/message.h"

struct hint {
    enum action_id a, b; /* b may be ACTION_NONE; its key stands behind that of a */
    const char *text;
    int priority; /* 0..5; small: stays longest */
};

/* In the first row of `rect`. */
void hints_draw(struct canvas *canvas, struct rect rect, const struct keymap *keymap,
                const struct hint *hints, int n);
/* A message in their place. What went wrong is told whole, on rows above where it needs them. */
void hints_message(struct canvas *canvas, struct rect rect, const struct message *message);
/* The action of the hint at column x of that row, drawn with this glyph set; ACTION_NONE beside them. */
enum action_id hints_hit(struct rect rect, enum glyph_set glyphs, const struct keymap *keymap,
                         const struct hint *hints, int n, int x);

#endif
