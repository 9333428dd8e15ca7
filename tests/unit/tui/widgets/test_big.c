/* Large digits: what is drawn is as wide and as high as was said, in both scales and in ASCII, and every sign
 * differs from every other. */
#include "tests/unit/tui/canvas_text.h"
#include "tui/widgets/big.h"

static const char *const signs[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "%", "+", "-",
                                    "=", "▼", "▲", "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K",
                                    "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y",
                                    "Z", ",", ";", ":", "'", "(", ")", "/", "_", "*", "~", "·", "±"};
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
    assert_int_equal(big_width(&canvas, 1, "12 €"), 0); /* no large sign */
    assert_int_equal(big_width(&canvas, 1, ""), 0);
}

/* Wrapped at blanks, small letters as large ones, each line three rows below the one before; nothing without
 * quarters of cells, or for a word that is wider. */
FACT(sentences_are_wrapped)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, W, H, GLYPHS_BRAILLE));
    assert_int_equal(big_wrap_rows(&canvas, 12, "1 584 more late"), 3 * BIG_LINE);
    assert_int_equal(big_wrap_rows(&canvas, 12, "CONSOLIDATED"), 0);
    big_wrap(&canvas, (struct rect){1, 0, 12, 2 * BIG_LINE}, style_of(ROLE_TITLE), "il il");
    assert_int_equal(canvas_at(&canvas, 1, 0)->glyph, 0x259C); /* the left two of an I's three dots */
    big_wrap(&canvas, (struct rect){20, 0, 4, 2 * BIG_LINE}, style_of(ROLE_TITLE), "il IL");
    for (int y = 0; y < BIG_LINE; y++)
        for (int x = 20; x < 24; x++)
            assert_int_equal(canvas_at(&canvas, x, y)->glyph, canvas_at(&canvas, x, y + BIG_LINE)->glyph);
    canvas.glyphs = GLYPHS_BLOCK;
    assert_int_equal(big_wrap_rows(&canvas, 12, "A"), 0);
}
