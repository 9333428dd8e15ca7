/* What the temporal multiplexers have in common (tmux-tf, tmux-ef, tmux-etf): apps that have work take turns,
 * a slice of the period T (the knob quantum_ms) each, in the order of virtual_time.h. A scheme is a rule that
 * divides T among those present, by their weights and what they draw (etf.h), and says by what a seat's time
 * is counted: it is next when it has had the least of that. A rule is asked anew whenever whoever is present,
 * a weight, a power or a knob is another than at the turn before; what it said is kept meanwhile.
 *
 * What an app draws is its profile's power for its usual batch, at the clock that its seat has: so a clock
 * that is lowered is rewarded with time. By etf_power that is all that the device draws, or what it draws
 * above idle (so on a slice, unless that says otherwise). Inside a run every app's demand is endless while it
 * has work; a slice is never under a unit of 100 us. */
#ifndef WATTIF_POLICY_SHARE_TMUX_H
#define WATTIF_POLICY_SHARE_TMUX_H

#include "engine/base/units.h"
#include "engine/policy/discipline.h"
#include "engine/policy/share/etf.h"
#include "engine/policy/share/virtual_time.h"

#define TMUX_UNIT_NS (100 * NS_PER_US)

/* How a period is divided, times in ns, and by what the time of app k is counted. */
struct tmux_rule {
    void (*divide)(const struct etf_terms *terms, double *slices);
    double (*counted_by)(const struct etf_terms *terms, const double *slices, int k);
};

/* The state of all of them: one can follow another in mid-run. */
struct tmux {
    struct virtual_time time;
    uint64_t seats; /* that the rest is about, as a mask: none at first */
    double period_ns, phi;
    double power_w[PODS_MAX], weight[PODS_MAX], slices_ns[PODS_MAX]; /* in the order of the seats */
};

/* Of what a device draws in all while an app runs on it, what the app answers for (CO-C9): `auto` is all of
 * it where turns are taken on the whole, and on a slice what is drawn above idle, which is not the slice's
 * own. */
static inline double tmux_counted_w(const struct knob_state *knobs, const struct model_gpu *gpu,
                                    double power_w)
{
    double which = knobs->number[KNOB_ETF_POWER];
    bool dynamic = which == ETF_POWER_DYNAMIC || (which == ETF_POWER_AUTO && model_turns_on_slices(gpu));
    return dynamic ? power_w - gpu->idle_w : power_w;
}

size_t tmux_state_size(const struct model *model, int gpu);
void tmux_join(const struct view *view, void *state, int gpu, int seat);
void tmux_leave(const struct view *view, void *state, int gpu, int seat);
void tmux_charge(const struct view *view, void *state, int gpu, int seat, int64_t used_ns);
struct turn tmux_next(const struct tmux_rule *rule, const struct view *view, struct tmux *tmux, int gpu);

/* The part of the device that the app of a seat has while those now present and it have work (CO-C1). */
double tmux_share(const struct tmux_rule *rule, const struct view *view, const struct tmux *tmux, int gpu,
                  int seat, int app);

/* The greatest phi at which these seats, a mask, all of which have work, would be served with perfect energy
 * fairness now: by the weights, clocks and powers in force (etf_phi_fair). */
double tmux_phi_fair(const struct view *view, int gpu, uint64_t seats);

/* A scheme of this family: share_NAME with its rule `by` (a struct tmux_rule of the file). */
#define TMUX_SCHEME(scheme, by)                                                                              \
    static struct turn next(const struct view *view, void *state, int gpu)                                   \
    {                                                                                                        \
        return tmux_next(&(by), view, state, gpu);                                                           \
    }                                                                                                        \
    static double share(const struct view *view, const void *state, int gpu, int seat, int app)              \
    {                                                                                                        \
        return tmux_share(&(by), view, state, gpu, seat, app);                                               \
    }                                                                                                        \
    const struct discipline scheme = {.time_shared = true,                                                   \
                                      .state_size = tmux_state_size,                                         \
                                      .join = tmux_join,                                                     \
                                      .leave = tmux_leave,                                                   \
                                      .charge = tmux_charge,                                                 \
                                      .next = next,                                                          \
                                      .share = share}

#endif
