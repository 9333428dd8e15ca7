/* The MIG editor: every legal configuration can be reached and no other, whatever keys are pressed; Enter is
 * one change and one undo, Esc none; the forecast is what the engine measures; the mouse; any size. */
#include "tests/support/clover_model.h"
#include "tests/support/slow_build.h"
#include "tests/unit/tui/desk_support.h"
#include "tui/views/mig_editor.h"

enum { GPUS = 3 };

/* Three A100 for two apps of the model `mixed`; its large variant needs 6 GB, too much for a 1g slice. */
static struct scenario make_scenario(const char *layout)
{
    char assignment[160];
    struct scenario scenario = sliced_scenario(2, "mixed", 200, 0, GPUS);
    scenario.hours = 1;
    for (int app = 0; app < scenario.n_apps; app++)
        snprintf(scenario.apps[app].variant, sizeof scenario.apps[app].variant, "small");
    for (int gpu = 0; gpu < GPUS && *layout; gpu++) {
        snprintf(assignment, sizeof assignment, "mig.gpu%d=%s", gpu, layout);
        assert_true(scenario_apply_set(&scenario, assignment, &err));
    }
    return scenario;
}

/* One GPU, a single slice of it for one app's large variant. */
static struct scenario make_whole(double gap_ms)
{
    struct scenario scenario = sliced_scenario(1, "mixed", gap_ms, 0, 1);
    scenario.hours = 1;
    snprintf(scenario.apps[0].variant, sizeof scenario.apps[0].variant, "large");
    assert_true(scenario_apply_set(&scenario, "mig.gpu0=7g:job1/large", &(struct error){0}));
    return scenario;
}

static struct desk *open_cut(const char *layout, int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = make_scenario(layout);
    return desk_on(&scenario, columns, rows);
}

#define HALVES "4g:job1/large,3g:job2/large"

static struct mig_editor *edit_gpu(struct desk *desk)
{
    desk_does(desk, ACTION_MIG_EDITOR);
    struct open_view *top = desk_top_view(desk);
    assert_non_null(top);
    assert_string_equal(view_names[top->id].name, "mig-editor");
    return top->state;
}

/* --- what can be reached --- */

/* From everywhere by the keys alone, until nothing new is found. */
FACT_AT(test_all_configurations_and_no_other, open_cut(HALVES, 120, 40))
{
    struct mig_editor *editor = edit_gpu(desk);
    bool reached[MIG_CONFIGS] = {false}, grown = true;
    char reason[MIG_REASON];
    reached[editor->draft.cut.config] = true;
    while (grown) {
        grown = false;
        for (int c = 0; c < MIG_CONFIGS; c++)
            for (int at = 0; reached[c] && at < mig_configs[c].n; at++) {
                editor->draft.cut.config = c;
                editor->draft.at = at;
                int next[4] = {mig_draft_finer(&editor->draft, reason),
                               mig_draft_coarser(&editor->draft, reason),
                               at ? mig_draft_join(&editor->draft, at, reason) : -1, -1};
                for (int cut = 0; cut < MIG_CUTS; cut++) {
                    next[3] = mig_cuts[cut].config;
                    for (int i = 0; i < 4; i++)
                        if (next[i] >= 0 && !reached[next[i]])
                            reached[next[i]] = grown = true;
                }
            }
    }
    for (int c = 0; c < MIG_CONFIGS; c++)
        assert_true(reached[c]);
}

FACT_AT(test_random_keys, open_cut(HALVES, 100, 30))
{
    static const uint32_t keys[] = {
        KEYCODE_LEFT, KEYCODE_RIGHT, KEYCODE_UP,     KEYCODE_DOWN, KEYCODE_UP, KEYCODE_DOWN, '+', '-', '+',
        '-',          '\t',          KEYCODE_DELETE, 'g',          'G',        '=',          'f', 'p', 'u'};
    struct mig_editor *editor = edit_gpu(desk);
    uint64_t generation = desk->explorer->document.generation;
    bool seen[MIG_CONFIGS] = {false};
    for (uint64_t i = 0; i < THINNED(1000, 3000); i++) {
        desk_key(desk, keys[random_u64(11, i) % (sizeof keys / sizeof *keys)]);
        const struct mig_draft *draft = &editor->draft;
        const struct mig_config *config = mig_draft_config(draft);
        struct knob_value value, read;
        assert_in_range(draft->cut.config, 0, MIG_CONFIGS - 1);
        assert_in_range(draft->at, 0, config->n - 1);
        for (int k = 0; k < config->n; k++)
            assert_true(draft->cut.on[k] < 0 ||
                        editor->offers.items[draft->cut.on[k]].fits[config->slices[k]]);
        mig_draft_print(draft, &desk->explorer->document.scenario, &value);
        struct knob_ref knob = knob_of_gpu(KNOB_MIG, editor->gpu);
        if (!knob_parse(&desk->explorer->document.scenario, knob, value.text, &read, &err))
            fail_msg("%s: %s", value.text, err.message);
        seen[editor->draft.cut.config] = true;
        if (i % 64 == 0)
            desk_settle(desk);
    }
    int n = 0;
    for (int c = 0; c < MIG_CONFIGS; c++)
        n += seen[c];
    assert_int_equal(n, MIG_CONFIGS);
    assert_int_equal(desk->explorer->document.generation, generation);
    assert_int_equal(desk->explorer->document.history.done, 0);
}

/* What does not fit cannot be placed, and it is said why. */
FACT(test_unfit_is_said)
{
    DEFER(desk_leave) struct desk *desk = open_cut("1g:job1,1g:job2", 100, 30);
    struct mig_editor *editor = edit_gpu(desk);
    desk_does(desk, ACTION_LIST_TAB);
    while (mig_draft_slice(&editor->draft) != MIG_1G)
        desk_does(desk, ACTION_LIST_RIGHT);
    desk_does(desk, ACTION_LIST_LAST);
    assert_int_equal(editor->offers.n, 4);
    assert_int_equal(editor->offers.items[mig_draft_offer(&editor->draft)].app, 1);
    assert_string_equal(editor->offers.items[mig_draft_offer(&editor->draft)].variant, "small");
    assert_has(desk->message.text, "job2 large needs 6 GB, a 1g slice has 5");
    assert_shows(desk, "needs 6 GB, slice has 5");
    desk_leave(&desk);
    desk = open_cut(HALVES, 100, 30);
    editor = edit_gpu(desk);
    while (mig_draft_slice(&editor->draft) != MIG_1G)
        desk_does(desk, ACTION_MIG_FINER);
    assert_has(desk->message.text, "job1 large does not fit a 1g slice: job1 small stands there now");
    desk_does(desk, ACTION_MIG_FINER);
    assert_has(desk->message.text, "a 1g slice cannot be cut any finer");
}

/* --- committing --- */

FACT_AT(test_enter_is_one_change, open_cut(HALVES, 120, 40))
{
    desk_command(desk, "goto 30m");
    edit_gpu(desk);
    desk_does(desk, ACTION_MIG_FINER, ACTION_LIST_ACCEPT);
    const struct explorer *explorer = desk->explorer;
    assert_null(desk_top_view(desk));
    assert_int_equal(explorer->document.scenario.n_edits, 1);
    assert_int_equal(explorer->document.history.done, 1);
    assert_int_equal(explorer->document.scenario.edits[0].t_ns, 1800 * NS_PER_S);
    assert_string_equal(explorer->document.scenario.edits[0].value.text,
                        "2g:job1/large,2g:job1/large,3g:job2/large");
    assert_has(explorer->results.references[REFERENCE_BEFORE].name, "before");
    edit_gpu(desk); /* shows what is in force there now */
    assert_shows(desk, "3g 2g 2g");
    desk_does(desk, ACTION_BACK, ACTION_UNDO);
    assert_int_equal(explorer->document.scenario.n_edits, 0);
    desk_does(desk, ACTION_REDO);
    assert_int_equal(explorer->document.scenario.n_edits, 1);
}

FACT_AT(test_escape_leaves_all, open_cut(HALVES, 120, 40))
{
    uint64_t generation = desk->explorer->document.generation;
    edit_gpu(desk);
    desk_does(desk, ACTION_MIG_FINER, ACTION_BACK);
    assert_null(desk_top_view(desk));
    assert_int_equal(desk->explorer->document.generation, generation);
    assert_int_equal(desk->explorer->document.history.done, 0);
    edit_gpu(desk);
    desk_does(desk, ACTION_LIST_ACCEPT); /* nothing was changed */
    assert_has(desk->message.text, "is cut so already");
    assert_int_equal(desk->explorer->document.history.done, 0);
}

FACT_AT(test_all_gpus_are_one_change, open_cut(HALVES, 120, 40))
{
    desk_command(desk, "goto 30m");
    edit_gpu(desk);
    desk_does(desk, ACTION_MIG_COARSER, ACTION_MIG_ALL);
    assert_shows(desk, "all 3 GPUs alike");
    desk_does(desk, ACTION_LIST_ACCEPT);
    assert_int_equal(desk->explorer->document.scenario.n_edits, GPUS);
    assert_int_equal(desk->explorer->document.history.done, 1);
    char words[96];
    explorer_describe(desk->explorer, history_top(&desk->explorer->document.history), false, words);
    assert_has(words, "3 GPUs cut 7g job1/large from ");
    assert_string_equal(desk->explorer->results.references[REFERENCE_BEFORE].name, "before");
    desk_does(desk, ACTION_UNDO);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
}

/* The switch of the scheme that goes with it is no GPU. */
FACT_AT(test_only_gpus_are_counted, open_cut(HALVES, 120, 40))
{
    struct knob_turn of[3] = {{.knob = {.id = KNOB_POLICY, .scope = SCOPE_LAYER, .layer = LAYER_CONFIGURE}},
                              {.knob = {.id = KNOB_MIG, .scope = SCOPE_GPU, .target = 1}},
                              {.knob = {.id = KNOB_MIG, .scope = SCOPE_GPU, .target = 0}}};
    char words[96];
    desk_command(desk, "goto 30m");
    snprintf(of[0].value.text, KNOB_TEXT_SIZE, "%s", policy_infos[POLICY_MANUAL].name);
    for (int i = 1; i < 3; i++)
        snprintf(of[i].value.text, KNOB_TEXT_SIZE, "7g:job1/large");
    assert_true(explorer_set_together(desk->explorer, of, 3, false, &err));
    explorer_describe(desk->explorer, history_top(&desk->explorer->document.history), false, words);
    assert_has(words, "2 GPUs cut 7g job1/large from ");
    for (int i = 1; i < 3; i++) /* a long one goes by its slices */
        snprintf(of[i].value.text, KNOB_TEXT_SIZE, "3g:job1/large,2g:job1/small,1g:job1/small,1g:job2/small");
    assert_true(explorer_set_together(desk->explorer, of, 3, false, &err));
    explorer_describe(desk->explorer, history_top(&desk->explorer->document.history), false, words);
    assert_has(words, "2 GPUs cut 3g, 2g, 2×1g from ");
}

FACT_AT(test_from_the_start, open_cut(HALVES, 120, 40))
{
    desk_command(desk, "goto 30m");
    edit_gpu(desk);
    desk_does(desk, ACTION_MIG_APPLY_MODE, ACTION_MIG_FINER, ACTION_LIST_ACCEPT);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
    assert_int_equal(desk->explorer->document.scenario.fleets[0].gpus[0].n_pods, 3);
    assert_int_equal(desk->explorer->document.scenario.fleets[0].gpus[1].n_pods, 2);
    desk_does(desk, ACTION_UNDO);
    assert_int_equal(desk->explorer->document.scenario.fleets[0].gpus[0].n_pods, 2);
}

/* A scheme that sets layouts gives way in the same change, unless that is switched off. */
FACT(test_scheme_gives_way)
{
    for (int keep = 0; keep < 2; keep++) {
        struct scenario scenario = make_scenario(HALVES);
        scenario.policy[LAYER_CONFIGURE] = POLICY_CO2OPT;
        DEFER(desk_leave) struct desk *desk = desk_on(&scenario, 120, 40);
        scenario_free(&scenario);
        desk_command(desk, "goto 30m");
        edit_gpu(desk);
        assert_shows(desk, "CO2OPT sets layouts by itself: it gives way to MANUAL");
        assert_shows(desk, "1g job1"); /* as the scheme has cut it */
        if (keep)
            desk_does(desk, ACTION_MIG_MANUAL);
        assert_int_equal(desk_shows(desk, "will undo this"), keep);
        desk_does(desk, ACTION_LIST_DELETE, ACTION_LIST_ACCEPT);
        const struct scenario *now = &desk->explorer->document.scenario;
        if (!keep) {
            assert_int_equal(now->n_edits, 2);
            assert_int_equal(now->edits[0].knob.id, KNOB_POLICY);
            assert_string_equal(now->edits[0].value.text, "manual");
        }
        assert_int_equal(desk->explorer->document.history.done, now->n_edits > 0);
        desk_does(desk, ACTION_EDITS); /* what the scenario has was not in force before */
        assert_shows(desk, "was CO2OPT's");
        desk_close_view(desk);
        assert_string_equal(desk->scene.reference_name, "before");
        desk_does(desk, ACTION_UNDO);
        assert_int_equal(now->n_edits, 0);
    }
}

/* The states that the slices of gpu0 are in at the cursor, a bit each. */
static unsigned states_there(const struct desk *desk)
{
    const struct recorded_layout *there =
        recording_layout_at(desk->explorer->results.current->recording, 0, desk->explorer->time.cursor_ns);
    unsigned states = 0;
    for (int s = 0; s < mig_configs[there->config].n; s++)
        states |= 1U << there->slices[s].state;
    return states;
}

static bool slices_change(const struct desk *desk)
{
    return (states_there(desk) & ~(1U << SLICE_UP | 1U << SLICE_EMPTY)) != 0 ||
           recording_layout_at(desk->explorer->results.current->recording, 0, desk->explorer->time.cursor_ns)
                   ->phase != CUT_STEADY;
}

/* Where a scheme orders another layout under the cursor, an edit there comes first: the GPU is what it was
 * before, and what was made of it is what the editor shows when it is opened there again. */
FACT_FOR(test_edit_comes_first, make_scenario("7g:job1/large"))
{
    scenario->n_apps = 1;
    scenario->policy[LAYER_CONFIGURE] = POLICY_CO2OPT;
    assert_true(scenario_apply_at(scenario, "1800:policy.configure=base", &err));
    DEFER(desk_leave) struct desk *desk = desk_on(scenario, 120, 40);
    explorer_seek(desk->explorer, ns_from_s(1799));
    struct knob_value before = mig_fleet_cut(desk->explorer, 0, false);
    explorer_seek(desk->explorer, ns_from_s(1800));
    assert_true(slices_change(desk));
    assert_false(mig_fleet_is_changing(desk->explorer, 0, false));
    assert_string_equal(mig_fleet_cut(desk->explorer, 0, false).text, before.text);
    edit_gpu(desk);
    desk_does(desk, ACTION_LIST_DELETE, ACTION_LIST_ACCEPT);
    assert_null(desk_top_view(desk));
    for (int gpu = 1; gpu < GPUS; gpu++) /* the others are left as they were: base has given way */
        assert_false(mig_fleet_is_changing(desk->explorer, gpu, false));
    const struct mig_editor *editor = edit_gpu(desk);
    assert_int_equal(editor->draft.now.on[0], -1);
}

/* While slices drain, wait or load, the GPU counts as what it is to be, and that is said. */
FACT_FOR(test_change_under_way, make_whole(20))
{
    scenario->policy[LAYER_CONFIGURE] = POLICY_CO2OPT;
    assert_true(scenario_apply_at(scenario, "1800:policy.configure=base", &err));
    DEFER(desk_leave) struct desk *desk = desk_on(scenario, 120, 40);
    explorer_seek(desk->explorer, ns_from_s(1830));
    struct knob_value due = mig_fleet_cut(desk->explorer, 0, false);
    assert_false(mig_fleet_is_changing(desk->explorer, 0, false));
    unsigned seen = 0, changing = 0;
    for (double t_s = 1800; t_s < 1830; t_s += 0.005) {
        explorer_seek(desk->explorer, ns_from_s(t_s));
        if (!mig_fleet_is_changing(desk->explorer, 0, false))
            continue;
        changing++;
        seen |= states_there(desk);
        assert_string_equal(mig_fleet_cut(desk->explorer, 0, false).text, due.text);
    }
    assert_true(changing > 0 && seen & 1U << SLICE_STOPPED && seen & 1U << SLICE_DRAINING);
    explorer_seek(desk->explorer, ns_from_s(1805));
    desk_settle(desk);
    edit_gpu(desk);
    assert_shows(desk, "Cut gpu0   A100-40GB, changing", "soon │7g large", "soon: after the change");
    assert_shows(desk, "                soon                new"); /* the forecast's columns */
    desk_does(desk, ACTION_MIG_APPLY_MODE);
    assert_false(desk_shows(desk, "soon"));
}

/* --- the forecast --- */

FACT_AT(test_forecast, open_cut(HALVES, 120, 40))
{
    struct mig_editor *editor = edit_gpu(desk);
    const struct standstill *now = &editor->forecasts[FORECAST_NOW], *new = &editor->forecasts[FORECAST_NEW];
    assert_true(now->known && new->known);
    assert_true(now->power_w == new->power_w && now->tail_ms[0] == new->tail_ms[0]);
    assert_true(fabs(now->accuracy[0] - 0.9) < 1e-9 && !now->overloaded);
    const struct recording *recording =
        desk->explorer->results.current->recording; /* is settled all the time */
    double energy = recording->summary.energy_it_j / recording->summary.horizon_s;
    assert_true(fabs(now->power_w / energy - 1) < 0.02);
    double grams = recording->summary.carbon_total_g / (recording->summary.horizon_s / 3600);
    assert_true(fabs(now->carbon_g_per_h / grams - 1) < 0.02);
    desk_does(desk, ACTION_MIG_ALL, ACTION_LIST_TAB);
    desk_does(desk, ACTION_LIST_UP); /* job1 small on the 4g slices */
    assert_true(fabs(new->accuracy[0] - 0.7) < 1e-9 && fabs(new->accuracy[1] - 0.9) < 1e-9);
    assert_true(new->tail_ms[0] < now->tail_ms[0] && new->power_w < now->power_w);
    assert_true(desk_shows(desk, "worse") && desk_shows(desk, "better"));
}

/* f as the editor shows it for a GPU of BASE, and as the engine's objective has it for that power. */
static double forecast_f(double lambda, double loss_pct)
{
    struct objective objective;
    DEFER(scenario_free) struct scenario scenario = clover_scenario(1, 100, 2);
    scenario.number[KNOB_LAMBDA] = lambda;
    scenario.number[KNOB_ACCURACY_LOSS_PCT] = loss_pct;
    DEFER(desk_leave) struct desk *desk = desk_on(&scenario, 120, 40);
    struct mig_editor *editor = edit_gpu(desk);
    desk_does(desk, ACTION_MIG_ALL, ACTION_LIST_TAB);
    desk_does(desk, ACTION_LIST_UP); /* the other variant */
    const struct standstill *new = &editor->forecasts[FORECAST_NEW];
    const struct model *model = desk->explorer->results.current->model;
    assert_true(new->known &&new->accuracy_change < -1);
    assert_shows(desk, "objective f");
    assert_true(
        objective_at(model, desk->explorer->time.cursor_ns, 200, &objective)); /* a flat grid of 200 g/kWh */
    double energy_j = new->power_w / objective_rate_hz(model, desk->explorer->time.cursor_ns), f = new->f;
    assert_true(fabs(f - objective_f(&objective, energy_j, new->accuracy_change)) < 1e-6);
    return f;
}

/* Under an accuracy limit lambda counts for nothing, in the forecast as in the run. */
FACT(test_objective_under_a_limit)
{
    assert_true(fabs(forecast_f(0.2, 2) - forecast_f(0.9, 2)) < 1e-9);
    assert_true(fabs(forecast_f(0.2, 0) - forecast_f(0.9, 0)) > 1);
}

/* Nothing for an app to run on: there is no forecast, and it is said why; from the start it cannot be. */
FACT_AT(test_no_forecast, open_cut(HALVES, 120, 40))
{
    struct mig_editor *editor = edit_gpu(desk);
    desk_does(desk, ACTION_MIG_ALL, ACTION_MIG_APPLY_MODE, ACTION_LIST_DELETE);
    assert_false(editor->forecasts[FORECAST_NEW].known);
    assert_true(*editor->fault);
    desk_does(desk, ACTION_LIST_ACCEPT);
    assert_non_null(desk_top_view(desk));
    assert_true(desk->message.bad);
    assert_int_equal(desk->explorer->document.history.done, 0);
}

/* What a layout saves by not carrying the load is not called better. */
FACT_FOR(test_overload_saves_nothing, make_whole(60))
{
    DEFER(desk_leave) struct desk *desk = desk_on(scenario, 120, 40);
    struct mig_editor *editor = edit_gpu(desk);
    assert_false(editor->forecasts[FORECAST_NOW].overloaded);
    desk_does(desk, ACTION_LIST_LAST); /* the finest cut, all but one slice empty */
    while (mig_draft_finer(&editor->draft, (char[MIG_REASON]){0}) >= 0)
        desk_does(desk, ACTION_MIG_FINER);
    for (int k = 1; k < mig_draft_config(&editor->draft)->n; k++) {
        desk_does(desk, ACTION_LIST_RIGHT, ACTION_LIST_DELETE);
    }
    assert_true(editor->forecasts[FORECAST_NEW].overloaded);
    assert_shows(desk, "○ queue grows", "too little: worse", "for less work done");
    assert_false(desk_shows(desk, " % better"));
}

/* --- the mouse --- */

FACT_AT(test_mouse, open_cut(HALVES, 120, 40))
{
    struct mig_editor *editor = edit_gpu(desk);
    struct mig_editor_layout layout = mig_editor_divide(&desk->canvas, editor);
    struct rect right = mig_editor_slice(&layout, editor->draft.cut.config, 1);
    desk_points(desk, MOUSE_PRESS, right.x + 3, right.y);
    assert_int_equal(editor->draft.at, 1);
    desk_points(desk, MOUSE_PRESS, right.x + 3, right.y); /* again: cut finer */
    assert_int_equal(mig_draft_config(&editor->draft)->n, 3);
    desk_points(desk, MOUSE_PRESS, right.x,
                right.y); /* the border of the 4g slice: never one with the 2g alone */
    assert_int_equal(mig_draft_config(&editor->draft)->n, 1);
    int before = mig_draft_offer(&editor->draft);
    desk_points(desk, MOUSE_WHEEL_UP, layout.offers.x + 4, layout.offers.y + 2);
    assert_int_equal(mig_draft_offer(&editor->draft), before - 1);
    desk_points(desk, MOUSE_PRESS, layout.offers.x + 4, layout.offers.y + 1);
    assert_int_equal(mig_draft_offer(&editor->draft), -1);
    desk_points(desk, MOUSE_PRESS, layout.cuts.x + 4, layout.cuts.y + 1);
    assert_int_equal(mig_draft_config(&editor->draft)->cut, editor->order[0]);
    desk_points(desk, MOUSE_WHEEL_DOWN, layout.cuts.x + 4, layout.cuts.y + 1);
    assert_int_equal(mig_draft_config(&editor->draft)->cut, editor->order[1]);
}

/* --- where it is not --- */

/* A GPU that begins whole can be cut from the start alone. */
FACT_AT(test_whole_gpu, open_cut("", 120, 40))
{
    desk_command(desk, "goto 30m");
    struct mig_editor *editor = edit_gpu(desk);
    assert_true(editor->from_start);
    desk_does(desk, ACTION_MIG_APPLY_MODE);
    assert_has(desk->message.text, "begins whole");
    desk_does(desk, ACTION_MIG_FINER, ACTION_LIST_ACCEPT);
    assert_int_equal(desk->explorer->document.scenario.fleets[0].gpus[0].n_pods, 2);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
}

/* The GPU of the argument; [ and ] go to the next, but not over what was made of this one. */
FACT_AT(test_other_gpus, open_cut(HALVES, 120, 40))
{
    assert_true(desk_open_view(desk, VIEW_MIG_EDITOR, "gpu1"));
    struct mig_editor *editor = desk_top_view(desk)->state;
    assert_int_equal(editor->gpu, 1);
    desk_key(desk, ']');
    assert_int_equal(editor->gpu, 2);
    desk_key(desk, ']');
    assert_int_equal(editor->gpu, 2);
    desk_key(desk, '[');
    assert_int_equal(editor->gpu, 1);
    desk_key(desk, '+');
    desk_key(desk, '[');
    assert_int_equal(editor->gpu, 1);
    assert_has(desk->message.text, "Enter keeps what you made of gpu1");
}

/* A router that sends requests to instances for good cannot follow a layout that changes: from the start it
 * takes the place of the edit, and undo brings both back. */
FACT_AT(test_router_without_layouts, open_cut(HALVES, 120, 40))
{
    desk_command(desk, "goto 30m");
    edit_gpu(desk);
    desk_does(desk, ACTION_MIG_FINER, ACTION_LIST_ACCEPT);
    desk_command(desk, "apply-mode");
    desk_obeys(desk, "set policy.route random-pod");
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
    assert_int_equal(desk->explorer->document.scenario.policy[LAYER_ROUTE], POLICY_RANDOM_POD);
    desk_does(desk, ACTION_UNDO);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 1);
    assert_int_equal(desk->explorer->document.scenario.policy[LAYER_ROUTE], POLICY_FIFO_PULL);
}

FACT_AT(test_any_size, open_cut(HALVES, 100, 30))
{
    edit_gpu(desk);
    for (struct sizes at = {0}; desk_next_size(desk, &at);) {
        desk_draw(desk);
        desk_strikes(desk, at.rows % 3 ? '\t' : '+');
        if (at.rows > 2) /* else the click is on the hints */
            desk_points(desk, at.rows % 2 ? MOUSE_PRESS : MOUSE_WHEEL_DOWN, at.columns / 2, at.rows / 3);
        assert_non_null(desk_top_view(desk));
    }
}
