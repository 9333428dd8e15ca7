/* Sums over a recording that one paper's claim is about. */
#include "engine/claims/gauges.h"

#include "engine/answers/curves.h"
#include "engine/answers/objective.h"
#include "engine/answers/forecast.h"
#include "engine/policy/configure/clover_rule.h"
#include "engine/policy/place/problem.h"

#include <stdlib.h>
#include <string.h>

enum { APPS = GAUGE_PARTS };

/* ---- time and energy of apps, as shares of what all had ---- */

static void shares_in(const struct recording *recording, enum app_column column, int from, int to,
                      double *shares)
{
    int n = recording->n_apps < APPS ? recording->n_apps : APPS;
    double all = 0;
    for (int a = 0; a < n; a++)
        all += shares[a] = recording_sum_app(recording, column, a, from, to);
    for (int a = 0; a < n; a++)
        shares[a] /= all > 0 ? all : 1;
}

static void read_shares(const struct run_view *view, int column, double *values)
{
    shares_in(view->recording, (enum app_column)column, 0, recording_count(view->recording), values);
}

/* Four phases of ten minutes each, in which apps come and go; a margin of 20 s on either side keeps the turns
 * at which they do out. */
enum { PHASES = 4 };

static void read_phase_shares(const struct run_view *view, int column, double *values)
{
    const struct recording *recording = view->recording;
    const double width_s = (double)recording->bucket_ns * 1e-9;
    for (int k = 0; k < PHASES && recording->summary.horizon_s > 2390; k++)
        shares_in(recording, (enum app_column)column, (int)((600 * k + 20) / width_s),
                  (int)((600 * k + 580) / width_s), values + k * APPS);
}

/* ---- latency ---- */

/* Of the first app. */
static void read_percentile(const struct run_view *view, int percent, double *values)
{
    values[0] = recording_percentile_ms(view->recording, 0, 0, recording_count(view->recording), percent);
}

/* ---- classes of GPUs, and grids that are dirty or not ---- */

/* How long GPUs of a class were busy, together, over how long they were there. */
static void read_busy_share(const struct run_view *view, int class, double *values)
{
    const struct summary *summary = &view->recording->summary;
    double busy_s = 0, all_s = 0;
    for (int g = 0; g < summary->n_gpus; g++) {
        if ((int)view->model->gpus[g].class != class)
            continue;
        busy_s += summary->gpus[g].busy_s;
        all_s += summary->gpus[g].busy_s + summary->gpus[g].idle_s;
    }
    values[0] = all_s > 0 ? busy_s / all_s : 0;
}

/* What no waiting can take from the tightest SLO of the low-end GPUs. */
static void read_alone(const struct run_view *view, double *values)
{
    values[0] = slack_worst_low(view->model, NULL);
}

enum { GRID_ARRIVED, GRID_HIGH_USES, GRID_HOURS };

/* By whether CIR was above 1 in a bucket: [0] it was not, [1] it was. */
static void read_grid(const struct run_view *view, int what, double *values)
{
    const struct recording *recording = view->recording;
    values[0] = values[1] = 0;
    for (int b = 0; b < recording_count(recording); b++) {
        double arrived = 0;
        for (int a = 0; a < recording->n_apps; a++)
            arrived += recording_sum_app(recording, COLUMN_ARRIVED, a, b, b + 1);
        values[recording->run[COLUMN_CIR][b] > 1.0f] += what == GRID_ARRIVED ? arrived
                                                        : what == GRID_HIGH_USES
                                                            ? (double)recording->run[COLUMN_HIGH_USES][b]
                                                            : recording_width_s(recording, b) / 3600;
    }
}

/* ---- temperatures ---- */

enum { PERIODS = 6 };

static void read_temp_periods(const struct run_view *view, double *values)
{
    const struct summary *summary = &view->recording->summary;
    for (int p = 0; p < PERIODS && p < summary->n_temp_periods; p++)
        values[p] = summary->temp_period_max_c[p];
}

static double gpu_mean_c(const struct recording *recording, int gpu, int from, int to)
{
    const float *mean_c = recording->gpu[COLUMN_TEMP_MEAN] + (size_t)gpu * (size_t)recording->n_buckets;
    double sum = 0;
    for (int k = from; k < to; k++)
        sum += mean_c[k];
    return to > from ? sum / (to - from) : (double)NAN;
}

/* Mean over time of each GPU, all buckets being as long but the last. */
static void read_gpu_mean_c(const struct run_view *view, double *values)
{
    const struct recording *recording = view->recording;
    for (int g = 0; g < recording->summary.n_gpus && g < GAUGE_PARTS; g++)
        values[g] = gpu_mean_c(recording, g, 0, recording_count(recording));
}

/* The greatest variance over GPUs of their means of a minute, as a placer looks at them. */
static void read_minute_variance(const struct run_view *view, double *values)
{
    const struct recording *recording = view->recording;
    int per_minute = (int)(60 * NS_PER_S / recording->bucket_ns), n = recording_count(recording);
    int gpus = recording->summary.n_gpus < GAUGE_PARTS ? recording->summary.n_gpus : GAUGE_PARTS;
    values[0] = 0;
    for (int from = 0; per_minute > 0 && from + per_minute <= n; from += per_minute) {
        double sum = 0, squares = 0;
        for (int g = 0; g < gpus; g++) {
            double minute_c = gpu_mean_c(recording, g, from, from + per_minute);
            sum += minute_c;
            squares += minute_c * minute_c;
        }
        values[0] = fmax(values[0], squares / gpus - sum / gpus * (sum / gpus));
    }
}

/* Has every partition a pod? */
static void read_all_taken(const struct run_view *view, double *values)
{
    const struct model *model = view->model;
    int taken = 0;
    for (int i = 0; i < model->n_instances; i++)
        taken += model->instances[i].apps != 0;
    values[0] = taken == model->n_slots;
}

/* At level 1, where pods stand as they do for the whole run. */
static void read_placement(const struct run_view *view, double *values)
{
    const struct model *model = view->model;
    struct error ignored = {0};
    values[0] = 0;
    if ((int)model->scenario.number[KNOB_REASSIGNMENT_LEVEL] != 1)
        return;
    struct run *run = run_create((struct model *)model, NULL, (struct run_options){0}, &ignored);
    struct place_problem *problem = malloc(sizeof *problem);
    if (run && problem && run_place_problem(run, 0, problem)) {
        const struct assign *assign = &problem->assign;
        if (!(assign->n_pods > PLACED_PODS) && !(assign->n_gpus > PLACED_GPUS)) {
            values[0] = assign->n_pods;
            values[1] = assign->n_gpus;
            values[2] = assign_z(assign, problem->gpu);
            for (int g = 0; g < assign->n_gpus; g++)
                values[PLACED_BASE + g] = assign->base_k[g];
            for (int pod = 0; pod < assign->n_pods; pod++) { /* the GPUs of these settings are alike */
                values[PLACED_RISE + pod] = problem->pods.rise_k[pod];
                values[PLACED_SIZE + pod] = assign->size[pod];
            }
            for (int k = 0; k < assign->n_gpus * ASSIGN_SIZES_MAX; k++)
                values[PLACED_FREE + k] = assign->free[k];
        }
    }
    free(problem);
    run_free(run);
}

/* ---- hours, and searches for a layout ---- */

enum { HOURS = 48, HOURLY = 5 };

/* The bucket in which an hour begins: the first whose middle lies in it. */
static int first_bucket(const struct recording *recording, int hour)
{
    int64_t hour_ns = (int64_t)hour * 3600 * NS_PER_S;
    int count = recording_count(recording), bucket = 0;
    while (bucket < count && bucket * recording->bucket_ns + recording->bucket_ns / 2 < hour_ns)
        bucket++;
    return bucket;
}

static void read_hours(const struct run_view *view, double *values)
{
    const struct recording *recording = view->recording;
    const struct model *model = view->model;
    const struct model_clover *clover = model_clover(model);
    for (int hour = 0; hour < HOURS; hour++) {
        /* Five rows of 48 hours: mean intensity, g/kWh; carbon, g; accuracy; tail latency, ms; and the
         * objective of what was deployed, as it came out. */
        int from = first_bucket(recording, hour), to = first_bucket(recording, hour + 1);
        struct objective objective;
        double seconds = recording_seconds(recording, from, to), energy_j, ci_s = 0;
        if (from == to)
            continue;
        for (int b = from; b < to; b++)
            ci_s += (double)recording->run[COLUMN_INTENSITY][b] * recording_width_s(recording, b);
        energy_j = recording_sum_run(recording, COLUMN_ENERGY_ACTIVE, from, to) +
                   recording_sum_run(recording, COLUMN_ENERGY_IDLE, from, to);
        double ci = values[hour] = ci_s / seconds;
        values[HOURS + hour] = curves_grams(recording, from, to);
        double accuracy = values[2 * HOURS + hour] = curves_accuracy(recording, 0, from, to, NULL);
        values[3 * HOURS + hour] =
            recording_percentile_ms(recording, 0, from, to, recording->apps[0].percentile);
        if (!objective_at(model, from * recording->bucket_ns, ci, &objective))
            continue;
        double per_request_j = energy_j / (objective_rate_hz(model, from * recording->bucket_ns) * seconds);
        values[4 * HOURS + hour] = objective_f(
            &objective, per_request_j,
            clover_accuracy_change(accuracy, clover ? clover->apps[0].base_accuracy : (double)NAN));
    }
}

/* Over all searches: how many, layouts measured, of them within the SLO, looked up, and the share of time in
 * per cent, by itself and by windows of eight hours; then the first, the second and the last search:
 * measured, within the SLO, looked up, and of what it kept f, J, the change of accuracy and whether it is
 * within the SLO. */
enum { WINDOWS = 6, SEARCH_SHARE = 4, SEARCH_FIRST = SEARCH_SHARE + 1 + WINDOWS, SEARCH_VALUES = 7 };

static void read_searches(const struct run_view *view, double *values)
{
    const double window_ns = 8.0 * 3600 * (double)NS_PER_S;
    int n = chronicle_count(&view->recording->evaluations), searches = 0;
    double own[SEARCH_VALUES] = {0};
    int64_t began_ns = 0;
    for (int k = 0; k < SEARCH_FIRST; k++)
        values[k] = 0;
    for (int k = 0; k < n; k++) {
        const struct evaluation *evaluation = chronicle_get(&view->recording->evaluations, k);
        if (evaluation->kind == EVALUATION_BEGIN) {
            memset(own, 0, sizeof own);
            began_ns = evaluation->begin_ns;
        }
        own[0] += evaluation->kind == EVALUATION_MEASURED;
        own[1] += evaluation->kind == EVALUATION_MEASURED && evaluation->compliant;
        own[2] += evaluation->kind == EVALUATION_CACHED;
        if (evaluation->kind != EVALUATION_END || evaluation->reason == KEPT_ONLY)
            continue;
        own[3] = evaluation->f;
        own[4] = evaluation->energy_j;
        own[5] = evaluation->accuracy_change;
        own[6] = evaluation->compliant;
        for (int which = 0; which < 3; which++)
            if (which == 2 || which == searches)
                memcpy(values + SEARCH_FIRST + which * SEARCH_VALUES, own, sizeof own);
        values[0] = ++searches;
        for (int i = 0; i < 3; i++)
            values[1 + i] += own[i];
        double lasted_ns = (double)(evaluation->end_ns - began_ns);
        int window = (int)((double)began_ns / window_ns);
        values[SEARCH_SHARE] += 100 * lasted_ns / (WINDOWS * window_ns);
        if (window < WINDOWS)
            values[SEARCH_SHARE + 1 + window] += 100 * lasted_ns / window_ns;
    }
}

/* ---- counts ---- */

static void read_count(const struct run_view *view, int gpus, double *values)
{
    values[0] = gpus ? view->recording->summary.n_gpus : view->recording->summary.n_apps;
}

static const struct gauge gauges[] = {
    {"n_apps", 1, .read_of = read_count, .of = false},
    {"n_gpus", 1, .read_of = read_count, .of = true},
    {"clover_hours", HOURS *HOURLY, .read = read_hours},
    {"clover_searches", SEARCH_FIRST + 3 * SEARCH_VALUES, .read = read_searches},
    {"temp_periods", PERIODS, .read = read_temp_periods},
    {"gpu_mean_c", GAUGE_PARTS, .read = read_gpu_mean_c},
    {"minute_variance", 1, .read = read_minute_variance},
    {"all_taken", 1, .read = read_all_taken},
    {"placement", PLACED_VALUES, .read = read_placement},
    {"p25_ms", 1, .read_of = read_percentile, .of = 25},
    {"p75_ms", 1, .read_of = read_percentile, .of = 75},
    {"busy_low", 1, .read_of = read_busy_share, .of = CLASS_LOW},
    {"busy_high", 1, .read_of = read_busy_share, .of = CLASS_HIGH},
    {"alone", 1, .read = read_alone},
    {"grid_arrived", 2, .read_of = read_grid, .of = GRID_ARRIVED},
    {"grid_high_uses", 2, .read_of = read_grid, .of = GRID_HIGH_USES},
    {"grid_hours", 2, .read_of = read_grid, .of = GRID_HOURS},
    {"time_shares", APPS, .read_of = read_shares, .of = COLUMN_APP_TIME},
    {"energy_shares", APPS, .read_of = read_shares, .of = COLUMN_APP_ENERGY},
    {"phase_time_shares", PHASES *APPS, .read_of = read_phase_shares, .of = COLUMN_APP_TIME},
    {"phase_energy_shares", PHASES *APPS, .read_of = read_phase_shares, .of = COLUMN_APP_ENERGY}};

const struct gauge *gauge_find(const char *name)
{
    for (size_t k = 0; k < sizeof gauges / sizeof *gauges; k++)
        if (strcmp(gauges[k].name, name) == 0)
            return &gauges[k];
    return NULL;
}
