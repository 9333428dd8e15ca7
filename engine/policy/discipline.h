/* Sharing disciplines: who runs now on a device. Under `dedicated` and `mig` every instance runs by itself. A
 * time-shared device, or each slice of one, is held by one of its seats at a time, in turns: the engine asks
 * who is next and for how long, lets that seat serve one request after the other until its slice of the
 * period is used up or it has no more work, and charges the time that it really had. A request is a chain of
 * kernels, so a turn ends at the first boundary between two kernels at or after that (composition.md CO-C1).
 * A turn ends after the arrivals of its instant: a seat whose last request ends as the next one arrives has
 * not run out of work.
 *
 * One discipline may follow another in mid-run: its state begins empty, all seats with work join it, and the
 * turn under way lasts as long as it was given and is charged to nobody.
 *
 * What a discipline knows of its seats it keeps as plain data without pointers in `state`, one for each
 * device or slice. Seats are numbered as the GPU's instances are; one has work while a request is in service,
 * whether that runs or waits for its turn. */
#ifndef WATTIF_POLICY_DISCIPLINE_H
#define WATTIF_POLICY_DISCIPLINE_H

#include "engine/policy/scheme.h"
#include "engine/policy/view.h"

struct turn {
    int32_t seat;     /* -1: no seat has work */
    int64_t slice_ns; /* above 0; the turn keeps it, whatever changes meanwhile */
};

struct discipline {
    bool time_shared; /* all below only then */
    size_t (*state_size)(const struct model *model, int gpu);
    /* The seat has work (again); also said of one that has not left. */
    void (*join)(const struct view *view, void *state, int gpu, int seat);
    /* The seat had no work when its turn was over and the next one was to be chosen. */
    void (*leave)(const struct view *view, void *state, int gpu, int seat);
    /* A weight, a power or a knob may be another than at the last next(). Who has work, join() and leave()
     * say. */
    void (*stir)(void *state);
    /* The turn that next() gave last is over: its seat held the device for so long, which may be less than
     * the slice or, by a kernel, more. Comes before leave(). */
    void (*charge)(const struct view *view, void *state, int gpu, int seat, int64_t used_ns);
    /* Whose turn is next: a seat that has joined and not left. Where one has work, one must be named. */
    struct turn (*next)(const struct view *view, void *state, int gpu);
    /* For whoever estimates (CO-C1): the part of the device that the seat has with a request of this app,
     * while those that have work now go on having some; above 0, at most 1. */
    double (*share)(const struct view *view, const void *state, int gpu, int seat, int app);
    /* next() says the same again of a seat that is the only one to have joined, until a weight, a power, a
     * knob or its app is another: then charge() alone is asked. */
    bool steady;
    const struct turn_rule *rule; /* of those that differ in how they divide a period alone (share/tmux.c) */
};

/* Requests can be interrupted after each kernel, which lasts so long: at most 100 us, and every request has
 * 64 or more (CO-C1, adopted). */
static inline int64_t discipline_grain_ns(int64_t latency_ns)
{
    int64_t grain_ns = latency_ns / 64 < 100 * NS_PER_US ? latency_ns / 64 : 100 * NS_PER_US;
    return grain_ns > 1 ? grain_ns : 1;
}

/* For routers (CO-C1): what so much work takes by the part of a device that an app would have on an instance,
 * while those that have work there now go on having some; all of it where no turns are taken. */
static inline int64_t discipline_takes_ns(const struct view *view, int app, int instance, int64_t work_ns)
{
    int gpu = view->instances[instance].gpu, lane = view->model->instances[instance].lane;
    double share = lane < 0 ? 1
                            : view->disciplines[gpu]->share(view, view->discipline_states[lane], gpu,
                                                            view->instances[instance].slot, app);
    return (int64_t)((double)work_ns / share + 0.5);
}

/* Work left of the request in service where turns are taken, at full speed. */
static inline int64_t discipline_left_ns(const struct view *view, int instance)
{
    const struct instance_state *own = &view->instances[instance];
    bool runs = view->gpus[own->gpu].drawing >> own->slot & 1;
    return own->app < 0 ? 0 : own->work_ns - (runs ? view->now_ns - own->resumed_ns : 0);
}

#endif
