/* One bitmap a sign, five rows of four bits, the leftmost the highest. Narrow signs say their width. */
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
    {'=', 3, {0x0, 0x7, 0x0, 0x7, 0x0}},         {' ', 1, {0x0, 0x0, 0x0, 0x0, 0x0}},
    {0x25BC, 5, {0x00, 0x1F, 0x0E, 0x04, 0x00}}, {0x25B2, 5, {0x00, 0x04, 0x0E, 0x1F, 0x00}},
};

static const struct sign *sign_of(uint32_t glyph)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].glyph == glyph)
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
