/* Inside the Clover experiments: which trials there are, what is kept of each, and the judges that the table
 * of claims names. Source: Clover sections 3 and 5, figures 2 to 16; spec sections 4 to 6. Every saving is
 * against BASE on ten GPUs under the same arrivals; `same fleet` has ten GPUs, `consolidated` two for the
 * load of ten (CL-X15). */
#ifndef WATTIF_CLAIMS_CLOVER_CLOVER_H
#define WATTIF_CLAIMS_CLOVER_CLOVER_H

#include "engine/claims/experiment.h"

enum { CLOVER_APPS = 3, CLOVER_HOURS = 48, CLOVER_WINDOWS = 6, CLOVER_LIMITS = 4 };
enum { CLOVER_LAMBDAS = 5, CLOVER_SEEDS = 5 };
enum clover_app_id { APP_IMAGES, APP_LANGUAGE, APP_DETECTION };

/* The trials of one application. */
enum clover_kind {
    BASE_10,
    CO2OPT_10,
    BLOVER_10,
    CLOVER_10,
    ORACLE_10,
    BASE_2,
    CO2OPT_2,
    BLOVER_2,
    CLOVER_2,
    ORACLE_2,
    BASE_4,
    CLOVER_4,
    PER_GPU_10, /* the paper's graph over all GPUs (knob clover_scope) */
    PER_GPU_2,
    SEPTEMBER_BASE,
    SEPTEMBER_CLOVER,
    BRITAIN_BASE,
    BRITAIN_CLOVER,
    LIMITED_2, /* accuracy may fall by 0.2 %, 0.4 %, 0.6 %, 0.8 % */
    LIMITED_10 = LIMITED_2 + CLOVER_LIMITS,
    LAMBDA_1 = LIMITED_10 + CLOVER_LIMITS, /* 0.1, on two GPUs */
    REACH_10,                              /* ORACLE where accuracy may fall by 0.8 % */
    REACH_4,
    REACH_2,
    CLOVER_KINDS
};

/* Then, of images only and for each seed: BASE on ten GPUs, and lambda 0.1, 0.3 .. 0.9 on two. */
enum {
    TRIAL_SEEDS = CLOVER_APPS * CLOVER_KINDS,
    TRIALS_OF_SEED = 1 + CLOVER_LAMBDAS,
    CLOVER_TRIALS = TRIAL_SEEDS + CLOVER_SEEDS * TRIALS_OF_SEED
};

/* Savings are told under both. */
enum clover_accounting { CONSOLIDATED, SAME_FLEET, CLOVER_ACCOUNTINGS };
enum clover_scheme {
    SCHEME_BASE,
    SCHEME_CO2OPT,
    SCHEME_BLOVER,
    SCHEME_CLOVER,
    SCHEME_ORACLE,
    CLOVER_SCHEMES
};

/* One search of the controller. */
struct clover_search {
    int measured, compliant; /* of the measured */
    int cached;
    double f, energy_j, accuracy_change; /* of what it kept */
    bool kept_compliant;
};

struct clover_outcome {
    bool present;  /* the run was made; sweeps leave most of them out */
    bool keeps_up; /* else the queue grew to the end, or the run was cut short: carbon tells nothing */
    double requests;
    double carbon_g, accuracy, base_accuracy, tail_ms, slo_ms;
    double hour_ci[CLOVER_HOURS], hour_g[CLOVER_HOURS]; /* mean intensity; carbon */
    double hour_accuracy[CLOVER_HOURS];
    double hour_tail_ms[CLOVER_HOURS];
    double hour_f[CLOVER_HOURS]; /* the objective of what was deployed, as it came out; NAN unknown */
    int n_searches, measured, compliant, cached;
    double share, window_share[CLOVER_WINDOWS]; /* of time spent searching; per cent; windows of 8 h */
    struct clover_search first, second, last;
};

/* NULL where the run was not made. */
const struct clover_outcome *clover_of(const struct evidence *evidence, int app, enum clover_kind kind);
/* Of images with the k-th seed: BASE (i = 0), or the i-th lambda. */
const struct clover_outcome *clover_of_seed(const struct evidence *evidence, int k, int i);
enum clover_kind clover_scheme_kind(enum clover_accounting accounting, enum clover_scheme scheme);

extern const char *const clover_app_names[CLOVER_APPS];
extern const char *const clover_scheme_names[CLOVER_SCHEMES];
extern const char *const clover_accounting_names[CLOVER_ACCOUNTINGS];
extern const char *const clover_scenarios[CLOVER_APPS + 1]; /* ended by NULL */
extern const char *const clover_traces[CLOVER_APPS];        /* California March, September; Britain March */

/* Mean gap between the arrivals of the artifact's fixed layouts, of the gap that it names: 2,000 arrivals at
 * its longest gap, 1,000 at its other two. */
extern const double clover_artifact_came[3];

struct trial clover_trial(int index);
/* Of a part such as "same fleet, language" that application's trial, on ten GPUs, on four, or under the
 * trace. */
int clover_shows(const struct expectation *expectation, const char *part);
void clover_measure(const struct model *model, const struct recording *recording, void *to);
/* Is this trial part of the sweeps? The five schemes in both accountings, of images; of detection, too. */
bool clover_is_of_images(int index);
bool clover_is_of_two(int index);

/* A judge or a computation for each row of clover.def. */
typedef void clover_judge(const struct evidence *evidence, struct judgement *judgement);
typedef bool clover_compute(const struct experiment_inputs *inputs, double values[NUMBERS_MAX],
                            struct error *error);
#define CLAIM(number, ...) clover_judge judge_cl##number;
#define ARITHMETIC(number, ...) clover_compute compute_cl_##number;
#define NUMBER(number, ...) clover_compute compute_cl_n##number;
#include "engine/claims/clover/clover.def"
#undef CLAIM
#undef ARITHMETIC
#undef NUMBER

#endif
