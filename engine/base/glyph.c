/* The width table holds the ranges that matter for names from outside (combining marks, East Asian wide,
 * emoji); everything else is one column. */
#include "engine/base/glyph.h"

#include "engine/base/text.h"

#include <stdio.h>
#include <string.h>

enum { REPLACEMENT = 0xFFFD };

struct glyph_range {
    uint32_t from, to;
};

static const struct glyph_range zero_width[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x06D6, 0x06DC}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
};

/* Fillers, joiners, marks of direction, ends of lines and paragraphs, marks of the byte order, tags. */
static const struct glyph_range hidden[] = {
    {0x00AD, 0x00AD}, {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160},
    {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F}, {0x3164, 0x3164},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF9, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

static const struct glyph_range double_width[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};

uint32_t utf8_next(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    if (*s == 0)
        return 0;
    int extra = *s < 0x80 ? 0 : *s >= 0xF0 && *s < 0xF5 ? 3 : *s >= 0xE0 ? 2 : *s >= 0xC2 ? 1 : -1;
    if (*s >= 0xF5)
        extra = -1;
    if (extra < 0) {
        (*text)++;
        return REPLACEMENT;
    }
    uint32_t glyph = extra == 0 ? *s : (uint32_t)(*s & (0x3F >> extra));
    for (int i = 1; i <= extra; i++) {
        if ((s[i] & 0xC0) != 0x80) {
            (*text)++;
            return REPLACEMENT;
        }
        glyph = glyph << 6 | (s[i] & 0x3F);
    }
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    *text += extra + 1;
    bool bad = glyph < least[extra] || glyph > 0x10FFFF || (glyph >= 0xD800 && glyph <= 0xDFFF);
    return bad ? REPLACEMENT : glyph;
}

int utf8_put(uint32_t glyph, char *out)
{
    if (glyph < 0x80) {
        out[0] = (char)glyph;
        return 1;
    }
    int extra = glyph < 0x800 ? 1 : glyph < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(lead[extra] | (glyph >> (6 * extra)));
    for (int i = 1; i <= extra; i++)
        out[i] = (char)(0x80 | ((glyph >> (6 * (extra - i))) & 0x3F));
    return extra + 1;
}

size_t utf8_sequence(const char *text, size_t n)
{
    char bytes[5] = "";
    const char *at = bytes;
    if (n == 0 || (unsigned char)*text < 0x80)
        return n > 0;
    memcpy(bytes, text, n < 4 ? n : 4);
    if (utf8_next(&at) == REPLACEMENT && strncmp(bytes, "\xEF\xBF\xBD", 3) != 0)
        return 0;
    return (size_t)(at - bytes);
}

bool utf8_valid(const char *text, size_t n)
{
    size_t i = 0;
    for (size_t length = 1; i < n && length > 0; i += length)
        length = utf8_sequence(text + i, n - i);
    return i == n;
}

size_t utf8_count(const char *text, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; count++) {
        size_t length = utf8_sequence(text + i, n - i);
        i += length ? length : 1;
    }
    return count;
}

static bool in_ranges(const struct glyph_range *ranges, size_t n, uint32_t glyph)
{
    for (size_t i = 0; i < n; i++)
        if (glyph >= ranges[i].from && glyph <= ranges[i].to)
            return true;
    return false;
}

/* Letters; lines, blocks and dots: nearly all that is drawn. */
static bool glyph_usual(uint32_t glyph)
{
    return (glyph < 0x300 && glyph != 0xAD) || (glyph > 0x20FF && glyph < 0x2E80);
}

/* Is this one that nobody sees, and that two names could differ by: of no width, or turning the direction of
 * text, or ending a line? Marks that combine with a letter are seen. */
static bool glyph_hidden(uint32_t glyph)
{
    return !glyph_usual(glyph) && in_ranges(hidden, sizeof hidden / sizeof *hidden, glyph);
}

int glyph_width(uint32_t glyph)
{
    if (glyph < 0x20 || (glyph >= 0x7F && glyph < 0xA0))
        return -1;
    if (glyph_usual(glyph))
        return 1;
    if (glyph_hidden(glyph))
        return -1;
    if (in_ranges(zero_width, sizeof zero_width / sizeof *zero_width, glyph))
        return 0;
    return in_ranges(double_width, sizeof double_width / sizeof *double_width, glyph) ? 2 : 1;
}

/* One predicate says which characters command; what is shown and what is refused both ask it. */

/* Is this a character that is obeyed, not shown? Tab and newline are. */
static bool glyph_commands(uint32_t glyph)
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
