/* Shares against all orders walked one by one, on random functions of sets. Interactions against orders
 * in which both come as one; where effects add up there are none. */
#include "engine/explore/attribution.h"
#include "tests/support/simulate.h"

enum { PLAYERS = 6, SETS = 1 << PLAYERS, FUNCTIONS = 60 };

static void draw_values(double values[SETS], int n, uint64_t number)
{
    for (unsigned set = 0; set < 1U << n; set++)
        values[set] = 2000 * random_unit(number, set) - 1000;
}

/* --- all orders --- */

/* Calls visit for every order of the first n. */
static void each_order(int order[PLAYERS], int at, int n,
                       void (*visit)(void *context, const int *order, int n), void *context)
{
    if (at == n)
        visit(context, order, n);
    for (int k = at; k < n; k++) {
        int swap = order[at];
        order[at] = order[k];
        order[k] = swap;
        each_order(order, at + 1, n, visit, context);
        order[k] = order[at];
        order[at] = swap;
    }
}

struct walk {
    const double *values;
    unsigned masks[PLAYERS]; /* of the player at each place: several players for one that stands for both */
    double sums[PLAYERS], second;
    int pair; /* the place that stands for two, whose masks these are; -1: none does */
    unsigned a, b;
    double orders;
};

static void add_order(void *context, const int *order, int n)
{
    struct walk *walk = context;
    unsigned before = 0;
    for (int k = 0; k < n; k++) {
        unsigned with = before | walk->masks[order[k]];
        walk->sums[order[k]] += walk->values[with] - walk->values[before];
        if (order[k] == walk->pair)
            walk->second += walk->values[with] - walk->values[before | walk->a] -
                            walk->values[before | walk->b] + walk->values[before];
        before = with;
    }
    walk->orders++;
}

static double interaction_by_orders(const double *values, int n, int a, int b)
{
    struct walk walk = {.values = values, .a = 1U << a, .b = 1U << b, .pair = 0};
    int order[PLAYERS] = {0}, places = 0;
    walk.masks[places++] = walk.a | walk.b;
    for (int k = 0; k < n; k++)
        if (k != a && k != b)
            walk.masks[places++] = 1U << k;
    for (int k = 0; k < places; k++)
        order[k] = k;
    each_order(order, 0, places, add_order, &walk);
    return walk.second / walk.orders;
}

/* --- tests --- */

FACT(test_shares_are_the_mean_over_all_orders)
{
    for (uint64_t number = 0; number < FUNCTIONS; number++) {
        int n = 1 + (int)(number % PLAYERS), order[PLAYERS];
        double values[SETS];
        struct walk walk = {.values = values, .pair = -1};
        draw_values(values, n, number);
        for (int k = 0; k < n; k++) {
            order[k] = k;
            walk.masks[k] = 1U << k;
        }
        each_order(order, 0, n, add_order, &walk);
        for (int k = 0; k < n; k++)
            assert_close(shapley_share(values, n, k), walk.sums[k] / walk.orders, 1e-9);
    }
}

/* Values that differ in their last digits alone are not shared out: such dust would look real. */
FACT(test_dust_is_nothing)
{
    double values[] = {0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2}; /* 0.30000000000000004 and 0.3 */
    assert_true(values[0] != values[1]);
    assert_true(shapley_share(values, 2, 0) == 0 && shapley_interaction(values, 2, 0, 1) == 0);
    values[1] = 0.1 + 0.2;
    values[2] = values[3] = 0.3;
    assert_true(shapley_share(values, 2, 1) == 0);
}

FACT(test_interactions_are_the_mean_over_orders_with_both_as_one)
{
    for (uint64_t number = 0; number < FUNCTIONS; number++) {
        int n = 2 + (int)(number % (PLAYERS - 1)), a = (int)(number % (uint64_t)n), b = (a + 1) % n;
        double values[SETS];
        draw_values(values, n, number + 3000);
        assert_close(shapley_interaction(values, n, a, b), interaction_by_orders(values, n, a, b), 1e-9);
        assert_close(shapley_interaction(values, n, a, b), shapley_interaction(values, n, b, a), 1e-9);
    }
}

FACT(test_where_effects_add_up_nobody_interacts)
{
    double effects[PLAYERS], values[SETS];
    for (uint64_t number = 0; number < FUNCTIONS; number++) {
        for (int k = 0; k < PLAYERS; k++)
            effects[k] = 100 * random_unit(number, (uint64_t)k) - 50;
        for (unsigned set = 0; set < SETS; set++) {
            values[set] = 3000 + random_unit(number, 99);
            for (int k = 0; k < PLAYERS; k++)
                values[set] += set & 1U << k ? effects[k] : 0;
        }
        for (int a = 0; a < PLAYERS; a++) {
            assert_close(shapley_share(values, PLAYERS, a), effects[a], 1e-9);
            for (int b = 0; b < a; b++)
                assert_close(shapley_interaction(values, PLAYERS, a, b), 0, 0); /* not even dust */
        }
    }
}

FACT(test_what_is_not_known_leaves_shares_unknown)
{
    double values[SETS];
    draw_values(values, 3, 1);
    values[5] = NAN;
    for (int k = 0; k < 3; k++)
        assert_true(isnan(shapley_share(values, 3, k)));
    assert_true(isnan(shapley_interaction(values, 3, 0, 1)));
}
