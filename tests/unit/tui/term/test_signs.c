/* ASCII must say what the signs say: a twin may look poorer but never means something else. And the keys in
 * the last row: each is shown as what must be pressed, and a click on it does what it says. */
#include "tests/unit/tui/desk_support.h"

#include "tui/words/facts.h"
#include "tui/term/text.h"

static void write_row(const char *text, int max, const char *expected)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 24, 1, GLYPHS_ASCII));
    int used = canvas_text(&canvas, 0, 0, max, style_of(ROLE_TEXT), text);
    char got[32] = "";
    for (int x = 0; x < used; x++)
        got[x] = (char)canvas_at(&canvas, x, 0)->glyph;
    assert_string_equal(got, expected);
}

/* Comparisons and arrows take the blank behind them, so that nothing else moves. */
FACT(test_comparisons_keep_their_meaning)
{
    write_row("0.85 ≤ 1.00", -1, "0.85 <=1.00");
    write_row("≥ 304 ms", -1, ">=304 ms");
    write_row("job 2 → P4", -1, "job 2 ->P4");
    write_row("0.85 ≤ 1.00", 8, "0.85 <=$");
    write_row("0.85 ≤", 8, "0.85 <="); /* the end of a row that was wrapped */
    write_row("25–89 W · 3 × 2", -1, "25-89 W | 3 x 2");
    char line[64];
    text_for_locale(line, sizeof line, "0.85 ≤ 1.00 → P4 ≥1", 1);
    assert_string_equal(line, "0.85 <= 1.00 -> P4 >=1");
    text_for_locale(line, sizeof line, "0.85 ≤ 1.00", 0);
    assert_string_equal(line, "0.85 ≤ 1.00");
}

/* --- the edit's line --- */

/* Rows of the plots in which the line of the last edit is seen. */
static int edit_rows(const struct desk *desk, uint32_t glyph)
{
    int rows = 0, x = scene_column(&desk->scene, desk->explorer->document.scenario.edits[0].t_ns);
    for (int y = 0; y < desk->canvas.h; y++) {
        const struct cell *cell = canvas_at(&desk->canvas, x, y);
        bool seen = cell->fg == ROLE_EDIT && cell->glyph == glyph;
        if (seen) /* on an area's colour it is lost in one theme or another */
            assert_true(cell->bg == ROLE_BACKGROUND);
        rows += seen;
    }
    return rows;
}

FACT(test_edit_line_crosses_areas)
{
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
    for (int s = 0; s < 3; s++) {
        DEFER(desk_leave) struct desk *desk = desk_for_test(sizes[s][0], sizes[s][1]);
        desk_commands(desk, "goto 2h", "set cit 0.8");
        desk_does(desk, ACTION_TIME_END);
        int rows = edit_rows(desk, 0x250A);
        assert_true(rows > 3);
        desk_obeys(desk, "glyphs ascii");
        int plain = edit_rows(desk, '!');
        assert_true(plain >= rows - 2); /* ASCII curves take a cell where braille may leave it */
    }
}

/* --- the keys --- */

static const struct hint hints[] = {
    {ACTION_TIME_BACK, ACTION_TIME_FORWARD, "time", 1}, {ACTION_KNOB_PREVIOUS, ACTION_KNOB_NEXT, "knob", 1},
    {ACTION_TURN_UP, ACTION_TURN_DOWN, "turn", 1},      {ACTION_PLAY, ACTION_NONE, "play", 2},
    {ACTION_TURN_UP_5, ACTION_TURN_DOWN_5, "more", 2},  {ACTION_EXPLAIN, ACTION_NONE, "help", 0},
};
enum { HINTS = sizeof hints / sizeof *hints };

static void draw_hints(struct canvas *canvas, const struct keymap *keymap, enum glyph_set glyphs, int w)
{
    assert_true(canvas_init(canvas, w, 1, glyphs));
    hints_draw(canvas, (struct rect){0, 0, w, 1}, keymap, hints, HINTS);
}

FACT(test_arrows_are_no_other_keys)
{
    static struct keymap keymap;
    struct canvas canvas;
    char labels[32];
    keymap_init(&keymap);
    draw_hints(&canvas, &keymap, GLYPHS_ASCII, 80);
    assert_canvas(&canvas, " <-> time  Up/Dn knob  +- turn  space play  PgUp/PgDn more  ? help\n");
    canvas_free(&canvas);
    draw_hints(&canvas, &keymap, GLYPHS_BRAILLE, 80);
    assert_canvas(&canvas, " ←→ time  ↑↓ knob  +- turn  space play  PgUp/PgDn more  ? help\n");
    canvas_free(&canvas);
    key_labels_plain("← h", labels, sizeof labels);
    assert_string_equal(labels, "Left h");
    key_labels_plain("↑↓ ^R", labels, 6);
    assert_string_equal(labels, "Up");
}

/* Where a text begins in a canvas of one row. */
static int column_of(const struct canvas *canvas, const char *part)
{
    char row[512], *text = canvas_to_text(canvas);
    snprintf(row, sizeof row, "%s", text);
    free(text);
    char *at = strstr(row, part);
    assert_non_null(at);
    *at = 0;
    return text_width(row);
}

/* Every column of the row, in both spellings. */
FACT(test_clicks_hit_what_is_shown)
{
    static struct keymap keymap;
    static const struct {
        enum glyph_set glyphs;
        const char *shown;
        enum action_id a, b;
        int second; /* column in `shown` where b's key begins */
    } cases[] = {{GLYPHS_ASCII, "<-> time", ACTION_TIME_BACK, ACTION_TIME_FORWARD, 2},
                 {GLYPHS_ASCII, "Up/Dn knob", ACTION_KNOB_PREVIOUS, ACTION_KNOB_NEXT, 3},
                 {GLYPHS_ASCII, "PgUp/PgDn more", ACTION_TURN_UP_5, ACTION_TURN_DOWN_5, 5},
                 {GLYPHS_BRAILLE, "+- turn", ACTION_TURN_UP, ACTION_TURN_DOWN, 1}};
    keymap_init(&keymap);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        DEFER(canvas_free) struct canvas canvas;
        draw_hints(&canvas, &keymap, cases[i].glyphs, 80);
        int x = column_of(&canvas, cases[i].shown), keys = (int)strcspn(cases[i].shown, " ");
        for (int k = 0; k < (int)strlen(cases[i].shown); k++) {
            enum action_id hit =
                hints_hit((struct rect){0, 0, 80, 1}, cases[i].glyphs, &keymap, hints, HINTS, x + k);
            assert_int_equal(hit, k >= cases[i].second && k < keys ? cases[i].b : cases[i].a);
        }
    }
}

/* No screen tells to press a key that an arrow's twin would stand for. */
FACT_AT(test_ascii_screens_name_the_arrows, desk_for_test(200, 60))
{
    desk_obeys(desk, "glyphs ascii");
    assert_shows(desk, "Up/Dn choose  +- turn", "<-> time");
    assert_true(desk_shows(desk, "v 0.95") && desk_shows(desk, "^ 1.05") && !desk_shows(desk, "< 0.95"));
    assert_false(desk_shows(desk, "^v"));
    desk_acts(desk, ACTION_HELP);
    assert_shows(desk, "Left ", "Right ", "the arrow keys");
}
