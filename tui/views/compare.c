#include "tui/views/compare.h"

#include "engine/base/text.h"
#include "tui/explorer/explorer.h"
#include "tui/media/canvas.h"
#include "tui/report/account_report.h"
#include "tui/report/report_page.h"
#include "tui/widgets/parts.h"

#include <stdlib.h>
#include <string.h>

static bool compare_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct compare *compare = state;
    return lineup_open(&compare->lineup, host->explorer, host->store, argument, error);
}

static void compare_close(struct host *host, void *state)
{
    struct compare *compare = state;
    account_free(&compare->account);
    lineup_close(&compare->lineup, host->explorer);
}

/* --- the cursor --- */

static int64_t point_ns(const struct lineup *lineup, int point)
{
    int n = lineup->window.points;
    return n > 0 ? (int64_t)((double)lineup->window.to_ns * (point + 0.5) / n) : 0;
}

static int point_at(const struct lineup *lineup, int64_t t_ns)
{
    int64_t to_ns = lineup->window.to_ns > 0 ? lineup->window.to_ns : 1;
    return (int)(t_ns * lineup->window.points / to_ns);
}

static void seek(struct compare *compare, int64_t t_ns)
{
    int64_t end_ns = compare->lineup.horizon_ns;
    compare->cursor_ns = t_ns < 0 ? 0 : t_ns > end_ns ? end_ns : t_ns;
}

static bool seek_peak(struct compare *compare, int direction)
{
    struct lineup *lineup = &compare->lineup;
    int at = compare->placed ? point_at(lineup, compare->cursor_ns) : -1;
    int peak = gap_next_peak(lineup->points, lineup->n_points, at, direction);
    if (peak >= 0)
        seek(compare, point_ns(lineup, peak));
    return peak >= 0;
}

void compare_account(const struct compare *compare, bool machines, struct account *account)
{
    const struct lineup *lineup = &compare->lineup;
    struct comparison_told told = {.shown = &lineup->shown,
                                   .seeds = &lineup->seeds,
                                   .wanted = lineup->wanted,
                                   .fault = lineup->fault,
                                   .other = lineup->other,
                                   .cut = compare->cut,
                                   .page = compare->page,
                                   .machines = machines};
    for (size_t k = 0; k < lineup->n; k++) {
        const struct lineup_run *run = &lineup->runs[k];
        told.runs[k].recording = lineup_is_known(run) ? lineup_recording(run) : NULL;
        told.runs[k].model = run->model;
        told.runs[k].inputs = run->inputs;
    }
    comparison_tell(&told, account);
}

/* A number for all that the account depends on. */
static size_t state_of(const struct compare *compare)
{
    const struct lineup *lineup = &compare->lineup;
    size_t seen = contrast_seeds(&lineup->shown);
    seen = seen * (LINEUP_SEEDS_MAX + 1) + contrast_seeds(&lineup->seeds);
    seen = seen * (LINEUP_SEEDS_MAX + 1) + lineup->wanted;
    seen = (seen * LINEUP_RUNS + lineup->base) * LINEUP_RUNS + lineup->other;
    seen = (seen * WATERFALL_CUTS + compare->cut) * COMPARE_PAGES + compare->page;
    return 1 + 2 * seen + (*lineup->fault != 0);
}

static void compare_update(struct host *host, void *state)
{
    struct compare *compare = state;
    struct rect all = {0, 1, host->canvas->w, host->canvas->h - 2};
    int hidden = part_clamp(2 * all.w, 0, CURVE_POINTS); /* points of curves that are not shown */
    lineup_update(&compare->lineup, compare->place.w ? 2 * compare_plot_w(compare) : hidden);
    if (compare->seen != state_of(compare)) {
        account_free(&compare->account);
        account_begin(&compare->account, "compare", "Compare");
        compare_account(compare, false, &compare->account);
        compare->seen = state_of(compare);
    }
    compare->place = media_canvas(&compare->account, (struct media_at){0}, all, NULL);
    lineup_update(&compare->lineup, compare->place.w ? 2 * compare_plot_w(compare) : hidden);
    if (!compare->placed && compare->lineup.compared) {
        if (!seek_peak(compare, 1))
            seek(compare, compare->lineup.horizon_ns / 2);
        compare->placed = true;
    }
}

/* --- keys --- */

/* The next run that is not the base. */
static size_t next_other(const struct lineup *lineup, size_t at, size_t step)
{
    do
        at = (at + step) % lineup->n;
    while (at == lineup->base);
    return at;
}

static void next_base(struct lineup *lineup)
{
    size_t base = (lineup->base + 1) % lineup->n;
    lineup_choose(lineup, base, lineup->other == base ? (base + lineup->n - 1) % lineup->n : lineup->other);
}

static unsigned open_other(struct host *host, const struct compare *compare)
{
    const struct lineup_run *run = compare_other(compare);
    if (!*run->opens) {
        message_say(host->message, false, "%s is what is explored, or its reference: Esc goes there",
                    run->name);
        return REPLY_DONE;
    }
    bool opened = explorer_open_word(host->explorer, host->store, run->opens, host->message);
    return REPLY_DONE | (opened ? REPLY_CLOSE_ALL : 0);
}

static unsigned go_to_peak(struct host *host, struct compare *compare, int direction)
{
    if (!seek_peak(compare, direction))
        message_say(host->message, false, "nowhere %s this do they differ as much",
                    direction > 0 ? "after" : "before");
    return REPLY_DONE;
}

static void next_cut(struct host *host, struct compare *compare)
{
    compare->cut = (enum waterfall_cut)((compare->cut + 1) % WATERFALL_CUTS);
    message_say(host->message, false, "the difference by %s", waterfall_cut_names[compare->cut]);
}

static unsigned compare_action(struct host *host, void *state, enum action_id action)
{
    struct compare *compare = state;
    struct lineup *lineup = &compare->lineup;
    struct error error = {0};
    int64_t step_ns = lineup->window.points > 1 ? 2 * lineup->horizon_ns / lineup->window.points : 1;
    switch (action) {
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        seek(compare, compare->cursor_ns + (action == ACTION_LIST_LEFT ? -step_ns : step_ns));
        break;
    case ACTION_LIST_PAGE_UP:
    case ACTION_LIST_PAGE_DOWN:
        seek(compare, compare->cursor_ns + (action == ACTION_LIST_PAGE_UP ? -10 : 10) * step_ns);
        break;
    case ACTION_LIST_FIRST:
    case ACTION_LIST_LAST:
        seek(compare, action == ACTION_LIST_FIRST ? 0 : lineup->horizon_ns);
        break;
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        lineup_choose(lineup, lineup->base,
                      next_other(lineup, lineup->other, action == ACTION_LIST_DOWN ? 1 : lineup->n - 1));
        break;
    case ACTION_LIST_TAB:
        compare->page = (enum compare_page)((compare->page + 1) % COMPARE_PAGES);
        break;
    case ACTION_COMPARE_NEXT:
    case ACTION_COMPARE_PREVIOUS:
        return go_to_peak(host, compare, action == ACTION_COMPARE_NEXT ? 1 : -1);
    case ACTION_COMPARE_BASE:
        next_base(lineup);
        break;
    case ACTION_COMPARE_CUT:
        next_cut(host, compare);
        break;
    case ACTION_COMPARE_ALONE:
        compare->difference_alone = !compare->difference_alone;
        compare->page = COMPARE_PLOTS;
        message_say(host->message, false, compare->difference_alone ? "the difference alone" : "all plots");
        break;
    case ACTION_LIST_SEEDS:
        if (!lineup_stop_or_more(lineup, host->explorer, &error))
            message_say_error(host->message, &error);
        else
            message_say(host->message, false,
                        lineup->question ? "more seeds come; + stops them"
                                         : "stopped; + asks for more seeds");
        break;
    case ACTION_COMPARE_OPEN:
        return open_other(host, compare);
    default:
        return 0;
    }
    return REPLY_DONE;
}

static unsigned compare_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct compare *compare = state;
    int plot_x = compare->place.x + COMPARE_GUTTER, plot_w = compare_plot_w(compare);
    int64_t step_ns = plot_w > 0 ? compare->lineup.horizon_ns / plot_w : 1;
    (void)host;
    if (button == 4 || button == 5) {
        seek(compare, compare->cursor_ns + (button == 4 ? -step_ns : step_ns));
        return REPLY_DONE;
    }
    if (button != 1 || plot_w == 0 || !rect_contains(compare->place, x, y) || x < plot_x)
        return button == 1 ? REPLY_HANDLED : 0;
    seek(compare, (int64_t)((double)compare->lineup.horizon_ns * (x - plot_x + 0.5) / plot_w));
    return REPLY_DONE;
}

static const struct hint compare_hints[] = {
    {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "time", 1},
    {ACTION_COMPARE_NEXT, ACTION_COMPARE_PREVIOUS, "most different", 2},
    {ACTION_COMPARE_CUT, ACTION_NONE, "by part, GPU, app", 1},
    {ACTION_COMPARE_ALONE, ACTION_NONE, "difference alone", 3},
    {ACTION_COMPARE_BASE, ACTION_NONE, "other base", 2},
    {ACTION_LIST_DOWN, ACTION_NONE, "other run", 4},
    {ACTION_COMPARE_OPEN, ACTION_NONE, "open it", 2},
    {ACTION_LIST_SEEDS, ACTION_NONE, "seeds", 3},
    {ACTION_LIST_TAB, ACTION_NONE, "page", 1},
    {ACTION_EXPORT, ACTION_NONE, "export", 4},
    {ACTION_EXPLAIN, ACTION_NONE, "help", 3},
    {ACTION_BACK, ACTION_NONE, "leave", 0}};

/* A saved run reads the versions that it was made with. */
static bool add_run(struct report *report, const struct host *host, const struct lineup_run *run,
                    struct error *error)
{
    return (!run->saved || store_pin_run(host->store, run->saved->name, error)) &&
           report_add_run(report, host->store, run->name, lineup_scenario(run), error);
}

/* Over the seeds as far as they have come; else the runs as they are. */
static void compare_tell(const struct host *host, const void *state, struct account *account)
{
    const struct lineup *lineup = &((const struct compare *)state)->lineup;
    struct report report = {0};
    struct error ignored = {0};
    bool good = host->store != NULL;
    compare_account(state, true, account);
    for (size_t k = 0; k < lineup->n && good; k++)
        good = add_run(&report, host, &lineup->runs[k], &ignored);
    if (good)
        account_tell_inputs(account, &report);
    report_free(&report);
}

/* The base first: the report holds the others against it. */
static size_t place_of(const struct lineup *lineup, size_t k)
{
    return k == 0 ? lineup->base : k == lineup->base ? 0 : k;
}

static bool print_report(struct compare_report *shown, const struct host *host, const struct lineup *lineup,
                         FILE *out, struct error *error)
{
    bool paired = contrast_seeds(&lineup->seeds) > 1;
    struct contrast contrast = paired ? lineup->seeds : lineup->shown;
    struct account account;
    shown->report.replicates = paired ? contrast_seeds(&lineup->seeds) : 0;
    for (size_t k = 0; k < lineup->n; k++) {
        const struct lineup_run *run = &lineup->runs[place_of(lineup, k)];
        contrast.runs[k] = (paired ? &lineup->seeds : &lineup->shown)->runs[place_of(lineup, k)];
        if (!add_run(&shown->report, host, run, error))
            return false;
        compare_report_show(shown, run->name, run->model, lineup_recording(run));
    }
    contrast.base = 0;
    compare_report_tell(shown, &contrast, &account);
    bool good =
        compare_report_print(shown, &account, out) || error_set(error, ERROR_SYSTEM, "", "out of memory");
    account_free(&account);
    return good;
}

static bool compare_report(const struct host *host, const void *state, FILE *out, struct error *error)
{
    const struct lineup *lineup = &((const struct compare *)state)->lineup;
    struct compare_report *shown = calloc(1, sizeof *shown);
    if (!shown)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    bool whole = lineup->shown.n == lineup->n;
    for (size_t k = 0; k < lineup->n; k++)
        whole = whole && lineup_is_known(&lineup->runs[k]);
    bool good = whole ? print_report(shown, host, lineup, out, error)
                      : error_set(error, ERROR_INPUT, "",
                                  "a report is of whole runs; these are still being simulated");
    compare_report_free(shown);
    free(shown);
    return good;
}

const struct view_ops view_compare = {.contexts = CONTEXT_LIST | CONTEXT_COMPARE,
                                      .state_size = sizeof(struct compare),
                                      .open = compare_open,
                                      .close = compare_close,
                                      .update = compare_update,
                                      .draw = compare_draw,
                                      .tell = compare_tell,
                                      .report = compare_report,
                                      .action = compare_action,
                                      .mouse = compare_mouse,
                                      .hints = compare_hints,
                                      .n_hints = sizeof compare_hints / sizeof *compare_hints};
