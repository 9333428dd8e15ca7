/* Fills error records. Text is formatted once, into the record itself; what does not fit is cut and marked
 * with "...", so that a reader can tell a cut message from a whole one. */
#include "engine/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char cut_mark[] = "...";

/* Marks a buffer whose text of `length` bytes (the terminator not counted) did not fit. */
static void mark_cut(char *out, size_t size, int length)
{
    if (length >= 0 && (size_t)length >= size)
        memcpy(out + size - sizeof cut_mark, cut_mark, sizeof cut_mark);
}

static void error_fill(struct error *error, enum error_kind kind, const char *place, const char *format,
                       va_list arguments)
{
    int length = snprintf(error->place, sizeof error->place, "%s", place ? place : "");

    mark_cut(error->place, sizeof error->place, length);
    length = vsnprintf(error->message, sizeof error->message, format, arguments);
    if (length < 0)
        error->message[0] = '\0';
    mark_cut(error->message, sizeof error->message, length);
    error->kind = kind;
}

bool error_set(struct error *error, enum error_kind kind, const char *place, const char *format, ...)
{
    va_list arguments;

    if (!error)
        return false;
    va_start(arguments, format);
    error_fill(error, kind, place, format, arguments);
    va_end(arguments);
    return false;
}

int error_exit_status(const struct error *error)
{
    static const int status[] = {[ERROR_NONE] = 0, [ERROR_INPUT] = 2, [ERROR_SYSTEM] = 3};

    return status[error->kind];
}

void faults_add(struct faults *faults, const char *place, const char *format, ...)
{
    va_list arguments;

    if (faults->count < FAULTS_KEPT) {
        va_start(arguments, format);
        error_fill(&faults->kept[faults->count], ERROR_INPUT, place, format, arguments);
        va_end(arguments);
    }
    faults->count++;
}
