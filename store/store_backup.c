/* Copying a store while others use it: SQLite's own backup into a new file beside the one that is asked for,
 * whose name it takes when it is whole and on the disk. */
#include "store/store_internal.h"

#include "engine/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Between the name of the copy and six letters. */
#define MARK ".wattif-"

static bool refuse(const char *path, int number, struct error *error)
{
    if (number == ENOMEM)
        return error_set(error, ERROR_SYSTEM, path, "out of memory");
    return error_set(error, ERROR_SYSTEM, path, "the copy cannot be put there: %s", strerror(number));
}

/* With the journal that SQLite leaves beside it where it could not be finished. */
static void remove_temporary(const char *temporary)
{
    char journal[PATH_SIZE + 16];
    snprintf(journal, sizeof journal, "%s-journal", temporary);
    unlink(journal);
    unlink(temporary);
}

/* The file of this name, if it is there and nobody holds it (flock): who makes one holds it until it has
 * another name. -1: none. */
static int hold(const char *temporary)
{
    struct stat named, held;
    int file = open(temporary, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &held) == 0 &&
        stat(temporary, &named) == 0 && named.st_ino == held.st_ino && named.st_dev == held.st_dev)
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

/* Those that copies to this path have left which were killed: nobody holds them. */
static void remove_dead(const char *path)
{
    char pattern[2 * PATH_SIZE + 16];
    size_t n = 0;
    glob_t found;
    for (const char *c = path; *c; c++) {
        if (strchr("*?[\\", *c))
            pattern[n++] = '\\';
        pattern[n++] = *c;
    }
    text_copy(pattern + n, sizeof pattern - n, MARK "??????");
    if (glob(pattern, GLOB_NOSORT, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        int file = hold(found.gl_pathv[i]);
        if (file < 0)
            continue;
        remove_temporary(found.gl_pathv[i]);
        close(file);
    }
    globfree(&found);
}

/* An empty file that only its owner reads, which nobody else has made; *file holds it. */
static bool make_temporary(const char *path, char temporary[PATH_SIZE], int *file, struct error *error)
{
    enum { TRIES = 10 };

    *file = -1;
    for (int k = 0; k < TRIES && *file < 0; k++) {
        if ((size_t)snprintf(temporary, PATH_SIZE, "%s" MARK "XXXXXX", path) >= PATH_SIZE)
            return refuse(path, ENAMETOOLONG, error);
        int made = mkstemp(temporary);
        if (made < 0)
            return refuse(path, errno, error);
        close(made);
        *file = hold(temporary); /* else another copy has just taken it for a dead one's */
    }
    return *file >= 0 || refuse(path, EBUSY, error);
}

int store_copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    int code = backup ? sqlite3_backup_step(backup, -1) : SQLITE_ERROR;
    sqlite3_backup_finish(backup);
    return code;
}

/* What is wrong with the copy is said of its path; what is wrong with the store, of the store. */
static bool copy_pages(struct store *store, sqlite3 *copy, const char *path, struct error *error)
{
    int code = store_copy_pages(store->db, copy);
    if (code == SQLITE_DONE &&
        sqlite3_exec(copy, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) == SQLITE_OK)
        return true;
    if ((code & 0xFF) == SQLITE_CORRUPT)
        return database_fail(store->db, error);
    database_fail(copy, error);
    return error && error_set(error, error->kind, path, "the copy stopped: %s", sqlite3_errmsg(copy));
}

bool store_backup(struct store *store, const char *path, struct error *error)
{
    sqlite3 *copy = NULL;
    char temporary[PATH_SIZE];
    int file;

    if (strlen(path) < PATH_SIZE)
        remove_dead(path);
    if (!make_temporary(path, temporary, &file, error))
        return false;
    int code = sqlite3_open_v2(temporary, &copy, SQLITE_OPEN_READWRITE, NULL);
    bool good = code == SQLITE_OK ? copy_pages(store, copy, path, error)
                                  : refuse(path, code == SQLITE_NOMEM ? ENOMEM : EIO, error);
    sqlite3_close(copy);
    if (good && rename(temporary, path) != 0)
        good = refuse(path, errno, error);
    if (!good)
        remove_temporary(temporary);
    close(file);
    return good;
}
