/* Builds clover.csv: three families of models (EfficientNet, ALBERT, YOLOv5) on the five MIG slices of an
 * A100. One row of each family was measured: the largest variant on the whole card, in the load sweep of
 * Clover's artifact. Its second sweep, of small variants on slices, parts the time of a request for images in
 * two: the host's, the same everywhere, and the GPU's; and both sweeps together say what the card draws. From
 * there the GPU's part of a variant is scaled by step times, and that of a slice by how much it slows the
 * nearest model of ParvaGPU's table. clover_laws.h holds the laws, METHOD.md the reasons, clover_families.csv
 * and clover_variants.csv what is known of each model. */
#ifndef WATTIF_DATASETS_BUILD_CLOVER_H
#define WATTIF_DATASETS_BUILD_CLOVER_H

#include "datasets/profiles/build_tools.h"
#include "datasets/profiles/clover_laws.h"
#include "engine/base/text.h"

enum { CLOVER_SLICES = 5, CLOVER_SOURCE_MAX = 160 };

static const struct clover_slice {
    const char *name;
    int sevenths;
} clover_slices[CLOVER_SLICES] = {{"1g", 1}, {"2g", 2}, {"3g", 3}, {"4g", 4}, {"7g", 7}};

enum clover_input {
    CLOVER_FAMILIES,
    CLOVER_VARIANTS,
    CLOVER_ACCURACY,
    CLOVER_TIMM,
    CLOVER_PARVA,
    CLOVER_PARVA_MODELS,
    CLOVER_INPUTS
};

static const char *const clover_input_names[CLOVER_INPUTS] = {
    [CLOVER_FAMILIES] = "clover_families.csv",          [CLOVER_VARIANTS] = "clover_variants.csv",
    [CLOVER_ACCURACY] = "clover_artifact_accuracy.csv", [CLOVER_TIMM] = "timm_inference_rtx3090_4090.csv",
    [CLOVER_PARVA] = "parvagpu_a100_80gb_mig.csv",      [CLOVER_PARVA_MODELS] = "parvagpu_models.csv",
};

/* A family, anchored: what a request of its largest variant takes on the whole card, and what its GPU part
 * draws above the floor. swept_*: the rows whose time the second sweep shows, and how near it comes. */
struct clover_family {
    const char *model, *application, *base, *class, *metric, *overhead_ms;
    const char *swept_variant, *swept_slices, *swept_pct;
    double items, value_bytes;
    struct clover_service service;
    double top_w;
    double base_step;
    char anchor_source[CLOVER_SOURCE_MAX];
};

struct clover_variant {
    const char *name, *accuracy, *artifact_accuracy;
    double work; /* step time in units of the largest variant's */
    double gmacs, memory_gb;
    char work_source[96];
};

/* The model of ParvaGPU's table that stands in for a variant, at which batch. */
struct clover_reference {
    const char *model;
    double batch;
};

/* Service time of the largest variant on the whole card: where the load saturated the cards it is given as
 * requests/s of one card, of which the host's part was fitted to the second sweep; else as fitted, all of it
 * the GPU's. */
static inline bool clover_anchor_service(const struct csv_table *families, size_t row,
                                         struct clover_service *service, struct error *error)
{
    double per_s;

    *service = (struct clover_service){0};
    if (*csv_cell(families, row, "saturation_per_s") == '\0')
        return csv_number(families, row, "service_ms", &service->gpu_ms, error);
    if (!csv_number(families, row, "saturation_per_s", &per_s, error) ||
        !csv_number(families, row, "host_ms", &service->host_ms, error))
        return false;
    service->gpu_ms = 1000 / per_s - service->host_ms;
    if (service->gpu_ms > 0)
        return true;
    return error_set(error, ERROR_INPUT, families->name,
                     "line %zu: host_ms %g leaves no time for the GPU; a request takes %g ms", row + 2,
                     service->host_ms, 1000 / per_s);
}

/* Service time from the sweep; power as fitted to all of its rows. */
static inline bool clover_anchor(const struct csv_table *tables, size_t row, struct clover_family *family,
                                 struct error *error)
{
    const struct csv_table *families = &tables[CLOVER_FAMILIES];
    const char *saturation = csv_cell(families, row, "saturation_per_s");

    if (!clover_anchor_service(families, row, &family->service, error) ||
        !csv_number(families, row, "top_w", &family->top_w, error))
        return false;
    if (*saturation == '\0')
        snprintf(family->anchor_source, sizeof family->anchor_source,
                 "rule 1: Clover artifact, BASE sweep: fit of %s ms of service and %s ms beside it; rule 5",
                 csv_cell(families, row, "service_ms"), family->overhead_ms);
    else
        snprintf(family->anchor_source, sizeof family->anchor_source,
                 "rule 1: Clover artifact, BASE sweep: saturated at %s requests/s a card, %g ms of it the "
                 "host's; rule 5",
                 saturation, family->service.host_ms);
    return true;
}

/* Step time of a variant, in a unit that its family shares; and the words for it. */
static inline bool clover_step(const struct csv_table *tables, size_t row, double *step, char *source,
                               size_t size, struct error *error)
{
    const struct csv_table *variants = &tables[CLOVER_VARIANTS];
    const char *timm = csv_cell(variants, row, "timm"), *px = csv_cell(variants, row, "timm_px");

    if (*timm == '\0') {
        snprintf(source, size, "%s", csv_cell(variants, row, "step_source"));
        return csv_number(variants, row, "step", step, error);
    }
    snprintf(source, size, "timm %s@%s", timm, px);
    return timm_image_ms(&tables[CLOVER_TIMM], timm, px, step, error);
}

/* The row of a variant of this family in clover_variants.csv; rows when there is none. */
static inline size_t clover_variant_row(const struct csv_table *variants, const char *model, const char *name)
{
    size_t row = csv_find(variants, 0, "model", model);
    while (row < variants->rows && strcmp(csv_cell(variants, row, "variant"), name) != 0)
        row = csv_find(variants, row + 1, "model", model);
    return row;
}

static inline bool clover_family_read(const struct csv_table *tables, size_t row,
                                      struct clover_family *family, struct error *error)
{
    const struct csv_table *families = &tables[CLOVER_FAMILIES], *variants = &tables[CLOVER_VARIANTS];
    char source[96];

    *family = (struct clover_family){.model = csv_cell(families, row, "model"),
                                     .application = csv_cell(families, row, "application"),
                                     .base = csv_cell(families, row, "base"),
                                     .class = csv_cell(families, row, "class"),
                                     .metric = csv_cell(families, row, "metric"),
                                     .overhead_ms = csv_cell(families, row, "overhead_ms"),
                                     .swept_variant = csv_cell(families, row, "swept_variant"),
                                     .swept_slices = csv_cell(families, row, "swept_slices"),
                                     .swept_pct = csv_cell(families, row, "swept_pct")};
    size_t base = clover_variant_row(variants, family->model, family->base);
    if (base == variants->rows)
        return error_set(error, ERROR_INPUT, variants->name, "no row for %s %s", family->model, family->base);
    return csv_number(families, row, "items", &family->items, error) &&
           csv_number(families, row, "value_bytes", &family->value_bytes, error) &&
           clover_step(tables, base, &family->base_step, source, sizeof source, error) &&
           clover_anchor(tables, row, family, error);
}

/* Multiply-accumulates of one item in billions and parameters in millions: timm's where it has the model. */
static inline bool clover_size(const struct csv_table *tables, size_t row, double *gmacs, double *params_m,
                               struct error *error)
{
    const struct csv_table *variants = &tables[CLOVER_VARIANTS], *timm = &tables[CLOVER_TIMM];
    const char *name = csv_cell(variants, row, "timm");
    size_t found;

    if (*name == '\0')
        return csv_number(variants, row, "gmacs", gmacs, error) &&
               csv_number(variants, row, "params_m", params_m, error);
    return row_of(timm, "model", name, &found, error) && csv_number(timm, found, "gmacs", gmacs, error) &&
           csv_number(timm, found, "params_m", params_m, error);
}

static inline bool clover_memory(const struct csv_table *variants, size_t row,
                                 const struct clover_family *family, double params_m, double *memory_gb,
                                 struct error *error)
{
    double input, width, heads, values;

    if (!csv_number(variants, row, "input", &input, error) ||
        !csv_number(variants, row, "width", &width, error))
        return false;
    if (strcmp(family->class, "transformer") == 0) {
        if (!csv_number(variants, row, "heads", &heads, error))
            return false;
        values = clover_text_values(input, width, heads);
    } else
        values = clover_image_values(input, width);
    *memory_gb = clover_memory_gb(params_m, values, family->items, family->value_bytes);
    return true;
}

static inline bool clover_variant_read(const struct csv_table *tables, size_t row,
                                       const struct clover_family *family, struct clover_variant *variant,
                                       struct error *error)
{
    const struct csv_table *variants = &tables[CLOVER_VARIANTS], *artifact = &tables[CLOVER_ACCURACY];
    double params_m;

    *variant = (struct clover_variant){.name = csv_cell(variants, row, "variant"),
                                       .accuracy = csv_cell(variants, row, "accuracy")};
    size_t at = csv_find(artifact, 0, "application", family->application);
    while (at < artifact->rows &&
           strcmp(csv_cell(artifact, at, "variant"), csv_cell(variants, row, "artifact")) != 0)
        at = csv_find(artifact, at + 1, "application", family->application);
    if (at == artifact->rows)
        return error_set(error, ERROR_INPUT, artifact->name, "no row for %s %s", family->application,
                         csv_cell(variants, row, "artifact"));
    variant->artifact_accuracy = csv_cell(artifact, at, "accuracy");
    if (!clover_step(tables, row, &variant->work, variant->work_source, sizeof variant->work_source, error) ||
        !clover_size(tables, row, &variant->gmacs, &params_m, error) ||
        !clover_memory(variants, row, family, params_m, &variant->memory_gb, error))
        return false;
    variant->work /= family->base_step;
    return true;
}

/* Rule 4: of the same class the model nearest in GMACs (ties to the smaller), at the batch of the request.
 * The one transformer stands for all of them, so there the batch is the one of equal work: as many of its
 * sequences as hold the GMACs of the variant's, at least one. */
static inline bool clover_nearest(const struct csv_table *models, const struct clover_family *family,
                                  double gmacs, struct clover_reference *reference, struct error *error)
{
    double nearest = 0, found_gmacs = 0;

    *reference = (struct clover_reference){NULL, family->items};
    for (size_t row = csv_find(models, 0, "class", family->class); row < models->rows;
         row = csv_find(models, row + 1, "class", family->class)) {
        double other;
        if (!csv_number(models, row, "gmacs", &other, error))
            return false;
        double distance = fabs(other - gmacs);
        if (reference->model == NULL || distance < nearest || (distance == nearest && other < found_gmacs)) {
            reference->model = csv_cell(models, row, "model");
            nearest = distance;
            found_gmacs = other;
        }
    }
    if (reference->model == NULL)
        return error_set(error, ERROR_INPUT, models->name, "no model is of class '%s'", family->class);
    if (strcmp(family->class, "transformer") == 0) {
        double sequences = floor(family->items * gmacs / found_gmacs + 0.5);
        reference->batch = sequences > 1 ? sequences : 1;
    }
    return true;
}

/* Throughput of one process of the reference on this slice, in items/s. */
static inline bool clover_throughput(const struct csv_table *parva, const struct clover_reference *reference,
                                     const char *slice, double *per_s, struct error *error)
{
    char batch[16];
    size_t row;

    snprintf(batch, sizeof batch, "%g", reference->batch);
    return parva_row(parva, reference->model, slice, batch, &row, error) &&
           csv_number(parva, row, "throughput_total_samples_per_s", per_s, error);
}

/* How fast the slice is, as a part of the whole card. */
static inline bool clover_ratio(const struct csv_table *parva, const struct clover_reference *reference,
                                const char *slice, double *ratio, struct error *error)
{
    double whole;

    if (!clover_throughput(parva, reference, slice, ratio, error) ||
        !clover_throughput(parva, reference, "7g", &whole, error))
        return false;
    *ratio /= whole;
    return true;
}

/* Is it one of the rows whose time the second sweep shows? */
static inline bool clover_swept(const struct clover_family *family, const struct clover_variant *variant,
                                const struct clover_slice *slice)
{
    return strcmp(variant->name, family->swept_variant) == 0 &&
           strstr(family->swept_slices, slice->name) != NULL;
}

/* The host's part of a row in words, before the variant's; nothing where there is none. */
static inline int clover_host_source(char *out, size_t size, const struct clover_family *family, bool swept)
{
    if (family->service.host_ms == 0)
        return 0;
    if (swept)
        return snprintf(out, size, "MIG sweep within %s%%: %g ms + ", family->swept_pct,
                        family->service.host_ms);
    return snprintf(out, size, "%g ms + ", family->service.host_ms);
}

/* Where a row comes from, in words. */
static inline void clover_source(char *out, const struct clover_family *family,
                                 const struct clover_variant *variant,
                                 const struct clover_reference *reference, const struct clover_slice *slice,
                                 double ratio)
{
    bool base = strcmp(variant->name, family->base) == 0, whole = slice->sevenths == CLOVER_SEVENTHS;
    int n = 0;

    if (base && whole) {
        text_copy(out, CLOVER_SOURCE_MAX, family->anchor_source);
        return;
    }
    n = snprintf(out, CLOVER_SOURCE_MAX, "rule 1: ");
    n += clover_host_source(out + n, CLOVER_SOURCE_MAX - (size_t)n, family,
                            clover_swept(family, variant, slice));
    if (family->service.host_ms > 0)
        n += snprintf(out + n, CLOVER_SOURCE_MAX - (size_t)n, "%.1f ms", family->service.gpu_ms);
    else
        n += snprintf(out + n, CLOVER_SOURCE_MAX - (size_t)n, "%s", base ? "BASE sweep" : family->base);
    if (!base)
        n += snprintf(out + n, CLOVER_SOURCE_MAX - (size_t)n, " x %.4f (%s)", variant->work,
                      variant->work_source);
    if (!whole)
        n += snprintf(out + n, CLOVER_SOURCE_MAX - (size_t)n, "; rule 4: %s at batch %g, %s/7g = %.4f%s",
                      reference->model, reference->batch, slice->name, ratio,
                      ratio > 1 ? " clamped to 1" : "");
    snprintf(out + n, CLOVER_SOURCE_MAX - (size_t)n, "; rule 5");
}

static inline void clover_row_write(FILE *out, const struct clover_family *family,
                                    const struct clover_variant *variant,
                                    const struct clover_reference *reference,
                                    const struct clover_slice *slice, double ratio)
{
    struct clover_service service = clover_scaled(family->service, variant->work, ratio);
    bool anchor = strcmp(variant->name, family->base) == 0 && slice->sevenths == CLOVER_SEVENTHS;
    bool derived = anchor || clover_swept(family, variant, slice);
    char source[CLOVER_SOURCE_MAX];

    clover_source(source, family, variant, reference, slice, ratio);
    fprintf(out, "A100-40GB,%s,%s,%s,%g,,", slice->name, family->model, variant->name, family->items);
    print_number(out, clover_service_ms(service));
    fputc(',', out);
    print_number(out, clover_slice_w(family->top_w, slice->sevenths, service));
    fprintf(out, ",%s,", variant->accuracy);
    print_number(out, variant->memory_gb);
    fprintf(out, ",%s,\"%s\",%s,%s,%s\n", derived ? "derived" : "modelled", source, family->metric,
            family->overhead_ms, variant->artifact_accuracy);
}

static inline bool clover_family_write(FILE *out, const struct csv_table *tables,
                                       const struct clover_family *family, struct error *error)
{
    const struct csv_table *variants = &tables[CLOVER_VARIANTS];

    for (size_t row = csv_find(variants, 0, "model", family->model); row < variants->rows;
         row = csv_find(variants, row + 1, "model", family->model)) {
        struct clover_variant variant;
        struct clover_reference reference;
        if (!clover_variant_read(tables, row, family, &variant, error) ||
            !clover_nearest(&tables[CLOVER_PARVA_MODELS], family, variant.gmacs, &reference, error))
            return false;
        for (size_t s = 0; s < CLOVER_SLICES; s++) {
            double ratio;
            if (!clover_ratio(&tables[CLOVER_PARVA], &reference, clover_slices[s].name, &ratio, error))
                return false;
            clover_row_write(out, family, &variant, &reference, &clover_slices[s], ratio);
        }
    }
    return true;
}

static inline bool clover_table_write(const struct csv_table *tables, const char *folder, struct error *error)
{
    char path[1024];
    FILE *out = output_open(folder, "clover.csv", path, sizeof path, error);

    if (out == NULL)
        return false;
    fputs("gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,provenance,source,"
          "accuracy_metric,overhead_ms,accuracy_artifact\n",
          out);
    for (size_t row = 0; row < tables[CLOVER_FAMILIES].rows; row++) {
        struct clover_family family;
        if (!clover_family_read(tables, row, &family, error) ||
            !clover_family_write(out, tables, &family, error)) {
            fclose(out);
            return false;
        }
    }
    return output_close(out, path, error);
}

/* Reads the measurements in one folder and writes clover.csv into another. */
static inline bool clover_build(const char *input, const char *output, struct error *error)
{
    struct csv_table tables[CLOVER_INPUTS] = {0};
    bool done = tables_read(tables, clover_input_names, CLOVER_INPUTS, input, error) &&
                clover_table_write(tables, output, error);

    for (int i = 0; i < CLOVER_INPUTS; i++)
        csv_table_free(&tables[i]);
    return done;
}

#endif
