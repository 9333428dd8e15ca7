/* The filter of lists: what is typed, what opening it again does, and how it looks. */
#include "tests/unit/tui/canvas_text.h"
#include "tui/term/key.h"
#include "tui/widgets/prompt.h"

static void type(struct filter *filter, const char *text)
{
    for (; *text; text++)
        filter_key(filter, (uint32_t)(unsigned char)*text);
}

FACT(test_typing)
{
    struct filter filter = {0};
    filter_open(&filter);
    type(&filter, "job 2x");
    filter_key(&filter, KEYCODE_BACKSPACE);
    filter_key(&filter, 0xF7); /* a sign of the glossary, erased as a whole */
    filter_key(&filter, 0x1F600);
    assert_string_equal(filter.text, "job 2÷😀");
    filter_key(&filter, KEYCODE_BACKSPACE);
    filter_key(&filter, KEYCODE_BACKSPACE);
    filter_key(&filter, 0x301); /* it has no column of its own */
    filter_key(&filter, KEYCODE_UP);
    assert_string_equal(filter.text, "job 2");
    assert_true(filter_keep(&filter));
    assert_false(filter_keep(&filter)); /* Enter again is for the list */
    assert_string_equal(filter.text, "job 2");
    assert_true(filter_clear(&filter));
    assert_string_equal(filter.text, "");
    assert_false(filter_clear(&filter)); /* Esc again is for the view */
    for (int i = 0; i < 3 * FILTER_SIZE; i++)
        filter_key(&filter, 'x');
    assert_int_equal(strlen(filter.text), FILTER_SIZE - 1);
    filter_key(&filter, 21);
    assert_string_equal(filter.text, "");
    filter_key(&filter, 8);
    assert_string_equal(filter.text, "");
}

FACT(test_opened_again)
{
    struct filter filter = {0};
    filter_open(&filter);
    type(&filter, "late");
    filter_keep(&filter);
    filter_open(&filter);
    assert_string_equal(filter.text, "late"); /* Enter or Esc now: nothing was lost */
    type(&filter, "job");
    assert_string_equal(filter.text, "job");
    filter_keep(&filter);
    filter_open(&filter);
    filter_key(&filter, KEYCODE_BACKSPACE);
    assert_string_equal(filter.text, "");
    type(&filter, "a1");
    filter_key(&filter, KEYCODE_BACKSPACE);
    assert_string_equal(filter.text, "a"); /* one by one again */
}

FACT(test_look)
{
    DEFER(canvas_free) struct canvas canvas;
    struct filter filter = {0};
    struct rect row = {1, 0, 8, 1};
    assert_true(canvas_init(&canvas, 10, 1, GLYPHS_BRAILLE));
    assert_int_equal(filter_draw(&filter, row, ROLE_POPUP, &canvas), 1);
    assert_int_equal(canvas.cursor_x, -1);
    filter_open(&filter);
    type(&filter, "ab");
    assert_int_equal(filter_draw(&filter, row, ROLE_POPUP, &canvas), 5);
    assert_canvas(&canvas, " / ab\n");
    assert_int_equal(canvas.cursor_x, 5);
    assert_false(canvas_at(&canvas, 3, 0)->attrs & ATTR_REVERSE);
    filter_keep(&filter);
    filter_open(&filter);
    filter_draw(&filter, row, ROLE_POPUP, &canvas);
    assert_false(canvas_at(&canvas, 1, 0)->attrs & ATTR_REVERSE);
    assert_true(canvas_at(&canvas, 3, 0)->attrs & canvas_at(&canvas, 4, 0)->attrs & ATTR_REVERSE);
    type(&filter, "a long text");
    filter_draw(&filter, row, ROLE_POPUP, &canvas);
    assert_true(canvas.cursor_x < 9);
}
