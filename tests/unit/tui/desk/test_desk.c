/* The desk with a small run: turning and taking back, the ghost, forecasts, time, zoom; and a monkey that
 * presses keys at many sizes, after which undoing everything gives the first frame again. */
#include "tests/unit/tui/desk_support.h"
#include "tui/explorer/starts.h"

static int route_at(const struct desk *desk, int64_t t_ns)
{
    struct knob_value value = knob_at(&desk->explorer->document.scenario, knob_of_layer(LAYER_ROUTE), t_ns);
    return (int)policy_find(LAYER_ROUTE, value.text);
}

/* It opens at the first change of the intensity, where a turn of CIT can matter; without one at the first
 * miss, else at the start. */
FACT(test_opens_at_the_first_event)
{
    DEFER(scenario_free) struct scenario scenario;
    DEFER(desk_leave) struct desk *desk = desk_for_test(120, 40);
    assert_int_equal(desk->explorer->time.cursor_ns, NS_PER_HOUR);
    assert_false(desk->explorer->time.playing);
    desk_leave(&desk);
    scenario = carbondis_scenario(3, 20000, 700);
    snprintf(scenario.trace, sizeof scenario.trace, "flat");
    desk = desk_on(&scenario, 120, 40);
    const struct explorer *explorer = desk->explorer;
    for (int i = 0; i < explorer->events.n; i++)
        assert_int_equal(explorer->events.list[i].kind, EVENT_MISS);
    assert_int_equal(explorer->time.cursor_ns, explorer->events.n ? explorer->events.list[0].t_ns : 0);
    desk_leave(&desk);
    scenario.apps[1].slo_ms = 0.5; /* nothing meets this */
    desk = desk_on(&scenario, 120, 40);
    assert_true(desk->explorer->events.n > 0);
    assert_int_equal(desk->explorer->time.cursor_ns, desk->explorer->events.list[0].t_ns);
}

FACT_AT(test_turns_of_one_knob_are_one_edit, desk_for_test(120, 40))
{
    desk_command(desk, "goto 1h");
    for (int i = 0; i < 4; i++)
        desk_action(desk, ACTION_TURN_DOWN);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 1);
    assert_int_equal(desk->explorer->document.history.done, 1);
    assert_true(desk_cit(desk) > 0.799 && desk_cit(desk) < 0.801);
    assert_int_equal(desk->explorer->document.scenario.edits[0].t_ns, NS_PER_HOUR);
    desk_action(desk, ACTION_UNDO);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
    assert_true(desk_cit(desk) == 1);
    desk_action(desk, ACTION_REDO);
    assert_true(desk_cit(desk) > 0.799 && desk_cit(desk) < 0.801);
}

/* Back to what was in force before the cursor nothing is left of an edit: at once, after another knob was
 * turned between, and where the scenario brought the edit along. */
FACT_AT(test_turning_back_removes_the_edit, desk_for_test(120, 40))
{
    const struct scenario *scenario = &desk->explorer->document.scenario;
    double before_g = desk->scene.now->total.carbon_total_g;
    desk_command(desk, "goto 1h");
    desk_acts(desk, ACTION_TURN_UP, ACTION_TURN_UP, ACTION_TURN_DOWN);
    assert_int_equal(scenario->n_edits, 1);
    desk_action(desk, ACTION_TURN_DOWN);
    assert_int_equal(scenario->n_edits, 0);
    assert_int_equal(desk->explorer->document.history.done, 0);
    desk_commands(desk, "set policy.route dybatch", "set load 2", "set policy.route carbondis");
    assert_int_equal(scenario->n_edits, 1);
    assert_int_equal(scenario->edits[0].knob.id, KNOB_LOAD);
    assert_int_equal(desk->explorer->document.history.done, 3);
    desk_command(desk, "set policy.route dybatch"); /* in its place again, and back in one go */
    assert_int_equal(scenario->n_edits, 2);
    desk_commands(desk, "set policy.route carbondis", "set load 1");
    assert_int_equal(scenario->n_edits, 0);
    desk_settle(desk);
    assert_true(desk->scene.now->total.carbon_total_g == before_g);
    while (desk->explorer->document.history.done > 0)
        desk_action(desk, ACTION_UNDO);
    assert_int_equal(scenario->n_edits, 0);
    desk_command(desk, "set cit 0.8"); /* what is turned back to is not always the initial value */
    desk_commands(desk, "goto 1h30m", "set cit 0.9", "set cit 1");
    assert_int_equal(scenario->n_edits, 2);
    desk_command(desk, "set cit 0.8");
    assert_int_equal(scenario->n_edits, 1);
}

/* Within the fleet a scheme switches at the cursor, as the same edit in a scenario would have it. */
FACT(test_scheme_switches_at_the_cursor)
{
    struct desk desk, straight;
    desk_open_for_test(&desk, 120, 40);
    double before_g = desk.scene.now->total.carbon_total_g;
    desk_commands(&desk, "goto 30m", "set policy.route dybatch");
    desk_settle(&desk);
    assert_string_equal(desk.message.text, "");
    assert_int_equal(desk.explorer->document.scenario.n_edits, 1);
    assert_int_equal(route_at(&desk, NS_PER_HOUR / 2 - 1), POLICY_CARBONDIS);
    assert_int_equal(route_at(&desk, NS_PER_HOUR / 2), POLICY_DYBATCH);
    assert_has(desk.scene.headline.text, "DYBATCH from ");
    assert_true(desk.scene.reference->total.carbon_total_g == before_g);
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 20000, 700);
    assert_true(scenario_apply_at(&scenario, "30m:policy.route=dybatch", &err));
    desk_open_on(&straight, &scenario, 120, 40);
    const struct summary *a = &desk.scene.now->total, *b = &straight.scene.now->total;
    assert_true(a->carbon_total_g == b->carbon_total_g && a->carbon_total_g != before_g);
    for (int app = 0; app < a->n_apps; app++)
        assert_true(a->apps[app].tail_ms == b->apps[app].tail_ms);
    desk_close(&straight);
    desk_action(&desk, ACTION_UNDO);
    assert_int_equal(desk.explorer->document.scenario.n_edits, 0);
    desk_action(&desk, ACTION_REDO);
    assert_int_equal(route_at(&desk, NS_PER_HOUR / 2), POLICY_DYBATCH);
    desk_acts(&desk, ACTION_UNDO, ACTION_APPLY_MODE);
    desk_command(&desk, "set policy.route random");
    assert_int_equal(desk.explorer->document.scenario.n_edits, 0);
    assert_int_equal(route_at(&desk, 0), POLICY_RANDOM);
    desk_close(&desk);
}

/* Another fleet sweeps the switches on the way aside; the baseline does so itself; undo brings all back. */
FACT_AT(test_another_fleet_acts_from_the_start, desk_for_test(120, 40))
{
    desk_commands(desk, "goto 1h", "set policy.route dybatch", "goto 2h", "set policy.route random",
                  "set cit 0.9");
    assert_int_equal(desk->explorer->document.scenario.n_edits, 3);
    while (desk->explorer->results.reference != REFERENCE_BASELINE)
        desk_action(desk, ACTION_REFERENCE_NEXT);
    desk_settle(desk);
    assert_true(desk->scene.compared);
    assert_string_equal(desk->scene.reference_name, "HIGHPERF");
    double mixed_g = desk->scene.now->total.carbon_total_g;
    desk_command(desk, "set policy.route lowenergy");
    assert_has(desk->message.text, "another fleet: applied from the start", "u brings them back");
    assert_int_equal(desk->explorer->document.scenario.n_edits, 1);
    desk_settle(desk);
    assert_string_equal(desk->scene.reference_name, "HIGHPERF"); /* it was chosen */
    while (desk->explorer->results.reference != REFERENCE_BEFORE)
        desk_action(desk, ACTION_REFERENCE_NEXT);
    desk_settle(desk);
    assert_string_equal(desk->scene.reference_name, "before RANDOM");
    assert_true(desk->scene.reference->total.carbon_total_g == mixed_g);
    desk_does(desk, ACTION_UNDO);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 3);
    assert_int_equal(route_at(desk, NS_PER_HOUR), POLICY_DYBATCH);
    assert_int_equal(route_at(desk, 2 * NS_PER_HOUR), POLICY_RANDOM);
    assert_true(desk->scene.now->total.carbon_total_g == mixed_g);
    desk_action(desk, ACTION_REDO);
    assert_int_equal(route_at(desk, 2 * NS_PER_HOUR), POLICY_LOWENERGY);
}

/* Walking through the schemes is one change, whichever fleets lie on the way. */
FACT_AT(test_walking_through_schemes_is_one_change, desk_for_test(120, 40))
{
    int fleet = desk->explorer->document.scenario.fleet, live = 0;
    desk_command(desk, "goto 1h");
    for (int i = 0; i < 20; i++) {
        desk_action(desk, ACTION_SCHEME_NEXT);
        int scheme = route_at(desk, NS_PER_HOUR);
        bool own = policy_infos[scheme].fleet != NULL;
        bool back = scheme == POLICY_CARBONDIS; /* where it began: nothing is changed */
        assert_int_equal(desk->explorer->document.history.done, back ? 0 : 1);
        assert_int_equal(desk->explorer->document.scenario.n_edits, own || back ? 0 : 1);
        assert_true((desk->explorer->document.scenario.fleet == fleet) != own);
        assert_int_equal(route_at(desk, 0), own ? scheme : POLICY_CARBONDIS);
        live += !own;
    }
    assert_true(live > 4 && live < 20);
    desk_action(desk, ACTION_UNDO);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
    assert_int_equal(route_at(desk, 0), POLICY_CARBONDIS);
}

FACT_AT(test_scheme_takes_its_fleet_along, desk_for_test(120, 40))
{
    int fleet = desk->explorer->document.scenario.fleet;
    desk_commands(desk, "goto 1h", "set policy.route highperf");
    assert_int_equal(desk->explorer->document.scenario.policy[LAYER_ROUTE], POLICY_HIGHPERF);
    assert_int_not_equal(desk->explorer->document.scenario.fleet, fleet);
    explorer_wait(desk->explorer);
    desk_draw(desk);
    assert_string_equal(desk->scene.reference_name, "CARBONDIS");
    assert_true(desk->scene.compared);
    desk_action(desk, ACTION_UNDO);
    assert_int_equal(desk->explorer->document.scenario.fleet, fleet);
    assert_int_equal(desk->explorer->document.scenario.policy[LAYER_ROUTE], POLICY_CARBONDIS);
}

/* The ghost is the result before the first of a knob's turns, whether or not that had been finished. */
FACT_AT(test_ghost_is_the_result_before, desk_for_test(120, 40))
{
    double before_g = desk->scene.now->total.carbon_total_g;
    desk_commands(desk, "goto 30m", "set load 2", "set load 3");
    explorer_wait(desk->explorer);
    desk_draw(desk);
    assert_true(desk->scene.compared);
    assert_true(desk->scene.reference->total.carbon_total_g == before_g);
    assert_true(desk->scene.now->total.carbon_total_g != before_g);
}

FACT_AT(test_forecast_is_what_the_turn_gives, desk_for_test(120, 40))
{
    desk_command(desk, "goto 1h");
    while (desk->explorer->focus.knobs[desk->explorer->focus.at].id != KNOB_LOAD)
        desk_action(desk, ACTION_KNOB_NEXT);
    explorer_wait(desk->explorer);
    desk_draw(desk);
    double now_g = desk->scene.now->total.carbon_total_g;
    struct forecast_slot slot = desk->explorer->results.forecast.slots[FORECAST_UP];
    assert_true(slot.known);
    desk_action(desk, ACTION_TURN_UP);
    explorer_wait(desk->explorer);
    desk_draw(desk);
    double change = 100 * (desk->scene.now->total.carbon_total_g / now_g - 1);
    assert_true(change - slot.carbon_percent < 1e-9 && slot.carbon_percent - change < 1e-9);
}

FACT_AT(test_time_stays_inside, desk_for_test(80, 24))
{
    struct explorer *explorer = desk->explorer;
    desk_action(desk, ACTION_TIME_END);
    assert_int_equal(explorer->time.cursor_ns, explorer->time.horizon_ns);
    desk_action(desk, ACTION_TIME_FORWARD);
    assert_int_equal(explorer->time.cursor_ns, explorer->time.horizon_ns);
    desk_acts(desk, ACTION_TIME_START, ACTION_BUCKET_BACK);
    assert_int_equal(explorer->time.cursor_ns, 0);
    int events = 0;
    enum event_kind kind;
    while (explorer_seek_event(explorer, 1, &kind))
        events++;
    assert_true(events >= 3);
    desk_action(desk, ACTION_TIME_END);
    while (explorer_seek_event(explorer, -1, &kind))
        events--;
    assert_int_equal(events, 0);
    for (int i = 0; i < 20; i++)
        desk_action(desk, ACTION_ZOOM_IN);
    for (int i = 0; i < 40; i++) {
        desk_action(desk, ACTION_TIME_FORWARD);
        assert_true(explorer->time.cursor_ns >= explorer->time.from_ns &&
                    explorer->time.cursor_ns <= explorer->time.to_ns);
    }
    desk_acts(desk, ACTION_TIME_END);
    assert_true(desk->scene.cursor_x >= 0);
    for (int i = 0; i < 20; i++)
        desk_action(desk, ACTION_ZOOM_OUT);
    assert_int_equal(explorer->time.from_ns, explorer->time.to_ns);
}

FACT_AT(test_play_stops_at_the_end, desk_for_test(80, 24))
{
    desk_acts(desk, ACTION_TIME_START, ACTION_PLAY);
    desk_advance(desk, 10);
    assert_int_equal(desk->explorer->time.cursor_ns, 600 * NS_PER_S);
    desk_advance(desk, 1e6);
    assert_int_equal(desk->explorer->time.cursor_ns, desk->explorer->time.horizon_ns);
    assert_false(desk->explorer->time.playing);
}

/* `set` takes a knob by its name and by the sign that the panel shows. */
FACT_AT(test_set_takes_signs, desk_for_test(80, 24))
{
    desk_commands(desk, "set slo 0.5", "set PUE 1.5", "set profile.job2 2");
    assert_false(desk->message.bad);
    const struct scenario *scenario = &desk->explorer->document.scenario;
    int64_t now_ns = desk->explorer->time.cursor_ns;
    assert_true(knob_at(scenario, knob_of_run(KNOB_SLO_SCALE), now_ns).number == 0.5);
    assert_true(knob_at(scenario, knob_of_run(KNOB_PUE), now_ns).number == 1.5);
    assert_true(scenario->apps[1].profile_scale == 2);
}

FACT_AT(test_bad_commands_say_what_to_do, desk_for_test(80, 24))
{
    static const char *const lines[] = {"set cit abc",    "set cit",    "set cti 1",
                                        "goto yesterday", "theme nope", "glyphs runes",
                                        "speed fast",     "fly",        "save"};
    for (size_t i = 0; i + 1 < sizeof lines / sizeof *lines; i++) {
        desk->message.text[0] = 0;
        desk_command(desk, lines[i]);
        assert_or(!(!desk->message.bad || strlen(desk->message.text) < 10), "'%s' was accepted", lines[i]);
        assert_int_equal(desk->explorer->document.history.done, 0);
    }
}

/* "slo_ms.*" sets what every app has, in one change. */
FACT_AT(test_a_star_sets_every_target, desk_for_test(120, 40))
{
    const struct scenario *scenario = &desk->explorer->document.scenario;
    desk_command(desk, "set slo_ms.* 300");
    assert_int_equal(scenario->n_edits, scenario->n_apps);
    for (int app = 0; app < scenario->n_apps; app++)
        assert_true(knob_at(scenario, knob_of_app(KNOB_SLO_MS, app), NS_NEVER).number == 300);
    desk_action(desk, ACTION_UNDO);
    assert_int_equal(scenario->n_edits, 0);
    desk_command(desk, "set load.* 2");
    assert_string_equal(desk->message.text, "load holds for the whole run; write load, not load.*");
}

/* Every view with all that it has to say, at an eighth of the sizes each. */
FACT_AT(test_every_size_draws, desk_for_test(80, 24))
{
    desk_command(desk, "goto 1h");
    desk_action(desk, ACTION_TURN_DOWN);
    for (int view = 0; view <= VIEW_COUNT; view++) {
        if (view < VIEW_COUNT)
            desk_open_view(desk, (enum view_id)view, "");
        desk_settle(desk);
        for (struct sizes at = {0}; desk_next_size(desk, &at);)
            if (sizes_choose(&at, 8) == view % 8) {
                desk_draw(desk);
                assert_true(desk->canvas.cursor_x < at.columns && desk->canvas.cursor_y < at.rows);
            }
        while (desk->n_views > 0)
            desk_close_view(desk);
        assert_true(desk_resize(desk, 80, 24, NULL));
    }
}

static void draw_view(struct desk *desk, int view)
{
    if (view < VIEW_COUNT)
        desk_open_view(desk, (enum view_id)view, "");
    desk_draw(desk);
    while (desk->n_views > 0)
        desk_close_view(desk);
}

/* In the ASCII set nothing else reaches the canvas, in any view at any size; and every sign has a twin: a
 * question mark stands only where one is meant. */
FACT_AT(test_ascii_is_ascii, desk_for_test(80, 24))
{
    struct cell *signs;
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}, {50, 15}};
    for (size_t i = 0; i < 4; i++) {
        assert_true(desk_resize(desk, sizes[i][0], sizes[i][1], NULL));
        int cells = desk->canvas.w * desk->canvas.h;
        signs = malloc((size_t)cells * sizeof *signs);
        for (int view = 0; view <= VIEW_COUNT; view++) {
            desk->canvas.glyphs = GLYPHS_BLOCK;
            draw_view(desk, view);
            memcpy(signs, desk->canvas.cells, (size_t)cells * sizeof *signs);
            desk->canvas.glyphs = GLYPHS_ASCII;
            draw_view(desk, view);
            for (int at = 0; at < cells; at++) {
                uint32_t glyph = desk->canvas.cells[at].glyph;
                if (glyph >= 127 || (glyph == '?' && signs[at].glyph != '?'))
                    fail_msg("U+%04X has no twin in view %d at %d, %d", (unsigned)signs[at].glyph, view,
                             at % desk->canvas.w, at / desk->canvas.w);
            }
        }
        free(signs);
    }
}

/* Random actions; QUIT, prompts and themes apart. The history then has the way back. */
FACT_AT(test_monkey, desk_for_test(100, 30))
{
    uint64_t key = random_key(7, RANDOM_TEST, 1), draw = 0;
    int64_t cursor_ns = desk->explorer->time.cursor_ns;
    desk_settle(desk);
    DEFER(memory_leave) char *first = canvas_to_text(&desk->canvas);
    for (int i = 0; i < 400; i++) {
        enum action_id action = (enum action_id)random_below(key, draw++, ACTION_COUNT);
        if (action == ACTION_QUIT || action == ACTION_THEME_NEXT || action == ACTION_GLYPHS_NEXT)
            continue;
        desk_action(desk, action);
        while (desk->n_views > 0)
            desk_close_view(desk);
        if (random_below(key, draw++, 4) == 0)
            explorer_wait(desk->explorer);
        int columns = 1 + (int)random_below(key, draw++, 200), rows = 1 + (int)random_below(key, draw++, 70);
        if (random_below(key, draw++, 10) == 0)
            assert_true(desk_resize(desk, columns, rows, NULL));
        desk_draw(desk);
    }
    while (desk->explorer->document.history.done > 0)
        desk_action(desk, ACTION_UNDO);
    struct explorer *explorer = desk->explorer;
    explorer->document.from_start = explorer->time.playing = explorer->results.ghost_hidden =
        explorer->time.utc = false;
    explorer->time.speed = 60;
    explorer->results.reference = REFERENCE_BASELINE;
    while (explorer->focus.knobs[explorer->focus.at].id != KNOB_CIT)
        explorer_focus(explorer, 1);
    explorer->time.from_ns = explorer->time.to_ns = 0;
    explorer_wait(explorer);
    explorer_seek(explorer, cursor_ns);
    explorer_wait(explorer);
    while (desk->n_views > 0)
        desk_close_view(desk);
    desk->scene.focus = REGION_KNOBS;
    desk->scene.full = desk->scene.presenting = false;
    desk->scene.board = desk->boards.items[1];
    desk->scene.latency_form = LATENCY_TIME;
    desk->message.text[0] = 0;
    explorer_drop_starts(explorer); /* what was asked for once is told from then on */
    assert_true(desk_resize(desk, 100, 30, NULL));
    desk_draw(desk);
    desk_settle(desk);
    assert_canvas(&desk->canvas, first);
}
