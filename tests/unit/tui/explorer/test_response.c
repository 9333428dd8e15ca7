/* Where the focused knob leads: each point of a curve is the run that turning the knob there gives, turning
 * along it simulates nothing but the run that is shown, and what gets worse is chosen by the runs. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/mixed_support.h"

enum { CIT_VALUES = 17 };

static struct explorer *open_settled(const struct scenario *scenario)
{
    struct explorer *explorer = explorer_open_on(scenario);
    explorer_wait(explorer);
    return explorer;
}

static struct explorer *open_carbondis(void)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 40, 4000);
    struct explorer *explorer = open_settled(&scenario);
    return explorer;
}

/* Every point against the run that the turn gives, to the last byte. */
static void assert_is_what_turning_gives(struct explorer *explorer)
{
    const struct response *response = explorer_response(explorer);
    assert_non_null(response);
    assert_true(response_is_whole(response));
    for (int i = 0; i < response->n_values; i += 3) {
        DEFER(scenario_free) struct scenario turned;
        assert_true(explorer_turned(explorer, response->knob, &response->values[i], &turned, NULL));
        DEFER(simulation_free) struct simulation straight = simulate(&turned);
        assert_memory_equal(answer_summary(response_answer(response, i, 0)), &straight.summary,
                            sizeof straight.summary);
    }
}

/* Who wants nothing simulated ahead gets a curve only where it is asked for: in the knobs in full size. */
FACT(test_nothing_ahead_of_being_asked)
{
    for (int ahead = 0; ahead < 2; ahead++) {
        DEFER(desk_leave) struct desk *desk = desk_for_test(160, 50);
        desk->ahead = ahead;
        desk_settle(desk);
        const struct response *response = explorer_response(desk->explorer);
        assert_int_equal(response && response_is_whole(response), ahead);
        desk_does(desk, ACTION_PANEL_KNOBS, ACTION_PANEL_FULL);
        response = explorer_response(desk->explorer);
        assert_true(response && response_is_whole(response));
    }
}

/* There and back: the question has all its answers as soon as it is asked, so no campaign is begun. */
FACT(test_turning_along_it_costs_nothing)
{
    for (int from_start = 0; from_start < 2; from_start++) {
        DEFER(explorer_leave) struct explorer *explorer = open_carbondis();
        struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
        explorer_act_from_start(explorer, from_start);
        explorer_seek(explorer, explorer->time.horizon_ns / 3);
        explorer_want_response(explorer, RESPONSE_IN_PASSING);
        explorer_wait(explorer);
        static const double turns[] = {0.8, 1.2, 1.0, 0.95};
        for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
            char note[160];
            struct knob_value value = {.number = turns[i]};
            assert_or(explorer_set(explorer, knob, &value, note, &err), "%s", err.message);
            explorer_pump(explorer, false);
            const struct response *response = explorer_response(explorer);
            assert_non_null(response);
            assert_true(response_is_whole(response));
            assert_true(question_is_over(response->question));
            assert_close(response->values[response->here].number, turns[i], 1e-9);
            explorer_wait(explorer);
            assert_is_what_turning_gives(explorer);
        }
    }
}

/* Steps of the knob and its curve are wanted by the same frame; a run of both is simulated once. */
FACT(test_steps_are_simulated_once)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 40, 4000);
    DEFER(explorer_leave) struct explorer *explorer = explorer_open_on(&scenario);
    explorer_favour(explorer, knob_of_run(KNOB_LOAD));
    explorer_want_response(explorer, RESPONSE_IN_PASSING);
    explorer_wait_shown(explorer, NULL);
    for (int step = FORECAST_DOWN; step <= FORECAST_UP; step++) { /* one after the other */
        explorer_pump(explorer, true);
        assert_non_null(explorer->results.forecast.slots[step].coming);
        assert_false(explorer->results.response->begun);
        jobs_wait(explorer->results.jobs);
    }
    explorer_pump(explorer, true);
    assert_true(explorer->results.response->begun);
    assert_true(response_done(explorer->results.response) >= 3); /* the run explored, and a step both ways */
    explorer_wait(explorer);
    assert_true(response_is_whole(explorer_response(explorer)));
}

/* A step that passes no CIR of the grid is the run as it is, and nothing is simulated for it. */
FACT_FOR(test_steps_between_stairs, carbondis_scenario(3, 500, 20000))
{
    DEFER(explorer_leave) struct explorer *explorer = explorer_open_on(scenario);
    int same = 0;
    for (int k = 6; k <= 14; k++) {
        const struct forecast_slot *slots = explorer->results.forecast.slots;
        struct knob_value value = {.number = k / 10.0};
        char note[160];
        explorer_act_from_start(explorer, true);
        assert_or(explorer_set(explorer, knob_of_run(KNOB_CIT), &value, note, &err), "%s", err.message);
        explorer_wait_shown(explorer, NULL);
        for (int step = FORECAST_DOWN; step <= FORECAST_UP; step++) {
            if (!slots[step].known)
                continue;
            DEFER(scenario_free) struct scenario turned;
            assert_true(scenario_copy(&turned, &explorer->document.scenario));
            turned.number[KNOB_CIT] = slots[step].value.number;
            DEFER(simulation_free) struct simulation straight = simulate(&turned);
            assert_memory_equal(answer_summary(slots[step].answer), &straight.summary,
                                sizeof straight.summary);
            same++;
        }
    }
    assert_true(same >= 3 && same < 18);
}

/* Too much to be simulated in passing is left until somebody asks. */
FACT(test_what_is_heavy_waits_to_be_asked)
{
    DEFER(explorer_leave) struct explorer *explorer = open_carbondis();
    explorer_want_response(explorer, RESPONSE_IN_PASSING);
    struct recording *recording = explorer->results.current->recording;
    int64_t requests = recording->summary.requests;
    recording->summary.requests = 100000000;
    explorer_wait(explorer);
    const struct response *response = explorer_response(explorer);
    assert_true(response->heavy);
    assert_true(response_done(response) < 5); /* the run explored, and what the forecasts know */
    assert_false(explorer_busy(explorer));
    explorer_want_response(explorer, RESPONSE_ASKED);
    recording->summary.requests = requests;
    explorer_wait(explorer);
    assert_true(response_is_whole(explorer_response(explorer)));
}

/* Where a scheme draws lots each value has a few seeds, the scenario's own first. */
FACT_FOR(test_lots_make_a_band, carbondis_scenario(3, 40, 1000))
{
    assert_false(scenario_draws_lots(scenario));
    scenario->policy[LAYER_ROUTE] = POLICY_RANDOM;
    assert_true(scenario_draws_lots(scenario));
    DEFER(explorer_leave) struct explorer *explorer = open_settled(scenario);
    explorer_favour(explorer, knob_of_run(KNOB_LOAD));
    explorer_act_from_start(explorer, true);
    explorer_want_response(explorer, RESPONSE_ASKED);
    explorer_wait(explorer);
    const struct response *response = explorer_response(explorer);
    assert_int_equal(response->n_seeds, RESPONSE_SEEDS);
    assert_false(response->stairs);
    for (int i = 0; i < response->n_values; i++) {
        struct response_band band = response_band(response, METRIC_CARBON, i);
        double own = response_metric(response, METRIC_CARBON, i);
        assert_true(band.least <= own && own <= band.greatest);
    }
    assert_int_equal(response_done(response), response_size(response));
}

/* Schemes are values, too, each with a stair of its own. */
FACT(test_schemes_are_a_range)
{
    DEFER(explorer_leave) struct explorer *explorer = open_carbondis();
    explorer_favour(explorer, knob_of_layer(LAYER_ROUTE));
    explorer_want_response(explorer, RESPONSE_ASKED);
    explorer_wait(explorer);
    const struct response *response = explorer_response(explorer);
    assert_true(response->n_values >= 5 && response->stairs);
    assert_int_equal(response->initial, -1);
    assert_string_equal(response->values[response->here].text, "carbondis");
    for (int i = 0; i < response->n_values; i++)
        assert_true(response_answer(response, i, 0) || response_fault(response, i));
}

/* A clock is a knob where it was said: its values are those that the GPU can be set to, steps go from one to
 * the next, and the curve says where an SLO is missed. */
FACT_FOR(test_a_clock_goes_by_rungs, plain_scenario(1, "m1", 20, 2000, 1, "A100-40GB"))
{
    scenario->apps[0].slo_ms = 9; /* 5.5 ms at 1410 MHz, 8.3 at 870, 13.2 at 564 */
    scenario->apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_FIXED_GAP, .mean_gap_ms = 20};
    struct explorer *without = open_settled(scenario);
    for (int i = 0; i < without->focus.n_knobs; i++)
        assert_int_not_equal(without->focus.knobs[i].id, KNOB_CLOCK_MHZ);
    explorer_free(without);
    fixture_set(scenario, "clock_mhz.gpu0=870");
    DEFER(explorer_leave) struct explorer *explorer = open_settled(scenario);
    struct knob_ref clock = knob_of_gpu(KNOB_CLOCK_MHZ, 0);
    struct knob_value value;
    double rungs[CLOCKS_MAX];
    assert_int_equal(explorer_rungs(explorer, clock, rungs), 81);
    explorer_favour(explorer, clock);
    assert_true(explorer_same_knob(explorer->focus.knobs[explorer->focus.at], clock));
    assert_true(explorer_step(explorer, clock, 1, &value));
    assert_close(value.number, 885, 0);
    assert_true(explorer_step(explorer, clock, -100, &value));
    assert_close(value.number, 210, 0);
    explorer_act_from_start(explorer, true);
    explorer_want_response(explorer, RESPONSE_ASKED);
    explorer_wait(explorer);
    const struct response *response = explorer_response(explorer);
    assert_true(response_is_whole(response) && response->n_values >= 41);
    for (int i = 0; i < response->n_values; i++) {
        double mhz = response->values[i].number, tail_ms = 5.5 * (0.1 + 0.9 * 1410 / mhz);
        assert_null(response_fault(response, i));
        assert_true(clock_range_has(clock_range_of("A100-40GB"), mhz));
        assert_int_equal(response_breaks_limit(response, i), tail_ms > 9);
    }
    assert_is_what_turning_gives(explorer);
}
