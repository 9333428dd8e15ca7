/* What the files that implement store.h share. */
#ifndef WATTIF_STORE_STORE_INTERNAL_H
#define WATTIF_STORE_STORE_INTERNAL_H

#include "store/database.h"
#include "store/file.h"
#include "store/library/item.h"
#include "store/store.h"

#include <pthread.h>

/* A version that the catalogue has handed out: kept until the store closes. */
struct cached_item {
    struct cached_item *next;
    int64_t version_id;
    struct item item;
};

/* A connection that only reads derived inputs: whoever needs them may be on any thread, one at a time. It is
 * opened when first asked; a store in memory has none. */
struct derived_reader {
    pthread_mutex_t lock;
    sqlite3 *db;
    bool tried;
};

struct store {
    sqlite3 *db;          /* of the thread that opened the store */
    char path[PATH_SIZE]; /* "" in memory */
    char data[PATH_SIZE]; /* "" none found */
    bool read_only;
    bool full; /* there was no room on the disk: what could be had is for reading and deleting */
    const char *reader_mode;       /* of a URI: how another connection reads the same file */
    struct derived_reader derived; /* for derived inputs, on any thread */
    struct catalog catalog;
    bool held; /* it is in one read of many look-ups */
    sqlite3_stmt *finder; /* of versions by name; a model asks for a dozen. NULL: not needed yet */
    struct cached_item *cached[ITEM_KIND_COUNT];
    size_t n_pins;
    struct pin *pins;  /* of a saved run (store_pin_run) or of a report's; owned */
    int64_t n_carried; /* versions that came with reports and are in the cache alone */
};

void catalog_init(struct store *store);
void catalog_free(struct store *store);

/* The version that a name means: the pinned run's, else today's. As library_find. */
int64_t store_find_version(struct store *store, enum item_kind kind, const char *name, char *hash,
                           struct error *error);
void store_unpin(struct store *store);
/* What a name means now, as the catalogue has it; it lives as long as the store. NULL with a message. `hash`
 * (65 bytes) may be NULL: what names this content (item_hash), as it was sealed with it. */
const struct item *store_find_item(struct store *store, enum item_kind kind, const char *name, char *hash,
                                   struct error *error);

/* Puts a version that came with a report into the file of the store, for a run that is being saved; others
 * are there. */
bool store_keep_carried(struct store *store, enum item_kind kind, int64_t version_id, struct error *error);

/* A connection of its own to the same file, which only reads; NULL: none can be had. */
sqlite3 *store_open_reader(const struct store *store);

/* Sets room aside for a full disk where there is none; on a disk that has less, as much as it has. */
void store_set_aside(const struct store *store);
/* Where the disk is full: gives back what was set aside, so that what failed may be tried again. False if
 * there is nothing. */
bool store_make_room(struct store *store);

/* Refuses a write to a read-only store with a message. */
bool store_writable(struct store *store, struct error *error);

/* Whether a built-in scenario has this name: 1, 0, or -1 with a message. */
int store_is_builtin_scenario(struct store *store, const char *name, struct error *error);

/* Reads a saved run's scenario only. 1 found, 0 there is none, -1 with a message. */
int store_run_scenario(struct store *store, const char *name, struct scenario *scenario, struct error *error);

/* Copies a whole database, page by page, as it is at one instant. SQLITE_DONE, or the code of the fault,
 * which both connections know. */
int store_copy_pages(sqlite3 *from, sqlite3 *to);

/* Now, as ISO-8601 UTC. */
void store_now(char *out, size_t size);

/* "route carbondis", or "configure clover"; "3 pools" of a scenario whose pools have schemes of their own.
 * Returns `out`. */
char *store_describe_scheme(const struct scenario *scenario, char *out, size_t size);

/* A version's line of facts, as lists show it, and the seal of all that they show of it: each row of a list
 * is held against that, since to read all that a thing holds would take too long. Makes both of the item that
 * the version is; and does the seal hold? False with a message. */
bool listed_keep(sqlite3 *db, const struct item *item, int64_t id, struct error *error);
bool listed_is_sound(sqlite3 *db, int64_t id, struct error *error);

#endif
