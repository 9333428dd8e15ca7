/* Carbon intensity, as CSV and as JSON. As CSV: ours (timestamp, ci_gco2_per_kwh), the yearly files of
 * Electricity Maps in both spellings, which carry two bases and flag the hours that were estimated,
 * WattTime's (pounds a megawatt-hour, which its files do not say), and any table of times and intensities
 * (table.h). As JSON: the UK carbon intensity service (half-hourly; what is null is a gap) and WattTime
 * (co2_moer is marginal, co2_aoer average). Columns and keys outside what is read are left alone: these are
 * other people's formats and grow.
 *
 * From samples in order to a trace on a regular grid: the resolution is the most common step (the smaller of
 * two equally common ones), a missing step is a gap, and a time off the grid is a fault. A row without a
 * value is a gap like a row that is left out, and counts when the resolution is found. The trace begins and
 * ends with a value. One of a single row is constant; a single row with a value among others without is a
 * fault, because nobody meant it for all time. */
#include "store/import/import.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "store/json/json_fields.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define G_PER_KWH_OF_LB_PER_MWH 0.45359237
enum { INTENSITY_MAX = 100000 }; /* g/kWh: sixty times the dirtiest coal; more is a wrong unit or column */
enum { OFF_GRID_TOLD = 3, STEPS_KNOWN = 64, HOUR_S = 3600 };

/* --- samples to a grid --- */

struct builder {
    struct import_job *job;
    bool json;              /* marks are indices of "data", else lines */
    struct samples samples; /* seconds, g/kWh; NAN: known to be missing */
    size_t estimated;
    bool any;
    int64_t last_s; /* of the last sample given, missing ones included */
};

PRINTF_LIKE(3, 4)
static bool builder_fault(struct builder *builder, uint32_t mark, const char *format, ...)
{
    char place[ERROR_PLACE], message[256], pointer[64];
    va_list args;
    if (builder->json)
        import_place(builder->job, text_print(pointer, sizeof pointer, "/data/%u", (unsigned)mark), place);
    else
        error_place(place, builder->job->path, ":%u:1", (unsigned)mark);
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return faults_add(builder->job->faults, place, "%s", message);
}

/* Adds one sample; times must ascend, intensities be 0 to INTENSITY_MAX. False with a fault. */
static bool builder_add(struct builder *builder, const char *time, double g_per_kwh, bool estimated,
                        uint32_t mark)
{
    int64_t at_s;
    if (!civil_parse(time, &at_s))
        return builder_fault(builder, mark, "'%s' is no date and time (as 2022-01-13T20:00:00Z)",
                             TEXT_BRIEF(time));
    if (builder->any && at_s == builder->last_s)
        return builder_fault(builder, mark, "the time %s is given twice; keep one of the rows",
                             TEXT_BRIEF(time));
    if (builder->any && at_s < builder->last_s)
        return builder_fault(builder, mark,
                             "the time %s is earlier than the one before it; times must ascend",
                             TEXT_BRIEF(time));
    builder->any = true;
    builder->last_s = at_s;
    if (g_per_kwh < 0)
        return builder_fault(builder, mark, "the intensity %g is negative; it must be at least 0", g_per_kwh);
    if (g_per_kwh > INTENSITY_MAX)
        return builder_fault(builder, mark, "the intensity %g is above %d gCO2eq/kWh; is its unit another?",
                             g_per_kwh, INTENSITY_MAX);
    builder->estimated += estimated;
    return samples_add(&builder->samples, at_s, g_per_kwh, mark) ||
           faults_no_memory(builder->job->faults, "");
}

/* The most common step; the smaller one of two that are equally common. */
static int64_t common_step(const struct samples *samples)
{
    int64_t step[STEPS_KNOWN] = {0};
    size_t count[STEPS_KNOWN] = {0}, known = 0, best = 0;
    for (size_t i = 1; i < samples->n; i++) {
        int64_t gap = samples->of[i].at - samples->of[i - 1].at;
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

/* Fills the grid of `trace`. False with a fault. */
static bool builder_finish(struct builder *builder, struct carbon_trace *trace)
{
    const struct sample *of = builder->samples.of;
    size_t first = 0, end = builder->samples.n, filled = 0, off = 0;
    /* Rows without a value before the first and after the last that has one are no part of the trace. */
    while (first < end && isnan(of[first].value))
        first++;
    while (end > first && isnan(of[end - 1].value))
        end--;
    if (first == end)
        return builder_fault(builder, 1,
                             "there is not a single sample; a trace needs a time with an intensity");
    if (end - first == 1 && builder->samples.n > 1)
        return builder_fault(
            builder, of[first].mark,
            "of %zu rows only this one has an intensity: that is no trace; one that is constant is a file of one row",
            builder->samples.n);
    int64_t step_s = end - first == 1 ? HOUR_S : common_step(&builder->samples); /* one sample is constant */
    int64_t steps = (of[end - 1].at - of[first].at) / step_s;
    if (step_s > INT32_MAX || steps >= IMPORT_ROWS_MAX)
        return builder_fault(builder, of[end - 1].mark,
                             "from the first to this sample it is more than %d steps of %" PRId64 " s",
                             IMPORT_ROWS_MAX, step_s);
    trace->start_s = of[first].at;
    trace->step_s = (int32_t)step_s;
    trace->n = (size_t)steps + 1;
    trace->samples = malloc(trace->n * sizeof *trace->samples);
    if (!trace->samples)
        return faults_no_memory(builder->job->faults, "");
    for (size_t k = 0; k < trace->n; k++)
        trace->samples[k] = NAN;
    for (size_t i = first; i < end; i++) {
        if (isnan(of[i].value))
            continue;
        int64_t past = of[i].at - trace->start_s;
        bool fits = past % step_s == 0;
        off += !fits;
        filled++;
        if (fits)
            trace->samples[past / step_s] = of[i].value;
        else if (off <= OFF_GRID_TOLD)
            builder_fault(builder, of[i].mark,
                          "this time is off the grid of %" PRId32 " s steps that most samples follow",
                          trace->step_s);
    }
    trace->missing = trace->n - filled;
    trace->estimated = builder->estimated;
    if (off > OFF_GRID_TOLD)
        builder_fault(
            builder, of[end - 1].mark,
            "so are %zu times in all: a trace has one step; cut the file where it changes, import the parts",
            off);
    return off == 0;
}

void trace_describe(const struct carbon_trace *trace, char *out, size_t size)
{
    char step[32], from[24], to[24], gaps[48] = "no gaps", estimated[48] = "";
    const char *kind = trace->kind == KIND_UNKNOWN ? "kind unknown" : carbon_kind_names[trace->kind];
    const char *basis = carbon_basis_names[trace->basis];
    if (trace->n == 1) {
        snprintf(out, size, "constant %g g/kWh, %s, basis %s", trace->samples[0], kind, basis);
        return;
    }
    if (trace->step_s == HOUR_S || trace->step_s == HOUR_S / 2)
        text_copy(step, sizeof step, trace->step_s == HOUR_S ? "hourly" : "half-hourly");
    else if (trace->step_s % 60 == 0)
        snprintf(step, sizeof step, "every %" PRId32 " min", trace->step_s / 60);
    else
        snprintf(step, sizeof step, "every %" PRId32 " s", trace->step_s);
    civil_format(trace->start_s, from, sizeof from);
    civil_format(trace->start_s + (int64_t)(trace->n - 1) * trace->step_s, to, sizeof to);
    if (trace->missing > 0)
        snprintf(gaps, sizeof gaps, "%zu missing", trace->missing);
    if (trace->estimated > 0)
        snprintf(estimated, sizeof estimated, ", %zu estimated by the source", trace->estimated);
    snprintf(out, size, "%zu samples, %s, %s to %s, %s, basis %s, %s%s", trace->n, step, from, to, kind,
             basis, gaps, estimated);
}

/* A trace with what an import knows of it. NULL: out of memory, told. */
static struct carbon_trace *new_trace(struct import_job *job)
{
    struct item *item = import_result_add(job->result, ITEM_TRACE, job->faults);
    if (!item)
        return NULL;
    text_copy(item->as.trace.name, sizeof item->as.trace.name, job->name);
    text_copy(item->as.trace.title, sizeof item->as.trace.title, job->name);
    item->as.trace.basis = job->options->basis;
    item->as.trace.kind = job->options->kind;
    return &item->as.trace;
}

static bool finish(struct builder *builder, struct carbon_trace *trace, bool good)
{
    good = good && builder_finish(builder, trace);
    free(builder->samples.of);
    if (good)
        trace_describe(trace, builder->job->result->summary, sizeof builder->job->result->summary);
    return good;
}

/* --- CSV --- */

enum { SAMPLE_TIME, SAMPLE_INTENSITY };
enum { MAPS_TIME, MAPS_DIRECT, MAPS_LCA, MAPS_ZONE, MAPS_ZONE_NAME, MAPS_ESTIMATED, MAPS_SOURCE };

/* What was found on the way. */
struct rows {
    double least, most; /* in the file's unit */
    bool all_zoned;
};

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

/* Rows with the figure in column `value`, in units of `factor` g/kWh; `source` says how they are read
 * ("wattif CSV"). */
static bool read_rows(struct csv_reader *reader, const int *column, int at, double factor, const char *source,
                      struct rows *rows, struct import_job *job)
{
    struct builder builder = {.job = job};
    const struct importer *importer = job->result->importer;
    bool maps = importer == &importer_electricity_maps;
    struct carbon_trace *trace = new_trace(job);
    bool good = trace != NULL;
    int row = -1;
    if (trace) {
        text_print(trace->source, sizeof trace->source, "imported (%s)", source);
        trace->kind = importer->figures ? importer->figures : trace->kind;
    }
    if (trace && maps) {
        trace->basis = job->options->basis == BASIS_DIRECT ? BASIS_DIRECT : BASIS_LCA;
        text_copy(trace->licence, sizeof trace->licence, "ODbL-1.0 (Electricity Maps)");
        text_copy(trace->source, sizeof trace->source, "Electricity Maps, electricitymaps.com");
    }
    while (trace && (row = csv_reader_next(reader)) > 0) {
        char iso[TABLE_ISO_SIZE];
        const char *time = csv_reader_cell(reader, column[SAMPLE_TIME]);
        double value = NAN;
        bool timed = !importer->guess || import_instant(reader, column, job, iso, &rows->all_zoned);
        good &= timed;
        /* In the file's unit; NAN where it is empty or, with a fault, where it is no intensity. */
        good &= !*csv_reader_cell(reader, at) || import_number(reader, at, "the intensity", &value);
        if (value < 0) {
            good = csv_reader_fault(
                reader, at, "the intensity %g is negative; it must be at least 0 (an empty cell is a gap)",
                value);
            value = NAN;
        }
        rows->least = fmin(rows->least, value);
        rows->most = fmax(rows->most, value);
        const char *flag = maps && !isnan(value) ? csv_reader_cell(reader, column[MAPS_ESTIMATED]) : "";
        bool estimated =
            strcasecmp(flag, "true") == 0 || strcmp(flag, "1") == 0 || strcasecmp(flag, "yes") == 0;
        good &= !maps || maps_zone(reader, column, trace);
        good &= timed && builder_add(&builder, importer->guess ? iso : time, value * factor, estimated,
                                     (uint32_t)csv_reader_line(reader));
    }
    return finish(&builder, trace, good && row == 0);
}

/* A format whose row says all of it; the yearly files of Electricity Maps have a column for each basis. */
static bool read_trace(struct csv_reader *reader, const int *column, struct import_job *job)
{
    const struct importer *importer = job->result->importer;
    bool maps = importer == &importer_electricity_maps;
    int at = maps && job->options->basis != BASIS_DIRECT ? MAPS_LCA : SAMPLE_INTENSITY;
    struct rows rows = {0};
    if (column[at] < 0)
        return csv_reader_fault_at(reader, 1, "missing column 'value'");
    bool good = read_rows(reader, column, column[at], importer->unit, importer->source, &rows, job);
    if (good && importer->unit == G_PER_KWH_OF_LB_PER_MWH)
        text_append(job->result->summary, sizeof job->result->summary, "; given in lb/MWh");
    return good;
}

const struct importer importer_wattif_csv = {
    .name = "wattif",
    .kind = STORE_TRACE,
    .help = "timestamp,ci_gco2_per_kwh",
    .columns = {"timestamp", "ci_gco2_per_kwh"},
    .read_rows = read_trace,
    .unit = 1,
    .source = "wattif CSV",
};

const struct importer importer_watttime_moer = {
    .name = "watttime-moer",
    .kind = STORE_TRACE,
    .help = "WattTime CSV: timestamp,MOER[,MOER version,frequency]; lb/MWh, marginal",
    .columns = {"timestamp", "MOER", "?MOER version", "?frequency"},
    .read_rows = read_trace,
    .unit = G_PER_KWH_OF_LB_PER_MWH,
    .figures = KIND_MARGINAL,
    .source = "WattTime CSV",
};

const struct importer importer_watttime_points = {
    .name = "watttime-csv",
    .kind = STORE_TRACE,
    .help = "WattTime CSV: point_time,value; lb/MWh, of the kind that --kind says",
    .columns = {"point_time", "?value"}, /* which many files have */
    .read_rows = read_trace,
    .unit = G_PER_KWH_OF_LB_PER_MWH,
    .source = "WattTime CSV",
};

const struct importer importer_electricity_maps = {
    .name = "electricity-maps",
    .kind = STORE_TRACE,
    .help =
        "Electricity Maps CSV: Datetime (UTC),...,Carbon Intensity gCO2eq/kWh (direct),... (LCA or Life cycle)",
    .columns = {"Datetime (UTC)", "Carbon Intensity gCO2eq/kWh (direct)",
                "Carbon Intensity gCO2eq/kWh (LCA)|Carbon Intensity gCO2eq/kWh (Life cycle)", "?Zone Id",
                "?Zone Name", "?Data Estimated", "?Data Source"},
    .read_rows = read_trace,
    .unit = 1,
    .figures = KIND_AVERAGE,
    .source = "Electricity Maps CSV",
};

static bool guess_table(struct csv_reader *reader, bool certain, struct import_job *job, int *column)
{
    return table_guess(reader, TABLE_OF_INTENSITIES, certain, job->options, &job->table, column);
}

/* What was assumed of zones and units stands in the summary, which is seen before anything is written. */
static bool read_table(struct csv_reader *reader, const int *column, struct import_job *job)
{
    struct rows rows = {.least = INFINITY, .all_zoned = true};
    char source[160], likely[96], *summary = job->result->summary;
    const char *named = csv_reader_name(reader, column[TABLE_VALUE]);
    text_print(source, sizeof source, "column %s%s", TEXT_BRIEF(named),
               job->options->use_forecast ? ", a forecast as last revised" : "");
    if (!read_rows(reader, column, column[TABLE_VALUE], job->table.factor, source, &rows, job))
        return false;
    if (!rows.all_zoned)
        text_append(summary, IMPORT_SUMMARY, "; times without a zone read as UTC");
    if (!*job->table.unit && !(rows.least >= UNIT_LEAST && rows.most <= UNIT_MOST))
        return csv_reader_fault_at(
            reader, 1,
            "column '%s' names no unit, and its values, %.4g to %.4g, are no grid's in g/kWh: %s%sg/kWh? --unit g/kWh",
            TEXT_BRIEF(named), rows.least, rows.most, unit_likely(rows.most, likely, sizeof likely),
            *likely ? "; " : "");
    if (!*job->table.unit)
        text_append(summary, IMPORT_SUMMARY,
                    "; the header names no unit: read as g/kWh (--unit says another)");
    else if (job->table.factor != 1)
        text_append(summary, IMPORT_SUMMARY, "; given in %s", job->table.unit);
    return true;
}

const struct importer importer_table_trace = {
    .name = "table",
    .kind = STORE_TRACE,
    .help = "any CSV with a column of times and one of gCO2/kWh",
    .columns = {"time", "intensity", "?clock"},
    .guess = guess_table,
    .read_rows = read_table,
};

/* --- JSON --- */

static bool point_fault(struct import_job *job, uint32_t index, const char *key, const char *message)
{
    char place[ERROR_PLACE], pointer[128];
    import_place(job, text_print(pointer, sizeof pointer, "/data/%u/%s", (unsigned)index, key), place);
    return faults_add(job->faults, place, "%s", message);
}

/* What is read of a point: its time, and its figure (in units of `factor` g/kWh; null: a gap), which may lie
 * in an object of the point and be left out there. */
struct point_keys {
    const char *time, *object, *figure;
    double factor;
};

static bool read_points(const cJSON *json, const struct point_keys *keys, struct carbon_trace *trace,
                        struct import_job *job)
{
    struct builder builder = {.job = job, .json = true};
    const cJSON *data = json_member(json, "data"), *point;
    uint32_t index = 0;
    bool good = true;
    if (!cJSON_IsArray(data))
        return faults_add(job->faults, job->path, "must be an object with an array \"data\"");
    cJSON_ArrayForEach(point, data)
    {
        const cJSON *time = json_member(point, keys->time);
        const cJSON *within = keys->object ? json_member(point, keys->object) : point;
        const cJSON *figure = json_member(within, keys->figure);
        bool left_out = keys->object && !figure;
        char key[64];
        text_print(key, sizeof key, "%s%s%s", keys->object ? keys->object : "", keys->object ? "/" : "",
                   keys->figure);
        if (!cJSON_IsString(time))
            good = point_fault(job, index, keys->time, "must be a time in quotes");
        else if (keys->object && !cJSON_IsObject(within))
            good = point_fault(job, index, keys->object, "must be an object");
        else if (!left_out && !cJSON_IsNumber(figure) && !cJSON_IsNull(figure))
            good = point_fault(job, index, key, "must be a number or null");
        else
            good &= builder_add(&builder, time->valuestring,
                                cJSON_IsNumber(figure) ? figure->valuedouble * keys->factor : (double)NAN,
                                false, index);
        index++;
    }
    job->result->rows = index;
    return finish(&builder, trace, good);
}

static bool read_uk(const cJSON *json, struct import_job *job)
{
    struct carbon_trace *trace = new_trace(job);
    bool forecast = job->options->use_forecast;
    const struct point_keys keys = {"from", "intensity", forecast ? "forecast" : "actual", 1};
    if (!trace)
        return false;
    trace->kind = KIND_AVERAGE;
    if (trace->basis == BASIS_UNKNOWN)
        trace->basis = BASIS_DIRECT; /* the service counts emissions at the power station */
    text_copy(trace->zone, sizeof trace->zone, "GB");
    snprintf(trace->source, sizeof trace->source, "UK carbon intensity service, carbonintensity.org.uk (%s)",
             forecast ? "forecast, as last revised" : "actual");
    text_copy(trace->licence, sizeof trace->licence, "CC-BY-4.0 (NESO)");
    return read_points(json, &keys, trace, job);
}

static const char *meta_text(const cJSON *json, const char *key)
{
    const cJSON *meta = json_member(json, "meta"), *text = meta ? json_member(meta, key) : NULL;
    return cJSON_IsString(text) ? text->valuestring : "";
}

static bool read_watttime(const cJSON *json, struct import_job *job)
{
    static const char unit[] = "lbs_co2_per_mwh";
    static const struct point_keys keys = {"point_time", NULL, "value", G_PER_KWH_OF_LB_PER_MWH};
    struct carbon_trace *trace = new_trace(job);
    const char *units = meta_text(json, "units"), *signal = meta_text(json, "signal_type");
    char place[ERROR_PLACE];
    if (!trace)
        return false;
    if (strcmp(units, unit) != 0) {
        import_place(job, "/meta/units", place);
        return faults_add(job->faults, place, "'%s' is no unit that is understood; it must be %s",
                          TEXT_BRIEF(units), unit);
    }
    trace->kind = strcmp(signal, "co2_moer") == 0   ? KIND_MARGINAL
                  : strcmp(signal, "co2_aoer") == 0 ? KIND_AVERAGE
                                                    : job->options->kind;
    text_copy(trace->zone, sizeof trace->zone, meta_text(json, "region"));
    snprintf(trace->source, sizeof trace->source, "WattTime %s", signal);
    return read_points(json, &keys, trace, job);
}

const struct importer importer_uk_carbon = {
    .name = "uk-carbon",
    .kind = STORE_TRACE,
    .help = "UK carbon intensity JSON",
    .points = {"from", "intensity"},
    .read_json = read_uk,
};

const struct importer importer_watttime = {
    .name = "watttime",
    .kind = STORE_TRACE,
    .help = "WattTime JSON",
    .points = {"point_time"},
    .read_json = read_watttime,
};
