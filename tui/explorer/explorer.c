/* The explorer as a whole: its parts made, let go of, and kept going. */
#include "tui/explorer/explorer.h"

#include "engine/base/units.h"

#include <stdlib.h>
#include <time.h>

/* One for the run that is shown and one beside it at least. */
static int threads_wanted(void)
{
    int processors = jobs_processors();
    return processors > 2 ? processors : 2;
}

struct explorer *explorer_create(const struct catalog *catalog, struct shelf_behind behind,
                                 const struct scenario *scenario, struct recorded recorded, int wake_fd,
                                 struct error *error)
{
    struct explorer *explorer = calloc(1, sizeof *explorer);
    if (!explorer || !scenario_copy(&explorer->document.scenario, scenario)) {
        free(explorer);
        recording_free(recorded.run);
        recording_free(recorded.baseline);
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    explorer->catalog = catalog;
    explorer->document.generation = 1;
    explorer->results.forecast.focus = -1;
    explorer->focus.favourite = knob_of_run(KNOB_COUNT);
    explorer->results.shelf = shelf_create(behind);
    explorer->results.jobs = jobs_create(threads_wanted(), wake_fd, error);
    if (!explorer->results.shelf)
        error_set(error, ERROR_SYSTEM, "", "out of memory");
    bool ready = explorer->results.shelf && explorer->results.jobs;
    if (!ready)
        recording_free(recorded.run);
    if (!ready || !explorer_submit(explorer, 0, recorded.run, error)) {
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
    scenario_free(&explorer->document.scenario);
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
