/* The grid is made when all rows are known; until then they are three arrays that grow. */
#include "store/import/rates.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/ranges.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPARSE_STEPS = 10000, SPARSE_SHARE = 100 };

struct workload *import_new_workload(struct import_job *job, enum workload_kind kind, const char *format)
{
    struct item *item = import_result_add(job->result, ITEM_WORKLOAD, job->faults);

    if (!item)
        return NULL;
    struct workload *workload = &item->as.workload;
    text_copy(workload->name, sizeof workload->name, job->name);
    text_copy(workload->title, sizeof workload->title, job->name);
    snprintf(workload->source, sizeof workload->source, "imported (%s)", format);
    workload->kind = kind;
    return workload;
}

static bool rates_grow(struct rates *rates)
{
    size_t size = rates->size ? 2 * rates->size : 1024;
    int64_t *at_ns = realloc(rates->at_ns, size * sizeof *at_ns);

    if (at_ns)
        rates->at_ns = at_ns;
    double *rate = at_ns ? realloc(rates->rate, size * sizeof *rate) : NULL;
    if (rate)
        rates->rate = rate;
    uint32_t *line = rate ? realloc(rates->line, size * sizeof *line) : NULL;
    if (!line)
        return false;
    rates->line = line;
    rates->size = size;
    return true;
}

void rates_free(struct rates *rates)
{
    free(rates->at_ns);
    free(rates->rate);
    free(rates->line);
}

bool rates_add(struct rates *rates, struct csv_reader *reader, const int *column, int64_t at_ns, double per_s,
               const struct import_job *job)
{
    double value = NAN;

    if (rates->n > 0 && at_ns <= rates->at_ns[rates->n - 1])
        return csv_reader_fault(reader, column[0],
                                at_ns == rates->at_ns[rates->n - 1]
                                    ? "this time is given twice"
                                    : "this time is earlier than the one before; times must ascend");
    if (*csv_reader_cell(reader, column[1]) && !import_number(reader, column[1], "the rate", &value))
        return false;
    if (value < 0)
        return csv_reader_fault(reader, column[1],
                                "the rate %g is negative; an empty cell says that it is not known", value);
    rates->zeros += value == 0;
    if (value == 0 && job->options->zeros_missing)
        value = NAN;
    if (rates->n == rates->size && !rates_grow(rates))
        return csv_reader_no_memory(reader);
    rates->at_ns[rates->n] = at_ns;
    rates->rate[rates->n] = value / per_s;
    rates->line[rates->n] = (uint32_t)csv_reader_line(reader);
    rates->n++;
    return true;
}

/* The most common gap by Boyer and Moore's vote among the gaps; exact whenever one gap is the majority, which
 * a regular file has. */
static int64_t majority_step(const struct rates *rates)
{
    int64_t step = NS_PER_S;
    size_t votes = 0;

    for (size_t i = 1; i < rates->n; i++) {
        int64_t gap = rates->at_ns[i] - rates->at_ns[i - 1];
        if (votes == 0)
            step = gap;
        votes = gap == step ? votes + 1 : votes - 1;
    }
    return step;
}

/* A long grid on which hardly a step has a row is a time mistyped, or a file of events taken for one of
 * rates: named at the row after its widest gap. */
static bool rates_sparse(struct csv_reader *reader, const struct rates *rates, size_t steps, int64_t step_ns)
{
    size_t after = rates->n - 1;

    if (steps < SPARSE_STEPS || steps / SPARSE_SHARE < rates->n)
        return false;
    for (size_t i = 1; i < rates->n; i++)
        if (rates->at_ns[i] - rates->at_ns[i - 1] > rates->at_ns[after] - rates->at_ns[after - 1])
            after = i;
    csv_reader_fault_at(
        reader, rates->line[after],
        "this row is %" PRId64
        " steps of %g s after the one before it: of %zu steps in all only %zu would have a row; is this time right?",
        (rates->at_ns[after] - rates->at_ns[after - 1]) / step_ns, ns_to_s(step_ns), steps, rates->n);
    return true;
}

void rates_divide_by_step(struct rates *rates)
{
    double step_s = ns_to_s(majority_step(rates));

    for (size_t i = 0; i < rates->n; i++)
        rates->rate[i] /= step_s;
}

static bool fill_grid(struct csv_reader *reader, const struct rates *rates, struct workload *workload)
{
    int64_t first = rates->at_ns[0];
    bool good = true;

    workload->step_ns = majority_step(rates);
    int64_t steps = (rates->at_ns[rates->n - 1] - first) / workload->step_ns;
    if (steps >= IMPORT_ROWS_MAX)
        return csv_reader_fault_at(reader, rates->line[rates->n - 1],
                                   "this is more than %d steps from the first row", IMPORT_ROWS_MAX);
    workload->n = (size_t)steps + 1;
    if (rates_sparse(reader, rates, workload->n, workload->step_ns))
        return false;
    workload->rate = malloc(workload->n * sizeof *workload->rate);
    if (!workload->rate)
        return csv_reader_no_memory(reader);
    for (size_t k = 0; k < workload->n; k++)
        workload->rate[k] = NAN;
    for (size_t i = 0; i < rates->n; i++) {
        int64_t past = rates->at_ns[i] - first;
        if (past % workload->step_ns != 0)
            good = csv_reader_fault_at(reader, rates->line[i], "this time is off the grid of %g s steps",
                                       ns_to_s(workload->step_ns));
        else
            workload->rate[past / workload->step_ns] = rates->rate[i];
    }
    return good;
}

/* A count of zero may be an hour without requests or one that nobody counted; the file cannot tell. */
static void rates_summary(struct import_result *result, const struct rates *rates,
                          const struct workload *workload, bool zeros_missing)
{
    int used = snprintf(result->summary, sizeof result->summary, "%zu steps of %g s", workload->n,
                        ns_to_s(workload->step_ns));
    if (rates->zeros > 0)
        snprintf(result->summary + used, sizeof result->summary - (size_t)used,
                 zeros_missing ? ", %zu of them zero: taken as missing"
                               : ", %zu of them zero: taken as no requests (--zeros missing: as gaps)",
                 rates->zeros);
}

bool rates_finish(const struct rates *rates, struct csv_reader *reader, struct workload *workload,
                  struct import_job *job)
{
    static const struct field rate = {NULL, .type = FIELD_NUMBER, .nullable = true, RANGE_RATE};
    char why[160];

    if (rates->n == 0)
        return csv_reader_fault_at(reader, 1, "there is not a single row below the header");
    for (size_t i = 0; i < rates->n; i++)
        if (!field_takes(&rate, rates->rate[i]))
            return csv_reader_fault_at(reader, rates->line[i], "%s",
                                       field_refusal(&rate, rates->rate[i], why, sizeof why));
    if (!fill_grid(reader, rates, workload))
        return false;
    rates_summary(job->result, rates, workload, job->options->zeros_missing);
    return true;
}
