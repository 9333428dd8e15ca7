/* What happens at the rarer events: an edit of the scenario, a sample of the carbon trace, the end of a
 * recording bucket, the end of the run. */
#include "engine/sim/check.h"
#include "engine/sim/configure.h"
#include "engine/sim/ledger.h"
#include "engine/sim/queue.h"
#include "engine/sim/reconfigure.h"

#include <math.h>
#include <string.h>

static void knob_load(struct run *run, double load)
{
    run->state->knobs.load = load;
    for (int a = 0; a < run->model->n_apps; a++) {
        struct load_change *changes = &run->loads[a * run->loads_max];
        int k = 0;
        while (k < run->loads_max && changes[k].first <= run->apps[a].tail.index)
            k++;
        if (k < run->loads_max)
            changes[k] = (struct load_change){.first = run->apps[a].tail.index + 1, .load = load};
    }
}

/* The SLOs in force: each app's own times slo_scale. */
static void knob_slo(struct run *run)
{
    for (int a = 0; a < run->model->n_apps; a++) {
        struct app_state *app = &run->apps[a];
        double slo_ms = app->slo_ms * run->state->knobs.slo_scale;
        app->slo_ns = isnan(slo_ms) ? INT64_MAX / 4 : ns_from_ms(slo_ms) - run->model->apps[a].overhead_ns;
    }
}

static void knob_policy(struct run *run, enum layer layer, const char *name)
{
    run->state->knobs.policy[layer] = (int32_t)policy_find(layer, name);
    if (layer == LAYER_ROUTE)
        run_start_router(run);
    else if (layer == LAYER_CONFIGURE)
        configure_begin(run);
}

void run_set_knob(struct run *run, struct knob_ref ref, const struct knob_value *value)
{
    struct knob_state *knobs = &run->state->knobs;
    switch (ref.id) {
    case KNOB_CIT:
        knobs->cit = value->number;
        break;
    case KNOB_LOAD:
        knob_load(run, value->number);
        break;
    case KNOB_SLO_SCALE:
        knobs->slo_scale = value->number;
        knob_slo(run);
        break;
    case KNOB_SLO_MS:
        run->apps[ref.target].slo_ms = value->number;
        knob_slo(run);
        break;
    case KNOB_CI_SCALE:
        knobs->ci_scale = value->number;
        break;
    case KNOB_PUE:
        knobs->pue = value->number;
        break;
    case KNOB_EMBODIED:
        knobs->embodied = value->number;
        break;
    case KNOB_LAMBDA:
        knobs->lambda = value->number;
        break;
    case KNOB_ACCURACY_LOSS_PCT:
        knobs->accuracy_loss_pct = value->number;
        break;
    case KNOB_CLOVER_H:
        knobs->clover_as_paper = strcmp(value->text, CLOVER_AS_PAPER) == 0;
        break;
    case KNOB_QUANTUM_MS:
        knobs->quantum_ns = ns_from_ms(value->number);
        break;
    case KNOB_POLICY:
        knob_policy(run, (enum layer)ref.target, value->text);
        break;
    default: /* the model has the start knobs */
        break;
    }
}

void event_edit(struct run *run)
{
    const struct scenario *scenario = &run->model->scenario;
    struct run_state *state = run->state;
    bool by_hand = false;
    ledger_close(run);
    while (state->next_edit < scenario->n_edits && scenario->edits[state->next_edit].t_ns <= state->now_ns) {
        int64_t e = state->next_edit++;
        const struct edit *edit = &scenario->edits[e];
        by_hand = by_hand || edit->knob.id == KNOB_MIG;
        if (edit->knob.id == KNOB_MIG)
            reconfigure_order(run, edit->knob.target, &run->model->edit_layouts[e], false);
        else
            run_set_knob(run, edit->knob, &edit->value);
    }
    if (by_hand)
        configure_restore(run);
    if (state->next_edit < scenario->n_edits)
        run_schedule(run, SLOT_EDIT, scenario->edits[state->next_edit].t_ns);
    else
        run_unschedule(run, SLOT_EDIT);
    if (state->grid.steps == 0) /* then the first sample, at the same instant, wakes and scans */
        return;
    configure_wake(run, WAKE_EDIT);
    serve_scan(run);
}

static void grid_take(struct run *run, double sample)
{
    struct grid_state *grid = &run->state->grid;
    grid->ci = sample * run->state->knobs.ci_scale;
    carbon_take(&grid->history, grid->ci, &grid->aci, &grid->cir);
    grid->steps++;
}

static void grid_schedule(struct run *run)
{
    const struct carbon_trace *trace = &run->model->trace;
    uint64_t next = run->state->grid.next;
    if (trace->n == 1 || next >= trace->n) {
        run_unschedule(run, SLOT_SAMPLE);
        return;
    }
    int64_t at_s = trace->start_s + (int64_t)next * trace->step_s - run->model->scenario.start_s;
    run_schedule(run, SLOT_SAMPLE, at_s > 0 ? at_s * NS_PER_S : 0);
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
    grid_schedule(run);
    configure_wake(run, WAKE_SAMPLE);
    serve_scan(run);
}

void event_bucket_end(struct run *run)
{
    int64_t end_ns = run->state->now_ns;
    bucket_flush(run, end_ns);
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
    check_state(run);
#endif
    if (run->options.snapshots)
        snapshot_take(run);
}

/* Closes the last, perhaps shorter, bucket and the books. */
void run_end(struct run *run)
{
    struct run_state *state = run->state;
    if (state->now_ns > state->bucket_ns && state->bucket < run->model->n_buckets)
        bucket_flush(run, state->now_ns);
    state->phase = PHASE_ENDED;
    run->last_event = 0;
    if (!run->recording)
        return;
    run_summary(run, &run->recording->summary);
    recording_finish(run->recording, state->now_ns);
}
