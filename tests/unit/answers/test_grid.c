/* The grid of a run: what is in force at an instant is the trace's own sample, also where buckets mix two;
 * its range by hand; and CIT's staircase: a threshold that passes a step gives another run, no other does. */
#include "engine/answers/reading.h"
#include "engine/base/units.h"
#include "tests/support/simulate.h"

static struct run_view view_of(const struct simulation *run)
{
    return (struct run_view){run->recording, run->model, run->run};
}

/* Off the grid of the buckets, so that some mix two samples. */
FACT(test_what_is_in_force)
{
    int mixed = 0;
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 20000, 700);
    scenario.start_s += 7;
    DEFER(simulation_free) struct simulation run = simulate(&scenario);
    struct run_view view = view_of(&run);
    const struct carbon_trace *trace = &run.model->trace;
    for (int b = 0; b < recording_count(run.recording); b++)
        mixed += grid_bucket_mixes(&view, b);
    assert_true(mixed > 0);
    for (int64_t t_ns = 0; t_ns < run.recording->end_ns; t_ns += NS_PER_HOUR / 40) {
        struct grid_now now = grid_at(&view, t_ns);
        double wanted =
            carbon_trace_held(trace, carbon_trace_index(trace, scenario.start_s + t_ns / NS_PER_S));
        assert_true(now.ci == wanted);
        assert_close(now.aci * now.cir, now.ci, 1e-9);
    }
    assert_true(grid_bucket_at(&view, run.recording->end_ns) >= 0);
    assert_true(isnan(grid_at(&view, run.recording->end_ns + NS_PER_HOUR).ci));
    view.model = NULL; /* a saved run whose trace is gone */
    assert_true(grid_at(&view, 0).ci > 0 && !grid_bucket_mixes(&view, 0));
}

/* Four hours of 100 200 300 400 and half an hour of 200 more, from sample 6: ACI is 1300 / 6 at first. */
FACT_FOR(test_range, carbondis_scenario(1, 20000, 0))
{
    scenario->hours = 4.5;
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    const struct carbon_trace *trace = &run.model->trace;
    struct grid_range range = grid_range_of(run.recording);
    double sum = 0, least = INFINITY, greatest = 0;
    for (size_t k = run.model->trace_first; k < run.model->trace_first + 5; k++) {
        sum += trace->samples[k] * (k < run.model->trace_first + 4 ? 1 : 0.5);
        least = fmin(least, trace->samples[k]);
        greatest = fmax(greatest, trace->samples[k]);
    }
    assert_close(range.mean, sum / 4.5, 1e-9 * sum);
    assert_close(range.least, least, 0);
    assert_close(range.greatest, greatest, 0);
    assert_close(range.history_mean, run.model->history_sum / (double)run.model->history_n, 1e-4);
    DEFER(recording_leave) struct recording *empty = recording_create(4, 1, 1);
    assert_true(isnan(grid_range_of(empty).mean) && isnan(grid_range_of(empty).history_mean));
}

static double carbon_at(struct scenario *scenario, double cit)
{
    scenario->number[KNOB_CIT] = cit;
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    double grams = run.summary.carbon_total_g;
    return grams;
}

FACT_FOR(test_steps_of_cit, carbondis_scenario(3, 500, 20000))
{
    double grams = carbon_at(scenario, 1);
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    struct run_view view = view_of(&run);
    struct grid_steps steps = grid_steps_beside(&view, 0, 1);
    assert_true(steps.above > 1 && steps.below <= 1);
    assert_true(carbon_at(scenario, steps.above - 1e-4) == grams);
    assert_true(carbon_at(scenario, steps.above) != grams); /* equal counts as clean */
    assert_true(carbon_at(scenario, steps.below + 1e-4) == grams);
    assert_true(carbon_at(scenario, steps.below - 1e-4) != grams);
    steps = grid_steps_beside(&view, run.recording->end_ns + NS_PER_HOUR, 1);
    assert_true(isnan(steps.above) && isnan(steps.below)); /* nothing is still to come */
    assert_true(isnan(grid_steps_beside(&view, 0, 10).above) && isnan(grid_steps_beside(&view, 0, 0).below));
}

FACT(test_step_past)
{
    const double none = (double)NAN;
    assert_close(grid_step_past((struct grid_steps){1.12, 0.9}, 0.05), 1.15, 1e-12);
    assert_close(grid_step_past((struct grid_steps){1.15, 0.9}, 0.05), 1.15, 1e-12);
    assert_close(grid_step_past((struct grid_steps){none, 0.92}, 0.05), 0.9, 1e-12);
    assert_close(grid_step_past((struct grid_steps){none, 0.9}, 0.05), 0.85, 1e-12);
    assert_true(isnan(grid_step_past((struct grid_steps){none, none}, 0.05)));
}
