/* The time axis with clock times, the time bar (heavy: simulated, dotted: not yet; edits, events, the
 * cursor's tag), and the legend of its signs. The bar always spans the whole run; while zoomed, brackets show
 * the window. */
#include "tui/panels/panels.h"

#include "engine/base/civil.h"
#include "engine/base/units.h"
#include "tui/format.h"
#include "tui/glyphs.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

/* The smallest round interval whose labels keep apart. */
static int64_t tick_interval_s(const struct scene *scene)
{
    static const int intervals[] = {1,   2,    5,    10,   15,    30,    60,    120,   300,    600,
                                    900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800};
    double span_s = ns_to_s(scene->window.to_ns - scene->window.from_ns);
    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++)
        if (intervals[i] / span_s * scene->layout.plot_w >= (intervals[i] < 60 ? 11 : 9))
            return intervals[i];
    return 604800;
}

void panel_axis(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    int64_t step = tick_interval_s(scene), start_s = scene->explorer->scenario.start_s;
    int64_t from_s = start_s + scene->window.from_ns / NS_PER_S + scene->offset_s;
    int64_t first = (from_s + step - 1) / step * step;
    for (int64_t local = first;; local += step) {
        char clock[FORMAT_SIZE];
        int64_t t_ns = (local - scene->offset_s - start_s) * NS_PER_S;
        if (t_ns > scene->window.to_ns)
            return;
        int x = scene_column(scene, t_ns);
        format_clock(clock, local, 0, step < 60);
        struct civil civil = civil_from_unix(local);
        if (step >= 86400)
            snprintf(clock, sizeof clock, "%d %s", civil.day, civil_month_name(civil.month));
        if (x < 0 || x + 1 + text_width(clock) > layout->right_x)
            continue;
        canvas_put(canvas, x, rect.y, 0x2575, style_of(ROLE_RULE));
        canvas_text(canvas, x + 1, rect.y, -1, style_of(ROLE_DIM), clock);
    }
}

/* Column of an instant on the bar, which spans the whole run. */
static int bar_column(const struct scene *scene, int64_t t_ns)
{
    const struct layout *layout = &scene->layout;
    int64_t whole = scene->explorer->horizon_ns > 0 ? scene->explorer->horizon_ns : 1;
    int64_t column = t_ns * layout->plot_w / whole;
    return layout->plot_x + (int)(column < 0 ? 0 : column >= layout->plot_w ? layout->plot_w - 1 : column);
}

static void draw_events(const struct scene *scene, int y, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    static const struct {
        uint32_t glyph;
        enum role role;
    } signs[] = {{0x253C, ROLE_TEXT}, {0x25C6, ROLE_EDIT}, {0x25CB, ROLE_BAD}};
    static const enum event_kind order[] = {EVENT_INTENSITY, EVENT_MISS, EVENT_EDIT};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < explorer->n_events; i++)
            if (explorer->events[i].kind == order[k])
                canvas_put(canvas, bar_column(scene, explorer->events[i].t_ns), y, signs[order[k]].glyph,
                           style_bold(signs[order[k]].role));
}

/* The window shown, as brackets; a window narrower than the cursor's tag gets them at its ends. */
static void draw_brackets(const struct scene *scene, int y, int tag_x, int tag_end, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    int from = bar_column(scene, scene->explorer->from_ns),
        to = bar_column(scene, scene->explorer->to_ns - 1);
    if (from >= tag_x && from < tag_end)
        from = tag_x - 1;
    if (to >= tag_x && to < tag_end)
        to = tag_end;
    if (from >= layout->plot_x)
        canvas_put(canvas, from, y, '[', style_bold(ROLE_CURSOR));
    if (to < layout->right_x)
        canvas_put(canvas, to, y, ']', style_bold(ROLE_CURSOR));
}

void panel_timebar(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    const struct explorer *explorer = scene->explorer;
    char text[64], clock[FORMAT_SIZE];
    int y = rect.y;
    snprintf(text, sizeof text, explorer->playing ? "▶ %.0f×" : "paused", explorer->speed);
    canvas_text(canvas, layout->gutter_x + (layout->gutter_w > 7), y, layout->gutter_w - 1,
                style_of(ROLE_TEXT), text);
    int buffered = bar_column(scene, explorer_buffered_ns(explorer)) + (scene->now.seen_finished ? 1 : 0);
    canvas_hline(canvas, layout->plot_x, y, layout->plot_w, 0x2504, style_of(ROLE_RULE));
    canvas_hline(canvas, layout->plot_x, y, buffered - layout->plot_x, 0x2501, style_of(ROLE_DIM));
    draw_events(scene, y, canvas);
    format_clock(clock, scene->cursor_s, scene->offset_s, true);
    int w = text_width(clock) + 2, x = bar_column(scene, explorer->cursor_ns) - w / 2;
    x = x < layout->plot_x ? layout->plot_x : x + w > layout->right_x ? layout->right_x - w : x;
    part_tag(canvas, x, y, layout->plot_x, layout->right_x, clock);
    if (explorer->from_ns != explorer->to_ns)
        draw_brackets(scene, y, x, x + w, canvas);
    duration_format(ns_to_s(explorer->horizon_ns), clock, sizeof clock);
    snprintf(text, sizeof text, scene->now.seen_finished ? "of %s" : "~ %s", clock);
    if (text_width(text) > layout->right_w - 1)
        for (char *blank = strchr(text + 3, ' '); blank; blank = strchr(blank, ' '))
            memmove(blank, blank + 1, strlen(blank));
    canvas_text(canvas, layout->right_x + 1, y, layout->right_w - 1, style_of(ROLE_DIM), text);
}

void panel_legend(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    char text[64], clock[FORMAT_SIZE];
    bool edits = false, misses = false;
    for (int i = 0; i < scene->explorer->n_events; i++) {
        edits |= scene->explorer->events[i].kind == EVENT_EDIT;
        misses |= scene->explorer->events[i].kind == EVENT_MISS;
    }
    int x = layout->gutter_x + 1, end = layout->right_x + layout->right_w;
    part_span(canvas, &x, end, rect.y, style_bold(ROLE_TEXT), "┼");
    part_span(canvas, &x, end, rect.y, style_of(ROLE_DIM), " intensity step   ");
    part_span(canvas, &x, end, rect.y, style_bold(ROLE_EDIT), edits ? "◆" : "");
    part_span(canvas, &x, end, rect.y, style_of(ROLE_DIM), edits ? " edit   " : "");
    part_span(canvas, &x, end, rect.y, style_bold(ROLE_BAD), misses ? "○" : "");
    part_span(canvas, &x, end, rect.y, style_of(ROLE_DIM), misses ? " SLO miss   " : "");
    int64_t horizon = scene->explorer->horizon_ns > 0 ? scene->explorer->horizon_ns : 1;
    if (scene->now.seen_finished)
        snprintf(text, sizeof text, "all simulated");
    else
        snprintf(text, sizeof text, "%.0f %% simulated",
                 100 * (double)explorer_buffered_ns(scene->explorer) / (double)horizon);
    part_span(canvas, &x, end, rect.y, style_of(ROLE_DIM), text);
    if (scene->offset_s == 0)
        return;
    snprintf(text, sizeof text, "%s UTC", format_clock(clock, scene->cursor_s, 0, false));
    if (x + 3 + text_width(text) <= end)
        canvas_text_right(canvas, end, rect.y, -1, style_of(ROLE_DIM), text);
}
