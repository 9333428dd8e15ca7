/* The help page, made from the action table: it cannot drift from what keys do. What opens comes first, by
 * what somebody wants (doors.def), then the keys of the dashboard, then those of the views. Groups flow
 * through as many columns as the screen has room for; narrow ones have the briefer words. */
#include "tui/views/view.h"
#include "engine/base/text.h"
#include "tui/term/key.h"
#include "tui/term/text.h"
#include "tui/words/view_names.h"

#include "tui/widgets/prompt.h"
#include "tui/widgets/list.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct help {
    char filter[32];
    int scroll;
};

enum { COLUMN_WIDTH = 48, NARROW = 38, KEYS_WIDTH = 11, LINES = 400 };

struct help_line {
    const char *group; /* a heading, or NULL */
    char keys[24];
    const char *text, *brief;
    enum role role;      /* of the keys */
    enum action_id does; /* ACTION_NONE: no row of one */
    bool goes_on;        /* with what the row above had no room for */
};

static const struct {
    const char *sign, *text;
    enum role role;
} signs[] = {
    {"▼ better", "blue, sign and word", ROLE_GOOD},
    {"▲ worse", "orange, sign and word", ROLE_BAD},
    {"●  ○", "meets, misses its SLO", ROLE_TITLE},
    {"╌╌╌", "the reference", ROLE_REFERENCE},
    {"◆", "an edit of yours", ROLE_EDIT},
    {"? * ~ ÷", "on stated, calibrated, modelled, derived rows", ROLE_PROVENANCE},
    {"○──", "single requests over the SLO", ROLE_BAD},
};

static bool matches(enum action_id action, const char *filter)
{
    const char *asked = door_asked(action_infos[action].name);
    return text_fits(filter, action_infos[action].help) || text_fits(filter, action_infos[action].name) ||
           door_fits(filter, &asked, 1);
}

/* The lines that there are, up to all of them. */
struct help_page {
    int n;
    const char *group; /* whose lines came last */
    struct help_line lines[LINES];
};

/* A heading before the first line of a group, a blank line after its last. */
static void put(struct help_page *page, const char *group, struct help_line line)
{
    if (page->n >= LINES - 3)
        return;
    if (page->group && page->group != group)
        page->lines[page->n++] = (struct help_line){.text = "", .brief = "", .does = ACTION_NONE};
    if (group && page->group != group)
        page->lines[page->n++] = (struct help_line){.group = group, .does = ACTION_NONE};
    page->group = group;
    if (group)
        page->lines[page->n++] = line;
}

static void put_action(struct help_page *page, const struct keymap *keymap, const char *group,
                       enum action_id action, const char *brief)
{
    struct help_line line = {
        .does = action, .text = action_infos[action].help, .brief = brief, .role = ROLE_TITLE};
    keymap_labels(keymap, action, 2, line.keys, sizeof line.keys);
    put(page, group, line);
}

static void list_lines(const struct keymap *keymap, const char *filter, struct help_page *page)
{
    struct door doors[ACTION_COUNT];
    bool is_door[ACTION_COUNT] = {false};
    int n_doors = door_list(doors);
    page->n = 0;
    page->group = NULL;
    for (int i = 0; i < n_doors; i++) {
        is_door[doors[i].action] = true;
        if (matches(doors[i].action, filter))
            put_action(page, keymap, door_family_titles[doors[i].family], doors[i].action, doors[i].brief);
    }
    for (int group = 0; group < GROUP_COUNT; group++)
        for (int action = 0; action < ACTION_COUNT; action++)
            if ((int)action_infos[action].group == group && !is_door[action] &&
                matches((enum action_id)action, filter))
                put_action(page, keymap, action_group_titles[group], (enum action_id)action, NULL);
    for (int i = 0; i < PROMPT_COUNT; i++) {
        const struct prompt_command_info *info = &prompt_command_infos[i];
        const char *asked = door_asked(info->name);
        struct help_line line = {.text = info->help, .role = ROLE_TITLE, .does = ACTION_NONE};
        text_print(line.keys, sizeof line.keys, ":%s", info->name);
        if (text_fits(filter, info->help) || text_fits(filter, info->name) || door_fits(filter, &asked, 1))
            put(page, "Commands, after :", line);
    }
    if (*filter) {
        put(page, NULL, (struct help_line){0}); /* the last group has ended */
        return;
    }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        struct help_line line = {.text = signs[i].text, .role = signs[i].role, .does = ACTION_NONE};
        snprintf(line.keys, sizeof line.keys, "%s", signs[i].sign);
        put(page, "Signs", line);
    }
}

/* Without the blank lines between groups. */
static int squeeze(struct help_line *lines, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (lines[i].group || *lines[i].text)
            lines[kept++] = lines[i];
    return kept;
}

static enum action_id first_match(const struct keymap *keymap, const char *filter)
{
    struct help_page page;
    list_lines(keymap, filter, &page);
    for (int i = 0; i < page.n; i++)
        if (page.lines[i].does != ACTION_NONE)
            return page.lines[i].does;
    return ACTION_NONE;
}

/* What is said in so many columns: the briefer words, or fewer clauses, where they fit; else as many words.
 */
static void say(const struct help_line *line, int w, char *out, size_t size)
{
    text_print(out, size, "%s", line->brief && text_width(line->text) > w ? line->brief : line->text);
    text_cut_clause(out, size, w > 0 ? w : 0);
}

/* The bytes of a text up to the last blank that leaves it no wider; 0: its first word is wider. */
static size_t words_that_fit(const char *text, int w)
{
    size_t fit = 0;
    char part[160];
    for (size_t i = 0; text[i]; i++) {
        text_print(part, sizeof part, "%.*s", (int)i, text);
        if (text[i] == ' ' && text_width(part) <= w)
            fit = i;
    }
    return fit;
}

/* A row more below each whose words do not fit beside its keys: no word is cut. */
static int wrap(struct help_line *lines, int n, int w)
{
    char said[160];
    for (int i = 0; i < n && n < LINES && w > 0; i++) {
        if (lines[i].group)
            continue;
        say(&lines[i], w, said, sizeof said);
        const char *text = lines[i].brief ? lines[i].brief : lines[i].text;
        size_t fit = text_width(said) <= w && !strstr(said, "…") ? 0 : words_that_fit(text, w);
        if (fit == 0)
            continue;
        memmove(&lines[i + 2], &lines[i + 1], (size_t)(n - i - 1) * sizeof *lines);
        lines[i + 1] = (struct help_line){.text = text + fit + 1, .does = ACTION_NONE, .goes_on = true};
        n++;
    }
    return n;
}

static void draw_line(const struct help_line *line, bool wrapped, int x, int y, int w, struct canvas *canvas)
{
    if (line->group) {
        part_title(canvas, (struct rect){x, y, w, 1}, 0, line->group, "", false);
        return;
    }
    char plain[32];
    key_labels_plain(line->keys, plain, sizeof plain);
    canvas_text(canvas, x + 2, y, KEYS_WIDTH, style_bold(line->role),
                canvas->glyphs == GLYPHS_ASCII ? plain : line->keys);
    char text[160];
    int text_w = w - KEYS_WIDTH - 3;
    const char *whole = line->brief ? line->brief : line->text;
    if (wrapped)
        text_print(text, sizeof text, "%.*s", (int)words_that_fit(whole, text_w), whole);
    else
        say(line, text_w, text, sizeof text);
    canvas_text(canvas, x + 3 + KEYS_WIDTH, y, text_w, style_of(ROLE_TEXT), text);
}

static void help_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct help *help = state;
    struct help_page page;
    struct help_line *lines = page.lines;
    int scroll = help->scroll;
    struct style bar = style_on(style_of(ROLE_TEXT), ROLE_BAR);
    int x = 1, end = canvas->w;
    canvas_fill(canvas, (struct rect){0, 0, canvas->w, 1}, ' ', bar);
    part_span(canvas, &x, end, 0, style_on(style_bold(ROLE_TITLE), ROLE_BAR), "wattif  Help  ");
    part_span(canvas, &x, end, 0, style_on(style_of(ROLE_DIM), ROLE_BAR),
              *help->filter ? "showing only: " : "type to filter");
    part_span(canvas, &x, end, 0, style_on(style_bold(ROLE_TITLE), ROLE_BAR), help->filter);
    canvas_cursor(canvas, x < end ? x : end - 1, 0);
    if (!(canvas->h < 4)) {
        x = 1;
        part_span(canvas, &x, end, 1, style_bold(ROLE_TITLE),
                  "Turn a knob with + −, move in time with the arrow keys, read the first line.");
        if (end - x > 21)
            part_span(canvas, &x, end, 1, style_of(ROLE_DIM), " That is all you need.");
    }
    list_lines(host->keymap, help->filter, &page);
    int n = page.n, rows = canvas->h - 4,
        columns = canvas->w / (canvas->w < 2 * COLUMN_WIDTH && !*help->filter ? NARROW : COLUMN_WIDTH);
    if (n > rows * columns)
        n = squeeze(lines, n);
    int needed = rows > 0 ? (n + rows - 1) / rows : 1;
    columns = columns > needed ? needed : columns;
    columns = columns < 1 ? 1 : columns;
    int width = canvas->w / columns;
    n = wrap(lines, n, width - 2 - KEYS_WIDTH - 3);
    int taken = 0; /* rows of the columns: no heading stands at the foot of one */
    for (int i = 0; i < n; i++)
        taken += 1 + (lines[i].group && rows > 1 && taken % rows == rows - 1);
    int most = taken - rows * columns;
    scroll = scroll > most ? most : scroll;
    scroll = scroll < 0 ? 0 : scroll;
    if (most > scroll && canvas->w >= 60)
        canvas_text_right(canvas, canvas->w - 1, 0, -1, style_on(style_of(ROLE_DIM), ROLE_BAR),
                          text(&canvas->texts, "%d more lines below", most - scroll));
    int at = 0;
    for (int i = scroll; i < n && rows > 0; i++, at++) {
        at += lines[i].group && rows > 1 && at % rows == rows - 1; /* no heading at the foot of a column */
        if (at / rows < columns && (lines[i].group || *lines[i].text))
            draw_line(&lines[i], i + 1 < n && lines[i + 1].goes_on, at / rows * width + 1, 3 + at % rows,
                      width - 2, canvas);
    }
}

static unsigned help_text(struct host *host, void *state, uint32_t key)
{
    struct help *help = state;
    size_t n = strlen(help->filter);
    (void)host;
    if (n == 0 && (key == 'q' || key == '?'))
        return REPLY_DONE | REPLY_CLOSE;
    if (key == KEYCODE_BACKSPACE || key == 8)
        help->filter[n ? n - 1 : 0] = 0;
    else if (key >= 32 && key < 127 && n + 1 < sizeof help->filter)
        help->filter[n] = (char)key, help->filter[n + 1] = 0;
    help->scroll = 0;
    return REPLY_DONE;
}

static unsigned help_action(struct host *host, void *state, enum action_id action)
{
    struct help *help = state;
    int step = list_steps(action, 10);
    if (action == ACTION_LIST_ACCEPT) {
        enum action_id first = first_match(host->keymap, help->filter);
        if (*help->filter && first != ACTION_NONE)
            host_run(host, action_infos[first].name);
        return REPLY_DONE | REPLY_CLOSE;
    }
    if (action == ACTION_LIST_TAB)
        return host_open(host, VIEW_EXPLAIN, "") | REPLY_CLOSE;
    if (!step || abs(step) == LIST_END)
        return 0;
    help->scroll += step;
    help->scroll = help->scroll < 0 ? 0 : help->scroll > LINES ? LINES : help->scroll;
    return REPLY_DONE;
}

static const struct hint help_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "scroll", 1},
    {ACTION_LIST_ACCEPT, ACTION_NONE, "run the first", 1},
    {ACTION_LIST_TAB, ACTION_NONE, "what is this?", 1},
    {ACTION_BACK, ACTION_NONE, "back", 0},
};

const struct view_ops view_help = {
    .contexts = CONTEXT_LIST,
    .state_size = sizeof(struct help),
    .draw = help_draw,
    .no_rows = "it lists keys, which have no numbers",
    .typing = view_typing,
    .text = help_text,
    .action = help_action,
    .hints = help_hints,
    .n_hints = sizeof help_hints / sizeof *help_hints,
};
