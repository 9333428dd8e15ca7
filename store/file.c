/* Reading files by descriptors, so that pipes and regular files are the same thing and a limit holds for
 * both. */
#include "store/file.h"
#include "engine/base/text.h"
#include "store/library/seed.h"

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

bool file_replace(const char *path, const char *text, size_t n, struct error *error)
{
    char beside[PATH_SIZE + 24];
    snprintf(beside, sizeof beside, "%s.%ld", path, (long)getpid());
    store_make_folders(path);
    FILE *file = fopen(beside, "wb");
    bool good = file && fwrite(text, 1, n, file) == n && fflush(file) == 0 && fsync(fileno(file)) == 0;
    good = file && fclose(file) == 0 && good && rename(beside, path) == 0;
    if (good)
        return true;
    int code = errno;
    unlink(beside);
    return error_set(error, ERROR_SYSTEM, path, "cannot be written: %s", strerror(code));
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

/* Lookups in the order of the design; nothing is remembered. */

bool store_default_path(char *out, size_t size)
{
    const char *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;
    if (xdg && xdg[0] == '/')
        n = snprintf(out, size, "%s/wattif/wattif.db", xdg);
    else if (home && home[0] == '/')
        n = snprintf(out, size, "%s/.local/share/wattif/wattif.db", home);
    return n > 0 && (size_t)n < size;
}

void store_make_folders(const char *path)
{
    char folder[PATH_SIZE];
    if (!text_copy(folder, sizeof folder, path))
        return;
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0700); /* fails where it exists, or where the next step will say so */
        *slash = '/';
    }
}

static bool named_folder(const char *folder, const char *by, char *out, size_t size, struct error *error)
{
    if (!seed_is_library(folder))
        return error_set(error, ERROR_INPUT, folder, "holds no library (datasets/carbon); correct %s", by);
    return text_copy(out, size, folder) || error_set(error, ERROR_INPUT, folder, "this path is too long");
}

bool store_find_data(const char *given, char *out, size_t size, struct error *error)
{
    static const char *const beside[] = {"", "/..", "/../..", "/../../..", "/../share/wattif"};
    static const char *const fixed[] = {"/usr/local/share/wattif", "/usr/share/wattif"};
    const char *environment = getenv("WATTIF_DATA");
    char folder[PATH_SIZE], tried[PATH_SIZE + 32], real[PATH_SIZE];
    *out = '\0';
    if (given)
        return named_folder(given, "--data", out, size, error);
    if (environment && *environment)
        return named_folder(environment, "WATTIF_DATA", out, size, error);
    /* The folder of this program, "" if it cannot be told. */
    ssize_t n = readlink("/proc/self/exe", folder, (sizeof folder) - 1);
    folder[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    for (size_t i = 0; *folder && i < sizeof beside / sizeof *beside; i++) {
        snprintf(tried, sizeof tried, "%s%s", folder, beside[i]);
        if (seed_is_library(tried) && realpath(tried, real))
            return text_copy(out, size, real);
    }
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (seed_is_library(fixed[i]))
            return text_copy(out, size, fixed[i]);
    return true;
}
