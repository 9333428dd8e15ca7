/* Nothing is cut at 80x24: every view says what it says in words that fit, a popup leaves no strip of the
 * dashboard beside it, and all parts of carbon have their names. */
#include "tests/unit/tui/desk_support.h"

FACT_AT(nothing_is_cut_in_views, desk_for_test(80, 24))
{
    int seen = 0;
    for (int view = 0; view < VIEW_COUNT; view++) {
        /* Rows of lists whose text stands in full below, and a picture that is wider than its box. */
        if (view == VIEW_REPRODUCE || view == VIEW_PALETTE || view == VIEW_EXPORT ||
            !desk_open_view(desk, (enum view_id)view, ""))
            continue;
        desk_settle(desk);
        assert_or(!desk_shows(desk, "…"), "the view %s is cut at 80x24:\n%s", view_names[view].name,
                  canvas_to_text(&desk->canvas));
        desk_close_view(desk);
        seen++;
    }
    assert_true(seen >= 12);
}

/* A box is as wide as it asks for with strips at its sides in which something can be read, or it has all. */
FACT(a_popup_leaves_no_rests)
{
    struct canvas canvas;
    for (int w = 10; w <= 200; w++) {
        assert_true(canvas_init(&canvas, w, 24, GLYPHS_BRAILLE));
        struct rect inside = popup_inside(&canvas, 80, 20);
        int left = inside.x - 2, right = w - inside.x - inside.w - 2;
        assert_true((left == 0 && right == 0) || (left >= 3 && right >= 3 && inside.w == 76));
        canvas_free(&canvas);
    }
}

FACT(every_part_of_carbon_is_named)
{
    static const char *const wanted[] = {"embodied", "idle", "active", "facility"};
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
    struct desk desk;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        desk_open_for_test(&desk, sizes[s][0], sizes[s][1]);
        desk_action(&desk, ACTION_APPLY_MODE);
        desk_command(&desk, "set pue 1.5");
        desk_obeys(&desk, "set embodied_multiplier 1");
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
            assert_or(desk_shows(&desk, wanted[i]), "%s is not named at %d columns:\n%s", wanted[i],
                      sizes[s][0], canvas_to_text(&desk.canvas));
        desk_close(&desk);
    }
}
