/* Messages on stderr: one line each, begun with the program's name. What came from files and arguments is
 * made safe for a terminal: control characters become '?'. */
#include "tui/cli/command.h"

#include <stdarg.h>
#include <stdio.h>

enum { MESSAGE_SIZE = 1024 };

static void put_safe(const char *text)
{
    for (; *text; text++)
        fputc((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text, stderr);
}

static void put_message(const char *place, const char *message)
{
    fputs("wattif: ", stderr);
    if (place && place[0]) {
        put_safe(place);
        fputs(": ", stderr);
    }
    put_safe(message);
    fputc('\n', stderr);
}

static void put_formatted(const char *format, va_list arguments)
{
    char message[MESSAGE_SIZE];
    vsnprintf(message, sizeof message, format, arguments);
    put_message(NULL, message);
}

int report_error(const struct error *error)
{
    put_message(error->place, error->message);
    int status = error_exit_status(error);
    return status ? status : EXIT_SYSTEM;
}

int report_no_memory(void)
{
    struct error error = {0};
    error_set(&error, ERROR_SYSTEM, NULL, "out of memory");
    return report_error(&error);
}

int report_usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_formatted(format, arguments);
    va_end(arguments);
    return EXIT_USAGE;
}

int report_faults(const struct faults *faults)
{
    size_t kept = faults->count < FAULTS_KEPT ? faults->count : FAULTS_KEPT;
    for (size_t i = 0; i < kept; i++)
        put_message(faults->kept[i].place, faults->kept[i].message);
    if (faults->count > kept)
        fprintf(stderr, "wattif: %zu more faults\n", faults->count - kept);
    return EXIT_USAGE;
}

void report_note(const struct invocation *invocation, const char *format, ...)
{
    if (invocation->globals.quiet)
        return;
    va_list arguments;
    va_start(arguments, format);
    put_formatted(format, arguments);
    va_end(arguments);
}
