/* The list of edits: what was turned from the start and what on the way, in the order of the run. A row is
 * taken to put the cursor there, removed, or moved by buckets; every such change can be undone, and moves of
 * one edit in a row are one. Turns from the start are no edits of the scenario: they are found by comparing
 * it with what was opened, and removed by setting the old value again. */
#include "tui/explorer/mig_draft.h"
#include "engine/account/account.h"
#include "tui/views/picker.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/scenario.h"
#include "tui/words/format.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIME_W = 14, WHAT_W = 26, LIST_W = TIME_W + WHAT_W + 16 };

struct edits_row {
    int edit; /* its number in the scenario; -1: a value from the start */
    int64_t t_ns;
    struct knob_ref knob;
    struct knob_value value, before;
    char time[64], what[96], was[96]; /* in words */
    char text[160];                   /* for the filter */
};

struct edits {
    struct edits_row *rows; /* owned */
};

static const struct edits_row *row_of(const struct picker_view *picker, int item)
{
    return &((const struct edits *)picker->own)->rows[item];
}

/* --- the list --- */

static int64_t unix_of(const struct explorer *explorer, int64_t t_ns)
{
    return explorer->document.scenario.start_s + t_ns / NS_PER_S;
}

/* "14:30", with the day of the week where the run begins on another. */
static void describe_time(const struct explorer *explorer, int64_t t_ns, char *out, size_t size)
{
    char clock[FORMAT_SIZE];
    int32_t offset_s = explorer_offset_s(explorer, t_ns);
    struct civil at = civil_from_unix(unix_of(explorer, t_ns) + offset_s);
    struct civil start =
        civil_from_unix(explorer->document.scenario.start_s + explorer_offset_s(explorer, 0));
    bool other = at.day != start.day || at.month != start.month;
    format_clock(clock, unix_of(explorer, t_ns), offset_s, at.second != 0);
    snprintf(out, size, "%s%s%s", other ? civil_weekday_name(at.weekday) : "", other ? " " : "", clock);
}

/* How a GPU was cut before a scheme gave way is the scheme's to say: the scenario's value was not in force.
 */
static bool describe_scheme(const struct explorer *explorer, struct edits_row *row)
{
    if (!knob_is_layout(row->knob) || row->edit < 0)
        return false;
    int gpu = row->knob.scope == SCOPE_GPU ? row->knob.target : mig_fleet_find(explorer, "");
    struct knob_ref knob = mig_fleet_scheme(explorer, gpu < 0 ? 0 : gpu);
    struct knob_value value = row->t_ns > 0 ? knob_at(&explorer->document.scenario, knob, row->t_ns - 1)
                                            : knob_get(&explorer->document.scenario, knob);
    enum policy_id scheme = policy_find(LAYER_CONFIGURE, value.text);
    if (!policy_is_clover(scheme))
        return false;
    snprintf(row->was, sizeof row->was, "%s's", policy_infos[scheme].title);
    return true;
}

static void add_row(const struct explorer *explorer, struct picker_view *picker, const struct edits_row *like)
{
    struct edits_row *row = &((struct edits *)picker->own)->rows[picker->n++];
    *row = *like;
    struct change turn = {
        .kind = CHANGE_TURN, .knob = row->knob, .start = true, .before = row->before, .after = row->value};
    explorer_describe(explorer, &turn, false, row->what);
    if (!describe_scheme(explorer, row))
        explorer_describe(explorer, &turn, true, row->was);
    if (row->edit < 0)
        snprintf(row->time, sizeof row->time, "from start");
    else
        describe_time(explorer, row->t_ns, row->time, sizeof row->time);
    text_print(row->text, sizeof row->text, "%s %s", row->time, row->what);
}

static bool edits_load(struct host *host, struct picker_view *picker, const char *argument,
                       struct error *error)
{
    struct edits *own = picker->own;
    const struct explorer *explorer = host->explorer;
    const struct scenario *scenario = &explorer->document.scenario, *opened = explorer_opened(explorer);
    struct scenario_diff diff;
    (void)argument;
    (void)error;
    free(own->rows);
    must_be(scenario_diff_make(&diff, opened, scenario));
    own->rows = needed(calloc((size_t)(diff.n + scenario->n_edits) + 1, sizeof *own->rows));
    for (int i = 0; i < diff.n && diff.steps[i].kind == STEP_SET; i++) {
        struct knob_ref knob = diff.steps[i].knob;
        struct edits_row row = {
            .edit = -1, .knob = knob, .value = diff.steps[i].value, .before = knob_get(opened, knob)};
        add_row(explorer, picker, &row);
    }
    scenario_diff_free(&diff);
    for (int i = 0; i < scenario->n_edits; i++) {
        const struct edit *edit = &scenario->edits[i];
        struct edits_row row = {.edit = i, .t_ns = edit->t_ns, .knob = edit->knob, .value = edit->value};
        row.before =
            edit->t_ns > 0 ? knob_at(scenario, edit->knob, edit->t_ns - 1) : knob_get(scenario, edit->knob);
        if (edit->t_ns <= explorer->time.cursor_ns)
            picker->at = picker->n; /* the last one before the cursor */
        add_row(explorer, picker, &row);
    }
    return true;
}

static void edits_unload(struct host *host, struct picker_view *picker)
{
    explorer_end_turn(host->explorer);
    free(((struct edits *)picker->own)->rows);
}

static const char *edits_match(const struct picker_view *picker, int item)
{
    return row_of(picker, item)->text;
}

/* The old value without the words before it that the new one has, too: those of its knob. */
static const char *short_was(const struct edits_row *row)
{
    const char *value = row->was;
    for (size_t i = 0; row->was[i] && row->was[i] == row->what[i]; i++)
        if (row->was[i] == ' ')
            value = row->was + i + 1;
    return value;
}

static void edits_row(const struct host *host, const struct picker_view *picker, int item, struct rect rect,
                      enum role ground, struct canvas *canvas)
{
    const struct edits_row *row = row_of(picker, item);
    int x = rect.x + 1, end = rect.x + rect.w;
    (void)host;
    part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_EDIT), ground), "◆ ");
    part_span(canvas, &x, end, rect.y, style_on(style_of(row->edit < 0 ? ROLE_DIM : ROLE_TEXT), ground),
              row->time);
    x = rect.x + 1 + TIME_W;
    canvas_text(canvas, x, rect.y, end - x < WHAT_W - 1 ? end - x : WHAT_W - 1,
                style_on(style_bold(ROLE_TITLE), ground), row->what);
    x += WHAT_W;
    if (x < end) {
        part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ground), "was ");
        part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ground), short_was(row));
    }
}

/* --- the preview --- */

static const char *help_of(const struct edits_row *row)
{
    enum policy_id policy =
        knob_is_scheme(row->knob) ? policy_find((enum layer)row->knob.layer, row->value.text) : POLICY_COUNT;
    return policy == POLICY_COUNT ? knob_infos[row->knob.id].help : policy_infos[policy].help;
}

/* The next edit of the same knob, or NULL. */
static const struct edit *next_edit(const struct scenario *scenario, const struct edits_row *row)
{
    for (int i = row->edit + 1; i < scenario->n_edits; i++)
        if (explorer_same_knob(scenario->edits[i].knob, row->knob))
            return &scenario->edits[i];
    return NULL;
}

/* "From 14:30:00 UTC-8, Thu 13 Jan 2022, 2 h 30 into the run; until 16:00, when CIT 0.90 follows." */
static void describe_span(const struct explorer *explorer, const struct edits_row *row, char *out,
                          size_t size)
{
    char clock[FORMAT_SIZE], zone[FORMAT_SIZE], date[FORMAT_SIZE], since[32], next[96];
    int32_t offset_s = explorer_offset_s(explorer, row->t_ns);
    const struct edit *follows = next_edit(&explorer->document.scenario, row);
    size_t used;
    if (row->edit < 0) {
        used = (size_t)snprintf(out, size, "From the start of the run");
    } else {
        duration_format(ns_to_s(row->t_ns), since, sizeof since);
        used = (size_t)snprintf(out, size, "From %s %s, %s, %s into the run",
                                format_clock(clock, unix_of(explorer, row->t_ns), offset_s, true),
                                format_zone(zone, offset_s),
                                format_date(date, unix_of(explorer, row->t_ns), offset_s), since);
    }
    if (used >= size)
        return;
    if (row->edit >= 0 && row->t_ns > explorer->time.horizon_ns)
        snprintf(out + used, size - used, ". That is after the end of the run: it changes nothing.");
    else if (follows) {
        explorer_describe_edit(explorer, follows, next);
        snprintf(out + used, size - used, "; then %s.", next);
    } else
        snprintf(out + used, size - used, ", to its end.");
}

/* What the value meets at that time, where the knob is a threshold on something that is known. */
static bool describe_meeting(const struct explorer *explorer, const struct edits_row *row, char *out,
                             size_t size)
{
    double cir = knob_infos[row->knob.id].stairs ? explorer_grid(explorer, row->t_ns).cir : (double)NAN;
    if (isnan(cir))
        return false;
    snprintf(out, size, "CIR is %.2f there, %s %.2f: the high-end GPU %s.", cir,
             cir > row->value.number ? "above" : "not above", row->value.number,
             cir > row->value.number ? "opens to all jobs" : "is for late requests only");
    return true;
}

static void put_text(struct canvas *canvas, struct rect *rect, struct style style, const char *text)
{
    int rows = rect->h > 0 ? part_wrap(canvas, *rect, style, text) : 0;
    rect->y += rows + 1;
    rect->h -= rows + 1;
}

static void edits_preview(const struct host *host, const struct picker_view *picker, int item,
                          struct rect rect, struct canvas *canvas)
{
    const struct edits_row *row = row_of(picker, item);
    char text[400];
    snprintf(text, sizeof text, "%s, was %s", row->what, short_was(row));
    put_text(canvas, &rect, popup_bold(ROLE_TITLE), text);
    describe_span(host->explorer, row, text, sizeof text);
    put_text(canvas, &rect, popup_style(ROLE_TEXT), text);
    put_text(canvas, &rect, popup_style(ROLE_TEXT), help_of(row));
    if (describe_meeting(host->explorer, row, text, sizeof text))
        put_text(canvas, &rect, popup_style(ROLE_TEXT), text);
}

/* --- going there, removing, moving --- */

static unsigned edits_accept(struct host *host, struct picker_view *picker, int item)
{
    struct explorer *explorer = host->explorer;
    const struct edits_row *row = row_of(picker, item);
    explorer_seek(explorer, row->t_ns);
    explorer_favour(explorer, row->knob); /* a turn then changes this edit */
    return REPLY_DONE | REPLY_CLOSE;
}

/* Sets an initial value as it was opened; not as part of the turn that brought it here. */
static bool set_back(struct explorer *explorer, const struct edits_row *row, char *note, struct error *error)
{
    if (knob_infos[row->knob.id].type == TYPE_NAME && !*row->before.text)
        return error_set(error, ERROR_INPUT, NULL,
                         "%s had no single value before; u takes changes back one by one",
                         knob_infos[row->knob.id].name);
    return explorer_set_initial(explorer, row->knob, &row->before, note, error);
}

static unsigned edits_remove(struct host *host, struct picker_view *picker, int item)
{
    const struct edits_row row = *row_of(picker, item);
    struct explorer *explorer = host->explorer;
    struct error error = {0};
    char what[96], note[160];
    if (row.edit < 0) {
        if (set_back(explorer, &row, note, &error))
            message_say(host->message, false, "%s again from the start; u brings %s back", row.was, row.what);
    } else {
        explorer_describe_edit(explorer, &explorer->document.scenario.edits[row.edit], what);
        if (explorer_remove_edit(explorer, row.edit, &error))
            message_say(host->message, false, "removed %s; u brings it back", what);
    }
    if (error.kind != ERROR_NONE)
        return host_fail(host, &error);
    picker_reload(host, picker);
    return REPLY_DONE;
}

/* The choice goes with the edit. */
static void choose_edit(struct picker_view *picker, struct knob_ref knob, int64_t t_ns)
{
    for (int i = 0; i < picker->n_shown; i++) {
        const struct edits_row *row = row_of(picker, picker->shown[i]);
        if (row->edit >= 0 && row->t_ns == t_ns && explorer_same_knob(row->knob, knob))
            picker->at = i;
    }
}

static unsigned edits_move(struct host *host, struct picker_view *picker, int item, int direction)
{
    const struct edits_row row = *row_of(picker, item);
    struct explorer *explorer = host->explorer;
    struct error error = {0};
    char time[64];
    int64_t bucket_ns = explorer->results.current->recording->bucket_ns, to_ns;
    to_ns = direction < 0 ? (row.t_ns - 1) / bucket_ns * bucket_ns : (row.t_ns / bucket_ns + 1) * bucket_ns;
    bool inside = direction < 0 ? row.t_ns > 0 : to_ns <= explorer->time.horizon_ns;
    if (row.edit < 0 || !inside)
        return host_say(host,
                        row.edit < 0 ? "what holds from the start cannot move; %s removes it"
                                     : "the run ends here: it cannot move on",
                        keymap_key(host->keymap, ACTION_LIST_DELETE).text);
    if (!explorer_move_edit(explorer, row.edit, to_ns, &error))
        return host_fail(host, &error);
    if (!picker_reload(host, picker))
        return REPLY_DONE;
    choose_edit(picker, row.knob, to_ns);
    describe_time(explorer, to_ns, time, sizeof time);
    return host_say(host, "%s now from %s; u puts it back", row.what, time);
}

static unsigned edits_act(struct host *host, struct picker_view *picker, int item, enum action_id action)
{
    switch (action) {
    case ACTION_LIST_DELETE:
        return edits_remove(host, picker, item);
    case ACTION_LIST_EARLIER:
        return edits_move(host, picker, item, -1);
    case ACTION_LIST_LATER:
        return edits_move(host, picker, item, 1);
    default:
        return 0;
    }
}

/* An empty list, too, takes undo: what was just removed comes back. */
static unsigned edits_first(struct host *host, struct picker_view *picker, enum action_id action)
{
    struct error error = {0};
    if (action != ACTION_LIST_UNDO)
        return 0;
    if (explorer_undo(host->explorer, &error))
        return picker_reload(host, picker) ? host_say(host, "taken back") : REPLY_DONE;
    return error.kind == ERROR_NONE ? host_say(host, "nothing to undo") : host_fail(host, &error);
}

/* --- the view --- */

static const struct picker_kind edits_kind = {
    .title = "Edits",
    .empty =
        "No edits yet. On the dashboard + and - turn the chosen knob from the cursor on (f: from the start); each turn is then a row here, to go to, move in time or remove.",
    .own_size = sizeof(struct edits),
    .w = 108,
    .h = 20,
    .list_w = LIST_W,
    .follows = true,
    .load = edits_load,
    .unload = edits_unload,
    .match = edits_match,
    .row = edits_row,
    .preview = edits_preview,
    .accept = edits_accept,
    .act = edits_act,
    .first = edits_first,
};

static const struct hint edits_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 2},
    {ACTION_LIST_ACCEPT, ACTION_NONE, "go there", 1},
    {ACTION_LIST_DELETE, ACTION_NONE, "remove", 1},
    {ACTION_LIST_EARLIER, ACTION_LIST_LATER, "earlier, later", 1},
    {ACTION_LIST_UNDO, ACTION_NONE, "undo", 1},
    {ACTION_LIST_FILTER, ACTION_NONE, "filter", 3},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

/* Where there is nothing to choose only what can be done without a row. */
static const struct hint edits_hints_none[] = {
    {ACTION_LIST_UNDO, ACTION_NONE, "undo", 1},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

static const struct hint *edits_hints_now(const void *state, int *n)
{
    bool none = ((const struct picker_view *)state)->n == 0;
    *n = none ? sizeof edits_hints_none / sizeof *edits_hints_none : sizeof edits_hints / sizeof *edits_hints;
    return none ? edits_hints_none : edits_hints;
}

/* A row a turn, in the order of the run. */
static void edits_tell(const struct host *host, const void *state, struct account *account)
{
    static const char *const columns[] = {"t_s", "at", "from_start", "knob", "value", "before", "what"};
    const struct picker_view *picker = state;
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < picker->n; i++) {
        const struct edits_row *row = row_of(picker, i);
        char knob[KNOB_NAME_SIZE], value[KNOB_TEXT_SIZE], before[KNOB_TEXT_SIZE], at[24];
        civil_format(unix_of(host->explorer, row->t_ns), at, sizeof at);
        knob_name(&host->explorer->document.scenario, row->knob, knob, sizeof knob);
        knob_format(row->knob, &row->value, value, sizeof value);
        knob_format(row->knob, &row->before, before, sizeof before);
        ACCOUNT_ADD(account, account_bare(ns_to_s(row->t_ns)), account_said(at), account_flag(row->edit < 0),
                    account_said(knob), account_value(account, value), account_value(account, before),
                    account_said(row->what));
    }
}

const struct view_ops view_edits = {
    .contexts = CONTEXT_LIST,
    PICKER_SLOTS(edits_kind),
    .tell = edits_tell,
    .hints = edits_hints,
    .n_hints = sizeof edits_hints / sizeof *edits_hints,
    .hints_now = edits_hints_now,
};
