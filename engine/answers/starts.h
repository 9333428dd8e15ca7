/* Starts: when else on its trace a run could begin (every local day, when the clock shows the same as at its
 * own start), and where its own start stands among them. A saving that is told of one start is a draw of
 * luck; how it spreads over the others says how much. */
#ifndef WATTIF_ANSWERS_STARTS_H
#define WATTIF_ANSWERS_STARTS_H

#include "engine/answers/days.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STARTS_MAX = 366 };

struct starts {
    int n, own;               /* own: the run's, by its index; -1: it is not among them */
    int late;                 /* days left out since the trace ends before the run would */
    int64_t at_s[STARTS_MAX]; /* ascending, UTC */
};

/* Of a run that starts at `own_s` and takes `length_ns`; of a longer trace the year around that start. `most`
 * > 0: only so many, evenly spread, the own start not among them unless it falls so. */
void starts_list(struct starts *starts, const struct days *days, int64_t own_s, int64_t length_ns, int most);

/* How values spread; those that are NAN do not count. Nearest ranks. */
struct starts_spread {
    int n;
    double least, lower, median, upper, greatest; /* the second and fourth are quartiles */
    int below;                                    /* values less than the own */
};
/* False where there is none. `own` NAN: nothing is below it. */
bool starts_spread(const double *values, int n, double own, struct starts_spread *spread);

#endif
