/* One predicate says which characters command; what is shown and what is refused both ask it. */
#include "engine/base/visible.h"

#include "engine/base/glyph.h"
#include "engine/base/text.h"

#include <stdio.h>
#include <string.h>

bool glyph_commands(uint32_t glyph)
{
    bool control = glyph < 0x20 || (glyph >= 0x7F && glyph < 0xA0);
    bool direction = (glyph >= 0x202A && glyph <= 0x202E) || (glyph >= 0x2066 && glyph <= 0x2069);

    return control || direction;
}

static int put_escaped(uint32_t glyph, char *out)
{
    char escaped[VISIBLE_SIZE + 1];
    unsigned over = glyph > 0xFFFF ? glyph - 0x10000 : 0;
    int n = over ? snprintf(escaped, sizeof escaped, "\\u%04x\\u%04x", 0xD800 + (over >> 10),
                            0xDC00 + (over & 0x3FF))
                 : snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)glyph);
    memcpy(out, escaped, (size_t)n);
    return n;
}

int visible_next(const char **text, char *out)
{
    if (!**text)
        return 0;
    uint32_t glyph = utf8_next(text);
    return glyph_commands(glyph) ? put_escaped(glyph, out) : utf8_put(glyph, out);
}

int visible_shown(const char **text, char *out)
{
    const char *at = *text;
    uint32_t glyph = utf8_next(&at);
    if (!glyph_hidden(glyph))
        return visible_next(text, out);
    *text = at;
    return put_escaped(glyph, out);
}

size_t visible_as_it_is(const char *text)
{
    const char *end = text;

    while (*end >= 0x20 && *end < 0x7F)
        end++;
    return (size_t)(end - text);
}

char *visible_text(char *out, size_t size, const char *text)
{
    char bytes[VISIBLE_SIZE];
    size_t used = 0;

    for (int n = visible_shown(&text, bytes); n > 0 && used + (size_t)n < size;
         n = visible_shown(&text, bytes)) {
        memcpy(out + used, bytes, (size_t)n);
        used += (size_t)n;
    }
    if (size > 0)
        out[used] = '\0';
    return out;
}

const char *text_fault(const char *text)
{
    while (*text)
        if (glyph_commands(utf8_next(&text)))
            return "must not hold control characters or ones that turn the direction of text";
    return NULL;
}

bool cell_is_formula(const char *cell)
{
    double number;

    return *cell && strchr("=+-@", *cell) && cell[1] && !text_to_number(cell, &number);
}

const char *name_fault(const char *name)
{
    const char *fault = text_fault(name);
    bool shown = false, first = true, blank = false;

    if (!*name)
        return "must not be empty";
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return "must not be '.' or '..'";
    if (fault)
        return fault;
    while (*name) {
        uint32_t glyph = utf8_next(&name);
        if (glyph_hidden(glyph))
            return "must not hold characters that nobody sees";
        /* The blanks of Unicode that show nothing and have a width. */

        blank = glyph == ' ' || glyph == 0xA0 || glyph == 0x1680 || (glyph >= 0x2000 && glyph <= 0x200A) ||
                glyph == 0x2028 || glyph == 0x2029 || glyph == 0x202F || glyph == 0x205F || glyph == 0x3000;
        if (blank && first)
            break;
        first = false;
        shown |= !blank && glyph_width(glyph) > 0;
    }
    if (blank)
        return "must not begin or end with a blank";
    return shown ? NULL : "must show at least one character";
}
