/* What leaves the program as text has no character that a terminal obeys, and a name is seen as written. */
#include "engine/base/glyph.h"
#include "tests/support/test.h"

static bool must_not_leave(uint32_t glyph)
{
    return glyph < 0x20 || (glyph >= 0x7F && glyph <= 0x9F) || (glyph >= 0x202A && glyph <= 0x202E) ||
           (glyph >= 0x2066 && glyph <= 0x2069);
}

/* The whole text, as people are shown it. */
static char *all_shown(char *out, const char *text)
{
    char *end = out;
    for (int n = visible_shown(&text, end); n > 0; n = visible_shown(&text, end))
        end += n;
    *end = '\0';
    return out;
}

/* Every code point: itself, or its number in JSON's notation. */
FACT(test_every_character_is_itself_or_its_number)
{
    for (uint32_t glyph = 1; glyph <= 0x10FFFF; glyph++) {
        char text[5] = "", out[VISIBLE_SIZE + 1] = "", expected[VISIBLE_SIZE + 1] = "";
        const char *at = text;
        if (glyph == 0xD800)
            glyph = 0xE000;
        text[utf8_put(glyph, text)] = '\0';
        int n = visible_next(&at, out);
        if (must_not_leave(glyph))
            snprintf(expected, sizeof expected, "\\u%04x", glyph & 0xFFFF);
        else
            memcpy(expected, text, sizeof text);
        assert_string_equal(out, expected);
        assert_int_equal(n, strlen(expected));
        assert_int_equal(*at, '\0');
    }
}

/* Any two bytes, UTF-8 or not: what comes out is UTF-8 without a command, and is left alone the next time. */
FACT(test_any_bytes_become_text)
{
    for (unsigned bytes = 0; bytes < 0x10000; bytes++) {
        char text[3] = {(char)(bytes >> 8), (char)(bytes & 0xFF), '\0'}, once[32], twice[32];
        all_shown(once, text);
        assert_string_equal(all_shown(twice, once), once);
        for (const char *at = once; *at;)
            assert_false(must_not_leave(utf8_next(&at)));
        assert_int_equal(*once == '\0', *text == '\0');
    }
}

/* Titles may hold what nobody sees: people are shown it, data keep it. */
FACT(test_hidden_characters_are_shown_to_people)
{
    static const char text[] = "a\u200bb\u2028\u061c\ufeff\u200e\U000E0041e\u0301";
    char out[96], data[VISIBLE_SIZE];
    const char *at = "\u200b";
    assert_null(text_fault(text));
    assert_string_equal(all_shown(out, text), "a\\u200bb\\u2028\\u061c\\ufeff\\u200e\\udb40\\udc41e\u0301");
    assert_int_equal(visible_next(&at, data), 3);
    assert_int_equal(glyph_width(0x200B), -1);
}

FACT(test_what_cannot_be_a_name)
{
    static const char *const refused[] = {"",
                                          ".",
                                          "..",
                                          " a",
                                          "a ",
                                          "a\n",
                                          "\ta",
                                          "a\033]0;x\007",
                                          "a\x7f",
                                          "a\xC2\x9B",
                                          "a\u202eb",
                                          "a\u2066b",
                                          "\u200b",
                                          "\u2060\ufeff",
                                          "\u0301",
                                          "\u00a0a",
                                          "a\u3000",
                                          "a\u200bb",
                                          "a\u2028",
                                          "\ufeffa",
                                          "a\u200e",
                                          "a\u061cb",
                                          "a\U000E0041",
                                          "a\u00adb"};
    static const char *const taken[] = {"a", "a b", "...", ".a", "H200", "é", "日本", "e\u0301", "-", "=1"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_non_null(name_fault(refused[i]));
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        assert_null(name_fault(taken[i]));
    assert_null(text_fault(" a "));
    assert_non_null(text_fault("a\033"));
}

FACT(test_what_a_spreadsheet_would_compute)
{
    static const char *const formulas[] = {"=1+1", "+a", "-2+3", "@SUM(A1)", "=HYPERLINK(\"x\")",
                                           "-1e",  "+-1"};
    static const char *const texts[] = {"", "-", "=", "-5", "+0.5", "-1e-07", "1-2", "a=b", "'=1", " =1"};
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        assert_true(cell_is_formula(formulas[i]));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(cell_is_formula(texts[i]));
}

/* Lines, blocks, signs and dots take one column; marks that combine none, Chinese two. */
FACT(test_columns_of_what_is_drawn)
{
    for (uint32_t glyph = 0x2100; glyph < 0x2E80; glyph++)
        assert_int_equal(glyph_width(glyph), 1);
    assert_int_equal(glyph_width(0x20FF), 0);
    assert_int_equal(glyph_width(0x2E80), 2);
    assert_int_equal(glyph_width(0x0300), 0);
    assert_int_equal(glyph_width(0x7F), -1);
}
