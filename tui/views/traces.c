/* The carbon traces to choose from, each with a year of it at a glance and the facts that must be known
 * before its grams are believed. Taking one changes the grid of the whole run. Where the run's start is not
 * on the trace nothing is guessed: the picker of starts opens over that trace, at the same date where it has
 * one, and trace and start are then taken together. */
#include "engine/account/account.h"
#include "tui/views/picker.h"
#include "tui/views/items.h"

#include "engine/base/civil.h"
#include "tui/words/facts.h"
#include "engine/answers/days.h"
#include "tui/words/format.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_WIDTH = 50, TITLE_MIN = 12, BASIS_WIDTH = 8, EVERY_WIDTH = 7, MEAN_WIDTH = 5 };

struct traces_entry {
    const struct carbon_trace *trace; /* of the catalogue; NULL: it cannot be read */
    char title[96];                   /* without the basis, which has a column of its own */
    char text[400];                   /* what a filter looks in */
    double mean;
    struct error error;
};

struct traces {
    struct traces_entry *entries; /* owned */
    struct year year;             /* of the chosen one */
};

static void traces_unload(struct host *host, struct picker_view *picker)
{
    (void)host;
    free(((struct traces *)picker->own)->entries);
}

/* "Great Britain 2022 life-cycle" -> "Great Britain 2022". */
static void shorten_title(const struct carbon_trace *trace, char *out, size_t size)
{
    static const char *const endings[] = {" direct", " life-cycle", " lca"};
    snprintf(out, size, "%s", *trace->title ? trace->title : trace->name);
    size_t n = strlen(out);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t ending = strlen(endings[i]);
        if (n > ending && strcmp(out + n - ending, endings[i]) == 0) {
            out[n - ending] = 0;
            return;
        }
    }
}

static void fill(const struct catalog *catalog, const char *name, struct traces_entry *entry)
{
    char facts[160];
    const struct carbon_trace *trace = catalog->trace(catalog->context, name, &entry->error);
    entry->trace = trace;
    entry->mean = NAN;
    snprintf(entry->title, sizeof entry->title, "%s", name);
    snprintf(entry->text, sizeof entry->text, "%s", name);
    if (!trace)
        return;
    shorten_title(trace, entry->title, sizeof entry->title);
    trace_facts(trace, facts, sizeof facts);
    snprintf(entry->text, sizeof entry->text, "%s %s %s %s", name, trace->title, trace->zone, facts);
    entry->mean = carbon_trace_history_mean(trace, trace->n, NULL);
}

static bool traces_load(struct host *host, struct picker_view *picker, const char *argument,
                        struct error *error)
{
    struct traces *own = picker->own;
    struct store_list list = {0};
    const char *chosen = *argument ? argument : host->explorer->document.scenario.trace;
    if (!host->store)
        return error_set(error, ERROR_INPUT, "", "there is no store, so there are no traces to choose from");
    if (!store_list(host->store, STORE_TRACE, &list, error))
        return false;
    own->entries = needed(calloc(list.n + 1, sizeof *own->entries));
    picker->n = (int)list.n;
    for (int i = 0; i < picker->n; i++) {
        fill(host->explorer->catalog, list.items[i].name, &own->entries[i]);
        if (strcmp(list.items[i].name, chosen) == 0)
            picker->at = i;
    }
    free(list.items);
    if (*argument && (picker->n == 0 || !own->entries[picker->at].trace ||
                      strcmp(own->entries[picker->at].trace->name, argument) != 0))
        return error_set(error, ERROR_INPUT, argument, "the library has no trace of this name");
    picker->texts = own->entries->text;
    picker->text_step = sizeof *own->entries;
    return true;
}

static void traces_choose(struct host *host, struct picker_view *picker, int item)
{
    struct traces *own = picker->own;
    (void)host;
    if (own->entries[item].trace)
        year_make(&own->year, own->entries[item].trace);
}

static bool in_force(const struct host *host, const struct traces_entry *entry)
{
    return entry->trace && strcmp(entry->trace->name, host->explorer->document.scenario.trace) == 0;
}

static void traces_row(const struct host *host, const struct picker_view *picker, int item, struct rect rect,
                       enum role ground, struct canvas *canvas)
{
    const struct traces_entry *entry = &((const struct traces *)picker->own)->entries[item];
    bool now = in_force(host, entry);
    struct style plain = style_on(now ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground);
    struct style dim = style_on(style_of(ROLE_DIM), ground);
    char basis[32] = "", step[32] = "", mean[32] = "", title[FORMAT_TRACE_SIZE];
    int x = rect.x, end = rect.x + rect.w, at = end - MEAN_WIDTH;
    if (entry->trace) {
        /* "direct", "lca m", "unknown": what kind of number it is, the common case unsaid. */
        const struct carbon_trace *trace = entry->trace;
        snprintf(basis, sizeof basis, "%s%s", carbon_basis_names[trace->basis],
                 ((const char *const[KIND_COUNT]){" ?", "", " m", " l"})[trace->kind]);
        const struct carbon_trace *of = entry->trace;
        if (of->n == 1)
            snprintf(step, sizeof step, "const");
        else
            duration_format(of->step_s, step, sizeof step);
        snprintf(mean, sizeof mean, "%.0f", entry->mean);
    } else {
        snprintf(basis, sizeof basis, "%s", entry->error.kind == ERROR_DAMAGE ? "damaged" : "unread");
    }
    canvas_text_right(canvas, end, rect.y, MEAN_WIDTH, plain, mean);
    if (at - EVERY_WIDTH - BASIS_WIDTH - x >= TITLE_MIN) {
        at -= EVERY_WIDTH;
        canvas_text(canvas, at, rect.y, EVERY_WIDTH - 1, dim, step);
    }
    if (at - BASIS_WIDTH - x >= TITLE_MIN) {
        at -= BASIS_WIDTH;
        canvas_text(canvas, at, rect.y, BASIS_WIDTH - 1, dim, basis);
    }
    part_span(canvas, &x, at - 1, rect.y, plain, now ? "● " : "  ");
    part_span(canvas, &x, at - 1, rect.y, entry->trace ? plain : style_on(style_of(ROLE_BAD), ground),
              format_trace(title, entry->title, at - 1 - x));
}

/* --- the preview --- */

static void traces_preview(const struct host *host, const struct picker_view *picker, int item,
                           struct rect rect, struct canvas *canvas)
{
    const struct traces *own = picker->own;
    const struct traces_entry *entry = &own->entries[item];
    struct lines lines = {canvas, rect, 0};
    if (!entry->trace) {
        lines_wrap(&lines, popup_style(ROLE_BAD), entry->error.message);
        return;
    }
    lines_put(&lines, popup_bold(ROLE_TITLE),
              *entry->trace->title ? entry->trace->title : entry->trace->name);
    /* What Enter would do, where that is more than taking it. */
    int64_t start_s = host->explorer->document.scenario.start_s;
    if (!days_on_trace(entry->trace, start_s)) {
        lines_wrap(&lines, popup_bold(ROLE_TITLE),
                   text(&canvas->texts, "The run's start, %s, is not on it: Enter asks for another.",
                        format_date(FORMAT_ROOM, start_s, 0)));
    }
    trace_preview(&lines, entry->trace, &own->year);
}

/* --- taking one --- */

static unsigned traces_accept(struct host *host, struct picker_view *picker, int item)
{
    const struct traces_entry *entry = &((const struct traces *)picker->own)->entries[item];
    struct explorer *explorer = host->explorer;
    struct error error = entry->error;
    char was[64];
    if (in_force(host, entry))
        return host_say(host, "%s is in force already", entry->title) | REPLY_CLOSE;
    if (entry->trace && !days_on_trace(entry->trace, explorer->document.scenario.start_s)) {
        host_open(host, VIEW_START, entry->trace->name);
        return host_say(host, "%s is not on %s: choose a start; Enter takes both, Esc goes back",
                        format_date(FORMAT_ROOM, host->explorer->document.scenario.start_s, 0), entry->title);
    }
    snprintf(was, sizeof was, "%s", explorer->document.scenario.trace);
    if (!entry->trace ||
        !explorer_set_trace(explorer, entry->trace->name, explorer->document.scenario.start_s, &error))
        return host_fail(host, &error);
    return host_say(host, "the run is on %s from its start; u goes back to %s",
                    *entry->trace->title ? entry->trace->title : entry->title, was) |
           REPLY_CLOSE;
}

static const struct picker_kind traces_kind = {
    .title = "Carbon traces: basis, resolution, mean g/kWh",
    .empty = "the library has no traces; `wattif import trace FILE` brings one in",
    .own_size = sizeof(struct traces),
    .long_h = 50,
    .list_w = LIST_WIDTH,
    .load = traces_load,
    .unload = traces_unload,
    .row = traces_row,
    .choose = traces_choose,
    .preview = traces_preview,
    .accept = traces_accept,
};

/* A row a trace. */
static void traces_tell(const struct host *host, const void *state, struct account *account)
{
    static const char *const columns[] = {"name",  "title",   "basis",           "kind",           "step_s",
                                          "start", "samples", "missing_samples", "mean_g_per_kwh", "licence"};
    const struct picker_view *picker = state;
    const struct traces *own = picker->own;
    char start[24];
    (void)host;
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < picker->n; i++) {
        const struct carbon_trace *trace = own->entries[i].trace;
        if (!trace)
            continue;
        civil_format(trace->start_s, start, sizeof start);
        ACCOUNT_ADD(account, account_said(trace->name), account_said(trace->title),
                    account_said(carbon_basis_names[trace->basis]),
                    account_said(carbon_kind_names[trace->kind]), account_bare(trace->step_s),
                    account_said(start), account_bare((double)trace->n), account_bare((double)trace->missing),
                    account_bare(own->entries[i].mean),
                    account_said(*trace->licence ? trace->licence : NULL));
    }
}

const struct view_ops view_traces = {
    .contexts = CONTEXT_LIST, PICKER_SLOTS(traces_kind), .tell = traces_tell};
