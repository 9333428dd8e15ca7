/* Tipping points below the response curve: where the run emits less than a rival, for every rival that can be
 * chosen, against simulating every value with every seed on both sides; and the sentences that tell it. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/desk_support.h"
#include "tui/ask/response_tips.h"
#include "tui/words/metric_words.h"

enum { RIVALS = 3 };

static double carbon_of(const struct scenario *scenario, uint64_t seed)
{
    DEFER(scenario_free) struct scenario seeded;
    assert_true(scenario_copy(&seeded, scenario));
    seeded.seed += seed;
    DEFER(simulation_free) struct simulation run = simulate(&seeded);
    double carbon = run.summary.carbon_total_g;
    return carbon;
}

/* Does the run at this value emit less than the rival there, over the seeds? */
static bool emits_less(const struct explorer *explorer, const struct response *response, int value,
                       const struct tips_rival *rival)
{
    struct scenario own, other;
    struct baseline baseline;
    double mine[TIPS_SEEDS], theirs[TIPS_SEEDS];
    assert_true(response_scenario(explorer, response, value, &own, NULL));
    assert_true(scenario_copy(&other, &own));
    assert_true(rival->usual ? scenario_become_baseline(&other, &baseline)
                             : scenario_set_throughout(&other, rival->knob, &rival->value, NULL));
    for (uint64_t seed = 0; seed < TIPS_SEEDS; seed++) {
        mine[seed] = carbon_of(&own, seed);
        theirs[seed] = carbon_of(&other, seed);
    }
    scenario_free(&own);
    scenario_free(&other);
    struct pairing pairing = pairing_of(theirs, mine, TIPS_SEEDS);
    return pairing.verdict != PAIRING_IDENTICAL && pairing.delta < 0;
}

FACT(test_every_rival_as_brute_force)
{
    DEFER(scenario_free) struct scenario scenario;
    struct response_tips tips = {0};
    char seen[RIVALS][96];
    scenario = carbondis_scenario(3, 40, 4000);
    DEFER(desk_leave) struct desk *desk = desk_on(&scenario, 120, 40);
    explorer_act_from_start(desk->explorer, true);
    explorer_want_response(desk->explorer, RESPONSE_ASKED);
    for (int i = 0; i < RIVALS; i++) {
        if (i > 0)
            assert_true(response_tips_next(desk->explorer, &tips));
        do {
            explorer_wait(desk->explorer);
            response_tips_follow(desk->explorer, &tips, explorer_response(desk->explorer));
        } while (tips.question);
        explorer_wait(desk->explorer); /* for the rivals that change nothing */
        snprintf(seen[i], sizeof seen[i], "%s", tips.against.title);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(seen[k], seen[i]);
        /* What was found lies where the verdict really flips, or the ends agree; and it says so. */
        const struct explorer *explorer = desk->explorer;
        const struct response *response = explorer_response(explorer);
        const struct tipping *found = &tips.carbon;
        int last = response->n_values - 1;
        char text[TIPS_SIZE], expected[TIPS_SIZE], where[48];
        bool low = emits_less(explorer, response, 0, &tips.against);
        bool high = emits_less(explorer, response, last, &tips.against);
        if (low == high) {
            assert_int_equal(found->state, TIPPING_NOWHERE);
            snprintf(where, sizeof where, low ? "at every value" : "nowhere in its range");
        } else {
            assert_int_equal(found->state, TIPPING_FLIPS);
            assert_int_equal(found->high, found->low + 1);
            assert_int_equal(emits_less(explorer, response, (int)found->low, &tips.against), low);
            assert_int_equal(emits_less(explorer, response, (int)found->high, &tips.against), high);
            snprintf(where, sizeof where, low ? "up to %g" : "from %g on",
                     response->values[low ? found->low : found->high].number);
        }
        snprintf(expected, sizeof expected, "less carbon than %s %s; all limits kept", tips.against.title,
                 where);
        if (!strstr(response_tips_write(&tips, response, text, sizeof text), expected))
            fail_msg("%s: not \"%s\"", text, expected);
    }
    assert_string_equal(seen[0], "HIGHPERF"); /* what it is usually held against */
    while (strcmp(tips.rival.title, "HIGHPERF") != 0)
        assert_true(response_tips_next(desk->explorer, &tips)); /* and round again */
    response_tips_drop(desk->explorer, &tips);
}

/* On the screen: Tab chooses, and the sentence follows. */
FACT_FOR(test_tab_holds_it_against_another, carbondis_scenario(3, 40, 4000))
{
    DEFER(desk_leave) struct desk *desk = desk_on(scenario, 120, 40);
    desk_opens(desk, VIEW_RESPONSE, "");
    assert_shows(desk, "less carbon than HIGHPERF");
    desk_does(desk, ACTION_LIST_TAB);
    assert_false(desk_shows(desk, "less carbon than HIGHPERF"));
    assert_shows(desk, "less carbon than ");
    assert_false(desk_shows(desk, "..."));
}

/* Of a value that is known, as the sentence has it. */
static void expect_end(const char *sentence, const struct response *response, const enum metric *metrics,
                       int n, int at)
{
    for (int k = 0; k < n; k++) {
        char value[METRIC_WORDS_SIZE];
        metric_words_value(metrics[k], response_metric(response, metrics[k], at), value);
        const char *found = strstr(sentence, value);
        assert_or(found, "%s: no %s", sentence, value);
        sentence = found + strlen(value); /* in this order */
    }
}

/* The row below the bar tells the ends of the range in the knob's direction, each with its own price; and a
 * knob that changes the work is told by the request. */
FACT_AT(test_the_sentence, desk_for_test(120, 40))
{
    static const struct {
        enum knob_id knob;
        const char *begins, *again;
        bool per_request;
    } cases[] = {{KNOB_CIT, "\n Over CIT 0.60 to 1.40 carbon stays at ", "\n", false},
                 {KNOB_PUE, "\n At PUE 1.00 carbon is ", "; at 2.00: ", false},
                 {KNOB_LOAD, "\n At load 0.25 carbon a request is ", "; at 2.00: ", true}};
    desk_command(desk, "goto 20s"); /* wherever the cursor is, it is about the whole run */
    assert_true(desk_open_view(desk, VIEW_RESPONSE, ""));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        while (desk->explorer->focus.knobs[desk->explorer->focus.at].id != cases[i].knob)
            desk_action(desk, ACTION_LIST_DOWN);
        desk_settle(desk);
        const struct response *response = explorer_response(desk->explorer);
        enum metric metrics[2];
        int n = explorer_response_metrics(desk->explorer, metrics, 2);
        static char screen[1 << 16];
        char *text = canvas_to_text(&desk->canvas);
        snprintf(screen, sizeof screen, "%s", text);
        free(text);
        char *begins = strstr(screen, cases[i].begins);
        assert_or(begins, "no \"%s\": %.400s", cases[i].begins, screen);
        char *again = strstr(begins + 1, cases[i].again);
        assert_non_null(again);
        assert_int_equal(metrics[0], cases[i].per_request ? METRIC_CARBON_PER_REQUEST : METRIC_CARBON);
        bool stays = *cases[i].again == '\n';
        if (!stays)
            expect_end(again, response, metrics, n, response->n_values - 1);
        *again = 0;
        expect_end(begins, response, metrics, stays ? 1 : n, 0);
    }
}
