/* One table of tables: which fields of which structs a row has. Of each array in the summary (apps, GPUs,
 * pools) a table has a row an element, of the summary itself one row. */
#include "store/runs/saved_run.h"

#include "engine/answers/metric.h"
#include "engine/base/text.h"
#include "store/database.h"

#include <stdio.h>
#include <string.h>

enum { RUN_FIELDS_MAX = 112, NO_METRICS = -1 };

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

static const struct field summary_columns[] = {
    {"exact", BOOL_AT(summary, exact)},
    {"accounting", TEXT_AT(summary, accounting)},
    {"temp_period_s", NUMBER_AT(summary, temp_period_s)},
    {"affinities_met", INT64_AT(summary, affinities_met)},
};
static const struct field app_columns[] = {
    {"name", TEXT_AT(summary_app, name)},
    {"accuracy_metric", TEXT_AT(summary_app, accuracy_metric)},
};
static const struct field recorded_app_columns[] = {
    {"model", TEXT_AT(recording_app, model)},
    {"percentile", NUMBER_AT(recording_app, percentile)},
    {"initial_slo_ms", NUMBER_AT(recording_app, slo_ms)},
};
static const struct field gpu_columns[] = {
    {"name", TEXT_AT(summary_gpu, name)},
    {"type", TEXT_AT(summary_gpu, type)},
};
static const struct field recorded_gpu_columns[] = {
    {"class", INT32_AT(recording_gpu, class)},
    {"owner", INT32_AT(recording_gpu, owner)},
    {"idle_w", NUMBER_AT(recording_gpu, idle_w)},
};
static const struct field pool_columns[] = {
    {"name", TEXT_AT(summary_pool, name)},
    {"accounting", TEXT_AT(summary_pool, accounting)},
    {"requests", INT64_AT(summary_pool, requests)},
    {"violations", INT64_AT(summary_pool, violations)},
    {"reconfigurations", INT64_AT(summary_pool, reconfigurations)},
    {"energy_j", NUMBER_AT(summary_pool, energy_j)},
    {"carbon_g", NUMBER_AT(summary_pool, carbon_g)},
    {"searches", INT64_AT(summary_pool, search.searches)},
    {"evaluations", INT64_AT(summary_pool, search.evaluations)},
    {"evaluations_compliant", INT64_AT(summary_pool, search.compliant)},
    {"evaluations_cached", INT64_AT(summary_pool, search.cached)},
    {"search_share", NUMBER_AT(summary_pool, search.time_share)},
};

/* A table: the column of a row's number (NULL: there is one row), whose metrics it has, the fields of its
 * struct in the summary and of the one in the recording. */
struct run_part {
    const char *table, *number;
    int scope; /* enum metric_scope, or NO_METRICS */
    const struct field *told, *recorded;
    size_t n_told, n_recorded;
};
static const struct run_part parts[] = {
    {"run_summary", NULL, METRIC_OF_RUN, summary_columns, NULL, COUNT(summary_columns), 0},
    {"run_app", "app", METRIC_OF_APP, app_columns, recorded_app_columns, COUNT(app_columns),
     COUNT(recorded_app_columns)},
    {"run_gpu", "gpu", METRIC_OF_GPU, gpu_columns, recorded_gpu_columns, COUNT(gpu_columns),
     COUNT(recorded_gpu_columns)},
    {"run_pool", "pool", NO_METRICS, pool_columns, NULL, COUNT(pool_columns), 0},
};
enum { PARTS = sizeof parts / sizeof *parts };

_Static_assert(METRIC_COUNT + 8 <= RUN_FIELDS_MAX, "room for every column of a row");

/* The columns of a part: what is told, what was recorded, its metrics. How many. */
static size_t list_fields(const struct run_part *part, struct field fields[RUN_FIELDS_MAX])
{
    size_t n = part->n_told + part->n_recorded;
    memcpy(fields, part->told, part->n_told * sizeof *fields);
    if (part->recorded)
        memcpy(fields + part->n_told, part->recorded, part->n_recorded * sizeof *fields);
    for (int metric = 0; metric < METRIC_COUNT; metric++)
        if ((int)metric_scope_of((enum metric)metric) == part->scope)
            fields[n++] = (struct field){metric_infos[metric].column, .type = FIELD_NUMBER};
    return n;
}

/* The structs of row `i`. */
static void find_structs(const struct run_part *part, struct recording *recording, int i, void **told,
                         void **recorded)
{
    struct summary *summary = &recording->summary;
    *recorded = part->scope == METRIC_OF_APP   ? (void *)&recording->apps[i]
                : part->scope == METRIC_OF_GPU ? (void *)&recording->gpus[i]
                                               : NULL;
    *told = part->scope == METRIC_OF_APP   ? (void *)&summary->apps[i]
            : part->scope == METRIC_OF_GPU ? (void *)&summary->gpus[i]
            : part->scope == METRIC_OF_RUN ? (void *)summary
                                           : (void *)&summary->pools[i];
}

static int count_rows(const struct run_part *part, const struct summary *summary)
{
    return part->scope == METRIC_OF_RUN   ? 1
           : part->scope == METRIC_OF_APP ? summary->n_apps
           : part->scope == METRIC_OF_GPU ? summary->n_gpus
                                          : summary->n_pools;
}

bool run_rows_save(sqlite3 *db, int64_t id, const struct recording *recording, struct error *error)
{
    const struct metric_source source = {&recording->summary, NULL, NULL};
    bool good = true;
    for (const struct run_part *part = parts; good && part < parts + PARTS; part++) {
        struct field fields[RUN_FIELDS_MAX];
        size_t n_fields = list_fields(part, fields);
        char keys[32] = "run_id";
        int n_keys = part->number ? 2 : 1, n = count_rows(part, &recording->summary);
        if (part->number)
            text_append(keys, sizeof keys, ", %s", part->number);
        sqlite3_stmt *insert = rows_prepare_insert(db, part->table, keys, n_keys, fields, n_fields, error);
        good = insert != NULL;
        for (int i = 0; good && i < n; i++) {
            void *told, *recorded;
            int at = n_keys + 1;
            find_structs(part, (struct recording *)recording, i, &told, &recorded); /* only read from */
            bind_int(insert, 1, id);
            if (part->number)
                bind_int(insert, 2, i);
            rows_bind(insert, at, part->told, part->n_told, told);
            rows_bind(insert, at += (int)part->n_told, part->recorded, part->n_recorded, recorded);
            at += (int)part->n_recorded;
            for (int metric = 0; metric < METRIC_COUNT; metric++)
                if ((int)metric_scope_of((enum metric)metric) == part->scope)
                    bind_real(insert, at++, metric_kept((enum metric)metric, &source, i));
            good = statement_run(insert, error);
        }
        sqlite3_finalize(insert);
    }
    return good;
}

bool run_rows_load(sqlite3 *db, int64_t id, struct recording *recording, struct error *error)
{
    const struct summary *summary = &recording->summary;
    bool good = true;
    for (const struct run_part *part = parts; good && part < parts + PARTS; part++) {
        /* Metrics that are made of others are passed over. */
        struct summary *of = &recording->summary;
        struct field fields[RUN_FIELDS_MAX];
        size_t n_fields = list_fields(part, fields);
        int n = part->scope == NO_METRICS ? POOLS_MAX : count_rows(part, of), row = -1, i = 0;
        char rest[64];
        snprintf(rest, sizeof rest, "%s WHERE run_id = ? ORDER BY %s", part->table,
                 part->number ? part->number : "run_id");
        sqlite3_stmt *select = rows_ask(db, rest, id, fields, n_fields, error);
        for (; select && (row = statement_row(select, error)) == 1 && i < n; i++) {
            void *told, *recorded;
            int at = (int)(part->n_told + part->n_recorded);
            find_structs(part, recording, i, &told, &recorded);
            rows_read(select, part->told, part->n_told, told);
            rows_read(select, part->recorded, part->n_recorded, recorded);
            for (int metric = 0; metric < METRIC_COUNT; metric++)
                if ((int)metric_scope_of((enum metric)metric) == part->scope)
                    metric_restore((enum metric)metric, of, i, column_real(select, at++));
        }
        sqlite3_finalize(select);
        if (part->scope == NO_METRICS)
            of->n_pools = i;
        good = row == 0 && (part->scope == NO_METRICS || i == n);
    }
    for (int a = 0; good && a < recording->n_apps; a++)
        text_copy(recording->apps[a].name, sizeof recording->apps[a].name, summary->apps[a].name);
    for (int g = 0; good && g < recording->n_gpus; g++) {
        text_copy(recording->gpus[g].name, sizeof recording->gpus[g].name, summary->gpus[g].name);
        text_copy(recording->gpus[g].type, sizeof recording->gpus[g].type, summary->gpus[g].type);
    }
    return good;
}
