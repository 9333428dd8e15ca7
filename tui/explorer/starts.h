/* The scenario explored at its other starts, and on other grids, each beside what it is held against there:
 * the list of those runs, which is asked as a question (questions.h). And what is known of how the saving
 * spreads over the starts. A few of them are asked for by the dashboard itself, where the run is short enough
 * to cost next to nothing: they tell its first sentence what one start is worth. A part of the explorer. */
#ifndef WATTIF_TUI_EXPLORER_STARTS_H
#define WATTIF_TUI_EXPLORER_STARTS_H

#include "engine/answers/days.h"
#include "engine/base/error.h"
#include "tui/explorer/questions.h"

struct explorer;

enum { STARTS_GRIDS = 64, STARTS_NAME = 96, STARTS_FEW = 24 };

/* Run 2k is the scenario at the k-th start, run 2k + 1 its reference there; after the starts come the grids
 * in the same way. */
struct starts_runs {
    struct scenario scenario, reference; /* the second is the first where it is held against nothing */
    char title[STARTS_NAME];             /* of the reference: "HIGHPERF"; "": there is none */
    struct starts starts;
    size_t n_grids;
    struct starts_grid {
        char name[STARTS_NAME];
        const struct carbon_trace *trace; /* of the catalogue; NULL: it cannot be read */
        int64_t start_s;                  /* the run's, or the instant most like it */
        bool covered; /* the trace has all of the run; else it is neither run nor ranked */
    } grids[STARTS_GRIDS];
};

/* All that can be asked of `most` starts (0: all) and these grids; their scenarios, too. NULL with a message.
 */
struct starts_runs *explorer_starts_runs(struct explorer *explorer, int most, struct error *error);
/* One that cannot be read is not covered; false with a message where memory lacks. */
bool starts_add_grid(struct starts_runs *runs, struct explorer *explorer, const char *name,
                     struct error *error);
/* A plan of a question, whose context they become. */
struct question_plan starts_plan_of(struct starts_runs *runs, enum job_priority priority);
void starts_runs_free(void *context);

/* Asks for a few starts behind everything else, where the run is cheap enough and nothing is known. */
void explorer_ask_few_starts(struct explorer *explorer);
/* How the savings of the scenario as it is spread; NULL: nobody has asked, or it is not known yet. */
const struct starts_spread *explorer_starts(const struct explorer *explorer);
/* It is known from now on. */
void explorer_note_starts(struct explorer *explorer, const struct starts_spread *spread);

/* The same of what the scenario as it is comes to over what is not known (tui/ask/doubt.c), in words; NULL:
 * nobody has asked. */
enum { DOUBT_WORDS = 120 };
const char *explorer_doubt(const struct explorer *explorer);
void explorer_note_doubt(struct explorer *explorer, const char *words);

/* --- for the explorer itself --- */

/* True if something has come. */
bool explorer_take_starts(struct explorer *explorer);
void explorer_drop_starts(struct explorer *explorer);

#endif
