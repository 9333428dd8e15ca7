/* The file lies in $TMPDIR, and is gone afterwards. */
#define _GNU_SOURCE /* mkostemps; NOLINT(bugprone-reserved-identifier) */
#include "store/claims/cbc.h"

#include "engine/base/text.h"

#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_SIZE = 512 };

/* The name of a file that holds the text; false: there is none. */
static bool write_problem(const char *lp, char file[PATH_SIZE])
{
    const char *folder = getenv("TMPDIR");
    text_print(file, PATH_SIZE, "%s/wattif-XXXXXX.lp", folder && *folder ? folder : "/tmp");
    int fd = mkostemps(file, (int)strlen(".lp"), O_CLOEXEC);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;

    if (fd >= 0 && !out)
        close(fd);
    bool good = out && fputs(lp, out) >= 0;
    good = out && fclose(out) == 0 && good;
    if (fd >= 0 && !good)
        unlink(file);
    return good;
}

static bool solve(const char *lp, struct solver_answer *answer)
{
    char file[PATH_SIZE];
    char *const arguments[] = {"cbc", file, "ratioGap", "0.001", "maxNodes", "100",
                               "sec", "20", "solve",    "quit",  NULL};
    pid_t pid;
    if (!write_problem(lp, file))
        return false;
    /* Its standard output; -1: it cannot be run. */
    posix_spawn_file_actions_t actions;
    int ends[2];
    int fd = -1;
    if (pipe2(ends, O_CLOEXEC) == 0) {
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        bool good = posix_spawnp(&pid, arguments[0], &actions, NULL, arguments, environ) == 0;
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        if (!good)
            close(ends[0]);
        fd = good ? ends[0] : -1;
    }
    FILE *said = fd >= 0 ? fdopen(fd, "r") : NULL;
    /* What it says: "Objective value: 9.0", and "Lower bound: 8.9" where it stopped before it had proved
     * that. */
    static const char best_of[] = "Objective value:", bound_of[] = "Lower bound:";
    char line[512];
    *answer = (struct solver_answer){.best = (double)NAN, .bound = (double)NAN};
    while (said && fgets(line, sizeof line, said)) {
        const char *best = strstr(line, best_of), *bound = strstr(line, bound_of);
        if (best)
            answer->best = strtod(best + sizeof best_of - 1, NULL);
        if (bound)
            answer->bound = strtod(bound + sizeof bound_of - 1, NULL);
    }
    if (isnan(answer->bound))
        answer->bound = answer->best;
    if (said)
        fclose(said);
    else if (fd >= 0)
        close(fd);
    if (fd >= 0)
        waitpid(pid, NULL, 0);
    unlink(file);
    return isfinite(answer->best);
}

const struct solver *cbc_solver(void)
{
    static const struct solver cbc = {.name = "CBC", .solve = solve};
    const char *path = getenv("PATH");
    char file[PATH_SIZE];
    bool found = false;
    while (path && *path && !found) {
        int n = (int)strcspn(path, ":");
        text_print(file, sizeof file, "%.*s/%s", n, path, "cbc");
        found = n > 0 && access(file, X_OK) == 0;
        path += n;
        path += *path == ':';
    }
    return found ? &cbc : NULL;
}
