/* Doubt: its draws take all inputs at once and evenly, so that the means of an input's two words come to the
 * mean of all draws, whichever input it is; the run as it is stands in its first sentence; what the spread
 * hangs on most is on top. */

#include "tests/unit/tui/desk_support.h"
#include "tui/words/metric_words.h"

enum { KEY, INPUT, DRAWN_FROM, BAR, SHARE, LOW, HIGH };

FACT_AT(its_draws_are_even, desk_for_test(120, 40))
{
    const struct account_part *table;
    double halves = (double)NAN, share = 101;
    desk_opens(desk, VIEW_DOUBT, "");
    const struct account *account = &((const struct ask *)desk_top_view(desk)->state)->account;
    for (table = account->parts; table->kind != PART_TABLE;)
        table = table->next;
    assert_true(table->n_rows > 5);
    for (size_t i = 0; i + 1 < table->n_rows; i++) {
        const struct account_cell *cells = table->rows[i].cells;
        double low = cells[LOW].value, high = cells[HIGH].value;
        assert_true(cells[SHARE].value >= 0 && cells[SHARE].value <= share);
        share = cells[SHARE].value;
        bool two = strcmp(cells[DRAWN_FROM].shown, "kept, not kept") == 0 ||
                   strcmp(cells[DRAWN_FROM].shown, "adopted, literal") == 0;
        if (two && !isnan(halves))
            assert_true(fabs((low + high) / 2 - halves) < 1e-9 * fabs(halves));
        if (two)
            halves = (low + high) / 2;
    }
    assert_true(!isnan(halves));
}

FACT_AT(it_tells_the_run_as_it_is, desk_for_test(120, 40))
{
    char change[METRIC_WORDS_SIZE];
    const struct summary *now = &desk->explorer->results.current->recording->summary;
    const struct result *reference = explorer_reference(desk->explorer);
    assert_non_null(reference);
    metric_words_change(METRIC_CARBON, now->carbon_total_g, reference->recording->summary.carbon_total_g,
                        change);
    desk_opens(desk, VIEW_DOUBT, "");
    assert_shows(desk, change, "in 64 draws of what is not known; the sign holds in ");
}
