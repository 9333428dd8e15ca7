/* GPU use: requests a minute on the contested high class as an area, or lanes: the high class's rate and the
 * low class's busy share. Where no class is contested, busy shares alone. */
#include "tui/board/panels/panels.h"
#include "engine/base/text.h"
#include "tui/board/panels/slices.h"

#include "engine/answers/gpus.h"
#include "engine/answers/metric.h"
#include "tui/words/format.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/plot.h"

#include <math.h>
#include <stdio.h>

static double greatest(const float *points, int n)
{
    double max = 0;
    for (int p = 0; p < n; p++)
        max = fmax(max, isnan(points[p]) ? 0 : (double)points[p]);
    return max;
}

static int64_t count_uses(const struct summary *summary)
{
    const struct metric_source source = {summary, NULL, NULL};
    return (int64_t)metric_value(METRIC_HIGH_END_USES, &source, 0);
}

static double busy_percent(const struct scene *scene, int class)
{
    return gpus_class_share(scene->now.result->recording, &scene->now.total, class);
}

static void lane_row(const struct scene *scene, int y, const char *label, const float *points, double full,
                     const char *value, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    struct lane lane = {points, scene->now.curves->points, full, 0, ROLE_BUSY};
    canvas_text(canvas, layout->gutter_x, y, layout->gutter_w - 1, style_of(ROLE_TEXT), label);
    part_lane(canvas, layout->plot_x, y, layout->plot_w, &lane);
    canvas_text_right(canvas, layout->right_x + layout->right_w, y, layout->right_w, style_bold(ROLE_TITLE),
                      value);
}

static void draw_busy_lane(const struct scene *scene, int y, const char *type, int class, const char *plural,
                           struct canvas *canvas)
{
    float points[CURVE_POINTS];
    char name[24], label[40], value[24];
    gpus_class_curve(scene->now.result->recording, scene->now.curves, class, points);
    scene_gpu_name(type, name, sizeof name);
    snprintf(label, sizeof label, "%s%s %%", name, plural);
    snprintf(value, sizeof value, "%.0f%%", busy_percent(scene, class));
    lane_row(scene, y, label, points, 100, value, canvas);
}

static void draw_lanes(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const char *high = scene_high_name(scene), *low = scene_low_name(scene);
    int y = rect.y + 1, bottom = rect.y + rect.h;
    char name[24], label[40], value[FORMAT_SIZE];
    if (high) {
        const float *uses = scene->now.curves->uses;
        scene_gpu_name(high, name, sizeof name);
        snprintf(label, sizeof label, "%s /m", name);
        lane_row(scene, y++, label, uses, fmax(greatest(uses, scene->now.curves->points), 1),
                 format_count(value, count_uses(&scene->now.total)), canvas);
        if (y < bottom && (!low || bottom - y > 1))
            draw_busy_lane(scene, y++, high, CLASS_HIGH, "", canvas);
    }
    if (low && y < bottom)
        draw_busy_lane(scene, y++, low, CLASS_LOW, "s", canvas);
    if (!high && !low && y < bottom)
        draw_busy_lane(scene, y, "GPU", CLASS_COUNT, "s", canvas);
}

static void draw_right(const struct scene *scene, struct rect right, struct canvas *canvas)
{
    char text[FORMAT_SIZE];
    int x = right.x + 1, w = right.w - 1, y = right.y;
    int64_t uses = count_uses(&scene->now.total);
    if (w < 4)
        return;
    canvas_text(canvas, x, y++, w, style_bold(ROLE_TITLE), format_count(text, uses));
    if (!scene->compared) {
        canvas_print(canvas, x, y, w, style_of(ROLE_DIM), "of %s",
                     format_count(text, scene->now.total.requests));
        return;
    }
    int64_t difference = uses - count_uses(&scene->reference.total);
    if (difference == 0) {
        canvas_text(canvas, x, y, w, style_of(ROLE_DIM), "= same");
        return;
    }
    canvas_print(canvas, x, y++, w, style_of(ROLE_TITLE), "%s %s", difference > 0 ? "▲" : "▼",
                 format_count(text, difference > 0 ? difference : -difference));
    canvas_text(canvas, x, y, w, style_of(ROLE_DIM), difference > 0 ? "more" : "fewer");
}

static void draw_plot(const struct scene *scene, struct rect rect, const float *points,
                      const float *reference, double least_top, struct canvas *canvas)
{
    struct rect plot = panel_plot(scene, rect);
    const struct curves *now = scene->now.curves, *then = scene->reference.curves;
    double top = fmax(greatest(points, now->points), least_top);
    if (reference)
        top = fmax(top, greatest(reference, then->points));
    struct scale scale = scale_fit(0, top, plot.h);
    struct plot_layer layer = {points, ROLE_BUSY, 0x2588};
    plot_grid(canvas, plot, scene->layout.gutter_w, scale);
    plot_stack(canvas, plot, scale, &layer, 1, now->points);
    if (reference) {
        struct plot_line line = {reference, then->points, style_of(ROLE_REFERENCE), true, '-'};
        plot_line(canvas, plot, scale, &line);
    }
}

static void draw_uses(const struct scene *scene, struct rect rect, const char *high, struct canvas *canvas)
{
    const struct curves *then = scene->reference.curves;
    char name[24], title[40], tag[96];
    scene_gpu_name(high, name, sizeof name);
    snprintf(title, sizeof title, "%s use", name);
    int title_end = panel_title(scene, canvas, rect, REGION_USE, title, "requests/min");
    draw_plot(scene, rect, scene->now.curves->uses, then ? then->uses : NULL, 1, canvas);
    draw_right(scene, panel_right(scene, rect), canvas);
    double value = scene->now.reading.uses_per_min;
    double before = then ? scene->reference.reading.uses_per_min : (double)NAN;
    if (isnan(value))
        return;
    if (isnan(before))
        snprintf(tag, sizeof tag, "%.0f now", value);
    else
        text_print(tag, sizeof tag, "%.0f now · %.0f %s", value, before, scene_reference_word(scene));
    panel_tag(scene, canvas, rect, title_end, tag);
}

static void draw_busy(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    float points[CURVE_POINTS];
    char tag[32];
    struct rect right = panel_right(scene, rect);
    int title_end = panel_title(scene, canvas, rect, REGION_USE, "GPU use", "busy %");
    gpus_class_curve(scene->now.result->recording, scene->now.curves, CLASS_COUNT, points);
    draw_plot(scene, rect, points, NULL, 100, canvas);
    canvas_print(canvas, right.x + 1, right.y, right.w - 1, style_bold(ROLE_TITLE), "%.0f%%",
                 busy_percent(scene, CLASS_COUNT));
    double value = curves_at(scene->now.curves, points, scene->explorer->time.cursor_ns);
    snprintf(tag, sizeof tag, "%.0f %%", value);
    if (!isnan(value))
        panel_tag(scene, canvas, rect, title_end, tag);
}

/* Where quality is mixed and the cluster has no room: how the GPUs are cut at the cursor, then how busy. */
static void draw_layouts(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    char text[SLICES_SIZE + 64], clock[FORMAT_SIZE], unit[64];
    slices_print_fleet(scene, text, sizeof text);
    snprintf(unit, sizeof unit, "%s at %s", rect.w >= 60 ? "slices and their variants" : "slices",
             format_clock(clock, scene->cursor_s, scene->offset_s, true));
    panel_title(scene, canvas, rect, REGION_USE, "GPUs", unit);
    canvas_text(canvas, rect.x + 1, rect.y + 1, rect.w - 1, style_of(ROLE_TITLE), text);
    if (rect.h >= 3)
        draw_lanes(scene, (struct rect){rect.x, rect.y + 1, rect.w, rect.h - 1}, canvas);
}

void panel_use(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const char *high = scene_high_name(scene);
    char text[SLICES_SIZE + 64] = "";
    if (!scene->layout.use_plot && scene->now.quality && !high && !layout_has(&scene->layout, REGION_CLUSTER))
        slices_print_fleet(scene, text, sizeof text);
    if (*text) {
        draw_layouts(scene, rect, canvas);
        return;
    }
    if (scene->layout.use_plot && high) {
        draw_uses(scene, rect, high, canvas);
    } else if (scene->layout.use_plot) {
        draw_busy(scene, rect, canvas);
    } else {
        panel_title(scene, canvas, rect, REGION_USE, "GPUs",
                    high ? "high-end uses/min, busy share" : "busy share");
        draw_lanes(scene, rect, canvas);
    }
}
