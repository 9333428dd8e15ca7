/* Starts: a scheme's number is the mean, over the same days, of straight runs against straight runs of the
 * reference; the reference differs from itself on no day, and a layer of equal schemes is left out. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/picker_support.h"
#include "tui/explorer/choices.h"

enum { SCHEME, DELTA, CI95, DAYS_WON, DAYS_BROKEN, DAYS, LAYER };

/* The mean of so many seeds. */
static double straight_grams(struct scenario *scenario, size_t seeds)
{
    double grams = 0;
    for (size_t seed = 0; seed < seeds; seed++, scenario->seed++) {
        DEFER(simulation_free) struct simulation straight = simulate_with(scenario, half_catalog());
        grams += straight.summary.carbon_total_g / (double)seeds;
    }
    return grams;
}

/* The row of a scheme in the first table. */
static const struct account_row *row_of(const struct account *account, const char *scheme)
{
    const struct account_part *table = account->parts;
    while (table->kind != PART_TABLE)
        table = table->next;
    for (size_t i = 0; i < table->n_rows; i++)
        if (table->rows[i].cells && strcmp(table->rows[i].cells[SCHEME].shown, scheme) == 0)
            return &table->rows[i];
    return NULL;
}

FACT_AT(test_a_scheme_is_held_against_the_same_days, fixture_desk("half", 1646092800 + 12 * HOUR_S))
{
    struct starts starts;
    struct baseline baseline;
    double sum = 0;
    desk_opens(desk, VIEW_STARTS, "");
    const struct ask *ask = desk_top_view(desk)->state;
    const struct account *account = &ask->account;
    size_t seeds = seeding_whole(&ask->seeding);
    const struct scenario *own = &desk->explorer->document.scenario;
    assert_true(explorer_list_starts(desk->explorer, own, 24, &starts, &err));
    for (int day = 0; day < starts.n; day++) {
        struct scenario scenario, reference;
        assert_true(scenario_copy(&scenario, own));
        scenario.start_s = starts.at_s[day];
        assert_true(scenario_copy(&reference, &scenario));
        assert_true(scenario_become_baseline(&reference, &baseline));
        sum += straight_grams(&scenario, seeds) / straight_grams(&reference, seeds) - 1;
        scenario_free(&scenario);
        scenario_free(&reference);
    }
    const struct account_row *now = row_of(account, "CARBONDIS"), *then = row_of(account, baseline.title);
    assert_non_null(now);
    assert_non_null(then);
    assert_true(fabs(now->cells[DELTA].value - sum / starts.n) < 1e-12);
    assert_true(now->cells[DAYS].value == starts.n && then->cells[DELTA].value == 0);
    assert_string_equal(then->cells[DELTA].shown, "=");
    assert_string_equal(now->cells[LAYER].shown, "route");
    assert_null(row_of(account, "KUBERNETES"));
}
