/* Attributions: which layers are at work and what each is when off, that every set is the scenario it says,
 * that the table holds what runs by themselves come to, for any number of threads; and contributions from
 * runs that are known, overload, cannot be or miss their SLO. */
#include "engine/explore/contribution.h"
#include "tests/support/simulate.h"

/* Clover in one pool, CarbonDIS in another, turns by energy and time in the third: each on its own GPUs. */
static struct scenario three_layers(void)
{
    struct scenario scenario = pools_scenario();
    scenario.hours = 0.25;
    fixture_set(&scenario, "policy.share.talk=tmux-etf");
    return scenario;
}

static struct attribution *attribution_of(const struct scenario *scenario)
{
    struct attribution *attribution = attribution_create(scenario, fixture_catalog(), &err);
    must(attribution, &err);
    return attribution;
}

/* --- which layers, and what is switched --- */

static const struct attribution_switch *find_switch(const struct attribution *attribution, enum layer layer,
                                                    const char *on)
{
    for (size_t i = 0; i < attribution->n_switches; i++)
        if (attribution->switches[i].layer == layer && strcmp(attribution->switches[i].on, on) == 0)
            return &attribution->switches[i];
    return NULL;
}

FACT_FOR(test_a_layer_is_at_work_where_a_scheme_decides, three_layers())
{
    static const enum layer layers[] = {LAYER_CONFIGURE, LAYER_ROUTE, LAYER_SHARE};
    struct attribution *attribution = attribution_of(scenario);
    assert_int_equal(attribution->n, 3);
    assert_memory_equal(attribution->layers, layers, sizeof layers);
    assert_string_equal(find_switch(attribution, LAYER_CONFIGURE, "CLOVER")->off, "BASE");
    assert_string_equal(find_switch(attribution, LAYER_ROUTE, "CARBONDIS")->off, "LEAST-LOADED");
    assert_string_equal(find_switch(attribution, LAYER_SHARE, "TMUX-ETF")->off, "TMUX-TF");
    assert_null(find_switch(attribution, LAYER_ROUTE, "FIFO-PULL")); /* it is Clover's own queue */
    assert_null(find_switch(attribution, LAYER_ROUTE, "OWN-QUEUE")); /* it decides nothing */
    assert_null(
        find_switch(attribution, LAYER_SHARE, "MIG")); /* nor does a cut: nobody held against has another */
    assert_int_equal(attribution_at_work(scenario), attribution->n);
    attribution_free(attribution);
}

FACT_FOR(test_one_layer_alone_is_refused_with_what_to_do, carbondis_scenario(2, 40, 100))
{
    assert_int_equal(attribution_at_work(scenario), 1);
    assert_null(attribution_create(scenario, fixture_catalog(), &err));
    assert_int_equal(err.kind, ERROR_INPUT);
    assert_has(err.message, "only route is at work (CARBONDIS, which is HIGHPERF when off)",
               "wattif compare");
    fixture_set(scenario, "policy.route=highperf"); /* nothing is switched on */
    assert_int_equal(attribution_at_work(scenario), 0);
    assert_null(attribution_create(scenario, fixture_catalog(), &err));
    assert_has(err.message, "no layer is at work");
}

FACT(test_a_scheme_that_comes_with_an_edit_is_at_work)
{
    DEFER(scenario_free) struct scenario scenario = three_layers(), off;
    fixture_set(&scenario, "policy.share.talk=tmux-tf");
    fixture_ats(&scenario, "5m:policy.share.talk=tmux-etf", "6m:load=1.5");
    struct attribution *attribution = attribution_of(&scenario);
    assert_int_equal(attribution->n, 3);
    assert_int_equal(attribution->layers[2], LAYER_SHARE);
    assert_true(attribution_scenario(attribution, 3, &off, &err)); /* without share */
    assert_int_equal(off.n_edits, 1);
    assert_int_equal(off.edits[0].knob.id, KNOB_LOAD);
    attribution_free(attribution);
}

/* --- sets --- */

static enum policy_id scheme(const struct scenario *scenario, int pool, enum layer layer)
{
    return scenario_pool_policy(scenario, pool, layer);
}

FACT_FOR(test_every_set_is_the_scenario_that_it_says, three_layers())
{
    struct attribution *attribution = attribution_of(scenario);
    for (unsigned set = 0; set < 8; set++) {
        DEFER(scenario_free) struct scenario own;
        assert_true(attribution_scenario(attribution, set, &own, &err));
        assert_int_equal(scheme(&own, 0, LAYER_CONFIGURE), set & 1 ? POLICY_CLOVER : POLICY_BASE);
        assert_int_equal(scheme(&own, 1, LAYER_ROUTE), set & 2 ? POLICY_CARBONDIS : POLICY_LEAST_LOADED);
        assert_int_equal(scheme(&own, 2, LAYER_SHARE), set & 4 ? POLICY_TMUX_ETF : POLICY_TMUX_TF);
        assert_int_equal(scheme(&own, 0, LAYER_ROUTE), POLICY_FIFO_PULL);
        assert_int_equal(scheme(&own, 0, LAYER_SHARE), POLICY_MIG);
        assert_null(scenario_requests_difference(&own, scenario));
        assert_true((scenario_difference(&own, scenario) == NULL) == (set == 7));
    }
    attribution_free(attribution);
}

FACT(test_the_order_begins_with_what_tells_most)
{
    struct attribution attribution = {0};
    unsigned order[ATTRIBUTION_SETS];
    for (attribution.n = 2; attribution.n <= LAYER_COUNT; attribution.n++) {
        int n = attribution.n;
        size_t sets = attribution_order(&attribution, order);
        uint64_t seen = 0;
        assert_int_equal(sets, 1U << n);
        assert_int_equal(order[0], 0);
        assert_int_equal(order[1], (1U << n) - 1);
        for (int k = 0; k < n; k++) {
            assert_int_equal(order[2 + k], 1U << k);
            if (n > 2)
                assert_int_equal(order[2 + n + k], ((1U << n) - 1) & ~(1U << k));
        }
        for (size_t i = 0; i < sets; i++)
            seen |= UINT64_C(1) << order[i];
        assert_true(seen == (n == 5 ? UINT64_C(0xffffffff) : (UINT64_C(1) << (1 << n)) - 1));
    }
}

/* Water is place's: whatever is another in the reference is somebody's, so that no
 * layer at work is the reference itself; of what is nobody's no parts are made. */
FACT(test_no_layer_at_work_is_the_reference)
{
    static const struct setting settings[] = {
        {"policy.configure.serving", "base"}, {"policy.share.talk", "tmux-tf"}, {"water_c", "25"}};
    DEFER(scenario_free) struct scenario scenario, off, reference;
    struct baseline baseline;
    scenario = three_layers();
    fixture_at(&scenario, "5m:policy.share.talk=tmux-ef");
    memcpy(scenario.baseline, settings, sizeof settings);
    scenario.n_baseline = 3;
    struct attribution *attribution = attribution_of(&scenario);
    assert_int_equal(attribution->n, 3);
    assert_string_equal(find_switch(attribution, LAYER_PLACE, "water_c 30")->off, "25");
    assert_true(scenario_copy(&reference, &scenario) && scenario_become_baseline(&reference, &baseline));
    assert_string_equal(baseline.title, BASELINE_OFF);
    assert_true(attribution_scenario(attribution, 0, &off, &err));
    assert_null(scenario_difference(&off, &reference));
    assert_int_equal(reference.n_edits, 0);
    attribution_free(attribution);
    scenario.baseline[2] = (struct setting){"load", "2"};
    assert_null(attribution_create(&scenario, fixture_catalog(), &err));
    assert_has(err.message, "has another load, which belongs to no layer");
}

/* --- runs --- */

static void count_calls(void *context, size_t done)
{
    size_t *most = context;
    *most = done > *most ? done : *most;
}

static struct attribution_table *run_on(const struct attribution *attribution, int threads, size_t seeds)
{
    struct jobs *jobs = jobs_create(threads, -1, &err);
    assert_non_null(jobs);
    size_t most = 0;
    struct attribution_order order = {.catalog = fixture_catalog(),
                                      .priority = JOB_ASKED,
                                      .seeds = seeds,
                                      .context = &most,
                                      .tell = count_calls};
    struct attribution_table *table = attribution_run(attribution, &order, jobs, &err);
    must(table, &err);
    jobs_free(jobs);
    assert_true(most > 0 && most <= seeds * (attribution_all(attribution) + 1));
    return table;
}

FACT_FOR(test_the_table_holds_what_runs_by_themselves_come_to, three_layers())
{
    enum { SEEDS = 2 };
    struct attribution *attribution = attribution_of(scenario);
    struct attribution_table *table = run_on(attribution, 0, SEEDS), *again = run_on(attribution, 3, SEEDS);
    struct contribution_runs runs = attribution_table_runs(table), others = attribution_table_runs(again);
    for (unsigned set = 0; set < 8; set++)
        for (size_t seed = 0; seed < SEEDS; seed++) {
            DEFER(scenario_free) struct scenario own;
            assert_null(runs.fault(runs.context, set));
            assert_true(attribution_scenario(attribution, set, &own, &err));
            own.seed += seed;
            DEFER(simulation_free) struct simulation simulation = simulate(&own);
            double carbon_g = runs.value(runs.context, set, seed, METRIC_CARBON, 0);
            double other_g = others.value(others.context, set, seed, METRIC_CARBON, 0);
            assert_true(carbon_g == simulation.summary.carbon_total_g && other_g == carbon_g);
            for (int app = 0; app < own.n_apps; app++)
                assert_true(runs.value(runs.context, set, seed, METRIC_APP_P95, app) ==
                            simulation.summary.apps[app].p95_ms);
        }
    attribution_table_free(table);
    attribution_table_free(again);
    attribution_free(attribution);
}

FACT_FOR(test_pools_that_share_nothing_do_not_interact, three_layers())
{
    struct attribution *attribution = attribution_of(scenario);
    struct attribution_table *table = run_on(attribution, 1, 1);
    struct contribution_runs runs = attribution_table_runs(table);
    struct contribution found;
    contribution_work_out(attribution, &runs, METRIC_CARBON, &found);
    double sum = 0, scale = fabs(found.none);
    for (int k = 0; k < 3; k++) {
        sum += found.layers[k].share.delta;
        assert_close(found.layers[k].share.delta, found.layers[k].alone.delta, 1e-9 * scale);
        assert_close(found.layers[k].share.delta, found.layers[k].last.delta, 1e-9 * scale);
    }
    assert_true(found.layers[0].share.delta < 0); /* CLOVER is of use, so this is about something */
    assert_close(sum, found.total.delta, 1e-12 * scale);
    assert_int_equal(found.n_pairs, 3);
    for (int i = 0; i < 3; i++)
        assert_close(found.pairs[i].effect.delta, 0, 0);
    attribution_table_free(table);
    attribution_free(attribution);
}

/* --- contributions, from what is said of runs --- */

struct said {
    double carbon_g[4], tail[4], p95_ms[4][2], overloaded_s[4], met[4];
};

static double said_value(const void *context, unsigned set, size_t seed, enum metric metric, int part)
{
    const struct said *said = context;
    switch (metric) {
    case METRIC_CARBON:
        return said->carbon_g[set] + 1000 * (double)seed;
    case METRIC_WORST_OF_SLO:
        return said->tail[set];
    case METRIC_APP_P95:
        return said->p95_ms[set][part];
    case METRIC_OVERLOADED:
        return said->overloaded_s[set];
    case METRIC_LIMITS_BROKEN:
        return said->met[set] > 0 ? 0 : 1;
    default:
        return NAN;
    }
}

static const char *said_fault(const void *context, unsigned set)
{
    return NULL;
}

static struct said two_layers(void)
{
    return (struct said){.carbon_g = {10, 7, 4, -2},
                         .tail = {NAN, NAN, NAN, NAN},
                         .p95_ms = {{5, 9}, {8, 6}, {1, 1}, {2, 3}},
                         .overloaded_s = {NAN, NAN, NAN, NAN},
                         .met = {1, 1, 1, 1}};
}

static const struct attribution two = {.n = 2, .layers = {LAYER_ROUTE, LAYER_TUNE}, .scenario.n_apps = 2};

FACT(test_two_layers_have_a_closed_form)
{
    struct said said = two_layers();
    struct contribution_runs runs = {3, said_value, said_fault, &said};
    struct contribution found;
    contribution_work_out(&two, &runs, METRIC_CARBON, &found);
    assert_close(found.none, 1010, 1e-9); /* the mean over three seeds */
    assert_close(found.all, 998, 1e-9);
    assert_close(found.total.delta, -12, 1e-12);
    assert_close(found.layers[0].alone.delta, -3, 1e-12);
    assert_close(found.layers[0].last.delta, -6, 1e-12);
    assert_close(found.layers[0].share.delta, -4.5, 1e-12);
    assert_close(found.layers[1].share.delta, -7.5, 1e-12);
    assert_close(found.pairs[0].effect.delta, -3, 1e-12);
    assert_int_equal(found.n_pairs, 1);
    assert_int_equal(found.best_alone, 1);
    assert_int_equal(found.best, 3);
    assert_close(found.over_alone.delta, -6, 1e-12); /* both against the second alone, seed by seed */
    assert_int_equal(found.over_alone.verdict, PAIRING_LARGER);
    assert_int_equal(found.over_all.verdict, PAIRING_IDENTICAL); /* both is the best */
    assert_int_equal(found.layers[0].share.n, 3);
    assert_int_equal(found.total.verdict, PAIRING_LARGER);
}

FACT(test_a_run_that_overloads_has_no_value)
{
    struct said said = two_layers();
    struct contribution_runs runs = {1, said_value, said_fault, &said};
    struct contribution found;
    said.overloaded_s[1] = 60; /* the first layer alone */
    contribution_work_out(&two, &runs, METRIC_CARBON, &found);
    assert_true(contribution_is_overloaded(&runs, 1) && !contribution_is_overloaded(&runs, 2));
    for (int k = 0; k < 2; k++)
        assert_int_equal(found.layers[k].share.n, 0);
    assert_int_equal(found.layers[0].alone.n, 0);
    assert_close(found.layers[1].alone.delta, -6, 1e-12); /* what it takes is known */
    assert_close(found.layers[0].last.delta, -6, 1e-12);
    assert_int_equal(found.n_known, 3);
    assert_int_equal(found.best, 3);
}

FACT(test_the_best_set_keeps_every_slo_if_any_does)
{
    struct said said = two_layers();
    struct contribution_runs runs = {1, said_value, said_fault, &said};
    struct contribution found;
    said.met[3] = 0;
    contribution_work_out(&two, &runs, METRIC_CARBON, &found);
    assert_true(found.misses[3] && found.best_keeps);
    assert_int_equal(found.best, 2);
    assert_close(found.over_all.delta, 6, 1e-12);
    for (int set = 0; set < 4; set++)
        said.met[set] = 0;
    contribution_work_out(&two, &runs, METRIC_CARBON, &found);
    assert_true(!found.best_keeps);
    assert_int_equal(found.best, 3);
    for (int set = 0; set < 4; set++)
        said.carbon_g[set] = 5;
    contribution_work_out(&two, &runs, METRIC_CARBON, &found);
    assert_int_equal(found.best, 0); /* of those alike the smallest */
    assert_int_equal(found.total.verdict, PAIRING_IDENTICAL);
}

FACT(test_metrics_that_nobody_knows_are_left_out)
{
    struct said said = two_layers();
    struct contribution_runs runs = {1, said_value, said_fault, &said};
    enum metric metrics[CONTRIBUTION_METRICS];
    struct contribution found;
    assert_int_equal(contribution_metrics(&two, &runs, metrics), 2);
    assert_int_equal(metrics[0], METRIC_CARBON);
    assert_int_equal(metrics[1], METRIC_APP_P95); /* without SLOs: the worst app's */
    contribution_work_out(&two, &runs, METRIC_APP_P95, &found);
    assert_close(found.none, 9, 0);
    assert_close(found.values[1], 8, 0);
    assert_close(found.total.delta, -6, 1e-12);
    said.tail[0] = 0.5;
    assert_int_equal(contribution_metrics(&two, &runs, metrics), 2);
    assert_int_equal(metrics[1], METRIC_WORST_OF_SLO);
}
