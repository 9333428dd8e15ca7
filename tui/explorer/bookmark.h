/* A bookmark: all of an explorer that can be gone back to, kept whole. The scenario, the history with what
 * can be undone and redone, the cursor and its window, the knob in focus and what the run is held against;
 * and the results that were there, so that going back shows them at once instead of simulating them again. A
 * demo has one at each of its steps, and one for whoever was let try something of his own. */
#ifndef WATTIF_TUI_EXPLORER_BOOKMARK_H
#define WATTIF_TUI_EXPLORER_BOOKMARK_H

#include "tui/explorer/explorer.h"

/* Plain to its owner: taken, gone back to as often as one likes, freed. */
struct bookmark;

/* NULL when out of memory. */
struct bookmark *bookmark_take(const struct explorer *explorer);
void bookmark_free(struct bookmark *bookmark);

/* Everything is as it was; what had not been simulated then is simulated now. False with a message when it
 * cannot be: then the explorer is as before. */
bool bookmark_return(const struct bookmark *bookmark, struct explorer *explorer, struct error *error);

/* The result that was shown, if it has finished since; else NULL. Valid while the bookmark is. */
const struct result *bookmark_result(const struct bookmark *bookmark);
const struct scenario *bookmark_scenario(const struct bookmark *bookmark);

#endif
