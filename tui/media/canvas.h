/* An account on a canvas: the choices in the first row, sentences, tables with one cursor through all rows
 * that have a step. Where there is no room for all of it the parts of the highest rank are left out, and the
 * table of the cursor scrolls. */
#ifndef WATTIF_TUI_MEDIA_CANVAS_H
#define WATTIF_TUI_MEDIA_CANVAS_H

#include "engine/account/account.h"
#include "tui/term/canvas.h"

/* What of it is shown. */
struct media_at {
    size_t section; /* of those there are */
    size_t step;    /* the row that is chosen, of account_steps() */
    size_t lane;    /* and which of its steps, from 0 on */
    enum role ground;
};

/* Says of each row with a step that it can be clicked (SPOT_CHOICE). Returns the place of a drawing, w 0:
 * there is none, or no room. On a canvas of NULL nothing is drawn. */
struct rect media_canvas(const struct account *account, struct media_at at, struct rect rect,
                         struct canvas *canvas);

/* The step to the nearest point of the plane in a direction (-1..1, one of them 0) from the one that is
 * chosen; that one: there is none. */
size_t media_walk(const struct account *account, struct media_at at, struct rect rect, int dx, int dy);

#endif
