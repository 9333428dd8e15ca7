/* Tornados: effects and order are what adding up and sorting by hand find, whatever is not known; of a sweep
 * the bars lead to the configurations that differ from the middle in one knob. */
#include "engine/explore/tornado.h"
#include "tests/unit/explore/sweep_support.h"

enum { BARS = 40, SEEDS = 5, RUNS = 1 + TORNADO_SIDES * BARS };

struct table {
    double values[RUNS][SEEDS];
};

static double value_of(const void *context, size_t run, size_t seed)
{
    return ((const struct table *)context)->values[run][seed];
}

/* Runs of one seed have much in common, some are equal to the middle, some are not known. */
static void make_table(struct table *table, struct tornado_bar *bars, uint64_t number)
{
    for (size_t run = 0; run < RUNS; run++)
        for (size_t seed = 0; seed < SEEDS; seed++) {
            double own = floor(20 * random_unit(number, run * SEEDS + seed));
            table->values[run][seed] = 100.0 * (double)seed + (run % 7 == 3 ? 0 : own);
            if (run % 11 == 5)
                table->values[run][seed] = NAN;
        }
    for (size_t seed = 0; seed < SEEDS; seed++)
        table->values[0][seed] = 100.0 * (double)seed;
    for (size_t i = 0; i < BARS; i++) {
        bars[i].runs[TORNADO_DOWN] = i % 5 == 4 ? TORNADO_NONE : 1 + 2 * i;
        bars[i].runs[TORNADO_UP] = i % 9 == 8 ? TORNADO_NONE : 2 + 2 * i;
    }
}

/* The mean of the differences, with nothing of the module: NAN where there is none. */
static double mean_difference(const struct table *table, size_t run)
{
    double sum = 0;
    for (size_t seed = 0; run != TORNADO_NONE && seed < SEEDS; seed++)
        sum += table->values[run][seed] - table->values[0][seed];
    return run == TORNADO_NONE ? (double)NAN : sum / SEEDS;
}

static double longest(const struct table *table, const struct tornado_bar *bar)
{
    double down = fabs(mean_difference(table, bar->runs[TORNADO_DOWN]));
    double up = fabs(mean_difference(table, bar->runs[TORNADO_UP]));
    return fmax(fmax(isnan(down) ? 0 : down, isnan(up) ? 0 : up), 0);
}

FACT(test_effects_and_order_are_those_found_by_hand)
{
    for (uint64_t number = 1; number <= 20; number++) {
        struct table table;
        struct tornado_bar bars[BARS];
        size_t order[BARS];
        bool seen[BARS] = {false};
        make_table(&table, bars, number);
        struct tornado_runs runs = {0, SEEDS, value_of, &table};
        tornado_work_out(bars, BARS, &runs, order);
        for (size_t i = 0; i < BARS; i++)
            for (int side = 0; side < TORNADO_SIDES; side++) {
                double expected = mean_difference(&table, bars[i].runs[side]);
                const struct pairing *effect = &bars[i].effects[side];
                assert_true(isnan(expected) ? isnan(effect->delta) && effect->n == 0
                                            : fabs(effect->delta - expected) < 1e-9 && effect->n == SEEDS);
            }
        for (size_t k = 0; k < BARS; k++) {
            assert_true(order[k] < BARS && !seen[order[k]]);
            seen[order[k]] = true;
            double own = longest(&table, &bars[order[k]]);
            assert_true(fabs(tornado_reach(&bars[order[k]]) - own) < 1e-9);
            double before = k > 0 ? longest(&table, &bars[order[k - 1]]) : INFINITY;
            assert_true(before > own || (before == own && order[k - 1] < order[k]));
        }
    }
}

/* What every seed agrees on is larger than the noise, what none differs in identical. */
FACT(test_verdicts_are_of_pairs)
{
    struct table table = {.values = {{1, 100, 7, 50, 3}, {2, 101, 8, 51, 4}, {1, 100, 7, 50, 3}}};
    struct tornado_bar bars[1] = {{.runs = {1, 2}}};
    size_t order[1];
    struct tornado_runs runs = {0, SEEDS, value_of, &table};
    tornado_work_out(bars, 1, &runs, order);
    assert_true(bars[0].effects[TORNADO_DOWN].delta == 1 && isnan(bars[0].effects[TORNADO_DOWN].ci95));
    assert_int_equal(bars[0].effects[TORNADO_DOWN].verdict, PAIRING_LARGER);
    assert_int_equal(bars[0].effects[TORNADO_UP].verdict, PAIRING_IDENTICAL);
    runs.seeds = 1;
    tornado_work_out(bars, 1, &runs, order);
    assert_int_equal(bars[0].effects[TORNADO_DOWN].verdict, PAIRING_UNKNOWN);
}

/* --- of a sweep --- */

FACT(test_home_is_where_the_base_lies)
{
    size_t at[SWEEP_AXES_MAX];
    DEFER(sweep_free)
    struct sweep sweep =
        sweep_with(2, "load=0.5,1.0,2", "cit=0.8:1.2:0.1", "policy.route=dybatch,carbondis,highperf");
    assert_true(sweep_home(&sweep, at));
    assert_true(at[0] == 1 && at[1] == 2 && at[2] == 1);
    for (size_t i = 0; i < sweep_configurations(&sweep); i++) {
        sweep_place(&sweep, i, at);
        assert_int_equal(sweep_at(&sweep, at), i);
    }
    sweep_free(&sweep);
    sweep = sweep_with(2, "load=0.5,2,4,8", "cit=1");
    assert_false(sweep_home(&sweep, at));
    assert_true(at[0] == 1 && at[1] == 0);
}

FACT(test_ranges_and_names_of_a_sweep_are_bars)
{
    struct tornado_bar bars[8];
    struct tornado_swept swept[8];
    DEFER(sweep_free)
    struct sweep sweep = sweep_with(2, "load=2,0.5,1", "cit=1:1.4:0.1", "slo_scale=1",
                                    "policy.route=dybatch,carbondis,highperf");
    size_t n = tornado_of_sweep(&sweep, bars, swept, 8);
    assert_int_equal(n, 4); /* load, cit, and two names; one value is no range */
    /* Each end differs from the middle in its own axis alone, and lies at the end of its range. */
    size_t home[SWEEP_AXES_MAX], at[SWEEP_AXES_MAX];
    sweep_home(&sweep, home);
    for (size_t i = 0; i < n; i++)
        for (int side = 0; side < TORNADO_SIDES; side++) {
            if (bars[i].runs[side] == TORNADO_NONE)
                continue;
            sweep_place(&sweep, bars[i].runs[side], at);
            for (size_t a = 0; a < sweep.n_axes; a++)
                assert_true(a == swept[i].axis ? at[a] == swept[i].values[side] && at[a] != home[a]
                                               : at[a] == home[a]);
            double end = strtod(sweep.axes[swept[i].axis].values[at[swept[i].axis]], NULL);
            for (size_t k = 0; swept[i].range && k < sweep.axes[swept[i].axis].n; k++) {
                double other = strtod(sweep.axes[swept[i].axis].values[k], NULL);
                assert_true(side == TORNADO_DOWN ? end <= other : end >= other);
            }
        }
    assert_true(bars[0].runs[TORNADO_DOWN] != TORNADO_NONE && bars[0].runs[TORNADO_UP] != TORNADO_NONE);
    assert_true(bars[1].runs[TORNADO_DOWN] == TORNADO_NONE && bars[1].runs[TORNADO_UP] != TORNADO_NONE);
    assert_true(!swept[2].range && swept[2].axis == 3 && bars[2].runs[TORNADO_DOWN] == TORNADO_NONE);
    assert_int_equal(tornado_of_sweep(&sweep, bars, swept, 1), 4);
    sweep_free(&sweep);
    sweep = sweep_with(2, "cit=0.9");
    assert_int_equal(tornado_of_sweep(&sweep, bars, swept, 8), 0);
}
