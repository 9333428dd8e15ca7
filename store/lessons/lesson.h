/* Lessons: guided tours over a real scenario. A lesson is a JSON document (docs/LESSONS.md): steps of text, a
 * question to be answered before the answer shows, what the lesson turns then, what came of it in live
 * numbers, and a task that an expression over the run checks. Nothing here knows a screen: what a step points
 * at are words. */
#ifndef WATTIF_STORE_LESSONS_LESSON_H
#define WATTIF_STORE_LESSONS_LESSON_H

#include "engine/answers/expression.h"
#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LESSON_FORMAT = 1,
    LESSON_STEPS = 12,
    LESSON_CHOICES = 4,
    LESSON_TURNS = 6,
    LESSON_POINTS = 3,
    LESSON_HOLDS = 8,
    LESSON_SEEDS = 40,
    LESSON_TEXT = 520,
    LESSON_LINE = 200
};

/* Settings as the command line writes them, "cit=0.8" or "2h:cit=0.8", "policy.route=highperf"; in a solution
 * also "open map" and "focus latency". */
struct lesson_turns {
    int n;
    char of[LESSON_TURNS][LESSON_LINE];
};

/* What must be so for the text to be true: of this run, or of so many of the seeds from the scenario's on. */
struct lesson_hold {
    struct expression when;
    int seeds, least, most; /* seeds 0: of this run alone */
};

struct lesson_choice {
    char text[LESSON_LINE];
    struct expression when; /* it is the right one */
    char why[LESSON_LINE];  /* it is not, told to who chose it; "": nothing is */
};

/* "knob cit", "panel latency", "cards", with what the label there says. */
enum lesson_point_kind { POINT_KNOB, POINT_PANEL, POINT_CARDS, POINT_KINDS };
extern const char *const lesson_point_names[POINT_KINDS];
struct lesson_point {
    enum lesson_point_kind kind;
    char name[64];
    char label[40]; /* "": what it is */
};

/* In this order. "" or none: the step has no such part. */
struct lesson_step {
    char text[LESSON_TEXT];
    int n_points;
    struct lesson_point points[LESSON_POINTS];
    char question[LESSON_LINE];
    int n_choices;
    struct lesson_choice choices[LESSON_CHOICES];
    struct lesson_turns turns; /* what the lesson does itself, once the question is answered */
    char reveal[LESSON_TEXT];
    char task[LESSON_LINE * 2];
    struct expression until; /* the task is done */
    char state[LESSON_LINE]; /* how far it is */
    char hint[LESSON_LINE * 2];
    struct lesson_turns solution;
    int n_holds;
    struct lesson_hold holds[LESSON_HOLDS];
};

struct lesson {
    char name[64], title[64], summary[LESSON_TEXT], source[LESSON_LINE];
    int32_t number; /* its place in the list; 0: behind those that have one */
    char scenario[64];
    struct lesson_turns set; /* of the scenario, before it is opened */
    int n_steps;
    struct lesson_step *steps; /* owned */
};

/* Reads a document; each fault at its JSON pointer in the text, as "name:12:/steps/0/text". False with
 * nothing to free. */
bool lesson_from_text(const char *text, size_t n, const char *name, struct lesson *lesson,
                      struct faults *faults);
void lesson_free(struct lesson *lesson);

/* Every text with live numbers of a step, and every expression, by index; `key` is its JSON pointer within
 * the step. False, NULL beyond the last. */
bool lesson_step_text(const struct lesson_step *step, int index, const char **text, char key[48]);
const struct expression *lesson_step_expression(const struct lesson_step *step, int index, char key[48]);

#endif
