/* The shipped workloads: the index and the files agree with the formats they claim, and the synthetic
 * stand-in for the Twitter counts has the statistics it was made for and is what the builder writes. */
#include "tests/unit/datasets/rebuild.h"

#include "datasets/profiles/csv_table.h"

enum { SECONDS = 1800, PERIOD = 300 };

static void workload_open(struct csv_table *table, const char *name)
{
    char relative[256], path[1024];
    snprintf(relative, sizeof relative, "datasets/workloads/%s", name);
    must(csv_table_read(table, repository_path(path, sizeof path, relative), &err), &err);
}

struct statistics {
    double mean, variance_to_mean, min, max, lowest_period, highest_period, correlation_1s;
};

FACT(rebuilding_gives_the_committed_bytes)
{
    char scratch[] = "/tmp/wattif-workload-XXXXXX";
    assert_non_null(mkdtemp(scratch));
    builder_run("--workload", scratch);
    assert_rebuilt(scratch, "twitter-like-30min.csv", "datasets/workloads/twitter-like-30min.csv",
                   UINT64_C(0x3b685be004c3a598));
    assert_int_equal(rmdir(scratch), 0);
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
