/* One bitmap a sign, five rows of at most five bits, the leftmost the highest. Letters are capitals. Half
 * size is drawn in quarters of cells: a row of text is three rows high, and its signs may begin in the middle
 * of a column. */
#include "tui/widgets/big.h"

#include "tui/term/text.h"

#include <stddef.h>

enum { DOTS = 5 };

static const struct sign {
    uint32_t glyph;
    int width; /* in dots */
    uint8_t rows[DOTS];
} signs[] = {
    {'0', 4, {0xF, 0x9, 0x9, 0x9, 0xF}},         {'1', 4, {0x2, 0x6, 0x2, 0x2, 0x7}},
    {'2', 4, {0xF, 0x1, 0xF, 0x8, 0xF}},         {'3', 4, {0xF, 0x1, 0x7, 0x1, 0xF}},
    {'4', 4, {0x9, 0x9, 0xF, 0x1, 0x1}},         {'5', 4, {0xF, 0x8, 0xF, 0x1, 0xF}},
    {'6', 4, {0xF, 0x8, 0xF, 0x9, 0xF}},         {'7', 4, {0xF, 0x1, 0x2, 0x2, 0x2}},
    {'8', 4, {0xF, 0x9, 0xF, 0x9, 0xF}},         {'9', 4, {0xF, 0x9, 0xF, 0x1, 0xF}},
    {'.', 1, {0x0, 0x0, 0x0, 0x0, 0x1}},         {'%', 5, {0x19, 0x1A, 0x04, 0x0B, 0x13}},
    {'+', 3, {0x0, 0x2, 0x7, 0x2, 0x0}},         {'-', 3, {0x0, 0x0, 0x7, 0x0, 0x0}},
    {'=', 3, {0x0, 0x7, 0x0, 0x7, 0x0}},         {' ', 2, {0x0, 0x0, 0x0, 0x0, 0x0}},
    {0x25BC, 5, {0x00, 0x1F, 0x0E, 0x04, 0x00}}, {0x25B2, 5, {0x00, 0x04, 0x0E, 0x1F, 0x00}},
    {'A', 4, {0x6, 0x9, 0xF, 0x9, 0x9}},         {'B', 4, {0xE, 0x9, 0xE, 0x9, 0xE}},
    {'C', 4, {0x7, 0x8, 0x8, 0x8, 0x7}},         {'D', 4, {0xE, 0x9, 0x9, 0x9, 0xE}},
    {'E', 4, {0xF, 0x8, 0xE, 0x8, 0xF}},         {'F', 4, {0xF, 0x8, 0xE, 0x8, 0x8}},
    {'G', 4, {0x7, 0x8, 0xB, 0x9, 0x7}},         {'H', 4, {0x9, 0x9, 0xF, 0x9, 0x9}},
    {'I', 3, {0x7, 0x2, 0x2, 0x2, 0x7}},         {'J', 4, {0x1, 0x1, 0x1, 0x9, 0x6}},
    {'K', 4, {0x9, 0xA, 0xC, 0xA, 0x9}},         {'L', 4, {0x8, 0x8, 0x8, 0x8, 0xF}},
    {'M', 5, {0x11, 0x1B, 0x15, 0x11, 0x11}},    {'N', 4, {0x9, 0xD, 0xB, 0x9, 0x9}},
    {'O', 4, {0x6, 0x9, 0x9, 0x9, 0x6}},         {'P', 4, {0xE, 0x9, 0xE, 0x8, 0x8}},
    {'Q', 4, {0x6, 0x9, 0x9, 0xA, 0x5}},         {'R', 4, {0xE, 0x9, 0xE, 0xA, 0x9}},
    {'S', 4, {0x7, 0x8, 0x6, 0x1, 0xE}},         {'T', 5, {0x1F, 0x04, 0x04, 0x04, 0x04}},
    {'U', 4, {0x9, 0x9, 0x9, 0x9, 0x6}},         {'V', 5, {0x11, 0x11, 0x11, 0x0A, 0x04}},
    {'W', 5, {0x11, 0x11, 0x15, 0x15, 0x0A}},    {'X', 4, {0x9, 0x9, 0x6, 0x9, 0x9}},
    {'Y', 5, {0x11, 0x0A, 0x04, 0x04, 0x04}},    {'Z', 4, {0xF, 0x2, 0x4, 0x8, 0xF}},
    {',', 2, {0x0, 0x0, 0x0, 0x1, 0x2}},         {';', 2, {0x0, 0x1, 0x0, 0x1, 0x2}},
    {':', 1, {0x0, 0x1, 0x0, 0x1, 0x0}},         {'\'', 1, {0x1, 0x1, 0x0, 0x0, 0x0}},
    {'(', 2, {0x1, 0x2, 0x2, 0x2, 0x1}},         {')', 2, {0x2, 0x1, 0x1, 0x1, 0x2}},
    {'/', 3, {0x1, 0x1, 0x2, 0x4, 0x4}},         {'_', 3, {0x0, 0x0, 0x0, 0x0, 0x7}},
    {'*', 3, {0x0, 0x5, 0x2, 0x5, 0x0}},         {'~', 4, {0x0, 0x5, 0xA, 0x0, 0x0}},
    {0x2212, 3, {0x0, 0x0, 0x7, 0x0, 0x0}},      {0xD7, 3, {0x0, 0x5, 0x2, 0x5, 0x0}},
    {0xB7, 1, {0x0, 0x0, 0x1, 0x0, 0x0}},        {0xB1, 3, {0x2, 0x7, 0x2, 0x0, 0x7}},
};

static const struct sign *sign_of(uint32_t glyph)
{
    uint32_t capital = glyph >= 'a' && glyph <= 'z' ? glyph - 'a' + 'A' : glyph;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].glyph == capital)
            return &signs[i];
    return NULL;
}

static bool is_halved(const struct canvas *canvas, int scale)
{
    return scale == 1 && canvas->glyphs != GLYPHS_ASCII;
}

int big_rows(const struct canvas *canvas, int scale)
{
    return is_halved(canvas, scale) ? (DOTS + 1) / 2 : DOTS;
}

int big_width(const struct canvas *canvas, int scale, const char *text)
{
    int dots = 0;
    (void)canvas;
    for (uint32_t glyph = utf8_next(&text); glyph; glyph = utf8_next(&text)) {
        const struct sign *sign = sign_of(glyph);
        if (!sign)
            return 0;
        dots += sign->width + 1;
    }
    return dots > 0 ? scale * (dots - 1) : 0;
}

static bool is_set(const struct sign *sign, int row, int dot)
{
    return row < DOTS && sign->rows[row] >> (sign->width - 1 - dot) & 1;
}

void big_text(struct canvas *canvas, int x, int y, int scale, struct style style, const char *text)
{
    for (uint32_t glyph = utf8_next(&text); glyph; glyph = utf8_next(&text)) {
        const struct sign *sign = sign_of(glyph);
        if (!sign)
            return;
        if (is_halved(canvas, scale)) {
            /* Two rows of dots in one of cells. */
            static const uint32_t halves[] = {' ', 0x2584, 0x2580, 0x2588};
            for (int row = 0; row < DOTS; row += 2)
                for (int dot = 0; dot < sign->width; dot++)
                    canvas_put(canvas, x + dot, y + row / 2,
                               halves[2 * is_set(sign, row, dot) + is_set(sign, row + 1, dot)], style);
        } else {
            uint32_t full = canvas->glyphs == GLYPHS_ASCII ? '#' : 0x2588;
            for (int row = 0; row < DOTS; row++)
                for (int column = 0; column < scale * sign->width; column++)
                    canvas_put(canvas, x + column, y + row, is_set(sign, row, column / scale) ? full : ' ',
                               style);
        }
        x += scale * (sign->width + 1);
    }
}

/* --- sentences --- */

/* Passes over as many words as fit into `most` dots. False: a letter is not known, or a word is wider. */
static bool take_line(const char **text, int most)
{
    int dots = 0;
    const char *at = *text, *begin = *text;
    for (uint32_t glyph = utf8_next(&at);; glyph = utf8_next(&at)) {
        const struct sign *sign = glyph ? sign_of(glyph) : NULL;
        if (glyph && !sign)
            return false;
        if (!sign || glyph == ' ')
            *text = at;
        if (!sign || dots + sign->width > most)
            return *text > begin;
        dots += sign->width + 1;
    }
}

int big_wrap_rows(const struct canvas *canvas, int columns, const char *text)
{
    int rows = 0;
    for (; *text; rows += BIG_LINE)
        if (canvas->glyphs != GLYPHS_BRAILLE || !take_line(&text, 2 * columns))
            return 0;
    return rows;
}

void big_wrap(struct canvas *canvas, struct rect rect, struct style style, const char *text)
{
    /* By which quarters are set: upper left 1, upper right 2, lower left 4, lower right 8. */
    static const uint32_t quarters[] = {' ',    0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B,
                                        0x2597, 0x259A, 0x2590, 0x259C, 0x2584, 0x2599, 0x259F, 0x2588};
    enum { QUARTERS = sizeof quarters / sizeof *quarters };
    for (int y = rect.y; *text && y + BIG_LINE <= rect.y + rect.h; y += BIG_LINE) {
        const char *at = text;
        int x = 0;
        if (!take_line(&text, 2 * rect.w))
            return;
        while (at < text) {
            const struct sign *sign = sign_of(utf8_next(&at));
            for (int dot = 0; dot < sign->width; dot++, x++)
                for (int row = 0; row < DOTS; row++) {
                    const struct cell *cell = canvas_at(canvas, rect.x + x / 2, y + row / 2);
                    unsigned set = QUARTERS;
                    while (set-- > 1 && cell && quarters[set] != cell->glyph)
                        continue;
                    if (is_set(sign, row, dot))
                        canvas_put(canvas, rect.x + x / 2, y + row / 2,
                                   quarters[set | 1u << (2 * (row % 2) + x % 2)], style);
                }
            x++;
        }
    }
}
