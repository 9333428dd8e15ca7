/* Requests that a model keeps: the same as those drawn one by one, shared by models of the same workload and
 * by no others, and not kept where they are too many or the load is turned. */
#include "engine/model/arrivals.h"
#include "tests/support/simulate.h"

static struct model *compile(const struct scenario *scenario, const struct model *like)
{
    struct model *model = model_with_scenario(like, scenario, fixture_catalog(), &err);
    must(model, &err);
    return model;
}

/* Every kind of gaps, with batches of both kinds, at two loads. */
static struct scenario some_apps(double load)
{
    static const enum arrival_kind kinds[] = {ARRIVAL_EXPONENTIAL, ARRIVAL_POISSON_GAP, ARRIVAL_GAMMA,
                                              ARRIVAL_FIXED_GAP};
    struct scenario scenario = plain_scenario(4, "m1", 40, 700, 4, "P4");
    scenario.number[KNOB_LOAD] = load;
    for (int a = 0; a < 4; a++) {
        scenario.apps[a].arrivals.kind = kinds[a];
        scenario.apps[a].arrivals.shape = 0.7;
        if (a % 2 == 0)
            scenario.apps[a].batch =
                (struct batches){.kind = BATCH_NORMAL, .mean = 20, .sd = 9, .min = 1, .max = 60};
    }
    return scenario;
}

FACT(test_kept_as_drawn)
{
    static const double loads[] = {1, 1.37};
    for (size_t k = 0; k < 2; k++) {
        DEFER(scenario_free) struct scenario scenario = some_apps(loads[k]);
        DEFER(model_leave) struct model *model = compile(&scenario, NULL);
        for (int a = 0; a < model->n_apps; a++) {
            const struct drawn *drawn = model->apps[a].drawn;
            struct arrival_cursor cursor = arrival_first(&model->apps[a], loads[k]);
            assert_non_null(drawn);
            for (int64_t i = 0; i < 700; i++) {
                assert_int_equal(drawn->at_ns[i], cursor.at_ns);
                assert_int_equal(drawn->batch[i], cursor.batch);
                arrival_next(&model->apps[a], &cursor, loads[k]);
            }
            assert_int_equal(cursor.at_ns, NS_NEVER);
            assert_int_equal(drawn->at_ns[700], NS_NEVER);
        }
    }
}

/* The first model goes before the one that shares with it. */
FACT_FOR(test_shared_by_the_same_workload, some_apps(1))
{
    DEFER(model_leave) struct model *model = compile(scenario, NULL);
    const struct drawn *first = model->apps[0].drawn;
    fixture_set(scenario, "cit=0.8");
    DEFER(model_leave) struct model *again = compile(scenario, model);
    for (int a = 0; a < 4; a++)
        assert_ptr_equal(again->apps[a].drawn, model->apps[a].drawn);
    assert_int_equal(first->key.requests, 700);
    assert_ptr_equal(again->apps[0].drawn, first);
}

FACT(test_another_workload_is_drawn_anew)
{
    static const char *const settings[] = {"load=2", "arrivals=fixed-gap", NULL};
    for (int k = 0; k < 6; k++) {
        DEFER(scenario_free) struct scenario scenario = some_apps(1);
        DEFER(model_leave) struct model *model = compile(&scenario, NULL);
        if (k < 2)
            fixture_set(&scenario, settings[k]);
        scenario.seed += k == 2;
        scenario.apps[0].requests += k == 3;
        scenario.apps[0].batch.sd += k == 4;
        scenario.apps[0].arrivals.mean_gap_ms += k == 5;
        DEFER(model_leave) struct model *other = compile(&scenario, model);
        assert_ptr_not_equal(other->apps[0].drawn, model->apps[0].drawn);
        bool concerned = k == 0 || k == 2; /* app 3 has fixed gaps */
        assert_true(concerned == (other->apps[3].drawn != model->apps[3].drawn));
    }
}

FACT_FOR(test_not_kept, some_apps(1))
{
    scenario->apps[1].requests = (1 << 18) - 700; /* with the first app's that is all the room there is */
    DEFER(model_leave) struct model *model = compile(scenario, NULL);
    assert_true(model->apps[0].drawn && model->apps[1].drawn);
    assert_true(!model->apps[2].drawn && !model->apps[3].drawn);
    model_release(model);
    scenario->apps[1].requests = 700;
    fixture_at(scenario, "5:load=2");
    model = compile(scenario, NULL);
    for (int a = 0; a < 4; a++)
        assert_null(model->apps[a].drawn);
}

/* Tables to draw from are taken over from a model of the same distributions, and from no other. */
FACT_FOR(test_tables_are_those_of_the_scenario, some_apps(1))
{
    DEFER(model_leave) struct model *first = compile(scenario, NULL);
    scenario->apps[0].batch.mean = 30;
    scenario->apps[1].arrivals.mean_gap_ms *= 2;
    DEFER(model_leave) struct model *next = compile(scenario, first), *straight = compile(scenario, NULL);
    for (int a = 0; a < 4; a++) {
        const struct alias_table *tables[][2] = {{&next->apps[a].batch_alias, &straight->apps[a].batch_alias},
                                                 {&next->apps[a].gap_ms, &straight->apps[a].gap_ms}};
        for (int k = 0; k < 2; k++) {
            const struct alias_table *table = tables[k][0], *expected = tables[k][1];
            assert_int_equal(table->n, expected->n);
            for (uint32_t i = 0; i < table->n; i++) {
                assert_int_equal(table->cells[i].threshold, expected->cells[i].threshold);
                assert_int_equal(table->cells[i].own, expected->cells[i].own);
                assert_int_equal(table->cells[i].other, expected->cells[i].other);
            }
        }
    }
    assert_true(next->apps[2].batch_alias.cells != first->apps[2].batch_alias.cells); /* either may go */
}
