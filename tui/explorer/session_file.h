/* Session files on the disk. Each wattif has one of its own, session-PID.json (and one of another prefix for
 * each draft that is being written), and holds a lock on it (flock) as long as it lives: a file whose lock is
 * free was left behind by a process that is gone, however that ended. A write goes to a temporary file in the
 * same folder, which is locked before it takes the place of the old one, so the file is whole and locked at
 * every instant. */
#ifndef WATTIF_TUI_EXPLORER_SESSION_FILE_H
#define WATTIF_TUI_EXPLORER_SESSION_FILE_H

#include "engine/base/error.h"
#include "store/file.h"

#include <stdbool.h>
#include <stddef.h>

struct session_file {
    char path[PATH_SIZE]; /* "": none yet */
    int fd;               /* locked; valid where there is a path */
    const char *prefix;   /* of its name; NULL: a session's */
};

/* $XDG_STATE_HOME/wattif, else ~/.local/state/wattif. False with a message if there is no home. */
bool session_file_folder(char *out, size_t size, struct error *error);

/* Writes the whole text; the first time it makes the folder and takes a name that no other file has. */
bool session_file_write(struct session_file *file, const char *folder, const char *text, struct error *error);
/* Removes the file and lets go of it; nothing happens if there is none. */
void session_file_remove(struct session_file *file);
/* Lets go of the file: it stays, for the next start to find. */
void session_file_release(struct session_file *file);
/* Renames the file to PATH.bad, so that it is not found again, and lets go of it. */
void session_file_set_aside(struct session_file *file);

/* A walk over the files of a folder that were left behind, whose names begin with `prefix` (NULL: sessions).
 * NULL if the folder cannot be read. */
struct session_scan;
struct session_scan *session_scan_open(const char *folder, const char *prefix);
/* Takes the lock of the next one and reads it: `file` is then the caller's to remove or release, the text
 * (`n` bytes) is malloc'ed. NULL at the end. */
char *session_scan_next(struct session_scan *scan, struct session_file *file, size_t *n);
void session_scan_close(struct session_scan *scan);

#endif
