/* Clover's profile table: every variant on every slice once, anchored on the artifact's sweep, with the
 * published accuracies, rows that add up as the shared-power law wants, and no number that physics forbids.
 * That it is what the builder writes is the matter of test_profiles.c; whether it is right, of
 * test_clover_checks.c. */
#include "tests/unit/datasets/table.h"

#include "datasets/profiles/clover_laws.h"
#include "engine/model/mig.h"
#include "engine/model/profile.h"

enum { VARIANTS = 11, FAMILIES = 3, SLICE_3G = 2, SLICE_4G = 3, SLICE_7G = MIG_SLICES - 1 };

/* Smallest first. Accuracy as the models' own repositories publish it, and as the artifact has it. */
static const struct {
    const char *model, *variant, *batch, *metric;
    double accuracy, artifact;
    bool base;
} variants[VARIANTS] = {
    {"efficientnet", "b1", "8", "top1_pct", 78.8, 78.382, false},
    {"efficientnet", "b3", "8", "top1_pct", 81.1, 81.528, false},
    {"efficientnet", "b5", "8", "top1_pct", 83.3, 83.776, false},
    {"efficientnet", "b7", "8", "top1_pct", 84.4, 84.582, true},
    {"albert-v2", "base", "1", "f1", 82.1, 83.2, false},
    {"albert-v2", "large", "1", "f1", 84.9, 85.2, false},
    {"albert-v2", "xlarge", "1", "f1", 87.9, 86.4, false},
    {"albert-v2", "xxlarge", "1", "f1", 89.8, 89.1, true},
    {"yolov5", "l", "8", "map50_95", 49.0, 49.0, false},
    {"yolov5", "x", "8", "map50_95", 50.7, 50.7, false},
    {"yolov5", "x6", "8", "map50_95", 55.0, 55.0, true},
};

/* Service time of the largest variants on the whole card: 1/2.25 and 1/2.45 requests/s of one card, ALBERT by
 * the fit. host_ms of the time are the host's, whatever variant and slice; gpu_w is what the rest draws above
 * P_S + P_OI, as test_clover_power.c fits it. */
static const struct {
    const char *model;
    size_t base; /* index of the largest variant */
    double latency_ms, host_ms, gpu_w;
} anchors[FAMILIES] = {
    {"efficientnet", 3, 1000 / 2.25, 280, 235.7},
    {"albert-v2", 7, 73, 0, 275.0},
    {"yolov5", 10, 1000 / 2.45, 167, 149.3},
};

/* Rows whose time the artifact's second sweep shows: both of a pair of equals, the slower of the other. */
static const struct {
    size_t variant, slice;
    const char *within;
} swept[] = {{1, SLICE_3G, "MIG sweep within 4%"},
             {1, SLICE_4G, "MIG sweep within 4%"},
             {9, SLICE_4G, "MIG sweep within 9%"}};

static double number(const struct csv_table *table, size_t variant, size_t slice, const char *column)
{
    double value = 0;
    must(csv_number(table, variant * MIG_SLICES + slice, column, &value, &err), &err);
    return value;
}

static const char *cell(const struct csv_table *table, size_t variant, size_t slice, const char *column)
{
    return csv_cell(table, variant * MIG_SLICES + slice, column);
}

static size_t family_of(size_t variant)
{
    size_t f = 0;
    while (strcmp(anchors[f].model, variants[variant].model) != 0)
        f++;
    return f;
}

/* What the GPU's part of a row takes, and which share of the whole time it is. */
static double gpu_ms(const struct csv_table *table, size_t variant, size_t slice)
{
    return number(table, variant, slice, "latency_ms") - anchors[family_of(variant)].host_ms;
}

static double gpu_share(const struct csv_table *table, size_t variant, size_t slice)
{
    return gpu_ms(table, variant, slice) / number(table, variant, slice, "latency_ms");
}

FACT(every_variant_and_slice_is_there_once)
{
    DEFER(csv_table_free) struct csv_table table;
    table_open(&table, PROFILES, "clover.csv");
    assert_int_equal(table.rows, VARIANTS * MIG_SLICES);
    for (size_t v = 0; v < VARIANTS; v++)
        for (size_t s = 0; s < MIG_SLICES; s++) {
            assert_string_equal(cell(&table, v, s, "gpu"), "A100-40GB");
            assert_string_equal(cell(&table, v, s, "slice"), mig_slice_names[s]);
            assert_string_equal(cell(&table, v, s, "model"), variants[v].model);
            assert_string_equal(cell(&table, v, s, "variant"), variants[v].variant);
            assert_string_equal(cell(&table, v, s, "batch"), variants[v].batch);
            assert_string_equal(cell(&table, v, s, "clock_mhz"), "");
            assert_string_equal(cell(&table, v, s, "accuracy_metric"), variants[v].metric);
            assert_string_equal(cell(&table, v, s, "overhead_ms"),
                                strcmp(variants[v].model, "albert-v2") == 0 ? "90" : "");
        }
}

FACT(largest_variants_are_the_artifacts)
{
    DEFER(csv_table_free) struct csv_table table;
    table_open(&table, PROFILES, "clover.csv");
    for (size_t f = 0; f < FAMILIES; f++) {
        assert_string_equal(variants[anchors[f].base].model, anchors[f].model);
        assert_near(number(&table, anchors[f].base, SLICE_7G, "latency_ms"), anchors[f].latency_ms, 1e-3);
        assert_near(number(&table, anchors[f].base, SLICE_7G, "power_w"),
                    CLOVER_FLOOR_W + anchors[f].gpu_w * gpu_share(&table, anchors[f].base, SLICE_7G), 1e-3);
    }
}

/* How near the second sweep comes where this row's time is what it shows; NULL elsewhere. */
static const char *swept_within(size_t variant, size_t slice)
{
    for (size_t i = 0; i < sizeof swept / sizeof *swept; i++)
        if (swept[i].variant == variant && swept[i].slice == slice)
            return swept[i].within;
    return NULL;
}

/* Arithmetic on the sweeps is `derived`, all else a law; each row names the rules it came by, how near a
 * sweep comes, and where a ratio above 1 was cut. The store keeps 159 bytes of a source. */
FACT(every_row_is_tagged_and_names_its_rules)
{
    DEFER(csv_table_free) struct csv_table table;
    table_open(&table, PROFILES, "clover.csv");
    for (size_t v = 0; v < VARIANTS; v++)
        for (size_t s = 0; s < MIG_SLICES; s++) {
            const char *source = cell(&table, v, s, "source");
            bool anchor = variants[v].base && s == SLICE_7G;
            bool like_whole = number(&table, v, s, "latency_ms") == number(&table, v, SLICE_7G, "latency_ms");
            const char *within = swept_within(v, s);
            assert_string_equal(cell(&table, v, s, "provenance"),
                                anchor || within != NULL ? "derived" : "modelled");
            assert_true((strstr(source, "MIG sweep") != NULL) == (within != NULL));
            assert_true(within == NULL || strstr(source, within) != NULL);
            assert_memory_equal(source, "rule 1: ", 8);
            assert_true((strstr(source, "Clover artifact, BASE sweep") != NULL) == anchor);
            assert_true((strstr(source, "; rule 4: ") != NULL) == (s != SLICE_7G));
            assert_has(source, "; rule 5");
            assert_true((strstr(source, "clamped to 1") != NULL) == (like_whole && s != SLICE_7G));
            assert_true(strlen(source) < sizeof((struct profile_row *)0)->source);
        }
}

FACT(accuracies_are_the_published_ones)
{
    DEFER(csv_table_free) struct csv_table table;
    table_open(&table, PROFILES, "clover.csv");
    for (size_t v = 0; v < VARIANTS; v++)
        for (size_t s = 0; s < MIG_SLICES; s++) {
            assert_near(number(&table, v, s, "accuracy"), variants[v].accuracy, 0);
            assert_near(number(&table, v, s, "accuracy_artifact"), variants[v].artifact, 0);
        }
}

/* More compute never hurts, and for the GPU's part a slice of k sevenths is at least k/7 as fast as the
 * whole: it has that much of it for itself. */
FACT(larger_slices_are_faster_but_not_beyond_their_share)
{
    DEFER(csv_table_free) struct csv_table table;
    table_open(&table, PROFILES, "clover.csv");
    for (size_t v = 0; v < VARIANTS; v++) {
        double whole_ms = gpu_ms(&table, v, SLICE_7G);
        for (size_t s = 0; s < MIG_SLICES; s++) {
            double ms = gpu_ms(&table, v, s);
            assert_true(ms > 0 && ms >= whole_ms && ms <= whole_ms * 7 / mig_sevenths[s]);
            assert_true(s == 0 || ms <= gpu_ms(&table, v, s - 1));
        }
    }
}

/* A larger variant leaves the host's share of a request smaller, so that its mean power is higher; where the
 * host has no part of it, all variants draw the same. */
FACT(larger_variants_are_slower_and_more_accurate)
{
    struct csv_table table;
    table_open(&table, PROFILES, "clover.csv");
    for (size_t v = 1; v < VARIANTS; v++) {
        if (strcmp(variants[v].model, variants[v - 1].model) != 0)
            continue;
        for (size_t s = 0; s < MIG_SLICES; s++) {
            assert_true(number(&table, v, s, "latency_ms") > number(&table, v - 1, s, "latency_ms"));
            assert_true(number(&table, v, s, "accuracy") > number(&table, v - 1, s, "accuracy"));
            assert_true(number(&table, v, s, "memory_gb") > number(&table, v - 1, s, "memory_gb"));
            double more_w = number(&table, v, s, "power_w") - number(&table, v - 1, s, "power_w");
            assert_true(anchors[family_of(v)].host_ms > 0 ? more_w > 0 : more_w == 0);
        }
    }
    csv_table_free(&table);
}

/* Energy is power x time: what a request takes above the floor is what its GPU part draws there (5 % + 95 %
 * by sevenths of the whole card's, for every variant) for as long as that part lasts; the host's part draws
 * the floor. */
FACT(the_host_part_draws_the_floor)
{
    DEFER(csv_table_free) struct csv_table table;
    table_open(&table, PROFILES, "clover.csv");
    for (size_t v = 0; v < VARIANTS; v++)
        for (size_t s = 0; s < MIG_SLICES; s++) {
            double above_j = (number(&table, v, s, "power_w") - CLOVER_FLOOR_W) *
                             number(&table, v, s, "latency_ms") / 1000;
            double expected_j = anchors[family_of(v)].gpu_w * (0.05 + 0.95 * mig_sevenths[s] / 7.0) *
                                gpu_ms(&table, v, s) / 1000;
            assert_near(above_j / expected_j, 1, 3e-4);
        }
}

/* P_S + P_OI + the sum over busy slices of (row - P_S - P_OI): one slice alone gives its row, and a card
 * whose n slices are all in their GPU parts n x 5 % + 95 % of what the whole draws on top, which no board's
 * SXM limit of 400 W forbids. */
FACT(rows_add_up_under_the_shared_power_law)
{
    DEFER(csv_table_free) struct csv_table table;
    table_open(&table, PROFILES, "clover.csv");
    for (size_t f = 0; f < FAMILIES; f++) {
        double top_w = anchors[f].gpu_w;
        for (size_t c = 0; c < MIG_CUTS; c++) {
            double watts = CLOVER_FLOOR_W;
            int sevenths = 0;
            for (size_t s = 0; s < MIG_SLICES; s++) {
                double row_w = number(&table, anchors[f].base, s, "power_w");
                assert_true(row_w > CLOVER_FLOOR_W);
                watts +=
                    mig_cuts[c].count[s] * (row_w - CLOVER_FLOOR_W) / gpu_share(&table, anchors[f].base, s);
                sevenths += mig_cuts[c].count[s] * mig_sevenths[s];
            }
            double expected = CLOVER_FLOOR_W + top_w * (0.05 * mig_cuts[c].n + 0.95 * sevenths / 7.0);
            assert_near(watts, expected, 0.005);
            assert_true(watts < 400);
        }
    }
}

/* METHOD.md states that no pair of variant and slice is forbidden on this card. 4.75 GiB is what its smallest
 * slice really has. */
FACT(every_variant_fits_every_slice)
{
    DEFER(csv_table_free) struct csv_table table;
    size_t forbidden = 0;
    table_open(&table, PROFILES, "clover.csv");
    for (size_t v = 0; v < VARIANTS; v++)
        for (size_t s = 0; s < MIG_SLICES; s++) {
            double memory_gb = number(&table, v, s, "memory_gb");
            assert_true(memory_gb > 0.6);
            forbidden += memory_gb > mig_memory_gb("A100-40GB", (enum mig_slice)s);
            assert_true(memory_gb < 4.75 * 1.073741824);
        }
    assert_int_equal(forbidden, 0);
}
