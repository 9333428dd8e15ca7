/* What is called larger than noise, and what an interval covers, over a thousand seeds of shipped scenarios:
 * of forty comparisons of a run with itself on other seeds at most four show any difference at all, and 95 %
 * intervals hold the mean of all seeds in 92 to 97 of a hundred tries, also where Clover searches for
 * layouts. In `./dev test` three comparisons are made; --long makes all and prints what it measured. */
#include "engine/explore/contrast.h"
#include "engine/explore/sweep_run.h"
#include "store/store.h"
#include "tests/support/long_test.h" /* THINNED */
#include "tests/support/seeded.h"
#include "tests/support/fixture.h"

#include <unistd.h>

enum { SIDE = 20, MOST = 40, SEEDS = 1000, COMPARISONS = 40, FEW_COMPARISONS = 3, GROUPS = 20000 };

static struct store *store;
static char path[96];

struct table {
    struct sweep sweep;
    size_t n, columns;
    double *values; /* [n][columns] */
};

static bool take_row(void *context, size_t point, const double *values, struct error *error)
{
    struct table *table = context;
    memcpy(table->values + point * table->columns, values, table->columns * sizeof *values);
    return true;
}

static struct table simulate(const char *name, size_t n)
{
    struct table table = {.n = n};
    DEFER(scenario_free) struct scenario scenario;
    assert_true(store_load_scenario(store, name, &scenario, &err));
    assert_true(sweep_create(&table.sweep, &scenario, n, &err));
    table.columns = sweep_columns(&table.sweep);
    table.values = calloc(n, table.columns * sizeof *table.values);
    DEFER(jobs_leave) struct jobs *jobs = jobs_create(jobs_helpers(0), -1, &err);
    assert_true(table.values && jobs);
    struct sweep_order order = {.sweep = &table.sweep,
                                .catalog = store_catalog(store),
                                .priority = JOB_ASKED,
                                .step = 1,
                                .context = &table,
                                .row = take_row};
    must(sweep_run(&order, jobs, &err), &err);
    return table;
}

static void table_free(struct table *table)
{
    free(table->values);
    sweep_free(&table->sweep);
}

/* --- a run against itself --- */

static void count_larger(void *context, const struct contrast_row *row)
{
    *(int *)context += row->pairings[1].verdict == PAIRING_LARGER;
}

/* Seeds `first` to the next 2 x SIDE, half a side. Rows that are larger than noise, of those shown. */
static int larger(const struct table *table, size_t first, enum metric_shown least)
{
    DEFER(contrast_free) struct contrast contrast = {0};
    DEFER(scenario_free) struct scenario scenario;
    int n = 0;
    assert_true(scenario_copy(&scenario, &table->sweep.base));
    for (size_t side = 0; side < 2; side++) {
        scenario.seed = 1 + first + side * SIDE;
        assert_true(
            contrast_add(&contrast, side ? "b" : "a", &scenario, (struct carbon_meaning){0}, SIDE, NULL));
        for (size_t i = 0; i < SIDE; i++)
            memcpy(contrast_next(&contrast.runs[side]),
                   table->values + (first + side * SIDE + i) * table->columns,
                   table->columns * sizeof *table->values);
    }
    assert_true(contrast_is_judged(&contrast, 0, 1));
    assert_true(contrast_each_row(&contrast, least, count_larger, &n));
    return n;
}

static void compare_with_itself(const struct table *table, const char *name)
{
    static const enum metric_shown lists[] = {SHOWN_MAIN, SHOWN_NEVER};
    int n = (int)(table->n / (2 * SIDE));
    for (int list = 0; list < 2; list++) {
        int shown = 0;
        for (int i = 0; i < n; i++)
            shown += larger(table, (size_t)i * 2 * SIDE, lists[list]) > 0;
        print_message("%s: %d of %d comparisons with itself show a row larger than noise (%s)\n", name, shown,
                      n, list ? "every row" : "what people weigh");
        assert_true(shown <= (n == COMPARISONS ? 4 : 1));
    }
}

/* --- what intervals cover --- */

/* Of GROUPS groups of so many seeds: the share that prints an interval, and of these that holds the mean. */
static double coverage(const struct table *table, size_t column, size_t n, uint32_t *draw, double *printed)
{
    double sum = 0, values[MOST];
    enum metric metric = sweep_column(&table->sweep, column).metric;
    bool searched = scenario_searches(&table->sweep.base);
    size_t order[SEEDS], shown = 0, held = 0;
    for (size_t i = 0; i < SEEDS; i++) {
        order[i] = i;
        sum += table->values[i * table->columns + column];
    }
    for (int group = 0; group < GROUPS; group++) {
        for (size_t i = 0; i < n; i++) {
            size_t k = i + random_below(random_key(1, RANDOM_TEST, 0), (*draw)++, (uint32_t)(SEEDS - i)),
                   seed = order[k];
            order[k] = order[i];
            order[i] = seed;
            values[i] = table->values[seed * table->columns + column];
        }
        struct confidence found = metric_confidence(metric, searched, values, n);
        shown += isnan(found.ci95) ? 0 : 1;
        held += fabs(found.mean - sum / SEEDS) <= found.ci95 ? 1 : 0;
    }
    *printed = (double)shown / GROUPS;
    return (double)held / (double)shown;
}

static void check_coverage(const struct table *table, const char *name, size_t n)
{
    uint32_t draw = 0;
    char key[96];
    int off = 0;
    for (size_t k = 0; k < table->columns; k++) {
        struct sweep_column column = sweep_column(&table->sweep, k);
        if (isnan(table->values[k]))
            continue; /* not of this scenario */
        double printed, held = coverage(table, k, n, &draw, &printed);
        metric_key(column.metric, column.part, key, sizeof key);
        if (metric_infos[column.metric].shown == SHOWN_NEVER || isnan(held) || !(printed > 0))
            continue;
        bool fails = printed >= 0.5 ? held < 0.92 || held > 0.97 : printed * (1 - held) > 0.5 * 0.08;
        off += fails ? 1 : 0;
        if (metric_infos[column.metric].shown == SHOWN_MAIN || fails)
            print_message("%s n %2zu %-24s an interval in %5.1f %%, which holds in %5.1f %%%s\n", name, n,
                          key, 100 * printed, 100 * held, fails ? "  <--" : "");
    }
    assert_int_equal(off, 0);
}

FACT(test_noise)
{
    static const char *const names[] = {"carbondis-set1-contended", "carbondis-set1", "clover-teaching"};
    static const size_t sizes[] = {3, 5, 10, SIDE, METRIC_SEEDS, MOST};
    size_t n = 2 * SIDE * (long_test() ? COMPARISONS : FEW_COMPARISONS);
    for (int i = 0; i < (long_test() ? 3 : 1); i++) {
        DEFER(table_free) struct table table = simulate(names[i], n);
        compare_with_itself(&table, names[i]);
        if (long_test())
            for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
                check_coverage(&table, names[i], sizes[k]);
    }
}

static int open_library(void **state)
{
    snprintf(path, sizeof path, "/tmp/wattif-noise-%ld.db", (long)getpid());
    seeded_copy(path);
    store = store_open(&(struct store_options){.path = path}, &err);
    return store ? 0 : -1;
}

static int close_library(void **state)
{
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    char file[128];
    store_close(store);
    for (int i = 0; i < 3; i++) {
        snprintf(file, sizeof file, "%s%s", path, suffixes[i]);
        unlink(file);
    }
    return 0;
}

FACTS_BETWEEN(open_library, close_library)
