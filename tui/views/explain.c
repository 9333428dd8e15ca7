/* What is this? A box beside what it explains: what that means, what it comes to today, its formula and its
 * source; below it a list of all that is on the screen, then of the whole glossary, filtered while typing. It
 * stands over the dashboard or any view, whose words it reads off the screen. What is explained stays bright,
 * all else steps back; a click explains what lies under it. */
#include "tui/views/view.h"

#include "engine/base/text.h"
#include "tui/board/explain.h"
#include "tui/term/key.h"
#include "tui/term/text.h"
#include "tui/widgets/prompt.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/list.h"
#include "tui/words/view_names.h"
#include "engine/account/account.h"

#include <string.h>
#include <strings.h>

enum {
    BOX_W = 66,
    BOX_H = 26,
    SMALL_W = 58, /* beside the knobs of 80 columns */
    WIDE = 100,
    LIST_LEAST = 4,
    ITEMS = THINGS_MAX + TERM_COUNT + POLICY_COUNT + VIEW_COUNT + 1
};

struct explain {
    enum view_id over; /* VIEW_COUNT: the dashboard */
    struct thing things[ITEMS];
    int n_here, n;          /* those on the screen, then the others */
    int rows[ITEMS], shown; /* what matches the filter */
    int at, top, page;      /* of rows */
    struct filter filter;
    struct thing current; /* what is explained */
    const struct view_ops *covered;
    const void *covered_state;
    bool own;         /* what is explained the view says itself: what its cursor is on, or what was clicked */
    int own_x, own_y; /* there; -1: its cursor */
    struct explanation explanation;
    int seen_w, seen_h; /* of the screen that was read */
    enum glyph_set seen_glyphs;
    struct rect box;
};

/* --- the list --- */

static bool same_subject(struct subject a, struct subject b)
{
    return a.kind == b.kind && a.which == b.which;
}

static bool same_thing(const struct thing *a, const struct thing *b)
{
    return same_subject(a->subject, b->subject) && (a->subject.kind != SUBJECT_KNOB || a->knob == b->knob);
}

/* The other words of the door that leads to a view. */
static bool is_asked_for(struct subject subject, const char *filter)
{
    enum action_id action = subject.kind == SUBJECT_VIEW ? view_names[subject.which].action : ACTION_NONE;
    const char *asked = action == ACTION_NONE ? "" : door_asked(action_infos[action].name);
    return door_fits(filter, &asked, 1);
}

/* A short filter is looked for in words, one of three letters or more in what they mean, too. */
static bool matches(const struct thing *thing, const char *filter)
{
    struct meaning meaning = glossary_meaning(thing->subject);
    if (strlen(filter) > 2 && is_asked_for(thing->subject, filter))
        return true;
    bool term = thing->subject.kind == SUBJECT_TERM;
    return text_fits(filter, term ? glossary_terms[thing->subject.which].forms : meaning.title) ||
           text_fits(filter, meaning.name) || (strlen(filter) > 2 && text_fits(filter, meaning.means));
}

/* The row of what is explained stays chosen where it is listed. */
static void refilter(struct explain *explain)
{
    explain->shown = 0;
    explain->at = explain->own ? -1 : 0;
    for (int i = 0; i < explain->n; i++) {
        if (!matches(&explain->things[i], explain->filter.text))
            continue;
        if (!explain->own && same_thing(&explain->things[i], &explain->current))
            explain->at = explain->shown;
        explain->rows[explain->shown++] = i;
    }
}

static void add_elsewhere(const struct host *host, struct explain *explain, enum subject_kind kind, int which)
{
    struct thing thing = things_elsewhere(host->scene, (struct subject){kind, which});
    for (int i = 0; i < explain->n; i++)
        if (same_subject(explain->things[i].subject, thing.subject))
            return;
    if (explain->n < ITEMS)
        explain->things[explain->n++] = thing;
}

static struct shown shown_of(const struct host *host, const struct explain *explain)
{
    return (struct shown){host->scene, host->canvas, explain->over};
}

/* Reads the screen; what is explained is looked for where it stands now. */
static void read_screen(const struct host *host, struct explain *explain)
{
    struct shown shown = shown_of(host, explain);
    explain->seen_w = host->canvas->w;
    explain->seen_h = host->canvas->h;
    explain->seen_glyphs = host->canvas->glyphs;
    explain->n = explain->n_here = things_list(&shown, explain->things);
    for (int i = 0; i < TERM_COUNT; i++)
        add_elsewhere(host, explain, SUBJECT_TERM, i);
    for (int i = 0; i < POLICY_COUNT; i++)
        add_elsewhere(host, explain, SUBJECT_SCHEME, i);
    for (int i = 0; i < VIEW_COUNT; i++)
        if (view_names[i].action != ACTION_NONE && view_names[i].action != ACTION_EXPLAIN)
            add_elsewhere(host, explain, SUBJECT_VIEW, i);
    add_elsewhere(host, explain, explain->current.subject.kind, explain->current.subject.which);
    for (int i = 0; i < explain->n; i++)
        if (same_thing(&explain->things[i], &explain->current)) {
            explain->current = explain->things[i];
            break;
        }
    refilter(explain);
}

/* What the view below says itself of a cell of its own. */
static bool ask_covered(const struct host *host, struct explain *explain, int x, int y)
{
    const struct view_ops *ops = explain->covered;
    explain->explanation = (struct explanation){0};
    if (!ops || !ops->explain ||
        !ops->explain(host, explain->covered_state, x, y, &explain->explanation, &explain->current.rect))
        return false;
    explain->own = true;
    explain->own_x = x;
    explain->own_y = y;
    return true;
}

static bool explain_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct explain *explain = state;
    struct subject subject;
    char nearest[GLOSSARY_WORD];
    explain->over = view_find(host->shown);
    struct shown shown = shown_of(host, explain);
    explain->current = things_focused(&shown);
    if (*argument && !glossary_find(argument, &subject)) {
        bool near = glossary_nearest(argument, nearest);
        return error_set(error, ERROR_INPUT, "", "'%s' has no entry%s%s%s", argument,
                         near ? "; did you mean '" : "", near ? nearest : "", near ? "'?" : "");
    }
    explain->covered = host->covered.ops;
    explain->covered_state = host->covered.state;
    if (*argument)
        explain->current = things_elsewhere(host->scene, subject);
    else
        ask_covered(host, explain, -1, -1);
    read_screen(host, explain);
    return true;
}

/* The row that was most likely meant: whose word it is, or begins with it; else the first. */
static int best_row(const struct explain *explain)
{
    size_t n = strlen(explain->filter.text);
    int begins = -1;
    for (int row = 0; row < explain->shown; row++) {
        struct meaning meaning = glossary_meaning(explain->things[explain->rows[row]].subject);
        if (strcasecmp(meaning.title, explain->filter.text) == 0)
            return row;
        if (begins < 0 && strncasecmp(meaning.title, explain->filter.text, n) == 0)
            begins = row;
    }
    return begins < 0 ? 0 : begins;
}

/* --- where it stands --- */

enum { LABEL_W = 11 };

static int fact_rows(int w, const char *text)
{
    return *text && w > LABEL_W ? part_wrap_rows(w - LABEL_W, text) : 0;
}

/* Of all that there is to say, in so many columns. */
static int rows_of(const struct explanation *told, int w)
{
    int rows = 1 + (w > 0 ? part_wrap_rows(w, told->meaning.means) : 0);
    for (int i = 0; i < told->n; i++)
        rows += fact_rows(w, told->facts[i].text);
    return rows + fact_rows(w, told->meaning.formula) + fact_rows(w, told->meaning.source);
}

static int overlap(struct rect a, struct rect b)
{
    struct rect both = rect_intersect(a, b);
    return both.w > 0 && both.h > 0 ? both.w * both.h : 0;
}

/* Where it hides least of what is explained: in a corner of the screen, or as low a box as does above or
 * below it. It stays where it is while it hides nothing. */
static struct rect place(const struct canvas *canvas, const struct explain *explain)
{
    struct rect target = explain->current.rect, before = explain->box;
    int wish = canvas->w < WIDE ? SMALL_W : BOX_W, w = wish < canvas->w ? wish : canvas->w;
    int top = canvas->h > 18 ? 3 : 0, end = canvas->h - 1; /* the sentence and the keys stay in sight */
    int h = part_clamp(BOX_H, 0, end - top), right = canvas->w - w, below = target.y + target.h;
    int least = rows_of(&explain->explanation, w - 4) + 3 + LIST_LEAST;
    struct rect places[] = {{right, end - h, w, h},
                            {right, top, w, h},
                            {0, end - h, w, h},
                            {0, top, w, h},
                            {right, top, w, target.y - top < h ? target.y - top : h},
                            {right, below, w, end - below < h ? end - below : h}};
    struct rect best = places[0];
    bool fits = before.x + w <= canvas->w && before.y + before.h <= end && before.h >= least;
    if (before.w == w && fits && overlap(before, target) == 0)
        return before;
    for (int i = 1; i < 6; i++)
        if ((i < 4 || places[i].h >= least) && overlap(places[i], target) < overlap(best, target))
            best = places[i];
    return best;
}

static void explain_update(struct host *host, void *state)
{
    struct explain *explain = state;
    const struct canvas *canvas = host->canvas;
    if (canvas->w != explain->seen_w || canvas->h != explain->seen_h ||
        canvas->glyphs != explain->seen_glyphs)
        read_screen(host, explain);
    if (!explain->own || !ask_covered(host, explain, explain->own_x, explain->own_y))
        explain_thing(host->scene, &explain->current, &explain->explanation);
    explain->box = place(canvas, explain);
    int room = explain->box.h - 3 - rows_of(&explain->explanation, explain->box.w - 4);
    explain->page = room > LIST_LEAST ? room : LIST_LEAST;
    explain->top = part_scrolled(explain->at, explain->shown, explain->page);
}

/* --- drawing --- */

/* "whole run  226.6 g~": wraps beside its label. */
static void draw_fact(struct lines *lines, const char *label, enum role role, const char *text)
{
    struct rect body = {lines->rect.x + LABEL_W, lines->rect.y + lines->y, lines->rect.w - LABEL_W,
                        lines_left(lines)};
    if (body.h <= 0 || body.w <= 0 || !*text)
        return;
    canvas_text(lines->canvas, lines->rect.x, body.y, LABEL_W - 1, popup_style(ROLE_DIM), label);
    lines->y += part_wrap(lines->canvas, body, popup_style(role), text);
}

/* Formula and source have their rows whatever else there is to say. */
static void draw_explanation(const struct explain *explain, struct rect area, struct canvas *canvas)
{
    const struct explanation *told = &explain->explanation;
    const struct meaning *meaning = &told->meaning;
    int kept = fact_rows(area.w, meaning->formula) + fact_rows(area.w, meaning->source), x = area.x;
    struct lines lines = {canvas, {area.x, area.y, area.w, area.h > kept ? area.h - kept : area.h}, 1};
    part_span(canvas, &x, area.x + area.w, area.y, popup_bold(ROLE_TITLE), meaning->title);
    part_span(canvas, &x, area.x + area.w, area.y, popup_style(ROLE_DIM), "  ");
    part_span(canvas, &x, area.x + area.w, area.y, popup_style(ROLE_DIM), meaning->name);
    lines_wrap(&lines, popup_style(ROLE_TEXT), meaning->means);
    for (int i = 0; i < told->n; i++)
        if (fact_rows(area.w, told->facts[i].text) <= lines_left(&lines))
            draw_fact(&lines, told->facts[i].label, ROLE_TITLE, told->facts[i].text);
    lines.rect.h = area.h;
    draw_fact(&lines, "formula", ROLE_TEXT, meaning->formula);
    draw_fact(&lines, "source", ROLE_TEXT, meaning->source);
}

static const char *const kinds[] = {"word or sign", "knob", "scheme", "card", "panel", "view"};

/* What is typed, or that it can be, and how long the list is. */
static void draw_filter(const struct explain *explain, struct rect row, struct canvas *canvas)
{
    char text[64];
    int x = row.x, end = row.x + row.w;
    canvas_hline(canvas, row.x, row.y, row.w, 0x2500, popup_style(ROLE_RULE));
    text_print(text, sizeof text, " %d found ", explain->shown);
    if (*explain->filter.text) {
        part_span(canvas, &x, end, row.y, popup_bold(ROLE_TITLE), "/ ");
        part_span(canvas, &x, end, row.y, popup_bold(ROLE_TITLE), explain->filter.text);
        canvas_cursor(canvas, x < end ? x : end - 1, row.y);
        part_span(canvas, &x, end, row.y, popup_style(ROLE_DIM), text);
        return;
    }
    text_print(text, sizeof text, " %d here, then the glossary; type to find ", explain->n_here);
    part_span(canvas, &x, end, row.y, popup_style(ROLE_DIM),
              text_width(text) < row.w ? text : " type to find ");
}

static struct rect list_of(const struct explain *explain)
{
    struct rect box = explain->box;
    return (struct rect){box.x + 2, box.y + box.h - 1 - explain->page, box.w - 4, explain->page};
}

static void explain_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct explain *explain = state;
    /* All but what is explained steps back. Its spots stay: a click there means it. */
    struct rect bright = explain->current.rect;
    for (int y = 0; y < canvas->h; y++)
        for (int x = 0; x < canvas->w; x++) {
            struct cell *cell = canvas_at(canvas, x, y);
            if (!rect_contains(bright, x, y))
                cell->attrs = (uint8_t)((cell->attrs & ~(ATTR_BOLD | ATTR_COLUMN)) | ATTR_BEHIND);
            else if (bright.h == 1)
                cell->attrs |= ATTR_BOLD | ATTR_UNDERLINE;
        }
    canvas->cursor_x = canvas->cursor_y = -1;
    struct rect inside = popup_box(canvas, explain->box, "What is this?", "click on anything else"),
                list = list_of(explain);
    int room = list.y - 1 - inside.y;
    if (inside.w < 20 || room < 3) { /* the words alone */
        draw_explanation(explain, inside, canvas);
        return;
    }
    draw_explanation(explain, (struct rect){inside.x, inside.y, inside.w, room}, canvas);
    draw_filter(explain, (struct rect){inside.x, list.y - 1, inside.w, 1}, canvas);
    for (int i = 0; i < list.h && explain->top + i < explain->shown; i++) {
        int position = explain->top + i;
        struct rect row = {list.x, list.y + i, list.w, 1};
        int item = explain->rows[position], x = row.x + 2, end = row.x + row.w;
        const struct thing *thing = &explain->things[item];
        struct explanation told = {.meaning = glossary_meaning(thing->subject)};
        if (thing->subject.kind == SUBJECT_KNOB || *thing->word)
            explain_thing(host->scene, thing, &told); /* whose knob it is, which word */
        bool chosen = position == explain->at, here = item < explain->n_here;
        enum role ground = part_row(canvas, row, ROLE_POPUP, chosen, chosen && !*explain->filter.text);
        struct style title = style_on(here ? style_bold(ROLE_TITLE) : style_of(ROLE_DIM), ground);
        bool view = thing->subject.kind == SUBJECT_VIEW;
        const char *kind = here || view ? kinds[thing->subject.kind] : "glossary";
        int at = end - text_width(kind);
        part_span(canvas, &x, at - 1, row.y, title, told.meaning.title);
        part_span(canvas, &x, at - 1, row.y, style_on(style_of(ROLE_DIM), ground), "  ");
        part_span(canvas, &x, at - 1, row.y, style_on(style_of(ROLE_DIM), ground), told.meaning.name);
        canvas_text(canvas, at, row.y, -1, style_on(style_of(ROLE_DIM), ground), kind);
    }
    if (explain->shown == 0)
        canvas_text(canvas, list.x, list.y, list.w, popup_style(ROLE_DIM),
                    "nothing matches; : finds commands, Tab shows all keys");
}

static void explain_tell(const struct host *host, const void *state, struct account *account)
{
    static const char *const columns[] = {"word", "name", "means", "formula", "source", "kind", "on_screen"};
    const struct explain *explain = state;
    (void)host;
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    for (int row = 0; row < explain->shown; row++) {
        int item = explain->rows[row];
        struct meaning meaning = glossary_meaning(explain->things[item].subject);
        ACCOUNT_ADD(account, account_said(meaning.title), account_said(meaning.name),
                    account_said(meaning.means), account_said(*meaning.formula ? meaning.formula : NULL),
                    account_said(meaning.source), account_said(kinds[explain->things[item].subject.kind]),
                    account_flag(item < explain->n_here));
    }
}

/* --- input --- */

static unsigned choose(struct explain *explain, int at)
{
    explain->at = part_clamp(at, 0, explain->shown > 0 ? explain->shown - 1 : 0);
    explain->own = explain->own && explain->shown == 0;
    if (explain->shown > 0)
        explain->current = explain->things[explain->rows[explain->at]];
    return REPLY_DONE;
}

/* The keys of this place: a second ? has all of them. */
static unsigned show_keys(struct host *host)
{
    return host_open(host, VIEW_HELP, "") | REPLY_CLOSE;
}

static unsigned explain_text(struct host *host, void *state, uint32_t key)
{
    struct explain *explain = state;
    bool empty = !*explain->filter.text;
    if (empty && key == '?')
        return show_keys(host);
    if (empty && key == 'q')
        return REPLY_DONE | REPLY_CLOSE;
    filter_key(&explain->filter, key);
    refilter(explain);
    return choose(explain, *explain->filter.text ? best_row(explain) : explain->at);
}

/* To the knob, the panel, the list that it is about. */
static unsigned go(struct host *host, struct explain *explain)
{
    const struct thing *thing = &explain->current;
    struct explorer *explorer = host->explorer;
    if (explain->own)
        return REPLY_DONE | REPLY_CLOSE;
    if (thing->go == ACTION_NONE) {
        message_say(host->message, false, "%s is a word: there is no place to go to",
                    explain->explanation.meaning.title);
        return REPLY_DONE;
    }
    if (thing->knob >= 0 && thing->knob < explorer->focus.n_knobs && thing->knob != explorer->focus.at)
        explorer_focus(explorer, thing->knob - explorer->focus.at);
    return host_run(host, action_infos[thing->go].name) |
           (explain->over == VIEW_COUNT ? REPLY_CLOSE : REPLY_CLOSE_ALL);
}

static unsigned explain_action(struct host *host, void *state, enum action_id action)
{
    struct explain *explain = state;
    int steps = list_steps(action, explain->page);
    if (steps)
        return choose(explain, explain->at + steps);
    switch (action) {
    case ACTION_LIST_ACCEPT:
        return go(host, explain);
    case ACTION_LIST_TAB:
        return show_keys(host);
    default:
        return 0;
    }
}

static unsigned explain_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct explain *explain = state;
    struct shown shown = shown_of(host, explain);
    struct rect list = list_of(explain);
    struct thing thing;
    if (list_wheel(button))
        return choose(explain, explain->at + list_wheel(button));
    if (rect_contains(list, x, y)) {
        int position = explain->top + y - list.y;
        return position >= explain->shown ? REPLY_HANDLED
               : position == explain->at  ? go(host, explain)
                                          : choose(explain, position);
    }
    if (rect_contains(explain->box, x, y))
        return REPLY_HANDLED;
    if (!ask_covered(host, explain, x, y)) {
        if (!things_at(&shown, x, y, &thing))
            return REPLY_HANDLED;
        explain->own = false;
        explain->current = thing;
    }
    filter_clear(&explain->filter);
    refilter(explain);
    return REPLY_DONE;
}

static const struct hint explain_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "what else", 1},
    {ACTION_LIST_ACCEPT, ACTION_NONE, "go there", 1},
    {ACTION_LIST_TAB, ACTION_NONE, "keys", 1},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

const struct view_ops view_explain = {
    .contexts = CONTEXT_LIST,
    .popup = true,
    .fresh = true,
    .state_size = sizeof(struct explain),
    .open = explain_open,
    .update = explain_update,
    .draw = explain_draw,
    .tell = explain_tell,
    .typing = view_typing,
    .text = explain_text,
    .action = explain_action,
    .mouse = explain_mouse,
    .hints = explain_hints,
    .n_hints = sizeof explain_hints / sizeof *explain_hints,
};
