/* The canvas: a grid of cells, each a glyph (a Unicode code point), a foreground and a background role, and
 * attributes. Every screen draws on a canvas and nothing else; tui/term/term.c copies it to the terminal,
 * tui/term/writer.c to text, ANSI and SVG, tests compare it. Roles, not colours: the theme decides later. All
 * drawing is clipped to the canvas and to an optional clip rectangle, so no coordinates are illegal. In the
 * ASCII glyph set every sign is replaced by its twin when put. */
#ifndef WATTIF_TUI_TERM_CANVAS_H
#define WATTIF_TUI_TERM_CANVAS_H

#include "engine/base/arena.h"
#include "engine/base/error.h"
#include "tui/term/display.h"

#define ROLE_ROW(id, ...) ROLE_##id,
enum role {
#include "tui/term/roles.def"
    ROLE_COUNT
};
#undef ROLE_ROW

/* BOLD..DIM reach the terminal. FAINT mixes the colour towards its background (curves that are not in focus,
 * where there are colours enough). COLUMN marks the cells of the cursor's column: the theme lightens them.
 * BEHIND marks what a popup is in front of: it fades into the background. */
enum cell_attr {
    ATTR_BOLD = 1,
    ATTR_REVERSE = 2,
    ATTR_UNDERLINE = 4,
    ATTR_DIM = 8,
    ATTR_FAINT = 16,
    ATTR_COLUMN = 32,
    ATTR_BEHIND = 64
};

struct cell {
    uint32_t glyph; /* 0: the right half of a wide character */
    uint8_t fg, bg; /* enum role */
    uint8_t attrs;
};

struct rect {
    int x, y, w, h;
};

/* What a full cell of an area is shown as where there are no colours: a shade of its own. */
uint32_t role_shade(enum role role);
/* What a cell is shown as where there are no colours. Where two areas meet its sign would show the lower one
 * as bright as the light of the screen and the upper one as nothing, whatever their shades are; then it is
 * the shade of the one that has more of the cell. */
uint32_t cell_plain_glyph(const struct cell *cell);

/* A place that can be clicked. What draws it says so, so that drawing and hitting never differ; on the
 * dashboard desk_mouse.c acts on it. */
enum spot_kind {
    SPOT_NONE,
    SPOT_ACTION, /* which: enum action_id */
    SPOT_TITLE,  /* enum region */
    SPOT_KNOB,   /* index of the knob */
    SPOT_SLIDER, /* likewise; the rectangle is the slider's row of columns */
    SPOT_POOL,   /* its index */
    SPOT_LAYER,  /* of the waterfall: its bit */
    SPOT_CHOICE  /* of a question: which answer */
};

struct spot {
    struct rect rect;
    enum spot_kind kind;
    int which;
};

enum { SPOTS_MAX = 2000 };

struct canvas {
    int w, h;
    struct cell *cells; /* [y * w + x]; owned */
    struct rect clip;
    enum glyph_set glyphs;
    int cursor_x, cursor_y; /* where the terminal's cursor rests; -1 = hidden */
    int n_spots;
    struct spot spots[SPOTS_MAX]; /* the last one is on top */
    struct arena texts; /* of this frame: text(&canvas->texts, "%d GPUs", n) lasts until it is cleared;
                         * where they have `lacked` memory the frame is not shown */
};

struct style {
    uint8_t fg, bg, attrs;
};

static inline struct style style_of(enum role fg)
{
    return (struct style){(uint8_t)fg, ROLE_BACKGROUND, 0};
}
static inline struct style style_bold(enum role fg)
{
    return (struct style){(uint8_t)fg, ROLE_BACKGROUND, ATTR_BOLD};
}
static inline struct style style_on(struct style style, enum role bg)
{
    style.bg = (uint8_t)bg;
    return style;
}

/* False when out of memory (the canvas is then 0x0). Sizes below 0 count as 0. */
bool canvas_init(struct canvas *canvas, int w, int h, enum glyph_set glyphs);
/* The same cells; no clip, no spots, no cursor. */
bool canvas_copy(struct canvas *canvas, const struct canvas *from);
void canvas_free(struct canvas *canvas);
/* Blanks everything, removes the clip and the spots, hides the cursor. */
void canvas_clear(struct canvas *canvas);
/* Everything so far steps back behind what is drawn next (a popup) and cannot be clicked. */
void canvas_dim(struct canvas *canvas);
void canvas_clip(struct canvas *canvas, struct rect rect);
void canvas_unclip(struct canvas *canvas);

/* The cell, or NULL outside the canvas (the clip does not matter). */
struct cell *canvas_at(const struct canvas *canvas, int x, int y);

/* Puts one code point of width 1 or 2; control characters become '?'. */
void canvas_put(struct canvas *canvas, int x, int y, uint32_t glyph, struct style style);
/* Puts UTF-8 text, cut by columns to `max` (-1: no limit); returns the columns it took. Text cut short ends
 * in '…'. */
int canvas_text(struct canvas *canvas, int x, int y, int max, struct style style, const char *text);
/* The same with printf; at most 500 bytes. */
int canvas_print(struct canvas *canvas, int x, int y, int max, struct style style, const char *format, ...)
    PRINTF_LIKE(6, 7);
/* Right-aligned so that it ends before column x_end. */
int canvas_text_right(struct canvas *canvas, int x_end, int y, int max, struct style style, const char *text);
void canvas_fill(struct canvas *canvas, struct rect rect, uint32_t glyph, struct style style);
void canvas_hline(struct canvas *canvas, int x, int y, int n, uint32_t glyph, struct style style);
void canvas_vline(struct canvas *canvas, int x, int y, int n, uint32_t glyph, struct style style);

/* Says that what is drawn at `rect` can be clicked. */
void canvas_spot(struct canvas *canvas, struct rect rect, enum spot_kind kind, int which);
/* The topmost spot at a cell; kind SPOT_NONE where there is none. */
struct spot canvas_spot_at(const struct canvas *canvas, int x, int y);

/* The terminal's cursor rests at this cell; outside the canvas it stays where it was. */
void canvas_cursor(struct canvas *canvas, int x, int y);

bool rect_contains(struct rect rect, int x, int y);
struct rect rect_intersect(struct rect a, struct rect b);

#endif
