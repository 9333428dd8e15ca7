/* `wattif backup FILE`: the store as it is now, in one file. */
#include "tui/cli/command.h"

#include "engine/base/text.h"
#include "store/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The file that a path means: a symbolic link stays one, and what it names is written. */
static bool find_target(const char *path, char target[PATH_SIZE])
{
    char real[PATH_SIZE];
    struct stat status;
    if (lstat(path, &status) != 0 || !S_ISLNK(status.st_mode))
        return text_copy(target, PATH_SIZE, path);
    return realpath(path, real) && text_copy(target, PATH_SIZE, real);
}

int command_backup(struct invocation *invocation)
{
    struct error error = {0};
    char target[PATH_SIZE];
    struct stat status_of;
    const char *path = invocation->args[0];
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    if (!*path || (stat(path, &status_of) == 0 && !S_ISREG(status_of.st_mode)))
        return report_usage("backup: '%s' is no file; name one that may be replaced", path);
    struct stat first, second;
    if (stat(path, &first) == 0 && stat(store_path(store), &second) == 0 && first.st_dev == second.st_dev &&
        first.st_ino == second.st_ino)
        return report_usage("backup: '%s' is the store itself; name another file", path);
    if (!find_target(path, target))
        return report_usage("backup: '%s' is too long, or a link that leads nowhere; name the file itself",
                            path);
    if (!store_backup(store, target, &error))
        return report_error(&error);
    report_note(invocation, "%s copied to %s", store_path(store)[0] ? store_path(store) : "the store", path);
    return EXIT_DONE;
}
