/* The library: everything that a run is made of, a kind at a time, each with a plot, its statistics, and
 * where it comes from; and behind these what is shown with it (library_shelf.h). Things come in by the import
 * view, which shows them first, and leave as files; what was imported can be deleted and brought back, and
 * saved runs keep the versions that they were made with. Enter uses the chosen thing: a trace for the run, a
 * scenario in place of it, a lesson to be begun. */
#include "tui/views/items.h"
#include "tui/views/library_shelf.h"
#include "tui/views/picker.h"
#include "engine/account/account.h"

#include "engine/answers/days.h"
#include "engine/base/text.h"
#include "tui/board/export.h"
#include "tui/explorer/explorer.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHOLE = 1000, LIST_W = 46, KINDS = STORE_RUN, TABS = KINDS + SHELF_COUNT, UNDO_MAX = 32 };

/* What outlives a change of the list. */
struct kept {
    int tab;      /* a kind of the store, or behind them a shelf */
    bool covered; /* another view was opened over it */
    int n_deleted;
    struct store_deleted deleted[UNDO_MAX];
};

struct library {
    struct kept kept;
    enum store_kind kind;     /* STORE_KIND_COUNT on a shelf */
    struct listed items;      /* owned */
    char heading[160];        /* the kinds, the one shown in brackets */
    struct store_facts facts; /* of the chosen one */
    struct error error;       /* why it cannot be shown */
    const void *thing;        /* of the catalogue; NULL: see `error` */
    struct scenario scenario; /* of a scenario */
    bool has_scenario;
    struct year year; /* of a trace */
    int curve;        /* of a profile, the first that is shown */
    struct shelf_thing shelved;
};

/* --- the list --- */

static void forget(struct library *own)
{
    if (own->has_scenario)
        scenario_free(&own->scenario);
    own->has_scenario = false;
    own->thing = NULL;
    own->error = (struct error){0};
    shelf_close(&own->shelved);
}

static bool on_shelf(const struct library *own)
{
    return own->kept.tab >= KINDS;
}

static enum shelf_kind shelf_of(const struct library *own)
{
    return (enum shelf_kind)(own->kept.tab - KINDS);
}

static const char *tab_name(int tab)
{
    return tab < KINDS ? store_kind_plurals[tab] : shelf_plurals[tab - KINDS];
}

static void library_unload(struct host *host, struct picker_view *picker)
{
    struct library *own = picker->own;
    (void)host;
    forget(own);
    listed_free(&own->items);
}

static bool in_use(const struct scenario *scenario, enum store_kind kind, const char *name)
{
    char profile[PROFILE_NAME_SIZE];
    bool used = (kind == STORE_TRACE && strcmp(scenario->trace, name) == 0) ||
                (kind == STORE_SCENARIO && strcmp(scenario->name, name) == 0);
    for (int a = 0; a < scenario->n_apps; a++) {
        profile_name(scenario->apps[a].model, scenario->profiles, profile);
        used |= kind == STORE_PROFILE && strcmp(profile, name) == 0;
        used |= kind == STORE_WORKLOAD && strcmp(scenario->apps[a].arrivals.workload, name) == 0;
    }
    return used;
}

/* What is said of a trace beside its name: "direct, 196 g/kWh". */
static void describe_trace(const struct catalog *catalog, struct store_item *item)
{
    struct error own = {0};
    const struct carbon_trace *trace = catalog->trace(catalog->context, item->name, &own);
    must_not_lack(&own);
    if (!trace)
        text_print(item->detail, sizeof item->detail, "%s",
                   own.kind == ERROR_DAMAGE ? "damaged" : "cannot be read");
    else
        text_print(item->detail, sizeof item->detail, "%s, %.0f g/kWh", carbon_basis_names[trace->basis],
                   carbon_trace_history_mean(trace, trace->n, NULL));
}

static bool library_load(struct host *host, struct picker_view *picker, const char *argument,
                         struct error *error)
{
    struct library *own = picker->own;
    for (int k = 0; k < TABS; k++)
        if (strcmp(argument, tab_name(k)) == 0)
            own->kept.tab = k;
    if (!host->store)
        return error_set(error, ERROR_INPUT, "", "there is no store, so there is no library");
    library_unload(host, picker);
    *own = (struct library){.kept = own->kept,
                            .kind = on_shelf(own) ? STORE_KIND_COUNT : (enum store_kind)own->kept.tab};
    own->heading[0] = 0;
    for (int k = 0; k < TABS; k++) {
        const char *name = tab_name(k);
        bool chosen = k == own->kept.tab;
        text_append(own->heading, sizeof own->heading, "%s%s%c%s%s", k ? "  " : "", chosen ? "[" : "",
                    name[0] - 'a' + 'A', name + 1, chosen ? "]" : "");
    }
    if (on_shelf(own) ? !shelf_list(host, shelf_of(own), &own->items.list, error)
                      : !store_list(host->store, own->kind, &own->items.list, error))
        return false;
    picker->n = (int)own->items.list.n;
    for (int i = 0; i < picker->n; i++) {
        struct store_item *item = &own->items.list.items[i];
        if (own->kind == STORE_TRACE)
            describe_trace(host->explorer->catalog, item);
        if (in_use(&host->explorer->document.scenario, own->kind, item->name))
            picker->at = i;
    }
    listed_describe(&own->items);
    picker->texts = own->items.text[0];
    picker->text_step = LISTED_TEXT;
    return true;
}

static const char *library_heading(const struct picker_view *picker)
{
    return ((const struct library *)picker->own)->heading;
}

/* Facts have no room one after the other, the last first, the GPUs of a profile together; false: there is one
 * left. */
static bool drop_clause(char *text)
{
    char *comma = strstr(text, " on ");
    if (comma) {
        *comma = 0;
        return true;
    }
    for (char *at = text; *at; at++)
        if ((*at == ',' || *at == ';') && at[1] == ' ')
            comma = at;
    if (comma)
        *comma = 0;
    return comma != NULL;
}

static void library_row(const struct host *host, const struct picker_view *picker, int item, struct rect rect,
                        enum role ground, struct canvas *canvas)
{
    const struct library *own = picker->own;
    const struct store_item *of = &own->items.list.items[item];
    bool used = in_use(&host->explorer->document.scenario, own->kind, of->name);
    struct style name = style_on(used ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground);
    int x = rect.x, end = rect.x + rect.w;
    part_span(canvas, &x, end, rect.y, name, used ? "● " : "  ");
    part_span(canvas, &x, end, rect.y, name, of->name);
    if (!of->builtin)
        part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_EDIT), ground), " yours");
    x += 2;
    char detail[sizeof of->detail];
    text_print(detail, sizeof detail, "%s", of->detail);
    while (text_width(detail) > end - x && drop_clause(detail)) {
    }
    if (text_width(detail) <= end - x)
        canvas_text_right(canvas, end, rect.y, end - x, style_on(style_of(ROLE_DIM), ground), detail);
}

/* --- the preview --- */

static const void *look_up(const struct catalog *catalog, enum store_kind kind, const char *name,
                           struct error *error)
{
    switch (kind) {
    case STORE_TRACE:
        return catalog->trace(catalog->context, name, error);
    case STORE_PROFILE:
        return catalog->profile(catalog->context, name, error);
    default:
        return catalog->workload(catalog->context, name, error);
    }
}

static void library_choose(struct host *host, struct picker_view *picker, int item)
{
    struct library *own = picker->own;
    const struct catalog *catalog = host->explorer->catalog;
    const char *name = own->items.list.items[item].name;
    forget(own);
    own->curve = 0;
    if (on_shelf(own)) {
        shelf_open(host, shelf_of(own), name, &own->shelved);
        return;
    }
    if (!store_item_facts(host->store, own->kind, name, &own->facts, &own->error)) {
        must_not_lack(&own->error);
        return;
    }
    if (own->kind == STORE_SCENARIO) {
        struct error of_trace = {0};
        own->has_scenario = store_load_scenario(host->store, name, &own->scenario, &own->error);
        own->thing =
            own->has_scenario ? catalog->trace(catalog->context, own->scenario.trace, &of_trace) : NULL;
        must_not_lack(&of_trace);
        must_not_lack(&own->error);
        return;
    }
    own->thing = look_up(catalog, own->kind, name, &own->error);
    must_not_lack(&own->error);
    if (own->thing && own->kind == STORE_TRACE)
        year_make(&own->year, own->thing);
}

static void library_preview(const struct host *host, const struct picker_view *picker, int item,
                            struct rect rect, struct canvas *canvas)
{
    const struct library *own = picker->own;
    const struct store_item *of = &own->items.list.items[item];
    struct lines lines = {canvas, rect, 0};
    (void)host;
    if (*own->error.message) {
        lines_wrap(&lines, popup_style(ROLE_BAD), own->error.message);
        return;
    }
    if (on_shelf(own)) {
        shelf_preview(&own->shelved, &lines);
        return;
    }
    lines_wrap(&lines, popup_bold(ROLE_TITLE), *of->title ? of->title : of->name);
    if (own->kind == STORE_SCENARIO && own->has_scenario)
        scenario_preview(&lines, &own->scenario, own->thing);
    else if (own->kind == STORE_TRACE)
        trace_preview(&lines, own->thing, &own->year);
    else if (own->kind == STORE_PROFILE)
        profile_preview(&lines, own->thing, own->curve);
    else if (own->kind == STORE_WORKLOAD)
        workload_preview(&lines, own->thing);
    if (own->kind == STORE_PROFILE || own->kind == STORE_WORKLOAD || !of->builtin)
        facts_preview(&lines, &own->facts);
}

/* --- what can be done with one --- */

static unsigned open_over(struct host *host, struct picker_view *picker, enum view_id view,
                          const char *argument)
{
    ((struct library *)picker->own)->kept.covered = true;
    return host_open(host, view, argument);
}

static unsigned library_accept(struct host *host, struct picker_view *picker, int item)
{
    struct library *own = picker->own;
    const char *name = own->items.list.items[item].name;
    if (on_shelf(own))
        return shelf_use(host, &own->shelved, name);
    if (own->kind == STORE_TRACE) {
        struct explorer *explorer = host->explorer;
        const struct carbon_trace *trace = own->thing;
        int64_t start_s = explorer->document.scenario.start_s;
        struct error error = own->error;
        if (trace && !days_on_trace(trace, start_s)) {
            host_open(host, VIEW_START, trace->name);
            return host_say(host, "the run's start is not on it: choose another; Esc goes back");
        }
        if (!trace || !explorer_set_trace(explorer, trace->name, start_s, &error))
            return host_fail(host, &error);
        return host_say(host, "the run is on %s from its start; u takes it back", trace->name) | REPLY_CLOSE;
    }
    if (own->kind == STORE_SCENARIO) {
        bool opened = explorer_open_word(host->explorer, host->store, name, host->message);
        return opened ? REPLY_DONE | REPLY_CLOSE : REPLY_DONE;
    }
    open_over(host, picker, VIEW_FLEET, "");
    return host_say(host, "an app takes it in the column %s; v there pastes a load",
                    own->kind == STORE_PROFILE ? "model" : "load");
}

static unsigned delete_item(struct host *host, struct picker_view *picker, int item)
{
    struct library *own = picker->own;
    struct kept *kept = &own->kept;
    struct error error = {0};
    struct store_deleted deleted;
    const char *name = own->items.list.items[item].name;
    if (on_shelf(own)) {
        if (own->shelved.builtin)
            message_say(host->message, true, "%s comes with wattif and stays", name);
        else
            message_say(host->message, true, "%s is a file of yours: %s", name, own->shelved.path);
        return REPLY_DONE;
    }
    if (in_use(&host->explorer->document.scenario, own->kind, name) && own->kind != STORE_SCENARIO)
        return host_refuse(host, "%s: the run on the screen uses it; open another first", name);
    if (!store_delete_item(host->store, own->kind, name, &deleted, &error))
        return host_fail(host, &error);
    if (kept->n_deleted == UNDO_MAX)
        memmove(kept->deleted, kept->deleted + 1, (size_t)--kept->n_deleted * sizeof *kept->deleted);
    kept->deleted[kept->n_deleted++] = deleted;
    message_say(host->message, false, "%s is deleted%s; u brings it back", deleted.name,
                deleted.uncovered ? ", the name means what came with wattif again" : "");
    picker_reload(host, picker);
    return REPLY_DONE;
}

static unsigned undelete(struct host *host, struct picker_view *picker)
{
    struct kept *kept = &((struct library *)picker->own)->kept;
    struct error error = {0};
    if (kept->n_deleted == 0)
        return host_say(host, "nothing was deleted here");
    const struct store_deleted *deleted = &kept->deleted[kept->n_deleted - 1];
    if (!store_undelete_item(host->store, deleted, &error))
        return host_fail(host, &error);
    kept->n_deleted--;
    kept->tab = (int)deleted->kind;
    message_say(host->message, false, "%s is back", deleted->name);
    picker_reload(host, picker);
    return REPLY_DONE;
}

/* What its file holds. */
static bool write_item(struct host *host, const struct library *own, const char *name, FILE *file,
                       struct error *error)
{
    if (on_shelf(own))
        return shelf_export(&own->shelved, file, error);
    return store_export(host->store, own->kind, name, own->kind == STORE_SCENARIO ? "json" : "csv", file,
                        error);
}

/* As `wattif export` does: CSV, JSON of a scenario, the file of what is one. */
static unsigned export_item(struct host *host, struct picker_view *picker, int item)
{
    struct library *own = picker->own;
    const char *name = own->items.list.items[item].name;
    const char *ending = on_shelf(own)                 ? shelf_ending(shelf_of(own))
                         : own->kind == STORE_SCENARIO ? "json"
                                                       : "csv";
    char file_name[96], path[PATH_SIZE], *text = NULL;
    size_t n = 0;
    struct error error = {0};
    FILE *file = needed(open_memstream(&text, &n));
    bool good = write_item(host, own, name, file, &error);
    must_be(fclose(file) == 0);
    text_print(file_name, sizeof file_name, "%s.%s", name, ending);
    if (good && export_to_file(file_name, text, n, path, &error))
        message_say(host->message, false, "exported to %s", path);
    else
        message_say_error(host->message, &error);
    free(text);
    return REPLY_DONE;
}

static unsigned step_kind(struct host *host, struct picker_view *picker, int step)
{
    struct kept *kept = &((struct library *)picker->own)->kept;
    kept->tab = (kept->tab + step + TABS) % TABS;
    filter_clear(&picker->filter);
    picker->top = picker->at = 0;
    if (!picker_reload(host, picker))
        return REPLY_DONE;
    const struct library *own = picker->own;
    for (int i = picker->n - 1; i >= 0; i--)
        if (in_use(&host->explorer->document.scenario, own->kind, own->items.list.items[i].name)) {
            picker_choose(picker, i);
            library_choose(host, picker, i);
        }
    return REPLY_DONE;
}

static unsigned library_act(struct host *host, struct picker_view *picker, int item, enum action_id action)
{
    struct library *own = picker->own;
    switch (action) {
    case ACTION_LIST_DELETE:
        return delete_item(host, picker, item);
    case ACTION_LIBRARY_EXPORT:
        return export_item(host, picker, item);
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT: {
        if (own->kind != STORE_PROFILE || !own->thing)
            return REPLY_DONE;
        int all = profile_curves(own->thing), to = own->curve + (action == ACTION_LIST_LEFT ? -1 : 1) * 3;
        if (to >= 0 && to < all)
            own->curve = to;
        return REPLY_DONE;
    }
    case ACTION_SCENARIO_COPY:
        if (own->kind != STORE_SCENARIO)
            return 0;
        return open_over(host, picker, VIEW_FLEET, own->items.list.items[item].name);
    default:
        return 0;
    }
}

/* What does not need a row. */
static unsigned library_first(struct host *host, struct picker_view *picker, enum action_id action)
{
    switch (action) {
    case ACTION_LIST_TAB:
    case ACTION_LIBRARY_KIND_BEFORE:
        return step_kind(host, picker, action == ACTION_LIST_TAB ? 1 : -1);
    case ACTION_LIST_UNDO:
        return undelete(host, picker);
    case ACTION_LIBRARY_IMPORT:
        return open_over(host, picker, VIEW_IMPORT, "");
    default:
        return 0;
    }
}

/* What was open over it may have imported something, which is then the chosen thing. */
static void library_update(struct host *host, struct picker_view *picker)
{
    struct library *own = picker->own;
    if (!host->on_top || !own->kept.covered)
        return;
    if (*host->imported.name)
        own->kept.tab =
            host->imported.kind < STORE_KIND_COUNT ? (int)host->imported.kind : KINDS + (int)SHELF_LESSONS;
    picker_reload(host, picker);
    for (int i = 0; *host->imported.name && i < picker->n; i++)
        if (strcmp(own->items.list.items[i].name, host->imported.name) == 0) {
            filter_clear(&picker->filter);
            picker_choose(picker, i);
            library_choose(host, picker, i);
        }
    own->kept.covered = false;
    host->imported.name[0] = 0;
}

static unsigned library_mouse(struct host *host, struct picker_view *picker, int x, int y, int button)
{
    int tab = ((const struct library *)picker->own)->kept.tab;
    struct rect inside = popup_inside(host->canvas, WHOLE, WHOLE);
    if (button == 1 && y == inside.y - 1) { /* the kinds, in the upper rule */
        int at = inside.x + 1;
        for (int k = 0; k < TABS; k++) {
            bool chosen = k == tab;
            int w = text_width(tab_name(k)) + 2 * chosen;
            if (x >= at && x < at + w)
                return step_kind(host, picker, k - tab + TABS);
            at += w + 2;
        }
    }
    return 0;
}

static const struct picker_kind library_kind = {
    .title = "Library",
    .heading = library_heading,
    .empty = "there is nothing of this kind; I imports a file",
    .own_size = sizeof(struct library),
    .w = WHOLE,
    .h = WHOLE,
    .list_w = LIST_W,
    .load = library_load,
    .unload = library_unload,
    .row = library_row,
    .choose = library_choose,
    .preview = library_preview,
    .accept = library_accept,
    .act = library_act,
    .update = library_update,
    .first = library_first,
    .mouse = library_mouse,
};

static const struct hint library_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},   {ACTION_LIST_TAB, ACTION_NONE, "kind", 0},
    {ACTION_LIST_FILTER, ACTION_NONE, "search", 1},    {ACTION_LIST_ACCEPT, ACTION_NONE, "use", 1},
    {ACTION_LIBRARY_IMPORT, ACTION_NONE, "import", 0}, {ACTION_LIBRARY_EXPORT, ACTION_NONE, "export", 2},
    {ACTION_LIST_DELETE, ACTION_NONE, "delete", 2},    {ACTION_LIST_UNDO, ACTION_NONE, "undo", 3},
    {ACTION_SCENARIO_COPY, ACTION_NONE, "copy", 4},    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

/* A row a thing of the kind that is shown. */
static void library_tell(const struct host *host, const void *state, struct account *account)
{
    static const char *const columns[] = {"kind",     "name",   "title",   "facts",
                                          "built_in", "in_use", "changed", "sha256"};
    const struct library *own = ((const struct picker_view *)state)->own;
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < own->items.list.n; i++) {
        const struct store_item *item = &own->items.list.items[i];
        ACCOUNT_ADD(account, account_said(tab_name(own->kept.tab)), account_said(item->name),
                    account_said(item->title), account_said(item->detail), account_flag(item->builtin),
                    account_flag(in_use(&host->explorer->document.scenario, own->kind, item->name)),
                    account_said(item->changed_at), account_said(item->hash));
    }
}

const struct view_ops view_library = {
    .contexts = CONTEXT_LIST | CONTEXT_LIBRARY,
    PICKER_SLOTS(library_kind),
    .tell = library_tell,
    .hints = library_hints,
    .n_hints = sizeof library_hints / sizeof *library_hints,
};
