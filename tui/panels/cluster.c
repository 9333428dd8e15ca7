/* The cluster at the cursor: each GPU with its power, who owns it, how busy it was in the window before the
 * cursor, its queue and what is on it at that instant (simulated again from the nearest snapshot, so only for
 * a finished run). */
#include "tui/panels/panels.h"

#include "engine/base/units.h"
#include "tui/format.h"
#include "tui/glyphs.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>

enum { HISTORY_WIDTH = 32 };

/* Busy share in the tail window before the cursor. */
static double busy_share(const struct scene *scene, int gpu)
{
    const struct recording *recording = scene->now.result->recording;
    int count = recording_count(recording);
    int to = (int)(scene->explorer->cursor_ns / recording->bucket_ns) + 1;
    int from = (int)((scene->explorer->cursor_ns - scene->window.tail_ns) / recording->bucket_ns);
    to = to > count ? count : to;
    from = from < 0 ? 0 : from;
    double width = 0;
    for (int b = from; b < to; b++)
        width += recording_width_s(recording, b);
    return width > 0 ? recording_sum_gpu(recording, COLUMN_GPU_BUSY, gpu, from, to) / width : (double)NAN;
}

static void draw_name(const struct scene *scene, int gpu, int x, int end, int y, struct canvas *canvas)
{
    const struct recording *recording = scene->now.result->recording;
    const struct recording_gpu *info = &recording->gpus[gpu];
    char text[FORMAT_SIZE], power[32] = "";
    if (scene->has_instant)
        snprintf(power, sizeof power, " %.0f W", scene->instant.power_w[gpu]);
    int right = end - text_width(power);
    canvas_text(canvas, right, y, -1, style_of(ROLE_TEXT), power);
    scene_gpu_name(info->type, text, sizeof text);
    part_span(canvas, &x, right, y, style_bold(ROLE_TITLE), text);
    x++;
    if (info->owner < 0) {
        part_span(canvas, &x, right, y, style_of(ROLE_DIM), "shared");
        return;
    }
    const struct recording_app *app = &recording->apps[info->owner];
    part_span(canvas, &x, right, y, style_bold(scene_app_role(info->owner)), format_app(text, app->name));
    x++;
    if (right - x >= 4)
        part_span(canvas, &x, right, y, style_of(ROLE_DIM), format_short_name(text, app->model, right - x));
}

/* The first busy instance of a GPU, -1 if it idles; *queue: what waits for the GPU. */
static int busy_instance(const struct scene *scene, int gpu, int64_t *queue)
{
    const struct model *model = scene->now.result->model;
    const struct model_gpu *info = &model->gpus[gpu];
    int busy = -1;
    *queue = info->owner >= 0 ? scene->instant.waiting[info->owner] : 0;
    for (int i = info->n_instances - 1; i >= 0; i--) {
        int instance = model->gpu_instances[info->first_instance + i];
        *queue += scene->instant.instances[instance].queue;
        if (scene->instant.instances[instance].app >= 0)
            busy = instance;
    }
    return busy;
}

static void draw_bar(const struct scene *scene, int gpu, int x, int end, int y, struct canvas *canvas)
{
    double share = busy_share(scene, gpu);
    int64_t queue = 0;
    char text[32];
    if (isnan(share))
        return;
    if (scene->has_instant)
        busy_instance(scene, gpu, &queue);
    int w = end - x - 10;
    w = w > 32 ? 32 : w;
    part_bar(canvas, x, y, w, share, ROLE_BUSY);
    x += w + 1;
    snprintf(text, sizeof text, "%3.0f %%", 100 * share);
    part_span(canvas, &x, end, y, style_of(ROLE_TEXT), text);
    snprintf(text, sizeof text, " q %lld", (long long)queue);
    if (scene->has_instant)
        part_span(canvas, &x, end, y, style_of(queue > 0 ? ROLE_TITLE : ROLE_DIM), text);
}

static void draw_now(const struct scene *scene, int gpu, int x, int end, int y, struct canvas *canvas)
{
    const struct model *model = scene->now.result->model;
    int64_t queue;
    char text[96], clock[FORMAT_SIZE];
    if (!scene->has_instant)
        return;
    int instance = busy_instance(scene, gpu, &queue), owner = model->gpus[gpu].owner;
    double done_s = owner >= 0 ? scene->now.total.apps[owner].done_s : (double)NAN;
    if (instance < 0 && done_s <= ns_to_s(scene->explorer->cursor_ns)) {
        int64_t done = scene->explorer->scenario.start_s + (int64_t)done_s;
        snprintf(text, sizeof text, "done at %s", format_clock(clock, done, scene->offset_s, false));
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), text);
        return;
    }
    if (instance < 0) {
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), "idle");
        return;
    }
    const struct instant_instance *now = &scene->instant.instances[instance];
    part_span(canvas, &x, end, y, style_of(ROLE_DIM), "now ");
    if (owner < 0) {
        part_span(canvas, &x, end, y, style_bold(scene_app_role(now->app)),
                  format_app(clock, model->apps[now->app].name));
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), " ");
    }
    snprintf(text, sizeof text, "batch %d, %.0f ms", now->batch, ns_to_ms(now->ends_ns - now->started_ns));
    part_span(canvas, &x, end, y, style_of(ROLE_TEXT), text);
}

/* The busy share over the window of time shown, squeezed into the width of the bar. */
static void draw_history(const struct scene *scene, int gpu, int x, int end, int y, struct canvas *canvas)
{
    const struct curves *curves = scene->now.curves;
    float points[2 * HISTORY_WIDTH];
    int w = end - x - 10;
    w = w > HISTORY_WIDTH ? HISTORY_WIDTH : w;
    for (int p = 0; p < 2 * w; p++) {
        int at = p * curves->window.points / (2 * w);
        points[p] = at < curves->points ? curves->busy[gpu][at] : NAN;
    }
    struct lane lane = {points, w > 0 ? 2 * w : 0, 1, 0, ROLE_BUSY};
    part_lane(canvas, x, y, w, &lane);
    canvas_text(canvas, x + w + 1, y, end - x - w - 1, style_of(ROLE_DIM), "over run");
}

void panel_cluster(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    char clock[FORMAT_SIZE], unit[64];
    int n = scene->now.result->recording->n_gpus, rows = rect.h - 1;
    snprintf(unit, sizeof unit, "at %s", format_clock(clock, scene->cursor_s, scene->offset_s, true));
    panel_title(scene, canvas, rect, REGION_CLUSTER, "Cluster", unit);
    int each = n > 0 ? rows / n : 0, x = rect.x + 1, end = rect.x + rect.w - 1;
    each = each > 5 ? 5 : each;
    int shown = each > 0 ? n : rows - 1;
    each = each > 0 ? each : 1;
    for (int gpu = 0; gpu < shown; gpu++) {
        int y = rect.y + 1 + gpu * each;
        draw_name(scene, gpu, x, end, y, canvas);
        if (each >= 2)
            draw_bar(scene, gpu, x, end, y + 1, canvas);
        if (each >= 3)
            draw_now(scene, gpu, x, end, y + 2, canvas);
        if (each >= 5)
            draw_history(scene, gpu, x, end, y + 3, canvas);
    }
    if (shown < n)
        canvas_print(canvas, x, rect.y + rect.h - 1, rect.w - 2, style_of(ROLE_DIM), "and %d more",
                     n - shown);
}
