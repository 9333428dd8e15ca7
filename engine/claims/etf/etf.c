/* Energy-Time Fairness as a table: every claim of its evaluation (ET-1 .. ET-11), its trials, and what is
 * kept of each. The checkable numbers of the spec are tests of their own (tests/unit/policy/test_etf.c). */
#include "engine/claims/etf/etf.h"

#include "engine/answers/metric.h"

#define CLAIM(number, ...) {.id = "ET-" #number, .judge = judge_et##number, __VA_ARGS__},
#define ARITHMETIC(number, ...) {.id = "ET-" #number, .numbers = compute_et_##number, __VA_ARGS__},

static const struct expectation expectations[] = {
#include "engine/claims/etf/etf.def"
};

/* ---- trials ---- */

static const char *const schemes[ETF_SCHEMES] = {"policy.share=tmux-tf", "policy.share=tmux-ef",
                                                 "policy.share=tmux-etf"};
static const char *const phis[ETF_PHIS] = {"phi=0",   "phi=0.1", "phi=0.2", "phi=0.3", "phi=0.4", "phi=0.5",
                                           "phi=0.6", "phi=0.7", "phi=0.8", "phi=0.9", "phi=1"};
const char *const etf_clocks[ETF_CLOCKS] = {
    "clock_mhz.a2=114.75", "clock_mhz.a2=216.75",  "clock_mhz.a2=318.75", "clock_mhz.a2=420.75",
    "clock_mhz.a2=522.75", "clock_mhz.a2=624.75",  "clock_mhz.a2=726.75", "clock_mhz.a2=854.25",
    "clock_mhz.a2=930.75", "clock_mhz.a2=1032.75", "clock_mhz.a2=1122",   "clock_mhz.a2=1236.75",
    "clock_mhz.a2=1300.5"};
static const char *const weighted[ETF_WEIGHTED] = {"phi=1", "phi=0.6", "phi=0.45", "phi=0.3"};
const double etf_weighted_phis[ETF_WEIGHTED] = {1, .6, .45, .3};

static const char short_run[] = "hours=0.1", adopted[] = "phi=0.7";

struct trial etf_trial(int index)
{
    if (index == ETF_TRIAL_ARRIVALS)
        return (struct trial){.scenario = "etf-arrivals", .settings = {schemes[ETF_ETF], adopted}};
    if (index >= ETF_TRIAL_WEIGHT)
        return (struct trial){
            .scenario = "etf-tx2",
            .settings = {schemes[ETF_ETF], short_run, "weight.resnet=2", weighted[index - ETF_TRIAL_WEIGHT]}};
    if (index >= ETF_TRIAL_CLOCK)
        return (struct trial){.scenario = "etf-arrivals",
                              .settings = {schemes[(index - ETF_TRIAL_CLOCK) % ETF_SCHEMES], short_run,
                                           adopted, etf_clocks[(index - ETF_TRIAL_CLOCK) / ETF_SCHEMES]}};
    if (index >= ETF_TRIAL_A10G)
        return (struct trial){.scenario = "etf-a10g",
                              .settings = {schemes[ETF_ETF], short_run, phis[index - ETF_TRIAL_A10G]}};
    if (index >= ETF_TRIAL_PHI)
        return (struct trial){.scenario = "etf-tx2",
                              .settings = {schemes[ETF_ETF], short_run, phis[index - ETF_TRIAL_PHI]}};
    return (struct trial){.scenario = "etf-tx2", .settings = {schemes[index], short_run, adopted}};
}

int etf_shows(const struct expectation *expectation, const char *part)
{
    (void)part;
    return expectation->shown;
}

/* ---- what is kept ---- */

static struct etf_shares shares_in(const struct recording *recording, int from, int to)
{
    struct etf_shares shares = {0};
    double all_s = 0, all_j = 0;
    for (int a = 0; a < recording->n_apps && a < ETF_APPS; a++) {
        all_s += shares.time[a] = recording_sum_app(recording, COLUMN_APP_TIME, a, from, to);
        all_j += shares.energy[a] = recording_sum_app(recording, COLUMN_APP_ENERGY, a, from, to);
    }
    for (int a = 0; a < ETF_APPS; a++) {
        shares.time[a] /= all_s > 0 ? all_s : 1;
        shares.energy[a] /= all_j > 0 ? all_j : 1;
    }
    return shares;
}

/* Ten minutes each; a margin of 20 s on either side keeps the turns at which apps come and go out. */
static void measure_phases(const struct recording *recording, struct etf_outcome *outcome)
{
    const double width_s = (double)recording->bucket_ns * 1e-9;
    for (int k = 0; k < ETF_PHASES; k++)
        outcome->phases[k] =
            shares_in(recording, (int)((600 * k + 20) / width_s), (int)((600 * k + 580) / width_s));
}

void etf_measure(const struct model *model, const struct recording *recording, void *to)
{
    struct etf_outcome *outcome = to;
    const struct summary *summary = &recording->summary;
    const struct metric_source source = {.summary = summary, .model = model};
    outcome->fair_time = summary->fair_time;
    outcome->fair_energy = summary->fair_energy;
    outcome->fair_system = summary->fair_system;
    outcome->busy_share = metric_value(METRIC_GPU_BUSY_SHARE, &source, 0);
    outcome->n_apps = recording->n_apps < ETF_APPS ? recording->n_apps : ETF_APPS;
    outcome->whole = shares_in(recording, 0, recording_count(recording));
    for (int a = 0; a < outcome->n_apps; a++) {
        outcome->throughput[a] = (double)summary->apps[a].finished / summary->horizon_s;
        outcome->mean_ms[a] = summary->apps[a].mean_ms;
    }
    if (summary->horizon_s > 2390)
        measure_phases(recording, outcome);
}

static const char *const scenarios[] = {"etf-tx2", "etf-a10g", "etf-arrivals", NULL};

const struct paper paper_etf = {
    .prefix = "ET",
    .title = "Energy-Time Fairness",
    .scenarios = scenarios,
    .fixes = {"policy.share", "hours"},
    .expectations = expectations,
    .n_expectations = sizeof expectations / sizeof *expectations,
    .n_trials = ETF_TRIALS,
    .trial = etf_trial,
    .shows = etf_shows,
    .outcome_size = sizeof(struct etf_outcome),
    .measure = etf_measure,
};
