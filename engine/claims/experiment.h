/* Published experiments, held against what this engine obtains. A paper is a table of expectations (one claim
 * each, by the id of its spec), the trials that they need (each is what a `wattif run` command line could
 * say), and the sweeps that tell how far a claim carries: other arrivals, profiles scaled, other starts. All
 * trials run in parallel and are reduced in order of index, so results do not depend on the number of
 * threads. A claim that does not come out is a result like any other: its verdict is `deviates` and its row
 * says why; nothing is tuned to make it hold.
 *
 * To add a claim to a paper: a row of its table (carbondis.def) and its judge.
 * To add a paper: one file with a `struct paper` and one row in experiment_papers[]; the command, the cache
 * and the tests read the rest from here. */
#ifndef WATTIF_CLAIMS_EXPERIMENT_H
#define WATTIF_CLAIMS_EXPERIMENT_H

#include "engine/base/error.h"
#include "engine/model/catalog.h"
#include "engine/model/model.h"
#include "engine/model/scenario.h"
#include "engine/sim/recording.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum verdict { VERDICT_HOLDS, VERDICT_DEVIATES, VERDICT_UNTESTABLE, VERDICT_COUNT };
extern const char *const verdict_names[VERDICT_COUNT]; /* "holds", "deviates", "untestable" */

enum {
    OBTAINED_SIZE = 1536,
    NUMBERS_MAX = 8,
    SETTINGS_MAX = 6,
    SWEEP_VALUES_MAX = 32,
    POINTS_MAX = 96,
    VARIANTS_MAX = 3
};

struct shelf;

/* What experiments read: inputs by name, and built-in scenarios. All calls happen on the caller's thread. */
struct experiment_inputs {
    const struct catalog *catalog;
    bool (*scenario)(void *context, const char *name, struct scenario *scenario, struct error *error);
    void *context;                                          /* of `scenario` */
    int jobs;                                               /* threads; 0 = as many as there are processors */
    bool presets_only;                                      /* leave the sweeps out: only point 0 */
    struct shelf *shelf;                                    /* of derived inputs (prepare.h), or NULL */
    void (*progress)(void *context, size_t done, size_t n); /* or NULL */
};

/* One run: a scenario with settings as in --set, and what no knob can say. */
struct trial {
    const char *scenario;
    const char *settings[SETTINGS_MAX]; /* ended by NULL or the end of the array */
    int64_t requests;                   /* of every app; 0 = as the scenario says */
    int64_t delay_s;                    /* starts this much later */
    uint64_t seed;                      /* 0 = as the scenario says */
};

/* What one judge found: "obtained" says it in words and numbers, for people. */
struct judgement {
    enum verdict verdict;
    size_t used;
    char obtained[OBTAINED_SIZE];
};

/* What a judge sees: the outcomes of one point's trials, in order. */
struct evidence {
    const struct experiment_inputs *inputs;
    const void *outcomes; /* NULL where the expectation is not simulated */
};

struct expectation {
    const char *id, *source; /* "CD-13", "CarbonDIS Fig. 8" */
    const char *claim, *expected;
    const char *why[VERDICT_COUNT]; /* for each verdict; NULL = the general sentence */
    bool simulated;                 /* needs the paper's trials */
    /* One of the two. `numbers` computes the values that stand in `expected`, in order; they hold if they
     * print to the same digits. */
    void (*judge)(const struct evidence *evidence, struct judgement *judgement);
    bool (*numbers)(const struct experiment_inputs *inputs, double values[NUMBERS_MAX], struct error *error);
};

/* How the verdicts of a sweep are told: each by itself with what was obtained, as ranges of values, or as a
 * share. */
enum sweep_shape { SWEEP_VARIANTS, SWEEP_RANGES, SWEEP_SHARE };

struct sweep {
    const char *knob;   /* of the scenario, or of every app where `every_app`; `seed`, `clover.c_base_ci`,
                           `clover.window_s` */
    const char *phrase; /* "with arrivals", "at profile_scale", "January starts" */
    enum sweep_shape shape;
    bool every_app;
    bool (*uses)(int trial); /* NULL: all; outcomes of the others are all zero, which judges must know */
    int n;
    const char *values[SWEEP_VALUES_MAX];
};

/* Point 0 is the presets as they are; then come the values of the first sweep, of the second, and so on. */
struct paper {
    const char *prefix, *title;   /* "CD", "CarbonDIS" */
    const char *const *scenarios; /* that the trials use, ended by NULL */
    const struct expectation *expectations;
    size_t n_expectations;
    const struct sweep *sweeps;
    int n_sweeps;
    int n_trials; /* at each point */
    struct trial (*trial)(int index);
    size_t outcome_size;
    /* Reads what the judges need from a finished run; called on any thread. */
    void (*measure)(const struct model *model, const struct recording *recording, void *outcome);
};

extern const struct paper *const experiment_papers[]; /* ended by NULL */
extern const struct paper paper_carbondis, paper_clover;

int paper_points(const struct paper *paper);
/* The sweep that a point belongs to and its position there; -1 for point 0. */
int paper_point_sweep(const struct paper *paper, int point, int *position);
/* The point of the k-th variant: the values of all SWEEP_VARIANTS, in order; -1 beyond the last. */
int paper_variant_point(const struct paper *paper, int k);

/* What was found for one expectation. A plain value. */
struct finding {
    const struct expectation *expectation;
    const struct paper *paper;
    int n_points;                               /* 1 where it is not simulated */
    uint8_t verdicts[POINTS_MAX];               /* enum verdict, by point */
    char obtained[OBTAINED_SIZE];               /* at point 0 */
    char variants[VARIANTS_MAX][OBTAINED_SIZE]; /* at the points of paper_variant_point */
};

/* Runs what the wanted expectations need (wanted[i] for the i-th of the paper) and fills findings[i] of
 * those. False when an input is missing or memory runs out. */
bool experiment_run(const struct paper *paper, const struct experiment_inputs *inputs, const bool *wanted,
                    struct finding *findings, struct error *error);

/* Marks the expectations of all papers that a word names: an id exactly ("CD-1"), else every id that starts
 * with it ("CD", "CD-N"), whatever the case. `marks` has experiment_count() places, in the order of the
 * papers. Returns how many. */
size_t experiment_count(void);
size_t experiment_select(const char *word, bool *marks);

/* When the claim holds, from the verdicts of the sweeps that could tell; false where there are none. */
bool finding_holds_when(const struct finding *finding, char *out, size_t size);
const char *finding_why(const struct finding *finding);

/* One line of text that finding_from_line reads back (for a cache); out needs FINDING_LINE_SIZE. */
enum { FINDING_LINE_SIZE = (1 + VARIANTS_MAX) * OBTAINED_SIZE + POINTS_MAX + 64 };
void finding_to_line(const struct finding *finding, char *out);
bool finding_from_line(const struct paper *paper, const char *line, struct finding *finding);

/* For judges: adds text to `obtained`. */
void judgement_say(struct judgement *judgement, const char *format, ...) PRINTF_LIKE(2, 3);
/* `expected` with its numbers replaced by these, printed to as many digits; a digit after a letter is no
 * number. */
void numbers_print(const char *expected, const double *values, size_t n, char *out, size_t size);

#endif
