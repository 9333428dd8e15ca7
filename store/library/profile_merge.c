/* The curves of the new table are sorted once; each row of the old one is then looked up among them. Then
 * come the facts that belong to no GPU: what the old rows agree on, the new ones need not say again. */
#include "store/library/profile_merge.h"

#include "engine/base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_curves(const void *left, const void *right)
{
    const struct profile_row *a = *(const struct profile_row *const *)left;
    const struct profile_row *b = *(const struct profile_row *const *)right;
    int order = strcmp(a->gpu, b->gpu);

    order = order ? order : strcmp(a->slice, b->slice);
    return order ? order : strcmp(a->variant, b->variant);
}

/* The rows of `old` that stay, and then those of `set`. */
static bool merge_rows(struct profile_set *set, const struct profile_set *old, size_t *kept,
                       struct error *error)
{
    struct profile_row *rows = calloc(set->n + old->n + 1, sizeof *rows);
    const struct profile_row **curves = malloc((set->n + 1) * sizeof *curves);

    *kept = 0;
    if (!rows || !curves) {
        free(rows);
        free(curves);
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    }
    for (size_t k = 0; k < set->n; k++)
        curves[k] = &set->rows[k];
    qsort(curves, set->n, sizeof *curves, compare_curves);
    for (size_t k = 0; k < old->n; k++) {
        const struct profile_row *row = &old->rows[k];
        if (!bsearch(&row, curves, set->n, sizeof *curves, compare_curves))
            rows[(*kept)++] = *row;
    }
    if (set->n > 0)
        memcpy(rows + *kept, set->rows, set->n * sizeof *rows);
    free(curves);
    free(set->rows);
    set->rows = rows;
    set->n += *kept;
    return true;
}

bool profile_merge(struct item *item, const struct item *old, size_t *kept, struct error *error)
{
    if (!merge_rows(&item->as.profile, &old->as.profile, kept, error))
        return false;
    if (*kept == 0)
        return true;
    char source[sizeof item->source]; /* "profiles/carbondis.csv; imported" */
    bool named = strstr(old->source, item->source) != NULL;
    text_print(source, sizeof source, "%s%s%s", old->source, named ? "" : "; ", named ? "" : item->source);
    if (*old->source)
        text_copy(item->source, sizeof item->source, source);
    /* Accuracy is a variant's, on whatever GPU: rows that do not say it take it from the `kept` ones before
     * them, where all of those that know it agree. */
    const char *variant = NULL;
    double accuracy = NAN;
    for (size_t k = *kept; k < item->as.profile.n; k++) {
        struct profile_row *row = &item->as.profile.rows[k];
        if (!isnan(row->accuracy))
            continue;
        bool known = variant && strcmp(variant, row->variant) == 0, differ = false;
        accuracy = known ? accuracy : (double)NAN;
        variant = row->variant;
        for (size_t i = 0; i < *kept && !known; i++) {
            const struct profile_row *of = &item->as.profile.rows[i];
            if (isnan(of->accuracy) || strcmp(of->variant, variant) != 0)
                continue;
            differ |= !isnan(accuracy) && accuracy != of->accuracy;
            accuracy = of->accuracy;
        }
        accuracy = differ ? (double)NAN : accuracy;
        row->accuracy = accuracy;
    }
    /* A model has one metric and one overhead. */
    struct profile_set *set = &item->as.profile;
    const struct profile_set *before = &old->as.profile;
    if (*set->accuracy_metric && *before->accuracy_metric &&
        strcmp(set->accuracy_metric, before->accuracy_metric) != 0)
        return error_set(
            error, ERROR_INPUT, "accuracy_metric",
            "'%s' counts accuracy as %s in the library and as %s in the file; a model has one metric: give it another name",
            before->model, before->accuracy_metric, set->accuracy_metric);
    if (set->overhead_ms > 0 && before->overhead_ms > 0 && set->overhead_ms != before->overhead_ms)
        return error_set(
            error, ERROR_INPUT, "overhead_ms",
            "'%s' has an overhead of %g ms in the library and of %g ms in the file; a model has one: give it another name",
            before->model, before->overhead_ms, set->overhead_ms);
    if (!*set->accuracy_metric)
        text_copy(set->accuracy_metric, sizeof set->accuracy_metric, before->accuracy_metric);
    if (!(set->overhead_ms > 0))
        set->overhead_ms = before->overhead_ms;
    return true;
}
