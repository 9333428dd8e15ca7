/* Running total: grams since the start, both runs. */
#include "tui/board/panels/panels.h"

#include "engine/answers/metric.h"
#include "engine/base/text.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/plot.h"

#include <math.h>
#include <stdio.h>

static double last_of(const float *points, int n)
{
    return n > 0 ? (double)points[n - 1] : 0;
}

/* Better or worse, in two rows; returns how many it took. */
static int draw_difference(double now, double then, int x, int y, int w, struct canvas *canvas)
{
    char text[FORMAT_SIZE];
    if (now == then) {
        canvas_text(canvas, x, y, w, style_of(ROLE_DIM), "= identical");
        return 1;
    }
    bool better = metric_judge(METRIC_CARBON, now, then) > 0;
    struct style style = style_of(better ? ROLE_GOOD : ROLE_BAD);
    canvas_print(canvas, x, y, w, style, "%s %s", now < then ? "▼" : "▲",
                 format_grams(text, fabs(now - then)));
    canvas_text(canvas, x, y + 1, w, style, better ? "better" : "worse");
    return 2;
}

/* The total, and where it is compared the difference and, with rows to spare, what it is compared with. */
static void draw_right(const struct scene *scene, struct rect right, struct canvas *canvas)
{
    char text[FORMAT_SIZE];
    double now = scene->now.total.carbon_total_g, then = scene->reference.total.carbon_total_g;
    int x = right.x + 1, w = right.w - 1, y = right.y, end = right.y + right.h;
    if (w < 6)
        return;
    canvas_clip(canvas, right);
    canvas_text(canvas, x, y++, w, style_bold(ROLE_TITLE), format_grams(text, now));
    if (scene->compared && !*scene->warning)
        y += draw_difference(now, then, x, y, w, canvas);
    if (scene->compared && end - y >= 2) {
        canvas_print(canvas, x, end - 2, w, style_of(ROLE_REFERENCE), "╌ %s", scene_reference_word(scene));
        format_grams(text, then);
        int indent = text_width(text) + 2 <= w ? 2 : 0;
        canvas_text(canvas, x + indent, end - 1, w, style_of(ROLE_REFERENCE), text);
    }
    canvas_unclip(canvas);
}

void panel_running(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    struct rect plot = panel_plot(scene, rect);
    const struct curves *now = scene->now.curves, *then = scene->reference.curves;
    double top = last_of(now->running, now->points);
    if (then)
        top = fmax(top, last_of(then->running, then->points));
    struct scale scale = scale_fit(0, top > 0 ? top : 1, plot.h);
    int title_end = panel_title(scene, canvas, rect, REGION_RUNNING, "Running total", "g");
    plot_grid(canvas, plot, scene->layout.gutter_w, scale);
    if (then) {
        struct plot_line line = {then->running, then->points, style_of(ROLE_REFERENCE), true, '-'};
        plot_line(canvas, plot, scale, &line);
    }
    struct plot_line line = {now->running, now->points, style_of(ROLE_TITLE), false, '*'};
    plot_line(canvas, plot, scale, &line);
    draw_right(scene, panel_right(scene, rect), canvas);
    char tag[96];
    double value = scene->now.reading.running_g;
    double before = then ? scene->reference.reading.running_g : (double)NAN;
    if (isnan(value))
        return;
    if (isnan(before))
        snprintf(tag, sizeof tag, "%.1f now", value);
    else
        text_print(tag, sizeof tag, "%.1f now · %.1f %s", value, before, scene_reference_word(scene));
    panel_tag(scene, canvas, rect, title_end, tag);
}
