/* GPU use: requests a minute on the contested high class as an area, or lanes: the high class's rate and the
 * low class's busy share. Where no class is contested, busy shares alone. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "engine/answers/gpus.h"
#include "engine/answers/metric.h"
#include "tui/term/text.h"
#include "tui/words/format.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int64_t count_uses(const struct summary *summary)
{
    const struct metric_source source = {summary, NULL, NULL};
    return (int64_t)metric_value(METRIC_HIGH_END_USES, &source, 0);
}

static double busy_percent(const struct scene *scene, int class)
{
    return gpus_class_share(scene->now->result->recording, &scene->now->total, class);
}

static void lane_row(const struct scene *scene, int y, const char *label, const float *points, double full,
                     const char *value, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    struct lane lane = {points, scene->now->curves->points, full, 0, ROLE_BUSY};
    canvas_text(canvas, layout->gutter_x, y, layout->gutter_w - 1, style_of(ROLE_TEXT), label);
    chart_lane(canvas, layout->plot_x, y, layout->plot_w, &lane);
    canvas_text_right(canvas, layout->right_x + layout->right_w, y, layout->right_w, style_bold(ROLE_TITLE),
                      value);
}

static void draw_busy_lane(const struct scene *scene, int y, const char *type, int class, const char *plural,
                           struct canvas *canvas)
{
    float points[CURVE_POINTS];
    char name[24];
    gpus_class_curve(scene->now->result->recording, scene->now->curves, class, points);
    format_gpu_type(name, sizeof name, type);
    lane_row(scene, y, text(&canvas->texts, "%s%s %%", name, plural), points, 100,
             text(&canvas->texts, "%.0f%%", busy_percent(scene, class)), canvas);
}

static void draw_lanes(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const char *high = scene_high_name(scene), *low = scene_low_name(scene);
    int y = rect.y + 1, bottom = rect.y + rect.h;
    char name[24], label[40];
    if (high) {
        const float *uses = scene->now->curves->uses;
        format_gpu_type(name, sizeof name, high);
        snprintf(label, sizeof label, "%s /m", name);
        lane_row(scene, y++, label, uses, fmax(points_greatest(uses, scene->now->curves->points), 1),
                 format_count(FORMAT_ROOM, count_uses(&scene->now->total)), canvas);
        if (y < bottom && (!low || bottom - y > 1))
            draw_busy_lane(scene, y++, high, CLASS_HIGH, "", canvas);
    }
    if (low && y < bottom)
        draw_busy_lane(scene, y++, low, CLASS_LOW, "s", canvas);
    if (!high && !low && y < bottom)
        draw_busy_lane(scene, y, "GPU", CLASS_COUNT, "s", canvas);
}

static void draw_words(const struct scene *scene, const struct chart *chart)
{
    char text[FORMAT_SIZE];
    struct lines words = chart_words(chart);
    int64_t uses = count_uses(&scene->now->total);
    if (words.rect.w < 4)
        return;
    lines_put(&words, style_bold(ROLE_TITLE), format_count(text, uses));
    if (!scene->compared) {
        lines_print(&words, style_of(ROLE_DIM), "of %s", format_count(text, scene->now->total.requests));
        return;
    }
    int64_t difference = uses - count_uses(&scene->reference->total);
    if (difference == 0) {
        lines_put(&words, style_of(ROLE_DIM), "= same");
        return;
    }
    const char *sign = difference > 0 ? "▲" : "▼";
    int64_t amount = difference > 0 ? difference : -difference;
    format_count(text, amount);
    if (text_width(text) + 2 > words.rect.w && amount >= 10000)
        snprintf(text, sizeof text, "%lld k", (long long)((amount + 500) / 1000));
    lines_print(&words, style_of(ROLE_TITLE), "%s %s", sign, text);
    lines_put(&words, style_of(ROLE_DIM), difference > 0 ? "more" : "fewer");
}

/* An area from 0 to at least `least_top`. */
static void draw_area(const struct scene *scene, struct chart *chart, const float *points,
                      const float *reference, double least_top)
{
    const struct curves *now = scene->now->curves, *then = scene->reference->curves;
    struct chart_layer layer = {points, ROLE_BUSY};
    double top = fmax(points_greatest(points, now->points), least_top);
    if (reference)
        top = fmax(top, points_greatest(reference, then->points));
    chart->scale = scale_fit(0, top, chart->plot.h);
    chart_grid(chart);
    chart_stack(chart, &layer, 1, now->points);
    if (reference)
        chart_reference(chart, reference, then->points);
}

/* "100 %, drawing 283 of 400 W": busy is not at work with all of it. */
static const char *busy_text(const struct scene *scene, double percent, bool wide, struct arena *texts)
{
    const struct model *model = scene->now->result->model;
    double watts = 0, most = 0;
    for (int gpu = 0; gpu < model->n_gpus && scene->has_instant; gpu++) {
        watts += scene->instant.power_w[gpu];
        most += model->gpus[gpu].cap_w > 0 ? model->gpus[gpu].cap_w : (double)NAN;
    }
    const char *of = most > 0 ? text(texts, " of %.0f", most) : "";
    return wide && watts > 0 ? text(texts, "%.0f %%, drawing %.0f%s W", percent, watts, of)
                             : text(texts, "%.0f %%", percent);
}

void panel_use(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const char *high = scene_high_name(scene);
    struct arena *texts = &canvas->texts;
    const char *fleet = "";
    if (!scene->layout.use_plot && scene->now->quality && !high &&
        !layout_has(&scene->layout, REGION_CLUSTER))
        fleet = slices_fleet_text(scene, texts);
    if (*fleet) {
        /* Where quality is mixed and the cluster has no room: how the GPUs are cut at the cursor, then how
         * busy. */
        panel_title(scene, canvas, rect, REGION_USE, "GPUs",
                    text(texts, "%s at %s", rect.w >= 60 ? "slices and their variants" : "slices",
                         format_clock(FORMAT_ROOM, scene->cursor_s, scene->offset_s, true)));
        canvas_text(canvas, rect.x + 1, rect.y + 1, rect.w - 1, style_of(ROLE_TITLE), fleet);
        if (rect.h >= 3)
            draw_lanes(scene, (struct rect){rect.x, rect.y + 1, rect.w, rect.h - 1}, canvas);
        return;
    }
    if (scene->layout.use_plot && high) {
        struct chart chart = panel_chart(scene, rect, canvas);
        const struct curves *then = scene->reference->curves;
        const char *pool = scene_high_pool(scene),
                   *title =
                       text(texts, "%.*s use%s%s", (int)strcspn(high, "-"), high, *pool ? " in " : "", pool);
        int title_end = panel_title(scene, canvas, rect, REGION_USE, title, "requests/min");
        draw_area(scene, &chart, scene->now->curves->uses, then ? then->uses : NULL, 1);
        draw_words(scene, &chart);
        panel_tag_both(scene, canvas, rect, title_end, 0, scene->now->reading.uses_per_min,
                       then ? scene->reference->reading.uses_per_min : (double)NAN);
    } else if (scene->layout.use_plot) {
        float points[CURVE_POINTS];
        struct chart chart = panel_chart(scene, rect, canvas);
        struct lines words = chart_words(&chart);
        int title_end = panel_title(scene, canvas, rect, REGION_USE, "GPU use", "busy %");
        gpus_class_curve(scene->now->result->recording, scene->now->curves, CLASS_COUNT, points);
        draw_area(scene, &chart, points, NULL, 100);
        lines_print(&words, style_bold(ROLE_TITLE), "%.0f%%", busy_percent(scene, CLASS_COUNT));
        double value = curves_at(scene->now->curves, points, scene->explorer->time.cursor_ns);
        if (!isnan(value))
            panel_tag(scene, canvas, rect, title_end, busy_text(scene, value, rect.w >= 60, texts));
    } else {
        const char *pool = scene_high_pool(scene);
        const char *unit = !high   ? "busy share"
                           : *pool ? text(texts, "high-end uses/min in %s", pool)
                                   : "high-end uses/min, busy share";
        panel_title(scene, canvas, rect, REGION_USE, "GPUs", unit);
        draw_lanes(scene, rect, canvas);
    }
}
