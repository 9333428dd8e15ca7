/* Builds CarbonDIS's profile tables, one file a set (sets.csv names them): ten image classifiers on three
 * GPUs at batch 1 to 128. One model was measured on all three, Inception-V3 (Table III); every other one
 * follows from it by a law, and the sets differ in the law:
 *
 *     measured-ratio  launches by the network's depth, arithmetic by ratios of measured times; how fast a
 *                     full A100 is from ParvaGPU (rule 3). The default.
 *     keras           the first version: the full A100 from Keras' step times, the same launches for all.
 *     fig2            measured-ratio with a P4 that is slower and draws less, as Fig. 2 wants it (rule 9).
 *
 * laws.h holds the laws, METHOD.md the reasons. */
#ifndef WATTIF_DATASETS_BUILD_CARBONDIS_H
#define WATTIF_DATASETS_BUILD_CARBONDIS_H

#include <stdarg.h>

#include "datasets/profiles/build_tools.h"
#include "datasets/profiles/laws.h"
#include "engine/base/detmath.h"

enum { BATCH_MAX = 128, MEASURED_MAX = 16, CARDS = 3, MODELS_MAX = 16, KERAS_BATCH = 32, SOURCE_MAX = 160 };

static const char reference_model[] = "inception-v3"; /* the model of Table III */

/* The measurement files, in the order of their names below. */
enum carbondis_input { MODELS, KERAS, DEPTHS, TIMM, TABLE2, TABLE3, TABLE5, FIG2, PARVA, GPU_FACTS, INPUTS };

static const char *const carbondis_input_names[INPUTS] = {
    [MODELS] = "models.csv",
    [KERAS] = "keras_applications_a100.csv",
    [DEPTHS] = "depths.csv",
    [TIMM] = "timm_inference_rtx3090_4090.csv",
    [TABLE2] = "carbondis_table2_gpus.csv",
    [TABLE3] = "carbondis_table3_inceptionv3.csv",
    [TABLE5] = "carbondis_table5_jobs.csv",
    [FIG2] = "carbondis_fig2.csv",
    [PARVA] = "parvagpu_a100_80gb_mig.csv",
    [GPU_FACTS] = "gpu_facts.csv",
};

/* A GPU type, with its name in the CarbonDIS tables, and the reference model's laws on it. `flat` marks the
 * card that Table III does not fill. */
struct card {
    const char *name, *paper_name;
    bool flat;
    struct roofline roof;     /* measured-ratio */
    struct latency_law keras; /* keras */
    struct power_law power;
    size_t measured[MEASURED_MAX]; /* rows of Table III, by batch - 1 */
    size_t n_measured;
};

static const struct card card_types[CARDS] = {
    {.name = "P4", .paper_name = "P4"},
    {.name = "T4", .paper_name = "T4"},
    {.name = "A100-40GB", .paper_name = "A100", .flat = true},
};

struct model {
    const char *name, *accuracy;
    double input_px, weights_gb, layers;
    struct model_size size; /* in units of the reference model's */
    char work_source[SOURCE_MAX];
};

/* What Fig. 2 asks of the P4: an image takes `slope` times as long, a batch draws `power` of what it drew
 * above idle. */
struct fig2 {
    double slope, power;
};

/* Everything that was read, and the laws of the reference model. */
struct carbondis {
    struct csv_table tables[INPUTS];
    struct card cards[CARDS];
    struct model models[MODELS_MAX];
    size_t n_models;
    struct fig2 fig2;
};

/* One model on one card: what its rows hold. */
struct curve {
    double ms[BATCH_MAX], power_w[BATCH_MAX];
    const char *provenance;
    char source[SOURCE_MAX];
};

/* How the CPU step times of two members of one family compare: for a model that timm does not hold. */
static inline bool family_ratio(const struct csv_table *keras, const char *name, const char *sibling,
                                double *ratio, struct error *error)
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

/* The time of an image's arithmetic in ms on timm's cards, and in words where it comes from. */
static inline bool model_work(const struct csv_table *tables, size_t row, double *ms, char *source,
                              size_t size, struct error *error)
{
    const struct csv_table *models = &tables[MODELS];
    const char *timm = csv_cell(models, row, "timm"), *px = csv_cell(models, row, "timm_px");
    const char *keras = csv_cell(models, row, "keras"), *sibling = csv_cell(models, row, "keras_sibling");
    double family = 1;

    if (!timm_image_ms(&tables[TIMM], timm, px, ms, error))
        return false;
    if (*sibling == '\0') {
        snprintf(source, size, "timm %s@%s", timm, px);
        return true;
    }
    if (!family_ratio(&tables[KERAS], keras, sibling, &family, error))
        return false;
    *ms *= family;
    snprintf(source, size, "timm %s@%s by Keras CPU step %s/%s", timm, px, keras, sibling);
    return true;
}

/* The layers that have weights: Keras' own count, or the sum over the parts of the published architecture. */
static inline bool model_layers(const struct csv_table *tables, size_t row, double *layers,
                                struct error *error)
{
    const struct csv_table *models = &tables[MODELS], *keras = &tables[KERAS], *parts = &tables[DEPTHS];
    const char *name = csv_cell(models, row, "model");
    size_t found = csv_find(keras, 0, "model", csv_cell(models, row, "keras"));

    if (found < keras->rows && *csv_cell(keras, found, "depth") != '\0')
        return csv_number(keras, found, "depth", layers, error);
    if (!row_of(parts, "model", name, &found, error))
        return false;
    *layers = 0;
    for (; found < parts->rows; found = csv_find(parts, found + 1, "model", name)) {
        double blocks, each;
        if (!csv_number(parts, found, "blocks", &blocks, error) ||
            !csv_number(parts, found, "layers", &each, error))
            return false;
        *layers += blocks * each;
    }
    return true;
}

/* Weights from Keras' file size, or 4 bytes a parameter from timm; accuracy from Keras or models.csv. */
static inline bool model_facts(const struct csv_table *tables, size_t row, struct model *model,
                               struct error *error)
{
    const struct csv_table *models = &tables[MODELS], *keras = &tables[KERAS], *timm = &tables[TIMM];
    size_t found;

    if (*csv_cell(models, row, "keras") != '\0') {
        if (!row_of(keras, "model", csv_cell(models, row, "keras"), &found, error) ||
            !csv_number(keras, found, "weights_mb", &model->weights_gb, error))
            return false;
        model->weights_gb /= 1000;
        model->accuracy = csv_cell(keras, found, "top1_pct");
        return true;
    }
    if (!row_of(timm, "model", csv_cell(models, row, "timm"), &found, error) ||
        !csv_number(timm, found, "params_m", &model->weights_gb, error))
        return false;
    model->weights_gb *= 4e-3;
    model->accuracy = csv_cell(models, row, "top1_pct");
    return true;
}

/* A row of models.csv, its size in its own units: layers, ms, square pixels. */
static inline bool model_read(const struct csv_table *tables, size_t row, struct model *model,
                              struct error *error)
{
    *model = (struct model){.name = csv_cell(&tables[MODELS], row, "model")};
    if (!csv_number(&tables[MODELS], row, "input_px", &model->input_px, error) ||
        !model_layers(tables, row, &model->layers, error) || !model_facts(tables, row, model, error) ||
        !model_work(tables, row, &model->size.work, model->work_source, sizeof model->work_source, error))
        return false;
    model->size.depth = model->layers;
    model->size.pixels = model->input_px * model->input_px;
    return true;
}

static inline bool is_reference(const struct model *model)
{
    return strcmp(model->name, reference_model) == 0;
}

/* All models, their sizes in units of the reference model's. */
static inline bool models_read(struct carbondis *all, struct error *error)
{
    const struct csv_table *models = &all->tables[MODELS];
    size_t reference;

    all->n_models = models->rows < MODELS_MAX ? models->rows : MODELS_MAX;
    if (!row_of(models, "model", reference_model, &reference, error))
        return false;
    for (size_t i = 0; i < all->n_models; i++)
        if (!model_read(all->tables, i, &all->models[i], error))
            return false;
    const struct model_size unit = all->models[reference].size;
    for (size_t i = 0; i < all->n_models; i++) {
        struct model_size *size = &all->models[i].size;
        *size =
            (struct model_size){size->depth / unit.depth, size->work / unit.work, size->pixels / unit.pixels};
    }
    return true;
}

/* Time of one image on the full A100 as the first version had it: the Keras step of batch 32, all of it. */
static inline bool keras_image_ms(const struct csv_table *tables, double *ms, struct error *error)
{
    size_t reference, row;

    if (!row_of(&tables[MODELS], "model", reference_model, &reference, error) ||
        !row_of(&tables[KERAS], "model", csv_cell(&tables[MODELS], reference, "keras"), &row, error) ||
        !csv_number(&tables[KERAS], row, "a100_ms_per_step_batch32", ms, error))
        return false;
    *ms /= KERAS_BATCH;
    return true;
}

/* The reference model on a full A100, as ParvaGPU's largest batches on 7g have it: time of an image, and the
 * part of a batch's launches that it adds to its images. ParvaGPU's images are smaller, by `pixels`. */
static inline bool parva_full(const struct csv_table *parva, double pixels, double *image_ms, double *share,
                              struct error *error)
{
    static const char *const batches[] = {"1", "128", "256"};
    static const char model[] = "inceptionv3";
    double ms[3];

    for (size_t i = 0; i < 3; i++) {
        size_t row;
        if (!parva_row(parva, model, "7g", batches[i], &row, error) ||
            !csv_number(parva, row, "latency_ms_from_throughput", &ms[i], error))
            return false;
    }
    double slope_ms = (ms[2] - ms[1]) / 128;
    *image_ms = slope_ms / pixels;
    *share = (ms[1] - 128 * slope_ms) / ms[0];
    return true;
}

/* The laws of latency from the line through Table III's points: on a full card it goes on, on the flat one it
 * is what launching takes. */
static inline bool latency_fit(const struct csv_table *tables, struct card *card, const double *batch,
                               const double *ms, size_t n, struct error *error)
{
    const double parva_pixels = 224.0 * 224.0 / (299.0 * 299.0);
    struct latency_law *line = &card->keras;
    double share;

    line_fit(batch, ms, n, &line->fixed_ms, &line->slope_ms);
    line->saturated_ms = line->slope_ms;
    card->roof = (struct roofline){.start_ms = line->fixed_ms, .image_ms = line->slope_ms};
    if (!card->flat)
        return true;
    line->knee = (double)n;
    if (!keras_image_ms(tables, &line->saturated_ms, error) ||
        !parva_full(&tables[PARVA], parva_pixels, &card->roof.image_ms, &share, error))
        return false;
    card->roof.launch_ms = line->fixed_ms;
    card->roof.copy_ms = line->slope_ms;
    card->roof.start_ms = share * line->fixed_ms;
    return true;
}

/* Fits the laws of one card to its points of Table III. */
static inline bool card_fit(const struct csv_table *tables, struct card *card, struct error *error)
{
    const struct csv_table *table3 = &tables[TABLE3];
    double batch[MEASURED_MAX], ms[MEASURED_MAX], w[MEASURED_MAX], idle_w, limit_w;
    size_t n = 0, facts, idle;

    for (size_t row = csv_find(table3, 0, "gpu", card->paper_name); row < table3->rows && n < MEASURED_MAX;
         row = csv_find(table3, row + 1, "gpu", card->paper_name)) {
        if (!csv_number(table3, row, "batch", &batch[n], error) ||
            !csv_number(table3, row, "latency_ms", &ms[n], error) ||
            !csv_number(table3, row, "power_w", &w[n], error))
            return false;
        if (batch[n] != (double)(n + 1))
            return error_set(error, ERROR_INPUT, table3->name,
                             "line %zu: the batches of %s must be 1, 2, 3, ...", row + 2, card->paper_name);
        card->measured[n++] = row;
    }
    card->n_measured = n;
    if (n < 3)
        return error_set(error, ERROR_INPUT, table3->name, "%s has fewer than three batches",
                         card->paper_name);
    if (!row_of(&tables[TABLE2], "gpu", card->paper_name, &idle, error) ||
        !csv_number(&tables[TABLE2], idle, "idle_power_w", &idle_w, error) ||
        !row_of(&tables[GPU_FACTS], "gpu", card->name, &facts, error) ||
        !csv_number(&tables[GPU_FACTS], facts, "power_limit_w", &limit_w, error))
        return false;
    card->power = power_fit(idle_w, limit_w, batch, w, n);
    return latency_fit(tables, card, batch, ms, n, error);
}

/* The laws of rules 2 and 3, with what Fig. 2 asks for. A batch's energy above idle is its arithmetic's, so
 * that deeper networks, which take longer for the same work, draw less. */
static inline void laws_scale(const struct card *card, const struct model *model, const struct fig2 *fig2,
                              struct roofline *roof, struct power_law *power)
{
    struct power_law own = power_scaled(&card->power, model->size.work / model->size.depth);

    *roof = roofline_scaled(&card->roof, &model->size);
    roof->image_ms *= fig2->slope;
    *power = power_above_idle(&own, fig2->power);
}

static inline void curve_fill(struct curve *curve, const struct roofline *roof, const struct power_law *power)
{
    for (int b = 0; b < BATCH_MAX; b++) {
        curve->ms[b] = roofline_at(roof, b + 1);
        curve->power_w[b] = power_at(power, b + 1);
    }
}

/* Adds to where the rows come from, in words. */
static inline void source_add(struct curve *curve, const char *format, ...)
{
    size_t used = strlen(curve->source);
    va_list values;

    va_start(values, format);
    vsnprintf(curve->source + used, SOURCE_MAX - used, format, values);
    va_end(values);
}

static inline void curve_measured_ratio(const struct card *card, const struct model *model,
                                        const struct fig2 *fig2, struct curve *curve)
{
    const struct fig2 nothing = {1, 1};
    struct roofline roof;
    struct power_law power;

    (void)fig2;
    laws_scale(card, model, &nothing, &roof, &power);
    curve_fill(curve, &roof, &power);
    curve->provenance = "modelled";
    source_add(curve, "rule %d: %s line%s", is_reference(model) ? 2 : 3, reference_model,
               card->flat ? "; full by ParvaGPU 7g" : "");
    if (!is_reference(model))
        source_add(curve, "; %g layers; work x %.4f (%s)", model->layers, model->size.work,
                   model->work_source);
}

/* measured-ratio with the slope and the power that Fig. 2 asks for. */
static inline void curve_fig2(const struct card *card, const struct model *model, const struct fig2 *fig2,
                              struct curve *curve)
{
    struct roofline roof;
    struct power_law power;

    laws_scale(card, model, fig2, &roof, &power);
    curve_fill(curve, &roof, &power);
    curve->provenance = "calibrated";
    source_add(
        curve,
        "rule 9: CarbonDIS Fig. 2: slope x %.4f and power above idle x %.4f of rule 3's; %g layers; work x "
        "%.4f",
        fig2->slope, fig2->power, model->layers, model->size.work);
}

/* The first version: launches and power as if all networks were as deep as the reference. */
static inline void curve_keras(const struct card *card, const struct model *model, const struct fig2 *fig2,
                               struct curve *curve)
{
    struct latency_law latency = latency_scaled(&card->keras, model->size.work);
    struct power_law power = power_scaled(&card->power, model->size.work);

    (void)fig2;
    for (int b = 0; b < BATCH_MAX; b++) {
        curve->ms[b] = latency_at(&latency, b + 1);
        curve->power_w[b] = power_at(&power, b + 1);
    }
    curve->provenance = "modelled";
    source_add(curve, "rule %d: %s line", is_reference(model) ? 2 : 3, reference_model);
    if (card->flat)
        source_add(curve, " to batch %g then Keras step/%d", card->keras.knee, KERAS_BATCH);
    if (!is_reference(model))
        source_add(curve, "; work x %.4f (%s)", model->size.work, model->work_source);
}

/* Probability of each batch under Table V's normal distribution, rounded and clamped (CD-X9). */
static inline bool job_batches(const struct csv_table *table5, const char *job, double chance[BATCH_MAX],
                               struct error *error)
{
    size_t row;
    double mean, sd, below = 0;

    if (!row_of(table5, "dnn_model", job, &row, error) ||
        !csv_number(table5, row, "mean_batch", &mean, error) ||
        !csv_number(table5, row, "stddev_batch", &sd, error))
        return false;
    for (int b = 0; b < BATCH_MAX; b++) {
        double upto = b + 1 < BATCH_MAX ? det_normal_cdf((b + 1.5 - mean) / sd) : 1;
        chance[b] = upto - below;
        below = upto;
    }
    return true;
}

/* Rule 9: the least change of the P4's slope that puts Fig. 2's mean latency above its limit, by the one
 * percent that a bar chart shows; then the power that makes the published carbon of it. The figure has no
 * batches: those of its model in Table V. */
static inline bool fig2_solve(struct carbondis *all, struct error *error)
{
    const struct csv_table *table = &all->tables[FIG2];
    const struct card *card = &all->cards[0];
    double chance[BATCH_MAX], carbon_g, gap_ms, requests, limit_ms, ci, images = 0, above_mj = 0;
    size_t row, m = 0;

    if (!row_of(table, "fleet", card->paper_name, &row, error) ||
        !csv_number(table, row, "carbon_g", &carbon_g, error) ||
        !csv_number(table, row, "requests", &requests, error) ||
        !csv_number(table, row, "mean_gap_ms", &gap_ms, error) ||
        !csv_number(table, row, "latency_limit_ms", &limit_ms, error) ||
        !csv_number(table, row, "ci_g_per_kwh", &ci, error) ||
        !job_batches(&all->tables[TABLE5], "MobileNet-V3-Large", chance, error))
        return false;
    while (m < all->n_models && strcmp(all->models[m].name, csv_cell(table, row, "model")) != 0)
        m++;
    if (m == all->n_models)
        return error_set(error, ERROR_INPUT, table->name, "models.csv has no model of that name");
    for (int b = 0; b < BATCH_MAX; b++)
        images += chance[b] * (b + 1);

    struct fig2 fig2 = {1, 1};
    struct roofline roof;
    struct power_law power;
    laws_scale(card, &all->models[m], &fig2, &roof, &power);
    fig2.slope = (1.01 * limit_ms - roof.start_ms) / (roof.image_ms * images);
    laws_scale(card, &all->models[m], &fig2, &roof, &power);
    for (int b = 0; b < BATCH_MAX; b++)
        above_mj += chance[b] * roofline_at(&roof, b + 1) * (power_at(&power, b + 1) - power.idle_w);
    double mean_w = carbon_g / ci * 3.6e9 / (requests * gap_ms);
    fig2.power = (mean_w - power.idle_w) * gap_ms / above_mj;
    all->fig2 = fig2;
    return true;
}

static inline void rows_write(FILE *out, const struct csv_table *table3, const struct card *card,
                              const struct model *model, const struct curve *curve)
{
    for (size_t batch = 1; batch <= BATCH_MAX; batch++) {
        bool measured = is_reference(model) && batch <= card->n_measured;
        fprintf(out, "%s,whole,%s,base,%zu,,", card->name, model->name, batch);
        if (measured) {
            size_t row = card->measured[batch - 1];
            fprintf(out, "%s,%s", csv_cell(table3, row, "latency_ms"), csv_cell(table3, row, "power_w"));
        } else {
            print_number(out, curve->ms[batch - 1]);
            fputc(',', out);
            print_number(out, curve->power_w[batch - 1]);
        }
        fprintf(out, ",%s,", model->accuracy);
        print_number(out, memory_gb(model->weights_gb, model->input_px, (double)batch));
        fprintf(out, ",%s,%s\n", measured ? "measured" : curve->provenance,
                measured ? "CarbonDIS Table III" : curve->source);
    }
}

/* The sets. One that is laid over another has rows only where it differs: on one card, of the models that
 * were not measured. */
static const struct carbondis_set {
    const char *file;
    void (*curve)(const struct card *card, const struct model *model, const struct fig2 *fig2,
                  struct curve *curve);
    const char *only_card; /* NULL: all */
} carbondis_sets[] = {
    {"carbondis.csv", curve_measured_ratio, NULL},
    {"carbondis-keras.csv", curve_keras, NULL},
    {"carbondis-fig2.csv", curve_fig2, "P4"},
};

static inline bool set_write(const struct carbondis *all, const struct carbondis_set *set, const char *folder,
                             struct error *error)
{
    char path[1024];
    FILE *out = output_open(folder, set->file, path, sizeof path, error);

    if (out == NULL)
        return false;
    fputs("gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,provenance,source\n",
          out);
    for (size_t i = 0; i < CARDS; i++)
        for (size_t m = 0; m < all->n_models; m++) {
            const struct card *card = &all->cards[i];
            struct curve curve = {.source = ""};
            if (set->only_card != NULL &&
                (strcmp(set->only_card, card->name) != 0 || is_reference(&all->models[m])))
                continue;
            set->curve(card, &all->models[m], &all->fig2, &curve);
            rows_write(out, &all->tables[TABLE3], card, &all->models[m], &curve);
        }
    return output_close(out, path, error);
}

static inline bool carbondis_fit(struct carbondis *all, struct error *error)
{
    memcpy(all->cards, card_types, sizeof card_types);
    if (!models_read(all, error))
        return false;
    for (size_t i = 0; i < CARDS; i++)
        if (!card_fit(all->tables, &all->cards[i], error))
            return false;
    return fig2_solve(all, error);
}

/* Reads the measurements in one folder and writes the tables of all sets into another. */
static inline bool carbondis_build(const char *input, const char *output, struct error *error)
{
    struct carbondis all = {0};
    bool done =
        tables_read(all.tables, carbondis_input_names, INPUTS, input, error) && carbondis_fit(&all, error);

    for (size_t i = 0; done && i < sizeof carbondis_sets / sizeof *carbondis_sets; i++)
        done = set_write(&all, &carbondis_sets[i], output, error);
    for (int i = 0; i < INPUTS; i++)
        csv_table_free(&all.tables[i]);
    return done;
}

#endif
