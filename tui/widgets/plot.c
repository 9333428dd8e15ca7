/* Lines are drawn dot by dot into the cells they cross. A braille cell may hold several curves: dots add up,
 * the colour is the last one's; a dashed reference is drawn first and loses its cell to any other line. Where
 * a line crosses a filled area the fill stays as the background. */
#include "tui/widgets/plot.h"

#include <math.h>
#include <stdio.h>

/* The smallest of these steps (the last is 10) times a power of ten that is not below the value; 1 for what
 * is no number above 0. */
static double step_up(double value, const double *steps)
{
    if (!(value > 0) || value > 1e15)
        return 1;
    double power = 1;
    while (power > value)
        power /= 10;
    while (power * 10 <= value)
        power *= 10;
    while (*steps < 10 && *steps * power < value * (1 - 1e-9))
        steps++;
    return *steps * power;
}

double scale_nice(double value)
{
    static const double steps[] = {1, 2, 2.5, 5, 10};
    return step_up(value, steps);
}

struct scale scale_to(double min, double max)
{
    if (!(max > min))
        return (struct scale){min, min + 1};
    double step = scale_nice((max - min) / 4);
    double top = min + step * ceil((max - min) / step - 1e-9);
    return (struct scale){min, top};
}

/* Rows from one label to the next: low plots have one or two labels, high ones about one in three rows. */
static int label_rows(int rows)
{
    return rows <= 3 ? 1 : rows <= 15 ? 2 : rows <= 24 ? 3 : 4;
}

/* Steps that people count in. */
static double round_step(double value)
{
    static const double steps[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
    return step_up(value, steps);
}

struct scale scale_fit(double min, double max, int rows)
{
    struct scale best = scale_to(min, max);
    double least = INFINITY;
    if (!(max > min) || rows < 1)
        return best;
    for (int every = label_rows(rows); every <= label_rows(rows) + 1 && every <= rows; every++) {
        double labels = (double)rows / every, step = round_step((max - min) / labels);
        for (int i = 0; i < 8; i++, step = round_step(step * 1.01)) {
            double base = step * floor(min / step + 1e-9), top = base + step * labels;
            if (top < max * (1 - 1e-9) || top - base >= least)
                continue;
            least = top - base;
            best = (struct scale){base, top};
        }
    }
    return best;
}

struct scale scale_through(double level, double max, int rows)
{
    static const int parts[] = {1, 2, 4, 5, 10};
    struct scale best = {0, fmax(level, max) * 1.25};
    double least = INFINITY;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (int every = label_rows(rows); every <= label_rows(rows) + 2; every++) {
            double top = level / parts[i] * rows / every;
            if (top < max || parts[i] * every > rows - 1 || top >= least)
                continue;
            least = top;
            best.max = top;
        }
    return best;
}

/* Height in a plot of `parts` parts, 0 = lowest; values on an edge belong to the part above. */
static int height_of(struct scale scale, double value, int parts)
{
    double share = (value - scale.min) / (scale.max - scale.min);
    share = share > 1 ? 1 : share < 0 ? 0 : share;
    int height = (int)floor(share * parts + 1e-6);
    return height < 0 ? 0 : height > parts - 1 ? parts - 1 : height;
}

int scale_row(struct scale scale, double value, int rows)
{
    return rows - 1 - height_of(scale, value, rows);
}

void plot_level(struct canvas *canvas, struct rect plot, struct scale scale, double value, uint32_t glyph,
                struct style style)
{
    if (value >= scale.min && value <= scale.max && plot.h > 0)
        canvas_hline(canvas, plot.x, plot.y + scale_row(scale, value, plot.h), plot.w, glyph, style);
}

/* The rows between labels where those of the scale lie at even distances; 0: they do not. */
static int even_rows(struct scale scale, int rows)
{
    double row = (scale.max - scale.min) / (rows > 0 ? rows : 1);
    for (int every = label_rows(rows); every <= rows; every++) {
        double step = round_step(row * every);
        if (fabs(step - row * every) < 1e-9 * step &&
            fabs(scale.min / step - floor(scale.min / step + 0.5)) < 1e-6)
            return every;
    }
    return 0;
}

static void put_label(struct canvas *canvas, struct rect plot, int gutter, int row, double value, double step)
{
    char label[32];
    int decimals = 0;
    for (double unit = step; decimals < 3 && fabs(unit - floor(unit + 0.5)) > 1e-6; decimals++)
        unit *= 10;
    snprintf(label, sizeof label, "%.*f", decimals, value + 0.0);
    canvas_hline(canvas, plot.x, plot.y + row, plot.w, 0x2504, style_of(ROLE_GRID));
    canvas_text_right(canvas, plot.x - 1, plot.y + row, gutter - 1, style_of(ROLE_DIM), label);
}

void plot_grid(struct canvas *canvas, struct rect plot, int gutter, struct scale scale)
{
    int every = even_rows(scale, plot.h), last = plot.h + 1;
    if (every > 0) {
        double step = (scale.max - scale.min) * every / plot.h;
        for (int i = 0; i * every < plot.h; i++)
            put_label(canvas, plot, gutter, plot.h - 1 - i * every, scale.min + i * step, step);
        return;
    }
    double step = scale_nice((scale.max - scale.min) / (plot.h > 0 ? plot.h : 1) * 1.5);
    for (double value = ceil(scale.min / step - 1e-9) * step; value <= scale.max + step * 1e-6;
         value += step) {
        int row = scale_row(scale, value, plot.h);
        if (row < last)
            put_label(canvas, plot, gutter, last = row, value, step);
    }
}

double plot_column(const float *points, int n, int column)
{
    double a = 2 * column < n ? (double)points[2 * column] : (double)NAN;
    double b = 2 * column + 1 < n ? (double)points[2 * column + 1] : (double)NAN;
    return isnan(a) ? b : isnan(b) ? a : (a + b) / 2;
}

static bool is_braille(uint32_t glyph)
{
    return glyph >= 0x2800 && glyph <= 0x28FF;
}

static bool is_line_mark(const struct cell *cell)
{
    return cell->fg != ROLE_GRID && cell->glyph != ' ' && !(cell->glyph >= 0x2581 && cell->glyph <= 0x2593);
}

/* The top of what is filled: 1 to 7 eighths of a cell, nothing above. */
static bool is_edge(const struct cell *cell)
{
    return cell->glyph >= 0x2581 && cell->glyph <= 0x2587 && cell->bg == ROLE_BACKGROUND;
}

/* Puts a line's glyph; the fill below becomes the background, other lines share braille cells. A reference
 * gives way to lines and to the top of a fill: its dots would cut notches into that. */
static void put_line_glyph(struct canvas *canvas, int x, int y, uint32_t glyph, const struct plot_line *line)
{
    struct cell *cell = canvas_at(canvas, x, y);
    if (!cell || !rect_contains(canvas->clip, x, y))
        return;
    struct style style = line->style;
    if (line->dashed && (is_line_mark(cell) || is_edge(cell)))
        return;
    if (cell->glyph >= 0x2588 && cell->glyph <= 0x2593)
        style.bg = cell->fg;
    else
        style.bg = cell->bg;
    if (is_braille(glyph) && is_braille(cell->glyph) && cell->fg != ROLE_REFERENCE)
        glyph |= cell->glyph;
    canvas_put(canvas, x, y, glyph, style);
}

static double share_of(struct scale scale, double value)
{
    double share = (value - scale.min) / (scale.max - scale.min);
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

static bool dash_gap(const struct plot_line *line, int column)
{
    return line->dashed && column % 2 == 1;
}

static void dot(struct canvas *canvas, struct rect plot, const struct plot_line *line, int sub_x, int sub_y)
{
    static const unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    int from_top = 4 * plot.h - 1 - sub_y;
    if (dash_gap(line, sub_x / 2))
        return;
    int x = plot.x + sub_x / 2, y = plot.y + from_top / 4;
    struct cell *cell = canvas_at(canvas, x, y);
    uint32_t glyph = 0x2800u | bits[from_top % 4][sub_x % 2];
    if (line->dashed && cell && is_braille(cell->glyph) && cell->fg == ROLE_REFERENCE)
        cell->glyph |= glyph;
    else
        put_line_glyph(canvas, x, y, glyph, line);
}

static void line_braille(struct canvas *canvas, struct rect plot, struct scale scale,
                         const struct plot_line *line)
{
    int last = -1;
    for (int p = 0; p < line->n && p < 2 * plot.w; p++) {
        double value = (double)line->points[p];
        if (isnan(value)) {
            last = -1;
            continue;
        }
        int y = height_of(scale, value, 4 * plot.h);
        dot(canvas, plot, line, p, y);
        for (int join = last < y ? last + 1 : y + 1; last >= 0 && join < (last < y ? y : last); join++)
            dot(canvas, plot, line, p, join);
        last = y;
    }
}

/* Block: top, middle or bottom of a cell. ASCII: the mark. Vertical stretches are joined with '│'. */
static void line_cells(struct canvas *canvas, struct rect plot, struct scale scale,
                       const struct plot_line *line)
{
    static const uint32_t levels[] = {0x2581, 0x2500, 0x2594};
    int last = -1;
    for (int column = 0; column < plot.w; column++) {
        double value = plot_column(line->points, line->n, column);
        if (isnan(value)) {
            last = -1;
            continue;
        }
        int third = height_of(scale, value, 3 * plot.h), row = plot.h - 1 - third / 3;
        uint32_t glyph = canvas->glyphs == GLYPHS_ASCII ? line->mark : levels[third % 3];
        if (!dash_gap(line, column)) {
            put_line_glyph(canvas, plot.x + column, plot.y + row, glyph, line);
            for (int join = last < row ? last + 1 : row + 1; last >= 0 && join < (last < row ? row : last);
                 join++)
                put_line_glyph(canvas, plot.x + column, plot.y + join, 0x2502, line);
        }
        last = row;
    }
}

void plot_line(struct canvas *canvas, struct rect plot, struct scale scale, const struct plot_line *line)
{
    if (plot.h <= 0)
        return;
    if (canvas->glyphs == GLYPHS_BRAILLE)
        line_braille(canvas, plot, scale, line);
    else
        line_cells(canvas, plot, scale, line);
}

/* One cell of a stack: the layer that fills its bottom, up to where, and the layer above. Heights in eighths.
 */
static void stack_cell(struct canvas *canvas, int x, int y, int base, const double *tops,
                       const struct plot_layer *layers, int n)
{
    int lower = 0;
    while (lower < n && tops[lower] <= base + 0.5)
        lower++;
    if (lower == n)
        return;
    int level = (int)(tops[lower] - base + 0.5);
    int upper = lower + 1;
    while (upper < n && tops[upper] <= base + level + 0.5)
        upper++;
    const struct plot_layer *fill = &layers[lower];
    if (level >= 8) {
        canvas_put(canvas, x, y, fill->full, style_on(style_of(fill->role), fill->role));
        return;
    }
    bool covered = upper < n;
    if (canvas->glyphs == GLYPHS_ASCII) {
        const struct plot_layer *most = level >= 4 ? fill : covered ? &layers[upper] : NULL;
        if (most)
            canvas_put(canvas, x, y, most->full, style_of(most->role));
        return;
    }
    if (level > 0)
        canvas_put(canvas, x, y, 0x2580u + (uint32_t)level,
                   style_on(style_of(fill->role), covered ? layers[upper].role : ROLE_BACKGROUND));
}

void plot_stack(struct canvas *canvas, struct rect plot, struct scale scale, const struct plot_layer *layers,
                int n_layers, int n_points)
{
    double tops[16];
    n_layers = n_layers > 16 ? 16 : n_layers;
    for (int column = 0; column < plot.w && 2 * column < n_points; column++) {
        double sum = scale.min;
        bool gap = false;
        for (int layer = 0; layer < n_layers; layer++) {
            double value = plot_column(layers[layer].points, n_points, column);
            gap |= isnan(value);
            sum += isnan(value) ? 0 : value;
            tops[layer] = share_of(scale, sum) * 8 * plot.h;
        }
        for (int row = 0; row < plot.h && !gap; row++)
            stack_cell(canvas, plot.x + column, plot.y + row, 8 * (plot.h - 1 - row), tops, layers, n_layers);
    }
}
