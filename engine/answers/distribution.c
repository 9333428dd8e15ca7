/* One pass over the sketches of the buckets, then counts become sums. */
#include "engine/answers/distribution.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Middle of the first bin that holds this many. */
static double bin_ms(const struct distribution_app *app, double count)
{
    int low = 0, high = SKETCH_BINS - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (app->up_to[middle] >= count)
            high = middle;
        else
            low = middle + 1;
    }
    return (double)sketch_value((uint32_t)low) / 1e6;
}

bool distribution_update(struct distribution *distribution, const struct recording *recording,
                         const struct summary *summary, int64_t from_ns, int64_t to_ns)
{
    bool finished = recording_finished(recording); /* before the count: then the count is the last one */
    int count = recording_count(recording);
    if (distribution->of == recording && distribution->count == count && distribution->finished == finished &&
        distribution->from_ns == from_ns && distribution->to_ns == to_ns)
        return true;
    distribution->of = NULL;
    distribution->n_apps = 0;
    int n_apps = recording->n_apps;
    if (distribution->room < n_apps) {
        struct distribution_app *apps = realloc(distribution->apps, (size_t)n_apps * sizeof *apps);
        if (!apps)
            return false;
        distribution->apps = apps;
        distribution->room = n_apps;
    }
    if (n_apps > 0)
        memset(distribution->apps, 0, (size_t)n_apps * sizeof *distribution->apps);

    int from = (int)(from_ns / recording->bucket_ns);
    int64_t end = (to_ns + recording->bucket_ns - 1) / recording->bucket_ns;
    int to = end < count ? (int)end : count;
    bool whole = finished && from <= 0 && to == count;
    for (int i = 0; i < recording->n_apps; i++) {
        struct distribution_app *app = &distribution->apps[i];
        struct sketch sketch;
        memset(&sketch, 0, sizeof sketch);
        recording_add_sketches(recording, i, from < 0 ? 0 : from, to, &sketch);
        app->total = sketch.total;
        app->up_to[0] = sketch.count[0];
        for (int bin = 1; bin < SKETCH_BINS; bin++)
            app->up_to[bin] = app->up_to[bin - 1] + sketch.count[bin];
        double n = (double)app->total;
        const struct summary_app *exact = whole ? &summary->apps[i] : NULL;
        app->p50_ms = app->p95_ms = app->p99_ms = app->max_ms = (double)NAN;
        if (app->total > 0) {
            app->p50_ms = exact ? exact->p50_ms : bin_ms(app, ceil(0.50 * n - 1e-9));
            app->p95_ms = exact ? exact->p95_ms : bin_ms(app, ceil(0.95 * n - 1e-9));
            app->p99_ms = exact ? exact->p99_ms : bin_ms(app, ceil(0.99 * n - 1e-9));
            app->max_ms = bin_ms(app, n);
        }
        app->slo_ms = summary->apps[i].slo_ms;
        app->missed = (int64_t)recording_sum_app(recording, COLUMN_VIOLATIONS, i, from < 0 ? 0 : from, to);
        /* The greatest time is known to a bin: where nothing was late, the SLO in that bin is the bound. */
        static const double bin = 1.01;
        if (app->missed == 0 && app->max_ms > app->slo_ms && app->max_ms < bin * app->slo_ms)
            app->max_ms = app->slo_ms;
    }
    distribution->of = recording;
    distribution->count = count;
    distribution->finished = finished;
    distribution->from_ns = from_ns;
    distribution->to_ns = to_ns;
    distribution->n_apps = recording->n_apps;
    return true;
}

void distribution_free(struct distribution *distribution)
{
    free(distribution->apps);
    *distribution = (struct distribution){0};
}

double distribution_share(const struct distribution_app *app, double ms)
{
    if (app->total == 0 || isnan(ms))
        return (double)NAN;
    double ns = fmin(fmax(ms, 0) * 1e6, 9e18);
    return (double)app->up_to[sketch_bin((int64_t)ns)] / (double)app->total;
}
