/* Samples are gathered in three growing arrays; the grid is made when all are known. */
#include "store/import/trace_builder.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { OFF_GRID_TOLD = 3, STEPS_KNOWN = 64, HOUR_S = 3600 };

static bool builder_no_memory(struct trace_builder *builder)
{
    return faults_no_memory(builder->faults, "");
}

PRINTF_LIKE(3, 4)
static bool builder_fault(struct trace_builder *builder, uint32_t mark, const char *format, ...)
{
    char place[256], message[256];
    va_list args;

    builder->place(builder->context, mark, place);
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    faults_add(builder->faults, place, "%s", message);
    return false;
}

static bool builder_grow(struct trace_builder *builder)
{
    size_t size = builder->size ? 2 * builder->size : 1024;
    int64_t *at_s = realloc(builder->at_s, size * sizeof *at_s);

    if (at_s)
        builder->at_s = at_s;
    double *g_per_kwh = at_s ? realloc(builder->g_per_kwh, size * sizeof *g_per_kwh) : NULL;
    if (g_per_kwh)
        builder->g_per_kwh = g_per_kwh;
    uint32_t *mark = g_per_kwh ? realloc(builder->mark, size * sizeof *mark) : NULL;
    if (!mark)
        return false;
    builder->mark = mark;
    builder->size = size;
    return true;
}

/* The time in order, or a fault. */
static bool builder_time(struct trace_builder *builder, const char *time, uint32_t mark, int64_t *at_s)
{
    if (!civil_parse(time, at_s))
        return builder_fault(builder, mark, "'%s' is no date and time (as 2022-01-13T20:00:00Z)",
                             TEXT_BRIEF(time));
    if (builder->any && *at_s == builder->last_s)
        return builder_fault(builder, mark, "the time %s is given twice; keep one of the rows",
                             TEXT_BRIEF(time));
    if (builder->any && *at_s < builder->last_s)
        return builder_fault(builder, mark,
                             "the time %s is earlier than the one before it; times must ascend",
                             TEXT_BRIEF(time));
    builder->any = true;
    builder->last_s = *at_s;
    return true;
}

bool trace_builder_add(struct trace_builder *builder, const char *time, double g_per_kwh, bool estimated,
                       uint32_t mark)
{
    int64_t at_s;

    if (!builder_time(builder, time, mark, &at_s))
        return false;
    if (g_per_kwh < 0)
        return builder_fault(builder, mark, "the intensity %g is negative; it must be at least 0", g_per_kwh);
    if (g_per_kwh > INTENSITY_MAX)
        return builder_fault(builder, mark, "the intensity %g is above %d gCO2eq/kWh; is its unit another?",
                             g_per_kwh, INTENSITY_MAX);
    if (builder->n == builder->size && !builder_grow(builder))
        return builder_no_memory(builder);
    builder->at_s[builder->n] = at_s;
    builder->g_per_kwh[builder->n] = g_per_kwh;
    builder->mark[builder->n] = mark;
    builder->estimated += estimated;
    builder->n++;
    return true;
}

/* The most common step; the smaller one of two that are equally common. */
static int64_t common_step(const struct trace_builder *builder)
{
    int64_t step[STEPS_KNOWN] = {0};
    size_t count[STEPS_KNOWN] = {0}, known = 0, best = 0;

    for (size_t i = 1; i < builder->n; i++) {
        int64_t gap = builder->at_s[i] - builder->at_s[i - 1];
        size_t k = 0;
        while (k < known && step[k] != gap)
            k++;
        if (k == STEPS_KNOWN)
            continue;
        step[k] = gap;
        count[k]++;
        known += k == known;
    }
    for (size_t k = 1; k < known; k++)
        if (count[k] > count[best] || (count[k] == count[best] && step[k] < step[best]))
            best = k;
    return known ? step[best] : HOUR_S;
}

/* Rows without a value before the first and after the last that has one are no part of the trace. */
static void trim(const struct trace_builder *builder, size_t *first, size_t *end)
{
    *first = 0;
    *end = builder->n;
    while (*first < *end && isnan(builder->g_per_kwh[*first]))
        ++*first;
    while (*end > *first && isnan(builder->g_per_kwh[*end - 1]))
        --*end;
}

static bool fill_grid(struct trace_builder *builder, struct carbon_trace *trace, size_t first, size_t end)
{
    size_t cells = (size_t)((builder->at_s[end - 1] - trace->start_s) / trace->step_s) + 1, filled = 0;
    size_t off = 0;

    trace->samples = malloc(cells * sizeof *trace->samples);
    if (!trace->samples)
        return builder_no_memory(builder);
    for (size_t k = 0; k < cells; k++)
        trace->samples[k] = NAN;
    for (size_t i = first; i < end; i++) {
        if (isnan(builder->g_per_kwh[i]))
            continue;
        int64_t past = builder->at_s[i] - trace->start_s;
        bool fits = past % trace->step_s == 0;
        off += !fits;
        if (!fits && off <= OFF_GRID_TOLD)
            builder_fault(builder, builder->mark[i],
                          "this time is off the grid of %" PRId32 " s steps that most samples follow",
                          trace->step_s);
        else if (fits)
            trace->samples[past / trace->step_s] = builder->g_per_kwh[i];
        filled++;
    }
    trace->n = cells;
    trace->missing = cells - filled;
    trace->estimated = builder->estimated;
    if (off > OFF_GRID_TOLD)
        builder_fault(
            builder, builder->mark[end - 1],
            "so are %zu times in all: a trace has one step; cut the file where it changes, import the parts",
            off);
    return off == 0;
}

bool trace_builder_finish(struct trace_builder *builder, struct carbon_trace *trace)
{
    size_t first, end;

    trim(builder, &first, &end);
    if (first == end)
        return builder_fault(builder, 1,
                             "there is not a single sample; a trace needs a time with an intensity");
    if (end - first == 1 && builder->n > 1)
        return builder_fault(
            builder, builder->mark[first],
            "of %zu rows only this one has an intensity: that is no trace; one that is constant is a file of one row",
            builder->n);
    int64_t step_s = end - first == 1 ? HOUR_S : common_step(builder); /* one sample is constant */
    int64_t steps = (builder->at_s[end - 1] - builder->at_s[first]) / step_s;
    if (step_s > INT32_MAX || steps >= IMPORT_ROWS_MAX)
        return builder_fault(builder, builder->mark[end - 1],
                             "from the first to this sample it is more than %d steps of %" PRId64 " s",
                             IMPORT_ROWS_MAX, step_s);
    trace->start_s = builder->at_s[first];
    trace->step_s = (int32_t)step_s;
    return fill_grid(builder, trace, first, end);
}

void trace_builder_free(struct trace_builder *builder)
{
    free(builder->at_s);
    free(builder->g_per_kwh);
    free(builder->mark);
    builder->at_s = NULL;
    builder->g_per_kwh = NULL;
    builder->mark = NULL;
}

static void describe_step(int32_t step_s, char *out, size_t size)
{
    if (step_s == HOUR_S)
        snprintf(out, size, "hourly");
    else if (step_s == HOUR_S / 2)
        snprintf(out, size, "half-hourly");
    else if (step_s % 60 == 0)
        snprintf(out, size, "every %" PRId32 " min", step_s / 60);
    else
        snprintf(out, size, "every %" PRId32 " s", step_s);
}

void trace_describe(const struct carbon_trace *trace, char *out, size_t size)
{
    char step[32], from[24], to[24], gaps[48] = "no gaps", estimated[48] = "";
    const char *kind = trace->kind == KIND_UNKNOWN ? "kind unknown" : carbon_kind_names[trace->kind];

    describe_step(trace->step_s, step, sizeof step);
    civil_format(trace->start_s, from, sizeof from);
    civil_format(trace->start_s + (int64_t)(trace->n - 1) * trace->step_s, to, sizeof to);
    if (trace->missing > 0)
        snprintf(gaps, sizeof gaps, "%zu missing", trace->missing);
    if (trace->estimated > 0)
        snprintf(estimated, sizeof estimated, ", %zu estimated by the source", trace->estimated);
    if (trace->n == 1)
        snprintf(out, size, "constant %g g/kWh, %s, basis %s", trace->samples[0], kind,
                 carbon_basis_names[trace->basis]);
    else
        snprintf(out, size, "%zu samples, %s, %s to %s, %s, basis %s, %s%s", trace->n, step, from, to, kind,
                 carbon_basis_names[trace->basis], gaps, estimated);
}
