/* The saved runs, newest first or in the order of a column. Marked ones, A to D, are compared. Opening one is
 * a change like any other, so `u` on the dashboard goes back. Deleting acts at once for whoever looks at the
 * list, and `u` brings the run back as it was, to the byte: it is taken out of the store only when something
 * else is done than to work in this list. */
#include "engine/account/account.h"
#include "tui/views/picker.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "tui/explorer/lineup.h"
#include "tui/explorer/explorer.h"
#include "tui/words/format.h"
#include "tui/term/key.h"
#include "tui/views/runs_preview.h"
#include "tui/widgets/prompt.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { WIDTH = 150, MARK_W = 2, MARKS_MAX = LINEUP_RUNS };

/* What a row is told by, in the order of the columns; each is also an order of the list. */
enum column {
    COLUMN_NAME,
    COLUMN_CARBON,
    COLUMN_SLO,
    COLUMN_WORST,
    COLUMN_LATE,
    COLUMN_SCHEME,
    COLUMN_SCENARIO,
    COLUMN_SAVED,
    COLUMN_TAGS,
    COLUMNS
};

static const struct {
    const char *title;
    int w, needs; /* the row's width from which on it is shown; the name takes what is left */
    bool right, descending;
} columns[COLUMNS] = {[COLUMN_NAME] = {"name", 0, 0, false, false},
                      [COLUMN_CARBON] = {"carbon", 9, 0, true, false},
                      [COLUMN_SLO] = {"SLOs", 8, 34, false, true},
                      [COLUMN_WORST] = {"worst", 6, 52, true, true},
                      [COLUMN_LATE] = {"late", 7, 60, true, true},
                      [COLUMN_SCHEME] = {"scheme", 12, 74, false, false},
                      [COLUMN_SCENARIO] = {"scenario", 18, 92, false, false},
                      [COLUMN_SAVED] = {"saved", 7, 44, true, true},
                      [COLUMN_TAGS] = {"tags", 12, 108, false, false}};

struct runs_entry {
    const struct store_item *item; /* of the store's list */
    const char *scheme;            /* its title */
};

typedef char entry_text[400]; /* what a filter looks in */

/* The place of an entry in the list: by a number, or by a text where there is one; then by when it was saved.
 */
struct runs_place {
    const char *text;
    double number;
    int entry;
};

/* What is being typed of the chosen run. */
enum editing { EDIT_NOTHING, EDIT_NAME, EDIT_NOTE, EDIT_TAGS };

struct runs {
    struct store_list list;     /* items owned */
    struct runs_entry *entries; /* owned; newest first */
    entry_text *texts;          /* owned; of the entries; "" until a filter looks in it */
    struct runs_place *places;  /* owned; as they are listed */
    enum column order;
    bool loaded; /* before: that order is still to be chosen */
    int n_marks;
    char marks[MARKS_MAX][64]; /* names */
    struct runs_preview preview;
    char wanted[64]; /* the run whose preview the next frame loads, or which it shows */
    enum editing editing;
    struct prompt name; /* or note, or tags */
    bool stale;         /* another view was on top, which may have saved a run */
    int n_deleted;
    char (*deleted)[64]; /* names, in order; owned: still in the store, gone from the list */
};

static const struct runs_entry *entry_of(const struct picker_view *picker, int item)
{
    const struct runs *runs = picker->own;
    return &runs->entries[runs->places[item].entry];
}

/* --- the list --- */

static bool is_deleted(const struct runs *runs, const char *name)
{
    for (int i = 0; i < runs->n_deleted; i++)
        if (strcmp(runs->deleted[i], name) == 0)
            return true;
    return false;
}

/* "10:14" today, "Mon" within a week, "12 Jan" within a year, else the year. */
static void format_when(const char *saved_at, char *out, size_t size)
{
    int64_t saved_s;
    time_t now = time(NULL);
    struct tm then, today;
    out[0] = 0;
    if (!civil_parse(saved_at, &saved_s) || !localtime_r(&(time_t){(time_t)saved_s}, &then) ||
        !localtime_r(&now, &today))
        return;
    int64_t age_s = (int64_t)now - saved_s;
    if (then.tm_year == today.tm_year && then.tm_yday == today.tm_yday)
        snprintf(out, size, "%02d:%02d", then.tm_hour, then.tm_min);
    else if (age_s >= 0 && age_s < 6 * 86400)
        snprintf(out, size, "%s", civil_weekday_name(then.tm_wday));
    else if (age_s >= 0 && age_s < 300 * 86400)
        snprintf(out, size, "%d %s", then.tm_mday, civil_month_name(then.tm_mon + 1));
    else
        snprintf(out, size, "%d", then.tm_year + 1900);
}

/* "CARBONDIS" of "route carbondis"; "3 pools" as it is. */
static const char *scheme_title(const char *scheme)
{
    const char *name = strchr(scheme, ' ');
    for (int layer = 0; name && layer < LAYER_COUNT; layer++) {
        size_t n = strlen(layer_names[layer]);
        bool mine = strncmp(scheme, layer_names[layer], n) == 0 && scheme + n == name;
        enum policy_id policy = mine ? policy_find((enum layer)layer, name + 1) : POLICY_COUNT;
        if (policy != POLICY_COUNT)
            return policy_infos[policy].title;
    }
    return scheme;
}

/* --- the order --- */

static int by_number(const void *a, const void *b)
{
    const struct runs_place *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number ? 1 : x->entry - y->entry;
}

static int by_text(const void *a, const void *b)
{
    const struct runs_place *x = a, *y = b;
    int order = strcasecmp(x->text, y->text);
    return order != 0 ? order : x->entry - y->entry;
}

static void sort_entries(struct runs *runs, int n)
{
    for (int i = 0; i < n; i++) {
        const struct runs_entry *entry = &runs->entries[runs->places[i].entry];
        const struct store_item *item = entry->item;
        enum column order = runs->order;
        struct runs_place *place = &runs->places[i];
        place->text = order == COLUMN_NAME       ? item->name
                      : order == COLUMN_SCHEME   ? entry->scheme
                      : order == COLUMN_SCENARIO ? item->scenario
                      : order != COLUMN_TAGS     ? NULL
                      : *item->tags              ? item->tags
                                                 : "\x7f"; /* those without come last */
        double value = order == COLUMN_CARBON  ? item->carbon_g
                       : order == COLUMN_SLO   ? !item->slo_met
                       : order == COLUMN_WORST ? item->worst_of_slo
                       : order == COLUMN_LATE  ? (double)item->late
                                               : 0;
        /* Not known comes last, whichever way is first. */
        place->number = isnan(value) ? INFINITY : columns[order].descending ? -value : value;
    }
    qsort(runs->places, (size_t)n, sizeof *runs->places, n > 0 && runs->places[0].text ? by_text : by_number);
}

static void free_list(struct runs *runs)
{
    free(runs->list.items);
    free(runs->entries);
    free(runs->texts);
    free(runs->places);
}

static bool runs_load(struct host *host, struct picker_view *picker, const char *argument,
                      struct error *error)
{
    struct runs *runs = picker->own;
    struct store_list list = {0};
    (void)argument;
    if (!host->store)
        return error_set(error, ERROR_INPUT, "", "there is no store, so there are no saved runs");
    if (!store_list(host->store, STORE_RUN, &list, error))
        return false;
    size_t n = list.n + 1;
    free_list(runs);
    runs->list = list;
    runs->entries = needed(calloc(n, sizeof *runs->entries));
    runs->texts = needed(calloc(n, sizeof *runs->texts));
    runs->places = needed(calloc(n, sizeof *runs->places));
    for (size_t i = 0; i < runs->list.n; i++) {
        const struct store_item *item = &runs->list.items[i];
        if (is_deleted(runs, item->name))
            continue;
        runs->places[picker->n].entry = picker->n;
        runs->entries[picker->n++] = (struct runs_entry){item, scheme_title(item->scheme)};
    }
    if (!runs->loaded)
        runs->order = COLUMN_SAVED; /* as the store lists them */
    runs->loaded = true;
    sort_entries(runs, picker->n);
    return true;
}

static const char *runs_match(const struct picker_view *picker, int item)
{
    struct runs *runs = picker->own;
    const struct runs_entry *entry = entry_of(picker, item);
    const struct store_item *run = entry->item;
    char *text = runs->texts[entry - runs->entries];
    if (!*text)
        text_print(text, sizeof(entry_text), "%s %s %s %s %s %s", run->name, run->scenario, entry->scheme,
                   run->tags, run->slo_met ? "met" : "misses", run->title);
    return text;
}

/* The list again, with the run of this name chosen. */
static void reload(struct host *host, struct picker_view *picker, const char *name)
{
    struct runs *runs = picker->own;
    runs_preview_free(&runs->preview);
    if (!picker_reload(host, picker))
        return;
    for (int i = 0; i < picker->n_shown; i++)
        if (strcmp(entry_of(picker, picker->shown[i])->item->name, name) == 0)
            picker->at = i;
}

/* --- deleting --- */

/* Takes what was deleted out of the store; what the store refuses is in the list again. */
static void commit_deletions(struct host *host, struct runs *runs)
{
    struct error error = {0};
    for (int i = 0; i < runs->n_deleted; i++)
        if (!store_delete_run(host->store, runs->deleted[i], &error))
            message_say_error(host->message, &error);
    runs->n_deleted = 0;
}

static void runs_unload(struct host *host, struct picker_view *picker)
{
    struct runs *runs = picker->own;
    commit_deletions(host, runs);
    runs_preview_free(&runs->preview);
    free_list(runs);
    free(runs->deleted);
}

static unsigned delete_run(struct host *host, struct picker_view *picker, int item)
{
    struct runs *runs = picker->own;
    const char *name = entry_of(picker, item)->item->name;
    if (store_is_read_only(host->store))
        return host_refuse(host, "%s: nothing can be deleted", store_why_unsaved(host->store));
    runs->deleted = needed(realloc(runs->deleted, (size_t)(runs->n_deleted + 1) * sizeof *runs->deleted));
    snprintf(runs->deleted[runs->n_deleted++], sizeof *runs->deleted, "%s", name);
    message_say(host->message, false, "Deleted %s. u brings it back.", name);
    reload(host, picker, "");
    return REPLY_DONE;
}

static unsigned bring_back(struct host *host, struct picker_view *picker)
{
    struct runs *runs = picker->own;
    char name[64];
    if (runs->n_deleted == 0)
        return host_say(host, "nothing was deleted that could come back");
    snprintf(name, sizeof name, "%s", runs->deleted[--runs->n_deleted]);
    reload(host, picker, name);
    return host_say(host, "%s is back", name);
}

/* --- names, notes, tags --- */

static const struct {
    const char *word, *keys;
} edits[] = {
    [EDIT_NAME] = {"renamed", "type the new name; Enter renames, Esc keeps the old one"},
    [EDIT_NOTE] = {"noted", "type the note; Enter keeps it, Esc leaves the old one"},
    [EDIT_TAGS] = {"tagged", "type tags with blanks between; Enter keeps them, Esc leaves the old ones"}};

static void say_edit_keys(struct host *host, const struct runs *runs)
{
    message_say(host->message, false, "%s", edits[runs->editing].keys);
}

static unsigned edit_start(struct host *host, struct picker_view *picker, int item, enum editing what)
{
    struct runs *runs = picker->own;
    const struct store_item *run = entry_of(picker, item)->item;
    if (store_is_read_only(host->store))
        return host_refuse(host, "the store is read-only: nothing can be %s", edits[what].word);
    runs->editing = what;
    prompt_start(&runs->name, what == EDIT_NAME ? run->name : what == EDIT_NOTE ? run->title : run->tags);
    say_edit_keys(host, runs);
    return REPLY_DONE;
}

static unsigned edit_finish(struct host *host, struct picker_view *picker, int item)
{
    struct runs *runs = picker->own;
    struct error error = {0};
    char run[64];
    text_copy(run, sizeof run, entry_of(picker, item)->item->name);
    commit_deletions(host, runs); /* their names are free */
    bool good = runs->editing == EDIT_NAME   ? store_rename_run(host->store, run, runs->name.text, &error)
                : runs->editing == EDIT_NOTE ? store_note_run(host->store, run, runs->name.text, &error)
                                             : store_tag_run(host->store, run, runs->name.text, &error);
    if (!good)
        return host_fail(host, &error);
    if (runs->editing == EDIT_NAME) {
        /* A mark goes on with the run's new name. */
        for (int k = 0; k < runs->n_marks; k++)
            if (strcmp(runs->marks[k], run) == 0)
                text_copy(runs->marks[k], sizeof runs->marks[k], runs->name.text);
    }
    reload(host, picker, runs->editing == EDIT_NAME ? runs->name.text : run);
    const char *text = runs->name.text;
    if (runs->editing == EDIT_NAME)
        message_say(host->message, false, "%s is called %s now", run, text);
    else if (runs->editing == EDIT_NOTE)
        message_say(host->message, false, *text ? "%s has another note" : "%s has no note any more", run);
    else
        message_say(host->message, false, *text ? "%s has the tags %s" : "%s has no tags any more%s", run,
                    text);
    runs->editing = EDIT_NOTHING;
    return REPLY_DONE;
}

/* --- marks --- */

/* The letter's number; -1: it is not marked. */
static int mark_of(const struct runs *runs, const char *name)
{
    for (int k = 0; k < runs->n_marks; k++)
        if (strcmp(runs->marks[k], name) == 0)
            return k;
    return -1;
}

static unsigned toggle_mark(struct host *host, struct picker_view *picker, int item)
{
    struct runs *runs = picker->own;
    const char *name = entry_of(picker, item)->item->name;
    int mark = mark_of(runs, name);
    if (mark >= 0) {
        runs->n_marks--;
        memmove(runs->marks + mark, runs->marks + mark + 1,
                (size_t)(runs->n_marks - mark) * sizeof *runs->marks);
    } else if (runs->n_marks == MARKS_MAX) {
        return host_say(host, "%d runs at most lie side by side; space on a marked one lets go of it",
                        MARKS_MAX);
    } else {
        text_copy(runs->marks[runs->n_marks++], sizeof *runs->marks, name);
    }
    return picker_action(host, picker, ACTION_LIST_DOWN);
}

/* The marked ones, or one alone with what is explored. */
static unsigned compare_marked(struct host *host, struct picker_view *picker, int item)
{
    struct runs *runs = picker->own;
    char words[LINEUP_WORDS] = "";
    for (int k = 0; k < runs->n_marks; k++)
        text_append(words, sizeof words, "%s%s", k ? LINEUP_BREAK : "", runs->marks[k]);
    if (runs->n_marks == 0)
        text_copy(words, sizeof words, entry_of(picker, item)->item->name);
    if (runs->n_marks < 2)
        text_append(words, sizeof words, "%s", LINEUP_BREAK LINEUP_NOW);
    commit_deletions(host, runs);
    runs->stale = true;
    return host_open(host, VIEW_COMPARE, words);
}

static unsigned next_order(struct host *host, struct picker_view *picker)
{
    struct runs *runs = picker->own;
    const struct runs_entry *chosen = entry_of(picker, picker_item(picker));
    runs->order = (enum column)((runs->order + 1) % COLUMNS);
    sort_entries(runs, picker->n);
    picker_refold(picker);
    for (int i = 0; i < picker->n_shown; i++)
        if (entry_of(picker, picker->shown[i]) == chosen)
            picker->at = i;
    return host_say(host, "in the order of %s", columns[runs->order].title);
}

/* --- drawing --- */

/* The columns that a row of this width has; the name takes what is left. */
static void divide(int w, int widths[COLUMNS])
{
    widths[COLUMN_NAME] = w - MARK_W - 1;
    for (int c = COLUMN_NAME + 1; c < COLUMNS; c++) {
        widths[c] = w >= columns[c].needs ? columns[c].w : 0;
        widths[COLUMN_NAME] -= widths[c] ? widths[c] + 1 : 0;
    }
    widths[COLUMN_NAME] = widths[COLUMN_NAME] > 0 ? widths[COLUMN_NAME] : 0;
}

static void put_cell(struct canvas *canvas, int *x, int y, enum column column, int w, struct style style,
                     const char *cell)
{
    if (w > 0 && columns[column].right)
        canvas_text_right(canvas, *x + w, y, w, style, cell);
    else if (w > 0)
        canvas_text(canvas, *x, y, w, style, cell);
    *x += w > 0 ? w + 1 : 0;
}

static void runs_columns(const struct host *host, const struct picker_view *picker, struct rect row,
                         struct canvas *canvas)
{
    const struct runs *runs = picker->own;
    int widths[COLUMNS], x = row.x + 1 + MARK_W;
    (void)host;
    divide(row.w - 1, widths);
    for (int c = 0; c < COLUMNS; c++) {
        bool mine = c == (int)runs->order;
        put_cell(canvas, &x, row.y, (enum column)c, widths[c],
                 mine ? popup_bold(ROLE_TITLE) : popup_style(ROLE_DIM),
                 text(&canvas->texts, "%s%s", columns[c].title, mine ? " ▾" : ""));
    }
}

static bool has_slo(const struct store_item *item)
{
    return !isnan(item->worst_of_slo) || !item->slo_met;
}

static const char *slo_word(const struct store_item *item)
{
    return !has_slo(item) ? "none" : item->slo_met ? "● met" : "○ misses";
}

static void describe_cell(const struct runs_entry *entry, enum column column, char *out, size_t size)
{
    const struct store_item *item = entry->item;
    char number[FORMAT_SIZE] = "", when[12] = "";
    const char *const texts[COLUMNS] = {
        [COLUMN_NAME] = item->name,         [COLUMN_SLO] = slo_word(item), [COLUMN_SCHEME] = entry->scheme,
        [COLUMN_SCENARIO] = item->scenario, [COLUMN_SAVED] = when,         [COLUMN_TAGS] = item->tags};
    if (column == COLUMN_SAVED)
        format_when(item->changed_at, when, sizeof when);
    if (column == COLUMN_CARBON)
        format_grams(number, item->carbon_g);
    else if (column == COLUMN_WORST && !isnan(item->worst_of_slo))
        format_share(number, 100 * item->worst_of_slo);
    else if (column == COLUMN_LATE)
        format_count(number, item->late);
    text_print(out, size, "%s", texts[column] ? texts[column] : number);
}

static void runs_row(const struct host *host, const struct picker_view *picker, int item, struct rect rect,
                     enum role ground, struct canvas *canvas)
{
    const struct runs *runs = picker->own;
    const struct runs_entry *entry = entry_of(picker, item);
    int widths[COLUMNS], x = rect.x + MARK_W, mark = mark_of(runs, entry->item->name);
    bool chosen = item == picker_item(picker);
    (void)host;
    divide(rect.w, widths);
    if (mark >= 0) {
        char letter[] = {(char)('A' + mark), 0};
        struct style style = style_on(style_bold((enum role)(ROLE_RUN_A + mark)), ground);
        canvas_text(canvas, rect.x, rect.y, 1, style, letter);
    }
    for (int c = 0; c < COLUMNS; c++) {
        char cell[160];
        enum role slo = !has_slo(entry->item) ? ROLE_DIM : entry->item->slo_met ? ROLE_GOOD : ROLE_BAD;
        enum role role = c == COLUMN_SLO                         ? slo
                         : c == COLUMN_CARBON                    ? ROLE_TITLE
                         : c == COLUMN_NAME && chosen            ? ROLE_TITLE
                         : c == COLUMN_NAME || c == COLUMN_WORST ? ROLE_TEXT
                                                                 : ROLE_DIM;
        struct style style = style_on(role == ROLE_TITLE ? style_bold(role) : style_of(role), ground);
        describe_cell(entry, (enum column)c, cell, sizeof cell);
        put_cell(canvas, &x, rect.y, (enum column)c, widths[c], style, cell);
    }
    if (runs->editing != EDIT_NOTHING && chosen) {
        /* What is typed, in place of the name, or of all behind the mark. */
        int at = rect.x + MARK_W, w = runs->editing == EDIT_NAME ? widths[COLUMN_NAME] : rect.w - MARK_W;
        if (runs->editing != EDIT_NAME) {
            canvas_fill(canvas, (struct rect){at, rect.y, w, 1}, ' ', style_on(style_of(ROLE_TEXT), ground));
            int label = canvas_text(canvas, at, rect.y, w, style_on(style_of(ROLE_DIM), ground),
                                    runs->editing == EDIT_NOTE ? "note: " : "tags: ");
            at += label;
            w -= label;
        }
        field_draw(canvas, (struct rect){at, rect.y, w, 1}, &runs->name, true, ground);
    }
}

static void runs_preview(const struct host *host, const struct picker_view *picker, int item,
                         struct rect rect, struct canvas *canvas)
{
    const struct runs *runs = picker->own;
    (void)item;
    runs_preview_draw(&runs->preview, host, rect, canvas);
}

/* --- the view --- */

static unsigned runs_accept(struct host *host, struct picker_view *picker, int item)
{
    bool opened =
        explorer_open_word(host->explorer, host->store, entry_of(picker, item)->item->name, host->message);
    return REPLY_DONE | (opened ? REPLY_CLOSE : 0);
}

static unsigned runs_act(struct host *host, struct picker_view *picker, int item, enum action_id action)
{
    switch (action) {
    case ACTION_LIST_DELETE:
        return delete_run(host, picker, item);
    case ACTION_LIST_RENAME:
        return edit_start(host, picker, item, EDIT_NAME);
    case ACTION_RUNS_NOTE:
        return edit_start(host, picker, item, EDIT_NOTE);
    case ACTION_RUNS_TAG:
        return edit_start(host, picker, item, EDIT_TAGS);
    case ACTION_RUNS_MARK:
        return toggle_mark(host, picker, item);
    case ACTION_RUNS_COMPARE:
        return compare_marked(host, picker, item);
    case ACTION_RUNS_SORT:
        return next_order(host, picker);
    default:
        return 0;
    }
}

/* Loads what the preview shows in the frame after the one that shows the choice: the list is there at once,
 * and a key held down is never waited for. */
static void runs_update(struct host *host, struct picker_view *picker)
{
    struct runs *runs = picker->own;
    if (runs->stale && host->on_top) {
        char name[64];
        text_copy(name, sizeof name, runs->preview.name);
        reload(host, picker, name);
        runs->stale = false;
    }
    int item = picker_item(picker);
    const char *name = item < 0 ? runs->preview.name : entry_of(picker, item)->item->name;
    if (strcmp(runs->preview.name, name) == 0)
        return;
    if (strcmp(runs->wanted, name) == 0) {
        runs_preview_load(&runs->preview, host, name);
    } else {
        text_copy(runs->wanted, sizeof runs->wanted, name);
        host_frame(host);
    }
}

static bool runs_typing(const struct picker_view *picker)
{
    return ((const struct runs *)picker->own)->editing != EDIT_NOTHING;
}

static unsigned runs_text(struct host *host, struct picker_view *picker, uint32_t key)
{
    struct runs *runs = picker->own;
    prompt_key(&runs->name, key);
    say_edit_keys(host, runs);
    return REPLY_DONE;
}

static unsigned runs_first(struct host *host, struct picker_view *picker, enum action_id action)
{
    struct runs *runs = picker->own;
    if (runs->editing != EDIT_NOTHING) {
        if (action == ACTION_LIST_ACCEPT)
            return edit_finish(host, picker, picker_item(picker));
        if (action == ACTION_BACK)
            runs->editing = EDIT_NOTHING;
        field_action(&runs->name, action);
        return REPLY_DONE;
    }
    if (action == ACTION_LIST_UNDO)
        return bring_back(host, picker);
    bool elsewhere = action_infos[action].group == GROUP_VIEWS || action_infos[action].group == GROUP_TAKE;
    if (elsewhere && action != ACTION_BACK && action != ACTION_QUIT) {
        commit_deletions(host, runs); /* what is opened may use their names */
        runs->stale = true;
    }
    return 0;
}

static unsigned runs_mouse(struct host *host, struct picker_view *picker, int x, int y, int button)
{
    (void)host, (void)x, (void)y, (void)button;
    return runs_typing(picker) ? REPLY_HANDLED : 0;
}

static const struct picker_kind runs_kind = {
    .title = "Saved runs",
    .empty =
        "No saved runs yet. On the dashboard s saves the run that it shows, under a name. What is saved "
        "opens here "
        "in an instant, on this screen or as `wattif NAME`, and up to four lie side by side (space marks them, c compares).",
    .own_size = sizeof(struct runs),
    .w = WIDTH,
    .list_w = WIDTH, /* the preview stands below */
    .load = runs_load,
    .unload = runs_unload,
    .match = runs_match,
    .columns = runs_columns,
    .row = runs_row,
    .preview = runs_preview,
    .accept = runs_accept,
    .act = runs_act,
    .update = runs_update,
    .first = runs_first,
    .mouse = runs_mouse,
    .typing = runs_typing,
    .text = runs_text,
};

/* The first where something was deleted alone. */
static const struct hint runs_hints[] = {
    {ACTION_LIST_UNDO, ACTION_NONE, "bring back", 2}, {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 3},
    {ACTION_LIST_ACCEPT, ACTION_NONE, "open", 1},     {ACTION_RUNS_MARK, ACTION_NONE, "mark", 1},
    {ACTION_RUNS_COMPARE, ACTION_NONE, "compare", 1}, {ACTION_RUNS_SORT, ACTION_NONE, "sort", 2},
    {ACTION_LIST_FILTER, ACTION_NONE, "filter", 2},   {ACTION_LIST_RENAME, ACTION_NONE, "rename", 3},
    {ACTION_RUNS_NOTE, ACTION_NONE, "note", 4},       {ACTION_RUNS_TAG, ACTION_NONE, "tags", 3},
    {ACTION_LIST_DELETE, ACTION_NONE, "delete", 2},   {ACTION_BACK, ACTION_NONE, "leave", 0},
};

/* Of a list that has nothing to choose, what still does something. */
static const struct hint empty_hints[] = {{ACTION_LIST_UNDO, ACTION_NONE, "bring back", 1},
                                          {ACTION_BACK, ACTION_NONE, "leave", 0}};

static const struct hint *runs_hints_now(const void *state, int *n)
{
    const struct picker_view *picker = state;
    const struct runs *runs = picker->own;
    const struct hint *hints = picker->n > 0 ? runs_hints : empty_hints;
    int skipped = runs->n_deleted > 0 ? 0 : 1;
    *n = (int)(picker->n > 0 ? sizeof runs_hints / sizeof *runs_hints
                             : sizeof empty_hints / sizeof *empty_hints) -
         skipped;
    return hints + skipped;
}

/* A row a saved run, in the order of the list; what is deleted is told no more. */
static void runs_tell(const struct host *host, const void *state, struct account *account)
{
    const struct picker_view *picker = state;
    (void)host;
    char carbon[96], worst[96];
    metric_key(METRIC_CARBON, 0, carbon, sizeof carbon);
    metric_key(METRIC_WORST_OF_SLO, 0, worst, sizeof worst);
    const char *const keys[] = {"name", "scenario", "scheme",   "seed",  carbon, "slos_met",
                                worst,  "late",     "requests", "saved", "tags"};
    account_keys(account, "rows", keys, sizeof keys / sizeof *keys);
    for (int i = 0; i < picker->n; i++) {
        const struct store_item *item = entry_of(picker, i)->item;
        ACCOUNT_ADD(account, account_said(item->name), account_said(item->scenario),
                    account_said(item->scheme), account_said(item->seed), account_bare(item->carbon_g),
                    account_flag(item->slo_met), account_bare(item->worst_of_slo),
                    account_bare((double)item->late), account_bare((double)item->requests),
                    account_said(item->changed_at), account_said(*item->tags ? item->tags : NULL));
    }
}

const struct view_ops view_runs = {
    .contexts = CONTEXT_LIST | CONTEXT_RUNS,
    PICKER_SLOTS(runs_kind),
    .tell = runs_tell,
    .hints = runs_hints,
    .n_hints = sizeof runs_hints / sizeof *runs_hints,
    .hints_now = runs_hints_now,
};
