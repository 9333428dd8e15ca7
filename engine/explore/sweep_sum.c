/* The front is found by holding each configuration against each other: sweeps that people look at have
 * thousands of configurations, not millions. */
#include "engine/explore/sweep_sum.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

struct confidence sweep_mean(const struct sweep_values *of, size_t configuration, size_t column)
{
    size_t n = of->sweep->replicates, known = 0;
    double values[SWEEP_REPLICATES_MAX];
    for (size_t r = 0; r < n; r++) {
        double value = sweep_value(of, configuration * n + r, column);
        if (!isnan(value))
            values[known++] = value;
    }
    return confidence_of(values, known);
}

struct confidence sweep_difference(const struct sweep_values *of, size_t a, size_t b, size_t column)
{
    size_t n = of->sweep->replicates, known = 0;
    double values[SWEEP_REPLICATES_MAX];
    for (size_t r = 0; r < n; r++) {
        double value = sweep_value(of, a * n + r, column) - sweep_value(of, b * n + r, column);
        if (!isnan(value))
            values[known++] = value;
    }
    return confidence_of(values, known);
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

static void find_front(const double *means, size_t n, const enum metric *aims, size_t n_aims, bool *front)
{
    for (size_t i = 0; i < n; i++) {
        front[i] = is_known(means + i * n_aims, n_aims);
        for (size_t j = 0; front[i] && j < n; j++)
            front[i] = !is_known(means + j * n_aims, n_aims) ||
                       !dominates(means + j * n_aims, means + i * n_aims, aims, n_aims);
    }
}

/* Configurations that keep the limits in no seed stand back where others keep them. */
static void forget_broken(const struct sweep_values *of, double *means, size_t n, size_t n_aims)
{
    bool kept = false;
    for (size_t i = 0; i < n; i++)
        kept = kept || sweep_share_kept(of, i) > 0;
    for (size_t i = 0; kept && i < n; i++)
        for (size_t k = 0; k < n_aims; k++)
            if (!(sweep_share_kept(of, i) > 0))
                means[i * n_aims + k] = NAN;
}

bool sweep_front(const struct sweep_values *of, const enum metric *aims, size_t n_aims, bool *front)
{
    size_t n = sweep_configurations(of->sweep);
    double *means = malloc(n * n_aims * sizeof *means);
    if (!means)
        return false;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n_aims; k++)
            means[i * n_aims + k] = sweep_mean(of, i, sweep_column_of(of->sweep, aims[k], 0)).mean;
    forget_broken(of, means, n, n_aims);
    find_front(means, n, aims, n_aims, front);
    free(means);
    return true;
}

size_t sweep_best(const struct sweep_values *of)
{
    size_t n = sweep_configurations(of->sweep), best = SIZE_MAX;
    size_t carbon = sweep_column_of(of->sweep, METRIC_CARBON, 0);
    double least = INFINITY;
    for (size_t i = 0; i < n; i++) {
        double mean = sweep_share_kept(of, i) == 1 ? sweep_mean(of, i, carbon).mean : NAN;
        if (mean < least) {
            least = mean;
            best = i;
        }
    }
    return best;
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
