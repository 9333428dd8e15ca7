/* The window begins at the day's midnight and is as long as a day and the run together, so that a run which
 * starts late in the day is seen whole and the scale of time stays while the hour is chosen. */
#include "tui/views/start_plot.h"

#include "engine/base/civil.h"
#include "engine/base/units.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/heat.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>

enum { GUTTER = 6, POINTS = 400, HOUR_S = 3600, DAY_S = 86400, DAYS_MAX = 8, TICK_COLUMNS = 8 };

struct frame {
    const struct start_plot *plot;
    struct chart chart; /* of the curve */
    int64_t from_s, span_s;
    int n; /* points */
    float values[POINTS];
};

static int64_t point_s(const struct frame *frame, int point)
{
    return frame->from_s + (2 * point + 1) * frame->span_s / (2 * frame->n);
}

static int column_of(const struct frame *frame, int64_t unix_s)
{
    int64_t column = (unix_s - frame->from_s) * frame->chart.plot.w / frame->span_s;
    return frame->chart.plot.x + (int)(column < 0                         ? 0
                                       : column > frame->chart.plot.w - 1 ? frame->chart.plot.w - 1
                                                                          : column);
}

static int64_t run_end_s(const struct start_plot *plot)
{
    return plot->start_s + plot->length_ns / NS_PER_S;
}

/* What the trace has at each point: a gap is a gap. */
static void fill_values(struct frame *frame)
{
    const struct carbon_trace *trace = frame->plot->days->trace;
    frame->n = 2 * frame->chart.plot.w < POINTS ? 2 * frame->chart.plot.w : POINTS;
    for (int p = 0; p < frame->n; p++) {
        int64_t at_s = point_s(frame, p);
        bool inside = at_s >= trace->start_s && at_s < days_end_s(trace);
        frame->values[p] = inside ? (float)trace->samples[carbon_trace_index(trace, at_s)] : NAN;
    }
}

static void choose_window(struct frame *frame)
{
    const struct start_plot *plot = frame->plot;
    const struct day *day = &plot->days->days[plot->day];
    int64_t quarters = (plot->length_ns / NS_PER_S + DAY_S / 4 - 1) / (DAY_S / 4);
    frame->from_s = day->from_s - days_clock_s(plot->days->trace, day->from_s);
    frame->span_s = DAY_S + quarters * (DAY_S / 4);
    if (frame->span_s > DAYS_MAX * DAY_S)
        frame->span_s = DAYS_MAX * DAY_S;
}

static void choose_scale(struct frame *frame)
{
    double low = INFINITY, high = -INFINITY, aci = frame->plot->aci;
    for (int p = 0; p < frame->n; p++) {
        low = fmin(low, (double)frame->values[p]);
        high = fmax(high, (double)frame->values[p]);
    }
    low = fmin(low, aci);
    high = fmax(high, aci);
    if (!(high >= low))
        low = high = 0;
    double step = scale_nice((high - low) / 3);
    frame->chart.scale = (struct scale){step * floor(low / step), step * ceil(high / step)};
    if (!(frame->chart.scale.max > frame->chart.scale.min))
        frame->chart.scale = (struct scale){fmax(0, low - 1), high + 1};
}

static void draw_scale(const struct frame *frame)
{
    const struct chart *chart = &frame->chart;
    double ends[] = {chart->scale.max, chart->scale.min}, aci = frame->plot->aci;
    char label[32];
    for (int i = 0; i < 2; i++) {
        snprintf(label, sizeof label, "%.0f", ends[i]);
        chart_level(chart, ends[i], STROKE_DOTTED, ROLE_GRID);
        chart_label(chart, ends[i], style_of(ROLE_DIM), label);
    }
    if (isnan(aci))
        return;
    int y = chart_row(chart, aci);
    chart_level(chart, aci, STROKE_DASHED, ROLE_REFERENCE);
    snprintf(label, sizeof label, "%.0f", aci);
    if (y != chart->plot.y && y != chart->plot.y + chart->plot.h - 1)
        chart_label(chart, aci, style_of(ROLE_REFERENCE), label);
}

/* Midnights within the window, where the run begins, where it ends. */
static void draw_marks(const struct frame *frame)
{
    struct rect rect = frame->chart.plot;
    int64_t end_s = run_end_s(frame->plot);
    for (int64_t at_s = frame->from_s + DAY_S; at_s < frame->from_s + frame->span_s; at_s += DAY_S)
        canvas_vline(frame->chart.canvas, column_of(frame, at_s), rect.y, rect.h, 0x250A,
                     popup_style(ROLE_RULE));
    if (end_s < frame->from_s + frame->span_s)
        canvas_vline(frame->chart.canvas, column_of(frame, end_s), rect.y, rect.h, 0x250A,
                     popup_style(ROLE_DIM));
    canvas_vline(frame->chart.canvas, column_of(frame, frame->plot->start_s), rect.y, rect.h, 0x2502,
                 popup_bold(ROLE_TITLE));
}

/* One line for each colour, within the run or outside it, so that each step of the trace has its own. */
static void draw_curve(const struct frame *frame)
{
    bool mine[POINTS];
    double aci = frame->plot->aci;
    int64_t end_s = run_end_s(frame->plot);
    struct chart_line line = {frame->values, frame->n, popup_style(ROLE_DIM), false, '*'};
    chart_line(&frame->chart, &line);
    for (int step = 0; step < 2 * HEAT_STEPS && aci > 0; step++) {
        bool run = step >= HEAT_STEPS;
        struct style style = popup_style((enum role)(ROLE_RAMP1 + step % HEAT_STEPS));
        style.attrs = run ? ATTR_BOLD : ATTR_FAINT;
        for (int p = 0; p < frame->n; p++) {
            int64_t at_s = point_s(frame, p);
            bool within = at_s >= frame->plot->start_s && at_s < end_s;
            mine[p] = within == run && heat_step((double)frame->values[p] / aci) == step % HEAT_STEPS;
        }
        chart_line_where(&frame->chart, &line, mine, style);
    }
}

/* "run   ━━━━━━ 4 h 10": its length stands behind the bar, or before it where it would not fit. */
static void draw_run(const struct frame *frame, int y)
{
    char length[32];
    struct rect rect = frame->chart.plot;
    const struct start_plot *plot = frame->plot;
    int from = column_of(frame, plot->start_s), to = column_of(frame, run_end_s(plot)), end = rect.x + rect.w;
    duration_format(ns_to_s(plot->length_ns), length, sizeof length);
    int w = text_width(length);
    canvas_text(frame->chart.canvas, rect.x - GUTTER, y, GUTTER - 1, popup_style(ROLE_DIM), "run");
    canvas_hline(frame->chart.canvas, from, y, to - from + 1, 0x2501, popup_bold(ROLE_TITLE));
    if (to + 2 + w <= end)
        canvas_text(frame->chart.canvas, to + 2, y, w, popup_bold(ROLE_TITLE), length);
    else if (from - 1 - w >= rect.x)
        canvas_text(frame->chart.canvas, from - 1 - w, y, w, popup_bold(ROLE_TITLE), length);
}

/* Hours between two labels: the fewest that leave them room. */
static int64_t tick_s(const struct frame *frame)
{
    static const int hours[] = {1, 2, 3, 6, 12, 24, 48, 96};
    int k = 0;
    while (k < 7 && hours[k] * (int64_t)HOUR_S * frame->chart.plot.w < (int64_t)TICK_COLUMNS * frame->span_s)
        k++;
    return hours[k] * (int64_t)HOUR_S;
}

/* The clock of the zone (dates where days are labelled), or UTC at the same places. */
static void draw_clock(const struct frame *frame, int y, bool utc)
{
    const struct carbon_trace *trace = frame->plot->days->trace;
    int64_t each_s = tick_s(frame);
    bool days = each_s >= DAY_S;
    int end = frame->chart.plot.x + frame->chart.plot.w;
    int32_t zone_s = carbon_trace_offset(trace, frame->plot->start_s);
    canvas_text(frame->chart.canvas, frame->chart.plot.x - GUTTER, y, GUTTER - 1, popup_style(ROLE_DIM),
                utc || zone_s == 0 ? "UTC" : "local");
    for (int64_t at_s = frame->from_s; at_s < frame->from_s + frame->span_s; at_s += each_s) {
        char label[FORMAT_SIZE];
        int32_t offset_s = utc ? 0 : carbon_trace_offset(trace, at_s);
        struct civil civil = civil_from_unix(at_s + offset_s);
        int x = column_of(frame, at_s);
        if (days && !utc)
            snprintf(label, sizeof label, "%d %.3s", civil.day, civil_month_name(civil.month));
        else
            format_clock(label, at_s, offset_s, false);
        if (x + text_width(label) <= end)
            canvas_text(frame->chart.canvas, x, y, -1, popup_style(ROLE_DIM), label);
    }
}

void start_plot_draw(const struct start_plot *plot, struct rect rect, struct canvas *canvas)
{
    bool zoned = carbon_trace_offset(plot->days->trace, plot->start_s) != 0;
    int below = zoned && rect.h > START_PLOT_MIN_H ? 3 : 2;
    struct frame frame = {.plot = plot,
                          .chart = {.canvas = canvas,
                                    .plot = {rect.x + GUTTER, rect.y, rect.w - GUTTER, rect.h - below},
                                    .gutter = GUTTER,
                                    .ground = ROLE_POPUP}};
    int y = rect.y + frame.chart.plot.h;
    if (frame.chart.plot.w < 8 || frame.chart.plot.h < 1)
        return;
    choose_window(&frame);
    fill_values(&frame);
    choose_scale(&frame);
    draw_scale(&frame);
    draw_marks(&frame);
    draw_curve(&frame);
    draw_run(&frame, y);
    draw_clock(&frame, y + 1, false);
    if (below == 3)
        draw_clock(&frame, y + 2, true);
}
