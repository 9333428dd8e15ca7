/* A scenario: what a run is a function of, besides its inputs: fleets, apps, policies, knobs, edits, seed
 * (file_formats.md, "Scenarios"). It is a plain document in memory; the store reads and writes it as JSON,
 * the model compiles it. All arrays are owned by the scenario: scenario_free, scenario_copy. */
#ifndef WATTIF_MODEL_SCENARIO_H
#define WATTIF_MODEL_SCENARIO_H

#include "engine/model/clover.h"
#include "engine/model/knob.h"
#include "engine/model/profile.h"

/* Limits that keep the engine's masks and slots small; validation names them. */
enum { APPS_MAX = 64, GPUS_MAX = 128, FLEETS_MAX = 16, POOLS_MAX = 16 };
enum { BASELINE_MAX = 16, SCENARIO_LEVERS = 256 };
enum { PODS_MAX = 7, EDITS_MAX = 4096, INSTANCES_MAX = 1024, LANES_MAX = GPUS_MAX * PODS_MAX };
/* And of distributions: an alias table of whole ms, or of batch sizes, must stay small. */
enum { POISSON_GAP_MAX_MS = 20000, BATCH_MAX = 65536 };
#define REQUESTS_MAX INT64_C(1000000000)

enum gpu_class { CLASS_NONE, CLASS_LOW, CLASS_HIGH, CLASS_COUNT };
/* What a GPU draws while several instances run on it, each at a row's total board power: the laws of
 * engine/physics/power.h (composition.md section 4, CO-C2). */
enum power_model { POWER_TABLE, POWER_STAUX, POWER_SUPERPOSE, POWER_SUPERPOSE_COMP, POWER_MODEL_COUNT };
/* That of one GPU, which may be the scenario's. */
enum gpu_power { GPU_POWER_ANY, GPU_POWER_FIRST, GPU_POWER_COUNT = GPU_POWER_FIRST + POWER_MODEL_COUNT };
enum arrival_kind {
    ARRIVAL_BACKLOGGED,
    ARRIVAL_EXPONENTIAL,
    ARRIVAL_POISSON_GAP,
    ARRIVAL_GAMMA,
    ARRIVAL_FIXED_GAP,
    ARRIVAL_CLOSED_LOOP,
    ARRIVAL_RATES,
    ARRIVAL_TRACE,
    ARRIVAL_KIND_COUNT
};
enum batch_kind { BATCH_FIXED, BATCH_NORMAL, BATCH_TRACE, BATCH_UNIFORM, BATCH_KIND_COUNT };

extern const char *const gpu_class_names[CLASS_COUNT];             /* "", "low", "high" */
extern const char *const gpu_power_names[GPU_POWER_COUNT];         /* "" "table" "staux" .. */
extern const char *const power_model_names[POWER_MODEL_COUNT + 1]; /* the same but for "", then NULL */
extern const char
    *const arrival_kind_names[ARRIVAL_KIND_COUNT]; /* "backlogged" "exponential" "poisson-gap" "gamma"
                                                      "fixed-gap" "closed-loop" "rates" "arrivals" */
extern const char *const batch_kind_names[BATCH_KIND_COUNT]; /* "fixed" "normal" "workload" (the batches of an
                                                                arrivals workload) "uniform" */

struct arrivals {
    enum arrival_kind kind;
    double mean_gap_ms;     /* exponential, poisson-gap, gamma, fixed-gap: > 0; closed-loop: what the knob
                               `arrivals` leads back to, 0: nothing */
    double shape;           /* gamma: > 0 */
    int32_t clients;        /* closed-loop: >= 1 */
    double think_ms;        /* closed-loop: >= 0, fixed */
    char workload[64];      /* rates, arrivals: a workload by name */
    double scale;           /* rates: multiplies the rate; default 1 */
    bool even;              /* rates: evenly spread in each step instead of Poisson */
    double from_s, until_s; /* all that follow no workload: an app that joins later, and one that leaves.
                               Nothing arrives before or after; until_s 0: it stays */
};

struct batches {
    enum batch_kind kind;
    double mean, sd;  /* normal: rounded, clamped to min..max (CD-X9); fixed: mean is the size */
    int32_t min, max; /* uniform: each whole number of these is as likely */
};

struct pod {          /* one slice of a MIG GPU, or one app of a time-shared GPU or slice */
    char slice[12];   /* "1g".."7g"; "whole" where apps take turns on the whole GPU */
    int app;          /* index, or -1: empty slice */
    char variant[24]; /* "" = the model's only one */
    bool joins;       /* time-shared: it takes turns on the very slice of the pod before it */
    int number;       /* it is the pod APP/number, which was put here (pods.h); 0: a document names it here */
};

/* How many pods an app has, of which size. On which partitions they stand is the placer's to say. */
struct app_pods {
    char slice[12]; /* "1g".."7g", or "whole"; "": the app has none of its own, GPUs name it */
    int32_t count;
};

/* Where a pod is to begin (knob pod.APP/k): "gpu1", or "gpu1:2" for an entry of its `mig`. */
struct pod_pin {
    int app, number;
    char spot[40];
};

/* A part of the cluster: the GPUs and apps that name it, with schemes of their own. Its apps send to its GPUs
 * only; the grid, the ledger and `place` are common to all (composition.md section 2). */
struct pool {
    char name[24];
    int policy[LAYER_COUNT]; /* enum policy_id; -1: the scenario's; that of LAYER_PLACE always */
    bool own_clover;         /* it has an object "clover"; else the scenario's is its own */
    struct clover_settings clover;
    double number[KNOB_COUNT]; /* of knobs narrowed to it; NAN: not said */
};

struct gpu {
    char name[32];
    char type[24];
    int pool; /* index; -1 where no pools are named */
    enum gpu_class class;
    int owner;                      /* app that alone may use it, or -1 */
    char node[24];                  /* "" none */
    int upstream;                   /* index of the GPU whose water it receives, or -1 */
    double clock_mhz;               /* NAN = the profile's only clock */
    double idle_w;                  /* NAN = its type's */
    double cap_w;                   /* what the card may draw; NAN = its type's */
    enum gpu_power power;           /* its own law, or GPU_POWER_ANY */
    double p_oi_w;                  /* NAN = the scenario's */
    double ha_w_per_k, alpha_per_s; /* how it warms; NAN = its type's */
    int policy[LAYER_COUNT];   /* SHARE and TUNE may be overridden (enum policy_id); -1 = the scenario's */
    double number[KNOB_COUNT]; /* of knobs narrowed to it; NAN: not said */
    int n_pods;
    struct pod pods[PODS_MAX]; /* none: one instance on the whole GPU, for its owner or for every app */
};

struct fleet {
    char name[24];
    int n_gpus;
    struct gpu *gpus; /* owned */
};

struct app {
    char name[32];
    char short_name[12]; /* where that has no room; "": it is cut */
    int pool;            /* index; -1 where no pools are named */
    char model[48];
    char variant[24];
    int64_t requests;  /* 0 = no limit (then hours is needed) */
    double slo_ms;     /* NAN = none */
    bool slo_base;     /* "base": BASE's own tail latency, a derived input; slo_ms is NAN then */
    double percentile; /* of the SLO; default 95 */
    double weight;     /* default 1 */
    struct arrivals arrivals;
    struct batches batch;
    struct app_pods pods;
    double profile_scale;      /* knob; default 1 */
    double profile_scale_high; /* knob profile_scale.APP.high; default 1 */
    double number[KNOB_COUNT]; /* of knobs narrowed to it; NAN: not said */
};

struct edit {
    int64_t t_ns;
    struct knob_ref knob;
    struct knob_value value;
};

/* A knob and its value as a document has them; they are understood when they are applied. */
struct setting {
    char knob[KNOB_NAME_SIZE];
    char value[64];
};

/* Where the pods of an app must be, or must not (infercool.md 2.6): on the GPUs of a node, or on nodes that a
 * pod of another app is on. */
enum affinity_kind { AFFINITY_NODE, AFFINITY_NOT_NODE, AFFINITY_POD, AFFINITY_NOT_POD, AFFINITY_KINDS };
extern const char *const affinity_names[AFFINITY_KINDS]; /* "NodeAffinity" "NodeAntiAffinity" .. */
enum { AFFINITIES_MAX = 16 };
struct affinity {
    enum affinity_kind kind;
    char app[32];
    char node[24]; /* of the node kinds */
    char with[32]; /* of the pod kinds: the other app */
};

struct scenario {
    char name[64], title[160], source[160];
    char notes[512];
    uint64_t seed;
    char trace[64];
    char profiles[PROFILES_SIZE]; /* the profile set that the apps' models are looked up in */
    int64_t start_s;              /* UTC */
    double hours;                 /* NAN = until every app has served its requests */
    double warmup_s;              /* excluded from latency statistics; default 0 */
    int n_pools;
    struct pool *pools;   /* owned; none: one pool of everything, which has no name of its own */
    int n_fleets, fleet;  /* fleet: index of the one in force */
    int default_fleet;    /* the one a policy without a fleet of its own runs on: the first */
    struct fleet *fleets; /* owned */
    int n_apps;
    struct app *apps;        /* owned */
    int policy[LAYER_COUNT]; /* enum policy_id */
    enum power_model power;
    double p_oi_w;                  /* staux: auxiliary power of a GPU on which anything runs */
    double repartition_s, reload_s; /* outage of a GPU that is cut anew, of a slice that gets another model */
    double
        number[KNOB_COUNT]; /* initial values of the run's knobs that have no field of their own (knob.h) */
    struct clover_settings clover; /* object "clover" */
    enum topic headline;           /* what its first sentence is about; none: what its schemes are about */
    char opens_on[KNOB_NAME_SIZE]; /* the knob in hand when it is opened; "": of those listed the favourite */
    char levers[SCENARIO_LEVERS];  /* the knobs whose step moves the result, names with blanks between; "":
                                      nobody has said */
    int n_baseline;
    struct setting baseline[BASELINE_MAX]; /* what makes the run that it is held against of it; none: its
                                              schemes say */
    int n_affinities;
    struct affinity affinities[AFFINITIES_MAX]; /* in the order in which they are to be met */
    int n_pins;
    struct pod_pin *pins; /* owned */
    int n_edits;
    struct edit *edits;  /* ascending in t_ns, stable; owned */
    char overruled[128]; /* narrower knobs that a later and wider one took the place of (knob_begin); no part
                            of the document */
    unsigned chosen_layers; /* likewise: bit l, somebody chose a scheme for all pools in this layer */
};

/* Defaults for everything that a document may leave out; no fleets, no apps. Those of an app (exponential,
 * batch 1, no SLO), a GPU (no class, owner, pods or policies of its own) or a pool (the scenario's policies
 * and `clover`) are fields_init's. */
void scenario_init(struct scenario *scenario);
void scenario_free(struct scenario *scenario);
/* False when out of memory; `to` need not be initialised. */
bool scenario_copy(struct scenario *to, const struct scenario *from);

/* In which respect the results of two scenarios may differ ("the apps"), or NULL if in none. */
const char *scenario_difference(const struct scenario *a, const struct scenario *b);

/* The same for scenarios without a difference, else most likely another. */
uint64_t scenario_fingerprint(const struct scenario *scenario);

/* Why two scenarios may not see the same requests ("their load is not the same"), or NULL: they do, and what
 * is different in their results is what they do with them. */
const char *scenario_requests_difference(const struct scenario *a, const struct scenario *b);
/* The same whatever their seeds: NULL where they are draws of the same requests. */
const char *scenario_work_difference(const struct scenario *a, const struct scenario *b);

/* Every fault of a scenario as a document, each with its JSON pointer (/apps/2/slo_ms): ranges, names that
 * refer to nothing, NaN, zero gaps, durations, policies that contradict the fleet, edits of start knobs. True
 * if there is none. */
bool scenario_validate(const struct scenario *scenario, struct faults *faults);

/* Inserts an edit in order of time, after others of its time; one of the same knob and time is replaced.
 * Refuses a start knob ("start"), a switch to a policy that needs another fleet, and values out of range. */
bool scenario_edit(struct scenario *scenario, int64_t t_ns, struct knob_ref ref,
                   const struct knob_value *value, struct error *error);
void scenario_unedit(struct scenario *scenario, int index);
/* An initial value. Edits that are no longer possible with it go: a switch of scheme in mid-run is tied to
 * the fleet that the run begins with, a layout to its router. How many; -1 with a message when it is refused.
 */
int scenario_begin_with(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                        struct error *error);
/* The same check without inserting. On failure `field` names the part at fault as the JSON does: "t_s",
 * "knob", "value". */
bool scenario_check_edit(const struct scenario *scenario, const struct edit *edit, const char **field,
                         struct error *error);

/* "--set K=V" and "--at TIME:K=V" (splits at the last colon before the first '='; TIME as seconds, 1h30m or
 * ISO-8601). */
bool scenario_apply_set(struct scenario *scenario, const char *assignment, struct error *error);
bool scenario_apply_at(struct scenario *scenario, const char *assignment, struct error *error);
/* "K=V", in force from the start to the end: edits of that knob go, and those that the scenario cannot have
 * with it; or "TIME:K=V", an edit. `made` (or NULL) is the last of it; its time is -1 where it is from the
 * start. */
bool scenario_turn(struct scenario *scenario, const char *assignment, struct edit *made, struct error *error);
/* TIME -> ns since the start of the run; ISO times are relative to the scenario's start. */
bool scenario_parse_time(const struct scenario *scenario, const char *text, int64_t *t_ns,
                         struct error *error);

/* The fleet in force; NULL: there is none. */
static inline const struct fleet *scenario_fleet(const struct scenario *scenario)
{
    return scenario->n_fleets > 0 ? &scenario->fleets[scenario->fleet] : NULL;
}
/* GPUs in the run: the first of the fleet in force (knob gpus). As many as it has, or more, are all of
 * whatever fleet. */
int scenario_gpus(const struct scenario *scenario);
void scenario_set_gpus(struct scenario *scenario, double gpus);
void scenario_choose_fleet(struct scenario *scenario, int fleet);
/* The run goes without the GPUs that are not kept ([n_gpus]), and the edits of them and of single pods. In a
 * pool of Clover's they stay in the fleet, behind those in use, since BASE has them; others are gone. */
void scenario_keep_gpus(struct scenario *scenario, const bool *kept);

/* The schemes that decide at some time of the run, as a mask of POLICY_BIT: those of the start, of edits, of
 * GPUs. */
uint64_t scenario_deciders(const struct scenario *scenario);

/* Does one of them draw lots? */
bool scenario_draws_lots(const struct scenario *scenario);
/* Does one of them search for layouts? */
bool scenario_searches(const struct scenario *scenario);

/* Those, and BASE where an SLO is its latency: all that the run is about. */
uint64_t scenario_policies(const struct scenario *scenario);
/* Takes back to what it is where a document says nothing whatever none of these reads: knobs of other schemes
 * (knob.h, used_by), and what Clover's search or table would go by. Two scenarios that do not differ after
 * that have the same run, event by event; what is worked out from its recording may go by more. */
void scenario_forget_unread(struct scenario *scenario);
/* The scheme of a layer on a GPU at the start: its own, its pool's, or the scenario's. */
enum policy_id scenario_gpu_policy(const struct scenario *scenario, const struct gpu *gpu, enum layer layer);
/* Its discipline. */
enum policy_id scenario_share(const struct scenario *scenario, const struct gpu *gpu);
/* What a run is about (scenario_subject.c): the first layer with a scheme that has a headline
 * (policy_table.h); where pools are named, the first pool's. */
enum layer scenario_subject(const struct scenario *scenario);
/* The scheme that a pool is told by: of its subject, or its discipline where that has a paper and the router
 * has none. As a knob: the layer's where no pools are named. */
struct knob_ref scenario_pool_subject(const struct scenario *scenario, int pool);
/* "CLOVER"; with several pools "CLOVER + CARBONDIS + TMUX-TF"; where it is held against another of its fleets
 * alone, by its own: "SHARED". */
void scenario_title(const struct scenario *scenario, char *out, size_t size);
/* What its first sentence is about: its own word, or its subject's. */
enum topic scenario_headline(const struct scenario *scenario);

/* Has every app GPUs that no other app may use, and no GPU two of them? */
bool scenario_is_dedicated(const struct scenario *scenario);

/* The run that a scenario is held against, nothing switched on: initial values to give a copy of it, in
 * order, and what it is called ("HIGHPERF"; of a fleet "DEDICATED"; where more than one layer is another, or
 * its scheme does nothing, BASELINE_OFF). The scenario's own field, and what the rows of its other schemes
 * name, pool by pool. Each setting is of one layer, so that what layers are worth adds up to what the run is
 * held against; LAYER_COUNT: of none, as the trace; with such a reference nothing can be shared out among
 * layers. */
#define BASELINE_OFF "nothing switched on"
enum { BASELINE_SETTINGS = 2 * BASELINE_MAX };
struct baseline {
    int n;
    struct knob_ref knobs[BASELINE_SETTINGS];
    struct knob_value values[BASELINE_SETTINGS];
    enum layer layers[BASELINE_SETTINGS];
    char title[96];
    bool all_off; /* BASELINE_OFF is what it is: no scheme of it is worth a name */
};
/* False: there is none, or it is this scenario itself. */
bool scenario_baseline(const struct scenario *scenario, struct baseline *baseline);
/* Makes that run of it: its edits of what a setting is about go. `baseline`: as above. False: there is none.
 */
bool scenario_become_baseline(struct scenario *scenario, struct baseline *baseline);
/* Is its k-th setting another than the scenario's? Those of which layers are, as a mask? */
bool baseline_differs(const struct scenario *scenario, const struct baseline *baseline, int k);
unsigned baseline_layers(const struct scenario *scenario, const struct baseline *baseline);
/* The first scheme of a layer that decides anything in a pool, at the start or after an edit; POLICY_COUNT.
 */
enum policy_id baseline_decider(const struct scenario *scenario, int pool, enum layer layer);
/* Those settings, "policy.route.vision highperf, water fixed"; returns `out`. */
char *baseline_words(const struct scenario *scenario, const struct baseline *baseline, char *out,
                     size_t size);
/* Gives a scenario the settings of some layers, a mask. False with a message. */
bool baseline_switch_off(struct scenario *scenario, const struct baseline *baseline, unsigned layers,
                         struct error *error);

/* Are GPUs cooled by water (knob cooling)? Then those with thermal constants have a temperature. */
static inline bool scenario_is_cooled(const struct scenario *scenario)
{
    return scenario->number[KNOB_COOLING] > COOLING_NONE;
}

/* Pools (scenario_pools.c), by their index. A scenario that names none has one, number 0, "all", of
 * everything.
 */
int scenario_n_pools(const struct scenario *scenario); /* at least 1 */
const char *scenario_pool_name(const struct scenario *scenario, int pool);
int scenario_pool_of_gpu(const struct scenario *scenario, int gpu); /* of the fleet in force */
int scenario_pool_of_app(const struct scenario *scenario, int app);
/* Its GPUs that are in the run, its apps, in order: how many. */
int scenario_pool_gpus(const struct scenario *scenario, int pool, int gpus[GPUS_MAX]);
int scenario_pool_apps(const struct scenario *scenario, int pool, int apps[APPS_MAX]);
/* The scheme of a layer at the start: the pool's, else the scenario's. Likewise its object "clover". */
enum policy_id scenario_pool_policy(const struct scenario *scenario, int pool, enum layer layer);
const struct clover_settings *scenario_pool_clover(const struct scenario *scenario, int pool);
/* May this app run on this GPU: are they of one pool? */
bool scenario_check_pool(const struct scenario *scenario, const struct gpu *gpu, int app,
                         struct error *error);
/* Does a scheme with this knob, at the start or in an edit, reach the pool: is it the pool's own, or that of
 * a layer of which the pool says nothing? */
bool scenario_pool_hears(const struct scenario *scenario, int pool, struct knob_ref scheme);
/* One by one, the schemes that a pool has in a layer: *edit is -1 for that of the start, then the next edit
 * from *edit on that reaches the pool. False: there are no more. */
bool scenario_pool_scheme(const struct scenario *scenario, int pool, enum layer layer, int *edit,
                          enum policy_id *scheme);
/* What scenario_deciders, scenario_policies and scenario_has_clover say of the whole. */
uint64_t scenario_pool_deciders(const struct scenario *scenario, int pool);
uint64_t scenario_pool_policies(const struct scenario *scenario, int pool);
bool scenario_pool_has_clover(const struct scenario *scenario, int pool);
/* May anybody in the pool read this knob (knob_info.used_by): a scheme that decides there at the start or
 * after an edit, or one that could be switched to with the GPUs that it has in some fleet? */
bool scenario_pool_reads(const struct scenario *scenario, int pool, enum knob_id id);

/* Clover (scenario_clover.c). Is a configure scheme of Clover's in force at the start or after an edit, or is
 * an SLO BASE's own latency? Then the model knows Clover's graphs, and its GPUs can be reconfigured. */
bool scenario_has_clover(const struct scenario *scenario);
/* Can this configure scheme govern this pool? If not, says why at the place at fault and names what could be
 * chosen. */
bool scenario_check_clover(const struct scenario *scenario, int pool, enum policy_id policy,
                           struct error *error);
/* How many GPUs BASE has in a pool: C_base and the SLO `base` are those of so many (clover.n_base). */
int scenario_pool_n_base(const struct scenario *scenario, int pool);
/* Those of the first pool with Clover. */
int scenario_n_base(const struct scenario *scenario);
/* Which accounting a saving against BASE is (CL-X15): "same fleet", "consolidated: 2 GPUs for the load of
 * 10", "expanded: 10 GPUs for the load of 4"; "" without Clover. Of a pool; of the first with Clover. */
void scenario_pool_accounting(const struct scenario *scenario, int pool, char *out, size_t size);
void scenario_accounting(const struct scenario *scenario, char *out, size_t size);

int scenario_find_app(const struct scenario *scenario, const char *name);   /* -1 */
int scenario_find_fleet(const struct scenario *scenario, const char *name); /* -1 */
int scenario_find_pool(const struct scenario *scenario, const char *name);  /* -1 */

/* A pool by itself: the scenario that is left when everything outside of it is taken away. */

/* The GPUs and apps of a pool on the same grid, with its schemes, its object `clover`, the knobs that it has
 * and the edits that reach it: a scenario that names no pools, with one fleet. What a pool does depends on
 * nothing else, so this one does the same. False when out of memory; the caller frees. */
bool scenario_alone(struct scenario *to, const struct scenario *from, int pool);

/* What leads from one scenario to another: initial values, edits that are new or say something else, edits
 * that are gone. Knobs are told by their names, so the two need not list their apps alike. The command line
 * of a run, the sentences about changes and a lost history are all made of this. */

enum scenario_step_kind { STEP_SET, STEP_EDIT, STEP_EDIT_GONE };

struct scenario_step {
    enum scenario_step_kind kind;
    int64_t t_ns;         /* of edits */
    struct knob_ref knob; /* as the other scenario has it; of an edit that is gone, as the first has it */
    struct knob_value value;
};

/* In an order in which the steps can be made: initial values, schemes before the fleet, because each may take
 * a fleet along, which then is no step of its own; edits; edits that are gone. */
struct scenario_diff {
    int n;
    struct scenario_step *steps; /* owned; scenario_diff_free */
};

/* False when out of memory; then the diff is empty. */
bool scenario_diff_make(struct scenario_diff *diff, const struct scenario *from, const struct scenario *to);
void scenario_diff_free(struct scenario_diff *diff);

/* The fields of a scenario and of its parts (field.h): what a document consists of, where each value lies,
 * and what it may be. The JSON reader and printer, scenario_init, scenario_validate and comparisons all go by
 * these tables. */

extern const struct field_table scenario_fields, clover_fields, app_fields, arrivals_fields, batch_fields,
    pool_fields, fleet_fields, gpu_fields, pod_fields, affinity_fields;

#endif
