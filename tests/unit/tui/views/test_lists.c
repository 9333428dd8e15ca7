/* The views that list things about the run: schemes, edits, provenance, the command. What they say is held
 * against the scenario and the model; what they change is undone and must leave the first frame. */
#include "tests/unit/tui/desk_support.h"

#include "tui/views/picker.h"

static const struct knob_ref cit = {.id = KNOB_CIT},
                             route = {.id = KNOB_POLICY, .scope = SCOPE_LAYER, .layer = LAYER_ROUTE};

static double cit_at(const struct desk *desk, int64_t t_ns)
{
    return knob_at(&desk->explorer->document.scenario, cit, t_ns).number;
}

static void run(struct desk *desk, const char *line)
{
    desk_command(desk, line);
    assert_or(!(desk->message.bad && desk->message.text[0]), "%s: %s", line, desk->message.text);
}

/* The picker of the view on top, after a frame, as a user would meet it. */
static struct picker_view *top_picker(struct desk *desk)
{
    desk_draw(desk);
    return desk_top_view(desk)->state;
}

/* Chooses the first row that has this text. */
static bool choose_row(struct desk *desk, const char *text)
{
    struct picker_view *picker = top_picker(desk);
    desk_action(desk, ACTION_LIST_FIRST);
    for (int i = 0; i < picker->n_shown; i++) {
        if (strcmp(picker_item_text(picker, picker_item(picker)), text) == 0)
            return true;
        desk_action(desk, ACTION_LIST_DOWN);
    }
    return false;
}

/* Takes everything back; the frame must be the one from before. */
static void expect_undone(struct desk *desk, const char *first, int64_t cursor_ns)
{
    while (desk->n_views > 0)
        desk_close_view(desk);
    while (desk->explorer->document.history.done > 0)
        desk_action(desk, ACTION_UNDO);
    desk->explorer->results.reference = REFERENCE_BASELINE;
    desk->explorer->document.from_start = false;
    desk->explorer->focus.favourite = cit;
    explorer_list_knobs(desk->explorer);
    desk_settle(desk);
    explorer_seek(desk->explorer, cursor_ns);
    message_clear(&desk->message);
    desk_settle(desk);
    assert_canvas(&desk->canvas, first);
}

/* --- edits --- */

FACT_AT(test_an_empty_list_says_what_to_do, desk_for_test(120, 40))
{
    desk_acts(desk, ACTION_EDITS);
    assert_shows(desk, "No edits yet. On the dashboard + and - turn the chosen knob from the cursor on",
                 "u undo  Esc leave");
    assert_false(desk_shows(desk, "Del remove"));
    desk_acts(desk, ACTION_LIST_DELETE, ACTION_LIST_ACCEPT, ACTION_LIST_UNDO);
    assert_string_equal(desk->message.text, "nothing to undo");
}

FACT_AT(test_removing_and_undo, desk_for_test(120, 40))
{
    int64_t cursor_ns = desk->explorer->time.cursor_ns;
    DEFER(memory_leave) char *first = canvas_to_text(&desk->canvas);
    run(desk, "goto 30m");
    run(desk, "set cit 0.8");
    run(desk, "goto 1h30m");
    run(desk, "set load 1.5");
    run(desk, "goto 2h");
    desk_settle(desk);
    desk_action(desk, ACTION_EDITS);
    assert_int_equal(top_picker(desk)->n, 2);
    assert_shows(desk, "CIT 0.80", "was 1.00");
    assert_int_equal(picker_item(top_picker(desk)), 1); /* the last before the cursor */
    desk_action(desk, ACTION_LIST_FIRST);
    desk_key(desk, KEYCODE_DELETE);
    assert_string_equal(desk->message.text, "removed CIT 0.80 from 06:30; u brings it back");
    assert_int_equal(desk->explorer->document.scenario.n_edits, 1);
    assert_int_equal(top_picker(desk)->n, 1);
    desk_key(desk, KEYCODE_DELETE);
    assert_int_equal(top_picker(desk)->n, 0);
    desk_press(desk, "u u");
    assert_int_equal(top_picker(desk)->n, 2);
    assert_true(cit_at(desk, NS_PER_HOUR / 2) < 0.81 && cit_at(desk, NS_PER_HOUR / 2 - 1) == 1);
    expect_undone(desk, first, cursor_ns);
}

/* Enter puts the cursor on the edit and its knob into focus, so that a turn changes this edit. */
FACT_AT(test_going_to_an_edit, desk_for_test(120, 40))
{
    run(desk, "goto 30m");
    run(desk, "set load 1.5");
    run(desk, "goto 2h");
    desk_settle(desk);
    desk_acts(desk, ACTION_EDITS, ACTION_LIST_ACCEPT);
    assert_int_equal(desk->n_views, 0);
    assert_int_equal(desk->explorer->time.cursor_ns, NS_PER_HOUR / 2);
    desk_action(desk, ACTION_TURN_UP);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 1);
    assert_true(desk->explorer->document.scenario.edits[0].value.number > 1.54);
}

/* Moves in a row are one change, land on the buckets' edges, and an edit that was in the way comes back when
 * the moved one has passed it. */
FACT_AT(test_moving, desk_for_test(120, 40))
{
    int64_t bucket_ns = desk->explorer->results.current->recording->bucket_ns,
            cursor_ns = desk->explorer->time.cursor_ns;
    DEFER(memory_leave) char *first = canvas_to_text(&desk->canvas);
    const struct scenario *scenario = &desk->explorer->document.scenario;
    explorer_seek(desk->explorer, 20 * bucket_ns + 7);
    run(desk, "set cit 0.8");
    explorer_seek(desk->explorer, 22 * bucket_ns);
    run(desk, "set cit 0.9");
    explorer_seek(desk->explorer, 20 * bucket_ns + 7);
    desk_settle(desk);
    desk_action(desk, ACTION_EDITS);
    for (int i = 0; i < 4; i++) {
        assert_true(choose_row(desk, picker_item_text(top_picker(desk), i == 3 ? 1 : 0)));
        desk_key(desk, ']');
        assert_int_equal(desk->explorer->document.history.done, 3);
        assert_int_equal(scenario->n_edits, i == 1 ? 1 : 2);
        assert_true(cit_at(desk, (21 + i) * bucket_ns) == 0.8);
        if (i != 1)
            assert_true(cit_at(desk, 22 * bucket_ns) == 0.9);
        if (i == 1) /* it stands where the other was */
            assert_true(cit_at(desk, 22 * bucket_ns) == 0.8);
        if (i == 1)
            desk_key(desk, ']'), i++;
    }
    desk_key(desk, 'u');
    assert_int_equal(scenario->n_edits, 2);
    assert_int_equal(scenario->edits[0].t_ns, 20 * bucket_ns + 7);
    desk_action(desk, ACTION_LIST_FIRST);
    desk_key(desk, '[');
    assert_int_equal(scenario->edits[0].t_ns, 20 * bucket_ns);
    for (int i = 0; i < 30; i++)
        desk_key(desk, '[');
    assert_int_equal(scenario->edits[0].t_ns, 0);
    assert_has(desk->message.text, "cannot move on");
    assert_int_equal(desk->explorer->document.history.done, 3);
    expect_undone(desk, first, cursor_ns);
}

/* What was turned from the start is listed first and set back with the key that removes. */
FACT_AT(test_from_the_start, desk_for_test(120, 40))
{
    int64_t cursor_ns = desk->explorer->time.cursor_ns;
    DEFER(memory_leave) char *first = canvas_to_text(&desk->canvas);
    run(desk, "goto 1h");
    run(desk, "set cit 0.8");
    desk_action(desk, ACTION_APPLY_MODE);
    run(desk, "set load 1.5");
    run(desk, "set policy.route lowenergy");
    run(desk, "set profile_scale.job2 2");
    desk_settle(desk);
    const struct scenario *scenario = &desk->explorer->document.scenario;
    desk_action(desk, ACTION_EDITS);
    struct picker_view *picker = top_picker(desk);
    assert_int_equal(picker->n, 4); /* the fleet came with the scheme: it is no row of its own */
    for (int i = 0; i < 3; i++)
        assert_ptr_equal(strstr(picker_item_text(picker, i), "from start"), picker_item_text(picker, i));
    desk_action(desk, ACTION_LIST_FIRST);
    desk_key(desk, ']');
    assert_has(desk->message.text, "cannot move");
    int done = desk->explorer->document.history.done;
    for (int i = 0; i < 3; i++) {
        desk_action(desk, ACTION_LIST_FIRST);
        desk_key(desk, KEYCODE_DELETE);
        assert_has(desk->message.text, "again from the start");
        assert_int_equal(desk->explorer->document.history.done, ++done);
        assert_int_equal(top_picker(desk)->n, 3 - i);
    }
    assert_int_equal(scenario->policy[LAYER_ROUTE], POLICY_CARBONDIS);
    assert_int_equal(scenario->fleet, scenario->default_fleet);
    assert_true(scenario->number[KNOB_LOAD] == 1 && scenario->apps[1].profile_scale == 1);
    assert_true(desk->explorer->document.from_start); /* the mode is the user's */
    desk_key(desk, 'u');
    assert_int_equal(top_picker(desk)->n, 2);
    expect_undone(desk, first, cursor_ns);
}

/* A view over the list changes the scenario: the list is read again before it acts on a row. */
FACT_AT(test_the_list_follows, desk_for_test(120, 40))
{
    run(desk, "goto 1h");
    run(desk, "set policy.route dybatch");
    run(desk, "goto 2h");
    run(desk, "set policy.route random");
    desk_settle(desk);
    desk_action(desk, ACTION_EDITS);
    assert_int_equal(top_picker(desk)->n, 2);
    desk_action(desk, ACTION_SCHEMES);
    assert_non_null(desk_find_row(desk, "route LOWENERGY"));
    desk_action(desk, ACTION_LIST_ACCEPT); /* another fleet: the edits go */
    assert_int_equal(desk->n_views, 1);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
    desk_key(desk, KEYCODE_DELETE); /* without a frame in between */
    assert_int_equal(desk->explorer->document.scenario.policy[LAYER_ROUTE], POLICY_CARBONDIS);
    assert_int_equal(top_picker(desk)->n, 0);
}

/* --- schemes --- */

/* The table of schemes with everything that lies folded; returns how many rows stood for others. */
static int open_schemes(struct desk *desk)
{
    static const char *const signs[] = {"▾", "▸", "▾"}; /* open, closed, open */
    int folds = 0;
    desk_action(desk, ACTION_SCHEMES);
    struct ask *ask = desk_asked(desk);
    while (!account_step(&ask->account, 0, ask->step)->heading)
        desk_action(desk, ACTION_LIST_DOWN);
    for (size_t times = 0; times < sizeof signs / sizeof *signs; times++) {
        desk_acts(desk, ACTION_LIST_ACCEPT);
        const struct account_row *row = account_step(&ask->account, 0, ask->step);
        assert_true(strncmp(row->heading, signs[times], strlen(signs[times])) == 0 && desk->n_views == 1);
    }
    for (size_t i = 0; i < account_steps(&ask->account, 0); i++)
        folds += account_step(&ask->account, 0, i)->heading != NULL;
    return folds;
}

/* Every row does what it says: it is taken and in force where it promised to be, or refused with the reason.
 * Rows are found by what they say: they are sorted by carbon once their runs have come. */
FACT_AT(test_every_scheme, desk_for_test(120, 40))
{
    int64_t cursor_ns = desk->explorer->time.cursor_ns;
    DEFER(memory_leave) char *first = canvas_to_text(&desk->canvas);
    run(desk, "goto 1h");
    int folds = open_schemes(desk), n = 0, taken = 0, refused = 0, live = 0;
    char rows[6 + 3 + 10 + 5 + 2 + 3][200]; /* configure, place, route, share, tune, fleets */
    const struct ask *ask = desk_asked(desk);
    assert_int_equal(folds, 1);
    assert_int_equal(account_steps(&ask->account, 0) - 1, sizeof rows / sizeof *rows);
    for (size_t i = 0; i < sizeof rows / sizeof *rows + 1; i++) {
        char words[200];
        if (!desk_row(ask, i, words)->heading)
            snprintf(rows[n++], sizeof *rows, "%s", words);
    }
    for (int i = 0; i < n; i++) {
        const char *row = rows[i];
        if (desk->n_views == 0)
            open_schemes(desk);
        assert_non_null(desk_find_row(desk, row));
        int done = desk->explorer->document.history.done;
        desk_action(desk, ACTION_LIST_ACCEPT);
        bool changed = desk->explorer->document.history.done > done;
        if (desk->n_views > 0) {
            assert_true(desk->message.bad && strlen(desk->message.text) > 20 && !changed);
            refused++;
            continue;
        }
        taken += changed;
        const struct scenario *scenario = &desk->explorer->document.scenario;
        if (strncmp(row, "route ", 6) == 0) {
            struct knob_value now = knob_at(scenario, route, NS_PER_HOUR);
            const char *title = policy_infos[policy_find(LAYER_ROUTE, now.text)].title;
            assert_ptr_equal(strstr(row, title), row + 6);
            live += changed && scenario->n_edits == 1;
        }
        if (changed)
            desk_action(desk, ACTION_UNDO);
        assert_int_equal(desk->explorer->document.history.done, 0);
    }
    assert_int_equal(live, 7); /* routes but the one in force, HIGHPERF and LOWENERGY (their own fleets) */
    assert_int_equal(taken, live + 2 + 2 + 4 + 1 + 1);
    assert_int_equal(refused, 5 + 1);
    expect_undone(desk, first, cursor_ns);
}

/* Without the fleet that it needs a scheme stays listed and says why not. */
FACT_FOR(test_a_missing_fleet, carbondis_scenario(3, 20000, 200))
{
    for (int f = 1; f < scenario->n_fleets; f++)
        free(scenario->fleets[f].gpus);
    scenario->n_fleets = 1;
    DEFER(desk_leave) struct desk *desk = desk_on(scenario, 120, 40);
    assert_int_equal(open_schemes(desk), 1);
    assert_non_null(desk_find_row(desk, "route HIGHPERF"));
    assert_shows(desk, "not here");
    desk_action(desk, ACTION_LIST_ACCEPT);
    assert_int_equal(desk->n_views, 1);
    assert_has(desk->message.text, "runs on fleet 'high', which this scenario does not have");
    assert_int_equal(desk->explorer->document.history.done, 0);
    assert_null(desk_find_row(desk, "fleet hetero")); /* one fleet is no choice */
}

/* The fleet can be chosen apart from a scheme that is content with any. */
FACT_AT(test_a_fleet_by_itself, desk_for_test(120, 40))
{
    run(desk, "set policy.route own-queue");
    desk_settle(desk);
    desk_action(desk, ACTION_SCHEMES);
    assert_non_null(desk_find_row(desk, "fleet low"));
    assert_shows(desk, "low: 3 × P4", "from the start");
    desk_action(desk, ACTION_LIST_ACCEPT);
    assert_int_equal(desk->n_views, 0);
    assert_int_equal(desk->explorer->document.scenario.fleet,
                     scenario_find_fleet(&desk->explorer->document.scenario, "low"));
}

/* --- provenance --- */

static const char *facts_of(struct desk *desk, const char *row)
{
    static char text[64000];
    struct ask *ask = desk_top_view(desk)->state;
    desk_draw(desk);
    size_t n = account_steps(&ask->account, 0);
    for (ask->step = 0; ask->step < n; ask->step++) {
        const struct account_cell *cells = account_step(&ask->account, 0, ask->step)->cells;
        snprintf(text, sizeof text, "%s %s", cells[0].shown, cells[2].shown);
        if (strcmp(text, row) == 0)
            break;
    }
    assert_true(ask->step < n);
    desk_draw(desk);
    DEFER(memory_leave) char *screen = canvas_to_text(&desk->canvas);
    snprintf(text, sizeof text, "%s", screen);
    return text;
}

/* Rows measured at small batches only: the share of requests is what the batches that are drawn say. */
FACT_AT(test_what_profiles_rest_on, desk_for_test(160, 45))
{
    desk_action(desk, ACTION_PROVENANCE);
    const char *screen = facts_of(desk, "profiles job 1 m1 on P4, batch 20");
    assert_has(screen, "m1 on P4 is measured at batch 1 to 128, and its", "100.0 %");
    screen = facts_of(desk, "grid steps, kind unknown, basis unknown");
    assert_has(screen, "source: ");
    screen = facts_of(desk, "load 3 apps drawn from distributions, seed 1");
    assert_has(screen, "job1: poisson-gap, mean gap 20000 ms");
    facts_of(desk, "devices P4 idle 25 W");
    facts_of(desk, "devices embodied carbon is not counted");
    desk_close_view(desk);
    run(desk, "set profile_scale.job2 1.5");
    desk_settle(desk);
    desk_action(desk, ACTION_PROVENANCE);
    facts_of(desk, "knobs profile_scale.job2 is 1.5 from the start");
}

/* The fixture's m1, of which only batches up to 25 are measured. */
static const struct profile_set *partly_measured(void *context, const char *model, struct error *error)
{
    static struct profile_row rows[2000];
    static struct profile_set partly;
    const struct profile_set *set = fixture_catalog()->profile(context, model, error);
    assert_true(set->n <= sizeof rows / sizeof *rows);
    partly = *set;
    partly.rows = rows;
    for (size_t k = 0; k < set->n; k++) {
        rows[k] = set->rows[k];
        rows[k].provenance = rows[k].batch <= 25 ? PROVENANCE_MEASURED : PROVENANCE_MODELLED;
        strcpy(rows[k].source, rows[k].batch <= 25 ? "Table 1" : "rule 9: a line");
    }
    return &partly;
}

/* Batches are normal(20, 10), rounded, at least 1: 70.9 % are at most 25, by a table of the normal
 * distribution at 0.55; 99 of 100 lie between 1 and 46 (20 + 2.576 x 10). */
FACT(test_partly_measured)
{
    struct catalog catalog = *fixture_catalog();
    catalog.profile = partly_measured;
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(1, 20000, 200);
    DEFER(desk_leave) struct desk *desk = desk_over(&catalog, &scenario, 160, 45);
    desk_action(desk, ACTION_PROVENANCE);
    const char *screen = facts_of(desk, "profiles job 1 m1 on P4, batch 20");
    assert_has(screen, "~  job 1 m1 on P4", "is measured at batch 1 to 25", "batch 1 to 46",
               "70.9 % measured, 29.1 %", "batch 1 to 25, measured: Table 1",
               "batch 26 to 128, modelled: rule 9: a line");
}
