/* The demos there are: those that wattif ships, by name, and any other file by its path. */
#ifndef WATTIF_TUI_WORDS_DEMO_SHELF_H
#define WATTIF_TUI_WORDS_DEMO_SHELF_H

#include "store/store.h"
#include "tui/words/demo.h"

enum { DEMO_NAME = 48, DEMO_SHELF_MAX = 64 };

/* The names of the shipped ones in alphabetical order; how many. */
int demo_shelf_list(const char *data_dir, char (*names)[DEMO_NAME], int max);

/* Reads and checks the demo of a name, or of a path (it has a / or ends in .demo): all its faults by line. A
 * file that cannot be read, or a name that there is not, is a message in `error`. demo_free it. */
bool demo_shelf_read(struct store *store, const char *word, struct demo *demo, struct faults *faults,
                     struct error *error);
/* The same for a path, however it ends. */
bool demo_shelf_open(struct store *store, const char *path, struct demo *demo, struct faults *faults,
                     struct error *error);
/* Does a path name a demo by its ending? */
bool demo_shelf_is_path(const char *path);
/* What demo_check asks of the store. */
struct demo_library demo_shelf_library(struct store *store);

#endif
