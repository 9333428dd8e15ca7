/* The lock belongs to the open file, so a process that dies in any way lets go of it. */
#include "tui/explorer/session_file.h"

#include "engine/base/text.h"
#include "store/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAMES_TRIED = 100, SIZE_LIMIT = 16 << 20, STALE_S = 60 };

static const char session_prefix[] = "session-", suffix[] = ".json", fresh[] = ".new";

bool session_file_folder(char *out, size_t size, struct error *error)
{
    const char *xdg = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n = -1;
    if (xdg && xdg[0] == '/')
        n = snprintf(out, size, "%s/wattif", xdg);
    else if (home && home[0] == '/')
        n = snprintf(out, size, "%s/.local/state/wattif", home);
    if (n > 0 && (size_t)n < size)
        return true;
    out[0] = 0;
    return error_set(error, ERROR_SYSTEM, "", "neither XDG_STATE_HOME nor HOME names a folder");
}

/* An empty, locked file under a name that was free. */
static bool take_name(struct session_file *file, const char *folder, struct error *error)
{
    char name[64];
    const char *prefix = file->prefix ? file->prefix : session_prefix;
    for (int i = 1; i <= NAMES_TRIED; i++) {
        if (i == 1)
            snprintf(name, sizeof name, "%s%ld%s", prefix, (long)getpid(), suffix);
        else
            snprintf(name, sizeof name, "%s%ld-%d%s", prefix, (long)getpid(), i, suffix);
        if (!path_join(file->path, sizeof file->path, folder, name))
            break;
        store_make_folders(file->path);
        file->fd = open(file->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file->fd >= 0) {
            flock(file->fd, LOCK_EX | LOCK_NB); /* nobody else knows it yet */
            return true;
        }
        if (errno != EEXIST)
            break;
    }
    file->path[0] = 0;
    return error_set(error, ERROR_SYSTEM, folder, "cannot be written: %s", strerror(errno));
}

bool session_file_write(struct session_file *file, const char *folder, const char *text, struct error *error)
{
    static const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    char temporary[PATH_SIZE];
    size_t left = strlen(text);
    if (!file->path[0] && !take_name(file, folder, error))
        return false;
    int n = snprintf(temporary, sizeof temporary, "%s%s", file->path, fresh);
    int fd = n < (int)sizeof temporary ? open(temporary, flags, 0600) : -1;
    /* What has its name is what a write left that was cut off, or no file of ours. */
    if (fd < 0 && n < (int)sizeof temporary && errno == EEXIST && unlink(temporary) == 0)
        fd = open(temporary, flags, 0600);
    if (fd < 0)
        return error_set(error, ERROR_SYSTEM, folder, "cannot be written: %s", strerror(errno));
    flock(fd, LOCK_EX | LOCK_NB);
    for (ssize_t written; left > 0; left -= written > 0 ? (size_t)written : 0) {
        written = write(fd, text + strlen(text) - left, left);
        if (written < 0 && errno != EINTR)
            break;
    }
    if (left > 0 || fsync(fd) != 0 || rename(temporary, file->path) != 0) {
        error_set(error, ERROR_SYSTEM, folder, "cannot be written: %s", strerror(errno));
        unlink(temporary);
        close(fd);
        return false;
    }
    close(file->fd);
    file->fd = fd;
    return true;
}

void session_file_release(struct session_file *file)
{
    if (file->path[0])
        close(file->fd);
    file->path[0] = 0;
}

void session_file_remove(struct session_file *file)
{
    if (file->path[0])
        unlink(file->path);
    session_file_release(file);
}

void session_file_set_aside(struct session_file *file)
{
    char aside[PATH_SIZE];
    int n = snprintf(aside, sizeof aside, "%s.bad", file->path);
    if (n < (int)sizeof aside)
        rename(file->path, aside);
    session_file_release(file);
}

/* --- those that were left behind --- */

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* Opens and locks a file that has no owner any more: the lock is free, and the name still means the file that
 * was locked (an owner that writes puts another one in its place). */
static bool take_lost(struct session_file *file, struct stat *opened)
{
    struct stat named;
    file->fd = open(file->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file->fd < 0)
        return false;
    if (flock(file->fd, LOCK_EX | LOCK_NB) == 0 && fstat(file->fd, opened) == 0 && S_ISREG(opened->st_mode) &&
        lstat(file->path, &named) == 0 && named.st_ino == opened->st_ino && named.st_dev == opened->st_dev)
        return true;
    close(file->fd);
    return false;
}

/* The text of one that was left behind, which is locked then, malloc'ed; NULL: it is none. */
static char *take_text(struct session_file *file, const char *name, size_t *n)
{
    struct stat status;
    bool whole = ends_with(name, suffix);
    if ((!whole && !ends_with(name, fresh)) || !take_lost(file, &status))
        return NULL;
    /* Half of a write that was cut off, or a name that was taken for nothing, is cleared away. */
    bool old = time(NULL) - status.st_mtime > STALE_S;
    bool leftover = whole ? status.st_size == 0 && old : old;
    char *text = whole && !leftover && status.st_size > 0
                     ? file_read_rest(file->fd, file->path, SIZE_LIMIT, n, NULL)
                     : NULL;
    if (leftover)
        session_file_remove(file);
    else if (!text)
        session_file_release(file);
    return text;
}

void session_scan(const char *folder, const char *prefix, session_look *look, void *context)
{
    DIR *directory = opendir(folder);
    const struct dirent *entry;
    struct session_file file;
    prefix = prefix ? prefix : session_prefix;
    while (directory && (entry = readdir(directory))) {
        size_t n = 0;
        file = (struct session_file){0};
        char *text = strncmp(entry->d_name, prefix, strlen(prefix)) == 0 &&
                             path_join(file.path, sizeof file.path, folder, entry->d_name)
                         ? take_text(&file, entry->d_name, &n)
                         : NULL;
        if (!text)
            continue;
        enum session_reading reading = look(context, &file, text, n);
        if (reading == SESSION_NEWER)
            session_file_release(&file);
        else if (reading == SESSION_DAMAGED)
            session_file_set_aside(&file);
        free(text);
    }
    if (directory)
        closedir(directory);
}

/* --- writing behind the screen: a thread for each write, so that nothing is left to shut down --- */

static void *write_it(void *argument)
{
    struct session_writer *writer = argument;
    writer->written = session_file_write(writer->file, writer->folder, writer->text, &writer->error);
    atomic_store(&writer->done, true);
    return NULL;
}

void session_writer_start(struct session_writer *writer, struct session_file *file, const char *folder,
                          char *text)
{
    writer->busy = true;
    writer->error = (struct error){0};
    writer->file = file;
    writer->folder = folder;
    writer->text = text;
    atomic_store(&writer->done, false);
    writer->joined = pthread_create(&writer->thread, NULL, write_it, writer) != 0;
    if (writer->joined) /* no thread to be had: then here */
        write_it(writer);
}

enum session_writing session_writer_ask(struct session_writer *writer, struct error *error)
{
    if (!writer->busy)
        return WRITING_NOTHING;
    if (!atomic_load(&writer->done))
        return WRITING_STILL;
    session_writer_wait(writer);
    writer->busy = false;
    free(writer->text);
    writer->text = NULL;
    if (error)
        *error = writer->error;
    return writer->written ? WRITING_DONE : WRITING_FAILED;
}

void session_writer_wait(struct session_writer *writer)
{
    if (!writer->busy || writer->joined)
        return;
    pthread_join(writer->thread, NULL);
    writer->joined = true;
}
