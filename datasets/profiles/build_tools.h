/* What the builders of the profile tables share: finding a row or a step time in the measurement files, and
 * opening, rounding and closing what they write. */
#ifndef WATTIF_DATASETS_BUILD_TOOLS_H
#define WATTIF_DATASETS_BUILD_TOOLS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "datasets/profiles/csv_table.h"
#include "engine/base/error.h"

/* Rounding for output: six significant digits say more than any of these numbers knows. */
static inline void print_number(FILE *out, double value)
{
    fprintf(out, "%.6g", value);
}

/* Reads n files of a folder; what was read must be freed even when one fails. */
static inline bool tables_read(struct csv_table *tables, const char *const *names, size_t n,
                               const char *folder, struct error *error)
{
    for (size_t i = 0; i < n; i++) {
        char path[1024];
        if (snprintf(path, sizeof path, "%s/%s", folder, names[i]) >= (int)sizeof path)
            return error_set(error, ERROR_INPUT, folder, "the path is too long");
        if (!csv_table_read(&tables[i], path, error))
            return false;
    }
    return true;
}

/* The row that holds `value` in `column`; false, with a message, when there is none. */
static inline bool row_of(const struct csv_table *table, const char *column, const char *value, size_t *row,
                          struct error *error)
{
    *row = csv_find(table, 0, column, value);
    if (*row < table->rows)
        return true;
    return error_set(error, ERROR_INPUT, table->name, "no row has %s = '%s'", column, value);
}

/* Time of one image in ms at timm's batch (as large as fits, to 1024), where both cards are saturated: the
 * geometric mean of RTX 3090 and RTX 4090. */
static inline bool timm_image_ms(const struct csv_table *timm, const char *name, const char *px, double *ms,
                                 struct error *error)
{
    static const char *const cards[] = {"RTX 3090", "RTX 4090"};
    double product = 1;

    for (size_t i = 0; i < 2; i++) {
        size_t row = csv_find(timm, 0, "model", name);
        while (row < timm->rows && (strcmp(csv_cell(timm, row, "gpu"), cards[i]) != 0 ||
                                    strcmp(csv_cell(timm, row, "img_size"), px) != 0))
            row = csv_find(timm, row + 1, "model", name);
        double per_s;
        if (row == timm->rows)
            return error_set(error, ERROR_INPUT, timm->name, "no row for %s at %s px on %s", name, px,
                             cards[i]);
        if (!csv_number(timm, row, "samples_per_s", &per_s, error))
            return false;
        product *= 1000 / per_s;
    }
    *ms = sqrt(product);
    return true;
}

/* ParvaGPU's row of one process that runs this model on this slice at this batch. */
static inline bool parva_row(const struct csv_table *parva, const char *model, const char *slice,
                             const char *batch, size_t *found, struct error *error)
{
    size_t row = csv_find(parva, 0, "model", model);

    while (row < parva->rows && (strcmp(csv_cell(parva, row, "mig_slice"), slice) != 0 ||
                                 strcmp(csv_cell(parva, row, "batch"), batch) != 0 ||
                                 strcmp(csv_cell(parva, row, "mps_procs"), "1") != 0 ||
                                 strcmp(csv_cell(parva, row, "not_measured_or_oom"), "0") != 0))
        row = csv_find(parva, row + 1, "model", model);
    *found = row;
    if (row < parva->rows)
        return true;
    return error_set(error, ERROR_INPUT, parva->name, "no row for %s on %s at batch %s", model, slice, batch);
}

static inline FILE *output_open(const char *folder, const char *name, char *path, size_t size,
                                struct error *error)
{
    if (snprintf(path, size, "%s/%s", folder, name) >= (int)size) {
        error_set(error, ERROR_INPUT, folder, "the path is too long");
        return NULL;
    }
    FILE *out = fopen(path, "wb");
    if (out == NULL)
        error_set(error, ERROR_SYSTEM, path, "cannot write the file; does the folder exist?");
    return out;
}

static inline bool output_close(FILE *out, const char *path, struct error *error)
{
    bool bad = ferror(out) != 0;
    if (fclose(out) != 0 || bad)
        return error_set(error, ERROR_SYSTEM, path, "writing failed; is the disk full?");
    return true;
}

#endif
