/* The atlas: what does the scheme save when the run starts on another day, or on another grid? A calendar
 * with a cell for each start, how often each saving comes out, and the grids of the library as a ranking. The
 * runs are asked for when the view opens and come in the background; leaving calls off what is left, and what
 * has come stays known. Enter takes the start, or the grid, that is chosen. */
#include "tui/views/atlas_view.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdlib.h>

enum { DAY_S = 86400, MONDAY = 4 }; /* 1 January 1970 was a Thursday: day 4 a Monday */

int64_t atlas_day(const struct atlas_view *view, int64_t at_s)
{
    int64_t local_s = at_s + carbon_trace_offset(view->trace, at_s);
    return (local_s - (local_s < 0 ? DAY_S - 1 : 0)) / DAY_S;
}

int64_t atlas_monday(const struct atlas_view *view, const struct atlas *atlas)
{
    int64_t first = atlas->starts.n > 0 ? atlas_day(view, atlas->starts.at_s[0]) : 0;
    return first - ((first - MONDAY) % WEEK_DAYS + WEEK_DAYS) % WEEK_DAYS;
}

double atlas_value(const struct atlas *atlas, const struct atlas_point *point)
{
    return *atlas->reference ? atlas_saving(point) : point->grams;
}

/* The cleanest first, what is not known last, in the order of their names. */
static void rank(const struct atlas *atlas, struct atlas_view *view)
{
    view->n_shown_grids = atlas->n_grids;
    for (int k = 0; k < atlas->n_grids; k++) {
        double grams = atlas->grids[k].point.grams;
        int place = k;
        while (place > 0) {
            double before = atlas->grids[view->order[place - 1]].point.grams;
            if (isnan(grams) || (!isnan(before) && before <= grams))
                break;
            view->order[place] = view->order[place - 1];
            place--;
        }
        view->order[place] = k;
    }
}

/* Asks anew when the scenario is another; a constant trace has grids only. */
static void atlas_update(struct host *host, void *state)
{
    struct atlas_view *view = state;
    struct explorer *explorer = host->explorer;
    struct error error = {0};
    if (host->on_top && !host->of_sweep && !explorer_ask_atlas(explorer, view->names, view->n_names, &error))
        message_say_error(host->message, &error);
    const struct atlas *atlas = explorer_atlas(explorer);
    if (!atlas)
        return;
    rank(atlas, view);
    if (!view->chosen) {
        view->at = atlas->starts.own < 0 ? 0 : atlas->starts.own;
        view->grid = 0;
    }
    view->at = part_clamp(view->at, 0, atlas->starts.n > 0 ? atlas->starts.n - 1 : 0);
    view->grid = part_clamp(view->grid, 0, atlas->n_grids > 0 ? atlas->n_grids - 1 : 0);
}

static bool read_names(const struct host *host, struct atlas_view *view, struct error *error)
{
    if (!host->store)
        return true;
    if (!store_list(host->store, STORE_TRACE, &view->list, error))
        return false;
    for (size_t i = 0; i < view->list.n && view->n_names < ATLAS_GRIDS_MAX; i++)
        view->names[view->n_names++] = view->list.items[i].name;
    return true;
}

static bool atlas_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct atlas_view *view = state;
    const struct catalog *catalog = host->explorer->catalog;
    (void)argument;
    view->trace = catalog->trace(catalog->context, host->explorer->document.scenario.trace, error);
    if (!view->trace || (!host->of_sweep && !read_names(host, view, error)))
        return false;
    if (host->of_sweep ? explorer_show_atlas(host->explorer, error)
                       : explorer_ask_atlas(host->explorer, view->names, view->n_names, error)) {
        view->grids = explorer_atlas(host->explorer)->starts.n == 0;
        return true;
    }
    free(view->list.items);
    return false;
}

static void atlas_close(struct host *host, void *state)
{
    explorer_stop_atlas(host->explorer);
    free(((struct atlas_view *)state)->list.items);
}

/* --- input --- */

/* The start `days` days on, or the nearest that there is in that direction. */
static void step_days(const struct atlas *atlas, struct atlas_view *view, int days)
{
    int to = view->at, sign = days < 0 ? -1 : 1;
    int64_t goal = atlas_day(view, atlas->starts.at_s[view->at]) + days;
    while (to + sign >= 0 && to + sign < atlas->starts.n &&
           sign * (goal - atlas_day(view, atlas->starts.at_s[to])) > 0)
        to += sign;
    view->at = to;
}

static void step(const struct atlas *atlas, struct atlas_view *view, int days, int places)
{
    view->chosen = true;
    if (view->grids)
        view->grid = part_clamp(view->grid + places, 0, atlas->n_grids > 0 ? atlas->n_grids - 1 : 0);
    else if (atlas->starts.n > 0)
        step_days(atlas, view, days);
}

static unsigned take_start(struct host *host, const struct atlas *atlas, const struct atlas_view *view)
{
    struct knob_value value = {.number = (double)atlas->starts.at_s[view->at]};
    char note[160], date[FORMAT_SIZE];
    struct error error = {0};
    int64_t at_s = atlas->starts.at_s[view->at];
    if (view->at == atlas->starts.own) {
        message_say(host->message, false, "the run starts there already");
        return REPLY_DONE | REPLY_CLOSE;
    }
    explorer_end_turn(host->explorer);
    if (!explorer_set(host->explorer, knob_of_run(KNOB_START), &value, note, &error)) {
        message_say_error(host->message, &error);
        return REPLY_DONE;
    }
    message_say(host->message, false, "the run starts %s; u takes it back",
                format_date(date, at_s, carbon_trace_offset(view->trace, at_s)));
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned take_grid(struct host *host, const struct atlas *atlas, const struct atlas_view *view)
{
    const struct atlas_grid *grid = &atlas->grids[view->order[view->grid]];
    struct error error = {0};
    explorer_end_turn(host->explorer);
    if (!explorer_set_trace(host->explorer, grid->name, grid->start_s, &error)) {
        message_say_error(host->message, &error);
        return REPLY_DONE;
    }
    message_say(host->message, false, "the run is on %s; u takes it back",
                grid->trace && *grid->trace->title ? grid->trace->title : grid->name);
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned accept(struct host *host, const struct atlas *atlas, const struct atlas_view *view)
{
    if (view->grids)
        return atlas->n_grids > 0 ? take_grid(host, atlas, view) : REPLY_HANDLED;
    return atlas->starts.n > 0 ? take_start(host, atlas, view) : REPLY_HANDLED;
}

static unsigned atlas_action(struct host *host, void *state, enum action action)
{
    struct atlas_view *view = state;
    const struct atlas *atlas = explorer_atlas(host->explorer);
    bool back = action == ACTION_LIST_UP || action == ACTION_LIST_LEFT || action == ACTION_LIST_PAGE_UP ||
                action == ACTION_LIST_FIRST;
    int sign = back ? -1 : 1;
    if (!atlas)
        return 0;
    switch (action) {
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        step(atlas, view, sign, sign);
        break;
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        step(atlas, view, sign * WEEK_DAYS, 0);
        break;
    case ACTION_LIST_PAGE_UP:
    case ACTION_LIST_PAGE_DOWN:
        step(atlas, view, sign * 4 * WEEK_DAYS, sign * 10);
        break;
    case ACTION_LIST_FIRST:
    case ACTION_LIST_LAST:
        step(atlas, view, sign * 2 * STARTS_MAX, sign * ATLAS_GRIDS_MAX);
        break;
    case ACTION_LIST_TAB:
        view->grids = !view->grids || atlas->starts.n == 0;
        break;
    case ACTION_LIST_ACCEPT:
        return accept(host, atlas, view);
    default:
        return 0;
    }
    return REPLY_DONE;
}

/* The start whose cell it is, or -1. */
static int start_at(const struct atlas *atlas, const struct atlas_view *view,
                    const struct atlas_layout *layout, int x, int y)
{
    int week = (x - layout->starts.x - 4) / layout->cell_w, row = y - layout->starts.y - 2;
    int weekday = row < 0 ? -1 : row / layout->cell_h;
    int64_t day = atlas_monday(view, atlas) + (int64_t)week * WEEK_DAYS + weekday;
    for (int k = 0; k < atlas->starts.n && x >= layout->starts.x + 4 && weekday >= 0 && weekday < WEEK_DAYS;
         k++)
        if (atlas_day(view, atlas->starts.at_s[k]) == day)
            return k;
    return -1;
}

static unsigned atlas_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct atlas_view *view = state;
    const struct atlas *atlas = explorer_atlas(host->explorer);
    struct atlas_layout layout = atlas_divide(host->canvas->w, host->canvas->h, view);
    if (!atlas)
        return REPLY_HANDLED;
    if (button != 1) {
        step(atlas, view, button == 4 ? -1 : 1, button == 4 ? -1 : 1);
        return REPLY_DONE;
    }
    bool grids = rect_contains(layout.grids, x, y);
    int k = grids ? layout.grids_top + y - layout.grids.y - 1 : start_at(atlas, view, &layout, x, y);
    if (k < 0 || (grids && (k >= atlas->n_grids || y == layout.grids.y)))
        return REPLY_HANDLED;
    bool again = view->grids == grids && k == (grids ? view->grid : view->at);
    view->grids = grids;
    view->chosen = true;
    *(grids ? &view->grid : &view->at) = k;
    return again ? accept(host, atlas, view) : REPLY_DONE;
}

static const struct hint hints[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "day", 1},
                                    {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "week", 1},
                                    {ACTION_LIST_TAB, ACTION_NONE, "days, grids", 1},
                                    {ACTION_LIST_ACCEPT, ACTION_NONE, "run there", 0},
                                    {ACTION_EXPORT, ACTION_NONE, "export", 4},
                                    {ACTION_EXPLAIN, ACTION_NONE, "help", 3},
                                    {ACTION_BACK, ACTION_NONE, "leave", 0}};

const struct view_ops view_atlas = {.contexts = CONTEXT_LIST,
                                    .state_size = sizeof(struct atlas_view),
                                    .open = atlas_open,
                                    .close = atlas_close,
                                    .update = atlas_update,
                                    .draw = atlas_draw,
                                    .tell = atlas_tell,
                                    .action = atlas_action,
                                    .mouse = atlas_mouse,
                                    .hints = hints,
                                    .n_hints = sizeof hints / sizeof *hints};
