/* What the points of a sweep come to: of each configuration the mean of a metric over its seeds with its 95 %
 * interval, how many of the seeds keep every SLO, and whether it is on the front: no other configuration is
 * as good in every aim and better in one. */
#ifndef WATTIF_EXPLORE_SWEEP_SUM_H
#define WATTIF_EXPLORE_SWEEP_SUM_H

#include "engine/answers/work.h"
#include "engine/base/confidence.h"
#include "engine/explore/sweep.h"

#include <stdbool.h>
#include <stddef.h>

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

/* Of a configuration's seeds, 0..1: every SLO met and no overload. */
double sweep_share_met(const struct sweep_values *of, size_t configuration);

/* front[i] for each configuration, by the means of these metrics of the run; one whose mean is not known, or
 * whose every seed misses an SLO while others' do not, is not on it. False when out of memory. */
bool sweep_front(const struct sweep_values *of, const enum metric *aims, size_t n_aims, bool *front);

/* What is recommended ranges over choices alone. The values of the other axes, which the world has or nobody
 * knows, are a place, and configurations are held against each other within one. */
enum knob_role sweep_role(const struct sweep *sweep, size_t axis);
size_t sweep_choices(const struct sweep *sweep); /* how many axes are choices */
bool sweep_same_place(const struct sweep *sweep, size_t a, size_t b);
bool sweep_same_choice(const struct sweep *sweep, size_t a, size_t b);
/* Is it at the place where the base itself is, so that an operator could take it? Where the base lies at none
 * of those that were swept, none is. */
bool sweep_is_offered(const struct sweep *sweep, size_t configuration);

/* The work of a configuration's first seed, and how far all known ones are from the first: whether carbon is
 * compared by the run or by the request (work_measure). */
struct work sweep_work(const struct sweep_values *of, size_t configuration);
enum work_likeness sweep_likeness(const struct sweep_values *of);

/* At the place of this configuration the one of least mean carbon among those in which every seed keeps every
 * SLO; SIZE_MAX: none, or nothing that was swept is a choice. */
size_t sweep_best_at(const struct sweep_values *of, size_t place);
/* The same where the base is; SIZE_MAX also where several places were swept and the base is at none. */
size_t sweep_best(const struct sweep_values *of);

/* Over all places: a choice, by the first configuration that has it, its mean at all of them and in how many
 * it is less than the base's own choice (`own`, SIZE_MAX: not among them) at the same place. */
struct sweep_standing {
    size_t choice, own, places, wins;
    double mean, own_mean;
};
/* The choice of the least mean over all places among those that keep every SLO in every seed at each. False:
 * there is none. */
bool sweep_over_places(const struct sweep_values *of, struct sweep_standing *standing);

#endif
