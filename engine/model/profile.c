/* Profiles: from rows in any order to one dense curve over batch. Rows are picked and sorted first; then
 * every batch between two rows is put on the straight line that joins them (profiles.md rule 2). */
#include "engine/model/profile.h"

#include "engine/base/units.h"
#include "engine/model/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const provenance_names[PROVENANCE_COUNT] = {"measured", "derived", "modelled", "calibrated",
                                                        "stated"};

void profile_name(const char *model, const char *set, char out[PROFILE_NAME_SIZE])
{
    bool plain = *set == '\0' || strcmp(set, PROFILES_DEFAULT) == 0;
    snprintf(out, PROFILE_NAME_SIZE, "%.47s%s%.15s", model, plain ? "" : "@", plain ? "" : set);
}

const char *profile_name_set(const char *name)
{
    const char *at = strchr(name, '@');
    return at ? at + 1 : PROFILES_DEFAULT;
}

void profile_name_model(const char *name, char *out, size_t size)
{
    snprintf(out, size, "%.*s", (int)strcspn(name, "@"), name);
}

const char *profile_known_as(const struct profile_set *set)
{
    return set->name[0] != '\0' ? set->name : set->model;
}

void profile_set_free(struct profile_set *set)
{
    free(set->rows);
    set->rows = NULL;
    set->n = 0;
}

bool profile_has_facts(const struct profile_set *set)
{
    return set->accuracy_metric[0] != '\0' || set->overhead_ms > 0;
}

void profile_curve_free(struct profile_curve *curve)
{
    free(curve->latency_ns);
    free(curve->power_w);
    free(curve->provenance);
    *curve = (struct profile_curve){.accuracy = NAN, .memory_gb = NAN};
}

/* What a curve is built of, and how messages call it. */
struct selection {
    const struct profile_set *set;
    const char *gpu, *slice, *variant;
    const struct profile_row **rows; /* ascending in batch */
    size_t n;
};

bool profile_row_is(const struct profile_row *row, const char *gpu, const char *slice, const char *variant)
{
    return row->slice[0] == slice[0] && row->gpu[0] == gpu[0] && strcmp(row->gpu, gpu) == 0 &&
           strcmp(row->slice, slice) == 0 && (variant[0] == '\0' || strcmp(row->variant, variant) == 0);
}

bool profile_has(const struct profile_set *set, const char *gpu, const char *slice, const char *variant)
{
    for (size_t k = 0; k < set->n; k++)
        if (profile_row_is(&set->rows[k], gpu, slice, variant))
            return true;
    return false;
}

static int compare_batch(const void *left, const void *right)
{
    int32_t a = (*(const struct profile_row *const *)left)->batch;
    int32_t b = (*(const struct profile_row *const *)right)->batch;
    return (a > b) - (a < b);
}

static bool selection_fault(const struct selection *selection, struct error *error, const char *what,
                            int32_t batch)
{
    return error_set(error, ERROR_INPUT, NULL, "profile '%s' on %s (%s%s%s): batch %d %s",
                     selection->set->model, selection->gpu, selection->slice,
                     selection->variant[0] ? ", " : "", selection->variant, (int)batch, what);
}

static bool selection_make(struct selection *selection, struct error *error)
{
    selection->rows = calloc(selection->set->n ? selection->set->n : 1, sizeof *selection->rows);
    if (!selection->rows)
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory for a profile");
    bool in_order = true;
    for (size_t k = 0; k < selection->set->n; k++) {
        const struct profile_row *row = &selection->set->rows[k];
        if (!profile_row_is(row, selection->gpu, selection->slice, selection->variant))
            continue;
        in_order = in_order && (selection->n == 0 || selection->rows[selection->n - 1]->batch <= row->batch);
        selection->rows[selection->n++] = row;
    }
    if (selection->n == 0) {
        /* What is missing and, where only the variant is, which there are. */
        const struct profile_set *set = selection->set;
        const char *names[16] = {NULL};
        size_t n = 0;
        for (size_t k = 0; k < set->n && n < sizeof names / sizeof *names; k++)
            if (profile_row_is(&set->rows[k], selection->gpu, selection->slice, "") &&
                set->rows[k].variant[0] && names_find(names, n, set->rows[k].variant) < 0)
                names[n++] = set->rows[k].variant;
        return error_set(error, ERROR_INPUT, NULL, "profile '%s' has no rows for %s, slice %s%s%s%s%s",
                         set->model, selection->gpu, selection->slice,
                         selection->variant[0] ? ", variant " : "", selection->variant,
                         n > 0 ? "; there are " : "", n > 0 ? names_join(NAME_LIST, names, n) : "");
    }
    if (!in_order)
        qsort(selection->rows, selection->n, sizeof *selection->rows, compare_batch);
    for (size_t k = 0; k < selection->n; k++) {
        const struct profile_row *row = selection->rows[k];
        if (strcmp(row->variant, selection->rows[0]->variant) != 0)
            return error_set(error, ERROR_INPUT, NULL,
                             "profile '%s' on %s (%s) has several variants ('%s', '%s'); name one",
                             selection->set->model, selection->gpu, selection->slice,
                             selection->rows[0]->variant, row->variant);
        if (row->batch < 1)
            return selection_fault(selection, error, "is no batch size", row->batch);
        if (!(row->latency_ms > 0) || !isfinite(row->latency_ms))
            return selection_fault(selection, error, "has no latency above 0", row->batch);
        if (!(row->power_w >= 0) || !isfinite(row->power_w))
            return selection_fault(selection, error, "has no power; add power_w to that row", row->batch);
        if (k > 0 && selection->rows[k - 1]->batch == row->batch)
            return selection_fault(selection, error, "stands there twice (two clocks? name clock_mhz)",
                                   row->batch);
    }
    return true;
}

static bool curve_allocate(struct profile_curve *curve, int32_t batch_min, int32_t batch_max,
                           struct error *error)
{
    size_t n = (size_t)batch_max;
    *curve = (struct profile_curve){
        .batch_min = batch_min, .batch_max = batch_max, .accuracy = NAN, .memory_gb = NAN};
    curve->latency_ns = calloc(n, sizeof *curve->latency_ns);
    curve->power_w = calloc(n, sizeof *curve->power_w);
    curve->provenance = calloc(n, sizeof *curve->provenance);
    if (curve->latency_ns && curve->power_w && curve->provenance)
        return true;
    profile_curve_free(curve);
    return error_set(error, ERROR_SYSTEM, NULL, "out of memory for a profile");
}

bool profile_curve_build(struct profile_curve *curve, const struct profile_set *set, const char *gpu,
                         const char *slice, const char *variant, double scale, bool scale_all,
                         struct error *error)
{
    struct selection selection = {.set = set, .gpu = gpu, .slice = slice, .variant = variant};
    *curve = (struct profile_curve){.accuracy = NAN, .memory_gb = NAN};
    bool ok = selection_make(&selection, error) &&
              curve_allocate(curve, selection.rows[0]->batch, selection.rows[selection.n - 1]->batch, error);
    if (ok) {
        for (size_t k = 0; k < selection.n; k++) {
            const struct profile_row *low = selection.rows[k];
            const struct profile_row *high = selection.rows[k + 1 < selection.n ? k + 1 : k];
            double low_scale = scale_all || low->provenance >= PROVENANCE_MODELLED ? scale : 1;
            double high_scale = scale_all || high->provenance >= PROVENANCE_MODELLED ? scale : 1;
            /* The batches from row `low` up to, but without, row `high`; or row `low` alone when they are the
             * same. */
            double low_ms = low->latency_ms * low_scale, high_ms = high->latency_ms * high_scale;
            double width = high->batch > low->batch ? (double)(high->batch - low->batch) : 1;
            enum provenance between = low->provenance > high->provenance ? low->provenance : high->provenance;
            between = between > PROVENANCE_DERIVED ? between : PROVENANCE_DERIVED;
            int32_t end = high->batch > low->batch ? high->batch : low->batch + 1;
            for (int32_t batch = low->batch; batch < end; batch++) {
                double part = (double)(batch - low->batch) / width;
                int64_t ns = ns_from_ms(low_ms + part * (high_ms - low_ms));
                curve->latency_ns[batch - 1] = ns > 0 ? ns : 1;
                curve->power_w[batch - 1] = low->power_w + part * (high->power_w - low->power_w);
                curve->provenance[batch - 1] = (uint8_t)(batch == low->batch ? low->provenance : between);
            }
            if (isnan(curve->accuracy))
                curve->accuracy = low->accuracy;
            if (isnan(curve->memory_gb) || low->memory_gb > curve->memory_gb)
                curve->memory_gb = low->memory_gb;
        }
    }
    free(selection.rows);
    return ok;
}
