/* The front is found by holding each configuration against each other: sweeps that people look at have
 * thousands of configurations, not millions. */
#include "engine/explore/sweep_sum.h"

#include <stdlib.h>

static bool searched(const struct sweep_values *of, size_t configuration)
{
    size_t searches = sweep_column_of(of->sweep, METRIC_SEARCHES, 0);
    return sweep_value(of, configuration * of->sweep->replicates, searches) > 0;
}

/* Over the seeds; `less` or not what comes of another configuration. */
static struct confidence over_seeds(const struct sweep_values *of, size_t a, size_t b, bool less,
                                    size_t column)
{
    size_t n = of->sweep->replicates, known = 0;
    double values[SWEEP_REPLICATES_MAX];
    for (size_t r = 0; r < n; r++) {
        double value = sweep_value(of, a * n + r, column) - (less ? sweep_value(of, b * n + r, column) : 0);
        if (!isnan(value))
            values[known++] = value;
    }
    return metric_confidence(sweep_column(of->sweep, column).metric, searched(of, a) || searched(of, b),
                             values, known);
}

struct confidence sweep_mean(const struct sweep_values *of, size_t configuration, size_t column)
{
    return over_seeds(of, configuration, configuration, false, column);
}

struct confidence sweep_difference(const struct sweep_values *of, size_t a, size_t b, size_t column)
{
    return over_seeds(of, a, b, true, column);
}

double sweep_share_met(const struct sweep_values *of, size_t configuration)
{
    size_t n = of->sweep->replicates, met = 0;
    size_t slo = sweep_column_of(of->sweep, METRIC_SLO_MET, 0);
    size_t overload = sweep_column_of(of->sweep, METRIC_OVERLOADED, 0);
    for (size_t r = 0; r < n; r++) {
        size_t point = configuration * n + r;
        met += sweep_value(of, point, slo) == 1 && isnan(sweep_value(of, point, overload));
    }
    return (double)met / (double)n;
}

double sweep_share_kept(const struct sweep_values *of, size_t configuration)
{
    size_t n = of->sweep->replicates, kept = 0, broken = sweep_column_of(of->sweep, METRIC_LIMITS_BROKEN, 0);
    for (size_t r = 0; r < n; r++)
        kept += sweep_value(of, configuration * n + r, broken) == 0;
    return (double)kept / (double)n;
}

/* Is `a` as good as `b` in every aim, and better in one? */
static bool dominates(const double *a, const double *b, const enum metric *aims, size_t n)
{
    bool better = false;
    for (size_t k = 0; k < n; k++) {
        int judged = metric_judge(aims[k], a[k], b[k]);
        if (judged < 0)
            return false;
        better |= judged > 0;
    }
    return better;
}

static bool is_known(const double *means, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (isnan(means[k]))
            return false;
    return true;
}

bool sweep_front(const struct sweep_values *of, const enum metric *aims, size_t n_aims, bool *front)
{
    size_t n = sweep_configurations(of->sweep);
    double *means = malloc(n * n_aims * sizeof *means);
    if (!means)
        return false;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n_aims; k++)
            means[i * n_aims + k] = sweep_choices(of->sweep)
                                        ? sweep_mean(of, i, sweep_column_of(of->sweep, aims[k], 0)).mean
                                        : NAN;
    /* Configurations that keep the limits in no seed stand back where others keep them. */
    bool kept = false;
    for (size_t i = 0; i < n; i++)
        kept = kept || sweep_share_kept(of, i) > 0;
    for (size_t i = 0; kept && i < n; i++)
        for (size_t k = 0; k < n_aims; k++)
            if (!(sweep_share_kept(of, i) > 0))
                means[i * n_aims + k] = NAN;
    unsigned places = ~sweep_choices(of->sweep);
    for (size_t i = 0; i < n; i++) {
        front[i] = is_known(means + i * n_aims, n_aims);
        for (size_t j = 0; front[i] && j < n; j++)
            front[i] = !is_known(means + j * n_aims, n_aims) || !sweep_agree(of->sweep, i, j, places) ||
                       !dominates(means + j * n_aims, means + i * n_aims, aims, n_aims);
    }
    free(means);
    return true;
}

/* --- what is recommended --- */

unsigned sweep_choices(const struct sweep *sweep)
{
    unsigned axes = 0;
    for (size_t a = 0; a < sweep->n_axes; a++) {
        struct knob_ref refs[KNOB_TARGETS_MAX];
        int n = knob_resolve_all(&sweep->base, sweep->axes[a].knob, refs, NULL);
        axes |= (unsigned)(n > 0 && knob_infos[refs[0].id].role == ROLE_CHOICE) << a;
    }
    return axes;
}

bool sweep_agree(const struct sweep *sweep, size_t a, size_t b, unsigned axes)
{
    size_t left[SWEEP_AXES_MAX], right[SWEEP_AXES_MAX];
    bool agree = true;
    sweep_place(sweep, a, left);
    sweep_place(sweep, b, right);
    for (size_t axis = 0; axis < sweep->n_axes; axis++)
        agree &= !(axes >> axis & 1) || left[axis] == right[axis];
    return agree;
}

size_t sweep_base_at(const struct sweep *sweep, unsigned axes)
{
    size_t at[SWEEP_AXES_MAX] = {0};
    for (size_t a = 0; a < sweep->n_axes; a++) {
        struct knob_ref refs[KNOB_TARGETS_MAX];
        struct knob_value value, own;
        if (!(axes >> a & 1) || knob_resolve_all(&sweep->base, sweep->axes[a].knob, refs, NULL) == 0)
            continue;
        own = knob_get(&sweep->base, refs[0]);
        for (; at[a] < sweep->axes[a].n; at[a]++)
            if (knob_parse(&sweep->base, refs[0], sweep->axes[a].values[at[a]], &value, NULL) &&
                knob_equal(refs[0], &value, &own))
                break;
        if (at[a] == sweep->axes[a].n)
            return SIZE_MAX;
    }
    return sweep_at(sweep, at);
}

struct work sweep_work(const struct sweep_values *of, size_t configuration)
{
    const struct sweep *sweep = of->sweep;
    struct work work = {.n_apps = sweep->base.n_apps};
    size_t point = configuration * sweep->replicates;
    work.horizon_s = sweep_value(of, point, sweep_column_of(sweep, METRIC_HORIZON, 0));
    for (int app = 0; app < work.n_apps; app++)
        work.requests[app] = sweep_value(of, point, sweep_column_of(sweep, METRIC_APP_REQUESTS, app));
    return work;
}

enum work_likeness sweep_likeness(const struct sweep_values *of)
{
    enum work_likeness furthest = WORK_SAME;
    struct work first = {.horizon_s = NAN};
    for (size_t i = 0; i < sweep_configurations(of->sweep); i++) {
        struct work work = sweep_work(of, i);
        first = isnan(first.horizon_s) ? work : first;
        enum work_likeness likeness = isnan(work.horizon_s) ? WORK_SAME : work_compare(&work, &first);
        furthest = likeness > furthest ? likeness : furthest;
    }
    return furthest;
}

size_t sweep_best_at(const struct sweep_values *of, size_t place)
{
    unsigned choices = sweep_choices(of->sweep);
    size_t n = choices ? sweep_configurations(of->sweep) : 0, best = SIZE_MAX;
    size_t column = sweep_column_of(of->sweep, work_measure(sweep_likeness(of)), 0);
    double least = INFINITY;
    for (size_t i = 0; i < n; i++) {
        bool stands = sweep_agree(of->sweep, i, place, ~choices) && sweep_share_kept(of, i) == 1;
        double mean = stands ? sweep_mean(of, i, column).mean : NAN;
        if (mean < least) {
            least = mean;
            best = i;
        }
    }
    return best;
}

size_t sweep_best(const struct sweep_values *of)
{
    size_t place = sweep_base_at(of->sweep, ~sweep_choices(of->sweep));
    return place == SIZE_MAX ? SIZE_MAX : sweep_best_at(of, place);
}

/* One that has these values of some axes, and otherwise those of another configuration. */
static size_t merge(const struct sweep *sweep, size_t of, size_t values, unsigned axes)
{
    size_t at[SWEEP_AXES_MAX], from[SWEEP_AXES_MAX];
    sweep_place(sweep, of, at);
    sweep_place(sweep, values, from);
    for (size_t a = 0; a < sweep->n_axes; a++)
        at[a] = axes >> a & 1 ? from[a] : at[a];
    return sweep_at(sweep, at);
}

bool sweep_over_places(const struct sweep_values *of, struct sweep_standing *best)
{
    const struct sweep *sweep = of->sweep;
    unsigned choices = sweep_choices(sweep);
    size_t n = choices ? sweep_grid(sweep) : 0, own = sweep_base_at(sweep, choices);
    size_t column = sweep_column_of(sweep, work_measure(sweep_likeness(of)), 0);
    struct sweep_standing *all = calloc(n + 1, sizeof *all);
    bool found = false;
    for (size_t i = 0; all && i < n; i++) {
        struct sweep_standing *standing = &all[merge(sweep, i, 0, ~choices)];
        double mean = sweep_share_kept(of, i) == 1 ? sweep_mean(of, i, column).mean : NAN;
        double theirs = own == SIZE_MAX ? NAN : sweep_mean(of, merge(sweep, i, own, choices), column).mean;
        standing->places++;
        standing->wins += mean < theirs;
        standing->mean += mean;
        standing->own_mean += theirs;
    }
    for (size_t i = 0; all && i < n; i++)
        if (all[i].places > 0 && !isnan(all[i].mean) && (!found || all[i].mean < best->mean)) {
            *best = all[i];
            best->choice = i;
            found = true;
        }
    if (found) {
        best->mean /= (double)best->places;
        best->own_mean /= (double)best->places;
    }
    free(all);
    return found;
}

struct told_point {
    const struct sweep_values *of;
    size_t point;
};

static double metric_of(const void *context, enum metric metric)
{
    const struct told_point *told = context;
    return sweep_value(told->of, told->point, sweep_column_of(told->of->sweep, metric, 0));
}

size_t sweep_nearest(const struct sweep_values *of, struct limit *broken)
{
    size_t n = of->sweep->replicates, nearest = SIZE_MAX, at = 0;
    double least = INFINITY;
    for (size_t i = 0; i < sweep_configurations(of->sweep); i++) {
        size_t worst = i * n;
        double most = -1;
        for (size_t r = 0; r < n; r++) {
            double excess = metric_of(&(struct told_point){of, i * n + r}, METRIC_LIMIT_EXCESS);
            if (excess > most) {
                most = excess;
                worst = i * n + r;
            }
        }
        if (most >= 0 && most < least) {
            least = most;
            nearest = i;
            at = worst;
        }
    }
    return nearest != SIZE_MAX && limits_told(metric_of, &(struct told_point){of, at}, broken) ? nearest
                                                                                               : SIZE_MAX;
}
