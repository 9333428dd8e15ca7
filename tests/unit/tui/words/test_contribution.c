/* The sentences of a contribution: what they claim has its interval, what seeds do not bear out says so, and
 * the numbers in them are those beside them. */
#include "tui/words/contribution.h"
#include "tests/support/test.h"

enum { SEEDS = 4 };

static const struct attribution two = {
    .n = 2,
    .layers = {LAYER_CONFIGURE, LAYER_TUNE},
    .n_switches = 2,
    .switches =
        {{.layer = LAYER_CONFIGURE, .pool = -1, .on = "CLOVER", .told = "CLOVER", .off = "BASE"},
         {.layer = LAYER_TUNE, .pool = -1, .on = "CARBON-TUNED", .told = "CARBON-TUNED", .off = "FIXED"}},
};

/* Grams of a set with a seed. */
struct said {
    double grams[4][SEEDS];
};

static double said_value(const void *context, unsigned set, size_t seed, enum metric metric, int part)
{
    const struct said *said = context;
    return metric == METRIC_CARBON ? said->grams[set][seed] : metric == METRIC_SLO_MET ? 1 : (double)NAN;
}

static const char *said_fault(const void *context, unsigned set)
{
    return NULL;
}

static void check_verdict(const struct said *said, size_t seeds, const char *expected)
{
    struct contribution_runs runs = {seeds, said_value, said_fault, said};
    struct contribution found;
    char text[CONTRIBUTION_TEXT];
    contribution_work_out(&two, &runs, METRIC_CARBON, &found);
    assert_string_equal(contribution_verdict(&two, &found, text, sizeof text), expected);
}

/* Both beat the better one alone in each seed by 10, 11, 12 and 11 g: t(3) x s / sqrt(4) = 1.3 g. */
FACT(test_what_seeds_bear_out_has_its_interval)
{
    static const struct said said = {
        {{100, 101, 102, 103}, {60, 61, 62, 63}, {90, 91, 92, 93}, {50, 50, 50, 52}}};
    check_verdict(
        &said, SEEDS,
        "Both beat the best one alone, configure (CLOVER), by 11.0 ±1.3 g; no other set does better.");
}

/* The same on the mean, but one seed turns it round. */
FACT(test_what_may_be_luck_says_so)
{
    static const struct said said = {
        {{100, 101, 102, 103}, {60, 61, 62, 63}, {90, 91, 92, 93}, {40, 40, 40, 82}}};
    char text[CONTRIBUTION_TEXT];
    struct contribution_runs runs = {SEEDS, said_value, said_fault, &said};
    struct contribution found;
    contribution_work_out(&two, &runs, METRIC_CARBON, &found);
    contribution_verdict(&two, &found, text, sizeof text);
    assert_has(text, "Both and configure (CLOVER) alone differ by 11.0", " g, which is within the noise;");
    assert_null(strstr(text, "beat"));
}

/* One draw has no interval; worse than one alone is said with which set is the best, and by how much. */
FACT(test_one_draw_and_one_that_is_better_alone)
{
    static const struct said said = {{{100}, {60}, {90}, {65}}};
    check_verdict(
        &said, 1,
        "Both do worse than configure (CLOVER) alone, by 5.0 g; the best is configure, better than both by 5.0 g.");
}
