/* Where the store and the library are. */
#ifndef WATTIF_STORE_STORE_PATH_H
#define WATTIF_STORE_STORE_PATH_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* $XDG_DATA_HOME/wattif/wattif.db, else ~/.local/share/wattif/wattif.db; false if there is no home. */
bool store_default_path(char *out, size_t size);

/* Makes the folders above a file that are not there, for their owner alone, as far as possible. */
void store_make_folders(const char *path);

/* The folder that holds datasets/: `given` (--data), $WATTIF_DATA, beside the executable or up to three
 * levels above, the install prefix. "" when there is none; false with a message when `given` or $WATTIF_DATA
 * names a folder without it. */
bool store_find_data(const char *given, char *out, size_t size, struct error *error);

#endif
