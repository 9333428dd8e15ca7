/* The SVG writer. Backgrounds are merged into runs; block elements, box lines and braille become rectangles
 * of the cell's grid; everything else is text placed cell by cell. The result needs no particular font to
 * stay aligned. */
#include "tui/color.h"
#include "tui/glyphs.h"
#include "tui/writer.h"

enum { CELL_W = 10, CELL_H = 20, BASELINE = 15, MARGIN = 10 };

struct pen {
    FILE *out;
    int x, y; /* of the cell, in pixels */
    int32_t color;
};

static int32_t to_rgb(int32_t color, enum color_mode depth, int32_t fallback)
{
    if (color < 0)
        return fallback;
    return depth == COLOR_DIRECT ? color : color_of_palette(color);
}

/* A rectangle in eighths of a cell's width and of its height. */
static void pen_rect(const struct pen *pen, double x, double y, double w, double h)
{
    fprintf(pen->out, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#%06x\"/>\n",
            pen->x + x * CELL_W / 8, pen->y + y * CELL_H / 8, w * CELL_W / 8, h * CELL_H / 8,
            (unsigned)pen->color);
}

static void pen_braille(const struct pen *pen, uint32_t dots)
{
    static const unsigned char column[8] = {0, 0, 0, 1, 1, 1, 0, 1}, row[8] = {0, 1, 2, 0, 1, 2, 3, 3};
    for (int i = 0; i < 8; i++)
        if (dots >> i & 1)
            fprintf(pen->out,
                    "<circle cx=\"%g\" cy=\"%g\" r=\"1.45\" shape-rendering=\"auto\" fill=\"#%06x\"/>\n",
                    pen->x + 2.5 + 5.0 * column[i], pen->y + 2.5 + 5.0 * row[i], (unsigned)pen->color);
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

static bool pen_shape(const struct pen *pen, uint32_t glyph)
{
    if (glyph >= 0x2800 && glyph <= 0x28FF) {
        pen_braille(pen, glyph - 0x2800);
        return true;
    }
    if (glyph >= 0x2581 && glyph <= 0x2588) {
        double level = (double)(glyph - 0x2580);
        pen_rect(pen, 0, 8 - level, 8, level);
        return true;
    }
    if (glyph >= 0x2589 && glyph <= 0x258F && glyph != 0x258C) {
        pen_rect(pen, 0, 0, (double)(0x2590 - glyph), 8);
        return true;
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (lines[i].glyph == glyph) {
            for (int k = 0; k < 3 && lines[i].rect[k][2] > 0; k++)
                pen_rect(pen, lines[i].rect[k][0], lines[i].rect[k][1], lines[i].rect[k][2],
                         lines[i].rect[k][3]);
            return true;
        }
    return false;
}

static void pen_text(const struct pen *pen, uint32_t glyph, bool bold)
{
    char bytes[8];
    bytes[utf8_put(glyph, bytes)] = 0;
    const char *text = glyph == '<' ? "&lt;" : glyph == '>' ? "&gt;" : glyph == '&' ? "&amp;" : bytes;
    fprintf(pen->out, "<text x=\"%d\" y=\"%d\" fill=\"#%06x\"%s>%s</text>\n", pen->x, pen->y + BASELINE,
            (unsigned)pen->color, bold ? " font-weight=\"bold\"" : "", text);
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

static void write_row(const struct canvas *canvas, int y, const struct theme *theme, enum color_mode depth,
                      FILE *out)
{
    int run = 0;
    for (int x = 1; x <= canvas->w; x++) {
        int32_t bg = svg_cell(theme, depth, canvas_at(canvas, run, y)).bg;
        if (x < canvas->w && svg_cell(theme, depth, canvas_at(canvas, x, y)).bg == bg)
            continue;
        struct pen pen = {out, MARGIN + run * CELL_W, MARGIN + y * CELL_H, bg};
        pen_rect(&pen, 0, 0, 8.0 * (x - run), 8);
        run = x;
    }
    for (int x = 0; x < canvas->w; x++) {
        const struct cell *cell = canvas_at(canvas, x, y);
        if (cell->glyph == ' ' || cell->glyph == 0)
            continue;
        struct svg_cell look = svg_cell(theme, depth, cell);
        struct pen pen = {out, MARGIN + x * CELL_W, MARGIN + y * CELL_H, look.fg};
        if (!pen_shape(&pen, cell->glyph))
            pen_text(&pen, cell->glyph, look.bold);
    }
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
        "<rect width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n",
        w, h, w, h, w, h, (unsigned)svg_cell(theme, depth, &empty).bg);
    for (int y = 0; y < canvas->h; y++)
        write_row(canvas, y, theme, depth, out);
    fputs("</svg>\n", out);
}
