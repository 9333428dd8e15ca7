/* Counts of a public stream, as InferCool's experiments replay them: the shipped stand-in is read, and
 * several apps share it: each app's requests are drawn at its share of the rate (infercool.md section 3), so
 * that their counts are those of one stream whose requests are dealt out at random, and no share takes from
 * another. */
#include "engine/model/arrivals.h"
#include "store/import/import.h"
#include "tests/support/test.h"

enum { PERIODS = 6, APPS = 4 };

static struct faults faults;
static struct import_result result;

/* The workload in a file; `result` owns it. */
static const struct workload *read_workload(const char *path, bool zeros_missing)
{
    struct import_options options = {.zeros_missing = zeros_missing};
    DEFER(input_close) struct input input;
    memset(&faults, 0, sizeof faults);
    must(input_open(&input, path, &err), &err);
    bool good = import_read(&input, STORE_WORKLOAD, &options, &result, &faults);
    assert_or(good, "%s: %s", faults.kept[0].place, faults.kept[0].message);
    assert_int_equal(result.n, 1);
    return &result.items[0].as.workload;
}

static double requests_of(const struct workload *workload, size_t from, size_t to)
{
    double sum = 0;
    for (size_t k = from; k < to; k++)
        sum += isnan(workload->rate[k]) ? 0 : workload->rate[k] * (double)workload->step_ns * 1e-9;
    return sum;
}

/* An app that has this share of the workload. */
static struct model_app share_of(struct workload *workload, double share, uint32_t number)
{
    return (struct model_app){.arrivals = ARRIVAL_RATES,
                              .workload = workload,
                              .rate_scale = share,
                              .requests = INT64_MAX,
                              .batch_fixed = 1,
                              .arrival_key = random_key(1, RANDOM_ARRIVALS, number)};
}

/* The arrivals of an app, by period of the window; their times ascend and end with the window. */
static double count_arrivals(const struct model_app *app, double counts[PERIODS])
{
    double all = 0;
    int64_t before_ns = 0, window_ns = (int64_t)app->workload->n * app->workload->step_ns;
    for (int p = 0; p < PERIODS; p++)
        counts[p] = 0;
    struct arrival_cursor cursor = arrival_first(app, 1);
    while (cursor.at_ns != NS_NEVER) {
        assert_true(cursor.at_ns >= before_ns && cursor.at_ns < window_ns);
        before_ns = cursor.at_ns;
        counts[cursor.at_ns * PERIODS / window_ns]++;
        all++;
        arrival_next(app, &cursor, 1);
    }
    return all;
}

static void near_count(double counted, double expected)
{
    if (!(fabs(counted - expected) <= 4.5 * sqrt(expected)))
        fail_msg("%.0f requests, %.1f were expected", counted, expected);
}

/* Four apps at 11.8 times the rate, as infercool-table5b has it, with the shares of Fig. 8's set: each has
 * its part of every five minutes, and together they have all of it. */
static void shares_make_up_the_whole(struct workload *workload)
{
    static const double shares[APPS] = {0.312292, 0.091976, 0.00309, 0.592642};
    const double scale = 11.8;
    size_t steps = workload->n / PERIODS;
    double sums[PERIODS] = {0};
    for (uint32_t a = 0; a < APPS; a++) {
        double counts[PERIODS];
        struct model_app app = share_of(workload, shares[a] * scale, a);
        near_count(count_arrivals(&app, counts), shares[a] * scale * requests_of(workload, 0, workload->n));
        for (size_t p = 0; p < PERIODS; p++) {
            near_count(counts[p], shares[a] * scale * requests_of(workload, p * steps, (p + 1) * steps));
            sums[p] += counts[p];
        }
    }
    for (size_t p = 0; p < PERIODS; p++)
        near_count(sums[p], scale * requests_of(workload, p * steps, (p + 1) * steps));
}

FACT(test_stand_in)
{
    char path[1024];
    const char *data = getenv("WATTIF_DATA");
    snprintf(path, sizeof path, "%s/datasets/workloads/twitter-like-30min.csv", data ? data : ".");
    struct workload *workload = (struct workload *)(uintptr_t)read_workload(path, false);
    assert_string_equal(result.summary, "1800 steps of 1 s");
    shares_make_up_the_whole(workload);
    /* What an app gets does not hang on who else shares the trace, nor on their number. */
    struct model_app app = share_of(workload, 0.3, 2), more = share_of(workload, 0.3, 2);
    struct model_app other = share_of(workload, 0.3, 3);
    struct arrival_cursor a = arrival_first(&app, 1), b = arrival_first(&more, 1);
    int apart = 0;
    for (struct arrival_cursor c = arrival_first(&other, 1); c.index < 200; arrival_next(&other, &c, 1)) {
        assert_int_equal(a.at_ns, b.at_ns);
        apart += a.at_ns != c.at_ns;
        arrival_next(&app, &a, 1);
        arrival_next(&more, &b, 1);
    }
    assert_int_equal(apart, 200);
    import_result_free(&result);
}
