/* The saved runs, newest first. Opening one is a change like any other, so `u` on the dashboard goes back.
 * Deleting acts at once for whoever looks at the list, and `u` brings the run back as it was, to the byte: it
 * is taken out of the store only when something else is done than to work in this list. */
#include "tui/views/picker.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "tui/explorer/opening.h"
#include "tui/words/format.h"
#include "tui/term/key.h"
#include "tui/views/runs_preview.h"
#include "tui/widgets/field.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LIST_WIDTH = 80, MARK_W = 2, CARBON_W = 10, SLO_W = 10, SCENARIO_W = 18, ROUTE_W = 14, WHEN_W = 7 };

struct entry {
    struct store_item item;
    char scenario[64], scheme[32], when[12];
    char text[400]; /* what a filter looks in */
};

struct runs {
    struct entry *entries; /* owned */
    struct runs_preview preview;
    bool renaming;
    struct prompt name;
    bool stale; /* another view was on top, which may have saved a run */
    int n_deleted;
    char (*deleted)[64]; /* names, in order; owned: still in the store, gone from the list */
};

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

/* The store tells "SCENARIO, route ROUTE, seed ..." in one line; with Clover's schemes "configure SCHEME",
 * with pools "3 pools". */
static void fill_entry(struct entry *entry, const struct store_item *item)
{
    bool configures = strstr(item->detail, ", configure ") != NULL, pools = strstr(item->detail, " pools, ");
    const char *mark = pools ? ", " : configures ? ", configure " : ", route ";
    const char *scheme = strstr(item->detail, mark);
    size_t n = scheme ? (size_t)(scheme - item->detail) : 0;
    entry->item = *item;
    snprintf(entry->scenario, sizeof entry->scenario, "%.*s", n < 63 ? (int)n : 63, item->detail);
    if (scheme)
        snprintf(entry->scheme, sizeof entry->scheme, "%.*s", (int)strcspn(scheme + strlen(mark), ","),
                 scheme + strlen(mark));
    enum policy_id policy = policy_find(configures ? LAYER_CONFIGURE : LAYER_ROUTE, entry->scheme);
    if (policy != POLICY_COUNT)
        text_copy(entry->scheme, sizeof entry->scheme, policy_infos[policy].title);
    format_when(item->changed_at, entry->when, sizeof entry->when);
    snprintf(entry->text, sizeof entry->text, "%s %s %s %s %s", item->name, entry->scenario, entry->scheme,
             item->title, item->slo_met ? "met" : "misses");
}

static bool runs_load(struct host *host, struct picker *picker, const char *argument, struct error *error)
{
    struct runs *runs = picker->own;
    struct store_list list;
    (void)argument;
    if (!host->store)
        return error_set(error, ERROR_INPUT, "", "there is no store, so there are no saved runs");
    if (!store_list(host->store, STORE_RUN, &list, error))
        return false;
    struct entry *entries = calloc(list.n + 1, sizeof *entries);
    if (!entries) {
        free(list.items);
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    }
    free(runs->entries);
    runs->entries = entries;
    for (size_t i = 0; i < list.n; i++)
        if (!is_deleted(runs, list.items[i].name))
            fill_entry(&entries[picker->n++], &list.items[i]);
    free(list.items);
    return true;
}

static const char *runs_match(const struct picker *picker, int item)
{
    return ((const struct runs *)picker->own)->entries[item].text;
}

/* The list again, with the run of this name chosen. */
static void reload(struct host *host, struct picker *picker, const char *name)
{
    struct runs *runs = picker->own;
    struct error error = {0};
    runs_preview_free(&runs->preview);
    if (!picker_reload(host, picker, &error)) {
        message_say_error(host->message, &error);
        return;
    }
    for (int i = 0; i < picker->n_shown; i++)
        if (strcmp(runs->entries[picker->shown[i]].item.name, name) == 0)
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

static void runs_unload(struct host *host, struct picker *picker)
{
    struct runs *runs = picker->own;
    commit_deletions(host, runs);
    runs_preview_free(&runs->preview);
    free(runs->entries);
    free(runs->deleted);
}

static unsigned delete_run(struct host *host, struct picker *picker, int item)
{
    struct runs *runs = picker->own;
    const char *name = runs->entries[item].item.name;
    if (store_is_read_only(host->store)) {
        message_say(host->message, true, "%s: nothing can be deleted", store_why_unsaved(host->store));
        return REPLY_DONE;
    }
    char(*deleted)[64] = realloc(runs->deleted, (size_t)(runs->n_deleted + 1) * sizeof *deleted);
    if (!deleted) {
        message_say(host->message, true, "out of memory");
        return REPLY_DONE;
    }
    runs->deleted = deleted;
    snprintf(deleted[runs->n_deleted++], sizeof *deleted, "%s", name);
    message_say(host->message, false, "Deleted %s. u brings it back.", name);
    reload(host, picker, "");
    return REPLY_DONE;
}

static unsigned bring_back(struct host *host, struct picker *picker)
{
    struct runs *runs = picker->own;
    char name[64];
    if (runs->n_deleted == 0) {
        message_say(host->message, false, "nothing was deleted that could come back");
        return REPLY_DONE;
    }
    snprintf(name, sizeof name, "%s", runs->deleted[--runs->n_deleted]);
    reload(host, picker, name);
    message_say(host->message, false, "%s is back", name);
    return REPLY_DONE;
}

/* --- renaming --- */

static void say_rename_keys(struct host *host)
{
    message_say(host->message, false, "type the new name; Enter renames, Esc keeps the old one");
}

static unsigned rename_start(struct host *host, struct runs *runs, int item)
{
    if (store_is_read_only(host->store)) {
        message_say(host->message, true, "%s: nothing can be renamed", store_why_unsaved(host->store));
    } else {
        runs->renaming = true;
        prompt_start(&runs->name, runs->entries[item].item.name);
        say_rename_keys(host);
    }
    return REPLY_DONE;
}

static unsigned rename_finish(struct host *host, struct picker *picker, int item)
{
    struct runs *runs = picker->own;
    struct error error = {0};
    char from[64];
    snprintf(from, sizeof from, "%s", runs->entries[item].item.name);
    commit_deletions(host, runs); /* their names are free */
    if (!store_rename_run(host->store, from, runs->name.text, &error)) {
        message_say_error(host->message, &error);
        return REPLY_DONE;
    }
    runs->renaming = false;
    reload(host, picker, runs->name.text);
    message_say(host->message, false, "%s is called %s now", from, runs->name.text);
    return REPLY_DONE;
}

/* --- drawing --- */

/* Which columns a row of this width has; the name takes what is left. */
struct columns {
    int name, slo, scenario, route, when;
};

static struct columns divide(int w)
{
    struct columns columns = {.name = w - CARBON_W - 1};
    struct {
        int *width, needs, takes;
    } wanted[] = {{&columns.slo, 34, SLO_W},
                  {&columns.when, 44, WHEN_W},
                  {&columns.scenario, 66, SCENARIO_W},
                  {&columns.route, 84, ROUTE_W}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (w >= wanted[i].needs) {
            *wanted[i].width = wanted[i].takes;
            columns.name -= wanted[i].takes + 1;
        }
    return columns;
}

static void put(struct canvas *canvas, int *x, int y, int w, struct style style, const char *cell)
{
    if (w > 0)
        canvas_text(canvas, *x, y, w, style, cell);
    *x += w > 0 ? w + 1 : 0;
}

static void runs_row(const struct host *host, const struct picker *picker, int item, struct rect rect,
                     enum role ground, struct canvas *canvas)
{
    const struct runs *runs = picker->own;
    const struct entry *entry = &runs->entries[item];
    struct columns columns = divide(rect.w);
    char grams[FORMAT_SIZE];
    int x = rect.x;
    bool chosen = item == picker_item(picker);
    (void)host;
    if (runs->renaming && chosen)
        field_draw(canvas, (struct rect){x, rect.y, columns.name, 1}, &runs->name, true, ground);
    else
        canvas_text(canvas, x, rect.y, columns.name,
                    style_on(chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground),
                    entry->item.name);
    x += columns.name > 0 ? columns.name : 0;
    format_grams(grams, entry->item.carbon_g);
    canvas_text_right(canvas, x + CARBON_W, rect.y, CARBON_W, style_on(style_bold(ROLE_TITLE), ground),
                      grams);
    x += CARBON_W + 1 + MARK_W / 2;
    struct style verdict = style_on(style_of(entry->item.slo_met ? ROLE_GOOD : ROLE_BAD), ground);
    put(canvas, &x, rect.y, columns.slo - 1, verdict, entry->item.slo_met ? "● met" : "○ misses");
    struct style dim = style_on(style_of(ROLE_DIM), ground);
    put(canvas, &x, rect.y, columns.scenario, dim, entry->scenario);
    put(canvas, &x, rect.y, columns.route, dim, entry->scheme);
    if (columns.when)
        canvas_text_right(canvas, rect.x + rect.w, rect.y, columns.when, dim, entry->when);
}

static void runs_preview(const struct host *host, const struct picker *picker, int item, struct rect rect,
                         struct canvas *canvas)
{
    const struct runs *runs = picker->own;
    (void)item;
    runs_preview_draw(&runs->preview, host, rect, canvas);
}

/* --- the view --- */

static unsigned runs_accept(struct host *host, struct picker *picker, int item)
{
    struct runs *runs = picker->own;
    bool opened =
        explorer_open_word(host->explorer, host->store, runs->entries[item].item.name, host->message);
    return REPLY_DONE | (opened ? REPLY_CLOSE : 0);
}

static unsigned runs_act(struct host *host, struct picker *picker, int item, enum action action)
{
    if (action == ACTION_LIST_DELETE)
        return delete_run(host, picker, item);
    if (action == ACTION_LIST_RENAME)
        return rename_start(host, picker->own, item);
    return 0;
}

static const struct picker_kind runs_kind = {
    .title = "Saved runs",
    .empty = "No saved runs yet: s saves the one on screen.",
    .own_size = sizeof(struct runs),
    .list_w = LIST_WIDTH,
    .load = runs_load,
    .unload = runs_unload,
    .match = runs_match,
    .row = runs_row,
    .preview = runs_preview,
    .accept = runs_accept,
    .act = runs_act,
};

static bool runs_open(struct host *host, void *state, const char *argument, struct error *error)
{
    return picker_open(host, state, &runs_kind, argument, error);
}

/* Loads what the preview shows, once a frame however far the choice has moved. */
static void runs_update(struct host *host, void *state)
{
    struct picker *picker = state;
    struct runs *runs = picker->own;
    if (runs->stale && host->on_top) {
        const struct saved_run *shown = runs->preview.run;
        char name[64] = "";
        if (shown)
            text_copy(name, sizeof name, shown->name);
        reload(host, picker, name);
        runs->stale = false;
    }
    picker_update(host, picker);
    int item = picker_item(picker);
    if (item < 0)
        return;
    const char *name = runs->entries[item].item.name;
    const struct saved_run *loaded = runs->preview.run;
    if (!loaded || strcmp(loaded->name, name) != 0)
        runs_preview_load(&runs->preview, host, name);
}

static bool runs_typing(const void *state)
{
    const struct runs *runs = ((const struct picker *)state)->own;
    return runs->renaming || picker_typing(state);
}

static unsigned runs_text(struct host *host, void *state, uint32_t key)
{
    struct runs *runs = ((struct picker *)state)->own;
    if (!runs->renaming)
        return picker_text(host, state, key);
    prompt_key(&runs->name, key);
    say_rename_keys(host);
    return REPLY_DONE;
}

static unsigned rename_action(struct host *host, struct picker *picker, enum action action)
{
    struct runs *runs = picker->own;
    if (action == ACTION_LIST_ACCEPT)
        return rename_finish(host, picker, picker_item(picker));
    runs->renaming = action != ACTION_BACK;
    field_action(&runs->name, action);
    return REPLY_DONE;
}

static unsigned runs_action(struct host *host, void *state, enum action action)
{
    struct picker *picker = state;
    struct runs *runs = picker->own;
    if (runs->renaming)
        return rename_action(host, picker, action);
    if (action == ACTION_LIST_UNDO)
        return bring_back(host, picker);
    bool elsewhere = action_infos[action].group == GROUP_VIEWS || action_infos[action].group == GROUP_TAKE;
    if (elsewhere && action != ACTION_BACK && action != ACTION_QUIT) {
        commit_deletions(host, runs); /* what is opened may use their names */
        runs->stale = true;
    }
    return picker_action(host, picker, action);
}

static unsigned runs_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct runs *runs = ((struct picker *)state)->own;
    return runs->renaming ? REPLY_HANDLED : picker_mouse(host, state, x, y, button);
}

static const struct hint runs_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 2},  {ACTION_LIST_ACCEPT, ACTION_NONE, "open", 1},
    {ACTION_LIST_RENAME, ACTION_NONE, "rename", 2},   {ACTION_LIST_DELETE, ACTION_NONE, "delete", 1},
    {ACTION_LIST_UNDO, ACTION_NONE, "bring back", 3}, {ACTION_LIST_FILTER, ACTION_NONE, "filter", 2},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

const struct view_ops view_runs = {
    .contexts = CONTEXT_LIST,
    .popup = true,
    .state_size = sizeof(struct picker),
    .open = runs_open,
    .close = picker_close,
    .update = runs_update,
    .draw = picker_draw,
    .typing = runs_typing,
    .text = runs_text,
    .action = runs_action,
    .mouse = runs_mouse,
    .hints = runs_hints,
    .n_hints = sizeof runs_hints / sizeof *runs_hints,
};
