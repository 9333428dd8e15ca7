/* The waterfall: what the difference between two runs' carbon is made of, as bars that add up to it: by part
 * of the ledger, by GPU, or by app. What belongs to no GPU (embodied, cooling, facility) or to no app (idle
 * energy too) has bars of its own, so nothing is left over. Runs of different fleets or apps have a bar for
 * each of either; grams. */
#ifndef WATTIF_ANSWERS_WATERFALL_H
#define WATTIF_ANSWERS_WATERFALL_H

#include "engine/sim/summary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
