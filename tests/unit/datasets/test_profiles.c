/* The shipped profile tables: they are what the builder writes; the published rows are in those of CarbonDIS
 * letter for letter, and a damaged measurement is refused. */
#include "tests/unit/datasets/table.h"

enum { PUBLISHED = 18, WHOLE_SETS = 2 };

/* The sets that hold every pair of GPU and model; fig2 is laid over the first. */
static const char *const whole_sets[WHOLE_SETS] = {"datasets/profiles/carbondis.csv",
                                                   "datasets/profiles/carbondis-keras.csv"};

static const struct {
    const char *name, *paper_name;
} gpus[] = {{"P4", "P4"}, {"T4", "T4"}, {"A100-40GB", "A100"}};

FACT(rebuilding_gives_the_committed_bytes)
{
    char scratch[] = "/tmp/wattif-profiles-XXXXXX", input[1024];
    assert_non_null(mkdtemp(scratch));
    builder_run(repository_path(input, sizeof input, "datasets/profiles/measurements"), scratch);
    assert_rebuilt(scratch, "carbondis.csv", "datasets/profiles/carbondis.csv", UINT64_C(0x8e5f9b3f67c92963));
    assert_rebuilt(scratch, "carbondis-keras.csv", "datasets/profiles/carbondis-keras.csv",
                   UINT64_C(0xf245b084a1f0eff4));
    assert_rebuilt(scratch, "carbondis-fig2.csv", "datasets/profiles/carbondis-fig2.csv",
                   UINT64_C(0x8f67ace7f2c427c7));
    assert_rebuilt(scratch, "devices.csv", "datasets/profiles/devices.csv", UINT64_C(0xfd720f952d49fbbe));
    assert_rebuilt(scratch, "clover.csv", "datasets/profiles/clover.csv", UINT64_C(0xb57899d89daa8a17));
    assert_rebuilt(scratch, "etf.csv", "datasets/profiles/etf.csv", UINT64_C(0x8bae89b7bd9c95ac));
    assert_rebuilt(scratch, "fallacy.csv", "datasets/profiles/fallacy.csv", UINT64_C(0xc9ea80b95f8d2864));
    assert_rebuilt(scratch, "fallacy-sevenths.csv", "datasets/profiles/fallacy-sevenths.csv",
                   UINT64_C(0xc3e31e638b629f48));
    assert_rebuilt(scratch, "fallacy-half-draw.csv", "datasets/profiles/fallacy-half-draw.csv",
                   UINT64_C(0x71a5b254484325d5));
    assert_rebuilt(scratch, "infercool-full.csv", "datasets/profiles/infercool-full.csv",
                   UINT64_C(0x23caac72e7e24291));
    assert_rebuilt(scratch, "infercool.csv", "datasets/profiles/infercool.csv", UINT64_C(0xb7cf56285da7ba34));
    assert_int_equal(rmdir(scratch), 0);
}

FACT(published_rows_are_there_letter_for_letter)
{
    struct csv_table table, table3;
    table_open(&table3, MEASUREMENTS, "carbondis_table3_inceptionv3.csv");
    assert_int_equal(table3.rows, PUBLISHED);
    for (size_t set = 0; set < WHOLE_SETS; set++) {
        table_open(&table, ".", whole_sets[set]);
        for (size_t p = 0; p < table3.rows; p++) {
            size_t gpu = 0, row = 0;
            while (strcmp(gpus[gpu].paper_name, csv_cell(&table3, p, "gpu")) != 0)
                gpu++;
            while (strcmp(csv_cell(&table, row, "gpu"), gpus[gpu].name) != 0 ||
                   strcmp(csv_cell(&table, row, "model"), "inception-v3") != 0 ||
                   strcmp(csv_cell(&table, row, "batch"), csv_cell(&table3, p, "batch")) != 0)
                row++;
            assert_string_equal(csv_cell(&table, row, "latency_ms"), csv_cell(&table3, p, "latency_ms"));
            assert_string_equal(csv_cell(&table, row, "power_w"), csv_cell(&table3, p, "power_w"));
            assert_string_equal(csv_cell(&table, row, "provenance"), "measured");
        }
        csv_table_free(&table);
    }
    csv_table_free(&table3);
}

FACT(a_damaged_measurement_is_refused_with_its_place)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "the file is empty"},
        {"a,b\n1,2\n3\n", "line 3 has not as many cells as the header"},
        {"a,b\n1,2,3\n", "line 2 has not as many cells as the header"},
    };
    char path[] = "/tmp/wattif-measurement-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct csv_table table;
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fputs(cases[i].text, file);
        fclose(file);
        assert_false(csv_table_read(&table, path, &err));
        assert_string_equal(err.message, cases[i].message);
        assert_string_equal(err.place, path);
    }
    unlink(path);
}

FACT(quotes_and_line_ends_are_understood)
{
    char path[] = "/tmp/wattif-measurement-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "wb");
    assert_non_null(file);
    fputs("name,x\r\n\"a, \"\"b\"\"\",1.5\r\nplain,", file);
    fclose(file);
    DEFER(csv_table_free) struct csv_table table;
    double x = 0;
    assert_true(csv_table_read(&table, path, &err));
    assert_int_equal(table.rows, 2);
    assert_string_equal(csv_cell(&table, 0, "name"), "a, \"b\"");
    assert_true(csv_number(&table, 0, "x", &x, &err));
    assert_near(x, 1.5, 0);
    assert_string_equal(csv_cell(&table, 1, "x"), "");
    assert_false(csv_number(&table, 1, "x", &x, &err));
    assert_string_equal(err.message, "line 3, column x: '' is not a number");
    unlink(path);
}

/* A request takes the same energy above the floor on every slice, unless the board's limit holds it back, and
 * no less time than on the whole card. */
FACT(sharing_conserves_energy)
{
    enum { PLACES = 6, SHARED = 5 };
    const double floor_w = 70, limit_w = 250;
    DEFER(csv_table_free) struct csv_table table;
    table_open(&table, PROFILES, "fallacy.csv");
    assert_int_equal(table.rows, PLACES * SHARED);
    for (size_t row = 0; row < table.rows; row++) {
        double ms = cell_number(&table, row, "latency_ms"), watts = cell_number(&table, row, "power_w");
        double smallest_ms = cell_number(&table, row / PLACES * PLACES + PLACES - 1, "latency_ms");
        double smallest_w = cell_number(&table, row / PLACES * PLACES + PLACES - 1, "power_w");
        assert_true(ms >= cell_number(&table, row / PLACES * PLACES, "latency_ms"));
        assert_true(watts > floor_w && watts <= limit_w);
        if (watts < limit_w)
            assert_near((watts - floor_w) * ms, (smallest_w - floor_w) * smallest_ms, 1e-4 * watts * ms);
        assert_string_equal(csv_cell(&table, row, "provenance"), "modelled");
    }
}
