/* A contrast: two to four runs side by side, metric by metric, each against one of them, the base. A run has
 * values for one seed or for several; seed i of all of them saw the same requests, so differences are taken
 * seed by seed (pairing.h), unless the runs may not be paired; draws with other seeds are held mean against
 * mean. What `wattif compare` prints and the view of
 * that name shows is all asked here. */
#ifndef WATTIF_EXPLORE_CONTRAST_H
#define WATTIF_EXPLORE_CONTRAST_H

#include "engine/explore/pairing.h"
#include "engine/explore/sweep.h"

enum { CONTRAST_RUNS = 4, CONTRAST_NAME_SIZE = 96 };

/* One of them: a sweep of its scenario over seeds alone, and the metrics of each. */
struct contrast_run {
    char name[CONTRAST_NAME_SIZE];
    struct sweep sweep; /* owned */
    struct carbon_meaning grams;
    size_t n;       /* seeds that are known, from the first on */
    double *values; /* [sweep.replicates][sweep_columns()]; owned */
};

struct contrast {
    size_t n, base; /* runs; the one that the others are held against */
    struct contrast_run runs[CONTRAST_RUNS];
};

/* Fills run number contrast->n, which is `n` more then; its scenario is copied. False with a message. */
bool contrast_add(struct contrast *contrast, const char *name, const struct scenario *scenario,
                  struct carbon_meaning grams, size_t seeds, struct error *error);
void contrast_free(struct contrast *contrast);

/* Where the values of the next seed of a run go, one for each of its sweep's columns. There must be one. */
double *contrast_next(struct contrast_run *run);
/* The same, filled from its summary; `model` as in metric.h. */
void contrast_put(struct contrast_run *run, const struct model *model, const struct summary *summary);

/* Why the runs are not all paired with the base, as the end of "not paired, because ..."; NULL: they are. */
const char *contrast_why_not(const struct contrast *contrast);
/* The same of two of them. */
const char *contrast_why_not_of(const struct contrast *contrast, size_t a, size_t b);
/* Why their grams say nothing of each other, so that no row holds them against each other (carbon_apart);
 * NULL: they do. */
const char *contrast_apart_of(const struct contrast *contrast, size_t a, size_t b);
/* Over seeds, is the difference of two of them judged: seed by seed, or, where they differ in their seeds
 * alone, as draws of the same requests? Else they did other work. */
bool contrast_is_judged(const struct contrast *contrast, size_t a, size_t b);
/* Of one seed alone, and other luck may say otherwise: schemes draw lots, or their requests are not the
 * same. */
bool contrast_is_one_draw(const struct contrast *contrast, size_t k);
/* Is any run judged against the base? */
bool contrast_has_pair(const struct contrast *contrast);
/* Have they the same apps? Else only the whole runs are compared. */
bool contrast_same_apps(const struct contrast *contrast);
/* Seeds that all of them know. */
size_t contrast_seeds(const struct contrast *contrast);

/* One metric of all of them. */
struct contrast_row {
    struct sweep_column column;
    double values[CONTRAST_RUNS];           /* means over the seeds */
    struct pairing pairings[CONTRAST_RUNS]; /* against the base; of the base nothing */
};
/* False where no run knows it. Its verdicts are those of a row that is shown alone. */
bool contrast_row(const struct contrast *contrast, struct sweep_column column, struct contrast_row *row);
/* What run k differs by from the base in each seed that both know; returns how many, at most `max`: none
 * where they are not paired. */
size_t contrast_differences(const struct contrast *contrast, struct sweep_column column, size_t k,
                            double *out, size_t max);
/* Calls `take` for every row that is shown in a list of as much as `least`, all judged together:
 * SHOWN_MAIN what people weigh, SHOWN_NEVER everything. False: out of memory. */
bool contrast_each_row(const struct contrast *contrast, enum metric_shown least,
                       void (*take)(void *context, const struct contrast_row *row), void *context);

/* Of all runs: larger than the noise where any difference is. */
enum pairing_verdict contrast_verdict(const struct contrast *contrast, const struct contrast_row *row);
/* The run that is best by this metric, and not just by luck of equality; NULL: none is. */
const char *contrast_best(const struct contrast *contrast, const struct contrast_row *row);

#endif
