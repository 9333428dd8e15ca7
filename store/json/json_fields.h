/* Reading JSON objects by tables: a row for each key says its type and where in a struct its value goes.
 * Unknown keys, wrong types, missing keys and text that does not fit become faults with a JSON pointer. */
#ifndef WATTIF_STORE_JSON_JSON_FIELDS_H
#define WATTIF_STORE_JSON_JSON_FIELDS_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct cJSON;

/* Where the reader is, and the faults so far. */
struct json_place {
    char pointer[256];
    struct faults *faults;
};

enum json_type {
    JSON_TEXT,           /* char[size] */
    JSON_NUMBER,         /* double */
    JSON_NUMBER_OR_NULL, /* double, null -> NAN */
    JSON_INT32,          /* int32_t */
    JSON_INT64,          /* int64_t */
    JSON_INT64_OR_NULL,  /* int64_t, null -> 0 */
    JSON_BOOL,           /* bool */
    JSON_NAME,           /* int: the index in names[0 .. size) */
    JSON_OTHER           /* a legal key that the caller reads */
};

struct json_field {
    const char *key;
    enum json_type type;
    bool required;
    size_t offset, size;
    const char *const *names;
};

#define JSON_FIELDS_COUNT(fields) (sizeof(fields) / sizeof *(fields))

/* Fills `base` from `object`; keys that are absent leave it alone. True if no fault was added. */
bool json_read_fields(const struct cJSON *object, const struct json_field *fields, size_t n, void *base,
                      struct json_place *place);

/* Adds a fault at pointer/key (key may be NULL: at the pointer itself); returns false. */
bool json_fault(struct json_place *place, const char *key, const char *format, ...) PRINTF_LIKE(3, 4);

/* The member of an object by its exact key, or NULL. */
const struct cJSON *json_member(const struct cJSON *object, const char *key);

/* A member of this type, or NULL; one of another type is a fault ("must be an array"). */
const struct cJSON *json_array(const struct cJSON *object, const char *key, struct json_place *place);
const struct cJSON *json_object(const struct cJSON *object, const char *key, struct json_place *place);

#endif
