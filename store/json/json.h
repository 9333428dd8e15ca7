/* JSON: the one reader (on cJSON, made strict) and the one writer. The reader requires the end of input,
 * refuses duplicate keys, non-finite numbers, integers above 2^53, more than 64 levels, invalid UTF-8 and
 * files above 64 MiB, and names places by file, line and JSON
 * pointer (my.json:12:/apps/2/slo_ms); syntax errors carry line and column. The writer prints numbers in the
 * shortest form that reads back and never depends on the locale. */
#ifndef WATTIF_STORE_JSON_JSON_H
#define WATTIF_STORE_JSON_JSON_H

#include "engine/base/error.h"

#include <stdint.h>
#include <stdio.h>

struct cJSON;

/* Of every document that a command prints, as its "schema": it grows when a key changes its meaning or goes.
 */
enum { JSON_SCHEMA = 1 };

/* NULL with a message. `name` is what the place starts with (a file name, or "" for none). Free with
 * json_free. */
struct cJSON *json_parse(const char *text, size_t n, const char *name, struct error *error);
/* Reads a whole file: refuses directories, empty and binary files with a clear message. */
struct cJSON *json_read_file(const char *path, struct error *error);
/* The same for the bytes of a file that were read already. */
struct cJSON *json_parse_file_text(const char *text, size_t n, const char *path, struct error *error);
void json_free(struct cJSON *json);

/* Appends "/key" (with ~ and / escaped) or "/3" to a JSON pointer; returns its former length, to cut it back
 * to. */
size_t json_pointer_push(char *pointer, size_t size, const char *key);
size_t json_pointer_push_index(char *pointer, size_t size, int index);

/* Where a JSON pointer leads in a text, for whoever must find a fault with an editor: the line, from 1, of
 * what it names: of the key where it is a member. Of what the text does not have (a key that is missing), the
 * line of what it should stand in. */
size_t json_line_of(const char *text, size_t n, const char *pointer);
/* Writes "mine.json:12:/apps/0/slo_ms" into `place` of ERROR_PLACE bytes, "12:/apps/0/slo_ms" for the name
 * "", and the name alone for the pointer "". */
char *json_place_in_text(char *place, const char *name, const char *text, size_t n, const char *pointer);
/* The same for a file, which is read again for it; what can be read only once (a pipe) gives "path:pointer".
 */
char *json_place_in_file(char *place, const char *path, const char *pointer);
/* Gives the faults of the document `name` that have no line yet theirs, "/trace" and "name:/trace" alike: for
 * a text that cannot be read again, as that of a pipe. */
void json_place_faults(struct faults *faults, const char *name, const char *text, size_t n);

/* Writing. A writer collects into memory; json_writer_take gives the text (malloc'ed, NUL-terminated) and
 * resets it. Keys and values are written in order; the caller pairs begin and end. Indented by two blanks,
 * short arrays of numbers on one line. One that begins with a depth, and fresh, writes an element of a
 * document that another has begun: its text opens with the line break and its indentation. One with leaves
 * writes no text: each value is given to `take` with its dotted path ("apps.0.p95_ms"), a number as it is
 * printed, a string bare, null as "". */
enum { JSON_PATH_SIZE = 256, JSON_DEPTH_MAX = 64 };
struct json_leaves {
    bool (*take)(void *context, const char *path, const char *text); /* false: no memory */
    void *context;
    char path[JSON_PATH_SIZE];
    size_t used[JSON_DEPTH_MAX]; /* of the path, by depth, */
    int index[JSON_DEPTH_MAX];   /* and which element comes next */
};
struct json_writer {
    char *text;
    size_t used, size;
    int depth;
    bool failed;                /* out of memory */
    bool fresh;                 /* no element yet at this depth */
    unsigned char inline_depth; /* > 0: inside an array or object written on one line */
    struct json_leaves *leaves; /* or NULL */
};

void json_begin_object(struct json_writer *writer,
                       const char *key); /* key NULL inside arrays and at the top */
void json_end_object(struct json_writer *writer);
/* A new writer goes on behind the last member of an object that another has written. */
void json_reopen(struct json_writer *writer, const char *object);
void json_begin_array(struct json_writer *writer, const char *key, bool one_line);
void json_end_array(struct json_writer *writer);
void json_begin_inline_object(struct json_writer *writer, const char *key); /* ends with json_end_object */
void json_string(struct json_writer *writer, const char *key, const char *value); /* NULL value -> null */
void json_number(struct json_writer *writer, const char *key, double value);      /* not finite -> null */
void json_int(struct json_writer *writer, const char *key, int64_t value);
void json_uint(struct json_writer *writer, const char *key, uint64_t value); /* above 2^53 as a string */
void json_bool(struct json_writer *writer, const char *key, bool value);
void json_null(struct json_writer *writer, const char *key);
char *json_writer_take(struct json_writer *writer); /* NULL when memory ran out on the way */

#endif
