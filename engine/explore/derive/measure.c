/* Energy is held against the nominal rate of all apps, as the controllers do. */
#include "engine/explore/derive/measure.h"

#include "engine/policy/configure/clover_rule.h"

#include <math.h>

bool measure_open(struct measure *measure, const struct model *model, struct error *error)
{
    *measure = (struct measure){.model = model,
                                .rate_hz = model_clover_rate_hz(model_clover(model), serving_load(model)),
                                .stream = serving_stream_create(model, MEASURE_DRAWN, error)};
    if (!measure->stream)
        return false;
    serving_window(measure->stream, MEASURE_WARMUP, MEASURE_FEW, &measure->few);
    serving_window(measure->stream, MEASURE_WARMUP, MEASURE_MANY, &measure->many);
    if (measure->few.to_ns > measure->few.from_ns)
        return true;
    measure_close(measure);
    return error_set(error, ERROR_INPUT, "/apps",
                     "too few requests arrive to measure BASE with; choose a workload with more");
}

void measure_close(struct measure *measure)
{
    serving_stream_free(measure->stream);
    measure->stream = NULL;
}

bool measure_carries(const struct measure *measure, const struct serving_floor *floor)
{
    for (int a = 0; a < measure->model->n_apps; a++)
        if (!(serving_utilisation(measure->model, floor, a) < 1))
            return false;
    return true;
}

struct derived_point measure_nothing(const struct model *model)
{
    struct derived_point point = {.energy_j = INFINITY, .accuracy_change = -100};
    for (int a = 0; a < model->n_apps; a++)
        point.tail_ms[a] = INFINITY;
    return point;
}

static struct derived_point point_of(const struct measure *measure, const struct serving_outcome *outcome)
{
    const struct model *model = measure->model;
    struct derived_point point = {.energy_j = outcome->energy_j / (measure->rate_hz * outcome->seconds),
                                  .energy_se_j = outcome->power_se_w / measure->rate_hz};
    struct clover_loss loss = {0};
    for (int a = 0; a < model->n_apps; a++) {
        point.tail_ms[a] = outcome->apps[a].tail_ms;
        point.tail_se_ms[a] = outcome->apps[a].tail_se_ms;
        clover_loss_add(&loss, (double)outcome->apps[a].requests, outcome->apps[a].accuracy,
                        model_clover(model)->apps[a].base_accuracy);
    }
    point.accuracy_change = clover_loss_mean(&loss);
    return point;
}

bool measure_point(const struct measure *measure, const struct serving_floor *floor, bool many,
                   struct derived_point *point)
{
    struct serving_outcome outcome;
    if (!serving_run(measure->model, measure->stream, many ? &measure->many : &measure->few, floor, &outcome))
        return false;
    *point = point_of(measure, &outcome);
    return true;
}
