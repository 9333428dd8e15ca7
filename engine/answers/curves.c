/* From buckets to points. A point covers a stretch of time; the buckets that it touches are added up and
 * divided by their width. Where points are narrower than buckets, neighbours show the same bucket: steps, not
 * interpolation. */
#include "engine/answers/curves.h"

#include "engine/answers/gpus.h"
#include "engine/answers/objective.h"
#include "engine/base/units.h"

#include <stdlib.h>
#include <string.h>

struct curves *curves_create(int n_apps, int n_gpus)
{
    struct curves *curves = calloc(1, sizeof *curves);
    if (!curves)
        return NULL;
    curves->n_apps = n_apps;
    curves->n_gpus = n_gpus;
    const size_t apps = (size_t)n_apps + 1, gpus = (size_t)n_gpus + 1;
    float(**const of_apps[])[CURVE_POINTS] = {&curves->tail,       &curves->tail_ms,  &curves->accuracy,
                                              &curves->served,     &curves->app_time, &curves->app_power,
                                              &curves->app_compute};
    float(**const of_gpus[])[CURVE_POINTS] = {&curves->busy, &curves->temp_mean, &curves->temp_most};
    enum { OF_APPS = sizeof of_apps / sizeof *of_apps, OF_GPUS = sizeof of_gpus / sizeof *of_gpus };
    float(*row)[CURVE_POINTS] = curves->rows = calloc(OF_APPS * apps + OF_GPUS * gpus, sizeof *row);
    for (size_t k = 0; row && k < OF_APPS; k++, row += apps)
        *of_apps[k] = row;
    for (size_t k = 0; row && k < OF_GPUS; k++, row += gpus)
        *of_gpus[k] = row;
    curves->contended = calloc(apps, sizeof *curves->contended);
    if (curves->rows && curves->contended)
        return curves;
    curves_free(curves);
    return NULL;
}

void curves_free(struct curves *curves)
{
    if (!curves)
        return;
    free(curves->rows);
    free(curves->contended);
    free(curves);
}

/* Buckets that a window can be drawn from, and lengths of time that a tail can be taken over. */
static const int64_t widths_ms[] = {10,    20,    50,    100,   200,    500,    1000,   2000,   5000,
                                    10000, 15000, 30000, 60000, 120000, 300000, 600000, 900000, 1800000};
static const int64_t tails_ms[] = {100,   200,   500,    1000,   2000,   5000,    10000,  20000,
                                   30000, 60000, 120000, 300000, 600000, 1800000, 3600000};
enum { WIDTHS = sizeof widths_ms / sizeof *widths_ms, TAILS = sizeof tails_ms / sizeof *tails_ms };

/* Of the buckets of a detail, how many may lie in the window; the rest is for the tail before it. */
enum { WINDOW_BUCKETS = 640, DETAIL_BUCKETS = 1000 };

int64_t curves_bucket_ns(int64_t span_ns, int points, int64_t recorded_ns)
{
    int64_t best_ns = recorded_ns;
    for (int i = WIDTHS - 1; i >= 0 && best_ns * points > span_ns; i--) {
        int64_t width_ns = widths_ms[i] * NS_PER_MS;
        if (width_ns < recorded_ns && span_ns / width_ns <= WINDOW_BUCKETS)
            best_ns = width_ns;
    }
    return best_ns;
}

int64_t curves_tail_window_ns(int64_t horizon_ns)
{
    static const int minutes[] = {1, 2, 5, 10, 15, 30};
    for (size_t i = 0; i < sizeof minutes / sizeof *minutes; i++)
        if (horizon_ns / 30 <= minutes[i] * 60 * NS_PER_S)
            return minutes[i] * 60 * NS_PER_S;
    return NS_PER_HOUR;
}

int64_t curves_tail_within_ns(const struct recording *recording, int64_t span_ns, int64_t bucket_ns)
{
    /* Between two requests of one app, on average. */
    int64_t requests = recording->summary.requests / (recording->n_apps > 0 ? recording->n_apps : 1);
    int64_t best_ns = curves_tail_window_ns(recording->end_ns),
            gaps_ns = 10 * (recording->end_ns / (requests > 0 ? requests : 1));
    int64_t wanted_ns = gaps_ns > span_ns / 30 ? gaps_ns : span_ns / 30;
    bool detail = bucket_ns < recording->bucket_ns;
    for (int i = TAILS - 1; i >= 0; i--) {
        int64_t tail_ns = tails_ms[i] * NS_PER_MS;
        bool fits = !detail || (span_ns + best_ns) / bucket_ns <= DETAIL_BUCKETS;
        if (tail_ns < best_ns && tail_ns % bucket_ns == 0 && (tail_ns >= wanted_ns || !fits))
            best_ns = tail_ns;
    }
    return best_ns;
}

double curves_accuracy(const struct recording *recording, int app, int from, int to, double *served)
{
    const size_t row = (size_t)app * (size_t)recording->n_buckets;
    double sum = 0, n = 0;
    for (int b = from; b < to; b++) {
        double finished = (double)recording->app[COLUMN_FINISHED][row + (size_t)b];
        double accuracy = (double)recording->app[COLUMN_APP_ACCURACY][row + (size_t)b];
        if (!(finished > 0) || isnan(accuracy))
            continue;
        sum += finished * accuracy;
        n += finished;
    }
    if (served)
        *served = n;
    return n > 0 ? sum / n : (double)NAN;
}

/* The ledger part of each carbon column that the recording keeps. */
static const struct {
    enum run_column column;
    enum ledger ledger;
} ledger_columns[] = {{COLUMN_CARBON_ACTIVE, LEDGER_ACTIVE},
                      {COLUMN_CARBON_IDLE, LEDGER_IDLE},
                      {COLUMN_CARBON_COOLING, LEDGER_COOLING},
                      {COLUMN_CARBON_FACILITY, LEDGER_FACILITY},
                      {COLUMN_CARBON_EMBODIED, LEDGER_EMBODIED}};
enum { LEDGER_COLUMNS = sizeof ledger_columns / sizeof *ledger_columns };

/* Runs that were saved before there was cooling have none of it; what else is missing is a gap. */
static double sum_part(const struct recording *recording, int i, int from, int to)
{
    double grams = recording_sum_run(recording, ledger_columns[i].column, from, to);
    bool before = ledger_columns[i].ledger == LEDGER_COOLING && isnan(grams);
    return before ? 0 * recording_sum_run(recording, COLUMN_CARBON_ACTIVE, from, to) : grams;
}

double curves_grams(const struct recording *recording, int from, int to)
{
    double grams = 0;
    for (int i = 0; i < LEDGER_COLUMNS; i++)
        grams += sum_part(recording, i, from, to);
    return grams;
}

double curves_g_per_h(const struct recording *recording, enum ledger ledger, int from, int to)
{
    double seconds = recording_seconds(recording, from, to), grams = 0;
    for (int i = 0; i < LEDGER_COLUMNS; i++)
        if (ledger_columns[i].ledger == ledger)
            grams = recording_sum_run(recording, ledger_columns[i].column, from, to);
    return seconds > 0 && !isnan(grams) ? grams / seconds * 3600 : 0;
}

double curves_greatest_g_per_h(const struct recording *recording)
{
    double most = 0;
    for (int b = 0; b < recording_count(recording); b++) {
        double rate = 0;
        for (int i = 0; i < LEDGER_COLUMNS; i++)
            rate += curves_g_per_h(recording, ledger_columns[i].ledger, b, b + 1);
        most = fmax(most, rate);
    }
    return most;
}

double curves_part_g(const struct summary *total, enum ledger ledger)
{
    if (ledger == LEDGER_AUXILIARY)
        return 0;
    return total->carbon_g[ledger] + (ledger == LEDGER_ACTIVE ? total->carbon_g[LEDGER_AUXILIARY] : 0);
}

/* What points are made of: the recording of the run, or of a detail of it. All times are the run's. */
struct curve_source {
    const struct recording *recording;
    const struct model *model;
    int64_t origin_ns, end_ns; /* where bucket 0 begins; where the last one ends */
    int count;                 /* buckets that may be read */
    struct curve_walk walk;    /* of the running total */
};

/* The buckets that a point touches. */
struct curve_stretch {
    int64_t begin_ns, end_ns;
    int from, to;
    double width_s; /* of the buckets */
};

/* False where there is no bucket yet. */
static bool stretch_of(const struct curve_window *window, const struct curve_source *source, int p,
                       struct curve_stretch *stretch)
{
    int64_t span = window->to_ns - window->from_ns, bucket = source->recording->bucket_ns;
    stretch->begin_ns = window->from_ns + span * p / window->points;
    stretch->end_ns = window->from_ns + span * (p + 1) / window->points;
    if (stretch->begin_ns >= source->end_ns || stretch->begin_ns < source->origin_ns)
        return false;
    stretch->from = (int)((stretch->begin_ns - source->origin_ns) / bucket);
    stretch->to = (int)((stretch->end_ns - 1 - source->origin_ns) / bucket) + 1;
    stretch->to = stretch->to > source->count ? source->count : stretch->to;
    stretch->width_s = recording_seconds(source->recording, stretch->from, stretch->to);
    return stretch->width_s > 0;
}

/* Where a point ends, or the simulation has come to. */
static int64_t point_end_ns(const struct curve_window *window, const struct curve_source *source, int p)
{
    int64_t end_ns = window->from_ns + (window->to_ns - window->from_ns) * (p + 1) / window->points;
    return end_ns < source->end_ns ? end_ns : source->end_ns;
}

double curves_walk(struct curve_walk *walk, int64_t t_ns)
{
    const struct recording *recording = walk->recording;
    int64_t width_ns = recording->bucket_ns;
    for (; walk->bucket < walk->count && (walk->bucket + 1) * width_ns <= t_ns; walk->bucket++)
        walk->grams += curves_grams(recording, walk->bucket, walk->bucket + 1);
    if (walk->bucket >= walk->count)
        return walk->grams;
    double part =
        (double)(t_ns - walk->bucket * width_ns) / (recording_width_s(recording, walk->bucket) * 1e9);
    return walk->grams + (part < 1 ? part : 1) * curves_grams(recording, walk->bucket, walk->bucket + 1);
}

static void fill_point(struct curves *curves, struct curve_source *source, int p,
                       const struct curve_stretch *stretch)
{
    const struct recording *recording = source->recording;
    int from = stretch->from, to = stretch->to;
    double total = 0, width_s = stretch->width_s;
    for (int i = 0; i < LEDGER_COLUMNS; i++) {
        double rate = sum_part(recording, i, from, to) / width_s * 3600;
        curves->ledger[ledger_columns[i].ledger][p] = (float)rate;
        total += rate;
    }
    curves->total[p] = (float)total;
    int64_t end_ns = point_end_ns(&curves->window, source, p);
    curves->running[p] = (float)curves_walk(&source->walk, end_ns - source->origin_ns);
    curves->intensity[p] = recording->run[COLUMN_INTENSITY][to - 1];
    curves->uses[p] = (float)(recording_sum_run(recording, COLUMN_HIGH_USES, from, to) / width_s * 60);
    for (int gpu = 0; gpu < curves->n_gpus; gpu++)
        curves->busy[gpu][p] =
            (float)(recording_sum_gpu(recording, COLUMN_GPU_BUSY, gpu, from, to) / width_s);
    double joules = recording_sum_run(recording, COLUMN_ENERGY_ACTIVE, from, to) +
                    recording_sum_run(recording, COLUMN_ENERGY_IDLE, from, to);
    curves->power_w[p] = (float)(joules / width_s);
    curves->static_w[p] = (float)(parts_energy_of(recording, COLUMN_STATIC, from, to) / width_s);
    curves->auxiliary_w[p] = (float)(parts_energy_of(recording, COLUMN_AUXILIARY, from, to) / width_s);
    curves->naive_w[p] = (float)(parts_energy_of(recording, COLUMN_NAIVE, from, to) / width_s);
    /* What each app had, what its requests were served with, and the parts of power that are its own. */
    static const enum app_column columns[] = {COLUMN_APP_TIME, COLUMN_APP_ENERGY, COLUMN_CONTESTED,
                                              COLUMN_CONTESTED_TIME, COLUMN_CONTESTED_ENERGY};
    double served;
    for (int app = 0; app < curves->n_apps; app++) {
        struct contended_curve *of = &curves->contended[app];
        float *points[] = {curves->app_time[app], curves->app_power[app], of->time, of->own_time,
                           of->own_power};
        for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
            points[k][p] = (float)(recording_sum_app(recording, columns[k], app, from, to) / width_s);
        curves->accuracy[app][p] = (float)curves_accuracy(recording, app, from, to, &served);
        curves->served[app][p] = (float)served;
        curves->app_compute[app][p] =
            isnan(curves->static_w[p])
                ? NAN
                : (float)(recording_sum_app(recording, COLUMN_COMPUTE, app, from, to) / width_s);
    }
}

static void fill_warmth(struct curves *curves, const struct curve_source *source, int p,
                        const struct curve_stretch *stretch)
{
    const struct recording *recording = source->recording;
    double water = 0;
    for (int b = stretch->from; b < stretch->to; b++)
        water += recording_width_s(recording, b) * (double)recording->run[COLUMN_WATER][b];
    curves->water_c[p] = (float)(water / stretch->width_s);
    for (int gpu = 0; gpu < curves->n_gpus; gpu++) {
        size_t row = (size_t)gpu * (size_t)recording->n_buckets;
        const float *mean = recording->gpu[COLUMN_TEMP_MEAN] + row,
                    *most = recording->gpu[COLUMN_TEMP_MAX] + row;
        double area = 0;
        curves->temp_most[gpu][p] = NAN;
        for (int b = stretch->from; b < stretch->to; b++) {
            area += recording_width_s(recording, b) * (double)mean[b];
            curves->temp_most[gpu][p] = fmaxf(curves->temp_most[gpu][p], most[b]);
        }
        curves->temp_mean[gpu][p] = (float)(area / stretch->width_s);
    }
}

double curves_misses(const struct recording *recording, int from, int to)
{
    double misses = 0;
    for (int app = 0; app < recording->n_apps; app++)
        misses += recording_sum_app(recording, COLUMN_VIOLATIONS, app, from, to);
    return misses;
}

/* --- the tail: a sketch that slides --- */

/* The buckets of the tail window that ends with a point. */
static void tail_of(const struct curves *curves, const struct curve_source *source, int64_t end_ns, int *from,
                    int *to)
{
    int64_t bucket = source->recording->bucket_ns, into_ns = end_ns - source->origin_ns;
    int64_t tail_from_ns = into_ns - curves->window.tail_ns;
    *from = tail_from_ns < 0 ? 0 : (int)(tail_from_ns / bucket);
    *to = (int)((into_ns + bucket - 1) / bucket);
    *to = *to > source->count ? source->count : *to;
}

struct sliding {
    struct sketch_slide slide; /* of buckets [from, to) */
    int from, to;
    double ms; /* its percentile */
};

/* To the buckets [from, to), neither of which may go back. */
static void slide(struct sliding *sliding, const struct recording *recording, int app, int from, int to)
{
    bool changed = false;
    while (sliding->to < to)
        changed |= recording_slide_sketch(recording, app, sliding->to++, true, &sliding->slide) > 0;
    while (sliding->from < from)
        changed |= recording_slide_sketch(recording, app, sliding->from++, false, &sliding->slide) > 0;
    if (!changed)
        return;
    sliding->ms = (double)NAN;
    if (sliding->slide.sketch.total > 0)
        sliding->ms = ns_to_ms(sketch_slide_percentile(&sliding->slide, recording->apps[app].percentile));
}

static void fill_tail(struct curves *curves, const struct curve_source *source, int app, int first)
{
    struct sliding sliding = {.from = -1, .ms = (double)NAN};
    double slo_ms = (double)NAN;
    int64_t slo_until_ns = 0; /* at and after it another look is needed */
    for (int p = first; p < curves->points; p++) {
        int from, to;
        int64_t end_ns = point_end_ns(&curves->window, source, p);
        tail_of(curves, source, end_ns, &from, &to);
        if (sliding.from < 0)
            sliding.from = sliding.to = from;
        slide(&sliding, source->recording, app, from, to);
        const struct scenario *scenario = &source->model->scenario;
        if (end_ns >= slo_until_ns) {
            slo_ms = objective_slo_ms(source->model, app, end_ns);
            slo_until_ns = INT64_MAX;
            for (int e = scenario->n_edits - 1; e >= 0 && scenario->edits[e].t_ns > end_ns; e--)
                slo_until_ns = scenario->edits[e].t_ns;
        }
        curves->tail[app][p] = (float)(100 * sliding.ms / slo_ms);
        curves->tail_ms[app][p] = (float)sliding.ms;
    }
}

/* --- points --- */

static void fill(struct curves *curves, struct curve_source *source)
{
    const struct recording *recording = source->recording;
    int first = curves->settled;
    struct curve_stretch stretch;
    for (int p = first; p < curves->window.points && stretch_of(&curves->window, source, p, &stretch); p++) {
        fill_point(curves, source, p, &stretch);
        if (curves->warm)
            fill_warmth(curves, source, p, &stretch);
        curves->points = p + 1;
        if (stretch.end_ns <= source->end_ns)
            curves->settled = p + 1;
    }
    for (int app = 0; app < curves->n_apps; app++)
        fill_tail(curves, source, app, first);
    int from = 0, to = 0, next_from, next_to;
    double late = 0;
    for (int p = first; p < curves->points && stretch_of(&curves->window, source, p, &stretch); p++) {
        curves->misses[p] = (float)curves_misses(recording, stretch.from, stretch.to);
        tail_of(curves, source, point_end_ns(&curves->window, source, p), &next_from, &next_to);
        late += curves_misses(recording, to, next_to) - curves_misses(recording, from, next_from);
        from = next_from;
        to = next_to;
        curves->late[p] = (float)late;
    }
    int64_t bucket = recording->bucket_ns, origin_ns = source->origin_ns;
    int64_t last = (curves->window.to_ns - origin_ns + bucket - 1) / bucket;
    curves->window_misses =
        (int64_t)curves_misses(recording, (int)((curves->window.from_ns - origin_ns) / bucket),
                               last < source->count ? (int)last : source->count);
}

void curves_update(struct curves *curves, const struct run_view *view, const struct curve_window *window,
                   bool fresh)
{
    const struct recording *recording = view->recording;
    bool finished = recording_finished(recording); /* before the count: then the count is the last one */
    struct curve_source source = {recording, view->model, .count = recording_count(recording)};
    struct detail detail = {0};
    if (fresh || !(curves->window.from_ns == window->from_ns && curves->window.to_ns == window->to_ns &&
                   curves->window.points == window->points && curves->window.tail_ns == window->tail_ns &&
                   curves->window.bucket_ns == window->bucket_ns)) {
        curves->points = curves->settled = 0;
        curves->complete = false;
    }
    if (curves->complete)
        return;
    curves->window = *window;
    source.end_ns = finished ? recording->end_ns : source.count * recording->bucket_ns;
    /* The window in finer buckets, with what the tail of its first point needs before it. */
    int64_t fine = window->bucket_ns, from_ns = window->from_ns - window->tail_ns;
    if (window->points > 0 && fine > 0 && fine < recording->bucket_ns && finished && view->run &&
        run_detail(view->run, from_ns > 0 ? from_ns / fine * fine : 0,
                   (window->to_ns + fine - 1) / fine * fine, fine, &detail, NULL)) {
        source.recording = detail.recording;
        source.count = recording_count(detail.recording);
        source.origin_ns = detail.origin_ns;
        source.end_ns = detail.origin_ns + detail.recording->end_ns;
    }
    source.walk = (struct curve_walk){source.recording, source.count, 0, detail.before_g};
    curves->bucket_ns = source.recording->bucket_ns;
    curves->warm = view->model && view->model->n_warm > 0;
    fill(curves, &source);
    curves->complete = finished;
    detail_free(&detail);
}

double curves_at(const struct curves *curves, const float *points, int64_t t_ns)
{
    const struct curve_window *window = &curves->window;
    if (window->points == 0 || t_ns < window->from_ns || t_ns > window->to_ns)
        return (double)NAN;
    int64_t p = (t_ns - window->from_ns) * window->points / (window->to_ns - window->from_ns);
    p = p < window->points ? p : window->points - 1;
    return p < curves->points ? (double)points[p] : (double)NAN;
}

static void warmth_so_far(const struct recording *recording, const struct model *model, int count,
                          struct summary *summary)
{
    summary->temp_max_c = summary->temp_variance = summary->temp_spare_k = (double)NAN;
    summary->water_c = summary->water_short_k = summary->temp_period_s = (double)NAN;
    for (int gpu = 0; gpu < recording->n_gpus; gpu++) {
        const float *most = recording->gpu[COLUMN_TEMP_MAX] + (size_t)gpu * (size_t)recording->n_buckets;
        /* Bucket by bucket, as a run does it stretch by stretch (sim/heat.h). */
        const struct scenario *scenario = &model->scenario;
        struct summary_gpu *out = &summary->gpus[gpu];
        double safe_c = knob_at(scenario, knob_of_run(KNOB_SOT_C), 0).number, over_s = 0;
        out->temp_max_c = out->temp_spare_k = out->temp_safe_c = (double)NAN;
        for (int b = 0; b < count; b++) {
            out->temp_max_c = fmax(out->temp_max_c, (double)most[b]);
            if (scenario->n_edits > 0)
                safe_c = knob_at(scenario, knob_of_run(KNOB_SOT_C), b * recording->bucket_ns).number;
            double spare_k = safe_c - (double)most[b];
            over_s += spare_k < 0 ? recording_width_s(recording, b) : 0;
            if (isnan(out->temp_spare_k) || spare_k < out->temp_spare_k) {
                out->temp_spare_k = spare_k;
                out->temp_safe_c = safe_c;
            }
        }
        out->temp_over_s = isnan(out->temp_spare_k) ? (double)NAN : over_s;
        summary->temp_max_c = fmax(summary->temp_max_c, out->temp_max_c);
        summary->temp_spare_k = fmin(summary->temp_spare_k, out->temp_spare_k);
    }
    if (count > 0 && !isnan(summary->temp_max_c))
        summary->water_c = (double)recording->run[COLUMN_WATER][count - 1];
}

void curves_so_far(const struct recording *recording, const struct model *model, int count,
                   struct summary *summary)
{
    memset(summary, 0, sizeof *summary);
    summary->overloaded_at_s = (double)NAN;
    summary->fair_time = summary->fair_energy = summary->fair_system = (double)NAN;
    summary->n_apps = recording->n_apps;
    summary->n_gpus = recording->n_gpus;
    summary->horizon_s = recording_seconds(recording, 0, count);
    warmth_so_far(recording, model, count, summary);
    for (int i = 0; i < LEDGER_COLUMNS; i++) {
        double grams = sum_part(recording, i, 0, count);
        summary->carbon_g[ledger_columns[i].ledger] = grams;
        summary->carbon_total_g += grams;
    }
    summary->energy_idle_j = recording_sum_run(recording, COLUMN_ENERGY_IDLE, 0, count);
    summary->energy_it_j =
        summary->energy_idle_j + recording_sum_run(recording, COLUMN_ENERGY_ACTIVE, 0, count);
    summary->energy_total_j = summary->energy_it_j;
    for (int app = 0; app < recording->n_apps; app++) {
        struct summary_app *out = &summary->apps[app];
        const struct recording_app *info = &recording->apps[app];
        memcpy(out->name, info->name, sizeof out->name);
        out->arrived = (int64_t)recording_sum_app(recording, COLUMN_ARRIVED, app, 0, count);
        out->finished = (int64_t)recording_sum_app(recording, COLUMN_FINISHED, app, 0, count);
        out->violations = (int64_t)recording_sum_app(recording, COLUMN_VIOLATIONS, app, 0, count);
        out->high_end_uses = (int64_t)recording_sum_app(recording, COLUMN_APP_HIGH_USES, app, 0, count);
        out->energy_j = recording_sum_app(recording, COLUMN_APP_ENERGY, app, 0, count);
        out->tail_ms = recording_percentile_ms(recording, app, 0, count, info->percentile);
        out->slo_ms = objective_slo_ms(model, app, count * recording->bucket_ns);
        out->slo_met = !(out->tail_ms > out->slo_ms);
        out->accuracy = curves_accuracy(recording, app, 0, count, NULL);
        memcpy(out->accuracy_metric, model->apps[app].accuracy_metric,
               sizeof model->apps[app].accuracy_metric);
        out->done_s = (double)NAN;
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
