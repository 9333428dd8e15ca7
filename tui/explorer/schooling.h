/* Schooling: which lessons somebody has begun, how far, and which are finished. In a terminal it is kept in
 * $XDG_STATE_HOME/wattif/lessons.json, read and written whole; scripts and single frames keep it in memory. A
 * file that cannot be read is as if nothing had been learnt; it is left alone until there is something to
 * write. */
#ifndef WATTIF_TUI_EXPLORER_SCHOOLING_H
#define WATTIF_TUI_EXPLORER_SCHOOLING_H

#include "engine/base/error.h"
#include "store/file.h"

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
