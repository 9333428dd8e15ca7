/* Names of colour depths and glyph sets, and how "auto" is resolved: NO_COLOR decides before the terminal,
 * the locale's codeset decides between braille and ASCII. */
#include "tui/term/display.h"

#include "engine/base/text.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

const char *const color_mode_names[COLOR_MODE_COUNT] = {"auto", "direct", "256", "16", "never"};
const char *const glyph_set_names[GLYPH_SET_COUNT] = {"auto", "braille", "block", "ascii"};

int display_find_name(const char *const *names, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

bool display_parse_size(const char *text, int *columns, int *rows)
{
    char before[8] = "";
    const char *cross = strchr(text, 'x');
    int64_t w, h;
    if (!cross || (size_t)(cross - text) >= sizeof before)
        return false;
    memcpy(before, text, (size_t)(cross - text));
    if (!text_to_int64(before, &w) || !text_to_int64(cross + 1, &h) || w < 1 || w > DISPLAY_MAX || h < 1 ||
        h > DISPLAY_MAX)
        return false;
    *columns = (int)w;
    *rows = (int)h;
    return true;
}

enum color_mode display_color(enum color_mode wanted, enum color_mode best)
{
    if (wanted != COLOR_AUTO)
        return wanted;
    const char *no_color = getenv("NO_COLOR");
    if (no_color && *no_color)
        return COLOR_NEVER;
    return best;
}

enum glyph_set display_glyphs(enum glyph_set wanted)
{
    if (wanted != GLYPHS_AUTO)
        return wanted;
    const char *codeset = nl_langinfo(CODESET);
    bool utf8 = codeset && (strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf8") == 0);
    return utf8 ? GLYPHS_BRAILLE : GLYPHS_ASCII;
}
