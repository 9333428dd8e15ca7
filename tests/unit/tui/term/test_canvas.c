/* The canvas: cutting by columns, wide and combining characters, clipping, the ASCII twins, writers. */
#include "tests/unit/tui/canvas_text.h"

FACT(test_text_is_cut_by_columns)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 10, 5, GLYPHS_BRAILLE));
    assert_int_equal(canvas_text(&canvas, 0, 0, -1, style_of(ROLE_TEXT), "abc"), 3);
    assert_int_equal(canvas_text(&canvas, 0, 1, 4, style_of(ROLE_TEXT), "abcdef"), 4);
    assert_int_equal(canvas_text(&canvas, 0, 2, 4, style_of(ROLE_TEXT), "漢字漢字"), 3);
    assert_int_equal(canvas_text(&canvas, 7, 3, -1, style_of(ROLE_TEXT), "abcdef"), 6);
    assert_int_equal(canvas_text(&canvas, -2, 4, -1, style_of(ROLE_TEXT), "e\u0301xyz"), 4);
    assert_canvas(&canvas, "abc\nabc…\n漢…\n       abc\nyz\n");
}

FACT(test_wide_characters_own_two_cells)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 4, 1, GLYPHS_BRAILLE));
    canvas_put(&canvas, 0, 0, 0x6F22, style_of(ROLE_TEXT));
    assert_int_equal(canvas_at(&canvas, 1, 0)->glyph, 0);
    canvas_put(&canvas, 1, 0, 'x', style_of(ROLE_TEXT));
    assert_canvas(&canvas, " x\n");
    canvas_put(&canvas, 3, 0, 0x6F22, style_of(ROLE_TEXT));
    assert_int_equal(canvas_at(&canvas, 3, 0)->glyph, ' ');
}

FACT(test_control_characters_do_no_harm)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 12, 2, GLYPHS_BRAILLE));
    canvas_text(&canvas, 0, 0, -1, style_of(ROLE_TEXT), "a\033[2Jb\n\x9b");
    canvas_text(&canvas, 0, 1, -1, style_of(ROLE_TEXT), "\xff\xc3");
    assert_canvas(&canvas, "a?[2Jb?\xef\xbf\xbd\n\xef\xbf\xbd\xef\xbf\xbd\n");
}

FACT(test_empty_canvas)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 0, -3, GLYPHS_BRAILLE));
    canvas_text(&canvas, 0, 0, -1, style_of(ROLE_TEXT), "x");
    canvas_clear(&canvas);
    assert_canvas(&canvas, "");
}

FACT(test_ansi_at_every_depth)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 2, 1, GLYPHS_BRAILLE));
    canvas_put(&canvas, 0, 0, 'a', style_bold(ROLE_GOOD));
    canvas_put(&canvas, 1, 0, 0x2588, style_of(ROLE_BUSY));
    static const char *const expected[] = {
        "\033[0;1;38;2;92;179;255;48;2;15;20;26ma\033[0;38;2;125;139;153;48;2;125;139;153m \033[0m\n",
        "\033[0;1;38;5;75;48;5;233ma\033[0;38;5;102;48;5;102m \033[0m\n", "\033[0;1;94ma\033[0m█\033[0m\n",
        "\033[0;1ma\033[0m█\033[0m\n"};
    for (int depth = COLOR_DIRECT; depth <= COLOR_NEVER; depth++) {
        enum color_mode own_depth = (enum color_mode)depth;
        struct theme theme;
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        theme_builtin(&theme);
        writer_ansi(&canvas, &theme, own_depth, out);
        fclose(out);
        DEFER(memory_leave) char *got = text;
        assert_string_equal(got, expected[depth - COLOR_DIRECT]);
    }
}

FACT(test_svg_is_complete_and_escaped)
{
    DEFER(canvas_free) struct canvas canvas;
    struct theme theme;
    DEFER(memory_leave) char *text = NULL;
    size_t size;
    theme_builtin(&theme);
    assert_true(canvas_init(&canvas, 6, 1, GLYPHS_BRAILLE));
    canvas_text(&canvas, 0, 0, -1, style_of(ROLE_TEXT), "<&>⣿█");
    FILE *out = open_memstream(&text, &size);
    writer_svg(&canvas, &theme, COLOR_DIRECT, out);
    fclose(out);
    assert_has(text, " textLength=\"30\"", ">&lt;&amp;&gt;</text>");
    int dots = 0;
    for (const char *at = text; (at = strstr(at, "h0")) != NULL; at++)
        dots++;
    assert_int_equal(dots, 8);
    assert_has(text, "M50 10h10v20h-10z"); /* the full block */
    assert_string_equal(text + size - 7, "</svg>\n");
}
