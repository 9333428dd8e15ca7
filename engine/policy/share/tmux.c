/* One period after another: what the seats present have is gathered, and the rule is asked where it is
 * another than before. */
#include "engine/policy/share/tmux.h"

#include <string.h>

size_t tmux_state_size(const struct model *model, int gpu)
{
    (void)model;
    (void)gpu;
    return sizeof(struct tmux);
}

void tmux_join(const struct view *view, void *state, int gpu, int seat)
{
    (void)view;
    (void)gpu;
    virtual_time_join(&((struct tmux *)state)->time, seat);
}

void tmux_leave(const struct view *view, void *state, int gpu, int seat)
{
    (void)view;
    (void)gpu;
    virtual_time_leave(&((struct tmux *)state)->time, seat);
}

void tmux_charge(const struct view *view, void *state, int gpu, int seat, int64_t used_ns)
{
    (void)view;
    (void)gpu;
    virtual_time_charge(&((struct tmux *)state)->time, seat, used_ns);
}

/* ---- who divides what ---- */

/* What the seats of the mask that have work have; and, of one that may have none yet, this app: -1 for
 * neither. */
static struct etf_terms gather(const struct view *view, int gpu, uint64_t seats, int seat, int app,
                               struct tmux *out)
{
    const int *instances = &view->model->gpu_instances[view->model->gpus[gpu].first_instance];
    int n = 0;
    out->seats = 0;
    out->period_ns = (double)ns_from_ms(view->knobs->number[KNOB_QUANTUM_MS]);
    out->phi = view->knobs->number[KNOB_PHI];
    for (uint64_t left = seats; left; left &= left - 1) {
        int instance = instances[__builtin_ctzll(left)], own = view->instances[instance].app;
        own = own < 0 && __builtin_ctzll(left) == seat ? app : own;
        if (own < 0)
            continue;
        out->seats |= left & -left;
        out->weight[n] = view->apps[own].weight;
        /* Of the app on its seat. A profile that is not above idle power counts as a milliwatt. */
        const struct model_cost *cost = view_cost(view, own, instance);
        double power_w = cost->power_w[model_usual_batch(view->model, own, cost)];
        power_w = tmux_counted_w(view->knobs, &view->model->gpus[gpu], power_w);
        out->power_w[n++] = power_w > 1e-3 ? power_w : 1e-3;
    }
    return (struct etf_terms){
        .n = n, .period = out->period_ns, .phi = out->phi, .power = out->power_w, .weight = out->weight};
}

static bool same(const struct tmux *a, const struct tmux *b, int n)
{
    bool same = a->seats == b->seats && a->period_ns == b->period_ns && a->phi == b->phi;
    for (int k = 0; same && k < n; k++)
        same = a->weight[k] == b->weight[k] && a->power_w[k] == b->power_w[k];
    return same;
}

static int number_of(uint64_t seats, int seat)
{
    int n = 0;
    for (uint64_t left = seats & ((UINT64_C(1) << seat) - 1); left; left &= left - 1)
        n++;
    return n;
}

struct turn tmux_next(const struct tmux_rule *rule, const struct view *view, struct tmux *tmux, int gpu)
{
    struct tmux now;
    int next = virtual_time_least(&tmux->time);
    if (next < 0)
        return (struct turn){.seat = -1};
    struct etf_terms terms = gather(view, gpu, tmux->time.present, -1, -1, &now);
    int k = number_of(now.seats, next);
    if (!same(&now, tmux, terms.n)) {
        const size_t size = (size_t)terms.n * sizeof *now.weight;
        rule->divide(&terms, tmux->slices_ns);
        tmux->seats = now.seats;
        tmux->period_ns = now.period_ns;
        tmux->phi = now.phi;
        memcpy(tmux->weight, now.weight, size);
        memcpy(tmux->power_w, now.power_w, size);
    }
    tmux->time.share = rule->counted_by(&terms, tmux->slices_ns, k);
    int64_t slice_ns = (int64_t)(tmux->slices_ns[k] + 0.5);
    return (struct turn){.seat = next, .slice_ns = slice_ns > TMUX_UNIT_NS ? slice_ns : TMUX_UNIT_NS};
}

double tmux_share(const struct tmux_rule *rule, const struct view *view, const struct tmux *tmux, int gpu,
                  int seat, int app)
{
    struct tmux with;
    double slices_ns[PODS_MAX];
    struct etf_terms terms = gather(view, gpu, tmux->time.present | UINT64_C(1) << seat, seat, app, &with);
    rule->divide(&terms, slices_ns);
    return slices_ns[number_of(with.seats, seat)] / terms.period;
}

double tmux_phi_fair(const struct view *view, int gpu, uint64_t seats)
{
    struct tmux now;
    struct etf_terms terms = gather(view, gpu, seats, -1, -1, &now);
    return etf_phi_fair(&terms);
}
