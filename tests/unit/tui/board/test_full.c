/* Panels in full size: a cluster with more GPUs than rows scrolls by keys, wheel and clicks, the way back is
 * shown at every size, the cursor stays in the plot, and help texts are whole. */
#include "tests/unit/tui/desk_support.h"

enum { GPUS = 60 };

static struct desk *open_cluster(int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = plain_scenario(4, "unit", 500, 40, GPUS, "P4");
    struct desk *desk = desk_on(&scenario, columns, rows);
    desk_acts(desk, ACTION_PANEL_CLUSTER, ACTION_PANEL_FULL);
    return desk;
}

static void key(struct desk *desk, uint32_t code, int times)
{
    desk_keys(desk, code, times);
    desk_draw(desk);
}

/* The title says from where to where, and those rows are there, in order, and no other. */
static void check_rows(const struct desk *desk, int first)
{
    int page = scene_cluster_page(&desk->scene);
    char text[64];
    snprintf(text, sizeof text, "%d–%d of %d, at ", first + 1, first + page, GPUS);
    assert_shows(desk, text);
    struct rect rect = desk->scene.layout.rects[REGION_CLUSTER];
    for (int i = 0; i < page; i++) {
        snprintf(text, sizeof text, "gpu%d ", first + i);
        for (int c = 0; text[c]; c++)
            assert_int_equal(canvas_at(&desk->canvas, rect.x + 1 + c, rect.y + 2 + i)->glyph, text[c]);
    }
}

FACT_AT(test_cluster_scrolls_by_keys, open_cluster(200, 36))
{
    int page = scene_cluster_page(&desk->scene), last = GPUS - page, knob = desk->explorer->focus.at;
    int64_t cursor_ns = desk->explorer->time.cursor_ns;
    assert_true(page > 10 && last > page / 2);
    check_rows(desk, 0);
    key(desk, KEYCODE_UP, 1);
    check_rows(desk, 0);
    key(desk, KEYCODE_DOWN, 3);
    check_rows(desk, 3);
    key(desk, KEYCODE_PGDN, 1);
    check_rows(desk, 3 + page < last ? 3 + page : last);
    key(desk, KEYCODE_END, 1);
    check_rows(desk, last);
    key(desk, KEYCODE_DOWN, 1000);
    key(desk, KEYCODE_UP, 1); /* at once: nothing was counted beyond the end */
    check_rows(desk, last - 1);
    key(desk, KEYCODE_PGUP, 1);
    check_rows(desk, last - 1 - page > 0 ? last - 1 - page : 0);
    desk_command(desk, "list-last");
    desk_draw(desk);
    check_rows(desk, last);
    key(desk, KEYCODE_HOME, 1);
    check_rows(desk, 0);
    assert_int_equal(desk->explorer->focus.at, knob);
    assert_int_equal(desk->explorer->document.history.done, 0);
    assert_true(desk->explorer->time.cursor_ns == cursor_ns);
    key(desk, KEYCODE_RIGHT, 1); /* time goes on as everywhere */
    assert_true(desk->explorer->time.cursor_ns > cursor_ns);
}

FACT_AT(test_cluster_scrolls_by_mouse, open_cluster(200, 36))
{
    int64_t cursor_ns = desk->explorer->time.cursor_ns;
    desk_mouse(desk, (struct mouse_event){.kind = MOUSE_WHEEL_DOWN, .x = 50, .y = 20, .times = 2});
    desk_draw(desk);
    check_rows(desk, 6);
    desk_points(desk, MOUSE_WHEEL_UP, 50, 20);
    check_rows(desk, 3);
    assert_true(desk->explorer->time.cursor_ns == cursor_ns);
    for (int x = 0; x < desk->canvas.w && desk->scene.cluster_top == 3; x++) { /* the hint is a button */
        desk_mouse(desk,
                   (struct mouse_event){.kind = MOUSE_PRESS, .x = x, .y = desk->canvas.h - 1, .times = 1});
        message_clear(&desk->message); /* which another button may have put over it */
        desk_draw(desk);
    }
    assert_int_equal(desk->scene.cluster_top, 2);
}

/* Another size, another focus and back: what is shown is always full of GPUs. */
FACT_AT(test_cluster_scroll_stays_inside, open_cluster(200, 36))
{
    key(desk, KEYCODE_END, 1);
    for (int rows = 10; rows <= 90; rows++) {
        assert_true(desk_resize(desk, 200, rows, NULL));
        desk_draw(desk);
        if (scene_cluster_page(&desk->scene) < GPUS)
            check_rows(desk, desk->scene.cluster_top);
        else
            assert_shows(desk, "gpu59");
    }
    assert_true(desk_resize(desk, 200, 36, NULL));
    desk_draw(desk);
    check_rows(desk, 0);
    int knob = desk->explorer->focus.at;
    desk_acts(desk, ACTION_BACK);
    key(desk, KEYCODE_DOWN, 1);
    assert_int_not_equal(desk->explorer->focus.at, knob); /* the knobs have their keys again */
    desk_action(desk, ACTION_LIST_DOWN);
    assert_true(desk->message.bad && strstr(desk->message.text, "for lists"));
}

/* --- the way back --- */

FACT_AT(test_way_back_is_shown, open_cluster(80, 24))
{
    static const int sizes[][2] = {{40, 10}, {50, 12}, {66, 20}, {79, 23}, {80, 24}, {120, 40}, {200, 60}};
    for (int s = 0; s < 7; s++)
        for (int panel = 0; panel < 14; panel++) {
            desk->canvas.glyphs = panel < 7 ? GLYPHS_BRAILLE : GLYPHS_ASCII;
            assert_true(desk_resize(desk, sizes[s][0], sizes[s][1], NULL));
            desk_action(desk, (enum action_id)(ACTION_PANEL_KNOBS + panel % 7));
            desk->scene.full = true;
            desk->message.text[0] = 0;
            desk_draw(desk);
            char last[1001];
            int w = desk->canvas.w, n = 0;
            for (int x = 0; x < w; x++)
                last[n++] = (char)canvas_at(&desk->canvas, x, desk->canvas.h - 1)->glyph;
            last[n] = 0;
            const char *hint = strstr(last, "Enter back");
            assert_or(hint, "%dx%d: no way back in '%s'", w, desk->canvas.h, last);
            desk_mouse(
                desk, (struct mouse_event){
                          .kind = MOUSE_PRESS, .x = (int)(hint - last), .y = desk->canvas.h - 1, .times = 1});
            assert_false(desk->scene.full);
        }
}

/* --- the cursor, the texts --- */

/* Wherever the cursor and an edit are, the note below the intensity is the same, cell by cell. */
FACT_AT(test_cursor_stays_in_the_plot, desk_for_test(80, 24))
{
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
    desk_acts(desk, ACTION_PANEL_INTENSITY, ACTION_PANEL_FULL);
    for (int s = 0; s < 3; s++) {
        assert_true(desk_resize(desk, sizes[s][0], sizes[s][1], NULL));
        struct cell before[2 * 200];
        for (int i = 0; i <= 40; i++) {
            explorer_seek(desk->explorer, desk->explorer->time.horizon_ns * i / 40);
            if (i == 20)
                desk_command(desk, "set load 1.5");
            desk_settle(desk);
            struct rect note = desk->scene.layout.rects[REGION_NOTE];
            assert_int_equal(note.h, 2);
            struct cell *cells = canvas_at(&desk->canvas, 0, note.y);
            size_t size = 2 * (size_t)note.w * sizeof *cells;
            if (i > 0)
                assert_memory_equal(cells, before, size);
            memcpy(before, cells, size);
            assert_false(layout_over_time(&desk->scene.layout, desk->scene.layout.plot_x + 5, note.y));
        }
    }
    assert_shows(desk, "CIR is intensity over it.");
}

/* No help of a knob ends in half a character. */
FACT_AT(test_help_of_knobs_is_whole, desk_for_test(120, 40))
{
    desk_action(desk, ACTION_PANEL_FULL);
    for (int columns = 40; columns <= 200; columns += 8) {
        assert_true(desk_resize(desk, columns, 40, NULL));
        for (int i = 0; i < desk->explorer->focus.n_knobs; i++) {
            desk_acts(desk, ACTION_KNOB_NEXT);
            for (int at = 0; at < columns * 40; at++)
                assert_int_not_equal(desk->canvas.cells[at].glyph, 0xFFFD);
        }
    }
    while (desk->explorer->focus.knobs[desk->explorer->focus.at].id != KNOB_CIT)
        desk_action(desk, ACTION_KNOB_NEXT);
    assert_true(desk_resize(desk, 120, 40, NULL));
    desk_draw(desk);
    assert_shows(desk, "late requests only.");
    assert_true(desk_resize(desk, 80, 24, NULL));
    desk_draw(desk);
    assert_shows(desk, " only.");
}
