/* Distributions of temperature increases: the paper's three requests (IC-N22), their bytes there and back,
 * and what turns them: the load and the batches, but no water, seed or other app. */
#include "engine/explore/prepare.h"
#include "engine/policy/place/rises.h"
#include "tests/support/simulate.h"

FACT(test_paper)
{
    static const double arrivals_s[] = {1, 1.5, 4}, ends_s[] = {1.8, 2.6, 4.8},
                        rises_k[] = {2.662129371, 4.432389175, 4.105438893};
    const struct rise_config body = {.idle_w = 46.7, .ha_w_per_k = 13, .alpha_per_s = 0.51};
    struct rise_walk walk = {0};
    for (int k = 0; k < 3; k++) {
        assert_close(rise_walk_serve(&walk, &body, arrivals_s[k], 0.8, 150), rises_k[k], 1e-9);
        assert_close(walk.t_s, ends_s[k], 1e-12);
    }
}

static void cut(struct scenario *scenario, const char *assignment)
{
    *scenario = plain_scenario(2, "unit", 700, 0, 2, "A100-40GB");
    scenario->hours = 0.05;
    scenario->policy[LAYER_SHARE] = POLICY_MIG;
    scenario->policy[LAYER_ROUTE] = POLICY_ROUND_ROBIN;
    for (int g = 0; g < 2; g++)
        fixture_pods(&scenario->fleets[0].gpus[g], "3g 2g 2g", -1, 0);
    scenario->apps[0].pods = (struct app_pods){"2g", 3};
    scenario->apps[1].pods = (struct app_pods){"3g", 2};
    fixture_sets(scenario, "cooling=water", "reassignment_level=1");
    if (assignment)
        fixture_set(scenario, assignment);
}

static struct model *prepared(const char *assignment)
{
    DEFER(scenario_free) struct scenario scenario;
    const struct derive_options options = {0};
    cut(&scenario, assignment);
    struct model *model = model_create(&scenario, fixture_catalog(), &err);
    assert_or(!(!model || !prepare_with(NULL, model, NULL, &options, &err)), "%s", err.message);
    return model;
}

/* A request takes 350 ms on 2g and comes every 2.1 s to each pod: increases are of one, or a few in a row. */
FACT(test_drawn)
{
    DEFER(model_leave) struct model *model = prepared(NULL);
    int rows[INSTANCES_MAX];
    assert_true(rises_rows(model, rows));
    struct rise_config configs[INSTANCES_MAX];
    assert_int_equal(rises_list(model, configs, NULL), 2);
    for (int k = 0; k < 2; k++) {
        const double *values = rises_values(model, k);
        const struct model_cost *cost = configs[k].cost;
        double above_k = (cost->power_w[1] - configs[k].idle_w) / configs[k].ha_w_per_k;
        struct rise_walk walk = {0};
        double one_k =
            rise_walk_serve(&walk, &configs[k], 0, (double)cost->latency_ns[1] * 1e-9, cost->power_w[1]);
        assert_close(values[RISE_SERVICE_S], (double)cost->latency_ns[1] * 1e-9, 1e-9);
        assert_close(values[0], one_k, 1e-3 * one_k); /* the first of a run is cold */
        assert_true(values[RISE_QUANTILES - 1] < above_k);
        for (int q = 1; q < RISE_QUANTILES; q++)
            assert_true(values[q] >= values[q - 1]);
    }
}

static uint64_t hash_with(const char *assignment)
{
    DEFER(model_leave) struct model *model = prepared(assignment);
    uint64_t hash = derive_key(model, DERIVED_RISES).hash;
    return hash;
}

FACT(test_hash)
{
    uint64_t hash = hash_with(NULL);
    assert_true(hash_with("water_c=25") == hash);
    assert_true(hash_with("reassignment_level=3") == hash);
    assert_true(hash_with("slo_scale=2") == hash);
    assert_true(hash_with("load=1.5") != hash);
    assert_true(hash_with("mc_record=time") != hash);
    assert_true(hash_with("profile_scale.job1=1.2") != hash);
}

FACT(test_bytes)
{
    DEFER(model_leave) struct model *model = prepared("mc_record=time");
    const struct derived_part *part = model->rises;
    size_t size;
    unsigned char *bytes = derived_pack(part, &size);
    struct derived_part *back = derived_unpack(bytes, size);
    assert_non_null(back);
    assert_true(derive_fits(back, model, DERIVED_RISES) && back->key.hash == part->key.hash);
    assert_memory_equal(back->values, part->values, 2 * RISE_VALUES * sizeof *back->values);
    assert_true(part->values[0] < 1e-6); /* idle time counts */
    bytes[size / 2] ^= 1;
    assert_null(derived_unpack(bytes, size));
    free(bytes);
    derived_part_release(back);
}
