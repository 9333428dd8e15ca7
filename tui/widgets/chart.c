/* Where a value lies is worked out here, once, for everything that a chart draws; then what stands still: the
 * grid, levels, labels, marks, lanes. Curves are in chart_lines.c, areas in chart_stack.c. */
#include "tui/widgets/chart.h"

#include "tui/term/glyphs.h"

#include <math.h>
#include <stdio.h>

/* --- places --- */

double chart_share(const struct chart *chart, double value)
{
    double share = (value - chart->scale.min) / (chart->scale.max - chart->scale.min);
    return share > 1 ? 1 : share > 0 ? share : 0; /* of no number, too */
}

static int part_of(const struct chart *chart, double value, int parts)
{
    return (int)floor(chart_share(chart, value) * parts * chart->plot.h + 1e-6);
}

int chart_height(const struct chart *chart, double value, int parts)
{
    int all = parts * chart->plot.h, height = part_of(chart, value, parts);
    if (chart->limit > 0 && value <= chart->limit) {
        int line = part_of(chart, chart->limit, parts) - 1;
        height = height < line ? height : line;
    }
    return height < 0 ? 0 : height > all - 1 ? all - 1 : height;
}

int chart_parts(const struct chart *chart)
{
    if (chart->heavy)
        return CHART_HALVES;
    return chart->canvas->glyphs == GLYPHS_BRAILLE ? CHART_DOTS : CHART_LEVELS;
}

int chart_row(const struct chart *chart, double value)
{
    int parts = chart_parts(chart);
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

/* The dots of one row of them in a cell, or the sign of its third. A dotted line has one in every other cell,
 * so that it is told from a curve without colours, too. */
static uint32_t level_glyph(const struct chart *chart, int height, enum stroke stroke)
{
    static const uint32_t levels[2][CHART_LEVELS] = {{0x2581, 0x2500, 0x2594}, {'.', 0x2504, '\''}};
    static const uint32_t dots[2][CHART_DOTS] = {{0x28C0, 0x2824, 0x2812, 0x2809},
                                                 {0x2840, 0x2804, 0x2802, 0x2801}};
    static const uint32_t halves[2][CHART_HALVES] = {{0x2582, 0x2501}, {0x2504, 0x2504}};
    bool dotted = stroke == STROKE_DOTTED;
    if (chart->canvas->glyphs == GLYPHS_ASCII)
        return dotted ? '.' : '-';
    if (chart->heavy)
        return halves[dotted][height % CHART_HALVES];
    if (chart->canvas->glyphs == GLYPHS_BRAILLE)
        return dots[dotted][height % CHART_DOTS];
    return levels[dotted][height % CHART_LEVELS];
}

void chart_level(const struct chart *chart, double value, enum stroke stroke, enum role role)
{
    if (!(value >= chart->scale.min && value <= chart->scale.max) || chart->plot.h <= 0)
        return;
    uint32_t glyph = level_glyph(chart, chart_height(chart, value, chart_parts(chart)), stroke);
    int y = chart_row(chart, value);
    for (int column = 0; column < chart->plot.w; column++)
        if (stroke == STROKE_DASHED ? !chart_is_gap(column) : stroke == STROKE_SOLID || column % 2 == 0)
            canvas_put(chart->canvas, chart->plot.x + column, y, glyph, on_ground(chart, role));
}

static bool is_whole(double value)
{
    return fabs(value - floor(value + 0.5)) <= 1e-6;
}

/* As many decimals as the number needs, and the step from one to the next: a rounded number would be one of
 * another height. The limit has a name in place of its number. */
static void draw_number(const struct chart *chart, int y, double value, double step)
{
    char label[48];
    int decimals = 0;
    if (chart->limit > 0 && fabs(value - chart->limit) < 1e-6 * step)
        return;
    for (double unit = 1; decimals < 3 && !(is_whole(step * unit) && is_whole(value * unit)); decimals++)
        unit *= 10;
    snprintf(label, sizeof label, "%s%.*f", value < 0 ? "−" : "", decimals, fabs(value));
    chart_level(chart, value, STROKE_DOTTED, ROLE_GRID);
    put_label(chart, y, on_ground(chart, ROLE_DIM), label);
}

/* Rows between two numbers of a heavy chart, at least. */
enum { HEAVY_ROWS = 4 };

void chart_grid(const struct chart *chart)
{
    struct scale scale = chart->scale;
    int h = chart->plot.h, every = scale_even_rows(scale, h), last = chart->plot.y + h + 1;
    for (int even = every; chart->heavy && every > 0 && every < HEAVY_ROWS;)
        every += even;
    if (every > 0) {
        double step = (scale.max - scale.min) * every / h;
        for (int i = 0; i * every < h; i++)
            draw_number(chart, chart->plot.y + h - 1 - i * every, scale.min + i * step, step);
        return;
    }
    double step = scale_nice((scale.max - scale.min) / (h > 0 ? h : 1) * (chart->heavy ? HEAVY_ROWS : 1.5));
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

void chart_mark(const struct chart *chart, int point, double value, uint32_t glyph, struct style style)
{
    if (point / 2 < chart->plot.w)
        canvas_put(chart->canvas, chart_column(chart, point), chart_row(chart, value), glyph, style);
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
        if (over) { /* told without colours, too */
            style.attrs |= ATTR_REVERSE;
            canvas_put(canvas, x + column, y, 0x25CB, style);
        } else if (level > 0) {
            canvas_put(canvas, x + column, y, glyph_level(canvas->glyphs, level), style);
        }
    }
}
