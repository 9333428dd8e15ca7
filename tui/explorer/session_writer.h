/* Writing a session file behind the screen: a disk that takes its time must not hold up a key. One text at a
 * time, on a thread of its own that ends with it; what comes meanwhile is for the next write. */
#ifndef WATTIF_TUI_EXPLORER_SESSION_WRITER_H
#define WATTIF_TUI_EXPLORER_SESSION_WRITER_H

#include "tui/explorer/session_file.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

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
