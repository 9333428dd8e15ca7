/* Inside the CarbonDIS experiments: which trials there are, what is kept of each, and the judges that the
 * table of claims names. Source: CarbonDIS section V, figures 1 to 10; spec section 5. */
#ifndef WATTIF_CLAIMS_CARBONDIS_CARBONDIS_H
#define WATTIF_CLAIMS_CARBONDIS_CARBONDIS_H

#include "engine/claims/experiment.h"

enum { JOBS = 5, SETS = 2 };

enum scheme { SCHEME_CARBONDIS, SCHEME_HIGHPERF, SCHEME_LOWENERGY, SCHEME_DYBATCH, SCHEME_RANDOM, SCHEMES };

/* Trials: both sets under each scheme, then Set 1 under CARBONDIS at the other thresholds of Fig. 10, then
 * Fig. 2. */
enum {
    TRIAL_CIT = SETS * SCHEMES, /* 0.8 0.9 1.1 1.2; 1.0 is trial 0 */
    TRIAL_FIG2 = TRIAL_CIT + 4, /* P4, A100, and the two halves */
    TRIALS = TRIAL_FIG2 + 4
};
enum fig2 { FIG2_P4, FIG2_A100, FIG2_HALF_P4, FIG2_HALF_A100 };

struct carbondis_job {
    char name[32];
    double mean_ms, p25_ms, p50_ms, p75_ms;
    double tail_ms, slo_ms;
    bool slo_met;
    int64_t finished, violations, high_uses;
};

struct carbondis_outcome {
    bool overloaded;
    double active_g, idle_g, total_g, horizon_s;
    int n_jobs;
    struct carbondis_job jobs[JOBS];
    double busy_low, busy_high; /* shares of time: of the low-end GPUs together, and of the high-end ones */
    double alone;    /* slack_worst_low: what no waiting can take from the tightest SLO; NAN none */
    bool calibrated; /* some of it rests on rows that were fitted to a figure of the paper */
    /* Fig. 9's second claim: by whether CIR was above 1 (the threshold of the main runs), requests that
     * arrived, uses of the high-end GPU, and time. */
    double arrived[2], high_uses[2], hours[2];
};

/* The outcome of a set under a scheme. */
static inline const struct carbondis_outcome *carbondis_of(const struct evidence *evidence, int set,
                                                           enum scheme scheme)
{
    return (const struct carbondis_outcome *)evidence->outcomes + set * SCHEMES + (int)scheme;
}
/* The k-th of the five thresholds 0.8 .. 1.2. */
static inline const struct carbondis_outcome *carbondis_at_cit(const struct evidence *evidence, int k)
{
    const struct carbondis_outcome *outcomes = evidence->outcomes;
    return k == 2 ? &outcomes[0] : &outcomes[TRIAL_CIT + (k < 2 ? k : k - 1)];
}
static inline const struct carbondis_outcome *carbondis_fig2(const struct evidence *evidence, enum fig2 which)
{
    return (const struct carbondis_outcome *)evidence->outcomes + TRIAL_FIG2 + (int)which;
}

extern const char *const carbondis_scheme_names[SCHEMES];

struct trial carbondis_trial(int index);
/* Of a claim's part "Set 2" that set's trial. */
int carbondis_shows(const struct expectation *expectation, const char *part);
void carbondis_measure(const struct model *model, const struct recording *recording, void *to);

enum carbon_part { PART_ACTIVE, PART_IDLE, PART_TOTAL };
static inline double carbondis_part_g(const struct carbondis_outcome *outcome, enum carbon_part part)
{
    return part == PART_ACTIVE ? outcome->active_g : part == PART_IDLE ? outcome->idle_g : outcome->total_g;
}

/* Savings of CARBONDIS over HIGHPERF, in percent of HIGHPERF's carbon, and its bound as the load goes to
 * nothing (CD-X17). */
double carbondis_saving(const struct evidence *evidence, int set);
extern const double carbondis_idle_bound[SETS];

/* A judge or a computation for each row of carbondis.def. */
typedef void carbondis_judge(const struct evidence *evidence, struct judgement *judgement);
typedef bool carbondis_compute(const struct experiment_inputs *inputs, double values[NUMBERS_MAX],
                               struct error *error);
#define CLAIM(number, ...) carbondis_judge judge_cd##number;
#define NUMBER(number, ...) carbondis_compute compute_cd_n##number;
#include "engine/claims/carbondis/carbondis.def"
#undef CLAIM
#undef NUMBER

#endif
