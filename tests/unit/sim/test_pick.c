/* The seam of pickers. One that takes what the router would have taken leaves a run as it is; one that takes
 * the longest idle makes of own-queue's choice that of fifo-pull; and under one that draws among equals every
 * router serves all, keeps the books, remembers where its requests are, and gives the same from a snapshot,
 * in a fork and in each loop that may serve the run. */
#include "engine/policy/route/carbondis.h"
#include "engine/policy/route/pull.h"
#include "engine/sim/state.h"
#include "tests/support/seam.h"

/* ---- pickers ---- */

struct draw_state {
    uint64_t draws;
    int64_t moved; /* to another than the router's own */
};

static size_t draw_size(const struct model *model)
{
    return sizeof(struct draw_state);
}

/* What is listed is what is promised: of the pool, able, equal, idle where it is to start, each once. */
static void assert_listed(const struct view *view, const struct action *action, const int32_t *instances,
                          int n)
{
    bool own = false;
    assert_in_range(n, 2, view->model->apps[action->app].n_all);
    for (int k = 0; k < n; k++) {
        const struct instance_state *listed = &view->instances[instances[k]];
        const struct model_cost *cost = view_cost(view, action->app, instances[k]);
        const struct model_cost *named = view_cost(view, action->app, action->instance);
        own = own || instances[k] == action->instance;
        assert_true(view_has(view, instances[k]) && (listed->apps >> action->app & 1));
        assert_true(action->kind == ACTION_SEND || listed->app == INSTANCE_IDLE);
        assert_true(cost->latency_ns[1] == named->latency_ns[1] && cost->power_w[1] == named->power_w[1]);
        assert_int_equal(listed->high, view->instances[action->instance].high);
        for (int other = 0; other < k; other++)
            assert_int_not_equal(instances[other], instances[k]);
    }
    assert_true(own);
}

static int draw_pick(const struct view *view, void *state, const struct action *action,
                     const int32_t *instances, int n)
{
    struct draw_state *own = state;
    assert_listed(view, action, instances, n);
    int at = (int)random_below(view->pool->router_key ^ 0x9e3779b97f4a7c15, own->draws++, (uint32_t)n);
    own->moved += instances[at] != action->instance;
    return at;
}

static int router_pick(const struct view *view, void *state, const struct action *action,
                       const int32_t *instances, int n)
{
    int at = 0;
    while (at < n - 1 && instances[at] != action->instance)
        at++;
    return at;
}

static int first_pick(const struct view *view, void *state, const struct action *action,
                      const int32_t *instances, int n)
{
    return 0;
}

static int longest_idle_pick(const struct view *view, void *state, const struct action *action,
                             const int32_t *instances, int n)
{
    int best = 0;
    for (int k = 1; k < n; k++)
        if (view->instances[instances[k]].idle_since_ns < view->instances[instances[best]].idle_since_ns)
            best = k;
    return best;
}

static int wrong_pick(const struct view *view, void *state, const struct action *action,
                      const int32_t *instances, int n)
{
    return action->app % 2 ? n : -1;
}

static const struct picker draws = {.decider.state_size = draw_size, .pick = draw_pick};
static const struct picker routers_own = {.pick = router_pick}, first = {.pick = first_pick};
static const struct picker longest_idle = {.pick = longest_idle_pick}, wrong = {.pick = wrong_pick};

static const struct extras drawn_extras = {.scheme.picker = &draws};
static const struct run_options drawn = {.snapshots = true, .record = true, .extras = &drawn_extras};

/* ---- scenarios ---- */

enum { CASES = 10, SLICES = 9 }; /* the last: seats of two MIG devices */

static const enum policy_id case_routes[CASES] = {
    POLICY_OWN_QUEUE, POLICY_FIFO_PULL, POLICY_ROUND_ROBIN, POLICY_RANDOM_POD, POLICY_LEAST_LOADED,
    POLICY_CARBONDIS, POLICY_CARBONDIS, POLICY_DYBATCH,     POLICY_RANDOM,     POLICY_FIFO_PULL};

/* Four equal GPUs for three apps. */
static struct scenario four_gpus(enum policy_id route)
{
    struct scenario scenario = plain_scenario(3, "unit", 130, 4000, 4, "P4");
    scenario.policy[LAYER_ROUTE] = (int)route;
    return scenario;
}

/* Two low-end GPUs an app and two high-end ones for both. */
static struct scenario two_classes(enum policy_id route, bool literal)
{
    struct scenario scenario = carbondis_scenario(2, 60, 6000);
    struct fleet *fleet = &scenario.fleets[scenario.fleet];
    struct gpu *gpus = fleet->gpus;
    assert_int_equal(fleet->n_gpus, 3);
    fleet->gpus = gpus = realloc(gpus, 6 * sizeof *gpus);
    for (int g = 0; g < 3; g++) {
        gpus[3 + g] = gpus[g];
        gpus[3 + g].name[0] = 'x';
    }
    fleet->n_gpus = 6;
    scenario.policy[LAYER_ROUTE] = (int)route;
    if (literal)
        fixture_set(&scenario, "cd_dispatch=literal");
    return scenario;
}

static struct scenario scenario_of(int k)
{
    struct scenario scenario;
    if (k == SLICES) {
        /* Seats of two GPUs, which hold a model of two sizes; one GPU is cut anew meanwhile. */
        scenario = sliced_scenario(2, "mixed", 40, 20000, 2);
        scenario.hours = 0.05;
        for (int a = 0; a < 2; a++)
            strcpy(scenario.apps[a].variant, "small");
        fixture_sets(&scenario, "mig.gpu0=2g:job1,2g:job1,2g:job2,1g:job2",
                     "mig.gpu1=2g:job1,2g:job2,1g:job2,1g:job1,1g:job2");
        fixture_at(&scenario, "61:mig.gpu1=4g:job1,2g:job2,1g:job2");
    } else if (case_routes[k] == POLICY_CARBONDIS || case_routes[k] == POLICY_DYBATCH ||
               case_routes[k] == POLICY_RANDOM)
        scenario = two_classes(case_routes[k], k == 6);
    else
        scenario = four_gpus(case_routes[k]);
    return scenario;
}

static struct seam seam = {.cases = CASES,
                           .scenario_of = scenario_of,
                           .catalog = fixture_catalog,
                           .options = {.snapshots = true, .record = true, .extras = &drawn_extras},
                           .first_s = 13,
                           .step_s = 37,
                           .until_s = 180,
                           .edit = "100:slo_scale=0.5"};

static struct simulation run_under(const struct scenario *scenario, const struct picker *picker)
{
    struct extras extras = {.scheme.picker = picker};
    struct seam other = seam;
    other.options.extras = &extras;
    struct simulation simulation = seam_run(&other, scenario);
    simulation.run->options.extras = NULL; /* it ends with this function */
    return simulation;
}

/* ---- what it does ---- */

FACT(test_routers_own)
{
    for (int k = 0; k < CASES; k++) {
        DEFER(scenario_free) struct scenario scenario = scenario_of(k);
        DEFER(simulation_free)
        struct simulation alone = run_under(&scenario, NULL), picked = run_under(&scenario, &routers_own);
        assert_string_not_equal(picked.run->loop->name, "carbondis-8");
        assert_true(simulation_same(&alone, &picked));
    }
}

/* What routers do of themselves: own-queue takes the first, fifo-pull the longest idle. */
FACT(test_first_and_longest_idle)
{
    DEFER(scenario_free) struct scenario own = four_gpus(POLICY_OWN_QUEUE), pull;
    pull = four_gpus(POLICY_FIFO_PULL);
    DEFER(simulation_free) struct simulation alone = run_under(&own, NULL), firsts = run_under(&own, &first);
    assert_true(simulation_same(&alone, &firsts));
    DEFER(simulation_free)
    struct simulation pulls = run_under(&pull, NULL), longest = run_under(&pull, &longest_idle);
    assert_true(simulation_same(&pulls, &longest));
    DEFER(simulation_free)
    struct simulation other = run_under(&pull, &first); /* and the other's choice makes the other's run */
    for (int a = 0; a < 3; a++)
        assert_true(other.summary.apps[a].mean_ms == firsts.summary.apps[a].mean_ms);
    for (int g = 0; g < 4; g++)
        assert_true(other.summary.gpus[g].busy_s == firsts.summary.gpus[g].busy_s);
    assert_true(other.summary.gpus[0].busy_s > 1.2 * pulls.summary.gpus[0].busy_s);
}

/* Among equals nobody waits longer, or draws more, for having gone to another, if they have one queue. */
FACT(test_draws)
{
    for (int k = 0; k < CASES; k++) {
        DEFER(scenario_free) struct scenario scenario = scenario_of(k);
        DEFER(simulation_free)
        struct simulation alone = run_under(&scenario, NULL), picked = seam_run(&seam, &scenario);
        const struct draw_state *own = picked.run->pools[0].states[DECIDER_PICKER];
        assert_int_equal(picked.run->state->refused, 0);
        assert_or(!(own->moved <= 500), "case %d: only %d requests went to another one", k, (int)own->moved);
        assert_int_equal(picked.summary.requests, alone.summary.requests);
        bool one_queue = k < 2;
        for (int a = 0; one_queue && a < scenario.n_apps; a++) {
            assert_true(picked.summary.apps[a].mean_ms == alone.summary.apps[a].mean_ms);
            assert_close(picked.summary.apps[a].energy_j, alone.summary.apps[a].energy_j,
                         1e-9 * alone.summary.apps[a].energy_j);
        }
        if (one_queue)
            assert_close(picked.summary.energy_it_j, alone.summary.energy_it_j,
                         1e-9 * alone.summary.energy_it_j);
    }
}

/* What the router remembers of instances is so: fifo-pull lists those that idle, each once; CarbonDIS expects
 * none that idles to be free later, and each low-end one that was started at once to be busy until then. */
static void assert_remembered(const struct run *run)
{
    const struct fifo_pull_state *list = run->router_state;
    const struct carbondis_state *estimates = run->router_state;
    int idle = 0;
    for (int i = 0; i < run->model->n_instances; i++) {
        bool idles = run->instances[i].app == INSTANCE_IDLE;
        int listed = 0;
        for (int k = 0; run->router->kind == ROUTER_FIFO_PULL && k < list->n; k++)
            listed += list->ring[(list->first + k) & list->last] == i;
        if (run->router->kind == ROUTER_FIFO_PULL)
            assert_int_equal(listed, idles);
        if (run->router->kind == ROUTER_CARBONDIS && idles)
            assert_true(estimates->free_ns[i] <= run->view.now_ns);
        else if (run->router->kind == ROUTER_CARBONDIS && !run->instances[i].high && run->pool_size == 0)
            assert_true(estimates->free_ns[i] > run->instances[i].started_ns);
        idle += idles;
    }
    assert_true(run->router->kind != ROUTER_FIFO_PULL || list->n == idle);
}

/* At any instant the state holds, and what is remembered of instances is so. */
FACT(test_between_events)
{
    for (int k = 0; k < CASES; k++) {
        DEFER(scenario_free) struct scenario scenario = scenario_of(k);
        DEFER(simulation_free)
        struct simulation picked = simulation_prepare(&scenario, fixture_catalog(), drawn);
        for (int64_t n = 1; n < 3000; n += 7) {
            run_advance(picked.run, NS_NEVER, (uint64_t)n % 29 + 1);
            const char *fault = check_state(picked.run);
            assert_or(!fault, "case %d: %s", k, fault);
            assert_remembered(picked.run);
        }
        simulation_finish(&picked);
    }
}

/* The router's choice stands. A checking build stops at the first end of a bucket. */
FACT_FOR(test_refused, four_gpus(POLICY_FIFO_PULL))
{
    static const struct extras extras = {.scheme.picker = &wrong};
    DEFER(simulation_free)
    struct simulation alone = simulation_prepare(scenario, fixture_catalog(), (struct run_options){0});
    DEFER(simulation_free)
    struct simulation refused =
        simulation_prepare(scenario, fixture_catalog(), (struct run_options){.extras = &extras});
    run_advance(alone.run, alone.model->bucket_ns - 1, UINT64_MAX);
    run_advance(refused.run, alone.model->bucket_ns - 1, UINT64_MAX);
    assert_true(refused.run->state->refused > 0);
    for (int g = 0; g < 4; g++)
        assert_int_equal(refused.run->gpus[g].starts, alone.run->gpus[g].starts);
}

FACTS_OF_SEAM(seam)
