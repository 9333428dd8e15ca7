/* The palette behind `:`: a line to type into and below it everything that can be run, found by fuzzy match:
 * actions with their keys, commands, knobs with their values, schemes, themes, scenarios and saved runs.
 * Enter runs what is typed when that is a command with what it takes, else the chosen row; a row that takes
 * more is put into the line first. Nothing here knows what a command does: a line is run as a script's would
 * be. */
#include "tui/views/view.h"

#include "engine/base/text.h"
#include "tui/views/completion.h"
#include "tui/widgets/fuzzy.h"
#include "tui/term/text.h"
#include "tui/term/key.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/popup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, HEIGHT = 24, FOOT = 4, NAME_WIDTH = 30, HELP_SIZE = 400 };

struct entry {
    char line[96];  /* what is run, or put into the line */
    char right[32]; /* its key, or the value in force */
    const char *help;
    bool takes_more; /* an argument has to follow */
    int score;       /* -1: does not match what is typed */
    int rank;        /* while nothing is typed: used lately (0 is the last), views, knobs, the rest */
};
enum { RANK_VIEW = HOST_USED, RANK_KNOB, RANK_REST };

struct palette {
    struct prompt prompt;
    struct entry *entries; /* owned */
    int n, size;
    int *shown, n_shown; /* owned; best first */
    int at, top;
    bool chose; /* the row was chosen by hand: Enter takes it whatever is typed */
    struct store_list scenarios, runs;
};

/* --- what there is --- */

static struct entry *add(struct palette *palette, const char *help, bool takes_more)
{
    static struct entry lost; /* out of memory: the list ends early */
    if (palette->n == palette->size) {
        int size = palette->size ? 2 * palette->size : 256;
        struct entry *entries = realloc(palette->entries, (size_t)size * sizeof *entries);
        if (!entries)
            return &lost;
        palette->entries = entries;
        palette->size = size;
    }
    struct entry *entry = &palette->entries[palette->n++];
    *entry = (struct entry){.help = help, .takes_more = takes_more, .rank = RANK_REST};
    return entry;
}

static void add_actions(struct palette *palette, const struct keymap *keymap)
{
    for (int a = 0; a < ACTION_COUNT; a++) {
        const struct action_info *info = &action_infos[a];
        if (!(action_group_contexts[info->group] & (CONTEXT_DASHBOARD | CONTEXT_EVERYWHERE)) ||
            a == ACTION_PALETTE || a == ACTION_BACK)
            continue;
        struct entry *entry = add(palette, info->help, false);
        entry->rank = info->group == GROUP_VIEWS ? RANK_VIEW : RANK_REST;
        snprintf(entry->line, sizeof entry->line, "%s", info->name);
        keymap_labels(keymap, (enum action)a, 1, entry->right, sizeof entry->right);
    }
}

static void add_commands(struct palette *palette)
{
    for (int c = 0; c < PROMPT_COUNT; c++) {
        const struct prompt_command_info *info = &prompt_command_infos[c];
        struct entry *entry = add(palette, info->help, true);
        snprintf(entry->line, sizeof entry->line, "%s", info->name);
        text_print(entry->right, sizeof entry->right, "%s", info->argument);
    }
}

struct knob_list {
    struct palette *palette;
    const struct explorer *explorer;
};

static bool add_knob(void *context, struct knob_ref knob)
{
    struct knob_list *list = context;
    const struct scenario *scenario = &list->explorer->document.scenario;
    char name[64], value[64];
    knob_name(scenario, knob, name, sizeof name);
    if (knob_is_scheme(knob)) {
        for (int p = 0; p < POLICY_COUNT; p++) {
            if ((int)policy_infos[p].layer != knob.layer)
                continue;
            struct entry *entry = add(list->palette, policy_infos[p].help, false);
            text_print(entry->line, sizeof entry->line, "set %s %s", name, policy_infos[p].name);
        }
        return true;
    }
    struct knob_value now = explorer_value(list->explorer, knob);
    struct entry *entry = add(list->palette, knob_infos[knob.id].help, true);
    entry->rank = RANK_KNOB;
    knob_format(knob, &now, value, sizeof value);
    text_print(entry->line, sizeof entry->line, "set %s", name);
    text_print(entry->right, sizeof entry->right, "%s", value);
    return true;
}

/* A command with its argument. */
static void add_whole(struct palette *palette, const char *help, const char *command, const char *argument)
{
    struct entry *entry = add(palette, help, false);
    text_print(entry->line, sizeof entry->line, "%s %s", command, argument);
}

static void add_themes(struct palette *palette, const char *data_dir)
{
    char names[64][32];
    int n = theme_list(data_dir, names, 64);
    for (int i = 0; i < n; i++)
        add_whole(palette, "change the theme", "theme", names[i]);
}

static void add_stored(struct palette *palette, const struct store_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        add_whole(palette, list->items[i].title, "open", list->items[i].name);
}

/* What was run from here lately comes first again, whatever it is. */
static void rank_used(struct palette *palette, const struct host *host)
{
    for (int i = 0; i < palette->n; i++)
        for (int k = 0; k < HOST_USED; k++)
            if (*host->used[k] && strcmp(palette->entries[i].line, host->used[k]) == 0)
                palette->entries[i].rank = k;
}

/* --- searching --- */

static int compare_shown(const struct palette *palette, int a, int b)
{
    const struct entry *x = &palette->entries[a], *y = &palette->entries[b];
    int difference = *palette->prompt.text ? y->score - x->score : x->rank - y->rank;
    return difference ? difference : a - b;
}

/* A row that takes an argument stays while that is typed, behind whatever matches the whole text; the longest
 * first, so `set cit` is before `set`. */
static int score_of(const struct entry *entry, const char *text)
{
    int score = fuzzy_score(entry->line, text);
    size_t n = strlen(entry->line);
    if (score >= 0)
        return (int)sizeof entry->line + score;
    return entry->takes_more && strncmp(text, entry->line, n) == 0 && text[n] == ' ' ? (int)n : -1;
}

/* Insertion keeps the order of equals, and the list is short. */
static void search(struct palette *palette)
{
    palette->n_shown = palette->at = palette->top = 0;
    palette->chose = false;
    for (int i = 0; i < palette->n; i++) {
        struct entry *entry = &palette->entries[i];
        entry->score = score_of(entry, palette->prompt.text);
        if (entry->score < 0)
            continue;
        int at = palette->n_shown++;
        for (; at > 0 && compare_shown(palette, palette->shown[at - 1], i) > 0; at--)
            palette->shown[at] = palette->shown[at - 1];
        palette->shown[at] = i;
    }
}

static bool palette_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct palette *palette = state;
    struct knob_list list = {palette, host->explorer};
    if (host->store) { /* a store that cannot be listed has nothing to open */
        store_list(host->store, STORE_SCENARIO, &palette->scenarios, NULL);
        store_list(host->store, STORE_RUN, &palette->runs, NULL);
    }
    add_actions(palette, host->keymap);
    add_commands(palette);
    knob_each(&host->explorer->document.scenario, add_knob, &list);
    add_themes(palette, host->data_dir);
    add_stored(palette, &palette->scenarios);
    add_stored(palette, &palette->runs);
    rank_used(palette, host);
    palette->shown = malloc((size_t)(palette->n + 1) * sizeof *palette->shown);
    prompt_start(&palette->prompt, argument);
    if (!palette->shown)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    search(palette);
    return true;
}

static void palette_close(struct host *host, void *state)
{
    struct palette *palette = state;
    (void)host;
    free(palette->entries);
    free(palette->shown);
    free(palette->scenarios.items);
    free(palette->runs.items);
}

/* --- drawing --- */

static int list_rows(const struct canvas *canvas)
{
    int rows = popup_inside(canvas, WIDTH, HEIGHT).h - 2 - FOOT;
    return rows < 1 ? 1 : rows;
}

static void palette_update(struct host *host, void *state)
{
    struct palette *palette = state;
    int rows = list_rows(host->canvas);
    if (palette->at < palette->top)
        palette->top = palette->at;
    if (palette->at >= palette->top + rows)
        palette->top = palette->at - rows + 1;
}

static void draw_entry(const struct entry *entry, bool chosen, struct rect row, struct canvas *canvas)
{
    enum role ground = chosen ? ROLE_SELECTED : ROLE_POPUP;
    char keys[48], help[HELP_SIZE];
    key_labels_plain(entry->right, keys, sizeof keys);
    const char *shown = canvas->glyphs == GLYPHS_ASCII ? keys : entry->right;
    int end = row.x + row.w, right = text_width(shown), name_w = NAME_WIDTH;
    if (name_w > row.w - 2)
        name_w = row.w - 2;
    canvas_fill(canvas, row, ' ', style_on(style_of(ROLE_TEXT), ground));
    if (chosen)
        canvas_put(canvas, row.x, row.y, 0x258C, style_on(style_bold(ROLE_FOCUS), ground));
    canvas_text(canvas, row.x + 1, row.y, name_w,
                style_on(chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground), entry->line);
    int help_w = row.w - NAME_WIDTH - 4 - right;
    text_print(help, sizeof help, "%s", entry->help);
    text_cut_clause(help, sizeof help, help_w > 0 ? help_w : 0); /* the foot has all of it */
    canvas_text(canvas, row.x + 2 + NAME_WIDTH, row.y, help_w, style_on(style_of(ROLE_DIM), ground), help);
    if (row.w > name_w + right + 2)
        canvas_text_right(canvas, end, row.y, right, style_on(style_bold(ROLE_TITLE), ground), shown);
}

/* What the chosen row does, in full. */
static void draw_foot(const struct palette *palette, struct rect inside, struct canvas *canvas)
{
    int y = inside.y + inside.h - FOOT + 1;
    if (palette->n_shown == 0 || y <= inside.y + 2)
        return;
    const struct entry *entry = &palette->entries[palette->shown[palette->at]];
    char title[140];
    canvas_hline(canvas, inside.x, y - 1, inside.w, 0x2500, popup_style(ROLE_RULE));
    snprintf(title, sizeof title, "%s%s", entry->line, entry->takes_more ? " ..." : "");
    canvas_text(canvas, inside.x, y, inside.w, popup_bold(ROLE_TITLE), title);
    part_wrap(canvas, (struct rect){inside.x, y + 1, inside.w, FOOT - 2}, popup_style(ROLE_TEXT),
              entry->help);
}

static void palette_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct palette *palette = state;
    char note[32];
    (void)host;
    snprintf(note, sizeof note, "%d of %d", palette->n_shown, palette->n);
    struct rect inside = popup_open(canvas, WIDTH, HEIGHT, "Run a command", note);
    int x = inside.x, end = inside.x + inside.w, rows = list_rows(canvas);
    if (inside.w < 6 || inside.h < 2)
        return;
    part_span(canvas, &x, end, inside.y, popup_bold(ROLE_TITLE), ": ");
    int cursor = x + prompt_cursor_column(&palette->prompt);
    canvas_cursor(canvas, cursor < end ? cursor : end - 1, inside.y);
    part_span(canvas, &x, end, inside.y, popup_bold(ROLE_TITLE), palette->prompt.text);
    canvas_clip(canvas, inside);
    for (int i = 0; i < rows && palette->top + i < palette->n_shown; i++)
        draw_entry(&palette->entries[palette->shown[palette->top + i]], palette->top + i == palette->at,
                   (struct rect){inside.x, inside.y + 2 + i, inside.w, 1}, canvas);
    if (palette->n_shown == 0)
        part_wrap(canvas, (struct rect){inside.x, inside.y + 2, inside.w, 2}, popup_style(ROLE_DIM),
                  "Nothing is called that. Enter tries it all the same.");
    draw_foot(palette, inside, canvas);
    canvas_unclip(canvas);
}

/* --- input --- */

static bool palette_typing(const void *state)
{
    (void)state;
    return true;
}

static unsigned palette_text(struct host *host, void *state, uint32_t key)
{
    struct palette *palette = state;
    (void)host;
    bool erase = key == KEYCODE_BACKSPACE || key == 8;
    if (!prompt_key(&palette->prompt, key) && erase)
        return REPLY_DONE | REPLY_CLOSE;
    search(palette);
    return REPLY_DONE;
}

static int count_words(const char *text)
{
    int n = 0;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        text += strcspn(text, " ");
        n++;
    }
    return n;
}

/* A command with all that it takes, or an action by its whole name. */
static bool is_complete(const char *text)
{
    char word[64];
    size_t n = strcspn(text, " ");
    snprintf(word, sizeof word, "%.*s", n < 60 ? (int)n : 60, text);
    enum prompt_command command = prompt_command_find(word);
    if (command != PROMPT_COUNT)
        return count_words(text) > count_words(prompt_command_infos[command].argument) || strchr(text, '=');
    return action_find(word) != ACTION_NONE && text[n] == 0;
}

static unsigned palette_enter(struct host *host, struct palette *palette)
{
    const struct entry *entry = palette->n_shown ? &palette->entries[palette->shown[palette->at]] : NULL;
    bool typed = !palette->chose && (is_complete(palette->prompt.text) || !entry);
    bool fits = entry && strcmp(entry->line, palette->prompt.text) == 0;
    if (!typed && entry->takes_more && !fits) {
        char line[PROMPT_SIZE];
        snprintf(line, sizeof line, "%s ", entry->line);
        prompt_start(&palette->prompt, line);
        search(palette);
        return REPLY_DONE;
    }
    host_use(host, entry ? entry->line : "");
    host_run(host, typed ? palette->prompt.text : entry->line);
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned palette_choose(struct palette *palette, int at)
{
    palette->at = at >= palette->n_shown ? palette->n_shown - 1 : at;
    palette->at = palette->at < 0 ? 0 : palette->at;
    palette->chose = palette->n_shown > 0;
    return REPLY_DONE;
}

static unsigned palette_edit(struct palette *palette, uint32_t key)
{
    prompt_key(&palette->prompt, key);
    return REPLY_DONE;
}

static unsigned palette_action(struct host *host, void *state, enum action action)
{
    struct palette *palette = state;
    int rows = list_rows(host->canvas);
    switch (action) {
    case ACTION_LIST_UP:
        return palette_choose(palette, palette->at - 1);
    case ACTION_LIST_DOWN:
        return palette_choose(palette, palette->at + 1);
    case ACTION_LIST_PAGE_UP:
        return palette_choose(palette, palette->at - rows);
    case ACTION_LIST_PAGE_DOWN:
        return palette_choose(palette, palette->at + rows);
    case ACTION_LIST_LEFT:
        return palette_edit(palette, KEYCODE_LEFT);
    case ACTION_LIST_RIGHT:
        return palette_edit(palette, KEYCODE_RIGHT);
    case ACTION_LIST_FIRST:
        return palette_edit(palette, KEYCODE_HOME);
    case ACTION_LIST_LAST:
        return palette_edit(palette, KEYCODE_END);
    case ACTION_LIST_DELETE:
        prompt_key(&palette->prompt, KEYCODE_DELETE);
        search(palette);
        return REPLY_DONE;
    case ACTION_LIST_TAB:
        completion_apply(&palette->prompt, &host->explorer->document.scenario, host->data_dir);
        search(palette);
        return REPLY_DONE;
    case ACTION_LIST_ACCEPT:
        return palette_enter(host, palette);
    default:
        return 0;
    }
}

static unsigned palette_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct palette *palette = state;
    struct rect inside = popup_inside(host->canvas, WIDTH, HEIGHT);
    int at = palette->top + y - inside.y - 2;
    if (button == 4 || button == 5)
        return palette_choose(palette, palette->at + (button == 4 ? -1 : 1));
    if (button != 1 || !rect_contains(inside, x, y) || y < inside.y + 2 || at >= palette->n_shown ||
        at >= palette->top + list_rows(host->canvas))
        return REPLY_HANDLED;
    bool again = at == palette->at && palette->chose;
    palette_choose(palette, at);
    return again ? palette_enter(host, palette) : REPLY_DONE;
}

static const struct hint palette_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
    {ACTION_LIST_ACCEPT, ACTION_NONE, "run", 1},
    {ACTION_LIST_TAB, ACTION_NONE, "complete", 2},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

const struct view_ops view_palette = {
    .contexts = CONTEXT_LIST,
    .popup = true,
    .state_size = sizeof(struct palette),
    .open = palette_open,
    .close = palette_close,
    .update = palette_update,
    .draw = palette_draw,
    .no_rows = "it lists commands, which have no numbers",
    .typing = palette_typing,
    .text = palette_text,
    .action = palette_action,
    .mouse = palette_mouse,
    .hints = palette_hints,
    .n_hints = sizeof palette_hints / sizeof *palette_hints,
};
