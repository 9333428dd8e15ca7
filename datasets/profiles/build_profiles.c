/* Builds the shipped profile tables from the published measurements beside this file:
 *
 *     build_profiles INPUT_DIR OUTPUT_DIR
 *         reads datasets/profiles/measurements, writes carbondis.csv, devices.csv, clover.csv and etf.csv
 *     build_profiles --workload OUTPUT_DIR
 *         writes twitter-like-30min.csv, the synthetic stand-in of datasets/workloads
 *
 * carbondis.csv: for each GPU the latency and the power of the one model that was measured on it
 * (Inception-V3, CarbonDIS Table III) are fitted; every other model is that law with its work an image scaled
 * by a ratio of measured times. laws.h holds the laws and METHOD.md the reasons. build_clover.h makes
 * clover.csv, build_etf.h etf.csv. Nothing is fitted to the results of a scheme. The output is a function of
 * the input files alone, so a test compares it byte by byte with the committed tables. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "datasets/profiles/build_clover.h"
#include "datasets/profiles/build_etf.h"
#include "datasets/profiles/build_tools.h"
#include "datasets/profiles/csv_table.h"
#include "datasets/profiles/laws.h"
#include "datasets/workloads/twitter_like.h"
#include "engine/base/error.h"

enum { BATCH_MAX = 128, MEASURED_MAX = 16, GPUS = 3, KERAS_BATCH = 32 };

static const char reference_model[] = "inception-v3"; /* the model of Table III */

/* The measurement files, in the order of their names below. */
enum input { MODELS, KERAS, TIMM, TABLE2, TABLE3, ACT, GPU_FACTS, TX2, INPUTS };

static const char *const input_names[INPUTS] = {
    [MODELS] = "models.csv",
    [KERAS] = "keras_applications_a100.csv",
    [TIMM] = "timm_inference_rtx3090_4090.csv",
    [TABLE2] = "carbondis_table2_gpus.csv",
    [TABLE3] = "carbondis_table3_inceptionv3.csv",
    [ACT] = "act_embodied.csv",
    [GPU_FACTS] = "gpu_facts.csv",
    [TX2] = "etf_tx2_dvfs.csv",
};

/* A GPU type, with its name in the CarbonDIS tables. `flat` marks the card that Table III does not saturate.
 */
struct gpu {
    const char *name;
    const char *paper_name;
    bool flat;
    struct latency_law latency;
    struct power_law power;
    size_t measured[MEASURED_MAX]; /* rows of Table III, by batch - 1 */
    size_t n_measured;
};

static const struct gpu gpu_types[GPUS] = {
    {.name = "P4", .paper_name = "P4"},
    {.name = "T4", .paper_name = "T4"},
    {.name = "A100-40GB", .paper_name = "A100", .flat = true},
};

struct model {
    const char *name;
    double input_px;
    double weights_gb;
    double ratio; /* work an image, in units of the reference model's */
    const char *accuracy;
    char ratio_source[160];
};

/* How the CPU step times of two members of one family compare: for a model that timm does not hold. */
static bool family_ratio(const struct csv_table *keras, const char *name, const char *sibling, double *ratio,
                         struct error *error)
{
    static const char column[] = "cpu_ms_per_step_batch32";
    size_t own, other;
    double own_ms, other_ms;

    if (!row_of(keras, "model", name, &own, error) || !row_of(keras, "model", sibling, &other, error) ||
        !csv_number(keras, own, column, &own_ms, error) ||
        !csv_number(keras, other, column, &other_ms, error))
        return false;
    *ratio = own_ms / other_ms;
    return true;
}

/* The work an image of a row of models.csv, in units of the reference model's. */
static bool model_ratio(const struct csv_table tables[INPUTS], size_t row, struct model *model,
                        struct error *error)
{
    const struct csv_table *models = &tables[MODELS];
    const char *timm = csv_cell(models, row, "timm"), *px = csv_cell(models, row, "timm_px");
    const char *keras = csv_cell(models, row, "keras"), *sibling = csv_cell(models, row, "keras_sibling");
    size_t reference;
    double own_ms = 0, reference_ms = 0, family = 1;

    if (!row_of(models, "model", reference_model, &reference, error) ||
        !timm_image_ms(&tables[TIMM], timm, px, &own_ms, error) ||
        !timm_image_ms(&tables[TIMM], csv_cell(models, reference, "timm"),
                       csv_cell(models, reference, "timm_px"), &reference_ms, error))
        return false;
    if (*sibling != '\0' && !family_ratio(&tables[KERAS], keras, sibling, &family, error))
        return false;
    model->ratio = own_ms / reference_ms * family;

    int n =
        snprintf(model->ratio_source, sizeof model->ratio_source, "%.4f (timm %s@%s", model->ratio, timm, px);
    if (*sibling != '\0')
        n += snprintf(model->ratio_source + n, sizeof model->ratio_source - (size_t)n,
                      " by Keras CPU step %s/%s", keras, sibling);
    snprintf(model->ratio_source + n, sizeof model->ratio_source - (size_t)n, ")");
    return true;
}

/* Weights from Keras' file size, or 4 bytes a parameter from timm; accuracy from Keras or models.csv. */
static bool model_read(const struct csv_table tables[INPUTS], size_t row, struct model *model,
                       struct error *error)
{
    const struct csv_table *models = &tables[MODELS], *keras = &tables[KERAS], *timm = &tables[TIMM];
    size_t found;

    model->name = csv_cell(models, row, "model");
    if (!csv_number(models, row, "input_px", &model->input_px, error))
        return false;
    if (*csv_cell(models, row, "keras") != '\0') {
        if (!row_of(keras, "model", csv_cell(models, row, "keras"), &found, error) ||
            !csv_number(keras, found, "weights_mb", &model->weights_gb, error))
            return false;
        model->weights_gb /= 1000;
        model->accuracy = csv_cell(keras, found, "top1_pct");
    } else {
        if (!row_of(timm, "model", csv_cell(models, row, "timm"), &found, error) ||
            !csv_number(timm, found, "params_m", &model->weights_gb, error))
            return false;
        model->weights_gb *= 4e-3;
        model->accuracy = csv_cell(models, row, "top1_pct");
    }
    return model_ratio(tables, row, model, error);
}

/* Time of one image on the saturated A100: the Keras step of batch 32, all of it. */
static bool keras_image_ms(const struct csv_table tables[INPUTS], double *ms, struct error *error)
{
    size_t reference, row;

    if (!row_of(&tables[MODELS], "model", reference_model, &reference, error) ||
        !row_of(&tables[KERAS], "model", csv_cell(&tables[MODELS], reference, "keras"), &row, error) ||
        !csv_number(&tables[KERAS], row, "a100_ms_per_step_batch32", ms, error))
        return false;
    *ms /= KERAS_BATCH;
    return true;
}

/* Fits the laws of one GPU to its points of Table III. */
static bool gpu_fit(const struct csv_table tables[INPUTS], struct gpu *gpu, struct error *error)
{
    const struct csv_table *table3 = &tables[TABLE3];
    double batch[MEASURED_MAX], ms[MEASURED_MAX], w[MEASURED_MAX], idle_w, limit_w;
    size_t n = 0, facts, idle;

    for (size_t row = csv_find(table3, 0, "gpu", gpu->paper_name); row < table3->rows && n < MEASURED_MAX;
         row = csv_find(table3, row + 1, "gpu", gpu->paper_name)) {
        if (!csv_number(table3, row, "batch", &batch[n], error) ||
            !csv_number(table3, row, "latency_ms", &ms[n], error) ||
            !csv_number(table3, row, "power_w", &w[n], error))
            return false;
        if (batch[n] != (double)(n + 1))
            return error_set(error, ERROR_INPUT, table3->name,
                             "line %zu: the batches of %s must be 1, 2, 3, ...", row + 2, gpu->paper_name);
        gpu->measured[n++] = row;
    }
    gpu->n_measured = n;
    if (n < 3)
        return error_set(error, ERROR_INPUT, table3->name, "%s has fewer than three batches",
                         gpu->paper_name);
    if (!row_of(&tables[TABLE2], "gpu", gpu->paper_name, &idle, error) ||
        !csv_number(&tables[TABLE2], idle, "idle_power_w", &idle_w, error) ||
        !row_of(&tables[GPU_FACTS], "gpu", gpu->name, &facts, error) ||
        !csv_number(&tables[GPU_FACTS], facts, "power_limit_w", &limit_w, error))
        return false;

    line_fit(batch, ms, n, &gpu->latency.fixed_ms, &gpu->latency.slope_ms);
    gpu->latency.saturated_ms = gpu->latency.slope_ms;
    gpu->latency.knee = gpu->flat ? (double)n : 0;
    gpu->power = power_fit(idle_w, limit_w, batch, w, n);
    return !gpu->flat || keras_image_ms(tables, &gpu->latency.saturated_ms, error);
}

/* The law that a modelled row follows, in words. */
static void write_law(FILE *out, const struct gpu *gpu, const struct model *model)
{
    bool reference = strcmp(model->name, reference_model) == 0;

    fprintf(out, "rule %s: %s line", reference ? "2" : "3", reference_model);
    if (gpu->flat)
        fprintf(out, " to batch %g then Keras step/%d", gpu->latency.knee, KERAS_BATCH);
    if (!reference)
        fprintf(out, "; work x %s", model->ratio_source);
}

static void write_rows(FILE *out, const struct csv_table *table3, const struct gpu *gpu,
                       const struct model *model)
{
    bool reference = strcmp(model->name, reference_model) == 0;
    struct latency_law latency = latency_scaled(&gpu->latency, model->ratio);
    struct power_law power = power_scaled(&gpu->power, model->ratio);

    for (size_t batch = 1; batch <= BATCH_MAX; batch++) {
        bool measured = reference && batch <= gpu->n_measured;
        fprintf(out, "%s,whole,%s,base,%zu,,", gpu->name, model->name, batch);
        if (measured) {
            size_t row = gpu->measured[batch - 1];
            fprintf(out, "%s,%s", csv_cell(table3, row, "latency_ms"), csv_cell(table3, row, "power_w"));
        } else {
            print_number(out, latency_at(&latency, (double)batch));
            fputc(',', out);
            print_number(out, power_at(&power, (double)batch));
        }
        fprintf(out, ",%s,", model->accuracy);
        print_number(out, memory_gb(model->weights_gb, model->input_px, (double)batch));
        if (measured)
            fputs(",measured,CarbonDIS Table III", out);
        else {
            fputs(",modelled,", out);
            write_law(out, gpu, model);
        }
        fputc('\n', out);
    }
}

static bool profiles_write(const struct csv_table tables[INPUTS], const char *folder, struct error *error)
{
    struct gpu gpus[GPUS];
    char path[1024];

    memcpy(gpus, gpu_types, sizeof gpus);
    for (size_t i = 0; i < GPUS; i++)
        if (!gpu_fit(tables, &gpus[i], error))
            return false;
    FILE *out = output_open(folder, "carbondis.csv", path, sizeof path, error);
    if (out == NULL)
        return false;
    fputs("gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,provenance,source\n",
          out);
    for (size_t i = 0; i < GPUS; i++)
        for (size_t row = 0; row < tables[MODELS].rows; row++) {
            struct model model;
            if (!model_read(tables, row, &model, error)) {
                fclose(out);
                return false;
            }
            write_rows(out, &tables[TABLE3], &gpus[i], &model);
        }
    return output_close(out, path, error);
}

/* One of ACT's constants, by table and key. */
static bool act_number(const struct csv_table *act, const char *table, const char *key, double *value,
                       struct error *error)
{
    size_t row = csv_find(act, 0, "key", key);
    while (row < act->rows && strcmp(csv_cell(act, row, "model_table"), table) != 0)
        row = csv_find(act, row + 1, "key", key);
    if (row == act->rows)
        return error_set(error, ERROR_INPUT, act->name, "no row for %s, %s", table, key);
    return csv_number(act, row, "value", value, error);
}

/* Manufactured in Taiwan, 95 % abatement, memory as ACT's 10 nm DDR4: what its authors use for the A100. */
static bool act_read(const struct csv_table *table, const char *node, struct act_constants *act,
                     struct error *error)
{
    return act_number(table, "carbon_intensity/location_2022", "taiwan", &act->grid_g_per_kwh, error) &&
           act_number(table, "logic/epa", node, &act->epa_kwh_per_cm2, error) &&
           act_number(table, "logic/gpa_95", node, &act->gpa_g_per_cm2, error) &&
           act_number(table, "logic/materials", node, &act->mpa_g_per_cm2, error) &&
           act_number(table, "dram/dram_hynix", "ddr4_10nm", &act->dram_g_per_gb, error);
}

static bool device_write(FILE *out, const struct csv_table tables[INPUTS], const struct gpu *gpu,
                         struct error *error)
{
    const struct csv_table *facts = &tables[GPU_FACTS];
    const char *published;
    size_t row, idle;
    double embodied_kg, die_mm2, dram_gb;
    struct act_constants act;

    if (!row_of(facts, "gpu", gpu->name, &row, error) ||
        !row_of(&tables[TABLE2], "gpu", gpu->paper_name, &idle, error) ||
        !csv_number(facts, row, "die_mm2", &die_mm2, error) ||
        !csv_number(facts, row, "memory_gb", &dram_gb, error) ||
        !act_read(&tables[ACT], csv_cell(facts, row, "act_node"), &act, error))
        return false;
    published = csv_cell(facts, row, "embodied_kg");
    embodied_kg = act_card_kg(&act, die_mm2, dram_gb);

    fprintf(out, "%s,%s,%s,%s,%s,%s,%s,", gpu->name, csv_cell(facts, row, "architecture"),
            csv_cell(facts, row, "memory_gb"), csv_cell(&tables[TABLE2], idle, "idle_power_w"),
            csv_cell(facts, row, "power_limit_w"), csv_cell(facts, row, "max_clock_mhz"),
            csv_cell(facts, row, "base_clock_mhz"));
    if (*published != '\0')
        fputs(published, out);
    else
        print_number(out, embodied_kg);
    fprintf(out, ",157680000,%s,%s,", csv_cell(facts, row, "mig"),
            *published != '\0' ? "measured" : "modelled");
    fprintf(out, "idle power CarbonDIS Table II; %s%s\n", csv_cell(facts, row, "source"),
            *published != '\0' ? "" : "; embodied carbon by ACT from die area and memory");
    return true;
}

static bool devices_write(const struct csv_table tables[INPUTS], const char *folder, struct error *error)
{
    char path[1024];
    FILE *out = output_open(folder, "devices.csv", path, sizeof path, error);

    if (out == NULL)
        return false;
    fputs("gpu,architecture,memory_gb,idle_power_w,power_limit_w,max_clock_mhz,base_clock_mhz,embodied_kg,"
          "lifetime_s,"
          "mig,provenance,source\n",
          out);
    for (size_t i = 0; i < GPUS; i++)
        if (!device_write(out, tables, &gpu_types[i], error)) {
            fclose(out);
            return false;
        }
    if (!etf_device_write(out, &tables[TX2], error)) {
        fclose(out);
        return false;
    }
    return output_close(out, path, error);
}

static bool build_profiles(const char *input, const char *output, struct error *error)
{
    struct csv_table tables[INPUTS] = {0};
    bool done = tables_read(tables, input_names, INPUTS, input, error) &&
                profiles_write(tables, output, error) && devices_write(tables, output, error) &&
                clover_build(input, output, error) && etf_build(&tables[TX2], output, error);

    for (int i = 0; i < INPUTS; i++)
        csv_table_free(&tables[i]);
    return done;
}

static bool build_workload(const char *output, struct error *error)
{
    int counts[TWITTER_LIKE_SECONDS];
    char path[1024];

    twitter_like_counts(counts);
    FILE *out = output_open(output, "twitter-like-30min.csv", path, sizeof path, error);
    if (out == NULL)
        return false;
    fputs("timestamp_s,requests_per_s\n", out);
    for (int i = 0; i < TWITTER_LIKE_SECONDS; i++)
        fprintf(out, "%d,%d\n", i, counts[i]);
    return output_close(out, path, error);
}

int main(int argc, char **argv)
{
    struct error error = {0};
    bool workload = argc == 3 && strcmp(argv[1], "--workload") == 0;

    if (argc != 3) {
        fputs("usage: build_profiles INPUT_DIR OUTPUT_DIR\n       build_profiles --workload OUTPUT_DIR\n",
              stderr);
        return 2;
    }
    if (workload ? build_workload(argv[2], &error) : build_profiles(argv[1], argv[2], &error))
        return 0;
    fprintf(stderr, "build_profiles: %s: %s\n", error.place, error.message);
    return error_exit_status(&error);
}
