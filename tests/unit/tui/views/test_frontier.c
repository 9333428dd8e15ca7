/* The frontier: what is typed is swept behind the screen, its numbers are those of runs of their own, the
 * best under every limit is the least carbon of those, what is stopped stays, and points become runs and
 * settings. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/desk_support.h"
#include "tui/ask/frontier.h"
#include "tui/views/ask.h"

static struct ask_view *view_of(struct desk *desk)
{
    return desk_top_view(desk)->state;
}

/* The configuration that is chosen. */
static size_t chosen(struct desk *desk)
{
    const struct ask *ask = &view_of(desk)->ask;
    return account_step(&ask->account, ask->section, ask->step)->step;
}

static const struct frontier *open_with(struct desk *desk, const char *line)
{
    desk_open_for_test(desk, 120, 40);
    assert_true(desk_open_view(desk, VIEW_FRONTIER, line));
    desk_draw(desk);
    return view_of(desk)->ask.state;
}

static const struct frontier *sweep_over(struct desk *desk, const char *line)
{
    const struct frontier *own = open_with(desk, line);
    desk_key(desk, KEYCODE_ENTER);
    desk_settle(desk);
    assert_false(explorer_sweep_runs(desk->explorer));
    return own;
}

static double carbon_of(const struct sweep *sweep, size_t point)
{
    struct scenario scenario;
    assert_true(sweep_scenario(sweep, point, &scenario, &err));
    struct simulation run = simulate(&scenario);
    double carbon_g = run.summary.carbon_total_g;
    simulation_free(&run);
    scenario_free(&scenario);
    return carbon_g;
}

FACT(a_point_is_the_mean_of_its_runs)
{
    DEFER(desk_close) struct desk desk;
    const struct frontier *own = sweep_over(&desk, "cit=0.8,1 policy.route=carbondis,highperf seeds=2");
    const struct sweep *sweep = explorer_sweep(desk.explorer)->sweep;
    assert_int_equal(own->n, 4);
    for (size_t i = 0; i < own->n; i++)
        assert_close(own->means[i].across, (carbon_of(sweep, 2 * i) + carbon_of(sweep, 2 * i + 1)) / 2, 1e-9);
    struct confidence less =
        sweep_difference(explorer_sweep(desk.explorer), 1, 0, sweep_column_of(sweep, METRIC_CARBON, 0));
    assert_close(less.mean, own->means[1].across - own->means[0].across, 1e-9);
    assert_true(less.n == 2 && less.ci95 > 0);
    assert_shows(&desk, "8 of 8 runs, 4 settings × 2 seeds");
}

/* Beside the plane the point stands against the run explored, and between its neighbours on the front; what
 * lies within the interval of the seeds is no difference. */
FACT(a_point_has_a_standing)
{
    DEFER(desk_close) struct desk desk;
    const struct frontier *own = sweep_over(&desk, "cit=0.8,1 policy.route=carbondis,highperf seeds=2");
    assert_true(own->n_front > 0);
    desk_key(&desk, ']');
    desk_settle(&desk);
    assert_shows(&desk, "about the same as", "Beside it on the front", "none: it is");
}

FACT(the_best_is_the_least_carbon_under_every_slo)
{
    DEFER(desk_close) struct desk desk;
    const struct frontier *own = sweep_over(&desk, "cit=0.6:1.4:0.2 seeds=2");
    assert_true(own->best < own->n && chosen(&desk) == own->best);
    for (size_t i = 0; i < own->n; i++)
        assert_true(own->shares[i] < 1 || own->means[i].across >= own->means[own->best].across);
    assert_int_equal(own->best, sweep_best(explorer_sweep(desk.explorer)));
    assert_shows(&desk, "Least carbon with every limit kept", "Best under every limit");
    for (size_t k = 1; k < own->n_front; k++)
        assert_true(own->means[own->front[k - 1]].across <= own->means[own->front[k]].across);
    assert_shows(&desk, "· its seeds");
    const struct ask *ask = &view_of(&desk)->ask;
    const struct account_row *row = account_step(&ask->account, 0, ask->step);
    assert_true(own->up == METRIC_LATE && row->cells[1].bars->n_dots == 2);
    for (size_t seed = 0; seed < 2; seed++)
        assert_close(row->cells[1].bars->dots[seed],
                     carbon_of(explorer_sweep(desk.explorer)->sweep, 2 * own->best + seed), 1e-9);
}

/* Twice the load is half as long a run: nothing that an operator could take, so that it is never the best;
 * and carbon is that of a request. */
FACT(the_world_is_not_recommended)
{
    struct desk desk;
    const struct frontier *own = sweep_over(&desk, "load=0.5,1,1.975 seeds=1");
    assert_true(own->best == SIZE_MAX && own->n_front == 0);
    assert_int_equal(own->across, METRIC_CARBON_PER_REQUEST);
    assert_shows(&desk, "Nothing that was swept is a choice");
    assert_shows(&desk, "load 1.975"); /* as it is set, in all its digits */
    desk_close(&desk);
    own = sweep_over(&desk, "load=0.5,1,2 policy.route=carbondis,highperf seeds=1");
    const struct sweep *sweep = explorer_sweep(desk.explorer)->sweep;
    size_t at[SWEEP_AXES_MAX];
    assert_int_equal(own->n, 6);
    sweep_place(sweep, own->best, at);
    assert_string_equal(sweep->axes[0].values[at[0]], "1");
    for (size_t k = 0; k < own->n_front; k++)
        assert_true(sweep_agree(sweep, own->front[k], own->best, 1));
    assert_shows(&desk, "Least carbon a request with every limit kept in every seed: at load 0.50 ",
                 "load 2.00 with CARBONDIS");
    desk_close(&desk);
}

FACT(a_point_becomes_a_run_or_settings)
{
    DEFER(desk_close) struct desk desk;
    const struct frontier *own = sweep_over(&desk, "cit=0.8,1.2 policy.route=carbondis,dybatch seeds=1");
    desk_key(&desk, KEYCODE_RIGHT);
    desk_key(&desk, 'b');
    double carbon_g = own->means[chosen(&desk)].across;
    desk_key(&desk, '!');
    desk_settle(&desk);
    assert_int_equal(desk.n_views, 0);
    assert_int_equal(desk.explorer->document.history.done, 1);
    assert_true(desk.scene.now->total.carbon_total_g == carbon_g);
    desk_action(&desk, ACTION_UNDO);
    desk_opens(&desk, VIEW_FRONTIER, ""); /* it is still there */
    desk_key(&desk, KEYCODE_ENTER);
    desk_settle(&desk);
    assert_true(desk.n_views == 0 && desk.scene.now->total.carbon_total_g == carbon_g);
}

FACT(bad_input_is_told)
{
    static const struct {
        const char *line, *message;
    } cases[] = {{"", "type what to vary"},
                 {"cti=1,2", "cti"},
                 {"cit=2:1:0.1", "FROM:TO:STEP"},
                 {"cit=1 seeds=0", "seeds=0"},
                 {"cit=0:10:0.001 seeds=100", "more than the screen holds"},
                 {"cit=0:10:0.001 seeds=3", "Enter again begins them"}};
    DEFER(desk_close) struct desk desk;
    open_with(&desk, "x");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        prompt_start(&view_of(&desk)->vary.line, cases[i].line);
        desk_key(&desk, KEYCODE_ENTER);
        assert_or(strstr(desk.message.text, cases[i].message), "%s: %s", cases[i].line, desk.message.text);
        assert_null(explorer_sweep(desk.explorer));
    }
}

/* Esc calls off what is left, and what has come stays; the next one leaves. */
FACT(what_is_stopped_stays)
{
    DEFER(desk_close) struct desk desk;
    open_with(&desk, "cit=0.6:1.4:0.01 seeds=8");
    desk_key(&desk, KEYCODE_ENTER);
    while (explorer_sweep_done(desk.explorer) < 3)
        explorer_pump(desk.explorer, false);
    desk_draw(&desk);
    desk_key(&desk, KEYCODE_ESC);
    assert_int_equal(desk.n_views, 1);
    desk_settle(&desk);
    size_t done = explorer_sweep_done(desk.explorer);
    assert_true(done >= 3 && done < 81 * 8 && !explorer_sweep_runs(desk.explorer));
    assert_shows(&desk, "stopped");
    desk_key(&desk, KEYCODE_ESC);
    assert_int_equal(desk.n_views, 0);
}

/* Behind the grid come more near the front, each the mean of its own runs; Esc leaves no more to come. */
FACT(what_is_added_near_the_front_are_runs)
{
    struct desk desk;
    const struct frontier *own = sweep_over(&desk, "cit=0.6:1.4:0.2 seeds=2 refine=4");
    const struct sweep *sweep = explorer_sweep(desk.explorer)->sweep;
    assert_true(own->n > 5 && own->n <= 9);
    assert_int_equal(own->n, sweep_configurations(sweep));
    for (size_t i = 0; i < own->n; i++)
        assert_close(own->means[i].across, (carbon_of(sweep, 2 * i) + carbon_of(sweep, 2 * i + 1)) / 2, 1e-9);
    assert_shows(&desk, "of them added near the front", "• added near the front");
    size_t had = own->n;
    desk_settle(&desk);
    assert_true(own->n == had && !explorer_sweep_runs(desk.explorer));
    desk_close(&desk);
    own = sweep_over(&desk, "cit=0.6:1.4:0.2 seeds=2 refine=0");
    assert_int_equal(own->n, 5);
    desk_close(&desk);
}

/* Down or up to the knob of this name, and into it. */
static void choose_knob(struct desk *desk, const char *name)
{
    const struct axis *axis = &view_of(desk)->vary.axis;
    const struct scenario *scenario = &desk->explorer->document.scenario;
    char at[KNOB_NAME_SIZE];
    desk_key(desk, '\t');
    assert_int_equal(axis->list, AXIS_KNOBS);
    for (size_t i = 0; i < axis->n_knobs; i++)
        desk_key(desk, KEYCODE_UP);
    for (size_t i = 0; i < axis->n_knobs; i++) {
        knob_name(scenario, axis->knobs[axis->at_knob], at, sizeof at);
        if (strcmp(at, name) == 0)
            break;
        desk_key(desk, KEYCODE_DOWN);
    }
    assert_string_equal(at, name);
    desk_strikes(desk, KEYCODE_ENTER);
}

/* From 0.60 up by four steps, to 1.40 down by two, every second value: what is swept is just that. */
FACT(a_range_is_chosen)
{
    DEFER(desk_close) struct desk desk;
    const struct frontier *own = open_with(&desk, "load=1 cit=1 seeds=2");
    const struct vary *vary = &view_of(&desk)->vary;
    assert_shows(&desk, "What the line may name"); /* an empty page helps nobody */
    assert_shows(&desk, "0.6 to 1.4 by 0.05");
    choose_knob(&desk, "cit");
    assert_int_equal(vary->axis.list, AXIS_RANGE);
    for (int i = 0; i < 4; i++)
        desk_key(&desk, KEYCODE_RIGHT);
    desk_key(&desk, KEYCODE_DOWN);
    desk_key(&desk, KEYCODE_LEFT);
    desk_key(&desk, KEYCODE_LEFT);
    desk_key(&desk, KEYCODE_DOWN);
    desk_strikes(&desk, KEYCODE_RIGHT);
    assert_shows(&desk, "Vary cit", "6 values");
    desk_key(&desk, KEYCODE_ENTER);
    assert_string_equal(vary->line.text, "load=1 cit=0.8:1.3:0.1 seeds=2");
    assert_true(vary->axis.list == AXIS_CLOSED && desk_is_typing(&desk)); /* typing goes on */
    desk_key(&desk, KEYCODE_ENTER);
    desk_settle(&desk);
    const struct sweep *sweep = explorer_sweep(desk.explorer)->sweep;
    assert_true(sweep->n_axes == 2 && sweep->axes[1].n == 6 && own->n == 6);
    for (size_t i = 0; i < 6; i++)
        assert_close(strtod(sweep->axes[1].values[i], NULL), 0.8 + 0.1 * (double)i, 1e-9);
}

FACT(names_are_chosen)
{
    DEFER(desk_close) struct desk desk;
    const struct frontier *own = open_with(&desk, "seeds=1");
    const struct vary *vary = &view_of(&desk)->vary;
    choose_knob(&desk, "policy.route");
    assert_true(vary->axis.list == AXIS_NAMES && vary->axis.n_names > 3);
    assert_string_equal(vary->axis.names[0].text, "carbondis"); /* in force: marked */
    desk_key(&desk, KEYCODE_DOWN);
    desk_key(&desk, KEYCODE_DOWN);
    desk_key(&desk, ' ');
    char line[2 * KNOB_TEXT_SIZE];
    snprintf(line, sizeof line, "policy.route=carbondis,%s seeds=1", vary->axis.names[2].text);
    desk_key(&desk, KEYCODE_ENTER);
    assert_string_equal(vary->line.text, line);
    desk_key(&desk, KEYCODE_ENTER);
    desk_settle(&desk);
    const struct sweep *sweep = explorer_sweep(desk.explorer)->sweep;
    assert_true(sweep->n_axes == 1 && own->n == 2);
    for (size_t i = 0; i < own->n; i++)
        assert_close(own->means[i].across, carbon_of(sweep, i), 1e-9);
}

/* A knob that the line has is marked, and space takes it out of the line; one that it lacks is no business of
 * space. */
FACT(a_knob_is_taken_out)
{
    DEFER(desk_close) struct desk desk;
    open_with(&desk, "load=1 cit=0.8,1 seeds=2 refine=3");
    const struct vary *vary = &view_of(&desk)->vary;
    desk_strikes(&desk, '\t');
    assert_shows(&desk, "▌[x] cit ", "[x] load ", "[ ] slo_scale ");
    desk_key(&desk, ' ');
    assert_string_equal(vary->line.text, "load=1 seeds=2 refine=3");
    desk_draw(&desk);
    assert_shows(&desk, "▌[ ] cit ");
    desk_key(&desk, ' ');
    assert_string_equal(vary->line.text, "load=1 seeds=2 refine=3");
    desk_key(&desk, KEYCODE_DOWN);
    desk_key(&desk, ' ');
    assert_string_equal(vary->line.text, "seeds=2 refine=3");
    assert_int_equal(vary->axis.list, AXIS_KNOBS);
}

/* CarbonDIS reads no phi: what no scheme at work reads lies behind one row that says so, and can be had. */
FACT(knobs_that_nobody_reads_are_folded)
{
    DEFER(desk_close) struct desk desk;
    open_with(&desk, "cit=1 seeds=2");
    const struct vary *vary = &view_of(&desk)->vary;
    assert_true(desk_shows(&desk, "simulate it") && !desk_shows(&desk, "along the front"));
    desk_key(&desk, '\t');
    const struct scenario *scenario = &desk.explorer->document.scenario;
    assert_true(vary->axis.n_read < vary->axis.n_knobs && !vary->axis.unfolded);
    for (size_t i = 0; i < vary->axis.n_knobs; i++)
        assert_true(knob_is_read(scenario, vary->axis.knobs[i]) == (i < vary->axis.n_read));
    for (size_t i = 0; i <= vary->axis.n_knobs; i++)
        desk_key(&desk, KEYCODE_DOWN);
    desk_draw(&desk);
    assert_shows(&desk, "more, which no scheme at work here reads", "phi");
    desk_key(&desk, ' '); /* nothing to take out */
    desk_key(&desk, KEYCODE_ENTER);
    assert_int_equal(vary->axis.list, AXIS_KNOBS);
    for (size_t i = 0; i <= vary->axis.n_knobs; i++) {
        desk_strikes(&desk, KEYCODE_DOWN);
        if (desk_shows(&desk, "▌[ ] phi"))
            break;
    }
    assert_shows(&desk, "Only TMUX-ETF reads it: vary policy.share, too.");
    desk_key(&desk, KEYCODE_ENTER);
    desk_key(&desk, KEYCODE_ENTER);
    assert_string_equal(vary->line.text, "cit=1 phi=0:1:0.05 seeds=2");
    desk_key(&desk, '\t'); /* the line has one: it is seen */
    assert_true(vary->axis.unfolded);
}

static void click(struct desk *desk, int which)
{
    for (int i = 0; i < desk->canvas.w * desk->canvas.h; i++) {
        struct spot spot = canvas_spot_at(&desk->canvas, i % desk->canvas.w, i / desk->canvas.w);
        if (spot.kind == SPOT_CHOICE && spot.which == which) {
            view_ops[VIEW_FRONTIER]->mouse(&desk->host, view_of(desk), spot.rect.x, spot.rect.y, 1);
            return;
        }
    }
    fail_msg("row %d is not there", which);
}

/* The rows are the settings, the best first, each with its mean and interval; rows are walked, and what is
 * chosen there is what Enter opens and what the plane shows. */
FACT(a_table_has_every_setting)
{
    DEFER(desk_close) struct desk desk;
    char number[64], row[200];
    const struct frontier *own = sweep_over(&desk, "cit=0.6:1.4:0.2 policy.route=carbondis,highperf seeds=3");
    const struct sweep_values *values = explorer_sweep(desk.explorer);
    desk_strikes(&desk, 'd');
    assert_shows(&desk, "setting ", "limits kept");
    for (size_t k = 0; k < own->n; k++) {
        size_t i = own->order[k];
        struct confidence mean = sweep_mean(values, i, sweep_column_of(values->sweep, METRIC_CARBON, 0));
        assert_true(k == 0 || own->means[own->order[k - 1]].across <= own->means[i].across);
        snprintf(row, sizeof row, "%.3f ± %.3f", mean.mean, mean.ci95);
        assert_shows(&desk, row);
        snprintf(number, sizeof number, "%.0f of 3", own->shares[i] * 3);
        assert_shows(&desk, number);
    }
    desk_key(&desk, KEYCODE_HOME);
    assert_int_equal(chosen(&desk), own->order[0]);
    desk_key(&desk, KEYCODE_DOWN);
    desk_key(&desk, KEYCODE_DOWN);
    assert_int_equal(chosen(&desk), own->order[2]);
    desk_key(&desk, KEYCODE_END);
    assert_int_equal(chosen(&desk), own->order[own->n - 1]);
    desk_draw(&desk);
    click(&desk, 3);
    assert_int_equal(chosen(&desk), own->order[3]);
    desk_key(&desk, 'b');
    assert_int_equal(chosen(&desk), own->best);
    for (struct sizes at = {0}; desk_next_size(&desk, &at);)
        desk_draw(&desk);
    assert_true(desk_resize(&desk, 80, 24, NULL));
    desk_draw(&desk);
    assert_false(desk_shows(&desk, "…"));
    desk_strikes(&desk, 'd');
    assert_false(desk_shows(&desk, "setting "));
}

/* None marked is none taken; Esc goes back list by list, and the line is what it was. */
FACT(nothing_is_chosen)
{
    DEFER(desk_close) struct desk desk;
    open_with(&desk, "cit=1 seeds=2");
    const struct vary *vary = &view_of(&desk)->vary;
    choose_knob(&desk, "policy.route");
    desk_key(&desk, ' ');
    desk_strikes(&desk, KEYCODE_ENTER);
    assert_true(vary->axis.list == AXIS_NAMES && desk_shows(&desk, "none is marked"));
    for (struct sizes at = {0}; desk_next_size(&desk, &at);)
        desk_draw(&desk);
    desk_key(&desk, KEYCODE_ESC);
    assert_int_equal(vary->axis.list, AXIS_KNOBS);
    desk_key(&desk, KEYCODE_ESC);
    assert_true(vary->axis.list == AXIS_CLOSED && desk_is_typing(&desk));
    assert_string_equal(vary->line.text, "cit=1 seeds=2");
}
