/* What physics allows a profile, whatever it was made from: no slice is faster than a larger one at the same
 * batch, no batch is done before a smaller one, and a card draws between its idle power and its limit. Every
 * table that ships is held to it; what is excepted stands here with its reason. */
#include "tests/unit/datasets/table.h"

#include <dirent.h>

/* Watts that lie elsewhere: from and to which, and why. */
static const struct {
    const char *set, *gpu;
    double least_w, most_w;
} excepted[] = {
    {"carbondis.csv", "P4", 25,
     90}, /* Table III has 75.7 to 89.2 W on a P4 of 75, and 69 to 87 on a T4 of 70 */
    {"carbondis.csv", "T4", 30, 90},
    {"carbondis-keras.csv", "P4", 25, 90},
    {"carbondis-keras.csv", "T4", 30, 90},
    {"clover.csv", "A100-40GB", 35.8, 400},    /* the artifact's cards: SXM, 35.8 W idle */
    {"infercool.csv", "A100-40GB", 46.7, 265}, /* the authors' card: 46.7 W idle, and what it may draw */
    {"infercool-full.csv", "A100-40GB", 46.7, 265},
};

static int size_of(const char *slice)
{
    return strcmp(slice, "whole") == 0 ? 8 : (int)strtol(slice, NULL, 10);
}

/* A measured row may be off by noise: Inception-V3 takes 13.89 and 13.67 ms at batch 1 and 2 in Table III. */
static double noise_of(const struct csv_table *table, size_t a, size_t b)
{
    bool measured = strcmp(csv_cell(table, a, "provenance"), "measured") == 0 ||
                    strcmp(csv_cell(table, b, "provenance"), "measured") == 0;
    return measured ? 0.02 : 1e-9;
}

/* The row is at most as large and as many as the other, so it is at least as slow, or as quick. */
static void hold_pair(const struct csv_table *table, const char *name, size_t row, size_t other)
{
    double ms = cell_number(table, row, "latency_ms"), other_ms = cell_number(table, other, "latency_ms");
    double batch = cell_number(table, row, "batch"), other_batch = cell_number(table, other, "batch");
    const char *slice = csv_cell(table, row, "slice"), *other_slice = csv_cell(table, other, "slice");
    double slack = ms * noise_of(table, row, other);
    if (batch == other_batch && size_of(slice) < size_of(other_slice) && ms < other_ms - slack)
        fail_msg("%s: %s at batch %g takes %g ms on %s and %g on %s", name, csv_cell(table, row, "model"),
                 batch, ms, slice, other_ms, other_slice);
    if (batch > other_batch && strcmp(slice, other_slice) == 0 && ms < other_ms - slack)
        fail_msg("%s: %s on %s takes %g ms at batch %g and %g at batch %g", name,
                 csv_cell(table, row, "model"), slice, ms, batch, other_ms, other_batch);
}

static void hold_watts(const struct csv_table *table, const char *name, size_t row,
                       const struct csv_table *devices)
{
    const char *gpu = csv_cell(table, row, "gpu");
    size_t device = csv_find(devices, 0, "gpu", gpu);
    assert_true(device < devices->rows);
    double least_w = cell_number(devices, device, "idle_power_w");
    double most_w = cell_number(devices, device, "power_limit_w"), w = cell_number(table, row, "power_w");
    for (size_t k = 0; k < sizeof excepted / sizeof *excepted; k++)
        if (strcmp(excepted[k].set, name) == 0 && strcmp(excepted[k].gpu, gpu) == 0) {
            least_w = excepted[k].least_w;
            most_w = excepted[k].most_w;
        }
    assert_or(w >= least_w && w <= most_w, "%s: %s on %s draws %g W, and not %g to %g", name,
              csv_cell(table, row, "model"), gpu, w, least_w, most_w);
}

/* Rows of the same model, variant, GPU and clock have the same number, which need not stand together. */
static uint64_t likeness(const struct csv_table *table, size_t row)
{
    static const char *const columns[] = {"model", "variant", "gpu", "clock_mhz"};
    uint64_t number = UINT64_C(0xcbf29ce484222325); /* FNV-1a, the closing NULs included */
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        const char *cell = csv_cell(table, row, columns[k]);
        for (size_t n = strlen(cell) + 1; n > 0; n--)
            number = (number ^ (unsigned char)*cell++) * UINT64_C(0x100000001b3);
    }
    return number;
}

static bool is_table(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".csv") == 0 && strcmp(name, "devices.csv") != 0 &&
           strcmp(name, "sets.csv") != 0;
}

FACT(every_table_keeps_to_physics)
{
    struct csv_table table, devices;
    char path[1024];
    int tables = 0;
    DIR *folder = opendir(repository_path(path, sizeof path, PROFILES));
    assert_non_null(folder);
    table_open(&devices, PROFILES, "devices.csv");
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!is_table(entry->d_name))
            continue;
        table_open(&table, PROFILES, entry->d_name);
        uint64_t *numbers = calloc(table.rows + 1, sizeof *numbers);
        assert_non_null(numbers);
        for (size_t row = 0; row < table.rows; row++)
            numbers[row] = likeness(&table, row);
        for (size_t row = 0; row < table.rows; row++) {
            hold_watts(&table, entry->d_name, row, &devices);
            for (size_t other = 0; other < table.rows; other++)
                if (numbers[other] == numbers[row])
                    hold_pair(&table, entry->d_name, row, other);
        }
        free(numbers);
        csv_table_free(&table);
        tables++;
    }
    closedir(folder);
    csv_table_free(&devices);
    assert_true(tables >= 7);
}
