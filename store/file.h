/* Files and paths: reading a whole file with a clear message for everything that is no readable text file,
 * joining paths. */
#ifndef WATTIF_STORE_FILE_H
#define WATTIF_STORE_FILE_H

#include "engine/base/error.h"

enum { PATH_SIZE = 4096 };

/* Opens for reading; refuses directories. -1 with a message. Close with close(2). */
int file_open(const char *path, struct error *error);

/* Reads an open file (or pipe) to its end; more than `limit` bytes are refused with the limit named. The text
 * is malloc'ed and NUL-terminated. NULL with a message. */
char *file_read_rest(int fd, const char *path, size_t limit, size_t *n, struct error *error);

/* Both together. */
char *file_read(const char *path, size_t limit, size_t *n, struct error *error);

/* Writes a file whole, beside its place and then there, with the folders above it. */
bool file_replace(const char *path, const char *text, size_t n, struct error *error);

/* Makes an empty file that its owner alone may read and write, where there is none. Where it cannot, opening
 * it will say why. */
void file_make_private(const char *path);

/* "dir/name"; false when it does not fit. */
bool path_join(char *out, size_t size, const char *dir, const char *name);

/* What a user typed for a path: "~/x" is in $HOME, cut where it does not fit. */
void path_from_home(char *out, size_t size, const char *typed);

/* The part after the last slash. */
const char *path_base(const char *path);

bool path_is_directory(const char *path);
/* A file that can be read more than once, as no pipe can. */
bool path_is_regular(const char *path);

/* Where the store and the library are. */

/* $XDG_DATA_HOME/wattif/wattif.db, else ~/.local/share/wattif/wattif.db; false if there is no home. */
bool store_default_path(char *out, size_t size);

/* Makes the folders above a file that are not there, for their owner alone, as far as possible. */
void store_make_folders(const char *path);

/* The folder that holds datasets/: `given` (--data), $WATTIF_DATA, beside the executable or up to three
 * levels above, the install prefix. "" when there is none; false with a message when `given` or $WATTIF_DATA
 * names a folder without it. */
bool store_find_data(const char *given, char *out, size_t size, struct error *error);

#endif
