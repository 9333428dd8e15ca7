/* Popups: a framed box over the dimmed dashboard. */
#ifndef WATTIF_TUI_WIDGETS_POPUP_H
#define WATTIF_TUI_WIDGETS_POPUP_H

#include "tui/term/canvas.h"

/* Dims what is on the canvas and draws an empty framed box of at most this size in its middle (the last row
 * is left to the hints) with a title in its upper rule and, right-aligned there, a note (may be ""). Returns
 * what is inside, one column of margin left out; w or h may be 0 on a tiny canvas. */
struct rect popup_open(struct canvas *canvas, int w, int h, const char *title, const char *note);

/* The same, but what is behind stays bright (a live preview). */
struct rect popup_over(struct canvas *canvas, int w, int h, const char *title, const char *note);
/* A box of just this place over what stays bright. */
struct rect popup_box(struct canvas *canvas, struct rect box, const char *title, const char *note);
/* The inside of such a box, without drawing. */
struct rect popup_inside(const struct canvas *canvas, int w, int h);

/* Styles inside a popup: on its ground, or on that of the chosen row. */
static inline struct style popup_style(enum role role)
{
    return style_on(style_of(role), ROLE_POPUP);
}
static inline struct style popup_bold(enum role role)
{
    return style_on(style_bold(role), ROLE_POPUP);
}

#endif
