/* The gap: how the carbon of one run comes apart from that of another in time. Where it arises is told as the
 * shortest stretch that holds (nearly) all of it, or most of it; what goes the other way meanwhile is told
 * beside it. Positive is more than then. Runs may have buckets of other widths and end at other times: after
 * its end a run emits nothing. Times are ns since the start of the runs, carbon in g. */
#ifndef WATTIF_ANSWERS_GAP_H
#define WATTIF_ANSWERS_GAP_H

#include "engine/answers/curves.h"

/* ---- in time ---- */

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
};

/* Of two finished recordings. */
struct gap gap_of(const struct recording *then, const struct recording *now);

/* The difference of the carbon rates at each point of two curves of the same window, g/h: NAN where one is
 * not known (yet), and where one has ended the other's rate alone. Returns how many points have one. */
int gap_points(const struct curves *then, const struct curves *now, float *points);

/* The point where they differ most in the next stretch after point `at` (before it, with direction -1) in
 * which they differ at least half as much as anywhere; -1: there is none. */
int gap_next_peak(const float *points, int n, int at, int direction);

/* ---- by part ---- */

/* The waterfall: what the difference between two runs' carbon is made of, as bars that add up to it: by part
 * of the ledger, by GPU, or by app. What belongs to no GPU (embodied, cooling, facility) or to no app (idle
 * energy too) has bars of its own, so nothing is left over. Runs of different fleets or apps have a bar for
 * each of either; grams. */

enum waterfall_cut { WATERFALL_LEDGER, WATERFALL_GPU, WATERFALL_APP, WATERFALL_CUTS };
extern const char *const waterfall_cut_names[WATERFALL_CUTS]; /* "ledger part", "GPU", "app" */

struct waterfall_bar {
    char name[64]; /* "idle", "gpu1 A100-40GB", "job1" */
    double then_g, now_g;
    enum ledger ledger; /* of the ledger's parts; LEDGER_COUNT: a GPU, an app, or several folded into one */
    int64_t units;      /* its difference, rounded (waterfall_round) */
};

enum { WATERFALL_BARS = 2 * GPUS_MAX + LEDGER_COUNT };

struct waterfall {
    enum waterfall_cut cut;
    double then_g, now_g; /* of the whole runs */
    int n;
    struct waterfall_bar bars[WATERFALL_BARS]; /* the largest difference first */
};

static inline double waterfall_delta(const struct waterfall_bar *bar)
{
    return bar->now_g - bar->then_g;
}

/* Cuts the difference; parts that neither run has are no bars. False where a run does not tell (it was saved
 * before this was kept): a bar would be missing. */
bool waterfall_make(struct waterfall *waterfall, const struct summary *then, const struct summary *now,
                    enum waterfall_cut cut);

/* Folds the smallest bars into one, "5 others", so that at most `most` (>= 1) are left; their units too. */
void waterfall_fold(struct waterfall *waterfall, int most);

/* The differences in whole units of so many grams, so that what is printed adds up, too: each is at most one
 * unit off, and their sum is what the whole difference is rounded to, which is returned. */
int64_t waterfall_round(struct waterfall *waterfall, double unit_g);

#endif
