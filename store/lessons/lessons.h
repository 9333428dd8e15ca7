/* The lessons that there are: those of datasets/lessons, and the user's own in $XDG_DATA_HOME/wattif/lessons,
 * of which one of the same name goes first. They are files and stay files: a lesson is no input of a run. */
#ifndef WATTIF_STORE_LESSONS_LESSONS_H
#define WATTIF_STORE_LESSONS_LESSONS_H

#include "store/file.h"
#include "store/lessons/lesson_play.h"

#include <stdio.h>

struct lesson_item {
    struct lesson lesson; /* one that cannot be read has a name alone */
    bool builtin;
    char path[PATH_SIZE];
    char fault[ERROR_PLACE + 256]; /* why it cannot be read; "": it can */
};

struct lesson_list {
    size_t n;
    struct lesson_item *items; /* by number, then by name; owned */
};

/* lessons_free it. False with a message where the folder cannot be read. */
bool lessons_list(struct store *store, struct lesson_list *list, struct error *error);
void lessons_free(struct lesson_list *list);

/* The lesson that a word means: a path (has a / or ends in .json), or a name. Read, not checked; lesson_free
 * it. `path` is where it lies, `builtin` (or NULL) whether it came with the library. False with faults, or
 * with an error where there is none. */
bool lessons_find(struct store *store, const char *word, struct lesson *lesson, char path[PATH_SIZE],
                  bool *builtin, struct faults *faults, struct error *error);

/* Faults at JSON pointers get the place in the file. */
void lessons_place_faults(struct faults *faults, const char *path);

/* Checks the file and puts a copy among the user's own, under its own name. All or nothing. */
bool lessons_import(struct store *store, const char *path, const struct lesson_words *words,
                    struct lesson *lesson, struct faults *faults, struct error *error);
/* Writes the document as it is. */
bool lessons_export(struct store *store, const char *name, FILE *file, struct error *error);

#endif
