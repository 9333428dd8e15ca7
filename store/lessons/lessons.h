/* Lessons and demos as files: those of datasets/lessons and datasets/demos, the user's own lessons in
 * $XDG_DATA_HOME/wattif/lessons (of which one of the same name goes first), and any other by its path. And
 * whether everything that one names exists, for the scenario as it is by then. Faults have their line,
 * "path:12". */
#ifndef WATTIF_STORE_LESSONS_LESSONS_H
#define WATTIF_STORE_LESSONS_LESSONS_H

#include "store/file.h"
#include "store/lessons/lecture.h"
#include "store/store.h"

#include <stdio.h>

struct lecture_item {
    struct lecture lecture; /* one that cannot be read has no text */
    char name[64];          /* that commands take: a lesson's own, a demo's file's */
    char both[160];         /* name and title, what a filter looks in */
    bool builtin;
    char path[PATH_SIZE];
    char fault[ERROR_PLACE + 256]; /* why it cannot be read; "": it can */
};

struct lecture_list {
    size_t n;
    struct lecture_item *items; /* lessons by number, then all by name; owned */
};

/* lectures_free it. False with a message where there is no memory. */
bool lectures_list(struct store *store, enum lecture_form form, const struct lecture_words *words,
                   struct lecture_list *list, struct error *error);
void lectures_free(struct lecture_list *list);

/* Is this the path of one, by its ending? LECTURE_FORMS: no. */
enum lecture_form lecture_form_of_path(const char *path);

/* The one that a word means: a path (has a / or ends in .lesson or .demo), or a name. Read and checked;
 * lecture_free it. `path` is where it lies, `builtin` (or NULL) whether it came with the library. False with
 * faults, or with an error where there is none; without `faults` the first of them is the error. */
bool lectures_find(struct store *store, enum lecture_form form, const struct lecture_words *words,
                   const char *word, struct lecture *lecture, char path[PATH_SIZE], bool *builtin,
                   struct faults *faults, struct error *error);
/* The same for a file, of either form for LECTURE_FORMS. */
bool lectures_open(struct store *store, enum lecture_form form, const struct lecture_words *words,
                   const char *path, struct lecture *lecture, struct faults *faults, struct error *error);

/* Checks the file and puts a copy among the user's own, under its own name. All or nothing. */
bool lessons_import(struct store *store, const char *path, const struct lecture_words *words,
                    struct lecture *lesson, struct faults *faults, struct error *error);
/* Writes the document as it is. */
bool lessons_export(struct store *store, const char *name, const struct lecture_words *words, FILE *file,
                    struct error *error);

/* The scenario of a lesson with what it sets (scenario_free it), or of a demo. *number: the line at fault. */
bool lecture_scenario(const struct lecture *lecture, struct store *store, struct scenario *scenario,
                      int *number, struct error *error);
/* Scenarios, settings, knobs, metrics, views and panels exist; and in a lesson numbers that are written into
 * a text stand in an expression or a setting of the step, or one before it, so that something holds them.
 * False with faults. */
bool lecture_check(const struct lecture *lecture, struct store *store, const struct lecture_words *words,
                   struct faults *faults);

#endif
