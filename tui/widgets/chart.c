/* Lines are drawn dot by dot into the cells they cross. A braille cell may hold several curves: dots add up,
 * the colour is the last one's; a dashed reference is drawn first and loses its cell to any other line. Where
 * a line crosses a filled area the fill stays as the background. */
#include "tui/widgets/chart.h"

#include "tui/term/glyphs.h"

#include <math.h>
#include <stdio.h>

enum { LAYERS_MAX = 16, DOTS_X = 2, DOTS_Y = 4, LEVELS = 3 }; /* dots of a braille cell, levels of others */

/* --- places --- */

/* Of the scale, 0 to 1. */
static double share_of(const struct chart *chart, double value)
{
    double share = (value - chart->scale.min) / (chart->scale.max - chart->scale.min);
    return share > 1 ? 1 : share < 0 ? 0 : share;
}

int chart_height(const struct chart *chart, double value, int parts)
{
    int all = parts * chart->plot.h, height = (int)floor(share_of(chart, value) * all + 1e-6);
    return height < 0 ? 0 : height > all - 1 ? all - 1 : height;
}

/* Parts of a row that a curve tells apart. */
static int curve_parts(const struct chart *chart)
{
    return chart->canvas->glyphs == GLYPHS_BRAILLE ? DOTS_Y : LEVELS;
}

int chart_row(const struct chart *chart, double value)
{
    int parts = curve_parts(chart);
    return chart->plot.y + chart->plot.h - 1 - chart_height(chart, value, parts) / parts;
}

int chart_column(const struct chart *chart, int point)
{
    return chart->plot.x + point / 2;
}

double points_mean(const float *points, int n, int column)
{
    double a = 2 * column < n ? (double)points[2 * column] : (double)NAN;
    double b = 2 * column + 1 < n ? (double)points[2 * column + 1] : (double)NAN;
    return isnan(a) ? b : isnan(b) ? a : (a + b) / 2;
}

int points_last(const float *points, int n)
{
    int last = n - 1;
    while (last >= 0 && isnan(points[last]))
        last--;
    return last;
}

double points_greatest(const float *points, int n)
{
    double greatest = 0;
    for (int p = 0; p < n; p++)
        greatest = fmax(greatest, (double)points[p]); /* NAN loses */
    return greatest;
}

/* --- grid and levels --- */

static struct style on_ground(const struct chart *chart, enum role role)
{
    return style_on(style_of(role), chart->ground);
}

static void put_label(const struct chart *chart, int y, struct style style, const char *text)
{
    canvas_text_right(chart->canvas, chart->plot.x - 1, y, chart->gutter - 1, style, text);
}

/* `step` tells how many decimals there are to say. */
static void draw_number(const struct chart *chart, int y, double value, double step)
{
    char label[32];
    int decimals = 0;
    for (double unit = step; decimals < 3 && fabs(unit - floor(unit + 0.5)) > 1e-6; decimals++)
        unit *= 10;
    snprintf(label, sizeof label, "%.*f", decimals, value + 0.0);
    canvas_hline(chart->canvas, chart->plot.x, y, chart->plot.w, 0x2504, on_ground(chart, ROLE_GRID));
    put_label(chart, y, on_ground(chart, ROLE_DIM), label);
}

void chart_grid(const struct chart *chart)
{
    struct scale scale = chart->scale;
    int h = chart->plot.h, every = scale_even_rows(scale, h), last = chart->plot.y + h + 1;
    if (every > 0) {
        double step = (scale.max - scale.min) * every / h;
        for (int i = 0; i * every < h; i++)
            draw_number(chart, chart->plot.y + h - 1 - i * every, scale.min + i * step, step);
        return;
    }
    double step = scale_nice((scale.max - scale.min) / (h > 0 ? h : 1) * 1.5);
    for (double value = ceil(scale.min / step - 1e-9) * step; value <= scale.max + step * 1e-6;
         value += step) {
        int y = chart_row(chart, value);
        if (y < last)
            draw_number(chart, last = y, value, step);
    }
}

void chart_label(const struct chart *chart, double value, struct style style, const char *text)
{
    int y = chart_row(chart, value);
    canvas_fill(chart->canvas, (struct rect){chart->plot.x - chart->gutter, y, chart->gutter, 1}, ' ',
                on_ground(chart, ROLE_TEXT));
    put_label(chart, y, style_on(style, chart->ground), text);
}

void chart_level(const struct chart *chart, double value, uint32_t glyph, enum role role)
{
    if (value >= chart->scale.min && value <= chart->scale.max && chart->plot.h > 0)
        canvas_hline(chart->canvas, chart->plot.x, chart_row(chart, value), chart->plot.w, glyph,
                     on_ground(chart, role));
}

/* --- lines --- */

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
static void put_line_glyph(const struct chart *chart, int x, int y, uint32_t glyph,
                           const struct chart_line *line)
{
    struct cell *cell = canvas_at(chart->canvas, x, y);
    if (!cell || !rect_contains(chart->canvas->clip, x, y))
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
    canvas_put(chart->canvas, x, y, glyph, style);
}

static bool dash_gap(const struct chart_line *line, int column)
{
    return line->dashed && column % 2 == 1;
}

/* One dot, `height` dots above the lower edge. */
static void dot(const struct chart *chart, const struct chart_line *line, int point, int height)
{
    static const unsigned char bits[DOTS_Y][DOTS_X] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    int from_top = DOTS_Y * chart->plot.h - 1 - height;
    if (dash_gap(line, point / DOTS_X))
        return;
    int x = chart_column(chart, point), y = chart->plot.y + from_top / DOTS_Y;
    struct cell *cell = canvas_at(chart->canvas, x, y);
    uint32_t glyph = 0x2800u | bits[from_top % DOTS_Y][point % DOTS_X];
    if (line->dashed && cell && is_braille(cell->glyph) && cell->fg == ROLE_REFERENCE)
        cell->glyph |= glyph;
    else
        put_line_glyph(chart, x, y, glyph, line);
}

static void line_braille(const struct chart *chart, const struct chart_line *line)
{
    int last = -1;
    for (int p = 0; p < line->n && p < DOTS_X * chart->plot.w; p++) {
        double value = (double)line->points[p];
        if (isnan(value)) {
            last = -1;
            continue;
        }
        int y = chart_height(chart, value, DOTS_Y);
        dot(chart, line, p, y);
        for (int join = last < y ? last + 1 : y + 1; last >= 0 && join < (last < y ? y : last); join++)
            dot(chart, line, p, join);
        last = y;
    }
}

/* Block: top, middle or bottom of a cell. ASCII: the mark. Vertical stretches are joined with '│'. */
static void line_cells(const struct chart *chart, const struct chart_line *line)
{
    static const uint32_t levels[LEVELS] = {0x2581, 0x2500, 0x2594};
    int last = -1;
    for (int column = 0; column < chart->plot.w; column++) {
        double value = points_mean(line->points, line->n, column);
        if (isnan(value)) {
            last = -1;
            continue;
        }
        int x = chart->plot.x + column, y = chart_row(chart, value);
        uint32_t glyph = chart->canvas->glyphs == GLYPHS_ASCII
                             ? line->mark
                             : levels[chart_height(chart, value, LEVELS) % LEVELS];
        if (!dash_gap(line, column)) {
            put_line_glyph(chart, x, y, glyph, line);
            for (int join = last < y ? last + 1 : y + 1; last >= 0 && join < (last < y ? y : last); join++)
                put_line_glyph(chart, x, join, 0x2502, line);
        }
        last = y;
    }
}

void chart_line(const struct chart *chart, const struct chart_line *line)
{
    if (chart->plot.h <= 0)
        return;
    if (chart->canvas->glyphs == GLYPHS_BRAILLE)
        line_braille(chart, line);
    else
        line_cells(chart, line);
}

void chart_line_where(const struct chart *chart, const struct chart_line *line, const bool *where,
                      struct style style)
{
    float points[CHART_POINTS];
    struct chart_line part = *line;
    part.n = line->n < CHART_POINTS ? line->n : CHART_POINTS;
    part.points = points;
    part.style = style;
    for (int p = 0; p < part.n; p++)
        points[p] = where[p] ? line->points[p] : NAN;
    chart_line(chart, &part);
}

void chart_reference(const struct chart *chart, const float *points, int n)
{
    struct chart_line line = {points, n, on_ground(chart, ROLE_REFERENCE), true, '-'};
    if (points)
        chart_line(chart, &line);
}

void chart_mark(const struct chart *chart, int point, double value, uint32_t glyph, struct style style)
{
    if (point / 2 < chart->plot.w)
        canvas_put(chart->canvas, chart_column(chart, point), chart_row(chart, value), glyph, style);
}

/* --- areas --- */

/* One cell of a stack: the layer that fills its bottom, up to where, and the layer above. Heights in eighths.
 */
static void stack_cell(struct canvas *canvas, int x, int y, int base, const double *tops,
                       const struct chart_layer *layers, int n)
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
    const struct chart_layer *fill = &layers[lower];
    if (level >= 8) {
        canvas_put(canvas, x, y, fill->full, style_on(style_of(fill->role), fill->role));
        return;
    }
    bool covered = upper < n;
    if (canvas->glyphs == GLYPHS_ASCII) {
        const struct chart_layer *most = level >= 4 ? fill : covered ? &layers[upper] : NULL;
        if (most)
            canvas_put(canvas, x, y, most->full, style_of(most->role));
        return;
    }
    if (level > 0)
        canvas_put(canvas, x, y, 0x2580u + (uint32_t)level,
                   style_on(style_of(fill->role), covered ? layers[upper].role : ROLE_BACKGROUND));
}

void chart_stack(const struct chart *chart, const struct chart_layer *layers, int n_layers, int n_points)
{
    const struct rect plot = chart->plot;
    double tops[LAYERS_MAX];
    n_layers = n_layers > LAYERS_MAX ? LAYERS_MAX : n_layers;
    for (int column = 0; column < plot.w && 2 * column < n_points; column++) {
        double sum = chart->scale.min;
        bool gap = false;
        for (int layer = 0; layer < n_layers; layer++) {
            double value = points_mean(layers[layer].points, n_points, column);
            gap |= isnan(value);
            sum += isnan(value) ? 0 : value;
            tops[layer] = share_of(chart, sum) * 8 * plot.h;
        }
        for (int row = 0; row < plot.h && !gap; row++)
            stack_cell(chart->canvas, plot.x + column, plot.y + row, 8 * (plot.h - 1 - row), tops, layers,
                       n_layers);
    }
}

/* --- words and lanes --- */

struct lines chart_words(const struct chart *chart)
{
    struct rect side = chart->side;
    return (struct lines){chart->canvas, {side.x + 1, side.y, side.w > 0 ? side.w - 1 : 0, side.h}, 0};
}

void chart_lane(struct canvas *canvas, int x, int y, int w, const struct lane *lane)
{
    for (int column = 0; column < w; column++) {
        double value = points_mean(lane->points, lane->n, column);
        if (isnan(value))
            continue;
        int level = (int)floor(8 * value / lane->full + 0.5);
        bool over = lane->over > 0 && value > lane->over;
        if (value > 0 && level < 1)
            level = 1;
        level = level > 8 ? 8 : level;
        struct style style = style_of(over ? ROLE_BAD : lane->role);
        if (over && canvas->glyphs == GLYPHS_ASCII)
            style.attrs |= ATTR_REVERSE;
        if (level > 0)
            canvas_put(canvas, x + column, y, glyph_level(canvas->glyphs, level), style);
    }
}
