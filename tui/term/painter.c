/* From frame to frame. A cell is looked at twice: first as the canvas has it (equal cells cost one
 * comparison), then as the terminal will show it (two roles may be one colour). The colour of a blank's
 * letters and whether it is bold cannot be seen, so that a blank never changes the pen for them. What differs
 * is collected as runs and then written in two orders: by rows, which suits text, and by colours, which suits
 * the cursor's column. */
#include "tui/term/painter.h"

#include "tui/term/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANY_COLOR = -2, BRIGHT_BLACK = 8, BACKSPACES_MAX = 4, BRIDGE_MAX = 2 };

static const uint32_t unknown_glyph = UINT32_MAX;

void painter_init(struct painter *painter, struct painter_traits traits)
{
    *painter = (struct painter){.traits = traits, .forgotten = true, .pen = {.x = -1}};
}

void painter_free(struct painter *painter)
{
    free(painter->cells);
    free(painter->marks);
    free(painter->runs);
    free(painter->bytes);
    painter_init(painter, painter->traits);
}

void painter_forget(struct painter *painter)
{
    painter->forgotten = true;
}

/* --- bytes --- */

static void add(struct painter *painter, const char *bytes, size_t n)
{
    if (painter->n + n > painter->size) {
        size_t size = 2 * (painter->n + n) + 4096;
        char *more = realloc(painter->bytes, size);
        if (!more) {
            painter->failed = true;
            return;
        }
        painter->bytes = more;
        painter->size = size;
    }
    memcpy(painter->bytes + painter->n, bytes, n);
    painter->n += n;
}

static void add_text(struct painter *painter, const char *text)
{
    add(painter, text, strlen(text));
}

static PRINTF_LIKE(2, 3) void add_print(struct painter *painter, const char *format, ...)
{
    char text[64];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_text(painter, text);
}

/* --- the pen --- */

/* "\033[A", "\033[12C", or nothing: so many steps one way. */
static int steps(char *out, size_t size, int n, char way)
{
    if (n == 0)
        return 0;
    return n == 1 ? snprintf(out, size, "\033[%c", way) : snprintf(out, size, "\033[%d%c", n, way);
}

/* From where it is or to an address, whichever is shorter. */
static void move_pen(struct painter *painter, int x, int y)
{
    struct pen *pen = &painter->pen;
    char there[32], along[64];
    int right = x - pen->x, down = y - pen->y, n = 0;
    if (pen->x >= 0 && right == 0 && down == 0)
        return;
    int m = snprintf(there, sizeof there, "\033[%d;%dH", y + 1, x + 1);
    if (pen->x >= 0) {
        n = steps(along, sizeof along, down > 0 ? down : -down, down > 0 ? 'B' : 'A');
        if (right < 0 && -right <= BACKSPACES_MAX)
            n += snprintf(along + n, sizeof along - (size_t)n, "%.*s", -right, "\b\b\b\b");
        else
            n +=
                steps(along + n, sizeof along - (size_t)n, right > 0 ? right : -right, right > 0 ? 'C' : 'D');
    }
    add_text(painter, n > 0 && n < m ? along : there);
    pen->x = x;
    pen->y = y;
}

/* The parameters of one SGR sequence, ";1;38;5;75", collected. */
struct sgr {
    char text[96];
    size_t n;
};

static PRINTF_LIKE(2, 3) void sgr_add(struct sgr *sgr, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(sgr->text + sgr->n, sizeof sgr->text - sgr->n, format, arguments);
    va_end(arguments);
    sgr->n += n > 0 ? (size_t)n : 0;
}

/* Of the bright eight also the dull one, before it: a terminal that knows only that keeps it, and most show
 * it bright where it is bold. */
static void sgr_color(struct sgr *sgr, int32_t color, enum color_mode depth, bool background)
{
    int base = background ? 40 : 30;
    if (color < 0)
        sgr_add(sgr, ";%d", base + 9);
    else if (depth == COLOR_DIRECT)
        sgr_add(sgr, ";%d;2;%d;%d;%d", base + 8, color >> 16 & 255, color >> 8 & 255, color & 255);
    else if (depth == COLOR_256)
        sgr_add(sgr, ";%d;5;%d", base + 8, color);
    else if (color < 8)
        sgr_add(sgr, ";%d", base + color);
    else
        sgr_add(sgr, ";%d;%d", base + color - 8, base + color + 52);
}

/* Says what differs between the pen and `paint`. Terminals without colour may not know how to end a single
 * attribute: there, and at the start, all begins from nothing. */
static void set_pen(struct painter *painter, struct paint paint)
{
    struct sgr sgr = {{0}, 0};
    struct paint *now = &painter->pen.paint;
    if (paint.fg == ANY_COLOR) {
        paint.fg = now->fg;
        paint.attrs |= now->attrs & (ATTR_BOLD | ATTR_DIM);
    }
    if (!painter->pen.known || (painter->depth == COLOR_NEVER && now->attrs & ~paint.attrs)) {
        sgr_add(&sgr, ";0");
        *now = (struct paint){THEME_DEFAULT_COLOR, THEME_DEFAULT_COLOR, 0};
        painter->pen.known = true;
    }
    uint8_t from = now->attrs;
    static const struct {
        enum cell_attr attr;
        int on, off;
    } codes[] = {{ATTR_BOLD, 1, 22}, {ATTR_DIM, 2, 22}, {ATTR_UNDERLINE, 4, 24}, {ATTR_REVERSE, 7, 27}};
    enum { CODES = sizeof codes / sizeof *codes, WEIGHT = ATTR_BOLD | ATTR_DIM };
    if (from & WEIGHT & ~paint.attrs) {
        sgr_add(&sgr, ";22"); /* ends both */
        from &= (uint8_t)~WEIGHT;
    }
    for (int i = 2; i < CODES; i++)
        if (from & codes[i].attr & ~paint.attrs)
            sgr_add(&sgr, ";%d", codes[i].off);
    for (int i = 0; i < CODES; i++)
        if (paint.attrs & codes[i].attr & ~from)
            sgr_add(&sgr, ";%d", codes[i].on);
    if (now->fg != paint.fg)
        sgr_color(&sgr, paint.fg, painter->depth, false);
    if (now->bg != paint.bg)
        sgr_color(&sgr, paint.bg, painter->depth, true);
    if (sgr.n > 0)
        add_print(painter, "\033[%sm", sgr.text + 1);
    *now = paint;
}

/* --- cells --- */

/* A cell as this terminal shows it; what cannot be seen is the same for all. */
static struct mark mark_of(const struct painter *painter, const struct cell *cell, const struct theme *theme)
{
    struct mark mark = {cell->glyph, theme_paint(theme, painter->depth, cell)};
    struct paint *paint = &mark.paint;
    if (painter->depth == COLOR_NEVER)
        mark.glyph = cell_plain_glyph(cell);
    if (painter->depth == COLOR_16 && !painter->traits.bright) {
        /* Of eight colours. Bright black is bold black, which many show as black: over the terminal's own
         * ground, which may be that, it is its own ink, dim. */
        bool own_ground = theme->colors[COLOR_16 - COLOR_DIRECT][ROLE_BACKGROUND].color < 0;
        if (paint->fg == BRIGHT_BLACK && own_ground) {
            paint->attrs = (uint8_t)((paint->attrs & ~ATTR_BOLD) | ATTR_DIM);
            paint->bg = paint->bg == BRIGHT_BLACK ? THEME_DEFAULT_COLOR : paint->bg;
            paint->fg = THEME_DEFAULT_COLOR;
        }
        if (paint->fg >= 8)
            paint->attrs |= ATTR_BOLD;
        paint->bg -= paint->bg >= 8 ? 8 : 0;
    }
    bool has_ground =
        paint->fg >= 0 && (painter->depth != COLOR_16 || painter->traits.bright || paint->fg < 8);
    if (mark.glyph == 0x2588 && has_ground && !(paint->attrs & ATTR_REVERSE)) {
        paint->bg = paint->fg; /* many fonts leave hairlines between full blocks */
        mark.glyph = ' ';
    }
    if (painter->depth == COLOR_NEVER)
        paint->fg = paint->bg = THEME_DEFAULT_COLOR;
    if (mark.glyph == ' ' && !(paint->attrs & (ATTR_REVERSE | ATTR_UNDERLINE))) {
        paint->fg = ANY_COLOR;
        paint->attrs = 0;
    }
    return mark;
}

/* --- runs --- */

static bool add_run(struct painter *painter, int x, int y, struct paint paint)
{
    if (painter->n_runs == painter->most_runs) {
        size_t most = 2 * painter->most_runs + 256;
        struct cell_run *more = realloc(painter->runs, most * sizeof *more);
        painter->failed |= !more;
        if (!more)
            return false;
        painter->runs = more;
        painter->most_runs = most;
    }
    painter->runs[painter->n_runs++] = (struct cell_run){x, y, 1, paint};
    return true;
}

/* Can a cell of this paint be sent with the run? A run of blanks takes on the first colour that comes. */
static bool joins(const struct cell_run *run, const struct paint *paint)
{
    bool any = paint->fg == ANY_COLOR || run->paint.fg == ANY_COLOR;
    uint8_t seen = any ? ATTR_REVERSE | ATTR_UNDERLINE : 0xFF;
    return run->paint.bg == paint->bg && (any || run->paint.fg == paint->fg) &&
           (run->paint.attrs & seen) == (paint->attrs & seen);
}

/* Lengthens the last run of this row by the cell at x; over cells that did not change, if they are few and
 * look alike: to send them again is shorter than to step over them. */
static bool extend_run(struct painter *painter, int x, int y, const struct paint *paint)
{
    struct cell_run *run = painter->n_runs ? &painter->runs[painter->n_runs - 1] : NULL;
    const struct mark *row = &painter->marks[y * painter->w];
    if (!run || run->y != y || x - (run->x + run->n) > BRIDGE_MAX || !joins(run, paint))
        return false;
    for (int at = run->x + run->n; at < x; at++)
        if (row[at].glyph == 0 || row[at].glyph > 126 || !joins(run, &row[at].paint))
            return false;
    for (int at = run->x; at < x; at++)
        if (run->paint.fg == ANY_COLOR && row[at].paint.fg != ANY_COLOR)
            run->paint = row[at].paint;
    if (run->paint.fg == ANY_COLOR)
        run->paint = *paint;
    if (!joins(run, paint))
        return false;
    run->n = x + 1 - run->x;
    return true;
}

static void write_run(struct painter *painter, const struct cell_run *run)
{
    const struct mark *row = &painter->marks[run->y * painter->w];
    struct pen *pen = &painter->pen;
    move_pen(painter, run->x, run->y);
    set_pen(painter, run->paint);
    for (int x = run->x; x < run->x + run->n; x++) {
        char bytes[4];
        if (row[x].glyph == 0)
            continue;
        add(painter, bytes, (size_t)utf8_put(row[x].glyph, bytes));
        pen->x += glyph_width(row[x].glyph) == 2 ? 2 : 1;
    }
    if (pen->x >= painter->w)
        pen->x = -1; /* terminals differ in where the pen is now */
}

static int by_colors(const void *a, const void *b)
{
    const struct cell_run *x = a, *y = b;
    if (x->paint.bg != y->paint.bg)
        return x->paint.bg < y->paint.bg ? -1 : 1;
    if (x->paint.attrs != y->paint.attrs)
        return (int)x->paint.attrs - (int)y->paint.attrs;
    if (x->paint.fg != y->paint.fg)
        return x->paint.fg < y->paint.fg ? -1 : 1;
    return x->y != y->y ? x->y - y->y : x->x - y->x;
}

/* --- frames --- */

/* Makes room for a frame of which nothing is shown yet. */
static bool start_afresh(struct painter *painter, const struct canvas *canvas)
{
    size_t n = (size_t)canvas->w * (size_t)canvas->h;
    free(painter->cells);
    free(painter->marks);
    painter->cells = malloc((n ? n : 1) * sizeof *painter->cells);
    painter->marks = malloc((n ? n : 1) * sizeof *painter->marks);
    painter->w = painter->cells && painter->marks ? canvas->w : 0;
    painter->h = painter->cells && painter->marks ? canvas->h : 0;
    if (!painter->cells || !painter->marks)
        return false;
    for (size_t i = 0; i < n; i++) {
        painter->cells[i] = (struct cell){.glyph = unknown_glyph};
        painter->marks[i] = (struct mark){.glyph = unknown_glyph};
    }
    painter->pen = (struct pen){.x = -1};
    set_pen(painter, (struct paint){THEME_DEFAULT_COLOR, THEME_DEFAULT_COLOR, 0});
    add_text(painter, "\033[2J");
    return true;
}

const char *painter_draw(struct painter *painter, const struct canvas *canvas, const struct theme *theme,
                         enum color_mode depth, size_t *n)
{
    depth = theme_depth(theme, depth);
    painter->forgotten |= painter->w != canvas->w || painter->h != canvas->h || painter->depth != depth;
    painter->depth = depth;
    painter->n = painter->n_runs = *n = 0;
    painter->failed = painter->forgotten && !start_afresh(painter, canvas);
    for (int y = 0; y < canvas->h && !painter->failed; y++) {
        /* Finds the runs of a row, and remembers what the terminal will show. */
        int w = canvas->w - (painter->traits.corner_scrolls && y == canvas->h - 1);
        const struct cell *cells = &canvas->cells[y * canvas->w];
        struct cell *seen = &painter->cells[y * canvas->w];
        struct mark *marks = &painter->marks[y * canvas->w];
        for (int x = 0; x < w; x++) {
            if (cells[x].glyph == seen[x].glyph && cells[x].fg == seen[x].fg && cells[x].bg == seen[x].bg &&
                cells[x].attrs == seen[x].attrs)
                continue;
            seen[x] = cells[x];
            struct mark mark = {0};
            if (cells[x].glyph != 0)
                mark = mark_of(painter, &cells[x], theme);
            bool same = mark.glyph == marks[x].glyph && mark.paint.fg == marks[x].paint.fg &&
                        mark.paint.bg == marks[x].paint.bg && mark.paint.attrs == marks[x].paint.attrs;
            marks[x] = mark;
            if (!same && mark.glyph != 0 && !extend_run(painter, x, y, &mark.paint))
                add_run(painter, x, y, mark.paint);
        }
    }
    /* In both orders; the shorter text stays. */
    size_t start = painter->n;
    struct pen before = painter->pen;
    for (size_t i = 0; i < painter->n_runs; i++)
        write_run(painter, &painter->runs[i]);
    size_t middle = painter->n, by_rows = middle - start;
    struct pen after = painter->pen;
    painter->pen = before;
    qsort(painter->runs, painter->n_runs, sizeof *painter->runs, by_colors);
    for (size_t i = 0; i < painter->n_runs && painter->n - middle < by_rows; i++)
        write_run(painter, &painter->runs[i]);
    if (painter->n - middle < by_rows && !painter->failed) {
        memmove(painter->bytes + start, painter->bytes + middle, painter->n - middle);
        painter->n = start + painter->n - middle;
    } else {
        painter->n = middle;
        painter->pen = after;
    }
    bool visible = canvas->cursor_x >= 0 && canvas->cursor_x < canvas->w && canvas->cursor_y >= 0 &&
                   canvas->cursor_y < canvas->h;
    if (visible)
        move_pen(painter, canvas->cursor_x, canvas->cursor_y);
    if (visible == painter->cursor_hidden || painter->forgotten)
        add_text(painter, visible ? "\033[?25h" : "\033[?25l");
    painter->cursor_hidden = !visible;
    painter->forgotten = painter->failed;
    *n = painter->failed ? 0 : painter->n;
    return painter->failed ? NULL : painter->bytes ? painter->bytes : "";
}
