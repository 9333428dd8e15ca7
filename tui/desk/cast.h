/* Casts: what a terminal would have shown, as an asciinema v2 file: a line of JSON that says how large it is,
 * then a line a frame, [seconds, "o", bytes]. The bytes are the painter's, so that playing them in a terminal
 * of that size gives the frames; the times are the caller's, so that the same demo gives the same file. */
#ifndef WATTIF_TUI_DESK_CAST_H
#define WATTIF_TUI_DESK_CAST_H

#include "tui/term/canvas.h"
#include "tui/term/painter.h"
#include "tui/term/theme.h"

#include <stdbool.h>
#include <stdio.h>

struct cast {
    FILE *out;
    double at_s;
    int rows;
    struct painter painter;
};

/* The head. Whether all was written shows at the end. */
void cast_begin(struct cast *cast, FILE *out, int columns, int rows, const char *title);
/* A frame, which is seen for so long. */
void cast_frame(struct cast *cast, const struct canvas *canvas, const struct theme *theme,
                enum color_mode color, double seconds);
/* The last frame stays, and the cursor is shown again, in its last row: what a shell says then is not in the
 * middle of it. False: not all could be written. */
bool cast_end(struct cast *cast);

#endif
