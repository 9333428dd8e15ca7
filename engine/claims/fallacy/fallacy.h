/* Inside the experiments of The Utilization Fallacy: which trials there are, what is kept of each, and the
 * judges that the table of claims names. Every trial is there twice, shared and (the next one) on a GPU each,
 * on the same requests; those at several clocks are shared ones alone. Source: sections 1, 3 and 4 of the
 * paper, figures 1 to 8; spec section 4. */
#ifndef WATTIF_CLAIMS_FALLACY_FALLACY_H
#define WATTIF_CLAIMS_FALLACY_FALLACY_H

#include "engine/claims/experiment.h"
#include "engine/physics/breakeven.h"

enum { UF_SETS = 4, UF_LOADS = 10, UF_SOURCES = 10, UF_CLOCKS = 28, UF_APPS = 3 };
enum uf_way { UF_SHARED, UF_DEDICATED, UF_WAYS };

/* Each set in a closed loop on gas, m 1; SDXL and Whisper at loads of 10, 20 .. 100 %; the same in a closed
 * loop on grids of rising intensity, m 4; the other sets, shared, at 600, 630 .. 1410 MHz. What a run takes
 * depends on no grid, so that one run a clock tells of all. */
enum {
    UF_TRIAL_SET = 0,
    UF_TRIAL_LOAD = UF_TRIAL_SET + UF_SETS * UF_WAYS,
    UF_TRIAL_SOURCE = UF_TRIAL_LOAD + UF_LOADS * UF_WAYS,
    UF_TRIAL_CLOCK = UF_TRIAL_SOURCE + UF_SOURCES * UF_WAYS,
    UF_TRIALS = UF_TRIAL_CLOCK + (UF_SETS - 1) * UF_CLOCKS
};

/* In the order of the trials: the first is Fig. 3's, the others are Fig. 2's. */
enum uf_set { UF_SDXL_WHISPER, UF_GPT_WHISPER, UF_GPT_WHISPER_MNET, UF_SDXL256_WHISPER_MNET };

struct uf_outcome {
    struct footprint footprint;
    double multiplier, intensity; /* of embodied carbon; g/kWh, mean */
    double naive_j;               /* energy by the naive estimate; NAN where it is not told */
    double operational_g, total_g, horizon_s, busy_share, mean_w;
    bool slo_met;
    int n_apps;
    double mean_ms[UF_APPS];
};

extern const char *const uf_scenarios[UF_SETS + 1]; /* ended by NULL */
/* The steps of UF_TRIAL_SOURCE that are a source of the paper, or NULL: "wind". */
extern const char *const uf_source_names[UF_SOURCES];

static inline const struct uf_outcome *uf_outcome_of(const struct evidence *evidence, int trial,
                                                     enum uf_way way)
{
    return (const struct uf_outcome *)evidence->outcomes + trial + (int)way;
}

struct trial uf_trial(int index);
int uf_shows(const struct expectation *expectation, const char *part);
void uf_measure(const struct model *model, const struct recording *recording, void *to);

typedef void uf_judge(const struct evidence *evidence, struct judgement *judgement);
typedef bool uf_compute(const struct experiment_inputs *inputs, double values[NUMBERS_MAX],
                        struct error *error);
#define CLAIM(number, ...) uf_judge judge_uf##number;
#define ARITHMETIC(number, ...) uf_compute compute_uf_##number;
#include "engine/claims/fallacy/fallacy.def"
#undef CLAIM
#undef ARITHMETIC

#endif
