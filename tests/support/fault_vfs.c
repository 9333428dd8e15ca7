/* A file of SQLite's here is our head followed by the real VFS's own structure. The disk's memory is a list
 * of files by path, each with its synced bytes and the sectors written since; only main databases and logs
 * are remembered, for nothing else of ours outlives a connection. One lock guards all of it. */
#include "tests/support/fault_vfs.h"

#include "engine/base/random.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECTOR = 512, FILES_MAX = 16, PATH_MAX_HERE = 512 };

/* A write that has not been synced: whole sectors or parts of them. */
struct pending {
    struct pending *next;
    int64_t at;
    int n;
    unsigned char bytes[];
};

struct disk_file {
    char path[PATH_MAX_HERE];
    bool exists;  /* on the disk for certain */
    bool deleted; /* since then */
    unsigned char *synced;
    int64_t n_synced;
    struct pending *first, **last; /* in the order they were made */
    int64_t truncated;             /* to this length since the last sync; -1: not */
};

struct faulty_file {
    sqlite3_file base;
    struct disk_file *disk; /* NULL: not remembered */
    sqlite3_file real[];
};

static struct {
    pthread_mutex_t lock;
    sqlite3_vfs *real, vfs;
    sqlite3_io_methods methods;
    enum fault_kind kind;
    int64_t at, count;
    bool lasting, struck, remembering;
    char filler[PATH_MAX_HERE]; /* "" none */
    struct disk_file files[FILES_MAX];
    int n_files;
} faulty = {.lock = PTHREAD_MUTEX_INITIALIZER};

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct faulty_file *)file)->real;
}

/* --- the disk's memory --- */

static void forget_pending(struct disk_file *disk)
{
    while (disk->first) {
        struct pending *next = disk->first->next;
        free(disk->first);
        disk->first = next;
    }
    disk->last = &disk->first;
    disk->truncated = -1;
}

static void forget_all(void)
{
    for (int i = 0; i < faulty.n_files; i++) {
        forget_pending(&faulty.files[i]);
        free(faulty.files[i].synced);
    }
    faulty.n_files = 0;
}

static void *must(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

/* What the file holds now is on the disk. */
static void remember_whole(struct disk_file *disk)
{
    FILE *file = fopen(disk->path, "rb");
    forget_pending(disk);
    free(disk->synced);
    disk->synced = NULL;
    disk->n_synced = 0;
    disk->exists = file != NULL;
    disk->deleted = false;
    if (!file)
        return;
    if (fseek(file, 0, SEEK_END) == 0)
        disk->n_synced = ftell(file);
    rewind(file);
    disk->synced = must(malloc((size_t)disk->n_synced + 1));
    if (fread(disk->synced, 1, (size_t)disk->n_synced, file) != (size_t)disk->n_synced)
        abort();
    fclose(file);
}

static struct disk_file *find_file(const char *path)
{
    for (int i = 0; i < faulty.n_files; i++)
        if (strcmp(faulty.files[i].path, path) == 0)
            return &faulty.files[i];
    return NULL;
}

/* The lock is held. */
static struct disk_file *remember_file(const char *path)
{
    struct disk_file *disk = find_file(path);
    if (disk || !faulty.remembering)
        return disk;
    if (faulty.n_files == FILES_MAX)
        abort();
    disk = &faulty.files[faulty.n_files++];
    *disk = (struct disk_file){.truncated = -1};
    disk->last = &disk->first;
    snprintf(disk->path, sizeof disk->path, "%s", path);
    remember_whole(disk);
    return disk;
}

/* --- faults --- */

/* Whether this operation is to fail. */
static bool strikes(enum fault_kind kind)
{
    pthread_mutex_lock(&faulty.lock);
    bool counted = faulty.kind == kind || (faulty.kind == FAULT_FULL && kind == FAULT_WRITE) ||
                   (faulty.kind == FAULT_POWER && (kind == FAULT_WRITE || kind == FAULT_SYNC));
    faulty.count += counted;
    bool room = faulty.kind == FAULT_FULL && *faulty.filler && access(faulty.filler, F_OK) != 0;
    bool strikes =
        counted && !room && (faulty.lasting ? faulty.count >= faulty.at : faulty.count == faulty.at);
    faulty.struck |= strikes;
    pthread_mutex_unlock(&faulty.lock);
    return strikes;
}

static int faulty_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int faulty_read(sqlite3_file *file, void *to, int n, sqlite3_int64 at)
{
    return strikes(FAULT_READ) ? SQLITE_IOERR_READ : real_of(file)->pMethods->xRead(real_of(file), to, n, at);
}

static int faulty_write(sqlite3_file *file, const void *from, int n, sqlite3_int64 at)
{
    struct disk_file *disk = ((struct faulty_file *)file)->disk;
    if (strikes(FAULT_WRITE))
        return faulty.kind == FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    int code = real_of(file)->pMethods->xWrite(real_of(file), from, n, at);
    pthread_mutex_lock(&faulty.lock);
    if (disk && faulty.remembering && code == SQLITE_OK) {
        struct pending *write = must(malloc(sizeof *write + (size_t)n));
        *write = (struct pending){.at = at, .n = n};
        memcpy(write->bytes, from, (size_t)n);
        *disk->last = write;
        disk->last = &write->next;
    }
    pthread_mutex_unlock(&faulty.lock);
    return code;
}

static int faulty_truncate(sqlite3_file *file, sqlite3_int64 length)
{
    struct disk_file *disk = ((struct faulty_file *)file)->disk;
    if (strikes(FAULT_WRITE))
        return SQLITE_IOERR_TRUNCATE;
    int code = real_of(file)->pMethods->xTruncate(real_of(file), length);
    pthread_mutex_lock(&faulty.lock);
    if (disk && faulty.remembering && code == SQLITE_OK)
        disk->truncated = length;
    pthread_mutex_unlock(&faulty.lock);
    return code;
}

/* The real sync is left out: nobody pulls this machine's plug, and it takes most of the time. */
static int faulty_sync(sqlite3_file *file, int flags)
{
    struct disk_file *disk = ((struct faulty_file *)file)->disk;
    (void)flags;
    if (strikes(FAULT_SYNC))
        return SQLITE_IOERR_FSYNC;
    pthread_mutex_lock(&faulty.lock);
    if (disk && faulty.remembering) {
        int64_t length = disk->truncated;
        for (struct pending *write = disk->first; write; write = write->next) {
            if (write->at + write->n > disk->n_synced) {
                disk->synced = must(realloc(disk->synced, (size_t)(write->at + write->n)));
                memset(disk->synced + disk->n_synced, 0, (size_t)(write->at + write->n - disk->n_synced));
                disk->n_synced = write->at + write->n;
            }
            memcpy(disk->synced + write->at, write->bytes, (size_t)write->n);
        }
        if (length >= 0 && length < disk->n_synced)
            disk->n_synced = length;
        forget_pending(disk);
        disk->exists = true;
        disk->deleted = false;
    }
    pthread_mutex_unlock(&faulty.lock);
    return SQLITE_OK;
}

static int faulty_size(sqlite3_file *file, sqlite3_int64 *n)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), n);
}

static int faulty_lock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int faulty_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int faulty_check_lock(sqlite3_file *file, int *held)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), held);
}

static int faulty_control(sqlite3_file *file, int what, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), what, argument);
}

static int faulty_sector(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

static int faulty_traits(sqlite3_file *file)
{
    (void)file;
    return 0; /* no promise about appends, order or overwriting */
}

static int faulty_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory)
{
    if (extend && strikes(FAULT_WRITE))
        return SQLITE_IOERR_SHMSIZE;
    return real_of(file)->pMethods->xShmMap(real_of(file), region, size, extend, memory);
}

static int faulty_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, n, flags);
}

static void faulty_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int faulty_unmap(sqlite3_file *file, int delete)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), delete);
}

static int faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    struct faulty_file *ours = (struct faulty_file *)file;
    (void)vfs;
    ours->base.pMethods = NULL;
    ours->disk = NULL;
    pthread_mutex_lock(&faulty.lock); /* before the real one makes the file */
    if (name && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL))
        ours->disk = remember_file(name);
    pthread_mutex_unlock(&faulty.lock);
    int code = faulty.real->xOpen(faulty.real, name, ours->real, flags, out_flags);
    if (code == SQLITE_OK)
        ours->base.pMethods = &faulty.methods;
    return code;
}

static int faulty_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    if (strikes(FAULT_WRITE))
        return SQLITE_IOERR_DELETE;
    int code = faulty.real->xDelete(faulty.real, name, sync);
    pthread_mutex_lock(&faulty.lock);
    struct disk_file *disk = find_file(name);
    if (disk && code == SQLITE_OK)
        disk->deleted = true;
    pthread_mutex_unlock(&faulty.lock);
    return code;
}

bool fault_vfs_install(void)
{
    if (faulty.real)
        return true;
    faulty.real = sqlite3_vfs_find(NULL);
    if (!faulty.real)
        return false;
    faulty.methods = (sqlite3_io_methods){.iVersion = 2,
                                          .xClose = faulty_close,
                                          .xRead = faulty_read,
                                          .xWrite = faulty_write,
                                          .xTruncate = faulty_truncate,
                                          .xSync = faulty_sync,
                                          .xFileSize = faulty_size,
                                          .xLock = faulty_lock,
                                          .xUnlock = faulty_unlock,
                                          .xCheckReservedLock = faulty_check_lock,
                                          .xFileControl = faulty_control,
                                          .xSectorSize = faulty_sector,
                                          .xDeviceCharacteristics = faulty_traits,
                                          .xShmMap = faulty_map,
                                          .xShmLock = faulty_shm_lock,
                                          .xShmBarrier = faulty_barrier,
                                          .xShmUnmap = faulty_unmap};
    faulty.vfs = *faulty.real;
    faulty.vfs.pNext = NULL;
    faulty.vfs.zName = "faulty";
    faulty.vfs.szOsFile = (int)sizeof(struct faulty_file) + faulty.real->szOsFile;
    faulty.vfs.xOpen = faulty_open;
    faulty.vfs.xDelete = faulty_delete;
    return sqlite3_vfs_register(&faulty.vfs, 1) == SQLITE_OK;
}

void fault_vfs_arm(enum fault_kind kind, int64_t n, bool lasting)
{
    pthread_mutex_lock(&faulty.lock);
    forget_all();
    faulty.kind = kind;
    faulty.at = n;
    faulty.count = 0;
    faulty.lasting = lasting || kind == FAULT_POWER;
    faulty.struck = false;
    faulty.remembering = kind == FAULT_POWER;
    *faulty.filler = '\0';
    pthread_mutex_unlock(&faulty.lock);
}

void fault_vfs_fill_with(const char *path)
{
    pthread_mutex_lock(&faulty.lock);
    snprintf(faulty.filler, sizeof faulty.filler, "%s", path);
    pthread_mutex_unlock(&faulty.lock);
}

int64_t fault_vfs_disarm(void)
{
    pthread_mutex_lock(&faulty.lock);
    faulty.kind = FAULT_NONE;
    faulty.remembering = false;
    int64_t count = faulty.count;
    pthread_mutex_unlock(&faulty.lock);
    return count;
}

bool fault_vfs_struck(void)
{
    return faulty.struck;
}

/* --- power loss --- */

static void leave_on_disk(const struct disk_file *disk, uint64_t key)
{
    uint64_t draw = 0;
    bool gone = disk->exists ? disk->deleted && random_below(key, draw++, 2) : random_below(key, draw++, 2);
    if (gone) {
        unlink(disk->path);
        return;
    }
    FILE *file = must(fopen(disk->path, "wb"));
    int64_t n = disk->n_synced;
    if (disk->truncated >= 0 && disk->truncated < n && random_below(key, draw++, 2))
        n = disk->truncated;
    if (n > 0 && fwrite(disk->synced, 1, (size_t)n, file) != (size_t)n)
        abort();
    for (const struct pending *write = disk->first; write; write = write->next) {
        /* Some sectors of a write reach the disk, others do not. */
        for (int64_t at = write->at; at < write->at + write->n;) {
            int64_t end = (at / SECTOR + 1) * SECTOR;
            if (end > write->at + write->n)
                end = write->at + write->n;
            if (random_below(key, draw++, 2) &&
                (fseek(file, at, SEEK_SET) != 0 ||
                 fwrite(write->bytes + (at - write->at), 1, (size_t)(end - at), file) != (size_t)(end - at)))
                abort();
            at = end;
        }
    }
    fclose(file);
}

void fault_vfs_lose_power(uint64_t seed)
{
    char index[PATH_MAX_HERE + 8];
    for (int i = 0; i < faulty.n_files; i++) {
        leave_on_disk(&faulty.files[i], random_key(seed, RANDOM_TEST, (uint32_t)i));
        snprintf(index, sizeof index, "%s-shm", faulty.files[i].path);
        unlink(index);
    }
    forget_all();
}
