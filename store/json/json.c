/* Reading JSON: the strict scan first, then cJSON builds the tree, then duplicate keys are looked for,
 * because only a tree has decoded keys. What comes out has passed every rule of the header, so that readers
 * only check meaning. */
#include "store/json/json.h"

#include "store/file.h"
#include "store/json/json_place.h"
#include "store/json/json_scan.h"
#include "store/json/utf8.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#define JSON_BYTES_MAX ((size_t)64 << 20)

size_t json_pointer_push(char *pointer, size_t size, const char *key)
{
    size_t before = strlen(pointer), used = before;

    if (used + 1 < size)
        pointer[used++] = '/';
    for (; *key && used + 2 < size; key++) {
        if (*key == '~' || *key == '/') {
            pointer[used++] = '~';
            pointer[used++] = *key == '~' ? '0' : '1';
        } else {
            pointer[used++] = *key;
        }
    }
    pointer[used] = '\0';
    return before;
}

size_t json_pointer_push_index(char *pointer, size_t size, int index)
{
    char text[16];

    snprintf(text, sizeof text, "%d", index);
    return json_pointer_push(pointer, size, text);
}

static int compare_keys(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* A key that the object has twice, or NULL; *failed if memory ran out. */
static const char *find_duplicate(const cJSON *object, bool *failed)
{
    size_t n = 0;
    const cJSON *child;
    const char *found = NULL;

    cJSON_ArrayForEach(child, object) n++;
    const char **keys = malloc((n + 1) * sizeof *keys);
    if (!keys) {
        *failed = true;
        return NULL;
    }
    n = 0;
    cJSON_ArrayForEach(child, object) keys[n++] = child->string;
    qsort(keys, n, sizeof *keys, compare_keys);
    for (size_t i = 1; i < n && !found; i++)
        if (strcmp(keys[i - 1], keys[i]) == 0)
            found = keys[i];
    free(keys);
    return found;
}

/* Looks through the tree; `pointer` is where `json` stands. Depth is at most JSON_DEPTH_MAX. */
static bool check_keys(const cJSON *json, char *pointer, size_t size, struct error *error)
{
    bool object = cJSON_IsObject(json), failed = false;
    const cJSON *child;
    int index = 0;

    const char *twice = object ? find_duplicate(json, &failed) : NULL;
    if (failed)
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    if (twice) {
        json_pointer_push(pointer, size, twice);
        return error_set(error, ERROR_INPUT, pointer, "this key is given twice");
    }
    cJSON_ArrayForEach(child, json)
    {
        if (!cJSON_IsObject(child) && !cJSON_IsArray(child)) {
            index++;
            continue;
        }
        size_t before = object ? json_pointer_push(pointer, size, child->string)
                               : json_pointer_push_index(pointer, size, index++);
        if (!check_keys(child, pointer, size, error))
            return false;
        pointer[before] = '\0';
    }
    return true;
}

struct cJSON *json_parse(const char *text, size_t n, const char *name, struct error *error)
{
    char pointer[256];

    if (n >= UTF8_BOM_SIZE && memcmp(text, UTF8_BOM, UTF8_BOM_SIZE) == 0) {
        text += UTF8_BOM_SIZE;
        n -= UTF8_BOM_SIZE;
    }
    if (n > JSON_BYTES_MAX) {
        error_set(error, ERROR_INPUT, name, "is larger than %zu MiB, the limit for JSON",
                  JSON_BYTES_MAX >> 20);
        return NULL;
    }
    if (!json_scan(text, n, name, error))
        return NULL;
    cJSON *json = cJSON_ParseWithLength(text, n);
    if (!json) {
        error_set(error, ERROR_SYSTEM, name, "out of memory");
        return NULL;
    }
    struct error fault = {0};
    *pointer = '\0';
    if (check_keys(json, pointer, sizeof pointer, &fault))
        return json;
    cJSON_Delete(json);
    char place[ERROR_PLACE];
    error_set(error, fault.kind, json_place_in_text(place, name ? name : "", text, n, fault.place), "%s",
              fault.message);
    return NULL;
}

struct cJSON *json_parse_file_text(const char *text, size_t n, const char *path, struct error *error)
{
    if (n == 0)
        error_set(error, ERROR_INPUT, path, "is empty");
    else if (memchr(text, '\0', n))
        error_set(error, ERROR_INPUT, path, "is a binary file (it holds a zero byte), not JSON");
    else
        return json_parse(text, n, path, error);
    return NULL;
}

struct cJSON *json_read_file(const char *path, struct error *error)
{
    size_t n;
    char *text = file_read(path, JSON_BYTES_MAX, &n, error);

    if (!text)
        return NULL;
    cJSON *json = json_parse_file_text(text, n, path, error);
    free(text);
    return json;
}

void json_free(struct cJSON *json)
{
    cJSON_Delete(json);
}
