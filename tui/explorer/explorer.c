/* The explorer as a whole: its parts made, let go of, and kept going. */
#include "tui/explorer/explorer.h"

#include <stdlib.h>

struct explorer *explorer_create(const struct catalog *catalog, struct shelf shelf,
                                 const struct scenario *scenario, int wake_fd, struct error *error)
{
    struct explorer *explorer = calloc(1, sizeof *explorer);
    if (!explorer || !scenario_copy(&explorer->document.scenario, scenario)) {
        free(explorer);
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    explorer->catalog = catalog;
    explorer->results.shelf = shelf;
    explorer->results.wake_fd = wake_fd;
    explorer->document.generation = 1;
    explorer->results.forecast.focus = -1;
    explorer->focus.favourite = knob_of_run(KNOB_COUNT);
    explorer->results.main = worker_create(wake_fd, error);
    explorer->results.side = explorer->results.main ? worker_create(wake_fd, error) : NULL;
    if (!explorer->results.side || !explorer_submit(explorer, 0, error)) {
        explorer_free(explorer);
        return NULL;
    }
    explorer_list_knobs(explorer);
    enum policy_id baseline = explorer_baseline_policy(&explorer->document.scenario);
    explorer->results.reference = baseline == POLICY_COUNT ? REFERENCE_NONE : REFERENCE_BASELINE;
    explorer_pump(explorer, false);
    return explorer;
}

void explorer_free(struct explorer *explorer)
{
    if (!explorer)
        return;
    worker_free(explorer->results.main);
    worker_free(explorer->results.side);
    trials_free(explorer->results.trials);
    result_release(explorer->results.current);
    result_release(explorer->results.side_result);
    explorer_drop_table(explorer);
    for (int kind = 0; kind < REFERENCE_COUNT; kind++)
        result_release(explorer->results.references[kind].result);
    shelf_clear(&explorer->results.shelf);
    scenario_free(&explorer->results.repin);
    history_free(&explorer->document.history);
    scenario_free(&explorer->document.scenario);
    free(explorer);
}

void explorer_wait(struct explorer *explorer)
{
    do {
        worker_wait(explorer->results.main);
        worker_wait(explorer->results.side);
        if (explorer->results.trials)
            trials_wait(explorer->results.trials);
        explorer_pump(explorer, true);
    } while (explorer_busy(explorer));
}
