/* Names of colour depths and glyph sets, and how "auto" is resolved: NO_COLOR decides before the terminal,
 * the locale's codeset decides between braille and ASCII. */
#include "tui/term/display.h"

#include "engine/base/text.h"

#include <langinfo.h>
#include <stdio.h>
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

/* --- color --- */

/* The palette is xterm's: 16 named colours, a 6x6x6 cube, 24 greys. Named colours differ between terminals,
 * so only the nearest-colour search and pictures rely on their values. */

static const int32_t named_rgb[16] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
                                      0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
                                      0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
static const char *const names[16] = {
    "black",        "red",           "green",       "yellow",         "blue",
    "magenta",      "cyan",          "white",       "bright-black",   "bright-red",
    "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white"};

int32_t color_of_palette(int index)
{
    static const int steps[] = {0, 95, 135, 175, 215, 255};
    if (index < 16)
        return named_rgb[index < 0 ? 0 : index];
    if (index >= 232) {
        int grey = 8 + 10 * (index - 232);
        return grey << 16 | grey << 8 | grey;
    }
    int cube = index - 16;
    return steps[cube / 36] << 16 | steps[cube / 6 % 6] << 8 | steps[cube % 6];
}

static int distance(int32_t a, int32_t b)
{
    int r = (a >> 16 & 255) - (b >> 16 & 255), g = (a >> 8 & 255) - (b >> 8 & 255), c = (a & 255) - (b & 255);
    return r * r + g * g + c * c;
}

/* A mixed colour is looked up for every cell of what a popup is in front of, so nothing is searched: each
 * channel has its nearest step in the cube by itself, and the nearest grey is that to the mean. Of two alike
 * the first. */
int color_nearest_256(int32_t rgb)
{
    int cube = 16, sum = 0;
    for (int shift = 16, width = 36; shift >= 0; shift -= 8, width /= 6) {
        int value = rgb >> shift & 255;
        cube += width * (value < 48 ? 0 : value < 116 ? 1 : (value - 36) / 40);
        sum += value;
    }
    int grey = (sum - 10) / 30;
    grey = 232 + (grey < 0 ? 0 : grey > 23 ? 23 : grey);
    return distance(rgb, color_of_palette(grey)) < distance(rgb, color_of_palette(cube)) ? grey : cube;
}

int color_nearest_16(int32_t rgb)
{
    int best = 0;
    for (int i = 1; i < 16; i++)
        if (distance(rgb, named_rgb[i]) < distance(rgb, named_rgb[best]))
            best = i;
    return best;
}

int32_t color_mix(int32_t a, int32_t b, int percent)
{
    int32_t mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        int from = a >> shift & 255, to = b >> shift & 255;
        mixed |= (from + (to - from) * percent / 100) << shift;
    }
    return mixed;
}

bool color_parse(const char *text, int32_t *rgb, int *index)
{
    *rgb = *index = -1;
    if (strcmp(text, "default") == 0)
        return true;
    if (text[0] == '#') {
        if (strlen(text) != 7 || strspn(text + 1, "0123456789abcdefABCDEF") != 6)
            return false;
        *rgb = (int32_t)strtol(text + 1, NULL, 16);
        return true;
    }
    for (int i = 0; i < 16; i++) {
        char number[12];
        snprintf(number, sizeof number, "%d", i);
        if (strcmp(text, names[i]) == 0 || strcmp(text, number) == 0) {
            *index = i;
            *rgb = named_rgb[i];
            return true;
        }
    }
    return false;
}
