/* Small writers on top of one that takes bytes. */
#include "store/runs/sink.h"

#include "engine/base/text.h"
#include "engine/base/glyph.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

void sink_text(struct sink *sink, const char *text)
{
    size_t n = strlen(text);
    if (sink->hash)
        hash_update(sink->hash, text, n);
    if (sink->file)
        fwrite(text, 1, n, sink->file); /* its owner asks ferror */
}

void sink_printf(struct sink *sink, const char *format, ...)
{
    char text[1024];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    sink_text(sink, text);
}

void sink_number(struct sink *sink, double value)
{
    char text[32];

    if (isnan(value))
        return;
    text_from_number(value, text, sizeof text);
    sink_text(sink, text);
}

/* Tabs and newlines stand in a cell as they are: what reads CSV takes them for text. */
static void put_shown(FILE *file, const char *text)
{
    char bytes[VISIBLE_SIZE];

    if (cell_is_formula(text))
        fputc('\'', file);
    while (*text) {
        bool plain = strchr("\t\n", *text) != NULL;
        if (*text == '"')
            fputc('"', file);
        if (plain)
            fputc(*text++, file);
        else
            fwrite(bytes, 1, (size_t)visible_next(&text, bytes), file);
    }
}

/* The content of a cell that is hashed knows nothing of how it is shown. */
static void put_hashed(struct hash *hash, const char *text)
{
    for (; *text; text++)
        hash_update(hash, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
}

void sink_cell(struct sink *sink, const char *text)
{
    size_t length = strlen(text);
    bool padded = length > 0 && (strchr(" \t", text[0]) || strchr(" \t", text[length - 1]));
    bool quoted = padded || strpbrk(text, ",\"\r\n");

    sink_text(sink, quoted ? "\"" : "");
    if (sink->hash)
        put_hashed(sink->hash, text);
    if (sink->file)
        put_shown(sink->file, text);
    sink_text(sink, quoted ? "\"" : "");
}
