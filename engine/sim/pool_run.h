/* Pools of a run apart. What a pool does depends on its own part of the scenario, seed, trace and horizon;
 * all that pools share is the water, whose temperature follows from what every GPU draws. So a pool can be
 * simulated by itself, once, and what it did is played in every run in which it is the same: when its GPUs
 * drew another power, what its books had at each closing, and what its requests came to. Water, temperatures
 * and prices are worked out each time; to the last digit that is the run in which all pools are.
 *
 * A pool that reads temperatures does the same in other water as long as none of its choices is another. All
 * that another supply does to its GPUs, which are alike and warm each other alone, is that their temperatures
 * are higher or lower by the same, and lag behind the water by the same. So each choice is taped with the lag
 * that it bears (picker.leeway_k), each answer to whether a clock may rise as it was; and where one does not
 * hold as it is played, the pool is simulated with the others.
 *
 * Prices that nobody in it reads cost no simulation, so a run of one pool without temperatures is taken
 * apart, too.
 *
 * Runs with edits, without a horizon, that overload, or in which a scheme's answer was refused, are not taken
 * apart. */
#ifndef WATTIF_SIM_POOL_RUN_H
#define WATTIF_SIM_POOL_RUN_H

#include "engine/sim/run.h"

/* What a pool did. Immutable once made; shared by reference. */
struct pool_run;

/* Is this pool of the model's run worth simulating by itself: may the run be taken apart, and can what the
 * pool reads of temperatures be held against those of another run? */
bool pool_run_may(const struct model *model, int pool);

/* Does who chooses in it read temperatures? */
bool pool_run_reads_heat(const struct model *model, int pool);

/* The GPU of another pool whose water goes on to one of its GPUs that have a temperature; -1: there is none.
 * Such a pool that reads temperatures is simulated with the others each time. */
int pool_run_warmed_by(const struct model *model, int pool);

/* Has who chooses by temperature a choice in it: among GPUs, or between two places on one? */
bool pool_run_has_choice(const struct model *model, int pool);

/* Simulates the pool by itself; `breath` as for run_whole. NULL: it was called off, without a message; or
 * with one. */
struct pool_run *pool_run_make(struct model *model, int pool, const struct run_breath *breath,
                               struct error *error);
/* A place for one that is not made: it lacks all. NULL with a message: out of memory. */
struct pool_run *pool_run_blank(int pool, struct error *error);
struct pool_run *pool_run_retain(struct pool_run *own);
void pool_run_release(struct pool_run *own);
/* What is to be known of one. */
struct pool_run_facts {
    int pool;   /* its number in the model that it was taped with */
    bool blank; /* it is not made */
    bool lacks; /* it is not worth playing: other water turned a choice of its, or memory was short */
    bool alone; /* it was taped by itself, in water of its own, and not beside others that were played */
    uint64_t outcome; /* a hash of all that a run in which it is played gets from it, but for its apps' SLOs
                         and what is told by these; 0: it cannot be played */
    size_t bytes;
};
struct pool_run_facts pool_run_facts(const struct pool_run *own);

/* Into the summary of a run in which pools of these outcomes were played: what is told by the SLOs of these
 * ones. */
void pool_runs_tell(const struct model *model, struct pool_run *const pool_runs[POOLS_MAX],
                    struct summary *summary);

/* As run_whole without a recording; pools that have a run here (by number; NULL: it has none) are played,
 * but for those of which a choice turns. *apart: all were. `taped`: NULL, or where one pool alone is
 * simulated, which reads temperatures, it gets what that did in the water of all, or stays as it is. */
bool run_whole_with(struct model *model, struct pool_run *const pool_runs[POOLS_MAX], struct pool_run **taped,
                    const struct run_breath *breath, struct summary *summary, bool *apart,
                    struct error *error);

/* ---- what the kernel asks of it ---- */

/* Into a summary whose rows are filled and whose totals are not. */
void assembly_summarise(const struct run *run, struct summary *summary);

#endif
