/* The map takes the rows that the facts leave, and goes first where there are few. */
#include "tui/views/trace_preview.h"

#include "engine/answers/days.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/heat.h"
#include "tui/widgets/parts.h"
#include "tui/words/facts.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdio.h>

/* What its grams count and what they leave out. */
static void put_basis(struct lines *lines, const struct carbon_trace *trace)
{
    static const char *const bases[BASIS_COUNT] = {"basis unknown (do not compare its grams)",
                                                   "lca (fuel and plants included)",
                                                   "direct (what the stacks emit)"};
    static const char *const kinds[KIND_COUNT] = {"kind unknown", "average (of all generation)",
                                                  "marginal (of the plant that answers)",
                                                  "long-run (of what is built for lasting load)"};
    char every[48];
    trace_resolution(trace, every, sizeof every);
    lines_factf(lines, "basis", "%s, %s, %s%s", kinds[trace->kind], bases[trace->basis], every,
                trace->n > 1 ? ", held between samples" : "");
}

static void put_numbers(struct lines *lines, const struct year *year)
{
    lines_factf(lines, "g/kWh", "mean %.1f  min %.1f  max %.1f  spread (sd) %.1f", year->mean, year->least,
                year->greatest, year->sd);
}

static void put_gaps(struct lines *lines, const struct carbon_trace *trace)
{
    char count[FORMAT_SIZE], gaps[96] = "no gaps", estimated[96] = "";
    if (trace->missing > 0)
        snprintf(gaps, sizeof gaps, "%zu missing, each held from the last value", trace->missing);
    if (trace->estimated > 0)
        snprintf(estimated, sizeof estimated, ", %zu estimated by the source", trace->estimated);
    lines_factf(lines, "samples", "%s, %s%s", format_count(count, (int64_t)trace->n), gaps, estimated);
}

static void put_span(struct lines *lines, const struct carbon_trace *trace)
{
    char from[FORMAT_SIZE], to[FORMAT_SIZE];
    if (trace->n == 1)
        return;
    int64_t last_s = days_end_s(trace) - 1;
    lines_factf(lines, "span", "%s to %s", format_date(from, trace->start_s, 0), format_date(to, last_s, 0));
}

/* The map takes what the facts leave, a month's worth of rows at the most. */
static void put_map(struct lines *lines, const struct year *year, int rows_after)
{
    struct rect rect = lines->rect;
    int room = lines_left(lines) - rows_after;
    if (year->n == 0 || room < 2)
        return;
    rect.y += lines->y;
    rect.h = room > YEAR_HOURS + 1 ? YEAR_HOURS + 1 : room;
    lines->y += heat_draw(year, rect, lines->canvas);
    if (lines_left(lines) > rows_after && rect.w >= 36) {
        struct rect row = {rect.x + 6, lines->rect.y + lines->y++, rect.w - 6, 1};
        heat_legend(year->mean, row, ROLE_POPUP, lines->canvas);
    }
}

/* The mean day in the rows that are left over: what a run pays by the hour at which it starts. */
static void put_day(struct lines *lines, const struct year *year)
{
    enum { GUTTER = 6, LEAST_H = 5, MOST_H = 12, HOUR_W = 4 };
    float points[2 * YEAR_HOURS * HOUR_W];
    int h = lines_left(lines) - 4 < MOST_H ? lines_left(lines) - 4 : MOST_H, w = YEAR_HOURS * HOUR_W;
    double least = INFINITY, most = -INFINITY;
    if (year->n == 0 || h < LEAST_H || lines->rect.w < GUTTER + w)
        return;
    for (int p = 0; p < 2 * w; p++) {
        points[p] = (float)year_mean(year, 0, year->n, p / 2 / HOUR_W, p / 2 / HOUR_W + 1);
        least = fmin(least, (double)points[p]);
        most = fmax(most, (double)points[p]);
    }
    if (!(most > least))
        return;
    lines_gap(lines);
    lines_put(lines, popup_style(ROLE_DIM), "the mean day, g/kWh by hour of local time");
    struct chart chart = {.canvas = lines->canvas,
                          .plot = {lines->rect.x + GUTTER, lines->rect.y + lines->y, w, h},
                          .gutter = GUTTER,
                          .ground = ROLE_POPUP,
                          .scale = scale_fit(least, most, h)};
    chart_grid(&chart);
    chart_level(&chart, year->mean, STROKE_DASHED, ROLE_REFERENCE);
    chart_line(&chart,
               &(struct chart_line){points, 2 * w, style_on(style_of(ROLE_TITLE), ROLE_POPUP), false, '*'});
    for (int hour = 0; hour < YEAR_HOURS; hour += 6)
        canvas_print(lines->canvas, chart.plot.x + hour * HOUR_W, chart.plot.y + h, 6, popup_style(ROLE_DIM),
                     "%02d:00", hour);
    lines->y += h + 1;
}

void trace_preview(struct lines *lines, const struct carbon_trace *trace, const struct year *year)
{
    char sentence[200];
    int rows = lines->rect.h, facts = rows >= 24 ? 12 : rows >= 14 ? 8 : rows / 3;
    year_describe(year, trace, sentence, sizeof sentence);
    lines_wrap(lines, popup_style(ROLE_TEXT), sentence);
    if (rows >= 20)
        lines_gap(lines);
    put_map(lines, year, facts);
    if (rows >= 20)
        lines_gap(lines);
    put_numbers(lines, year);
    put_basis(lines, trace);
    put_gaps(lines, trace);
    put_span(lines, trace);
    lines_fact(lines, "zone", 1, trace->zone);
    lines_fact(lines, "source", 2, trace->source);
    lines_fact(lines, "licence", 2, trace->licence);
    lines_fact(lines, "name", 1, trace->name);
    put_day(lines, year);
}
