/* Published experiments, held against what this engine obtains. A paper is a table of expectations (one claim
 * each, by the id of its spec), the trials that they need (each is what a `wattif run` command line could
 * say), and the sweeps that tell how far a claim carries: other arrivals, profiles scaled, other starts. All
 * trials run in parallel and are reduced in order of index, so results do not depend on the number of
 * threads. A claim that does not come out is a result like any other: its verdict is `deviates` and its row
 * says why; nothing is tuned to make it hold.
 *
 * A paper is a document, datasets/papers/NAME.json, which the store reads (store/claims/papers.h): to add a
 * claim is a member of its array, to add a paper a file; the command, the cache, the dashboard and the tests
 * read the rest from here. */
#ifndef WATTIF_CLAIMS_EXPERIMENT_H
#define WATTIF_CLAIMS_EXPERIMENT_H

#include "engine/explore/jobs.h"
#include "engine/model/model.h"
#include "engine/sim/recording.h"

enum verdict { VERDICT_HOLDS, VERDICT_DEVIATES, VERDICT_UNTESTABLE, VERDICT_COUNT };
extern const char *const verdict_names[VERDICT_COUNT]; /* "holds", "deviates", "untestable" */

enum {
    OBTAINED_SIZE = 1536,
    WHY_SIZE = 1024,
    NUMBERS_MAX = 8,
    SETTINGS_MAX = 6,
    SWEEP_VALUES_MAX = 32,
    POINTS_MAX = 96,
    VARIANTS_MAX = 6,
    PARTS_MAX = 12,
    MEASURES_MAX = 3,
    CAUSES_MAX = 3,
    FIXES_MAX = 3,
    LABEL_SIZE = 40
};

struct shelf;
struct solver;
struct telling;
struct terms;

/* What experiments read: inputs by name, and built-in scenarios. All calls happen on the caller's thread. */
struct experiment_inputs {
    const struct catalog *catalog;
    bool (*scenario)(void *context, const char *name, struct scenario *scenario, struct error *error);
    void *context;     /* of `scenario` */
    int jobs;          /* threads; 0 = as many as there are processors */
    struct job *item;  /* an item of which asks: its queue's threads are taken, as urgently as it; NULL:
                          threads of its own */
    bool presets_only; /* leave the sweeps out: only point 0 */
    const char *const
        *settings; /* "K=V" of the user, which `scenario` has applied to all that have the knob */
    size_t n_settings;
    const char *altered; /* inputs that are not the shipped ones, "profile inception-v3"; NULL: all are. A
                            cause that was found for the shipped ones is then not given */
    const struct solver *solver; /* who proves bounds (engine/explore/solver.h), or NULL: nobody does. Asked
                                    at the presets alone */
    struct shelf *shelf;         /* of derived inputs (prepare.h), or NULL */
    void (*progress)(void *context, size_t done, size_t n); /* or NULL */
};

/* One run: a scenario with settings as in --set, and what no knob can say: seed=N, requests=N of every app,
 * delay_s=N, by which it starts later, cap_w=N of every GPU. */
struct trial {
    const char *scenario;
    const char *settings[SETTINGS_MAX]; /* ended by NULL or the end of the array */
};

/* A claim often speaks of several experiments at once (two job sets; three applications in two accountings):
 * whether one of them holds by itself, above 0. Or a number whose spread over starts is told. */
struct claim_part {
    char name[LABEL_SIZE]; /* "Set 1"; "Set 1, %" */
    double value;
};

/* What one judge found: "obtained" says it in words and numbers, for people, and "why" follows from them: it
 * states no number that the row does not have. */
struct judgement {
    enum verdict verdict;
    char obtained[OBTAINED_SIZE], why[WHY_SIZE];
    int n_parts, n_measures;
    struct claim_part parts[PARTS_MAX], measures[MEASURES_MAX];
};

/* Which of one point's trials a judge reads, by trial. */
struct evidence_needs {
    const bool *made;
    bool *asked;
    bool lacking; /* it has read one that is not made */
};

/* What a claim is judged by: the outcomes of one point's trials, in order. */
struct evidence {
    const struct experiment_inputs *inputs;
    const double *outcomes; /* NULL where the expectation is not simulated */
    const struct paper *paper;
    bool told;                    /* is what is said kept, or the verdict alone? */
    struct evidence_needs *needs; /* NULL: all were made */
};
/* The outcome of a trial, which the judge then needs. */
const double *evidence_outcome(const struct evidence *evidence, int trial);

/* A cause that is named for a claim, as a sentence; and its turn, an experiment in which it is away: the
 * value of one of the paper's sweeps, and the measure of the judge's that would then come nearer to what was
 * published. */
struct cause {
    const char *words;
    const char *knob, *value; /* NULL: no knob turns it, so that it is a possible reason at best */
    const char *measure;
    double published;
    bool beyond; /* whatever passes the published number has it, which is a bound */
};

struct expectation {
    const char *id, *source; /* "CD-13", "CarbonDIS Fig. 8" */
    const char *claim, *expected;
    bool simulated;               /* needs the paper's trials */
    const char *fixes[FIXES_MAX]; /* knobs that the claim itself sets: none of the user's to turn here */
    bool story;                   /* one of those that tell the paper's story together (paper_story) */
    const char *rule;             /* told whatever the verdict: a choice of ours that decides it; or NULL */
    struct cause causes[CAUSES_MAX]; /* told where it deviates; ended by one without words */
    const struct telling *telling;   /* how it is judged and told (telling.h) */
    bool formula; /* it is checked by arithmetic: its values, as `expected` prints them, are those in it */
};

/* How the verdicts of a sweep are told: each by itself with what was obtained, as ranges of values, as a
 * share; or not, as it is there for the turns of causes. */
enum sweep_shape { SWEEP_VARIANTS, SWEEP_RANGES, SWEEP_SHARE, SWEEP_TURNS };

struct claim_sweep {
    const char *knob;   /* of the scenario, or of every app where `every_app`; `seed`, `clover.c_base_ci`,
                           `clover.window_s`; `cap_w` of every GPU */
    const char *also;   /* "arrivals=exponential": set beside it; NULL: nothing is */
    const char *label;  /* of its variants in a list; NULL: the value says enough */
    const char *phrase; /* "with arrivals", "at profile_scale", "January starts" */
    enum sweep_shape shape;
    bool every_app;
    const bool *used; /* by trial, those that are made; NULL: all. Of the others nothing is known */
    int n;
    const char *values[SWEEP_VALUES_MAX];
};

/* Point 0 is the presets as they are; then come the values of the first sweep, of the second, and so on. */
struct paper {
    const char *prefix, *title;   /* "CD", "CarbonDIS" */
    double number;                /* papers come in this order */
    char hash[65];                /* of its document */
    const char *story;            /* "CD-5 to CD-14": the rows that are marked so; NULL: none are */
    const char *const *scenarios; /* that the trials use, ended by NULL */
    const char *fixes[FIXES_MAX]; /* knobs that every trial sets */
    const struct expectation *expectations;
    size_t n_expectations;
    const struct claim_sweep *sweeps;
    int n_sweeps;
    int n_trials; /* at each point */
    const struct trial *trials;
    const struct terms *terms; /* what its expressions name */
    size_t outcome_size;       /* how many numbers are kept of a run (terms_measure) */
};

/* Does every trial of the paper set this knob itself ("K=V")? */
bool paper_fixes(const struct paper *paper, const char *setting);

/* The first point of a sweep; of one after the last, how many points there are. */
int paper_first_point(const struct paper *paper, int sweep);
/* The sweep that a point belongs to and its position there; -1 for point 0. */
int paper_point_sweep(const struct paper *paper, int point, int *position);
/* The point of the k-th variant: the values of all SWEEP_VARIANTS, in order; -1 beyond the last. */
int paper_variant_point(const struct paper *paper, int k);

/* Must it be simulated? Not where the user has set a knob that it sets itself: it cannot be tested then. */
bool expectation_needs_runs(const struct paper *paper, const struct expectation *expectation,
                            const struct experiment_inputs *inputs);

/* What was found for one expectation. A plain value. */
struct finding {
    const struct expectation *expectation;
    const struct paper *paper;
    int n_points;                                /* 1 where it is not simulated */
    uint8_t verdicts[POINTS_MAX];                /* enum verdict, by point */
    char obtained[OBTAINED_SIZE], why[WHY_SIZE]; /* at point 0 */
    char variants[VARIANTS_MAX][OBTAINED_SIZE];  /* at the points of paper_variant_point */
    int n_parts, n_measures;
    char parts[PARTS_MAX][LABEL_SIZE];
    uint8_t part_verdicts[PARTS_MAX][POINTS_MAX]; /* a point that lacks the part: untestable */
    char measures[MEASURES_MAX][LABEL_SIZE];
    double values[MEASURES_MAX][POINTS_MAX]; /* of the measures; NAN unknown */
};

/* A finding of which nothing is known yet. */
void finding_begin(struct finding *finding, const struct paper *paper, const struct expectation *expectation);

/* Makes the runs that the judges of the wanted expectations read (wanted[i] for the i-th of the paper), and
 * no other, and fills findings[i] of those. False when an input is missing or memory runs out. */
bool experiment_run(const struct paper *paper, const struct experiment_inputs *inputs, const bool *wanted,
                    struct finding *findings, struct error *error);

/* The trial that proves or breaks the claim: of the first part that came out as the whole did; -1: it is not
 * simulated. */
int finding_trial(const struct finding *finding);
/* What a trial of the presets runs. False with a message. */
bool experiment_scenario(const struct paper *paper, const struct experiment_inputs *inputs, int index,
                         struct scenario *scenario, struct error *error);

/* When the claim holds, from the verdicts of the sweeps that could tell; false where there are none. `part`:
 * one of the finding's parts, -1 for the whole claim. */
bool finding_holds_when(const struct finding *finding, int part, char *out, size_t size);
/* Does a part tell something else than the whole claim? */
bool finding_part_differs(const struct finding *finding, int part);
const char *finding_why(const struct finding *finding);

/* Over the points of a sweep that is told as a share: how a measure spreads. False where there is no value.
 */
struct spread {
    int n;
    double mean, median, least, most;
};
bool finding_spread(const struct finding *finding, int sweep, int measure, struct spread *spread);

/* Over how many starts or seeds of a sweep the claim holds. False: it is no such sweep, or no point of it
 * could tell. */
struct held {
    int holds, untestable, of;
    const char *phrase; /* "January starts" */
};
bool finding_held(const struct finding *finding, int sweep, struct held *held);

/* The k-th cause and what its turn has shown: the measure at the presets and with the cause away, and the
 * share of the difference to the published number that is closed by it (below 0: it grows); NAN where the
 * turn was not made. False: there is no such cause. One that closes less than half is a possible reason, no
 * more. */
struct turned {
    const struct cause *cause;
    double before, after, closes;
    bool nearer; /* the turn moves it towards the published number */
};
bool finding_turn(const struct finding *finding, int k, struct turned *turned);
/* "profiles=sevenths: -28.31 instead of -6.55 (operational, %; published 15): closes -101 % of the
 * difference". */
void turned_print(const struct turned *turned, char *out, size_t size);
/* Adds causes and rule to the finding's why. */
void finding_tell_causes(struct finding *finding);

/* The variants by which a claim could tell something, one after the other: from all zero on, false beyond the
 * last. */
struct finding_variant {
    int k, point;                    /* among finding.variants; among its points */
    const struct claim_sweep *sweep; /* that it is a value of */
    const char *value;
    int next; /* where the walk goes on */
};
bool finding_next_variant(const struct finding *finding, struct finding_variant *variant);

/* Where all claims that tell the paper's story hold at once, as finding_holds_when says it for one; findings
 * by row. `part` names a part ("Set 1"), or NULL: all; claims that have no parts count whole. False where a
 * paper has no story, or not all its rows were found. */
bool paper_story(const struct paper *paper, const struct finding *findings, const char *part, char *out,
                 size_t size);

/* One line of text that finding_from_line reads back (for a cache); out needs FINDING_LINE_SIZE. */
enum {
    FINDING_LINE_SIZE = (1 + VARIANTS_MAX) * OBTAINED_SIZE + WHY_SIZE + POINTS_MAX +
                        PARTS_MAX * (LABEL_SIZE + POINTS_MAX + 2) +
                        MEASURES_MAX * (LABEL_SIZE + 26 * POINTS_MAX) + 64
};
void finding_to_line(const struct finding *finding, char *out);
bool finding_from_line(const struct paper *paper, const char *line, struct finding *finding);

/* `expected` with its numbers replaced by these, printed to as many digits; a digit after a letter is no
 * number. */
void numbers_print(const char *expected, const double *values, size_t n, char *out, size_t size);

#endif
