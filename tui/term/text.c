/* Columns are counted with the widths of engine/base/glyph.h, and what has no room ends in an ellipsis. */
#include "tui/term/text.h"

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
