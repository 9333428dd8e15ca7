/* The tutor: a lesson that is under way. It opens the lesson's scenario in the explorer (the one before stays
 * in the history), keeps the results of the moments that expressions ask of, turns what the lesson turns, and
 * tells which parts of a step are due. Texts are filled in when they come up and stay as they were said; the
 * state of a task is live. It draws nothing; the view of a lesson (tui/views/lesson.c) shows it. */
#ifndef WATTIF_TUI_EXPLORER_TUTOR_H
#define WATTIF_TUI_EXPLORER_TUTOR_H

#include "engine/base/error.h"
#include "store/file.h"
#include "store/lessons/lessons.h"
#include "tui/explorer/explorer.h"

enum { TUTOR_TEXT = 900, TUTOR_SEEN = 16 };

/* How it is to be left; whoever shows it closes then. */
enum tutor_leaving { TUTOR_REMAINS, TUTOR_KEEPS, TUTOR_DROPS };

/* What a step has come to; kept while the lesson lasts, so that going back shows it as it was. */
struct tutor_step {
    char text[TUTOR_TEXT], reveal[TUTOR_TEXT], why[TUTOR_TEXT], task[TUTOR_TEXT], hint[TUTOR_TEXT];
    bool said;             /* text is what was said, its numbers known */
    int marked;            /* choice that Enter would take; -1: none, so that nobody predicts by accident */
    int answered;          /* -1: not yet */
    int right;             /* -1: not known yet */
    bool turned;           /* the lesson has turned what it turns, or has nothing to */
    bool revealed;         /* and what came of it has been said */
    bool hinted, skipping; /* Enter was pressed at an unfinished task */
    bool done;             /* the task is, or there is none */
    struct bookmark *left; /* all as it was when the step was left; NULL: it was not; owned */
};

struct tutor {
    struct explorer *explorer;
    struct lecture lesson; /* owned */
    int step, furthest;
    struct tutor_step *steps; /* owned */
    struct result *start,
        *before;      /* finished, of the lesson and of this step; NULL: not there yet; references */
    int base, opened; /* changes in force: where the lesson began, and before it was opened */
    bool from_start;  /* how turns acted before */
    enum tutor_leaving leaving;
    int n_seen;
    char seen[TUTOR_SEEN][32]; /* views and panels, in this step */
};

/* Takes the lesson over, also on failure. Opens its scenario, unless that is open and unchanged. */
bool tutor_begin(struct tutor *tutor, struct explorer *explorer, struct store *store, struct lecture *lesson,
                 struct error *error);
/* What the lesson changed stays, or is taken back, with the scenario that was open before. Frees. */
void tutor_end(struct tutor *tutor, bool keep);

/* It is to be left so. */
void tutor_leave(struct tutor *tutor, bool keep);
/* Opens the lesson's scenario again, as it began, where another is open. */
bool tutor_resume(struct tutor *tutor, struct error *error);

/* Takes in what has been computed by now. True: a task has just been done. */
bool tutor_update(struct tutor *tutor);
/* This view or panel was looked at. */
void tutor_see(struct tutor *tutor, const char *name);

/* What the lesson says at this step: the lines of a kind, how many; the text of the first, "": none. */
int tutor_lines(const struct tutor *tutor, enum line_kind kind,
                const struct lecture_line *lines[LECTURE_LINES]);
const char *tutor_text(const struct tutor *tutor, enum line_kind kind);
const struct tutor_step *tutor_step(const struct tutor *tutor);
/* Another scenario is open: nothing of the lesson can be asked. */
bool tutor_is_away(const struct tutor *tutor);
/* A question waits for its answer. */
bool tutor_asks(const struct tutor *tutor);

/* Enter: answers with the marked choice, lets the lesson turn what it turns, or goes on. */
enum tutor_went { TUTOR_STAYS, TUTOR_WENT_ON, TUTOR_FINISHED };
enum tutor_went tutor_next(struct tutor *tutor, struct error *error);
/* To the step before, with run, knobs and cursor as they were when it was left; going on comes back to this
 * one in the same way. False: it is the first. */
bool tutor_back(struct tutor *tutor, struct error *error);
void tutor_mark(struct tutor *tutor, int by);
/* Answers; false: no question waits, or it has no such choice. */
bool tutor_answer(struct tutor *tutor, int choice, struct error *error);
/* The first time the hint, then the lesson does it itself. */
bool tutor_hint(struct tutor *tutor, struct error *error);
/* True: this would take back what the lesson began with. */
bool tutor_is_at_base(const struct tutor *tutor);
/* Undoes everything since the lesson began; how many changes. */
int tutor_reset(struct tutor *tutor, struct error *error);
/* Changes since then that are in force. */
int tutor_changes(const struct tutor *tutor);

/* How far the task is, live; "" where there is nothing to tell. Returns `out`. */
char *tutor_state(const struct tutor *tutor, char *out, size_t size);

/* What its expressions are asked of. Valid while the explorer is not changed. */
struct expression_facts tutor_facts(const struct tutor *tutor);

/* Plays a lesson (taken over) without a screen, and holds every word to what comes out, so that whoever
 * writes one learns at once where it is not true, and a test learns when it no longer is. Each step: every
 * live number is known; exactly one choice is right once the lesson has turned what it turns; what it expects
 * holds; the task is not done before its solution, and is done after it. With several seeds the right choice
 * is so in nine of ten of them, too: a quiz is about the schemes, not about one draw. `runs`: how many were
 * simulated. False with faults, or with an error where something could not run. */
bool lesson_play(struct store *store, struct lecture *lesson, int seeds, int *runs, struct faults *faults,
                 struct error *error);

/* --- schooling --- */

/* Schooling: which lessons somebody has begun, how far, and which are finished. In a terminal it is kept in
 * $XDG_STATE_HOME/wattif/lessons.json, read and written whole; scripts and single frames keep it in memory. A
 * file that cannot be read is as if nothing had been learnt; it is left alone until there is something to
 * write. */

enum { SCHOOLING_MAX = 128, SCHOOLING_FORMAT = 1 };

struct lesson_mark {
    char name[64];
    int step, n_steps; /* the furthest that was seen, from 1 */
    bool finished;
};

struct schooling {
    char path[PATH_SIZE]; /* "": kept in memory alone */
    int n;
    struct lesson_mark marks[SCHOOLING_MAX];
};

/* From now on kept in this folder; what is there is read. */
void schooling_keep(struct schooling *schooling, const char *folder);
/* NULL: never begun. */
const struct lesson_mark *schooling_find(const struct schooling *schooling, const char *name);
/* Notes that this step was reached, or that the lesson was finished, and writes it down. False with a message
 * where it cannot be written; it is known all the same. */
bool schooling_mark(struct schooling *schooling, const char *name, int step, int n_steps, bool finished,
                    struct error *error);

#endif
