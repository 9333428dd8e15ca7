/* InferCool's profile table: Table 1 as it stands, one law of power through its three solo rows and near its
 * fourth, and measurements that took no part near enough. That it is what the builder writes is the matter of
 * test_profiles.c. */
#include "tests/unit/datasets/table.h"

#include "datasets/profiles/infercool_laws.h"

static struct csv_table table;

static int open_table(void **state)
{
    table_open(&table, PROFILES, "infercool.csv");
    return 0;
}

static int close_table(void **state)
{
    csv_table_free(&table);
    return 0;
}

/* The row of this slice, model and batch; rows when there is none. */
static size_t find(const char *slice, const char *model, int batch)
{
    char text[16];
    snprintf(text, sizeof text, "%d", batch);
    size_t row = csv_find(&table, 0, "model", model);
    while (row < table.rows && (strcmp(csv_cell(&table, row, "slice"), slice) != 0 ||
                                strcmp(csv_cell(&table, row, "batch"), text) != 0))
        row = csv_find(&table, row + 1, "model", model);
    return row;
}

static double value(const char *slice, const char *model, int batch, const char *column)
{
    size_t row = find(slice, model, batch);
    assert_or(row != table.rows, "no row of %s on %s at batch %d", model, slice, batch);
    return cell_number(&table, row, column);
}

/* Table 1's solo rows: energy of a batch over its latency, and what the card draws idle. */
FACT(table_1_stands_as_published)
{
    static const struct {
        const char *slice;
        int batch;
        double ms, joules;
    } rows[] = {{"1g", 1, 14.86, 0.426}, {"7g", 1, 10.5, 0.414}, {"7g", 17, 13.4, 0.106}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t row = find(rows[k].slice, "bert-large", rows[k].batch);
        assert_true(row < table.rows);
        assert_string_equal(csv_cell(&table, row, "provenance"), "measured");
        assert_string_equal(csv_cell(&table, row, "clock_mhz"), "1350");
        assert_near(cell_number(&table, row, "latency_ms"), rows[k].ms, 1e-9);
        double watts = 46.7 + rows[k].joules * rows[k].batch / (rows[k].ms / 1000);
        assert_near(cell_number(&table, row, "power_w"), watts, 5e-4);
    }
    size_t measured = 0;
    for (size_t row = 0; row < table.rows; row++)
        measured += strcmp(csv_cell(&table, row, "provenance"), "measured") == 0;
    assert_int_equal(measured, 3);
}

static struct cool_power law_of_table_1(void)
{
    return cool_power_solve(46.7 + 0.426 / 0.01486, 46.7 + 0.414 / 0.0105, 46.7 + 17 * 0.106 / 0.0134);
}

/* The law goes through the three rows that it is solved from, with the coefficients that its text names. */
FACT(the_law_of_power_is_solved_exactly)
{
    struct cool_power law = law_of_table_1();
    assert_near(law.start_w, 16.32, 0.005);
    assert_near(law.top_w, 159.05, 0.005);
    assert_near(law.half, 5.883, 0.0005);
    assert_near(cool_power_at(&law, 1, 1, 1), 46.7 + 0.426 / 0.01486, 1e-9);
    assert_near(cool_power_at(&law, 1, 7, 1), 46.7 + 0.414 / 0.0105, 1e-9);
    assert_near(cool_power_at(&law, 1, 7, 17), 46.7 + 17 * 0.106 / 0.0134, 1e-9);
    /* m = 1.24 ends at the limit of the paper's card, 265 W */
    assert_near(cool_power_at(&law, 1.24, 7, 1e12), 265, 1.2);
}

/* Published times that took no part, all on an A100 in TF32 or on a V100 in half precision: within 1.3. */
FACT(other_measurements_agree_within_a_band)
{
    static const struct {
        const char *model;
        int batch;
        double ms;
        const char *of;
    } checks[] = {
        {"ssd300-vgg16", 8, 8 / 597.72 * 1000, "NVIDIA DeepLearningExamples: SSD300 on ResNet-50, PyTorch"},
        {"ssd300-vgg16", 16, 16 / 590.44 * 1000, "the same"},
        {"bert-base", 1, 1000 / 223.38, "NVIDIA DeepLearningExamples: BERT-base, 128 tokens, TensorFlow"},
        {"bert-base", 8, 8 / 1201.05 * 1000, "the same"},
        {"yolov8x", 16, 16 * 4.8 * 257.8 / 205.7, "Ultralytics: YOLOv5x on a V100 at batch 32, by GFLOPs"},
    };
    for (size_t k = 0; k < sizeof checks / sizeof *checks; k++) {
        double ratio = value("7g", checks[k].model, checks[k].batch, "latency_ms") / checks[k].ms;
        if (!(ratio < 1.3 && ratio > 1 / 1.3))
            fail_msg("%s at batch %d is %.2f of %s", checks[k].model, checks[k].batch, ratio, checks[k].of);
    }
}

FACTS_BETWEEN(open_table, close_table)
