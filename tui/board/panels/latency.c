/* Tail latency: each app's tail percentile in a sliding window as percent of its own SLO, so that one line at
 * 100 serves all. As lanes (one row an app) or as a plot. The right column is the verdict over the whole run;
 * a window may cross the line while the run passes. */
#include "tui/board/panels/panels.h"

#include "engine/base/units.h"
#include "tui/words/clock.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CLIP_PERCENT = 200 };

char panel_app_digit(int app)
{
    return (char)(app < 9 ? '1' + app : 'a' + app - 9);
}

const char *panel_app_model(const struct scene *scene, int app)
{
    const struct recording_app *info = &scene->now.result->recording->apps[app];
    return *info->model ? info->model : info->name;
}

/* The milliseconds between the digit and the share, right-aligned, if they fit there. */
static void draw_tail_ms(const struct summary_app *info, int x, int x_end, int y, struct canvas *canvas)
{
    char text[32];
    snprintf(text, sizeof text, "%.0f", info->tail_ms);
    if (x + 4 <= x_end && text_width(text) <= x_end - x)
        canvas_text_right(canvas, x + 4 > x + text_width(text) ? x + 4 : x + text_width(text), y, -1,
                          style_bold(ROLE_TITLE), text);
}

void panel_verdict(const struct scene *scene, int app, int x_end, int w, int y, bool number,
                   struct canvas *canvas)
{
    const struct summary_app *info = &scene->now.total.apps[app];
    double share = scene_share(&scene->now.total, app);
    char text[32], digit[3] = {panel_app_digit(app), ' ', 0};
    const char *word = scene->so_far ? "" : info->slo_met ? "ok" : "MISS";
    if (isnan(share))
        snprintf(text, sizeof text, "%s", info->slo_ms > 0 ? "..." : "no SLO");
    else
        snprintf(text, sizeof text, share < 999.5 ? "%.0f%%" : ">9×", share);
    int need = text_width(text) + (isnan(share) ? 0 : 1 + text_width(word));
    bool wide = number && w >= 13;
    int x = x_end - (need < w ? need : w), at = wide ? x_end - w : x - 2;
    struct style plain = style_bold(info->slo_met ? ROLE_TITLE : ROLE_BAD);
    if (number)
        part_span(canvas, &at, x_end, y, style_bold(scene_app_role(app)), digit);
    if (wide && !isnan(share))
        draw_tail_ms(info, at, x - 1, y, canvas);
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
    char name[FORMAT_SIZE], digit[3] = {panel_app_digit(app), ' ', 0};
    int x = layout->gutter_x, end = layout->plot_x - 1;
    struct style style = style_of(scene_app_role(app));
    part_span(canvas, &x, end, y, style_bold(scene_app_role(app)), digit);
    part_span(canvas, &x, end, y, style, format_short_name(name, panel_app_model(scene, app), end - x));
    int done = done_column(scene, app), w = layout->plot_w;
    int points = scene->now.curves->points;
    if (done >= 0 && 2 * (done + 1 - layout->plot_x) < points)
        points = 2 * (done + 1 - layout->plot_x);
    struct lane lane = {scene->now.curves->tail[app], points, 100, 100, ROLE_BUSY};
    part_lane(canvas, layout->plot_x, y, w, &lane);
    if (done >= 0 && layout->plot_x + w - done - 1 >= 4)
        canvas_text(canvas, done + 1, y, layout->plot_x + w - done - 1, style_of(ROLE_DIM), "done");
    panel_verdict(scene, app, layout->right_x + layout->right_w, layout->right_w, y, false, canvas);
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
    x = x < plot.x + plot.w - 1 ? x : plot.x + plot.w - 2; /* a blank before the verdicts */
    canvas_put(canvas, x, plot.y + row, (uint32_t)panel_app_digit(app), style_bold(scene_app_role(app)));
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
                             (uint32_t)panel_app_digit(app)};
    line.style.attrs = scene->focus == REGION_LATENCY ? 0 : ATTR_FAINT;
    plot_line(canvas, plot, scale, &line);
    for (int p = 0; p < points; p++)
        over[p] = curves->tail[app][p] > 100 ? curves->tail[app][p] : NAN;
    line.points = over;
    line.style = style_of(ROLE_BAD);
    plot_line(canvas, plot, scale, &line);
}

/* The line that serves all apps; hollow where requests missed it, even if the percentile did not. */
static void draw_slo_line(const struct scene *scene, struct rect plot, struct scale scale,
                          struct canvas *canvas)
{
    const struct curves *curves = scene->now.curves;
    int y = plot.y + scale_row(scale, 100, plot.h), gutter = scene->layout.gutter_w;
    plot_level(canvas, plot, scale, 100, 0x2500, style_of(ROLE_TITLE));
    canvas_fill(canvas, (struct rect){plot.x - gutter, y, gutter, 1}, ' ', style_of(ROLE_TEXT));
    canvas_text_right(canvas, plot.x - 1, y, -1, style_bold(ROLE_TITLE), "SLO");
    for (int p = 0; p < curves->points; p++)
        if (curves->misses[p] > 0)
            canvas_put(canvas, plot.x + p / 2, y, 0x25CB, style_bold(ROLE_BAD));
}

static void draw_reference_label(const struct scene *scene, struct rect right, int worst,
                                 struct canvas *canvas)
{
    char name[FORMAT_SIZE];
    int x = right.x + 1, w = right.w - 1, y = right.y + right.h - 2;
    const char *word = scene_reference_word(scene);
    bool tight = text_width(word) > w - 2;
    canvas_print(canvas, x - tight, y, w + tight, style_of(ROLE_REFERENCE), tight ? "╌%s" : "╌ %s", word);
    format_app(name, scene->now.total.apps[worst].name);
    double share = scene->compared && worst < scene->reference.total.n_apps
                       ? scene_share(&scene->reference.total, worst)
                       : (double)NAN;
    char percent[FORMAT_SIZE];
    snprintf(percent, sizeof percent, " %.0f%%", share);
    bool room = !isnan(share) && w >= 13 && w >= 2 + text_width(name) + text_width(percent);
    canvas_print(canvas, x, y + 1, w, style_of(ROLE_REFERENCE), "  %s%s", name, room ? percent : "");
}

/* Verdicts, then what the marks on the SLO line count, then what the dashed line is. */
static void draw_right(const struct scene *scene, struct rect right, int worst, struct canvas *canvas)
{
    const struct recording *recording = scene->now.result->recording;
    int n = recording->n_apps, x = right.x + 1, y = right.y, bottom = right.y + right.h;
    bool reference = scene->reference.curves && worst >= 0 && worst < scene->reference.curves->n_apps;
    char text[FORMAT_SIZE], label[FORMAT_SIZE + 16];
    if (right.w < 4)
        return;
    int roomy = right.w >= 15, met = 0; /* then a blank column stands on both sides */
    for (int app = 0; app < n; app++)
        met += scene->so_far || scene->now.total.apps[app].slo_met; /* beside MISS no milliseconds fit */
    if (roomy && right.h >= n + 1)
        canvas_print(canvas, x, y++, right.w - 1, style_of(ROLE_DIM), "%s %s  of SLO",
                     format_percentile(text, scene_percentile(scene)), met ? "ms" : "  ");
    for (int app = 0; app < n && y < bottom; app++)
        panel_verdict(scene, app, right.x + right.w - roomy, right.w - 1 - roomy, y++, true, canvas);
    bottom -= 2 * reference;
    if (y > bottom)
        return;
    if (reference)
        draw_reference_label(scene, right, worst, canvas);
    int64_t misses = scene->now.curves->window_misses;
    if (misses <= 0 || y >= bottom)
        return;
    y += bottom - 1 > y;
    snprintf(label, sizeof label, "○ %s late", format_count(text, misses));
    if (text_width(label) >= right.w)
        snprintf(label, sizeof label, "○ %s", text);
    if (text_width(label) >= right.w)
        snprintf(label, sizeof label, "○ %.1f M", (double)misses / 1e6);
    canvas_text(canvas, x, y, right.w - 1, style_bold(ROLE_BAD), label);
}

static struct scale scale_of(const struct scene *scene, int rows)
{
    double top = fmin(fmax(highest(scene) * 1.02, 105), CLIP_PERCENT);
    return scale_through(100, top, rows);
}

static void draw_plot(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    struct rect plot = panel_plot(scene, rect);
    double share;
    struct scale scale = scale_of(scene, plot.h);
    int n = scene->now.result->recording->n_apps, worst = summary_worst_app(&scene->now.total, &share);
    plot_grid(canvas, plot, scene->layout.gutter_w, scale);
    draw_slo_line(scene, plot, scale, canvas);
    const struct curves *then = scene->reference.curves;
    if (then && worst >= 0 && worst < then->n_apps) {
        struct plot_line line = {then->tail[worst], then->points, style_of(ROLE_REFERENCE), true, '-'};
        plot_line(canvas, plot, scale, &line);
    }
    for (int app = n - 1; app >= 0; app--)
        draw_curve(scene, plot, scale, app, canvas);
    for (int app = 0; app < n; app++)
        draw_end(scene, plot, scale, app, canvas);
    draw_right(scene, panel_right(scene, rect), worst, canvas);
}

/* The instant, and how many requests were late in the window that ends there: the longest form that
 * fits beside the title. */
static void draw_tag(const struct scene *scene, struct rect rect, int title_end, struct canvas *canvas)
{
    char forms[4][160], clock[FORMAT_SIZE], length[FORMAT_SIZE], count[FORMAT_SIZE] = "none";
    double misses = scene->now.reading.late;
    int form = rect.w < 90, room = rect.x + rect.w - title_end - 2;
    clock_format(clock, scene->explorer->document.scenario.start_s, scene->explorer->time.cursor_ns,
                 scene->offset_s, scene_clock_digits(scene));
    if (misses > 0)
        format_count(count, (int64_t)misses);
    clock_length(length, scene->window.tail_ns);
    snprintf(forms[0], sizeof forms[0], "at %s · %s late in %s", clock, count, length);
    snprintf(forms[1], sizeof forms[1], "%s · %s late", clock, count);
    snprintf(forms[2], sizeof forms[2], "%s late", count);
    snprintf(forms[3], sizeof forms[3], "%s", clock);
    while (form < 3 && text_width(forms[form]) > room)
        form++;
    panel_tag(scene, canvas, rect, title_end, forms[form]);
}

void panel_latency(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    char unit[160], clipped[24] = "", length[FORMAT_SIZE], tail[FORMAT_SIZE];
    bool plot = scene->layout.latency_plot;
    if (scene_shows_spread(scene)) {
        panel_spread(scene, rect, canvas);
        return;
    }
    double top = scale_of(scene, rect.h - 1).max;
    if (plot && highest(scene) > top)
        snprintf(clipped, sizeof clipped, ", cut at %.0f", top);
    clock_length(length, scene->window.tail_ns);
    if (rect.w >= 60 && strchr(length, ' '))
        *strchr(length, ' ') = '-';
    format_percentile(tail, scene_percentile(scene));
    if (rect.w >= 60)
        snprintf(unit, sizeof unit, "%s %s, %% of SLO%s", length, tail, clipped);
    else
        snprintf(unit, sizeof unit, "%s, %% of SLO%s", length, clipped);
    int title_end =
        panel_title(scene, canvas, rect, REGION_LATENCY, rect.w >= 60 ? "Tail latency" : tail, unit);
    if (scene->now.curves->points > 0 && plot)
        draw_plot(scene, rect, canvas);
    else if (scene->now.curves->points > 0)
        draw_lanes(scene, rect, canvas);
    draw_tag(scene, rect, title_end, canvas);
}
