/* A lecture from beginning to end, without a terminal and without a clock, and each of its words held to what
 * comes out.
 *
 * A recital is of a demo. What it
 * tells goes to a file as text, with the numbers of this run; whatever it claims is looked at. Or its frames
 * go into an asciinema v2 file, a cast, at the times at which they would be seen: a line of JSON that says
 * how large it is, then a line a frame, [seconds, "o", bytes]. The bytes are the painter's, so that playing
 * them in a terminal of that size gives the frames; the times are the demo's, so that it always gives the
 * same file. */
#ifndef WATTIF_TUI_DESK_RECITAL_H
#define WATTIF_TUI_DESK_RECITAL_H

#include "store/lessons/lecture.h"
#include "tui/desk/desk.h"

struct recital {
    FILE *out;  /* NULL: nothing is told */
    FILE *cast; /* or NULL; its owner asks whether all was written */
    enum color_mode color;
    int n_untrue; /* claims that do not hold: each was told on stderr, with its line */
};

/* Plays the demo that the desk has open. False: a step of it failed, at the place that is told. */
bool recital_run(struct recital *recital, struct desk *desk, struct error *error);

/* Plays a lesson (taken over), each question answered and each task done by its solution, so that whoever
 * writes one learns at once where it is not true, and a test learns when it no longer is. Each step: every
 * live number is known; exactly one choice is right once the lesson has turned what it turns; what it expects
 * holds; the task is not done before its solution, and is done after it. With several seeds the right choice
 * is so in nine of ten of them, too: a quiz is about the schemes, not about one draw. `runs`: how many were
 * simulated. False with faults, or with an error where something could not run. */
bool lesson_play(struct store *store, struct lecture *lesson, int seeds, int *runs, struct faults *faults,
                 struct error *error);

#endif
