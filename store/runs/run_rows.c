/* The tables, and the coding of sketches. */
#include "store/runs/run_rows.h"

#include "engine/base/text.h"

#include <string.h>

#define FIELD(type, column, kind, member)                                                                    \
    {                                                                                                        \
        column, kind, offsetof(struct type, member), sizeof((struct type *)0)->member                        \
    }

const struct row_field run_fact_fields[] = {
    FIELD(summary, "exact", ROW_BOOL, exact),
    FIELD(summary, "accounting", ROW_TEXT, accounting),
    FIELD(summary, "temp_period_s", ROW_REAL, temp_period_s),
    FIELD(summary, "affinities_met", ROW_INT64, affinities_met),
};
const size_t run_n_fact_fields = ROWS_COUNT(run_fact_fields);

static const struct row_field app_told[] = {
    FIELD(summary_app, "name", ROW_TEXT, name),
    FIELD(summary_app, "accuracy_metric", ROW_TEXT, accuracy_metric),
};
static const struct row_field app_recorded[] = {
    FIELD(recording_app, "model", ROW_TEXT, model),
    FIELD(recording_app, "percentile", ROW_REAL, percentile),
    FIELD(recording_app, "initial_slo_ms", ROW_REAL, slo_ms),
};
const struct run_part run_app_part = {
    "run_app", "app", METRIC_OF_APP, app_told, app_recorded, ROWS_COUNT(app_told), ROWS_COUNT(app_recorded)};

static const struct row_field gpu_told[] = {
    FIELD(summary_gpu, "name", ROW_TEXT, name),
    FIELD(summary_gpu, "type", ROW_TEXT, type),
};
static const struct row_field gpu_recorded[] = {
    FIELD(recording_gpu, "class", ROW_INT, class),
    FIELD(recording_gpu, "owner", ROW_INT, owner),
    FIELD(recording_gpu, "idle_w", ROW_REAL, idle_w),
};
const struct run_part run_gpu_part = {
    "run_gpu", "gpu", METRIC_OF_GPU, gpu_told, gpu_recorded, ROWS_COUNT(gpu_told), ROWS_COUNT(gpu_recorded)};

_Static_assert(METRIC_COUNT + 8 <= RUN_FIELDS_MAX, "room for every column of a row");

size_t run_metric_fields(enum metric_scope scope, struct row_field fields[RUN_FIELDS_MAX])
{
    size_t n = 0;

    for (int metric = 0; metric < METRIC_COUNT; metric++)
        if (metric_scope_of((enum metric)metric) == scope)
            fields[n++] = (struct row_field){.column = metric_infos[metric].column, .type = ROW_REAL};
    return n;
}

size_t run_part_fields(const struct run_part *part, struct row_field fields[RUN_FIELDS_MAX])
{
    memcpy(fields, part->told, part->n_told * sizeof *fields);
    memcpy(fields + part->n_told, part->recorded, part->n_recorded * sizeof *fields);
    size_t n = part->n_told + part->n_recorded;
    return n + run_metric_fields(part->scope, fields + n);
}

void run_metrics_bind(sqlite3_stmt *statement, int first, enum metric_scope scope,
                      const struct metric_source *source, int part)
{
    for (int metric = 0; metric < METRIC_COUNT; metric++)
        if (metric_scope_of((enum metric)metric) == scope)
            bind_real(statement, first++, metric_kept((enum metric)metric, source, part));
}

void run_metrics_read(sqlite3_stmt *statement, int first, enum metric_scope scope, struct summary *summary,
                      int part)
{
    for (int metric = 0; metric < METRIC_COUNT; metric++)
        if (metric_scope_of((enum metric)metric) == scope)
            metric_restore((enum metric)metric, summary, part, column_real(statement, first++));
}

const char *run_baseline_name(const char *name, char out[RUN_BASELINE_NAME])
{
    text_print(out, RUN_BASELINE_NAME, "%s/baseline", name);
    return out;
}

static size_t put_number(uint32_t value, unsigned char *out)
{
    size_t n = 0;

    for (; value >= 0x80; value >>= 7)
        out[n++] = (unsigned char)(value | 0x80);
    out[n++] = (unsigned char)value;
    return n;
}

/* Bytes taken, 0 if there is no whole number. */
static size_t get_number(const unsigned char *bytes, size_t n, uint32_t *value)
{
    *value = 0;
    for (size_t i = 0; i < n && i < 5; i++) {
        *value |= (uint32_t)(bytes[i] & 0x7F) << (7 * i);
        if (!(bytes[i] & 0x80))
            return i + 1;
    }
    return 0;
}

size_t run_sketch_encode(const struct sketch_pair *pairs, size_t n, unsigned char *out)
{
    size_t used = 0;
    uint32_t before = 0;

    for (size_t i = 0; i < n; i++) {
        used += put_number(pairs[i].bin - before, out + used);
        used += put_number(pairs[i].count, out + used);
        before = pairs[i].bin;
    }
    return used;
}

long run_sketch_decode(const unsigned char *bytes, size_t n, struct sketch_pair *pairs)
{
    uint32_t bin = 0;
    long found = 0;

    for (size_t at = 0; at < n; found++) {
        uint32_t step, count;
        size_t first = get_number(bytes + at, n - at, &step);
        size_t second = first ? get_number(bytes + at + first, n - at - first, &count) : 0;
        if (second == 0 || step >= SKETCH_BINS || bin + step >= SKETCH_BINS || (found > 0 && step == 0))
            return -1;
        bin += step;
        pairs[found] = (struct sketch_pair){.bin = (uint16_t)bin, .count = count};
        at += first + second;
    }
    return found;
}
