/* A carbon-intensity trace: a regular grid of samples in gCO2eq/kWh, each held until the next (never
 * interpolated), with the facts that must be shown wherever it is used: basis, kind, resolution, gaps,
 * source, licence (file_formats.md). A missing sample is NAN: the last value is held and is not appended to
 * the history again. */
#ifndef WATTIF_MODEL_TRACE_H
#define WATTIF_MODEL_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum carbon_basis { BASIS_UNKNOWN, BASIS_LCA, BASIS_DIRECT, BASIS_COUNT };
enum carbon_kind { KIND_UNKNOWN, KIND_AVERAGE, KIND_MARGINAL, KIND_LONG_RUN, KIND_COUNT };

extern const char *const carbon_basis_names[BASIS_COUNT]; /* "unknown", "lca", "direct" */
extern const char *const carbon_kind_names[KIND_COUNT];   /* "unknown", "average", "marginal", "long-run" */

/* What a gram by a trace is a gram of. */
struct carbon_meaning {
    enum carbon_basis basis;
    enum carbon_kind kind;
};

struct utc_offset {
    int64_t at_s; /* from this UTC instant on */
    int32_t offset_s;
};

struct carbon_trace {
    char name[64];
    char title[96]; /* "California (CISO) 2022" */
    char zone[32];
    char source[160];
    char licence[96];
    enum carbon_basis basis;
    enum carbon_kind kind;
    int64_t start_s; /* UTC instant of samples[0] */
    int32_t step_s;  /* resolution; a one-sample trace is constant */
    size_t n;
    double *samples;  /* g/kWh, NAN = missing; owned */
    size_t missing;   /* number of NAN */
    size_t estimated; /* samples that the source itself flags as estimated */
    size_t n_offsets;
    struct utc_offset *offsets; /* ascending; owned; none = UTC */
    char hash[65];              /* content hash of the version in the store, or "" */
};

struct carbon_meaning carbon_meaning_of(const struct carbon_trace *trace);
/* Why grams that mean this are not held against grams that mean that, as the end of "not compared, because
 * ..."; NULL: they are. What is not known may be either, and is held against nothing but its like. */
const char *carbon_apart(struct carbon_meaning a, struct carbon_meaning b);

/* Frees what the trace owns (not the struct). */
void carbon_trace_free(struct carbon_trace *trace);
/* False when out of memory; `to` need not be initialised. */
bool carbon_trace_copy(struct carbon_trace *to, const struct carbon_trace *from);

/* Local time = UTC + this; 0 where the trace has no offsets. */
int32_t carbon_trace_offset(const struct carbon_trace *trace, int64_t unix_s);

/* Index of the sample in force at this instant; clamped to 0..n-1. A constant trace (n == 1) is always 0. */
size_t carbon_trace_index(const struct carbon_trace *trace, int64_t unix_s);

/* The value in force at sample k: the last non-missing at or before k (0 if none). */
double carbon_trace_held(const struct carbon_trace *trace, size_t k);

/* Mean and population standard deviation of the present samples; NAN if there is none. */
void carbon_trace_moments(const struct carbon_trace *trace, double *mean, double *sd);

/* Mean of the present samples before index k: ACI at a run that starts in sample k (CD-X14); NAN if there is
 * none (then ACI is the sample itself: carbon_aci). n_used (may be NULL) tells how many. */
double carbon_trace_history_mean(const struct carbon_trace *trace, size_t k, size_t *n_used);
/* Their sum, added up in order. */
double carbon_trace_history_sum(const struct carbon_trace *trace, size_t k, size_t *n_used);

/* A workload: arrivals measured or counted elsewhere, to be replayed (arrivals) or to drive a Poisson process
 * step by step (rates). It never depends on a policy. */

enum workload_kind { WORKLOAD_RATES, WORKLOAD_ARRIVALS, WORKLOAD_KIND_COUNT };

extern const char *const workload_kind_names[WORKLOAD_KIND_COUNT]; /* "rates", "arrivals" */

struct workload {
    char name[64];
    char title[96];
    char source[160];
    char licence[96];
    enum workload_kind kind;
    size_t n;
    /* rates: n steps of step_ns each; rate[k] requests/s (NAN = missing: no arrivals, shown as a gap) */
    int64_t step_ns;
    double *rate; /* owned */
    /* arrivals: n times, ascending (ties allowed), ns from the start; batch 1.. (NULL: 1); app index into
     * app_names (NULL: any) */
    int64_t *arrival_ns; /* owned */
    int32_t *batch;      /* owned or NULL */
    char hash[65];
};

void workload_free(struct workload *workload);

#endif
