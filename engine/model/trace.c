/* Carbon-intensity traces: lookup by instant and the statistics of the history. Values are held, never
 * interpolated. */
#include "engine/model/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const carbon_basis_names[BASIS_COUNT] = {"unknown", "lca", "direct"};
const char *const carbon_kind_names[KIND_COUNT] = {"unknown", "average", "marginal", "long-run"};

struct carbon_meaning carbon_meaning_of(const struct carbon_trace *trace)
{
    return (struct carbon_meaning){trace->basis, trace->kind};
}

const char *carbon_apart(struct carbon_meaning a, struct carbon_meaning b)
{
    static const char *const two_kinds[] = {
        [KIND_AVERAGE + KIND_MARGINAL] = "one counts average emissions, the other marginal ones",
        [KIND_AVERAGE + KIND_LONG_RUN] = "one counts average emissions, the other long-run ones",
        [KIND_MARGINAL + KIND_LONG_RUN] = "one counts marginal emissions, the other long-run ones"};
    if (a.kind != b.kind)
        return a.kind && b.kind ? two_kinds[a.kind + b.kind]
                                : "of one trace it is not known whether it is average or marginal";
    if (a.basis != b.basis)
        return a.basis && b.basis ? "their carbon intensities are of different bases, lca and direct"
                                  : "of one trace it is not known whether its basis is lca or direct";
    return NULL;
}

void carbon_trace_free(struct carbon_trace *trace)
{
    free(trace->samples);
    free(trace->offsets);
    trace->samples = NULL;
    trace->offsets = NULL;
    trace->n = trace->n_offsets = 0;
}

bool carbon_trace_copy(struct carbon_trace *to, const struct carbon_trace *from)
{
    *to = *from;
    to->samples = calloc(from->n ? from->n : 1, sizeof *to->samples);
    to->offsets = calloc(from->n_offsets ? from->n_offsets : 1, sizeof *to->offsets);
    if (!to->samples || !to->offsets) {
        carbon_trace_free(to);
        return false;
    }
    if (from->n)
        memcpy(to->samples, from->samples, from->n * sizeof *to->samples);
    if (from->n_offsets)
        memcpy(to->offsets, from->offsets, from->n_offsets * sizeof *to->offsets);
    return true;
}

int32_t carbon_trace_offset(const struct carbon_trace *trace, int64_t unix_s)
{
    if (trace->n_offsets == 0)
        return 0;
    size_t low = 0, high = trace->n_offsets; /* the last entry at or before this instant is in [low, high) */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (trace->offsets[middle].at_s <= unix_s)
            low = middle;
        else
            high = middle;
    }
    return trace->offsets[low].offset_s;
}

size_t carbon_trace_index(const struct carbon_trace *trace, int64_t unix_s)
{
    if (trace->n <= 1 || unix_s <= trace->start_s)
        return 0;
    uint64_t k = (uint64_t)(unix_s - trace->start_s) / (uint64_t)trace->step_s;
    return k < trace->n ? (size_t)k : trace->n - 1;
}

double carbon_trace_held(const struct carbon_trace *trace, size_t k)
{
    for (size_t i = k < trace->n ? k + 1 : trace->n; i-- > 0;)
        if (!isnan(trace->samples[i]))
            return trace->samples[i];
    return 0;
}

void carbon_trace_moments(const struct carbon_trace *trace, double *mean, double *sd)
{
    size_t n;
    double squares = 0;
    *mean = carbon_trace_history_mean(trace, trace->n, &n);
    for (size_t k = 0; k < trace->n; k++) {
        double off = trace->samples[k] - *mean;
        squares += isnan(off) ? 0 : off * off;
    }
    *sd = n > 0 ? sqrt(squares / (double)n) : NAN;
}

double carbon_trace_history_mean(const struct carbon_trace *trace, size_t k, size_t *n_used)
{
    size_t n = 0;
    double sum = carbon_trace_history_sum(trace, k, &n);
    if (n_used)
        *n_used = n;
    return n > 0 ? sum / (double)n : NAN;
}

double carbon_trace_history_sum(const struct carbon_trace *trace, size_t k, size_t *n_used)
{
    double sum = 0;
    *n_used = 0;
    for (size_t i = 0; i < k && i < trace->n; i++) {
        if (isnan(trace->samples[i]))
            continue;
        sum += trace->samples[i];
        ++*n_used;
    }
    return sum;
}

/* Workloads: what they own. */

const char *const workload_kind_names[WORKLOAD_KIND_COUNT] = {"rates", "arrivals"};

void workload_free(struct workload *workload)
{
    free(workload->rate);
    free(workload->arrival_ns);
    free(workload->batch);
    workload->rate = NULL;
    workload->arrival_ns = NULL;
    workload->batch = NULL;
    workload->n = 0;
}
