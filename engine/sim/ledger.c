/* The books: what the energy since the last closing costs, what of it is whose part, who holds a GPU no more.
 * See ledger.h for when a GPU is settled. */
#include "engine/sim/ledger.h"

/* Energy since the last closing, GPU by GPU and app by app, times one factor. */
static void ledger_price(struct run *run, const struct model_pool *pool, struct books *books)
{
    const struct run_state *state = run->state;
    double g_per_j = carbon_g_per_j(state->grid.ci);
    double active_j = 0, idle_j = 0, cooling_j = 0,
           auxiliary_j = 0; /* which is a part of the active energy */
    bool split = state->knobs.number[KNOB_FACILITY] > FACILITY_FLAT;
    for (int k = 0; k < pool->n_gpus; k++) {
        struct gpu_state *device = &run->gpus[pool->gpus[k]];
        auxiliary_j += carbon_energy_j(run->model->gpus[pool->gpus[k]].auxiliary_w,
                                       ns_to_s(device->busy_ns - device->priced_ns));
        device->priced_ns = device->busy_ns;
        double energy_j = device->active_open_j + device->idle_open_j;
        active_j += device->active_open_j;
        idle_j += device->idle_open_j;
        cooling_j += split ? energy_j * heat_cooling_of(run, pool->gpus[k]) : 0;
        device->energy_j += energy_j;
        device->bucket_j += energy_j;
        device->carbon_g += energy_j * g_per_j;
        device->active_open_j = device->idle_open_j = 0;
    }
    for (int k = 0; k < pool->n_apps; k++) {
        struct app_state *app = &run->apps[pool->apps[k]];
        app->energy_j += app->energy_open_j;
        app->energy_bucket_j += app->energy_open_j;
        app->carbon_g += app->energy_open_j * g_per_j;
        app->energy_open_j = 0;
    }
    books->active_j += active_j;
    books->idle_j += idle_j;
    books->bucket_active_j += active_j;
    books->bucket_idle_j += idle_j;
    books->bucket_g[LEDGER_ACTIVE] += (active_j - auxiliary_j) * g_per_j;
    books->bucket_g[LEDGER_AUXILIARY] += auxiliary_j * g_per_j;
    books->bucket_g[LEDGER_IDLE] += idle_j * g_per_j;
    /* What the building adds to it (composition.md section 4): all of it by PUE, or cooling apart. */
    double other = split ? HEAT_OTHER_SHARE : state->knobs.number[KNOB_PUE] - 1;
    double facility_j = (active_j + idle_j) * other;
    books->facility_j += facility_j;
    books->bucket_g[LEDGER_FACILITY] += facility_j * g_per_j;
    if (!split)
        return;
    cooling_j += books->cooling_open_j;
    books->cooling_j += cooling_j;
    books->bucket_g[LEDGER_COOLING] += cooling_j * g_per_j;
}

void ledger_close_pool(struct run *run, int p)
{
    const struct model_pool *pool = &run->model->pools[p];
    for (int k = 0; k < pool->n_gpus; k++) {
        int g = pool->gpus[k];
        ledger_settle(run, &traits_any, g);
        /* All that run on a GPU of several instances; from zero again, so that what is added up stays small
         * beside what it is taken from. */
        struct gpu_state *device = &run->gpus[g];
        const int32_t *seats = &run->seats[run->model->gpus[g].first_slot];
        for (uint64_t left = device->only < 0 ? device->drawing : 0; left; left &= left - 1) {
            int instance = seats[__builtin_ctzll(left)];
            ledger_bill(run, instance);
            run->bills[instance].share_j = 0;
        }
        device->share_j = 0;
    }
    if (run->tape)
        tape_close(run, p);
    ledger_book(run, p);
}

void ledger_book(struct run *run, int p)
{
    const struct model_pool *pool = &run->model->pools[p];
    struct books *books = &run->pools[p].state->books;
    ledger_price(run, pool, books);
    /* Embodied carbon since the last closing, of each GPU for as long as it was held. */
    double multiplier = run->state->knobs.number[KNOB_EMBODIED];
    for (int k = 0; multiplier > 0 && k < pool->n_gpus; k++) {
        int g = pool->gpus[k];
        int64_t held_ns = hold_until_ns(run, g, run->view.now_ns) - books->closed_ns;
        if (held_ns > 0)
            books->bucket_g[LEDGER_EMBODIED] +=
                carbon_embodied_g(run->model->gpus[g].embodied_g_per_s, ns_to_s(held_ns), multiplier);
    }
    heat_close(run, p);
    books->closed_ns = run->view.now_ns;
}

void ledger_close(struct run *run)
{
    struct run_state *state = run->state;
    for (int p = 0; p < run->model->n_pools; p++) {
        if (run_has(run, p))
            ledger_close_pool(run, p);
        else if (run->assembly)
            assembly_close(run, p);
    }
    int64_t dt_ns = run->view.now_ns - state->ledger_ns;
    state->intensity_area += state->grid.ci * (double)dt_ns;
    state->cir_area += state->grid.cir * (double)dt_ns;
    state->ledger_ns = run->view.now_ns;
}

/* ---- releasing GPUs whose last app is done ---- */

/* A request that ends in this instant still counts among those that run: as it leaves, the GPU goes to the
 * power that it has when idle, which is none by now. */
void hold_release(struct run *run, int app)
{
    for (int g = 0; g < run->model->n_gpus; g++) {
        struct gpu_state *device = &run->gpus[g];
        if (!(run->model->gpus[g].loop_apps >> app & 1) || hold_released_ns(run, g) == NS_NEVER)
            continue;
        ledger_settle(run, &traits_any, g);
        device->idle_w = 0;
        if (device->running == 0)
            ledger_set_power(run, &traits_any, g, 0);
    }
}

/* ---- parts of power ---- */

/* A row of meters for each GPU: one for each app, then one for all of them together as the naive estimate has
 * it. Each counts the open bucket from zero, so that little is added to little, and the run before it. */

size_t parts_size(const struct model *model)
{
    bool any = false;
    for (int g = 0; g < model->n_gpus; g++)
        any = any || power_has_parts(&model->gpus[g]);
    return any ? (size_t)model->n_gpus * (size_t)(model->n_apps + 1) * sizeof(struct part_meter) : 0;
}

/* A law that is no sum tells nothing apart. */
static bool has_parts(const struct run *run, int g)
{
    return run->parts && run->laws[g]->once_w && power_has_parts(&run->model->gpus[g]);
}

static struct part_meter *meters_of(const struct run *run, int g)
{
    return run->parts + (size_t)g * (size_t)(run->model->n_apps + 1);
}

void parts_note(struct run *run, int instance, int64_t dt_ns)
{
    const struct instance_state *own = &run->instances[instance];
    const struct gpu_state *device = &run->gpus[own->gpu];
    struct part_meter *meters = meters_of(run, own->gpu);
    double dt_s = (double)dt_ns * 1e-9;
    if (!has_parts(run, own->gpu))
        return;
    meters[own->app].bucket_j += carbon_energy_j(own->power_w - device->once_w, dt_s);
    meters[run->model->n_apps].bucket_j += carbon_energy_j(own->power_w - device->idle_w, dt_s);
}

void parts_end_bucket(struct run *run, double width_s)
{
    const struct model *model = run->model;
    const struct recording *recording = run->recording;
    for (int a = 0; recording && a < model->n_apps; a++) {
        double compute_j = run->parts ? 0 : (double)NAN;
        for (int g = 0; run->parts && g < model->n_gpus; g++)
            compute_j += meters_of(run, g)[a].bucket_j;
        recording->app[COLUMN_COMPUTE][a * recording->n_buckets + (int)run->state->bucket] = (float)compute_j;
    }
    for (int g = 0; recording && g < model->n_gpus; g++) {
        const struct gpu_state *device = &run->gpus[g];
        int at = g * recording->n_buckets + (int)run->state->bucket;
        bool told = has_parts(run, g);
        double busy_s = ns_to_s(device->busy_ns - device->mark_busy_ns);
        /* Static power is drawn while the GPU is held; the ledger is closed up to the end of the bucket. */
        int64_t end_ns = run->state->ledger_ns;
        double after_s = ns_to_s(end_ns - hold_until_ns(run, g, end_ns));
        double static_j =
            told ? carbon_energy_j(run->model->gpus[g].idle_w, after_s < width_s ? width_s - after_s : 0)
                 : (double)NAN;
        double above_j = told ? meters_of(run, g)[run->model->n_apps].bucket_j : 0;
        recording->gpu[COLUMN_STATIC][at] = (float)static_j;
        recording->gpu[COLUMN_AUXILIARY][at] =
            told ? (float)carbon_energy_j(run->model->gpus[g].auxiliary_w, busy_s) : NAN;
        recording->gpu[COLUMN_NAIVE][at] = (float)(static_j + above_j);
    }
    for (int k = 0; run->parts && k < model->n_gpus * (model->n_apps + 1); k++) {
        run->parts[k].before_j += run->parts[k].bucket_j;
        run->parts[k].bucket_j = 0;
    }
}

static double total_j(const struct part_meter *meter)
{
    return meter->before_j + meter->bucket_j;
}

/* The static part, as far as the GPU is settled and was held. */
static double static_j(const struct run *run, int g)
{
    const struct gpu_state *device = &run->gpus[g];
    return carbon_energy_j(run->model->gpus[g].idle_w,
                           ns_to_s(hold_until_ns(run, g, device->physics.since_ns)));
}

double parts_energy_j(const struct run *run, int g)
{
    const struct gpu_state *device = &run->gpus[g];
    if (!has_parts(run, g))
        return (double)NAN;
    double energy_j =
        static_j(run, g) + carbon_energy_j(run->model->gpus[g].auxiliary_w, ns_to_s(device->busy_ns));
    for (int a = 0; a < run->model->n_apps; a++)
        energy_j += total_j(&meters_of(run, g)[a]);
    for (uint64_t left = device->only < 0 ? device->drawing : 0; left; left &= left - 1) {
        int instance = run->seats[run->model->gpus[g].first_slot + __builtin_ctzll(left)];
        double open_s = ns_to_s(device->physics.since_ns - run->bills[instance].since_ns);
        energy_j += carbon_energy_j(run->instances[instance].power_w - device->once_w, open_s);
    }
    return energy_j;
}

void parts_summarise(const struct run *run, struct summary *summary)
{
    int n_apps = run->model->n_apps;
    for (int a = 0; a < n_apps; a++) {
        summary->apps[a].compute_j = run->parts ? 0 : (double)NAN;
        for (int g = 0; run->parts && g < run->model->n_gpus; g++)
            summary->apps[a].compute_j += total_j(&meters_of(run, g)[a]);
    }
    for (int g = 0; g < run->model->n_gpus; g++) {
        const struct gpu_state *device = &run->gpus[g];
        struct summary_gpu *out = &summary->gpus[g];
        bool told = has_parts(run, g);
        out->static_j = told ? static_j(run, g) : (double)NAN;
        out->auxiliary_j =
            told ? carbon_energy_j(run->model->gpus[g].auxiliary_w, ns_to_s(device->busy_ns)) : (double)NAN;
        out->naive_j = told ? out->static_j + total_j(&meters_of(run, g)[n_apps]) : (double)NAN;
    }
}
