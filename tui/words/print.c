/* Text is formatted first, then looked at character by character: so what an argument brings and what the
 * format says pass the same gate. */
#include "tui/words/print.h"

#include "engine/base/text.h"
#include "engine/base/glyph.h"

#include <stdarg.h>
#include <stdlib.h>

enum { USUAL_SIZE = 1024 };

static void put_visible(FILE *file, const char *text, bool newlines_stay)
{
    char bytes[VISIBLE_SIZE];

    while (*text) {
        size_t plain = visible_as_it_is(text);
        while (newlines_stay && text[plain] == '\n')
            plain += 1 + visible_as_it_is(text + plain + 1);
        fwrite(text, 1, plain, file);
        text += plain;
        fwrite(bytes, 1, (size_t)visible_shown(&text, bytes), file);
    }
}

/* Where memory has run out, the text is cut to what fits on the stack. */
static void put_formatted(FILE *file, const char *format, va_list arguments, bool newlines_stay)
{
    char usual[USUAL_SIZE], *longer = NULL;
    va_list again;

    va_copy(again, arguments);
    int length = vsnprintf(usual, sizeof usual, format, arguments);
    if (length >= USUAL_SIZE)
        longer = malloc((size_t)length + 1);
    if (longer)
        vsnprintf(longer, (size_t)length + 1, format, again);
    else
        text_end(usual, sizeof usual, length, "...");
    va_end(again);
    put_visible(file, longer ? longer : usual, newlines_stay);
    free(longer);
}

void print(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_formatted(file, format, arguments, true);
    va_end(arguments);
}

void print_document(FILE *file, const char *text)
{
    put_visible(file, text, true);
}

void print_line(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_formatted(file, format, arguments, false);
    va_end(arguments);
    fputc('\n', file);
}
