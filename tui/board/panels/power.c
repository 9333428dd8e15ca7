/* Power by its parts: what the GPUs whose law tells them apart draw over time, as a stacked area: from the
 * bottom up the static power, drawn always, the auxiliary one, drawn once while anything runs, and the
 * compute power of each app in its colour. The dashed line is the naive estimate, which counts the auxiliary
 * power for each that runs: where it lies above the area, two or more run at once. The right column has the
 * means of the stretch shown. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/words/format.h"
#include "tui/widgets/parts.h"

#include <math.h>

enum { ROOM_FOR_TENTHS = 10, ROOM_FOR_NAMES = 14, ROOM_FOR_AUXILIARY = 16, LAYERS = 2 + APPS_MAX };

static char *put_watts(char out[FORMAT_SIZE], double watts)
{
    return isnan(watts) ? text_print(out, FORMAT_SIZE, "–") : format_magnitude(out, watts);
}

/* --- the right column --- */

/* "█ static  45.0", "█idle 45". */
static void put_row(struct lines *words, enum role role, const char *name, double watts)
{
    char number[FORMAT_SIZE];
    int w = words->rect.w, y = words->rect.y + words->y++, x = words->rect.x;
    put_watts(number, watts);
    if (w < ROOM_FOR_TENTHS && watts >= 9.5)
        text_print(number, sizeof number, "%.0f", watts);
    int room = w - 1 - text_width(number);
    if (role == ROLE_REFERENCE)
        canvas_text(words->canvas, x, y, 1, style_of(role), "╌");
    else
        canvas_put(words->canvas, x, y, role_shade(role), style_on(style_of(role), role));
    if (room > 3)
        canvas_text(words->canvas, x + 1 + (w >= ROOM_FOR_NAMES), y, room - 1, style_of(ROLE_DIM), name);
    canvas_text(words->canvas, x + w - text_width(number), y, -1, style_of(ROLE_TEXT), number);
}

/* --- title and tag --- */

static void draw_tag(const struct scene *scene, struct rect rect, int title_end, struct canvas *canvas)
{
    const struct curves *now = scene->now->curves;
    struct parts_power power;
    char own[FORMAT_SIZE];
    int64_t span_ns = now->window.to_ns - now->window.from_ns,
            into_ns = scene->explorer->time.cursor_ns - now->window.from_ns;
    if (scene->cursor_x < 0 || span_ns <= 0)
        return;
    int64_t point = into_ns * now->window.points / span_ns;
    if (point < 0 || point >= now->points)
        return;
    parts_at(&scene->parts, now, (int)point, &power);
    double sum_w = parts_sum_w(&scene->parts, &power);
    if (isnan(sum_w))
        return;
    bool capped = false;
    for (int g = 0; scene->has_instant && g < scene->now->result->recording->n_gpus; g++)
        capped |= scene->instant.capped[g];
    put_watts(own, sum_w);
    const char *word = capped ? " · capped" : "", *const forms[] = {
                                                      text(&canvas->texts, "%s W · naively %s%s", own,
                                                           put_watts(FORMAT_ROOM, power.naive_w), word),
                                                      text(&canvas->texts, "%s W%s", own, word)};
    panel_tag_fitting(scene, canvas, rect, title_end, forms, 2);
}

void panel_power(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct curves *now = scene->now->curves;
    struct chart chart = panel_chart(scene, rect, canvas);
    struct chart_layer layers[LAYERS];
    char unit[160];
    /* "W of gpu0, 165 on average, 12 % less than the naive estimate". */
    const struct recording *recording = scene->now->result->recording;
    double mean_w = parts_sum_w(&scene->parts, &scene->power), naive_w = scene->power.naive_w;
    if (scene->parts.n_gpus == 1)
        text_print(unit, sizeof unit, "W of %s", recording->gpus[scene->parts.gpu].name);
    else
        text_print(unit, sizeof unit, "W of %d GPUs", scene->parts.n_gpus);
    if (!isnan(mean_w) && rect.w >= 60) {
        text_append(unit, sizeof unit, ", %s on average", put_watts(FORMAT_ROOM, mean_w));
        if (rect.w >= 100 && naive_w > mean_w * 1.0005)
            text_append(unit, sizeof unit, ", %.1f %% less than naively", 100 * (1 - mean_w / naive_w));
    }
    int title_end = panel_title(scene, canvas, rect, REGION_POWER, "Power", unit);
    /* The naive estimate is never less than the area. */
    chart.scale = scale_fit(0, points_greatest(now->naive_w, now->points) * 1.02, chart.plot.h);
    chart_grid(&chart);
    /* From the bottom up; the last app lies at the foot of the apps, so that list and area are read in one
     * order.
     */
    int n = 0;
    layers[n++] = (struct chart_layer){now->static_w, ROLE_IDLE};
    layers[n++] = (struct chart_layer){now->auxiliary_w, ROLE_AUXILIARY};
    for (int k = scene->parts.n - 1; k >= 0; k--) {
        int app = scene->parts.apps[k];
        layers[n++] = (struct chart_layer){now->app_compute[app], scene_app_role(app)};
    }
    chart_stack(&chart, layers, n, now->points);
    chart_reference(&chart, now->naive_w, now->points);
    /* As many rows as there are, from the top of the area down; the naive estimate first. */
    const struct parts *parts = &scene->parts;
    const struct parts_power *power = &scene->power;
    struct lines words = chart_words(&chart);
    int rows = words.rect.h, w = words.rect.w;
    if (w >= 6) {
        if (rows >= parts->n + 3)
            put_row(&words, ROLE_REFERENCE, w >= ROOM_FOR_NAMES ? "naive" : "sum", power->naive_w);
        for (int k = 0; k < parts->n && words.y < rows - 2; k++) {
            int app = parts->apps[k];
            char label[FORMAT_SIZE] = {panel_app_digit(app)}; /* where no name has room */
            if (w >= ROOM_FOR_TENTHS)
                panel_app_label(scene, app, w - 6, label);
            put_row(&words, scene_app_role(app), label, power->compute_w[k]);
        }
        if (rows >= 2)
            put_row(&words, ROLE_AUXILIARY, w >= ROOM_FOR_AUXILIARY ? "auxiliary" : "aux",
                    power->auxiliary_w);
        put_row(&words, ROLE_IDLE, w >= ROOM_FOR_NAMES ? "static" : "idle", power->static_w);
    }
    draw_tag(scene, rect, title_end, canvas);
}

/* --- full size --- */

void panel_power_note(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct model *model = scene->now->result->model;
    const struct model_gpu *gpu = &model->gpus[scene->parts.gpu];
    char text[512];
    text_print(
        text, sizeof text,
        "%s draws %.4g W always and %.4g W more, once, while anything runs; an app adds what its profile "
        "rows have above both. The dashed line is the naive estimate, the sum of what each has above the "
        "%.4g W: it counts the %.4g W for each that runs.",
        gpu->name, gpu->idle_w, gpu->auxiliary_w, gpu->idle_w, gpu->auxiliary_w);
    if (part_wrap_rows(rect.w - 2, text) > rect.h)
        text_print(
            text, sizeof text,
            "%s draws %.4g W always, and %.4g W more while anything runs. The dashed line counts those %.4g W for each app that runs: the naive sum.",
            gpu->name, gpu->idle_w, gpu->auxiliary_w, gpu->auxiliary_w);
    part_wrap(canvas, (struct rect){rect.x + 1, rect.y, rect.w - 2, rect.h}, style_of(ROLE_DIM), text);
}
