/* Measuring windows: what a configurator gets to know about the configuration that it tries (clover.md
 * section 2.1 step 4). Requests count that arrived while the window is open, told apart by their number:
 * those that ended, with their response; those in service, with the response that they will have; those that
 * wait, with their age. Energy is read, not settled, so to look changes no byte. A window is part of the
 * state block. */
#ifndef WATTIF_SIM_WINDOW_H
#define WATTIF_SIM_WINDOW_H

#include "engine/sim/state.h"

/* One app in the open window. */
struct window_app {
    struct arrival_cursor first; /* its next arrival when the window was opened, */
    int64_t from;                /* and that one's number: those from there on count */
    int64_t completed;
    int64_t late;            /* of the completed: over the SLO in force when they ended */
    double accuracy_sum;     /* over the completed */
    struct sketch responses; /* theirs */
};

struct window {
    int64_t opened_ns;        /* -1: none is open */
    double opened_j;          /* energy of the pool's GPUs up to then */
    struct window_app apps[]; /* as the pool numbers them */
};

size_t window_size(const struct model_pool *pool);

/* Begins anew; forgets what was measured. */
void window_open(struct run *run);
void window_close(struct run *run);

/* A request of app a ends on this instance now: its accuracy, where apps' instances differ in it, and its
 * response, if a window is open that it arrived in, or a governor watches (below). */
void window_account(struct run *run, int a, int instance);

/* What has been measured so far: open, seconds, energy_j and apps; zero where none is open. The window is
 * only read; what is written is the cache of arrivals. */
void window_read(struct run *run, struct measured *measured);

/* Requests of app a that count and have not ended: in service, or waiting. */
int64_t window_pending(const struct run *run, int a);

/* ---- watching ---- */

/* Watching: what a governor gets to know (struct watched): the responses of the requests that have ended
 * since it began a period, sketched. A pool's watch is a part of the state block where a governor of the pool
 * measures; it goes with the accuracies that are counted one by one (serve_account), so that runs without a
 * governor do nothing for it. */

struct watch_app {
    int64_t completed, late; /* late: over the SLO in force when they ended */
    struct sketch responses; /* without the app's overhead */
};

struct watch {
    int64_t began_ns;        /* of the period; -1: none has begun */
    struct watch_app apps[]; /* as the pool numbers them */
};

size_t watch_size(const struct model_pool *pool);

/* All of the pool in hand. Forgets what was measured; then begins a period, or not. */
void watch_begin(struct run *run, bool period);

/* The state is only read. */
void watch_read(const struct run *run, struct watched *watched);

#endif
