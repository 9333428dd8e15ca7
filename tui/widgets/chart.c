/* Where a value lies is worked out here, once, for everything that a chart draws; then what stands still: the
 * grid, levels, labels, marks, lanes. Curves are in chart_lines.c, areas in chart_stack.c. */
#include "tui/widgets/chart.h"

#include "tui/term/text.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

/* --- scale --- */

/* Round steps, and how far apart the labels of a chart of so many rows may be. */

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

struct scale scale_about(double min, double max, int rows)
{
    double row = round_step(fmax((max - min) / (rows > 1 ? rows : 1), 1e-12));
    for (int i = 0; i < 64 && ceil(max / row - 1e-9) + ceil(-min / row - 1e-9) > rows; i++)
        row = round_step(row * 1.01);
    double below = fmin(ceil(-min / row - 1e-9), rows);
    double spare = rows - below - ceil(max / row - 1e-9);
    if (max <= 0 && spare > 0) /* all is below: the zero line is at the top */
        below = rows;
    return (struct scale){-below * row, (rows - below) * row};
}

/* The rows from one round value to the next where those of the scale lie at even distances; 0: they do not.
 */
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
        greatest = (double)points[p] > greatest ? (double)points[p] : greatest; /* NAN loses */
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
    int decimals = 0;
    if (chart->limit > 0 && fabs(value - chart->limit) < 1e-6 * step)
        return;
    for (double unit = 1; decimals < 3 && !(is_whole(step * unit) && is_whole(value * unit)); decimals++)
        unit *= 10;
    const char *label = text(&chart->canvas->texts, "%s%.*f", value < 0 ? "−" : "", decimals, fabs(value));
    chart_level(chart, value, STROKE_DOTTED, ROLE_GRID);
    put_label(chart, y, on_ground(chart, ROLE_DIM), label);
}

/* Rows between two numbers of a heavy chart, at least. */
enum { HEAVY_ROWS = 4 };

void chart_grid(const struct chart *chart)
{
    struct scale scale = chart->scale;
    int h = chart->plot.h, every = even_rows(scale, h), last = chart->plot.y + h + 1;
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

void chart_names(const struct chart *chart, struct chart_name *names, int n)
{
    struct lines words = chart_words(chart);
    int rows[CHART_NAMES], bottom = words.rect.y + words.rect.h;
    n = n < words.rect.h ? n : words.rect.h;
    for (int i = 1; i < n; i++) /* from above to below */
        for (int k = i; k > 0 && names[k].value > names[k - 1].value; k--) {
            struct chart_name upper = names[k];
            names[k] = names[k - 1];
            names[k - 1] = upper;
        }
    for (int i = 0; i < n; i++) {
        int row = chart_row(chart, names[i].value);
        rows[i] = i > 0 && row <= rows[i - 1] ? rows[i - 1] + 1 : row;
    }
    for (int i = n - 1; i >= 0 && rows[i] >= bottom; i--)
        rows[i] = --bottom;
    for (int i = 0; i < n; i++)
        canvas_text(chart->canvas, words.rect.x, rows[i], words.rect.w, names[i].style, names[i].text);
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

/* --- range plot --- */

/* The curve is a line of a chart (chart.h) whose points are asked for by their place. */

/* Dots in the middle: they have no height yet. */
enum { SIGN_COMING = 0xB7, SIGN_HERE = 0x25CF, SIGN_INITIAL = 0x253C, SIGN_CHOSEN = 0x2502 };

struct scale range_plot_ends(const struct range_plot *plot)
{
    struct scale ends = {NAN, NAN};
    for (int i = 0; i < plot->n; i++) {
        ends.min = fmin(ends.min, fmin(plot->values[i], plot->least[i]));
        ends.max = fmax(ends.max, fmax(plot->values[i], plot->greatest[i]));
    }
    return isnan(ends.min) ? (struct scale){0, 1} : ends;
}

int range_plot_column(const struct range_plot *plot, int w, int i)
{
    return (int)(plot->places[i] * (w - 1) + 0.5);
}

/* At a place between two values. */
static double value_at(const struct range_plot *plot, const double *values, double place)
{
    int after = 0;
    while (after < plot->n && plot->places[after] < place)
        after++;
    int before = after > 0 ? after - 1 : 0;
    after = after < plot->n ? after : plot->n - 1;
    double span = plot->places[after] - plot->places[before];
    double share = span > 0 ? (place - plot->places[before]) / span : 0;
    if (plot->stairs || !(share > 0))
        return values[share < 0.5 ? before : after];
    return values[before] + share * (values[after] - values[before]);
}

static int fill(const struct range_plot *plot, const double *values, int w, float *points)
{
    int n = 2 * w < CHART_POINTS ? 2 * w : CHART_POINTS;
    for (int p = 0; p < n; p++) {
        double place = (0.5 * p - 0.25) / (w > 1 ? w - 1 : 1);
        points[p] = (float)value_at(plot, values, fmin(fmax(place, 0), 1));
    }
    /* A value that has no neighbours yet is a point of its own. */
    for (int i = 0; i < plot->n; i++)
        for (int half = 0; half < 2; half++) {
            int p = 2 * range_plot_column(plot, w, i) + half;
            if (p < n && isnan(points[p]) && !isnan(values[i]))
                points[p] = (float)values[i];
        }
    return n;
}

static void draw_line(const struct chart *chart, const struct range_plot *plot, const double *values,
                      enum role role, bool dashed)
{
    float points[CHART_POINTS];
    struct chart_line line = {.points = points,
                              .n = fill(plot, values, chart->plot.w, points),
                              .style = style_on(style_of(role), chart->ground),
                              .dashed = dashed,
                              .mark = dashed ? '.' : '*'};
    chart_line(chart, &line);
}

static void draw_mark(const struct chart *chart, const struct range_plot *plot, int i, uint32_t glyph,
                      enum role role)
{
    if (i >= 0 && !isnan(plot->values[i]))
        chart_mark(chart, 2 * range_plot_column(plot, chart->plot.w, i), plot->values[i], glyph,
                   style_on(style_bold(role), chart->ground));
}

void range_plot_draw(const struct range_plot *plot, struct rect rect, enum role ground, struct canvas *canvas)
{
    struct chart chart = {.canvas = canvas, .plot = rect, .ground = ground};
    chart.scale = range_plot_ends(plot);
    if (rect.w < 2 || rect.h < 1 || plot->n < 1)
        return;
    if (!(chart.scale.max > chart.scale.min)) { /* all the same: in the middle */
        double half = fmax(fabs(chart.scale.min), 1) / 2;
        chart.scale = (struct scale){chart.scale.min - half, chart.scale.max + half};
    }
    if (plot->chosen >= 0)
        canvas_vline(canvas, rect.x + range_plot_column(plot, rect.w, plot->chosen), rect.y, rect.h,
                     SIGN_CHOSEN, style_on(style_of(ROLE_CURSOR), ground));
    for (int i = 0; i < plot->n; i++)
        if (isnan(plot->values[i]))
            canvas_put(canvas, rect.x + range_plot_column(plot, rect.w, i), rect.y + rect.h / 2,
                       canvas->glyphs == GLYPHS_ASCII ? '.' : SIGN_COMING,
                       style_on(style_of(ROLE_DIM), ground));
    draw_line(&chart, plot, plot->least, ROLE_DIM, true);
    draw_line(&chart, plot, plot->greatest, ROLE_DIM, true);
    double good[RANGE_VALUES], bad[RANGE_VALUES];
    /* What is broken, with its neighbours, so that the curve has no hole where the one becomes the other. */
    for (int i = 0; i < plot->n; i++) {
        bool beside = (i > 0 && plot->broken[i - 1]) || (i + 1 < plot->n && plot->broken[i + 1]);
        good[i] = plot->broken[i] ? (double)NAN : plot->values[i];
        bad[i] = plot->broken[i] || beside ? plot->values[i] : (double)NAN;
    }
    draw_line(&chart, plot, bad, ROLE_BAD, true);
    draw_line(&chart, plot, good, ROLE_TITLE, false);
    draw_mark(&chart, plot, plot->initial, SIGN_INITIAL, ROLE_DIM);
    draw_mark(&chart, plot, plot->here, SIGN_HERE, ROLE_FOCUS);
}
