/* The books: what the energy since the last closing costs, and the end of a recording bucket, where
 * everything counted since the last one is written down and the sketches are made. See ledger.h for when a
 * GPU is settled. */
#include "engine/sim/ledger.h"

#include "engine/physics/carbon.h"
#include "engine/sim/hold.h"
#include "engine/sim/points.h"
#include "engine/sim/queue.h"

#include <math.h>

/* Joules of auxiliary power since the last closing: a part of the active energy. */
static double price_auxiliary(struct run *run)
{
    double auxiliary_j = 0;
    for (int g = 0; g < run->model->n_gpus; g++) {
        struct gpu_state *device = &run->gpus[g];
        auxiliary_j +=
            carbon_energy_j(run->model->gpus[g].auxiliary_w, ns_to_s(device->busy_ns - device->priced_ns));
        device->priced_ns = device->busy_ns;
    }
    return auxiliary_j;
}

/* What the building adds to so much of the GPUs' energy (composition.md section 4): all of it by PUE, or
 * cooling apart from the rest. */
static void price_building(struct run *run, double it_j, double cooling_j)
{
    struct run_state *state = run->state;
    double g_per_j = carbon_g_per_j(state->grid.ci);
    bool split = state->knobs.number[KNOB_FACILITY] > FACILITY_FLAT;
    double other = split ? HEAT_OTHER_SHARE : state->knobs.number[KNOB_PUE] - 1;
    state->facility_j += it_j * other;
    state->bucket_g[LEDGER_FACILITY] += it_j * other * g_per_j;
    if (!split)
        return;
    state->cooling_j += cooling_j;
    state->bucket_g[LEDGER_COOLING] += cooling_j * g_per_j;
}

/* Energy since the last closing, GPU by GPU and app by app, times one factor. */
static void ledger_price(struct run *run)
{
    struct run_state *state = run->state;
    double g_per_j = carbon_g_per_j(state->grid.ci);
    double active_j = 0, idle_j = 0, cooling_j = 0, auxiliary_j = price_auxiliary(run);
    bool split = state->knobs.number[KNOB_FACILITY] > FACILITY_FLAT;
    for (int g = 0; g < run->model->n_gpus; g++) {
        struct gpu_state *device = &run->gpus[g];
        double energy_j = device->active_open_j + device->idle_open_j;
        active_j += device->active_open_j;
        idle_j += device->idle_open_j;
        cooling_j += split ? energy_j * heat_cooling_of(run, g) : 0;
        device->energy_j += energy_j;
        device->bucket_j += energy_j;
        device->carbon_g += energy_j * g_per_j;
        device->active_open_j = device->idle_open_j = 0;
    }
    for (int a = 0; a < run->model->n_apps; a++) {
        struct app_state *app = &run->apps[a];
        app->energy_j += app->energy_open_j;
        app->energy_bucket_j += app->energy_open_j;
        app->carbon_g += app->energy_open_j * g_per_j;
        app->energy_open_j = 0;
    }
    state->active_j += active_j;
    state->idle_j += idle_j;
    state->provenance_j[PROVENANCE_MEASURED] += idle_j;
    state->bucket_active_j += active_j;
    state->bucket_idle_j += idle_j;
    state->bucket_g[LEDGER_ACTIVE] += (active_j - auxiliary_j) * g_per_j;
    state->bucket_g[LEDGER_AUXILIARY] += auxiliary_j * g_per_j;
    state->bucket_g[LEDGER_IDLE] += idle_j * g_per_j;
    price_building(run, active_j + idle_j, cooling_j);
}

/* Embodied carbon since the last closing, of each GPU for as long as it was held. */
static void ledger_embody(struct run *run)
{
    struct run_state *state = run->state;
    double multiplier = state->knobs.number[KNOB_EMBODIED];
    if (multiplier <= 0)
        return;
    for (int g = 0; g < run->model->n_gpus; g++) {
        int64_t held_ns = hold_until_ns(run, g, state->now_ns) - state->ledger_ns;
        if (held_ns > 0)
            state->bucket_g[LEDGER_EMBODIED] +=
                carbon_embodied_g(run->model->gpus[g].embodied_g_per_s, ns_to_s(held_ns), multiplier);
    }
}

/* All that run on a GPU of several instances; from zero again, so that what is added up stays small beside
 * what it is taken from. */
static void bill_all(struct run *run, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    const int32_t *seats = &run->seats[run->model->gpus[gpu].first_slot];
    for (uint64_t left = device->only < 0 ? device->drawing : 0; left; left &= left - 1) {
        int instance = seats[__builtin_ctzll(left)];
        ledger_bill(run, instance);
        run->bills[instance].share_j = 0;
    }
    device->share_j = 0;
}

void ledger_close(struct run *run)
{
    struct run_state *state = run->state;
    for (int g = 0; g < run->model->n_gpus; g++) {
        ledger_settle(run, &traits_any, g);
        bill_all(run, g);
    }
    ledger_price(run);
    int64_t dt_ns = state->now_ns - state->ledger_ns;
    ledger_embody(run);
    state->intensity_area += state->grid.ci * (double)dt_ns;
    state->cir_area += state->grid.cir * (double)dt_ns;
    state->ledger_ns = state->now_ns;
}

/* The responses of the open bucket, all of which are kept: the recording keeps them, too, or (one of another
 * run's detail) their sketch. */
static void bucket_responses(struct run *run, int app)
{
    struct recording *recording = run->recording;
    const struct responses *responses = &run->responses[app];
    int64_t first = run->apps[app].mark.responses;
    run->apps[app].mark.responses = responses->n;
    if (recording && recording->responses[app]) {
        recording_end_responses(recording, app, (int)run->state->bucket, responses->n);
    } else if (recording) {
        size_t n =
            sketch_compress(responses->ns + first, (size_t)(responses->n - first), run->scratch, run->pairs);
        recording_put_sketch(recording, app, (int)run->state->bucket, run->pairs, n);
    }
}

/* The responses of the open bucket, folded into a sketch; they make room. */
static void bucket_sketch(struct run *run, int app)
{
    struct responses *responses = &run->responses[app];
    for (int64_t i = 0; i < responses->n; i++)
        sketch_add(responses->bucket, responses->ns[i]);
    responses->n = 0;
    size_t n = sketch_drain(responses->bucket, run->pairs);
    sketch_merge(responses->whole, run->pairs, n);
    if (run->recording) /* which counts what it has no memory for */
        recording_put_sketch(run->recording, app, (int)run->state->bucket, run->pairs, n);
}

/* Of the requests that ended in this bucket, those of the warm-up left out. */
static double bucket_accuracy(const struct run *run, int a)
{
    const struct app_state *app = &run->apps[a];
    int64_t n = app->measured - app->mark.measured;
    if (n == 0)
        return (double)NAN;
    return isnan(run->accuracy[a]) ? (app->accuracy_sum - app->mark.accuracy_sum) / (double)n
                                   : run->accuracy[a];
}

static void bucket_app(struct run *run, int a, double width_ns)
{
    struct app_state *app = &run->apps[a];
    if (run->recording) {
        struct recording *recording = run->recording;
        const struct queue_meter *queue = &run->app_queues[a];
        size_t at = (size_t)a * (size_t)recording->n_buckets + (size_t)run->state->bucket;
        recording->app[COLUMN_ARRIVED][at] = (float)(app->arrived - app->mark.arrived);
        recording->app[COLUMN_FINISHED][at] = (float)(app->finished - app->mark.finished);
        recording->app[COLUMN_VIOLATIONS][at] = (float)(app->violations - app->mark.violations);
        recording->app[COLUMN_APP_HIGH_USES][at] = (float)(app->high_uses - app->mark.high_uses);
        recording->app[COLUMN_APP_ENERGY][at] = (float)app->energy_bucket_j;
        recording->app[COLUMN_APP_TIME][at] = (float)ns_to_s(app->busy_ns - app->mark.busy_ns);
        recording->app[COLUMN_QUEUE_MEAN][at] = (float)(queue->area / width_ns);
        recording->app[COLUMN_QUEUE_MIN][at] = (float)queue->least;
        recording->app[COLUMN_QUEUE_MAX][at] = (float)queue->most;
        recording->app[COLUMN_APP_ACCURACY][at] = (float)bucket_accuracy(run, a);
        recording->app[COLUMN_CONTESTED][at] = (float)ns_to_s(app->contested_ns - app->mark.contested_ns);
        recording->app[COLUMN_CONTESTED_TIME][at] =
            (float)((app->contested_own_ns - app->mark.contested_own_ns) * 1e-9);
        recording->app[COLUMN_CONTESTED_ENERGY][at] =
            (float)(app->contested_own_j - app->mark.contested_own_j);
    }
    if (run->model->exact_percentiles)
        bucket_responses(run, a);
    else
        bucket_sketch(run, a);
    app->mark.arrived = app->arrived;
    app->mark.finished = app->finished;
    app->mark.violations = app->violations;
    app->mark.high_uses = app->high_uses;
    app->mark.busy_ns = app->busy_ns;
    app->mark.measured = app->measured;
    app->mark.accuracy_sum = app->accuracy_sum;
    app->mark.contested_ns = app->contested_ns;
    app->mark.contested_own_ns = app->contested_own_ns;
    app->mark.contested_own_j = app->contested_own_j;
    app->energy_bucket_j = 0;
}

static void bucket_gpu(struct run *run, int g, double width_ns)
{
    struct gpu_state *device = &run->gpus[g];
    if (run->recording) {
        struct recording *recording = run->recording;
        const struct queue_meter *queue = queue_of_gpu(run, g);
        size_t at = (size_t)g * (size_t)recording->n_buckets + (size_t)run->state->bucket;
        recording->gpu[COLUMN_GPU_ENERGY][at] = (float)device->bucket_j;
        recording->gpu[COLUMN_GPU_BUSY][at] = (float)ns_to_s(device->busy_ns - device->mark_busy_ns);
        recording->gpu[COLUMN_POWER_MIN][at] = (float)device->power_min_w;
        recording->gpu[COLUMN_POWER_MAX][at] = (float)device->power_max_w;
        recording->gpu[COLUMN_GPU_STARTS][at] = (float)(device->starts - device->mark_starts);
        recording->gpu[COLUMN_GPU_QUEUE_MEAN][at] = (float)(queue->area / width_ns);
        recording->gpu[COLUMN_GPU_QUEUE_MIN][at] = (float)queue->least;
        recording->gpu[COLUMN_GPU_QUEUE_MAX][at] = (float)queue->most;
        recording->gpu[COLUMN_GPU_CLOCK][at] = (float)points_mean_mhz(run, g);
    }
    device->bucket_j = 0;
    device->mark_busy_ns = device->busy_ns;
    device->mark_starts = device->starts;
    points_begin_bucket(run, g);
    device->power_min_w = device->power_max_w = device->physics.power_w;
}

static int64_t bucket_high_uses(const struct run *run)
{
    int64_t uses = 0;
    for (int a = 0; a < run->model->n_apps; a++)
        uses += run->apps[a].high_uses - run->apps[a].mark.high_uses;
    return uses;
}

static void bucket_run(struct run *run, double width_ns)
{
    struct run_state *state = run->state;
    if (run->recording) {
        float **column = run->recording->run;
        size_t at = (size_t)state->bucket;
        column[COLUMN_ENERGY_ACTIVE][at] = (float)state->bucket_active_j;
        column[COLUMN_ENERGY_IDLE][at] = (float)state->bucket_idle_j;
        column[COLUMN_CARBON_ACTIVE][at] =
            (float)(state->bucket_g[LEDGER_ACTIVE] + state->bucket_g[LEDGER_AUXILIARY]);
        column[COLUMN_CARBON_IDLE][at] = (float)state->bucket_g[LEDGER_IDLE];
        column[COLUMN_CARBON_FACILITY][at] = (float)state->bucket_g[LEDGER_FACILITY];
        column[COLUMN_CARBON_EMBODIED][at] = (float)state->bucket_g[LEDGER_EMBODIED];
        column[COLUMN_CARBON_COOLING][at] = (float)state->bucket_g[LEDGER_COOLING];
        column[COLUMN_INTENSITY][at] =
            (float)(width_ns > 0 ? state->intensity_area / width_ns : state->grid.ci);
        column[COLUMN_CIR][at] = (float)(width_ns > 0 ? state->cir_area / width_ns : state->grid.cir);
        column[COLUMN_HIGH_USES][at] = (float)bucket_high_uses(run);
    }
    for (int l = 0; l < LEDGER_COUNT; l++) {
        state->carbon_g[l] += state->bucket_g[l];
        state->bucket_g[l] = 0;
    }
    state->bucket_active_j = state->bucket_idle_j = state->intensity_area = state->cir_area = 0;
}

void bucket_flush(struct run *run, int64_t end_ns)
{
    double width_ns = (double)(end_ns - run->state->bucket_ns);
    ledger_close(run);
    queue_read_meters(run);
    bucket_run(run, width_ns);
    heat_end_bucket(run, width_ns);
    parts_end_bucket(run, ns_to_s(end_ns - run->state->bucket_ns));
    for (int a = 0; a < run->model->n_apps; a++)
        bucket_app(run, a, width_ns);
    for (int g = 0; g < run->model->n_gpus; g++)
        bucket_gpu(run, g, width_ns);
    queue_begin_meters(run);
    run->state->bucket++;
    run->state->bucket_ns = end_ns;
    if (run->recording)
        recording_publish(run->recording, (int)run->state->bucket);
}
