/* A file is written without a name where the system can do that, and gets one when it is whole: however the
 * program ends before, nothing is left. Elsewhere it is made by mkstemp: under a name that nobody could
 * foresee, exclusively, never through a link. */
#define _GNU_SOURCE /* O_TMPFILE; NOLINT(bugprone-reserved-identifier) */
#include "tui/cli/outfile.h"

#include "engine/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(const struct outfile *out, int code, struct error *error)
{
    bool system = code == ENOSPC || code == EIO || code == ENOMEM || code == EDQUOT;
    return error_set(error, system ? ERROR_SYSTEM : ERROR_INPUT, out->path, "cannot write there: %s",
                     strerror(code));
}

static bool too_long(const struct outfile *out, struct error *error)
{
    return error_set(error, ERROR_INPUT, out->path, "cannot write there: the path is too long");
}

/* What the path means: its links followed. A link that leads nowhere gets the file that it names. */
static bool find_target(struct outfile *out, struct error *error)
{
    char real[PATH_SIZE];
    struct stat status;
    if (lstat(out->path, &status) == 0 && S_ISLNK(status.st_mode) && stat(out->path, &status) != 0) {
        int fd = open(out->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (fd < 0)
            return refuse(out, errno, error);
        close(fd);
        out->made = true;
    }
    const char *meant = realpath(out->path, real) ? real : out->path;
    return text_copy(out->target, sizeof out->target, meant) || too_long(out, error);
}

/* The mode of what is replaced and its owner, where that may be given away; else what a new file gets. */
static void take_after(struct outfile *out, int fd, const struct stat *old)
{
    struct stat new;
    if (!old) {
        mode_t mask = umask(0);
        umask(mask);
        fchmod(fd, 0666 & ~mask);
        return;
    }
    out->in_place = old->st_nlink > 1;
    if (fstat(fd, &new) != 0 || ((new.st_uid != old->st_uid || new.st_gid != old->st_gid) &&
                                 fchown(fd, old->st_uid, old->st_gid) != 0))
        out->in_place = true;
    fchmod(fd, old->st_mode & 07777);
}

/* In the folder of the target; -1: there are none, or they could not be named from here. */
static int open_nameless(const struct outfile *out)
{
#ifdef O_TMPFILE
    char folder[PATH_SIZE];
    const char *slash = strrchr(out->target, '/');
    size_t n = slash ? (size_t)(slash - out->target) + 1 : 0;
    text_print(folder, sizeof folder, "%.*s", (int)n, out->target);
    return access("/proc/self/fd", X_OK) == 0
               ? open(n > 0 ? folder : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)
               : -1;
#else
    (void)out;
    return -1;
#endif
}

/* Gives it one beside its target, which nothing else has; 0 or the reason why not. */
static int name_it(struct outfile *out)
{
    enum { TRIES = 1000 };
    char open_file[64];
    snprintf(open_file, sizeof open_file, "/proc/self/fd/%d", fileno(out->file));
    for (int i = 0; i < TRIES; i++) {
        text_print(out->temporary, sizeof out->temporary, "%s.%06x", out->target,
                   ((unsigned)getpid() * TRIES + (unsigned)i) & 0xFFFFFF);
        if (linkat(AT_FDCWD, open_file, AT_FDCWD, out->temporary, AT_SYMLINK_FOLLOW) == 0)
            return 0;
        if (errno != EEXIST)
            break;
    }
    *out->temporary = 0;
    return errno;
}

static bool open_beside(struct outfile *out, const struct stat *old, struct error *error)
{
    int n = snprintf(out->temporary, sizeof out->temporary, "%s.XXXXXX", out->target);
    if (n < 0 || (size_t)n >= sizeof out->temporary) {
        *out->temporary = 0;
        return too_long(out, error);
    }
    int fd = open_nameless(out);
    out->nameless = fd >= 0;
    if (out->nameless)
        *out->temporary = 0;
    else
        fd = mkstemp(out->temporary);
    if (fd < 0) {
        *out->temporary = 0;
        return refuse(out, errno, error);
    }
    take_after(out, fd, old);
    out->file = fdopen(fd, "w+");
    if (out->file)
        return true;
    close(fd);
    return refuse(out, errno, error);
}

bool outfile_open(struct outfile *out, const char *path, struct error *error)
{
    struct stat status;
    *out = (struct outfile){.path = path};
    if (!*path)
        return error_set(error, ERROR_INPUT, "--out", "names no file");
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return error_set(error, ERROR_INPUT, path, "is a directory; name a file");
    if (exists && access(path, W_OK) != 0)
        return refuse(out, errno, error);
    if (exists && !S_ISREG(status.st_mode)) {
        out->file = fopen(path, "w");
        return out->file || refuse(out, errno, error);
    }
    if (find_target(out, error) && open_beside(out, exists ? &status : NULL, error))
        return true;
    outfile_drop(out);
    return false;
}

/* Copies what was written over the bytes of the target; 0 or the reason why not. */
static int copy_over(const struct outfile *out)
{
    char bytes[1 << 16];
    off_t length = 0;
    int fd = open(out->target, O_WRONLY | O_NOFOLLOW | O_CLOEXEC), code = 0;
    if (fd < 0)
        return errno;
    rewind(out->file);
    for (size_t n; !code && (n = fread(bytes, 1, sizeof bytes, out->file)) > 0; length += (off_t)n)
        for (size_t done = 0; !code && done < n;) {
            ssize_t written = write(fd, bytes + done, n - done);
            code = written < 0 && errno != EINTR ? errno : 0;
            done += written > 0 ? (size_t)written : 0;
        }
    if (!code && (ferror(out->file) || ftruncate(fd, length) != 0 || fsync(fd) != 0))
        code = errno ? errno : EIO;
    if (close(fd) != 0 && !code)
        code = errno;
    return code;
}

/* No device, no pipe. */
static bool is_file(const struct outfile *out)
{
    return out->nameless || *out->temporary;
}

/* Why a write failed that is long past: a temporary file, which is lost anyway, is asked for one more byte.
 */
static int reason_of_failure(const struct outfile *out)
{
    int fd = fileno(out->file);
    errno = 0;
    bool asked = is_file(out) && lseek(fd, 0, SEEK_END) >= 0 && write(fd, "", 1) < 0;
    return asked && errno ? errno : EIO;
}

/* Everything is with the system, and on the disk where it is a file; 0 or the reason why not. */
static int flush(const struct outfile *out)
{
    errno = 0;
    bool flushed = fflush(out->file) == 0, failed = ferror(out->file);
    if (flushed && !failed && (!is_file(out) || fsync(fileno(out->file)) == 0))
        return 0;
    return errno ? errno : reason_of_failure(out);
}

bool outfile_publish(struct outfile *out, struct error *error)
{
    bool beside = is_file(out) && !out->in_place, torn = false;
    int code = flush(out);
    if (!code && out->in_place) {
        code = copy_over(out);
        torn = code != 0;
    }
    if (out->nameless && (torn || (beside && !code))) {
        int named = name_it(out);
        code = code ? code : named;
    }
    if (fclose(out->file) != 0 && !code)
        code = errno;
    out->file = NULL;
    if (!code && beside && rename(out->temporary, out->target) != 0)
        code = errno;
    if (torn && *out->temporary)
        error_set(error, ERROR_SYSTEM, out->path, "cannot write: %s; all of it lies in %s", strerror(code),
                  out->temporary);
    else if (code)
        error_set(error, ERROR_SYSTEM, out->path, "cannot write: %s", strerror(code));
    if (torn || (!code && beside)) /* it is the only whole one, or has its place */
        *out->temporary = 0;
    out->made &= code != 0 && !torn;
    outfile_drop(out);
    return code == 0;
}

void outfile_drop(struct outfile *out)
{
    if (out->file)
        fclose(out->file);
    if (*out->temporary)
        unlink(out->temporary);
    if (out->made)
        unlink(out->target);
    *out = (struct outfile){0};
}
