/* The line-up: two to four runs side by side, each held against one of them, the base. Saved runs are told
 * from their recordings, the run explored and its reference from theirs: nothing is simulated for what is
 * shown. Whether a difference is luck only other seeds can tell: they are a question (questions.h), answered
 * behind the screen for as long as the line-up is open, where the runs may be paired (contrast.h). A part of
 * what is explored; it draws nothing. */
#ifndef WATTIF_TUI_EXPLORER_LINEUP_H
#define WATTIF_TUI_EXPLORER_LINEUP_H

#include "engine/answers/curves.h"
#include "engine/answers/gap.h"
#include "engine/explore/contrast.h"
#include "store/store.h"
#include "tui/explorer/explorer.h"

enum { LINEUP_RUNS = CONTRAST_RUNS, LINEUP_SEEDS = 20, LINEUP_SEEDS_MAX = 100, LINEUP_WORDS = 512 };

/* Between the words of a line-up, each a saved run, a scenario or a file, as the command line takes them; the
 * word LINEUP_NOW is the run explored, and with KNOB=VALUE behind it that run with the value throughout. */
#define LINEUP_BREAK "\n"
#define LINEUP_NOW "\t"

struct lineup_run {
    char name[CONTRAST_NAME_SIZE];
    char opens[64];          /* the word that opens it; "": it is explored, or a reference */
    char inputs[400];        /* what of a saved run's inputs has changed since, or "" */
    struct saved_run *saved; /* owned; NULL: */
    struct result *result;   /* a reference; it may still grow */
    struct model *model;     /* a reference */
    struct curves *curves;   /* owned; of the window below */
    bool lots;               /* a scheme of it draws lots: one run of it proves nothing */
    bool seen;               /* it is in `shown` */
};

struct lineup {
    size_t n, base, other; /* `other` is held against `base` where there is room for one */
    struct lineup_run runs[LINEUP_RUNS];
    struct contrast shown; /* the runs as they are, once all of them are known */
    struct contrast seeds; /* over the seeds that have come */
    size_t wanted;         /* seeds; as many as there are where no more come */
    size_t asked;          /* the first seed of the question */
    struct question *question;
    char fault[160];     /* why no more seeds come, or "" */
    const char *why_not; /* `other` is not paired with `base`, because ...; or NULL */
    int64_t horizon_ns;  /* of the longest */
    struct curve_window window;
    /* Of `other` against `base`: */
    bool compared; /* both are known */
    int n_points;
    float points[CURVE_POINTS]; /* gap_points */
};

/* Opens the runs of `words`, or for "" the reference shown and the run explored. False with a message: then
 * there is nothing to close. */
bool lineup_open(struct lineup *lineup, struct explorer *explorer, struct store *store, const char *words,
                 struct error *error);
void lineup_close(struct lineup *lineup, struct explorer *explorer);

/* Takes in what has come, and brings the curves to `points` points of the whole. */
void lineup_update(struct lineup *lineup, int points);
/* Another base, another run held against it. */
void lineup_choose(struct lineup *lineup, size_t base, size_t other);

static inline const struct recording *lineup_recording(const struct lineup_run *run)
{
    return run->saved ? run->saved->recording : run->result->recording;
}
static inline const struct scenario *lineup_scenario(const struct lineup_run *run)
{
    return &run->model->scenario;
}
bool lineup_is_known(const struct lineup_run *run);

/* Stops what seeds still come, or asks for as many again. False with a message, also where there are as many
 * as can be. */
bool lineup_stop_or_more(struct lineup *lineup, struct explorer *explorer, struct error *error);

#endif
