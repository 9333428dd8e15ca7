/* Bytes to import: a file, a pipe or memory, read once from front to back through a bounded buffer, with a
 * look at what comes next (so that a format can be recognised) and physical lines. */
#ifndef WATTIF_STORE_IMPORT_INPUT_H
#define WATTIF_STORE_IMPORT_INPUT_H

#include "engine/base/error.h"

/* A line (and so a cell) may be this long; more is a fault, because an unclosed quote would otherwise swallow
 * a gigabyte. */
enum { INPUT_LINE_MAX = 1 << 20 };

struct input {
    const char *name; /* in places; not owned */
    int fd;           /* -1: memory, all of it in the buffer */
    char *buffer;     /* owned */
    size_t size, first, last;
    bool ended;
    struct error error; /* set when reading failed */
};

/* False with a message in `error`; the path "-" is the standard input. Both: input_close. */
bool input_open(struct input *input, const char *path, struct error *error);
bool input_from_memory(struct input *input, const void *bytes, size_t n, const char *name,
                       struct error *error);
void input_close(struct input *input);

/* Up to n bytes (at most INPUT_LINE_MAX) of what comes next, without taking them; *got tells how many there
 * are. */
const char *input_peek(struct input *input, size_t n, size_t *got);
void input_skip(struct input *input, size_t n);

/* The next physical line with its line break, valid until the next call. 1 a line, 0 the end, -1 a line that
 * is too long or a failed read (input->error). */
int input_line(struct input *input, const char **line, size_t *length);

/* All that is left, malloc'ed and NUL-terminated; more than `limit` bytes are refused. */
char *input_rest(struct input *input, size_t limit, size_t *n);

#endif
