/* One small function for each type of field and way, in tables by type; the table of an object's keys says
 * which to call. */
#include "store/json/json_fields.h"

#include "engine/base/text.h"
#include "engine/base/glyph.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 64 };

bool json_fault(struct json_place *place, const char *key, const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    size_t before = strlen(place->pointer);
    if (key)
        json_pointer_push(place->pointer, sizeof place->pointer, key);
    faults_add(place->faults, place->pointer, "%s", message);
    place->pointer[before] = '\0';
    return false;
}

const cJSON *json_member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

const cJSON *json_array(const cJSON *object, const char *key, struct json_place *place)
{
    const cJSON *member = json_member(object, key);
    if (!member || cJSON_IsArray(member))
        return member;
    json_fault(place, key, "must be an array");
    return NULL;
}

const cJSON *json_object(const cJSON *object, const char *key, struct json_place *place)
{
    const cJSON *member = json_member(object, key);
    if (!member || cJSON_IsObject(member))
        return member;
    json_fault(place, key, "must be an object");
    return NULL;
}

enum { NAMES_SIZE = 64 }; /* longer fields are titles, notes and sources: texts */

static bool read_text(const cJSON *json, const struct field *field, void *base, struct json_place *place)
{
    if (!cJSON_IsString(json))
        return json_fault(place, field->key, "must be a text in quotes");
    if (!text_copy((char *)base + field->offset, field->size, json->valuestring))
        return json_fault(place, field->key, "is longer than %zu bytes", field->size - 1);
    const char *text = json->valuestring;
    bool name = field->required || field->size <= NAMES_SIZE;
    const char *fault = *text && name ? name_fault(text) : text_fault(text);
    if (fault)
        return json_fault(place, field->key, "%s", fault);
    return true;
}

static bool read_number(const cJSON *json, const struct field *field, void *base, struct json_place *place)
{
    bool none = field->nullable && cJSON_IsNull(json);
    if (!none && !cJSON_IsNumber(json))
        return json_fault(place, field->key, "must be a number");
    field_set_number(field, base, none ? (double)NAN : json->valuedouble);
    return true;
}

static bool read_whole(const cJSON *json, const struct field *field, void *base, struct json_place *place)
{
    double value = json->valuedouble;
    if (field->nullable && cJSON_IsNull(json)) {
        field_set_number(field, base, 0);
        return true;
    }
    if (!cJSON_IsNumber(json) || value != floor(value) || fabs(value) > 0x1p53)
        return json_fault(place, field->key, "must be a whole number");
    if (field->type == FIELD_INT32 && (value < INT32_MIN || value > INT32_MAX))
        return json_fault(place, field->key, "is out of range");
    field_set_number(field, base, value);
    return true;
}

static bool read_bool(const cJSON *json, const struct field *field, void *base, struct json_place *place)
{
    if (!cJSON_IsBool(json))
        return json_fault(place, field->key, "must be true or false");
    field_set_number(field, base, cJSON_IsTrue(json));
    return true;
}

static bool read_choice(const cJSON *json, const struct field *field, void *base, struct json_place *place)
{
    char known[256] = "";
    size_t used = 0;
    for (size_t i = 0; i < field->size; i++) {
        if (cJSON_IsString(json) && strcmp(json->valuestring, field->names[i]) == 0) {
            field_set_number(field, base, (double)i);
            return true;
        }
        if (*field->names[i] && used < sizeof known)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                                     field->names[i]);
    }
    return json_fault(place, field->key, "must be one of %s", known);
}

static bool read_part(const cJSON *json, const struct field *field, void *base, struct json_place *place)
{
    size_t before = json_pointer_push(place->pointer, sizeof place->pointer, field->key);
    bool good = json_read_fields(json, field->part, (char *)base + field->offset, place);
    place->pointer[before] = '\0';
    return good;
}

typedef bool read_field(const cJSON *json, const struct field *field, void *base, struct json_place *place);

static read_field *const readers[] = {
    [FIELD_TEXT] = read_text,   [FIELD_NUMBER] = read_number, [FIELD_INT32] = read_whole,
    [FIELD_INT64] = read_whole, [FIELD_BOOL] = read_bool,     [FIELD_CHOICE] = read_choice,
    [FIELD_PART] = read_part,
};

bool json_read_fields(const cJSON *object, const struct field_table *table, void *base,
                      struct json_place *place)
{
    size_t before = place->faults->count;
    const cJSON *child;
    if (!cJSON_IsObject(object))
        return json_fault(place, NULL, "must be an object");
    cJSON_ArrayForEach(child, object)
    {
        const struct field *field = field_find(table, child->string);
        if (!field) {
            const char *names[NAMES_MAX], *nearest;
            size_t n = 0;
            for (size_t i = 0; i < table->n && n < NAMES_MAX; i++)
                if (table->fields[i].key)
                    names[n++] = table->fields[i].key;
            nearest = text_nearest(child->string, names, n);
            json_fault(place, child->string, "unknown key%s%s%s", nearest ? "; did you mean '" : "",
                       nearest ? nearest : "", nearest ? "'?" : "");
        } else if (field->said != SAID_OTHERWISE)
            readers[field->type](child, field, base, place);
    }
    for (size_t i = 0; i < table->n; i++)
        if (table->fields[i].required && !json_member(object, table->fields[i].key))
            json_fault(place, table->fields[i].key, "is missing");
    if (place->faults->count == before) {
        /* A stray key ("sd" of a fixed batch) is a fault rather than silently lost. */
        const struct field *kind = &table->fields[0];
        for (size_t i = 1; i < table->n; i++) {
            const struct field *field = &table->fields[i];
            bool given = field->key && json_member(object, field->key);
            int own = field->kinds ? (int)field_number(kind, base) : 0;
            if (given && !field_applies(table, field, base))
                json_fault(place, field->key, "has no meaning for kind '%s'", kind->names[own]);
            if (!given && field->needed >> own & 1)
                json_fault(place, field->key, "is missing; kind '%s' needs it", kind->names[own]);
        }
    }
    return place->faults->count == before;
}

void json_read_parts(const cJSON *list, const struct field *field, void *base, json_read_more *more,
                     void *context, struct json_place *place)
{
    const struct field_table *table = field->part;
    char *parts = (char *)base + field->offset;
    int *n = (int *)(void *)((char *)base + field->count);
    const cJSON *json;
    if (field->size == 0) {
        char *made = calloc((size_t)cJSON_GetArraySize(list) + 1, table->size);
        memcpy(parts, &made, sizeof made);
        parts = made;
    }
    if (!parts) {
        faults_no_memory(place->faults, place->pointer);
        return;
    }
    cJSON_ArrayForEach(json, list)
    {
        void *part = parts + (size_t)*n * table->size;
        size_t outer = json->string ? json_pointer_push(place->pointer, sizeof place->pointer, json->string)
                                    : json_pointer_push_index(place->pointer, sizeof place->pointer, *n);
        ++*n;
        fields_init(table, part);
        json_read_fields(json, table, part, place);
        if (more)
            more(context, json, part, place);
        place->pointer[outer] = '\0';
    }
}

void json_print_fields(struct json_writer *writer, const struct field_table *table, const void *base,
                       json_print_other *other, void *context)
{
    for (size_t i = 0; i < table->n; i++) {
        const struct field *field = &table->fields[i];
        bool untold = field->said == SAID_IF_OTHER && field_is_initial(field, base);
        if (field->key && !untold && field_applies(table, field, base)) {
            const char *at = (const char *)base + field->offset;
            double number = field_number(field, base);
            if (field->said == SAID_OTHERWISE) {
                if (other)
                    other(context, writer, field, base);
            } else if (field->type == FIELD_TEXT) {
                json_string(writer, field->key, at);
            } else if (field->type == FIELD_CHOICE) {
                json_string(writer, field->key, field->names[(int)number]);
            } else if (field->type == FIELD_BOOL) {
                json_bool(writer, field->key, number != 0);
            } else if (field->type == FIELD_PART) {
                json_begin_inline_object(writer, field->key);
                json_print_fields(writer, field->part, at, other, context);
                json_end_object(writer);
            } else if (field->type == FIELD_INT64 && !(field->nullable && number == 0)) {
                json_int(writer, field->key, *(const int64_t *)(const void *)at);
            } else {
                json_number(writer, field->key, field->type == FIELD_INT64 ? (double)NAN : number);
            }
        }
    }
}

void json_print_parts(struct json_writer *writer, const struct field *field, const void *base, bool in_line,
                      json_print_other *other, void *context)
{
    const char *parts = (const char *)base + field->offset;
    int n = *(const int *)(const void *)((const char *)base + field->count);
    if (field->size == 0)
        memcpy(&parts, (const void *)parts, sizeof parts);
    json_begin_array(writer, field->key, false);
    for (int k = 0; k < n; k++) {
        in_line ? json_begin_inline_object(writer, NULL) : json_begin_object(writer, NULL);
        json_print_fields(writer, field->part, parts + (size_t)k * field->part->size, other, context);
        json_end_object(writer);
    }
    json_end_array(writer);
}
