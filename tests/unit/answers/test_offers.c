/* Offers: what is offered for a slice a run accepts there, and nothing else; latencies are the profile's. */
#include "engine/answers/cuts.h"
#include "tests/support/clover_model.h"
#include "tests/support/simulate.h"

static struct scenario scenario;
static struct model *model;

static int set_up(void **state)
{
    scenario = clover_scenario(2, 100, 3);
    scenario.policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    model = model_create(&scenario, fixture_catalog(), &err);
    return model ? 0 : -1;
}

static int tear_down(void **state)
{
    model_release(model);
    scenario_free(&scenario);
    return 0;
}

static struct offers offers_for(int gpu)
{
    struct offers offers;
    must(offers_make(&scenario, model, fixture_catalog(), gpu, &offers, &err), &err);
    return offers;
}

/* Small and large for both apps, the less accurate first. */
FACT(test_list)
{
    struct offers offers = offers_for(0);
    assert_int_equal(offers.n, 4);
    for (int i = 0; i < offers.n; i++) {
        const struct offer *offer = &offers.items[i];
        assert_int_equal(offer->app, i / 2);
        assert_string_equal(offer->variant, i % 2 ? "large" : "small");
        assert_close(offer->accuracy, i % 2 ? 0.9 : 0.7, 1e-9);
        assert_close(offer->latency_ms[MIG_7G], i % 2 ? 42 : 14, 1e-9);
        assert_int_equal(offers_find(&offers, &scenario, i / 2, offer->variant), i);
    }
    assert_int_equal(offers_find(&offers, &scenario, 0, "huge"), -1);
}

/* Every variant on every size of slice: what fits can be laid out, what does not is refused. */
FACT(test_what_fits_is_what_runs)
{
    static const char *const cuts[MIG_SLICES] = {[MIG_1G] = "4g:job1/small,2g:job2/small,1g:%s/%s",
                                                 [MIG_2G] = "4g:job1/small,2g:%s/%s,1g:job2/small",
                                                 [MIG_3G] = "4g:job1/small,3g:%s/%s",
                                                 [MIG_4G] = "4g:%s/%s,3g:job1/small",
                                                 [MIG_7G] = "7g:%s/%s"};
    struct offers offers = offers_for(0);
    int fitting = 0, refused = 0;
    for (int i = 0; i < offers.n; i++)
        for (int slice = 0; slice < MIG_SLICES; slice++) {
            DEFER(scenario_free) struct scenario other;
            char assignment[96] = "mig.gpu0=";
            const struct offer *offer = &offers.items[i];
            snprintf(assignment + 9, sizeof assignment - 9, cuts[slice], scenario.apps[offer->app].name,
                     offer->variant);
            assert_true(scenario_copy(&other, &scenario));
            bool set = scenario_apply_set(&other, assignment, &err);
            struct model *made = set ? model_create(&other, fixture_catalog(), &err) : NULL;
            assert_or(!(offer->fits[slice] != (made != NULL)), "%s: %s", assignment, err.message);
            assert_int_equal(isnan(offer->latency_ms[slice]), made == NULL);
            fitting += made != NULL;
            refused += made == NULL;
            if (made)
                model_release(made);
        }
    assert_true(fitting > 10 && refused == 2); /* large needs 6 GB, a 1g slice has 5 */
}

/* A GPU that is not cut has no offers, and it is said why. */
FACT(test_not_cut)
{
    struct offers offers;
    DEFER(scenario_free) struct scenario whole = carbondis_scenario(1, 1000, 10);
    assert_false(offers_make(&whole, model, fixture_catalog(), 0, &offers, &err));
    assert_string_equal(err.message,
                        "is not cut into slices: that takes a GPU that knows MIG and policy.share=mig");
}

/* Where a pool has schemes of its own, they are what gives way: the same offers as without pools. */
FACT(test_pool_of_its_own)
{
    struct offers plain = offers_for(0), offers;
    DEFER(scenario_free) struct scenario pooled;
    assert_true(scenario_copy(&pooled, &scenario));
    free(pooled.pools);
    pooled.pools = calloc(1, sizeof *pooled.pools);
    assert_non_null(pooled.pools);
    pooled.n_pools = 1;
    fields_init(&pool_fields, &pooled.pools[0]);
    snprintf(pooled.pools[0].name, sizeof pooled.pools[0].name, "serving");
    for (int app = 0; app < pooled.n_apps; app++)
        pooled.apps[app].pool = 0;
    for (int gpu = 0; gpu < pooled.fleets[0].n_gpus; gpu++)
        pooled.fleets[0].gpus[gpu].pool = 0;
    pooled.pools[0].policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    pooled.pools[0].policy[LAYER_ROUTE] = POLICY_ROUND_ROBIN; /* under which no layout changes */
    pooled.pools[0].policy[LAYER_SHARE] = POLICY_MIG;
    DEFER(model_leave) struct model *made = fixture_model(&pooled);
    must(offers_make(&pooled, made, fixture_catalog(), 0, &offers, &err), &err);
    assert_int_equal(offers.n, plain.n);
    for (int i = 0; i < offers.n; i++) {
        assert_string_equal(offers.items[i].variant, plain.items[i].variant);
        for (int slice = 0; slice < MIG_SLICES; slice++)
            assert_int_equal(offers.items[i].fits[slice], plain.items[i].fits[slice]);
    }
}

FACTS_BETWEEN(set_up, tear_down)
