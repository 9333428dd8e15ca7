/* The frame, the list and the counts. */
#include "tui/views/inspector.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

enum { WIDE = 90, LIST_W = 40, LIST_MOST_W = 64, LIST_MIN_H = 5, COUNTS_MIN_H = 3 };

struct inspector_layout inspector_divide(int w, int h, int n_reasons)
{
    struct inspector_layout layout = {.rule_x = -1};
    int top = h >= 20 ? 3 : h >= 4 ? 2 : 1, rows = h - top - 1;
    rows = rows < 0 ? 0 : rows;
    if (w >= WIDE) {
        int list_w = part_clamp(w * 2 / 5, LIST_W, LIST_MOST_W), counts_h = n_reasons + 2;
        layout.rule_x = list_w;
        layout.list = (struct rect){0, top, list_w, rows};
        layout.facts = (struct rect){list_w + 1, top, w - list_w - 1, rows};
        if (n_reasons > 0 && rows - counts_h >= LIST_MIN_H) {
            layout.list.h = rows - counts_h;
            layout.counts = (struct rect){0, top + layout.list.h + 1, list_w, counts_h - 1};
        }
        return layout;
    }
    int list_h = rows >= 9 ? part_clamp(rows / 3, LIST_MIN_H, 14) : rows;
    layout.list = (struct rect){0, top, w, list_h};
    layout.facts = (struct rect){0, top + list_h, w, rows - list_h};
    return layout;
}

/* --- the frame --- */

static void draw_sentence(const struct host *host, const struct inspector *inspector, struct canvas *canvas)
{
    const struct explorer *explorer = host->explorer;
    const struct facts *facts = &inspector->facts;
    char text[120];
    int x = 1;
    if (canvas->h < 3)
        return;
    if (inspector->any_facts) {
        part_span(canvas, &x, canvas->w, 1, style_bold(scene_app_role(facts->decision.app)), facts->app);
        x++;
        bool fits = x + text_width(facts->sentence[0]) <= canvas->w;
        part_span(canvas, &x, canvas->w, 1, style_bold(ROLE_TITLE), facts->sentence[!fits]);
        return;
    }
    if (!inspector->list.result)
        snprintf(text, sizeof text,
                 "Decisions appear here by themselves once the run is simulated: %.0f %% so far.",
                 100 * (double)explorer_simulated_ns(explorer) / (double)(explorer->time.horizon_ns + 1));
    else if (inspector->list.log->count > 0)
        snprintf(text, sizeof text,
                 "No decision here matches the filter; Enter finds the nearest, Esc clears it.");
    else
        snprintf(text, sizeof text, "This run has no decision at all.");
    part_span(canvas, &x, canvas->w, 1, style_bold(ROLE_TITLE), text);
}

/* --- the list --- */

/* Columns of the list, as many as its width takes. */
struct columns {
    int app_w, place_w, why_w;
    bool request, waited;
};

static struct columns choose_columns(const struct inspector *inspector, int w)
{
    const struct model *model = inspector->list.result->model;
    struct columns columns = {.app_w = 3, .place_w = 2};
    char name[64];
    for (int app = 0; app < model->n_apps; app++) {
        columns.app_w = part_clamp(text_width(format_app(name, model->apps[app].name)), columns.app_w, 12);
        for (int i = 0; i < model->apps[app].n_all; i++) {
            decisions_place_name(model, app, model->apps[app].all[i], name, sizeof name);
            columns.place_w = part_clamp(text_width(name), columns.place_w, 10);
        }
    }
    int fixed = 1 + 9 + 2 + columns.app_w + 1 + 2 + columns.place_w + 2, left = w - fixed - 16;
    columns.request = left >= 11;
    columns.waited = left >= 11 + 10;
    columns.why_w = w - fixed - (columns.request ? 11 : 0) - (columns.waited ? 10 : 0);
    return columns;
}

static void draw_row(const struct host *host, const struct inspector *inspector, int position,
                     struct rect row, struct canvas *canvas)
{
    const struct decisions *list = &inspector->list;
    const struct decision *decision = &list->log->kept_list[list->shown[position]];
    const struct model *model = list->result->model;
    struct columns columns = choose_columns(inspector, row.w);
    bool chosen = position == list->at;
    enum role ground = part_row(canvas, row, ROLE_BACKGROUND, chosen, true);
    struct style dim = style_on(style_of(ROLE_DIM), ground), plain = style_on(style_of(ROLE_TEXT), ground);
    char text[64];
    int x = row.x + 1, y = row.y, end = row.x + row.w;
    /* "00:00.118": minutes, seconds, milliseconds of the hour in the title. */
    int64_t t_ns = decision->t_ns;
    int32_t offset_s = explorer_offset_s(host->explorer, decision->t_ns);
    char clock[FORMAT_SIZE];
    format_clock(clock, list->result->model->scenario.start_s + t_ns / NS_PER_S, offset_s, true);
    snprintf(text, sizeof text, "%.5s.%03d", clock + 3, (int)(t_ns / NS_PER_MS % 1000));
    part_span(canvas, &x, end, y, dim, text);
    x += 2;
    canvas_text(canvas, x, y, columns.app_w, style_on(style_bold(scene_app_role(decision->app)), ground),
                format_app(FORMAT_ROOM, model->apps[decision->app].name));
    x += columns.app_w + 1;
    part_span(canvas, &x, end, y, dim, "→ ");
    decisions_place_name(model, decision->app, decision->instance, text, sizeof text);
    canvas_text(canvas, x, y, columns.place_w, chosen ? style_on(style_bold(ROLE_TITLE), ground) : plain,
                text);
    x += columns.place_w + 2;
    /* Why it went there, and a hollow mark if it missed its SLO. */
    struct style style = chosen ? plain : dim;
    decisions_phrase(list, (enum reason)decision->reason, text, sizeof text);
    canvas_text(canvas, x, y, columns.why_w, style, text);
    if (choice_is_late(list->result->model, decision)) {
        int used = text_width(text) + 1, left = columns.why_w - used;
        const char *mark = left > 11 ? "○ over SLO" : "○";
        canvas_text(canvas, x + (left > 0 ? used : columns.why_w - 1), y, -1,
                    style_on(style_bold(ROLE_BAD), (enum role)style.bg), mark);
    }
    x += columns.why_w;
    if (columns.request)
        canvas_text_right(canvas, x += 10, y, 10, dim, format_count(FORMAT_ROOM, decision->request + 1));
    snprintf(text, sizeof text, "%.0f ms", ns_to_ms(decision->t_ns - decision->arrived_ns));
    if (columns.waited)
        canvas_text_right(canvas, x += 10, y, 10, dim, text);
}

static void draw_header(const struct inspector *inspector, struct rect row, struct canvas *canvas)
{
    const struct decisions *list = &inspector->list;
    struct columns columns = choose_columns(inspector, row.w);
    char text[64];
    int x = row.x + 1, y = row.y, end = row.x + row.w;
    if (inspector->filter.typing || *inspector->filter.text) {
        x = filter_draw(&inspector->filter, (struct rect){x, y, end - x, 1}, ROLE_BACKGROUND, canvas);
        snprintf(text, sizeof text, "%d of %zu", list->n_shown, list->log->kept);
        if (end - x > text_width(text) + 1)
            canvas_text_right(canvas, end - 1, y, -1, style_of(ROLE_DIM), text);
        return;
    }
    struct style dim = style_of(ROLE_DIM);
    canvas_text(canvas, x, y, end - x, dim, "min:s.ms");
    x += 11;
    canvas_text(canvas, x, y, end - x, dim, "job");
    x += columns.app_w + 1;
    canvas_text(canvas, x, y, end - x, dim, columns.place_w < 4 ? "to" : "goes to");
    x += columns.place_w + 4;
    canvas_text(canvas, x, y, end - x, dim, "why");
    x += columns.why_w;
    if (columns.request)
        canvas_text_right(canvas, x += 10, y, 10, dim, "request");
    if (columns.waited)
        canvas_text_right(canvas, x + 10, y, 10, dim, "waited");
}

static void draw_list(const struct host *host, const struct inspector *inspector, struct rect rect,
                      struct canvas *canvas)
{
    const struct decisions *list = &inspector->list;
    const struct model *model = list->result ? list->result->model : NULL;
    char from[FORMAT_SIZE], to[FORMAT_SIZE], unit[64] = "";
    if (rect.h < 1)
        return;
    if (model) {
        int32_t offset_s = explorer_offset_s(host->explorer, list->from_ns);
        int64_t start_s = model->scenario.start_s;
        format_clock(from, start_s + list->from_ns / NS_PER_S, offset_s, true);
        format_clock(to, start_s + list->to_ns / NS_PER_S, offset_s, true);
        text_print(unit, sizeof unit, "%s to %s", from, to);
    }
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 1, "Decisions", unit, true);
    if (!model || rect.h < 2)
        return;
    draw_header(inspector, (struct rect){rect.x, rect.y + 1, rect.w, 1}, canvas);
    for (int i = 0; i < rect.h - 2 && list->top + i < list->n_shown; i++)
        draw_row(host, inspector, list->top + i, (struct rect){rect.x, rect.y + 2 + i, rect.w, 1}, canvas);
}

/* --- the counts --- */

static void draw_counts(const struct inspector *inspector, struct rect rect, struct canvas *canvas)
{
    const struct decisions *list = &inspector->list;
    int phrase_w = 4, count_w = 3, all = (int)list->log->kept, y = rect.y + 1;
    char text[96], count[FORMAT_SIZE];
    if (rect.h < COUNTS_MIN_H)
        return;
    for (int i = 0; i < inspector->n_reasons; i++) {
        decisions_phrase(list, inspector->counts[i].reason, text, sizeof text);
        phrase_w = part_clamp(text_width(text), phrase_w, 20);
    }
    const char *more = list->log->count > list->log->kept ? " and more" : "";
    snprintf(text, sizeof text, "%s decisions%s, ○ %s over SLO", format_count(count, all), more,
             format_count(FORMAT_ROOM, inspector->n_missed));
    if (inspector->n_missed == 0 || text_width(text) > rect.w - 20)
        snprintf(text, sizeof text, "%s decisions%s", count, more);
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, "In this window", text, false);
    count_w = rect.w - phrase_w - 11;
    for (int i = 0; i < inspector->n_reasons && y < rect.y + rect.h; i++, y++) {
        bool own = inspector->any_facts && inspector->facts.decision.reason == inspector->counts[i].reason;
        decisions_phrase(list, inspector->counts[i].reason, text, sizeof text);
        canvas_text(canvas, rect.x + 1, y, phrase_w, own ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT),
                    text);
        if (count_w > 2)
            part_bar(canvas, rect.x + phrase_w + 3, y, count_w, (double)inspector->counts[i].count / all,
                     ROLE_BUSY);
        canvas_text_right(canvas, rect.x + rect.w - 1, y, 7,
                          own ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT),
                          format_count(text, inspector->counts[i].count));
    }
}

void inspector_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct inspector *inspector = state;
    struct inspector_layout layout = inspector_divide(canvas->w, canvas->h, inspector->n_reasons);
    const struct explorer *explorer = host->explorer;
    int64_t t_ns = (inspector->any_facts ? inspector->facts.decision.t_ns : host->explorer->time.cursor_ns),
            at_s = explorer->document.scenario.start_s + t_ns / NS_PER_S;
    int32_t offset_s = explorer_offset_s(explorer, t_ns);
    char clock[FORMAT_SIZE], date[FORMAT_SIZE] = "";
    format_clock(clock, at_s, offset_s, true);
    if (canvas->w >= 80)
        format_date(date, at_s, offset_s);
    view_bar(host, canvas, "Inspector", "",
             text(&canvas->texts, "%s  %s.%03d %s", date, clock, (int)(t_ns / NS_PER_MS % 1000),
                  format_zone(FORMAT_ROOM, offset_s)));
    draw_sentence(host, inspector, canvas);
    if (layout.rule_x >= 0)
        canvas_vline(canvas, layout.rule_x, layout.facts.y, layout.facts.h, 0x2502, style_of(ROLE_RULE));
    draw_list(host, inspector, layout.list, canvas);
    if (inspector->n_reasons > 0)
        draw_counts(inspector, layout.counts, canvas);
    if (inspector->any_facts && layout.facts.h > 0)
        inspector_draw_facts(inspector, layout.facts, canvas);
}
