/* Columns are counted with the widths of engine/base/glyph.h, and what has no room ends in an ellipsis. */
#include "tui/term/text.h"

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
