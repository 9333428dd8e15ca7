/* Items of the library as a picker lists them: the list itself, and of each the text that a filter looks in.
 */
#ifndef WATTIF_TUI_VIEWS_LISTED_H
#define WATTIF_TUI_VIEWS_LISTED_H

#include "store/store.h"

#include <stdbool.h>

enum { LISTED_TEXT = 500 };

struct listed {                /* zero-initialise it */
    struct store_list list;    /* owned */
    char (*text)[LISTED_TEXT]; /* [item]; owned */
};

/* Puts the texts together once the list is what it is to be. False with a message. */
bool listed_describe(struct listed *listed, struct error *error);
void listed_free(struct listed *listed);

#endif
