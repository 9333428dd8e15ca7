/* Opening a store. Six cases: a file that can be written (made if there is none), a file that cannot (opened
 * immutable), no file and no way to make one (in memory), a read-only file without a column of a metric
 * (copied into memory, where it gets that), a read-only file with a log that cannot be read beside it (copied
 * too), and a disk so full that not even reading finds the room it takes (read into memory). Then the tables
 * are made that are not there, and the library is seeded. */
#include "store/store_internal.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "store/file.h"
#include "store/schema.h"
#include "store/library/seed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_TIMEOUT_MS = 3000, FILLING_TIMEOUT_MS = 60000, RETRY_MS = 20 };

void store_now(char *out, size_t size)
{
    civil_format((int64_t)time(NULL), out, size);
}

/* NULL with a message. */
static sqlite3 *open_connection(const struct store *store, const char *name, int flags, struct error *error)
{
    sqlite3 *db = NULL;
    /* Nobody asks how much memory it has; counting takes a lock at each piece. Refused after the first time.
     */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    int code = sqlite3_open_v2(name, &db, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);

    if (code != SQLITE_OK) {
        database_fail(db, error);
        if (error && *store->path)
            text_copy(error->place, sizeof error->place, store->path);
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, BUSY_TIMEOUT_MS);
    return db;
}

static bool open_database(struct store *store, const char *name, int flags, struct error *error)
{
    store->db = open_connection(store, name, flags, error);
    return store->db != NULL;
}

static void close_database(struct store *store)
{
    sqlite3_close(store->db);
    store->db = NULL;
}

/* "file:/path?suffix" with the characters escaped that mean something in it. */
static void database_uri(const char *path, const char *suffix, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "file:");
    for (; *path && used + 4 < size; path++)
        used += (size_t)snprintf(out + used, size - used, strchr("?#%", *path) ? "%%%02X" : "%c",
                                 (unsigned char)*path);
    snprintf(out + used, size - used, "?%s", suffix);
}

static bool open_memory(struct store *store, struct error *error)
{
    store->read_only = true;
    *store->path = '\0';
    return open_database(store, ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
}

/* Replaces a read-only file by a copy in memory, which can be written. */
static bool copy_to_memory(struct store *store, struct error *error)
{
    sqlite3 *file = store->db;
    char path[PATH_SIZE];
    memcpy(path, store->path, sizeof path);
    store->db = NULL;
    bool good = open_memory(store, error) &&
                (store_copy_pages(file, store->db) == SQLITE_DONE || database_fail(store->db, error));
    sqlite3_close(file);
    memcpy(store->path, path, sizeof path);
    return good;
}

/* False with a message. */
static bool copy_file(const char *from, const char *to, struct error *error)
{
    char buffer[65536];
    size_t n;
    FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wbx") : NULL;
    bool good = in && out;
    while (good && (n = fread(buffer, 1, sizeof buffer, in)) > 0)
        good = fwrite(buffer, 1, n, out) == n;
    int code = errno;
    good = good && !ferror(in);
    if (out && fclose(out) != 0)
        good = false;
    if (in)
        fclose(in);
    return good ||
           error_set(
               error, ERROR_SYSTEM, from,
               "has a log of what was saved last, which cannot be read where it is, and copying both to %s failed: %s. Make the store's folder writable, or set TMPDIR",
               to, strerror(code));
}

static void look_at(const char *path, const char *log, struct stat status[2])
{
    memset(status, 0, 2 * sizeof *status);
    (void)(stat(path, &status[0]) == 0 && stat(log, &status[1]) == 0);
}

/* File and log, side by side in a folder of our own for as long as it takes to read them into memory. */
static bool open_copy(struct store *store, const char *log, struct error *error)
{
    const char *temporary = getenv("TMPDIR");
    char folder[PATH_SIZE], file[PATH_SIZE + 8], file_log[PATH_SIZE + 16];
    struct stat before[2], after[2];
    if (!path_join(folder, sizeof folder, temporary && *temporary ? temporary : "/tmp", "wattif-XXXXXX") ||
        !mkdtemp(folder))
        return error_set(
            error, ERROR_SYSTEM, store->path,
            "has a log of what was saved last, which cannot be read where it is, and there is no folder for a copy: %s. Make the store's folder writable, or set TMPDIR",
            strerror(errno));
    snprintf(file, sizeof file, "%s/db", folder);
    snprintf(file_log, sizeof file_log, "%s-wal", file);
    look_at(store->path, log, before);
    bool good = copy_file(store->path, file, error) && copy_file(log, file_log, error);
    look_at(store->path, log, after);
    for (int i = 0; good && i < 2; i++)
        if (before[i].st_ino != after[i].st_ino || before[i].st_size != after[i].st_size ||
            before[i].st_mtim.tv_sec != after[i].st_mtim.tv_sec ||
            before[i].st_mtim.tv_nsec != after[i].st_mtim.tv_nsec)
            good = error_set(error, ERROR_SYSTEM, store->path,
                             "another program is writing to it just now; try again when that one is done");
    good = good && open_database(store, file, SQLITE_OPEN_READWRITE, error) && copy_to_memory(store, error);
    unlink(file_log);
    unlink(file);
    snprintf(file_log, sizeof file_log, "%s-shm", file);
    unlink(file_log);
    rmdir(folder);
    return good;
}

static bool try_read_only(struct store *store, const char *mode, struct error *error)
{
    char uri[3 * PATH_SIZE + 32];
    database_uri(store->path, mode, uri, sizeof uri);
    store->reader_mode = mode;
    if (open_database(store, uri, SQLITE_OPEN_READONLY, error) &&
        database_row(store->db, error, "PRAGMA user_version", "") >= 0)
        return true;
    close_database(store);
    return false;
}

/* A log beside the file holds what was saved last. A second process may still be writing to it: then the file
 * is read with its log; where nothing may be made that this needs, a copy of both is. Without a log the file
 * is opened immutable, which needs neither locks nor a folder that can be written. */
static bool open_read_only(struct store *store, struct error *error)
{
    char log[PATH_SIZE + 8];
    struct stat status;
    store->read_only = true;
    snprintf(log, sizeof log, "%s-wal", store->path);
    bool has_log = stat(log, &status) == 0 && status.st_size > 0;
    if (!has_log)
        return try_read_only(store, "immutable=1", error);
    return try_read_only(store, "mode=ro", NULL) || open_copy(store, log, error);
}

sqlite3 *store_open_reader(const struct store *store)
{
    char uri[3 * PATH_SIZE + 32];
    if (!*store->path)
        return NULL;
    database_uri(store->path, store->reader_mode, uri, sizeof uri);
    return open_connection(store, uri, SQLITE_OPEN_READONLY, NULL);
}

static bool no_library(struct error *error)
{
    return error_set(
        error, ERROR_INPUT, NULL,
        "found no library to fill the store from; name the folder that holds datasets/ with --data or WATTIF_DATA");
}

static bool open_file(struct store *store, bool given, struct error *error)
{
    char folder[PATH_SIZE];
    struct stat status;
    bool exists = stat(store->path, &status) == 0;
    if (!exists && errno != ENOENT && errno != ENOTDIR)
        return error_set(
            error, ERROR_SYSTEM, store->path,
            "cannot be looked for: %s; check its folder's permissions, or name another store with --db",
            strerror(errno));
    if (exists && S_ISDIR(status.st_mode))
        return error_set(error, ERROR_INPUT, store->path, "is a directory; --db names a file");
    if (!exists && !*store->data)
        return no_library(error);
    if (!exists && !given)
        store_make_folders(store->path);
    text_copy(folder, sizeof folder, store->path); /* "." for a bare name */
    char *slash = strrchr(folder, '/');
    if (!slash)
        text_copy(folder, sizeof folder, ".");
    else
        slash[slash == folder] = '\0';
    if (given && !path_is_directory(folder))
        return error_set(error, ERROR_INPUT, folder,
                         "there is no such folder; --db names a file in one that exists");
    bool folder_writable = access(folder, W_OK) == 0;
    if (!exists && !folder_writable)
        return open_memory(store, error);
    if (exists && access(store->path, R_OK) != 0)
        return error_set(error, ERROR_SYSTEM, store->path, "cannot be read: %s", strerror(errno));
    if (exists && (!folder_writable || access(store->path, W_OK) != 0))
        return open_read_only(store, error);
    if (!exists && strcmp(store->path, ":memory:") != 0) /* which is SQLite's name of no file */
        file_make_private(store->path);                  /* its log and index take after it */
    return open_database(store, store->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
}

/* Write-ahead log, enforced references, and every commit on the disk before it is reported. The log goes into
 * the store itself when that is closed, or has grown to 40 MB: whoever saves a run does not wait for it. */
static bool configure(struct store *store, struct error *error)
{
    int version, code = SQLITE_BUSY;
    if (!schema_read_version(store->db, &version, error))
        return false;
    /* A run that is written over is no secret: its pages are not written once more, as zeroes. */
    if (!database_exec(store->db,
                       "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = OFF",
                       error))
        return false;
    if (store->read_only)
        return (version == SCHEMA_VERSION && schema_is_complete(store->db)) || copy_to_memory(store, error);
    /* Of two that start first at once, one may be refused at once, whatever the time-out says. */
    for (int waited_ms = 0; code == SQLITE_BUSY && waited_ms <= BUSY_TIMEOUT_MS; waited_ms += RETRY_MS) {
        code = sqlite3_exec(store->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) & 0xFF;
        if (code == SQLITE_BUSY)
            sqlite3_sleep(RETRY_MS);
    }
    return (code == SQLITE_OK || database_fail(store->db, error)) &&
           database_exec(store->db, "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 10000", error);
}

/* --- room for a full disk --- */

/* Reading a store takes a little room: the index of its log, which readers share with writers, 32 kB.
 * Deleting takes a little more: what is changed goes through the log first, or a power loss would leave half
 * of it; 70 kB for the largest runs, whose pages are only marked as free. So a file of nothing lies beside a
 * store that has runs, "wattif.db-spare", is given back when nothing else is left, and made again when the
 * store is closed. It is allocated, not sparse: only blocks that it owns come back with it. */
enum { SPARE_BYTES = 1 << 19, SPARE_LEAST = 1 << 16 };

static bool spare_path(const struct store *store, char *out, size_t size)
{
    int n = snprintf(out, size, "%s-spare", store->path);
    return *store->path && n > 0 && (size_t)n < size;
}

void store_set_aside(const struct store *store)
{
    char spare[PATH_SIZE + 8];
    int fd = spare_path(store, spare, sizeof spare)
                 ? open(spare, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)
                 : -1;
    if (fd < 0)
        return;
    off_t bytes = SPARE_BYTES;
    while (bytes >= SPARE_LEAST && posix_fallocate(fd, 0, bytes) != 0)
        bytes = ftruncate(fd, 0) == 0 ? bytes / 2 : 0;
    close(fd);
    if (bytes < SPARE_LEAST)
        unlink(spare);
}

static bool give_spare(const struct store *store)
{
    char spare[PATH_SIZE + 8];
    return spare_path(store, spare, sizeof spare) && unlink(spare) == 0;
}

/* Reads the file into memory, where it may grow. It is ours alone for so long: then SQLite keeps the index of
 * the log in memory, too. A file that was never filled is as good as none. */
static bool open_on_full_disk(struct store *store, struct error *error)
{
    char path[PATH_SIZE];
    struct stat status;
    store->read_only = store->full = true;
    if (stat(store->path, &status) == 0 && status.st_size > 0)
        return open_database(store, store->path, SQLITE_OPEN_READWRITE, error) &&
               database_exec(store->db, "PRAGMA locking_mode = EXCLUSIVE", error) &&
               copy_to_memory(store, error);
    memcpy(path, store->path, sizeof path);
    bool good = open_memory(store, error);
    memcpy(store->path, path, sizeof path);
    return good;
}

static bool make_ready(struct store *store, struct error *error)
{
    bool seeded, good = configure(store, error);
    /* Whoever starts first fills the store, which takes seconds: the others wait for that one. */
    if (good && !(store->read_only && *sqlite3_db_filename(store->db, "main"))) {
        sqlite3_busy_timeout(store->db, FILLING_TIMEOUT_MS);
        good = schema_bring_forward(store->db, error) &&
               (*store->data == '\0' || seed_library(store->db, store->data, error));
        sqlite3_busy_timeout(store->db, BUSY_TIMEOUT_MS);
    }
    return good && seed_exists(store->db, &seeded, error) && (seeded || no_library(error));
}

/* A disk without room is no reason not to read: first what was set aside for this is given back, then the
 * store is read into memory. What was wrong with the disk is what is told where even that fails. */
static bool open_in_spite(struct store *store, struct error *error)
{
    struct error ignored = {0};
    if (error->kind != ERROR_FULL || !*store->path)
        return false;
    close_database(store);
    if (give_spare(store) &&
        open_database(store, store->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &ignored) &&
        make_ready(store, &ignored))
        return store->full = true;
    close_database(store);
    return open_on_full_disk(store, &ignored) && make_ready(store, &ignored);
}

static bool open_all(struct store *store, const struct store_options *options, struct error *error)
{
    bool given = options && options->path;
    if (!store_find_data(options ? options->data : NULL, store->data, sizeof store->data, error))
        return false;
    bool named = given ? text_copy(store->path, sizeof store->path, options->path)
                       : store_default_path(store->path, sizeof store->path);
    if (given && !named)
        return error_set(error, ERROR_INPUT, "--db", "this path is too long");
    if (given && !*store->path)
        return error_set(error, ERROR_INPUT, "--db", "names no file");
    bool frozen = options && options->frozen;
    if (!(frozen && !given ? open_memory(store, error)
          : frozen         ? open_read_only(store, error)
          : named          ? open_file(store, given, error)
                           : open_memory(store, error)))
        return false;
    return make_ready(store, error);
}

struct store *store_open(const struct store_options *options, struct error *error)
{
    struct store *store = calloc(1, sizeof *store);
    struct error fault = {0};
    if (!store) {
        error_no_memory(error);
        return NULL;
    }
    catalog_init(store);
    store->reader_mode = "mode=ro";
    pthread_mutex_init(&store->derived.lock, NULL);
    if (open_all(store, options, &fault) || open_in_spite(store, &fault))
        return store;
    if (error)
        *error = fault;
    store_close(store);
    return NULL;
}

bool store_make_room(struct store *store)
{
    sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return store->full = give_spare(store);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    store_unpin(store);
    catalog_free(store);
    sqlite3_close(store->derived.db);
    pthread_mutex_destroy(&store->derived.lock);
    close_database(store);
    if (store->full && !store->read_only)
        store_set_aside(store);
    free(store);
}

bool store_is_read_only(const struct store *store)
{
    return store->read_only;
}

void store_set_patience(struct store *store, int ms)
{
    sqlite3_busy_timeout(store->db, ms);
}

const char *store_path(const struct store *store)
{
    return store->path;
}

const char *store_data_dir(const struct store *store)
{
    return store->data;
}

const char *store_why_unsaved(const struct store *store)
{
    return store->full ? "the disk is full" : store->read_only ? "the store is read-only" : NULL;
}

bool store_writable(struct store *store, struct error *error)
{
    const char *place = *store->path ? store->path : "the store in memory";
    if (store->full)
        return error_set(
            error, ERROR_FULL, place,
            "the disk is full: nothing can be saved or imported. Free some space and start again");
    if (!store->read_only)
        return true;
    return error_set(
        error, ERROR_SYSTEM, place,
        "is read-only: nothing can be saved or imported; name a store that can be written with --db");
}
