#include "engine/explore/contrast.h"

#include "engine/base/text.h"

#include <stdlib.h>
#include <string.h>

bool contrast_add(struct contrast *contrast, const char *name, const struct scenario *scenario,
                  struct carbon_meaning grams, size_t seeds, struct error *error)
{
    struct contrast_run *run = &contrast->runs[contrast->n];
    *run = (struct contrast_run){.grams = grams};
    text_copy(run->name, sizeof run->name, name);
    if (!sweep_create(&run->sweep, scenario, seeds, error))
        return false;
    contrast->n++;
    run->values = calloc(seeds, sweep_columns(&run->sweep) * sizeof *run->values);
    return run->values || error_no_memory(error);
}

void contrast_free(struct contrast *contrast)
{
    for (size_t k = 0; k < contrast->n; k++) {
        free(contrast->runs[k].values);
        sweep_free(&contrast->runs[k].sweep);
    }
    *contrast = (struct contrast){0};
}

double *contrast_next(struct contrast_run *run)
{
    return run->values + run->n++ * sweep_columns(&run->sweep);
}

void contrast_put(struct contrast_run *run, const struct model *model, const struct summary *summary)
{
    struct metric_source source = {.summary = summary, .model = model};
    double *values = contrast_next(run);
    size_t n = sweep_columns(&run->sweep);
    for (size_t k = 0; k < n; k++) {
        struct sweep_column column = sweep_column(&run->sweep, k);
        values[k] = metric_value(column.metric, &source, column.part);
    }
}

const char *contrast_why_not_of(const struct contrast *contrast, size_t a, size_t b)
{
    const struct contrast_run *one = &contrast->runs[a], *other = &contrast->runs[b];
    return pairing_why_not(&one->sweep.base, one->grams, &other->sweep.base, other->grams);
}

const char *contrast_apart_of(const struct contrast *contrast, size_t a, size_t b)
{
    return carbon_apart(contrast->runs[a].grams, contrast->runs[b].grams);
}

const char *contrast_why_not(const struct contrast *contrast)
{
    const char *why = NULL;
    for (size_t k = 0; k < contrast->n && !why; k++)
        why = contrast_why_not_of(contrast, contrast->base, k);
    return why;
}

static bool is_other_draws(const struct contrast *contrast, size_t a, size_t b)
{
    const struct contrast_run *one = &contrast->runs[a], *other = &contrast->runs[b];
    return pairing_of_other_draws(&one->sweep.base, one->grams, &other->sweep.base, other->grams);
}

bool contrast_is_judged(const struct contrast *contrast, size_t a, size_t b)
{
    return !contrast_why_not_of(contrast, a, b) || is_other_draws(contrast, a, b);
}

bool contrast_has_pair(const struct contrast *contrast)
{
    bool any = false;
    for (size_t k = 0; k < contrast->n && !any; k++)
        any = k != contrast->base && contrast_is_judged(contrast, contrast->base, k);
    return any;
}

bool contrast_is_one_draw(const struct contrast *contrast, size_t k)
{
    const struct contrast_run *runs = contrast->runs;
    size_t base = contrast->base;
    bool lots = scenario_draws_lots(&runs[base].sweep.base) || scenario_draws_lots(&runs[k].sweep.base);
    return contrast_seeds(contrast) < 2 && (lots || contrast_why_not_of(contrast, base, k));
}

bool contrast_same_apps(const struct contrast *contrast)
{
    const struct scenario *first = &contrast->runs[0].sweep.base;
    for (size_t k = 1; k < contrast->n; k++) {
        const struct scenario *other = &contrast->runs[k].sweep.base;
        if (other->n_apps != first->n_apps)
            return false;
        for (int a = 0; a < first->n_apps; a++)
            if (strcmp(first->apps[a].name, other->apps[a].name) != 0 ||
                strcmp(first->apps[a].model, other->apps[a].model) != 0)
                return false;
    }
    return true;
}

size_t contrast_seeds(const struct contrast *contrast)
{
    size_t n = SIZE_MAX;
    for (size_t k = 0; k < contrast->n; k++)
        n = contrast->runs[k].n < n ? contrast->runs[k].n : n;
    return contrast->n > 0 ? n : 0;
}

/* --- rows --- */

/* Of the seeds of one run. */
static void take_column(const struct contrast_run *run, struct sweep_column column, size_t seeds,
                        double *values)
{
    size_t n = sweep_columns(&run->sweep), k = sweep_column_of(&run->sweep, column.metric, column.part);
    for (size_t i = 0; i < seeds; i++)
        values[i] = k < n ? run->values[i * n + k] : NAN;
}

bool contrast_row(const struct contrast *contrast, struct sweep_column column, struct contrast_row *row)
{
    double base[SWEEP_REPLICATES_MAX], other[SWEEP_REPLICATES_MAX];
    size_t seeds = contrast_seeds(contrast);
    bool known = false;
    *row = (struct contrast_row){.column = column};
    take_column(&contrast->runs[contrast->base], column, seeds, base);
    for (size_t k = 0; k < contrast->n; k++) {
        take_column(&contrast->runs[k], column, seeds, other);
        double there[SWEEP_REPLICATES_MAX];
        size_t n = 0;
        for (size_t i = 0; i < seeds; i++)
            if (!isnan(other[i]))
                there[n++] = other[i];
        row->values[k] = n > 0 ? confidence_of(there, n).mean : (double)NAN;
        known = known || !isnan(row->values[k]);
        bool draws = is_other_draws(contrast, contrast->base, k);
        row->pairings[k] = draws ? pairing_of_draws(base, other, seeds) : pairing_of(base, other, seeds);
        pairing_withhold(&row->pairings[k], column.metric,
                         scenario_searches(&contrast->runs[contrast->base].sweep.base) ||
                             scenario_searches(&contrast->runs[k].sweep.base));
        if (row->pairings[k].verdict != PAIRING_IDENTICAL &&
            !contrast_is_judged(contrast, contrast->base, k)) {
            row->pairings[k].verdict = PAIRING_UNKNOWN;
            row->pairings[k].ci95 = row->pairings[k].p = NAN;
        }
    }
    enum metric_unit unit = metric_infos[column.metric].unit;
    for (size_t k = 0; k < contrast->n; k++) {
        bool apart = (unit == UNIT_G || unit == UNIT_MG) && contrast_apart_of(contrast, contrast->base, k);
        row->pairings[k].delta = apart ? (double)NAN : row->values[k] - row->values[contrast->base];
        if (apart)
            row->pairings[k].verdict = PAIRING_UNKNOWN;
    }
    return known;
}

size_t contrast_differences(const struct contrast *contrast, struct sweep_column column, size_t k,
                            double *out, size_t max)
{
    double base[SWEEP_REPLICATES_MAX], other[SWEEP_REPLICATES_MAX];
    size_t seeds = contrast_seeds(contrast), n = 0;
    bool paired = !contrast_why_not_of(contrast, contrast->base, k);
    take_column(&contrast->runs[contrast->base], column, seeds, base);
    take_column(&contrast->runs[k], column, seeds, other);
    for (size_t i = 0; paired && i < seeds && n < max; i++)
        if (!isnan(base[i]) && !isnan(other[i]))
            out[n++] = other[i] - base[i];
    return n;
}

bool contrast_each_row(const struct contrast *contrast, enum metric_shown least,
                       void (*take)(void *context, const struct contrast_row *row), void *context)
{
    const struct sweep *sweep = &contrast->runs[contrast->base].sweep;
    size_t n = sweep_columns(sweep), known = 0;
    bool apps = contrast_same_apps(contrast);
    struct contrast_row *rows = calloc(n + 1, sizeof *rows);
    for (size_t k = 0; rows && k < n; k++) {
        struct sweep_column column = sweep_column(sweep, k);
        bool told = metric_infos[column.metric].shown <= least;
        if (told && (metric_scope_of(column.metric) == METRIC_OF_RUN || apps))
            known += contrast_row(contrast, column, &rows[known]);
    }
    bool good = rows;
    /* The verdicts of n rows that are shown together. False: out of memory. */
    if (good) {
        struct pairing **shown = calloc(known * contrast->n + 1, sizeof *shown);
        for (size_t i = 0; shown && i < known; i++)
            for (size_t k = 0; k < contrast->n; k++)
                shown[i * contrast->n + k] = &rows[i].pairings[k];
        if (shown)
            pairing_judge(shown, known * contrast->n);
        free(shown);
        good = shown != NULL;
    }
    for (size_t i = 0; good && i < known; i++)
        take(context, &rows[i]);
    free(rows);
    return good;
}

enum pairing_verdict contrast_verdict(const struct contrast *contrast, const struct contrast_row *row)
{
    bool seen[PAIRING_VERDICTS] = {false};
    for (size_t k = 0; k < contrast->n; k++)
        if (k != contrast->base)
            seen[row->pairings[k].verdict] = true;
    if (seen[PAIRING_LARGER])
        return PAIRING_LARGER;
    if (seen[PAIRING_UNKNOWN])
        return PAIRING_UNKNOWN;
    return seen[PAIRING_NOISE] ? PAIRING_NOISE : PAIRING_IDENTICAL;
}

/* Where a difference from the base is within the noise, who is best is luck. */
const char *contrast_best(const struct contrast *contrast, const struct contrast_row *row)
{
    size_t best = 0;
    if (contrast_verdict(contrast, row) == PAIRING_NOISE)
        return NULL;
    bool alone = true;
    for (size_t k = 0; k < contrast->n; k++)
        alone = alone && (isnan(row->values[k]) || !isnan(row->pairings[k].delta));
    for (size_t k = 1; k < contrast->n; k++)
        if (metric_judge(row->column.metric, row->values[k], row->values[best]) > 0)
            best = k;
    for (size_t k = 0; k < contrast->n; k++)
        alone =
            alone && (k == best || metric_judge(row->column.metric, row->values[best], row->values[k]) > 0);
    return alone ? contrast->runs[best].name : NULL;
}
