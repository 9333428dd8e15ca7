/* Clover's profile table: anchored on the artifact's sweep, with rows that add up as the shared-power law
 * wants. That it is what the builder writes is the matter of test_profiles.c. */
#include "tests/unit/datasets/table.h"

#include "datasets/profiles/clover_laws.h"
#include "engine/model/mig.h"

enum { VARIANTS = 11, FAMILIES = 3, SLICE_7G = MIG_SLICES - 1 };

/* Of each variant, smallest first. */
static const char *const models[VARIANTS] = {"efficientnet", "efficientnet", "efficientnet", "efficientnet",
                                             "albert-v2",    "albert-v2",    "albert-v2",    "albert-v2",
                                             "yolov5",       "yolov5",       "yolov5"};

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

static double number(const struct csv_table *table, size_t variant, size_t slice, const char *column)
{
    double value = 0;
    must(csv_number(table, variant * MIG_SLICES + slice, column, &value, &err), &err);
    return value;
}

static size_t family_of(size_t variant)
{
    size_t f = 0;
    while (strcmp(anchors[f].model, models[variant]) != 0)
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

FACT(largest_variants_are_the_artifacts)
{
    DEFER(csv_table_free) struct csv_table table;
    table_open(&table, PROFILES, "clover.csv");
    for (size_t f = 0; f < FAMILIES; f++) {
        assert_string_equal(models[anchors[f].base], anchors[f].model);
        assert_near(number(&table, anchors[f].base, SLICE_7G, "latency_ms"), anchors[f].latency_ms, 1e-3);
        assert_near(number(&table, anchors[f].base, SLICE_7G, "power_w"),
                    CLOVER_FLOOR_W + anchors[f].gpu_w * gpu_share(&table, anchors[f].base, SLICE_7G), 1e-3);
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
