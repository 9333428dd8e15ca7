/* The time axis with clock times, the time bar (heavy: simulated, light: simulated, with late requests,
 * dotted: not yet; edits, events, the cursor's tag), and the legend of its signs. The bar always spans the
 * whole run; while zoomed, brackets show the window, and the right of the axis says in what buckets the plots
 * are drawn. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/action.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

/* --- the axis --- */

/* The clock shown at t, in ns since its own 1 January 1970; whole weeks are counted from a Monday. */
static int64_t local_ns(const struct scene *scene, int64_t t_ns, int64_t step_ns)
{
    const struct explorer *explorer = scene->explorer;
    const int64_t day_ns = 24 * NS_PER_HOUR;
    int64_t monday_ns = step_ns >= 7 * day_ns ? 4 * day_ns : 0;
    return (explorer->document.scenario.start_s + explorer_offset_s(explorer, t_ns)) * NS_PER_S + t_ns -
           monday_ns;
}

/* The first instant from t on whose clock is a multiple of the step; the clock may be changed before it. */
static int64_t next_tick(const struct scene *scene, int64_t t_ns, int64_t step_ns)
{
    t_ns += clock_until_ns(local_ns(scene, t_ns, step_ns), step_ns);
    return t_ns + clock_until_ns(local_ns(scene, t_ns, step_ns), step_ns);
}

void panel_axis(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    enum { GAP = 2 };
    const struct layout *layout = &scene->layout;
    const struct explorer *explorer = scene->explorer;
    int64_t from_ns = scene->window.from_ns, to_ns = scene->window.to_ns, step_ns = 0;
    int free_x = layout->plot_x;
    /* The smallest round step whose labels keep apart: "15:50", "15:50:00", "15:50:00.1", "14 Jan". */
    for (int64_t next_ns = clock_step_ns(1); next_ns > step_ns; next_ns = clock_step_ns(step_ns + 1)) {
        step_ns = next_ns;
        int digits = clock_digits(step_ns);
        int label_w = digits < CLOCK_SECONDS ? 6 : digits == CLOCK_SECONDS ? 8 : 9 + digits;
        if ((double)step_ns * layout->plot_w >= (double)(to_ns - from_ns) * (1 + label_w + GAP))
            break;
    }
    for (int64_t t_ns = next_tick(scene, from_ns, step_ns); t_ns <= to_ns;
         t_ns = next_tick(scene, t_ns + 1, step_ns))
        part_tick(canvas, scene_column(scene, t_ns), rect.y, &free_x, layout->right_x,
                  clock_tick(FORMAT_ROOM, explorer->document.scenario.start_s, t_ns,
                             explorer_offset_s(explorer, t_ns), step_ns));
    /* "by 30 s": what the plots are made of while they show a part of the run. */
    if (explorer_zoomed(explorer) && layout->right_w >= 8) {
        const char *length = clock_length(FORMAT_ROOM, scene->now->curves->bucket_ns),
                   *wide = text(&canvas->texts, "%s buckets", length),
                   *brief = text(&canvas->texts, "by %s", length);
        canvas_text_right(canvas, layout->right_x + layout->right_w, rect.y, layout->right_w,
                          style_of(ROLE_DIM), text_width(wide) > layout->right_w - 1 ? brief : wide);
    }
}

/* --- the time bar --- */

/* Column of an instant on the bar, which spans the whole run. */
static int bar_column(const struct scene *scene, int64_t t_ns)
{
    const struct layout *layout = &scene->layout;
    int64_t whole = scene->explorer->time.horizon_ns > 0 ? scene->explorer->time.horizon_ns : 1;
    int64_t column = t_ns * layout->plot_w / whole;
    return layout->plot_x + (int)(column < 0 ? 0 : column >= layout->plot_w ? layout->plot_w - 1 : column);
}

/* The signs of events; where several fall on one column the last of these is seen. */
static const struct {
    enum event_kind kind;
    uint32_t glyph;
    enum role role;
    const char *sign, *name;
} signs[] = {{EVENT_INTENSITY, 0x253C, ROLE_TEXT, "┼", " intensity step"},
             {EVENT_WATER, '~', ROLE_COOLING, "~", " water"},
             {EVENT_MOVE, 0x2192, ROLE_RAMP6, "→", " pods moved"},
             {EVENT_MISS, 0x25CB, ROLE_BAD, "○──", " late"},
             {EVENT_EDIT, 0x25C6, ROLE_EDIT, "◆", " edit"}};
enum { SIGNS = sizeof signs / sizeof *signs, LEGEND_ROOMY = 80 };

static void draw_tag(const struct scene *scene, int y, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    /* Time of the cursor as fine as the plots, with its date where the run has several and there is room. */
    const struct explorer *explorer = scene->explorer;
    int64_t start_s = explorer->document.scenario.start_s, t_ns = explorer->time.cursor_ns;
    char clock[FORMAT_SIZE], day[FORMAT_SIZE] = "";
    int digits = scene_clock_digits(scene);
    clock_format(clock, start_s, t_ns, scene->offset_s, digits > CLOCK_SECONDS ? digits : CLOCK_SECONDS);
    if (scene_has_days(scene) && scene->layout.plot_w >= 36)
        clock_day(day, start_s, t_ns, scene->offset_s);
    const char *words = text(&canvas->texts, "%s%s%s", day, *day ? " " : "", clock);
    int w = text_width(words) + 2, x = bar_column(scene, scene->explorer->time.cursor_ns) - w / 2;
    x = x + w > layout->right_x ? layout->right_x - w : x;
    x = x < layout->plot_x ? layout->plot_x : x;
    part_tag(canvas, x, y, layout->plot_x, layout->right_x, words);
    if (explorer_zoomed(scene->explorer)) {
        /* The window shown, as brackets; a window narrower than the cursor's tag gets them at its ends. */
        int tag_end = x + w;
        int from = bar_column(scene, scene->explorer->time.from_ns),
            to = bar_column(scene, scene->explorer->time.to_ns - 1);
        if (from >= x && from < tag_end)
            from = x - 1;
        if (to >= x && to < tag_end)
            to = tag_end;
        if (from >= layout->plot_x)
            canvas_put(canvas, from, y, '[', style_bold(ROLE_CURSOR));
        if (to < layout->right_x)
            canvas_put(canvas, to, y, ']', style_bold(ROLE_CURSOR));
    }
}

/* "▶ 60×", without the blank where there is no room for it. */
static void draw_speed(const struct scene *scene, int y, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    const struct explorer *explorer = scene->explorer;
    int x = layout->gutter_x + (layout->gutter_w > 7), room = layout->plot_x - x;
    canvas_spot(canvas, (struct rect){layout->gutter_x, y, layout->gutter_w, 1}, SPOT_ACTION, ACTION_PLAY);
    char text[64] = "paused";
    if (explorer->time.playing)
        snprintf(text, sizeof text, "▶ %.0f×", explorer->time.speed);
    if (explorer->time.playing && text_width(text) >= room)
        snprintf(text, sizeof text, "▶%.0f×", explorer->time.speed);
    canvas_text(canvas, x, y, room, style_of(ROLE_TEXT), text);
}

void panel_timebar(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    int buffered =
        bar_column(scene, explorer_buffered_ns(scene->explorer)) + (scene->now->seen_finished ? 1 : 0);
    canvas_hline(canvas, layout->plot_x, rect.y, layout->plot_w, 0x2504, style_of(ROLE_RULE));
    canvas_hline(canvas, layout->plot_x, rect.y, buffered - layout->plot_x, 0x2501, style_of(ROLE_DIM));
    /* How far a series of late requests goes on: every column in which there are any. */
    const struct recording *recording = scene->now->result->recording;
    int64_t bucket_ns = recording->bucket_ns;
    for (int bucket = 0; scene->now->seen_finished && bucket < recording_count(recording); bucket++) {
        int from = bar_column(scene, bucket * bucket_ns),
            to = bar_column(scene, (bucket + 1) * bucket_ns - 1);
        if (curves_misses(recording, bucket, bucket + 1) > 0)
            canvas_hline(canvas, from, rect.y, to - from + 1, 0x2500, style_of(ROLE_BAD));
    }
    const struct explorer *explorer = scene->explorer;
    for (int k = 0; k < SIGNS; k++)
        for (int i = 0; i < explorer->events.n; i++)
            if (explorer->events.list[i].kind == signs[k].kind)
                canvas_put(canvas, bar_column(scene, explorer->events.list[i].t_ns), rect.y, signs[k].glyph,
                           style_bold(signs[k].role));
    draw_speed(scene, rect.y, canvas);
    draw_tag(scene, rect.y, canvas);
    /* "of 4 h 10" of a finished run, "about 17 d 9 h" while it is a guess, in as few columns as it must be.
     */
    int room = layout->right_w - 1;
    char length[FORMAT_SIZE], rough[FORMAT_SIZE];
    clock_length(length, scene->explorer->time.horizon_ns);
    snprintf(rough, sizeof rough, "%s", length);
    char *unit = strchr(rough, ' '), *more = unit ? strchr(unit + 1, ' ') : NULL;
    if (more)
        *more = 0;
    const char *words = text(&canvas->texts, "%s %s", scene->now->seen_finished ? "of" : "about", length);
    if (!scene->now->seen_finished && text_width(words) > room)
        words = text(&canvas->texts, "about %s", rough);
    if (text_width(words) > room) {
        for (char *blank = strchr(length, ' '); blank; blank = strchr(blank, ' '))
            memmove(blank, blank + 1, strlen(blank));
        bool wide = text_width(length) + 3 > room;
        words = text(&canvas->texts, !scene->now->seen_finished ? "%s?" : wide ? "%s" : "of %s", length);
    }
    if (layout->right_w > 1)
        canvas_text(canvas, layout->right_x + 1, rect.y, layout->right_w - 1, style_of(ROLE_DIM), words);
}

/* --- the legend --- */

/* A line of items, each of which is shown whole or not at all. */
struct items_line {
    struct canvas *canvas;
    int x, end, y;
};

static void put_item(struct items_line *line, const char *sign, enum role role, const char *text)
{
    if (line->x + text_width(sign) + text_width(text) > line->end)
        return;
    part_span(line->canvas, &line->x, line->end, line->y, style_bold(role), sign);
    part_span(line->canvas, &line->x, line->end, line->y, style_of(ROLE_DIM), text);
    line->x += 3;
}

static bool has_events(const struct explorer *explorer, enum event_kind kind)
{
    for (int i = 0; i < explorer->events.n; i++)
        if (explorer->events.list[i].kind == kind)
            return true;
    return false;
}

/* The time in the zone that is not shown; the top bar has it only on a wide screen. */
static void draw_elsewhere(const struct scene *scene, struct items_line *line)
{
    char text[64];
    int32_t offset_s;
    if (!explorer_other_offset(scene->explorer, scene->explorer->time.cursor_ns, &offset_s))
        return;
    text_print(text, sizeof text, "%s %s", format_clock(FORMAT_ROOM, scene->cursor_s, offset_s, false),
               format_zone(FORMAT_ROOM, offset_s));
    if (line->x + text_width(text) > line->end)
        return;
    canvas_text_right(line->canvas, line->end, line->y, -1, style_of(ROLE_DIM), text);
    line->end -= text_width(text) + 2;
}

void panel_legend(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    struct items_line line = {canvas, scene->layout.gutter_x + 1,
                              scene->layout.right_x + scene->layout.right_w, rect.y};
    const char *words = "";
    draw_elsewhere(scene, &line);
    for (int k = 0; k < SIGNS; k++) {
        bool stop = explorer->events.stop == 1 + (int)signs[k].kind; /* n and N stop at nothing else */
        bool roomy = signs[k].kind == EVENT_MISS && line.end - line.x >= LEGEND_ROOMY;
        words = text(&canvas->texts, "%s%s%s", signs[k].name, roomy ? " requests" : "", stop ? " (n N)" : "");
        if (stop || signs[k].kind == EVENT_INTENSITY || has_events(explorer, signs[k].kind))
            put_item(&line, signs[k].sign, signs[k].role, words);
    }
    /* How far the simulation has come, or what part of the run is shown in which buckets. */
    double whole = explorer->time.horizon_ns > 0 ? (double)explorer->time.horizon_ns : 1;
    int prepared = scene->now->result->prepared;
    if (prepared < RESULT_PREPARED)
        words = text(&canvas->texts, "measuring first, %d %%", prepared / 10);
    else if (!scene->now->seen_finished)
        words =
            text(&canvas->texts, "%.0f %% simulated", 100 * (double)explorer_buffered_ns(explorer) / whole);
    else if (explorer_zoomed(explorer))
        words = text(&canvas->texts, "%s in buckets of %s",
                     clock_length(FORMAT_ROOM, explorer->time.to_ns - explorer->time.from_ns),
                     clock_length(FORMAT_ROOM, scene->now->curves->bucket_ns));
    else
        words = text(&canvas->texts, "all simulated");
    put_item(&line, "", ROLE_TEXT, words);
}
