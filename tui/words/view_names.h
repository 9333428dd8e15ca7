/* The views by name: what can be open over the dashboard, and the action that opens it, from the one table
 * views.def. What each does is in tui/views/view.h. */
#ifndef WATTIF_TUI_WORDS_VIEW_NAMES_H
#define WATTIF_TUI_WORDS_VIEW_NAMES_H

#include "tui/words/action.h"

#define VIEW_ROW(id, ...) VIEW_##id,
#define ASKED_ROW(id, ...) VIEW_##id,
enum view_id {
#include "tui/words/views.def"
    VIEW_COUNT
};

struct view_name {
    const char *name;   /* as `screen --view` and scripts take it */
    enum action action; /* that opens it; ACTION_NONE: only other views do */
    const char *shows;
};
extern const struct view_name view_names[VIEW_COUNT];

/* VIEW_COUNT if there is none. */
enum view_id view_find(const char *name);
enum view_id view_of_action(enum action action);

#endif
