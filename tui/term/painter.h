/* The painter: what a terminal has to be told so that it shows a canvas. It remembers what the terminal shows
 * and where its pen is (place, colours, attributes), and writes the fewest bytes it knows of that lead from
 * there to the new frame: cells that look the same are skipped, of a style only what differs is said, and
 * what changed is sent row by row or colour by colour, whichever is shorter. It speaks ECMA-48 with UTF-8 and
 * does no output of its own, so that tests can read what it writes. */
#ifndef WATTIF_TUI_TERM_PAINTER_H
#define WATTIF_TUI_TERM_PAINTER_H

#include "tui/term/canvas.h"
#include "tui/term/theme.h"

/* What a terminal can do. */
struct painter_traits {
    bool bright;         /* has colours 8..15; else bold is asked for with them, which may stand for it */
    bool corner_scrolls; /* writing the last cell moves everything up: it is left alone */
};

/* A cell as the terminal has it: a glyph and the paint of the depth in use. */
struct mark {
    uint32_t glyph;
    struct paint paint;
};

/* Cells of a row that are sent together. */
struct cell_run {
    int x, y, n;
    struct paint paint;
};

/* Place, colours and attributes at which the terminal would write next. */
struct pen {
    bool known; /* the colours and attributes are */
    struct paint paint;
    int x, y; /* x == -1: unknown */
};

struct painter {
    struct painter_traits traits;
    int w, h; /* of what is remembered */
    enum color_mode depth;
    bool forgotten;     /* nothing is known about the screen */
    struct cell *cells; /* [y * w + x]: the last frame; owned */
    struct mark *marks; /* what the terminal shows; owned */
    struct pen pen;
    bool cursor_hidden;
    struct cell_run *runs; /* of this frame; owned */
    size_t n_runs, most_runs;
    char *bytes; /* owned */
    size_t n, size;
    bool failed; /* out of memory */
};

void painter_init(struct painter *painter, struct painter_traits traits);
void painter_free(struct painter *painter);
/* The terminal shows something else by now, or the theme is another one: the next frame is drawn in full. */
void painter_forget(struct painter *painter);

/* The bytes that show `canvas`; *n is 0 if that is what the terminal shows. They belong to the painter and
 * last until the next call. NULL when out of memory: the next frame is drawn in full. */
const char *painter_draw(struct painter *painter, const struct canvas *canvas, const struct theme *theme,
                         enum color_mode depth, size_t *n);

#endif
