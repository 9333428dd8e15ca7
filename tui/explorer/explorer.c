/* The explorer as a whole: its parts made, let go of, and kept going; opened anew by a word; kept in a
 * bookmark and gone back to. */
#include "tui/explorer/explorer.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/difference.h"
#include "tui/words/message.h"

#include <limits.h>
#include <stdlib.h>
#include <time.h>

struct explorer *explorer_create(const struct catalog *catalog, struct shelf_behind behind,
                                 const struct scenario *scenario, struct recorded recorded, int wake_fd,
                                 int threads, struct error *error)
{
    struct explorer *explorer = needed(calloc(1, sizeof *explorer));
    must_be(scenario_copy(&explorer->document.history.first.then, scenario));
    explorer->catalog = catalog;
    explorer->document.history.first.kind = CHANGE_SCENARIO;
    explorer->document.scenario = explorer->document.history.first.then;
    explorer->document.generation = 1;
    explorer->results.forecast.focus = -1;
    explorer->focus.favourite = knob_of_run(KNOB_COUNT);
    explorer->results.shelf = needed(shelf_create(behind));
    /* Where nobody says, one for the run that is shown and one beside it at least. */
    const int all = jobs_processors();
    explorer->results.jobs = jobs_create(threads > 0 ? threads : all > 2 ? all : 2, wake_fd, error);
    if (!explorer->results.jobs)
        recording_free(recorded.run);
    if (!explorer->results.jobs || !explorer_submit(explorer, 0, recorded.run, error)) {
        recording_free(recorded.baseline);
        explorer_free(explorer);
        return NULL;
    }
    explorer_submit_baseline(explorer, recorded.baseline);
    explorer_list_knobs(explorer);
    explorer->results.reference = explorer_has_baseline(explorer) ? REFERENCE_BASELINE : REFERENCE_NONE;
    explorer_pump(explorer, false);
    return explorer;
}

void explorer_free(struct explorer *explorer)
{
    if (!explorer)
        return;
    explorer_drop_results(explorer);
    history_free(&explorer->document.history);
    free(explorer);
}

/* Is the run, or what it may be held against, still to come? */
static bool shown_is_coming(const struct explorer *explorer)
{
    const struct results *results = &explorer->results;
    bool coming = !result_is_over(results->current);
    for (int kind = 0; kind < REFERENCE_COUNT; kind++)
        coming |= results->references[kind].coming || results->references[kind].wanted;
    return coming;
}

void explorer_wait_shown(struct explorer *explorer, void (*tell)(const struct explorer *explorer))
{
    const struct timespec nap = {.tv_nsec = NS_PER_S / 10};
    do {
        explorer_pump(explorer, false);
        while (tell && shown_is_coming(explorer)) {
            nanosleep(&nap, NULL);
            explorer_pump(explorer, false);
            tell(explorer);
        }
        jobs_wait(explorer->results.jobs);
        explorer_pump(explorer, false);
    } while (shown_is_coming(explorer));
}

void explorer_wait(struct explorer *explorer)
{
    do {
        jobs_wait(explorer->results.jobs);
        explorer_pump(explorer, true);
    } while (explorer_busy(explorer));
}

/* --- opening: the word is looked up as the command line does it (store_resolve_scenario). A saved run is
 * shown from its recording at once; what has changed since it was made is said --- */

/* What was kept beside it, of the scenario that this engine would hold it against. */
static struct recording *load_baseline(struct store *store, const struct saved_run *run)
{
    struct recording *recording = NULL;
    struct scenario scenario;
    struct baseline baseline;
    if (!scenario_copy(&scenario, &run->scenario))
        return NULL;
    if (scenario_become_baseline(&scenario, &baseline))
        recording = store_load_baseline(store, run->name, &scenario);
    scenario_free(&scenario);
    return recording;
}

struct recorded opening_recorded(struct store *store, const char *name, struct message *message)
{
    struct saved_run *run = store ? store_load_run(store, name, NULL) : NULL;
    struct recorded recorded = {0};
    if (run) {
        recorded = (struct recorded){run->recording, load_baseline(store, run)};
        run->recording = NULL;
    }
    if (message) {
        /* Says that it was opened, and with what. */
        char changes[400] = "";
        if (run)
            difference_inputs(run, changes, sizeof changes);
        message_say(message, false, "opened the saved run %s%s%s", name, *changes ? ": " : "", changes);
    }
    saved_run_free(run);
    return recorded;
}

bool explorer_open_word(struct explorer *explorer, struct store *store, const char *word,
                        struct message *message)
{
    struct error error = {0};
    struct faults faults = {0};
    struct scenario scenario;
    char run_name[64];
    if (!store) {
        message_say(message, true, "there is no store to open it from");
        return false;
    }
    if (!store_resolve_scenario(store, word, &scenario, run_name, &faults, &error)) {
        message_say_error(message, faults.count > 0 ? &faults.kept[0] : &error);
        return false;
    }
    struct message said = {0};
    struct recorded recorded = {0};
    if (*run_name)
        recorded = opening_recorded(store, run_name, &said);
    bool opened = explorer_open(explorer, &scenario, recorded, &error);
    scenario_free(&scenario);
    if (opened)
        explorer_name_source(explorer, word);
    else
        message_say_error(message, &error);
    if (opened && *run_name)
        *message = said;
    return opened;
}

/* --- bookmarks --- */

bool bookmark_fill(struct bookmark *bookmark, const struct explorer *explorer, int first, int most)
{
    const struct results *results = &explorer->results;
    const struct focus *focus = &explorer->focus;
    const struct scenario *pinned = explorer_pinned(explorer);
    *bookmark = (struct bookmark){.from_start = explorer->document.from_start,
                                  .time = explorer->time,
                                  .favourite = focus->favourite,
                                  .focused = focus->n_knobs > 0 ? focus->knobs[focus->at] : focus->favourite,
                                  .stop = explorer->events.stop,
                                  .current = result_retain(results->current),
                                  .has_pinned = pinned != NULL,
                                  .reference = (int)results->reference,
                                  .reference_chosen = results->reference_chosen,
                                  .ghost_hidden = results->ghost_hidden};
    for (int kind = 0; kind < REFERENCE_COUNT; kind++) {
        const struct result *held =
            kind == REFERENCE_NONE ? NULL : explorer_slot(explorer, (enum run_slot)kind);
        bookmark->held[kind].result = held ? result_retain((struct result *)held) : NULL;
        text_copy(bookmark->held[kind].name, sizeof bookmark->held[kind].name,
                  results->references[kind].name);
        bookmark->held[kind].all_off = results->references[kind].all_off;
    }
    if ((!pinned || scenario_copy(&bookmark->pinned, pinned)) &&
        history_copy(&bookmark->history, &explorer->document.history, first, most))
        return true;
    bookmark_empty(bookmark);
    return false;
}

void bookmark_empty(struct bookmark *bookmark)
{
    history_free(&bookmark->history);
    scenario_free(&bookmark->pinned);
    result_release(bookmark->current);
    for (int kind = 0; kind < REFERENCE_COUNT; kind++)
        result_release(bookmark->held[kind].result);
    *bookmark = (struct bookmark){0};
}

struct bookmark *bookmark_take(const struct explorer *explorer)
{
    struct bookmark *bookmark = needed(malloc(sizeof *bookmark));
    must_be(bookmark_fill(bookmark, explorer, 0, INT_MAX));
    return bookmark;
}

void bookmark_free(struct bookmark *bookmark)
{
    if (bookmark)
        bookmark_empty(bookmark);
    free(bookmark);
}

const struct result *bookmark_result(const struct bookmark *bookmark)
{
    return bookmark && result_is_finished(bookmark->current) ? bookmark->current : NULL;
}

/* What was not there then comes as it did: the ghost from the change before, the baseline by itself. */
static void show_references(const struct bookmark *bookmark, struct explorer *explorer)
{
    struct results *results = &explorer->results;
    for (int kind = REFERENCE_BASELINE; kind < REFERENCE_COUNT; kind++) {
        struct reference *reference = &results->references[kind];
        const struct held_run *held = &bookmark->held[kind];
        result_release(reference->result);
        result_drop(reference->coming);
        *reference = (struct reference){.result = held->result ? result_retain(held->result) : NULL,
                                        .all_off = held->all_off};
        text_copy(reference->name, sizeof reference->name, held->name);
        reference->generation = held->result ? explorer->document.generation : 0;
    }
    if (!results->references[REFERENCE_BEFORE].result)
        explorer_recall_before(explorer);
    scenario_free(&results->repin);
    if (bookmark->has_pinned && !bookmark->held[REFERENCE_PINNED].result)
        explorer_repin(explorer, &bookmark->pinned, bookmark->held[REFERENCE_PINNED].name);
    results->reference = (enum reference_kind)bookmark->reference;
    results->reference_chosen = bookmark->reference_chosen;
    results->ghost_hidden = bookmark->ghost_hidden;
    explorer_check_reference(explorer);
}

bool bookmark_return(const struct bookmark *bookmark, struct explorer *explorer, bool after,
                     struct error *error)
{
    struct document *document = &explorer->document;
    struct results *results = &explorer->results;
    const struct timeline *time = &bookmark->time, kept = explorer->time;
    const struct scenario scenario = document->scenario;
    struct history history;
    bool finished = bookmark_result(bookmark) != NULL;
    must_be(history_copy(&history, after ? &document->history : &bookmark->history, 0, INT_MAX));
    if (after)
        must_be(history_push_copies(&history, &bookmark->history.first, 1) &&
                history_push_copies(&history, bookmark->history.changes, bookmark->history.done));
    /* The run that was shown then, or the same simulated anew: what is submitted is the document's. */
    document->scenario = *history_now(&history);
    if (time->horizon_ns == 0)
        explorer->time.horizon_ns = 0;
    if (!finished && !explorer_submit(explorer, 0, NULL, error)) {
        document->scenario = scenario;
        explorer->time = kept;
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
    history_free(&document->history);
    document->history = history;
    document->generation++;
    document->from_start = bookmark->from_start;
    document->turning = false;
    if (time->horizon_ns > 0) {
        explorer->time = *time;
    } else {
        explorer_seek(explorer, time->cursor_ns);
        explorer_show_window(explorer, time->from_ns, time->to_ns);
        explorer->time.utc = time->utc;
        explorer->time.speed = time->speed;
    }
    explorer->time.playing = false;
    explorer->events.stop = bookmark->stop;
    explorer_list_knobs(explorer);
    explorer_favour(explorer, bookmark->focused);
    explorer->focus.favourite = bookmark->favourite;
    show_references(bookmark, explorer);
    explorer_pump(explorer, false);
    return true;
}
