/* Pools: what one does depends on nothing outside of it (composition.md CO-12). Three of them, one under
 * Clover, one under CarbonDIS over two classes, one time-shared, run side by side, each with the others
 * silent, and as a scenario of its own. */
#include "engine/sim/state.h"
#include "tests/support/simulate.h"

enum { SERVING, VISION, TALK, POOLS };
static const int64_t minute_ns = 60 * NS_PER_S;
static const struct run_options whole = {.record = true, .snapshots = true};

/* ---- scenarios ---- */

/* As busy as makes the policies decide, with SLOs, and with edits of every scope. */
static struct scenario make(void)
{
    struct scenario scenario = pools_scenario();
    scenario.apps[0].slo_base = true;
    scenario.apps[0].slo_ms = NAN;
    for (int a = 1; a < scenario.n_apps; a++) {
        scenario.apps[a].slo_ms = 300;
        scenario.apps[a].arrivals.mean_gap_ms = 150;
    }
    fixture_set(&scenario, "start=2022-01-01T06:00:00Z");
    fixture_ats(&scenario, "600:lambda.serving=0.9", "900:cit=0.8", "1200:cit.vision=1.3",
                "1500:slo_ms.images=90", "1800:policy.route.vision=dybatch", "2100:cit=0.7",
                "2400:policy.route.vision=carbondis", "2700:quantum_ms.talk=90");
    return scenario;
}

/* Nobody else asks for anything within the run. */
static struct scenario silenced(const struct scenario *scenario, int but)
{
    struct scenario silent;
    assert_true(scenario_copy(&silent, scenario));
    for (int a = 0; a < silent.n_apps; a++)
        if (silent.apps[a].pool != but)
            silent.apps[a].arrivals.mean_gap_ms = 1e9;
    return silent;
}

/* ---- rows ---- */

static void same_floats(const float *a, const float *b, int n)
{
    assert_memory_equal(a, b, (size_t)n * sizeof *a);
}

static void same_app(const struct simulation *x, int a, const struct simulation *y, int b)
{
    const struct recording *r = x->recording, *s = y->recording;
    struct summary_app p = x->summary.apps[a], q = y->summary.apps[b];
    p.time_share = q.time_share = p.energy_share = q.energy_share = 0; /* of all apps' */
    assert_memory_equal(&p, &q, sizeof p);
    assert_true(p.finished > 100);
    for (int column = 0; column < APP_COLUMNS; column++)
        same_floats(r->app[column] + a * r->n_buckets, s->app[column] + b * s->n_buckets, r->n_buckets);
    assert_memory_equal(x->run->responses[a].whole, y->run->responses[b].whole, sizeof(struct sketch));
}

static void same_gpu(const struct simulation *x, int g, const struct simulation *y, int h)
{
    const struct recording *r = x->recording, *s = y->recording;
    assert_memory_equal(&x->summary.gpus[g], &y->summary.gpus[h], sizeof x->summary.gpus[g]);
    for (int column = 0; column < GPU_COLUMNS; column++)
        same_floats(r->gpu[column] + g * r->n_buckets, s->gpu[column] + h * s->n_buckets, r->n_buckets);
}

/* Everything that is said of a pool. */
static void same_rows(const struct simulation *x, int pool, const struct simulation *y, int other)
{
    const struct model_pool *p = &x->model->pools[pool], *q = &y->model->pools[other];
    assert_int_equal(p->n_apps, q->n_apps);
    assert_int_equal(p->n_gpus, q->n_gpus);
    for (int k = 0; k < p->n_apps; k++)
        same_app(x, p->apps[k], y, q->apps[k]);
    for (int k = 0; k < p->n_gpus; k++)
        same_gpu(x, p->gpus[k], y, q->gpus[k]);
    assert_memory_equal(&x->run->pools[pool].state->search, &y->run->pools[other].state->search,
                        sizeof(struct search_state));
}

/* ---- CO-12 ---- */

/* The decisions of a pool's apps, first and last. */
static size_t decisions_of(const struct simulation *simulation, int pool, int64_t from_ns,
                           struct decision *out)
{
    DEFER(memory_leave) struct decision_log *log = calloc(1, sizeof *log);
    size_t n = 0;
    assert_non_null(log);
    assert_true(run_explain(simulation->run, from_ns, from_ns + 20 * NS_PER_S, log, NULL, &err));
    assert_true(log->count < DECISIONS_MAX);
    for (size_t k = 0; k < log->kept; k++)
        if (simulation->model->apps[log->kept_list[k].app].pool == pool)
            out[n++] = log->kept_list[k];
    return n;
}

static void same_decisions(const struct simulation *x, const struct simulation *y, int pool)
{
    static struct decision a[DECISIONS_MAX], b[DECISIONS_MAX];
    for (int64_t at_ns = 5 * minute_ns; at_ns < 60 * minute_ns; at_ns += 9 * minute_ns) {
        size_t n = decisions_of(x, pool, at_ns, a);
        assert_int_equal(decisions_of(y, pool, at_ns, b), n);
        assert_true(n > 10);
        for (size_t k = 0; k < n; k++) {
            assert_true(a[k].t_ns == b[k].t_ns && a[k].app == b[k].app && a[k].instance == b[k].instance);
            assert_true(a[k].request == b[k].request && a[k].reason == b[k].reason);
            assert_true(a[k].start_ns == b[k].start_ns && a[k].estimate_ns == b[k].estimate_ns);
            assert_true(a[k].deadline_ns == b[k].deadline_ns && a[k].cit == b[k].cit);
            assert_true(a[k].waiting == b[k].waiting && a[k].here.free_ns == b[k].here.free_ns);
            assert_true(a[k].other.instance == b[k].other.instance);
        }
    }
}

FACT_FOR(test_silence, make())
{
    DEFER(simulation_free) struct simulation joint = simulate(scenario);
    for (int pool = 0; pool < POOLS; pool++) {
        DEFER(scenario_free) struct scenario silent = silenced(scenario, pool);
        DEFER(simulation_free) struct simulation only = simulate(&silent);
        for (int a = 0; a < silent.n_apps; a++)
            assert_true(silent.apps[a].pool == pool || only.summary.apps[a].arrived == 0);
        same_rows(&joint, pool, &only, pool);
        same_decisions(&joint, &only, pool);
        if (pool == SERVING) {
            assert_true(joint.summary.search.evaluations > 3);
            assert_true(recording_same_evaluations(joint.recording, only.recording));
            assert_true(recording_same_layouts(joint.recording, only.recording));
        }
    }
}

/* Another pool under Clover, on one GPU, in the place of `talk`. */
static struct scenario two_searching(void)
{
    struct scenario scenario = make();
    scenario.n_apps--;
    memcpy(scenario.apps[3].model, "mixed", sizeof "mixed");
    scenario.apps[3].arrivals.mean_gap_ms = 90;
    scenario.pools[TALK].policy[LAYER_CONFIGURE] = POLICY_CLOVER;
    scenario.pools[TALK].policy[LAYER_ROUTE] = POLICY_FIFO_PULL;
    scenario.pools[TALK].policy[LAYER_SHARE] = POLICY_MIG;
    struct gpu *gpu = &scenario.fleets[0].gpus[5];
    memcpy(gpu->type, "A100-40GB", sizeof "A100-40GB");
    gpu->n_pods = 1;
    gpu->pods[0] = (struct pod){.slice = "7g", .app = -1, .variant = "large"};
    return scenario;
}

/* Each searches for itself, with dice, windows and derived inputs of its own. */
FACT_FOR(test_two_searching, two_searching())
{
    DEFER(simulation_free) struct simulation joint = simulate(scenario);
    for (int pool = SERVING; pool <= TALK; pool += TALK) {
        DEFER(scenario_free) struct scenario silent = silenced(scenario, pool);
        DEFER(simulation_free) struct simulation only = simulate(&silent);
        same_rows(&joint, pool, &only, pool);
        assert_true(joint.run->pools[pool].state->search.evaluations > 3);
    }
    assert_true(joint.model->pools[SERVING].derived->parts[DERIVED_BASE]->key.hash !=
                joint.model->pools[TALK].derived->parts[DERIVED_BASE]->key.hash);
    assert_true(joint.model->pools[SERVING].configurator_key != joint.model->pools[TALK].configurator_key);
}

/* Nobody else was ever there. (Streams of requests go by the number of an app, so it is the first pool's; and
 * books are closed at edits, also of others, so there are none.) */
FACT(test_alone)
{
    DEFER(scenario_free) struct scenario scenario = make(), alone;
    while (scenario.n_edits > 2)
        scenario_unedit(&scenario, 2);
    DEFER(simulation_free) struct simulation joint = simulate(&scenario);
    assert_true(scenario_alone(&alone, &scenario, SERVING));
    assert_int_equal(alone.n_pools, 0);
    assert_int_equal(alone.n_edits, 2); /* that reach it */
    DEFER(simulation_free) struct simulation only = simulate(&alone);
    same_rows(&joint, SERVING, &only, 0);
    assert_true(recording_same_evaluations(joint.recording, only.recording));
    assert_true(only.model->pools->derived->parts[DERIVED_BASE]->key.hash ==
                joint.model->pools[SERVING].derived->parts[DERIVED_BASE]->key.hash);
}

static void forget_pools(struct summary *summary)
{
    summary->n_pools = 0;
    memset(summary->pools, 0, sizeof summary->pools);
}

/* A pool of everything is as good as none. */
FACT_FOR(test_one_pool, make())
{
    for (int pool = 0; pool < POOLS; pool++) {
        DEFER(scenario_free) struct scenario alone;
        assert_true(scenario_alone(&alone, scenario, pool));
        DEFER(simulation_free) struct simulation without = simulate(&alone);
        alone.pools = calloc(1, sizeof *alone.pools);
        fields_init(&pool_fields, alone.pools);
        alone.n_pools = 1;
        memcpy(alone.pools->name, "whole", sizeof "whole");
        for (int a = 0; a < alone.n_apps; a++)
            alone.apps[a].pool = 0;
        for (int g = 0; g < alone.fleets[0].n_gpus; g++)
            alone.fleets[0].gpus[g].pool = 0;
        DEFER(simulation_free) struct simulation named = simulate(&alone);
        assert_int_equal(named.summary.n_pools, 1);
        assert_int_equal(named.summary.pools[0].requests, named.summary.requests);
        forget_pools(&named.summary);
        forget_pools(&named.recording->summary);
        assert_true(simulation_same(&without, &named));
    }
}

/* ---- conservation ---- */

/* Nothing leaves its pool; that what the pools have is all that there is holds for any run (CO-2). */
FACT_FOR(test_conservation, make())
{
    DEFER(simulation_free) struct simulation joint = simulate(scenario);
    double apps_j[POOLS] = {0};
    for (int i = 0; i < joint.model->n_instances; i++) {
        const struct model_instance *instance = &joint.model->instances[i];
        for (int a = 0; a < joint.model->n_apps; a++)
            assert_true(!(instance->apps >> a & 1) ||
                        joint.model->apps[a].pool == joint.model->gpus[instance->gpu].pool);
    }
    for (int a = 0; a < joint.model->n_apps; a++)
        apps_j[joint.model->apps[a].pool] += joint.summary.apps[a].energy_j;
    for (int pool = 0; pool < POOLS; pool++) {
        double pool_j = 0;
        for (int k = 0; k < joint.model->pools[pool].n_gpus; k++)
            pool_j += joint.summary.gpus[joint.model->pools[pool].gpus[k]].energy_j;
        assert_true(apps_j[pool] > 0 && apps_j[pool] < pool_j);
    }
}

/* ---- how it is run changes nothing ---- */

FACT(test_slices_and_forks)
{
    DEFER(scenario_free) struct scenario scenario = make(), turned;
    DEFER(simulation_free) struct simulation straight = simulate(&scenario);
    DEFER(simulation_free) struct simulation sliced = simulation_prepare(&scenario, fixture_catalog(), whole);
    for (int64_t t_ns = 0; run_advance(sliced.run, t_ns, 777) == RUN_GOING; t_ns += 11 * NS_PER_S)
        assert_null(check_state(sliced.run));
    run_summary(sliced.run, &sliced.summary);
    assert_true(simulation_same(&straight, &sliced));
    assert_true(scenario_copy(&turned, &scenario));
    fixture_ats(&turned, "2000:lambda.serving=0.1", "2500:cit.vision=0.5");
    DEFER(simulation_free)
    struct simulation again = simulate(&turned),
                      forked = simulation_prepare(&turned, fixture_catalog(), whole);
    run_free(forked.run);
    forked.run = run_fork(straight.run, forked.model, forked.recording, 2000 * NS_PER_S, whole, &err);
    assert_non_null(forked.run);
    assert_true(run_now_ns(forked.run) > 1900 * NS_PER_S); /* not from the start */
    simulation_finish(&forked);
    assert_true(simulation_same(&again, &forked));
    assert_false(simulation_same(&straight, &again));
}

/* A stretch in finer buckets adds up to the same. */
FACT_FOR(test_detail, make())
{
    DEFER(detail_free) struct detail detail;
    DEFER(simulation_free) struct simulation joint = simulate(scenario);
    const struct recording *recording = joint.recording;
    int64_t width_ns = recording->bucket_ns, from_ns = 20 * minute_ns;
    int b = (int)(from_ns / width_ns), fine = 4;
    assert_true(run_detail(joint.run, from_ns, from_ns + width_ns, width_ns / fine, &detail, &err));
    for (int a = 0; a < recording->n_apps; a++) {
        float finished = 0;
        for (int k = 0; k < detail.recording->n_buckets; k++)
            finished += detail.recording->app[COLUMN_FINISHED][a * detail.recording->n_buckets + k];
        assert_true(finished == recording->app[COLUMN_FINISHED][a * recording->n_buckets + b]);
    }
}

/* A policy of one pool for all, until a pool says otherwise; the narrower wins whatever comes later. */
FACT_FOR(test_narrower_wins, make())
{
    DEFER(simulation_free) struct simulation joint = simulation_prepare(scenario, fixture_catalog(), whole);
    const struct run_pool *pools = joint.run->pools;
    run_advance(joint.run, 1000 * NS_PER_S, UINT64_MAX);
    assert_true(pools[VISION].state->knobs.number[KNOB_CIT] == 0.8);
    assert_true(pools[TALK].state->knobs.number[KNOB_CIT] == 0.8);
    assert_true(pools[SERVING].state->knobs.number[KNOB_LAMBDA] == 0.9);
    assert_true(pools[VISION].state->knobs.number[KNOB_LAMBDA] == 0.5);
    run_advance(joint.run, 2200 * NS_PER_S, UINT64_MAX);
    assert_true(pools[VISION].state->knobs.number[KNOB_CIT] == 1.3);
    assert_true(pools[TALK].state->knobs.number[KNOB_CIT] == 0.7);
    assert_int_equal(pools[VISION].state->knobs.policy[LAYER_ROUTE], POLICY_DYBATCH);
    assert_int_equal(pools[SERVING].state->knobs.policy[LAYER_ROUTE], POLICY_FIFO_PULL);
    assert_true(pools[VISION].scheme.router != pools[TALK].scheme.router);
}
