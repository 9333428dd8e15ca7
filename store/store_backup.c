/* Copying a store while others use it: SQLite's own backup into a new file beside the one that is asked for,
 * whose name it takes when it is whole and on the disk. */
#include "store/store_internal.h"

#include "engine/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool refuse(const char *path, int number, struct error *error)
{
    if (number == ENOMEM)
        return error_set(error, ERROR_SYSTEM, path, "out of memory");
    return error_set(error, ERROR_SYSTEM, path, "the copy cannot be put there: %s", strerror(number));
}

/* An empty file that only its owner reads, which nobody else has made. */
static bool make_temporary(const char *path, char temporary[PATH_SIZE], struct error *error)
{
    if ((size_t)snprintf(temporary, PATH_SIZE, "%s.XXXXXX", path) >= PATH_SIZE)
        return refuse(path, ENAMETOOLONG, error);
    int file = mkstemp(temporary);
    return file >= 0 ? close(file) == 0 : refuse(path, errno, error);
}

/* With the journal that SQLite leaves beside it where it could not be finished. */
static void remove_temporary(const char *temporary)
{
    char journal[PATH_SIZE + 16];

    snprintf(journal, sizeof journal, "%s-journal", temporary);
    unlink(journal);
    unlink(temporary);
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

    if (!make_temporary(path, temporary, error))
        return false;
    int code = sqlite3_open_v2(temporary, &copy, SQLITE_OPEN_READWRITE, NULL);
    bool good = code == SQLITE_OK ? copy_pages(store, copy, path, error)
                                  : refuse(path, code == SQLITE_NOMEM ? ENOMEM : EIO, error);
    sqlite3_close(copy);
    if (good && rename(temporary, path) != 0)
        good = refuse(path, errno, error);
    if (!good)
        remove_temporary(temporary);
    return good;
}
