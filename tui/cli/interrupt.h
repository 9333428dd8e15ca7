/* Interrupts: what a command leaves that is ended by a signal (Ctrl-C, `kill`). It dies of the signal, as
 * shells expect (130 for Ctrl-C), after one line that says so and which file is not there. For commands that
 * take long; the dashboard has its own way (tui/term/term.c). */
#ifndef WATTIF_TUI_CLI_INTERRUPT_H
#define WATTIF_TUI_CLI_INTERRUPT_H

#include "store/file.h"

#include <pthread.h>
#include <signal.h>

struct interrupt {
    bool waits; /* else the signals do what they do without all this */
    pthread_t thread;
    pthread_mutex_t lock;
    sigset_t signals, before;
    char file[PATH_SIZE + 16], temporary[PATH_SIZE + 16];
    const char *told;
};

/* Takes the signals that would end the program, for all threads that begin after it. */
void interrupt_begin(struct interrupt *interrupt);
void interrupt_end(struct interrupt *interrupt);

/* From now on an interrupt tells this of a file ("is not written"), and removes what stands for it meanwhile,
 * under that name ("": nothing). A NULL file: nothing is told any more. */
void interrupt_leaves(struct interrupt *interrupt, const char *file, const char *told, const char *temporary);

#endif
