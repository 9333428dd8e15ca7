/* What holds for whoever decides in a run, shown for the seams of pickers, placers and governors alike by one
 * of each that only a test has (engine/sim/deciders.h): each loop that may serve the run gives the same, a
 * snapshot replayed is the run at that instant, and a fork is the straight run. */
#ifndef WATTIF_TESTS_SEAM_H
#define WATTIF_TESTS_SEAM_H

#include "tests/support/simulate.h"

struct seam {
    int cases;
    struct scenario (*scenario_of)(int k);
    const struct catalog *(*catalog)(void);
    struct run_options options;       /* with snapshots, a recording, and the extras on trial */
    int64_t first_s, step_s, until_s; /* when the snapshots are looked at */
    const char *edit;                 /* from when on the fork differs, "TIME:KNOB=VALUE" in seconds */
};

/* To the end, with the invariants of every run held there; the caller frees it. */
struct simulation seam_run(const struct seam *seam, const struct scenario *scenario);

/* The three properties as facts of a file, of the seam that the expression gives. */
#define FACTS_OF_SEAM(made)                                                                                  \
    FACT(test_every_loop)                                                                                    \
    {                                                                                                        \
        seam_every_loop((const struct seam[]){made});                                                        \
    }                                                                                                        \
    FACT(test_snapshots)                                                                                     \
    {                                                                                                        \
        seam_snapshots((const struct seam[]){made});                                                         \
    }                                                                                                        \
    FACT(test_fork)                                                                                          \
    {                                                                                                        \
        seam_fork((const struct seam[]){made});                                                              \
    }
void seam_every_loop(const struct seam *seam);
void seam_snapshots(const struct seam *seam);
void seam_fork(const struct seam *seam);

#endif
