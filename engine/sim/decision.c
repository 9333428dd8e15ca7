/* The decision log: what the policy and the engine knew when an action was answered, written down just before
 * it is applied. It only reads, so a run with the log on is the same run. */
#include "engine/sim/state.h"

#include <string.h>

/* When the instance will have served what it has. Work on a time-shared GPU comes in turns, which others
 * decide. */
static int64_t free_ns(const struct run *run, int instance)
{
    const struct instance_state *own = &run->instances[instance];
    int64_t at_ns = run_due_ns(run, run->first_instance + (uint32_t)instance);
    if (own->shared || own->queue_length > DECISION_QUEUE_MAX)
        return -1;
    if (own->app == INSTANCE_IDLE && own->queue_length == 0)
        return run->view.now_ns;
    if (at_ns == NS_NEVER)
        return -1;
    int32_t next = own->queue_first;
    for (int32_t i = 0; i < own->queue_length; i++) {
        const struct pool_entry *entry = &run->pool[next];
        at_ns += view_cost(&run->view, entry->app, instance)->latency_ns[entry->batch];
        next = entry->next;
    }
    return at_ns;
}

static struct decision_place describe_place(const struct run *run, int instance)
{
    if (instance < 0)
        return (struct decision_place){
            .instance = -1, .gpu = -1, .place = -1, .app = -1, .request = -1, .free_ns = -1};
    const struct instance_state *own = &run->instances[instance];
    return (struct decision_place){.instance = instance,
                                   .gpu = own->gpu,
                                   .place = own->place,
                                   .app = own->app,
                                   .request = own->app >= 0 ? own->request : -1,
                                   .queue = own->queue_length,
                                   .free_ns = free_ns(run, instance)};
}

/* Is a better than b as the other place beside `here`? Another class first, then less to do, then sooner
 * idle. */
static bool is_better(const struct run *run, int a, int b, int here)
{
    const struct model_instance *instances = run->model->instances;
    const struct instance_state *x = &run->instances[a], *y = &run->instances[b];
    bool same_a = instances[a].class == instances[here].class,
         same_b = instances[b].class == instances[here].class;
    int32_t load_a = x->queue_length + (x->app >= 0), load_b = y->queue_length + (y->app >= 0);
    int64_t ends_a = run_due_key(run, run->first_instance + (uint32_t)a),
            ends_b = run_due_key(run, run->first_instance + (uint32_t)b);
    if (same_a != same_b)
        return same_b;
    return load_a != load_b ? load_a < load_b : load_a > 0 && ends_a < ends_b;
}

void decision_record(struct run *run, struct action action)
{
    struct decision_log *log = run->log;
    const struct app_state *app = &run->apps[action.app];
    struct operands operands = {-1, -1, -1, -1};
    if (run->view.now_ns < run->log_from_ns)
        return;
    if (run->router->operands)
        run->router->operands(&run->view, run->router_state, &action, &operands);
    const struct model_app *model_app = &run->model->apps[action.app];
    int other = -1;
    for (int i = 0; i < model_app->n_all; i++) {
        int instance = model_app->all[i];
        const struct model_cost *cost = view_cost(&run->view, action.app, instance);
        if (instance == action.instance || !(run->instances[instance].apps >> action.app & 1) ||
            app->head.batch > cost->batch_max)
            continue;
        if (other < 0 || is_better(run, instance, other, action.instance))
            other = instance;
    }
    struct decision *entry = &log->kept_list[log->count++ % DECISIONS_MAX];
    *entry =
        (struct decision){.t_ns = run->view.now_ns,
                          .app = action.app,
                          .instance = action.instance,
                          .batch = app->head.batch,
                          .request = (int64_t)app->head.index,
                          .reason = action.reason,
                          .queued = !view_idle(&run->view, action.instance),
                          .arrived_ns = app->head.at_ns,
                          .start_ns = operands.ct_ns,
                          .estimate_ns = operands.el_ns,
                          .deadline_ns = app->slo_ns < INT64_MAX / 4 ? app->head.at_ns + app->slo_ns : -1,
                          .cir = run->state->grid.cir,
                          .cit = run->view.knobs->number[KNOB_CIT],
                          .estimate_seen = operands.el_seen,
                          .share_ns = operands.share_ns,
                          .ci = run->state->grid.ci,
                          .water_c = run->view.water ? run->view.water->supply_c : (double)NAN,
                          .aci = run->state->grid.aci,
                          .waiting = run->view.waiting_mask,
                          .here = describe_place(run, action.instance),
                          .other = describe_place(run, other),
                          .end_ns = -1,
                          .chosen_first = -1};
    if (log->pick.n_candidates == 0)
        return;
    entry->chosen_first = log->pick.chosen_first;
    entry->n_candidates = log->pick.n_candidates;
    memcpy(entry->candidates, log->pick.candidates, sizeof entry->candidates);
    log->pick.n_candidates = 0;
}

void decision_end(struct run *run, int app, int64_t arrived_ns)
{
    struct decision_log *log = run->log;
    for (size_t k = log->count; k > 0 && log->count - k < DECISIONS_MAX; k--) {
        struct decision *entry = &log->kept_list[(k - 1) % DECISIONS_MAX];
        if (entry->t_ns < arrived_ns)
            return; /* it was decided before the log began */
        if (entry->app == app && entry->arrived_ns == arrived_ns && entry->end_ns < 0) {
            entry->end_ns = run->view.now_ns;
            return;
        }
    }
}
