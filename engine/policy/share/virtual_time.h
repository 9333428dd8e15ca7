/* Whose turn it is, for disciplines that give every seat a slice (etf.md section 3): each seat has a virtual
 * time, which a turn moves on by the time that it took over the seat's share (its slice, or whatever is in
 * proportion to it); the seat that is furthest behind is next (ties: the lower one). So over time seats get
 * the device in proportion to their shares, however long their requests are.
 *
 * A seat that comes back after a pause goes on where the others are: it has saved nothing up. `reached` is
 * the largest that the least virtual time of the seats present has ever been, and nobody enters behind it. */
#ifndef WATTIF_POLICY_SHARE_VIRTUAL_TIME_H
#define WATTIF_POLICY_SHARE_VIRTUAL_TIME_H

#include "engine/model/scenario.h"

#include <stdbool.h>
#include <stdint.h>

struct virtual_time {
    double seats[PODS_MAX];
    double reached;
    double share;     /* of the seat whose turn it is; 0: its turn was given by somebody else */
    uint64_t present; /* mask of the seats that have joined and not left */
};

static inline bool virtual_time_has(const struct virtual_time *time, int seat)
{
    return time->present >> seat & 1;
}

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
    if (virtual_time_has(time, seat))
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

#endif
