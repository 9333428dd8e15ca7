/* What the temporal multiplexers have in common (tmux-tf, tmux-ef, tmux-etf): apps that have work take turns,
 * a slice of the period T (the knob quantum_ms) each, in the order of their virtual time. A scheme is a rule
 * that divides T among those present, by their weights and what they draw (etf.h), and says by what a seat's
 * time is counted: it is next when it has had the least of that. A rule is asked anew whenever whoever is
 * present, a weight, a power or a knob is another than at the turn before; what it said is kept meanwhile.
 *
 * What an app draws is its profile's power for its usual batch, at the clock that its seat has: so a clock
 * that is lowered is rewarded with time. By etf_power that is all that the device draws, or what it draws
 * above idle (so on a slice, unless that says otherwise). Inside a run every app's demand is endless while it
 * has work; a slice is never under a unit of 100 us. */
#ifndef WATTIF_POLICY_SHARE_TMUX_H
#define WATTIF_POLICY_SHARE_TMUX_H

#include "engine/policy/discipline.h"
#include "engine/policy/share/etf.h"

#define TMUX_UNIT_NS (100 * NS_PER_US)

/* Whose turn it is, for disciplines that give every seat a slice (etf.md section 3): each seat has a virtual
 * time, which a turn moves on by the time that it took over the seat's share (its slice, or whatever is in
 * proportion to it); the seat that is furthest behind is next (ties: the lower one). So over time seats get
 * the device in proportion to their shares, however long their requests are.
 *
 * A seat that comes back after a pause goes on where the others are: it has saved nothing up. `reached` is
 * the largest that the least virtual time of the seats present has ever been, and nobody enters behind it. */

struct virtual_time {
    double seats[PODS_MAX];
    double reached;
    double share;     /* of the seat whose turn it is; 0: its turn was given by somebody else */
    uint64_t present; /* mask of the seats that have joined and not left */
};

/* The one that is furthest behind; -1: none is present. */
static inline int virtual_time_least(const struct virtual_time *time)
{
    int least = -1;
    for (uint64_t left = time->present; left; left &= left - 1) {
        int seat = __builtin_ctzll(left);
        least = least < 0 || time->seats[seat] < time->seats[least] ? seat : least;
    }
    return least;
}

static inline void virtual_time_reach(struct virtual_time *time)
{
    int least = virtual_time_least(time);
    if (least >= 0 && time->seats[least] > time->reached)
        time->reached = time->seats[least];
}

static inline void virtual_time_join(struct virtual_time *time, int seat)
{
    if (time->present >> seat & 1)
        return;
    time->present |= UINT64_C(1) << seat;
    if (time->seats[seat] < time->reached)
        time->seats[seat] = time->reached;
}

static inline void virtual_time_leave(struct virtual_time *time, int seat)
{
    time->present &= ~(UINT64_C(1) << seat);
    virtual_time_reach(time);
}

static inline void virtual_time_charge(struct virtual_time *time, int seat, int64_t used_ns)
{
    time->seats[seat] += time->share > 0 ? (double)used_ns / time->share : 0;
    virtual_time_reach(time);
}

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

/* The greatest phi at which these seats, a mask, all of which have work, would be served with perfect energy
 * fairness now: by the weights, clocks and powers in force (etf_phi_fair). */
double tmux_phi_fair(const struct view *view, int gpu, uint64_t seats);

#endif
