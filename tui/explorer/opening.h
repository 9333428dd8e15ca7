/* Opening by a word: a scenario of the library, a saved run or a file, in place of what is explored. */
#ifndef WATTIF_TUI_EXPLORER_OPENING_H
#define WATTIF_TUI_EXPLORER_OPENING_H

#include "store/store.h"
#include "tui/explorer/explorer.h"
#include "tui/words/message.h"

#include <stdbool.h>

/* How a saved run was recorded (the caller's), and unless `message` is NULL, what there is to say when the
 * run is opened. Nothing: it cannot be read, so what is opened is simulated. */
struct recorded opening_recorded(struct store *store, const char *name, struct message *message);

/* A scenario is simulated, a saved run shown from its recording. Says what was opened and what of its inputs
 * has changed since, or why nothing was; false then. `store` may be NULL: there is nothing to open from. */
bool explorer_open_word(struct explorer *explorer, struct store *store, const char *word,
                        struct message *message);

#endif
