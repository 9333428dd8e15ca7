/* The outlook of a run against what the engine then records, from many starts, over gaps, under edits of CIT
 * and of the intensity's scale. */
#include "engine/answers/days.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tests/support/simulate.h"

enum { HOURS = 46, ORIGIN_S = 1640995200 };

/* Half hours, with gaps, one of them at the start. */
static double half_samples[2 * HOURS];
static struct carbon_trace half = {
    .name = "half", .start_s = ORIGIN_S, .step_s = 1800, .n = 2 * HOURS, .samples = half_samples};

static const struct carbon_trace *find_trace(void *context, const char *name, struct error *error)
{
    const struct catalog *plain = context;
    return strcmp(name, half.name) == 0 ? &half : plain->trace(plain->context, name, error);
}

static const struct catalog *catalog_with_half(void)
{
    static struct catalog catalog, plain;
    plain = catalog = *fixture_catalog();
    catalog.context = &plain;
    catalog.trace = find_trace;
    for (int k = 0; k < 2 * HOURS; k++)
        half_samples[k] = k % 11 == 7 || k % 17 == 5 ? (double)NAN : 100 + 37 * (k % 7) - k;
    return &catalog;
}

static void check(const struct scenario *scenario)
{
    DEFER(simulation_free) struct simulation run = simulate_with(scenario, catalog_with_half());
    struct outlook outlook;
    outlook_check(run.model, scenario, run.recording, &outlook);
    assert_int_equal(outlook.history_n, run.model->history_n);
}

static struct scenario make(const char *trace, int hour)
{
    struct scenario scenario = carbondis_scenario(3, 20000, 700);
    text_copy(scenario.trace, sizeof scenario.trace, trace);
    scenario.start_s = ORIGIN_S + hour * 3600;
    return scenario;
}

FACT(test_from_every_third_hour)
{
    static const char *const traces[] = {"steps", "gap", "half"};
    for (int t = 0; t < 3; t++)
        for (int hour = 0; hour < HOURS - 8; hour += 3) {
            DEFER(scenario_free) struct scenario scenario = make(traces[t], hour);
            check(&scenario);
        }
}

FACT_FOR(test_under_edits, make("steps", 5))
{
    fixture_ats(scenario, "1h:cit=1.2", "1h:ci_scale=1.5", "2h:cit=0.4");
    check(scenario);
}

/* Outside the trace no run can start, and nothing is said of one. */
FACT(test_outside)
{
    struct outlook outlook;
    DEFER(days_free) struct days days;
    const struct catalog *catalog = fixture_catalog();
    DEFER(scenario_free) struct scenario scenario = make("steps", 5);
    assert_true(days_list(&days, catalog->trace(catalog->context, "steps", &err)));
    outlook_make(&days, &scenario, ORIGIN_S - 1, NS_PER_HOUR, &outlook);
    assert_false(outlook.known);
    outlook_make(&days, &scenario, ORIGIN_S + 47 * 3600, 3 * NS_PER_HOUR, &outlook);
    assert_true(outlook.known && outlook.beyond_ns == 2 * NS_PER_HOUR);
}
