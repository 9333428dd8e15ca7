/* Carbon intensity as CSV: ours (timestamp, ci_gco2_per_kwh) and the yearly files of Electricity Maps in both
 * spellings. A row with an empty cell is a gap like a row that is left out, and counts when the resolution is
 * found. Electricity Maps carries two bases and flags the hours that it estimated. */
#include "store/import/intensities.h"

#include "engine/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool finish(struct trace_builder *builder, struct carbon_trace *trace, struct import_job *job,
                   bool good)
{
    good = good && trace_builder_finish(builder, trace);
    trace_builder_free(builder);
    if (good)
        trace_describe(trace, job->result->summary, sizeof job->result->summary);
    return good;
}

enum { SAMPLE_TIME, SAMPLE_INTENSITY };

/* A time and an intensity in each row. */
static bool read_samples(struct csv_reader *reader, const int *column, double g_per_kwh,
                         struct carbon_trace *trace, struct import_job *job)
{
    struct trace_builder builder = intensities_builder(job);
    bool good = trace != NULL;
    int row = -1;

    while (trace && (row = csv_reader_next(reader)) > 0) {
        double value;
        if (!import_rows_left(reader, IMPORT_ROWS_MAX)) {
            row = -1;
            break;
        }
        good &= intensities_read(reader, column[SAMPLE_INTENSITY], &value);
        good &= trace_builder_add(&builder, csv_reader_cell(reader, column[SAMPLE_TIME]), value * g_per_kwh,
                                  false, (uint32_t)csv_reader_line(reader));
    }
    return finish(&builder, trace, job, good && row == 0);
}

static bool read_wattif(struct csv_reader *reader, const int *column, struct import_job *job)
{
    return read_samples(reader, column, 1, intensities_new(job, "wattif CSV"), job);
}

const struct importer importer_wattif_csv = {
    .name = "wattif",
    .kind = STORE_TRACE,
    .help = "timestamp,ci_gco2_per_kwh",
    .columns = {"timestamp", "ci_gco2_per_kwh"},
    .read_rows = read_wattif,
};

/* Pounds a megawatt-hour, which its files do not say. */
static bool read_watttime(struct csv_reader *reader, const int *column, struct import_job *job,
                          enum carbon_kind kind)
{
    struct carbon_trace *trace = intensities_new(job, "WattTime CSV");

    if (trace && kind)
        trace->kind = kind;
    bool good = read_samples(reader, column, G_PER_KWH_OF_LB_PER_MWH, trace, job);
    if (good)
        text_append(job->result->summary, sizeof job->result->summary, "; given in lb/MWh");
    return good;
}

static bool read_watttime_moer(struct csv_reader *reader, const int *column, struct import_job *job)
{
    return read_watttime(reader, column, job, KIND_MARGINAL);
}

static bool read_watttime_points(struct csv_reader *reader, const int *column, struct import_job *job)
{
    return column[SAMPLE_INTENSITY] < 0 ? csv_reader_fault_at(reader, 1, "missing column 'value'")
                                        : read_watttime(reader, column, job, KIND_UNKNOWN);
}

const struct importer importer_watttime_moer = {
    .name = "watttime-moer",
    .kind = STORE_TRACE,
    .help = "WattTime CSV: timestamp,MOER[,MOER version,frequency]; lb/MWh, marginal",
    .columns = {"timestamp", "MOER", "?MOER version", "?frequency"},
    .read_rows = read_watttime_moer,
};

const struct importer importer_watttime_points = {
    .name = "watttime-csv",
    .kind = STORE_TRACE,
    .help = "WattTime CSV: point_time,value; lb/MWh, of the kind that --kind says",
    .columns = {"point_time", "?value"}, /* which many files have */
    .read_rows = read_watttime_points,
};

enum { MAPS_TIME, MAPS_DIRECT, MAPS_LCA, MAPS_ZONE, MAPS_ZONE_NAME, MAPS_ESTIMATED, MAPS_SOURCE };

static bool is_true(const char *cell)
{
    return strcasecmp(cell, "true") == 0 || strcmp(cell, "1") == 0 || strcasecmp(cell, "yes") == 0;
}

/* Zone and name from the first row; a second zone in one file is a fault. */
static bool maps_zone(struct csv_reader *reader, const int *column, struct carbon_trace *trace)
{
    char zone[sizeof trace->zone], name[sizeof trace->title];

    if (column[MAPS_ZONE] < 0)
        return true;
    if (!import_text(reader, column[MAPS_ZONE], "the zone", zone, sizeof zone) ||
        !import_text(reader, column[MAPS_ZONE_NAME], "the zone's name", name, sizeof name))
        return false;
    if (*trace->zone && strcmp(trace->zone, zone) != 0)
        return csv_reader_fault(reader, column[MAPS_ZONE], "zone %s after %s; a trace is of one zone", zone,
                                trace->zone);
    if (!*trace->zone && *name)
        text_copy(trace->title, sizeof trace->title, name);
    text_copy(trace->zone, sizeof trace->zone, zone);
    return true;
}

static bool read_maps(struct csv_reader *reader, const int *column, struct import_job *job)
{
    struct carbon_trace *trace = intensities_new(job, "Electricity Maps CSV");
    struct trace_builder builder = intensities_builder(job);
    bool direct = job->options->basis == BASIS_DIRECT, good = trace != NULL;
    int from = column[direct ? MAPS_DIRECT : MAPS_LCA], row = -1;

    if (trace) {
        trace->basis = direct ? BASIS_DIRECT : BASIS_LCA;
        trace->kind = KIND_AVERAGE;
        text_copy(trace->licence, sizeof trace->licence, "ODbL-1.0 (Electricity Maps)");
        text_copy(trace->source, sizeof trace->source, "Electricity Maps, electricitymaps.com");
    }
    while (trace && (row = csv_reader_next(reader)) > 0) {
        double value;
        if (!import_rows_left(reader, IMPORT_ROWS_MAX)) {
            row = -1;
            break;
        }
        good &= intensities_read(reader, from, &value);
        bool estimated = !isnan(value) && is_true(csv_reader_cell(reader, column[MAPS_ESTIMATED]));
        good &= maps_zone(reader, column, trace);
        good &= trace_builder_add(&builder, csv_reader_cell(reader, column[MAPS_TIME]), value, estimated,
                                  (uint32_t)csv_reader_line(reader));
    }
    return finish(&builder, trace, job, good && row == 0);
}

const struct importer importer_electricity_maps = {
    .name = "electricity-maps",
    .kind = STORE_TRACE,
    .help =
        "Electricity Maps CSV: Datetime (UTC),...,Carbon Intensity gCO2eq/kWh (direct),... (LCA or Life cycle)",
    .columns = {"Datetime (UTC)", "Carbon Intensity gCO2eq/kWh (direct)",
                "Carbon Intensity gCO2eq/kWh (LCA)|Carbon Intensity gCO2eq/kWh (Life cycle)", "?Zone Id",
                "?Zone Name", "?Data Estimated", "?Data Source"},
    .read_rows = read_maps,
};
