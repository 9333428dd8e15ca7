/* Reading JSON: a strict scan, then cJSON builds the tree, then duplicate keys are looked for, because only a
 * tree has decoded keys. The scan comes first because cJSON is lenient where a data format must not be, and
 * takes 64 bytes for a value, however short its text: limits must hold before there is a tree. It is a
 * recursive descent over the grammar that keeps nothing but a position; depth is counted, so 100,000 open
 * brackets end at the 65th.
 *
 * cJSON does not remember where a value stood, and hardly anybody asks: only a fault does. So its pointer is
 * followed by the same scan, once more through the text. A file is read again for it and may have changed
 * meanwhile: a text that is no JSON ends the search, no more. */
#include "store/json/json.h"

#include "engine/base/glyph.h"
#include "engine/base/text.h"
#include "store/file.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define INTEGER_MAX (INT64_C(1) << 53)
#define JSON_BYTES_MAX ((size_t)64 << 20)
#define READ_AGAIN_MAX ((size_t)8 << 20) /* bytes: a fault is told at once, also in a large file */

/* Ten years of hours with eight facts each, the longest answer of a service that is read, are 700,000
 * values. */
enum { DEPTH_MAX = 64, NUMBER_MAX = 60, VALUES_MAX = 2000000 };

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

/* --- the scan --- */

struct scan {
    const char *text;
    size_t n, at;
    const char *name;
    struct error *error;
    int depth;
    long values;
    /* Where does a pointer lead? */
    const char *target; /* what is left of it; NULL: nobody asks, or it has been followed to its end */
    int followed;       /* how many of its parts were found */
    size_t found;       /* where the last of them begins */
};

static bool scan_value(struct scan *scan);

PRINTF_LIKE(2, 3) static bool scan_fail(struct scan *scan, const char *format, ...)
{
    char place[256], message[256];
    size_t line = 1, start = 0, at = scan->at < scan->n ? scan->at : scan->n;
    va_list args;
    for (size_t i = 0; i < at; i++) {
        if (scan->text[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    snprintf(place, sizeof place, "%s%s%zu:%zu", scan->name, *scan->name ? ":" : "", line,
             utf8_count(scan->text + start, at - start) + 1);
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return error_set(scan->error, ERROR_INPUT, place, "%s", message);
}

static char scan_peek(const struct scan *scan)
{
    return scan->at < scan->n ? scan->text[scan->at] : '\0';
}

static void scan_blanks(struct scan *scan)
{
    while (scan->at < scan->n && strchr(" \t\r\n", scan->text[scan->at]) && scan->text[scan->at])
        scan->at++;
}

/* What is here, for messages. */
static bool scan_unexpected(struct scan *scan, const char *wanted)
{
    unsigned char c = (unsigned char)scan_peek(scan);
    if (scan->at >= scan->n)
        return scan_fail(scan, "the text ends here, where %s should be", wanted);
    if (c < 0x20 || c == 0x7F)
        return scan_fail(scan, "a control character (0x%02X) where %s should be", c, wanted);
    size_t length = utf8_sequence(scan->text + scan->at, scan->n - scan->at);
    if (length == 0)
        return scan_fail(scan, "a byte (0x%02X) that is not UTF-8", c);
    return scan_fail(scan, "'%.*s' where %s should be", (int)length, scan->text + scan->at, wanted);
}

/* The four hex digits of \uXXXX at the backslash; -1 if that is not what is here. */
static long scan_unicode(const struct scan *scan)
{
    const char *at = scan->text + scan->at;
    char digits[5] = "";
    if (scan->n - scan->at >= 6 && at[0] == '\\' && at[1] == 'u')
        memcpy(digits, at + 2, 4);
    return strspn(digits, "0123456789abcdefABCDEF") == 4 ? strtol(digits, NULL, 16) : -1;
}

/* At the backslash. \u0000 is no text, and surrogates come in pairs. */
static bool scan_escape(struct scan *scan)
{
    char c = scan->at + 1 < scan->n ? scan->text[scan->at + 1] : '\0';
    if (c == '\0' || !strchr("\"\\/bfnrtu", c))
        return scan_fail(scan, "an unknown escape in a text");
    if (c != 'u') {
        scan->at += 2;
        return true;
    }
    long code = scan_unicode(scan);
    if (code < 0)
        return scan_fail(scan, "\\u needs four hexadecimal digits");
    if (code == 0)
        return scan_fail(scan, "\\u0000 is not allowed in text");
    if (code >= 0xDC00 && code <= 0xDFFF)
        return scan_fail(scan, "half a surrogate pair");
    scan->at += 6;
    if (code < 0xD800 || code > 0xDBFF)
        return true;
    long low = scan_unicode(scan);
    if (low < 0xDC00 || low > 0xDFFF)
        return scan_fail(scan, "half a surrogate pair");
    scan->at += 6;
    return true;
}

static bool scan_string(struct scan *scan)
{
    size_t opened = scan->at++;
    for (;;) {
        unsigned char c = (unsigned char)scan_peek(scan);
        if (scan->at >= scan->n || c == '\n') {
            scan->at = opened;
            return scan_fail(scan, "a quote opens here and is never closed");
        }
        if (c == '"') {
            scan->at++;
            return true;
        }
        if (c == '\\') {
            if (!scan_escape(scan))
                return false;
            continue;
        }
        size_t length = utf8_sequence(scan->text + scan->at, scan->n - scan->at);
        if (c < 0x20 || length == 0)
            return scan_unexpected(scan, "text");
        scan->at += length;
    }
}

static size_t scan_digits(struct scan *scan)
{
    size_t first = scan->at;
    while (scan_peek(scan) >= '0' && scan_peek(scan) <= '9')
        scan->at++;
    return scan->at - first;
}

/* Is the first part of `pointer` (its ~0 and ~1 taken back) these bytes? Returns what is behind it, or
 * NULL. */
static const char *match_part(const char *pointer, const char *bytes, size_t n)
{
    for (pointer++; *pointer && *pointer != '/'; pointer++, bytes++, n--) {
        char c = *pointer;
        if (c == '~' && (pointer[1] == '0' || pointer[1] == '1'))
            c = *++pointer == '0' ? '~' : '/';
        if (n == 0 || c != *bytes)
            return NULL;
    }
    return n == 0 ? pointer : NULL;
}

/* An array or an object, at its opening bracket. */
static bool scan_container(struct scan *scan, bool object)
{
    char close = object ? '}' : ']', number[24];
    if (++scan->depth > DEPTH_MAX)
        return scan_fail(scan, "nested deeper than %d levels", DEPTH_MAX);
    scan->at++;
    scan_blanks(scan);
    for (long index = 0; scan_peek(scan) != close; index++) {
        if (index > 0) {
            if (scan_peek(scan) != ',')
                return scan_unexpected(scan, object ? "',' or '}'" : "',' or ']'");
            scan->at++;
            scan_blanks(scan);
        }
        size_t begins = scan->at, key_end = begins;
        if (object) {
            if (scan_peek(scan) != '"')
                return scan_unexpected(scan, "a key in quotes");
            if (!scan_string(scan))
                return false;
            key_end = scan->at;
            scan_blanks(scan);
            if (scan_peek(scan) != ':')
                return scan_unexpected(scan, "':'");
            scan->at++;
            scan_blanks(scan);
        }
        /* The next part of the pointer can only be a child of what its last part led to. */
        const char *rest = NULL;
        if (scan->target && *scan->target == '/' && scan->depth == scan->followed + 1 && object) {
            rest = match_part(scan->target, scan->text + begins + 1, key_end - begins - 2);
        } else if (scan->target && *scan->target == '/' && scan->depth == scan->followed + 1) {
            snprintf(number, sizeof number, "%ld", index);
            rest = match_part(scan->target, number, strlen(number));
        }
        if (rest) {
            scan->target = rest;
            scan->followed++;
            scan->found = begins;
        }
        if (!scan_value(scan))
            return false;
        if (rest)
            scan->target = NULL;
        scan_blanks(scan);
    }
    scan->at++;
    scan->depth--;
    return true;
}

static bool scan_value(struct scan *scan)
{
    static const char *const words[] = {"true", "false", "null"};
    char c = scan_peek(scan);
    if (++scan->values > VALUES_MAX)
        return scan_fail(scan, "has more than %d values, the limit for JSON", VALUES_MAX);
    if (c == '{' || c == '[')
        return scan_container(scan, c == '{');
    if (c == '"')
        return scan_string(scan);
    if (c == '-' || (c >= '0' && c <= '9')) {
        /* A number in JSON's grammar: finite, and within 2^53 if it is whole. */
        char literal[NUMBER_MAX + 1];
        size_t first = scan->at;
        bool whole = true;
        double value;
        int64_t integer;
        scan->at += scan_peek(scan) == '-';
        if (scan_peek(scan) == '0')
            scan->at++;
        else if (scan_digits(scan) == 0)
            return scan_unexpected(scan, "a digit");
        if (scan_peek(scan) == '.') {
            whole = false;
            scan->at++;
            if (scan_digits(scan) == 0)
                return scan_unexpected(scan, "a digit");
        }
        if (scan_peek(scan) == 'e' || scan_peek(scan) == 'E') {
            whole = false;
            scan->at++;
            scan->at += scan_peek(scan) == '+' || scan_peek(scan) == '-';
            if (scan_digits(scan) == 0)
                return scan_unexpected(scan, "a digit");
        }
        /* What is wrong with the value is said where the number begins. */
        size_t length = scan->at - first;
        scan->at = first;
        if (length > NUMBER_MAX)
            return scan_fail(scan, "a number of more than %d characters", NUMBER_MAX);
        memcpy(literal, scan->text + first, length);
        literal[length] = '\0';
        if (!text_to_number(literal, &value))
            return scan_fail(scan, "%s is too large for a number", literal);
        if (whole && (!text_to_int64(literal, &integer) || integer > INTEGER_MAX || integer < -INTEGER_MAX))
            return scan_fail(
                scan, "%s is above 2^53 and would lose digits; write it in quotes if it is a seed", literal);
        scan->at = first + length;
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (scan->n - scan->at >= length && memcmp(scan->text + scan->at, words[i], length) == 0) {
            scan->at += length;
            return true;
        }
    }
    return scan_unexpected(scan, "a value");
}

/* --- places --- */

size_t json_line_of(const char *text, size_t n, const char *pointer)
{
    struct scan scan = {.text = text, .n = n, .name = "", .target = pointer};
    size_t line = 1;
    scan_blanks(&scan);
    scan.found = scan.at;
    scan_value(&scan);
    for (size_t i = 0; i < scan.found; i++)
        line += text[i] == '\n';
    return line;
}

char *json_place_in_text(char *place, const char *name, const char *text, size_t n, const char *pointer)
{
    if (!*pointer)
        return error_place(place, name, "%s", "");
    return error_place(place, name, "%s%zu:%s", *name ? ":" : "", json_line_of(text, n, pointer), pointer);
}

char *json_place_in_file(char *place, const char *path, const char *pointer)
{
    size_t n;
    char *text = *pointer && path_is_regular(path) ? file_read(path, READ_AGAIN_MAX, &n, NULL) : NULL;
    if (text)
        json_place_in_text(place, path, text, n, pointer);
    else
        error_place(place, path, "%s%s", *pointer ? ":" : "", pointer);
    free(text);
    return place;
}

void json_place_faults(struct faults *faults, const char *name, const char *text, size_t n)
{
    char pointer[ERROR_PLACE];
    size_t length = strlen(name);
    for (size_t i = 0; text && i < faults->count && i < FAULTS_KEPT; i++) {
        char *place = faults->kept[i].place;
        bool named = strncmp(place, name, length) == 0 && place[length] == ':';
        text_copy(pointer, sizeof pointer, named ? place + length + 1 : place);
        if (*pointer == '/') /* else it has its line, or is no place in the text */
            json_place_in_text(place, name, text, n, pointer);
    }
}

/* --- reading --- */

static int compare_keys(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Looks for keys that an object has twice; `pointer` is where `json` stands. Depth is at most DEPTH_MAX. */
static bool check_keys(const cJSON *json, char *pointer, size_t size, struct error *error)
{
    const cJSON *child;
    const char *twice = NULL;
    size_t n = 0;
    int index = 0;
    if (cJSON_IsObject(json)) {
        const char **keys = malloc(((size_t)cJSON_GetArraySize(json) + 1) * sizeof *keys);
        if (!keys)
            return error_no_memory(error);
        cJSON_ArrayForEach(child, json) keys[n++] = child->string;
        qsort(keys, n, sizeof *keys, compare_keys);
        for (size_t i = 1; i < n && !twice; i++)
            twice = strcmp(keys[i - 1], keys[i]) == 0 ? keys[i] : NULL;
        free(keys);
    }
    if (twice) {
        json_pointer_push(pointer, size, twice);
        return error_set(error, ERROR_INPUT, pointer, "this key is given twice");
    }
    for (child = json->child; child; child = child->next, index++) {
        if (!child->child)
            continue;
        size_t before = child->string ? json_pointer_push(pointer, size, child->string)
                                      : json_pointer_push_index(pointer, size, index);
        if (!check_keys(child, pointer, size, error))
            return false;
        pointer[before] = '\0';
    }
    return true;
}

struct cJSON *json_parse(const char *text, size_t n, const char *name, struct error *error)
{
    struct error fault = {0};
    char pointer[256] = "", place[ERROR_PLACE];
    if (n >= UTF8_BOM_SIZE && memcmp(text, UTF8_BOM, UTF8_BOM_SIZE) == 0) {
        text += UTF8_BOM_SIZE;
        n -= UTF8_BOM_SIZE;
    }
    if (n > JSON_BYTES_MAX) {
        error_set(error, ERROR_INPUT, name, "is larger than %zu MiB, the limit for JSON",
                  JSON_BYTES_MAX >> 20);
        return NULL;
    }
    struct scan scan = {.text = text, .n = n, .name = name ? name : "", .error = error};
    scan_blanks(&scan);
    if (!scan_value(&scan))
        return NULL;
    scan_blanks(&scan);
    if (scan.at < n) {
        scan_unexpected(&scan, "the end");
        return NULL;
    }
    cJSON *json = cJSON_ParseWithLength(text, n);
    if (!json) {
        error_set(error, ERROR_SYSTEM, name, "out of memory");
        return NULL;
    }
    if (check_keys(json, pointer, sizeof pointer, &fault))
        return json;
    cJSON_Delete(json);
    error_set(error, fault.kind, json_place_in_text(place, scan.name, text, n, fault.place), "%s",
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
    cJSON *json = text ? json_parse_file_text(text, n, path, error) : NULL;
    free(text);
    return json;
}

void json_free(struct cJSON *json)
{
    cJSON_Delete(json);
}
