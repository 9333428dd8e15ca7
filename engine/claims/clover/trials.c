/* The runs behind Clover's figures, each as settings that `wattif run` would take, and what is kept of a
 * finished run. */
#include "engine/claims/clover/clover.h"

#include "engine/base/units.h"
#include "engine/answers/curves.h"
#include "engine/answers/objective.h"
#include "engine/policy/configure/clover_rule.h"

#include <math.h>
#include <string.h>

const char *const clover_app_names[CLOVER_APPS] = {"images", "language", "detection"};
const char *const clover_scheme_names[CLOVER_SCHEMES] = {"BASE", "CO2OPT", "BLOVER", "CLOVER", "ORACLE"};
const char *const clover_accounting_names[CLOVER_ACCOUNTINGS] = {"consolidated", "same fleet"};
const char *const clover_scenarios[CLOVER_APPS + 1] = {"clover-images", "clover-language", "clover-detection",
                                                       NULL};
const char *const clover_traces[CLOVER_APPS] = {
    "us-cal-ciso-2021-03-clover-unknown", "us-cal-ciso-2021-09-clover-unknown", "gb-2021-03-clover-unknown"};

#define SEPTEMBER "trace=us-cal-ciso-2021-09-clover-unknown", "start=2021-09-16T20:00:00Z"
#define BRITAIN "trace=gb-2021-03-clover-unknown", "start=2021-03-13T22:00:00Z"

/* What each kind of trial sets; the scenarios are ten GPUs in California in March at lambda 0.5. */
static const struct trial kinds[CLOVER_KINDS] = {
    [BASE_10] = {.settings = {"policy.configure=base"}},
    [CO2OPT_10] = {.settings = {"policy.configure=co2opt"}},
    [BLOVER_10] = {.settings = {"policy.configure=blover"}},
    [CLOVER_10] = {.settings = {"policy.configure=clover"}},
    [ORACLE_10] = {.settings = {"policy.configure=oracle"}},
    [BASE_2] = {.settings = {"policy.configure=base", "gpus=2"}},
    [CO2OPT_2] = {.settings = {"policy.configure=co2opt", "gpus=2"}},
    [BLOVER_2] = {.settings = {"policy.configure=blover", "gpus=2"}},
    [CLOVER_2] = {.settings = {"policy.configure=clover", "gpus=2"}},
    [ORACLE_2] = {.settings = {"policy.configure=oracle", "gpus=2"}},
    [BASE_4] = {.settings = {"policy.configure=base", "gpus=4"}},
    [CLOVER_4] = {.settings = {"policy.configure=clover", "gpus=4"}},
    [PER_GPU_10] = {.settings = {"policy.configure=clover", "clover_scope=per-gpu"}},
    [PER_GPU_2] = {.settings = {"policy.configure=clover", "clover_scope=per-gpu", "gpus=2"}},
    [SEPTEMBER_BASE] = {.settings = {"policy.configure=base", SEPTEMBER}},
    [SEPTEMBER_CLOVER] = {.settings = {"policy.configure=clover", "gpus=2", SEPTEMBER}},
    [BRITAIN_BASE] = {.settings = {"policy.configure=base", BRITAIN}},
    [BRITAIN_CLOVER] = {.settings = {"policy.configure=clover", "gpus=2", BRITAIN}},
    [LIMITED_2] = {.settings = {"policy.configure=clover", "accuracy_loss_pct=0.2", "gpus=2"}},
    [LIMITED_2 + 1] = {.settings = {"policy.configure=clover", "accuracy_loss_pct=0.4", "gpus=2"}},
    [LIMITED_2 + 2] = {.settings = {"policy.configure=clover", "accuracy_loss_pct=0.6", "gpus=2"}},
    [LIMITED_2 + 3] = {.settings = {"policy.configure=clover", "accuracy_loss_pct=0.8", "gpus=2"}},
    [LIMITED_10] = {.settings = {"policy.configure=clover", "accuracy_loss_pct=0.2"}},
    [LIMITED_10 + 1] = {.settings = {"policy.configure=clover", "accuracy_loss_pct=0.4"}},
    [LIMITED_10 + 2] = {.settings = {"policy.configure=clover", "accuracy_loss_pct=0.6"}},
    [LIMITED_10 + 3] = {.settings = {"policy.configure=clover", "accuracy_loss_pct=0.8"}},
    [REACH_10] = {.settings = {"policy.configure=oracle", "accuracy_loss_pct=0.8"}},
    [REACH_4] = {.settings = {"policy.configure=oracle", "accuracy_loss_pct=0.8", "gpus=4"}},
    [REACH_2] = {.settings = {"policy.configure=oracle", "accuracy_loss_pct=0.8", "gpus=2"}},
    [LAMBDA_1] = {.settings = {"policy.configure=clover", "gpus=2", "lambda=0.1"}},
};

static struct trial trial_of_seed(int index)
{
    static const char *const lambdas[] = {"lambda=0.1", "lambda=0.3", "lambda=0.5", "lambda=0.7",
                                          "lambda=0.9"};
    int i = index % TRIALS_OF_SEED;
    struct trial trial = kinds[i == 0 ? BASE_10 : CLOVER_2];

    trial.scenario = clover_scenarios[APP_IMAGES];
    trial.seed = (uint64_t)(1 + index / TRIALS_OF_SEED);
    if (i > 0)
        trial.settings[2] = lambdas[i - 1];
    return trial;
}

struct trial clover_trial(int index)
{
    struct trial trial = kinds[index % CLOVER_KINDS];

    if (index >= TRIAL_SEEDS)
        return trial_of_seed(index - TRIAL_SEEDS);
    trial.scenario = clover_scenarios[index / CLOVER_KINDS];
    return trial;
}

/* What a part's name says instead of two GPUs in California in March. */
static int kind_of_part(int kind, const char *part)
{
    static const struct {
        const char *name;
        int from, to;
    } others[] = {{"same fleet", CLOVER_2, CLOVER_10},       {"same fleet", LIMITED_2, LIMITED_10},
                  {"per-gpu", CLOVER_2, PER_GPU_2},          {"per-gpu", CLOVER_10, PER_GPU_10},
                  {"September", CLOVER_2, SEPTEMBER_CLOVER}, {"Britain", CLOVER_2, BRITAIN_CLOVER}};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].from == kind && strstr(part, others[i].name))
            kind = others[i].to;
    return kind;
}

int clover_shows(const struct expectation *expectation, const char *part)
{
    int app = CLOVER_APPS - 1;

    while (app > APP_IMAGES && !strstr(part, clover_app_names[app]))
        app--;
    return app * CLOVER_KINDS + kind_of_part(expectation->shown, part);
}

static bool is_scheme(int kind)
{
    return kind <= ORACLE_2 && kind != BASE_2;
}

bool clover_is_of_images(int index)
{
    return index / CLOVER_KINDS == APP_IMAGES && is_scheme(index % CLOVER_KINDS);
}

bool clover_is_of_two(int index)
{
    int app = index / CLOVER_KINDS;
    return (app == APP_IMAGES || app == APP_DETECTION) && is_scheme(index % CLOVER_KINDS);
}

const struct clover_outcome *clover_of(const struct evidence *evidence, int app, enum clover_kind kind)
{
    const struct clover_outcome *outcomes = evidence->outcomes;
    const struct clover_outcome *outcome = &outcomes[app * CLOVER_KINDS + (int)kind];
    return outcome->present ? outcome : NULL;
}

const struct clover_outcome *clover_of_seed(const struct evidence *evidence, int k, int i)
{
    const struct clover_outcome *outcomes = evidence->outcomes;
    const struct clover_outcome *outcome = &outcomes[TRIAL_SEEDS + k * TRIALS_OF_SEED + i];
    return outcome->present ? outcome : NULL;
}

enum clover_kind clover_scheme_kind(enum clover_accounting accounting, enum clover_scheme scheme)
{
    int first = scheme == SCHEME_BASE || accounting == SAME_FLEET ? (int)BASE_10 : (int)BASE_2;
    return (enum clover_kind)(first + (int)scheme);
}

/* ---- what is kept ---- */

/* The bucket in which an hour begins: the first whose middle lies in it. */
static int first_bucket(const struct recording *recording, int hour)
{
    int64_t hour_ns = (int64_t)hour * 3600 * NS_PER_S;
    int count = recording_count(recording), bucket = 0;

    while (bucket < count && bucket * recording->bucket_ns + recording->bucket_ns / 2 < hour_ns)
        bucket++;
    return bucket;
}

static void measure_hour(const struct model *model, const struct recording *recording, int hour,
                         struct clover_outcome *outcome)
{
    int from = first_bucket(recording, hour), to = first_bucket(recording, hour + 1);
    struct objective objective;
    double seconds = recording_seconds(recording, from, to), energy_j, ci_s = 0;

    outcome->hour_f[hour] = outcome->hour_ci[hour] = outcome->hour_accuracy[hour] = (double)NAN;
    outcome->hour_tail_ms[hour] = (double)NAN;
    if (from == to)
        return;
    for (int b = from; b < to; b++)
        ci_s += (double)recording->run[COLUMN_INTENSITY][b] * recording_width_s(recording, b);
    energy_j = recording_sum_run(recording, COLUMN_ENERGY_ACTIVE, from, to) +
               recording_sum_run(recording, COLUMN_ENERGY_IDLE, from, to);
    outcome->hour_ci[hour] = ci_s / seconds;
    outcome->hour_g[hour] = curves_grams(recording, from, to);
    outcome->hour_accuracy[hour] = curves_accuracy(recording, 0, from, to, NULL);
    outcome->hour_tail_ms[hour] =
        recording_percentile_ms(recording, 0, from, to, recording->apps[0].percentile);
    if (!objective_at(model, from * recording->bucket_ns, outcome->hour_ci[hour], &objective))
        return;
    double per_request_j = energy_j / (objective_rate_hz(model, from * recording->bucket_ns) * seconds);
    outcome->hour_f[hour] =
        objective_f(&objective, per_request_j,
                    clover_accuracy_change(outcome->hour_accuracy[hour], outcome->base_accuracy));
}

/* From the list of evaluations: a search begins, tries, and ends. */
static void measure_searches(const struct recording *recording, struct clover_outcome *outcome)
{
    const double window_ns = 8.0 * 3600 * (double)NS_PER_S;
    int n = evaluation_history_count(&recording->evaluations);
    struct clover_search search = {0};
    int64_t began_ns = 0;

    for (int k = 0; k < n; k++) {
        const struct evaluation *evaluation = evaluation_history_get(&recording->evaluations, k);
        if (evaluation->kind == EVALUATION_BEGIN) {
            search = (struct clover_search){0};
            began_ns = evaluation->begin_ns;
        }
        search.measured += evaluation->kind == EVALUATION_MEASURED;
        search.compliant += evaluation->kind == EVALUATION_MEASURED && evaluation->compliant;
        search.cached += evaluation->kind == EVALUATION_CACHED;
        if (evaluation->kind != EVALUATION_END || evaluation->reason == KEPT_ONLY)
            continue;
        search.f = evaluation->f;
        search.energy_j = evaluation->energy_j;
        search.accuracy_change = evaluation->accuracy_change;
        search.kept_compliant = evaluation->compliant;
        outcome->last = search;
        outcome->first = outcome->n_searches == 0 ? search : outcome->first;
        outcome->second = outcome->n_searches == 1 ? search : outcome->second;
        outcome->n_searches++;
        outcome->measured += search.measured;
        outcome->compliant += search.compliant;
        outcome->cached += search.cached;
        double lasted_ns = (double)(evaluation->end_ns - began_ns);
        int window = (int)((double)began_ns / window_ns);
        outcome->share += 100 * lasted_ns / (CLOVER_WINDOWS * window_ns);
        if (window < CLOVER_WINDOWS)
            outcome->window_share[window] += 100 * lasted_ns / window_ns;
    }
}

/* Of what arrived; what is queued at the end of 48 h is nothing unless the queue grows. */
static const double least_finished = 0.99;

void clover_measure(const struct model *model, const struct recording *recording, void *to)
{
    struct clover_outcome *outcome = to;
    const struct summary *summary = &recording->summary;

    outcome->present = true;
    outcome->keeps_up = isnan(summary->overloaded_at_s) &&
                        (double)summary->requests >= least_finished * (double)summary->arrived;
    outcome->requests = (double)summary->requests;
    outcome->carbon_g = summary->carbon_total_g;
    outcome->accuracy = summary->apps[0].accuracy;
    outcome->base_accuracy = model_clover(model) ? model_clover(model)->apps[0].base_accuracy : (double)NAN;
    outcome->tail_ms = summary->apps[0].tail_ms;
    outcome->slo_ms = summary->apps[0].slo_ms;
    for (int hour = 0; hour < CLOVER_HOURS; hour++)
        measure_hour(model, recording, hour, outcome);
    measure_searches(recording, outcome);
}
