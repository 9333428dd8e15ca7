/* What comes in the middle of a search: another load, a GPU cut by hand; and searches that know nothing. */
#include "tests/support/clover_world.h"

#define S(seconds) ((int64_t)(seconds)*NS_PER_S)

/* In the middle of a try: it is dropped, the centre is measured, and the search goes on. */
FACT_IN_WORLD(test_load_changes_during_a_search, world_new(&configure_clover, world_one_app))
{
    world_run(world, S(45));
    world->knobs.number[KNOB_LOAD] = 1.2;
    world_edit(world);
    world_calm_down(world);
    assert_int_equal(world_searches(world), 1);
    assert_int_equal(world->told[1].reason == TRY_CENTRE, false);
    assert_int_equal(world->told[2].reason, TRY_CENTRE);
    assert_int_equal(world->told[2].begin_ns, S(45));
    assert_true(graph_equal(&world->told[2].graph, &world->told[2].centre));
    assert_int_equal(world->told[3].step, 1);
    assert_int_equal(world->told[world->n_told - 1].kind, EVALUATION_END);
}

/* When the best was ordered already: it is measured at the new load before it is kept. */
FACT(test_load_changes_at_the_end_of_a_search)
{
    struct world_shape shape = world_one_app;
    shape.outcome = world_base_is_best;
    DEFER(world_leave) struct world *world = world_new(&configure_clover, shape);
    world_run(world, S(155));
    assert_int_equal(world_search(world)->phase, SEARCH_KEEP);
    world->knobs.number[KNOB_LOAD] = 1.2;
    world_edit(world);
    world_calm_down(world);
    const struct evaluation *last = &world->told[world->n_told - 1];
    assert_int_equal(world_searches(world), 1);
    assert_int_equal(last[-1].reason, TRY_CENTRE);
    assert_int_equal(last[-1].begin_ns, S(155));
    assert_true(last->kind == EVALUATION_END && last->reason == KEPT_BEST &&
                world_is_base(world, &last->graph));
}

/* On other GPUs than BASE's, or at another load than that of time 0, what BASE does has to be measured. */
FACT(test_base_is_known_only_as_derived)
{
    static const struct {
        int n_base;
        double load, edited; /* now; by an edit at 0, if any */
        bool known;
    } cases[] = {{10, 1, 0, true}, {4, 1, 0, false}, {10, 2, 0, false}, {10, 2, 2, true}, {10, 1, 2, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        DEFER(world_leave) struct world *world = world_new(&configure_clover, world_one_app);
        struct edit edit = {.knob = {.id = KNOB_LOAD}, .value = {.number = cases[k].edited}};
        bool known = cases[k].known;
        world->clover.n_base = cases[k].n_base;
        world->model.scenario.edits = &edit;
        world->model.scenario.n_edits = cases[k].edited > 0;
        world->knobs.number[KNOB_LOAD] = cases[k].load;
        world_run(world, S(600));
        assert_int_equal(world->told[1].reason == TRY_CENTRE, !known);
        assert_int_equal(world->told[1].step, 0);
        assert_int_equal(world->told[known ? 1 : 2].step, 0);
    }
}

/* Switched to in mid-run: no outage is free. */
FACT_IN_WORLD(test_begins_in_mid_run, world_new(&configure_clover, world_one_app))
{
    world->now_ns = S(7200);
    world_run(world, S(7200));
    assert_int_equal(world_searches(world), 1);
    assert_int_equal(world->deploys, 1);
    assert_false(world_is_base(world, &world->deployed));
    assert_int_equal(world->up_ns, S(7210));
}

/* --- interference --- */

/* A GPU was cut by hand: the engine has ordered anew what stood there, and closed the window. */
static void interfere(struct world *world)
{
    world->opened_ns = -1;
    world->up_ns = world->empty_ns = world->now_ns + S(10);
    world_edit(world);
}

/* Whatever a try was doing, it is measured for a whole window once all is up again. */
FACT(test_interference_with_a_try)
{
    static const int at_s[] = {5, 20}; /* on its way; measured */
    for (int k = 0; k < 2; k++) {
        DEFER(world_leave) struct world *world = world_new(&configure_clover, world_one_app);
        world_run(world, S(at_s[k]));
        interfere(world);
        world_calm_down(world);
        assert_int_equal(world->told[1].begin_ns, 1);
        assert_true(world->told[1].end_ns >= S(at_s[k] + 30) && world->told[1].end_ns <= S(at_s[k] + 32));
        assert_int_equal(world_searches(world), 1);
    }
    DEFER(world_leave) struct world *world = world_new(&configure_clover, world_one_app);
    world->empty_after_ns = S(1000);
    world_run(world, S(40)); /* the queue is waited for, and so it is again */
    assert_int_equal(world_search(world)->phase, SEARCH_SETTLE);
    interfere(world);
    world_run(world, S(49));
    assert_int_equal(world_search(world)->phase, SEARCH_DEPLOY);
}

/* The watched period begins anew when all is up. */
FACT_IN_WORLD(test_interference_with_a_period, world_new(&configure_clover, world_one_app))
{
    world->clover.settings.settle_s = 0;
    world_run(world, S(2000));
    assert_int_equal(world_search(world)->phase, SEARCH_WATCH);
    int told = world->n_told;
    interfere(world);
    assert_int_equal(world_search(world)->phase, SEARCH_REST);
    world_run(world, S(2005));
    assert_true(world_search(world)->phase == SEARCH_REST && world->opened_ns < 0);
    world_run(world, S(2011));
    assert_int_equal(world_search(world)->phase, SEARCH_WATCH);
    assert_true(world->opened_ns >= S(2010));
    assert_int_equal(world->n_told, told);
}
