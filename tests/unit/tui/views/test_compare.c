/* Compare: what is told of two living runs is what their results say; runs that may not be paired say why;
 * one draw of lots waits for the seeds; every size and set of glyphs draws; keys move what they say they
 * move. */
#include "tests/unit/tui/desk_support.h"
#include "tui/views/compare.h"
#include "tui/words/contrast.h"
#include "tui/words/format.h"

static struct desk *open_against_pin(const char *change)
{
    struct desk *desk = desk_for_test(160, 45);
    desk_action(desk, ACTION_APPLY_MODE);
    desk_action(desk, ACTION_PIN);
    desk_obeys(desk, change);
    desk_opens(desk, VIEW_COMPARE, "");
    return desk;
}

static const struct compare *view_of(struct desk *desk)
{
    return desk_top_view(desk)->state;
}

/* The pin is the base; numbers are those of the results, the difference area is that of their curves. */
FACT_AT(test_two_living_runs, open_against_pin("set cit 0.5"))
{
    char text[64];
    const struct lineup *lineup = &view_of(desk)->lineup;
    const struct summary *then = &lineup_recording(&lineup->runs[0])->summary,
                         *now = &lineup_recording(&lineup->runs[1])->summary;
    assert_true(lineup->compared && !lineup->why_not && contrast_seeds(&lineup->seeds) == LINEUP_SEEDS);
    assert_true(now == &desk->explorer->results.current->recording->summary);
    snprintf(text, sizeof text, "%.1f", now->carbon_total_g);
    assert_shows(desk, text, "B emits", "CIT 0.50 from the start", "20 paired seeds");
    double grams = 0, hours = ns_to_s(lineup->window.to_ns) / 3600 / lineup->window.points;
    for (int p = 0; p < lineup->n_points; p++)
        grams += (double)lineup->points[p] * hours;
    double delta = now->carbon_total_g - then->carbon_total_g;
    if (fabs(grams - delta) > 0.02 * then->carbon_total_g)
        fail_msg("the area is %g g, the difference %g g", grams, delta);
}

/* The difference in carbon by ledger part, of the view's base and other. */
static struct waterfall ledger_of(const struct compare *compare)
{
    struct waterfall waterfall;
    assert_true(waterfall_make(&waterfall, &lineup_recording(compare_base(compare))->summary,
                               &lineup_recording(compare_other(compare))->summary, WATERFALL_LEDGER));
    return waterfall;
}

/* A part of the ledger has one difference on the screen, in the table and in the bars, and they add up. */
FACT(test_table_and_parts_agree)
{
    static const char *const changes[] = {"set policy.route dybatch", "set cit 0.5", "set pue 1.35",
                                          "set profile_scale.job1 1.1"};
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        DEFER(desk_leave) struct desk *desk = open_against_pin(changes[k]);
        struct waterfall waterfall = ledger_of(view_of(desk));
        int64_t sum = 0, all = waterfall_round(&waterfall, 0.001);
        for (int i = 0; i < waterfall.n; i++) {
            double delta = (double)waterfall.bars[i].units * 0.001;
            char table[64], bar[FORMAT_SIZE];
            sum += waterfall.bars[i].units;
            if (waterfall.bars[i].units == 0)
                continue;
            format_signed(bar, delta, 3);
            snprintf(table, sizeof table, "%s %s", bar, delta < 0 ? "better" : "worse");
            text_append(bar, sizeof bar, "\n");
            if (!desk_shows(desk, table) || !desk_shows(desk, bar))
                fail_msg("%s: %s is not both '%s' and '%s'", changes[k], waterfall.bars[i].name, table, bar);
        }
        assert_true(sum == all);
    }
}

FACT_AT(test_what_may_not_be_paired, open_against_pin("set load 1.5"))
{
    assert_shows(desk, "Not paired, because their load is not the same");
    assert_false(desk_shows(desk, "Is it noise?"));
    assert_false(desk_shows(desk, "carbon than A"));
    assert_shows(desk, " Not the same ", "; per request B emits ");
    assert_int_equal(contrast_seeds(&view_of(desk)->lineup.seeds), 0);
}

/* Runs of other work: first of all what is not alike, then grams of a request, by hand. */
FACT(test_other_work_is_said_first)
{
    struct summary then = {.horizon_s = 15000,
                           .requests = 1000,
                           .carbon_total_g = 200,
                           .overloaded_at_s = NAN},
                   now = {.horizon_s = 7500, .requests = 1000, .carbon_total_g = 150, .overloaded_at_s = NAN};
    struct gap gap = {0};
    struct contrast_sentence sentence = {
        .other = 1, .then = &then, .now = &now, .gap = &gap, .why_not = "their load is not the same"};
    struct headline headline;
    contrast_headline(&headline, &sentence, 0);
    assert_string_equal(
        headline.text,
        "Not the same length: B 2 h 05, A 4 h 10; per request B emits 25.0 % less; both keep every limit.");
    assert_true(headline.sense == SENSE_WORSE && headline.mark_at == 0);
    now =
        (struct summary){.horizon_s = 15000, .requests = 500, .carbon_total_g = 150, .overloaded_at_s = NAN};
    contrast_headline(&headline, &sentence, 0);
    assert_string_equal(
        headline.text,
        "Not the same requests: B 500 requests, A 1 000 requests; per request B emits 50.0 % more; both keep every limit.");
    now.requests = 0; /* nothing to divide by */
    contrast_headline(&headline, &sentence, 80);
    assert_null(strstr(headline.text, "per request"));
    now.requests = 1000;
    sentence.why_not = NULL;
    contrast_headline(&headline, &sentence, 0);
    assert_has(headline.text, "B emits 25.0 % less carbon than A");
}

FACT_AT(test_identical, open_against_pin("set embodied_multiplier 1"))
{
    desk_action(desk, ACTION_BACK);
    desk_does(desk, ACTION_PIN);
    desk_opens(desk, VIEW_COMPARE, "");
    assert_shows(desk, "= A and B are identical; 20 seeds (luck of arrivals): identical.");
    assert_false(desk_shows(desk, "−0")); /* of an axis of what is rounded away */
}

/* Before the seeds are there one draw is called one; then they speak. */
FACT_AT(test_lots_wait_for_the_seeds, desk_for_test(160, 45))
{
    desk_action(desk, ACTION_APPLY_MODE);
    desk_action(desk, ACTION_PIN);
    desk_obeys(desk, "set policy.route random");
    DEFER(memory_leave) struct compare *compare = calloc(1, sizeof *compare);
    assert_non_null(compare);
    assert_true(lineup_open(&compare->lineup, desk->explorer, NULL, "", NULL));
    lineup_update(&compare->lineup, 200);
    bool early = contrast_seeds(&compare->lineup.seeds) < LINEUP_SEEDS;
    struct account account;
    account_begin(&account, "compare", "Compare");
    compare_account(compare, false, &account);
    assert_true(!early ||
                strstr(account.parts->text, "in this one draw; whether it is luck 20 seeds will tell"));
    account_free(&account);
    explorer_wait(desk->explorer);
    lineup_update(&compare->lineup, 200);
    account_begin(&account, "compare", "Compare");
    compare_account(compare, false, &account);
    assert_has(account.parts->text, "over 20 seeds: ");
    assert_true(strstr(account.parts->text, "larger than the noise") ||
                strstr(account.parts->text, "within the noise"));
    const struct account_part *part = account.parts;
    while (part && !(part->scales && part->n_rows > 0))
        part = part->next;
    assert_non_null(part);
    assert_int_equal(part->rows[0].cells[2].bars[0].n_dots, LINEUP_SEEDS); /* a dot each */
    account_free(&account);
    assert_true(lineup_stop_or_more(&compare->lineup, desk->explorer, NULL)); /* all are there: more */
    assert_true(compare->lineup.question && compare->lineup.wanted == 2 * LINEUP_SEEDS);
    assert_true(lineup_stop_or_more(&compare->lineup, desk->explorer, NULL)); /* they come: no more */
    assert_true(!compare->lineup.question && compare->lineup.wanted == LINEUP_SEEDS);
    lineup_close(&compare->lineup, desk->explorer);
}

FACT_AT(test_keys, open_against_pin("set cit 0.5"))
{
    const struct compare *compare = view_of(desk);
    int64_t at_ns = compare->cursor_ns;
    desk_action(desk, ACTION_LIST_RIGHT);
    assert_true(compare->cursor_ns > at_ns);
    desk_action(desk, ACTION_LIST_FIRST);
    assert_true(compare->cursor_ns == 0);
    struct waterfall then = ledger_of(compare), now;
    desk_acts(desk, ACTION_COMPARE_BASE);
    assert_true(compare->lineup.base == 1 && compare->lineup.other == 0);
    now = ledger_of(compare);
    assert_true(now.now_g == then.then_g && now.then_g == then.now_g);
    for (int cut = 0; cut < WATERFALL_CUTS; cut++) {
        desk_acts(desk, ACTION_COMPARE_CUT);
        assert_shows(desk, waterfall_cut_names[compare->cut]);
    }
    desk_acts(desk, ACTION_COMPARE_ALONE);
    assert_false(desk_shows(desk, "Carbon rate"));
    assert_shows(desk, "Difference A − B");
    desk_action(desk, ACTION_BACK);
    assert_null(desk_top_view(desk));
}

/* Nothing to compare with, and words that name nothing. */
FACT(test_refusals)
{
    struct error error = {0};
    DEFER(memory_leave) struct lineup *lineup = malloc(sizeof *lineup);
    assert_non_null(lineup);
    DEFER(desk_leave) struct desk *desk = desk_for_test(120, 40);
    explorer_refer_to(desk->explorer, REFERENCE_NONE, true);
    assert_false(lineup_open(lineup, desk->explorer, NULL, "", &error));
    assert_has(error.message, "nothing to compare with");
    assert_false(lineup_open(lineup, desk->explorer, NULL, LINEUP_NOW, &error));
    assert_has(error.message, "two runs at least");
    assert_false(lineup_open(lineup, desk->explorer, NULL, LINEUP_NOW LINEUP_BREAK "x", &error));
    assert_has(error.message, "no store");
}

/* What has no room is counted, and nothing is cut in a word; with room it is all there. */
FACT_AT(test_many_changes, desk_for_test(160, 45))
{
    struct error error = {0};
    desk_action(desk, ACTION_APPLY_MODE);
    desk_action(desk, ACTION_PIN);
    desk_commands(desk, "set cit 0.5", "set ci_scale 2", "set pue 1.25");
    desk_obeys(desk, "set slo_ms.job1 175");
    desk_opens(desk, VIEW_COMPARE, "");
    assert_shows(desk, "CIT 0.50, SLO job 1 175 ms, ci 2.00, PUE 1.25 from the start");
    assert_true(desk_resize(desk, 80, 24, &error));
    desk_draw(desk);
    assert_shows(desk, "differs in CIT 0.50 from the start, and 3 more");
    assert_false(desk_shows(desk, "…"));
}
