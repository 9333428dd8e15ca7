/* Many runs that share pools: each is what it is by itself, whatever was kept before it, and a pool is found
 * again exactly where nothing that it depends on is another. */
#include "engine/explore/pools.h"
#include "engine/explore/prepare.h"
#include "tests/support/simulate.h"

enum { SERVING, VISION, TALK, POOLS };

static struct scenario turned_to(const char *assignment)
{
    struct scenario scenario = pools_scenario();
    scenario.apps[0].slo_ms = 200;
    for (int a = 0; a < scenario.n_apps; a++)
        scenario.apps[a].arrivals.mean_gap_ms = 150;
    if (*assignment)
        fixture_set(&scenario, assignment);
    return scenario;
}

static struct model *model_of(const struct scenario *scenario, const struct catalog *catalog)
{
    struct model *model = model_create(scenario, catalog, &err);
    assert_or(model != NULL, "%s", err.message);
    assert_true(prepare_compute(model, NULL, &(struct derive_options){0}, &err));
    return model;
}

static struct pool_run *found(struct shelf *shelf, uint64_t hash)
{
    bool claimed;
    struct pool_run *own = shelf_claim_pool_run(shelf, hash, false, &claimed);
    assert_int_equal(claimed, own == NULL);
    if (claimed)
        shelf_give_pool_run(shelf, hash, NULL);
    return own;
}

/* Which pools of the model the shelf has, as a mask. */
static unsigned known(struct shelf *shelf, const struct model *model)
{
    unsigned known = 0;
    for (int p = 0; p < model->n_pools; p++) {
        struct pool_run *own = found(shelf, pools_hash(model, p));
        known |= own ? 1U << p : 0;
        pool_run_release(own);
    }
    return known;
}

static bool count(void *breaths, const struct run *run)
{
    (void)run;
    ++*(int *)breaths;
    return true;
}

/* A setting, which pools are simulated anew by it, and whether nothing comes of that. */
FACT(test_each_is_what_it_is_by_itself)
{
    static const struct {
        const char *assignment;
        unsigned turns;
        bool same;
    } rows[] = {{"", 1U << SERVING | 1U << VISION | 1U << TALK, false},
                {"pue=1.4", 0, false}, /* in Clover's objective it cancels */
                {"embodied_multiplier=0", 0, true},
                {"cit.vision=0.7", 1U << VISION, false},
                {"lambda.serving=0.9", 1U << SERVING, false},
                {"quantum_ms.talk=90", 1U << TALK, false},
                {"slo_ms.chat=80", 1U << TALK, true},                /* only its late requests are others */
                {"policy.route.vision=dybatch", 1U << VISION, true}, /* the same at this load */
                {"ci_scale=2", 1U << SERVING | 1U << VISION, false},
                {"", 0, true}};
    static struct summary together, apart;
    struct shelf *shelf = shelf_create((struct shelf_behind){0});
    const unsigned all = (1U << POOLS) - 1;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        DEFER(scenario_free) struct scenario scenario = turned_to(rows[k].assignment);
        struct model *model = model_of(&scenario, fixture_catalog());
        unsigned before = known(shelf, model);
        assert_or((before & ~rows[k].turns) == (all & ~rows[k].turns),
                  "%s: a pool that is the same is not found", rows[k].assignment);
        assert_or((before & rows[k].turns) == 0, "%s: a pool that is another is found", rows[k].assignment);
        assert_true(run_whole(model, NULL, NULL, &together, &err));
        int played = 0, breaths = 0;
        const struct run_breath of_played = {1, count, &played}, of_all = {1, count, &breaths};
        for (int p = 0; p < POOLS; p++)
            if (rows[k].turns >> p & 1)
                pool_run_release(pool_run_make(model, p, &of_played, &err));
        assert_true(pools_whole(model, shelf, &of_all, &apart, &err));
        assert_or((breaths == played) == rows[k].same, "%s: %d events, of pools by themselves %d",
                  rows[k].assignment, breaths, played);
        assert_memory_equal(&together, &apart, sizeof apart);
        assert_int_equal(known(shelf, model), all);
        model_release(model);
    }
    shelf_free(shelf);
}

/* With a governor, and who chooses the coolest GPU. */
static struct scenario warm(void)
{
    struct scenario scenario = turned_to("cooling=water");
    scenario.apps[0].arrivals.mean_gap_ms = 60;
    scenario.fleets[0].gpus[1].upstream = 0;
    fixture_sets(&scenario, "facility=split", "water=auto", "sot_c=60", "policy.place=infercool",
                 "reassignment_level=3", "policy.tune.serving=carbon-tuned");
    return scenario;
}

/* A model that shares its parts with one in which a knob was another is what it is by itself. */
FACT(test_shared_parts)
{
    static struct summary own, sharing;
    DEFER(scenario_free) struct scenario before = warm();
    DEFER(model_leave) struct model *like = model_of(&before, fixture_catalog());
    int shared = 0;
    for (int id = 0; id < KNOB_COUNT; id++) {
        DEFER(scenario_free) struct scenario scenario = warm();
        const struct knob_value value = {.number = knob_infos[id].slider_max};
        if (knob_infos[id].type != TYPE_NUMBER ||
            scenario_begin_with(&scenario, knob_of_run((enum knob_id)id), &value, &err) < 0)
            continue;
        DEFER(model_leave) struct model *anew = model_create(&scenario, fixture_catalog(), &err);
        DEFER(model_leave)
        struct model *model = model_with_scenario(like, &scenario, fixture_catalog(), &err);
        assert_int_equal(anew != NULL, model != NULL);
        if (!anew) /* one is refused as the other */
            continue;
        assert_true(prepare_compute(anew, NULL, &(struct derive_options){0}, &err));
        assert_true(prepare_compute(model, NULL, &(struct derive_options){0}, &err));
        assert_true(run_whole(anew, NULL, NULL, &own, &err));
        assert_true(run_whole(model, NULL, NULL, &sharing, &err));
        assert_memory_equal(&own, &sharing, sizeof own);
        shared += model->parts != NULL;
    }
    assert_true(shared >= 10);
}

/* What they did in one water is played in another while all their choices hold there: by itself, or beside
 * the others. */
FACT(test_held_against_other_water)
{
    static const struct {
        const char *assignment;
        bool holds;
    } rows[] = {{"water_c=30", true}, {"water_c=44", true}, {"water=fixed", true}, {"sot_c=40", false}};
    static struct summary together, apart;
    for (int beside = 0; beside < 2; beside++) {
        DEFER(scenario_free) struct scenario scenario = warm();
        struct pool_run *runs[POOLS_MAX] = {0}, *taped = NULL;
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            bool held;
            fixture_set(&scenario, rows[k].assignment);
            DEFER(model_leave) struct model *model = model_of(&scenario, fixture_catalog());
            assert_true(pool_run_reads_heat(model, SERVING));
            for (int p = 0; p < POOLS && k == 0; p++)
                runs[p] = p == SERVING && beside ? NULL : pool_run_make(model, p, NULL, &err);
            assert_true(run_whole(model, NULL, NULL, &together, &err));
            assert_true(run_whole_with(model, runs, &taped, NULL, &apart, &held, &err));
            assert_memory_equal(&together, &apart, sizeof apart);
            assert_int_equal(held, rows[k].holds);
            if (!runs[SERVING]) {
                assert_true(taped && pool_run_facts(taped).pool == SERVING && !pool_run_facts(taped).alone);
                runs[SERVING] = taped;
                taped = NULL;
            }
        }
        assert_int_equal(taped != NULL, !beside); /* where it turned; of such a run it has one */
        pool_run_release(taped);
        for (int p = 0; p < POOLS; p++)
            pool_run_release(runs[p]);
    }
}

/* The profiles of a model, a microsecond slower. */
static const struct catalog *slower(void)
{
    static struct profile_set changed;
    static struct profile_row rows[4096];
    changed = *fixture_catalog()->profile(NULL, "unit", &err);
    assert_true(changed.n <= sizeof rows / sizeof *rows);
    for (size_t k = 0; k < changed.n; k++) {
        rows[k] = changed.rows[k];
        rows[k].latency_ms += 1e-3;
    }
    changed.rows = rows;
    return fixture_catalog_of(&changed, 1);
}

/* They were imported anew under the same name: the hash tells. */
FACT_FOR(test_inputs_imported_anew, turned_to(""))
{
    struct model *model = model_of(scenario, fixture_catalog());
    struct model *other = model_of(scenario, slower());
    struct shelf *shelf = shelf_create((struct shelf_behind){0});
    static struct summary summary;
    assert_true(pools_whole(model, shelf, NULL, &summary, &err));
    assert_int_equal(known(shelf, other), 1U << SERVING | 1U << VISION);
    model_release(other);
    model_release(model);
    shelf_free(shelf);
}

/* It forgets what was not asked for for longest, and is never wrong. */
FACT_FOR(test_forgets, turned_to(""))
{
    DEFER(model_leave) struct model *model = model_of(scenario, fixture_catalog());
    struct shelf *shelf = shelf_create((struct shelf_behind){0});
    struct pool_run *own = pool_run_make(model, TALK, NULL, &err);
    for (uint64_t hash = 1; hash <= SHELF_POOL_RUNS + 1; hash++) {
        shelf_give_pool_run(shelf, hash, own);
        shelf_give_pool_run(shelf, hash, own); /* it is there */
    }
    for (uint64_t hash = 2; hash <= SHELF_POOL_RUNS + 1; hash++) {
        struct pool_run *kept = found(shelf, hash);
        assert_ptr_equal(kept, own);
        pool_run_release(kept);
    }
    assert_null(found(shelf, 1));
    shelf_free(shelf);
    pool_run_release(own);
}
