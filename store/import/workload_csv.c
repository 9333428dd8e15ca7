/* Workloads as CSV: rates (a count or rate for each step, rates.h) and arrivals (a time for each request,
 * maybe with its batch and app).
 *
 * A step without a row is missing, as is an empty cell (and a zero with --zeros missing). Arrivals with an
 * app column become one workload for each app, named NAME.APP, because a scenario's app names the workload
 * that it replays. Token traces need a rule that says how tokens become a batch: COLUMN/DIVISOR, where COLUMN
 * is context, generated or total; the batch is the quotient rounded up, at least 1. */
#include "store/import/import.h"
#include "store/import/rates.h"

#include "engine/base/text.h"
#include "engine/base/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS_MAX 3.2e9 /* a century: nanoseconds still fit */

enum { APPS_IN_FILE = 64 };

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

static bool read_rates_of(struct csv_reader *reader, const int *column, struct import_job *job, double unit_s)
{
    struct workload *workload = import_new_workload(job, WORKLOAD_RATES, "rates");
    struct rates rates = {0};
    bool good = workload != NULL;
    int row = -1;

    while (workload && (row = csv_reader_next(reader)) > 0) {
        int64_t at_ns = 0;
        if (!import_rows_left(reader, IMPORT_ROWS_MAX)) {
            row = -1;
            break;
        }
        good &= read_seconds(reader, column[0], unit_s, &at_ns) &&
                rates_add(&rates, reader, column, at_ns, unit_s, job);
    }
    good = good && row == 0 && rates_finish(&rates, reader, workload, job);
    rates_free(&rates);
    return good;
}

static bool read_rates(struct csv_reader *reader, const int *column, struct import_job *job)
{
    return read_rates_of(reader, column, job, 1);
}

static bool read_rates_minute(struct csv_reader *reader, const int *column, struct import_job *job)
{
    return read_rates_of(reader, column, job, 60);
}

/* How tokens become a batch. */
struct token_rule {
    double context, generated; /* weights */
    double divisor;
};

static bool token_rule_parse(const char *text, struct token_rule *rule)
{
    static const struct {
        const char *name;
        double context, generated;
    } columns[] = {{"context", 1, 0}, {"generated", 0, 1}, {"total", 1, 1}};
    const char *slash = strchr(text, '/');
    size_t length = slash ? (size_t)(slash - text) : strlen(text);

    rule->divisor = 1;
    if (slash && (!text_to_number(slash + 1, &rule->divisor) || rule->divisor <= 0))
        return false;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (strlen(columns[i].name) == length && strncmp(columns[i].name, text, length) == 0) {
            rule->context = columns[i].context;
            rule->generated = columns[i].generated;
            return true;
        }
    }
    return false;
}

/* One request as read. */
struct arrival {
    int64_t at_ns;
    int32_t batch;
    char app[32];
};

/* The arrivals of one app while they grow; the workload itself holds the arrays. */
struct growing {
    size_t item; /* index in the result */
    size_t size;
    char app[32];
};

struct arrivals_reader {
    struct csv_reader *reader;
    struct import_job *job;
    const char *format;
    bool has_batch;
    int64_t last_ns;
    size_t n;
    struct growing apps[APPS_IN_FILE];
};

static struct growing *arrivals_app(struct arrivals_reader *arrivals, int column, const char *app)
{
    for (size_t i = 0; i < arrivals->n; i++)
        if (strcmp(arrivals->apps[i].app, app) == 0)
            return &arrivals->apps[i];
    if (arrivals->n == APPS_IN_FILE) {
        csv_reader_fault(arrivals->reader, column, "more than %d apps in one file", APPS_IN_FILE);
        return NULL;
    }
    struct workload *workload = import_new_workload(arrivals->job, WORKLOAD_ARRIVALS, arrivals->format);
    struct growing *growing = &arrivals->apps[arrivals->n];
    if (!workload)
        return NULL;
    *growing = (struct growing){.item = arrivals->job->result->n - 1};
    text_copy(growing->app, sizeof growing->app, app);
    if (*app) {
        text_print(workload->name, sizeof workload->name, "%s.%s", arrivals->job->name, app);
        text_copy(workload->title, sizeof workload->title, workload->name);
        if (!import_name_valid(workload->name)) {
            csv_reader_fault(arrivals->reader, column, "'%s' cannot name an app (letters, digits, . _ -)",
                             TEXT_BRIEF(app));
            return NULL;
        }
    }
    arrivals->n++;
    return growing;
}

static bool arrivals_add(struct arrivals_reader *arrivals, const struct arrival *arrival, int app_column)
{
    struct growing *growing = arrivals_app(arrivals, app_column, arrival->app);

    if (!growing)
        return false;
    struct workload *workload = &arrivals->job->result->items[growing->item].as.workload;
    if (workload->n == growing->size) {
        size_t size = growing->size ? 2 * growing->size : 1024;
        int64_t *at = realloc(workload->arrival_ns, size * sizeof *at);
        if (at)
            workload->arrival_ns = at;
        int32_t *batch = at && arrivals->has_batch ? realloc(workload->batch, size * sizeof *batch) : NULL;
        if (batch)
            workload->batch = batch;
        if (!at || (arrivals->has_batch && !batch))
            return csv_reader_no_memory(arrivals->reader);
        growing->size = size;
    }
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
    snprintf(result->summary, sizeof result->summary, "%zu requests over %g s%s",
             csv_reader_rows(arrivals->reader), ns_to_s(arrivals->last_ns),
             arrivals->has_batch ? ", with batches" : "");
    if (result->n > 1) {
        size_t used = strlen(result->summary);
        snprintf(result->summary + used, sizeof result->summary - used, "; %zu workloads, one for each app",
                 result->n);
    }
    return true;
}

enum { ARRIVAL_AT, ARRIVAL_BATCH_COLUMN, ARRIVAL_APP_COLUMN };

static bool read_arrivals(struct csv_reader *reader, const int *column, struct import_job *job)
{
    struct arrivals_reader arrivals = {
        .reader = reader, .job = job, .format = "arrivals", .has_batch = column[ARRIVAL_BATCH_COLUMN] >= 0};
    bool good = true;
    int row;

    while ((row = csv_reader_next(reader)) > 0) {
        struct arrival arrival = {.batch = 1};
        double batch = 1;
        if (!import_rows_left(reader, IMPORT_ROWS_MAX))
            return false;
        bool fine = arrivals_time(&arrivals, column[ARRIVAL_AT], &arrival.at_ns);
        if (arrivals.has_batch) {
            fine &= import_number(reader, column[ARRIVAL_BATCH_COLUMN], "the batch", &batch);
            if (fine && !(batch >= 1 && batch <= BATCH_MAX && batch == floor(batch)))
                fine = csv_reader_fault(reader, column[ARRIVAL_BATCH_COLUMN],
                                        "the batch %g is not a whole number from 1 to %d", batch, BATCH_MAX);
        }
        fine &= import_text(reader, column[ARRIVAL_APP_COLUMN], "the app", arrival.app, sizeof arrival.app);
        arrival.batch = fine ? (int32_t)batch : 1;
        good &= fine && arrivals_add(&arrivals, &arrival, column[ARRIVAL_APP_COLUMN]);
    }
    return arrivals_finish(&arrivals, good, row);
}

enum { TOKENS_AT, TOKENS_CONTEXT, TOKENS_GENERATED };

static bool read_tokens(struct csv_reader *reader, const int *column, struct import_job *job)
{
    struct arrivals_reader arrivals = {
        .reader = reader, .job = job, .format = "token trace", .has_batch = true};
    const char *text = job->options->tokens;
    struct token_rule rule = {0};
    bool good = true;
    int row;

    if (!token_rule_parse(text ? text : "total/256", &rule)) {
        faults_add(job->faults, "--tokens",
                   "'%s' is no rule; it is context, generated or total, then /DIVISOR", TEXT_BRIEF(text));
        return false;
    }
    while ((row = csv_reader_next(reader)) > 0) {
        struct arrival arrival = {0};
        double context = 0, generated = 0;
        if (!import_rows_left(reader, IMPORT_ROWS_MAX))
            return false;
        bool fine = arrivals_time(&arrivals, column[TOKENS_AT], &arrival.at_ns);
        fine &= import_number(reader, column[TOKENS_CONTEXT], "the number of tokens", &context);
        fine &= import_number(reader, column[TOKENS_GENERATED], "the number of tokens", &generated);
        double batch = ceil((rule.context * context + rule.generated * generated) / rule.divisor);
        if (fine && (context < 0 || generated < 0 || !(batch <= BATCH_MAX)))
            fine = csv_reader_fault(reader, column[TOKENS_CONTEXT], "token counts give no batch from 1 to %d",
                                    BATCH_MAX);
        arrival.batch = fine && batch >= 1 ? (int32_t)batch : 1;
        good &= fine && arrivals_add(&arrivals, &arrival, -1);
    }
    return arrivals_finish(&arrivals, good, row);
}

const struct importer importer_rates = {
    .name = "rates",
    .kind = STORE_WORKLOAD,
    .help = "timestamp_s,requests_per_s",
    .columns = {"timestamp_s", "requests_per_s"},
    .read_rows = read_rates,
};

const struct importer importer_rates_minute = {
    .name = "rates-minute",
    .kind = STORE_WORKLOAD,
    .help = "minute,requests",
    .columns = {"minute", "requests"},
    .read_rows = read_rates_minute,
};

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
