/* The laws behind the profile tables against measurements that they were not made from. A band that fails is
 * a finding about the law: METHOD.md states each number printed here, and a change of either must change the
 * other. */
#include "tests/unit/datasets/table.h"

#include "datasets/profiles/laws.h"

/* A number of the first row whose cells a, b and c hold these values (b, c may be NULL); 0 when there is
 * none. */
static double lookup(const struct csv_table *table, const char *column, const char *const keys[3],
                     const char *const values[3])
{
    for (size_t row = 0; row < table->rows; row++) {
        bool same = true;
        for (size_t k = 0; k < 3 && same; k++)
            same = keys[k] == NULL || strcmp(csv_cell(table, row, keys[k]), values[k]) == 0;
        double value;
        if (same)
            return text_to_number(csv_cell(table, row, column), &value) ? value : 0;
    }
    return 0;
}

static double timm_ms(const struct csv_table *timm, const char *model, const char *px)
{
    static const char *const keys[] = {"model", "img_size", "gpu"};
    double a = lookup(timm, "samples_per_s", keys, (const char *const[]){model, px, "RTX 3090"});
    double b = lookup(timm, "samples_per_s", keys, (const char *const[]){model, px, "RTX 4090"});
    assert_true(a > 0 && b > 0);
    return 1000 / sqrt(a * b);
}

/* Table III of one GPU: batches 1..n into x, latency and power into y and w; returns n. */
static size_t table3_points(const char *gpu, double *x, double *y, double *w)
{
    DEFER(csv_table_free) struct csv_table table;
    size_t n = 0;
    table_open(&table, MEASUREMENTS, "carbondis_table3_inceptionv3.csv");
    for (size_t row = csv_find(&table, 0, "gpu", gpu); row < table.rows;
         row = csv_find(&table, row + 1, "gpu", gpu)) {
        assert_true(csv_number(&table, row, "batch", &x[n], &err));
        assert_true(csv_number(&table, row, "latency_ms", &y[n], &err));
        assert_true(csv_number(&table, row, "power_w", &w[n], &err));
        n++;
    }
    assert_int_equal(n, 6);
    return n;
}

FACT(latency_lines_are_the_published_ones)
{
    static const struct {
        const char *gpu;
        double fixed_ms, slope_ms;
    } cases[] = {{"P4", 14.0667, 3.74286}, {"T4", 8.53333, 3.51429}, {"A100", 13.534, 0.116}};
    for (size_t i = 0; i < 3; i++) {
        double x[8], y[8], w[8], fixed, slope;
        size_t n = table3_points(cases[i].gpu, x, y, w);
        line_fit(x, y, n, &fixed, &slope);
        assert_near(fixed, cases[i].fixed_ms, 5e-5);
        assert_near(slope, cases[i].slope_ms, 5e-6);
    }
}

/* The fit finds a known law again, and takes the board's limit only where the points do not bend. */
FACT(power_fit_recovers_a_known_law)
{
    const struct power_law bent = {30, 90, 0.7}, straight = {55, 600, 40};
    double x[6], bent_w[6], straight_w[6];
    for (int i = 0; i < 6; i++) {
        x[i] = i + 1;
        bent_w[i] = power_at(&bent, x[i]);
        straight_w[i] = power_at(&straight, x[i]);
    }
    struct power_law found = power_fit(30, 70, x, bent_w, 6);
    assert_near(found.max_w, 90, 1e-4);
    assert_near(found.half, 0.7, 1e-4);
    found = power_fit(55, 250, x, straight_w, 6);
    assert_near(found.max_w, 250, 0);
    assert_true(found.half > 6);
}

FACT(power_laws_follow_table3)
{
    static const struct {
        const char *gpu;
        double idle_w, limit_w, max_w, half, rms_w;
    } cases[] = {{"P4", 25, 75, 89.270, 0.146, 0.8},
                 {"T4", 30, 70, 86.842, 0.336, 1.2},
                 {"A100", 55, 250, 250, 18.049, 4.9}};
    for (size_t i = 0; i < 3; i++) {
        double x[8], y[8], w[8], squares = 0;
        size_t n = table3_points(cases[i].gpu, x, y, w);
        struct power_law law = power_fit(cases[i].idle_w, cases[i].limit_w, x, w, n);
        for (size_t k = 0; k < n; k++)
            squares += (power_at(&law, x[k]) - w[k]) * (power_at(&law, x[k]) - w[k]);
        assert_near(law.max_w, cases[i].max_w, 0.01);
        assert_near(law.half, cases[i].half, 0.001);
        assert_true(sqrt(squares / (double)n) < cases[i].rms_w);
    }
}

/* Rule 7. NVIDIA's T4 curves of ResNet-50 in FP32 (PyTorch, TensorFlow) against rule 3; Table III's T4 runs
 * at the rate of FP32 too. The band is a factor 1.3 from batch 32 on, where the card is busy; nothing was
 * fitted to these curves. */
FACT(t4_resnet50_lies_near_nvidias_curve)
{
    static const char *const frameworks[] = {"PyTorch", "TensorFlow"}, *const batches[] = {"32", "64", "128"};
    static const char *const keys[] = {"framework", "gpu", "batch"};
    DEFER(csv_table_free) struct csv_table nvidia, timm;
    double x[8], y[8], w[8];
    struct roofline t4 = {0, 0, 0, 0};
    table_open(&nvidia, MEASUREMENTS, "nvidia_resnet50_latency.csv");
    table_open(&timm, MEASUREMENTS, "timm_inference_rtx3090_4090.csv");
    size_t n = table3_points("T4", x, y, w);
    line_fit(x, y, n, &t4.start_ms, &t4.image_ms);
    const struct model_size size = {
        107.0 / 189, timm_ms(&timm, "resnet50", "224") / timm_ms(&timm, "inception_v3", "299"), 1};
    struct roofline law = roofline_scaled(&t4, &size);
    for (size_t f = 0; f < 2; f++)
        for (size_t b = 0; b < 3; b++) {
            double batch = strtod(batches[b], NULL);
            double measured_ms = lookup(&nvidia, "latency_avg_ms", keys,
                                        (const char *const[]){frameworks[f], "T4", batches[b]});
            double ratio = roofline_at(&law, batch) / measured_ms;
            print_message("T4 ResNet-50 FP32, %s, batch %s: rule 3 %.1f ms, measured %.1f ms, ratio %.2f\n",
                          frameworks[f], batches[b], roofline_at(&law, batch), measured_ms, ratio);
            assert_or(!(ratio < 1 / 1.3 || ratio > 1.3), "rule 3 is outside the band 1/1.3 .. 1.3");
        }
}

/* SC'23's own figure for the A100, from the same constants. */
FACT(act_gives_the_published_a100)
{
    const struct act_constants act = {583, 2.150, 350, 500, 65};
    DEFER(csv_table_free) struct csv_table sc23;
    table_open(&sc23, MEASUREMENTS, "embodied_components_sc23.csv");
    double published_g = lookup(&sc23, "manufacturing_gco2", (const char *const[]){"component", NULL, NULL},
                                (const char *const[]){"A100 PCIe 40GB", NULL, NULL});
    assert_near(act_card_kg(&act, 826, 40) * 1000, published_g, 0.001);
}

FACT(memory_grows_by_the_stem_of_each_image)
{
    /* 224 px: 112 x 112 x 64 floats, twice: 6,422,528 bytes. */
    assert_near(memory_gb(0.1, 224, 1) - memory_gb(0.1, 224, 0), 6422528e-9, 1e-12);
    assert_near(memory_gb(0.1, 224, 0), 0.7, 1e-12);
}
