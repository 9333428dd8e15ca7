/* The coach's box: what a lesson or a demo says beside the dashboard. A text, a question to be answered
 * before the answer shows, what came of it, a task whose state ticks, a hint, and what to press. It knows
 * nothing of lessons: whoever drives it fills in the parts that are due.
 *
 * It takes no place from what it talks about: on a wide screen it has columns of its own, on a middle one it
 * stands over the right column, above or below what it points at, on a small one or where the right column is
 * what it talks about it has rows of its own at the foot. Under a view it is a strip or a line there, so that
 * it can be read while the view is worked with. */
#ifndef WATTIF_TUI_WIDGETS_COACH_H
#define WATTIF_TUI_WIDGETS_COACH_H

#include "tui/term/canvas.h"

enum { COACH_CHOICES = 5, COACH_PROMPT = -1 };

/* NULL: there is no such part (yet). In text, what stands between two `*` is bright. */
struct coach {
    const char *title;  /* "The trade-off in CIT" */
    const char *series; /* "3 of 12", or NULL */
    int step, n_steps;  /* counted from 1; 0: not told */
    const char *text;
    const char *question;
    int n_choices;
    const char *choices[COACH_CHOICES];
    int marked;      /* the one that Enter would take; -1: none */
    int answered;    /* -1: not yet */
    int right;       /* once answered; -1: nobody knows yet */
    const char *why; /* the answer is wrong, or NULL */
    const char *reveal;
    const char *task;
    const char *state; /* of the task, live: "665 late, not yet" */
    bool done;         /* the task is */
    const char *hint;
    const char *prompt; /* the last row: what to press; which step it is stands at its end */
};

enum coach_form { COACH_COLUMN, COACH_OVER, COACH_STRIP, COACH_LINE };

struct coach_place {
    enum coach_form form;
    struct rect box;
    int columns, rows; /* for what it stands beside, from the upper left corner; the last row is for hints */
    bool low;          /* over others, it stands at the foot of its box: what it talks about is above */
};

/* `covered`: a view is open over the dashboard. `right`: it talks about something in the right column. */
struct coach_place coach_place(int columns, int rows, bool covered, bool right);

/* Dims all but these rectangles, which keep their brightness; what can be clicked stays so. */
void coach_dim(struct canvas *canvas, const struct rect *bright, int n);
/* A label at what it points at: at the end of the first row of `rect`, or beside it. */
void coach_point(struct canvas *canvas, struct rect rect, bool beside, const char *label);

/* The box as it is drawn: no higher than what it says where it stands over others. */
struct rect coach_box(const struct coach *coach, const struct coach_place *place);
/* Draws it; parts that were read before give way where there is no room for all. Choices and the prompt are
 * spots (SPOT_CHOICE) that can be clicked. */
void coach_draw(const struct coach *coach, const struct coach_place *place, struct canvas *canvas);

#endif
