/* What a policy sees: a const view of the run's state. The structs here lie in the run's one block of memory;
 * they hold indices and times, no pointers. The view itself is made once per run and only its clock moves. A
 * policy reads the view, keeps its own state in its part of the block, and answers with actions; the engine
 * validates and applies them. */
#ifndef WATTIF_POLICY_VIEW_H
#define WATTIF_POLICY_VIEW_H

#include "engine/model/arrivals.h"
#include "engine/physics/heat.h"
#include "engine/physics/carbon.h"

/* One app: its queue of requests that no instance has yet. The queue stores nothing: `head` and `tail` are
 * two places in the same counter-based stream; head describes the oldest waiting request (valid while waiting
 * > 0), tail the next to arrive. */
struct app_state {
    int64_t waiting;
    struct arrival_cursor head, tail;
    int32_t head_load, tail_load; /* positions in the app's list of load changes */
    int64_t slo_ns; /* in force, less the app's overhead: what queue and GPU may take; INT64_MAX / 4 = none */
    double slo_ms;  /* the knob, before slo_scale; NAN = none */
    int64_t arrived, finished, violations, high_uses, busy_ns;
    int64_t requests, overhead_ns; /* the model's, at hand */
    int64_t measured;              /* finished after the warm-up: responses kept */
    double response_sum_ns;
    int64_t done_ns;      /* end of its last request, -1 */
    double energy_open_j; /* since the ledger was last closed */
    double energy_bucket_j, energy_j, carbon_g;
    double accuracy_sum; /* over `measured`, where the app's instances differ in accuracy */
    struct {             /* the counts above, and the responses kept, when the open bucket began */
        int64_t arrived, finished, violations, high_uses, busy_ns, responses, measured, contested_ns;
        double accuracy_sum, contested_own_ns, contested_own_j;
    } mark;
    double weight; /* its share where it takes turns with others */
    /* While it and another app on a time-shared GPU had work: for how long, and what it had of that, time and
     * the energy that it answers for, each over its weight (fairness, etf.md section 1.7). */
    int64_t contested_ns;
    double contested_own_ns, contested_own_j;
    double provenance_j[PROVENANCE_COUNT]; /* its energy, by what the rows rest on */
    int64_t to_512[22 - PROVENANCE_COUNT]; /* bytes: so an index is a shift (here and below: three per cent of
                                              a run's time) */
};

enum { INSTANCE_IDLE = -1, INSTANCE_DOWN = -2 };

/* What an instance holds may change in mid-run: `apps` and `place` say what it serves now. One that is to
 * take nothing more has an empty mask; once its last request has ended it is down. */
struct instance_state {
    int32_t app; /* of the request in service, else INSTANCE_IDLE or INSTANCE_DOWN */
    int32_t batch;
    int64_t arrived_ns; /* AT of the request in service */
    int64_t request;    /* its index within the app */
    int64_t started_ns;
    int64_t idle_since_ns;
    int64_t work_ns;    /* left, at full speed, when its turn last began or ended */
    int64_t resumed_ns; /* time-shared: since when it runs */
    int32_t queue_first, queue_last, queue_length; /* in the pool; -1 = none */
    uint32_t provenance;
    int32_t gpu;    /* these four are the model's, at hand, until a placer moves the pod */
    uint8_t high;   /* 1 = of the high class */
    uint8_t shared; /* 1 = its GPU is time-shared */
    uint16_t slot;  /* its place in the GPU's list of instances */
    double power_w; /* what the GPU would draw if this request ran alone */
    uint64_t apps;  /* mask of the apps that it serves */
    int32_t place;  /* where the costs of what it holds stand (model_cost_of) */
    int32_t next_place;
    uint64_t next_apps; /* a seat: what it is to hold; the same where nothing is on its way */
    double clock_mhz;   /* its own; NAN: unknown */
    /* A pod that changes places: the one with which, itself where the other place is empty, -1 where it does
     * not; and where it goes, a seat: where what it is to hold comes from (model_gpu.first_slot + slot) or
     * -1.
     */
    int32_t partner, goal;
};

struct gpu_state {
    struct physics physics;
    double idle_w, once_w; /* the model's, at hand, and 0 once nobody holds it any more (sim/ledger.h); what
                              is drawn once, or (a law that is no sum) idle_w */
    double loaded_w;       /* several instances: once_w, and what each that draws power has above it */
    int32_t running;       /* how many that are */
    int32_t lanes;         /* the model's, at hand: where turns are taken on it */
    int32_t only;          /* its only instance, -1 = it has several */
    int32_t share;         /* enum policy_id of the discipline in force */
    double active_open_j, idle_open_j; /* since the ledger was last closed */
    int64_t busy_ns, starts;
    int64_t mark_busy_ns, mark_starts; /* when the open bucket began */
    double energy_j, carbon_g, bucket_j;
    double share_j; /* several instances: what one that ran ever since the ledger was closed has of the power
                       that is drawn once, less that power itself, which its own counts */
    double power_min_w, power_max_w; /* in this bucket */
    int32_t config, next_config; /* index in mig_configs, in force and aimed at; -1: nothing changes here */
    int16_t phase;               /* enum cut_phase */
    int16_t free_change;         /* the change under way takes no time */
    int32_t first_slot;          /* the model's, at hand */
    int64_t priced_ns;           /* busy_ns when the ledger was last closed */
    int64_t outage_ns, out_since_ns; /* nothing ran or could start, for a change; -1: not now */
    uint64_t drawing;                /* mask of the instances, by slot, that draw power now */
    double clock_mhz, clock_area;    /* in force; clock x ns of the open bucket, up to */
    int64_t clock_since_ns;
    double tuned_mhz; /* what a governor has set; NAN: nothing */
    /* The highest clock at which it keeps its power limit; 0: it keeps it at any asked for. For how long it
     * was capped; while it is, less now. With more power than `watch_w` its limit is looked at: what its card
     * may draw; while it is capped, any; where it never draws more, none. */
    double capped_mhz;
    int64_t capped_ns;
    double watch_w;
};

_Static_assert(sizeof(struct app_state) == 512 && sizeof(struct instance_state) == 128 &&
                   sizeof(struct gpu_state) == 256,
               "the states of apps, instances and GPUs are a power of two long");

struct grid_state {
    double ci; /* in force, g/kWh, scaled */
    double aci, cir;
    struct carbon_history history;
    uint64_t next; /* index of the next sample */
    int64_t gaps;  /* missing samples crossed */
    int64_t steps; /* samples taken */
};

/* The knobs in force. Numbers are as knobs.def has them, of a choice the place of its word. */
struct knob_state {
    double number[KNOB_COUNT];
    int64_t policy[LAYER_COUNT]; /* enum policy_id */
};

/* How warm a GPU is, where GPUs have temperatures: from `since_ns` on it nears steady_c. */
enum { HEAT_MARKS = 8 };
#define HEAT_MARK_NS (10 * NS_PER_S)
#define HEAT_MEAN_NS (60 * NS_PER_S)
struct heat_state {
    double steady_c, temp_c;
    int64_t since_ns;
    double water_c, power_w;        /* what reaches it, and what it draws, since then */
    double ha_w_per_k, alpha_per_s; /* the model's, at hand; NAN: it has no temperature */
    double min_c, max_c;            /* in this bucket */
    double top_c;                   /* since its limit was last held against it (sim/heat.c) */
    double ever_c;                  /* of the run before that */
    double spare_k, safe_c;         /* the least that it was below the safe temperature, and which that was */
    int64_t over_ns;                /* length of the stretches in which it was above it */
    double area, square_area;       /* of the run up to then: C s, and C^2 s */
    double mark_area;               /* the area when the open bucket began */
    double marks[HEAT_MARKS]; /* the area at the multiples of HEAT_MARK_NS, number k at k % HEAT_MARKS */
    double open_j;            /* drawn up to then, since the books of its pool were closed */
    int64_t mark_ns;          /* the next multiple of HEAT_MARK_NS that it comes to */
    int32_t group;            /* of equal alpha (sim/heat.h) */
    int32_t to_256[9];        /* bytes */
};
_Static_assert(sizeof(struct heat_state) == 256, "the state of heat is a power of two long");

/* The water that is supplied to all GPUs, and who says how warm it is. */
struct water_state {
    double supply_c;
    int32_t control; /* enum water_control */
    int32_t forced;  /* a GPU is too hot: requests go to the coolest whatever the level, until none is */
};

enum { SEAT_EMPTY = -1, SEAT_KEPT = -2 };

/* Why a policy that keeps its own time is woken. */
enum wake { WAKE_START, WAKE_SAMPLE, WAKE_EDIT, WAKE_TIMER };

struct discipline;

struct view {
    const struct model *model;
    const struct model_pool *pool; /* whose policies look: all but its own is not theirs to touch */
    int64_t now_ns;
    uint64_t event;        /* number of the event being handled */
    uint64_t waiting_mask; /* bit a: app a, of the pool, has a request waiting */
    const struct app_state *apps;
    const struct instance_state *instances;
    const struct gpu_state *gpus;
    const int32_t *seats; /* [model_gpu.first_slot + slot] which instance is there: the model's, until a
                             placer moves pods; SEAT_EMPTY; SEAT_KEPT: one is on its way */
    const struct grid_state *grid;
    const struct knob_state *knobs;
    const struct heat_state *heat;   /* [gpu]; NULL: no GPU has a temperature */
    const struct water_state *water; /* or NULL, likewise */
    const struct discipline *const
        *disciplines;               /* [gpu], and [lane] what each keeps: ask what is left of a */
    void *const *discipline_states; /* device for an app by discipline_takes_ns (discipline.h) */
    const double *narrow; /* knobs' own values of GPUs, then of apps; NULL: nobody has any (view_knob) */
};

/* The number in force for a GPU, or for an app on it, or (-1) for neither: the narrower wins. */
static inline double view_knob(const struct view *view, enum knob_id id, int gpu, int app)
{
    const double *rows = view->narrow;
    double number = view->knobs->number[id];
    if (rows && gpu >= 0 && !isnan(rows[gpu * KNOB_COUNT + (int)id]))
        number = rows[gpu * KNOB_COUNT + (int)id];
    if (rows && app >= 0 && !isnan(rows[(view->model->n_gpus + app) * KNOB_COUNT + (int)id]))
        number = rows[(view->model->n_gpus + app) * KNOB_COUNT + (int)id];
    return number;
}

/* The clock that somebody has set on a GPU, for an app that has it while it runs or (-1) for all on it: a
 * governor's, or the knob's; NAN: nobody has. */
static inline double view_set_mhz(const struct view *view, int gpu, int app)
{
    double tuned_mhz = view->gpus[gpu].tuned_mhz;
    return isnan(tuned_mhz) ? view_knob(view, KNOB_CLOCK_MHZ, gpu, app) : tuned_mhz;
}

/* The clock that is asked for where an instance is: what is set, or that at rest; NAN: nobody says. */
static inline double view_asked_mhz(const struct view *view, int instance)
{
    double mhz = view_set_mhz(view, view->instances[instance].gpu, model_seat_app(view->model, instance));
    return isnan(mhz) ? view->model->instances[instance].rest_mhz : mhz;
}

/* Where it stands at that clock, whatever a power limit takes off it now and then. */
static inline int view_asked_place(const struct view *view, int instance)
{
    const struct instance_state *own = &view->instances[instance];
    bool capped = view->model->gpus[own->gpu].cap_w > 0;
    int clock = capped ? model_clock_find(view->model, view_asked_mhz(view, instance)) : -1;
    return clock < 0 ? own->place : model_place_at(view->model, instance, own->place, clock);
}

/* ---- heat ---- */

/* Has the GPU a temperature? */
static inline bool view_is_warm(const struct view *view, int gpu)
{
    return view->heat && !isnan(view->heat[gpu].ha_w_per_k);
}

/* Its temperature now; NAN: it has none. */
static inline double view_temperature_c(const struct view *view, int gpu)
{
    if (!view_is_warm(view, gpu))
        return (double)NAN;
    const struct heat_state *own = &view->heat[gpu];
    double dt_s = (double)(view->now_ns - own->since_ns) * 1e-9;
    return dt_s > 0 ? heat_relaxed_c(own->steady_c, own->temp_c, own->alpha_per_s, dt_s) : own->temp_c;
}

/* The water that reaches it now, warmed by those upstream; NAN likewise. */
static inline double view_water_c(const struct view *view, int gpu)
{
    return view_is_warm(view, gpu) ? view->heat[gpu].water_c : (double)NAN;
}

/* The area under its temperature from the start of the run to an instant that is not long past
 * (HEAT_MEAN_NS). */
static inline double view_heat_area(const struct heat_state *own, int64_t t_ns)
{
    if (t_ns < own->since_ns)
        return own->marks[t_ns / HEAT_MARK_NS % HEAT_MARKS];
    double dt_s = (double)(t_ns - own->since_ns) * 1e-9;
    return own->area + heat_area(own->steady_c, own->temp_c, own->alpha_per_s, dt_s,
                                 heat_remains(own->alpha_per_s, dt_s));
}

/* Its mean over the last 60 s, or since the run began; between multiples of 10 s over up to 10 s more. NAN:
 * it has none. */
static inline double view_mean_temperature_c(const struct view *view, int gpu)
{
    int64_t from_ns = (view->now_ns - HEAT_MEAN_NS) / HEAT_MARK_NS * HEAT_MARK_NS;
    from_ns = from_ns > 0 ? from_ns : 0;
    if (!view_is_warm(view, gpu) || view->now_ns <= from_ns)
        return view_temperature_c(view, gpu);
    const struct heat_state *own = &view->heat[gpu];
    return (view_heat_area(own, view->now_ns) - view_heat_area(own, from_ns)) /
           ((double)(view->now_ns - from_ns) * 1e-9);
}

/* Is the choice of the coolest forced on every request at present (infercool.md 1.4, rule 8)? */
static inline bool view_is_forced(const struct view *view)
{
    return view->water && view->water->forced;
}

/* Is the instance one of the pool's? */
static inline bool view_has(const struct view *view, int instance)
{
    const struct model *model = view->model;
    return model->gpus[model->instances[instance].gpu].pool == (int)(view->pool - model->pools);
}

static inline bool view_idle(const struct view *view, int instance)
{
    return view->instances[instance].app == INSTANCE_IDLE;
}

/* What the app costs on what the instance holds now. */
static inline const struct model_cost *view_cost(const struct view *view, int app, int instance)
{
    return model_cost_of(view->model, app, view->instances[instance].place);
}

#endif
