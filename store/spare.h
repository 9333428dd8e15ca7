/* Room that is set aside for a full disk. Reading a store takes a little: the index of its log, which readers
 * share with writers. Deleting from it takes a little more: what is changed goes through the log first, or a
 * power loss would leave half of it. So a file of nothing lies beside a store that has runs,
 * "wattif.db-spare", is given back when nothing else is left, and made again when the store is closed. */
#ifndef WATTIF_STORE_SPARE_H
#define WATTIF_STORE_SPARE_H

#include <stdbool.h>

/* Sets room aside for the store at `path` where there is none; on a disk that has less, as much as it has. */
void spare_keep(const char *path);

/* Gives it back to the disk. False if there was none. */
bool spare_give(const char *path);

#endif
