/* Reading files by descriptors, so that pipes and regular files are the same thing and a limit holds for
 * both. */
#include "store/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_FIRST = 1 << 16 };

int file_open(const char *path, struct error *error)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        error_set(error, ERROR_INPUT, path, "cannot be read: %s", strerror(errno));
        return -1;
    }
    if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        close(fd);
        error_set(error, ERROR_INPUT, path, "is a directory; name a file");
        return -1;
    }
    return fd;
}

/* At least one free byte more, up to the limit and the NUL. */
static char *grow(char *text, size_t *size, size_t limit)
{
    size_t wanted = *size ? 2 * *size : READ_FIRST;

    if (wanted > limit + 2)
        wanted = limit + 2;
    char *more = realloc(text, wanted);
    if (!more)
        free(text);
    *size = wanted;
    return more;
}

char *file_read_rest(int fd, const char *path, size_t limit, size_t *n, struct error *error)
{
    size_t used = 0, size = 0;
    char *text = NULL;

    for (;;) {
        if (used + 1 >= size && !(text = grow(text, &size, limit))) {
            error_set(error, ERROR_SYSTEM, path, "out of memory");
            return NULL;
        }
        ssize_t got = read(fd, text + used, size - used - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            error_set(error, ERROR_SYSTEM, path, "cannot be read: %s", strerror(errno));
            break;
        }
        used += (size_t)got;
        if (used > limit) {
            error_set(error, ERROR_INPUT, path, "is larger than %zu MiB, the limit for such a file",
                      limit >> 20);
            break;
        }
        if (got == 0) {
            text[used] = '\0';
            *n = used;
            return text;
        }
    }
    free(text);
    return NULL;
}

char *file_read(const char *path, size_t limit, size_t *n, struct error *error)
{
    int fd = file_open(path, error);

    if (fd < 0)
        return NULL;
    char *text = file_read_rest(fd, path, limit, n, error);
    close(fd);
    return text;
}

void file_make_private(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (fd >= 0)
        close(fd);
}

bool path_join(char *out, size_t size, const char *dir, const char *name)
{
    size_t length = strlen(dir);
    const char *slash = length > 0 && dir[length - 1] == '/' ? "" : "/";
    int used = snprintf(out, size, "%s%s%s", dir, slash, name);

    return used >= 0 && (size_t)used < size;
}

void path_from_home(char *out, size_t size, const char *typed)
{
    const char *home = getenv("HOME");
    bool below = typed[0] == '~' && (typed[1] == '/' || !typed[1]) && home && *home;

    snprintf(out, size, "%s%s", below ? home : "", below ? typed + 1 : typed);
}

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool path_is_regular(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool path_is_directory(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}
