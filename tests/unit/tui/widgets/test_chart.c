/* Charts against expected text in all three glyph sets: lines with gaps and steps, the reference below the
 * current run, stacked areas, lanes, sliders and bars; and whatever is drawn at a value, in one row. */
#include "tests/unit/tui/canvas_text.h"
#include "engine/base/random.h"
#include "tui/widgets/chart.h"

static const float ramp[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const struct scale to_15 = {0, 15};

/* Over a canvas but for the gutter. */
static struct chart chart_over(struct canvas *canvas, int gutter, struct scale scale)
{
    return (struct chart){.canvas = canvas,
                          .plot = {gutter, 0, canvas->w - gutter, canvas->h},
                          .gutter = gutter,
                          .ground = ROLE_BACKGROUND,
                          .scale = scale};
}

static void draw_line(struct canvas *canvas, enum glyph_set set, const float *points, int n, bool dashed)
{
    assert_true(canvas_init(canvas, 8, 4, set));
    struct chart chart = chart_over(canvas, 0, to_15);
    struct chart_line line = {points, n, style_of(dashed ? ROLE_REFERENCE : ROLE_TITLE), dashed, '*'};
    chart_line(&chart, &line);
}

FACT(test_line_in_every_set)
{
    struct canvas canvas;
    draw_line(&canvas, GLYPHS_BRAILLE, ramp, 16, false);
    assert_canvas(&canvas, "      ⡠⠊\n    ⡠⠊\n  ⡠⠊\n⡠⠊\n");
    canvas_free(&canvas);
    draw_line(&canvas, GLYPHS_BLOCK, ramp, 16, false);
    assert_canvas(&canvas, "      ─▔\n    ▁▔\n  ▁▔\n▁▔\n");
    canvas_free(&canvas);
    draw_line(&canvas, GLYPHS_ASCII, ramp, 16, false);
    assert_canvas(&canvas, "      **\n    **\n  **\n**\n");
    canvas_free(&canvas);
}

FACT(test_gap_stays_a_gap)
{
    float points[16];
    DEFER(canvas_free) struct canvas canvas;
    for (int i = 0; i < 16; i++)
        points[i] = i >= 4 && i < 8 ? NAN : 0;
    draw_line(&canvas, GLYPHS_BRAILLE, points, 12, false);
    assert_canvas(&canvas, "\n\n\n⣀⣀  ⣀⣀\n");
}

FACT(test_step_is_joined)
{
    const float points[16] = {0, 0, 0, 0, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15};
    struct canvas canvas;
    draw_line(&canvas, GLYPHS_BRAILLE, points, 8, false);
    assert_canvas(&canvas, "  ⡏⠉\n  ⡇\n  ⡇\n⣀⣀⠇\n");
    canvas_free(&canvas);
    draw_line(&canvas, GLYPHS_ASCII, points, 8, false);
    assert_canvas(&canvas, "  **\n  |\n  |\n**\n");
    canvas_free(&canvas);
}

/* Where both share a cell the current run wins; the reference is dashed. */
FACT(test_reference_gives_way)
{
    const float low[8] = {0, 0, 0, 0, 0, 0, 0, 0}, high[8] = {15, 15, 15, 15, 15, 15, 0, 0};
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 4, 4, GLYPHS_BRAILLE));
    struct chart chart = chart_over(&canvas, 0, to_15);
    struct chart_line current = {low, 8, style_of(ROLE_TITLE), false, '*'};
    chart_reference(&chart, high, 8);
    chart_line(&chart, &current);
    for (int x = 0; x < 2; x++)
        assert_int_equal(canvas_at(&canvas, x, 0)->fg, ROLE_REFERENCE);
    assert_int_equal(canvas_at(&canvas, 2, 0)->glyph, ' ');
    for (int x = 0; x < 4; x++)
        assert_int_equal(canvas_at(&canvas, x, 3)->fg, ROLE_TITLE);
}

/* A reference is seen above a fill, in it, where it is readable, and along its top, where two of three cells
 * stay the fill's. */
FACT(test_reference_over_a_fill)
{
    const float active[12] = {6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6};
    const float along[12] = {6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6};
    const float across[12] = {14, 14, 14, 14, 14, 14, 2, 2, 2, 2, 2, 2};
    struct chart_layer layer = {active, ROLE_ACTIVE};
    for (int set = GLYPHS_BRAILLE; set <= GLYPHS_BLOCK; set++)
        for (int case_ = 0; case_ < 2; case_++) {
            DEFER(canvas_free) struct canvas canvas;
            assert_true(canvas_init(&canvas, 6, 4, (enum glyph_set)set));
            struct chart chart = chart_over(&canvas, 0, (struct scale){0, 16});
            chart_stack(&chart, &layer, 1, 12);
            chart_reference(&chart, case_ ? across : along, 12);
            for (int x = 0; x < 6 && !case_; x++)
                assert_int_equal(canvas_at(&canvas, x, 2)->glyph == 0x2584, x % 3 != 0);
            assert_int_equal(canvas_at(&canvas, 0, 0)->fg, case_ ? ROLE_REFERENCE : ROLE_TEXT);
            const struct cell *inside = canvas_at(&canvas, 4, 3);
            assert_int_equal(inside->fg, case_ ? ROLE_TITLE : ROLE_ACTIVE);
            assert_int_equal(inside->bg, ROLE_ACTIVE);
        }
}

/* Curves in one cell have it in turns; their dots are all there. So do a curve and the line it runs along. */
FACT(test_curves_share_a_cell)
{
    const float a[12] = {0}, b[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
                c[12] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    struct chart_line lines[] = {{a, 12, style_of(ROLE_APP1), false, '1'},
                                 {b, 12, style_of(ROLE_APP2), false, '2'},
                                 {c, 12, style_of(ROLE_APP3), false, '3'}};
    for (int set = GLYPHS_BRAILLE; set <= GLYPHS_ASCII; set++)
        for (int n = 1; n <= 3; n++) {
            DEFER(canvas_free) struct canvas canvas;
            assert_true(canvas_init(&canvas, 6, 1, (enum glyph_set)set));
            struct chart chart = chart_over(&canvas, 0, (struct scale){0, 4});
            chart_level(&chart, 3.5, STROKE_SOLID, ROLE_TITLE);
            chart_lines(&chart, lines, n);
            for (int x = 0; x < 6; x++) {
                const struct cell *cell = canvas_at(&canvas, x, 0);
                int turn = x % (n + 1);
                assert_int_equal(cell->fg, turn < n ? ROLE_APP1 + turn : ROLE_TITLE);
                if (set == GLYPHS_BRAILLE)
                    assert_int_equal(cell->glyph, n == 1 ? 0x28C9 : n == 2 ? 0x28ED : 0x28FF);
                else if (set == GLYPHS_ASCII)
                    assert_int_equal(cell->glyph, turn < n ? '1' + turn : '-');
            }
        }
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

/* Clover's images on 28 March, 17:50 UTC: 39 g/h idle, 23 active, 31 facility in one cell of 125. Their sum
 * ends where it should in every column, and each has its share of the columns. */
FACT(test_three_parts_in_a_cell)
{
    float idle[48], active[48], facility[48];
    const struct chart_layer layers[] = {{idle, ROLE_IDLE}, {active, ROLE_ACTIVE}, {facility, ROLE_FACILITY}};
    for (int p = 0; p < 48; p++) {
        idle[p] = 39;
        active[p] = 23;
        facility[p] = 31;
    }
    for (int under = 0; under < 2; under++) { /* alone; with another layer over it that fills the cell */
        const struct chart_layer all[] = {layers[0], layers[1], layers[2], {idle, ROLE_BUSY}};
        int seen[ROLE_COUNT] = {0};
        DEFER(canvas_free) struct canvas canvas;
        assert_true(canvas_init(&canvas, 24, 2, GLYPHS_BRAILLE));
        struct chart chart = chart_over(&canvas, 0, (struct scale){0, 250});
        chart_stack(&chart, all, 3 + under, 48);
        for (int x = 0; x < 24; x++) {
            const struct cell *cell = canvas_at(&canvas, x, 1);
            int level = (int)cell->glyph - 0x2580;
            assert_true(under ? level == 2 || level == 4 || level == 6 : level == 6);
            assert_int_equal(cell->bg == ROLE_BACKGROUND, !under);
            seen[cell->fg] += level;
            seen[cell->bg] += 8 - level;
        }
        double share = 24 * 8 / 125.0; /* eighths for each g/h */
        assert_true(fabs(seen[ROLE_IDLE] - 39 * share) < 12);
        assert_true(fabs(seen[ROLE_ACTIVE] - 23 * share) < 20);
        assert_true(fabs(seen[ROLE_FACILITY] - 31 * share) < 20);
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

/* What is the same has no sign of a difference, in no set of glyphs. */
FACT(test_no_gap_between_equals)
{
    const float active[8] = {4, 4, 6, 6, 4, 4, 12, 12};
    const struct chart_layer layers[] = {{active, ROLE_ACTIVE}};
    for (int set = GLYPHS_BRAILLE; set <= GLYPHS_ASCII; set++) {
        DEFER(canvas_free) struct canvas canvas;
        assert_true(canvas_init(&canvas, 4, 2, (enum glyph_set)set));
        struct chart chart = chart_over(&canvas, 0, (struct scale){0, 16});
        chart_stack(&chart, layers, 1, 8);
        assert_int_equal(chart_gap(&chart, layers, 1, active, 8), 0);
        for (int i = 0; i < 8; i++)
            assert_true(canvas.cells[i].fg != ROLE_EXTRA && canvas.cells[i].fg != ROLE_SAVED);
    }
}

FACT(test_stack)
{
    const float idle[8] = {4, 4, 4, 4, 6, 6, NAN, NAN}, active[8] = {4, 4, 8, 8, 2, 2, 1, 1};
    struct chart_layer layers[] = {{idle, ROLE_IDLE}, {active, ROLE_ACTIVE}};
    struct canvas canvas;
    assert_true(canvas_init(&canvas, 4, 4, GLYPHS_BRAILLE));
    struct chart chart = chart_over(&canvas, 0, (struct scale){0, 16});
    chart_stack(&chart, layers, 2, 8);
    assert_canvas(&canvas, "\n █\n██▒\n▒▒▒\n");
    assert_int_equal(canvas_at(&canvas, 2, 2)->fg, ROLE_IDLE);
    assert_int_equal(canvas_at(&canvas, 2, 2)->bg, ROLE_ACTIVE);
    canvas_free(&canvas);
    assert_true(canvas_init(&canvas, 4, 4, GLYPHS_ASCII));
    chart_stack(&chart, layers, 2, 8);
    assert_canvas(&canvas, "\n #\n##:\n:::\n");
    canvas_free(&canvas);
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
    struct canvas canvas;
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
    canvas_free(&canvas);
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
