/* The files of datasets/ that make up the library, and two fingerprints of them. */
#ifndef WATTIF_STORE_LIBRARY_LIBRARY_FILES_H
#define WATTIF_STORE_LIBRARY_LIBRARY_FILES_H

#include "engine/base/error.h"
#include "store/library/hash.h"

#include <stdbool.h>
#include <stddef.h>

struct library_file {
    char path[128]; /* below datasets/, as "carbon/index.csv" */
};

struct library_files {
    size_t n;
    struct library_file *files; /* in order of path; owned */
};

/* Lists them. False with a message. library_files_free. */
bool library_files_list(const char *data, struct library_files *list, struct error *error);
void library_files_free(struct library_files *list);

/* Of names, sizes and times of change: differs whenever a file may have changed. */
bool library_files_manifest(const char *data, const struct library_files *list, char out[HASH_TEXT_SIZE],
                            struct error *error);
/* Of names and contents: differs only if something did. */
bool library_files_hash(const char *data, const struct library_files *list, char out[HASH_TEXT_SIZE],
                        struct error *error);

#endif
