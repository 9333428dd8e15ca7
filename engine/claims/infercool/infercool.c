/* InferCool as a table: every claim of its evaluation (IC-1 .. IC-17), its trials, and what is kept of each.
 * The checkable numbers of the spec are tests of their own. */
#include "engine/claims/infercool/infercool.h"

#include "engine/answers/metric.h"
#include "engine/base/units.h"

#include <math.h>

#define CLAIM(number, ...) {.id = "IC-" #number, .judge = judge_ic##number, __VA_ARGS__},
#define ARITHMETIC(number, ...) {.id = "IC-" #number, .numbers = compute_ic_##number, __VA_ARGS__},

/* What several claims name. */
#define IMAGE_FILLS                                                                                          \
    "An image fills the card, as its latency's source measured; the law of power counts one item of many."
#define LOAD_IS_HIGHER                                                                                       \
    "The load that the paper scaled to what its cluster could serve is higher than its published rates."
#define NO_SLICE_TO_CHOOSE "Where GPUs are hardly ever idle there is hardly a slice to choose."

static const struct expectation expectations[] = {
#include "engine/claims/infercool/infercool.def"
};

const int cool_row_level[COOL_ROWS] = {0, 1, 3};

const double cool_table_5[COOL_TABLE_5][COOL_ROWS][COOL_PERIODS] = {
    {{37.8, 37.7, 37.7, 38.2, 37.7, 38.2},
     {37.3, 38.2, 37.6, 37.3, 39.0, 38.6},
     {36.9, 37.0, 37.4, 36.9, 37.7, 37.6}},
    {{49.5, 50.3, 51.0, 49.9, 51.6, 53.3},
     {47.7, 48.4, 47.8, 48.3, 50.7, 52.4},
     {47.8, 48.0, 49.4, 48.7, 49.3, 49.6}},
    {{46.9, 48.3, 48.5, 46.3, 48.3, 48.4},
     {45.0, 46.0, 46.0, 44.7, 46.3, 47.3},
     {44.4, 44.7, 43.7, 43.7, 45.1, 45.9}},
    {{52.0, 51.4, 50.5, 51.9, 53.1, 53.8},
     {48.5, 47.3, 47.6, 47.7, 48.8, 49.8},
     {46.1, 45.1, 45.9, 45.9, 48.4, 48.7}},
};

/* ---- trials ---- */

static const char *const scenarios[COOL_SETTINGS + 1] = {"infercool-k8s",     "infercool-table5a",
                                                         "infercool-table5b", "infercool-table5c",
                                                         "infercool-table5d", NULL};
static const char *const levels[COOL_LEVELS] = {"reassignment_level=0", "reassignment_level=1",
                                                "reassignment_level=2", "reassignment_level=3"};

struct trial cool_trial(int index)
{
    return (struct trial){.scenario = scenarios[index / COOL_LEVELS],
                          .settings = {levels[index % COOL_LEVELS]}};
}

int cool_shows(const struct expectation *expectation, const char *part)
{
    (void)part;
    return expectation->shown;
}

static bool is_of_fig_8(int trial)
{
    return trial < COOL_TRIAL_TABLE_5;
}

/* Of Table 5, under Kubernetes and at level 3. */
static bool is_of_table_5(int trial)
{
    return trial >= COOL_TRIAL_TABLE_5 && (trial % COOL_LEVELS == 0 || trial % COOL_LEVELS == 3);
}

static bool is_of_light_load(int trial)
{
    return trial < COOL_TRIAL_TABLE_5 + COOL_LEVELS;
}

/* Other seeds of the settings that are quickly run; and as nobody published what the cluster could serve,
 * Fig. 8's at other loads, up to three quarters of it. */
static const struct sweep sweeps[] = {
    {.knob = "seed",
     .phrase = "other seeds (Fig. 8, a)",
     .shape = SWEEP_SHARE,
     .uses = is_of_light_load,
     .n = 4,
     .values = {"2", "3", "4", "5"}},
    {.knob = "load",
     .phrase = "Fig. 8 at load",
     .shape = SWEEP_RANGES,
     .uses = is_of_fig_8,
     .n = 4,
     .values = {"2", "3", "4", "5"}},
    {.knob = "profiles",
     .phrase = "with profiles",
     .shape = SWEEP_VARIANTS,
     .n = 1,
     .values = {"diffusion-full"}},
    {.knob = "load",
     .phrase = "at load",
     .shape = SWEEP_TURNS,
     .uses = is_of_table_5,
     .n = 1,
     .values = {"0.5"}},
};

/* ---- what is kept ---- */

/* Mean over time of each GPU's temperature, all buckets being as long but the last. */
static void measure_means(const struct recording *recording, struct cool_outcome *outcome)
{
    int n = recording_count(recording);
    for (int g = 0; g < outcome->n_gpus; g++) {
        const float *mean_c = recording->gpu[COLUMN_TEMP_MEAN] + (size_t)g * (size_t)recording->n_buckets;
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += mean_c[k];
        outcome->gpu_mean_c[g] = n > 0 ? sum / n : (double)NAN;
    }
}

/* Of means of a minute, as a placer looks at them. */
static void measure_minutes(const struct recording *recording, struct cool_outcome *outcome)
{
    int per_minute = (int)(60 * NS_PER_S / recording->bucket_ns), n = recording_count(recording);
    outcome->minute_variance = 0;
    for (int from = 0; per_minute > 0 && from + per_minute <= n; from += per_minute) {
        double sum = 0, squares = 0;
        for (int g = 0; g < outcome->n_gpus; g++) {
            const float *mean_c = recording->gpu[COLUMN_TEMP_MEAN] + (size_t)g * (size_t)recording->n_buckets;
            double minute_c = 0;
            for (int k = from; k < from + per_minute; k++)
                minute_c += (double)mean_c[k] / per_minute;
            sum += minute_c;
            squares += minute_c * minute_c;
        }
        double mean_c = sum / outcome->n_gpus;
        outcome->minute_variance =
            fmax(outcome->minute_variance, squares / outcome->n_gpus - mean_c * mean_c);
    }
}

static bool has_all_taken(const struct model *model)
{
    int taken = 0;
    for (int i = 0; i < model->n_instances; i++)
        taken += model->instances[i].apps != 0;
    return taken == model->n_slots;
}

void cool_measure(const struct model *model, const struct recording *recording, void *to)
{
    struct cool_outcome *outcome = to;
    const struct summary *summary = &recording->summary;
    const struct metric_source source = {.summary = summary, .model = model};
    outcome->max_c = summary->temp_max_c;
    outcome->variance = summary->temp_variance;
    outcome->requests = (double)summary->requests;
    outcome->migrations = (double)summary->migrations;
    outcome->busy_share = metric_value(METRIC_GPU_BUSY_SHARE, &source, 0);
    for (int p = 0; p < COOL_PERIODS; p++)
        outcome->periods_c[p] = p < summary->n_temp_periods ? summary->temp_period_max_c[p] : (double)NAN;
    outcome->n_gpus = summary->n_gpus < COOL_GPUS ? summary->n_gpus : COOL_GPUS;
    for (int g = 0; g < outcome->n_gpus; g++)
        outcome->gpu_max_c[g] = summary->gpus[g].temp_max_c;
    measure_means(recording, outcome);
    measure_minutes(recording, outcome);
    outcome->all_taken = has_all_taken(model);
    cool_measure_placement(model, outcome);
    outcome->n_apps = summary->n_apps < COOL_APPS ? summary->n_apps : COOL_APPS;
    for (int a = 0; a < outcome->n_apps; a++)
        outcome->mean_ms[a] = summary->apps[a].mean_ms;
}

const struct paper paper_infercool = {
    .prefix = "IC",
    .number = 5,
    .title = "InferCool",
    .scenarios = scenarios,
    .fixes = {"reassignment_level", "policy.place"},
    .expectations = expectations,
    .n_expectations = sizeof expectations / sizeof *expectations,
    .sweeps = sweeps,
    .n_sweeps = sizeof sweeps / sizeof *sweeps,
    .n_trials = COOL_TRIALS,
    .trial = cool_trial,
    .shows = cool_shows,
    .outcome_size = sizeof(struct cool_outcome),
    .measure = cool_measure,
};
