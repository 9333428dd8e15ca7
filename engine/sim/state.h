/* The state of a run: one block of memory, indices and times only, no pointers; snapshot and restore are a
 * copy. Its parts lie one after another, sized by the model: run_state, apps, instances, GPUs, lanes, the
 * tournaments of the agenda, the parts of power where laws tell them apart, each app's load changes, the
 * rings of closed-loop apps, the pool of instance queues, the meters of queues, the disciplines' own states,
 * and of each pool of the cluster its pool_state, its router's and its configurator's own states and its
 * measuring window. `struct run` holds pointers into the block; they stay the same for the life of a run.
 *
 * Every event is one of a pool, or of all of them in turn. The pool whose it is is in hand (run_take): the
 * view, the router, the configurator and the window are its own, and whoever serves, measures or reconfigures
 * need not ask which. Where there is one pool it is in hand for good.
 *
 * Events are slots of the agenda, numbered so that ties of time fall in the order of composition.md
 * section 3: edits, carbon sample, completions (high-end instances first), ends of reconfigurations (GPUs,
 * then seats), arrivals, ends of turns, the configurator's timer, end of a bucket. In one thing they differ:
 * there a turn ends before the arrivals, here after them. An app whose last request ends in the instant in
 * which its next one arrives has not run out of work, and whoever arrives as a turn ends takes part in what
 * is decided then. */
#ifndef WATTIF_SIM_STATE_H
#define WATTIF_SIM_STATE_H

#include "engine/base/tournament.h"
#include "engine/policy/discipline.h"
#include "engine/sim/deciders.h"
#include "engine/sim/loop.h"
#include "engine/sim/run.h"

/* What a pool's configurators have done, and which one is to begin. */
struct search_state {
    int64_t searches, evaluations, cached, compliant; /* told: begun, measured, looked up, within the SLO */
    int64_t since_ns, under_way_ns;                   /* of the search under way, -1: none; of those before */
    int64_t reconfigurations;                         /* orders of another layout to a GPU, after the start */
    int32_t first, last;  /* numbers of searches: the first of the scheme in force, the last one told */
    int32_t begun;        /* 0: WAKE_START is next */
    int32_t was_empty;    /* every queue, at some wake since all layouts were as ordered */
    struct graph ordered; /* by the scheme in force, last; without an instance: nothing yet */
    int64_t replicated;   /* it is that of one GPU, for each */
};

/* The books of a pool (ledger.h): what they come to, and of that the open bucket's part. */
struct books {
    int64_t closed_ns;     /* up to here */
    double cooling_open_j; /* since then: by how much more it cost to cool than at the water of now */
    double idle_j, active_j, facility_j, cooling_j;
    double carbon_g[LEDGER_COUNT]; /* before the open bucket */
    double bucket_g[LEDGER_COUNT], bucket_active_j, bucket_idle_j;
};

/* One pool. */
struct pool_state {
    uint64_t waiting_mask;           /* of its apps; while it is in hand the view's runs ahead */
    struct knob_state knobs;         /* in force in it */
    int64_t placed, moves;           /* 0: its placer's WAKE_START is next; pods that have moved */
    int64_t governed;                /* 0: its governor's WAKE_START is next */
    int64_t own_policy[LAYER_COUNT]; /* that were said of it, -1: the run's are in force */
    struct search_state search;
    struct books books;
};

struct heat_run; /* heat.h */

struct run_state {
    int64_t now_ns;
    uint64_t events;
    struct grid_state grid;
    struct knob_state knobs;   /* of the run */
    int64_t next_edit;         /* index of the next edit of the scenario */
    int64_t bucket, bucket_ns; /* number and start of the open bucket */
    int64_t ledger_ns;         /* the books of all pools are closed up to here */
    int64_t apps_left;         /* apps that have not served all their requests */
    int64_t overloaded_ns;     /* -1 = not */
    int64_t refused;           /* actions that did not validate, and which */
    struct refusals refusals;
    int32_t pool_free;               /* first free entry, -1 = none */
    int32_t pool_used, pool_most;    /* entries, now and at most */
    int32_t phase;                   /* enum run_phase */
    uint64_t affinities_met;         /* of the scenario's, by bit, at the start */
    double intensity_area, cir_area; /* g/kWh x ns and CIR x ns in this bucket */
};

/* Ending: this event is the last; the books are closed after it. */
enum run_phase { PHASE_GOING, PHASE_ENDING, PHASE_ENDED };

/* The load in force from a draw of an app's stream on. */
struct load_change {
    uint64_t first; /* index of the first request whose gap it divides */
    double load;
};

/* A request in an instance's own queue. It has no padding, which a copy may fill with anything: equal states
 * are equal bytes. */
struct pool_entry {
    int64_t arrived_ns, request;
    int32_t app, batch, next, spare;
};

/* The length of a queue over the open bucket. A length that lasts no time, between two events of one instant,
 * does not count. */
struct queue_meter {
    int64_t length, since_ns; /* what it has been since when */
    int64_t least, most;      /* of the bucket, up to then; least is INT64_MAX before the first */
    double area;              /* requests x ns */
    int64_t to_64[3];         /* bytes */
};

/* Where turns are taken (model_lane): whose turn it is. */
struct lane_state {
    int32_t holder;            /* the instance, -1: nobody has work */
    int32_t lone;              /* 1: the next turn is its, too, and nobody need be asked */
    int64_t since_ns, ends_ns; /* its turn began; its slice of the period is used up */
    uint64_t seats, apps;      /* masks of those with work */
};

/* What waits for a GPU, where instances have queues; elsewhere its owner's meter tells it. */
struct gpu_queue {
    int64_t own;              /* requests in its instances' own queues */
    struct queue_meter meter; /* of these and of its owner's queue */
};

/* What an instance of a GPU that runs several at once has drawn since its request began or the ledger was
 * closed is not its app's yet (ledger.h). */
struct bill {
    int64_t since_ns;
    double share_j; /* the GPU's, then */
};

/* What an app, or (the last of a GPU's meters) all of them, had of a GPU whose law tells parts apart
 * (ledger.h).
 */
struct part_meter {
    double bucket_j, before_j; /* in the open bucket; before it */
};

/* The arrivals of one app drawn in blocks, outside the state: a cache of a pure function, so restoring needs
 * no care. */
enum { ARRIVAL_BLOCK = 64, ARRIVAL_BLOCKS = 3 }; /* requests in a block; blocks of an app */
struct arrival_block {
    uint64_t number; /* UINT64_MAX = empty */
    int64_t gap_ns[ARRIVAL_BLOCK];
    int32_t batch[ARRIVAL_BLOCK];
};

/* Responses of one app in order of completion: all of the run where percentiles are exact, else of the open
 * bucket. */
struct responses {
    int64_t *ns;
    int64_t n, capacity;
    bool owned;            /* ns is the run's; else the recording's, which keeps them */
    struct sketch *bucket; /* not exact: what did not fit ns, of the open bucket; */
    struct sketch *whole;  /* and of the whole run, filled at bucket ends */
};

/* What a run has of a pool of its model. */
struct run_pool {
    struct pool_state *state; /* this and the next three lie in the block */
    void *states[DECIDER_KINDS];
    struct window *window;       /* NULL where no configurator ever measures */
    struct watch *watch;         /* NULL where no governor ever does */
    struct scheme scheme;        /* who decides what now; all but the router may be NULL */
    size_t sizes[DECIDER_KINDS]; /* of the states; 0: there never is one that has any */
    bool may_move;               /* it has a placer at some time */
    bool watches;                /* it has a governor that measures at some time */
    /* of configurator, placer and governor; 0: there never is one */
    uint32_t timer_slot, placer_slot, governor_slot;
};

/* What happens next: tournaments (base/tournament.h) over keys that hold a slot's number, in the block.
 * Arrivals and completions have one each, because they come at every request; so have the ends of turns,
 * which most runs have not. The first of all other events is the last leaf of the completions', so that
 * whoever looks for the next event compares two. */
struct agenda {
    int64_t *arrivals, *completions, *turns, *others; /* leaves by app, by instance, by lane, by slot */
    uint32_t arrivals_width, completions_width, turns_width, others_width;
};

struct snapshot {
    int64_t t_ns;
    size_t size; /* of the block */
    int bucket;  /* buckets complete */
    unsigned char *block;
};

struct run {
    struct model *model;
    struct recording *recording; /* or NULL */
    struct run_options options;
    struct decision_log *log;  /* or NULL */
    struct pool_tape *tape;    /* or NULL: what its pool does goes there (pool_tape.h) */
    struct assembly *assembly; /* or NULL: of the pools that are played */
    struct braid *braid;       /* or NULL: of its strands; */
    struct strand *strand;     /* or NULL: the one that it is (strand.h) */
    uint64_t common;           /* events so far that are all pools' */
    int64_t key;               /* of the event under way, where somebody asks for it */
    bool follows;              /* somebody follows what GPUs with a temperature draw */
    int64_t log_from_ns;

    size_t block_size;
    unsigned char *block;
    struct run_state *state;
    /* [(gpu, then app, then pool) * KNOB_COUNT + knob] its own value, NAN: none; NULL: nobody has any */
    double *narrow;
    struct app_state *apps;
    struct instance_state *instances;
    struct bill *bills;       /* [instance] */
    struct part_meter *parts; /* [gpu * (apps + 1) + app]; NULL: nobody's law tells parts apart */
    struct gpu_state *gpus;
    struct heat_state *heat;   /* [gpu]; NULL: no GPU has a temperature */
    struct heat_run *heat_run; /* or NULL likewise (heat.h) */
    struct lane_state *lanes;  /* [lane] */
    int32_t *seats;            /* as the view's */
    uint8_t *move_whys; /* [instance] enum move_reason of the move that it is on; NULL: no pod can move */
    int32_t *wishes; /* [instance] where an edit wants a pod that cannot go yet (place.c); 0: nowhere; NULL:
                        no app has pods */
    struct agenda agenda;
    struct load_change *loads; /* [app * loads_max + k] */
    int64_t *rings;            /* closed loop: times at which clients come back */
    struct pool_entry *pool;
    struct queue_meter *app_queues; /* [app] */
    struct gpu_queue *gpu_queues;   /* [gpu]; NULL where no instance has a queue */
    struct run_pool *pools;

    /* the pool in hand */
    struct view view;
    struct run_pool *hand;
    const struct router *router; /* these three are the pool's, at hand */
    void *router_state;
    struct window *window;

    const struct loop *loop; /* the instance in force */

    /* derived from the model, constant; its tables lie in a block of their own */
    unsigned char *tables;
    uint32_t n_slots;
    uint32_t first_instance, first_cut, first_seat, first_app, bucket_slot;
    uint32_t first_turn;              /* of the lanes, up to first_timer */
    uint32_t first_timer;             /* of the pools' configurators, up to */
    uint32_t first_placer;            /* those of their placers, up to */
    uint32_t first_governor;          /* those of their governors, up to bucket_slot, or before it */
    uint32_t heat_slot;               /* that of heat; 0: no GPU has a temperature */
    uint8_t *slot_pools;              /* [slot] whose event it is; 0 where it is all pools' */
    uint64_t last_event;              /* number of the event to stop after: 0 once this event is the last */
    int *cut_gpus, *seat_instances;   /* [slot - first_cut], [slot - first_seat]: what can be reconfigured */
    uint32_t *cut_slots, *seat_slots; /* [gpu], [instance] */
    int64_t repartition_ns, reload_ns;
    int loads_max, pool_size;
    size_t narrow_rows;
    int64_t warmup_ns;
    bool may_move;    /* a pool has a placer at some time */
    bool may_pick;    /* a pool has a picker at some time */
    int *ring_first;  /* [app] in rings */
    int *first_owned; /* [app] the first GPU dedicated to it, -1 none */
    int *next_owned;  /* [gpu] the next one of the same app, -1 none */
    bool *has_gaps;   /* [app] its stream is drawn in blocks */
    bool *counts;     /* [app] its accuracy is counted request by request: instances differ in it; */
    double *accuracy; /* [app] else that of all of them, NAN: it is unknown */
    const struct discipline **disciplines; /* [gpu] */
    void **discipline_states;              /* [lane] in the block */
    const struct drawn **drawn;            /* [app] NULL: drawn on the way */
    const struct power_law **laws;         /* [gpu], and what they know of it */
    struct power_plan *plans;
    struct arrival_block *blocks; /* [ARRIVAL_BLOCKS * app]: the tail's two, the head's */
    struct responses *responses;  /* [app] */
    struct sketch *scratch;
    struct sketch_pair *pairs; /* SKETCH_BINS of them */

    int n_snapshots, snapshot_step;
    struct snapshot snapshots[64];
};

enum { SLOT_EDIT = 0, SLOT_SAMPLE = 1, FIRST_INSTANCE_SLOT = 2 };

/* No run outlasts its recording (1,024 buckets of an hour), so what lies beyond never happens; this also
 * keeps the time within its bits. */
#define RUN_LONGEST_NS ((RECORDING_BUCKETS_MAX + 1) * NS_PER_HOUR)
enum {
    SLOT_BITS_MAX = 11,
    SLOTS_MAX = FIRST_INSTANCE_SLOT + 2 * GPUS_MAX * PODS_MAX + GPUS_MAX + APPS_MAX + 3 * POOLS_MAX + 2
};
_Static_assert((int)SLOTS_MAX <= 1 << SLOT_BITS_MAX, "a slot's number has room in a key");
_Static_assert(RUN_LONGEST_NS < INT64_C(1) << (63 - SLOT_BITS_MAX), "a time has room in a key");

/* A time beyond all runs never comes. */
HOT int64_t agenda_key(uint32_t slot, int64_t at_ns)
{
    return at_ns <= RUN_LONGEST_NS ? at_ns << SLOT_BITS_MAX | slot : TOURNAMENT_NEVER;
}

HOT void agenda_set(int64_t *tree, uint32_t width, uint32_t known, uint32_t leaf, int64_t key)
{
    if (known)
        tournament_set_known(tree, known, leaf, key);
    else
        tournament_set(tree, width, leaf, key);
}

HOT void agenda_set_arrival(struct run *run, const struct traits *traits, int app, int64_t at_ns)
{
    agenda_set(run->agenda.arrivals, run->agenda.arrivals_width, traits->arrivals, (uint32_t)app,
               agenda_key(run->first_app + (uint32_t)app, at_ns));
}

HOT void agenda_set_completion(struct run *run, const struct traits *traits, int instance, int64_t at_ns)
{
    agenda_set(run->agenda.completions, run->agenda.completions_width, traits->completions,
               (uint32_t)instance, agenda_key(run->first_instance + (uint32_t)instance, at_ns));
}

/* Bytes of the block before entries of instances' queues that never had a request, which lie at its end. */
static inline size_t run_used(const struct run *run)
{
    return run->block_size - (size_t)(run->pool_size - run->state->pool_most) * sizeof *run->pool;
}

/* Is the pool simulated by this run? */
static inline bool run_has(const struct run *run, int pool)
{
    return !(run->options.absent >> pool & 1);
}

/* loop.c: any slot's event; the end of a turn is scheduled by turns.c alone */
void run_schedule(struct run *run, uint32_t slot, int64_t at_ns);
int64_t *run_leaf(const struct run *run, uint32_t slot); /* its key in the agenda, to be read */
void run_put(struct run *run, uint32_t slot, int64_t key);
/* The pool's first slot from one on; n_slots: it has no more. */
uint32_t run_next_slot(const struct run *run, int pool, uint32_t slot);
int64_t run_due_ns(const struct run *run, uint32_t slot);  /* NS_NEVER: it is not scheduled */
int64_t run_due_key(const struct run *run, uint32_t slot); /* ordered as events are; TOURNAMENT_NEVER */

int64_t run_next_key(const struct run *run); /* of the next event; TOURNAMENT_NEVER */
bool run_to_the_end(struct run *run, const struct run_breath *breath); /* false: it was called off */
void run_to_key(struct run *run, int64_t last);                        /* all events up to this key */

static inline void run_unschedule(struct run *run, uint32_t slot)
{
    run_schedule(run, slot, NS_NEVER);
}

/* The view's clock, event number and mask run ahead of the state's copies; before anybody looks at the state,
 * they meet. */
static inline void run_sync(struct run *run)
{
    run->state->now_ns = run->view.now_ns;
    run->state->events = run->view.event;
    run->hand->state->waiting_mask = run->view.waiting_mask;
}

/* An event is over, and somebody may look. */
static inline void run_rest(struct run *run)
{
    run_sync(run);
    for (int pool = 0; pool < run->model->n_pools; pool++) {
        const struct run_pool *own = &run->pools[pool];
        if (own->scheme.router->rest)
            own->scheme.router->rest(own->states[DECIDER_ROUTER]);
    }
}

/* A pool is in hand from now on. */
static inline void run_take(struct run *run, int pool)
{
    struct run_pool *hand = &run->pools[pool];
    if (hand == run->hand)
        return;
    run->hand->state->waiting_mask = run->view.waiting_mask;
    run->hand = hand;
    run->view.pool = &run->model->pools[pool];
    run->view.knobs = &hand->state->knobs;
    run->view.waiting_mask = hand->state->waiting_mask;
    run->router = hand->scheme.router;
    run->router_state = hand->states[DECIDER_ROUTER];
    run->window = hand->window;
}

/* The knobs in force for an app. */
static inline const struct knob_state *run_knobs_of_app(const struct run *run, int app)
{
    return &run->pools[run->model->apps[app].pool].state->knobs;
}

/* This event is the last of the run. */
static inline void run_finish(struct run *run)
{
    run->state->phase = PHASE_ENDING;
    run->last_event = 0;
}

/* setup.c: of the pool in hand */
void run_start_router(struct run *run);
bool run_pool_queues(const struct model *model, int pool); /* may requests wait at an instance of it? */
size_t run_lane_size(const struct model *model, int lane); /* of its discipline's state */

/* ledger.c: settle the GPUs of a pool, or of all, and turn energy into carbon */
void ledger_close_pool(struct run *run, int pool);
void ledger_book(struct run *run, int pool); /* the second of these alone */
void ledger_close(struct run *run);

/* serve.c: what is served off the common path, in any run */
void serve_scan(struct run *run);             /* ask the router about all that waits */
void serve_up(struct run *run, int instance); /* it has come up, idle */

/* decision.c: an action that is about to be applied goes into the log */
void decision_record(struct run *run, struct action action);
/* and its request, known by when it arrived, has been served */
void decision_end(struct run *run, int app, int64_t arrived_ns);

/* check.c: does the state hold together (composition.md section 8), between two events? NULL, or the sentence
 * of the first breach; in a checking build (WATTIF_CHECKS) a breach aborts with it instead. */
const char *check_state(const struct run *run);

/* What is in force in a pool: its own number, or the run's. */
static inline void run_narrow_to_pool(struct run *run, int pool, enum knob_id id)
{
    size_t row = (size_t)(run->model->n_gpus + run->model->n_apps + pool) * KNOB_COUNT;
    bool own = run->narrow && !isnan(run->narrow[row + (size_t)id]);
    run->pools[pool].state->knobs.number[id] =
        own ? run->narrow[row + (size_t)id] : run->state->knobs.number[id];
}

/* events.c */
void event_edit(struct run *run);
void run_set_slos(struct run *run); /* of all apps, from their own and slo_scale */
void event_sample(struct run *run);
void event_bucket_end(struct run *run);
void run_end(struct run *run);

/* snapshot.c */
void snapshot_take(struct run *run);
void run_resume(struct run *run); /* another state is in its block */
#endif
