/* Demos: a script with something to say. The steps are those of scripts (desk/script.h): names of actions,
 * commands of the prompt, `key NAME`, `type TEXT`. Between them stands what is told, which makes stops: there
 * a lecturer goes on, goes back, or lets somebody try. docs/DEMOS.md is the language for people.
 *
 *     wattif-demo 1              the first line: what this is, and in which format
 *     title TEXT                 what it is called
 *     scenario WORD              what it opens: a name, a saved run, a path
 *     size COLSxROWS             the least screen that shows what it tells of (80x24)
 *     caption TEXT               a stop: what is told, {numbers} filled in from the run
 *     predict TEXT               a stop: a question, answered by the stop that follows
 *     choice TEXT if EXPRESSION  of the question above: an answer, and when it is right
 *     expect EXPRESSION          of the stop above: what must hold there, or its text is not true
 *     pause SECONDS              of the stop above: how long it stays where nobody presses a key
 *     play SECONDS               a step: the cursor runs for so long, at the speed of playing
 *
 * A line that begins with a blank goes on with the line above; # begins a comment. */
#ifndef WATTIF_TUI_WORDS_DEMO_H
#define WATTIF_TUI_WORDS_DEMO_H

#include "engine/answers/expression.h"
#include "engine/base/error.h"
#include "engine/model/scenario.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { DEMO_FORMAT = 1, DEMO_BYTES_MAX = 1 << 20, DEMO_TEXT = 640, DEMO_CHOICES = 4 };

enum demo_kind { DEMO_STEP, DEMO_PLAY, DEMO_CAPTION, DEMO_PREDICT, DEMO_CHOICE, DEMO_EXPECT, DEMO_PAUSE };

struct demo_line {
    enum demo_kind kind;
    int number;            /* in the file, from 1 */
    const char *text;      /* what follows the word; of a step all of it */
    const char *condition; /* choice: when it is right */
    double seconds;        /* play, pause */
};

/* Steps, then what is told, then what belongs to that: lines [first, said), said, (said, end). */
struct demo_stop {
    int first, said, end;
};

struct demo {
    char path[256]; /* what places in it begin with */
    const char *title, *scenario;
    int columns, rows;
    int n_lines, n_stops;
    struct demo_line *lines; /* owned, as is what they point into */
    struct demo_stop *stops; /* owned */
    char *text;
};

/* Is this the beginning of a demo, of whatever format? */
bool demo_is(const char *text, size_t n);
/* Reads one; every fault is told with its line. On false there is nothing to free. */
bool demo_parse(struct demo *demo, const char *text, size_t n, const char *path, struct faults *faults);
void demo_free(struct demo *demo);

/* What only shows once its scenarios are known: names of knobs, their values, metrics in its texts. `find`
 * gives a scenario for the word of a step (scenario_free it). */
struct demo_library {
    void *context;
    bool (*find)(void *context, const char *word, struct scenario *scenario, struct error *error);
};
bool demo_check(const struct demo *demo, const struct demo_library *library, struct faults *faults);

/* "path:12", for messages about a line. */
void demo_place(const struct demo *demo, const struct demo_line *line, char place[ERROR_PLACE]);
/* How long a stop stays where nobody presses a key: its pause, or as long as reading takes. */
double demo_stay_s(const struct demo *demo, int stop);
/* All its stops and what it plays between them. */
double demo_length_s(const struct demo *demo);

/* --- what stops tell, and whether it is so --- */

/* Is the expression of this line so? Choice and expect. */
bool demo_holds(const struct demo_line *line, const struct expression_facts *facts);
/* The choices of a stop: their lines; how many. */
int demo_choices(const struct demo *demo, int stop, const struct demo_line *choices[DEMO_CHOICES]);
/* The answer that is right; -1: none is, or more than one. */
int demo_right(const struct demo *demo, int stop, const struct expression_facts *facts);

#endif
