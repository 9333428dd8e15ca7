/* JSON objects by tables of fields (engine/base/field.h), both ways. In what is read, unknown keys, wrong
 * types, missing keys, keys of another kind and text that does not fit become faults with a JSON pointer. */
#ifndef WATTIF_STORE_JSON_JSON_FIELDS_H
#define WATTIF_STORE_JSON_JSON_FIELDS_H

#include "engine/base/field.h"
#include "store/json/json.h"

struct cJSON;

/* Where the reader is, and the faults so far. */
struct json_place {
    char pointer[256];
    struct faults *faults;
};

/* Fills `base` from `object`; keys that are absent leave it alone. What stands elsewhere (SAID_OTHERWISE) is
 * the caller's to read. True if no fault was added. */
bool json_read_fields(const struct cJSON *object, const struct field_table *table, void *base,
                      struct json_place *place);

/* Prints the members of an object that the caller begins and ends: in the table's order, what is said of this
 * kind. `other` prints the members that the table leaves to it; NULL: nobody does. */
typedef void json_print_other(void *context, struct json_writer *writer, const struct field *field,
                              const void *base);
void json_print_fields(struct json_writer *writer, const struct field_table *table, const void *base,
                       json_print_other *other, void *context);

/* Reads the elements of an array, or the members of an object, into the parts of *base (FIELD_PARTS) that the
 * field is: those that are pointed at are allocated. `more` (or NULL) reads what the table leaves to it, also
 * of what is no object. */
typedef void json_read_more(void *context, const struct cJSON *json, void *part, struct json_place *place);
void json_read_parts(const struct cJSON *list, const struct field *field, void *base, json_read_more *more,
                     void *context, struct json_place *place);
/* Prints them as an array of objects, each on a line of its own where `in_line`. */
void json_print_parts(struct json_writer *writer, const struct field *field, const void *base, bool in_line,
                      json_print_other *other, void *context);

/* Adds a fault at pointer/key (key may be NULL: at the pointer itself); returns false. */
bool json_fault(struct json_place *place, const char *key, const char *format, ...) PRINTF_LIKE(3, 4);

/* The member of an object by its exact key, or NULL. */
const struct cJSON *json_member(const struct cJSON *object, const char *key);

/* A member of this type, or NULL; one of another type is a fault ("must be an array"). */
const struct cJSON *json_array(const struct cJSON *object, const char *key, struct json_place *place);
const struct cJSON *json_object(const struct cJSON *object, const char *key, struct json_place *place);

#endif
