/* The palette: what is typed finds what can be run, Enter runs it; nothing typed reaches the dashboard. */
#include "tests/unit/tui/desk_support.h"
#include "tui/views/palette.h"

static bool is_open(struct desk *desk)
{
    const struct open_view *top = desk_top_view(desk);
    return top && top->id == VIEW_PALETTE;
}

FACT_AT(test_a_command_as_typed, desk_for_test(100, 30))
{
    desk_type(desk, ":set cit 0.8");
    assert_true(is_open(desk));
    assert_true(desk_cit(desk) == 1);
    desk_key(desk, KEYCODE_ENTER);
    assert_false(is_open(desk));
    assert_true(desk_cit(desk) == 0.8);
    desk_press(desk, "':cit=0.7' enter");
    assert_true(desk_cit(desk) == 0.8); /* no command is called so */
    assert_true(desk->message.bad);
}

/* A row that takes more is put into the line; then the value completes it. */
FACT_AT(test_a_knob_is_found_and_then_valued, desk_for_test(100, 30))
{
    desk_press(desk, "':set ci' enter");
    assert_true(is_open(desk));
    assert_true(desk_is_typing(desk));
    desk_type(desk, "0.75");
    assert_shows(desk, ": set cit 0.75");
    desk_key(desk, KEYCODE_ENTER);
    assert_true(desk_cit(desk) == 0.75);
}

FACT_AT(test_an_action_by_the_beginnings_of_its_words, desk_for_test(100, 30))
{
    desk_press(desk, "':time end' enter");
    assert_true(desk->explorer->time.cursor_ns == desk->explorer->time.horizon_ns);
    desk_press(desk, "':help' enter");
    assert_int_equal(desk_top_view(desk)->id, VIEW_HELP);
}

/* A row chosen by hand is taken whatever stands in the line; a click chooses, a second one takes. */
FACT_AT(test_choosing, desk_for_test(100, 30))
{
    desk_press(desk, "':bucket' down up");
    int64_t before_ns = desk->explorer->time.cursor_ns,
            bucket_ns = desk->explorer->results.current->recording->bucket_ns;
    desk_key(desk, KEYCODE_ENTER); /* the first of the two: one bucket back */
    assert_false(is_open(desk));
    assert_true(desk->explorer->time.cursor_ns == before_ns - bucket_ns);
    desk_type(desk, ":bucket");
    struct rect row = {0};
    for (int y = 0; y < desk->canvas.h; y++)
        if (canvas_at(&desk->canvas, 12, y)->glyph == 0x258C)
            row = (struct rect){14, y + 1, 1, 1};
    desk_points(desk, MOUSE_PRESS, row.x, row.y);
    assert_int_equal(canvas_at(&desk->canvas, 12, row.y)->glyph, 0x258C);
    desk_mouse(desk, (struct mouse_event){.kind = MOUSE_PRESS, .x = row.x, .y = row.y, .times = 1});
    assert_false(is_open(desk));
    assert_true(desk->explorer->time.cursor_ns > before_ns - bucket_ns);
}

/* --- the menu --- */

/* Its name and its key stand together: "C  contribution". */
static bool is_named(const struct desk *desk, enum action_id action)
{
    char key[32], text[80];
    keymap_labels(&desk->keymap, action, 1, key, sizeof key);
    snprintf(text, sizeof text, "%-2s %s ", key, action_infos[action].name);
    return desk_shows(desk, text);
}

/* One key from the dashboard of the smallest usual screen: everything that opens, each door, what it is for;
 * but for what is found by other words alone. */
FACT(test_the_menu_names_every_view)
{
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
    struct desk desk;
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
        desk_open_for_test(&desk, sizes[size][0], sizes[size][1]);
        assert_shows(&desk, ": menu"); /* which key that is */
        desk_type(&desk, ":");
        for (int view = 0; view < VIEW_COUNT; view++) {
            enum action_id action = view_names[view].action;
            bool door = action != ACTION_NONE && action != ACTION_PALETTE &&
                        (*door_brief(action) || !*door_asked(action_infos[action].name));
            if (door && !is_named(&desk, action))
                fail_msg("the menu does not name %s", action_infos[action].name);
        }
        assert_true(is_named(&desk, ACTION_PRESENTER));
        struct door doors[ACTION_COUNT];
        for (int i = 0, n = door_list(doors); i < n; i++)
            if (!desk_shows(&desk, doors[i].brief)) /* uncut */
                fail_msg("'%s' is cut", doors[i].brief);
        desk_close(&desk);
    }
}

/* Each of its rows, chosen by hand and taken, does what its own key does. */
FACT(test_the_menu_opens_what_it_names)
{
    struct door doors[ACTION_COUNT];
    int n = door_list(doors);
    for (int i = 0; i < n; i++) {
        char by_key[64];
        DEFER(desk_leave) struct desk *desk = desk_for_test(80, 24);
        desk_action(desk, doors[i].action);
        snprintf(by_key, sizeof by_key, "%s", desk_screen_name(desk));
        desk_leave(&desk);
        desk = desk_for_test(80, 24);
        desk_type(desk, ":");
        for (int down = 0; down < i; down++)
            desk_key(desk, KEYCODE_DOWN);
        desk_key(desk, KEYCODE_ENTER);
        assert_string_equal(desk_screen_name(desk), by_key);
    }
}

/* Right goes to the other column and left comes back; a click takes at once. */
FACT_AT(test_the_menu_by_arrows_and_mouse, desk_for_test(80, 24))
{
    desk_type(desk, ":");
    assert_shows(desk, "▌?  explain");
    desk_strikes(desk, KEYCODE_RIGHT);
    assert_shows(desk, "▌w  response");
    desk_strikes(desk, KEYCODE_LEFT);
    assert_shows(desk, "▌?  explain");
    int x = 0, y = 0;
    while (y < desk->canvas.h && canvas_at(&desk->canvas, x, y)->glyph != 0x258C) {
        x = (x + 1) % desk->canvas.w;
        y += x == 0;
    }
    desk_mouse(desk, (struct mouse_event){.kind = MOUSE_PRESS, .x = x + 6, .y = y + 1, .times = 1});
    assert_int_equal(desk_top_view(desk)->id, VIEW_INSPECTOR);
}

/* What was run lately stands above, chosen: `:` and Enter do it again. */
FACT_AT(test_the_menu_remembers, desk_for_test(80, 24))
{
    desk_press(desk, "':bucket-f' enter");
    int64_t before_ns = desk->explorer->time.cursor_ns;
    desk_type(desk, ":");
    assert_shows(desk, "lately  ▌bucket-forward");
    assert_true(is_named(desk, ACTION_LESSONS));
    desk_key(desk, KEYCODE_ENTER);
    assert_true(desk->explorer->time.cursor_ns > before_ns);
}

/* Where two columns have no room it is one list, in the same order, then the knobs. */
FACT_AT(test_a_small_menu_is_a_list, desk_for_test(66, 20))
{
    desk_type(desk, ":");
    assert_shows(desk, "▌explain");
    assert_false(desk_shows(desk, "time-back"));
    for (int i = 0; i < ACTION_COUNT && !desk_shows(desk, "set cit"); i++) { /* below the last door */
        desk_strikes(desk, KEYCODE_DOWN);
    }
    assert_shows(desk, "set cit");
    assert_false(desk_shows(desk, "time-back"));
}

/* What somebody would type who does not know what things are called here. */
FACT_AT(test_plain_words_find_doors, desk_for_test(80, 24))
{
    static const struct {
        const char *typed;
        enum action_id action;
    } asked[] = {{"worth", ACTION_CONTRIBUTION}, {"shapley", ACTION_CONTRIBUTION},
                 {"sweep", ACTION_FRONTIER},     {"report", ACTION_EXPORT},
                 {"data", ACTION_LIBRARY},       {"csv", ACTION_EXPORT},
                 {"tutorial", ACTION_LESSONS},   {"hall", ACTION_PRESENTER},
                 {"glossary", ACTION_EXPLAIN},   {"what is", ACTION_EXPLAIN},
                 {"your own", ACTION_FLEET},     {"custom", ACTION_FLEET},
                 {"my fleet", ACTION_FLEET},     {"own fleet", ACTION_FLEET},
                 {"my gpus", ACTION_FLEET},      {"my servers", ACTION_FLEET},
                 {"calendar", ACTION_ATLAS},     {"import", ACTION_LIBRARY},
                 {"keyboard", ACTION_HELP},      {"trade-off", ACTION_MAP},
                 {"exit", ACTION_QUIT},          {"all together", ACTION_CONTRIBUTION},
                 {"C", ACTION_CONTRIBUTION},     {"O", ACTION_FLEET},
                 {"take away", ACTION_EXPORT}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char row[80];
        desk_type(desk, ":");
        desk_type(desk, asked[i].typed);
        snprintf(row, sizeof row, "▌%s ", action_infos[asked[i].action].name);
        if (!desk_shows(desk, row))
            fail_msg("'%s' does not find %s first", asked[i].typed, action_infos[asked[i].action].name);
        desk_key(desk, KEYCODE_ESC);
    }
}

FACT_AT(test_keys_are_text_and_leave_by_esc, desk_for_test(100, 30))
{
    uint64_t first = canvas_hash(&desk->canvas);
    desk_type(desk, ":+q u");
    assert_true(is_open(desk));
    desk_key(desk, KEYCODE_PASTE_BEGIN);
    desk_key(desk, KEYCODE_ENTER); /* a pasted line end is a blank, not a key */
    desk_type(desk, "x");
    desk_key(desk, KEYCODE_PASTE_END);
    assert_true(is_open(desk));
    desk_key(desk, KEYCODE_ESC);
    assert_false(is_open(desk));
    desk_draw(desk);
    assert_int_equal(canvas_hash(&desk->canvas), first);
    assert_int_equal(desk->explorer->document.history.done, 0);
    desk_press(desk, "':x' backspace");
    desk_key(desk, KEYCODE_BACKSPACE); /* nothing left to erase: leaves */
    assert_false(is_open(desk));
}

FACT_AT(test_tab_completes, desk_for_test(100, 30))
{
    desk_press(desk, "':glyphs br' tab");
    assert_shows(desk, ": glyphs braille");
}

/* The theme picker shows what is chosen at once and takes it back unless it is taken. */
FACT_AT(test_themes_are_previewed, desk_for_test(100, 30))
{
    char before[32];
    memcpy(before, desk->theme.name, sizeof before);
    desk_action(desk, ACTION_THEMES);
    unsigned result = desk_key(desk, KEYCODE_DOWN);
    assert_true(result & REPLY_RESTYLE);
    assert_string_not_equal(desk->theme.name, before);
    desk_key(desk, KEYCODE_ESC);
    assert_string_equal(desk->theme.name, before);
    desk_action(desk, ACTION_THEMES);
    desk_type(desk, "/light");
    desk_key(desk, KEYCODE_ENTER); /* keeps the filter */
    desk_key(desk, KEYCODE_ENTER);
    assert_string_equal(desk->theme.name, "light");
    assert_int_equal(desk->n_views, 0);
}

/* What a word may become goes by where it stands in the line. */
FACT(test_a_word_becomes_what_its_place_allows)
{
    static const struct {
        const char *typed, *completed;
    } cases[] = {{"got", "goto "},
                 {"set ci", "set ci"},
                 {"set cit", "set cit "},
                 {"set slo_sc", "set slo_scale "},
                 {"set policy.ro", "set policy.route "},
                 {"set policy.route carb", "set policy.route carbondis "},
                 {"theme high", "theme high-contrast "},
                 {"glyphs a", "glyphs ascii "},
                 {"event-n", "event-next "},
                 {"nothing like it", "nothing like it"}};
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(2, 100, 50);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct prompt prompt;
        prompt_start(&prompt, cases[i].typed);
        completion_apply(&prompt, &scenario, ".");
        assert_string_equal(prompt.text, cases[i].completed);
    }
}
