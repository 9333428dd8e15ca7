/* The layout over thousands of sizes: every rectangle is inside the screen, none overlap, none is empty, the
 * shared plot columns agree; and the size classes of guides/screens have the rows that it gives them. */
#include "tests/support/slow_build.h"
#include "tui/board/layout.h"
#include "tests/support/test.h"

static void check_inside(const struct layout *layout)
{
    for (int r = 0; r < REGION_COUNT; r++) {
        struct rect rect = layout->rects[r];
        if (rect.w == 0)
            continue;
        if (rect.x < 0 || rect.y < 0 || rect.w < 1 || rect.h < 1 || rect.x + rect.w > layout->columns ||
            rect.y + rect.h > layout->rows)
            fail_msg("%dx%d: region %d is %d,%d %dx%d", layout->columns, layout->rows, r, rect.x, rect.y,
                     rect.w, rect.h);
    }
}

static void check_disjoint(const struct layout *layout)
{
    for (int a = 0; a < REGION_COUNT; a++)
        for (int b = a + 1; b < REGION_COUNT; b++) {
            struct rect both = rect_intersect(layout->rects[a], layout->rects[b]);
            if (both.w > 0 && both.h > 0)
                fail_msg("%dx%d: regions %d and %d overlap", layout->columns, layout->rows, a, b);
        }
}

static void check_has(const struct layout *layout, const enum region *regions, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_or(layout_has(layout, regions[i]), "%dx%d, full %d: region %d is missing", layout->columns,
                  layout->rows, layout->full, regions[i]);
}

static void check_size(int columns, int rows, const struct layout_content *content)
{
    struct layout layout;
    layout_compute(&layout, columns, rows, content);
    check_inside(&layout);
    check_disjoint(&layout);
    assert_int_equal(layout.too_small, columns < LAYOUT_MIN_COLUMNS || rows < LAYOUT_MIN_ROWS);
    if (layout.too_small)
        return;
    if (content->full == REGION_BAR) {
        static const enum region always[] = {REGION_BAR,     REGION_HEADLINE, REGION_KNOBS, REGION_CARBON,
                                             REGION_LATENCY, REGION_TIMEBAR,  REGION_HINTS};
        check_has(&layout, always, sizeof always / sizeof *always);
        if (layout.plot_w < 10)
            fail_msg("%dx%d: the plot is only %d wide", layout.columns, layout.rows, layout.plot_w);
        assert_int_equal(layout.rects[REGION_HINTS].y, layout.rows - 1);
    } else {
        /* A panel in full size has the width of the screen and most of its rows, and no other panel is shown
         * but the running total below the carbon rate and, where there is room, one line for the knob that is
         * turned. */
        static const enum region always[] = {REGION_BAR, REGION_HEADLINE, REGION_HINTS};
        static const enum region panels[] = {REGION_KNOBS,    REGION_INTENSITY, REGION_CARBON, REGION_LATENCY,
                                             REGION_ACCURACY, REGION_OBJECTIVE, REGION_USE,    REGION_RUNNING,
                                             REGION_CLUSTER,  REGION_FAIRNESS,  REGION_POWER};
        check_has(&layout, always, sizeof always / sizeof *always);
        check_has(&layout, &layout.full, 1);
        int lines = 0;
        for (size_t i = 0; i < sizeof panels / sizeof *panels; i++) {
            bool below = layout.full == REGION_CARBON && panels[i] == REGION_RUNNING;
            bool line = panels[i] == REGION_KNOBS && layout.knob_line && layout.rects[REGION_KNOBS].h == 1;
            assert_true(layout_has(&layout, panels[i]) <= (panels[i] == layout.full || below || line));
            lines += layout.rects[panels[i]].h;
        }
        assert_int_equal(layout.rects[layout.full].w, layout.columns);
        assert_true(2 * lines >= layout.rows);
    }
}

/* Every combination of what a run may have (every seventh in slow builds: they still have all of each), at
 * every size up to 130x110 and many beyond. */
FACT(test_every_size)
{
    static const int apps[] = {1, 5, 64}, gpus[] = {1, 6, 128};
    for (int c = 0; c < 108; c += THINNED(7, 1)) {
        struct layout_content content = {.n_apps = apps[c % 3],
                                         .n_gpus = gpus[c / 3 % 3],
                                         .n_pools = c % 5 ? 0 : 4,
                                         .pool_apps = c % 5 ? 0 : 3,
                                         .use = c / 9 % 2,
                                         .why = c / 18 % 2,
                                         .map = c % 2,
                                         .accuracy = c / 36 > 0,
                                         .objective = c / 36 > 1,
                                         .turns = c % 2,
                                         .parts = c / 2 % 2};
        for (int columns = 1; columns <= 300; columns += columns < 130 ? 1 : 7)
            for (int rows = 1; rows <= 110; rows++)
                check_size(columns, rows, &content);
    }
}

FACT(test_every_panel_in_full)
{
    static const enum region panels[] = {REGION_KNOBS,    REGION_INTENSITY, REGION_CARBON, REGION_LATENCY,
                                         REGION_ACCURACY, REGION_OBJECTIVE, REGION_USE,    REGION_RUNNING,
                                         REGION_CLUSTER,  REGION_FAIRNESS,  REGION_POWER};
    for (size_t i = 0; i < sizeof panels / sizeof *panels; i++)
        for (int form = 0; form < 2; form++) {
            struct layout_content content = {
                .n_apps = 5, .n_gpus = 6, .use = true, .why = true, .full = panels[i], .distribution = form};
            for (int columns = 1; columns <= 300; columns += 1 + columns / 20)
                for (int rows = 1; rows <= 110; rows++)
                    check_size(columns, rows, &content);
        }
}

/* In presenter mode two panels share the screen with the sentence and the knob; both are there at every size
 * from the least on, and hardly one is larger than the other. */
FACT(test_presented)
{
    static const enum region pairs[][LAYOUT_PRESENTED] = {
        {REGION_CARBON, REGION_LATENCY}, {REGION_TEMPERATURE, REGION_CARBON}, {REGION_USE, REGION_RUNNING}};
    static const enum region always[] = {REGION_HEADLINE, REGION_KNOBS, REGION_HINTS};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int columns = LAYOUT_MIN_COLUMNS; columns <= 300; columns += 1 + columns / 20)
            for (int rows = LAYOUT_MIN_ROWS; rows <= 110; rows++) {
                struct layout_content content = {.n_apps = 5, .n_gpus = 6, .use = true, .warmth = true};
                struct layout layout;
                memcpy(content.presented, pairs[i], sizeof pairs[i]);
                layout_compute(&layout, columns, rows, &content);
                assert_true(layout.presents);
                check_inside(&layout);
                check_disjoint(&layout);
                check_has(&layout, always, sizeof always / sizeof *always);
                check_has(&layout, pairs[i], LAYOUT_PRESENTED);
                int first = layout.rects[pairs[i][0]].h, second = layout.rects[pairs[i][1]].h;
                assert_true(first == second || first == second + 1);
                assert_false(layout_has(&layout, REGION_CLUSTER));
                assert_false(layout_has(&layout, REGION_STRIP));
            }
}

/* A click means an instant in the plots over the time axis, on the axis and on the bar, and nowhere else. */
FACT(test_where_time_is)
{
    struct layout_content content = {.n_apps = 5, .n_gpus = 6, .use = true, .why = true};
    struct layout layout;
    for (int form = 0; form < 2; form++) {
        content.distribution = form;
        layout_compute(&layout, 120, 40, &content);
        const struct rect *latency = &layout.rects[REGION_LATENCY], *bar = &layout.rects[REGION_TIMEBAR];
        assert_int_equal(layout_over_time(&layout, layout.plot_x, latency->y + 2), !form);
        assert_true(layout_over_time(&layout, layout.plot_x, layout.rects[REGION_CARBON].y + 1));
        assert_true(layout_over_time(&layout, layout.right_x - 1, bar->y));
        assert_false(layout_over_time(&layout, layout.plot_x - 1, bar->y));
        assert_false(layout_over_time(&layout, layout.right_x, bar->y));
        assert_false(layout_over_time(&layout, layout.plot_x, 0));
        assert_false(layout_over_time(&layout, layout.plot_x, layout.rows - 1));
    }
    content.full = REGION_KNOBS;
    layout_compute(&layout, 120, 40, &content);
    for (int y = 0; y < 40; y++)
        assert_false(layout_over_time(&layout, 60, y));
}

/* A larger screen never drops a panel that a smaller one had. */
FACT(test_growing_keeps_panels)
{
    const struct layout_content content = {.n_apps = 5, .n_gpus = 6, .use = true, .why = true};
    static const enum region rows_only[] = {REGION_STRIP, REGION_INTENSITY, REGION_USE, REGION_AXIS,
                                            REGION_RUNNING};
    for (int columns = 40; columns <= 220; columns += 9)
        for (int rows = 10; rows < 100; rows++) {
            struct layout a, b;
            layout_compute(&a, columns, rows, &content);
            layout_compute(&b, columns, rows + 1, &content);
            for (size_t i = 0; i < sizeof rows_only / sizeof *rows_only; i++)
                if (layout_has(&a, rows_only[i]) && !layout_has(&b, rows_only[i]))
                    fail_msg("region %d of %dx%d is gone at %d rows", rows_only[i], columns, rows, rows + 1);
        }
}
