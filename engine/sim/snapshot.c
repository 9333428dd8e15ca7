/* Snapshots: copies of the state block at bucket ends, for scrubbing, explaining and forking. At most 64 and
 * 8 MiB; when full, every second one is dropped and the step doubles. To go back is to copy a block and run
 * on: equal to a straight run, byte for byte, because the block is all there is. */
#include "engine/sim/parts.h"
#include "engine/sim/strand.h"

#include <stdlib.h>
#include <string.h>

enum { SNAPSHOTS_MAX = 64, SNAPSHOT_BYTES_MAX = 8 << 20 };

void snapshot_take(struct run *run)
{
    size_t size = run_used(run), most = SNAPSHOT_BYTES_MAX / size;
    while (run->n_snapshots == 0 && most >= 2 && run->model->n_buckets / run->snapshot_step > (int)most)
        run->snapshot_step *= 2; /* it would be full before the end */
    if (run->state->bucket % run->snapshot_step != 0 || most < 2)
        return;
    if (run->n_snapshots == SNAPSHOTS_MAX || (size_t)run->n_snapshots >= most) {
        int kept = 0;
        for (int s = 0; s < run->n_snapshots; s++) {
            if (s % 2 == 1)
                run->snapshots[kept++] = run->snapshots[s];
            else
                free(run->snapshots[s].block);
        }
        run->n_snapshots = kept;
        run->snapshot_step *= 2;
        if (run->state->bucket % run->snapshot_step != 0)
            return;
    }
    unsigned char *block = malloc(size);
    if (!block)
        return; /* one snapshot fewer costs time, not truth */
    if (run->braid)
        braid_show(run, true);
    memcpy(block, run->block, size);
    if (run->braid)
        braid_show(run, false);
    run->snapshots[run->n_snapshots++] = (struct snapshot){
        .t_ns = run->state->now_ns, .size = size, .bucket = (int)run->state->bucket, .block = block};
}

/* The latest snapshot strictly before t: an edit at t precedes all that happens at t. */
static const struct snapshot *snapshot_before(const struct run *run, int64_t t_ns)
{
    const struct snapshot *best = NULL;
    for (int s = 0; s < run->n_snapshots; s++)
        if (run->snapshots[s].t_ns < t_ns)
            best = &run->snapshots[s];
    return best;
}

void run_resume(struct run *run)
{
    run->view.waiting_mask = run->hand->state->waiting_mask;
    run->view.event = run->state->events;
    run->view.now_ns = run->state->now_ns;
    for (int pool = 0; pool < run->model->n_pools; pool++) {
        run_take(run, pool);
        run->hand->scheme = deciders_in_force(run);
        run->router = run->hand->scheme.router;
    }
    turns_restore(run);
}

/* Puts a fresh run of the same shape into the snapshot's state. */
static void snapshot_restore(struct run *run, const struct run *base, const struct snapshot *snapshot)
{
    memcpy(run->block, snapshot->block, snapshot->size);
    run_resume(run);
    for (int a = 0; a < run->model->n_apps; a++)
        if (run->has_gaps[a]) /* another load may bring others before an app leaves */
            run->apps[a].requests = run->model->apps[a].requests;
    /* Sketches and responses so far, which lie outside the block. */
    for (int a = 0; run->model->exact_percentiles && a < run->model->n_apps; a++) {
        struct responses *mine = &run->responses[a];
        mine->n = run->apps[a].measured;
        memcpy(mine->ns, base->responses[a].ns, (size_t)mine->n * sizeof *mine->ns);
    }
    /* The block is the same but for the next edit's time, which the run's own scenario gives. */
    const struct scenario *scenario = &run->model->scenario;
    if (run->state->next_edit < scenario->n_edits)
        run_schedule(run, SLOT_EDIT, scenario->edits[run->state->next_edit].t_ns);
    else
        run_unschedule(run, SLOT_EDIT);
    loop_choose(run);
}

struct run *run_fork(const struct run *base, struct model *model, struct recording *recording, int64_t t_ns,
                     struct run_options options, struct error *error)
{
    struct run *run = run_create(model, recording, options, error);
    const struct snapshot *snapshot = snapshot_before(base, t_ns);
    if (!run || !snapshot)
        return run;
    /* What lies outside the block must be had, too: responses of the same kind, and the base's recording
     * wherever a copy of it or its sketches are needed, which must have lost none. */
    bool exact = run->model->exact_percentiles;
    if (run->block_size != base->block_size || run->loads_max != base->loads_max ||
        run->n_slots != base->n_slots)
        return run;
    for (int p = 0; p < run->model->n_pools && p < base->model->n_pools; p++) {
        const struct run_pool *a = &run->pools[p], *b = &base->pools[p];
        if (memcmp(a->sizes, b->sizes, sizeof a->sizes) != 0 || a->timer_slot != b->timer_slot ||
            a->placer_slot != b->placer_slot || a->governor_slot != b->governor_slot ||
            !a->window != !b->window || a->watches != b->watches)
            return run;
    }
    if (run->model->n_pools != base->model->n_pools || run->pool_size != base->pool_size ||
        run->model->n_instances != base->model->n_instances ||
        run->model->n_places != base->model->n_places || run->model->bucket_ns != base->model->bucket_ns ||
        exact != base->model->exact_percentiles ||
        !(base->recording ? recording_lost_sketches(base->recording) == 0 : !run->recording && exact))
        return run; /* from the start */
    if (run->recording && !recording_copy_prefix(run->recording, base->recording, snapshot->bucket)) {
        run_free(run);
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    snapshot_restore(run, base, snapshot);
    /* The base's snapshots up to the fork are the fork's as well, so the next one at this time begins here.
     */
    run->snapshot_step = base->snapshot_step;
    for (int s = 0; run->options.snapshots && &base->snapshots[s] <= snapshot; s++) {
        struct snapshot mine = base->snapshots[s];
        mine.block = malloc(mine.size);
        if (!mine.block)
            break;
        memcpy(mine.block, base->snapshots[s].block, mine.size);
        run->snapshots[run->n_snapshots++] = mine;
    }
    /* The sketch of the whole run so far, rebuilt from the base's recording. */
    for (int a = 0; base->recording && !exact && a < run->model->n_apps; a++)
        recording_add_sketches(base->recording, a, 0, snapshot->bucket, run->responses[a].whole);
    return run;
}

/* A silent copy of the run, somewhere before `from_ns`: neither recorded nor logged until the caller says so.
 * NULL when out of memory. */
static struct run *snapshot_replay(const struct run *run, int64_t from_ns, struct error *error)
{
    struct run_options silent = {.snapshots = false, .record = false, .extras = run->options.extras};
    struct run *copy = run_create(run->model, NULL, silent, error);
    const struct snapshot *snapshot = snapshot_before(run, from_ns);
    if (copy && snapshot)
        snapshot_restore(copy, run, snapshot);
    return copy;
}

/* The ring of the last decisions, turned so that the oldest comes first. */
static bool unroll(struct decision_log *log)
{
    log->kept = log->count < DECISIONS_MAX ? log->count : DECISIONS_MAX;
    size_t first = log->count <= DECISIONS_MAX ? 0 : log->count % DECISIONS_MAX;
    if (first == 0)
        return true;
    struct decision *turned = malloc(log->kept * sizeof *turned);
    if (!turned)
        return false;
    for (size_t i = 0; i < log->kept; i++)
        turned[i] = log->kept_list[(first + i) % DECISIONS_MAX];
    memcpy(log->kept_list, turned, log->kept * sizeof *turned);
    free(turned);
    return true;
}

static void describe_instant(const struct run *run, int64_t t_ns, struct instant *instant)
{
    memset(instant, 0, sizeof *instant);
    instant->t_ns = t_ns;
    instant->ci = run->state->grid.ci;
    instant->cir = run->state->grid.cir;
    struct view then = run->view;
    then.now_ns = t_ns;
    for (int g = 0; g < run->model->n_gpus; g++) {
        instant->power_w[g] = run->gpus[g].physics.power_w;
        instant->clock_mhz[g] = run->gpus[g].clock_mhz;
        instant->capped[g] = run->gpus[g].capped_mhz > 0;
        instant->temp_c[g] = view_temperature_c(&then, g);
        instant->water_c[g] = view_water_c(&then, g);
        instant->choices[g] = govern_choice(run, g);
        /* NAN: how the GPU is shared does not go by it. */
        bool acts = knob_infos[KNOB_PHI].used_by & POLICY_BIT(run->gpus[g].share);
        instant->phi[g] =
            acts ? run->pools[run->model->gpus[g].pool].state->knobs.number[KNOB_PHI] : (double)NAN;
        instant->phi_fair[g] = turns_phi_fair(run, g);
        instant->config[g] = run->gpus[g].config;
        instant->phase[g] = (int)run->gpus[g].phase;
    }
    for (int a = 0; a < run->model->n_apps; a++)
        instant->waiting[a] = run->apps[a].waiting;
    memcpy(instant->seats, run->seats, (size_t)run->model->n_slots * sizeof *run->seats);
    for (int i = 0; i < run->model->n_instances; i++) {
        const struct instance_state *from = &run->instances[i];
        int64_t ends_ns = run_due_ns(run, run->first_instance + (uint32_t)i);
        instant->instances[i] = (struct instant_instance){.app = from->app,
                                                          .apps = from->apps,
                                                          .place = from->place,
                                                          .batch = from->batch,
                                                          .started_ns = from->started_ns,
                                                          .ends_ns = ends_ns == NS_NEVER ? -1 : ends_ns,
                                                          .queue = from->queue_length};
    }
}

/* What nobody asks for in between runs as fast as it did; from `from_ns` on, decisions are written down. */
bool run_explain(const struct run *run, int64_t from_ns, int64_t to_ns, struct decision_log *log,
                 struct instant *instant, struct error *error)
{
    struct run *copy = snapshot_replay(run, from_ns, error);
    if (!copy)
        return false;
    run_advance(copy, from_ns - 1, UINT64_MAX);
    if (log) {
        log->count = log->kept = 0;
        copy->log = log;
        copy->log_from_ns = from_ns;
        loop_choose(copy);
    }
    run_advance(copy, to_ns, UINT64_MAX);
    if (instant)
        describe_instant(copy, to_ns, instant);
    run_free(copy);
    return !log || unroll(log) || error_set(error, ERROR_SYSTEM, "", "out of memory");
}

bool run_instant(const struct run *run, int64_t t_ns, struct instant *instant, struct error *error)
{
    return run_explain(run, t_ns, t_ns, NULL, instant, error);
}

/* ---- details ---- */

/* The copy is advanced from boundary to boundary, and its books are closed at each. Its own end of a bucket
 * is taken out of the tournament: that event does nothing but write, so decisions stay what they were. All
 * that happens at a boundary's instant precedes the writing, as it does in a run, where the end of a bucket
 * is the last of the events of one instant. */

/* Up to t, with whatever happens at t; nothing is written, not even if the run ends there. */
static void detail_advance(struct run *copy, int64_t t_ns)
{
    copy->state->bucket = copy->model->n_buckets; /* no bucket is open for the run's end to write */
    run_advance(copy, t_ns, UINT64_MAX);
    copy->view.now_ns = t_ns;
    run_sync(copy);
}

static struct recording *detail_recording(const struct recording *of, int n_buckets, int64_t bucket_ns)
{
    struct recording *recording = recording_create(n_buckets, of->n_apps, of->n_gpus);
    if (!recording)
        return NULL;
    memcpy(recording->scenario, of->scenario, sizeof recording->scenario);
    memcpy(recording->apps, of->apps, (size_t)of->n_apps * sizeof *of->apps);
    memcpy(recording->gpus, of->gpus, (size_t)of->n_gpus * sizeof *of->gpus);
    recording->start_s = of->start_s;
    recording->bucket_ns = bucket_ns;
    return recording;
}

bool run_detail(const struct run *run, int64_t from_ns, int64_t to_ns, int64_t bucket_ns,
                struct detail *detail, struct error *error)
{
    *detail = (struct detail){.origin_ns = from_ns > 0 ? from_ns : 0};
    from_ns = detail->origin_ns;
    to_ns = to_ns < run->state->now_ns ? to_ns : run->state->now_ns;
    if (!run->recording || bucket_ns <= 0 || to_ns <= from_ns ||
        (to_ns - from_ns - 1) / bucket_ns >= RECORDING_BUCKETS_MAX)
        return error_set(error, ERROR_INPUT, "", "no part of this run can be recorded in such buckets");
    int n_buckets = (int)((to_ns - from_ns - 1) / bucket_ns) + 1;
    struct run *copy = snapshot_replay(run, from_ns + 1, error);
    if (copy)
        run_unschedule(copy, copy->bucket_slot);
    if (copy && from_ns > 0) { /* what happens at 0 is part of the first bucket */
        detail_advance(copy, from_ns);
        recorder_bucket(copy, from_ns);
    }
    detail->recording = copy ? detail_recording(run->recording, n_buckets, bucket_ns) : NULL;
    if (detail->recording) {
        for (int k = 0; k < run->model->n_pools * LEDGER_COUNT; k++)
            detail->before_g += copy->pools[k / LEDGER_COUNT].state->books.carbon_g[k % LEDGER_COUNT];
        struct recording *recording = detail->recording;
        for (int b = 0; b < recording->n_buckets; b++) {
            int64_t end_ns = detail->origin_ns + (b + 1) * recording->bucket_ns;
            end_ns = end_ns < to_ns ? end_ns : to_ns;
            detail_advance(copy, end_ns);
            copy->recording = recording;
            copy->state->bucket = b;
            recorder_bucket(copy, end_ns);
            copy->recording = NULL;
        }
        recording_finish(recording, to_ns - detail->origin_ns);
    }
    run_free(copy);
    if (detail->recording && recording_lost_sketches(detail->recording) == 0)
        return true;
    detail_free(detail);
    return error_set(error, ERROR_SYSTEM, "", "out of memory");
}

void detail_free(struct detail *detail)
{
    recording_free(detail->recording);
    *detail = (struct detail){0};
}

bool run_find_miss(const struct run *run, int64_t from_ns, int64_t to_ns, bool last, struct run_miss *miss)
{
    struct run *copy = from_ns < to_ns ? snapshot_replay(run, from_ns + 1, NULL) : NULL;
    int64_t misses[APPS_MAX];
    bool found = false;
    if (!copy)
        return false;
    run_advance(copy, from_ns, UINT64_MAX);
    for (int a = 0; a < run->model->n_apps; a++)
        misses[a] = copy->apps[a].violations;
    for (uint64_t event = run_events(copy); (last || !found) && copy->state->phase == PHASE_GOING;
         event = run_events(copy)) {
        run_advance(copy, to_ns, 1);
        if (run_events(copy) == event)
            break; /* the next one lies beyond */
        for (int a = 0; a < run->model->n_apps; a++) {
            const struct app_state *app = &copy->apps[a];
            const struct responses *responses = &copy->responses[a];
            if (app->violations > misses[a]) { /* its response is the last that was kept */
                *miss = (struct run_miss){run_now_ns(copy), a, responses->ns[responses->n - 1],
                                          app->slo_ns + app->overhead_ns};
                found = true;
            }
            misses[a] = app->violations;
        }
    }
    run_free(copy);
    return found;
}
