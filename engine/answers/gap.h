/* The gap: how the carbon of one run comes apart from that of another in time. Where it arises is told as the
 * shortest stretch that holds (nearly) all of it, or most of it; what goes the other way meanwhile is told
 * beside it. Positive is more than then. Runs may have buckets of other widths and end at other times: after
 * its end a run emits nothing. Times are ns since the start of the runs, carbon in g. */
#ifndef WATTIF_ANSWERS_GAP_H
#define WATTIF_ANSWERS_GAP_H

#include "engine/answers/curves.h"
#include "engine/sim/recording.h"

#include <stdint.h>

enum gap_shape {
    GAP_NONE,      /* the same grams, all along */
    GAP_EVENED,    /* they differ on the way, and in sum hardly: what was saved is lost again */
    GAP_WITHIN,    /* all of it arises in a stretch */
    GAP_MOSTLY,    /* most of it does */
    GAP_THROUGHOUT /* all along */
};

struct gap {
    enum gap_shape shape;
    double delta_g;          /* now less then */
    double against_g;        /* what went the other way: of a saving the grams that were added, >= 0 */
    int64_t from_ns, to_ns;  /* the stretch, of WITHIN and MOSTLY */
    bool from_start, to_end; /* it begins with the runs; it lasts to their end */
    double share;            /* of the difference that arises in it, 0..1 */
    int64_t same_until_ns;   /* until then the runs are the same */
};

/* Of two finished recordings. */
struct gap gap_of(const struct recording *then, const struct recording *now);

/* The difference of the carbon rates at each point of two curves of the same window, g/h: NAN where one is
 * not known (yet), and where one has ended the other's rate alone. Returns how many points have one. */
int gap_points(const struct curves *then, const struct curves *now, float *points);

/* The point where they differ most in the next stretch after point `at` (before it, with direction -1) in
 * which they differ at least half as much as anywhere; -1: there is none. */
int gap_next_peak(const float *points, int n, int at, int direction);

#endif
