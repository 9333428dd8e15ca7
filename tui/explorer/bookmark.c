/* Copies of what the explorer owns, references to what it shares. Going back is a change of the document like
 * any other to whoever worked something out for it: it has a new generation. */
#include "tui/explorer/bookmark.h"

#include "engine/base/text.h"

#include <limits.h>
#include <stdlib.h>

/* What the run was held against, of one kind. */
struct held {
    struct result *result; /* a reference; NULL: there was none yet */
    char name[64];
};

struct bookmark {
    struct scenario scenario; /* owned */
    struct history history;   /* owned */
    char source[SOURCE_SIZE];
    bool from_start;
    struct timeline time;
    struct knob_ref focused, favourite; /* the second has the focus when it is listed again */
    int stop;                           /* of events */
    struct result *current;             /* a reference */
    struct held held[REFERENCE_COUNT];
    struct scenario pinned; /* owned */
    bool has_pinned;
    enum reference_kind reference;
    bool reference_chosen, ghost_hidden;
};

/* --- taking --- */

struct bookmark *bookmark_take(const struct explorer *explorer)
{
    struct bookmark *bookmark = calloc(1, sizeof *bookmark);
    if (!bookmark)
        return NULL;
    const struct document *document = &explorer->document;
    const struct focus *focus = &explorer->focus;
    const struct scenario *pinned = explorer_pinned(explorer);
    bookmark->from_start = document->from_start;
    bookmark->time = explorer->time;
    bookmark->favourite = focus->favourite;
    bookmark->focused = focus->n_knobs > 0 ? focus->knobs[focus->at] : focus->favourite;
    bookmark->stop = explorer->events.stop;
    bookmark->reference = explorer->results.reference;
    bookmark->reference_chosen = explorer->results.reference_chosen;
    bookmark->ghost_hidden = explorer->results.ghost_hidden;
    text_copy(bookmark->source, sizeof bookmark->source, document->source);
    bookmark->current = result_retain(explorer->results.current);
    for (int kind = 0; kind < REFERENCE_COUNT; kind++) {
        const struct result *held = explorer_slot(explorer, (enum run_slot)kind);
        struct held *mine = &bookmark->held[kind];
        mine->result = kind != REFERENCE_NONE && held ? result_retain((struct result *)held) : NULL;
        text_copy(mine->name, sizeof mine->name, explorer->results.references[kind].name);
    }
    bookmark->has_pinned = pinned && scenario_copy(&bookmark->pinned, pinned);
    if (scenario_copy(&bookmark->scenario, &document->scenario) &&
        history_copy(&bookmark->history, &document->history, 0, INT_MAX) &&
        bookmark->has_pinned == (pinned != NULL))
        return bookmark;
    bookmark_free(bookmark);
    return NULL;
}

void bookmark_free(struct bookmark *bookmark)
{
    if (!bookmark)
        return;
    scenario_free(&bookmark->scenario);
    scenario_free(&bookmark->pinned);
    history_free(&bookmark->history);
    result_release(bookmark->current);
    for (int kind = 0; kind < REFERENCE_COUNT; kind++)
        result_release(bookmark->held[kind].result);
    free(bookmark);
}

const struct result *bookmark_result(const struct bookmark *bookmark)
{
    return bookmark && result_is_finished(bookmark->current) ? bookmark->current : NULL;
}

const struct scenario *bookmark_scenario(const struct bookmark *bookmark)
{
    return &bookmark->scenario;
}

/* --- going back --- */

/* What was not there then comes as it did: the ghost from the change before, the baseline by itself. */
static void show_references(const struct bookmark *bookmark, struct explorer *explorer)
{
    struct results *results = &explorer->results;
    const struct history *history = &explorer->document.history;
    for (int kind = REFERENCE_BASELINE; kind < REFERENCE_COUNT; kind++) {
        struct reference *reference = &results->references[kind];
        const struct held *held = &bookmark->held[kind];
        result_release(reference->result);
        result_drop(reference->coming);
        *reference = (struct reference){.result = held->result ? result_retain(held->result) : NULL};
        text_copy(reference->name, sizeof reference->name, held->name);
        reference->generation = held->result ? explorer->document.generation : 0;
    }
    const struct change *top = history_top(history);
    struct reference *before = &results->references[REFERENCE_BEFORE];
    before->wanted = !before->result && top && top->kind != CHANGE_SCENARIO;
    scenario_free(&results->repin);
    if (bookmark->has_pinned && !bookmark->held[REFERENCE_PINNED].result)
        explorer_repin(explorer, &bookmark->pinned, bookmark->held[REFERENCE_PINNED].name);
    results->reference = bookmark->reference;
    results->reference_chosen = bookmark->reference_chosen;
    results->ghost_hidden = bookmark->ghost_hidden;
}

bool bookmark_return(const struct bookmark *bookmark, struct explorer *explorer, struct error *error)
{
    struct document *document = &explorer->document;
    struct results *results = &explorer->results;
    struct scenario scenario, kept = document->scenario;
    struct history history;
    bool finished = result_is_finished(bookmark->current);
    if (!scenario_copy(&scenario, &bookmark->scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    if (!history_copy(&history, &bookmark->history, 0, INT_MAX)) {
        scenario_free(&scenario);
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    }
    /* The run that was shown then, or the same simulated anew: what is submitted is the document's. */
    document->scenario = scenario;
    if (!finished && !explorer_submit(explorer, 0, NULL, error)) {
        document->scenario = kept;
        scenario_free(&scenario);
        history_free(&history);
        return false;
    }
    if (finished) {
        if (results->current != bookmark->current) {
            result_drop(results->current);
            results->current = result_retain(bookmark->current);
            results->at_hand = false;
        }
        explorer_follow_table(explorer);
    }
    scenario_free(&kept);
    history_free(&document->history);
    document->history = history;
    text_copy(document->source, sizeof document->source, bookmark->source);
    document->generation++;
    document->from_start = bookmark->from_start;
    document->turning = false;
    explorer->time = bookmark->time;
    explorer->time.playing = false;
    explorer->events.stop = bookmark->stop;
    explorer_list_knobs(explorer);
    explorer_favour(explorer, bookmark->focused);
    explorer->focus.favourite = bookmark->favourite;
    show_references(bookmark, explorer);
    explorer_check_reference(explorer);
    explorer_pump(explorer, false);
    return true;
}
