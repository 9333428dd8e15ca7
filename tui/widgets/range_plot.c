/* The curve is a line of a chart (chart.h) whose points are asked for by their place. */
#include "tui/widgets/range_plot.h"

#include "tui/widgets/chart.h"

#include <math.h>

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

/* What is broken, with its neighbours, so that the curve has no hole where the one becomes the other. */
static void split(const struct range_plot *plot, double *good, double *bad)
{
    for (int i = 0; i < plot->n; i++) {
        bool beside = (i > 0 && plot->broken[i - 1]) || (i + 1 < plot->n && plot->broken[i + 1]);
        good[i] = plot->broken[i] ? (double)NAN : plot->values[i];
        bad[i] = plot->broken[i] || beside ? plot->values[i] : (double)NAN;
    }
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
    split(plot, good, bad);
    draw_line(&chart, plot, bad, ROLE_BAD, true);
    draw_line(&chart, plot, good, ROLE_TITLE, false);
    draw_mark(&chart, plot, plot->initial, SIGN_INITIAL, ROLE_DIM);
    draw_mark(&chart, plot, plot->here, SIGN_HERE, ROLE_FOCUS);
}
