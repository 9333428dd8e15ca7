/* One job of a queue of its own; with a single thread it is simulated after the run. */
#include "tui/cli/run/beside.h"

#include "engine/explore/prepare.h"

void beside_begin(struct beside *beside, const struct model *model, const struct catalog *catalog,
                  struct shelf *shelf, int jobs)
{
    struct scenario scenario;
    struct baseline baseline;
    *beside = (struct beside){.shelf = shelf};
    if (!scenario_copy(&scenario, &model->scenario))
        return;
    bool held = scenario_become_baseline(&scenario, &baseline);
    struct model *other = held ? model_with_scenario(model, &scenario, catalog, NULL) : NULL;
    scenario_free(&scenario);
    if (other && prepare_look_up(other, shelf, NULL))
        beside->jobs = jobs_create(jobs_helpers(jobs), -1, NULL);
    if (beside->jobs)
        beside->result = result_submit(beside->jobs, shelf,
                                       &(struct result_order){.priority = JOB_LATER, .model = other}, NULL);
    model_release(other);
}

const struct run_made *beside_end(struct beside *beside)
{
    struct result *result = beside->result;
    if (!result)
        return NULL;
    job_help(result->job, NULL, NULL);
    shelf_flush(beside->shelf);
    beside->made = (struct run_made){&result->model->scenario, result->recording};
    return result_is_finished(result) ? &beside->made : NULL;
}

void beside_free(struct beside *beside)
{
    if (beside->result)
        result_drop(beside->result);
    if (beside->jobs)
        jobs_free(beside->jobs);
}
