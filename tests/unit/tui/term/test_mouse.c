/* The mouse: reports of both kinds, whole, broken and cut; what a press, a drag and the wheel do at every
 * cell of the dashboard; and a key that repeats, which ends where as many single keys end. */
#include "tests/unit/tui/desk_support.h"

/* --- reports --- */

static enum mouse_progress read_report(bool x10, const char *bytes, struct mouse_event *event)
{
    struct mouse_report report = {.x10 = x10};
    enum mouse_progress progress = MOUSE_MORE;
    for (; *bytes && progress == MOUSE_MORE; bytes++)
        progress = mouse_report_add(&report, (unsigned char)*bytes, event);
    return progress;
}

FACT(test_reports)
{
    static const struct {
        bool x10;
        const char *bytes;
        enum mouse_kind kind;
        int x, y;
    } rows[] = {
        {false, "0;1;1M", MOUSE_PRESS, 0, 0},
        {false, "0;300;100m", MOUSE_RELEASE, 299, 99},
        {false, "32;12;7M", MOUSE_DRAG, 11, 6},
        {false, "64;12;7M", MOUSE_WHEEL_UP, 11, 6},
        {false, "65;12;7M", MOUSE_WHEEL_DOWN, 11, 6},
        {false, "16;12;7M", MOUSE_PRESS, 11, 6},
        {false, "1;12;7M", MOUSE_NONE, 11, 6},
        {false, "2;12;7m", MOUSE_NONE, 11, 6},
        {false, "35;12;7M", MOUSE_NONE, 11, 6},
        {false, "34;12;7M", MOUSE_NONE, 11, 6},
        {true, " !!", MOUSE_PRESS, 0, 0},
        {true, "@-(", MOUSE_DRAG, 12, 7},
        {true, "#-(", MOUSE_RELEASE, 12, 7},
        {true, "`-\xE8", MOUSE_WHEEL_UP, 12, 199},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct mouse_event event = {0};
        assert_int_equal(read_report(rows[i].x10, rows[i].bytes, &event), MOUSE_DONE);
        assert_int_equal(event.kind, rows[i].kind);
        assert_int_equal(event.x, rows[i].x);
        assert_int_equal(event.y, rows[i].y);
    }
}

FACT(test_broken_reports)
{
    static const char *const nothing[] = {"M", ";;M", "0;1M", "0;1;2;3M", "0;1;M", "0;99999;1M", "m"};
    static const char *const broken[] = {"0;1x", "\033", "0;1;1 ", "00000000000000000000000000000;1;1M"};
    struct mouse_event event;
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        assert_int_equal(read_report(false, nothing[i], &event), MOUSE_DONE);
        assert_int_equal(event.kind, MOUSE_NONE);
    }
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        assert_int_equal(read_report(false, broken[i], &event), MOUSE_BROKEN);
    assert_int_equal(read_report(false, "0;12;", &event), MOUSE_MORE);
    assert_int_equal(read_report(true, "\x1f", &event), MOUSE_BROKEN);
}

FACT(test_clipboard)
{
    char out[64];
    assert_int_equal(clipboard_sequence("wattif", out, sizeof out), 16);
    assert_string_equal(out, "\033]52;c;d2F0dGlm\a");
    clipboard_sequence("watt", out, sizeof out);
    assert_string_equal(out, "\033]52;c;d2F0dA==\a");
    clipboard_sequence("watts", out, sizeof out);
    assert_string_equal(out, "\033]52;c;d2F0dHM=\a");
    assert_int_equal(
        clipboard_sequence("this text is too long for the room that it is given", out, sizeof out), 0);
}

/* --- the desk --- */

static void settle(struct desk *desk)
{
    explorer_wait(desk->explorer);
    desk_draw(desk);
}

static unsigned mouse(struct desk *desk, enum mouse_kind kind, int x, int y)
{
    return desk_mouse(desk, (struct mouse_event){.kind = kind, .x = x, .y = y, .times = 1});
}

/* The first spot of a kind that leads to `which`; -1: any. */
static struct rect spot_of(const struct desk *desk, enum spot_kind kind, int which)
{
    for (int i = 0; i < desk->canvas.n_spots; i++)
        if (desk->canvas.spots[i].kind == kind && (which < 0 || desk->canvas.spots[i].which == which))
            return desk->canvas.spots[i].rect;
    fail_msg("nothing to click for %d of kind %d", which, (int)kind);
    return (struct rect){0};
}

/* Dragged through a plot and along the bar, the cursor is where the mouse is; beyond the ends, at them. */
FACT_AT(test_drag_moves_the_cursor, desk_for_test(120, 40))
{
    const struct layout *layout = &desk->scene.layout;
    const enum region regions[] = {REGION_CARBON, REGION_LATENCY, REGION_TIMEBAR};
    for (int i = 0; i < 3; i++) {
        struct rect rect = layout->rects[regions[i]];
        int y = rect.y + rect.h - 1;
        mouse(desk, MOUSE_PRESS, layout->plot_x + 10, y);
        desk_draw(desk);
        assert_int_equal(desk->scene.cursor_x, layout->plot_x + 10);
        for (int x = layout->plot_x; x < layout->right_x; x += 3) {
            assert_true(mouse(desk, MOUSE_DRAG, x, 2) & REPLY_REDRAW); /* the row does not matter */
            desk_draw(desk);
            assert_int_equal(desk->scene.cursor_x, x);
        }
        mouse(desk, MOUSE_DRAG, layout->columns - 1, y);
        assert_int_equal(desk->explorer->time.cursor_ns, desk->explorer->time.horizon_ns);
        mouse(desk, MOUSE_DRAG, 0, y);
        assert_int_equal(desk->explorer->time.cursor_ns, 0);
        mouse(desk, MOUSE_RELEASE, 0, y);
        assert_int_equal(mouse(desk, MOUSE_DRAG, layout->plot_x + 20, y), 0);
        assert_int_equal(desk->explorer->time.cursor_ns, 0);
    }
}

/* While zoomed, dragging stays in the window. */
FACT_AT(test_drag_turns_no_page, desk_for_test(120, 40))
{
    desk_acts(desk, ACTION_ZOOM_IN);
    int64_t from_ns = desk->explorer->time.from_ns, to_ns = desk->explorer->time.to_ns;
    struct rect rect = desk->scene.layout.rects[REGION_CARBON];
    mouse(desk, MOUSE_PRESS, desk->scene.layout.plot_x, rect.y + 2);
    mouse(desk, MOUSE_DRAG, 119, rect.y + 2);
    assert_int_equal(desk->explorer->time.cursor_ns, to_ns - 1);
    mouse(desk, MOUSE_DRAG, 0, rect.y + 2);
    assert_int_equal(desk->explorer->time.cursor_ns, from_ns);
    assert_int_equal(desk->explorer->time.from_ns, from_ns);
    assert_int_equal(desk->explorer->time.to_ns, to_ns);
}

/* A slider dragged to and fro is one change, on the knob's grid, within it; a new drag is another. */
FACT_AT(test_drag_a_slider, desk_for_test(120, 40))
{
    const struct knob_info *info = &knob_infos[KNOB_CIT];
    int index = 0;
    while (desk->explorer->focus.knobs[index].id != KNOB_CIT)
        index++;
    struct rect slider = spot_of(desk, SPOT_SLIDER, index);
    mouse(desk, MOUSE_PRESS, slider.x, slider.y);
    assert_true(desk_cit(desk) == info->slider_min);
    for (int x = slider.x - 9; x < slider.x + slider.w + 9; x++) {
        mouse(desk, MOUSE_DRAG, x, 0);
        double grid = desk_cit(desk) / info->step;
        assert_true(desk_cit(desk) >= info->slider_min && desk_cit(desk) <= info->slider_max);
        assert_true(grid - (double)(int)(grid + 0.5) < 1e-6 && grid - (double)(int)(grid + 0.5) > -1e-6);
    }
    assert_true(desk_cit(desk) == info->slider_max);
    assert_int_equal(desk->explorer->document.history.done, 1);
    mouse(desk, MOUSE_RELEASE, slider.x, slider.y);
    settle(desk);
    slider = spot_of(desk, SPOT_SLIDER, index);
    mouse(desk, MOUSE_PRESS, slider.x + slider.w / 2, slider.y);
    assert_int_equal(desk->explorer->document.history.done, 2);
    desk_action(desk, ACTION_UNDO);
    assert_true(desk_cit(desk) == info->slider_max);
    desk_action(desk, ACTION_UNDO);
    assert_true(desk_cit(desk) == 1);
}

FACT_AT(test_wheel, desk_for_test(120, 40))
{
    struct rect plot = desk->scene.layout.rects[REGION_CARBON];
    mouse(desk, MOUSE_WHEEL_DOWN, desk->scene.layout.plot_x + 4, plot.y + 2); /* onto the grid of steps */
    int64_t before_ns = desk->explorer->time.cursor_ns;
    mouse(desk, MOUSE_WHEEL_DOWN, desk->scene.layout.plot_x + 4, plot.y + 2);
    assert_true(desk->explorer->time.cursor_ns > before_ns);
    mouse(desk, MOUSE_WHEEL_UP, desk->scene.layout.plot_x + 4, plot.y + 2);
    assert_int_equal(desk->explorer->time.cursor_ns, before_ns);
    int other = desk->explorer->focus.at == 2 ? 3 : 2;
    struct rect row = spot_of(desk, SPOT_KNOB, other);
    struct knob_ref knob = desk->explorer->focus.knobs[other];
    struct knob_value value = explorer_value(desk->explorer, knob), next;
    assert_true(explorer_step(desk->explorer, knob, 2, &next));
    desk_mouse(desk, (struct mouse_event){.kind = MOUSE_WHEEL_UP, .x = row.x, .y = row.y, .times = 2});
    assert_int_equal(desk->explorer->focus.at, other);
    assert_true(explorer_value(desk->explorer, knob).number == next.number);
    assert_true(next.number != value.number);
    assert_int_equal(desk->explorer->document.history.done, 1);
}

/* What the key of a place does, a click on it does. */
FACT_AT(test_clicks, desk_for_test(120, 40))
{
    struct rect title = spot_of(desk, SPOT_TITLE, REGION_CARBON);
    mouse(desk, MOUSE_PRESS, title.x + 3, title.y);
    assert_int_equal(desk->scene.focus, REGION_CARBON);
    assert_false(desk->scene.full);
    desk_mouse(desk,
               (struct mouse_event){.kind = MOUSE_PRESS, .x = title.x + 3, .y = title.y, .again = true});
    assert_true(desk->scene.full); /* a double click */
    desk_draw(desk);
    title = spot_of(desk, SPOT_TITLE, REGION_CARBON);
    mouse(desk, MOUSE_PRESS, title.x + 3, title.y);
    assert_false(desk->scene.full);
    desk_draw(desk);
    title = spot_of(desk, SPOT_TITLE, REGION_CARBON);
    mouse(desk, MOUSE_PRESS, title.x + 3, title.y);
    desk_mouse(desk,
               (struct mouse_event){.kind = MOUSE_PRESS, .x = title.x + 3, .y = title.y, .again = true});
    assert_true(desk->scene.full); /* a double click on the focused one: once */
    desk_acts(desk, ACTION_PANEL_FULL);
    struct rect play = spot_of(desk, SPOT_ACTION, ACTION_PLAY);
    mouse(desk, MOUSE_PRESS, play.x, play.y);
    assert_true(desk->explorer->time.playing);
    mouse(desk, MOUSE_PRESS, play.x, play.y);
    assert_false(desk->explorer->time.playing);
    struct rect clock = spot_of(desk, SPOT_ACTION, ACTION_CLOCK);
    mouse(desk, MOUSE_PRESS, clock.x, clock.y);
    assert_true(desk->explorer->time.utc);
    struct rect cluster = desk->scene.layout.rects[REGION_CLUSTER];
    mouse(desk, MOUSE_PRESS, cluster.x + 5, cluster.y + 4);
    assert_int_equal(desk->scene.focus, REGION_CLUSTER);
    struct rect card = spot_of(desk, SPOT_ACTION, ACTION_PANEL_LATENCY);
    mouse(desk, MOUSE_PRESS, card.x, card.y + 1);
    assert_int_equal(desk->scene.focus, REGION_LATENCY);
    desk_action(desk, ACTION_MOUSE);
    assert_int_equal(mouse(desk, MOUSE_PRESS, play.x, play.y), 0);
}

/* On an edit's line a click means the edit's own instant, so that the next turn changes that edit. */
FACT_AT(test_click_finds_the_edit, desk_for_test(120, 40))
{
    desk_command(desk, "goto 1h2m3s");
    desk_action(desk, ACTION_TURN_DOWN);
    int64_t edit_ns = desk->explorer->time.cursor_ns;
    desk_action(desk, ACTION_TIME_START);
    settle(desk);
    struct rect plot = desk->scene.layout.rects[REGION_CARBON];
    mouse(desk, MOUSE_PRESS, scene_column(&desk->scene, edit_ns), plot.y + 2);
    assert_int_equal(desk->explorer->time.cursor_ns, edit_ns);
}

/* Anywhere, at any size, with anything open: nothing breaks. */
FACT_AT(test_clicks_everywhere, desk_for_test(80, 24))
{
    static const int sizes[][2] = {{80, 24}, {120, 40}, {45, 12}, {200, 60}, {1, 1}};
    uint64_t key = random_key(7, RANDOM_TEST, 0), n = 0;
    for (int s = 0; s < 5; s++) {
        assert_true(desk_resize(desk, sizes[s][0], sizes[s][1], &err));
        for (int i = 0; i < 400; i++) {
            struct mouse_event event = {.times = 1 + i % 3};
            event.kind = (enum mouse_kind)random_below(key, n++, 6);
            event.x = (int)random_below(key, n++, (uint32_t)sizes[s][0] + 3) - 1;
            event.y = (int)random_below(key, n++, (uint32_t)sizes[s][1] + 3) - 1;
            event.again = random_below(key, n++, 3) == 0;
            if (i % 8 == 0)
                desk_draw(desk);
            if (i % 40 == 39)
                desk_key(desk, KEYCODE_ESC);
            desk_mouse(desk, event);
        }
    }
}

/* --- repeats --- */

static uint64_t frame_after(uint32_t key, int times, bool at_once, int focus)
{
    DEFER(desk_leave) struct desk *desk = desk_for_test(120, 40);
    explorer_focus(desk->explorer, focus - desk->explorer->focus.at);
    desk_command(desk, "goto 2h");
    if (at_once)
        desk_keys(desk, key, times);
    for (int i = 0; i < times && !at_once; i++)
        desk_key(desk, key);
    desk->message.text[0] = 0; /* that the slider ends is said only to who tries once more */
    settle(desk);
    assert_int_equal(desk->explorer->document.history.done <= 1 || focus == 0, 1);
    uint64_t hash = canvas_hash(&desk->canvas);
    return hash;
}

FACT(test_repeats_add_up)
{
    static const uint32_t keys[] = {'+', '-', KEYCODE_PGUP, KEYCODE_PGDN, ']', 'p'};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        for (int times = 2; times <= 7; times += 5)
            for (int focus = 1; focus < 3; focus++)
                assert_true(frame_after(keys[k], times, true, focus) ==
                            frame_after(keys[k], times, false, focus));
    assert_true(frame_after('+', 200, true, 1) == frame_after('+', 200, false, 1));
}
