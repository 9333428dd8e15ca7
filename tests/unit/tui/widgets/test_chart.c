/* Charts against expected text in all three glyph sets: lines with gaps and steps, the reference below the
 * current run, stacked areas, lanes, sliders and bars; and whatever is drawn at a value, in one row. */
#include "tests/unit/tui/canvas_text.h"
#include "engine/base/random.h"
#include "tui/widgets/chart.h"

/* Over a canvas but for the gutter. */
static struct chart chart_over(struct canvas *canvas, int gutter, struct scale scale)
{
    return (struct chart){.canvas = canvas,
                          .plot = {gutter, 0, canvas->w - gutter, canvas->h},
                          .gutter = gutter,
                          .ground = ROLE_BACKGROUND,
                          .scale = scale};
}

/* However little is over the limit, it is a row above its line; what is on it is not. */
FACT(test_over_the_limit)
{
    static const float values[] = {99.9F, 100, 100.001F, 105, 199};
    for (int set = GLYPHS_BRAILLE; set <= GLYPHS_ASCII; set++)
        for (int rows = 2; rows < 40; rows++)
            for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
                const float points[4] = {values[i], values[i], values[i], 20};
                DEFER(canvas_free) struct canvas canvas;
                assert_true(canvas_init(&canvas, 2, rows, (enum glyph_set)set));
                struct chart chart = chart_over(&canvas, 0, scale_through(100, 200, rows));
                struct chart_line line = {points, 4, style_of(ROLE_APP1), false, '1'};
                chart.limit = 100;
                chart_line(&chart, &line);
                int slo = chart_row(&chart, 100);
                for (int x = 0; x < 2; x++) {
                    int y = 0;
                    while (canvas_at(&canvas, x, y)->fg != ROLE_APP1)
                        y++;
                    assert_true(values[i] > 100 ? y < slo : y >= slo);
                }
            }
}

/* Without colours two parts meet as shades, never as light and nothing. */
FACT(test_parts_meet_without_colours)
{
    float idle[4] = {4, 4, 7, 7}, active[4] = {12, 12, 9, 9};
    const struct chart_layer layers[] = {{idle, ROLE_IDLE}, {active, ROLE_ACTIVE}};
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 2, 2, GLYPHS_BLOCK));
    struct chart chart = chart_over(&canvas, 0, (struct scale){0, 16});
    idle[0] = idle[1] = 3;
    active[0] = active[1] = 13;
    chart_stack(&chart, layers, 2, 4);
    assert_int_equal(canvas_at(&canvas, 0, 1)->glyph, 0x2583);
    assert_canvas(&canvas, "██\n█▒\n");
}

/* Nor is what is saved ever solid there: only a part of the ledger is, and the top of all parts. */
FACT(test_saved_is_no_part_without_colours)
{
    const float active[8] = {6, 6, 8, 8, 8, 8, 14, 14}, then[8] = {16, 16, 13, 13, 10, 10, 16, 16};
    const struct chart_layer layers[] = {{active, ROLE_ACTIVE}};
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 4, 2, GLYPHS_BLOCK));
    struct chart chart = chart_over(&canvas, 0, (struct scale){0, 16});
    chart_stack(&chart, layers, 1, 8);
    assert_int_equal(chart_gap(&chart, layers, 1, then, 8), CHART_SAVED);
    assert_int_equal(canvas_at(&canvas, 1, 0)->glyph, 0x2585);
    assert_canvas(&canvas, "░░ ▆\n▆███\n");
}

FACT(test_grid_labels_are_round)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 10, 6, GLYPHS_BRAILLE));
    struct chart chart = chart_over(&canvas, 6, (struct scale){0, 7.5});
    chart_grid(&chart);
    assert_canvas(&canvas, "\n  5.0 ⡀ ⡀\n\n  2.5 ⡀ ⡀\n\n  0.0 ⡀ ⡀\n");
    canvas_clear(&canvas);
    chart.scale.max = 70; /* no even steps: round ones */
    chart_grid(&chart);
    assert_canvas(&canvas, "   60 ⡀ ⡀\n\n   40 ⠄ ⠄\n\n   20 ⠂ ⠂\n    0 ⡀ ⡀\n");
}

/* Whatever the height and the range, labels are round, lie at even distances, and little is left over. */
FACT(test_fitted_scales)
{
    for (int rows = 1; rows < 60; rows++)
        for (double max = 0.003; max < 1e6; max *= 1.171) {
            struct scale scale = scale_fit(0, max, rows), high = scale_fit(max, 1.3 * max, rows);
            assert_true(scale.min == 0 && scale.max >= max * (1 - 1e-6));
            assert_true(high.min <= max * (1 + 1e-6) && high.max >= 1.3 * max * (1 - 1e-6));
            assert_true(scale.max <= max * (rows < 3 ? 2.1 : 1.7));
        }
    struct canvas canvas;
    for (int rows = 4; rows < 40; rows++) {
        assert_true(canvas_init(&canvas, 12, rows, GLYPHS_BRAILLE));
        struct chart chart = chart_over(&canvas, 8, scale_fit(0, 73.2, rows));
        chart_grid(&chart);
        int last = -1, step = 0;
        for (int y = rows - 1; y >= 0; y--) {
            if (canvas_at(&canvas, 6, y)->glyph == ' ')
                continue;
            assert_true(last < 0 || step == 0 || last - y == step);
            step = last < 0 ? 0 : last - y;
            last = y;
        }
        assert_true(step > 0 && canvas_at(&canvas, 6, rows - 1)->glyph == '0');
        canvas_free(&canvas);
    }
}

/* The SLO has a row of its own; what is below it is drawn below that row, what is over it is not. */
FACT(test_scale_through_a_level)
{
    for (int rows = 3; rows < 60; rows++)
        for (double max = 100; max <= 200; max += 3.7) {
            struct canvas canvas = {.w = 1, .h = rows, .glyphs = GLYPHS_BRAILLE};
            struct chart chart = chart_over(&canvas, 0, scale_through(100, max, rows));
            int slo = chart_row(&chart, 100);
            assert_true(chart.scale.min == 0 && chart.scale.max >= max);
            assert_true(chart_row(&chart, 99.9) > slo || slo == rows - 1);
            assert_true(chart_row(&chart, 100.1) <= slo);
        }
}

FACT(test_scales)
{
    assert_true(scale_nice(23) == 25 && scale_nice(0.3) == 0.5 && scale_nice(10) == 10 && scale_nice(0) == 1);
    assert_true(scale_nice(NAN) == 1);
    for (double max = 0.001; max < 1e7; max *= 1.37) {
        struct scale scale = scale_to(0, max);
        assert_true(scale.max >= max * (1 - 1e-9) && scale.max <= max * 2);
        for (int rows = 1; rows < 40; rows++) {
            struct canvas canvas = {.w = 1, .h = rows, .glyphs = GLYPHS_ASCII};
            struct chart chart = chart_over(&canvas, 0, scale);
            assert_int_equal(chart_row(&chart, 0), rows - 1);
            assert_int_equal(chart_row(&chart, scale.max), 0);
            assert_int_equal(chart_row(&chart, 1e12), 0);
        }
    }
}

/* A curve, a level, a mark and a label at one value share a row, on every scale and in every set. */
FACT(test_what_is_at_a_value_is_in_one_row)
{
    for (int i = 0; i < 3000; i++) {
        uint64_t seed = (uint64_t)i;
        int rows = 1 + (int)(random_unit(seed, 0) * 30);
        double min = 100 * random_unit(seed, 1) - 50, max = min + 1 + 100 * random_unit(seed, 2);
        double value =
            i % 3 ? min + (max - min) * random_unit(seed, 3)
                  : min + (max - min) * (int)(random_unit(seed, 4) * (rows + 1)) / rows; /* an edge */
        enum glyph_set set = (enum glyph_set)(GLYPHS_BRAILLE + i % 3);
        DEFER(canvas_free) struct canvas canvas;
        assert_true(canvas_init(&canvas, 10, rows, set));
        struct chart chart = chart_over(&canvas, 6, (struct scale){min, max});
        const float points[8] = {NAN, NAN, NAN, NAN, (float)value, (float)value, NAN, NAN};
        struct chart_line line = {points, 8, style_of(ROLE_TITLE), false, '*'};
        double drawn = (double)points[4];
        drawn = drawn > max ? max : drawn < min ? min : drawn;
        chart_level(&chart, drawn, STROKE_SOLID, ROLE_RULE);
        chart_label(&chart, drawn, style_of(ROLE_DIM), "here");
        chart_mark(&chart, 0, drawn, 'm', style_of(ROLE_BAD));
        chart_line(&chart, &line);
        for (int y = 0; y < rows; y++) {
            bool here = y == chart_row(&chart, drawn);
            assert_int_equal(canvas_at(&canvas, 1, y)->glyph == 'h', here);
            assert_int_equal(canvas_at(&canvas, 6, y)->glyph == 'm', here);
            assert_int_equal(canvas_at(&canvas, 7, y)->fg == ROLE_RULE, here);
            assert_int_equal(canvas_at(&canvas, 8, y)->fg == ROLE_TITLE, here);
        }
    }
}

FACT(test_lane_marks_misses)
{
    const float points[10] = {0, 0, 50, 50, 100, 100, 150, 150, NAN, NAN};
    struct lane lane = {points, 10, 100, 100, ROLE_BUSY};
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 6, 1, GLYPHS_BRAILLE));
    chart_lane(&canvas, 0, 0, 5, &lane);
    assert_canvas(&canvas, " ▄█○\n"); /* hollow without colours, too */
    assert_int_equal(canvas_at(&canvas, 2, 0)->fg, ROLE_BUSY);
    assert_int_equal(canvas_at(&canvas, 3, 0)->fg, ROLE_BAD);
    assert_true(canvas_at(&canvas, 3, 0)->attrs & ATTR_REVERSE);
    canvas_free(&canvas);
    assert_true(canvas_init(&canvas, 6, 1, GLYPHS_ASCII));
    chart_lane(&canvas, 0, 0, 5, &lane);
    assert_canvas(&canvas, " =#o\n");
    assert_true(canvas_at(&canvas, 3, 0)->attrs & ATTR_REVERSE);
}

FACT(test_slider_and_bar)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 12, 4, GLYPHS_BRAILLE));
    struct slider slider = {0.6, 0.6, 1.4, 1.0, true};
    part_slider(&canvas, 0, 0, 9, &slider, ROLE_BACKGROUND);
    slider.value = 99;
    part_slider(&canvas, 0, 1, 9, &slider, ROLE_BACKGROUND);
    part_bar(&canvas, 0, 2, 4, 0.5, ROLE_BUSY);
    part_bar(&canvas, 0, 3, 4, 0.28125, ROLE_BUSY);
    assert_canvas(&canvas, "●───┼────\n────┼───●\n██░░\n█▏░░\n");
}

/* A tag never covers the title and never leaves the plot while there is room. */
FACT(test_tag_keeps_its_place)
{
    struct canvas canvas;
    for (int x = 0; x < 30; x++) {
        assert_true(canvas_init(&canvas, 30, 1, GLYPHS_BRAILLE));
        part_tag(&canvas, x, 0, 5, 28, "62.1");
        for (int at = 0; at < 30; at++)
            assert_true(canvas_at(&canvas, at, 0)->bg == ROLE_BACKGROUND || (at >= 5 && at < 28));
        canvas_free(&canvas);
    }
}

/* Lines end between words, and not inside a number or before its unit. */
FACT(test_text_wraps_between_words)
{
    static const struct {
        const char *text, *lines[3];
    } cases[] = {{"late 2 251 all", {"late", "2 251", "all"}},
                 {"at 188 %. On", {"at", "188 %.", "On"}},
                 {"in 40 days", {"in 40", "days", ""}},
                 {"2 251 791 315", {"2 251 79", "1 315", ""}}};
    DEFER(canvas_free) struct canvas canvas;
    struct rect rect = {0, 0, 8, 3};
    assert_true(canvas_init(&canvas, rect.w, rect.h, GLYPHS_BRAILLE));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int rows = 3 - (cases[i].lines[2][0] == 0);
        canvas_fill(&canvas, rect, ' ', style_of(ROLE_TEXT));
        assert_int_equal(part_wrap_rows(rect.w, cases[i].text), rows);
        assert_int_equal(part_wrap(&canvas, rect, style_of(ROLE_TEXT), cases[i].text), rows);
        for (int y = 0; y < 3; y++)
            for (int x = 0; cases[i].lines[y][x]; x++)
                assert_int_equal(canvas.cells[y * canvas.w + x].glyph, cases[i].lines[y][x]);
    }
}
