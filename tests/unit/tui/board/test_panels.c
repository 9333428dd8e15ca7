/* The panels with a small run: full size and back, Tab, the spread of response times against the sketches it
 * is made of, misses that stay visible, knobs that share a row, titles that the cursor leaves whole. */
#include "tests/unit/tui/desk_support.h"

static struct desk *open_desk_with(double slo_ms, int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 20000, 700);
    for (int app = 0; app < scenario.n_apps && slo_ms > 0; app++)
        scenario.apps[app].slo_ms = slo_ms;
    return desk_on(&scenario, columns, rows);
}

static void act(struct desk *desk, enum action_id action)
{
    desk_action(desk, action);
    explorer_wait(desk->explorer);
    desk_draw(desk);
}

/* --- where numbers come from --- */

/* Where a line has no room for all of its words it is said shorter, not cut. */
FACT_AT(test_kinds_of_rows_are_named_whole, desk_for_test(120, 40))
{
    double *share = desk->scene.now->total.provenance;
    for (int w = 27; w <= 60; w++) {
        canvas_clear(&desk->canvas);
        share[PROVENANCE_MEASURED] = share[PROVENANCE_DERIVED] = 0;
        share[PROVENANCE_MODELLED] = 0.24;
        share[PROVENANCE_CALIBRATED] = 0.76;
        panel_provenance(&desk->scene, (struct rect){0, 0, w, 9}, &desk->canvas);
        assert_shows(desk, w >= 29 ? "* 76 % of energy calibrated" : "* 76 % calibrated", "from a model");
        assert_false(desk_shows(desk, "…"));
    }
}

/* What the grid's figures are has as many clauses as there are rows for, and none is cut. */
FACT_AT(test_the_grid_is_told_in_clauses, desk_for_test(120, 40))
{
    static const char *const wanted[] = {"average, basis unknown", "grid: average", "not marginal",
                                         "stepwise"};
    size_t longest = 0;
    ((struct model *)desk->scene.now->result->model)->trace.kind = KIND_AVERAGE;
    for (int h = 2; h <= 9; h++)
        for (int w = 29; w <= 60; w++) {
            canvas_clear(&desk->canvas);
            panel_provenance(&desk->scene, (struct rect){0, 0, w, h}, &desk->canvas);
            DEFER(memory_leave) char *text = canvas_to_text(&desk->canvas);
            size_t form = 0;
            for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
                form = strstr(text, wanted[k]) ? k : form;
            longest = form > longest ? form : longest;
            assert_or(!(strstr(text, ", \n") || strstr(text, "…")), "cut at %dx%d:\n%s", w, h, text);
        }
    assert_int_equal(longest, 3);
}

/* --- full size --- */

FACT(test_full_and_back)
{
    static const char *const titles[] = {"1 Knobs",  "2 Grid intensity", "3 Carbon rate",  "4 Tail latency",
                                         "5 m1 use", "6 Cluster",        "7 Running total"};
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
    for (int s = 0; s < 3; s++)
        for (int panel = 0; panel < 7; panel++) {
            DEFER(desk_leave) struct desk *desk = desk_for_test(sizes[s][0], sizes[s][1]);
            act(desk, (enum action_id)(ACTION_PANEL_KNOBS + panel));
            desk->message.text[0] = 0;
            desk_draw(desk);
            DEFER(memory_leave) char *before = canvas_to_text(&desk->canvas);
            act(desk, ACTION_PANEL_FULL);
            assert_true(desk->scene.full);
            assert_int_equal(desk->scene.layout.rects[desk->scene.focus].w, sizes[s][0]);
            assert_shows(desk, panel == 4 ? " 5 " : titles[panel]);
            act(desk, panel % 2 ? ACTION_BACK : ACTION_PANEL_FULL);
            assert_canvas(&desk->canvas, before);
        }
}

FACT_AT(test_tab_goes_round, desk_for_test(80, 24))
{
    for (int i = 0; i < 5; i++) {
        assert_true(layout_has(&desk->scene.layout, desk->scene.focus));
        act(desk, ACTION_PANEL_NEXT);
    }
    assert_int_equal(desk->scene.focus,
                     REGION_KNOBS); /* cluster and running total have no room at this size */
    act(desk, ACTION_PANEL_CLUSTER);
    assert_has(desk->message.text, "Enter");
    act(desk, ACTION_PANEL_FULL);
    assert_shows(desk, "6 Cluster");
    act(desk, ACTION_PANEL_NEXT);
    assert_shows(desk, "7 Running total");
    act(desk, ACTION_PANEL_NEXT);
    assert_true(desk_shows(desk, "1 Knobs") && desk->scene.full);
    act(desk, ACTION_PANEL_PREVIOUS);
    assert_shows(desk, "7 Running total");
    assert_false(desk_action(desk, ACTION_QUIT) & REPLY_QUIT); /* leaves what is open first */
    assert_true(desk_action(desk, ACTION_QUIT) & REPLY_QUIT);
}

/* --- the spread of response times --- */

FACT_AT(test_spread_is_what_was_recorded, desk_for_test(80, 24))
{
    struct distribution whole = {0}, early = {0}, late = {0};
    const struct recording *recording = desk->scene.now->result->recording;
    const struct summary *total = &desk->scene.now->total;
    int64_t middle_ns = recording->bucket_ns * (recording->n_buckets / 4);
    assert_true(distribution_update(&whole, recording, total, 0, recording->end_ns));
    assert_true(distribution_update(&early, recording, total, 0, middle_ns));
    assert_true(distribution_update(&late, recording, total, middle_ns, recording->end_ns));
    for (int i = 0; i < whole.n_apps; i++) {
        const struct distribution_app *app = &whole.apps[i];
        assert_int_equal(app->total, total->apps[i].finished);
        assert_int_equal(app->total, early.apps[i].total + late.apps[i].total);
        assert_true(early.apps[i].total > 0 && late.apps[i].total > 0);
        assert_true(app->p95_ms == total->apps[i].p95_ms); /* exact, like the verdict */
        assert_true(distribution_share(app, 1e12) == 1 && distribution_share(app, 0) == 0);
        for (double p = 1; p <= 100; p++) {
            double ms = recording_percentile_ms(recording, i, 0, recording_count(recording), p);
            assert_true(distribution_share(app, ms) >= p / 100 - 1e-9);
            assert_true(distribution_share(app, 0.98 * ms) < p / 100);
        }
    }
    distribution_free(&whole);
    distribution_free(&early);
    distribution_free(&late);
}

FACT_AT(test_forms_of_the_latency_panel, desk_for_test(200, 60))
{
    char *before = canvas_to_text(&desk->canvas);
    act(desk, ACTION_PANEL_FORM);
    assert_shows(desk, "Response times", "whole run: %");
    act(desk, ACTION_PANEL_FORM);
    act(desk, ACTION_PANEL_KNOBS);
    assert_canvas(&desk->canvas, before);
    free(before);
    act(desk, ACTION_ZOOM_IN);
    act(desk, ACTION_PANEL_FORM);
    assert_shows(desk, "whole run: %");
    act(desk, ACTION_PANEL_FORM);
    assert_shows(desk, "window ");
    uint64_t part = desk->scene.now->spread.apps[0].total;
    assert_true(part < (uint64_t)desk->scene.now->total.apps[0].finished);
    act(desk, ACTION_ZOOM_OUT); /* the whole run again: the window is the run */
    while (desk->explorer->time.from_ns != desk->explorer->time.to_ns)
        act(desk, ACTION_ZOOM_OUT);
    assert_shows(desk, "whole run: %");
    act(desk, ACTION_PANEL_FORM);
    assert_shows(desk, "Tail latency");
}

/* --- what must not be lost --- */

/* A window with late requests shows it though its percentile is met. */
FACT(test_misses_are_visible)
{
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
    for (int s = 0; s < 3; s++) {
        DEFER(desk_leave)
        struct desk *desk = open_desk_with(0.5, sizes[s][0], sizes[s][1]); /* nothing meets this */
        act(desk, ACTION_TIME_END);
        assert_true(desk->scene.now->reading.late > 0);
        assert_false(desk_shows(desk, "none late"));
        desk_leave(&desk);
        desk = open_desk_with(1e6, sizes[s][0], sizes[s][1]); /* everything meets this */
        assert_shows(desk, "none late");
    }
}

/* Three SLOs share a row while rows are short, and open when the focus comes to one of them. */
FACT_AT(test_knobs_share_a_row, desk_for_test(80, 28))
{
    assert_shows(desk, "SLO 1–3");
    while (desk->explorer->focus.knobs[desk->explorer->focus.at].id != KNOB_SLO_MS)
        act(desk, ACTION_KNOB_NEXT);
    assert_false(desk_shows(desk, "SLO 1–3"));
    assert_shows(desk, "SLO 1 ");
    act(desk, ACTION_TURN_UP);
    while (desk->explorer->focus.knobs[desk->explorer->focus.at].id == KNOB_SLO_MS)
        act(desk, ACTION_KNOB_PREVIOUS);
    assert_false(desk_shows(desk, "SLO 1–3")); /* one of them is changed: that must be seen */
}

/* Wherever the cursor is, no title loses a letter or a blank to its line. */
FACT_AT(test_cursor_leaves_titles_whole, desk_for_test(120, 40))
{
    for (int i = 0; i <= 60; i++) {
        explorer_seek(desk->explorer, desk->explorer->time.horizon_ns * i / 60);
        desk_draw(desk);
        assert_shows(desk, "2 Grid intensity gCO2eq/kWh ", "3 Carbon rate g/h ", "p95, % of SLO ");
    }
}

/* Every panel in full size, and both forms of the latency panel, at every size and in every glyph set. */
FACT_AT(test_every_size_in_full, desk_for_test(80, 24))
{
    for (struct sizes at = {0}; desk_next_size(desk, &at);) {
        int panel = sizes_choose(&at, 8);
        desk->scene.full = panel < 7;
        desk->scene.latency_form = (enum latency_form)((at.column + at.row / 2) % 3);
        desk_acts(desk, (int)ACTION_PANEL_KNOBS + panel % 7);
        assert_true(desk->canvas.cursor_x < at.columns && desk->canvas.cursor_y < at.rows);
        for (int k = 0; desk->canvas.glyphs == GLYPHS_ASCII && k < at.columns * (at.rows - 1); k++)
            assert_true(desk->canvas.cells[k].glyph < 127 &&
                        (panel == 0 || desk->canvas.cells[k].glyph != '?')); /* a help text asks */
    }
}

/* A scheme's answers were refused: the panel Why begins with it, or has nothing else where it has no room. */
FACT(test_why_begins_with_what_was_refused)
{
    static const int sizes[][2] = {{200, 60}, {120, 40}, {80, 40}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        DEFER(desk_leave) struct desk *desk = desk_for_test(sizes[k][0], sizes[k][1]);
        assert_false(desk_shows(desk, "refused"));
        desk->scene.runs[SLOT_A].total.refusals = (struct refusals){
            .n[REFUSED_CLOCK] = 3, .first = REFUSED_CLOCK, .what = "gpu0 has no clock of 870 MHz"};
        desk_draw(desk);
        assert_true(desk_shows(desk, "all refused: 3") || desk_shows(desk, "tune fixed: all answers"));
    }
}

/* The heads of a forecast's columns stand over a row of it, or not at all. */
FACT(test_no_head_over_nothing)
{
    int headed = 0;
    for (int rows = 10; rows <= 30; rows++) {
        DEFER(desk_leave) struct desk *desk = desk_for_test(80, rows);
        bool head = desk_shows(desk, "one step  CO2");
        headed += head;
        assert_true(!head || desk_shows(desk, "◂ 0.95"));
    }
    assert_true(headed > 0);
}
