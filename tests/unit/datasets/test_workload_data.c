/* The shipped workloads: the index and the files agree with the formats they claim, and the synthetic
 * stand-in for the Twitter counts has the statistics it was made for and is what the builder writes. */
#include "tests/unit/datasets/rebuild.h"

#include "datasets/profiles/csv_table.h"

enum { SECONDS = 1800, PERIOD = 300 };

static void table_open(struct csv_table *table, const char *path)
{
    must(csv_table_read(table, path, &err), &err);
}

static void workload_open(struct csv_table *table, const char *name)
{
    char relative[256], path[1024];
    snprintf(relative, sizeof relative, "datasets/workloads/%s", name);
    table_open(table, repository_path(path, sizeof path, relative));
}

struct statistics {
    double mean, variance_to_mean, min, max, lowest_period, highest_period, correlation_1s;
};

static struct statistics statistics_of(const struct csv_table *table)
{
    static double x[SECONDS];
    struct statistics s = {.min = 1e9, .lowest_period = 1e9};
    double variance = 0, neighbours = 0, period = 0;
    assert_int_equal(table->rows, SECONDS);
    for (size_t i = 0; i < SECONDS; i++) {
        assert_true(csv_number(table, i, "requests_per_s", &x[i], &err));
        s.mean += x[i] / SECONDS;
        s.min = x[i] < s.min ? x[i] : s.min;
        s.max = x[i] > s.max ? x[i] : s.max;
        period += x[i] / PERIOD;
        if (i % PERIOD == PERIOD - 1) {
            s.lowest_period = period < s.lowest_period ? period : s.lowest_period;
            s.highest_period = period > s.highest_period ? period : s.highest_period;
            period = 0;
        }
    }
    for (size_t i = 0; i < SECONDS; i++) {
        variance += (x[i] - s.mean) * (x[i] - s.mean) / SECONDS;
        if (i > 0)
            neighbours += (x[i] - s.mean) * (x[i - 1] - s.mean) / SECONDS;
    }
    s.variance_to_mean = variance / s.mean;
    s.correlation_1s = neighbours / variance;
    return s;
}

FACT(rebuilding_gives_the_committed_bytes)
{
    char scratch[] = "/tmp/wattif-workload-XXXXXX";
    assert_non_null(mkdtemp(scratch));
    builder_run("--workload", scratch);
    assert_rebuilt(scratch, "twitter-like-30min.csv", "datasets/workloads/twitter-like-30min.csv",
                   UINT64_C(0x3b685be004c3a598));
    assert_int_equal(rmdir(scratch), 0);
}

FACT(stand_in_has_the_statistics_it_was_made_for)
{
    DEFER(csv_table_free) struct csv_table table;
    workload_open(&table, "twitter-like-30min.csv");
    struct statistics s = statistics_of(&table);
    assert_near(s.mean, 74.1, 0.1);
    assert_near(s.variance_to_mean, 1.25, 0.05);
    assert_near(s.correlation_1s, 0.13, 0.05);
    assert_true(s.lowest_period > 66 && s.highest_period < 78);
    assert_true(s.min >= 35 && s.max <= 120);
}

FACT(stand_in_resembles_the_real_counts)
{
    const char *reference = getenv("WATTIF_REFERENCE_DATA");
    if (reference == NULL) {
        print_message("skipped: WATTIF_REFERENCE_DATA is not set\n");
        skip();
    }
    char path[1024];
    DEFER(csv_table_free) struct csv_table real_table, table;
    snprintf(path, sizeof path, "%s/workloads/twitter_2021-08_day01_0900-0930_per_second.csv", reference);
    table_open(&real_table, path);
    workload_open(&table, "twitter-like-30min.csv");
    struct statistics real = statistics_of(&real_table), s = statistics_of(&table);
    assert_near(s.mean, real.mean, 0.01 * real.mean);
    assert_near(s.variance_to_mean, real.variance_to_mean, 0.05 * real.variance_to_mean);
    assert_near(s.min, real.min, 10);
    assert_near(s.max, real.max, 10);
    assert_near(s.correlation_1s, real.correlation_1s, 0.05);
    assert_true(s.lowest_period > real.lowest_period - 1 && s.highest_period < real.highest_period + 1);
    size_t equal = 0;
    for (size_t i = 0; i < SECONDS; i++)
        equal +=
            strcmp(csv_cell(&table, i, "requests_per_s"), csv_cell(&real_table, i, "requests_per_s")) == 0;
    assert_true(equal < SECONDS / 10); /* as many as chance gives (about 3 %): no real count was copied */
}

FACT(every_file_has_the_format_its_row_claims)
{
    static const struct {
        const char *name;
        size_t rows;
        double mean; /* requests/s */
    } expected[] = {{"twitter-like-30min", 1800, 74.1},  {"azure-llm-2023-conversation", 19366, 5.53},
                    {"azure-llm-2023-code", 8819, 2.57}, {"mooncake-conversation", 12031, 3.40},
                    {"servegen-m-small", 2016, 1174.4},  {"servegen-m-mid", 2016, 1790.1},
                    {"servegen-m-large", 2016, 195.8},   {"servegen-mm-image", 144, 9.47},
                    {"servegen-deepseek-r1", 144, 16.0}};
    DEFER(csv_table_free) struct csv_table index;
    workload_open(&index, "index.csv");
    assert_int_equal(index.rows, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < index.rows; i++) {
        DEFER(csv_table_free) struct csv_table table;
        const char *format = csv_cell(&index, i, "format");
        bool rates = strcmp(format, "rates") == 0;
        assert_string_equal(csv_cell(&index, i, "name"), expected[i].name);
        assert_true(rates || strcmp(format, "tokens") == 0);
        workload_open(&table, csv_cell(&index, i, "file"));
        assert_int_equal(table.rows, expected[i].rows);
        double before = -1, sum = 0, value = 0;
        for (size_t row = 0; row < table.rows; row++) {
            assert_true(csv_number(&table, row, rates ? "timestamp_s" : "arrival_s", &value, &err));
            assert_true(rates ? value > before : value >= before);
            before = value;
            double amount, tokens;
            if (rates) {
                assert_true(csv_number(&table, row, "requests_per_s", &amount, &err));
                assert_true(amount >= 0);
                sum += amount;
            } else {
                assert_true(csv_number(&table, row, "context_tokens", &amount, &err));
                assert_true(csv_number(&table, row, "generated_tokens", &tokens, &err));
                assert_true(amount >= 0 && tokens >= 0);
            }
        }
        double mean = rates ? sum / (double)table.rows : (double)table.rows / before;
        assert_near(mean, expected[i].mean, 0.005 * expected[i].mean);
        assert_true(*csv_cell(&index, i, "licence") != '\0' && *csv_cell(&index, i, "source") != '\0');
    }
}
