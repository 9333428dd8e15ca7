/* All effects are differences that a seed has or has not: each is asked of the same table of values, set by
 * set. */
#include "engine/explore/contribution.h"

#include "engine/answers/gpus.h"
#include "engine/base/text.h"
#include "engine/explore/campaign.h"

#include <stdlib.h>

/* The first that is known stands for its row; what a controller keeps is nobody's, so its last gives way to
 * what it is kept with. */
static const enum metric asked[CONTRIBUTION_METRICS][2] = {{METRIC_CARBON, METRIC_CARBON},
                                                           {METRIC_WORST_OF_SLO, METRIC_APP_P95},
                                                           {METRIC_ACCURACY, METRIC_ACCURACY_CHANGE},
                                                           {METRIC_FAIR_SYSTEM, METRIC_FAIR_SYSTEM},
                                                           {METRIC_TEMP_MAX, METRIC_ENERGY_COOLING}};

/* --- values --- */

static bool is_overloaded(const struct contribution_runs *runs, unsigned set, size_t seed)
{
    return !isnan(runs->value(runs->context, set, seed, METRIC_OVERLOADED, 0));
}

/* A metric of one run, of apps the worst of them; NAN: not known, or it overloaded. */
static double contribution_value(const struct attribution *attribution, const struct contribution_runs *runs,
                                 unsigned set, size_t seed, enum metric metric)
{
    int parts = metric_scope_of(metric) == METRIC_OF_APP ? attribution->scenario.n_apps : 1;
    double worst = NAN;
    if (is_overloaded(runs, set, seed))
        return NAN;
    for (int part = 0; part < parts; part++) {
        double value = runs->value(runs->context, set, seed, metric, part);
        if (isnan(worst) || metric_judge(metric, value, worst) < 0)
            worst = value;
    }
    return worst;
}

bool contribution_is_overloaded(const struct contribution_runs *runs, unsigned set)
{
    for (size_t seed = 0; seed < runs->seeds; seed++)
        if (is_overloaded(runs, set, seed))
            return true;
    return false;
}

static bool is_known(const struct attribution *attribution, const struct contribution_runs *runs,
                     enum metric metric)
{
    for (unsigned set = 0; set <= attribution_all(attribution); set++)
        if (!isnan(contribution_value(attribution, runs, set, 0, metric)))
            return true;
    return false;
}

size_t contribution_metrics(const struct attribution *attribution, const struct contribution_runs *runs,
                            enum metric metrics[CONTRIBUTION_METRICS])
{
    size_t n = 0;
    for (size_t row = 0; row < CONTRIBUTION_METRICS; row++) {
        const enum metric *of = asked[row];
        bool heat = of[0] == METRIC_TEMP_MAX, kept = heat && warmth_is_kept(&attribution->scenario);
        int at = kept, end = heat && !kept ? 1 : 2;
        while (at < end && !is_known(attribution, runs, of[at]))
            at++;
        if (at < end)
            metrics[n++] = of[at];
    }
    return n;
}

/* --- effects --- */

/* What is worked out: of each seed its sets' values, and room for an effect of each seed. */
struct contribution_work {
    const struct attribution *attribution;
    size_t seeds;
    double *values;          /* [seeds][ATTRIBUTION_SETS] */
    double *effects, *zeros; /* [seeds] */
};

static const double *values_of(const struct contribution_work *work, size_t seed)
{
    return work->values + seed * ATTRIBUTION_SETS;
}

static struct pairing effect_of(const struct contribution_work *work, unsigned with, unsigned without)
{
    for (size_t seed = 0; seed < work->seeds; seed++)
        work->effects[seed] = values_of(work, seed)[with] - values_of(work, seed)[without];
    return pairing_of(work->zeros, work->effects, work->seeds);
}

static void find_effects(const struct contribution_work *work, struct contribution *found)
{
    const struct attribution *attribution = work->attribution;
    unsigned all = attribution_all(attribution);
    found->total = effect_of(work, all, 0);
    for (int k = 0; k < attribution->n; k++) {
        found->layers[k].alone = effect_of(work, 1U << k, 0);
        found->layers[k].last = effect_of(work, all, all & ~(1U << k));
        for (size_t seed = 0; seed < work->seeds; seed++)
            work->effects[seed] = shapley_share(values_of(work, seed), work->attribution->n, k);
        for (size_t seed = 0; seed < CONTRIBUTION_DOTS; seed++)
            found->layers[k].seeds[seed] = seed < work->seeds ? work->effects[seed] : (double)NAN;
        found->layers[k].share = pairing_of(work->zeros, work->effects, work->seeds);
    }
    for (int a = 0; a < attribution->n; a++)
        for (int b = a + 1; b < attribution->n; b++) {
            /* By strength; those that are not known come last. */
            for (size_t seed = 0; seed < work->seeds; seed++)
                work->effects[seed] = shapley_interaction(values_of(work, seed), work->attribution->n, a, b);
            struct contribution_pair pair = {a, b, pairing_of(work->zeros, work->effects, work->seeds)};
            int at = found->n_pairs++;
            for (; at > 0 && fabs(pair.effect.delta) > fabs(found->pairs[at - 1].effect.delta); at--)
                found->pairs[at] = found->pairs[at - 1];
            found->pairs[at] = pair;
        }
}

/* --- the best --- */

/* By more than the last digits. */
static bool is_better(enum metric metric, double now, double then)
{
    return metric_judge(metric, now, then) > 0 && fabs(now - then) > 1e-9 * fmax(fabs(now), fabs(then));
}

/* Sets of fewer layers first, so that of those alike the smallest is found. */
static void find_best(const struct contribution_work *work, struct contribution *found)
{
    unsigned all = attribution_all(work->attribution);
    int n_kept = 0;
    for (unsigned set = 0; set <= all; set++) {
        found->n_known += !isnan(found->values[set]);
        n_kept += !isnan(found->values[set]) && !found->misses[set];
    }
    for (int size = 0; size <= work->attribution->n; size++)
        for (unsigned set = 0; set <= all; set++) {
            bool candidate = __builtin_popcount(set) == size && !isnan(found->values[set]) &&
                             (n_kept == 0 || !found->misses[set]);
            if (candidate &&
                (found->best < 0 || is_better(found->metric, found->values[set], found->values[found->best])))
                found->best = (int)set;
        }
    found->best_keeps = n_kept > 0 && n_kept < found->n_known;
}

bool contribution_work_out(const struct attribution *attribution, const struct contribution_runs *runs,
                           enum metric metric, struct contribution *contribution)
{
    struct contribution_work work = {.attribution = attribution, .seeds = runs->seeds};
    *contribution =
        (struct contribution){.metric = metric, .best = -1, .best_alone = -1, .none = NAN, .all = NAN};
    contribution->one_draw = runs->seeds < 2 && scenario_draws_lots(&attribution->scenario);
    work.values = calloc(runs->seeds, (ATTRIBUTION_SETS + 2) * sizeof *work.values);
    if (!work.values)
        return false;
    work.effects = work.values + runs->seeds * ATTRIBUTION_SETS;
    work.zeros = work.effects + runs->seeds;
    for (size_t seed = 0; seed < runs->seeds; seed++)
        for (unsigned set = 0; set <= attribution_all(attribution); set++)
            work.values[seed * ATTRIBUTION_SETS + set] =
                contribution_value(attribution, runs, set, seed, metric);
    find_effects(&work, contribution);
    unsigned all = attribution_all(attribution);
    for (unsigned set = 0; set <= all; set++) {
        double sum = 0;
        for (size_t seed = 0; seed < work.seeds; seed++) {
            sum += values_of(&work, seed)[set];
            contribution->misses[set] |= runs->value(runs->context, set, seed, METRIC_LIMITS_BROKEN, 0) > 0;
        }
        contribution->values[set] = sum / (double)work.seeds;
    }
    contribution->none = contribution->values[0];
    contribution->all = contribution->values[all];
    for (int k = 0; k < work.attribution->n; k++) {
        double value = contribution->values[1U << k];
        bool better =
            contribution->best_alone < 0 ||
            is_better(contribution->metric, value, contribution->values[1U << contribution->best_alone]);
        if (!isnan(value) && better)
            contribution->best_alone = k;
    }
    find_best(&work, contribution);
    /* Which is best is read off the means; by how much, and whether that is luck, off the seeds. */
    if (contribution->best_alone >= 0)
        contribution->over_alone = effect_of(&work, all, 1U << contribution->best_alone);
    if (contribution->best >= 0)
        contribution->over_all = effect_of(&work, (unsigned)contribution->best, all);
    /* All that is told of a metric stands together, on the screen and in a table. */
    struct pairing *shown[3 + 3 * LAYER_COUNT + CONTRIBUTION_PAIRS];
    struct pairing *whole[] = {&contribution->total, &contribution->over_alone, &contribution->over_all};
    size_t n = 0;
    for (size_t k = 0; k < 3; k++)
        if (whole[k]->n > 0)
            shown[n++] = whole[k];
    for (int k = 0; k < attribution->n; k++) {
        shown[n++] = &contribution->layers[k].share;
        shown[n++] = &contribution->layers[k].alone;
        shown[n++] = &contribution->layers[k].last;
    }
    for (int k = 0; k < contribution->n_pairs; k++)
        shown[n++] = &contribution->pairs[k].effect;
    pairing_judge(shown, n);
    for (size_t k = 0; k < n; k++)
        pairing_withhold(shown[k], contribution->metric, scenario_searches(&attribution->scenario));
    free(work.values);
    return true;
}

bool contributions_work_out(const struct attribution *attribution, const struct contribution_runs *runs,
                            struct contributions *contributions)
{
    enum metric metrics[CONTRIBUTION_METRICS];
    *contributions = (struct contributions){.attribution = attribution, .runs = *runs};
    contributions->n = contribution_metrics(attribution, runs, metrics);
    bool good = true;
    for (size_t i = 0; i < contributions->n; i++)
        good &= contribution_work_out(attribution, runs, metrics[i], &contributions->of[i]);
    return good;
}

/* Point by point: all sets of a seed, in the order that tells most, then those of the next. Each writes its
 * own row: the metrics of the whole run, and behind them each app's p95. */

struct attribution_table {
    const struct attribution *attribution;
    const struct attribution_order *asked; /* while it is run */
    size_t n_sets, seeds, width;
    unsigned order[ATTRIBUTION_SETS];
    size_t place[ATTRIBUTION_SETS];    /* of a set in that order */
    double *values;                    /* [seeds * n_sets][width] */
    char (*faults)[ATTRIBUTION_FAULT]; /* [seeds * n_sets] */
};

static double *row_of(const struct attribution_table *table, size_t point)
{
    return table->values + point * table->width;
}

/* --- the campaign --- */

static bool point_scenario(void *context, size_t point, struct scenario *scenario, struct error *error)
{
    const struct attribution_table *table = context;
    if (!attribution_scenario(table->attribution, table->order[point % table->n_sets], scenario, error))
        return false;
    scenario->seed += point / table->n_sets;
    return true;
}

static bool point_keep(void *context, size_t point, const struct model *model,
                       const struct recording *recording, const struct summary *summary, struct error *error)
{
    struct attribution_table *table = context;
    struct metric_source source = {.summary = summary, .model = model};
    double *row = row_of(table, point);
    (void)recording;
    (void)error;
    for (int metric = 0; metric < METRIC_COUNT; metric++)
        if (metric_scope_of((enum metric)metric) == METRIC_OF_RUN)
            row[metric] = metric_value((enum metric)metric, &source, 0);
    for (int app = 0; app < summary->n_apps; app++)
        row[METRIC_COUNT + app] = metric_value(METRIC_APP_P95, &source, app);
    return true;
}

static void point_fault(void *context, size_t point, const struct error *error)
{
    struct attribution_table *table = context;
    text_print(table->faults[point], sizeof table->faults[point], "%s", error->message);
}

static void tell(void *context, size_t done)
{
    const struct attribution_table *table = context;
    if (table->asked->tell)
        table->asked->tell(table->asked->context, done);
}

/* --- the table --- */

void attribution_table_free(struct attribution_table *table)
{
    if (!table)
        return;
    free(table->values);
    free(table->faults);
    free(table);
}

struct attribution_table *attribution_run(const struct attribution *attribution,
                                          const struct attribution_order *order, struct jobs *jobs,
                                          struct error *error)
{
    struct attribution_table *table = calloc(1, sizeof *table);
    if (!table) {
        error_no_memory(error);
        return NULL;
    }
    table->attribution = attribution;
    table->asked = order;
    table->seeds = order->seeds;
    table->n_sets = attribution_order(attribution, table->order);
    table->width = METRIC_COUNT + (size_t)attribution->scenario.n_apps;
    for (size_t i = 0; i < table->n_sets; i++)
        table->place[table->order[i]] = i;
    size_t points = table->seeds * table->n_sets;
    table->values = malloc(points * table->width * sizeof *table->values);
    table->faults = calloc(points, sizeof *table->faults);
    for (size_t i = 0; table->values && i < points * table->width; i++)
        table->values[i] = NAN;
    struct campaign_plan plan = {.n = points,
                                 .priority = order->priority,
                                 .catalog = order->catalog,
                                 .shelf = order->shelf,
                                 .share = true,
                                 .keep_derived = true,
                                 .context = table,
                                 .scenario = point_scenario,
                                 .keep = point_keep,
                                 .fault = point_fault,
                                 .tell = tell};
    bool good = (table->values && table->faults) || error_no_memory(error);
    good = good && campaign_run(&plan, jobs, error);
    table->asked = NULL;
    if (good)
        return table;
    attribution_table_free(table);
    return NULL;
}

static double value_of(const void *context, unsigned set, size_t seed, enum metric metric, int part)
{
    const struct attribution_table *table = context;
    const double *row = row_of(table, seed * table->n_sets + table->place[set]);
    if (metric_scope_of(metric) == METRIC_OF_RUN)
        return row[metric];
    return metric == METRIC_APP_P95 ? row[METRIC_COUNT + part] : (double)NAN;
}

/* Of the first seed that has one. */
static const char *fault_of(const void *context, unsigned set)
{
    const struct attribution_table *table = context;
    for (size_t seed = 0; seed < table->seeds; seed++) {
        const char *fault = table->faults[seed * table->n_sets + table->place[set]];
        if (*fault)
            return fault;
    }
    return NULL;
}

struct contribution_runs attribution_table_runs(const struct attribution_table *table)
{
    return (struct contribution_runs){table->seeds, value_of, fault_of, table};
}
