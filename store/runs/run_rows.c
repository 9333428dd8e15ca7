/* The tables, and the coding of sketches. */
#include "store/runs/run_rows.h"

#define FIELD(type, column, kind, member)                                                                    \
    {                                                                                                        \
        column, kind, offsetof(struct type, member), sizeof((struct type *)0)->member                        \
    }

const struct row_field run_summary_fields[] = {
    FIELD(summary, "horizon_s", ROW_REAL, horizon_s),
    FIELD(summary, "requests", ROW_INT64, requests),
    FIELD(summary, "arrived", ROW_INT64, arrived),
    FIELD(summary, "queued", ROW_INT64, queued),
    FIELD(summary, "running", ROW_INT64, running),
    FIELD(summary, "overloaded_at_s", ROW_REAL, overloaded_at_s),
    FIELD(summary, "exact", ROW_BOOL, exact),
    FIELD(summary, "carbon_total_g", ROW_REAL, carbon_total_g),
    FIELD(summary, "energy_it_j", ROW_REAL, energy_it_j),
    FIELD(summary, "energy_idle_j", ROW_REAL, energy_idle_j),
    FIELD(summary, "energy_cooling_j", ROW_REAL, energy_cooling_j),
    FIELD(summary, "energy_facility_j", ROW_REAL, energy_facility_j),
    FIELD(summary, "energy_total_j", ROW_REAL, energy_total_j),
    FIELD(summary, "intensity_steps", ROW_INT64, intensity_steps),
    FIELD(summary, "trace_ended", ROW_BOOL, trace_ended),
    FIELD(summary, "gap_samples", ROW_INT64, gap_samples),
    FIELD(summary, "accounting", ROW_TEXT, accounting),
    FIELD(summary, "reconfigurations", ROW_INT64, reconfigurations),
    FIELD(summary, "searches", ROW_INT64, search.searches),
    FIELD(summary, "evaluations", ROW_INT64, search.evaluations),
    FIELD(summary, "evaluations_compliant", ROW_INT64, search.compliant),
    FIELD(summary, "evaluations_cached", ROW_INT64, search.cached),
    FIELD(summary, "search_share", ROW_REAL, search.time_share),
};
const size_t run_n_summary_fields = ROWS_COUNT(run_summary_fields);

const struct row_field run_app_fields[] = {
    FIELD(summary_app, "name", ROW_TEXT, name),
    FIELD(summary_app, "arrived", ROW_INT64, arrived),
    FIELD(summary_app, "finished", ROW_INT64, finished),
    FIELD(summary_app, "violations", ROW_INT64, violations),
    FIELD(summary_app, "high_end_uses", ROW_INT64, high_end_uses),
    FIELD(summary_app, "mean_ms", ROW_REAL, mean_ms),
    FIELD(summary_app, "p50_ms", ROW_REAL, p50_ms),
    FIELD(summary_app, "p95_ms", ROW_REAL, p95_ms),
    FIELD(summary_app, "p99_ms", ROW_REAL, p99_ms),
    FIELD(summary_app, "tail_ms", ROW_REAL, tail_ms),
    FIELD(summary_app, "slo_ms", ROW_REAL, slo_ms),
    FIELD(summary_app, "slo_met", ROW_BOOL, slo_met),
    FIELD(summary_app, "energy_j", ROW_REAL, energy_j),
    FIELD(summary_app, "carbon_g", ROW_REAL, carbon_g),
    FIELD(summary_app, "busy_s", ROW_REAL, busy_s),
    FIELD(summary_app, "time_share", ROW_REAL, time_share),
    FIELD(summary_app, "energy_share", ROW_REAL, energy_share),
    FIELD(summary_app, "accuracy", ROW_REAL, accuracy),
    FIELD(summary_app, "accuracy_metric", ROW_TEXT, accuracy_metric),
    FIELD(summary_app, "done_s", ROW_REAL, done_s),
};
const size_t run_n_app_fields = ROWS_COUNT(run_app_fields);

const struct row_field run_recorded_app_fields[] = {
    FIELD(recording_app, "model", ROW_TEXT, model),
    FIELD(recording_app, "percentile", ROW_REAL, percentile),
    FIELD(recording_app, "initial_slo_ms", ROW_REAL, slo_ms),
};
const size_t run_n_recorded_app_fields = ROWS_COUNT(run_recorded_app_fields);

const struct row_field run_gpu_fields[] = {
    FIELD(summary_gpu, "name", ROW_TEXT, name),         FIELD(summary_gpu, "type", ROW_TEXT, type),
    FIELD(summary_gpu, "busy_s", ROW_REAL, busy_s),     FIELD(summary_gpu, "idle_s", ROW_REAL, idle_s),
    FIELD(summary_gpu, "outage_s", ROW_REAL, outage_s), FIELD(summary_gpu, "energy_j", ROW_REAL, energy_j),
    FIELD(summary_gpu, "carbon_g", ROW_REAL, carbon_g),
};
const size_t run_n_gpu_fields = ROWS_COUNT(run_gpu_fields);

const struct row_field run_recorded_gpu_fields[] = {
    FIELD(recording_gpu, "class", ROW_INT, class),
    FIELD(recording_gpu, "owner", ROW_INT, owner),
    FIELD(recording_gpu, "idle_w", ROW_REAL, idle_w),
};
const size_t run_n_recorded_gpu_fields = ROWS_COUNT(run_recorded_gpu_fields);

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
