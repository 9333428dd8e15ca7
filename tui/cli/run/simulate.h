/* What `run` does before it prints: the edits of the command line, one simulation to its end, and many of
 * them that differ in the seed alone. */
#ifndef WATTIF_TUI_CLI_SIMULATE_H
#define WATTIF_TUI_CLI_SIMULATE_H

#include "engine/base/error.h"
#include "engine/explore/prepare.h"
#include "engine/explore/sweep.h"
#include "engine/model/model.h"
#include "engine/sim/run.h"
#include "tui/cli/flatten.h"
#include "tui/cli/options.h"
#include "tui/cli/command.h"
#include "engine/explore/result.h"
#include "store/store.h"

/* --set and --policy in their order, then --seed, then --at (whose ISO times count from the start). */
bool simulate_apply_options(struct scenario *scenario, const struct options *options, struct error *error);
/* Only those that belong to a word, counted from 1: that stand behind it and before the next; and those
 * before the first word, which are of all. */
bool simulate_apply_word(struct scenario *scenario, const struct options *options, size_t word,
                         struct error *error);
/* Is it one of these; are there any? */
bool simulate_is_change(const struct option_info *option);
bool simulate_any_options(const struct options *options);

/* Runs to the end; the model is prepared. With `recording` (recording_for_model) it is filled; NULL only
 * measures. `progress`: after a second a line on stderr tells how far it is. */
bool simulate_once(struct model *model, struct recording *recording, struct summary *summary, bool progress,
                   struct error *error);

/* The run's JSON as a flat row. False when out of memory. */
bool simulate_row(const struct model *model, const struct summary *summary, struct flat *row);

enum { REPLICATES_MAX = 4096 };

struct replication {
    int n, jobs;         /* threads; 0: as many as there are processors */
    bool texts, rows;    /* what else is wanted of each seed */
    struct model *first; /* that of the first seed */
    struct shelf *shelf; /* of derived inputs; those of the first seed are kept behind it */
    bool progress;       /* a line on stderr that is written over */
};

/* The results of n seeds: every metric of each, and where they are wanted the JSON of the contract, an
 * element of an array that lies REPLICATES_DEPTH deep, or the flat row of it; else NULL. They do not depend
 * on the number of threads. */
enum { REPLICATES_DEPTH = 2 };
struct replicates {
    size_t n, n_columns;
    struct sweep_column *columns; /* first those of a sweep, then the GPUs' */
    double *values;               /* [n][n_columns]; NAN: not known */
    char **texts;
    struct flat *rows;
    bool *kept; /* no limit was broken */
    bool *idle; /* every answer of some layer's scheme was refused */
};

/* Runs the seeds scenario->seed .. + n - 1. On failure nothing is left. */
bool simulate_replicates(const struct scenario *scenario, const struct catalog *catalog,
                         const struct replication *replication, struct replicates *results,
                         struct error *error);
void replicates_free(struct replicates *results);

/* Before a run of the command line: what must be measured first (engine/explore/prepare.h), from the store if
 * it is there, with a line on stderr where it takes long enough to be noticed. */

/* `jobs`: threads, 0 for as many as processors. False with a message. */
bool prepare_model(const struct invocation *invocation, struct model *model, struct shelf *shelf, int jobs,
                   struct error *error);

/* What a run is held against (scenario_become_baseline), simulated beside it, so that it can be saved with it
 * and need not be simulated whenever the saved run is looked at. It is nothing that anybody has asked for:
 * where there is none, or no memory for it, nothing is said. */

struct beside {
    struct jobs *jobs;
    struct shelf *shelf;
    struct result *result; /* NULL: there is none */
    struct run_made made;
};

/* Begins; `jobs`: threads in all, 0 for as many as processors. What must be measured is found on the shelf,
 * and put there. */
void beside_begin(struct beside *beside, const struct model *model, const struct catalog *catalog,
                  struct shelf *shelf, int jobs);
/* To its end, with the caller's help; NULL: there is nothing to keep. Valid until beside_free. */
const struct run_made *beside_end(struct beside *beside);
void beside_free(struct beside *beside);

#endif
