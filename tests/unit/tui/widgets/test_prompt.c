/* The line that is typed: editing whole characters. And the formats beside it. */
#include "tui/words/format.h"
#include "tui/term/key.h"
#include "tui/widgets/prompt.h"
#include "tests/support/test.h"

static void type(struct prompt *prompt, const char *text)
{
    for (; *text; text++)
        prompt_key(prompt, (unsigned char)*text);
}

FACT(test_editing)
{
    struct prompt prompt;
    prompt_start(&prompt, "");
    type(&prompt, "abc");
    prompt_key(&prompt, 0xE9);
    prompt_key(&prompt, 0x6F22);
    assert_string_equal(prompt.text, "abcé漢");
    assert_int_equal(prompt_cursor_column(&prompt), 6);
    prompt_key(&prompt, KEYCODE_BACKSPACE);
    prompt_key(&prompt, KEYCODE_LEFT);
    prompt_key(&prompt, KEYCODE_LEFT);
    prompt_key(&prompt, KEYCODE_DELETE);
    assert_string_equal(prompt.text, "abé");
    prompt_key(&prompt, KEYCODE_HOME);
    type(&prompt, "x");
    assert_string_equal(prompt.text, "xabé");
    prompt_key(&prompt, KEYCODE_RIGHT);
    prompt_key(&prompt, 21);
    assert_string_equal(prompt.text, "bé");
    assert_false(prompt_key(&prompt, KEYCODE_UP));
}

FACT(test_it_never_overflows)
{
    struct prompt prompt;
    prompt_start(&prompt, "");
    for (int i = 0; i < 1000; i++)
        prompt_key(&prompt, i % 3 ? 'a' : 0x6F22);
    assert_true(prompt.length < PROMPT_SIZE);
    assert_int_equal((int)strlen(prompt.text), prompt.length);
    for (int i = 0; i < 1000; i++)
        prompt_key(&prompt, i % 2 ? KEYCODE_BACKSPACE : KEYCODE_LEFT);
    assert_int_equal((int)strlen(prompt.text), prompt.length);
}

FACT(test_an_empty_line_has_nothing_to_erase)
{
    struct prompt prompt;
    prompt_start(&prompt, "x");
    assert_true(prompt_key(&prompt, KEYCODE_BACKSPACE));
    assert_false(prompt_key(&prompt, KEYCODE_BACKSPACE));
}

FACT(test_formats)
{
    char out[FORMAT_SIZE];
    assert_string_equal(format_count(out, 18498), "18 498");
    assert_string_equal(format_count(out, -1234567), "-1 234 567");
    assert_string_equal(format_count(out, 0), "0");
    assert_string_equal(format_grams(out, 247.84), "247.8 g");
    assert_string_equal(format_grams(out, 0.5), "0.50 g");
    assert_string_equal(format_grams(out, 12345), "12.3 kg");
    assert_string_equal(format_energy(out, 4.43e6), "1.23 kWh");
    assert_string_equal(format_energy(out, 3600), "1.0 Wh");
    assert_string_equal(format_magnitude(out, 17.84), "17.8");
    assert_string_equal(format_magnitude(out, 0.031), "0.03");
    assert_string_equal(format_magnitude(out, 312.4), "312");
    assert_string_equal(format_share(out, 92.4), "92 %");
    assert_string_equal(format_share(out, 2800), "28×");
    assert_string_equal(format_share(out, (double)NAN), "-"); /* an app without an SLO */
    assert_string_equal(format_signed(out, -26.61, 1), "−26.6");
    assert_string_equal(format_signed(out, 3, 0), "+3");
    assert_string_equal(format_signed(out, -0.04, 1), "0.0");
    assert_string_equal(format_short_name(out, "chat", 12), "chat");
    const char *const apps[] = {"images", "tagging", "training", "chat", "trailing"};
    assert_string_equal(format_distinct(out, apps, 5, 0, 6), "images");
    assert_string_equal(format_distinct(out, apps, 5, 2, 7), "trainin");
    assert_string_equal(format_distinct(out, apps, 2, 1, 5), "taggi");
    assert_string_equal(format_distinct(out, (const char *const[]){"gpt4-31k-x", "gpt4-31k-y"}, 2, 1, 6),
                        "gpt…-y");
    assert_string_equal(format_distinct(out, (const char *const[]){"server-one", "server-two"}, 2, 1, 7),
                        "ser…two");
    assert_string_equal(format_app(out, "job12"), "job 12");
    assert_string_equal(format_app(out, "jobs"), "jobs");
    assert_string_equal(format_zone(out, -28800), "UTC-8");
    assert_string_equal(format_zone(out, 19800), "UTC+5:30");
    assert_string_equal(format_clock(out, 1642114200, -28800, false), "14:50");
    assert_string_equal(format_date(out, 1642114200, 0), "Thu 13 Jan 2022");
}
