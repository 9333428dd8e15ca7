/* What a run writes into its recording: at the start its shape and how every GPU under MIG is cut, then each
 * change of a layout, and at the end of a bucket all that was counted since the last one; there the sketches
 * are made. It only reads the state, but for the marks of what was written: a run that is recorded is the
 * same run. */
#include "engine/model/layout.h"
#include "engine/model/pods.h"
#include "engine/sim/ledger.h"
#include "engine/sim/queue.h"
#include "engine/sim/strand.h"

#include <string.h>

static const struct recorded_slice nothing = {.app = -1, .variant = -1, .state = SLICE_EMPTY};

static struct recorded_slice slice_with(int app, int variant, enum slice_state state)
{
    return (struct recorded_slice){.app = (int16_t)app, .variant = (int16_t)variant, .state = (int16_t)state};
}

/* ---- at the start ---- */

/* The variant that a pod of the scenario names, or its app's; the recording's number. */
static int variant_of_pod(struct recording *recording, const struct model *model, int g, int pod)
{
    const struct scenario *scenario = &model->scenario;
    const struct pod *from = &scenario->fleets[scenario->fleet].gpus[g].pods[pod];
    return recording_add_variant(recording,
                                 from->variant[0] ? from->variant : scenario->apps[from->app].variant);
}

static bool begin_layouts(struct recording *recording, const struct model *model)
{
    const struct scenario *scenario = &model->scenario;
    for (int v = 0; v < model->n_variants; v++)
        if (recording_add_variant(recording, model->variants[v].name) != v)
            return false;
    for (int g = 0; g < model->n_gpus; g++) {
        struct recorded_layout picture = {.phase = CUT_STEADY};
        const struct gpu *gpu = &scenario->fleets[scenario->fleet].gpus[g];
        struct mig_layout pods;
        if (policy_infos[model->gpus[g].share].shape != SHAPE_SLICES || gpu->n_pods == 0)
            continue;
        if (model->gpus[g].reconfigurable) {
            /* The model's numbers of variants are the recording's. */
            const struct model_layout *layout = &model->gpus[g].layout;
            picture.config = (int16_t)layout->config;
            for (int s = 0; s < mig_configs[layout->config].n; s++) {
                const struct model_seat *seat = &layout->seats[s];
                picture.slices[s] =
                    seat->apps == 0 ? nothing
                                    : slice_with(__builtin_ctzll(seat->apps),
                                                 model_place_variant_index(model, g, seat->place), SLICE_UP);
            }
        } else if (layout_of_pods(gpu->pods, gpu->n_pods, &pods)) {
            /* A GPU that nothing changes: the slices that its pods stand on. */
            picture.config = (int16_t)pods.config;
            for (int s = 0; s < mig_configs[pods.config].n; s++) {
                const struct layout_slice *from = &pods.slices[s];
                picture.slices[s] =
                    from->app < 0
                        ? nothing
                        : slice_with(from->app, variant_of_pod(recording, model, g, from->pod), SLICE_UP);
            }
        } else {
            continue;
        }
        if (!recording_put_layout(recording, g, &picture))
            return false;
        chronicle_publish(&recording->layouts[g]);
    }
    return true;
}

struct recording *recording_for_model(const struct model *model)
{
    struct recording *recording = recording_create(model->n_buckets, model->n_apps, model->n_gpus);
    if (!recording)
        return NULL;
    memcpy(recording->scenario, model->scenario.name, sizeof recording->scenario);
    recording->start_s = model->scenario.start_s;
    recording->bucket_ns = model->bucket_ns;
    for (int a = 0; a < model->n_apps; a++) {
        struct recording_app *app = &recording->apps[a];
        memcpy(app->name, model->apps[a].name, sizeof app->name);
        memcpy(app->model, model->scenario.apps[a].model, sizeof app->model);
        app->slo_ms = model_slo_ms(model, a) * model_pool_number(model, model->apps[a].pool, KNOB_SLO_SCALE);
        app->percentile = model->apps[a].percentile;
    }
    for (int g = 0; g < model->n_gpus; g++) {
        const struct model_gpu *from = &model->gpus[g];
        struct recording_gpu *gpu = &recording->gpus[g];
        memcpy(gpu->name, from->name, sizeof gpu->name);
        memcpy(gpu->type, from->type, sizeof gpu->type);
        gpu->class = (int)from->class;
        gpu->owner = from->owner;
        gpu->idle_w = from->idle_w;
    }
    const struct model_clover *clover = model_clover(model);
    recording->n_graph_variants = clover ? clover->rules.n_variants : 0;
    for (int v = 0; v < recording->n_graph_variants; v++)
        recording->graph_variants[v] = (struct recorded_variant){
            .app = model->pools[model_told_pool(model)].apps[clover->variants[v].app],
            .variant = clover->variants[v].variant};
    bool kept = model->n_warm == 0 || chronicle_reserve(&recording->water);
    bool moves = pods_count(&model->scenario) > 0 || model->n_warm > 0;
    kept = kept && (!moves || chronicle_reserve(&recording->moves));
    for (int a = 0; a < model->n_apps && model->exact_percentiles; a++)
        kept = kept && recording_keep_responses(recording, a, model->apps[a].requests + 1);
    if (kept && begin_layouts(recording, model))
        return recording;
    recording_free(recording);
    return NULL;
}

/* ---- in mid-run ---- */

static struct recorded_slice slice_of_seat(const struct run *run, int seat)
{
    const struct instance_state *own = &run->instances[seat];
    const struct model *model = run->model;
    int64_t phase = run->gpus[own->gpu].phase;
    if (own->app >= 0 || own->apps != 0)
        return slice_with(own->app >= 0 ? own->app : __builtin_ctzll(own->apps),
                          model_place_variant_index(model, own->gpu, own->place),
                          own->apps != 0 ? SLICE_UP : SLICE_DRAINING);
    if (phase == CUT_DRAINING)
        return slice_with(-1, -1, SLICE_STOPPED);
    if (own->next_apps == 0)
        return nothing;
    return slice_with(__builtin_ctzll(own->next_apps),
                      model_place_variant_index(model, own->gpu, own->next_place), SLICE_LOADING);
}

void recorder_layout(struct run *run, int gpu)
{
    const struct gpu_state *device = &run->gpus[gpu];
    const struct model_gpu *model_gpu = &run->model->gpus[gpu];
    bool cutting = device->phase == CUT_UNDER_WAY;
    if (!run->recording || (device->config < 0 && model_gpu->config < 0))
        return;
    int config = device->config < 0 ? model_gpu->config : cutting ? device->next_config : device->config;
    struct recorded_layout picture = {
        .t_ns = run->view.now_ns, .config = (int16_t)config, .phase = (int16_t)device->phase};
    if (device->config < 0) {
        /* Of a GPU that is cut for good, whose pods a placer moves: one that goes stays in the picture until
         * it has gone. */
        for (int k = 0; k < model_gpu->n_slots; k++) {
            int pod = run->seats[model_gpu->first_slot + k];
            struct recorded_slice *slice = &picture.slices[run->model->slots[model_gpu->first_slot + k].part];
            *slice = nothing;
            if (pod < 0)
                continue;
            const struct model_instance *from = &run->model->instances[pod];
            enum slice_state state = run->instances[pod].partner < 0 ? SLICE_UP
                                     : place_is_loading(run, pod)    ? SLICE_LOADING
                                                                     : SLICE_DRAINING;
            *slice = slice_with(__builtin_ctzll(from->apps),
                                variant_of_pod(run->recording, run->model, from->gpu, from->slot), state);
        }
    }
    for (int s = 0; device->config >= 0 && s < mig_configs[picture.config].n; s++)
        picture.slices[s] = slice_of_seat(run, run->model->gpu_instances[model_gpu->first_instance + s]);
    recording_put_layout(run->recording, gpu, &picture);
}

/* ---- the end of a bucket ---- */

/* Of the requests that ended in this bucket, those of the warm-up left out. */
static double bucket_accuracy(const struct run *run, int a)
{
    const struct app_state *app = &run->apps[a];
    int64_t n = app->measured - app->mark.measured;
    if (n == 0)
        return (double)NAN;
    return run->counts[a] ? (app->accuracy_sum - app->mark.accuracy_sum) / (double)n : run->accuracy[a];
}

/* The responses of the open bucket, into the recording. Where all are kept it keeps them, too, or (one of
 * another run's detail) their sketch; else they are folded into a sketch and make room. Where none of them
 * had to make room before, the sketch of the bucket is empty, and nothing is looked for in its bins. */
static void end_responses(struct run *run, int a)
{
    struct responses *responses = &run->responses[a];
    struct recording *recording = run->recording;
    int bucket = (int)run->state->bucket;
    size_t n;
    if (run->model->exact_percentiles) {
        int64_t first = run->apps[a].mark.responses;
        run->apps[a].mark.responses = responses->n;
        if (recording && recording->responses[a]) {
            recording_end_responses(recording, a, bucket, responses->n);
        } else if (recording) {
            n = sketch_compress(responses->ns + first, (size_t)(responses->n - first), run->scratch,
                                run->pairs);
            recording_put_sketch(recording, a, bucket, run->pairs, n);
        }
        return;
    }
    if (responses->bucket->total == 0) {
        n = sketch_compress(responses->ns, (size_t)responses->n, responses->bucket, run->pairs);
    } else {
        sketch_add_all(responses->bucket, responses->ns, (size_t)responses->n, NULL);
        n = sketch_drain(responses->bucket, run->pairs);
    }
    responses->n = 0;
    sketch_merge(responses->whole, run->pairs, n);
    if (recording) /* which counts what it has no memory for */
        recording_put_sketch(recording, a, bucket, run->pairs, n);
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
    end_responses(run, a);
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

/* Of all pools together; their books begin the next bucket. */
static void bucket_run(struct run *run, double width_ns)
{
    struct run_state *state = run->state;
    if (run->recording) {
        float **column = run->recording->run;
        size_t at = (size_t)state->bucket;
        double active_j = 0, idle_j = 0, carbon_g[LEDGER_COUNT] = {0};
        for (int p = 0; p < run->model->n_pools; p++) {
            const struct books *books = &run->pools[p].state->books;
            active_j += books->bucket_active_j;
            idle_j += books->bucket_idle_j;
            for (int l = 0; l < LEDGER_COUNT; l++)
                carbon_g[l] += books->bucket_g[l];
        }
        column[COLUMN_ENERGY_ACTIVE][at] = (float)active_j;
        column[COLUMN_ENERGY_IDLE][at] = (float)idle_j;
        column[COLUMN_CARBON_ACTIVE][at] = (float)(carbon_g[LEDGER_ACTIVE] + carbon_g[LEDGER_AUXILIARY]);
        column[COLUMN_CARBON_IDLE][at] = (float)carbon_g[LEDGER_IDLE];
        column[COLUMN_CARBON_FACILITY][at] = (float)carbon_g[LEDGER_FACILITY];
        column[COLUMN_CARBON_EMBODIED][at] = (float)carbon_g[LEDGER_EMBODIED];
        column[COLUMN_CARBON_COOLING][at] = (float)carbon_g[LEDGER_COOLING];
        column[COLUMN_INTENSITY][at] =
            (float)(width_ns > 0 ? state->intensity_area / width_ns : state->grid.ci);
        column[COLUMN_CIR][at] = (float)(width_ns > 0 ? state->cir_area / width_ns : state->grid.cir);
        int64_t uses = 0;
        for (int a = 0; a < run->model->n_apps; a++)
            uses += run->apps[a].high_uses - run->apps[a].mark.high_uses;
        column[COLUMN_HIGH_USES][at] = (float)uses;
    }
    for (int p = 0; p < run->model->n_pools; p++) {
        struct books *books = &run->pools[p].state->books;
        for (int l = 0; l < LEDGER_COUNT; l++) {
            books->carbon_g[l] += books->bucket_g[l];
            books->bucket_g[l] = 0;
        }
        books->bucket_active_j = books->bucket_idle_j = 0;
    }
    state->intensity_area = state->cir_area = 0;
}

void recorder_bucket(struct run *run, int64_t end_ns)
{
    double width_ns = (double)(end_ns - run->state->bucket_ns);
    ledger_close(run);
    queue_read_meters(run);
    if (run->strand)
        strand_hand_over(run);
    if (run->braid)
        braid_take_in(run);
    bucket_run(run, width_ns);
    heat_end_bucket(run, width_ns);
    parts_end_bucket(run, ns_to_s(end_ns - run->state->bucket_ns));
    for (int a = 0; a < run->model->n_apps; a++)
        bucket_app(run, a, width_ns);
    for (int g = 0; g < run->model->n_gpus; g++) {
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
    queue_begin_meters(run);
    run->state->bucket++;
    run->state->bucket_ns = end_ns;
    if (run->recording)
        recording_publish(run->recording, (int)run->state->bucket);
}
