/* One thing of the library with its facts, in memory: what importers make and the store keeps as a
 * version. */
#ifndef WATTIF_STORE_LIBRARY_ITEM_H
#define WATTIF_STORE_LIBRARY_ITEM_H

#include "engine/base/field.h"
#include "engine/model/catalog.h"
#include "engine/model/profile.h"
#include "engine/model/scenario.h"
#include "engine/model/trace.h"
#include "store/library/hash.h"

enum item_kind { ITEM_TRACE, ITEM_PROFILE, ITEM_WORKLOAD, ITEM_SCENARIO, ITEM_DEVICE, ITEM_KIND_COUNT };

extern const char *const item_kind_names[ITEM_KIND_COUNT]; /* as in the version table */
/* ITEM_KIND_COUNT: no kind is called so. */
enum item_kind item_kind_find(const char *name);

struct item {
    enum item_kind kind;
    char source[256],
        licence[96]; /* of a profile, scenario or device; traces and workloads carry their own */
    union {
        struct carbon_trace trace;
        struct profile_set profile;
        struct workload workload;
        struct scenario scenario;
        struct device_type device;
    } as;
};

/* A GPU type and a row of a profile, in the order in which documents have them: the keys of JSON, and the
 * columns of CSV and SQL. */
extern const struct field_table device_fields, profile_fields;
/* Of those of a device, the ones that stand in its own table of the store. */
enum { DEVICE_COLUMNS_FIRST = 2, DEVICE_COLUMNS = 11 };

/* Frees what the item owns. */
void item_free(struct item *item);

const char *item_name(const struct item *item);
const char *item_title(const struct item *item);
const char *item_source(const struct item *item);
const char *item_licence(const struct item *item);

/* The canonical text, which `wattif export` prints and whose SHA-256 is the hash of the version. */
void item_write(struct sink *sink, const struct item *item);
void item_hash(const struct item *item, char out[HASH_TEXT_SIZE]);

/* What a scenario reads besides itself, as one hash: whoever keeps results finds them again only while every
 * trace, profile, workload and GPU type that the scenario names is what it was. Adds the versions that its
 * names have at present, in its order. False with a message: there is no such input. */
bool inputs_hash(struct hash *hash, const struct catalog *catalog, const struct scenario *scenario,
                 struct error *error);

#endif
