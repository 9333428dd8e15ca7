/* The writers of text and ANSI. ANSI emits a style only when it changes from one cell to the next. */
#include "tui/term/writer.h"

#include "tui/term/display.h"
#include "tui/term/text.h"

#include <stdint.h>
#include <string.h>

static void write_glyph(uint32_t glyph, FILE *out)
{
    char bytes[4];
    fwrite(bytes, 1, (size_t)utf8_put(glyph, bytes), out);
}

void writer_text(const struct canvas *canvas, FILE *out)
{
    for (int y = 0; y < canvas->h; y++) {
        int end = canvas->w;
        while (end > 0 && canvas_at(canvas, end - 1, y)->glyph == ' ')
            end--;
        for (int x = 0; x < end; x++)
            if (canvas_at(canvas, x, y)->glyph)
                write_glyph(cell_plain_glyph(canvas_at(canvas, x, y)), out);
        fputc('\n', out);
    }
}

static void write_color(int32_t color, enum color_mode depth, bool background, FILE *out)
{
    if (color < 0)
        return;
    int base = background ? 48 : 38;
    if (depth == COLOR_DIRECT)
        fprintf(out, ";%d;2;%d;%d;%d", base, color >> 16 & 255, color >> 8 & 255, color & 255);
    else if (depth == COLOR_256)
        fprintf(out, ";%d;5;%d", base, color);
    else
        fprintf(out, ";%d", (background ? 40 : 30) + (color < 8 ? color : color + 52));
}

static void write_style(struct paint paint, enum color_mode depth, FILE *out)
{
    static const struct {
        enum cell_attr attr;
        const char *code;
    } codes[] = {{ATTR_BOLD, ";1"}, {ATTR_DIM, ";2"}, {ATTR_UNDERLINE, ";4"}, {ATTR_REVERSE, ";7"}};
    fputs("\033[0", out);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (paint.attrs & codes[i].attr)
            fputs(codes[i].code, out);
    write_color(paint.fg, depth, false, out);
    write_color(paint.bg, depth, true, out);
    fputc('m', out);
}

void writer_ansi(const struct canvas *canvas, const struct theme *theme, enum color_mode depth, FILE *out)
{
    depth = theme_depth(theme, depth);
    for (int y = 0; y < canvas->h; y++) {
        struct paint last = {-2, -2, 0};
        for (int x = 0; x < canvas->w; x++) {
            const struct cell *cell = canvas_at(canvas, x, y);
            if (cell->glyph == 0)
                continue;
            struct paint paint = theme_paint(theme, depth, cell);
            bool full = cell->glyph == 0x2588 && paint.fg >= 0 && !(paint.attrs & ATTR_REVERSE);
            if (full)
                paint.bg = paint.fg;
            if (paint.fg != last.fg || paint.bg != last.bg || paint.attrs != last.attrs)
                write_style(paint, depth, out);
            last = paint;
            write_glyph(full ? ' ' : depth == COLOR_NEVER ? cell_plain_glyph(cell) : cell->glyph, out);
        }
        fputs("\033[0m\n", out);
    }
}

/* --- clipboard --- */

/* "\033]52;c;" BASE64 "\a". */

size_t clipboard_sequence(const char *text, char *out, size_t size)
{
    static const char begin[] = "\033]52;c;", end[] = "\a";
    size_t n = strlen(text), at = sizeof begin - 1;
    if (size < CLIPBOARD_SIZE(n))
        return 0;
    memcpy(out, begin, at);
    const unsigned char *bytes = (const unsigned char *)text;
    char *base64 = out + at;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t written = 0;
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i;
        uint32_t group = (uint32_t)bytes[i] << 16;
        group |= left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
        group |= left > 2 ? (uint32_t)bytes[i + 2] : 0;
        for (size_t d = 0; d < 4; d++)
            base64[written++] = d <= left ? digits[group >> (18 - 6 * d) & 63] : '=';
    }
    at += written;
    memcpy(out + at, end, sizeof end);
    return at + sizeof end - 1;
}

/* --- SVG --- */

/* The SVG writer. Backgrounds are merged into runs; block elements, box lines and braille become shapes of
 * the cell's grid, one path for neighbours of a colour; everything else is text, word by word. The result
 * needs no particular font to stay aligned. */

enum { CELL_W = 10, CELL_H = 20, BASELINE = 15, MARGIN = 10 };

enum path { PATH_NONE, PATH_FILL, PATH_DOTS };

struct svg_pen {
    FILE *out;
    int x, y; /* of the cell, in pixels */
    int32_t color;
    enum path path; /* that is open, in this colour: */
    int32_t path_color;
};

static int32_t to_rgb(int32_t color, enum color_mode depth, int32_t fallback)
{
    if (color < 0)
        return fallback;
    return depth == COLOR_DIRECT ? color : color_of_palette(color);
}

static void pen_lift(struct svg_pen *pen)
{
    if (pen->path != PATH_NONE)
        fputs("\"/>\n", pen->out);
    pen->path = PATH_NONE;
}

/* Goes on with the open path if it is of this kind and colour. */
static void pen_path(struct svg_pen *pen, enum path path)
{
    if (pen->path == path && pen->path_color == pen->color)
        return;
    pen_lift(pen);
    fprintf(pen->out,
            path == PATH_FILL ? "<path fill=\"#%06x\" d=\"" : "<path class=\"dots\" stroke=\"#%06x\" d=\"",
            (unsigned)pen->color);
    pen->path = path;
    pen->path_color = pen->color;
}

/* A rectangle in eighths of a cell's width and of its height. */
static void pen_rect(struct svg_pen *pen, double x, double y, double w, double h)
{
    pen_path(pen, PATH_FILL);
    fprintf(pen->out, "M%g %gh%gv%gh-%gz", pen->x + x * CELL_W / 8, pen->y + y * CELL_H / 8, w * CELL_W / 8,
            h * CELL_H / 8, w * CELL_W / 8);
}

/* Strokes of no length with round ends. */
static void pen_braille(struct svg_pen *pen, uint32_t dots)
{
    static const unsigned char column[8] = {0, 0, 0, 1, 1, 1, 0, 1}, row[8] = {0, 1, 2, 0, 1, 2, 3, 3};
    pen_path(pen, PATH_DOTS);
    for (int i = 0; i < 8; i++)
        if (dots >> i & 1)
            fprintf(pen->out, "M%g %gh0", pen->x + 2.5 + 5.0 * column[i], pen->y + 2.5 + 5.0 * row[i]);
}

struct line_shape {
    uint32_t glyph;
    double rect[3][4];
};

/* Box drawing as up to three rectangles in eighths. */
static const struct line_shape lines[] = {
    {0x2500, {{0, 3.75, 8, 0.5}}},
    {0x2501, {{0, 3.4, 8, 1.2}}},
    {0x2502, {{3.5, 0, 1, 8}}},
    {0x2503, {{3, 0, 2, 8}}},
    {0x2504, {{0.5, 3.75, 1.8, 0.5}, {3.2, 3.75, 1.8, 0.5}, {5.9, 3.75, 1.8, 0.5}}},
    {0x254C, {{0.5, 3.75, 2.8, 0.5}, {4.5, 3.75, 2.8, 0.5}}},
    {0x250A, {{3.5, 0.5, 1, 1.5}, {3.5, 3.2, 1, 1.5}, {3.5, 5.9, 1, 1.5}}},
    {0x253C, {{0, 3.75, 8, 0.5}, {3.5, 0, 1, 8}}},
    {0x252C, {{0, 3.75, 8, 0.5}, {3.5, 3.75, 1, 4.25}}},
    {0x2534, {{0, 3.75, 8, 0.5}, {3.5, 0, 1, 4.25}}},
    {0x251C, {{3.5, 0, 1, 8}, {3.5, 3.75, 4.5, 0.5}}},
    {0x2524, {{3.5, 0, 1, 8}, {0, 3.75, 4.5, 0.5}}},
    {0x2575, {{3.5, 0, 1, 4}}},
    {0x258C, {{0, 0, 4, 8}}},
    {0x2580, {{0, 0, 8, 4}}},
};

static const struct line_shape *find_line(uint32_t glyph)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (lines[i].glyph == glyph)
            return &lines[i];
    return NULL;
}

static bool is_shape(uint32_t glyph)
{
    return (glyph >= 0x2800 && glyph <= 0x28FF) || (glyph >= 0x2581 && glyph <= 0x258F) || find_line(glyph);
}

struct svg_cell {
    int32_t fg, bg;
    bool bold;
};

static struct svg_cell svg_cell(const struct theme *theme, enum color_mode depth, const struct cell *cell)
{
    int32_t ground = to_rgb(theme->colors[depth - COLOR_DIRECT][ROLE_BACKGROUND].color, depth, 0x101418);
    struct paint paint = theme_paint(theme, depth, cell);
    struct svg_cell result = {to_rgb(paint.fg, depth, 0xd5dde5), to_rgb(paint.bg, depth, ground),
                              paint.attrs & ATTR_BOLD};
    if (paint.attrs & ATTR_REVERSE) {
        int32_t swap = result.fg;
        result.fg = result.bg;
        result.bg = swap;
    }
    return result;
}

/* A word: letters of one look that stand together. Its length is given for fonts with another width. */
struct word {
    struct svg_cell look;
    int x, n;
    size_t used;
    char text[5 * 64 + 1];
};

static void word_flush(struct word *word, int y, FILE *out)
{
    if (word->n > 0)
        fprintf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"#%06x\"%s>%.*s</text>\n",
                MARGIN + word->x * CELL_W, MARGIN + y * CELL_H + BASELINE, word->n * CELL_W,
                (unsigned)word->look.fg, word->look.bold ? " font-weight=\"bold\"" : "", (int)word->used,
                word->text);
    word->n = 0;
    word->used = 0;
}

static void write_row(const struct canvas *canvas, int y, const struct theme *theme, enum color_mode depth,
                      FILE *out)
{
    struct svg_pen pen = {.out = out, .y = MARGIN + y * CELL_H};
    struct word word = {.n = 0};
    int run = 0;
    for (int x = 1; x <= canvas->w; x++) {
        int32_t bg = svg_cell(theme, depth, canvas_at(canvas, run, y)).bg;
        if (x < canvas->w && svg_cell(theme, depth, canvas_at(canvas, x, y)).bg == bg)
            continue;
        pen.x = MARGIN + run * CELL_W;
        pen.color = bg;
        pen_rect(&pen, 0, 0, 8.0 * (x - run), 8);
        run = x;
    }
    pen_lift(&pen);
    for (int x = 0; x < canvas->w; x++) {
        const struct cell *cell = canvas_at(canvas, x, y);
        uint32_t glyph = depth == COLOR_NEVER ? cell_plain_glyph(cell) : cell->glyph;
        if (!is_shape(glyph))
            continue;
        pen.x = MARGIN + x * CELL_W;
        pen.color = svg_cell(theme, depth, cell).fg;
        const struct line_shape *line = find_line(glyph);
        double level = (double)glyph - 0x2580; /* of 0x2581 to 0x2588, from below */
        if (glyph >= 0x2800 && glyph <= 0x28FF)
            pen_braille(&pen, glyph - 0x2800);
        else if (glyph >= 0x2581 && glyph <= 0x2588)
            pen_rect(&pen, 0, 8 - level, 8, level);
        else if (!line)
            pen_rect(&pen, 0, 0, 16 - level, 8);
        for (int k = 0; line && k < 3 && line->rect[k][2] > 0; k++)
            pen_rect(&pen, line->rect[k][0], line->rect[k][1], line->rect[k][2], line->rect[k][3]);
    }
    pen_lift(&pen);
    for (int x = 0; x < canvas->w; x++) {
        const struct cell *cell = canvas_at(canvas, x, y);
        uint32_t glyph = depth == COLOR_NEVER ? cell_plain_glyph(cell) : cell->glyph;
        if (glyph != ' ' && glyph != 0 && !is_shape(glyph)) {
            struct svg_cell look = svg_cell(theme, depth, cell);
            char bytes[8];
            if (x != word.x + word.n || look.fg != word.look.fg || look.bold != word.look.bold ||
                word.n == 64)
                word_flush(&word, y, out);
            bytes[utf8_put(glyph, bytes)] = 0;
            const char *text = glyph == '<' ? "&lt;" : glyph == '>' ? "&gt;" : glyph == '&' ? "&amp;" : bytes;
            size_t n = strlen(text);
            word.look = look;
            word.x = word.n == 0 ? x : word.x;
            word.n++;
            memcpy(word.text + word.used, text, n);
            word.used += n;
        }
    }
    word_flush(&word, y, out);
}

void writer_svg(const struct canvas *canvas, const struct theme *theme, enum color_mode depth, FILE *out)
{
    depth = theme_depth(theme, depth);
    int w = canvas->w * CELL_W + 2 * MARGIN, h = canvas->h * CELL_H + 2 * MARGIN;
    struct cell empty = {' ', ROLE_TEXT, ROLE_BACKGROUND, 0};
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
        "font-family=\"'DejaVu Sans Mono', monospace\" font-size=\"16.6\" shape-rendering=\"crispEdges\">\n"
        "<style>.dots{stroke-width:2.9;stroke-linecap:round;shape-rendering:auto}</style>\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n",
        w, h, w, h, w, h, (unsigned)svg_cell(theme, depth, &empty).bg);
    for (int y = 0; y < canvas->h; y++)
        write_row(canvas, y, theme, depth, out);
    fputs("</svg>\n", out);
}
