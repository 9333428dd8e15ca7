/* Columns are counted with the widths of engine/base/glyph.h, and what has no room ends in an ellipsis. */
#include "tui/term/text.h"

#include <stddef.h>
#include <string.h>

enum { ELLIPSIS = 0x2026 };

int text_width(const char *text)
{
    int columns = 0;
    for (uint32_t glyph = utf8_next(&text); glyph; glyph = utf8_next(&text)) {
        int w = glyph_width(glyph);
        columns += w < 0 ? 1 : w;
    }
    return columns;
}

void text_cut(char *text, size_t size, int columns)
{
    if (text_width(text) <= columns)
        return;
    const char *at = text;
    int used = 0;
    while (*at) {
        const char *before = at;
        int w = glyph_width(utf8_next(&at));
        w = w < 0 ? 1 : w;
        if (used + w > columns - 1) {
            at = before;
            break;
        }
        used += w;
    }
    char *end = text + (at - text);
    if (columns >= 1 && (size_t)(end - text) + 4 <= size)
        end += utf8_put(ELLIPSIS, end);
    *end = 0;
}

void text_cut_clause(char *text, size_t size, int columns)
{
    static const char *const breaks[] = {", ", "; ", ": ", " ("};
    size_t last = 0;
    int open = 0; /* brackets: what is in them is left out as a whole */
    for (size_t at = 1; text[at]; at++) {
        open += text[at - 1] == '(' ? 1 : text[at - 1] == ')' ? -1 : 0;
        for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++)
            if (open <= 0 && strncmp(text + at, breaks[i], 2) == 0) {
                char kept = text[at];
                text[at] = 0;
                last = text_width(text) <= columns ? at : last;
                text[at] = kept;
            }
    }
    if (text_width(text) > columns && last > 0)
        text[last] = 0;
    text_cut(text, size, columns);
}

const char *text_fitting(const char *const *forms, size_t n, int columns)
{
    size_t i = 0;
    while (i + 1 < n && text_width(forms[i]) > columns)
        i++;
    return forms[i];
}

/* --- glyphs --- */

/* The twins are those of guides/screens, section 5, and of the block and box characters that the charts use.
 */

static const struct {
    uint32_t glyph;
    char twin;
} twins[] = {
    {0x25BC, 'v'}, {0x25B2, '^'}, {0x25CF, '*'}, {0x25CB, 'o'}, {0x25C6, '@'}, {0x25B8, '>'}, {0x25C2, '<'},
    {0x25BE, 'v'}, {0x258C, '>'}, {0x2500, '-'}, {0x2501, '='}, {0x2502, '|'}, {0x2503, '|'}, {0x2504, '.'},
    {0x254C, '-'}, {0x253C, '+'}, {0x252C, '-'}, {0x2534, '-'}, {0x251C, '|'}, {0x2524, '|'}, {0x250A, '!'},
    {0x256D, '+'}, {0x256E, '+'}, {0x2570, '+'}, {0x256F, '+'}, {0x2575, '|'}, {0x2577, '|'}, {0x00D7, 'x'},
    {0x2212, '-'}, {0x2013, '-'}, {0x2192, '>'}, {0x2190, '<'}, {0x2191, '^'}, {0x2193, 'v'}, {0x00F7, '/'},
    {0x2026, '$'}, {0x00B7, '|'}, {0x25B6, '>'}, {0x2588, '#'}, {0x2592, ':'}, {0x2591, '.'}, {0x00B0, ' '},
    {0x2593, '%'}, {0x2580, '"'}, {0x2584, '_'}, {0x2082, '2'}, {0x250C, '+'}, {0x2510, '+'}, {0x2514, '+'},
    {0x2518, '+'}, {0x2022, '+'},
};

/* Signs that no single character stands for: "<" is not what "≤" says. */
static const struct {
    uint32_t glyph;
    char twin[3];
} pairs[] = {{0x2264, "<="}, {0x2265, ">="}, {0x2192, "->"}, {0x2190, "<-"}, {0x00B1, "+-"}};

const uint32_t glyph_doubtful[] = {0x25CF, 0x25CB, 0x25C6, 0x25B2, 0x25BC, 0x25B8, 0x25C2, 0x2022, 0};

uint32_t glyph_ascii(uint32_t glyph)
{
    if (glyph < 0x80)
        return glyph;
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
        if (twins[i].glyph == glyph)
            return (uint32_t)twins[i].twin;
    return '?';
}

const char *glyph_ascii_pair(uint32_t glyph)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].glyph == glyph)
            return pairs[i].twin;
    return NULL;
}

uint32_t glyph_level(enum glyph_set set, int eighths)
{
    eighths = eighths < 0 ? 0 : eighths > 8 ? 8 : eighths;
    if (set == GLYPHS_ASCII)
        return (uint32_t) " .:-=+*##"[eighths];
    return eighths == 0 ? ' ' : 0x2580u + (uint32_t)eighths;
}

uint32_t glyph_left(enum glyph_set set, int eighths)
{
    eighths = eighths < 0 ? 0 : eighths > 8 ? 8 : eighths;
    if (set == GLYPHS_ASCII)
        return eighths >= 4 ? '#' : '.';
    return eighths == 0 ? ' ' : 0x2590u - (uint32_t)eighths;
}
