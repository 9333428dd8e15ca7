/* The program becomes the leader of a session whose controlling terminal is the slave side. */
#include "tests/support/terminal.h"

#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { END_MS = 30000 };

double terminal_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static _Noreturn void become(const char *path, char *const argv[], const char *term)
{
    setsid();
    int slave = open(path, O_RDWR); /* the first terminal that a session opens becomes its own */
    for (int i = 0; i < 3; i++)
        dup2(slave, i);
    close(slave);
    setenv("TERM", term, 1);
    unsetenv("LINES");
    unsetenv("COLUMNS");
    execv(argv[0], argv);
    _exit(127);
}

bool terminal_start(struct terminal *terminal, char *const argv[], const char *term, int columns, int rows)
{
    const char *path = NULL;
    *terminal = (struct terminal){.fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), .pid = -1};
    if (terminal->fd < 0)
        return false;
    if (grantpt(terminal->fd) == 0 && unlockpt(terminal->fd) == 0)
        path = ptsname(terminal->fd);
    if (path) {
        terminal_resize(terminal, columns, rows);
        terminal->pid = fork();
    }
    if (terminal->pid == 0)
        become(path, argv, term);
    if (terminal->pid < 0)
        close(terminal->fd);
    return terminal->pid > 0;
}

void terminal_resize(struct terminal *terminal, int columns, int rows)
{
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    ioctl(terminal->fd, TIOCSWINSZ, &size);
}

void terminal_send(struct terminal *terminal, const char *keys)
{
    ssize_t written = write(terminal->fd, keys, strlen(keys));
    (void)written; /* what was not taken shows in the answer */
}

static size_t take(struct terminal *terminal, struct terminal_answer *answer, size_t kept)
{
    char bytes[4096];
    ssize_t got = read(terminal->fd, bytes, sizeof bytes);
    if (got <= 0)
        return 0;
    size_t room = sizeof answer->text - 1 - kept, n = (size_t)got < room ? (size_t)got : room;
    memcpy(answer->text + kept, bytes, n);
    answer->text[kept + n] = 0;
    answer->bytes += (size_t)got;
    return (size_t)got;
}

/* Whether a thread of the program works or waits for its turn: a busy machine may make it silent. */
static bool has_work(pid_t pid)
{
    char pattern[64];
    glob_t threads;
    bool has = false;
    snprintf(pattern, sizeof pattern, "/proc/%ld/task/*/stat", (long)pid);
    if (glob(pattern, 0, NULL, &threads) != 0)
        return false;
    for (size_t i = 0; i < threads.gl_pathc && !has; i++) {
        char state = 0;
        FILE *file = fopen(threads.gl_pathv[i], "r");
        has = file && fscanf(file, "%*d (%*[^)]) %c", &state) == 1 && (state == 'R' || state == 'D');
        if (file)
            fclose(file);
    }
    globfree(&threads);
    return has;
}

void terminal_read(struct terminal *terminal, int quiet_ms, int limit_ms, struct terminal_answer *answer)
{
    double start_s = terminal_now_s(), s = start_s;
    struct pollfd poll_fd = {terminal->fd, POLLIN, 0};
    answer->bytes = 0;
    answer->last_s = 0;
    answer->text[0] = 0;
    for (; s - start_s < limit_ms / 1e3; s = terminal_now_s()) {
        size_t room = sizeof answer->text - 1;
        if (poll(&poll_fd, 1, quiet_ms) <= 0) {
            if (!has_work(terminal->pid))
                return;
            continue;
        }
        if (take(terminal, answer, answer->bytes < room ? answer->bytes : room) == 0)
            return;
        answer->last_s = terminal_now_s() - start_s;
    }
}

bool terminal_draws(struct terminal *terminal, int quiet_ms, struct terminal_answer *answer)
{
    bool drawn = false;
    for (int tries = 0; tries < 80 && !drawn; tries++) {
        terminal_read(terminal, quiet_ms, 5000, answer);
        drawn = strstr(answer->text, "Carbon rate");
    }
    return drawn;
}

int terminal_end(struct terminal *terminal, int signal, struct terminal_answer *answer)
{
    int status = -1;
    if (signal)
        kill(terminal->pid, signal);
    terminal_read(terminal, END_MS, END_MS, answer); /* its side is closed when it is gone */
    kill(terminal->pid, SIGKILL);
    waitpid(terminal->pid, &status, 0);
    close(terminal->fd);
    return status;
}
