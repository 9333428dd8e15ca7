/* The scenarios to choose from, each with what it is: where it comes from, what runs on what, under which
 * grid. Taking one opens it in place of the one at work; that is a change like any other, so `u` brings the
 * old one back with its edits. */
#include "tui/views/items.h"
#include "tui/views/picker.h"
#include "engine/account/account.h"

#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LIST_WIDTH = 32 };

struct scenarios {
    struct listed items; /* owned */
    int loaded;          /* the item that `scenario` is; -1: none, and `error` says why */
    struct scenario scenario;
    const struct carbon_trace *trace; /* of it; NULL: not in the library */
    struct error error;
};

static void forget(struct scenarios *own)
{
    if (own->loaded >= 0)
        scenario_free(&own->scenario);
    own->loaded = -1;
}

static void scenarios_unload(struct host *host, struct picker_view *picker)
{
    struct scenarios *own = picker->own;
    (void)host;
    forget(own);
    listed_free(&own->items);
}

static bool scenarios_load(struct host *host, struct picker_view *picker, const char *argument,
                           struct error *error)
{
    struct scenarios *own = picker->own;
    (void)argument;
    own->loaded = -1;
    if (!host->store)
        return error_set(error, ERROR_INPUT, "",
                         "there is no store, so there are no scenarios to choose from");
    if (!store_list(host->store, STORE_SCENARIO, &own->items.list, error))
        return false;
    picker->n = (int)own->items.list.n;
    for (int i = 0; i < picker->n; i++)
        if (strcmp(own->items.list.items[i].name, host->explorer->document.scenario.name) == 0)
            picker->at = i;
    listed_describe(&own->items);
    picker->texts = own->items.text[0];
    picker->text_step = LISTED_TEXT;
    return true;
}

static void scenarios_choose(struct host *host, struct picker_view *picker, int item)
{
    struct scenarios *own = picker->own;
    const struct catalog *catalog = host->explorer->catalog;
    struct error error = {0};
    forget(own);
    own->error = (struct error){0};
    if (!store_load_scenario(host->store, own->items.list.items[item].name, &own->scenario, &own->error))
        return;
    own->loaded = item;
    own->trace = catalog->trace(catalog->context, own->scenario.trace, &error);
}

static bool is_open(const struct host *host, const struct scenarios *own, int item)
{
    return strcmp(own->items.list.items[item].name, host->explorer->document.scenario.name) == 0;
}

/* Has the user changed anything of the scenario at work? */
static bool is_changed(const struct host *host)
{
    const struct change *top = history_top(&host->explorer->document.history);
    return host->explorer->document.scenario.n_edits > 0 || (top && top->kind != CHANGE_SCENARIO);
}

static void scenarios_row(const struct host *host, const struct picker_view *picker, int item,
                          struct rect rect, enum role ground, struct canvas *canvas)
{
    const struct scenarios *own = picker->own;
    bool open = is_open(host, own, item);
    int x = rect.x, end = rect.x + rect.w;
    part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ground), open ? "● " : "  ");
    part_span(canvas, &x, end, rect.y, style_on(open ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground),
              own->items.list.items[item].name);
    if (!own->items.list.items[item].builtin)
        part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ground), " imported");
}

/* --- the preview --- */

static void scenarios_preview(const struct host *host, const struct picker_view *picker, int item,
                              struct rect rect, struct canvas *canvas)
{
    const struct scenarios *own = picker->own;
    const struct scenario *scenario = &own->scenario;
    struct lines lines = {canvas, rect, 0};
    char open[96];
    if (own->loaded != item) {
        lines_wrap(&lines, popup_style(ROLE_BAD), own->error.message);
        return;
    }
    lines_wrap(&lines, popup_bold(ROLE_TITLE), *scenario->title ? scenario->title : scenario->name);
    if (is_open(host, own, item)) {
        int edits = host->explorer->document.scenario.n_edits;
        snprintf(open, sizeof open, "● open now%s",
                 !is_changed(host) ? "" : ", with changes that this has not");
        if (edits > 0)
            snprintf(open, sizeof open, "● open now, with %d edit%s", edits, edits == 1 ? "" : "s");
        lines_put(&lines, popup_style(ROLE_TEXT), open);
    }
    scenario_preview(&lines, scenario, own->trace);
}

/* --- taking one --- */

static unsigned scenarios_accept(struct host *host, struct picker_view *picker, int item)
{
    struct scenarios *own = picker->own;
    struct error error = {0};
    struct explorer *explorer = host->explorer;
    char was[64];
    int edits = explorer->document.scenario.n_edits;
    bool changed = is_changed(host);
    if (own->loaded != item)
        return host_fail(host, &own->error);
    if (is_open(host, own, item) && !changed)
        return host_say(host, "%s is open already", own->scenario.name) | REPLY_CLOSE;
    snprintf(was, sizeof was, "%s", explorer->document.scenario.name);
    if (!explorer_open(explorer, &own->scenario, (struct recorded){0}, &error)) {
        return host_fail(host, &error);
    }
    /* "u goes back to X with its 2 edits". */
    char with[48] = "";
    if (edits > 0)
        snprintf(with, sizeof with, " with its %d edit%s", edits, edits == 1 ? "" : "s");
    else if (changed)
        snprintf(with, sizeof with, " as you left it");
    return host_say(host, "opened %s; u goes back to %s%s", own->scenario.name, was, with) | REPLY_CLOSE;
}

static unsigned scenarios_act(struct host *host, struct picker_view *picker, int item, enum action_id action)
{
    struct scenarios *own = picker->own;
    if (action != ACTION_SCENARIO_COPY)
        return 0;
    return host_open(host, VIEW_FLEET, own->items.list.items[item].name);
}

static const struct picker_kind scenarios_kind = {
    .title = "Scenarios",
    .empty = "the library has no scenarios; `wattif import scenario FILE` brings one in",
    .own_size = sizeof(struct scenarios),
    .list_w = LIST_WIDTH,
    .load = scenarios_load,
    .unload = scenarios_unload,
    .row = scenarios_row,
    .choose = scenarios_choose,
    .preview = scenarios_preview,
    .accept = scenarios_accept,
    .act = scenarios_act,
};

/* A row a scenario. */
static void scenarios_tell(const struct host *host, const void *state, struct account *account)
{
    static const char *const columns[] = {"name", "title", "facts", "built_in", "in_force"};
    const struct scenarios *own = ((const struct picker_view *)state)->own;
    const struct store_list *list = &own->items.list;
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < list->n; i++) {
        const struct store_item *item = &list->items[i];
        ACCOUNT_ADD(account, account_said(item->name), account_said(item->title), account_said(item->detail),
                    account_flag(item->builtin),
                    account_flag(strcmp(item->name, host->explorer->document.scenario.name) == 0));
    }
}

static const struct hint hints[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
                                    {ACTION_LIST_ACCEPT, ACTION_NONE, "take", 1},
                                    {ACTION_LIST_FILTER, ACTION_NONE, "filter", 2},
                                    {ACTION_SCENARIO_COPY, ACTION_NONE, "copy and change", 2},
                                    {ACTION_BACK, ACTION_NONE, "leave", 0}};

const struct view_ops view_scenarios = {.contexts = CONTEXT_LIST,
                                        PICKER_SLOTS(scenarios_kind),
                                        .tell = scenarios_tell,
                                        .hints = hints,
                                        .n_hints = sizeof hints / sizeof *hints};
