/* Lessons and demos are one thing, told in one language: a lecture. Texts with live numbers, questions whose
 * answers each have a condition, what is turned in between, what must hold for a text to be true. A lesson
 * stands beside the dashboard of a student, a demo plays the dashboard of a lecturer. docs/LESSONS.md is the
 * language, line by line; lecture.c has its words in a table. */
#ifndef WATTIF_STORE_LESSONS_LECTURE_H
#define WATTIF_STORE_LESSONS_LECTURE_H

#include "engine/answers/expression.h"
#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    LECTURE_FORMAT = 1,
    LECTURE_BYTES_MAX = 1 << 20,
    LECTURE_TEXT = 640,  /* bytes of what is told */
    LECTURE_CHOICES = 4, /* of a question, two at least */
    LECTURE_LINES = 8,   /* of one kind in a stop of a lesson */
    LESSON_STOPS = 12,
    LESSON_SEEDS = 40
};

enum lecture_form { LECTURE_LESSON, LECTURE_DEMO, LECTURE_FORMS };

enum line_kind {
    LINE_STEP,
    LINE_PLAY,
    LINE_SET,
    LINE_CAPTION,
    LINE_PREDICT,
    LINE_CHOICE,
    LINE_REVEAL,
    LINE_TASK,
    LINE_STATE,
    LINE_HINT,
    LINE_EXPECT,
    LINE_UNTIL,
    LINE_PAUSE,
    LINE_AT,
    LINE_SOLUTION,
    LINE_KINDS
};

enum point_kind { POINT_KNOB, POINT_PANEL, POINT_CARDS, POINT_KINDS };

struct lecture_line {
    enum line_kind kind;
    int number;            /* in the file, from 1 */
    const char *text;      /* what follows the word; of a step all of it; of a point its name */
    const char *condition; /* choice, expect, until; else NULL */
    const char *note;      /* choice: why it is not right; point: its label; "": none */
    double seconds;        /* play, pause */
    enum point_kind point;
    int seeds, least, most; /* expect: of so many seeds from the scenario's on; seeds 0: of this run alone */
};

/* Steps, then what is told, then what belongs to that: lines [first, said), said, (said, end). */
struct lecture_stop {
    int first, said, end;
};

struct lecture {
    enum lecture_form form;
    char path[256];    /* what places in it begin with */
    const char *title; /* these are "" where the file does not have them */
    const char *scenario, *name, *summary, *source;
    int scenario_line;
    int number; /* of a lesson: its place in the list; 0: behind those that have one */
    int columns, rows;
    int n_lines, n_stops;
    struct lecture_line *lines; /* owned, as is what they point into */
    struct lecture_stop *stops; /* owned */
    char *text;
};

/* What the interface has by name; a lecture only points at it. */
struct lecture_words {
    bool (*is_view)(const char *name);
    bool (*is_panel)(const char *name);
    /* What is wrong with a step of a demo, in `message`; "": nothing. `bare` (in and out): nothing can be
     * open over the dashboard here, so that it is known what a key does. `others`: words that lines begin
     * with. */
    void (*judge)(const char *step, const char *const *others, size_t n_others, bool *bare, char *message,
                  size_t size);
};

/* What a text begins as; LECTURE_FORMS: neither. */
enum lecture_form lecture_form_of(const char *text, size_t n);
/* Reads one of this form (LECTURE_FORMS: of either); every fault is told with its line. On false there is
 * nothing to free. */
bool lecture_read(struct lecture *lecture, enum lecture_form form, const char *text, size_t n,
                  const char *path, const struct lecture_words *words, struct faults *faults);
void lecture_free(struct lecture *lecture);

/* Tells a fault of a line, as "path:12". */
void lecture_fault(const struct lecture *lecture, int number, struct faults *faults, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* The lines of a kind at a stop, at most LECTURE_LINES; how many. Stop -1: what a lesson sets beforehand. */
int lecture_lines(const struct lecture *lecture, int stop, enum line_kind kind,
                  const struct lecture_line *lines[LECTURE_LINES]);
/* The first of a kind at a stop, NULL: none; and its text, "": none. */
const struct lecture_line *lecture_line(const struct lecture *lecture, int stop, enum line_kind kind);
const char *lecture_text(const struct lecture *lecture, int stop, enum line_kind kind);
/* Is it a kind that is told, with numbers filled in? */
bool line_is_told(const struct lecture_line *line);

/* Is the condition of this line so? And what it comes to where it is not: "is not so", "is not known". */
bool line_holds(const struct lecture_line *line, const struct expression_facts *facts);
const char *line_outcome(const struct lecture_line *line, const struct expression_facts *facts);
/* The answer that is right; -1: none is, or more than one, which is a fault (unless NULL), as is an unknown
 * number in what is told of an answer. */
int lecture_right(const struct lecture *lecture, int stop, const struct expression_facts *facts,
                  struct faults *faults);
/* Faults: live numbers of lines of these kinds (bits) that are not known; what is expected and is not so. */
void lecture_check_known(const struct lecture *lecture, int stop, unsigned kinds,
                         const struct expression_facts *facts, struct faults *faults);
void lecture_check_claims(const struct lecture *lecture, int stop, const struct expression_facts *facts,
                          struct faults *faults);
/* Does any of it ask of the run that the scenario is held against? Of one stop, or (-1) of all. */
bool lecture_asks_reference(const struct lecture *lecture, int stop);

/* What is set, or does a task, "cit=0.8", "2h:cit=0.8", "open map", "focus latency": its kind, and what
 * follows the word. */
enum turn_kind { TURN_SETTING, TURN_OPEN, TURN_FOCUS };
enum turn_kind turn_kind_of(const char *turn, const char **rest);

/* "{headline}" in a text that has live numbers: the sentence of the run in its place, its braces doubled so
 * that it stays text. Returns `out`; what has no room is cut. */
char *lecture_put_headline(const char *text, const char *headline, char *out, size_t size);

#endif
