/* A tornado: what matters, as bars from one run in the middle. A bar is a knob with up to two ends, each a
 * run that differs from the middle one in that knob alone; an end's effect is the difference of a metric,
 * paired over the seeds, and the bar with the longest end comes first. Where the runs come from (steps of
 * each knob, the ends of the ranges of a sweep) is the caller's. */
#ifndef WATTIF_EXPLORE_TORNADO_H
#define WATTIF_EXPLORE_TORNADO_H

#include "engine/explore/pairing.h"
#include "engine/explore/sweep.h"

enum { TORNADO_DOWN, TORNADO_UP, TORNADO_SIDES };

#define TORNADO_NONE SIZE_MAX

struct tornado_bar {
    size_t runs[TORNADO_SIDES]; /* TORNADO_NONE: it has no such end */
    struct pairing effects[TORNADO_SIDES];
};

/* The metric of a run with a seed; NAN: not known. */
struct tornado_runs {
    size_t middle, seeds;
    double (*value)(const void *context, size_t run, size_t seed);
    const void *context;
};

/* Fills the effects, and `order` (n) with the numbers of the bars, the longest first, those of one length as
 * they are. An end that is not known has no length. */
void tornado_work_out(struct tornado_bar *bars, size_t n, const struct tornado_runs *runs, size_t *order);

/* How far its longest end goes, >= 0. */
double tornado_reach(const struct tornado_bar *bar);

/* --- of a sweep --- */

/* What an axis of a sweep gives: the ends of a range, or a name beside the one in the middle. */
struct tornado_swept {
    size_t axis;
    size_t values[TORNADO_SIDES]; /* which of the axis; of a name the second alone */
    bool range;
};

/* The bars around sweep_home(): runs are configurations. A range, of numbers, is one bar from its least to
 * its greatest value; of names each other one is a bar. Returns how many, of which the first `max` are
 * written; 0: no axis has a second value. */
size_t tornado_of_sweep(const struct sweep *sweep, struct tornado_bar *bars, struct tornado_swept *swept,
                        size_t max);

#endif
