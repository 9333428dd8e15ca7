/* Session files on the disk. Each wattif has one of its own, session-PID.json (and one of another prefix for
 * each draft that is being written), and holds a lock on it (flock) as long as it lives: a file whose lock is
 * free was left behind by a process that is gone, however that ended. A write goes to a temporary file in the
 * same folder, which is locked before it takes the place of the old one, so the file is whole and locked at
 * every instant. */
#ifndef WATTIF_TUI_EXPLORER_SESSION_FILE_H
#define WATTIF_TUI_EXPLORER_SESSION_FILE_H

#include "engine/base/error.h"
#include "store/file.h"

#include <pthread.h>
#include <stdatomic.h>

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

/* Looks at each file of a folder that was left behind, whose name begins with `prefix` (NULL: sessions): it
 * is locked and read. What `look` reads is its own to remove or release; what it says is damaged is set
 * aside, all else let go of. */
enum session_reading { SESSION_READ, SESSION_NEWER, SESSION_DAMAGED };
typedef enum session_reading session_look(void *context, const struct session_file *file, const char *text,
                                          size_t n);
void session_scan(const char *folder, const char *prefix, session_look *look, void *context);

/* --- writing behind the screen ---
 *
 * A disk that takes its time must not hold up a key. One text at a time, on a thread of its own that ends
 * with it; what comes meanwhile is for the next write. */

/* Zero-initialise it. */
struct session_writer {
    bool busy;   /* from the start of a write until it was asked about */
    bool joined; /* the thread has ended */
    atomic_bool done;
    pthread_t thread;
    struct session_file *file; /* the thread's own until it is done */
    const char *folder;
    char *text; /* owned */
    bool written;
    struct error error;
};

/* Starts to write; not while busy. Takes over the text; file and folder must outlive the write and are not
 * to be touched before it is asked about. */
void session_writer_start(struct session_writer *writer, struct session_file *file, const char *folder,
                          char *text);

enum session_writing { WRITING_NOTHING, WRITING_STILL, WRITING_DONE, WRITING_FAILED };
/* How far it is, at once. The end is told once, a failure with its message. */
enum session_writing session_writer_ask(struct session_writer *writer, struct error *error);
/* Blocks until it is done; how it went is still to be asked. */
void session_writer_wait(struct session_writer *writer);

#endif
