/* A run: one simulation in progress. run(scenario, edits, seed, inputs) -> recording is a pure function; this
 * is it, in steps, so that a worker can publish as it goes and be cancelled. The state is one block of memory
 * without pointers; snapshots are copies of it, taken at bucket ends, at most 64 and 8 MiB (every second one
 * is dropped when full). */
#ifndef WATTIF_SIM_RUN_H
#define WATTIF_SIM_RUN_H

#include "engine/model/model.h"
#include "engine/sim/decision.h"
#include "engine/sim/recording.h"

struct run;
struct extras;

enum run_status { RUN_GOING, RUN_DONE, RUN_OVERLOADED };

struct run_options {
    bool snapshots; /* keep snapshots for seeking and forking (the dashboard); off for sweeps */
    bool record;    /* fill the recording; off only measures (the summary is the same) */
    uint32_t
        loops_passed_over; /* bit k: not instance k of the event loop (loop.h); all give the same bytes */
    uint64_t absent;       /* mask of pools that are not simulated (pool_run.h) */
    const struct extras *extras; /* NULL: none (deciders.h); outlives the run and its forks */
};

/* Retains the model. `recording` may be NULL if !record; it must have the model's shape (recording_for_model)
 * and outlive the run. NULL when out of memory, or when derived inputs are missing. */
struct run *run_create(struct model *model, struct recording *recording, struct run_options options,
                       struct error *error);
void run_free(struct run *run);

/* Must derived inputs of this kind (model_pool.derived) be there before a run is created: BASE for an SLO
 * `base` or a configurator that measures, the table, and BASE, for one that looks up? Without them run_create
 * refuses. */
bool run_needs_derived(const struct model *model, int pool, enum derived_kind kind);
/* Does a placer go by how much pods warm their GPUs (model->rises)? */
bool run_needs_rises(const struct model *model);
struct recording *recording_for_model(const struct model *model);

/* Goes on until the clock passes `until_ns`, `max_events` are handled, or the run ends. At the end the
 * summary is in the recording and recording_finished is true. */
enum run_status run_advance(struct run *run, int64_t until_ns, uint64_t max_events);

/* Convenience: to the end. */
enum run_status run_all(struct run *run);

/* One run of the model from its beginning to its end, recorded where there is a recording, and its summary.
 * Every so many events `breathe` is asked whether it is to go on (NULL: nobody is); by then run_summary tells
 * how far it is. False: it was called off, without a message; or with one, out of memory, inputs are missing,
 * or a sum is no finite number. */
struct run_breath {
    uint64_t events;
    bool (*breathe)(void *context, const struct run *run);
    void *context;
};
bool run_whole(struct model *model, struct recording *recording, const struct run_breath *breath,
               struct summary *summary, struct error *error);

/* Where pods of a pool stand now, as the problem that a placer solves (policy/place/problem.h). False: it has
 * none that could be placed. */
struct place_problem;
bool run_place_problem(const struct run *run, int pool, struct place_problem *problem);

int64_t run_now_ns(const struct run *run);
uint64_t run_events(const struct run *run);

/* Totals so far (exact at the end). */
void run_summary(const struct run *run, struct summary *summary);

/* Forks: a new run over `model` (same scenario but for edits at or after t_ns) that continues from the latest
 * snapshot of `base` before t_ns and copies that much of its recording. Equal to a straight run of `model`,
 * byte for byte. */
struct run *run_fork(const struct run *base, struct model *model, struct recording *recording, int64_t t_ns,
                     struct run_options options, struct error *error);

/* What exists only at an instant, for the cluster panel. */
struct instant_instance {
    int app;       /* -1 = idle, -2 = down: an empty slice, or one whose layout is changing */
    uint64_t apps; /* mask of the apps that it serves; 0: it takes nothing more */
    int place;     /* of what it holds, or last held (model_place_slice, model_place_variant) */
    int32_t batch;
    int64_t started_ns, ends_ns; /* ends_ns: expected; -1: not known, it waits for its turn */
    int queue;                   /* requests in its own queue */
};
struct instant {
    int64_t t_ns;
    double ci, cir;
    double power_w[GPUS_MAX], clock_mhz[GPUS_MAX]; /* clock: NAN unknown */
    bool capped[GPUS_MAX];                         /* at a lower clock than asked for, by its power limit */
    double temp_c[GPUS_MAX], water_c[GPUS_MAX]; /* the temperature, and the water that reaches the GPU; NAN:
                                                   it has none */
    double phi[GPUS_MAX], phi_fair[GPUS_MAX]; /* in force, where the scheme goes by it; where energy fairness
                                                 ends, while two apps or more have work (parts.h); else NAN */
    struct clock_choice choices[GPUS_MAX];    /* why each has its clock */
    int config[GPUS_MAX];                     /* index in mig_configs; -1: not reconfigurable */
    int phase[GPUS_MAX];                      /* enum cut_phase */
    int64_t waiting[APPS_MAX];                /* in the app's queue */
    struct instant_instance instances[INSTANCES_MAX];
    int32_t seats[INSTANCES_MAX]; /* [model_gpu.first_slot + slot] which instance is there; negative: none */
};

/* Re-runs [from_ns, to_ns] of this run from its nearest snapshot: what was decided in it, and what there is
 * at the end of it (NULL: not asked). False when out of memory. */
bool run_explain(const struct run *run, int64_t from_ns, int64_t to_ns, struct decision_log *log,
                 struct instant *instant, struct error *error);
bool run_instant(const struct run *run, int64_t t_ns, struct instant *instant, struct error *error);

/* A hash of the state block: equal runs have equal hashes. */
uint64_t run_state_hash(const struct run *run);

/* ---- details ---- */

/* Below a bucket: a window of a run, simulated again from the nearest snapshot and recorded with buckets as
 * fine as one likes. The run itself is only read, so nothing about it changes, and what a detail shows is
 * exact: over a bucket of the run its requests, violations and starts add up to the same counts, its energy
 * and carbon to the same sums within the rounding of a float (design.md, "Recording"). */

/* At most RECORDING_BUCKETS_MAX buckets. Bucket b holds what happened after its begin up to and including its
 * end, as in the run's recording; the first of a run holds its very beginning, too. */
struct detail {
    int64_t origin_ns; /* where bucket 0 begins, in the run's time */
    double before_g;   /* carbon of the run before that */
    struct recording
        *recording; /* owned, finished, its times counted from the origin; its summary is empty */
};

/* Records [from_ns, to_ns] of a recorded run, cut to what has been simulated; the last bucket may be shorter.
 * The run must not be advanced meanwhile. False with a message when there is no such stretch, or no memory.
 */
bool run_detail(const struct run *run, int64_t from_ns, int64_t to_ns, int64_t bucket_ns,
                struct detail *detail, struct error *error);
void detail_free(struct detail *detail);

/* The first (or the last) request that ended in (from_ns, to_ns] later than its SLO: when, of which app,
 * after how long, and which SLO was in force; false if there is none, or no memory. */
struct run_miss {
    int64_t t_ns;
    int app;
    int64_t response_ns, slo_ns;
};
bool run_find_miss(const struct run *run, int64_t from_ns, int64_t to_ns, bool last, struct run_miss *miss);

/* ---- views ---- */

/* A view of a run: what whoever draws or judges one has of it. A run that is being simulated, or was just
 * now, has all three; one that was opened from the store has its recording, perhaps a model (where the inputs
 * that it was made with are still there), and no run. Nothing here is owned: a view lives as long as what it
 * looks at. */
struct run_view {
    const struct recording *recording;
    const struct model *model; /* NULL: its inputs are not at hand */
    const struct run *run; /* NULL: not finished, or not simulated here; without it, nothing below a bucket */
};

#endif
