/* Tail latency: each app's tail percentile in a sliding window as percent of its own SLO, so that one line at
 * 100 serves all. As lanes (one row an app) or as a plot. The right column is the verdict over the whole run;
 * a window may cross the line while the run passes. */
#include "tui/panels/panels.h"

#include "engine/base/units.h"
#include "tui/format.h"
#include "tui/glyphs.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CLIP_PERCENT = 200 };

/* The app's digit: 1 to 9, then letters. */
static char digit_of(int app)
{
    return (char)(app < 9 ? '1' + app : 'a' + app - 9);
}

static const char *model_name(const struct scene *scene, int app)
{
    const struct recording_app *info = &scene->now.result->recording->apps[app];
    return *info->model ? info->model : info->name;
}

/* "92% ok", "104% MISS", or "-" for an app that has no SLO or has not finished anything. */
static void draw_verdict(const struct scene *scene, int app, int x_end, int w, int y, bool number,
                         struct canvas *canvas)
{
    const struct summary_app *info = &scene->now.total.apps[app];
    double share = scene_share(&scene->now.total, app);
    char text[32], digit[3] = {digit_of(app), ' ', 0};
    const char *word = scene->so_far ? "…" : info->slo_met ? "ok" : "MISS";
    if (isnan(share))
        snprintf(text, sizeof text, "%s", info->slo_ms > 0 ? "…" : "no SLO");
    else
        snprintf(text, sizeof text, share < 999.5 ? "%.0f%%" : ">9×", share);
    int need = text_width(text) + (isnan(share) ? 0 : 1 + text_width(word)) + (number ? 2 : 0);
    int x = x_end - (need < w ? need : w);
    struct style plain = style_bold(info->slo_met ? ROLE_TITLE : ROLE_BAD);
    if (number)
        part_span(canvas, &x, x_end, y, style_bold(scene_app_role(app)), digit);
    part_span(canvas, &x, x_end, y, plain, text);
    if (isnan(share))
        return;
    part_span(canvas, &x, x_end, y, plain, " ");
    enum role role = scene->so_far ? ROLE_DIM : info->slo_met ? ROLE_GOOD : ROLE_BAD;
    part_span(canvas, &x, x_end, y, info->slo_met ? style_of(role) : style_bold(role), word);
}

/* Where the app's last request finished, as a canvas column; -1 while it has not or outside the window. */
static int done_column(const struct scene *scene, int app)
{
    double done_s = scene->now.total.apps[app].done_s;
    if (isnan(done_s) || scene->so_far)
        return -1;
    int64_t t_ns = ns_from_s(done_s);
    int64_t end_ns = scene->now.result->recording->end_ns;
    return t_ns < end_ns - (scene->window.to_ns - scene->window.from_ns) / 50 ? scene_column(scene, t_ns)
                                                                              : -1;
}

static void draw_lane(const struct scene *scene, int app, int y, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    char name[FORMAT_SIZE], digit[3] = {digit_of(app), ' ', 0};
    int x = layout->gutter_x, end = layout->plot_x - 1;
    struct style style = style_of(scene_app_role(app));
    part_span(canvas, &x, end, y, style_bold(scene_app_role(app)), digit);
    part_span(canvas, &x, end, y, style, format_short_name(name, model_name(scene, app), end - x));
    int done = done_column(scene, app), w = layout->plot_w;
    int points = scene->now.curves->points;
    if (done >= 0 && 2 * (done + 1 - layout->plot_x) < points)
        points = 2 * (done + 1 - layout->plot_x);
    struct lane lane = {scene->now.curves->tail[app], points, 100, 100, ROLE_BUSY};
    part_lane(canvas, layout->plot_x, y, w, &lane);
    if (done >= 0 && layout->plot_x + w - done - 1 >= 4)
        canvas_text(canvas, done + 1, y, layout->plot_x + w - done - 1, style_of(ROLE_DIM), "done");
    draw_verdict(scene, app, layout->right_x + layout->right_w, layout->right_w, y, false, canvas);
}

/* The apps in the order shown: all if they fit, else those closest to their SLO. */
static int order_apps(const struct scene *scene, int rows, int *order)
{
    const struct summary *total = &scene->now.total;
    int n = scene->now.result->recording->n_apps;
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = 0; rows < n && i < rows; i++)
        for (int j = i + 1; j < n; j++) {
            double a = scene_share(total, order[i]), b = scene_share(total, order[j]);
            if (b > a || (isnan(a) && !isnan(b))) {
                int swap = order[i];
                order[i] = order[j];
                order[j] = swap;
            }
        }
    return rows < n ? rows : n;
}

static void draw_lanes(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    int order[APPS_MAX], n = order_apps(scene, rect.h - 1, order);
    for (int i = 0; i < n; i++)
        draw_lane(scene, order[i], rect.y + 1 + i, canvas);
}

static double highest(const struct scene *scene)
{
    double max = 0;
    for (int app = 0; app < scene->now.result->recording->n_apps; app++)
        for (int p = 0; p < scene->now.curves->points; p++)
            max = fmax(max,
                       isnan(scene->now.curves->tail[app][p]) ? 0 : (double)scene->now.curves->tail[app][p]);
    return max;
}

/* The app's digit where its curve ends. */
static void draw_end(const struct scene *scene, struct rect plot, struct scale scale, int app,
                     struct canvas *canvas)
{
    const struct curves *curves = scene->now.curves;
    int last = curves->points - 1, done = done_column(scene, app);
    if (done >= 0 && 2 * (done - plot.x) < last)
        last = 2 * (done - plot.x) + 1;
    while (last >= 0 && isnan(curves->tail[app][last]))
        last--;
    if (last < 0)
        return;
    int x = plot.x + last / 2 + 1, row = scale_row(scale, (double)curves->tail[app][last], plot.h);
    x = x < plot.x + plot.w ? x : plot.x + plot.w - 1;
    canvas_put(canvas, x, plot.y + row, (uint32_t)digit_of(app), style_bold(scene_app_role(app)));
}

static void draw_curve(const struct scene *scene, struct rect plot, struct scale scale, int app,
                       struct canvas *canvas)
{
    const struct curves *curves = scene->now.curves;
    float over[CURVE_POINTS];
    int points = curves->points, done = done_column(scene, app);
    if (done >= 0 && 2 * (done + 1 - plot.x) < points)
        points = 2 * (done + 1 - plot.x);
    struct plot_line line = {curves->tail[app], points, style_of(scene_app_role(app)), false,
                             (uint32_t)digit_of(app)};
    line.style.attrs = scene->focus == REGION_LATENCY ? 0 : ATTR_FAINT;
    plot_line(canvas, plot, scale, &line);
    for (int p = 0; p < points; p++)
        over[p] = curves->tail[app][p] > 100 ? curves->tail[app][p] : NAN;
    line.points = over;
    line.style = style_of(ROLE_BAD);
    plot_line(canvas, plot, scale, &line);
}

static int closest_app(const struct summary *summary)
{
    int worst = 0;
    for (int app = 1; app < summary->n_apps; app++)
        if (scene_share(summary, app) > scene_share(summary, worst) || isnan(scene_share(summary, worst)))
            worst = app;
    return worst;
}

static void draw_plot(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    struct rect plot = panel_plot(scene, rect), right = panel_right(scene, rect);
    char name[FORMAT_SIZE];
    double top = fmin(fmax(highest(scene) * 1.04, 110), CLIP_PERCENT);
    struct scale scale = {0, top <= 125 ? 125 : top <= 150 ? 150 : CLIP_PERCENT};
    int n = scene->now.result->recording->n_apps, worst = closest_app(&scene->now.total);
    plot_grid(canvas, plot, scene->layout.gutter_w, scale);
    plot_level(canvas, plot, scale, 100, 0x2500, style_of(ROLE_TITLE));
    int slo_row = plot.y + scale_row(scale, 100, plot.h);
    canvas_fill(canvas, (struct rect){scene->layout.gutter_x, slo_row, scene->layout.gutter_w, 1}, ' ',
                style_of(ROLE_TEXT));
    canvas_text_right(canvas, plot.x - 1, slo_row, -1, style_bold(ROLE_TITLE), "SLO");
    const struct curves *then = scene->reference.curves;
    if (then && worst < then->n_apps) {
        struct plot_line line = {then->tail[worst], then->points, style_of(ROLE_REFERENCE), true, 'o'};
        plot_line(canvas, plot, scale, &line);
    }
    for (int app = n - 1; app >= 0; app--)
        draw_curve(scene, plot, scale, app, canvas);
    for (int app = 0; app < n; app++)
        draw_end(scene, plot, scale, app, canvas);
    int y = right.y + (right.h >= n + 3), end = right.x + right.w;
    for (int app = 0; app < n && y < right.y + right.h; app++)
        draw_verdict(scene, app, end, right.w, y++, true, canvas);
    if (then && y + 2 < right.y + right.h)
        canvas_print(canvas, right.x + 1, right.y + right.h - 1, right.w - 1, style_of(ROLE_REFERENCE),
                     "╌ %s", format_app(name, scene->now.total.apps[worst].name));
}

void panel_latency(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    char unit[64], tag[64], clock[FORMAT_SIZE];
    bool plot = scene->layout.latency_plot;
    int64_t minutes = scene->window.tail_ns / (60 * NS_PER_S);
    const char *clipped = plot && highest(scene) > CLIP_PERCENT ? ", cut at 200" : "";
    snprintf(unit, sizeof unit, rect.w >= 60 ? "%lld-min p95, %% of SLO%s" : "%lld min, %% of SLO%s",
             (long long)minutes, clipped);
    int title_end =
        panel_title(scene, canvas, rect, REGION_LATENCY, rect.w >= 60 ? "Tail latency" : "p95", unit);
    if (scene->now.curves->points > 0 && plot)
        draw_plot(scene, rect, canvas);
    else if (scene->now.curves->points > 0)
        draw_lanes(scene, rect, canvas);
    snprintf(tag, sizeof tag, "at %s", format_clock(clock, scene->cursor_s, scene->offset_s, false));
    panel_tag(scene, canvas, rect, title_end, tag);
}
