#include "engine/answers/comparison.h"

#include "engine/answers/metric.h"

#include <math.h>
#include <string.h>

bool comparison_same_apps(const struct recording *a, const struct recording *b)
{
    bool same = a->n_apps == b->n_apps;
    for (int app = 0; same && app < a->n_apps; app++)
        same = strcmp(a->apps[app].name, b->apps[app].name) == 0;
    return same;
}

/* What two laws that say the same differ by. */
static const double rounding = 1e-9;

static bool same_carbon(const struct summary *now, const struct summary *then)
{
    return fabs(now->carbon_total_g - then->carbon_total_g) <= rounding * fabs(then->carbon_total_g);
}

double comparison_carbon(const struct summary *now, const struct summary *then)
{
    if (!(then->carbon_total_g > 0))
        return (double)NAN;
    return same_carbon(now, then) ? 0 : 100 * (now->carbon_total_g / then->carbon_total_g - 1);
}

double comparison_worst(const struct summary *now, const struct summary *then)
{
    double share_now, share_then;
    bool known = summary_worst_app(now, &share_now) >= 0 && summary_worst_app(then, &share_then) >= 0;
    return known ? 100 * (share_now - share_then) : (double)NAN;
}

static bool same_app(const struct summary_app *a, const struct summary_app *b)
{
    bool same_tail = a->tail_ms == b->tail_ms || (isnan(a->tail_ms) && isnan(b->tail_ms));
    return same_tail && a->violations == b->violations;
}

bool comparison_is_identical(const struct summary *now, const struct summary *then)
{
    bool same = same_carbon(now, then) && now->n_apps == then->n_apps;
    for (int app = 0; same && app < now->n_apps; app++)
        same = same_app(&now->apps[app], &then->apps[app]);
    return same;
}

bool comparison_changes_nothing(const struct summary *now, const struct summary *then)
{
    const struct metric_source a = {.summary = now}, b = {.summary = then};
    const int parts[] = {[METRIC_OF_RUN] = 1, [METRIC_OF_APP] = now->n_apps, [METRIC_OF_GPU] = now->n_gpus};
    bool same = now->n_apps == then->n_apps && now->n_gpus == then->n_gpus;
    for (int metric = 0; metric < METRIC_COUNT; metric++)
        for (int part = 0; same && part < parts[metric_scope_of((enum metric)metric)]; part++) {
            double left = metric_value((enum metric)metric, &a, part),
                   right = metric_value((enum metric)metric, &b, part);
            same = !(fabs(left - right) > rounding * fabs(right));
        }
    return same;
}

int comparison_late(const struct summary *now, const struct summary *then, bool fell, int *apps)
{
    int64_t most = 0;
    int by_most = -1;
    *apps = 0;
    for (int app = 0; app < now->n_apps && app < then->n_apps; app++) {
        int64_t change = now->apps[app].violations - then->apps[app].violations;
        change = fell ? -change : change;
        *apps += change != 0;
        if (change > most) {
            most = change;
            by_most = app;
        }
    }
    return by_most;
}

int comparison_served(const struct summary *now, const struct summary *then, bool more, double *percent)
{
    int by_most = -1;
    *percent = 1;
    for (int app = 0; app < now->n_apps && app < then->n_apps; app++) {
        int64_t before = then->apps[app].finished;
        double change = before > 0 ? 100 * ((double)now->apps[app].finished / (double)before - 1) : 0;
        change = more ? change : -change;
        if (change >= *percent) {
            *percent = change;
            by_most = app;
        }
    }
    return by_most;
}
