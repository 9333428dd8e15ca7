/* The part of a response that occupies no GPU (a profile's overhead_ms): it lengthens every response by as
 * much and is taken from what queue and GPU may take of the SLO; busy time, energy and queues do not know it.
 * A closed-loop client comes back that much later. */
#include "tests/support/simulate.h"

enum { OVERHEAD_MS = 90 };

static const struct profile_set *slower_profile(void *context, const char *model, struct error *error)
{
    static struct profile_set set;
    const struct catalog *behind = context;
    const struct profile_set *found = behind->profile(behind->context, model, error);
    if (!found)
        return NULL;
    set = *found;
    set.overhead_ms = OVERHEAD_MS;
    return &set;
}

static const struct catalog *slower_catalog(void)
{
    static struct catalog catalog, behind;
    catalog = behind = *fixture_catalog();
    catalog.context = &behind;
    catalog.profile = slower_profile;
    return &catalog;
}

/* The fixture's other entries do not look at their context. */
FACT_FOR(test_open_loop, plain_scenario(2, "unit", 120, 5000, 2, "P4"))
{
    scenario->apps[0].slo_ms = 200;
    DEFER(simulation_free) struct simulation plain = simulate(scenario);
    scenario->apps[0].slo_ms = 200 + OVERHEAD_MS;
    DEFER(simulation_free) struct simulation slower = simulate_with(scenario, slower_catalog());
    for (int a = 0; a < 2; a++) {
        const struct summary_app *fast = &plain.summary.apps[a], *slow = &slower.summary.apps[a];
        assert_close(slow->mean_ms, fast->mean_ms + OVERHEAD_MS, 1e-9);
        assert_close(slow->p50_ms, fast->p50_ms + OVERHEAD_MS, 1e-9);
        assert_close(slow->p99_ms, fast->p99_ms + OVERHEAD_MS, 1e-9);
        assert_int_equal(slow->finished, fast->finished);
        assert_close(slow->busy_s, fast->busy_s, 0);
        assert_close(slow->energy_j, fast->energy_j, 0);
    }
    assert_true(plain.summary.apps[0].violations > 0);
    assert_int_equal(slower.summary.apps[0].violations, plain.summary.apps[0].violations);
    assert_true(slower.summary.horizon_s == plain.summary.horizon_s);
}

/* One client that does not think: a cycle is service and overhead. */
FACT_FOR(test_closed_loop, plain_scenario(1, "unit", 120, 100, 1, "P4"))
{
    scenario->apps[0].arrivals.kind = ARRIVAL_CLOSED_LOOP;
    scenario->apps[0].arrivals.clients = 1;
    scenario->apps[0].arrivals.think_ms = 0;
    DEFER(simulation_free) struct simulation plain = simulate(scenario);
    DEFER(simulation_free) struct simulation slower = simulate_with(scenario, slower_catalog());
    assert_int_equal(slower.summary.requests, 100);
    assert_close(slower.summary.horizon_s, plain.summary.horizon_s + 99 * OVERHEAD_MS / 1e3, 1e-6);
}
