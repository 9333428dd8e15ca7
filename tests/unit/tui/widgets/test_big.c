/* Large digits: what is drawn is as wide and as high as was said, in both scales and in ASCII, and every sign
 * differs from every other. */
#include "tests/unit/tui/canvas_text.h"
#include "tui/widgets/big.h"

static const char *const signs[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8",
                                    "9", ".", "%", "+", "-", "=", "▼", "▲"};
enum { SIGNS = sizeof signs / sizeof *signs, W = 40, H = 8 };

/* What is drawn lies within the width and height that were told, and touches the right edge of them. */
static void check(enum glyph_set glyphs, int scale, const char *text)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, W, H, glyphs));
    canvas_clear(&canvas);
    int w = big_width(&canvas, scale, text), h = big_rows(&canvas, scale), right = -1;
    assert_true(w > 0 && h > 0 && h <= BIG_ROWS);
    big_text(&canvas, 1, 1, scale, style_of(ROLE_TITLE), text);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            if (canvas_at(&canvas, x, y)->glyph == ' ')
                continue;
            assert_true(x >= 1 && x < 1 + w && y >= 1 && y < 1 + h);
            right = x > right ? x : right;
        }
    assert_true(right >= 1 && right <= w);
}

FACT(signs_keep_to_their_size)
{
    for (int glyphs = GLYPHS_BRAILLE; glyphs <= GLYPHS_ASCII; glyphs++)
        for (int scale = 1; scale <= 2; scale++)
            for (size_t i = 0; i < SIGNS; i++)
                check((enum glyph_set)glyphs, scale, signs[i]);
}

FACT(signs_differ)
{
    static char drawn[SIGNS][W * H * 4];
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 12, H, GLYPHS_ASCII));
    for (size_t i = 0; i < SIGNS; i++) {
        canvas_clear(&canvas);
        big_text(&canvas, 0, 0, 1, style_of(ROLE_TITLE), signs[i]);
        for (int y = 0, n = 0; y < H; y++)
            for (int x = 0; x < 12; x++)
                drawn[i][n++] = (char)canvas_at(&canvas, x, y)->glyph;
        for (size_t j = 0; j < i; j++)
            assert_true(memcmp(drawn[i], drawn[j], sizeof drawn[i]) != 0);
    }
    assert_int_equal(big_width(&canvas, 1, "12 kg"), 0); /* no large letters */
    assert_int_equal(big_width(&canvas, 1, ""), 0);
}
