/* What the points of a sweep come to: of each configuration the mean of a metric over its seeds with its 95 %
 * interval, how many of the seeds keep every SLO, and whether it is on the front: no other configuration
 * under the same load, on the same day and grid, is as good in every aim and better in one. */
#ifndef WATTIF_EXPLORE_SWEEP_SUM_H
#define WATTIF_EXPLORE_SWEEP_SUM_H

#include "engine/answers/limits.h"
#include "engine/answers/comparison.h"
#include "engine/explore/sweep.h"

/* A whole sweep: of every point in order the values of its columns. Plain references. */
struct sweep_values {
    const struct sweep *sweep;
    const double *values; /* [sweep_points()][sweep_columns()] */
};

static inline double sweep_value(const struct sweep_values *of, size_t point, size_t column)
{
    return of->values[point * sweep_columns(of->sweep) + column];
}

/* Over the seeds in which the metric is known; n 0: in none. */
struct confidence sweep_mean(const struct sweep_values *of, size_t configuration, size_t column);

/* Of `a` minus `b`, seed by seed, in those in which both know the metric: what the seeds have in common
 * cancels. */
struct confidence sweep_difference(const struct sweep_values *of, size_t a, size_t b, size_t column);

/* Of a configuration's seeds, 0..1: every SLO met and no overload; every limit kept (answers/limits.h). */
double sweep_share_met(const struct sweep_values *of, size_t configuration);
double sweep_share_kept(const struct sweep_values *of, size_t configuration);

/* front[i] for each configuration, by the means of these metrics of the run; one whose mean is not known, or
 * whose every seed breaks a limit while others' do not, is not on it. False when out of memory. */
bool sweep_front(const struct sweep_values *of, const enum metric *aims, size_t n_aims, bool *front);

/* What is recommended ranges over choices alone (bit a: axis a is one). The values of the other axes, which
 * the world has or nobody knows, are a place, and configurations are held against each other within one. */
unsigned sweep_choices(const struct sweep *sweep);
/* Have two configurations the same values of these axes? */
bool sweep_agree(const struct sweep *sweep, size_t a, size_t b, unsigned axes);
/* A configuration of the grid that has the base's own values of these axes; SIZE_MAX: one of them was not
 * swept. */
size_t sweep_base_at(const struct sweep *sweep, unsigned axes);

/* The work of a configuration's first seed, and how far all known ones are from the first: whether carbon is
 * compared by the run or by the request (work_measure). */
struct work sweep_work(const struct sweep_values *of, size_t configuration);
enum work_likeness sweep_likeness(const struct sweep_values *of);

/* At the place of this configuration the one of least mean carbon among those in which every seed keeps every
 * limit; SIZE_MAX: none, or nothing that was swept is a choice. */
size_t sweep_best_at(const struct sweep_values *of, size_t place);
/* The same at the base's own place; SIZE_MAX also where that was not swept. */
size_t sweep_best(const struct sweep_values *of);

/* A choice over all places: by the configuration that has it at the first, its mean over them, and in how
 * many it is less than the base's own choice (its mean; NAN: it was not swept) at the same place. */
struct sweep_standing {
    size_t choice, places, wins;
    double mean, own_mean;
};
/* That of the least mean among those that keep every limit in every seed at each place. False: there is none,
 * or no memory. */
bool sweep_over_places(const struct sweep_values *of, struct sweep_standing *best);

/* Where there is none: the configuration whose worst seed is beyond a limit by least (limit_excess), and that
 * limit. SIZE_MAX: no point is known. */
size_t sweep_nearest(const struct sweep_values *of, struct limit *broken);

#endif
