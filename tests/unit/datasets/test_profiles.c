/* The shipped profile tables: they are what the builder writes; those of CarbonDIS (Clover's has tests of its
 * own) are complete, every row says where it comes from, the published rows are in them letter for letter,
 * and no number is impossible. */
#include "tests/unit/datasets/table.h"

#include "engine/model/profile.h"

enum { GPUS = 3, MODELS = 10, BATCHES = 128, PUBLISHED = 18, WHOLE_SETS = 2 };

/* The sets that hold every pair of GPU and model; fig2 is laid over the first. */
static const char *const whole_sets[WHOLE_SETS] = {"datasets/profiles/carbondis.csv",
                                                   "datasets/profiles/carbondis-keras.csv"};

static const struct {
    const char *name, *paper_name;
    double idle_w, highest_w, memory_gb;
} gpus[GPUS] = {
    {"P4", "P4", 25, 90, 8},
    {"T4", "T4", 30, 90, 16},
    {"A100-40GB", "A100", 55, 250, 40},
};

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

FACT(every_gpu_model_and_batch_is_there_once)
{
    struct csv_table table, models;
    table_open(&models, MEASUREMENTS, "models.csv");
    assert_int_equal(models.rows, MODELS);
    for (size_t set = 0; set < WHOLE_SETS; set++) {
        table_open(&table, ".", whole_sets[set]);
        assert_int_equal(table.rows, GPUS * MODELS * BATCHES);
        for (size_t row = 0; row < table.rows; row++) {
            size_t batch = row % BATCHES, model = row / BATCHES % MODELS, gpu = row / BATCHES / MODELS;
            assert_string_equal(csv_cell(&table, row, "gpu"), gpus[gpu].name);
            assert_string_equal(csv_cell(&table, row, "model"), csv_cell(&models, model, "model"));
            assert_near(cell_number(&table, row, "batch"), (double)(batch + 1), 0);
            assert_string_equal(csv_cell(&table, row, "slice"), "whole");
            assert_string_equal(csv_cell(&table, row, "variant"), "base");
            assert_string_equal(csv_cell(&table, row, "clock_mhz"), "");
        }
        csv_table_free(&table);
    }
    csv_table_free(&models);
}

/* fig2 has rows only where it differs: the P4, without the model that was measured. */
FACT(fig2_moves_the_p4_of_the_unmeasured_models_alone)
{
    DEFER(csv_table_free) struct csv_table fig2, below;
    table_open(&fig2, PROFILES, "carbondis-fig2.csv");
    table_open(&below, PROFILES, "carbondis.csv");
    assert_int_equal(fig2.rows, (MODELS - 1) * BATCHES);
    for (size_t row = 0, at = 0; row < fig2.rows; row++, at++) {
        if (strcmp(csv_cell(&below, at, "model"), "inception-v3") == 0)
            at += BATCHES;
        assert_string_equal(csv_cell(&fig2, row, "gpu"), "P4");
        assert_string_equal(csv_cell(&fig2, row, "provenance"), "calibrated");
        assert_memory_equal(csv_cell(&fig2, row, "source"), "rule 9: CarbonDIS Fig. 2", 24);
        static const char *const same[] = {"gpu", "model", "batch", "accuracy", "memory_gb"};
        for (size_t k = 0; k < sizeof same / sizeof *same; k++)
            assert_string_equal(csv_cell(&fig2, row, same[k]), csv_cell(&below, at, same[k]));
        assert_true(cell_number(&fig2, row, "latency_ms") > cell_number(&below, at, "latency_ms"));
        assert_true(cell_number(&fig2, row, "power_w") < cell_number(&below, at, "power_w"));
    }
}

/* The index of the sets names files that are there and the one below, and not the default set. */
FACT(sets_name_their_tables)
{
    struct csv_table sets, table;
    char relative[128];
    table_open(&sets, PROFILES, "sets.csv");
    assert_int_equal(sets.rows, 5);
    for (size_t row = 0; row < sets.rows; row++) {
        assert_string_not_equal(csv_cell(&sets, row, "set"), PROFILES_DEFAULT);
        assert_true(strlen(csv_cell(&sets, row, "title")) > 20);
        snprintf(relative, sizeof relative, "datasets/profiles/%.64s", csv_cell(&sets, row, "file"));
        table_open(&table, ".", relative);
        csv_table_free(&table);
    }
    assert_string_equal(csv_cell(&sets, 1, "over"), "carbondis.csv");
    csv_table_free(&sets);
}

FACT(every_row_is_tagged_and_names_its_source)
{
    for (size_t set = 0; set < WHOLE_SETS; set++) {
        DEFER(csv_table_free) struct csv_table table;
        size_t measured = 0;
        table_open(&table, ".", whole_sets[set]);
        for (size_t row = 0; row < table.rows; row++) {
            const char *tag = csv_cell(&table, row, "provenance"), *source = csv_cell(&table, row, "source");
            assert_true(strlen(source) < sizeof((struct profile_row *)0)->source);
            if (strcmp(tag, "measured") == 0) {
                measured++;
                assert_string_equal(source, "CarbonDIS Table III");
            } else {
                assert_string_equal(tag, "modelled");
                assert_memory_equal(source, "rule ", 5);
            }
        }
        assert_int_equal(measured, PUBLISHED);
    }
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

/* Between published rows, and from the last of them to the law, the meter may wander (the A100's batch 2 is
 * faster than its batch 1, and its batch 6 lies 4 us above the line); a law may not. */
FACT(modelled_latency_and_power_never_fall_with_the_batch)
{
    static const char *const tables[] = {"datasets/profiles/carbondis.csv",
                                         "datasets/profiles/carbondis-keras.csv",
                                         "datasets/profiles/carbondis-fig2.csv"};
    for (size_t set = 0; set < sizeof tables / sizeof *tables; set++) {
        struct csv_table table;
        table_open(&table, ".", tables[set]);
        for (size_t row = 1; row < table.rows; row++) {
            bool measured = strcmp(csv_cell(&table, row, "provenance"), "measured") == 0;
            bool before = strcmp(csv_cell(&table, row - 1, "provenance"), "measured") == 0;
            if (row % BATCHES == 0 || measured || before)
                continue;
            if (cell_number(&table, row, "latency_ms") <= cell_number(&table, row - 1, "latency_ms"))
                fail_msg("%s, line %zu: latency does not rise with the batch", tables[set], row + 2);
            if (cell_number(&table, row, "power_w") < cell_number(&table, row - 1, "power_w"))
                fail_msg("%s, line %zu: power falls with the batch", tables[set], row + 2);
        }
        csv_table_free(&table);
    }
}

/* P4 and T4 may exceed their boards' rating, as the published rows do (CD-X12), which 90 W bounds. */
FACT(power_and_memory_are_possible)
{
    for (size_t set = 0; set < WHOLE_SETS; set++) {
        DEFER(csv_table_free) struct csv_table table;
        table_open(&table, ".", whole_sets[set]);
        for (size_t row = 0; row < table.rows; row++) {
            size_t gpu = row / BATCHES / MODELS;
            double power_w = cell_number(&table, row, "power_w");
            assert_or(power_w > gpus[gpu].idle_w && power_w <= gpus[gpu].highest_w,
                      "line %zu: %g W is not between idle and %g W", row + 2, power_w, gpus[gpu].highest_w);
            double memory_gb = cell_number(&table, row, "memory_gb");
            if (memory_gb <= 0.6 || memory_gb > gpus[gpu].memory_gb)
                fail_msg("line %zu: %g GB does not fit the card, yet METHOD.md says that every pair does",
                         row + 2, memory_gb);
        }
    }
}

/* Top-1 as Keras publishes it: in its table of applications, else (no such row) in the list of models. */
FACT(accuracy_is_the_published_one)
{
    struct csv_table table, models, keras;
    table_open(&models, MEASUREMENTS, "models.csv");
    table_open(&keras, MEASUREMENTS, "keras_applications_a100.csv");
    for (size_t set = 0; set < WHOLE_SETS; set++) {
        table_open(&table, ".", whole_sets[set]);
        for (size_t row = 0; row < table.rows; row++) {
            size_t model = csv_find(&models, 0, "model", csv_cell(&table, row, "model"));
            size_t found = csv_find(&keras, 0, "model", csv_cell(&models, model, "keras"));
            const char *published = found < keras.rows ? csv_cell(&keras, found, "top1_pct")
                                                       : csv_cell(&models, model, "top1_pct");
            assert_string_equal(csv_cell(&table, row, "accuracy"), published);
            assert_in_range((int)cell_number(&table, row, "accuracy"), 60, 89);
        }
        csv_table_free(&table);
    }
    csv_table_free(&keras);
    csv_table_free(&models);
}

FACT(devices_agree_with_the_papers)
{
    DEFER(csv_table_free) struct csv_table devices;
    table_open(&devices, PROFILES, "devices.csv");
    assert_int_equal(devices.rows, GPUS + 2);
    assert_string_equal(csv_cell(&devices, GPUS, "gpu"), "TX2");
    assert_string_equal(csv_cell(&devices, GPUS + 1, "gpu"), "A10G");
    assert_near(cell_number(&devices, GPUS, "idle_power_w"), 0.25, 0); /* ET, section 5 */
    for (size_t gpu = 0; gpu < GPUS; gpu++) {
        assert_string_equal(csv_cell(&devices, gpu, "gpu"), gpus[gpu].name);
        assert_near(cell_number(&devices, gpu, "idle_power_w"), gpus[gpu].idle_w, 0);
        assert_near(cell_number(&devices, gpu, "memory_gb"), gpus[gpu].memory_gb, 0);
        assert_near(cell_number(&devices, gpu, "lifetime_s"), 5.0 * 365 * 86400, 0);
    }
    assert_near(cell_number(&devices, 2, "embodied_kg"), 21.56, 0); /* Utilization Fallacy, Section 3 */
    assert_true(cell_number(&devices, 0, "embodied_kg") < cell_number(&devices, 1, "embodied_kg"));
    assert_true(cell_number(&devices, 1, "embodied_kg") < cell_number(&devices, 2, "embodied_kg"));
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
