/* A list that is walked through: the keys and the wheel that move what is chosen in it, the same in every
 * view. A list keeps the place of its choice itself, and holds it between its first row and its last. */
#ifndef WATTIF_TUI_WIDGETS_LIST_H
#define WATTIF_TUI_WIDGETS_LIST_H

#include "tui/words/action.h"

enum { LIST_END = 1 << 20 }; /* further than any list goes */

/* By how many rows an action moves the choice, with so many rows on a page; 0: it moves nothing. */
static inline int list_steps(enum action_id action, int page)
{
    switch (action) {
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        return action == ACTION_LIST_UP ? -1 : 1;
    case ACTION_LIST_PAGE_UP:
    case ACTION_LIST_PAGE_DOWN:
        return action == ACTION_LIST_PAGE_UP ? -page : page;
    case ACTION_LIST_FIRST:
    case ACTION_LIST_LAST:
        return action == ACTION_LIST_FIRST ? -LIST_END : LIST_END;
    default:
        return 0;
    }
}

/* The same of the mouse's wheel, whose buttons are 4 and 5. */
static inline int list_wheel(int button)
{
    return button == 4 ? -1 : button == 5 ? 1 : 0;
}

#endif
