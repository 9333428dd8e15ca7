/* The ledger: joules and grams, exactly, by piecewise constant power. A GPU is settled only when its power
 * changes and when the books of its pool are closed: at intensity samples, edits and bucket ends, and where
 * the pool's governor looks. Never because of anything in another pool, so that to the last digit a pool's
 * energy depends on nothing outside. Between closings carbon is energy times one factor: so no intensity is
 * looked up per request. An app gets what its
 * instance drew when the GPU is settled; where several run at once, when its request ends or the ledger is
 * closed, whichever comes first: its own dynamic part is its power times that time, and its share of what is
 * drawn once is the same for all that run, so the GPU adds it up. An observer never settles: looking changes
 * no byte. */
#ifndef WATTIF_SIM_LEDGER_H
#define WATTIF_SIM_LEDGER_H

#include "engine/sim/heat.h"
#include "engine/sim/parts.h"
#include "engine/sim/pool_tape.h"

/* ---- how long a GPU is held ---- */

/* How long a GPU is held: until then it draws idle power and its embodied carbon counts, whoever works. In a
 * closed loop its user lets it go when the last of its apps has had its last answer; else, and where a placer
 * may bring pods of other apps, it is held to the end of the run (The Utilization Fallacy section 1.1). When
 * that is follows from what is known of its apps, so nothing is kept but the power that it draws no more. */

/* When the GPU was released; NS_NEVER: it is held. */
static inline int64_t hold_released_ns(const struct run *run, int gpu)
{
    const struct model_gpu *model_gpu = &run->model->gpus[gpu];
    int64_t last_ns = 0;
    if (model_gpu->loop_apps == 0 || run->pools[model_gpu->pool].may_move)
        return NS_NEVER;
    for (uint64_t left = model_gpu->loop_apps; left; left &= left - 1) {
        int64_t done_ns = run->apps[__builtin_ctzll(left)].done_ns;
        if (done_ns < 0)
            return NS_NEVER;
        last_ns = done_ns > last_ns ? done_ns : last_ns;
    }
    return last_ns;
}

/* Up to when it has been held, of the time until `now_ns`. */
static inline int64_t hold_until_ns(const struct run *run, int gpu, int64_t now_ns)
{
    int64_t released_ns = hold_released_ns(run, gpu);
    return released_ns < now_ns ? released_ns : now_ns;
}

/* The app is done: the GPUs that were held for it alone by now are released. */
void hold_release(struct run *run, int app);

/* ---- parts of power ---- */

/* The parts of a GPU's power, where its law tells them apart (physics/power.h): static, drawn always;
 * auxiliary, once while anything runs; and what each app that runs there adds, its compute power. The ledger
 * notes whose compute power it was as it attributes energy; the first two follow from how long a GPU was
 * there and busy. Beside them stands the naive estimate: what the profile rows would have come to had each
 * been taken above the static power alone (Utilization Fallacy section 1.2). Together the parts are the GPU's
 * energy. A run without such a GPU keeps nothing of this and its recording has NAN. */

/* Bytes in the block; 0: nobody's law tells parts apart. */
size_t parts_size(const struct model *model);

/* An instance has drawn its power for so long, beside whoever else did. */
void parts_note(struct run *run, int instance, int64_t dt_ns);

/* At the end of a bucket, the ledger being closed: writes its columns and begins the next. */
void parts_end_bucket(struct run *run, double width_s);

/* The parts of a GPU's energy together, as far as it is settled, what is not billed yet included; NAN where
 * they are not told apart. */
double parts_energy_j(const struct run *run, int gpu);

/* Into a summary of the run so far. */
void parts_summarise(const struct run *run, struct summary *summary);

/* ---- energy ---- */

/* One instance's energy: to its app, and by the provenance of the row it rests on. */
HOT void ledger_attribute(struct run *run, const struct instance_state *instance, double energy_j,
                          int64_t dt_ns)
{
    struct app_state *app = &run->apps[instance->app];
    app->energy_open_j += energy_j;
    app->busy_ns += dt_ns;
    app->provenance_j[instance->provenance] += energy_j;
}

/* What each alone would draw, summed over all that run on a GPU of several instances. */
static inline double ledger_sum_w(const struct gpu_state *device)
{
    return device->loaded_w + (device->running - 1) * device->once_w;
}

/* Several instances: each that runs has its own dynamic part and an equal share of the static power, the
 * auxiliary one included (composition.md section 4). Under laws that superpose, that share is known. */
HOT double ledger_share_w(const struct run *run, const struct traits *traits, int gpu)
{
    const struct gpu_state *device = &run->gpus[gpu];
    if (RARELY(traits->may & MAY_BEND && run->laws[gpu]->watts))
        return power_share_w(device->physics.power_w, ledger_sum_w(device), device->running);
    return device->once_w / device->running - device->once_w;
}

/* What an instance that draws power has drawn since its bill was written last, as far as its GPU is settled.
 */
static inline double ledger_unbilled_j(const struct run *run, int instance)
{
    const struct instance_state *own = &run->instances[instance];
    const struct gpu_state *device = &run->gpus[own->gpu];
    const struct bill *bill = &run->bills[instance];
    double dt_s = (double)(device->physics.since_ns - bill->since_ns) * 1e-9;
    return carbon_energy_j(own->power_w, dt_s) + (device->share_j - bill->share_j);
}

/* From now on its energy is its app's, where several may run on its GPU; which must be settled. */
HOT void ledger_open_bill(struct run *run, int instance)
{
    const struct gpu_state *device = &run->gpus[run->instances[instance].gpu];
    run->bills[instance] = (struct bill){.since_ns = device->physics.since_ns, .share_j = device->share_j};
}

/* Up to now it is: before what runs there, its power or its provenance changes. The GPU must be settled. */
HOT void ledger_bill(struct run *run, int instance)
{
    const struct instance_state *own = &run->instances[instance];
    int64_t dt_ns = run->gpus[own->gpu].physics.since_ns - run->bills[instance].since_ns;
    ledger_attribute(run, own, ledger_unbilled_j(run, instance), dt_ns);
    if (RARELY(run->parts != NULL))
        parts_note(run, instance, dt_ns);
    ledger_open_bill(run, instance);
}

HOT void ledger_settle(struct run *run, const struct traits *traits, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    int64_t dt_ns = run->view.now_ns - device->physics.since_ns;
    if (RARELY(traits->may & MAY_TAKE_TURNS && device->lanes > 0 && dt_ns > 0))
        turns_contend(run, gpu, dt_ns);
    double energy_j = physics_advance(&device->physics, run->view.now_ns);
    if (device->running == 0) {
        device->idle_open_j += energy_j;
        return;
    }
    device->active_open_j += energy_j;
    device->busy_ns += dt_ns;
    if (RARELY(traits->may & MAY_PART && run->parts && device->only >= 0))
        parts_note(run, device->only, dt_ns);
    if (!(traits->may & MAY_SHARE) || device->only >= 0)
        ledger_attribute(run, &run->instances[device->only], energy_j, dt_ns);
    else
        device->share_j += carbon_energy_j(ledger_share_w(run, traits, gpu), (double)dt_ns * 1e-9);
}

/* What draws power on it has changed; the GPU must be settled. */
HOT void ledger_set_power(struct run *run, const struct traits *traits, int gpu, double power_w)
{
    struct gpu_state *device = &run->gpus[gpu];
    device->physics.power_w = power_w;
    if (RARELY(traits->may & MAY_WARM && run->follows)) {
        if (run->tape)
            tape_power(run, gpu);
        else
            heat_follow(run, gpu);
    }
    device->power_min_w = power_w < device->power_min_w ? power_w : device->power_min_w;
    device->power_max_w = power_w > device->power_max_w ? power_w : device->power_max_w;
}

/* A GPU of several instances: from now on so many run, and draw so much where powers superpose. */
HOT void ledger_set_crowd(struct run *run, const struct traits *traits, int gpu, double loaded_w,
                          int32_t running)
{
    struct gpu_state *device = &run->gpus[gpu];
    double power_w = running > 0 ? loaded_w : device->idle_w;
    device->loaded_w = loaded_w;
    device->running = running;
    if (RARELY(traits->may & MAY_BEND && run->laws[gpu]->watts))
        power_w =
            power_watts(run->laws[gpu], device->idle_w, ledger_sum_w(device), running, &run->plans[gpu]);
    ledger_set_power(run, traits, gpu, power_w);
}

/* One more runs that alone would draw so much, or (`in` false) one less. One alone draws what its profile
 * says under every law, so where a GPU has one instance no sum is kept. The last to leave takes it back to
 * its idle power exactly. The GPU must be settled. */
HOT void ledger_move(struct run *run, const struct traits *traits, int gpu, double power_w, bool in)
{
    struct gpu_state *device = &run->gpus[gpu];
    if (traits->may & MAY_SHARE && device->only < 0) {
        double above_w = power_w - device->once_w;
        int32_t running = device->running + (in ? 1 : -1);
        double loaded_w = device->loaded_w + (in ? above_w : -above_w);
        ledger_set_crowd(run, traits, gpu, in || running > 0 ? loaded_w : device->once_w, running);
        return;
    }
    device->running = in;
    ledger_set_power(run, traits, gpu, in ? power_w : device->idle_w);
}

#endif
