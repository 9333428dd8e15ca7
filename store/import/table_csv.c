/* Intensities and loads from any table (table.h): what grid operators and monitoring export. What was assumed
 * about days, zones and units stands in the summary, which is seen before anything is written. */
#include "store/import/import.h"
#include "store/import/intensities.h"
#include "store/import/rates.h"
#include "store/import/unit.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECONDS_MAX 3.2e9 /* a century: nanoseconds still fit */

/* The instant of this row in ISO 8601, or a fault. */
static bool read_instant(struct csv_reader *reader, const int *column, struct import_job *job,
                         char iso[TABLE_ISO_SIZE], bool *all_zoned)
{
    bool zoned = true;

    if (!table_instant(reader, column, &job->table, iso, &zoned)) {
        const char *cell = csv_reader_cell(reader, column[TABLE_TIME]);
        return csv_reader_fault(
            reader, column[TABLE_TIME], "%s%s%s is no date and time (as 2022-01-13 20:00)",
            *cell ? "'" : "an empty cell", *cell ? TEXT_BRIEF(cell) : "", *cell ? "'" : "");
    }
    *all_zoned &= zoned;
    return true;
}

/* What was assumed, behind the summary. */
static void say_assumed(struct import_job *job, bool all_zoned)
{
    char *out = job->result->summary;
    size_t size = sizeof job->result->summary;

    if (!all_zoned)
        text_append(out, size, "; times without a zone read as UTC");
}

/* --- intensities --- */

static bool guess_trace(struct csv_reader *reader, bool certain, struct import_job *job, int *column)
{
    return table_guess(reader, TABLE_OF_INTENSITIES, certain, job->options, &job->table, column);
}

static bool read_trace(struct csv_reader *reader, const int *column, struct import_job *job)
{
    char source[160], likely[96];
    double least = INFINITY, most = 0;
    text_print(source, sizeof source, "column %s%s", TEXT_BRIEF(csv_reader_name(reader, column[TABLE_VALUE])),
               job->options->use_forecast ? ", a forecast as last revised" : "");
    struct carbon_trace *trace = intensities_new(job, source);
    struct trace_builder builder = intensities_builder(job);
    bool good = trace != NULL, all_zoned = true;
    int row = -1;

    while (trace && (row = csv_reader_next(reader)) > 0) {
        char iso[TABLE_ISO_SIZE];
        double value;
        if (!import_rows_left(reader, IMPORT_ROWS_MAX)) {
            row = -1;
            break;
        }
        bool timed = read_instant(reader, column, job, iso, &all_zoned);
        good &= timed;
        good &= intensities_read(reader, column[TABLE_VALUE], &value);
        least = fmin(least, value);
        most = fmax(most, value);
        good &= timed && trace_builder_add(&builder, iso, value * job->table.factor, false,
                                           (uint32_t)csv_reader_line(reader));
    }
    good = good && row == 0 && trace_builder_finish(&builder, trace);
    trace_builder_free(&builder);
    if (!good)
        return false;
    trace_describe(trace, job->result->summary, sizeof job->result->summary);
    say_assumed(job, all_zoned);
    bool plausible = least >= UNIT_LEAST && most <= UNIT_MOST;
    if (!*job->table.unit && !plausible)
        return csv_reader_fault_at(
            reader, 1,
            "column '%s' names no unit, and its values, %.4g to %.4g, are no grid's in g/kWh: %s%sg/kWh? --unit g/kWh",
            TEXT_BRIEF(csv_reader_name(reader, column[TABLE_VALUE])), least, most,
            unit_likely(most, likely, sizeof likely), *likely ? "; " : "");
    if (!*job->table.unit)
        text_append(job->result->summary, sizeof job->result->summary,
                    "; the header names no unit: read as g/kWh (--unit says another)");
    else if (job->table.factor != 1)
        text_append(job->result->summary, sizeof job->result->summary, "; given in %s", job->table.unit);
    return true;
}

const struct importer importer_table_trace = {
    .name = "table",
    .kind = STORE_TRACE,
    .help = "any CSV with a column of times and one of gCO2/kWh",
    .columns = {"time", "intensity", "?clock"},
    .guess = guess_trace,
    .read_rows = read_trace,
};

/* --- loads --- */

static bool guess_load(struct csv_reader *reader, bool certain, struct import_job *job, int *column)
{
    return table_guess(reader, TABLE_OF_LOADS, certain, job->options, &job->table, column);
}

/* Since the first row, so that a year fits. */
static bool read_since(struct csv_reader *reader, const int *column, struct import_job *job, bool *all_zoned,
                       int64_t *first_s, int64_t *at_ns)
{
    char iso[TABLE_ISO_SIZE];
    int64_t at_s;
    double value;

    if (job->table.unit_s > 0) {
        if (!import_number(reader, column[TABLE_TIME], "the time", &value))
            return false;
        if (!(value >= 0 && value * job->table.unit_s <= SECONDS_MAX))
            return csv_reader_fault(reader, column[TABLE_TIME], "the time %g is not between 0 and a century",
                                    value);
        *at_ns = ns_from_s(value * job->table.unit_s);
        return true;
    }
    if (!read_instant(reader, column, job, iso, all_zoned) || !civil_parse(iso, &at_s))
        return false;
    if (*first_s == INT64_MIN)
        *first_s = at_s;
    if (at_s < *first_s)
        return csv_reader_fault(reader, column[TABLE_TIME],
                                "this time is earlier than the first; times must ascend");
    *at_ns = ns_from_s((double)(at_s - *first_s));
    return true;
}

static bool read_load(struct csv_reader *reader, const int *column, struct import_job *job)
{
    struct workload *workload = import_new_workload(job, WORKLOAD_RATES, "table of a load");
    struct rates rates = {0};
    double per_s = job->table.per_s > 0 ? job->table.per_s : 1;
    bool good = workload != NULL, all_zoned = true;
    int64_t first_s = INT64_MIN;
    int row = -1;

    while (workload && (row = csv_reader_next(reader)) > 0) {
        int64_t at_ns = 0;
        if (!import_rows_left(reader, IMPORT_ROWS_MAX)) {
            row = -1;
            break;
        }
        good &= read_since(reader, column, job, &all_zoned, &first_s, &at_ns) &&
                rates_add(&rates, reader, column, at_ns, per_s, job);
    }
    good = good && row == 0;
    bool fractions = false;
    for (size_t i = 0; i < rates.n && job->table.per_s == 0 && !job->table.stated; i++)
        fractions |= rates.rate[i] != floor(rates.rate[i]) && !isnan(rates.rate[i]);
    if (fractions)
        job->table.per_s = 1;
    if (good && rates.n == 1 && job->table.per_s == 0)
        good = csv_reader_fault_at(reader, rates.line[0],
                                   "one row of a count has no step; give two, or a rate per second");
    if (good && job->table.per_s == 0)
        rates_divide_by_step(&rates);
    good = good && rates_finish(&rates, reader, workload, job);
    rates_free(&rates);
    if (!good)
        return false;
    text_append(
        job->result->summary, sizeof job->result->summary,
        job->table.per_s == 0 ? "; '%s' read as a count of each step (--as rates: as a rate per second)"
        : fractions
            ? "; '%s' read as a rate per second, because its numbers have fractions (--as counts: as counts)"
            : "; '%s' read as a rate",
        TEXT_BRIEF(csv_reader_name(reader, column[TABLE_VALUE])));
    say_assumed(job, all_zoned);
    return true;
}

const struct importer importer_table_load = {
    .name = "load-table",
    .alias = {"rates", "counts"},
    .kind = STORE_WORKLOAD,
    .help = "any CSV with a column of times and one of requests",
    .columns = {"time", "requests", "?clock"},
    .guess = guess_load,
    .read_rows = read_load,
};
