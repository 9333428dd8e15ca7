/* From buckets to points. A point covers a stretch of time; the buckets that it touches are added up and
 * divided by their width. Where points are narrower than buckets, neighbours show the same bucket: steps, not
 * interpolation. */
#include "tui/curves.h"

#include "engine/base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct curves *curves_create(int n_apps, int n_gpus)
{
    struct curves *curves = calloc(1, sizeof *curves);
    if (!curves)
        return NULL;
    curves->n_apps = n_apps;
    curves->n_gpus = n_gpus;
    curves->tail = calloc((size_t)n_apps + 1, sizeof *curves->tail);
    curves->busy = calloc((size_t)n_gpus + 1, sizeof *curves->busy);
    if (curves->tail && curves->busy)
        return curves;
    curves_free(curves);
    return NULL;
}

void curves_free(struct curves *curves)
{
    if (!curves)
        return;
    free(curves->tail);
    free(curves->busy);
    free(curves);
}

int64_t curves_tail_window_ns(int64_t horizon_ns)
{
    static const int minutes[] = {1, 2, 5, 10, 15, 30};
    for (size_t i = 0; i < sizeof minutes / sizeof *minutes; i++)
        if (horizon_ns / 30 <= minutes[i] * 60 * NS_PER_S)
            return minutes[i] * 60 * NS_PER_S;
    return NS_PER_HOUR;
}

double curves_slo_ms(const struct scenario *scenario, int app, int64_t t_ns)
{
    struct knob_value slo = knob_at(scenario, (struct knob_ref){KNOB_SLO_MS, app}, t_ns);
    struct knob_value scale = knob_at(scenario, (struct knob_ref){KNOB_SLO_SCALE, 0}, t_ns);
    return slo.number * scale.number;
}

double curves_tail_ms(const struct recording *recording, int app, int64_t t_ns, int64_t tail_ns)
{
    int count = recording_count(recording);
    int to = (int)((t_ns + recording->bucket_ns - 1) / recording->bucket_ns);
    int from = (int)((t_ns - tail_ns) / recording->bucket_ns);
    to = to > count ? count : to;
    from = from < 0 ? 0 : from;
    if (from >= to)
        return (double)NAN;
    return recording_percentile_ms(recording, app, from, to, recording->apps[app].percentile);
}

/* The ledger part of each carbon column that the recording keeps. */
static const struct {
    enum run_column column;
    enum ledger ledger;
} ledger_columns[] = {{COLUMN_CARBON_ACTIVE, LEDGER_ACTIVE},
                      {COLUMN_CARBON_IDLE, LEDGER_IDLE},
                      {COLUMN_CARBON_FACILITY, LEDGER_FACILITY},
                      {COLUMN_CARBON_EMBODIED, LEDGER_EMBODIED}};
enum { LEDGER_COLUMNS = sizeof ledger_columns / sizeof *ledger_columns };

static void fill_run(struct curves *curves, const struct recording *recording, int p, int from, int to,
                     double width_s)
{
    double total = 0;
    for (int i = 0; i < LEDGER_COLUMNS; i++) {
        double rate = recording_sum_run(recording, ledger_columns[i].column, from, to) / width_s * 3600;
        curves->ledger[ledger_columns[i].ledger][p] = (float)rate;
        total += rate;
    }
    curves->total[p] = (float)total;
    curves->intensity[p] = recording->run[COLUMN_INTENSITY][to - 1];
    curves->uses[p] = (float)(recording_sum_run(recording, COLUMN_HIGH_USES, from, to) / width_s * 60);
}

/* Grams up to `t_ns`, the bucket that contains it counted in proportion. */
static double running_total(const struct recording *recording, int64_t t_ns, int count)
{
    double grams = 0;
    for (int b = 0; b < count; b++) {
        int64_t start = b * recording->bucket_ns, width = ns_from_s(recording_width_s(recording, b));
        if (start >= t_ns)
            break;
        double part = t_ns >= start + width || width <= 0 ? 1 : (double)(t_ns - start) / (double)width;
        for (int i = 0; i < LEDGER_COLUMNS; i++)
            grams += part * (double)recording->run[ledger_columns[i].column][b];
    }
    return grams;
}

static void fill_parts(struct curves *curves, const struct recording *recording,
                       const struct scenario *scenario, int p, int from, int to, int64_t end_ns,
                       double width_s)
{
    for (int app = 0; app < curves->n_apps; app++) {
        double tail = curves_tail_ms(recording, app, end_ns, curves->window.tail_ns);
        curves->tail[app][p] = (float)(100 * tail / curves_slo_ms(scenario, app, end_ns));
    }
    for (int gpu = 0; gpu < curves->n_gpus; gpu++)
        curves->busy[gpu][p] =
            (float)(recording_sum_gpu(recording, COLUMN_GPU_BUSY, gpu, from, to) / width_s);
}

static bool same_window(const struct curve_window *a, const struct curve_window *b)
{
    return a->from_ns == b->from_ns && a->to_ns == b->to_ns && a->points == b->points &&
           a->tail_ns == b->tail_ns;
}

void curves_update(struct curves *curves, const struct recording *recording, const struct scenario *scenario,
                   const struct curve_window *window, bool fresh)
{
    bool finished = recording_finished(recording); /* before the count: then the count is the last one */
    int count = recording_count(recording);
    if (fresh || !same_window(&curves->window, window))
        curves->points = curves->settled = 0;
    curves->window = *window;
    int64_t span = window->to_ns - window->from_ns;
    int64_t end = finished ? recording->end_ns : count * recording->bucket_ns;
    for (int p = curves->settled; p < window->points; p++) {
        int64_t a = window->from_ns + span * p / window->points,
                b = window->from_ns + span * (p + 1) / window->points;
        int from = (int)(a / recording->bucket_ns), to = (int)((b - 1) / recording->bucket_ns) + 1;
        to = to > count ? count : to;
        if (a >= end || from >= to)
            break;
        double width_s = 0;
        for (int bucket = from; bucket < to; bucket++)
            width_s += recording_width_s(recording, bucket);
        if (width_s <= 0)
            break;
        fill_run(curves, recording, p, from, to, width_s);
        fill_parts(curves, recording, scenario, p, from, to, b < end ? b : end, width_s);
        curves->running[p] = (float)running_total(recording, b < end ? b : end, count);
        curves->points = p + 1;
        if (b <= end)
            curves->settled = p + 1;
    }
}

/* One app so far; returns its response time at the SLO's percentile. */
static void app_so_far(const struct recording *recording, const struct scenario *scenario, int app, int count,
                       struct summary_app *out)
{
    const struct recording_app *info = &recording->apps[app];
    memcpy(out->name, info->name, sizeof out->name);
    out->arrived = (int64_t)recording_sum_app(recording, COLUMN_ARRIVED, app, 0, count);
    out->finished = (int64_t)recording_sum_app(recording, COLUMN_FINISHED, app, 0, count);
    out->violations = (int64_t)recording_sum_app(recording, COLUMN_VIOLATIONS, app, 0, count);
    out->high_end_uses = (int64_t)recording_sum_app(recording, COLUMN_APP_HIGH_USES, app, 0, count);
    out->energy_j = recording_sum_app(recording, COLUMN_APP_ENERGY, app, 0, count);
    out->tail_ms = recording_percentile_ms(recording, app, 0, count, info->percentile);
    out->slo_ms = curves_slo_ms(scenario, app, count * recording->bucket_ns);
    out->slo_met = !(out->tail_ms > out->slo_ms);
    out->accuracy = out->done_s = (double)NAN;
}

void curves_so_far(const struct recording *recording, const struct scenario *scenario, int count,
                   struct summary *summary)
{
    memset(summary, 0, sizeof *summary);
    summary->overloaded_at_s = (double)NAN;
    summary->n_apps = recording->n_apps;
    summary->n_gpus = recording->n_gpus;
    for (int b = 0; b < count; b++)
        summary->horizon_s += recording_width_s(recording, b);
    for (int i = 0; i < LEDGER_COLUMNS; i++) {
        double grams = recording_sum_run(recording, ledger_columns[i].column, 0, count);
        summary->carbon_g[ledger_columns[i].ledger] = grams;
        summary->carbon_total_g += grams;
    }
    summary->energy_idle_j = recording_sum_run(recording, COLUMN_ENERGY_IDLE, 0, count);
    summary->energy_it_j =
        summary->energy_idle_j + recording_sum_run(recording, COLUMN_ENERGY_ACTIVE, 0, count);
    summary->energy_total_j = summary->energy_it_j;
    for (int app = 0; app < recording->n_apps; app++) {
        app_so_far(recording, scenario, app, count, &summary->apps[app]);
        summary->requests += summary->apps[app].finished;
        summary->arrived += summary->apps[app].arrived;
    }
    for (int gpu = 0; gpu < recording->n_gpus; gpu++) {
        struct summary_gpu *out = &summary->gpus[gpu];
        memcpy(out->name, recording->gpus[gpu].name, sizeof out->name);
        memcpy(out->type, recording->gpus[gpu].type, sizeof out->type);
        out->busy_s = recording_sum_gpu(recording, COLUMN_GPU_BUSY, gpu, 0, count);
        out->energy_j = recording_sum_gpu(recording, COLUMN_GPU_ENERGY, gpu, 0, count);
    }
}
