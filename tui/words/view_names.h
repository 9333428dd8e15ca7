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
    const char *name;      /* as `screen --view` and scripts take it */
    enum action_id action; /* that opens it; ACTION_NONE: only other views do */
    const char *shows;
};
extern const struct view_name view_names[VIEW_COUNT];

/* VIEW_COUNT if there is none. */
enum view_id view_find(const char *name);
enum view_id view_of_action(enum action_id action);

/* --- doors --- */

/* Doors: what leads from the dashboard to something else, by what somebody wants who does not know its name.
 * One table, doors.def; the menu shows it, and whatever searches among actions finds them by its words. */

#define FAMILY_ROW(id, title) DOOR_FAMILY_##id,
enum door_family {
#include "tui/words/doors.def"
    DOOR_FAMILIES
};
extern const char *const door_family_titles[DOOR_FAMILIES];

struct door {
    enum action_id action;
    enum door_family family;
    const char *brief; /* at most 20 columns; of a view without a row its help */
};

/* By family, in the order of the table; views without a row in the last family. */
int door_list(struct door out[ACTION_COUNT]);

/* What is behind an action, in at most 20 columns; "" where it has no row. */
const char *door_brief(enum action_id action);

/* The other words of an action or a command by its name; "" where it has none. */
const char *door_asked(const char *name);

/* Does each word that is typed begin one of these texts' words? False: it does not, or nothing is typed.
 * The case of letters does not count. */
bool door_fits(const char *typed, const char *const *texts, size_t n);

#endif
