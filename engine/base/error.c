/* Fills error records. Text is formatted once, into the record itself; what does not fit is cut and marked
 * with "...", so that a reader can tell a cut message from a whole one. */
#include "engine/base/error.h"

#include "engine/base/text.h"

#include <stdio.h>
#include <string.h>

static const char cut_mark[] = "..."; /* also where there is no Unicode */

static void error_fill(struct error *error, enum error_kind kind, const char *place, const char *format,
                       va_list arguments)
{
    int length = snprintf(error->place, sizeof error->place, "%s", place ? place : "");
    text_end(error->place, sizeof error->place, length, cut_mark);
    length = vsnprintf(error->message, sizeof error->message, format, arguments);
    if (length < 0)
        error->message[0] = '\0';
    text_end(error->message, sizeof error->message, length, cut_mark);
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

char *error_place(char *place, const char *path, const char *format, ...)
{
    char within[ERROR_PLACE - 32];
    va_list arguments;
    va_start(arguments, format);
    text_vprint(within, sizeof within, format, arguments);
    va_end(arguments);
    size_t room = ERROR_PLACE - 1 - strlen(within), n = strlen(path);
    if (n <= room)
        return text_print(place, ERROR_PLACE, "%s%s", path, within);
    const char *rest = path + n - (room - (sizeof cut_mark - 1));
    while (((unsigned char)*rest & 0xC0) == 0x80) /* begins with a whole character */
        rest++;
    return text_print(place, ERROR_PLACE, "%s%s%s", cut_mark, rest, within);
}

int error_exit_status(const struct error *error)
{
    static const int status[] = {
        [ERROR_NONE] = 0, [ERROR_INPUT] = 2, [ERROR_SYSTEM] = 3, [ERROR_FULL] = 3, [ERROR_DAMAGE] = 3};
    return status[error->kind];
}

bool error_is_no_memory(const struct error *error)
{
    static const char words[] = "out of memory";
    return error->kind == ERROR_SYSTEM && strncmp(error->message, words, sizeof words - 1) == 0;
}

bool faults_add(struct faults *faults, const char *place, const char *format, ...)
{
    va_list arguments;
    if (faults->count < FAULTS_KEPT) {
        va_start(arguments, format);
        error_fill(&faults->kept[faults->count], ERROR_INPUT, place, format, arguments);
        va_end(arguments);
    }
    faults->count++;
    return false;
}

bool faults_add_error(struct faults *faults, const char *place, const struct error *error)
{
    if (error->kind != ERROR_INPUT && faults->failure.kind == ERROR_NONE)
        error_set(&faults->failure, error->kind, place, "%s", error->message);
    return faults_add(faults, place, "%s", error->message);
}

bool error_no_memory(struct error *error)
{
    return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
}

bool faults_no_memory(struct faults *faults, const char *place)
{
    struct error error = {0};
    error_set(&error, ERROR_SYSTEM, place, "out of memory");
    return faults_add_error(faults, place, &error);
}

void faults_add_all(struct faults *faults, const struct faults *more)
{
    size_t kept = more->count < FAULTS_KEPT ? more->count : FAULTS_KEPT;
    for (size_t i = 0; i < kept; i++)
        faults_add(faults, more->kept[i].place, "%s", more->kept[i].message);
    faults->count += more->count - kept;
    if (more->failure.kind && !faults->failure.kind)
        faults->failure = more->failure;
}

const struct error *faults_first(const struct faults *faults)
{
    return faults->failure.kind ? &faults->failure : &faults->kept[0];
}

/* Moves past digits and what stands in quotes. */
static const char *skip_details(const char *at)
{
    while (*at && strchr("0123456789.+-'", *at)) {
        const char *end = *at == '\'' ? strchr(at + 1, '\'') : at;
        at = end ? end + 1 : at + strlen(at);
    }
    return at;
}

const struct error *faults_commonest(const struct faults *faults)
{
    size_t kept = faults->count < FAULTS_KEPT ? faults->count : FAULTS_KEPT, best = 0, most = 0;
    for (size_t i = 0; i < kept; i++) {
        size_t alike = 0;
        for (size_t k = 0; k < kept; k++) {
            const char *a = faults->kept[i].message;
            const char *b = faults->kept[k].message;
            for (a = skip_details(a), b = skip_details(b); *a && *a == *b;
                 a = skip_details(a + 1), b = skip_details(b + 1))
                ;
            alike += *a == *b;
        }
        if (alike > most) {
            most = alike;
            best = i;
        }
    }
    return &faults->kept[best];
}
