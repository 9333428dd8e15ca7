/* How response times spread: for each app the share of its requests that finished within so many percent of
 * its own SLO, so that one line at 100 serves all. As curves with a table below where there is room, or as
 * lanes: a bar from the median to p95, a line on to p99. The scale is linear unless one app is far over its
 * SLO; then it is logarithmic and the title says so. */
#include "tui/board/panels/panels.h"

#include "engine/base/detmath.h"
#include "engine/base/units.h"
#include "tui/words/format.h"
#include "engine/account/account.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINEAR_LIMIT = 300, TABLE_ROWS_LEAST = 9 };

/* The horizontal scale, in percent of an app's own SLO. */
struct slo_scale {
    double min, max;
    bool logarithmic;
};

static double percent_of(const struct distribution_app *app, double ms)
{
    return 100 * ms / app->slo_ms;
}

static double greatest(const struct distribution *spread)
{
    double max = 0;
    for (int app = 0; app < spread->n_apps; app++)
        max = fmax(max, percent_of(&spread->apps[app], spread->apps[app].max_ms)); /* NAN loses */
    return max;
}

static struct slo_scale reach_of(const struct scene *scene)
{
    double max = fmax(greatest(&scene->now->spread), greatest(&scene->reference->spread));
    if (max <= LINEAR_LIMIT)
        return (struct slo_scale){0, fmax(125, 25 * ceil(max / 25)), false};
    return (struct slo_scale){10, scale_nice(fmin(max, 1e6)), true};
}

static double percent_at(struct slo_scale reach, double place)
{
    return reach.logarithmic ? reach.min * det_exp(place * det_log(reach.max / reach.min))
                             : reach.min + place * (reach.max - reach.min);
}

static int column_of(struct slo_scale reach, double percent, struct rect plot)
{
    /* 0..1 along the scale. */
    double place = reach.logarithmic
                       ? det_log(fmax(percent, reach.min) / reach.min) / det_log(reach.max / reach.min)
                       : (percent - reach.min) / (reach.max - reach.min);
    int column = (int)((fmin(fmax(place, 0), 1)) * plot.w);
    return plot.x + (column < plot.w ? column : plot.w - 1);
}

/* --- curves --- */

/* The share of requests in percent at each point; a gap before the first and after the last request. */
static void fill_points(const struct distribution_app *app, struct slo_scale reach, int n, float *points)
{
    bool ended = false;
    for (int p = 0; p < n; p++) {
        double ms = percent_at(reach, (p + 0.5) / n) / 100 * app->slo_ms;
        double share = distribution_share(app, ms);
        points[p] = ended || !(share > 0) ? NAN : (float)(100 * share);
        ended |= share >= 1;
    }
}

/* Points of a curve over the plot. */
static int count_points(const struct chart *chart)
{
    return 2 * chart->plot.w < CURVE_POINTS ? 2 * chart->plot.w : CURVE_POINTS;
}

static void draw_ticks(const struct scene *scene, struct slo_scale reach, struct rect plot,
                       struct canvas *canvas)
{
    int y = plot.y + plot.h, free_from = plot.x, slo = column_of(reach, 100, plot);
    double step = reach.max <= 150 ? 25 : 50;
    canvas_text(canvas, slo - 1, y, 3, style_bold(ROLE_TITLE), "SLO");
    for (double value = reach.min; value <= reach.max;
         value = reach.logarithmic ? scale_nice(value * 1.9) : value + step) {
        const char *label = text(&canvas->texts, value < 10000 ? "%.0f" : "%.0e", value);
        int w = text_width(label), x = column_of(reach, value, plot) - w / 2;
        bool covers_slo = x <= slo + 2 && x + w >= slo - 1;
        if (value == 100 || covers_slo || x < free_from || x + w > plot.x + plot.w)
            continue;
        canvas_text(canvas, x, y, -1, style_of(ROLE_DIM), label);
        free_from = x + w + 2;
    }
    canvas_text(canvas, scene->layout.right_x + 1, y, scene->layout.right_w - 1, style_of(ROLE_DIM),
                "% of SLO");
}

static void draw_reference(const struct scene *scene, const struct chart *chart, int app,
                           struct slo_scale reach)
{
    float points[CURVE_POINTS];
    int n = count_points(chart);
    if (app < 0 || app >= scene->reference->spread.n_apps)
        return;
    fill_points(&scene->reference->spread.apps[app], reach, n, points);
    chart_reference(chart, points, n);
}

static void draw_words(const struct scene *scene, const struct chart *chart, int worst)
{
    struct lines words = chart_words(chart);
    int end = chart->side.x + chart->side.w, roomy = chart->side.w >= 15;
    if (chart->side.w < 4)
        return;
    for (int app = 0; app < scene->now->spread.n_apps && lines_left(&words) > 0; app++)
        panel_verdict(scene, app, end - roomy, words.rect.w - roomy, words.rect.y + words.y++, true,
                      chart->canvas);
    if (worst < 0 || worst >= scene->reference->spread.n_apps || lines_left(&words) < 2)
        return;
    lines_sink(&words, 2);
    panel_reference(scene, &words);
    lines_print(&words, style_of(ROLE_REFERENCE), "  %s",
                format_app(FORMAT_ROOM, scene->now->total.apps[worst].name));
}

static void draw_plot(const struct scene *scene, struct rect rect, struct slo_scale reach,
                      struct canvas *canvas)
{
    const struct distribution *spread = &scene->now->spread;
    struct chart chart = panel_chart(scene, rect, canvas);
    double share;
    int worst = summary_worst_app(&scene->now->total, &share);
    chart.plot.h--; /* a row of ticks below it */
    chart.side.h--;
    chart.scale = scale_fit(0, 100, chart.plot.h);
    chart_grid(&chart);
    chart_level(&chart, 95, STROKE_DASHED, ROLE_RULE);
    chart_label(&chart, 95, style_bold(ROLE_TITLE), "95 %");
    struct rect plot = chart.plot;
    int at = column_of(reach, 100, plot);
    for (int y = plot.y; y < plot.y + plot.h; y++) {
        const struct cell *cell = canvas_at(canvas, at, y);
        if (cell && (cell->glyph == ' ' || cell->fg == ROLE_GRID || cell->fg == ROLE_REFERENCE))
            canvas_put(canvas, at, y, 0x2502, style_of(ROLE_TITLE));
    }
    draw_reference(scene, &chart, worst, reach);
    float points[APPS_MAX][CURVE_POINTS];
    struct chart_line lines[APPS_MAX] = {0};
    bool over[CURVE_POINTS];
    int n = 0, n_points = count_points(&chart);
    for (int app = 0; app < spread->n_apps; app++) {
        if (!(spread->apps[app].slo_ms > 0))
            continue;
        fill_points(&spread->apps[app], reach, n_points, points[n]);
        lines[n] = (struct chart_line){points[n], n_points, style_of(scene_app_role(app)), false,
                                       (uint32_t)panel_app_digit(app)};
        lines[n++].style.attrs = scene->focus == REGION_LATENCY ? 0 : ATTR_FAINT;
    }
    chart_lines(&chart, lines, n);
    for (int p = 0; p < n_points; p++)
        over[p] = percent_at(reach, (p + 0.5) / n_points) > 100;
    for (int i = 0; i < n; i++)
        chart_line_where(&chart, &lines[i], over, style_of(ROLE_BAD));
    for (int app = 0; app < spread->n_apps; app++)
        if (spread->apps[app].slo_ms > 0 && spread->apps[app].total > 0) {
            /* Each digit on its curve at a height of its own, so that equal curves keep theirs apart. */
            int row = plot.h - 1 - (app + 1) * plot.h / (spread->n_apps + 1);
            double part = (plot.h - 1 - row + 0.5) / plot.h;
            int x = plot.x;
            row = row < 0 ? 0 : row;
            while (x < plot.x + plot.w - 1 &&
                   distribution_share(&spread->apps[app], percent_at(reach, (x - plot.x + 1.0) / plot.w) /
                                                              100 * spread->apps[app].slo_ms) < part)
                x++;
            canvas_put(canvas, x, plot.y + row, (uint32_t)panel_app_digit(app),
                       style_bold(scene_app_role(app)));
        }
    draw_ticks(scene, reach, chart.plot, canvas);
    draw_words(scene, &chart, worst);
}

/* --- the table --- */

static void draw_cell(int *x, int w, int y, double ms, struct style style, struct canvas *canvas)
{
    const char *words = text(&canvas->texts, ms < 9.95 ? "%.2f" : ms < 99.5 ? "%.1f" : "%.0f", ms);
    *x += w;
    canvas_text_right(canvas, *x, y, w, style, isnan(ms) ? "-" : words);
}

static void draw_table(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct distribution *spread = &scene->now->spread;
    static const char *const titles[] = {"requests", "p50 ms", "p95 ms", "p99 ms", "max ms", "SLO ms"};
    int name_w = rect.w < 80 ? 14 : 24, w = rect.w < 80 ? 7 : 9, x = rect.x + name_w + 1;
    bool missed = rect.w >= name_w + 10 + 6 * w + 12;
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        canvas_text_right(canvas, x += i ? w : 9, rect.y, -1, style_of(ROLE_DIM), titles[i]);
    if (missed)
        canvas_text_right(canvas, x + w, rect.y, -1, style_of(ROLE_DIM), "late");
    for (int i = 0; i < spread->n_apps && i < rect.h - 1; i++) {
        const struct distribution_app *app = &spread->apps[i];
        int y = rect.y + 1 + i, at = rect.x + 1;
        panel_app_span(scene, i, &at, rect.x + name_w, y, style_of(ROLE_TEXT), canvas);
        x = rect.x + name_w + 10;
        canvas_text_right(canvas, x, y, -1, style_of(ROLE_TEXT),
                          format_count(FORMAT_ROOM, (int64_t)app->total));
        draw_cell(&x, w, y, app->p50_ms, style_of(ROLE_TEXT), canvas);
        draw_cell(&x, w, y, app->p95_ms, style_bold(app->p95_ms > app->slo_ms ? ROLE_BAD : ROLE_TITLE),
                  canvas);
        draw_cell(&x, w, y, app->p99_ms, style_of(ROLE_TEXT), canvas);
        draw_cell(&x, w, y, app->max_ms, style_of(ROLE_TEXT), canvas);
        draw_cell(&x, w, y, app->slo_ms, style_of(ROLE_DIM), canvas);
        if (missed)
            canvas_text_right(canvas, x += w, y, w, style_of(app->missed ? ROLE_BAD : ROLE_TEXT),
                              format_count(FORMAT_ROOM, app->missed));
        panel_verdict(scene, i, x + 12, 12, y, false, canvas);
    }
}

/* --- the panel: lanes, or the plot and its table --- */

void panel_spread(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct distribution *spread = &scene->now->spread;
    struct slo_scale reach = reach_of(scene);
    bool lanes = !scene->layout.latency_plot;
    int64_t start_s = scene->explorer->document.scenario.start_s;
    bool whole = !scene_spread_is_window(scene);
    const char *span =
        whole
            ? "whole run"
            : text(&canvas->texts, "window %s–%s",
                   clock_format(FORMAT_ROOM, start_s, scene->window.from_ns, scene->offset_s, CLOCK_MINUTES),
                   clock_format(FORMAT_ROOM, start_s, scene->window.to_ns, scene->offset_s, CLOCK_MINUTES));
    const char *kind = reach.logarithmic ? ", log scale" : rect.w >= 90 ? ", linear scale" : "";
    const char *what = lanes          ? "p50 to p95, p99; % of SLO"
                       : rect.w >= 90 ? "% of requests within so many % of their SLO"
                       : whole        ? "% of requests by % of SLO"
                                      : "share by % of SLO";
    panel_title(scene, canvas, rect, REGION_LATENCY, rect.w >= 54 ? "Response times" : "Times",
                text(&canvas->texts, "%s: %s%s", span, what, kind));
    uint64_t total = 0;
    for (int app = 0; app < spread->n_apps; app++)
        total += spread->apps[app].total;
    if (total == 0) {
        canvas_text(canvas, scene->layout.plot_x, rect.y + 1, scene->layout.plot_w, style_of(ROLE_DIM),
                    "no request has finished here");
        return;
    }
    for (int app = 0; lanes && app < spread->n_apps && app < rect.h - 1; app++) {
        const struct distribution_app *which = &spread->apps[app];
        int row = rect.y + 1 + app;
        const struct layout *layout = &scene->layout;
        struct rect plot = {layout->plot_x, row, layout->plot_w, 1};
        int x = layout->gutter_x, slo = column_of(reach, 100, plot);
        panel_app_span(scene, app, &x, layout->plot_x - 1, row, style_of(scene_app_role(app)), canvas);
        panel_verdict(scene, app, layout->right_x + layout->right_w, layout->right_w, row, false, canvas);
        canvas_put(canvas, slo, row, 0x2502, style_of(ROLE_TITLE));
        if (which->total != 0 && which->slo_ms > 0) {
            int p50 = column_of(reach, percent_of(which, which->p50_ms), plot);
            int p95 = column_of(reach, percent_of(which, which->p95_ms), plot);
            int p99 = column_of(reach, percent_of(which, which->p99_ms), plot);
            for (x = p50; x <= p99; x++) {
                enum role role = x > slo ? ROLE_BAD : ROLE_BUSY;
                if (x <= p95)
                    canvas_put(canvas, x, row, 0x2588, style_on(style_of(role), role));
                else if (x != slo)
                    canvas_put(canvas, x, row, x == p99 ? 0x2524 : 0x2500, style_bold(role));
            }
        }
    }
    if (lanes)
        return;
    int table = spread->n_apps + 2;
    if (rect.w < 60 || rect.h < TABLE_ROWS_LEAST + table)
        table = 0;
    draw_plot(scene, (struct rect){rect.x, rect.y, rect.w, rect.h - table}, reach, canvas);
    if (table)
        draw_table(scene, (struct rect){rect.x, rect.y + rect.h - table + 1, rect.w, table - 1}, canvas);
}

bool panel_spread_tell(const struct scene *scene, struct account *account)
{
    static const char *const columns[] = {"app", "ms", "percent_of_slo", "requests", "share"};
    const struct distribution *spread = &scene->now->spread;
    if (!scene_shows_spread(scene))
        return false;
    account_fact(account, "of", account_said(scene_spread_is_window(scene) ? "window" : "run"));
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    for (int app = 0; app < spread->n_apps; app++) {
        /* A row for each app and time that is a step of its curve: how many requests took about so long or
         * less. */
        const struct distribution_app *which = &spread->apps[app];
        uint32_t before = 0;
        for (int bin = 0; bin < SKETCH_BINS; bin++) {
            double ms = ns_to_ms(sketch_value((uint32_t)bin));
            if (which->up_to[bin] == before)
                continue;
            before = which->up_to[bin];
            ACCOUNT_ADD(account, account_said(scene->now->total.apps[app].name), account_bare(ms),
                        account_bare(percent_of(which, ms)), account_bare(before),
                        account_bare((double)before / (double)which->total));
        }
    }
    return true;
}
