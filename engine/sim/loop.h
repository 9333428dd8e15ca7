/* The event loop and its instances. There is one loop (serve.h, loop.c); it is compiled several times, each
 * time with other things known beforehand: which router answers, how wide the tournaments are, what cannot
 * occur in this run. What is known is a constant `struct traits` that every function on the loop's path
 * takes; where it is the address of a constant, the compiler removes what cannot occur and inlines the
 * router. The general instance knows nothing, so it serves every run; all instances that may serve a run give
 * the same bytes. Those that book requests ahead are a program of their own (booked.c).
 *
 * To give a router an instance of its own: a row in the table of loop.c, and its functions in a header. */
#ifndef WATTIF_SIM_LOOP_H
#define WATTIF_SIM_LOOP_H

#include "engine/policy/router.h"

struct run;

/* What costs an event time to look for, and most runs have not. */
enum occurrence {
    MAY_TAKE_TURNS = 1,     /* time-shared GPUs */
    MAY_SHARE = 2,          /* GPUs that several instances run on */
    MAY_QUEUE = 4,          /* instances with queues of their own */
    MAY_STEP = 8,           /* apps whose arrivals are not drawn in blocks of gaps */
    MAY_TURN_LOAD = 16,     /* edits of the knob `load` */
    MAY_RECONFIGURE = 32,   /* seats that go down; accuracies that differ; measuring windows */
    MAY_SKETCH = 64,        /* responses that are not all kept */
    MAY_WARM_UP = 128,      /* requests that do not count */
    MAY_LOG = 256,          /* decisions that somebody wants to see */
    MAY_BEND = 512,         /* power laws that are no sum */
    MAY_PICK = 1024,        /* somebody who chooses among equal instances */
    MAY_MOVE = 2048,        /* pods that go to other GPUs */
    MAY_PART = 4096,        /* power laws that tell parts apart */
    MAY_WARM = 8192,        /* GPUs that have a temperature */
    MAY_CAP = 16384,        /* GPUs that could draw more than their cards may */
    MAY_ANYTHING = 32767,   /* in one pool */
    MAY_CHANGE_POOL = 32768 /* several pools */
};

struct traits {
    const struct router *router; /* whose functions are called; NULL: the run's */
    uint32_t arrivals;           /* widths of these two tournaments (struct agenda); 0: the run's */
    uint32_t completions;
    uint32_t may; /* enum occurrence: all others do not occur */
};

/* For the rarer paths, which serve any run. */
static const struct traits traits_any = {.may = MAY_ANYTHING};

struct loop {
    const char *name;
    enum router_kind router; /* ROUTER_OTHER: any */
    const struct traits *traits;
    /* Until the next event is beyond the key `last`, the last event has come, or another instance is in
     * force. */
    void (*go)(struct run *run, int64_t last);
    bool (*fits)(const struct run *run); /* NULL: what the traits say is all that it demands */
};

extern const struct loop loops[];
extern const int loop_count;

/* Chooses the first that does; to be called when the run begins, when the router changes, when a log is
 * wanted. The last one, the general instance, always does. */
void loop_choose(struct run *run);

/* For an instance of its own kind (booked.c): a rarer event, false: another instance is in force from now on;
 * the general instance. */
bool loop_rare_event(struct run *run, int64_t key, const struct loop *own);
void loop_go_any(struct run *run, int64_t last);

/* That one, by router: for at most so many apps, each with a GPU of its own that serves one request at a
 * time, and fewer slots than these. */
enum { BOOKED_APPS = 6, BOOKED_SLOTS = 64 };
void booked_carbondis(struct run *run, int64_t last);
void booked_dybatch(struct run *run, int64_t last);
void booked_random(struct run *run, int64_t last);
void booked_own_fifo(struct run *run, int64_t last);
int booked_low(const struct run *run, int app); /* loop.c: the instance of its own */

#endif
