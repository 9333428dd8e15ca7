/* One period after another: where something may have changed, what the seats present have is gathered, and
 * the rule is asked where it is another than before. */
#include "engine/policy/share/tmux.h"

#include <string.h>

/* How a period is divided, times in ns, and by what the time of app k is counted. */
struct turn_rule {
    void (*divide)(const struct etf_terms *terms, double *slices);
    double (*counted_by)(const struct etf_terms *terms, const double *slices, int k);
};

/* The state of all of them: one can follow another in mid-run. */
struct tmux {
    struct virtual_time time;
    uint64_t stirred; /* 0: nothing has changed since it was looked at last */
    uint64_t seats;   /* that the rest is about, as a mask: none at first */
    double period_ns, phi;
    double power_w[PODS_MAX], weight[PODS_MAX]; /* in the order of the seats */
    double counted_by[PODS_MAX];                /* by seat, as the slices are */
    int64_t slices_ns[PODS_MAX];
};

static size_t tmux_state_size(const struct model *model, int gpu)
{
    (void)model;
    (void)gpu;
    return sizeof(struct tmux);
}

static void tmux_stir(void *state)
{
    ((struct tmux *)state)->stirred = 1;
}

static void tmux_join(const struct view *view, void *state, int gpu, int seat)
{
    (void)view;
    (void)gpu;
    virtual_time_join(&((struct tmux *)state)->time, seat);
    tmux_stir(state);
}

static void tmux_leave(const struct view *view, void *state, int gpu, int seat)
{
    (void)view;
    (void)gpu;
    virtual_time_leave(&((struct tmux *)state)->time, seat);
    tmux_stir(state);
}

static void tmux_charge(const struct view *view, void *state, int gpu, int seat, int64_t used_ns)
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

/* What each is to have, where that has changed. */
static void look(const struct view *view, struct tmux *tmux, int gpu)
{
    const struct turn_rule *rule = view->disciplines[gpu]->rule;
    struct tmux now;
    double slices_ns[PODS_MAX];
    struct etf_terms terms = gather(view, gpu, tmux->time.present, -1, -1, &now);
    const size_t size = (size_t)terms.n * sizeof *now.weight;
    tmux->stirred = 0;
    if (same(&now, tmux, terms.n))
        return;
    rule->divide(&terms, slices_ns);
    tmux->seats = now.seats;
    tmux->period_ns = now.period_ns;
    tmux->phi = now.phi;
    memcpy(tmux->weight, now.weight, size);
    memcpy(tmux->power_w, now.power_w, size);
    int k = 0;
    for (uint64_t left = now.seats; left; left &= left - 1, k++) {
        int64_t slice_ns = (int64_t)(slices_ns[k] + 0.5);
        tmux->counted_by[__builtin_ctzll(left)] = rule->counted_by(&terms, slices_ns, k);
        tmux->slices_ns[__builtin_ctzll(left)] = slice_ns > TMUX_UNIT_NS ? slice_ns : TMUX_UNIT_NS;
    }
}

static struct turn tmux_next(const struct view *view, void *state, int gpu)
{
    struct tmux *tmux = state;
    int next = virtual_time_least(&tmux->time);
    if (next < 0)
        return (struct turn){.seat = -1};
    if (tmux->stirred)
        look(view, tmux, gpu);
    tmux->time.share = tmux->counted_by[next];
    return (struct turn){.seat = next, .slice_ns = tmux->slices_ns[next]};
}

/* The part of the device that the app of a seat has while those now present and it have work (CO-C1). */
static double tmux_share(const struct view *view, const void *state, int gpu, int seat, int app)
{
    const struct tmux *tmux = state;
    struct tmux with;
    double slices_ns[PODS_MAX];
    struct etf_terms terms = gather(view, gpu, tmux->time.present | UINT64_C(1) << seat, seat, app, &with);
    int before = __builtin_popcountll(with.seats & ((UINT64_C(1) << seat) - 1)); /* seats with work */
    view->disciplines[gpu]->rule->divide(&terms, slices_ns);
    return slices_ns[before] / terms.period;
}

double tmux_phi_fair(const struct view *view, int gpu, uint64_t seats)
{
    struct tmux now;
    struct etf_terms terms = gather(view, gpu, seats, -1, -1, &now);
    return etf_phi_fair(&terms);
}

/* ---- the schemes ---- */

/* tmux-tf: temporal multiplexing, fair in time. The apps that have work divide the period by their weights,
 * T_i = T w_i / W (etf.md sections 1.2 and 4); one alone keeps the device. What is counted is time over
 * weight: while the same apps have work that is time over slice, but for a factor; and those that always have
 * work get time by their weights also while others come and go, and at any period. */
static double tf_counted_by(const struct etf_terms *terms, const double *slices, int k)
{
    (void)slices;
    return terms->weight[k];
}

static const struct turn_rule tf = {.divide = etf_time_fair, .counted_by = tf_counted_by};

/* tmux-ef: temporal multiplexing, fair in energy. The apps that have work divide the period so that each gets
 * the same energy for its weight, T_i = T (w_i / P_i) / sum (w / P) (etf.md section 1.3: the printed equation
 * 2 is another, and wrong). What is counted is energy over weight, that is time over w / P, so it stays fair
 * while others come and go, and where an app changes its clock. */
static double ef_counted_by(const struct etf_terms *terms, const double *slices, int k)
{
    (void)slices;
    return terms->weight[k] / terms->power[k];
}

static const struct turn_rule ef = {.divide = etf_energy_fair, .counted_by = ef_counted_by};

/* tmux-etf: Energy-Time Fairness. Everyone that has work is sure of the part phi of its time-fair slice; what
 * is left of the period goes, unit by unit, to whoever would have the least energy for its weight (etf.md
 * section 2). At phi 1 that is tmux-tf, at 0 tmux-ef but for the unit. What is counted is time over the part
 * of the period that the slice is: so another period changes the length of turns and nothing else. A slice is
 * at least a unit. */
static void etf_divide(const struct etf_terms *terms, double *slices)
{
    etf_slices(terms, (double)TMUX_UNIT_NS, slices);
}

static double etf_counted_by(const struct etf_terms *terms, const double *slices, int k)
{
    double least = (double)TMUX_UNIT_NS;
    return (slices[k] > least ? slices[k] : least) / terms->period;
}

static const struct turn_rule etf = {.divide = etf_divide, .counted_by = etf_counted_by};

#define TMUX(by)                                                                                             \
    {                                                                                                        \
        true, tmux_state_size, tmux_join, tmux_leave, tmux_stir, tmux_charge, tmux_next, tmux_share, true,   \
            &(by)                                                                                            \
    }
const struct discipline share_tmux_tf = TMUX(tf), share_tmux_ef = TMUX(ef), share_tmux_etf = TMUX(etf);

/* dedicated and mig: every instance runs by itself at full speed; nothing is taken away from anybody. Whether
 * a GPU is one instance or several is the scenario's layout, not the discipline's. */
const struct discipline share_isolated = {.time_shared = false};
