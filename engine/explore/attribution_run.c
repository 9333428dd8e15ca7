/* Point by point: all sets of a seed, in the order that tells most, then those of the next. Each writes its
 * own row: the metrics of the whole run, and behind them each app's p95. */
#include "engine/explore/attribution_run.h"

#include "engine/base/text.h"
#include "engine/explore/campaign.h"

#include <math.h>
#include <stdlib.h>

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

static struct attribution_table *table_create(const struct attribution *attribution, size_t seeds)
{
    struct attribution_table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->attribution = attribution;
    table->seeds = seeds;
    table->n_sets = attribution_order(attribution, table->order);
    table->width = METRIC_COUNT + (size_t)attribution->scenario.n_apps;
    for (size_t i = 0; i < table->n_sets; i++)
        table->place[table->order[i]] = i;
    size_t points = seeds * table->n_sets;
    table->values = malloc(points * table->width * sizeof *table->values);
    table->faults = calloc(points, sizeof *table->faults);
    for (size_t i = 0; table->values && i < points * table->width; i++)
        table->values[i] = NAN;
    if (table->values && table->faults)
        return table;
    attribution_table_free(table);
    return NULL;
}

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
    struct attribution_table *table = table_create(attribution, order->seeds);
    struct campaign_plan plan = {.priority = order->priority,
                                 .catalog = order->catalog,
                                 .shelf = order->shelf,
                                 .share = true,
                                 .keep_derived = true,
                                 .context = table,
                                 .scenario = point_scenario,
                                 .keep = point_keep,
                                 .fault = point_fault,
                                 .tell = tell};
    if (!table) {
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    table->asked = order;
    plan.n = order->seeds * table->n_sets;
    bool good = campaign_run(&plan, jobs, error);
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
    enum metric_scope scope = metric_scope_of(metric);
    if (scope == METRIC_OF_RUN)
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
