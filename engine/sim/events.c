/* What happens at the rarer events: an edit of the scenario, a sample of the carbon trace, the end of a
 * recording bucket, the end of the run. */
#include "engine/sim/ledger.h"

#include <string.h>

/* ---- what a knob does besides being in force ---- */

/* The pools that an edit concerns, as a mask: the one that it names, or that has the GPU or app. */
static uint64_t pools_of(const struct run *run, struct knob_ref ref)
{
    switch (ref.scope) {
    case SCOPE_POOL:
        return UINT64_C(1) << ref.target;
    case SCOPE_GPU:
        return UINT64_C(1) << run->model->gpus[ref.target].pool;
    case SCOPE_APP:
        return UINT64_C(1) << run->model->apps[ref.target].pool;
    case SCOPE_POD:
        return UINT64_C(1) << place_pool_of(run, ref.target);
    default:
        return (UINT64_C(1) << run->model->n_pools) - 1;
    }
}

/* Where it was not narrowed, the knob is in force by now. */
static void effect_load(struct run *run, int64_t e)
{
    (void)e;
    for (int a = 0; a < run->model->n_apps; a++) {
        double load = run_knobs_of_app(run, a)->number[KNOB_LOAD];
        struct load_change *changes = &run->loads[a * run->loads_max];
        int k = 0;
        while (k < run->loads_max && changes[k].first <= run->apps[a].tail.index)
            k++;
        if (k < run->loads_max)
            changes[k] = (struct load_change){.first = run->apps[a].tail.index + 1, .load = load};
    }
}

void run_set_slos(struct run *run)
{
    for (int a = 0; a < run->model->n_apps; a++) {
        struct app_state *app = &run->apps[a];
        double slo_ms = app->slo_ms * run_knobs_of_app(run, a)->number[KNOB_SLO_SCALE];
        app->slo_ns = isnan(slo_ms) ? INT64_MAX / 4 : ns_from_ms(slo_ms) - run->model->apps[a].overhead_ns;
    }
}

/* An app's own, or the scale of all. */
static void effect_slo(struct run *run, int64_t e)
{
    const struct edit *edit = &run->model->scenario.edits[e];
    if (edit->knob.scope == SCOPE_APP)
        run->apps[edit->knob.target].slo_ms = edit->value.number;
    run_set_slos(run);
}

static void effect_policy(struct run *run, int64_t e)
{
    const struct edit *edit = &run->model->scenario.edits[e];
    enum layer layer = (enum layer)edit->knob.layer;
    int64_t policy = (int64_t)policy_find(layer, edit->value.text);
    uint64_t named = pools_of(run, edit->knob);
    if (edit->knob.scope == SCOPE_LAYER)
        run->state->knobs.policy[layer] = policy;
    for (int pool = 0; pool < run->model->n_pools; pool++) {
        struct pool_state *state = run->pools[pool].state;
        bool own = edit->knob.scope == SCOPE_POOL;
        if (!(named >> pool & 1) || (!own && state->own_policy[layer] >= 0))
            continue;
        state->own_policy[layer] = own ? policy : -1;
        state->knobs.policy[layer] = policy;
        run_take(run, pool);
        if (layer == LAYER_ROUTE)
            run_start_router(run);
        else if (layer == LAYER_CONFIGURE)
            configure_begin(run);
        else if (layer == LAYER_PLACE) {
            place_begin(run);
            deciders_begin(run, DECIDER_PICKER);
        } else if (layer == LAYER_TUNE)
            govern_begin(run);
        else if (layer == LAYER_SHARE)
            turns_follow_pool(run);
    }
}

static void effect_layout(struct run *run, int64_t e)
{
    int gpu = run->model->scenario.edits[e].knob.target;
    run_take(run, run->model->gpus[gpu].pool);
    reconfigure_order(run, gpu, &run->model->edit_layouts[e], false);
}

static void effect_clock(struct run *run, int64_t e)
{
    (void)e;
    points_follow(run);
}

static void effect_weight(struct run *run, int64_t e)
{
    const struct edit *edit = &run->model->scenario.edits[e];
    run->apps[edit->knob.target].weight = edit->value.number;
}

static void effect_pod(struct run *run, int64_t e)
{
    run_take(run, place_pool_of(run, run->model->scenario.edits[e].knob.target));
    place_order(run, e);
}

static void effect_water(struct run *run, int64_t e)
{
    heat_turned(run, run->model->scenario.edits[e].knob.id);
}

static void (*const effects[EFFECT_COUNT])(struct run *run, int64_t e) = {
    [EFFECT_LOAD] = effect_load,     [EFFECT_SLO] = effect_slo,     [EFFECT_POLICY] = effect_policy,
    [EFFECT_LAYOUT] = effect_layout, [EFFECT_CLOCK] = effect_clock, [EFFECT_WEIGHT] = effect_weight,
    [EFFECT_POD] = effect_pod,       [EFFECT_WATER] = effect_water};

/* The policies of these pools look up. */
static void wake(struct run *run, uint64_t pools, enum wake why)
{
    for (uint64_t left = pools; left; left &= left - 1) {
        int pool = __builtin_ctzll(left);
        if (!run_has(run, pool)) {
            if (run->assembly)
                assembly_wake(run, pool);
            continue;
        }
        run_take(run, pool);
        configure_wake(run, why);
        place_wake(run, why);
        govern_wake(run, why);
        serve_scan(run);
    }
}

void event_edit(struct run *run)
{
    const struct scenario *scenario = &run->model->scenario;
    struct run_state *state = run->state;
    uint64_t concerned = 0, by_hand = 0;
    ledger_close(run);
    while (state->next_edit < scenario->n_edits && scenario->edits[state->next_edit].t_ns <= state->now_ns) {
        int64_t e = state->next_edit++;
        const struct knob_ref ref = scenario->edits[e].knob;
        enum knob_effect effect = knob_infos[ref.id].effect;
        uint64_t pools = pools_of(run, ref);
        /* The number in force, where the knob has one. */
        double number = knob_number(ref.id, &scenario->edits[e].value);
        const int rows[SCOPE_COUNT] = {
            [SCOPE_APP] = run->model->n_gpus, [SCOPE_POOL] = run->model->n_gpus + run->model->n_apps};
        if (!knob_has_layer(ref.id) && ref.scope != SCOPE_POD) {
            if (ref.scope == SCOPE_RUN)
                run->state->knobs.number[ref.id] = number;
            else if (run->narrow)
                run->narrow[(rows[ref.scope] + ref.target) * KNOB_COUNT + (int)ref.id] = number;
            for (int pool = 0; pool < run->model->n_pools; pool++)
                run_narrow_to_pool(run, pool, ref.id);
        }
        if (effects[effect])
            effects[effect](run, e);
        concerned |= pools;
        by_hand |= effect == EFFECT_LAYOUT ? pools : 0;
    }
    for (uint64_t left = by_hand; left; left &= left - 1) {
        run_take(run, __builtin_ctzll(left));
        configure_restore(run);
    }
    if (state->next_edit < scenario->n_edits)
        run_schedule(run, SLOT_EDIT, scenario->edits[state->next_edit].t_ns);
    else
        run_unschedule(run, SLOT_EDIT);
    if (state->grid.steps == 0) /* then the first sample, at the same instant, wakes and scans */
        return;
    wake(run, concerned, WAKE_EDIT);
}

static void grid_take(struct run *run, double sample)
{
    struct grid_state *grid = &run->state->grid;
    grid->ci = sample * run->state->knobs.number[KNOB_CI_SCALE];
    carbon_take(&grid->history, grid->ci, &grid->aci, &grid->cir);
    grid->steps++;
}

void event_sample(struct run *run)
{
    const struct carbon_trace *trace = &run->model->trace;
    double sample = trace->samples[run->state->grid.next];
    bool first = run->state->grid.next++ == run->model->trace_first;
    ledger_close(run);
    if (isnan(sample)) {
        run->state->grid.gaps++;
        if (first)
            grid_take(run, carbon_trace_held(trace, run->model->trace_first));
    } else {
        grid_take(run, sample);
    }
    uint64_t next = run->state->grid.next;
    if (trace->n > 1 && next < trace->n) {
        int64_t at_s = trace->start_s + (int64_t)next * trace->step_s - run->model->scenario.start_s;
        run_schedule(run, SLOT_SAMPLE, at_s > 0 ? at_s * NS_PER_S : 0);
    } else {
        run_unschedule(run, SLOT_SAMPLE);
    }
    wake(run, pools_of(run, knob_of_run(KNOB_TRACE)), WAKE_SAMPLE);
}

void event_bucket_end(struct run *run)
{
    int64_t end_ns = run->state->now_ns;
    recorder_bucket(run, end_ns);
    if (end_ns >= run->model->horizon_ns) {
        run_end(run);
        return;
    }
    if (run->state->bucket >= run->model->n_buckets) {
        run->state->overloaded_ns = end_ns;
        run_finish(run);
        return;
    }
    int64_t next_ns = end_ns + run->model->bucket_ns;
    run_schedule(run, run->bucket_slot, next_ns < run->model->horizon_ns ? next_ns : run->model->horizon_ns);
#ifdef WATTIF_CHECKS
    if (!run->options.absent)
        check_state(run);
#endif
    if (run->options.snapshots) {
        run_rest(run);
        snapshot_take(run);
    }
}

/* Closes the last, perhaps shorter, bucket and the books. */
void run_end(struct run *run)
{
    struct run_state *state = run->state;
    if (state->now_ns > state->bucket_ns && state->bucket < run->model->n_buckets)
        recorder_bucket(run, state->now_ns);
    state->phase = PHASE_ENDED;
    run->last_event = 0;
    if (!run->recording)
        return;
    run_summary(run, &run->recording->summary);
    recording_finish(run->recording, state->now_ns);
}
