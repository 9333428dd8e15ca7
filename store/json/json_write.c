/* Writing JSON. One function puts what precedes a value (comma, line break, indentation, key), one opens and
 * one closes a container; `fresh` says that the innermost container is still empty. */
#include "store/json/json.h"

#include "engine/base/text.h"
#include "engine/base/glyph.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INTEGER_MAX (INT64_C(1) << 53)

static void put_bytes(struct json_writer *writer, const char *bytes, size_t n)
{
    if (writer->failed)
        return;
    if (writer->used + n + 1 > writer->size) {
        size_t size = 2 * (writer->used + n) + 256;
        char *text = realloc(writer->text, size);
        if (!text) {
            writer->failed = true;
            return;
        }
        writer->text = text;
        writer->size = size;
    }
    memcpy(writer->text + writer->used, bytes, n);
    writer->used += n;
    writer->text[writer->used] = '\0';
}

static void put(struct json_writer *writer, const char *text)
{
    put_bytes(writer, text, strlen(text));
}

static void put_line_break(struct json_writer *writer)
{
    put(writer, "\n");
    for (int i = 0; i < writer->depth; i++)
        put(writer, "  ");
}

static void put_quoted(struct json_writer *writer, const char *text)
{
    static const char plain[] = "\"\\\b\f\n\r\t", escaped[] = "\"\\bfnrt";
    size_t n = strlen(text);
    const char *quote = writer->leaves ? "" : "\"";
    put(writer, quote);
    for (size_t i = 0; i < n;) {
        const char *special = strchr(plain, text[i]);
        size_t length = utf8_sequence(text + i, n - i);
        char buffer[8], shown[VISIBLE_SIZE];
        if (special && writer->leaves) {
            put_bytes(writer, special, 1);
        } else if (special) {
            snprintf(buffer, sizeof buffer, "\\%c", escaped[special - plain]);
            put(writer, buffer);
        } else if (length == 0) {
            put(writer, "\xEF\xBF\xBD"); /* the replacement character */
        } else {
            const char *at = text + i;
            put_bytes(writer, shown, (size_t)visible_next(&at, shown));
        }
        i += length ? length : 1;
    }
    put(writer, quote);
}

/* The path of what comes now: its key, or which element it is. */
static void enter(struct json_writer *writer, const char *key)
{
    struct json_leaves *leaves = writer->leaves;
    if (writer->failed)
        return;
    size_t used = leaves->used[writer->depth], room = sizeof leaves->path - used;
    int index = leaves->index[writer->depth]++, n = 0;
    if (writer->depth > 0)
        n = key ? snprintf(leaves->path + used, room, "%s%s", used ? "." : "", key)
                : snprintf(leaves->path + used, room, "%s%d", used ? "." : "", index);
    writer->failed = n < 0 || (size_t)n >= room || writer->depth + 1 == JSON_DEPTH_MAX;
    if (writer->failed)
        return;
    leaves->used[writer->depth + 1] = used + (size_t)n;
    leaves->index[writer->depth + 1] = 0;
    writer->used = 0;
}

/* A value is whole. */
static void leave(struct json_writer *writer)
{
    if (writer->leaves && !writer->failed)
        writer->failed = !writer->leaves->take(writer->leaves->context, writer->leaves->path,
                                               writer->used ? writer->text : "");
}

static void put_prefix(struct json_writer *writer, const char *key)
{
    if (writer->leaves) {
        enter(writer, key);
        return;
    }
    if (writer->depth > 0) {
        if (!writer->fresh)
            put(writer, writer->inline_depth ? ", " : ",");
        if (!writer->inline_depth)
            put_line_break(writer);
    }
    writer->fresh = false;
    if (key) {
        put_quoted(writer, key);
        put(writer, ": ");
    }
}

static void put_open(struct json_writer *writer, const char *key, const char *bracket, bool one_line)
{
    put_prefix(writer, key);
    put(writer, writer->leaves ? "" : bracket);
    writer->depth++;
    writer->fresh = true;
    if (one_line || writer->inline_depth)
        writer->inline_depth++;
}

static void put_close(struct json_writer *writer, const char *bracket)
{
    writer->depth--;
    if (writer->inline_depth)
        writer->inline_depth--;
    else if (!writer->fresh && !writer->leaves)
        put_line_break(writer);
    put(writer, writer->leaves ? "" : bracket);
    writer->fresh = false;
}

void json_begin_object(struct json_writer *writer, const char *key)
{
    put_open(writer, key, "{", false);
}

void json_begin_inline_object(struct json_writer *writer, const char *key)
{
    put_open(writer, key, "{", true);
}

void json_end_object(struct json_writer *writer)
{
    put_close(writer, "}");
}

void json_reopen(struct json_writer *writer, const char *object)
{
    put_bytes(writer, object, strlen(object) - strlen("\n}"));
    writer->depth = 1;
}

void json_begin_array(struct json_writer *writer, const char *key, bool one_line)
{
    put_open(writer, key, "[", one_line);
}

void json_end_array(struct json_writer *writer)
{
    put_close(writer, "]");
}

static void put_value(struct json_writer *writer, const char *key, const char *text)
{
    put_prefix(writer, key);
    put(writer, text);
    leave(writer);
}

void json_string(struct json_writer *writer, const char *key, const char *value)
{
    if (!value) {
        json_null(writer, key);
        return;
    }
    put_prefix(writer, key);
    put_quoted(writer, value);
    leave(writer);
}

void json_number(struct json_writer *writer, const char *key, double value)
{
    char text[40];
    if (!isfinite(value)) {
        json_null(writer, key);
        return;
    }
    text_from_number(value, text, sizeof text);
    /* The reader takes a bare integer of this size for a loss of digits. */
    if (!writer->leaves && fabs(value) > (double)INTEGER_MAX && !strpbrk(text, ".e"))
        text_copy(text + strlen(text), sizeof ".0", ".0");
    put_value(writer, key, text);
}

void json_int(struct json_writer *writer, const char *key, int64_t value)
{
    char text[32];
    bool large = !writer->leaves && (value > INTEGER_MAX || value < -INTEGER_MAX);
    snprintf(text, sizeof text, large ? "\"%" PRId64 "\"" : "%" PRId64, value);
    put_value(writer, key, text);
}

void json_uint(struct json_writer *writer, const char *key, uint64_t value)
{
    char text[32];
    bool large = !writer->leaves && value > (uint64_t)INTEGER_MAX;
    snprintf(text, sizeof text, large ? "\"%" PRIu64 "\"" : "%" PRIu64, value);
    put_value(writer, key, text);
}

void json_bool(struct json_writer *writer, const char *key, bool value)
{
    put_value(writer, key, value ? "true" : "false");
}

void json_null(struct json_writer *writer, const char *key)
{
    put_value(writer, key, writer->leaves ? "" : "null");
}

char *json_writer_take(struct json_writer *writer)
{
    char *text = writer->text;
    if (writer->failed) {
        free(text);
        text = NULL;
    } else if (!text) {
        text = calloc(1, 1);
    }
    *writer = (struct json_writer){0};
    return text;
}
