#include "engine/answers/gpus.h"

#include "engine/model/layout.h"
#include "engine/physics/power.h"

static const float *row_of(const struct recording *recording, enum gpu_column column, int gpu)
{
    return recording->gpu[column] + (size_t)gpu * (size_t)recording->n_buckets;
}

/* The buckets that [from_ns, to_ns) touches, as far as they are recorded. */
struct gpu_stretch {
    int from, to;
};

static struct gpu_stretch stretch_of(const struct recording *recording, int64_t from_ns, int64_t to_ns)
{
    int count = recording_count(recording);
    int64_t last = (to_ns + recording->bucket_ns - 1) / recording->bucket_ns;
    return (struct gpu_stretch){(int)(from_ns / recording->bucket_ns), last < count ? (int)last : count};
}

/* ---- all of them ---- */

const char *gpus_class_type(const struct recording *recording, enum gpu_class class)
{
    for (int gpu = 0; gpu < recording->n_gpus; gpu++)
        if (recording->gpus[gpu].class == (int)class)
            return recording->gpus[gpu].type;
    return NULL;
}

/* --- over time --- */

double gpus_busy_share(const struct recording *recording, int gpu, int64_t t_ns, int64_t width_ns)
{
    int count = recording_count(recording), to = (int)(t_ns / recording->bucket_ns) + 1;
    int from = t_ns > width_ns ? (int)((t_ns - width_ns) / recording->bucket_ns) : 0;
    to = to > count ? count : to;
    double seconds = recording_seconds(recording, from, to);
    return seconds > 0 ? recording_sum_gpu(recording, COLUMN_GPU_BUSY, gpu, from, to) / seconds : (double)NAN;
}

double gpus_history(const struct recording *recording, int gpu, enum gpu_quantity what, int64_t from_ns,
                    int64_t to_ns, int n, float *points)
{
    int64_t span_ns = to_ns - from_ns;
    double greatest = 0;
    for (int p = 0; p < n; p++) {
        struct gpu_stretch stretch =
            stretch_of(recording, from_ns + span_ns * p / n, from_ns + span_ns * (p + 1) / n);
        double seconds = recording_seconds(recording, stretch.from, stretch.to), value = 0;
        for (int b = stretch.from; what == GPU_QUEUE && b < stretch.to; b++)
            value = fmax(value, (double)row_of(recording, COLUMN_GPU_QUEUE_MAX, gpu)[b]);
        if (what != GPU_QUEUE)
            value = recording_sum_gpu(recording, what == GPU_POWER ? COLUMN_GPU_ENERGY : COLUMN_GPU_BUSY, gpu,
                                      stretch.from, stretch.to) /
                    seconds;
        points[p] = seconds > 0 ? (float)value : NAN;
        greatest = fmax(greatest, (double)points[p]); /* NAN loses */
    }
    return greatest;
}

static bool is_of_class(const struct recording *recording, int gpu, int class)
{
    return class == CLASS_COUNT || recording->gpus[gpu].class == class;
}

void gpus_class_curve(const struct recording *recording, const struct curves *curves, int class,
                      float *points)
{
    for (int p = 0; p < curves->points; p++) {
        double sum = 0;
        int n = 0;
        for (int gpu = 0; gpu < recording->n_gpus; gpu++)
            if (is_of_class(recording, gpu, class)) {
                sum += (double)curves->busy[gpu][p];
                n++;
            }
        points[p] = n > 0 ? (float)(100 * sum / n) : NAN;
    }
}

/* --- over the run so far --- */

struct gpu_totals gpus_totals(const struct run_view *view, int gpu)
{
    const struct recording *recording = view->recording;
    struct gpu_totals totals = {.power_min_w = NAN, .power_max_w = 0, .queue_max = NAN};
    int count = recording_count(recording);
    double seconds = recording_seconds(recording, 0, count);
    for (int b = 0; b < count; b++) {
        totals.power_min_w = fmin(totals.power_min_w, (double)row_of(recording, COLUMN_POWER_MIN, gpu)[b]);
        totals.power_max_w = fmax(totals.power_max_w, (double)row_of(recording, COLUMN_POWER_MAX, gpu)[b]);
        totals.queue_max = fmax(totals.queue_max, (double)row_of(recording, COLUMN_GPU_QUEUE_MAX, gpu)[b]);
        totals.queue_mean +=
            recording_width_s(recording, b) * (double)row_of(recording, COLUMN_GPU_QUEUE_MEAN, gpu)[b];
    }
    totals.energy_j = recording_sum_gpu(recording, COLUMN_GPU_ENERGY, gpu, 0, count);
    totals.starts = recording_sum_gpu(recording, COLUMN_GPU_STARTS, gpu, 0, count);
    totals.queue_mean = seconds > 0 ? totals.queue_mean / seconds : (double)NAN;
    /* Under fifo-pull whoever waits has no GPU yet. */
    bool pulled = view->model && policy_infos[view->model->scenario.policy[LAYER_ROUTE]].one_queue;
    if (pulled && view->recording->gpus[gpu].owner < 0 && totals.queue_max <= 0)
        totals.queue_mean = totals.queue_max = (double)NAN;
    return totals;
}

double gpus_class_share(const struct recording *recording, const struct summary *total, int class)
{
    double busy_s = 0;
    int n = 0;
    for (int gpu = 0; gpu < total->n_gpus; gpu++)
        if (is_of_class(recording, gpu, class)) {
            busy_s += total->gpus[gpu].busy_s;
            n++;
        }
    return n > 0 && total->horizon_s > 0 ? 100 * busy_s / n / total->horizon_s : 0;
}

/* --- at an instant --- */

int gpus_busy_instance(const struct model *model, const struct instant *instant, int gpu, int64_t *queue)
{
    const struct model_gpu *info = &model->gpus[gpu];
    int busy = -1, running = -1;
    *queue = info->owner >= 0 ? instant->waiting[info->owner] : 0;
    for (int k = info->n_slots - 1; k >= 0; k--) {
        int instance = instant->seats[info->first_slot + k];
        if (instance < 0)
            continue;
        *queue += instant->instances[instance].queue;
        if (instant->instances[instance].app < 0)
            continue;
        busy = instance;
        running = instant->instances[instance].ends_ns >= 0 ? instance : running;
    }
    return running >= 0 ? running : busy;
}

void gpus_print_pods(const struct model *model, int gpu, char *out, size_t size)
{
    const struct scenario *scenario = &model->scenario;
    const struct gpu *from = &scenario->fleets[scenario->fleet].gpus[gpu];
    layout_print(scenario, from->pods, from->n_pods, out, size);
}

/* ---- warmth ---- */

struct warmth warmth_in(const struct model *model)
{
    struct warmth warmth = {0};
    for (int g = 0; model && model->n_warm > 0 && g < model->n_gpus; g++)
        if (!isnan(model->gpus[g].ha_w_per_k))
            warmth.gpus[warmth.n++] = g;
    return warmth;
}

void warmth_over(const struct warmth *warmth, const struct recording *recording, int64_t from_ns,
                 int64_t to_ns, struct warmth_over *over)
{
    struct gpu_stretch stretch = stretch_of(recording, from_ns, to_ns);
    double seconds = recording_seconds(recording, stretch.from, stretch.to), water = 0;
    over->hottest = over->coolest = -1;
    for (int k = 0; k < warmth->n; k++) {
        int gpu = warmth->gpus[k];
        double area = 0;
        over->least_c[k] = over->most_c[k] = (double)NAN;
        for (int b = stretch.from; b < stretch.to; b++) {
            over->least_c[k] = fmin(over->least_c[k], (double)row_of(recording, COLUMN_TEMP_MIN, gpu)[b]);
            over->most_c[k] = fmax(over->most_c[k], (double)row_of(recording, COLUMN_TEMP_MAX, gpu)[b]);
            area += recording_width_s(recording, b) * (double)row_of(recording, COLUMN_TEMP_MEAN, gpu)[b];
        }
        over->mean_c[k] = area / seconds; /* 0 over 0: NAN */
        if (isnan(over->most_c[k]))
            continue;
        over->hottest =
            over->hottest < 0 || over->most_c[k] > over->most_c[over->hottest] ? k : over->hottest;
        over->coolest =
            over->coolest < 0 || over->most_c[k] < over->most_c[over->coolest] ? k : over->coolest;
    }
    for (int b = stretch.from; b < stretch.to; b++)
        water += recording_width_s(recording, b) * (double)recording->run[COLUMN_WATER][b];
    over->water_c = water / seconds;
}

void warmth_histogram(const struct recording *recording, int gpu, int64_t from_ns, int64_t to_ns,
                      double least, double most, int n, double *shares)
{
    struct gpu_stretch stretch = stretch_of(recording, from_ns, to_ns);
    double seconds = recording_seconds(recording, stretch.from, stretch.to);
    for (int k = 0; k < n; k++)
        shares[k] = 0;
    for (int b = stretch.from; n > 0 && b < stretch.to; b++) {
        double mean_c = (double)row_of(recording, COLUMN_TEMP_MEAN, gpu)[b];
        int k = isnan(mean_c) || !(most > least) ? 0 : (int)floor(n * (mean_c - least) / (most - least));
        shares[k < 0 ? 0 : k < n ? k : n - 1] += recording_width_s(recording, b) / seconds;
    }
}

double warmth_safe_c(const struct model *model, int64_t t_ns)
{
    return knob_at(&model->scenario, knob_of_run(KNOB_SOT_C), t_ns).number;
}

double warmth_gain_k(const struct summary *now, const struct summary *then)
{
    return then->temp_max_c - now->temp_max_c;
}

bool warmth_is_kept(const struct scenario *scenario)
{
    struct knob_value control = knob_get(scenario, knob_of_run(KNOB_WATER));
    bool kept = knob_number(KNOB_WATER, &control) > 0;
    for (int i = 0; i < scenario->n_edits; i++)
        kept = kept || (scenario->edits[i].knob.id == KNOB_WATER &&
                        knob_number(KNOB_WATER, &scenario->edits[i].value) > 0);
    return kept && scenario_is_cooled(scenario);
}

/* ---- parts of power ---- */

/* Sums over the GPUs that tell, which are those with a number in their column. */

struct parts parts_in(const struct model *model)
{
    struct parts parts = {.gpu = -1};
    uint64_t all = 0;
    for (int g = 0; g < model->n_gpus; g++) {
        if (!power_has_parts(&model->gpus[g]))
            continue;
        parts.gpu = parts.n_gpus++ == 0 ? g : parts.gpu;
        for (int k = 0; k < model->gpus[g].n_instances; k++)
            all |= model->instances[model->gpu_instances[model->gpus[g].first_instance + k]].apps;
    }
    for (; all; all &= all - 1)
        parts.apps[parts.n++] = __builtin_ctzll(all);
    return parts;
}

double parts_sum_w(const struct parts *parts, const struct parts_power *power)
{
    double sum_w = power->static_w + power->auxiliary_w;
    for (int k = 0; k < parts->n; k++)
        sum_w += power->compute_w[k];
    return sum_w;
}

double parts_energy_of(const struct recording *recording, enum gpu_column column, int from, int to)
{
    double sum_j = (double)NAN;
    for (int g = 0; g < recording->n_gpus; g++) {
        if (from >= to || isnan(recording->gpu[column][g * recording->n_buckets + from]))
            continue; /* one that tells it does so from first to last */
        sum_j = (isnan(sum_j) ? 0 : sum_j) + recording_sum_gpu(recording, column, g, from, to);
    }
    return sum_j;
}

void parts_over(const struct parts *parts, const struct recording *recording, int64_t from_ns, int64_t to_ns,
                struct parts_power *power)
{
    struct gpu_stretch stretch = stretch_of(recording, from_ns, to_ns);
    int from = stretch.from, to = stretch.to;
    double width_s = recording_seconds(recording, from, to); /* 0: NAN throughout */
    power->static_w = parts_energy_of(recording, COLUMN_STATIC, from, to) / width_s;
    power->auxiliary_w = parts_energy_of(recording, COLUMN_AUXILIARY, from, to) / width_s;
    power->naive_w = parts_energy_of(recording, COLUMN_NAIVE, from, to) / width_s;
    for (int k = 0; k < parts->n; k++)
        power->compute_w[k] =
            recording_sum_app(recording, COLUMN_COMPUTE, parts->apps[k], from, to) / width_s;
}

void parts_at(const struct parts *parts, const struct curves *curves, int point, struct parts_power *power)
{
    power->static_w = (double)curves->static_w[point];
    power->auxiliary_w = (double)curves->auxiliary_w[point];
    power->naive_w = (double)curves->naive_w[point];
    for (int k = 0; k < parts->n; k++)
        power->compute_w[k] = (double)curves->app_compute[parts->apps[k]][point];
}

/* ---- sharing ---- */

/* Sums over those who share, and the part of one in them. */

static const enum app_column columns[SHARING_KINDS] = {COLUMN_APP_TIME, COLUMN_APP_ENERGY};

struct sharing sharing_in(const struct model *model)
{
    struct sharing sharing = {.gpu = -1};
    uint64_t all = 0;
    for (int lane = 0; lane < model->n_lanes; lane++) {
        uint64_t apps = model_lane_apps(model, lane);
        if ((apps & (apps - 1)) == 0)
            continue;
        sharing.gpu = sharing.n_lanes == 0 ? model->lanes[lane].gpu : sharing.gpu;
        sharing.on[sharing.n_lanes++] = apps;
        all |= apps;
    }
    for (; all; all &= all - 1)
        sharing.apps[sharing.n++] = __builtin_ctzll(all);
    return sharing;
}

static double percent_of(double part, double sum)
{
    return sum > 0 ? 100 * part / sum : (double)NAN;
}

void sharing_over(const struct sharing *sharing, const struct recording *recording, enum sharing_of what,
                  int64_t from_ns, int64_t to_ns, double *percents)
{
    struct gpu_stretch stretch = stretch_of(recording, from_ns, to_ns);
    double sum = 0;
    for (int k = 0; k < sharing->n; k++) {
        percents[k] = recording_sum_app(recording, columns[what], sharing->apps[k], stretch.from, stretch.to);
        sum += percents[k];
    }
    for (int k = 0; k < sharing->n; k++)
        percents[k] = percent_of(percents[k], sum);
}

double sharing_at(const struct sharing *sharing, const struct curves *curves, enum sharing_of what, int k,
                  int point)
{
    float(*had)[CURVE_POINTS] = what == SHARING_TIME ? curves->app_time : curves->app_power;
    double sum = 0;
    for (int i = 0; i < sharing->n; i++)
        sum += (double)had[sharing->apps[i]][point];
    return percent_of((double)had[sharing->apps[k]][point], sum);
}

struct etf_fairness sharing_fairness_at(const struct sharing *sharing, const struct curves *curves, int point)
{
    struct etf_fairness least = {(double)NAN, (double)NAN, (double)NAN};
    for (int k = 0; k < sharing->n_lanes; k++) {
        uint64_t apps = sharing->on[k];
        double time[APPS_MAX], own_time[APPS_MAX], own_power[APPS_MAX];
        int n = 0;
        for (; apps; apps &= apps - 1) {
            const struct contended_curve *of = &curves->contended[__builtin_ctzll(apps)];
            time[n] = (double)of->time[point];
            own_time[n] = (double)of->own_time[point];
            own_power[n++] = (double)of->own_power[point];
        }
        struct etf_fairness one = etf_contended(n, time, own_time, own_power);
        least.time = fmin(least.time, one.time); /* fmin passes NAN over */
        least.energy = fmin(least.energy, one.energy);
        least.system = fmin(least.system, one.system);
    }
    return least;
}
