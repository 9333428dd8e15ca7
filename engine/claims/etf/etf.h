/* Inside the experiments of Energy-Time Fairness: which trials there are, what is kept of each, and the
 * judges that the table of claims names. Source: section 6 of the paper, figures 1 to 11; spec section 6.
 * Trials are six minutes long but for the one in which apps come and go. */
#ifndef WATTIF_CLAIMS_ETF_ETF_H
#define WATTIF_CLAIMS_ETF_ETF_H

#include "engine/claims/experiment.h"

enum { ETF_APPS = 3, ETF_PHIS = 11, ETF_CLOCKS = 13, ETF_WEIGHTED = 4, ETF_PHASES = 4 };
enum etf_scheme { ETF_TF, ETF_EF, ETF_ETF, ETF_SCHEMES };

/* The pair of Fig. 2 under each scheme; ETF on it and on the A10G's at phi 0, 0.1 .. 1; ResNet-50 twice, the
 * second at each clock, under each scheme; the pair with weights 2:1 at several phi; three that come and go.
 */
enum {
    ETF_TRIAL_PAIR = 0,
    ETF_TRIAL_PHI = ETF_TRIAL_PAIR + ETF_SCHEMES,
    ETF_TRIAL_A10G = ETF_TRIAL_PHI + ETF_PHIS,
    ETF_TRIAL_CLOCK = ETF_TRIAL_A10G + ETF_PHIS,
    ETF_TRIAL_WEIGHT = ETF_TRIAL_CLOCK + ETF_CLOCKS * ETF_SCHEMES,
    ETF_TRIAL_ARRIVALS = ETF_TRIAL_WEIGHT + ETF_WEIGHTED,
    ETF_TRIALS
};

/* What the apps had in one stretch of time. */
struct etf_shares {
    double time[ETF_APPS], energy[ETF_APPS]; /* shares of what all had */
};

struct etf_outcome {
    double fair_time, fair_energy, fair_system, busy_share;
    int n_apps;
    struct etf_shares whole;
    double throughput[ETF_APPS], mean_ms[ETF_APPS]; /* 1/s */
    struct etf_shares phases[ETF_PHASES];           /* of the trial in which apps come and go */
};

extern const double etf_weighted_phis[ETF_WEIGHTED];
extern const char *const etf_clocks[ETF_CLOCKS];

static inline const struct etf_outcome *etf_outcome_of(const struct evidence *evidence, int trial)
{
    return (const struct etf_outcome *)evidence->outcomes + trial;
}
static inline const struct etf_outcome *etf_at_clock(const struct evidence *evidence, int clock,
                                                     enum etf_scheme scheme)
{
    return etf_outcome_of(evidence, ETF_TRIAL_CLOCK + clock * ETF_SCHEMES + (int)scheme);
}

struct trial etf_trial(int index);
int etf_shows(const struct expectation *expectation, const char *part);
void etf_measure(const struct model *model, const struct recording *recording, void *to);

typedef void etf_judge(const struct evidence *evidence, struct judgement *judgement);
typedef bool etf_compute(const struct experiment_inputs *inputs, double values[NUMBERS_MAX],
                         struct error *error);
#define CLAIM(number, ...) etf_judge judge_et##number;
#define ARITHMETIC(number, ...) etf_compute compute_et_##number;
#include "engine/claims/etf/etf.def"
#undef CLAIM
#undef ARITHMETIC

#endif
