/* What the pickers say about a grid: its year at a glance, and the outlook of a run. */
#include "tests/unit/tui/picker_support.h"

FACT(test_year_in_words)
{
    DEFER(memory_leave) struct year *year = malloc(sizeof *year);
    char sentence[200], wanted[200];
    const struct carbon_trace *trace = library_trace("us-cal-ciso-2022-direct");
    year_make(year, trace);
    year_describe(year, trace, sentence, sizeof sentence);
    snprintf(wanted, sizeof wanted,
             "Cleanest at %02d:00 in May (%.0f g/kWh), dirtiest at %02d:00 in October (%.0f, ",
             year->cleanest.hour, year->cleanest.mean, year->dirtiest.hour, year->dirtiest.mean);
    assert_int_equal(strncmp(sentence, wanted, strlen(wanted)), 0);
    trace = library_trace("act-wind");
    year_make(year, trace);
    year_describe(year, trace, sentence, sizeof sentence);
    assert_string_equal(sentence, "Constant: 11 g/kWh at any time.");
    double nothing[] = {NAN, NAN};
    struct carbon_trace empty = {.name = "empty", .step_s = 3600, .n = 2, .samples = nothing};
    year_make(year, &empty);
    year_describe(year, &empty, sentence, sizeof sentence);
    assert_string_equal(sentence, "It has no sample at all.");
}

static void describe_at(const struct desk *desk, double cit, char *out, size_t size)
{
    DEFER(days_free) struct days days;
    struct outlook outlook;
    DEFER(scenario_free) struct scenario scenario;
    const struct explorer *explorer = desk->explorer;
    assert_true(scenario_copy(&scenario, &explorer->document.scenario));
    scenario.number[KNOB_CIT] = cit;
    assert_true(days_list(&days, &explorer->results.current->model->trace));
    outlook_make(&days, &scenario, scenario.start_s, 4 * NS_PER_HOUR, &outlook);
    outlook_describe(&outlook, days.trace, scenario.start_s, 4 * NS_PER_HOUR, true, out, size);
}

/* 300 400 200 100 against a mean of 600 / 3 and growing. */
FACT_AT(test_outlook_in_words, fixture_desk("steps", 1640995200 + 2 * HOUR_S))
{
    char text[240];
    describe_at(desk, 1, text, sizeof text);
    assert_string_equal(text, "CIR 0.42 to 2.00 over 4 h, falls to CIT 1.00 or below at 04:00");
    describe_at(desk, 2.5, text, sizeof text);
    assert_string_equal(text, "CIR 0.42 to 2.00 over 4 h, never above CIT 2.50");
    describe_at(desk, 0.2, text, sizeof text);
    assert_string_equal(text, "CIR 0.42 to 2.00 over 4 h, above CIT 0.20 throughout");
    take_start(desk, 1640995200 + 5 * HOUR_S);
    describe_at(desk, 1.2, text, sizeof text);
    assert_string_equal(text, "CIR 0.42 to 1.50 over 4 h, rises above CIT 1.20 at 08:00");
}

FACTS_BETWEEN(open_store, close_store)
