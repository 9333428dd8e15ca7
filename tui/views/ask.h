/* The view of a question (ask.c): what it is asked of, and what was typed. */
#ifndef WATTIF_TUI_VIEWS_ASK_H
#define WATTIF_TUI_VIEWS_ASK_H

#include "tui/ask/ask.h"
#include "tui/views/vary.h"
#include "tui/views/view.h"

enum { ASK_HINTS = 14, ASK_OWED = 8 };

struct ask_view {
    struct ask ask; /* the first: the view's state is one */
    struct filter filter;
    struct vary vary; /* of one that is asked of a line */
    struct hint hints[ASK_HINTS];
    int n_hints;
    enum action_id owed[ASK_OWED]; /* taken where the front is known, each from where the one before leads */
    int n_owed;
};

#endif
