/* The line that a question may be asked of ("vary cit=0.6:1.4:0.05 seeds=3", tui/ask/ask.h), while it is
 * typed or chosen from lists (axis.h). A part of the view of questions (ask.c). */
#ifndef WATTIF_TUI_VIEWS_VARY_H
#define WATTIF_TUI_VIEWS_VARY_H

#include "tui/ask/ask.h"
#include "tui/views/axis.h"
#include "tui/widgets/prompt.h"

struct vary {
    struct prompt line;
    bool typing;
    bool seeks;       /* what the line looks for is set once it is found */
    struct axis axis; /* that is being chosen for the line */
};

/* With this line, or the question's own where it is "". It is typed where nothing was asked yet. */
void vary_open(struct vary *vary, const struct ask *ask, const char *line);
/* What it proposes may change with what comes, until somebody types. */
void vary_follow(struct vary *vary, const struct ask *ask);
/* A key while it is typed, and Tab, with which that begins. */
unsigned vary_action(struct vary *vary, struct host *host, struct ask *ask, enum action_id action);
/* What the last row shows while it is typed. */
const struct hint *vary_hints(const struct vary *vary, const struct ask *ask, int *n);
void vary_draw(const struct vary *vary, const struct host *host, const struct ask *ask, struct rect row,
               struct canvas *canvas);

#endif
