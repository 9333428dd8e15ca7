/* The bar, the account, and the plots over one axis of time. */
#include "tui/views/compare.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/media/canvas.h"
#include "tui/term/text.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"
#include "tui/words/contrast.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PLOT_MIN_H = 4, AXIS_H = 2 };

static enum role role_of(size_t run)
{
    return (enum role)(ROLE_RUN_A + (int)run);
}

/* --- the bar --- */

static int64_t start_s(const struct compare *compare)
{
    return lineup_scenario(compare_base(compare))->start_s;
}

static int32_t offset_s(const struct compare *compare, int64_t t_ns)
{
    return carbon_trace_offset(&compare_base(compare)->model->trace, start_s(compare) + t_ns / NS_PER_S);
}

static void draw_bar(const struct compare *compare, struct canvas *canvas)
{
    const struct carbon_trace *trace = &compare_base(compare)->model->trace;
    struct style bar = style_on(style_of(ROLE_TEXT), ROLE_BAR),
                 bold = style_on(style_bold(ROLE_TITLE), ROLE_BAR),
                 dim = style_on(style_of(ROLE_DIM), ROLE_BAR);
    char text[200], brief[96], clock[FORMAT_SIZE], date[FORMAT_SIZE] = "", zone[FORMAT_SIZE];
    const char *const forms[] = {text, brief, ""};
    int32_t offset = offset_s(compare, compare->cursor_ns);
    int64_t at_s = start_s(compare) + compare->cursor_ns / NS_PER_S;
    canvas_fill(canvas, (struct rect){0, 0, canvas->w, 1}, ' ', bar);
    if (canvas->w >= 80)
        format_date(date, at_s, offset);
    text_print(text, sizeof text, "%s  %s %s", date, format_clock(clock, at_s, offset, true),
               format_zone(zone, offset));
    int end = canvas->w - 1 - text_width(text), x = 1;
    canvas_text(canvas, end > 0 ? end : 0, 0, canvas->w - 1, bold, text);
    part_span(canvas, &x, end - 1, 0, bold, "wattif");
    part_span(canvas, &x, end - 1, 0, bar, "  Compare  ");
    text_print(text, sizeof text, "%zu runs  ", compare->lineup.n);
    part_span(canvas, &x, end - 1, 0, bar, text);
    const char *kind = format_carbon_kind(trace), *basis = format_carbon_basis(trace);
    text_print(text, sizeof text, "%s · %s, %s", lineup_scenario(compare_base(compare))->trace, kind, basis);
    text_print(brief, sizeof brief, "%s, %s", kind, basis);
    part_span(canvas, &x, end - 1, 0, dim, text_fitting(forms, 3, end - 1 - x));
}

/* --- plots --- */

struct plots {
    const struct compare *compare;
    struct canvas *canvas;
    int x, w, cursor_x;
};

static struct chart chart_of(const struct plots *plots, struct rect rect)
{
    return (struct chart){.canvas = plots->canvas,
                          .plot = {plots->x, rect.y + 1, plots->w, rect.h - 1},
                          .gutter = COMPARE_GUTTER,
                          .ground = ROLE_BACKGROUND,
                          .scale = {0, 1}};
}

static int draw_title(const struct plots *plots, struct rect rect, const char *name, const char *unit)
{
    return part_title(plots->canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, name, unit, false);
}

static void draw_tag(const struct plots *plots, struct rect rect, int title_end, const char *text)
{
    if (*text)
        part_tag(plots->canvas, plots->cursor_x, rect.y, title_end, rect.x + rect.w, text);
}

/* One curve a run, and what it is at the cursor in the tag. */
static void draw_curves(const struct plots *plots, struct rect rect, const char *name, const char *unit,
                        const float *const points[LINEUP_RUNS], const struct chart *chart)
{
    const struct lineup *lineup = &plots->compare->lineup;
    char tag[96] = "";
    struct chart_line lines[LINEUP_RUNS];
    int title_end = draw_title(plots, rect, name, unit), n = 0;
    for (size_t k = 0; k < lineup->n; k++) {
        if (!points[k])
            continue;
        const struct curves *curves = lineup->runs[k].curves;
        double at = curves_at(curves, points[k], plots->compare->cursor_ns);
        lines[n++] = (struct chart_line){points[k], curves->points, style_of(role_of(k)), k % 2 == 1,
                                         (uint32_t)contrast_letter(k)};
        if (!isnan(at))
            text_append(tag, sizeof tag, "%s%c %.*f", *tag ? "  " : "", contrast_letter(k), at < 100, at);
    }
    chart_lines(chart, lines, n);
    for (size_t k = 0; k < lineup->n; k++)
        if (points[k] && lineup->n > 1) {
            /* The letter of a run at the end of its curve. */
            int last = points_last(points[k], lineup->runs[k].curves->points);
            if (last >= 0)
                chart_mark(chart, last, (double)points[k][last], (uint32_t)contrast_letter(k),
                           style_bold(role_of(k)));
        }
    draw_tag(plots, rect, title_end, tag);
}

static double greatest(const struct lineup *lineup, const float *const points[LINEUP_RUNS])
{
    double most = 1e-9;
    for (size_t k = 0; k < lineup->n; k++)
        if (points[k])
            most = fmax(most, points_greatest(points[k], lineup->runs[k].curves->points));
    return most;
}

static double least(const struct lineup *lineup, const float *const points[LINEUP_RUNS])
{
    double value = INFINITY;
    for (size_t k = 0; k < lineup->n; k++)
        for (int p = 0; points[k] && p < lineup->runs[k].curves->points; p++)
            value = fmin(value, (double)points[k][p]);
    return isinf(value) ? 0 : value;
}

/* The grid's, once for those that run on the same. */
static void draw_intensity(const struct plots *plots, struct rect rect)
{
    const struct lineup *lineup = &plots->compare->lineup;
    const float *points[LINEUP_RUNS] = {NULL};
    const struct scenario *base = lineup_scenario(compare_base(plots->compare));
    for (size_t k = 0; k < lineup->n; k++) {
        const struct scenario *other = lineup_scenario(&lineup->runs[k]);
        if (k == lineup->base || strcmp(base->trace, other->trace) != 0 || base->start_s != other->start_s ||
            base->number[KNOB_CI_SCALE] != other->number[KNOB_CI_SCALE])
            points[k] = lineup->runs[k].curves->intensity;
    }
    struct chart chart = chart_of(plots, rect);
    chart.scale = scale_fit(least(lineup, points), greatest(lineup, points) * 1.001, chart.plot.h);
    chart_grid(&chart);
    draw_curves(plots, rect, "Grid intensity", "g/kWh", points, &chart);
}

static void draw_rates(const struct plots *plots, struct rect rect)
{
    const struct lineup *lineup = &plots->compare->lineup;
    const float *points[LINEUP_RUNS] = {NULL};
    for (size_t k = 0; k < lineup->n; k++)
        points[k] = lineup->runs[k].curves->total;
    struct chart chart = chart_of(plots, rect);
    chart.scale = scale_fit(0, greatest(lineup, points) * 1.02, chart.plot.h);
    chart_grid(&chart);
    draw_curves(plots, rect, "Carbon rate", "g/h", points, &chart);
}

static void draw_difference(const struct plots *plots, struct rect rect)
{
    const struct lineup *lineup = &plots->compare->lineup;
    char name[64], tag[64] = "", number[FORMAT_SIZE];
    double low = 0, high = 0;
    for (int p = 0; p < lineup->n_points; p++) {
        low = fmin(low, (double)lineup->points[p]);
        high = fmax(high, (double)lineup->points[p]);
    }
    text_print(name, sizeof name, "Difference %c − %c", contrast_letter(lineup->other),
               contrast_letter(lineup->base));
    int title_end = draw_title(plots, rect, name, rect.w >= 60 ? "g/h, below zero is saved" : "g/h");
    struct chart chart = chart_of(plots, rect);
    bool same = low == 0 && high == 0;
    chart.scale = same ? scale_about(-1, 1, chart.plot.h) : scale_about(low, high, chart.plot.h);
    if (!same)
        chart_grid(&chart);
    chart_level(&chart, 0, STROKE_SOLID, ROLE_RULE);
    if (same)
        chart_label(&chart, 0, style_of(ROLE_DIM), "0");
    else
        chart_difference(&chart, lineup->points, lineup->n_points);
    int64_t to_ns = lineup->window.to_ns > 0 ? lineup->window.to_ns : 1;
    int at = (int)(plots->compare->cursor_ns * lineup->window.points / to_ns);
    at = at < lineup->n_points ? at : lineup->n_points - 1;
    if (at >= 0 && !isnan(lineup->points[at])) {
        double value = (double)lineup->points[at];
        text_print(tag, sizeof tag, "%s%s", same ? "= identical" : format_signed(number, value, 1),
                   value < 0   ? " better"
                   : value > 0 ? " worse"
                               : "");
    }
    draw_tag(plots, rect, title_end, tag);
}

/* Of the app that is worst at each point, per cent of its SLO. */
static void draw_worst(const struct plots *plots, struct rect rect)
{
    const struct lineup *lineup = &plots->compare->lineup;
    static const float none[1];
    float worst[LINEUP_RUNS][CURVE_POINTS];
    const float *points[LINEUP_RUNS] = {none};
    for (size_t k = 0; k < lineup->n; k++) {
        const struct curves *curves = lineup->runs[k].curves;
        points[k] = worst[k];
        for (int p = 0; p < curves->points; p++) {
            worst[k][p] = NAN;
            for (int app = 0; app < curves->n_apps; app++)
                worst[k][p] = fmaxf(worst[k][p], curves->tail[app][p]);
        }
    }
    struct chart chart = chart_of(plots, rect);
    chart.scale = scale_through(100, greatest(lineup, points) * 1.02, chart.plot.h);
    chart.limit = 100;
    chart_grid(&chart);
    chart_level(&chart, 100, STROKE_SOLID, ROLE_TEXT);
    chart_label(&chart, 100, style_bold(ROLE_TITLE), "SLO");
    draw_curves(plots, rect, "Worst tail", "% of its SLO", points, &chart);
}

/* --- the axis --- */

/* One lighter column through the plots. */
static void draw_cursor(const struct plots *plots, struct rect rect)
{
    for (int y = rect.y; y < rect.y + rect.h; y++) {
        struct cell *cell = canvas_at(plots->canvas, plots->cursor_x, y);
        if (!cell || cell->bg == ROLE_CURSOR || cell->fg == ROLE_TITLE || cell->fg == ROLE_DIM)
            continue;
        if (cell->glyph == ' ' || cell->fg == ROLE_GRID || cell->fg == ROLE_RULE)
            canvas_put(plots->canvas, plots->cursor_x, y, 0x2502, style_of(ROLE_CURSOR));
        else
            cell->attrs |= ATTR_COLUMN;
    }
}

static void draw_plots(const struct plots *plots, struct rect rect)
{
    static const struct {
        void (*draw)(const struct plots *plots, struct rect rect);
        int weight;
    } kinds[] = {{draw_intensity, 2}, {draw_rates, 4}, {draw_difference, 5}, {draw_worst, 4}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    /* Dropped first to last where rows are few: intensity, tails, rates. */
    static const int least_h[KINDS] = {4 * PLOT_MIN_H, 2 * PLOT_MIN_H, 0, 3 * PLOT_MIN_H};
    int rows = rect.h - AXIS_H, weights = 0, y = rect.y;
    bool shown[KINDS];
    for (int i = 0; i < KINDS; i++) {
        shown[i] = plots->compare->difference_alone ? kinds[i].draw == draw_difference : rows >= least_h[i];
        weights += shown[i] ? kinds[i].weight : 0;
    }
    if (rows < 2 || plots->w < 4)
        return;
    for (int i = 0, left = rows; i < KINDS; i++) {
        if (!shown[i])
            continue;
        int h = left * kinds[i].weight / weights;
        kinds[i].draw(plots, (struct rect){rect.x, y, rect.w, h});
        weights -= kinds[i].weight;
        left -= h;
        y += h;
    }
    enum { LABEL_W = 9 };
    const struct compare *compare = plots->compare;
    int64_t horizon_s = compare->lineup.horizon_ns / NS_PER_S, begin_s = start_s(compare);
    horizon_s = horizon_s > 0 ? horizon_s : 1;
    int w = plots->w, free_x = plots->x;
    int64_t least_ns = w > 0 ? (horizon_s * NS_PER_S * LABEL_W + w - 1) / w : 0, minute_ns = 60 * NS_PER_S,
            step_ns = clock_step_ns(least_ns > minute_ns ? least_ns : minute_ns),
            local_ns = (begin_s + offset_s(compare, 0)) * NS_PER_S;
    for (int64_t t_ns = clock_until_ns(local_ns, step_ns); t_ns <= horizon_s * NS_PER_S && w > 0;
         t_ns += step_ns) {
        int x = plots->x + (int)(t_ns / NS_PER_S * w / horizon_s);
        part_tick(plots->canvas, x, y, &free_x, plots->x + w,
                  clock_tick(FORMAT_ROOM, begin_s, t_ns, offset_s(compare, t_ns), step_ns));
    }
    char tag[FORMAT_SIZE];
    canvas_hline(plots->canvas, plots->x, y + 1, w, 0x2500, style_of(ROLE_RULE));
    clock_format(tag, begin_s, compare->cursor_ns, offset_s(compare, compare->cursor_ns), CLOCK_SECONDS);
    int tag_w = text_width(tag) + 2,
        tag_x = part_clamp(plots->cursor_x - tag_w / 2, plots->x, plots->x + w - tag_w);
    part_tag(plots->canvas, tag_x, y + 1, plots->x, plots->x + w, tag);
    draw_cursor(plots, (struct rect){rect.x, rect.y, rect.w, rows});
}

void compare_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct compare *compare = state;
    struct rect place = media_canvas(&compare->account, (struct media_at){0},
                                     (struct rect){0, 1, canvas->w, canvas->h - 2}, canvas);
    struct plots plots = {compare, canvas, place.x + COMPARE_GUTTER, compare_plot_w(compare), 0};
    double share =
        compare->lineup.horizon_ns > 0 ? (double)compare->cursor_ns / (double)compare->lineup.horizon_ns : 0;
    (void)host;
    draw_bar(compare, canvas);
    plots.cursor_x = plots.x + (int)(share * (plots.w - 1) + 0.5);
    if (place.w > 0 && compare->lineup.horizon_ns > 0)
        draw_plots(&plots, place);
}
