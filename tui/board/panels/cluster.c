/* The cluster at the cursor: each GPU with its power, who owns it, how busy it was in the window before the
 * cursor, its queue and what is on it at that instant (simulated again from the nearest snapshot, so only for
 * a finished run). A GPU that is cut shows its slices to scale. With more rows a GPU, its history over the
 * window of time shown and its totals follow. */
#include "tui/board/panels/panels.h"

#include "engine/answers/cuts.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/physics/heat.h"
#include "tui/words/action.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HISTORY_POINTS = 2 * 400, ROOM_FOR_STATE = 10 };

double cluster_busy_share(const struct scene *scene, int gpu)
{
    return gpus_busy_share(scene->now->result->recording, gpu, scene->explorer->time.cursor_ns,
                           scene->window.tail_ns);
}

struct gpu_totals cluster_totals(const struct scene *scene, int gpu)
{
    struct run_view view = result_view(scene->now->result);
    return gpus_totals(&view, gpu);
}

const char *cluster_pool(const struct scene *scene, int gpu, const char *all)
{
    const struct model *model = scene->now->result->model;
    if (!model || model->scenario.n_pools == 0)
        return all;
    return scenario_pool_name(&model->scenario, scenario_pool_of_gpu(&model->scenario, gpu));
}

/* "41 C 199 W" at the right end of a row, as far as they are known, "capped 250 W" where its power limit
 * lowers the clock; returns the column before. */
static int draw_state(const struct scene *scene, int gpu, int end, int y, struct canvas *canvas)
{
    if (!scene->has_instant)
        return end;
    double temp_c = scene->instant.temp_c[gpu];
    const char *words = text(&canvas->texts, "%s%.0f W", scene->instant.capped[gpu] ? "capped " : "",
                             scene->instant.power_w[gpu]);
    end -= text_width(words);
    canvas_text(canvas, end, y, -1, style_of(ROLE_TEXT), words);
    if (isnan(temp_c))
        return end - 1;
    words = text(&canvas->texts, "%.0f C", temp_c);
    end -= text_width(words) + 1;
    /* Between the supplied water and the safe limit, 0 to 6. */
    const struct model *model = scene->now->result->model;
    double safe_c = warmth_safe_c(model, scene->explorer->time.cursor_ns), cold_c = HEAT_WATER_C;
    int step = safe_c > cold_c ? (int)floor(7 * (temp_c - cold_c) / (safe_c - cold_c)) : 0;
    canvas_text(canvas, end, y, -1, style_bold((enum role)(ROLE_RAMP1 + part_clamp(step, 0, 6))), words);
    return end - 1;
}

/* "‹gpu1": whose warmed water it drinks; nothing where it drinks the supply. */
static void draw_upstream(const struct scene *scene, int gpu, int *x, int end, int y, struct canvas *canvas)
{
    const struct model *model = scene->now->result->model;
    int up = model && model->n_warm > 0 ? model->gpus[gpu].upstream : -1;
    if (up < 0)
        return;
    const char *words = text(&canvas->texts, "‹%s", model->gpus[up].name);
    if (*x + text_width(words) + ROOM_FOR_STATE <= end)
        part_span(canvas, x, end, y, style_of(ROLE_COOLING), words);
}

/* What a GPU is that goes by its name, where that fits. */
static void draw_type(const char *type, int x, int end, int y, struct canvas *canvas)
{
    if (x + text_width(type) <= end)
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), type);
}

static void draw_name(const struct scene *scene, int gpu, int x, int end, int y, struct canvas *canvas)
{
    const struct recording *recording = scene->now->result->recording;
    const struct recording_gpu *info = &recording->gpus[gpu];
    char text[FORMAT_SIZE];
    int right = draw_state(scene, gpu, end, y, canvas);
    const struct model *model = scene->now->result->model;
    char type[FORMAT_SIZE];
    format_gpu_type(type, sizeof type, info->type);
    text_copy(text, sizeof text, type);
    if (model)
        format_gpu(text, sizeof text, model, gpu);
    bool named = strcmp(text, type) != 0;
    part_span(canvas, &x, right, y, style_bold(ROLE_TITLE), text);
    draw_upstream(scene, gpu, &x, right, y, canvas);
    x++;
    if (info->owner < 0) {
        char sharers[KNOB_TEXT_SIZE];
        /* Whose a GPU is that has no owner: its pool's, everybody's, or, slice by slice, of those that take
         * turns there ("4g:gpt+mnet,3g:whisper", as a scenario has it). */
        text_copy(sharers, sizeof sharers, cluster_pool(scene, gpu, "shared"));
        if (model && model_turns_on_slices(&model->gpus[gpu])) {
            gpus_print_pods(model, gpu, sharers, sizeof sharers);
        }
        part_span(canvas, &x, right, y, style_of(ROLE_DIM), sharers);
        draw_type(named ? type : "", x + 1, right, y, canvas);
        return;
    }
    const struct recording_app *app = &recording->apps[info->owner];
    part_span(canvas, &x, right, y, style_bold(scene_app_role(info->owner)), format_app(text, app->name));
    x++;
    if (right - x >= 4)
        part_span(canvas, &x, right, y, style_of(ROLE_DIM), format_short_name(text, app->model, right - x));
    draw_type(named ? type : "", x + 1, right, y, canvas);
}

int cluster_busy_instance(const struct scene *scene, int gpu, int64_t *queue)
{
    return gpus_busy_instance(scene->now->result->model, &scene->instant, gpu, queue);
}

void cluster_draw_now(const struct scene *scene, int gpu, int x, int end, int y, struct canvas *canvas)
{
    const struct model *model = scene->now->result->model;
    int64_t queue;
    const char *words = "";
    if (!scene->has_instant)
        return;
    int instance = cluster_busy_instance(scene, gpu, &queue), owner = model->gpus[gpu].owner;
    double done_s = owner >= 0 ? scene->now->total.apps[owner].done_s : (double)NAN;
    if (instance < 0 && done_s <= ns_to_s(scene->explorer->time.cursor_ns)) {
        int64_t done = scene->explorer->document.scenario.start_s + (int64_t)done_s;
        words = text(&canvas->texts, "%s at %s", model->gpus[gpu].loop_apps ? "released" : "done",
                     format_clock(FORMAT_ROOM, done, scene->offset_s, false));
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), words);
        return;
    }
    if (instance < 0) {
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), "idle");
        return;
    }
    const struct instant_instance *now = &scene->instant.instances[instance];
    double left_ms = ns_to_ms(now->ends_ns - scene->explorer->time.cursor_ns);
    bool waits = now->ends_ns < 0;
    part_span(canvas, &x, end, y, style_of(ROLE_DIM), "now ");
    if (owner < 0) {
        part_span(canvas, &x, end, y, style_bold(scene_app_role(now->app)),
                  format_app(FORMAT_ROOM, model->apps[now->app].name));
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), " ");
    }
    if (waits)
        words = text(&canvas->texts, "batch %d, not its turn", now->batch);
    else
        words =
            text(&canvas->texts, "batch %d, %.0f ms", now->batch, ns_to_ms(now->ends_ns - now->started_ns));
    part_span(canvas, &x, end, y, style_of(ROLE_TEXT), words);
    words = text(&canvas->texts, ", %.0f left", fmax(left_ms, 0));
    if (!waits && x + text_width(words) <= end)
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), words);
}

/* --- history --- */

/* Its name before and its greatest value behind it; from three rows on both stand above the plot. Power is a
 * column's mean, and says so: the watts of the row of its GPU are those of the instant. */
static void draw_history(const struct scene *scene, int gpu, enum gpu_quantity what, struct rect rect,
                         struct canvas *canvas)
{
    static const char *const names[] = {"busy", "queue", "mean W"}, *const long_names[] = {"busy", "queue",
                                                                                           "mean power"};
    float points[HISTORY_POINTS];
    int tall = rect.h >= 3, label_w = tall ? 0 : 7, value_w = tall ? 0 : 8, w = rect.w - label_w - value_w;
    if (w < 4 || rect.h < 1)
        return;
    w = 2 * w > HISTORY_POINTS ? HISTORY_POINTS / 2 : w;
    double greatest = gpus_history(scene->now->result->recording, gpu, what, scene->window.from_ns,
                                   scene->window.to_ns, 2 * w, points);
    double full = what == GPU_BUSY_SHARE ? 1 : fmax(greatest, what == GPU_QUEUE ? 4 : 1);
    const char *words = text(&canvas->texts,
                             what == GPU_BUSY_SHARE ? "of 100%%"
                             : what == GPU_QUEUE    ? "max %.0f"
                             : !tall                ? "%.0f W"
                             : greatest < 9.95      ? "to %.1f W"
                                                    : "to %.0f W",
                             greatest);
    canvas_text(canvas, rect.x, rect.y, rect.w, style_of(ROLE_DIM), (tall ? long_names : names)[what]);
    canvas_text_right(canvas, rect.x + rect.w, rect.y, -1, style_of(ROLE_DIM), words);
    if (rect.h == 1) {
        struct lane lane = {points, 2 * w, full, 0, ROLE_BUSY};
        chart_lane(canvas, rect.x + label_w, rect.y, w, &lane);
    } else {
        struct chart_layer layer = {points, ROLE_BUSY};
        struct chart chart = {.canvas = canvas,
                              .plot = {rect.x + label_w, rect.y + tall, w, rect.h - tall},
                              .ground = ROLE_BACKGROUND,
                              .scale = {0, full}};
        chart_stack(&chart, &layer, 1, 2 * w);
    }
}

void cluster_draw_totals(const struct scene *scene, int gpu, int x, int end, int y, struct canvas *canvas)
{
    struct gpu_totals totals = cluster_totals(scene, gpu);
    char parts[4][64];
    if (totals.queue_mean >= 0.005)
        snprintf(parts[0], sizeof parts[0], "queue %.2f, max %.0f", totals.queue_mean, totals.queue_max);
    else
        snprintf(parts[0], sizeof parts[0], "queue max %.0f", totals.queue_max);
    snprintf(parts[1], sizeof parts[1], "%.0f–%.0f W", totals.power_min_w, totals.power_max_w);
    snprintf(parts[2], sizeof parts[2], "%s", format_energy(FORMAT_ROOM, totals.energy_j));
    snprintf(parts[3], sizeof parts[3], "%s starts",
             format_count(FORMAT_ROOM, (int64_t)fmax(totals.starts, 0)));
    for (int i = isnan(totals.queue_mean); i < (isnan(totals.starts) ? 3 : 4); i++) {
        if (x + text_width(parts[i]) > end)
            return;
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), parts[i]);
        x += 3;
    }
}

int cluster_draw_histories(const struct scene *scene, int gpu, struct rect rect, struct canvas *canvas)
{
    double queue_max = cluster_totals(scene, gpu).queue_max;
    bool waited = queue_max > 0, queues = !isnan(queue_max);
    int lanes = rect.h > 2 + queues ? 2 + queues : rect.h, y = rect.y;
    bool all = lanes == 2 + queues, flat = queues && !waited; /* then the queue takes a row */
    int tall = all ? (rect.h - flat) / (2 + waited) : 1;
    tall = tall > 5 ? 5 : tall;
    int gap = !queues && rect.h > lanes * tall; /* where no row of a queue parts busy and power */
    for (int lane = 0; lane < lanes; lane++) {
        enum gpu_quantity what = lane > 0 && !queues ? GPU_POWER : (enum gpu_quantity)lane;
        int h = what == GPU_QUEUE && flat ? 1 : tall;
        draw_history(scene, gpu, what, (struct rect){rect.x, y, rect.w, h}, canvas);
        y += h + (lane == 0 ? gap : 0);
    }
    return y;
}

/* --- GPUs that are cut --- */

/* One row: name and slices in words. Two: what it does, then the slices to scale. Three: with their sizes. */
static void draw_cut(const struct scene *scene, int gpu, const struct recorded_layout *layout, int rows,
                     struct rect row, struct canvas *canvas)
{
    struct arena *texts = &canvas->texts;
    int x = row.x, end = row.x + row.w;
    const char *slices = slices_text_in(scene, layout, row.w - (rows < 2 ? 6 : 0), texts),
               *state = slices_state_text(scene, gpu, layout, texts);
    if (rows >= 2) {
        /* "gpu0  2/3 busy  85 %  214 W"; what is under way stands out. */
        double share = cluster_busy_share(scene, gpu);
        int at = row.x, right = draw_state(scene, gpu, row.x + row.w, row.y, canvas);
        part_span(canvas, &at, right, row.y, style_bold(ROLE_TITLE),
                  scene->now->result->recording->gpus[gpu].name);
        draw_upstream(scene, gpu, &at, right, row.y, canvas);
        const char *pool = cluster_pool(scene, gpu, "");
        if (*pool && at + 1 + text_width(pool) + 2 + text_width(state) <= right) {
            at++;
            part_span(canvas, &at, right, row.y, style_of(ROLE_DIM), pool);
        }
        at += 2;
        part_span(canvas, &at, right, row.y,
                  cut_is_steady(layout) ? style_of(ROLE_TEXT) : style_bold(ROLE_TITLE), state);
        if (!isnan(share)) {
            const char *words = text(texts, "%s%.0f %%", *state ? "  " : "", 100 * share);
            if (at + text_width(words) <= right)
                part_span(canvas, &at, right, row.y, style_of(ROLE_DIM), words);
        }
        slices_draw(scene, gpu, layout, row.x, row.y + 1, row.w, canvas);
        if (rows >= 3)
            canvas_text(canvas, row.x, row.y + 2, row.w, style_of(ROLE_DIM), slices);
        return;
    }
    part_span(canvas, &x, end, row.y, style_bold(ROLE_TITLE), scene->now->result->recording->gpus[gpu].name);
    canvas_text(canvas, x + 1, row.y, end - x - 1, style_of(ROLE_TEXT),
                cut_is_steady(layout) ? slices : state);
}

/* What a GPU has beyond its three lines: totals, then histories as high as the rows allow, then a blank. */
static void draw_more(const struct scene *scene, int gpu, struct rect rect, struct canvas *canvas)
{
    int totals = rect.h >= 3;
    if (totals)
        cluster_draw_totals(scene, gpu, rect.x, rect.x + rect.w, rect.y, canvas);
    if (rect.h >= 2)
        cluster_draw_histories(scene, gpu,
                               (struct rect){rect.x, rect.y + totals, rect.w, rect.h - 1 - totals}, canvas);
}

/* --- the reference's GPUs, where it has others --- */

enum { BESIDE_MOST = 4, BESIDE_LEAST_ROWS = 5 };

static bool same_gpus(const struct recording *a, const struct recording *b)
{
    bool same = a->n_gpus == b->n_gpus;
    for (int g = 0; same && g < a->n_gpus; g++)
        same = a->gpus[g].owner == b->gpus[g].owner && strcmp(a->gpus[g].type, b->gpus[g].type) == 0;
    return same;
}

/* How many rows they take below `rows` of the run's own, title included; 0: there is nothing to see beside
 * these, or no room. */
static int rows_beside(const struct scene *scene, int rows)
{
    const struct recording *own = scene->now->result->recording;
    const struct recording *other = scene->compared ? scene->reference->result->recording : NULL;
    if (!other || same_gpus(own, other) || other->n_gpus > BESIDE_MOST || other->n_apps != own->n_apps)
        return 0;
    int need = 2 + other->n_gpus;
    return rows - need >= BESIDE_LEAST_ROWS * own->n_gpus ? need : 0;
}

static void draw_beside(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    int x = rect.x, end = rect.x + rect.w;
    const struct recording *other = scene->reference->result->recording;
    part_span(canvas, &x, end, rect.y + 1, style_of(ROLE_REFERENCE), "beside ");
    part_span(canvas, &x, end, rect.y + 1, style_bold(ROLE_REFERENCE), scene->reference_name);
    const char *words = text(&canvas->texts, ", on %d GPU%s", other->n_gpus, other->n_gpus == 1 ? "" : "s");
    if (x + text_width(words) <= end)
        part_span(canvas, &x, end, rect.y + 1, style_of(ROLE_REFERENCE), words);
    for (int gpu = 0; gpu < other->n_gpus; gpu++) {
        /* "gpu1 whisper ▆▆▆▆    38 %": in the colours of a reference. */
        int at = rect.x;
        int row = rect.y + 2 + gpu;
        const struct recording_gpu *info = &other->gpus[gpu];
        double share = gpus_busy_share(other, gpu, scene->explorer->time.cursor_ns, scene->window.tail_ns);
        int bar_x = at + (end - at) / 2, w = end - 6 - bar_x;
        part_span(canvas, &at, end, row, style_of(ROLE_REFERENCE), info->name);
        at++;
        if (info->owner >= 0)
            part_span(canvas, &at, bar_x - 1, row, style_of(scene_app_role(info->owner)),
                      format_app(FORMAT_ROOM, other->apps[info->owner].name));
        if (!isnan(share) && w >= 3) {
            part_bar(canvas, bar_x, row, w, share, ROLE_REFERENCE);
            canvas_text_right(canvas, end, row, -1, style_of(ROLE_REFERENCE),
                              text(&canvas->texts, "%3.0f %%", 100 * share));
        }
    }
}

/* "▆▆▆▆   42 % 0 wait": how busy it was, and its queue. */
static void draw_busy(const struct scene *scene, int gpu, struct rect row, struct canvas *canvas)
{
    int at = row.x, end = row.x + row.w, w = row.w - 13 > 32 ? 32 : row.w - 13;
    double share = cluster_busy_share(scene, gpu);
    int64_t queue = 0;
    if (isnan(share))
        return;
    if (scene->has_instant)
        cluster_busy_instance(scene, gpu, &queue);
    part_bar(canvas, at, row.y, w, share, ROLE_BUSY);
    at += w + 1;
    part_span(canvas, &at, end, row.y, style_of(ROLE_TEXT), text(&canvas->texts, "%3.0f %%", 100 * share));
    if (scene->has_instant)
        part_span(canvas, &at, end, row.y, style_of(queue > 0 ? ROLE_TITLE : ROLE_DIM),
                  text(&canvas->texts, " %lld wait", (long long)queue));
}

/* The pools as rows, on a board with few things: "serving  2 GPUs  354 g", and below it the app that comes
 * closest to its limit. Returns the rows that they take. */
static int draw_pools(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct scenario *scenario = &scene->now->result->model->scenario;
    const struct summary *total = &scene->now->total;
    int y = rect.y, end = rect.x + rect.w, ids[GPUS_MAX], apps[APPS_MAX], open = scene_pool_in_focus(scene);
    for (int pool = 0; pool < scenario->n_pools; pool++, y += 2) {
        int n = scenario_pool_apps(scenario, pool, apps), gpus = scenario_pool_gpus(scenario, pool, ids),
            x = rect.x;
        struct rect row = {rect.x - 1, y, rect.w + 1, 1};
        enum role ground = part_row(canvas, row, ROLE_BACKGROUND, pool == open, false);
        canvas_spot(canvas, (struct rect){row.x, y, row.w, 2}, SPOT_POOL, pool);
        part_span(canvas, &x, end, y, style_on(style_bold(ROLE_TITLE), ground), scenario->pools[pool].name);
        part_span(canvas, &x, end, y, style_on(style_of(ROLE_DIM), ground),
                  text(&canvas->texts, "  %d GPU%s", gpus, gpus == 1 ? "" : "s"));
        canvas_text_right(canvas, end, y, -1, style_on(style_of(ROLE_TEXT), ground),
                          total->n_pools ? format_grams(FORMAT_ROOM, total->pools[pool].carbon_g) : "···");
        panel_order_apps(scene, apps, n);
        if (n > 0)
            canvas_text(canvas, rect.x + 1, y + 1, rect.w - 8, style_of(scene_app_role(apps[0])),
                        format_app(FORMAT_ROOM, scenario->apps[apps[0]].name));
        if (n > 0)
            panel_verdict(scene, apps[0], end, 16, y + 1, false, canvas);
    }
    return y - rect.y + 1;
}

void panel_cluster(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    char clock[FORMAT_SIZE];
    const struct model *model = scene->now->result->model;
    int n = scene->now->result->recording->n_gpus, rows = rect.h - 1, gpus[GPUS_MAX];
    bool pools =
        scene->board.few_knobs && model && model->scenario.n_pools > 1 && rows > 3 * model->scenario.n_pools;
    if (scene->full) {
        panel_cluster_full(scene, rect, canvas);
        return;
    }
    char length[FORMAT_SIZE];
    clock_length(length, scene->window.tail_ns);
    format_clock(clock, scene->cursor_s, scene->offset_s, true);
    const char *unit = text(&canvas->texts, "%s, busy over %s", clock, length);
    if (text_width(unit) + 13 > rect.w)
        unit = text(&canvas->texts, "busy: %s", length);
    panel_title(scene, canvas, rect, REGION_CLUSTER, "Cluster", unit);
    int x = rect.x + 1, end = rect.x + rect.w - 1, beside = rows_beside(scene, rows);
    rows -= beside;
    rect.h -= beside;
    if (beside > 0)
        draw_beside(scene, (struct rect){x, rect.y + rect.h, end - x, beside}, canvas);
    for (int gpu = 0; gpu < n; gpu++)
        gpus[gpu] = gpu;
    if (pools) { /* of the one in focus the GPUs, too */
        int used = draw_pools(scene, (struct rect){x, rect.y + 1, end - x, rows}, canvas);
        n = scenario_pool_gpus(&model->scenario, scene_pool_in_focus(scene), gpus);
        rect.y += used;
        rows -= used;
    }
    int each = n > 0 ? rows / n : 0;
    int shown = each > 0 ? n : rows - 1;
    each = each > 0 ? each : 1;
    for (int i = 0; i < shown; i++) {
        int y = rect.y + 1 + i * each, gpu = gpus[i];
        const struct recorded_layout *layout = slices_of(scene, gpu);
        draw_more(scene, gpu, (struct rect){x, y + 3, end - x, each - 3}, canvas);
        if (layout) {
            draw_cut(scene, gpu, layout, each, (struct rect){x, y, rect.x + rect.w - x, 1}, canvas);
            continue;
        }
        draw_name(scene, gpu, x, end, y, canvas);
        if (each >= 2)
            draw_busy(scene, gpu, (struct rect){x, y + 1, end - x, 1}, canvas);
        if (each >= 3)
            cluster_draw_now(scene, gpu, x, end, y + 2, canvas);
    }
    if (shown < n)
        canvas_print(canvas, x, rect.y + rect.h - 1, rect.w - 2, style_of(ROLE_DIM), "and %d more",
                     n - shown);
}
