/* Clover's objective at an instant: the numbers of clover.md, ORACLE's choice against a slow search through
 * all points of random tables, and by the controllers' own rule, also where nothing complies. */
#include "engine/answers/objective.h"
#include "engine/policy/view.h"
#include "tests/support/simulate.h"

enum { POINTS = 40, TRIALS = 400 };

static struct objective with(double ci, double lambda)
{
    return (struct objective){
        .ci = ci, .lambda = lambda, .base_energy_j = 1000, .c_base_ci = 250, .n_apps = 1, .limit_ms = {100}};
}

static double late_of(const struct objective *objective, const struct derived_point *point)
{
    struct outcome outcome = outcome_of_point(point);
    return objective_score(objective, &outcome).late;
}

/* CL-N4, CL-N5: C_base 1000 g; configuration A needs 0.4 kWh, B 1.2; PUE plays no part. */
FACT(test_paper_numbers)
{
    struct objective objective = with(500, 0.1);
    objective.base_energy_j = 3.6e6;
    objective.c_base_ci = 1000;
    assert_close(objective_f(&objective, 0.4 * 3.6e6, -4), 4.4, 1e-12);
    assert_close(objective_f(&objective, 1.2 * 3.6e6, -2), 2.2, 1e-12);
    objective.ci = 225; /* the switch-over, CL-N6 */
    assert_close(objective_f(&objective, 0.4 * 3.6e6, -4), objective_f(&objective, 1.2 * 3.6e6, -2), 1e-12);
    objective.ci = 100;
    assert_close(objective_saving(&objective, 1.2 * 3.6e6), 88, 1e-12);
}

/* Under a limit carbon alone counts, and what loses more is out. */
FACT(test_limit)
{
    struct objective objective = with(250, 0.1);
    objective.loss_pct = 2;
    assert_close(objective_f(&objective, 500, -1), 50, 1e-12);
    assert_true(objective_shortfall(&objective, -2) == 0);
    assert_close(objective_shortfall(&objective, -2.5), 0.5, 1e-12);
    struct derived_point points[] = {{.energy_j = 900, .accuracy_change = -1, .tail_ms = {50}},
                                     {.energy_j = 100, .accuracy_change = -3, .tail_ms = {50}}};
    struct derived derived = {.n_apps = 1, .n_points = 2, .points = points};
    assert_int_equal(objective_oracle(&objective, &derived).point, 0);
    objective.loss_pct = 0;
    assert_int_equal(objective_oracle(&objective, &derived).point, 1);
}

static double uniform(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

static void draw_points(struct derived_point *points, uint64_t *seed)
{
    for (int i = 0; i < POINTS; i++) {
        points[i] = (struct derived_point){.energy_j = 200 + 50 * floor(20 * uniform(seed)),
                                           .accuracy_change = -floor(10 * uniform(seed)),
                                           .tail_ms = {60 + 80 * uniform(seed), 60 + 80 * uniform(seed)}};
        if (uniform(seed) < 0.2)
            points[i].tail_ms[0] = INFINITY;
    }
}

static bool complies(const struct objective *objective, const struct derived_point *point)
{
    for (int app = 0; app < objective->n_apps; app++)
        if (point->tail_ms[app] > objective->limit_ms[app])
            return false;
    return objective->loss_pct == 0 || point->accuracy_change >= -objective->loss_pct;
}

/* No compliant point is better than the choice, none before it is as good; few points make many ties. */
FACT(test_oracle_against_all)
{
    struct derived_point points[POINTS];
    struct derived derived = {.n_apps = 2, .n_points = POINTS, .points = points};
    uint64_t seed = 7;
    int compliant = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct objective objective = with(50 + 400 * uniform(&seed), floor(5 * uniform(&seed)) / 4);
        objective.n_apps = 2;
        objective.limit_ms[0] = objective.limit_ms[1] = 55 + 40 * uniform(&seed);
        objective.loss_pct = trial % 3 ? 0 : 4;
        draw_points(points, &seed);
        struct objective_choice choice = objective_oracle(&objective, &derived);
        assert_in_range(choice.point, 0, POINTS - 1);
        const struct derived_point *own = &points[choice.point];
        bool any = false;
        for (int i = 0; i < POINTS; i++) {
            any |= complies(&objective, &points[i]);
            double f = objective_f(&objective, points[i].energy_j, points[i].accuracy_change);
            if (choice.compliant && complies(&objective, &points[i]))
                assert_true(i < choice.point ? f < choice.f : f <= choice.f);
            if (!choice.compliant)
                assert_true(fmax(1, late_of(&objective, own)) <= fmax(1, late_of(&objective, &points[i])));
        }
        assert_int_equal(choice.compliant, any);
        assert_int_equal(choice.compliant, complies(&objective, own));
        compliant += choice.compliant;
    }
    assert_in_range(compliant, TRIALS / 4, TRIALS - 10); /* both kinds are met */
}

/* The first of those that no other beats, as the controllers score them. */
static int choice_by_rule(const struct view *view, const struct derived *derived)
{
    struct objective objective = objective_of(view);
    int choice = 0;
    struct score best = {0};
    for (int i = 0; i < derived->n_points; i++) {
        struct outcome outcome = outcome_of_point(&derived->points[i]);
        struct score score = objective_score(&objective, &outcome);
        if (i > 0 && !score_beats(&score, &best))
            continue;
        best = score;
        choice = i;
    }
    return choice;
}

/* ORACLE's line is where ORACLE's run would be. */
FACT(test_the_controllers_rule)
{
    struct derived_point points[POINTS];
    struct derived derived = {.n_apps = 2, .n_points = POINTS, .points = points, .base = {.energy_j = 1000}};
    struct model_clover clover = {.n_apps = 2, .settings.c_base_ci = 250};
    const int both[] = {0, 1};
    struct model_pool pool = {.clover = &clover, .derived = &derived, .n_apps = 2, .apps = both};
    struct model model = {.n_pools = 1, .pools = &pool};
    struct app_state apps[2] = {{0}};
    struct grid_state grid = {0};
    struct knob_state knobs = {.number = {[KNOB_SLO_SCALE] = 1, [KNOB_PUE] = 1.5}};
    struct view view = {.model = &model, .pool = &pool, .apps = apps, .grid = &grid, .knobs = &knobs};
    uint64_t seed = 11;
    int late = 0, short_of = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct objective objective = with(50 + 400 * uniform(&seed), floor(5 * uniform(&seed)) / 4);
        objective.n_apps = 2;
        objective.loss_pct = trial % 2 ? 0 : floor(3 * uniform(&seed));
        for (int app = 0; app < 2; app++)
            apps[app].slo_ms = objective.limit_ms[app] = 10 * (1 + floor(6 * uniform(&seed)));
        grid.ci = objective.ci;
        knobs.number[KNOB_LAMBDA] = objective.lambda;
        knobs.number[KNOB_ACCURACY_LOSS_PCT] = objective.loss_pct;
        /* Late ones tie and lie on the SLO, accuracies fall short of the limit alike; PUE changes nothing. */
        draw_points(points, &seed);
        for (int i = 0; i < POINTS; i++)
            for (int app = 0; app < 2; app++)
                points[i].tail_ms[app] = 10 * (1 + floor(20 * uniform(&seed)));
        struct objective_choice choice = objective_oracle(&objective, &derived);
        struct outcome outcome = outcome_of_point(&points[choice.point]);
        struct objective in_force = objective_of(&view);
        struct score score = objective_score(&in_force, &outcome);
        assert_int_equal(choice.point, choice_by_rule(&view, &derived));
        assert_int_equal(choice.compliant, score.compliant);
        assert_close(choice.f, score.f, 1e-9);
        late += score.late > 1;
        short_of += score.shortfall > 0;
    }
    assert_true(late > 20 && late < TRIALS - 20 && short_of > 5); /* all kinds are met */
}

FACT(test_without_a_table)
{
    struct objective objective = with(200, 0.5);
    struct derived derived = {.n_apps = 1};
    assert_int_equal(objective_oracle(&objective, &derived).point, -1);
    assert_true(isnan(objective_oracle(&objective, NULL).f));
    objective.limit_ms[0] = INFINITY; /* no SLO: everything complies */
    struct derived_point point = {.energy_j = 500, .tail_ms = {1e9}};
    derived.n_points = 1;
    derived.points = &point;
    assert_true(objective_oracle(&objective, &derived).compliant);
}

/* A model without an object `clover` has no objective; its SLO is the knob's. */
FACT(test_model_without_clover)
{
    struct objective objective;
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(2, 1000, 50);
    DEFER(simulation_free) struct simulation run = simulate(&scenario);
    assert_false(objective_at(run.model, 0, 200, &objective));
    assert_true(isnan(objective_rate_hz(run.model, 0)));
    assert_close(objective_slo_ms(run.model, 0, 0), 150, 0);
}

/* An SLO `base` is BASE's own tail, until an edit says otherwise: another one, or none. */
FACT(test_slo_in_force)
{
    struct edit edits[] = {
        {.t_ns = 10, .knob = {.id = KNOB_SLO_MS, .scope = SCOPE_APP}, .value.number = 80},
        {.t_ns = 20, .knob = {.id = KNOB_SLO_MS, .scope = SCOPE_APP}, .value.number = NAN}};
    struct app app = {.slo_base = true, .slo_ms = NAN};
    struct derived derived = {.n_apps = 1, .base = {.energy_j = 30, .tail_ms = {300}}};
    struct model_clover clover = {.n_apps = 1};
    const int first = 0;
    struct model_pool pool = {.clover = &clover, .n_apps = 1, .apps = &first};
    struct model_app model_app = {0};
    struct model model = {.n_apps = 1,
                          .apps = &model_app,
                          .n_pools = 1,
                          .pools = &pool,
                          .scenario = {.n_apps = 1, .apps = &app, .edits = edits, .n_edits = 2}};
    struct objective objective;
    model.scenario.number[KNOB_SLO_SCALE] = 0.5;
    assert_true(isnan(objective_slo_ms(&model, 0, 0))); /* not measured yet */
    pool.derived = &derived;
    assert_close(objective_slo_ms(&model, 0, 0), 150, 0);
    assert_close(objective_slo_ms(&model, 0, 10), 40, 0);
    assert_true(isnan(objective_slo_ms(&model, 0, 20)));
    assert_true(objective_at(&model, 20, 200, &objective) && isinf(objective.limit_ms[0]));
}
