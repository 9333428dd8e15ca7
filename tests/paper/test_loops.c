/* Every shipped scenario, and every router on CarbonDIS's first, through every instance of the event loop
 * that may serve it: the same state and the same recording, byte for byte. */
#include "tests/paper/paper_library.h"

#include "engine/sim/state.h"
#include "tests/support/simulate.h"

static int served_by[32];

static struct simulation run_through(struct model *model, uint32_t passed_over)
{
    struct run_options options = {.record = true, .loops_passed_over = passed_over};
    return simulation_over(model_retain(model), options);
}

static void compare_loops(const char *name, const char *const *settings)
{
    struct scenario scenario = library_load(&library, name, settings);
    if (!isnan(scenario.hours))
        scenario.hours = SLOW_BUILD ? 0.5 : 6;
    DEFER(model_leave) struct model *model = library_model(&library, &scenario);
    assert_or(prepare_with(NULL, model, NULL, &(struct derive_options){0}, &err), "%s: %s", name,
              err.message);
    DEFER(simulation_free) struct simulation first = run_through(model, 0);
    const struct loop *chosen = first.run->loop;
    simulation_finish(&first);
    for (int k = 0; k < loop_count; k++) {
        DEFER(simulation_free) struct simulation other = run_through(model, ~(UINT32_C(1) << k));
        bool serves = other.run->loop == &loops[k];
        served_by[k] += serves;
        if (serves && chosen != &loops[k]) {
            simulation_finish(&other);
            assert_true(simulation_same(&first, &other));
        }
    }
    print_message("  %-20s %-30s %s\n", name, settings[0] ? settings[0] : "", chosen->name);
}

FACT(test_shipped_scenarios)
{
    static const char *const none[] = {NULL};
    struct store_list list;
    assert_true(store_list(library.store, STORE_SCENARIO, &list, &err));
    for (size_t i = 0; i < list.n; i++)
        compare_loops(list.items[i].name, none);
    free(list.items);
}

FACT(test_routers)
{
    for (int p = 0; p < POLICY_COUNT; p++) {
        char setting[64];
        const char *const settings[] = {setting, "arrivals=exponential", NULL};
        snprintf(setting, sizeof setting, "policy.route=%s", policy_infos[p].name);
        if (policy_infos[p].layer == LAYER_ROUTE)
            compare_loops("carbondis-set1", settings);
    }
}

/* A narrower tournament. */
FACT(test_two_gpus)
{
    static const char *const settings[] = {"gpus=2", NULL};
    compare_loops("clover-images", settings);
}

/* Or the comparison would prove nothing. */
FACT(test_every_instance_has_served)
{
    for (int k = 0; k < loop_count; k++)
        assert_true(served_by[k] > 0);
}

FACTS_BETWEEN(open_library, close_library)
