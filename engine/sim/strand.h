/* A run on several cores. A pool of which the others feel nothing but the power that it draws, and which
 * feels nothing of them, is a strand of its run: it is simulated by itself, some buckets ahead, on whichever
 * thread is free. The run plays what it did (pool_tape.h) and takes in, at each end of a bucket, its part of
 * the state; then what is recorded, kept in snapshots and summed up is to the last byte that of a run that
 * goes alone.
 *
 * Pools with a temperature to go by, a queue at an instance, layouts or clocks that change stay the run's
 * own, and so do edits: while there are any to come it goes alone. So it does from the first bucket in which
 * a strand's scheme was refused an answer or moved a pod, memory was short, or queues might overflow. */
#ifndef WATTIF_SIM_STRAND_H
#define WATTIF_SIM_STRAND_H

#include "engine/sim/run.h"

struct braid;

/* Of a run at rest, whose model, options and recording stay as they are. NULL: it is to go alone. */
struct braid *braid_begin(struct run *run);

/* Simulates the next bucket of a strand that nobody is at and that is not far ahead yet, on any thread.
 * False: there is none. */
bool braid_ahead(struct braid *braid);
/* Is there one, or might there be, once others come back? */
bool braid_may_go_ahead(const struct braid *braid);

/* The run goes on by one bucket, on one thread at a time; it waits for strands that somebody is at, and
 * simulates the others. False: it is to go alone from here, or has ended. */
bool braid_advance(struct braid *braid);

/* Nobody is at it any more. The run goes alone from the end of the last bucket. */
void braid_free(struct braid *braid);

/* ---- what the kernel asks of it ---- */

/* At the end of a bucket, the books being closed. */
void strand_hand_over(struct run *run);
void braid_take_in(struct run *run);
/* What the strands do next is in the agenda (true), for a look at it, or is out of it again. */
void braid_show(struct run *run, bool shown);

#endif
