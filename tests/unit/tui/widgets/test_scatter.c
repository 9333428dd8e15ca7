/* Scatter plots: where points lie, stairs and lines as text, labels that touch neither each other nor a point
 * at three sizes, and walks that reach every point. */
#include "tests/unit/tui/canvas_text.h"
#include "engine/base/random.h"
#include "tui/widgets/scatter.h"

static struct scatter scatter_over(struct canvas *canvas, int gutter, int below)
{
    return (struct scatter){.canvas = canvas,
                            .plot = {gutter, 0, canvas->w - gutter, canvas->h - below},
                            .gutter = gutter,
                            .ground = ROLE_BACKGROUND,
                            .across = {0, 10},
                            .up = {0, 4}};
}

FACT(points_lie_in_the_middle_of_their_cells)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 11, 5, GLYPHS_BRAILLE));
    struct scatter scatter = scatter_over(&canvas, 0, 0);
    scatter_put(&scatter, (struct scatter_point){0, 0}, 'a', style_of(ROLE_TEXT));
    scatter_put(&scatter, (struct scatter_point){10, 4}, 'b', style_of(ROLE_TEXT));
    scatter_put(&scatter, (struct scatter_point){5.4, 2.4}, 'c', style_of(ROLE_TEXT));
    scatter_put(&scatter, (struct scatter_point){11, 2}, 'd', style_of(ROLE_TEXT));
    scatter_put(&scatter, (struct scatter_point){NAN, 2}, 'e', style_of(ROLE_TEXT));
    assert_canvas(&canvas, "          b\n\n     c\n\na\n");
}

FACT(stairs_go_along_and_then_to_the_next)
{
    static const struct scatter_point down[] = {{0, 4}, {4, 2}, {10, 0}}, up[] = {{0, 0}, {4, 2}, {10, 4}};
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 11, 5, GLYPHS_BRAILLE));
    struct scatter scatter = scatter_over(&canvas, 0, 0);
    scatter_stairs(&scatter, down, 3, style_of(ROLE_GOOD));
    assert_canvas(&canvas, " ───┐\n    │\n     ─────┐\n          │\n\n");
    canvas_clear(&canvas);
    scatter_stairs(&scatter, up, 3, style_of(ROLE_GOOD));
    assert_canvas(&canvas, "\n          │\n     ─────┘\n    │\n ───┘\n");
}

FACT(a_line_goes_from_cell_to_cell)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 11, 3, GLYPHS_ASCII));
    struct scatter scatter = scatter_over(&canvas, 0, 0);
    scatter_put(&scatter, (struct scatter_point){5, 2}, 'x', style_of(ROLE_TEXT));
    scatter_line(&scatter, (struct scatter_point){0, 2}, (struct scatter_point){10, 2}, style_of(ROLE_TEXT));
    assert_canvas(&canvas, "\n.....x.....\n\n");
}

FACT(axes_have_round_numbers)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 26, 7, GLYPHS_ASCII));
    struct scatter scatter = scatter_over(&canvas, 4, 2);
    scatter_axes(&scatter);
    assert_canvas(&canvas, "  4 ......................\n"
                           "\n"
                           "  2 ......................\n"
                           "\n"
                           "  0 ......................\n"
                           "    |                    |\n"
                           "    0                   10\n");
}

/* 23 late requests and 65,000 of them: each power of ten has its row, and 0 has one of its own. */
FACT(one_point_does_not_press_the_others_flat)
{
    static const struct scatter_point points[] = {{1, 0}, {2, 23}, {3, 124}, {4, 546}, {5, 64990}};
    static const struct scatter_point even[] = {{1, 0}, {2, 23}, {3, 124}};
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 40, 13, GLYPHS_ASCII));
    struct scatter scatter = scatter_over(&canvas, 6, 2);
    scatter_fit(&scatter, points, 5);
    assert_true(scatter.fine == 10);
    for (int i = 1; i < 5; i++)
        assert_true(scatter_cell(&scatter, points[i]).y < scatter_cell(&scatter, points[i - 1]).y);
    scatter_fit(&scatter, even, 3);
    assert_true(scatter.fine == 0);
    assert_true(scatter.up.min == 0 && scatter.up.max > 124);
}

/* Two sums of the same in another order: axes of a step that no number has room for would have no end. */
FACT(one_value_but_for_its_last_digit_has_axes)
{
    const struct scatter_point points[] = {{8.5, 1}, {nextafter(8.5, 9), 1}};
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 40, 13, GLYPHS_ASCII));
    struct scatter scatter = scatter_over(&canvas, 6, 2);
    scatter_fit(&scatter, points, 2);
    assert_true(scatter.across.max - scatter.across.min > 0.1);
    scatter_axes(&scatter);
}

/* --- labels --- */

enum { CELLS = 24, LABELS = 8 };

/* The first label has its place wherever points leave one; where there is room all have. */
FACT(labels_touch_nothing)
{
    static const struct rect areas[] = {{4, 2, 40, 12}, {4, 2, 80, 26}, {4, 2, 150, 46}};
    int placed[3] = {0};
    for (uint64_t round = 0; round < 200; round++)
        for (int a = 0; a < 3; a++) {
            struct scatter_cell cells[CELLS];
            struct scatter_label labels[LABELS];
            for (uint64_t c = 0; c < CELLS; c++) {
                uint64_t word = random_u64(random_key(round, RANDOM_TEST, 3), c);
                cells[c] = (struct scatter_cell){areas[a].x + (int)(word % (uint64_t)areas[a].w),
                                                 areas[a].y + (int)(word / 977 % (uint64_t)areas[a].h)};
            }
            for (int l = 0; l < LABELS; l++)
                labels[l] = (struct scatter_label){.of = cells[l], .w = 8 + l % 3};
            scatter_place(areas[a], cells, CELLS, labels, LABELS);
            for (int i = 0; i < LABELS; i++) {
                const struct scatter_label *label = &labels[i];
                if (label->x < 0)
                    continue;
                ++*&placed[a];
                assert_true(rect_contains(areas[a], label->x, label->y));
                assert_true(label->x + label->w <= areas[a].x + areas[a].w);
                assert_true(abs(label->y - label->of.y) <= 2);
                for (int c = 0; c < CELLS; c++)
                    assert_false(label->x >= 0 && cells[c].y == label->y && cells[c].x >= label->x - 1 &&
                                 cells[c].x <= label->x + label->w);
                for (int j = 0; j < i; j++)
                    assert_false(labels[j].x >= 0 && labels[j].y == label->y &&
                                 labels[j].x <= label->x + label->w && label->x <= labels[j].x + labels[j].w);
            }
        }
    assert_true(placed[0] > 200 * LABELS * 8 / 10);
    assert_true(placed[1] > 200 * LABELS * 99 / 100);
    assert_int_equal(placed[2], 200 * LABELS);
}

FACT(what_is_not_in_the_plot_has_no_label)
{
    struct scatter_label label = {.of = {-1, -1}, .w = 4};
    scatter_place((struct rect){0, 0, 20, 5}, NULL, 0, &label, 1);
    assert_int_equal(label.x, -1);
}

/* --- walking --- */

/* To the right from the first in the order of columns all come once, and to the left again; so do rows. */
FACT(every_point_is_reached_and_left_again)
{
    for (uint64_t round = 0; round < 200; round++)
        for (int down = 0; down < 2; down++) {
            struct scatter_cell cells[CELLS];
            size_t first = 0, at, came[CELLS], n = 0;
            for (uint64_t c = 0; c < CELLS; c++) {
                uint64_t word = random_u64(random_key(round, RANDOM_TEST, 4), c);
                cells[c] = (struct scatter_cell){(int)(word % 30), (int)(word / 977 % 8)};
            }
            while ((at = scatter_walk(cells, CELLS, first, -!down, -down)) != SIZE_MAX)
                first = at;
            for (at = first; at != SIZE_MAX; at = scatter_walk(cells, CELLS, at, !down, down)) {
                assert_true(n < CELLS);
                came[n++] = at;
            }
            assert_int_equal(n, CELLS);
            for (size_t i = n - 1; i > 0; i--)
                assert_int_equal(scatter_walk(cells, CELLS, came[i], -!down, -down), came[i - 1]);
        }
}

FACT(a_walk_goes_the_way_it_says)
{
    static const struct scatter_cell cells[] = {{10, 10}, {20, 10}, {20, 10}, {10, 5}, {-1, -1}};
    assert_int_equal(scatter_walk(cells, 5, 3, 1, 0), 0); /* below it in its column */
    assert_int_equal(scatter_walk(cells, 5, 0, 1, 0), 1);
    assert_int_equal(scatter_walk(cells, 5, 1, 1, 0), 2); /* the other one there */
    assert_true(scatter_walk(cells, 5, 2, 1, 0) == SIZE_MAX);
    assert_int_equal(scatter_walk(cells, 5, 2, -1, 0), 1);
    assert_int_equal(scatter_walk(cells, 5, 1, -1, 0), 0);
    assert_int_equal(scatter_walk(cells, 5, 0, 0, -1), 3);
    assert_int_equal(scatter_walk(cells, 5, 0, 0, 1), 1); /* beside it in its row */
}
