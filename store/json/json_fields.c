/* One small function for each type of field, in a table by type; the table of an object's keys says which to
 * call. */
#include "store/json/json_fields.h"

#include "engine/base/text.h"
#include "store/json/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
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

static bool read_text(const cJSON *json, const struct json_field *field, char *to, struct json_place *place)
{
    if (!cJSON_IsString(json))
        return json_fault(place, field->key, "must be a text in quotes");
    if (!text_copy(to, field->size, json->valuestring))
        return json_fault(place, field->key, "is longer than %zu bytes", field->size - 1);
    return true;
}

static bool read_number(const cJSON *json, const struct json_field *field, char *to, struct json_place *place)
{
    if (!cJSON_IsNumber(json))
        return json_fault(place, field->key, "must be a number");
    memcpy(to, &json->valuedouble, sizeof json->valuedouble);
    return true;
}

static bool read_number_or_null(const cJSON *json, const struct json_field *field, char *to,
                                struct json_place *place)
{
    double none = NAN;

    if (!cJSON_IsNull(json))
        return read_number(json, field, to, place);
    memcpy(to, &none, sizeof none);
    return true;
}

static bool read_int64(const cJSON *json, const struct json_field *field, char *to, struct json_place *place)
{
    if (!cJSON_IsNumber(json) || json->valuedouble != floor(json->valuedouble) ||
        fabs(json->valuedouble) > 0x1p53)
        return json_fault(place, field->key, "must be a whole number");
    int64_t value = (int64_t)json->valuedouble;
    memcpy(to, &value, sizeof value);
    return true;
}

static bool read_int64_or_null(const cJSON *json, const struct json_field *field, char *to,
                               struct json_place *place)
{
    if (!cJSON_IsNull(json))
        return read_int64(json, field, to, place);
    memset(to, 0, sizeof(int64_t));
    return true;
}

static bool read_int32(const cJSON *json, const struct json_field *field, char *to, struct json_place *place)
{
    int64_t wide = 0;

    if (!read_int64(json, field, (char *)&wide, place))
        return false;
    if (wide < INT32_MIN || wide > INT32_MAX)
        return json_fault(place, field->key, "is out of range");
    int32_t value = (int32_t)wide;
    memcpy(to, &value, sizeof value);
    return true;
}

static bool read_bool(const cJSON *json, const struct json_field *field, char *to, struct json_place *place)
{
    bool value = cJSON_IsTrue(json);

    if (!cJSON_IsBool(json))
        return json_fault(place, field->key, "must be true or false");
    memcpy(to, &value, sizeof value);
    return true;
}

static bool read_name(const cJSON *json, const struct json_field *field, char *to, struct json_place *place)
{
    char known[256] = "";
    size_t used = 0;

    for (size_t i = 0; i < field->size; i++) {
        int index = (int)i;
        if (cJSON_IsString(json) && strcmp(json->valuestring, field->names[i]) == 0) {
            memcpy(to, &index, sizeof index);
            return true;
        }
        if (*field->names[i] && used < sizeof known)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                                     field->names[i]);
    }
    return json_fault(place, field->key, "must be one of %s", known);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the table decides the type */
static bool read_nothing(const cJSON *json, const struct json_field *field, char *to,
                         struct json_place *place)
{
    (void)json, (void)field, (void)to, (void)place;
    return true;
}

typedef bool read_field(const cJSON *json, const struct json_field *field, char *to,
                        struct json_place *place);

static read_field *const readers[] = {
    [JSON_TEXT] = read_text,   [JSON_NUMBER] = read_number, [JSON_NUMBER_OR_NULL] = read_number_or_null,
    [JSON_INT32] = read_int32, [JSON_INT64] = read_int64,   [JSON_INT64_OR_NULL] = read_int64_or_null,
    [JSON_BOOL] = read_bool,   [JSON_NAME] = read_name,     [JSON_OTHER] = read_nothing,
};

static bool unknown_key(const char *key, const struct json_field *fields, size_t n, struct json_place *place)
{
    const char *names[NAMES_MAX];

    if (n > NAMES_MAX)
        n = NAMES_MAX;
    for (size_t i = 0; i < n; i++)
        names[i] = fields[i].key;
    const char *nearest = text_nearest(key, names, n);
    if (nearest)
        return json_fault(place, key, "unknown key; did you mean '%s'?", nearest);
    return json_fault(place, key, "unknown key");
}

bool json_read_fields(const cJSON *object, const struct json_field *fields, size_t n, void *base,
                      struct json_place *place)
{
    size_t before = place->faults->count;
    const cJSON *child;

    if (!cJSON_IsObject(object))
        return json_fault(place, NULL, "must be an object");
    cJSON_ArrayForEach(child, object)
    {
        size_t i = 0;
        while (i < n && strcmp(fields[i].key, child->string) != 0)
            i++;
        if (i == n)
            unknown_key(child->string, fields, n, place);
        else
            readers[fields[i].type](child, &fields[i], (char *)base + fields[i].offset, place);
    }
    for (size_t i = 0; i < n; i++)
        if (fields[i].required && !json_member(object, fields[i].key))
            json_fault(place, fields[i].key, "is missing");
    return place->faults->count == before;
}
