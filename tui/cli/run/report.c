/* Messages on stderr: one line each, begun with the program's name. */
#include "tui/cli/command.h"

#include "engine/base/text.h"
#include "tui/words/print.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_SIZE = 1024 };

static void put_message(const char *place, const char *message)
{
    print_line(stderr, "wattif: %s%s%s", place, *place ? ": " : "", message);
}

static void put_formatted(const char *format, va_list arguments)
{
    char message[MESSAGE_SIZE];
    text_vprint(message, sizeof message, format, arguments);
    put_message("", message);
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
    size_t shown = faults->count < FAULTS_SHOWN ? faults->count : FAULTS_SHOWN;
    if (faults->failure.kind)
        return report_error(&faults->failure);
    for (size_t i = 0; i < shown; i++)
        put_message(faults->kept[i].place, faults->kept[i].message);
    if (faults->count > shown)
        print_line(stderr, "wattif: %zu more faults, most of them like this one: %s", faults->count - shown,
                   faults_commonest(faults)->message);
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

/* --- kinds by name --- */

/* Kinds by name, from the store's own table. */

enum store_kind kind_find(const char *name)
{
    int kind = 0;
    while (kind < STORE_KIND_COUNT && strcmp(store_kind_names[kind], name) != 0)
        kind++;
    return (enum store_kind)kind;
}

int kind_refuse(const char *command, const char *word, const char *more)
{
    const char *nearest = text_nearest(word, store_kind_names, STORE_KIND_COUNT);
    if (nearest)
        return report_usage("%s: no kind '%s'; did you mean '%s'?", command, word, nearest);
    return report_usage("%s: no kind '%s'; there are trace, profile, workload, scenario, run%s", command,
                        word, more);
}
