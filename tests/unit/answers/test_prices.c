/* What a saving is paid with, against tables made by hand. */
#include "engine/answers/front.h"
#include "tests/support/test.h"

enum { RUNS = 5, LEAST = 4 };

struct table {
    double carbon[RUNS], late[RUNS], worst[RUNS], accuracy[RUNS], queued[RUNS];
};

static double table_value(const void *context, enum metric metric, size_t i)
{
    const struct table *table = context;
    switch (metric) {
    case METRIC_CARBON:
        return table->carbon[i];
    case METRIC_LATE:
        return table->late[i];
    case METRIC_WORST_OF_SLO:
        return table->worst[i];
    case METRIC_ACCURACY:
        return table->accuracy[i];
    case METRIC_QUEUED:
        return table->queued[i];
    default:
        return (double)NAN;
    }
}

/* CarbonDIS's CIT: less carbon, more late requests, and a better worst tail: that one is no price. */
FACT(test_late_requests_are_the_price)
{
    struct table table = {.carbon = {187, 187, 200, 226, 236},
                          .late = {124, 124, 77, 0, 0},
                          .worst = {0.66, 0.66, 0.79, 0.86, 0.86},
                          .accuracy = {NAN, NAN, NAN, NAN, NAN}};
    enum metric prices[PRICES_MAX];
    assert_int_equal(prices_choose(table_value, &table, RUNS, prices, PRICES_MAX), 1);
    assert_int_equal(prices[0], METRIC_LATE);
}

/* Better is more for accuracy, less for the others; the clearest goes first, the rest as there is room. */
FACT(test_the_clearest_first)
{
    struct table table = {.carbon = {1, 2, 3, 4, 5},
                          .late = {5, 5, 5, 5, 4},                    /* 4 pairs of 10 */
                          .worst = {2, 1.5, 1.6, 1.2, 1},             /* 9 - 1 */
                          .accuracy = {0.70, 0.71, 0.72, 0.73, 0.74}, /* 10 */
                          .queued = {0, 1, 2, 3, 4}};                 /* none */
    enum metric prices[PRICES_MAX];
    assert_int_equal(prices_choose(table_value, &table, RUNS, prices, PRICES_MAX), 3);
    assert_int_equal(prices[0], METRIC_ACCURACY);
    assert_int_equal(prices[1], METRIC_WORST_OF_SLO);
    assert_int_equal(prices[2], METRIC_LATE);
    assert_int_equal(prices_choose(table_value, &table, RUNS, prices, 1), 1);
    assert_int_equal(prices[0], METRIC_ACCURACY);
}

/* What is not known has no vote, one run says nothing, and a free lunch has no price. */
FACT(test_no_price)
{
    struct table table = {.carbon = {1, 2, NAN, 4, 5},
                          .late = {0, 0, 9, 1, 2},
                          .worst = {NAN, 0.5, 0.1, NAN, 0.7},
                          .accuracy = {NAN, NAN, NAN, NAN, NAN}};
    enum metric prices[PRICES_MAX];
    assert_int_equal(prices_choose(table_value, &table, RUNS, prices, PRICES_MAX), 0);
    assert_int_equal(prices_choose(table_value, &table, 1, prices, PRICES_MAX), 0);
    assert_int_equal(prices_choose(table_value, &table, 0, prices, PRICES_MAX), 0);
}

/* Neither carbon itself, nor energy, nor what is counted without being better one way. */
FACT(test_which_may_be)
{
    int n = 0;
    for (int metric = 0; metric < METRIC_COUNT; metric++)
        n += prices_may_be((enum metric)metric);
    assert_true(n >= LEAST);
    assert_true(prices_may_be(METRIC_LATE) && prices_may_be(METRIC_WORST_OF_SLO));
    assert_true(prices_may_be(METRIC_ACCURACY) && prices_may_be(METRIC_QUEUED));
    assert_false(prices_may_be(METRIC_CARBON) || prices_may_be(METRIC_ENERGY) ||
                 prices_may_be(METRIC_CARBON_IDLE) || prices_may_be(METRIC_HIGH_END_USES) ||
                 prices_may_be(METRIC_APP_LATE) || prices_may_be(METRIC_MODELLED));
}
