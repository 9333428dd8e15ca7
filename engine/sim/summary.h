/* The summary of a run: the totals that `run --format json` prints (the contract of the command line) and
 * that a sweep saves. Filled by the run at its end; run_summary gives the state so far. Plain data, no
 * pointers. */
#ifndef WATTIF_SIM_SUMMARY_H
#define WATTIF_SIM_SUMMARY_H

#include "engine/model/scenario.h"
#include "engine/sim/refusal.h"

enum ledger {
    LEDGER_ACTIVE,
    LEDGER_IDLE,
    LEDGER_AUXILIARY,
    LEDGER_COOLING,
    LEDGER_FACILITY,
    LEDGER_EMBODIED,
    LEDGER_COUNT
};

extern const char *const ledger_names[LEDGER_COUNT]; /* "active" .. "embodied" */

/* Maxima over periods of five minutes; of so many together where a run is longer than a day. */
enum { HEAT_PERIODS_MAX = 288 };

struct summary_app {
    char name[32];
    int64_t arrived, finished, violations, high_end_uses;
    double mean_ms, p50_ms, p95_ms, p99_ms; /* NAN if nothing finished */
    double tail_ms;            /* at the app's own SLO percentile; responses, waiting included (CD-X2) */
    double slo_ms;             /* at the end, slo_scale included; NAN none */
    bool slo_met;              /* tail_ms <= slo_ms (CD-X3); true where there is no SLO */
    double energy_j, carbon_g; /* active, attributed */
    double compute_j; /* its own, beside static and auxiliary power (ledger.h); NAN: not told apart */
    double busy_s;
    double time_share, energy_share; /* of all apps' */
    double accuracy;                 /* request-weighted, NAN unknown */
    char accuracy_metric[24];
    double done_s; /* when its last request finished; NAN if it has not */
};

struct summary_gpu {
    char name[32], type[24];
    double held_s;                             /* until it was released, or to the end */
    double busy_s, idle_s, outage_s, energy_j; /* of that */
    double carbon_g;
    double clock_mhz;  /* in force at the end; NAN unknown */
    double capped_s;   /* at a lower clock than asked for, by its power limit */
    double temp_max_c; /* NAN: it has no temperature */
    /* The least that it was below the safe temperature of the time, and which that was; length of the
     * stretches (heat.h) in which it was above: five minutes count as a whole. NAN: as above, or not kept. */
    double temp_spare_k, temp_safe_c, temp_over_s;
    double static_j, auxiliary_j, naive_j; /* of energy_j, and its naive estimate (ledger.h); NAN: not told */
};

/* What the configurators did: searches begun; configurations measured, how many of these kept the SLOs, and
 * looked up among those measured before; share of the time in which a search was under way. Of all pools
 * together; the share is that of the pool which searched longest. */
struct summary_search {
    int64_t searches, evaluations, compliant, cached;
    double time_share;
};

/* One pool of a run that names pools. */
struct summary_pool {
    char name[24];
    char accounting[64]; /* what its saving against BASE means; "" without Clover */
    int64_t requests, violations, reconfigurations;
    double energy_j, carbon_g; /* IT, of its GPUs */
    struct summary_search search;
};

/* A pod that went to another GPU: when, who, from which to which (names), why (chronicle.h). */
enum { SUMMARY_MOVES = 256 };
struct summary_move {
    double t_s, from_c, to_c; /* the GPUs' temperatures then; NAN: they have none */
    int32_t app, number;      /* the pod APP/number; 0: it has none, being named by its GPU */
    int32_t from, to;         /* GPUs */
    int32_t reason;           /* enum move_reason */
};

struct summary {
    double horizon_s;
    int64_t requests; /* finished */
    int64_t arrived, queued, running;
    double overloaded_at_s; /* NAN = not */
    bool exact;             /* percentiles */
    int64_t lost_sketches;  /* of the recording (recording.h): 0 unless memory ran out */
    double carbon_g[LEDGER_COUNT], carbon_total_g;
    double energy_it_j, energy_idle_j, energy_cooling_j, energy_facility_j, energy_total_j;
    double provenance[PROVENANCE_COUNT]; /* shares of IT active + idle energy by the row it rests on; idle
                                            power is measured */
    /* How fairly time-shared GPUs were shared while several apps had work there, the least fair of them
     * (etf.md section 1.7); NAN: never. */
    double fair_time, fair_energy, fair_system;
    /* Of the GPUs that have a temperature; NAN where none has: the hottest ever; how far they were from one
     * another, the mean over time of the variance of each instant; the least that any was below the safe
     * temperature of the time; the water at the end; how much colder than it can be its controller would have
     * had it (0: not); the hottest of each period. */
    double temp_max_c, temp_variance, temp_spare_k, water_c, water_short_k, temp_period_s;
    int n_temp_periods;
    double temp_period_max_c[HEAT_PERIODS_MAX];
    int64_t intensity_steps;
    bool trace_ended;         /* the run outlasted its trace: the last value was held */
    int64_t gap_samples;      /* missing samples that the run crossed */
    char accounting[64];      /* what a saving against BASE means (scenario_accounting); "" without Clover */
    int64_t reconfigurations; /* orders of another layout to a GPU */
    uint64_t affinities_met;  /* of the scenario's affinities, by bit */
    double migrations;        /* pods that have gone to another GPU; NAN: none can */
    int n_moves; /* of these, told one by one: the first SUMMARY_MOVES of a run that is recorded */
    struct summary_move moves[SUMMARY_MOVES];
    struct summary_search search;
    struct refusals refusals;    /* answers of schemes that did not hold */
    int n_apps, n_gpus, n_pools; /* n_pools: 0 where the scenario names none */
    struct summary_pool pools[POOLS_MAX];
    struct summary_app apps[APPS_MAX];
    struct summary_gpu gpus[GPUS_MAX];
};

/* Lists the first of so many moves (chronicle.h), as many as it has room for. */
struct chronicle;
void summary_tell_moves(struct summary *summary, const struct chronicle *moves, int64_t n);

/* Is every sum a number that can be told? False with a message: an input says what no hardware does. */
bool summary_finite(const struct summary *summary, struct error *error);

/* The app closest to its SLO (or farthest beyond): greatest tail_ms / slo_ms; -1 if none has one. */
int summary_worst_app(const struct summary *summary, double *share);
bool summary_all_met(const struct summary *summary);
/* Idle power comes from the device tables: a share of energy may be measured though no profile row is. */
bool summary_only_idle_is_measured(const struct summary *summary);
/* The share of energy that is measured and no idle power, 0..1. */
double summary_measured_beyond_idle(const struct summary *summary);

#endif
