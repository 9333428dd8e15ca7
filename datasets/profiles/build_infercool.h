/* Builds infercool.csv: InferCool's ten models on the five MIG slices of an A100 at 1350 MHz, by batch. The
 * paper publishes BERT-large on 1g and 7g (Table 1) and nothing else. Around it: ParvaGPU's times of four
 * image models by slice and batch, ML.ENERGY's of a diffusion model on the whole card, and for the other
 * language models Table 1 itself, scaled by what they launch and multiply. Power follows one law for all
 * (rule 5), solved from Table 1's three solo rows; its fourth row, seven slices at once, is the check.
 * METHOD.md has the reasons. */
#ifndef WATTIF_DATASETS_BUILD_INFERCOOL_H
#define WATTIF_DATASETS_BUILD_INFERCOOL_H

#include "datasets/profiles/build_tools.h"
#include "datasets/profiles/infercool_laws.h"

enum infercool_input { COOL_MODELS, COOL_TABLE_1, COOL_PARVA, COOL_PARVA_MODELS, COOL_IMAGES, COOL_INPUTS };

static const char *const infercool_input_names[COOL_INPUTS] = {
    [COOL_MODELS] = "infercool_models.csv",      [COOL_TABLE_1] = "infercool_table1.csv",
    [COOL_PARVA] = "parvagpu_a100_80gb_mig.csv", [COOL_PARVA_MODELS] = "parvagpu_models.csv",
    [COOL_IMAGES] = "mlenergy_a100_sd21.csv",
};

enum { COOL_SLICES = 5, COOL_FULL_BATCH = 32, COOL_SOURCE_MAX = 224, COOL_BATCHES = 18 };

static const struct cool_slice {
    const char *name, *table_1;
    int sevenths;
    double memory_gb;
} cool_slices[COOL_SLICES] = {{"1g", "1g.5gb", 1, 5},
                              {"2g", "2g.10gb", 2, 10},
                              {"3g", "3g.20gb", 3, 20},
                              {"4g", "4g.20gb", 4, 20},
                              {"7g", "7g.40gb", 7, 40}};

struct cool_model {
    const char *name, *law, *parva, *source;
    double work;     /* law parva: GMACs of an image; table1: weights that a token meets, in billions */
    double launches; /* table1: sub-layers */
    double params_m, value_bytes, item_mb, power_m;
    int batch_max;
};

/* What all models share: Table 1's laws of time and power, and BERT-large, to which they belong. */
struct cool_base {
    struct cool_power power;
    double launch_ms, item_ms; /* BERT-large on 7g: launch_ms + item_ms * batch */
    double one_ms;             /* and one request of it on 1g */
    struct cool_model bert;
};

/* A row of Table 1 with one partition at work. */
static inline bool cool_table_1(const struct csv_table *table, const char *slice, const char *batch,
                                double *ms, double *power_w, struct error *error)
{
    double joules, items;
    size_t row = csv_find(table, 0, "slice", slice);
    while (row < table->rows && (strcmp(csv_cell(table, row, "batch"), batch) != 0 ||
                                 strcmp(csv_cell(table, row, "used_partitions"), "1") != 0))
        row = csv_find(table, row + 1, "slice", slice);
    if (row == table->rows)
        return error_set(error, ERROR_INPUT, table->name, "no row for one %s at batch %s", slice, batch);
    if (!csv_number(table, row, "avg_latency_ms", ms, error) ||
        !csv_number(table, row, "energy_j_per_request_excl_idle", &joules, error) ||
        !csv_number(table, row, "batch", &items, error))
        return false;
    *power_w = COOL_IDLE_W + joules * items / (*ms / 1000);
    return true;
}

static inline bool cool_model_read(const struct csv_table *models, size_t row, struct cool_model *model,
                                   struct error *error)
{
    double batch_max;
    *model = (struct cool_model){.name = csv_cell(models, row, "model"),
                                 .law = csv_cell(models, row, "law"),
                                 .parva = csv_cell(models, row, "parva"),
                                 .source = csv_cell(models, row, "source")};
    bool images = strcmp(model->law, "mlenergy") == 0, text = strcmp(model->law, "table1") == 0;
    if ((!images && !csv_number(models, row, "work", &model->work, error)) ||
        (text && !csv_number(models, row, "launches", &model->launches, error)) ||
        !csv_number(models, row, "params_m", &model->params_m, error) ||
        !csv_number(models, row, "value_bytes", &model->value_bytes, error) ||
        !csv_number(models, row, "item_mb", &model->item_mb, error) ||
        !csv_number(models, row, "power_m", &model->power_m, error) ||
        !csv_number(models, row, "batch_max", &batch_max, error))
        return false;
    model->batch_max = (int)batch_max;
    return true;
}

static inline bool cool_base_read(const struct csv_table *tables, struct cool_base *base, struct error *error)
{
    const struct csv_table *table = &tables[COOL_TABLE_1];
    double few_ms, many_ms, one_w, few_w, many_w;
    size_t row;
    if (!cool_table_1(table, "1g.5gb", "1", &base->one_ms, &one_w, error) ||
        !cool_table_1(table, "7g.40gb", "1", &few_ms, &few_w, error) ||
        !cool_table_1(table, "7g.40gb", "17", &many_ms, &many_w, error) ||
        !row_of(&tables[COOL_MODELS], "model", "bert-large", &row, error))
        return false;
    base->item_ms = (many_ms - few_ms) / (17 - 1);
    base->launch_ms = few_ms - base->item_ms;
    base->power = cool_power_solve(one_w, few_w, many_w);
    return cool_model_read(&tables[COOL_MODELS], row, &base->bert, error);
}

/* ParvaGPU's time of a batch; between the batches that it measured, on the straight line (rule 2). */
static inline bool cool_parva_ms(const struct csv_table *parva, const char *model, const char *slice,
                                 int batch, double *ms, struct error *error)
{
    int below = 1;
    double ends[2] = {0, 0};
    while (2 * below <= batch)
        below *= 2;
    int above = below == batch ? below : 2 * below;
    for (int end = 0; end < 2; end++) {
        char text[16];
        size_t row;
        snprintf(text, sizeof text, "%d", end == 0 ? below : above);
        if (!parva_row(parva, model, slice, text, &row, error) ||
            !csv_number(parva, row, "latency_ms_from_throughput", &ends[end], error))
            return false;
    }
    *ms = above == below ? ends[0] : ends[0] + (ends[1] - ends[0]) * (batch - below) / (above - below);
    return true;
}

/* Rule 4: how much slower the slice is than 7g; a slice that is no slower is as fast. */
static inline bool cool_slower(const struct csv_table *parva, const char *model, const char *slice, int batch,
                               double *slower, struct error *error)
{
    double whole_ms, ms;
    if (!cool_parva_ms(parva, model, "7g", batch, &whole_ms, error) ||
        !cool_parva_ms(parva, model, slice, batch, &ms, error))
        return false;
    *slower = ms > whole_ms ? ms / whole_ms : 1;
    return true;
}

/* A row: its time, how certain it is, and where it comes from. */
struct cool_row {
    double ms, power_w;
    const char *provenance;
    char source[COOL_SOURCE_MAX];
};

/* An image model: ParvaGPU's row of the slice, by the ratio of multiply-accumulates where it is another
 * model. */
static inline bool cool_by_parva(const struct csv_table *tables, const struct cool_model *model,
                                 const struct cool_slice *slice, int batch, struct cool_row *out,
                                 struct error *error)
{
    const struct csv_table *models = &tables[COOL_PARVA_MODELS];
    size_t row;
    double gmacs;
    if (!row_of(models, "model", model->parva, &row, error) ||
        !csv_number(models, row, "gmacs", &gmacs, error) ||
        !cool_parva_ms(&tables[COOL_PARVA], model->parva, slice->name, batch, &out->ms, error))
        return false;
    double ratio = model->work / gmacs;
    const char *between = (batch & (batch - 1)) != 0 ? " (between its batches)" : "";
    out->ms *= ratio;
    if (ratio == 1)
        snprintf(out->source, sizeof out->source, "rule 1: ParvaGPU %s on %s%s; power rule 5", model->parva,
                 slice->name, between);
    else
        snprintf(out->source, sizeof out->source, "rule 4: ParvaGPU %s on %s%s x %.4f (GMACs); power rule 5",
                 model->parva, slice->name, between, ratio);
    return true;
}

/* A diffusion model: ML.ENERGY's batch on the whole card; one image fills it, so slices are a full card's. */
static inline bool cool_by_images(const struct csv_table *tables, const struct cool_model *model,
                                  const struct cool_slice *slice, int batch, struct cool_row *out,
                                  struct error *error)
{
    const struct csv_table *images = &tables[COOL_IMAGES];
    char text[16];
    size_t row;
    double slower;
    snprintf(text, sizeof text, "%d", batch);
    if (!row_of(images, "batch", text, &row, error) ||
        !csv_number(images, row, "batch_latency_ms", &out->ms, error) ||
        !cool_slower(&tables[COOL_PARVA], model->parva, slice->name, COOL_FULL_BATCH, &slower, error))
        return false;
    out->ms *= slower;
    snprintf(out->source, sizeof out->source,
             "ML.ENERGY: SD 2.1 on A100-SXM4-40GB at batch %d, 25 steps; rule 4: %s at batch %d, %s/7g = "
             "%.4f; power "
             "rule 5, m %g",
             batch, model->parva, COOL_FULL_BATCH, slice->name, slower, model->power_m);
    return true;
}

/* A language model: Table 1's BERT-large by sub-layers launched and weights met; on a slice as much slower as
 * ParvaGPU's BERT at the same batch, and on 1g at least as Table 1 has it. */
static inline bool cool_by_table_1(const struct csv_table *tables, const struct cool_base *base,
                                   const struct cool_model *model, const struct cool_slice *slice, int batch,
                                   struct cool_row *out, struct error *error)
{
    double slower, known = slice->sevenths == 1 ? base->one_ms / (base->launch_ms + base->item_ms) : 1;
    double launches = model->launches / base->bert.launches, work = model->work / base->bert.work;
    if (!cool_slower(&tables[COOL_PARVA], model->parva, slice->name, batch < 16 ? batch : 16, &slower, error))
        return false;
    bool floored = slower <= known;
    slower = floored ? known : slower;
    out->ms = (base->launch_ms * launches + base->item_ms * work * batch) * slower;
    if (strcmp(model->name, base->bert.name) == 0 && slice->sevenths == COOL_SEVENTHS) {
        out->provenance = "derived";
        snprintf(out->source, sizeof out->source, "rule 2: between Table 1's batches 1 and 17; power rule 5");
        return true;
    }
    snprintf(out->source, sizeof out->source,
             "Table 1: %.4g ms x %.4g (launches) + %.4g ms x %.4g (weights) an item; %s: %s/7g = %.4f; power "
             "rule 5",
             base->launch_ms, launches, base->item_ms, work,
             floored && known > 1 ? "Table 1" : "rule 4, bert", slice->name, slower);
    return true;
}

static inline bool cool_row_make(const struct csv_table *tables, const struct cool_base *base,
                                 const struct cool_model *model, const struct cool_slice *slice, int batch,
                                 struct cool_row *out, struct error *error)
{
    out->provenance = "modelled";
    if (strcmp(model->law, "parva") == 0)
        return cool_by_parva(tables, model, slice, batch, out, error);
    if (strcmp(model->law, "mlenergy") == 0)
        return cool_by_images(tables, model, slice, batch, out, error);
    return cool_by_table_1(tables, base, model, slice, batch, out, error);
}

static inline void cool_row_write(FILE *out, const struct cool_model *model, const struct cool_slice *slice,
                                  int batch, const struct cool_row *row, double memory_gb)
{
    fprintf(out, "A100-40GB,%s,%s,base,%d,1350,", slice->name, model->name, batch);
    print_number(out, row->ms);
    fputc(',', out);
    print_number(out, row->power_w);
    fputs(",,", out);
    print_number(out, memory_gb);
    fprintf(out, ",%s,\"%s\"\n", row->provenance, row->source);
}

/* A row of Table 1 as it stands. False without a message when the table has none. */
static inline bool cool_measured(const struct csv_table *table, const struct cool_model *model,
                                 const struct cool_slice *slice, int batch, struct cool_row *row)
{
    struct error none = {0};
    char text[16];
    if (strcmp(model->name, "bert-large") != 0)
        return false;
    snprintf(text, sizeof text, "%d", batch);
    if (!cool_table_1(table, slice->table_1, text, &row->ms, &row->power_w, &none))
        return false;
    row->provenance = "measured";
    snprintf(row->source, sizeof row->source,
             "InferCool Table 1 at 1350 MHz; power: its energy over its latency + "
             "%.4g W idle",
             COOL_IDLE_W);
    return true;
}

/* One image of the diffusion model fills the card: ML.ENERGY, whose latency it is, measured 360 W at batch 1,
 * which is more than the authors' card may draw. So the law is taken at its end, where power_m has 7g draw
 * just that limit. */
static inline double cool_full_w(const struct cool_power *law, double m, double sevenths)
{
    return COOL_IDLE_W + m * (law->start_w + sevenths / COOL_SEVENTHS * law->top_w);
}

/* Rule 11: no slice is faster than a larger one at the same batch, and no batch done before a smaller one.
 * Where launches take all of the time, ParvaGPU's rows differ by noise (ResNet-152 at batch 1: 13.08 ms on
 * 1g, 14.27 on 7g): the later of the two stands, and `source` says whose it is. Measured rows stay as they
 * are. */
static inline void cool_hold(struct cool_row *row, const struct cool_row *other, const char *slice, int batch)
{
    char *held = strstr(row->source, "; rule 11");
    if (other->ms <= row->ms || strcmp(row->provenance, "measured") == 0)
        return;
    const char *from = strstr(other->source, "; rule 11");
    size_t used = held ? (size_t)(held - row->source) : strlen(row->source);
    row->ms = other->ms;
    row->provenance = "modelled";
    if (from)
        snprintf(row->source + used, sizeof row->source - used, "%s", from);
    else
        snprintf(row->source + used, sizeof row->source - used, "; rule 11: as on %s at batch %d", slice,
                 batch);
}

/* Larger slices first, so that what they have is known. */
static inline bool cool_rows_make(const struct csv_table *tables, const struct cool_base *base,
                                  const struct cool_model *model, bool full,
                                  struct cool_row rows[COOL_SLICES][COOL_BATCHES], struct error *error)
{
    for (int s = COOL_SLICES - 1; s >= 0; s--)
        for (int batch = 1; batch <= model->batch_max + 1; batch++) {
            struct cool_row *row = &rows[s][batch];
            const struct cool_slice *slice = &cool_slices[s];
            double memory_gb = cool_memory_gb(model->params_m, model->value_bytes, model->item_mb, batch);
            double power_w = full ? cool_full_w(&base->power, model->power_m, slice->sevenths)
                                  : cool_power_at(&base->power, model->power_m, slice->sevenths, batch);
            *row = (struct cool_row){.power_w = power_w};
            bool measured = cool_measured(&tables[COOL_TABLE_1], model, slice, batch, row);
            if (memory_gb > slice->memory_gb || (batch > model->batch_max && !measured))
                *row = (struct cool_row){.ms = 0};
            else if (!measured && !cool_row_make(tables, base, model, slice, batch, row, error))
                return false;
            if (row->ms > 0 && s + 1 < COOL_SLICES)
                cool_hold(row, &rows[s + 1][batch], cool_slices[s + 1].name, batch);
            if (row->ms > 0)
                cool_hold(row, &rows[s][batch - 1], slice->name, batch - 1);
        }
    return true;
}

static inline bool cool_model_write(FILE *out, const struct csv_table *tables, const struct cool_base *base,
                                    const struct cool_model *model, bool full, struct error *error)
{
    struct cool_row rows[COOL_SLICES][COOL_BATCHES] = {0};
    if (!cool_rows_make(tables, base, model, full, rows, error))
        return false;
    for (size_t s = 0; s < COOL_SLICES; s++)
        for (int batch = 1; batch <= model->batch_max + 1; batch++)
            if (rows[s][batch].ms > 0)
                cool_row_write(out, model, &cool_slices[s], batch, &rows[s][batch],
                               cool_memory_gb(model->params_m, model->value_bytes, model->item_mb, batch));
    return true;
}

/* infercool.csv; or with `full`, the one model alone that fills a card, infercool-full.csv. */
static inline bool cool_table_write(const struct csv_table *tables, const char *folder, bool full,
                                    struct error *error)
{
    char path[1024];
    struct cool_base base;
    if (!cool_base_read(tables, &base, error))
        return false;
    FILE *out = output_open(folder, full ? "infercool-full.csv" : "infercool.csv", path, sizeof path, error);
    if (out == NULL)
        return false;
    fputs("gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,provenance,source\n",
          out);
    for (size_t row = 0; row < tables[COOL_MODELS].rows; row++) {
        struct cool_model model;
        if (!cool_model_read(&tables[COOL_MODELS], row, &model, error) ||
            ((!full || strcmp(model.law, "mlenergy") == 0) &&
             !cool_model_write(out, tables, &base, &model, full, error))) {
            fclose(out);
            return false;
        }
    }
    return output_close(out, path, error);
}

/* Reads the measurements in one folder and writes infercool.csv into another. */
static inline bool infercool_build(const char *input, const char *output, struct error *error)
{
    struct csv_table tables[COOL_INPUTS] = {0};
    bool done = tables_read(tables, infercool_input_names, COOL_INPUTS, input, error) &&
                cool_table_write(tables, output, false, error) &&
                cool_table_write(tables, output, true, error);

    for (int i = 0; i < COOL_INPUTS; i++)
        csv_table_free(&tables[i]);
    return done;
}

#endif
