#include "engine/answers/gpus.h"

#include "engine/model/layout.h"

#include <math.h>

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

static const float *row_of(const struct recording *recording, enum gpu_column column, int gpu)
{
    return recording->gpu[column] + (size_t)gpu * (size_t)recording->n_buckets;
}

static double greatest_queue(const struct recording *recording, int gpu, int from, int to)
{
    const float *row = row_of(recording, COLUMN_GPU_QUEUE_MAX, gpu);
    double most = 0;
    for (int b = from; b < to; b++)
        most = fmax(most, (double)row[b]);
    return most;
}

/* In buckets [from, to), which take so long. */
static double quantity_in(const struct recording *recording, int gpu, enum gpu_quantity what, int from,
                          int to, double seconds)
{
    if (what == GPU_QUEUE)
        return greatest_queue(recording, gpu, from, to);
    enum gpu_column column = what == GPU_POWER ? COLUMN_GPU_ENERGY : COLUMN_GPU_BUSY;
    return recording_sum_gpu(recording, column, gpu, from, to) / seconds;
}

double gpus_history(const struct recording *recording, int gpu, enum gpu_quantity what, int64_t from_ns,
                    int64_t to_ns, int n, float *points)
{
    int64_t span_ns = to_ns - from_ns, bucket_ns = recording->bucket_ns;
    int count = recording_count(recording);
    double greatest = 0;
    for (int p = 0; p < n; p++) {
        int from = (int)((from_ns + span_ns * p / n) / bucket_ns);
        int64_t last = (from_ns + span_ns * (p + 1) / n - 1) / bucket_ns;
        int to = last < count ? (int)last + 1 : count;
        double seconds = recording_seconds(recording, from, to);
        points[p] = seconds > 0 ? (float)quantity_in(recording, gpu, what, from, to, seconds) : NAN;
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

/* Under fifo-pull whoever waits has no GPU yet. */
static bool nobody_waits_here(const struct run_view *view, int gpu, double queue_max)
{
    bool pulled = view->model && policy_infos[view->model->scenario.policy[LAYER_ROUTE]].one_queue;
    return pulled && view->recording->gpus[gpu].owner < 0 && queue_max <= 0;
}

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
    if (nobody_waits_here(view, gpu, totals.queue_max))
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
