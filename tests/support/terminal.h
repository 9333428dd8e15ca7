/* A program in a pseudo terminal: keys in, bytes out. It is no terminal emulator: it counts what a terminal
 * would have to read, and how long that takes. */
#ifndef WATTIF_TESTS_SUPPORT_TERMINAL_H
#define WATTIF_TESTS_SUPPORT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct terminal {
    int fd;
    pid_t pid;
};

/* What came until the program fell silent. */
struct terminal_answer {
    size_t bytes;
    double last_s;    /* from the call to the last byte; 0: none came */
    char text[65536]; /* as much of it as fits, ends in 0 */
};

double terminal_now_s(void);

/* Starts a program (argv[0] is its path) with TERM set to `term`. False: there are no pseudo terminals. */
bool terminal_start(struct terminal *terminal, char *const argv[], const char *term, int columns, int rows);
void terminal_resize(struct terminal *terminal, int columns, int rows);
/* Sends keys: at most what a terminal's line buffer takes at once, 4,000 bytes. */
void terminal_send(struct terminal *terminal, const char *keys);
/* Reads until nothing has come for `quiet_ms` and the program has nothing to do, at most for `limit_ms`. */
void terminal_read(struct terminal *terminal, int quiet_ms, int limit_ms, struct terminal_answer *answer);
/* Reads until the dashboard is drawn; false: it never was. */
bool terminal_draws(struct terminal *terminal, int quiet_ms, struct terminal_answer *answer);
/* Asks the program to leave by a signal, or waits for it (0), and reads what it says; kills it if it
 * is not gone after half a minute. Its wait status. */
int terminal_end(struct terminal *terminal, int signal, struct terminal_answer *answer);

#endif
