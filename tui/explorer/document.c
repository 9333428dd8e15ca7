/* The journal, a growing array with a mark; how a turn acts, where the scenario came from, and its changes in
 * words. The changes themselves are in changes.c. */
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/explorer/explorer.h"
#include "tui/term/text.h"
#include "tui/words/difference.h"
#include "tui/words/format.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void change_free(struct change *change)
{
    scenario_free(&change->then);
}

int64_t change_since_ns(const struct change *change)
{
    switch (change->kind) {
    case CHANGE_TURN:
        return change->start ? 0 : change->t_ns;
    case CHANGE_EDIT_GONE:
        return change->t_ns;
    case CHANGE_EDIT_MOVED:
        return change->t_ns < change->from_ns ? change->t_ns : change->from_ns;
    default:
        return 0;
    }
}

void history_free(struct history *history)
{
    for (int i = 0; i < history->count; i++)
        change_free(&history->changes[i]);
    change_free(&history->first);
    free(history->changes);
    *history = (struct history){0};
}

bool history_reserve(struct history *history)
{
    int size = history->size ? 2 * history->size : 64;
    if (history->done < history->size)
        return true;
    struct change *changes = realloc(history->changes, (size_t)size * sizeof *changes);
    if (!changes)
        return false;
    history->changes = changes;
    history->size = size;
    return true;
}

bool history_push(struct history *history, const struct change *change)
{
    if (!history_reserve(history))
        return false;
    while (history->count > history->done)
        change_free(&history->changes[--history->count]);
    history->changes[history->done++] = *change;
    history->count = history->done;
    return true;
}

bool history_push_copies(struct history *history, const struct change *changes, int n)
{
    for (int i = 0; i < n; i++) {
        struct change copy = changes[i];
        if (!scenario_copy(&copy.then, &changes[i].then))
            return false;
        if (!history_push(history, &copy)) {
            change_free(&copy);
            return false;
        }
    }
    return true;
}

bool history_copy(struct history *to, const struct history *from, int first, int most)
{
    int n = (most == INT_MAX ? from->count : from->done) - first,
        joined = n > most ? n - most : 0; /* so many are one with that after them */
    const struct change *opening = first > 0 ? &from->changes[first - 1] : &from->first;
    *to = (struct history){.first = *opening};
    bool good = scenario_copy(&to->first.then, &opening->then) &&
                history_push_copies(to, from->changes + first + joined, n - joined);
    if (good && joined > 0) {
        to->changes[0].kind = CHANGE_SEVERAL;
        to->changes[0].source[0] = '\0';
    }
    if (good)
        to->done = from->done - first - joined;
    else
        history_free(to);
    return good;
}

const struct change *history_top(const struct history *history)
{
    return history->done ? &history->changes[history->done - 1] : NULL;
}

const struct scenario *history_now(const struct history *history)
{
    const struct change *top = history_top(history);
    return top ? &top->then : &history->first.then;
}

const struct scenario *history_before(const struct history *history, const struct change *change)
{
    return change == history->changes ? &history->first.then : &change[-1].then;
}

int change_apply(const struct change *change, struct scenario *scenario, struct error *error)
{
    if (!change->start)
        return scenario_edit(scenario, change->t_ns, change->knob, &change->after, error) ? 0 : -1;
    return scenario_begin_with(scenario, change->knob, &change->after, error);
}

void explorer_act_from_start(struct explorer *explorer, bool from_start)
{
    explorer->document.from_start = from_start;
    explorer_end_turn(explorer);
}

void explorer_end_turn(struct explorer *explorer)
{
    explorer->document.turning = false;
}

const struct change *explorer_extended_change(const struct explorer *explorer, struct knob_ref knob)
{
    const struct change *top = history_top(&explorer->document.history);
    return explorer->document.turning && top && top->kind == CHANGE_TURN &&
                   explorer_same_knob(top->knob, knob)
               ? top
               : NULL;
}

const struct scenario *explorer_turn_base(const struct explorer *explorer, struct knob_ref knob)
{
    const struct change *top = explorer_extended_change(explorer, knob);
    return top ? history_before(&explorer->document.history, top) : &explorer->document.scenario;
}

bool explorer_acts_from_start(const struct explorer *explorer, struct knob_ref knob,
                              const struct knob_value *value)
{
    const struct scenario *base = explorer_turn_base(explorer, knob);
    if (explorer->document.from_start || knob_infos[knob.id].when == WHEN_START)
        return true;
    if (knob_is_layout(knob) || !value)
        return false;
    struct edit edit = {.t_ns = explorer->time.cursor_ns, .knob = knob, .value = *value};
    const char *field;
    return !scenario_check_edit(base, &edit, &field, NULL) &&
           (knob_is_scheme(knob) || knob_check(base, knob, value, NULL));
}

/* --- where it came from --- */

int explorer_first_change(const struct explorer *explorer)
{
    int at = explorer->document.history.done;
    while (at > 0 && explorer->document.history.changes[at - 1].kind != CHANGE_SCENARIO)
        at--;
    return at;
}

static struct change *last_opening(const struct explorer *explorer)
{
    const struct history *history = &explorer->document.history;
    int at = explorer_first_change(explorer);
    return at > 0 ? &history->changes[at - 1] : (struct change *)&history->first;
}

const struct scenario *explorer_opened(const struct explorer *explorer)
{
    return &last_opening(explorer)->then;
}

const char *explorer_source(const struct explorer *explorer)
{
    return last_opening(explorer)->source;
}

/* A saved run goes by its own name, not by that of the scenario it was made of; a path by the scenario's. */
static const char *opened_name(const char *source, const struct scenario *scenario)
{
    const char *dot = strrchr(source, '.');
    bool path = strchr(source, '/') || (dot && (strcmp(dot, ".json") == 0 || strcmp(dot, ".html") == 0));
    return *source && !path ? source : scenario->name;
}

const char *explorer_run_name(const struct explorer *explorer)
{
    const struct scenario *scenario = &explorer->document.scenario;
    const char *name = opened_name(explorer_source(explorer), scenario);
    return strcmp(name, scenario->name) == 0 ? "" : name;
}

void explorer_name_source(struct explorer *explorer, const char *word)
{
    snprintf(last_opening(explorer)->source, SOURCE_SIZE, "%s", strlen(word) < SOURCE_SIZE ? word : "");
}

void explorer_begin_here(struct explorer *explorer)
{
    struct history *history = &explorer->document.history;
    struct change opening = *last_opening(explorer);
    opening.then = (struct scenario){0};
    if (history->done > 0) {
        opening.then = history->changes[history->done - 1].then;
        history->changes[history->done - 1].then = (struct scenario){0};
        history_free(history);
        history->first = opening;
    }
    explorer_end_turn(explorer);
}

enum { CUT_COLUMNS = 30 }; /* of " cut 4g b3, 3×1g b3" in a sentence */

/* --- in words --- */

static void describe_value(const struct explorer *explorer, struct knob_ref knob,
                           const struct knob_value *value, char *out, size_t size)
{
    difference_value(&explorer->document.scenario, knob, value, out, size);
}

static void append_clock(const struct explorer *explorer, int64_t t_ns, char *out, size_t size)
{
    char clock[FORMAT_SIZE];
    int64_t t_s = explorer->document.scenario.start_s + t_ns / NS_PER_S;
    size_t used = strlen(out);
    snprintf(out + used, size - used, " from %s",
             format_clock(clock, t_s, explorer_offset_s(explorer, t_ns), t_ns / NS_PER_S % 60 != 0));
}

void explorer_describe_edit(const struct explorer *explorer, const struct edit *edit, char *out)
{
    describe_value(explorer, edit->knob, &edit->value, out, 96);
    append_clock(explorer, edit->t_ns, out, 96);
}

/* "10 GPUs cut 4g b3, 3×1g b3", without what runs on the slices where that is long: the headline has more to
 * say. */
static void describe_gpus(const struct explorer *explorer, const struct change *change,
                          const struct knob_value *value, char *out)
{
    char what[80];
    struct knob_value slices = {0};
    size_t n = 0;
    bool name = false;
    for (const char *at = value->text; *at; at++) {
        name = *at != ',' && (name || *at == ':');
        if (!name)
            slices.text[n++] = *at;
    }
    describe_value(explorer, change->knob, value, what, sizeof what);
    const char *cut = strstr(what, " cut ");
    if (cut && text_width(cut) > CUT_COLUMNS) {
        describe_value(explorer, change->knob, &slices, what, sizeof what);
        cut = strstr(what, " cut ");
    }
    snprintf(out, 96, "%d GPUs%s", change->more + 1, cut ? cut : "");
}

void explorer_describe(const struct explorer *explorer, const struct change *change, bool before, char *out)
{
    char what[80];
    if (change->kind == CHANGE_SCENARIO) {
        text_print(out, 96, "%s",
                   before ? history_before(&explorer->document.history, change)->name
                          : opened_name(change->source, &change->then));
        return;
    }
    if (change->kind == CHANGE_SEVERAL) {
        text_print(out, 96, "%s", *change->source ? change->source : "several edits");
        return;
    }
    describe_value(explorer, change->knob, before ? &change->before : &change->after, what, sizeof what);
    bool gone = change->kind == CHANGE_EDIT_GONE, moved = change->kind == CHANGE_EDIT_MOVED;
    bool gpus = change->more > 0 && knob_is_layout(change->knob);
    if (gpus)
        describe_gpus(explorer, change, before ? &change->before : &change->after, out);
    else
        snprintf(out, 96, "%s%s", gone && !before ? "without " : "", what);
    if (change->more > 0 && !gpus)
        snprintf(out + strlen(out), 96 - strlen(out), " and %d more", change->more);
    if (gone || moved || !(before || change->start))
        append_clock(explorer, moved && before ? change->from_ns : change->t_ns, out, 96);
}
