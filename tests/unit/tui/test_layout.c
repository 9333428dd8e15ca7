/* The layout over thousands of sizes: every rectangle is inside the screen, none overlap, none is empty, the
 * shared plot columns agree; and the size classes of guides/screens have the rows that it gives them. */
#include "tui/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

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

static void check_essentials(const struct layout *layout)
{
    static const enum region always[] = {REGION_BAR,     REGION_HEADLINE, REGION_KNOBS, REGION_CARBON,
                                         REGION_LATENCY, REGION_TIMEBAR,  REGION_HINTS};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (!layout_has(layout, always[i]))
            fail_msg("%dx%d: region %d is missing", layout->columns, layout->rows, always[i]);
    if (layout->plot_w < 10)
        fail_msg("%dx%d: the plot is only %d wide", layout->columns, layout->rows, layout->plot_w);
    assert_int_equal(layout->rects[REGION_HINTS].y, layout->rows - 1);
}

static void test_every_size(void **state)
{
    (void)state;
    static const struct layout_content contents[] = {{5, 6, true, true},
                                                     {5, 5, true, true},
                                                     {1, 1, true, true},
                                                     {1, 1, false, false},
                                                     {64, 128, true, true}};
    for (size_t c = 0; c < sizeof contents / sizeof *contents; c++)
        for (int columns = 1; columns <= 300; columns += columns < 130 ? 1 : 7)
            for (int rows = 1; rows <= 110; rows++) {
                struct layout layout;
                layout_compute(&layout, columns, rows, &contents[c]);
                check_inside(&layout);
                check_disjoint(&layout);
                assert_int_equal(layout.too_small, columns < LAYOUT_MIN_COLUMNS || rows < LAYOUT_MIN_ROWS);
                if (!layout.too_small)
                    check_essentials(&layout);
            }
}

static void test_absurd_sizes(void **state)
{
    (void)state;
    const struct layout_content content = {5, 6, true, true};
    static const int sizes[][2] = {{0, 0}, {-1, 5}, {1, 1}, {1760, 40}, {184, 39}, {25, 22}, {1000, 1000}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct layout layout;
        layout_compute(&layout, sizes[i][0], sizes[i][1], &content);
        check_inside(&layout);
        check_disjoint(&layout);
    }
}

static void check_heights(int columns, int rows, int intensity, int carbon, int latency, int use)
{
    const struct layout_content content = {5, 6, true, true};
    struct layout layout;
    layout_compute(&layout, columns, rows, &content);
    assert_int_equal(layout.rects[REGION_INTENSITY].h, intensity);
    assert_int_equal(layout.rects[REGION_CARBON].h, carbon);
    assert_int_equal(layout.rects[REGION_LATENCY].h, latency);
    assert_int_equal(layout.rects[REGION_USE].h, use);
}

static void test_size_classes(void **state)
{
    (void)state;
    check_heights(80, 24, 3, 5, 6, 3);
    check_heights(120, 40, 5, 7, 10, 5);
    const struct layout_content content = {5, 6, true, true};
    struct layout layout;
    layout_compute(&layout, 80, 24, &content);
    assert_int_equal(layout.gutter_x, 22);
    assert_int_equal(layout.gutter_w, 8);
    assert_false(layout.latency_plot);
    assert_false(layout_has(&layout, REGION_CLUSTER));
    layout_compute(&layout, 120, 40, &content);
    assert_int_equal(layout.gutter_x, 29);
    assert_int_equal(layout.plot_w, 44); /* the right column holds "1 156% MISS" */
    assert_int_equal(layout.rects[REGION_CLUSTER].w, 28);
    assert_true(layout.cards);
    assert_true(layout.latency_plot);
    layout_compute(&layout, 200, 60, &content);
    assert_true(layout_has(&layout, REGION_RUNNING));
    assert_int_equal(layout.plot_w, 89);
}

/* A larger screen never drops a panel that a smaller one had. */
static void test_growing_keeps_panels(void **state)
{
    (void)state;
    const struct layout_content content = {5, 6, true, true};
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_size), cmocka_unit_test(test_absurd_sizes),
                                       cmocka_unit_test(test_size_classes),
                                       cmocka_unit_test(test_growing_keeps_panels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
