/* One buffer: [first, last) is what has been read and not taken. When more is wanted the rest moves to the
 * front, and the buffer grows up to one line of the greatest length. */
#include "store/import/input.h"

#include "store/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_FIRST = 1 << 16, BUFFER_MAX = INPUT_LINE_MAX + 1 };

bool input_open(struct input *input, const char *path, struct error *error)
{
    bool standard = strcmp(path, "-") == 0;
    *input = (struct input){.name = standard ? "stdin" : path,
                            .fd = standard ? dup(STDIN_FILENO) : file_open(path, error)};
    if (standard && input->fd < 0)
        return error_set(error, ERROR_SYSTEM, "stdin", "cannot be read: %s", strerror(errno));
    if (input->fd < 0)
        return false;
    input->size = BUFFER_FIRST;
    input->buffer = malloc(input->size);
    if (input->buffer)
        return true;
    close(input->fd);
    return error_set(error, ERROR_SYSTEM, path, "out of memory");
}

bool input_from_memory(struct input *input, const void *bytes, size_t n, const char *name,
                       struct error *error)
{
    *input = (struct input){.name = name, .fd = -1, .size = n, .last = n, .ended = true};
    input->buffer = malloc(n ? n : 1);
    if (!input->buffer)
        return error_set(error, ERROR_SYSTEM, name, "out of memory");
    if (n > 0)
        memcpy(input->buffer, bytes, n);
    return true;
}

void input_close(struct input *input)
{
    if (input->fd >= 0)
        close(input->fd);
    free(input->buffer);
    *input = (struct input){.fd = -1};
}

/* Reads more, behind `last`. False at the end, when the buffer is full and may not grow, or after an error.
 */
static bool input_fill(struct input *input)
{
    if (input->ended)
        return false;
    if (input->first > 0) {
        memmove(input->buffer, input->buffer + input->first, input->last - input->first);
        input->last -= input->first;
        input->first = 0;
    }
    if (input->last == input->size && input->size >= BUFFER_MAX)
        return false;
    if (input->last == input->size) {
        size_t size = 2 * input->size < BUFFER_MAX ? 2 * input->size : BUFFER_MAX;
        char *buffer = realloc(input->buffer, size);
        if (!buffer)
            return error_set(&input->error, ERROR_SYSTEM, input->name, "out of memory");
        input->buffer = buffer;
        input->size = size;
    }
    ssize_t got;
    do
        got = read(input->fd, input->buffer + input->last, input->size - input->last);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        error_set(&input->error, ERROR_SYSTEM, input->name, "cannot be read: %s", strerror(errno));
    input->ended = got <= 0;
    input->last += got > 0 ? (size_t)got : 0;
    return got > 0;
}

const char *input_peek(struct input *input, size_t n, size_t *got)
{
    while (input->last - input->first < n && input_fill(input))
        ;
    *got = input->last - input->first < n ? input->last - input->first : n;
    return input->buffer + input->first;
}

void input_skip(struct input *input, size_t n)
{
    input->first += n;
}

int input_line(struct input *input, const char **line, size_t *length)
{
    size_t searched = 0;
    for (;;) {
        const char *start = input->buffer + input->first;
        size_t n = input->last - input->first;
        const char *end = n > searched ? memchr(start + searched, '\n', n - searched) : NULL;
        if (end || (input->ended && n > 0)) {
            *line = start;
            *length = end ? (size_t)(end - start) + 1 : n;
            if (*length > INPUT_LINE_MAX)
                break;
            input->first += *length;
            return input->error.kind == ERROR_NONE ? 1 : -1;
        }
        searched = n;
        if (!input_fill(input) && !input->ended)
            break;
        if (input->ended && input->last == input->first)
            return input->error.kind == ERROR_NONE ? 0 : -1;
    }
    if (input->error.kind == ERROR_NONE)
        error_set(&input->error, ERROR_INPUT, input->name, "a line of more than %d bytes", INPUT_LINE_MAX);
    return -1;
}

char *input_rest(struct input *input, size_t limit, size_t *n)
{
    size_t have = input->last - input->first, more = 0;
    char *rest = NULL;
    if (input->fd >= 0 && !input->ended) {
        rest = file_read_rest(input->fd, input->name, limit, &more, &input->error);
        if (!rest)
            return NULL;
        input->ended = true;
    }
    if (have + more > limit) {
        error_set(&input->error, ERROR_INPUT, input->name,
                  "is larger than %zu MiB, the limit for such a file", limit >> 20);
        free(rest);
        return NULL;
    }
    char *text = malloc(have + more + 1);
    if (text) {
        memcpy(text, input->buffer + input->first, have);
        if (more > 0)
            memcpy(text + have, rest, more);
        text[have + more] = '\0';
        *n = have + more;
        input->first = input->last;
    } else {
        error_set(&input->error, ERROR_SYSTEM, input->name, "out of memory");
    }
    free(rest);
    return text;
}
