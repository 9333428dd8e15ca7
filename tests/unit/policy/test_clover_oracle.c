/* ORACLE against brute force over random tables: at every sample and edit what stands is the argmax of f
 * among the compliant, the first of equals; when none complies, the least late. And one window. */
#include "tests/support/clover_world.h"

/* Coarse numbers, so that there are many equals; some graphs cannot carry the load. */
static struct outcome coarse(const struct world *world, const struct graph *graph)
{
    struct outcome outcome = world_random(world, graph);
    uint64_t key = random_mix((uint64_t)(outcome.energy_j * 1e9));
    outcome.energy_j = 10 + 10 * random_below(key, 0, 4);
    outcome.accuracy_change = -2.0 * random_below(key, 1, 4);
    outcome.tail_ms[0] = random_below(key, 2, 5) == 0 ? (double)INFINITY : 80 + 10 * random_below(key, 3, 5);
    return outcome;
}

static double f_of(const struct world *world, const struct derived_point *point)
{
    double c_base = world->derived.base.energy_j * 250;
    double carbon = 100 * (c_base - point->energy_j * world->grid.ci) / c_base;
    double lambda = world->knobs.number[KNOB_LAMBDA];
    return world->knobs.number[KNOB_ACCURACY_LOSS_PCT] > 0
               ? carbon
               : lambda * carbon + (1 - lambda) * point->accuracy_change;
}

static bool complies(const struct world *world, const struct derived_point *point)
{
    return point->tail_ms[0] <= world->apps[0].slo_ms * world->knobs.number[KNOB_SLO_SCALE] &&
           (world->knobs.number[KNOB_ACCURACY_LOSS_PCT] == 0 ||
            point->accuracy_change >= -world->knobs.number[KNOB_ACCURACY_LOSS_PCT]);
}

/* Any but the least of these is beaten; f computed another way may differ in the last bits. */
static void assert_best(const struct world *world)
{
    int chosen = 0, any = 0, first = -1;
    while (!graph_equal(&world->graphs[chosen], &world->deployed))
        chosen++;
    const struct derived_point *own = &world->points[chosen];
    double most = -INFINITY, least_late = INFINITY;
    for (int k = 0; k < world->clover.n_graphs; k++) {
        const struct derived_point *point = &world->points[k];
        any += complies(world, point);
        if (complies(world, point) && f_of(world, point) > most + 1e-9) {
            most = f_of(world, point);
            first = k;
        }
        least_late = fmin(least_late, point->tail_ms[0]);
    }
    if (any > 0)
        assert_int_equal(chosen, first);
    else /* on time but below the accuracy limit is not late */
        assert_true(own->tail_ms[0] <=
                    fmax(least_late, world->apps[0].slo_ms * world->knobs.number[KNOB_SLO_SCALE]));
}

FACT(test_oracle_is_the_argmax)
{
    int deploys = 0, without = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct world_shape shape = {.n_apps = 1,
                                    .variants_each = 2 + (int)(seed % 3),
                                    .n_gpus = 10,
                                    .replicated = true,
                                    .outcome = seed % 2 ? coarse : world_random,
                                    .seed = seed};
        DEFER(world_leave) struct world *world = world_new(&configure_oracle, shape);
        world_derive(world);
        world_run(world, 0);
        assert_best(world);
        for (uint64_t k = 0; k < 40; k++) {
            uint64_t key = random_mix(seed * 100 + k);
            world->knobs.number[KNOB_LAMBDA] = 0.1 * random_below(key, 0, 11);
            world->knobs.number[KNOB_ACCURACY_LOSS_PCT] =
                random_below(key, 1, 3) ? 0 : 0.5 + random_below(key, 2, 4);
            world->knobs.number[KNOB_SLO_SCALE] = random_below(key, 3, 5) ? 1 : 0.1;
            world->knobs.number[KNOB_PUE] = 1 + random_unit(key, 4);
            int before = world->deploys;
            struct graph old = world->deployed;
            if (k % 2)
                world_edit(world);
            else
                world_sample(world, 20 + 500 * random_unit(key, 5));
            assert_best(world);
            assert_int_equal(world->deploys > before, !graph_equal(&old, &world->deployed));
            assert_int_equal(world->up_ns, 0); /* no outage */
            assert_int_equal(world->timer_ns, 0);
            without += !world_last(world, EVALUATION_END)->compliant;
        }
        assert_int_equal(world->n_told, world->deploys);
        deploys += world->deploys;
    }
    assert_true(deploys > 200 && without > 50);
}

/* What cannot carry the load is no choice, not even where no SLO says so and its numbers say nothing: no
 * energy is infinite at intensity 0, and none of it counts at lambda 0. */
FACT(test_what_carries_the_load)
{
    for (int k = 0; k < 2; k++) {
        struct world_shape shape = {
            .n_apps = 1, .variants_each = 2, .n_gpus = 10, .replicated = true, .outcome = world_random};
        DEFER(world_close) struct world world;
        world_open(&world, &configure_oracle, shape);
        world_derive(&world);
        int last = world.clover.n_graphs - 1;
        for (int p = 0; p < last; p++)
            world.points[p] =
                (struct derived_point){.energy_j = INFINITY, .accuracy_change = -100, .tail_ms = {INFINITY}};
        world.apps[0].slo_ms = NAN;
        world.knobs.number[KNOB_LAMBDA] = k == 0 ? 0 : 0.5;
        world.grid.ci = k == 0 ? 200 : 0;
        world_run(&world, 0);
        assert_true(graph_equal(&world.deployed, &world.graphs[last]));
        assert_true(world_last(&world, EVALUATION_END)->compliant);
    }
}

static struct score score_now(const struct world *world, const struct outcome *outcome)
{
    struct objective objective = objective_of(&world->view);
    return objective_score(&objective, outcome);
}

/* Energy over the nominal requests, accuracy over those served; where nobody came there is no tail. */
FACT(test_outcome_of_a_window)
{
    struct world_shape shape = {
        .n_apps = 2, .variants_each = 4, .n_gpus = 4, .outcome = world_random, .seed = 1};
    DEFER(world_close) struct world world;
    world_open(&world, &configure_clover, shape);
    world.knobs.number[KNOB_LOAD] = 2;
    struct measured measured = {.open = true, .seconds = 20, .energy_j = 6000};
    struct graph graph = {0};
    graph.count[0][MIG_4G] = graph.count[4][MIG_3G] = 1; /* the least accurate of each: -6.635 % */
    measured.apps[0].tail_ms = 50;
    measured.apps[0].completed = 300;
    measured.apps[0].accuracy = 84.4;
    measured.apps[1].tail_ms = (double)NAN;
    measured.apps[1].completed = 100;
    measured.apps[1].accuracy = 84.4 * 0.9;
    struct outcome outcome = outcome_of_measured(&world.view, &graph, &measured);
    assert_true(fabs(outcome.energy_j - 5) < 1e-12); /* 30/s x 2 x 20 s */
    assert_true(fabs(outcome.accuracy_change + 2.5) < 1e-9);
    struct score score = score_now(&world, &outcome);
    assert_true(score.late == 0.5 && score.tail_ms == 50 && score.compliant);
    outcome.tail_ms[1] = 120;
    score = score_now(&world, &outcome);
    assert_true(score.late == 1.2 && score.tail_ms == 120 && !score.compliant);
    world.apps[1].slo_ms = (double)NAN;
    assert_true(score_now(&world, &outcome).compliant);
    world.model.scenario.apps[1].slo_base = true; /* it had BASE's, until an edit took it away */
    assert_true(score_now(&world, &outcome).compliant);
    measured.apps[0].completed = measured.apps[1].completed = 0;
    outcome = outcome_of_measured(&world.view, &graph, &measured);
    assert_true(fabs(outcome.accuracy_change + 6.63507109) < 1e-8);
}
