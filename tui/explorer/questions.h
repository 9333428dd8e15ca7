/* Questions: what many runs beside the one explored come to (the values of a knob, schemes, seeds, starts,
 * grids). A question is a list of scenarios; those whose answer is not known are simulated behind the screen,
 * in one campaign of the explorer's one queue of jobs, so whatever is more urgent goes first. What is kept of
 * a run is its answer, its totals and metrics, and not its recording. Answers are found again by what their
 * run is a function of, so asking again, for a knob that was turned there and back or for another list with
 * some of the same runs, simulates nothing; the newest few hundred stay, and all that a question holds.
 *
 * A question stands for itself: a change of the scenario explored leaves it alone. Whoever asked forgets it
 * when it is no longer of use. All of this is the screen's thread's; only the plan's `scenario` is called on
 * others. A part of the explorer (explorer.h). */
#ifndef WATTIF_TUI_EXPLORER_QUESTIONS_H
#define WATTIF_TUI_EXPLORER_QUESTIONS_H

#include "engine/answers/metric.h"
#include "engine/base/error.h"
#include "engine/explore/jobs.h"
#include "engine/model/scenario.h"
#include "engine/sim/summary.h"

struct explorer;
struct question;

/* How many answers are kept that no question holds; one takes about 30 kB. */
enum { ANSWERS_KEPT = 512 };

struct question_plan {
    size_t n;                   /* runs */
    enum job_priority priority; /* JOB_LATER; JOB_ASKED for what somebody sees come */
    bool known_only;            /* nothing is simulated: what is known is all that there will be */
    /* Fills the scenario of a run (scenario_free). A pure function, called on any thread and more than once.
     * False with a message: there is no such run, which is its fault and no other's. */
    bool (*scenario)(void *context, size_t i, struct scenario *scenario, struct error *error);
    void *context;
    void (*free_context)(void *context); /* or NULL */
};

/* What is kept of a run that has finished. */
struct answer;

/* Asks: what is known is there at once, the rest comes with explorer_pump. Takes the plan's context over,
 * also on failure. NULL with a message when out of memory. */
struct question *explorer_ask(struct explorer *explorer, const struct question_plan *plan,
                              struct error *error);
/* Calls off what is left of it and frees it; what has come stays known. NULL is none. */
void explorer_forget(struct explorer *explorer, struct question *question);

size_t question_size(const struct question *question);
/* Of run i; valid until the question is forgotten. NULL: not yet, or it cannot be simulated
 * (question_fault). */
const struct answer *question_answer(const struct question *question, size_t i);
/* Why there will be none, or NULL. */
const char *question_fault(const struct question *question, size_t i);
/* How many have an answer or a fault. */
size_t question_done(const struct question *question);
/* All of them have, or nothing more will come. */
bool question_is_over(const struct question *question);

const struct summary *answer_summary(const struct answer *answer);
/* As metric_value of the run, with its model. */
double answer_metric(const struct answer *answer, enum metric metric, int part);

/* --- for the explorer itself --- */

/* Of a scenario, if it is known: a new reference, or NULL. */
struct answer *explorer_recall(struct explorer *explorer, const struct scenario *scenario);
/* Of a run that was simulated for something else: it is known from now on. A new reference; NULL when out of
 * memory. */
struct answer *explorer_note(struct explorer *explorer, const struct model *model,
                             const struct summary *summary);
void answer_release(struct answer *answer);
/* True if something has come. */
bool explorer_take_questions(struct explorer *explorer);
bool explorer_questions_busy(const struct explorer *explorer);
/* Waits for what runs: before the queue ends. */
void explorer_drop_questions(struct explorer *explorer);

#endif
