/* Running total: grams since the start, both runs. */
#include "tui/board/panels/panels.h"

#include "engine/answers/metric.h"
#include "tui/words/format.h"
#include "tui/term/text.h"

#include <math.h>

static double last_of(const float *points, int n)
{
    return n > 0 ? (double)points[n - 1] : 0;
}

/* Better or worse, in two rows. */
static void put_difference(struct lines *words, double now, double then)
{
    char text[FORMAT_SIZE];
    if (now == then) {
        lines_put(words, style_of(ROLE_DIM), "= identical");
        return;
    }
    bool better = metric_judge(METRIC_CARBON, now, then) > 0;
    struct style style = style_of(better ? ROLE_GOOD : ROLE_BAD);
    format_grams(text, fabs(now - then));
    const char *sign = now < then ? "▼" : "▲";
    bool room = text_width(sign) + 1 + text_width(text) <= words->rect.w;
    if (room)
        lines_print(words, style, "%s %s", sign, text);
    else
        lines_print(words, style, "%s%.0f g", sign, fabs(now - then));
    lines_put(words, style, better ? "better" : "worse");
}

/* The total, and where it is compared the difference and, with rows to spare, what it is compared with. */
static void draw_words(const struct scene *scene, const struct chart *chart)
{
    char text[FORMAT_SIZE];
    double now = scene->now->total.carbon_total_g, then = scene->reference->total.carbon_total_g;
    struct lines words = chart_words(chart);
    if (words.rect.w < 6)
        return;
    lines_put(&words, style_bold(ROLE_TITLE), format_grams(text, now));
    if (scene->compared && !*scene->warning)
        put_difference(&words, now, then);
    if (!scene->compared || lines_left(&words) < 2)
        return;
    lines_sink(&words, 2);
    panel_reference(scene, &words);
    format_grams(text, then);
    int indent = text_width(text) + 2 <= words.rect.w ? 2 : 0;
    words.rect.x += indent;
    words.rect.w -= indent;
    lines_put(&words, style_of(ROLE_REFERENCE), text);
}

void panel_running(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    struct chart chart = panel_chart(scene, rect, canvas);
    const struct curves *now = scene->now->curves, *then = scene->reference->curves;
    struct chart_line line = {now->running, now->points, style_of(ROLE_TITLE), false, '*'};
    double top = last_of(now->running, now->points);
    if (then)
        top = fmax(top, last_of(then->running, then->points));
    chart.scale = scale_fit(0, top > 0 ? top : 1, chart.plot.h);
    int title_end = panel_title(scene, canvas, rect, REGION_RUNNING, "Running total", "g");
    chart_grid(&chart);
    if (then)
        chart_reference(&chart, then->running, then->points);
    chart_line(&chart, &line);
    draw_words(scene, &chart);
    panel_tag_both(scene, canvas, rect, title_end, 1, scene->now->reading.running_g,
                   then ? scene->reference->reading.running_g : (double)NAN);
}
