/* Workloads as CSV: rates (a count or rate for each step), arrivals (a time for each request, maybe with its
 * batch and app), token traces, and any table of times and requests (table.h).
 *
 * Rates make a grid when all rows are known: its step is the most common one, and a step without a row is
 * missing, as is an empty cell (and a zero with --zeros missing). Arrivals with an app column become one
 * workload for each app, named NAME.APP, because a scenario's app names the workload that it replays. Token
 * traces need a rule that says how tokens become a batch: COLUMN/DIVISOR, where COLUMN is context, generated
 * or total; the batch is the quotient rounded up, at least 1. */
#include "store/import/import.h"

#include "engine/base/arena.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/catalog.h"
#include "engine/model/trace.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS_MAX 3.2e9 /* a century: nanoseconds still fit */
enum { SPARSE_STEPS = 10000, SPARSE_SHARE = 100, APPS_IN_FILE = 64 };

/* A new workload of the job with what every import knows about it; NULL with a fault. */
static struct workload *new_workload(struct import_job *job, enum workload_kind kind, const char *format)
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

/* A time in seconds as ns: not negative, within a century. */
static bool read_seconds(struct csv_reader *reader, int column, double unit_s, int64_t *ns)
{
    double value;
    if (!import_number(reader, column, "the time", &value))
        return false;
    if (!(value >= 0 && value * unit_s <= SECONDS_MAX))
        return csv_reader_fault(reader, column, "the time %g is not between 0 and a century", value);
    *ns = ns_from_s(value * unit_s);
    return true;
}

/* --- rates --- */

struct rate_rows { /* samples by ns and line */
    struct samples samples;
    size_t zeros;
};

/* Adds this row: times must ascend; the cell in `column[1]` is a count or rate for `per_s` seconds, and may
 * be empty. False with a fault. */
static bool rates_add(struct rate_rows *rates, struct csv_reader *reader, const int *column, int64_t at_ns,
                      double per_s, const struct import_job *job)
{
    const struct samples *samples = &rates->samples;
    double value = NAN;
    if (samples->n > 0 && at_ns <= samples->of[samples->n - 1].at)
        return csv_reader_fault(reader, column[0],
                                at_ns == samples->of[samples->n - 1].at
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
    return samples_add(&rates->samples, at_ns, value / per_s, (uint32_t)csv_reader_line(reader)) ||
           csv_reader_no_memory(reader);
}

/* The most common gap by Boyer and Moore's vote among the gaps; exact whenever one gap is the majority, which
 * a regular file has. */
static int64_t majority_step(const struct samples *samples)
{
    int64_t step = NS_PER_S;
    size_t votes = 0;
    for (size_t i = 1; i < samples->n; i++) {
        int64_t gap = samples->of[i].at - samples->of[i - 1].at;
        if (votes == 0)
            step = gap;
        votes = gap == step ? votes + 1 : votes - 1;
    }
    return step;
}

static bool fill_grid(struct csv_reader *reader, const struct samples *samples, struct workload *workload)
{
    const struct sample *of = samples->of;
    size_t n = samples->n, after = n - 1;
    int64_t step_ns = majority_step(samples), steps = (of[n - 1].at - of[0].at) / step_ns;
    bool good = true;
    if (steps >= IMPORT_ROWS_MAX)
        return csv_reader_fault_at(reader, of[n - 1].mark, "this is more than %d steps from the first row",
                                   IMPORT_ROWS_MAX);
    workload->step_ns = step_ns;
    workload->n = (size_t)steps + 1;
    /* A long grid on which hardly a step has a row is a time mistyped, or a file of events taken for one of
     * rates: named at the row after its widest gap. */
    if (workload->n >= SPARSE_STEPS && workload->n / SPARSE_SHARE >= n) {
        for (size_t i = 1; i < n; i++)
            if (of[i].at - of[i - 1].at > of[after].at - of[after - 1].at)
                after = i;
        return csv_reader_fault_at(
            reader, of[after].mark,
            "this row is %" PRId64
            " steps of %g s after the one before it: of %zu steps in all only %zu would have a row; is this time right?",
            (of[after].at - of[after - 1].at) / step_ns, ns_to_s(step_ns), workload->n, n);
    }
    workload->rate = malloc(workload->n * sizeof *workload->rate);
    if (!workload->rate)
        return csv_reader_no_memory(reader);
    for (size_t k = 0; k < workload->n; k++)
        workload->rate[k] = NAN;
    for (size_t i = 0; i < n; i++) {
        int64_t past = of[i].at - of[0].at;
        if (past % step_ns != 0)
            good = csv_reader_fault_at(reader, of[i].mark, "this time is off the grid of %g s steps",
                                       ns_to_s(step_ns));
        else
            workload->rate[past / step_ns] = of[i].value;
    }
    return good;
}

/* Fills the workload's grid and the job's summary. False with a fault. */
static bool rates_finish(const struct rate_rows *rates, struct csv_reader *reader, struct workload *workload,
                         struct import_job *job)
{
    static const struct field rate = {NULL, .type = FIELD_NUMBER, .nullable = true, RANGE_RATE};
    const struct samples *samples = &rates->samples;
    char why[160], *summary = job->result->summary;
    if (samples->n == 0)
        return csv_reader_fault_at(reader, 1, "there is not a single row below the header");
    for (size_t i = 0; i < samples->n; i++)
        if (!field_takes(&rate, samples->of[i].value))
            return csv_reader_fault_at(reader, samples->of[i].mark, "%s",
                                       field_refusal(&rate, samples->of[i].value, why, sizeof why));
    if (!fill_grid(reader, samples, workload))
        return false;
    /* A count of zero may be an hour without requests or one that nobody counted; the file cannot tell. */
    text_print(summary, IMPORT_SUMMARY, "%zu steps of %g s", workload->n, ns_to_s(workload->step_ns));
    if (rates->zeros > 0)
        text_append(summary, IMPORT_SUMMARY,
                    job->options->zeros_missing
                        ? ", %zu of them zero: taken as missing"
                        : ", %zu of them zero: taken as no requests (--zeros missing: as gaps)",
                    rates->zeros);
    return true;
}

static bool read_rates(struct csv_reader *reader, const int *column, struct import_job *job)
{
    double unit_s = job->result->importer->unit;
    struct workload *workload = new_workload(job, WORKLOAD_RATES, "rates");
    struct rate_rows rates = {0};
    bool good = workload != NULL;
    int row = -1;
    while (workload && (row = csv_reader_next(reader)) > 0) {
        int64_t at_ns = 0;
        good &= read_seconds(reader, column[0], unit_s, &at_ns) &&
                rates_add(&rates, reader, column, at_ns, unit_s, job);
    }
    good = good && row == 0 && rates_finish(&rates, reader, workload, job);
    free(rates.samples.of);
    return good;
}

const struct importer importer_rates = {
    .name = "rates",
    .kind = STORE_WORKLOAD,
    .help = "timestamp_s,requests_per_s",
    .columns = {"timestamp_s", "requests_per_s"},
    .read_rows = read_rates,
    .unit = 1,
};

const struct importer importer_rates_minute = {
    .name = "rates-minute",
    .kind = STORE_WORKLOAD,
    .help = "minute,requests",
    .columns = {"minute", "requests"},
    .read_rows = read_rates,
    .unit = 60,
};

/* --- any table --- */

static bool guess_table(struct csv_reader *reader, bool certain, struct import_job *job, int *column)
{
    return table_guess(reader, TABLE_OF_LOADS, certain, job->options, &job->table, column);
}

/* The time since the first row, so that a year fits. */
static bool read_since(struct csv_reader *reader, const int *column, struct import_job *job, bool *all_zoned,
                       int64_t *first_s, int64_t *at_ns)
{
    char iso[TABLE_ISO_SIZE];
    int64_t at_s;
    if (job->table.unit_s > 0)
        return read_seconds(reader, column[TABLE_TIME], job->table.unit_s, at_ns);
    if (!import_instant(reader, column, job, iso, all_zoned) || !civil_parse(iso, &at_s))
        return false;
    if (*first_s == INT64_MIN)
        *first_s = at_s;
    if (at_s < *first_s)
        return csv_reader_fault(reader, column[TABLE_TIME],
                                "this time is earlier than the first; times must ascend");
    *at_ns = ns_from_s((double)(at_s - *first_s));
    return true;
}

static bool read_table(struct csv_reader *reader, const int *column, struct import_job *job)
{
    struct workload *workload = new_workload(job, WORKLOAD_RATES, "table of a load");
    struct rate_rows rates = {0};
    double per_s = job->table.per_s > 0 ? job->table.per_s : 1;
    bool good = workload != NULL, all_zoned = true, fractions = false;
    int64_t first_s = INT64_MIN;
    int row = -1;
    while (workload && (row = csv_reader_next(reader)) > 0) {
        int64_t at_ns = 0;
        good &= read_since(reader, column, job, &all_zoned, &first_s, &at_ns) &&
                rates_add(&rates, reader, column, at_ns, per_s, job);
    }
    good = good && row == 0;
    /* What nothing tells is a count of each step, unless its numbers have fractions. */
    struct sample *of = rates.samples.of;
    for (size_t i = 0; i < rates.samples.n && job->table.per_s == 0 && !job->table.stated; i++)
        fractions |= of[i].value != floor(of[i].value) && !isnan(of[i].value);
    if (fractions)
        job->table.per_s = 1;
    if (good && rates.samples.n == 1 && job->table.per_s == 0)
        good = csv_reader_fault_at(reader, of[0].mark,
                                   "one row of a count has no step; give two, or a rate per second");
    double step_s = ns_to_s(majority_step(&rates.samples));
    for (size_t i = 0; good && i < rates.samples.n && job->table.per_s == 0; i++)
        of[i].value /= step_s;
    good = good && rates_finish(&rates, reader, workload, job);
    free(of);
    if (!good)
        return false;
    text_append(
        job->result->summary, IMPORT_SUMMARY,
        job->table.per_s == 0 ? "; '%s' read as a count of each step (--as rates: as a rate per second)"
        : fractions
            ? "; '%s' read as a rate per second, because its numbers have fractions (--as counts: as counts)"
            : "; '%s' read as a rate",
        TEXT_BRIEF(csv_reader_name(reader, column[TABLE_VALUE])));
    if (!all_zoned)
        text_append(job->result->summary, IMPORT_SUMMARY, "; times without a zone read as UTC");
    return true;
}

const struct importer importer_table_load = {
    .name = "load-table",
    .alias = {"rates", "counts"},
    .kind = STORE_WORKLOAD,
    .help = "any CSV with a column of times and one of requests",
    .columns = {"time", "requests", "?clock"},
    .guess = guess_table,
    .read_rows = read_table,
};

/* --- arrivals --- */

/* One request as read. */
struct given_arrival {
    int64_t at_ns;
    int32_t batch;
    char app[32];
};

/* The arrivals of each app while they grow; the workloads themselves hold the arrays. */
struct arrivals_reader {
    struct csv_reader *reader;
    struct import_job *job;
    const char *format;
    bool has_batch;
    int64_t last_ns;
    size_t n;
    struct {
        size_t item; /* index in the result */
        char app[32];
    } apps[APPS_IN_FILE];
};

/* The index of an app, which is added if it is new; -1 with a fault. */
static int arrivals_app(struct arrivals_reader *arrivals, int column, const char *app)
{
    struct import_job *job = arrivals->job;
    size_t at = 0;
    while (at < arrivals->n && strcmp(arrivals->apps[at].app, app) != 0)
        at++;
    if (at < arrivals->n)
        return (int)at;
    if (at == APPS_IN_FILE) {
        csv_reader_fault(arrivals->reader, column, "more than %d apps in one file", APPS_IN_FILE);
        return -1;
    }
    struct workload *workload = new_workload(job, WORKLOAD_ARRIVALS, arrivals->format);
    if (!workload)
        return -1;
    arrivals->apps[at].item = job->result->n - 1;
    text_copy(arrivals->apps[at].app, sizeof arrivals->apps[at].app, app);
    if (*app) {
        text_print(workload->name, sizeof workload->name, "%s.%s", job->name, app);
        text_copy(workload->title, sizeof workload->title, workload->name);
        if (!import_name_valid(workload->name)) {
            csv_reader_fault(arrivals->reader, column, "'%s' cannot name an app (letters, digits, . _ -)",
                             TEXT_BRIEF(app));
            return -1;
        }
    }
    return (int)arrivals->n++;
}

static bool arrivals_add(struct arrivals_reader *arrivals, const struct given_arrival *arrival,
                         int app_column)
{
    int app = arrivals_app(arrivals, app_column, arrival->app);
    if (app < 0)
        return false;
    struct workload *workload = &arrivals->job->result->items[arrivals->apps[app].item].as.workload;
    if (!array_grow(&workload->arrival_ns, workload->n, sizeof *workload->arrival_ns) ||
        (arrivals->has_batch && !array_grow(&workload->batch, workload->n, sizeof *workload->batch)))
        return csv_reader_no_memory(arrivals->reader);
    workload->arrival_ns[workload->n] = arrival->at_ns;
    if (workload->batch)
        workload->batch[workload->n] = arrival->batch;
    workload->n++;
    return true;
}

/* The time of a row, in order (equal times are fine). */
static bool arrivals_time(struct arrivals_reader *arrivals, int column, int64_t *at_ns)
{
    if (!read_seconds(arrivals->reader, column, 1, at_ns))
        return false;
    if (*at_ns < arrivals->last_ns)
        return csv_reader_fault(arrivals->reader, column,
                                "this time is earlier than the one before; times must ascend");
    arrivals->last_ns = *at_ns;
    return true;
}

static bool arrivals_finish(struct arrivals_reader *arrivals, bool good, int row)
{
    struct import_result *result = arrivals->job->result;
    if (!good || row != 0)
        return false;
    if (result->n == 0)
        return csv_reader_fault_at(arrivals->reader, 1, "there is not a single row below the header");
    text_print(result->summary, IMPORT_SUMMARY, "%zu requests over %g s%s", csv_reader_rows(arrivals->reader),
               ns_to_s(arrivals->last_ns), arrivals->has_batch ? ", with batches" : "");
    if (result->n > 1)
        text_append(result->summary, IMPORT_SUMMARY, "; %zu workloads, one for each app", result->n);
    return true;
}

enum { ARRIVAL_AT, ARRIVAL_BATCH, ARRIVAL_APP };

static bool read_arrivals(struct csv_reader *reader, const int *column, struct import_job *job)
{
    struct arrivals_reader arrivals = {
        .reader = reader, .job = job, .format = "arrivals", .has_batch = column[ARRIVAL_BATCH] >= 0};
    bool good = true;
    int row;
    while ((row = csv_reader_next(reader)) > 0) {
        struct given_arrival arrival = {.batch = 1};
        bool fine = arrivals_time(&arrivals, column[ARRIVAL_AT], &arrival.at_ns);
        if (arrivals.has_batch)
            fine &= import_batch(reader, column[ARRIVAL_BATCH], &arrival.batch);
        fine &= import_text(reader, column[ARRIVAL_APP], "the app", arrival.app, sizeof arrival.app);
        good &= fine && arrivals_add(&arrivals, &arrival, column[ARRIVAL_APP]);
    }
    return arrivals_finish(&arrivals, good, row);
}

enum { TOKENS_AT, TOKENS_CONTEXT, TOKENS_GENERATED };

static bool read_tokens(struct csv_reader *reader, const int *column, struct import_job *job)
{
    static const struct {
        const char *name;
        double context, generated; /* weights */
    } rules[] = {{"context", 1, 0}, {"generated", 0, 1}, {"total", 1, 1}};
    enum { RULES = sizeof rules / sizeof *rules };
    struct arrivals_reader arrivals = {
        .reader = reader, .job = job, .format = "token trace", .has_batch = true};
    const char *text = job->options->tokens ? job->options->tokens : "total/256";
    size_t length = strcspn(text, "/"), rule = 0;
    double divisor = 1;
    bool good = !text[length] || (text_to_number(text + length + 1, &divisor) && divisor > 0);
    int row;

    while (rule < RULES &&
           (strlen(rules[rule].name) != length || strncmp(rules[rule].name, text, length) != 0))
        rule++;
    if (!good || rule == RULES)
        return faults_add(job->faults, "--tokens",
                          "'%s' is no rule; it is context, generated or total, then /DIVISOR",
                          TEXT_BRIEF(text));
    while ((row = csv_reader_next(reader)) > 0) {
        struct given_arrival arrival = {0};
        double context = 0, generated = 0;
        bool fine = arrivals_time(&arrivals, column[TOKENS_AT], &arrival.at_ns);
        fine &= import_number(reader, column[TOKENS_CONTEXT], "the number of tokens", &context);
        fine &= import_number(reader, column[TOKENS_GENERATED], "the number of tokens", &generated);
        double batch = ceil((rules[rule].context * context + rules[rule].generated * generated) / divisor);
        if (fine && (context < 0 || generated < 0 || !(batch <= BATCH_MAX)))
            fine = csv_reader_fault(reader, column[TOKENS_CONTEXT], "token counts give no batch from 1 to %d",
                                    BATCH_MAX);
        arrival.batch = fine && batch >= 1 ? (int32_t)batch : 1;
        good &= fine && arrivals_add(&arrivals, &arrival, -1);
    }
    return arrivals_finish(&arrivals, good, row);
}

const struct importer importer_arrivals = {
    .name = "arrivals",
    .kind = STORE_WORKLOAD,
    .help = "arrival_s[,batch][,app]",
    .columns = {"arrival_s|arrival|arrived_at", "?batch", "?app"},
    .read_rows = read_arrivals,
};

const struct importer importer_tokens = {
    .name = "tokens",
    .kind = STORE_WORKLOAD,
    .help = "arrival_s,context_tokens,generated_tokens",
    .columns = {"arrival_s|arrived_at", "context_tokens|input_tokens|num_prefill_tokens",
                "generated_tokens|output_tokens|num_decode_tokens"},
    .read_rows = read_tokens,
};
