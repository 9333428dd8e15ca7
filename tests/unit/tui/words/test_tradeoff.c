/* Points of a trade-off in words: what is less, more, the same and not known. */
#include "tui/words/metric_words.h"
#include "tests/support/test.h"

static void expect(const struct tradeoff_point *point, const struct tradeoff_point *than, enum metric metric,
                   const char *sentence)
{
    char out[300];
    tradeoff_describe(point, than, metric, out, sizeof out);
    assert_string_equal(out, sentence);
}

FACT(a_point_against_another)
{
    const struct tradeoff_point a = {"CARBONDIS", 200, 23, false, true, .request_g = 1},
                                b = {"DYBATCH", 160, 1230, true, true, .request_g = 1},
                                same = {"MIG", 200, 23, false, true, .request_g = 1},
                                coming = {"RANDOM", NAN, NAN, false, false, .request_g = 1},
                                pools = {"CLOVER + CARBONDIS", 300, NAN, false, true, .request_g = 1},
                                free = {"TMUX-ETF", 200, 0.42, false, false, .request_g = 1};
    expect(&a, NULL, METRIC_LATE, "CARBONDIS emits 200.0 g; late 23; every limit kept");
    expect(&a, &a, METRIC_LATE, "CARBONDIS emits 200.0 g; late 23; every limit kept");
    expect(&b, &a, METRIC_LATE,
           "DYBATCH emits 160.0 g, 20.0 % less than CARBONDIS; late 1 230 against 23; it breaks a limit");
    expect(&a, &b, METRIC_LATE,
           "CARBONDIS emits 200.0 g, 25.0 % more than DYBATCH; late 23 against 1 230; every limit kept");
    expect(
        &a, &b, METRIC_ENERGY,
        "CARBONDIS emits 200.0 g, 25.0 % more than DYBATCH; energy 0.0000 kWh against 0.0003 kWh; every limit kept");
    expect(&a, NULL, METRIC_FAIR_SYSTEM, "CARBONDIS emits 200.0 g; fairness both 23.000; every limit kept");
    expect(&same, &a, METRIC_LATE,
           "MIG emits 200.0 g, the same as CARBONDIS; late 23, as there; every limit kept");
    expect(&free, NULL, METRIC_FAIR_SYSTEM, "TMUX-ETF emits 200.0 g; fairness both 0.420"); /* no SLO */
    const struct tradeoff_point
        busy = {"load 2.00", 150, 23, false, true, .request_g = 0.75, .work = {1, 50, {100}}},
        now = {"load 1.00", 200, 23, false, true, .request_g = 1, .work = {1, 100, {100}}};
    expect(&busy, &now, METRIC_CARBON, /* half as long a run: its grams are of other idle hours */
           "load 2.00 emits 150.0 g, 25.0 % less a request than load 1.00; every limit kept");
    expect(&coming, &a, METRIC_LATE, "RANDOM is being simulated");
    expect(&pools, NULL, METRIC_LATE, "CLOVER + CARBONDIS emit 300.0 g; every limit kept");
}

FACT(axes_say_what_they_are)
{
    char out[64];
    assert_string_equal(tradeoff_title(METRIC_CARBON, out, sizeof out), "carbon g");
    assert_string_equal(tradeoff_title(METRIC_CARBON_IDLE, out, sizeof out), "carbon idle g");
    assert_string_equal(tradeoff_title(METRIC_ENERGY, out, sizeof out), "energy kWh");
    assert_string_equal(tradeoff_title(METRIC_LATE, out, sizeof out), "late");
    assert_string_equal(tradeoff_title(METRIC_WORST_OF_SLO, out, sizeof out), "slowest app %");
}
