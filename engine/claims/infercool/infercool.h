/* Inside the experiments of InferCool: which trials there are, what is kept of each, the published Table 5,
 * and the judges that the table of claims names. Every setting runs at each level, 0 (Kubernetes) to 3, on
 * the same requests. Figures 3 to 6 and Tables 1 and 2 are about one GPU and need no run: laws of physics and
 * profiles say them. Source: sections 2, 3 and 6 of the paper; spec section 4. */
#ifndef WATTIF_CLAIMS_INFERCOOL_INFERCOOL_H
#define WATTIF_CLAIMS_INFERCOOL_INFERCOOL_H

#include "engine/claims/experiment.h"
#include "engine/policy/place/assign.h"

enum { COOL_LEVELS = 4, COOL_TABLE_5 = 4, COOL_SETTINGS = 1 + COOL_TABLE_5, COOL_PERIODS = 6 };
enum { COOL_GPUS = 8, COOL_APPS = 7, COOL_PODS = COOL_GPUS * PODS_MAX };

/* Fig. 8's setting at each level, then those of Table 5, a to d. */
enum {
    COOL_TRIAL_K8S = 0,
    COOL_TRIAL_TABLE_5 = COOL_TRIAL_K8S + COOL_LEVELS,
    COOL_TRIALS = COOL_TRIAL_TABLE_5 + COOL_TABLE_5 * COOL_LEVELS
};

/* Where level 1 has put the pods, and what it had to choose from. */
struct cool_placement {
    int n_pods, n_gpus; /* n_pods 0: it is not known */
    double z_k, base_k[COOL_GPUS], rise_k[COOL_PODS];
    uint8_t size[COOL_PODS];
    int free[COOL_GPUS * ASSIGN_SIZES_MAX];
};

struct cool_outcome {
    double max_c, variance, periods_c[COOL_PERIODS]; /* hottest of all; over GPUs; hottest by five minutes */
    double gpu_max_c[COOL_GPUS], gpu_mean_c[COOL_GPUS];
    int n_gpus, n_apps;
    double mean_ms[COOL_APPS];
    double requests, migrations, busy_share;
    double minute_variance;          /* over GPUs, of their means of a minute: the greatest */
    bool all_taken;                  /* every partition has a pod */
    struct cool_placement placement; /* at level 1 */
};

/* Table 5 as published: setting, then Kubernetes, level 1, level 3, then period, in C. */
enum cool_row { COOL_ROW_K, COOL_ROW_1, COOL_ROW_3, COOL_ROWS };
extern const double cool_table_5[COOL_TABLE_5][COOL_ROWS][COOL_PERIODS];
extern const int cool_row_level[COOL_ROWS]; /* 0, 1, 3 */

static inline double cool_mean(const double values[COOL_PERIODS])
{
    double sum = 0;
    for (int p = 0; p < COOL_PERIODS; p++)
        sum += values[p];
    return sum / COOL_PERIODS;
}

/* Setting 0 is Fig. 8's, 1 to 4 are Table 5's a to d. */
static inline const struct cool_outcome *cool_outcome_of(const struct evidence *evidence, int setting,
                                                         int level)
{
    return (const struct cool_outcome *)evidence->outcomes + COOL_TRIAL_K8S + setting * COOL_LEVELS + level;
}

/* For judges. */
static inline void cool_decide(struct judgement *judgement, bool holds)
{
    judgement->verdict = holds ? VERDICT_HOLDS : VERDICT_DEVIATES;
}
/* Is a value the paper's, but for this part of it? */
static inline bool cool_about(double value, double paper, double part)
{
    return value >= paper - part * paper && value <= paper + part * paper;
}
static inline bool cool_near(double value, double paper, double kelvin)
{
    return value >= paper - kelvin && value <= paper + kelvin;
}

/* placement.c: of a finished run; how near the best the placements of level 1 are. */
void cool_measure_placement(const struct model *model, struct cool_outcome *outcome);
void cool_say_gaps(const struct evidence *evidence, struct judgement *judgement);

struct trial cool_trial(int index);
int cool_shows(const struct expectation *expectation, const char *part);
void cool_measure(const struct model *model, const struct recording *recording, void *to);

typedef void cool_judge(const struct evidence *evidence, struct judgement *judgement);
typedef bool cool_compute(const struct experiment_inputs *inputs, double values[NUMBERS_MAX],
                          struct error *error);
#define CLAIM(number, ...) cool_judge judge_ic##number;
#define ARITHMETIC(number, ...) cool_compute compute_ic_##number;
#include "engine/claims/infercool/infercool.def"
#undef CLAIM
#undef ARITHMETIC

#endif
