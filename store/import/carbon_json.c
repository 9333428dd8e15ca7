/* Carbon intensity as JSON: the UK carbon intensity service (half-hourly; what is null is a gap) and WattTime
 * (pounds a megawatt-hour; co2_moer is marginal, co2_aoer average). Units and keys outside what is read are
 * left alone: these are other people's formats and grow. */
#include "store/import/import.h"
#include "store/import/intensities.h"
#include "store/import/trace_builder.h"

#include "engine/base/text.h"
#include "store/json/json_fields.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void json_place(const void *context, uint32_t mark, char *out)
{
    const struct import_job *job = context;
    char pointer[64];

    import_place(job, text_print(pointer, sizeof pointer, "/data/%u", (unsigned)mark), out);
}

static bool fault_at(struct import_job *job, uint32_t mark, const char *key, const char *message)
{
    char place[ERROR_PLACE], pointer[128];

    import_place(job, text_print(pointer, sizeof pointer, "/data/%u/%s", (unsigned)mark, key), place);
    faults_add(job->faults, place, "%s", message);
    return false;
}

static const cJSON *first_point(const cJSON *json)
{
    const cJSON *data = json_member(json, "data");

    return cJSON_IsArray(data) ? data->child : NULL;
}

static bool recognise_uk(const cJSON *json)
{
    const cJSON *point = first_point(json);

    return point && json_member(point, "from") && json_member(point, "intensity");
}

static bool recognise_watttime(const cJSON *json)
{
    const cJSON *point = first_point(json);

    return point && json_member(point, "point_time");
}

/* Time and value of one point; the value NAN where it is null. */
typedef bool read_point(const cJSON *point, uint32_t index, struct import_job *job, const char **time,
                        double *value);

static bool read_uk_point(const cJSON *point, uint32_t index, struct import_job *job, const char **time,
                          double *value)
{
    const cJSON *from = json_member(point, "from"), *intensity = json_member(point, "intensity");
    const char *key = job->options->use_forecast ? "forecast" : "actual";
    const cJSON *figure = json_member(intensity, key);

    if (!cJSON_IsString(from))
        return fault_at(job, index, "from", "must be a time in quotes");
    *time = from->valuestring;
    if (!cJSON_IsObject(intensity))
        return fault_at(job, index, "intensity", "must be an object");
    if (figure && !cJSON_IsNumber(figure) && !cJSON_IsNull(figure))
        return fault_at(job, index, job->options->use_forecast ? "intensity/forecast" : "intensity/actual",
                        "must be a number or null");
    *value = cJSON_IsNumber(figure) ? figure->valuedouble : NAN;
    return true;
}

static bool read_watttime_point(const cJSON *point, uint32_t index, struct import_job *job, const char **time,
                                double *value)
{
    const cJSON *at = json_member(point, "point_time"), *figure = json_member(point, "value");

    if (!cJSON_IsString(at))
        return fault_at(job, index, "point_time", "must be a time in quotes");
    *time = at->valuestring;
    if (!cJSON_IsNumber(figure) && !cJSON_IsNull(figure))
        return fault_at(job, index, "value", "must be a number or null");
    *value = cJSON_IsNumber(figure) ? figure->valuedouble * G_PER_KWH_OF_LB_PER_MWH : NAN;
    return true;
}

static bool read_points(const cJSON *json, struct import_job *job, read_point *read,
                        struct carbon_trace *trace)
{
    struct trace_builder builder = {.place = json_place, .context = job, .faults = job->faults};
    const cJSON *data = json_member(json, "data"), *point;
    uint32_t index = 0;
    bool good = true;

    if (!cJSON_IsArray(data)) {
        faults_add(job->faults, job->path, "must be an object with an array \"data\"");
        return false;
    }
    cJSON_ArrayForEach(point, data)
    {
        const char *time = "";
        double value = NAN;
        bool read_well = read(point, index, job, &time, &value);
        good &= read_well && trace_builder_add(&builder, time, value, false, index);
        index++;
    }
    good = good && trace_builder_finish(&builder, trace);
    trace_builder_free(&builder);
    job->result->rows = index;
    if (good)
        trace_describe(trace, job->result->summary, sizeof job->result->summary);
    return good;
}

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

static bool read_uk(const cJSON *json, struct import_job *job)
{
    struct carbon_trace *trace = new_trace(job);

    if (!trace)
        return false;
    trace->kind = KIND_AVERAGE;
    if (trace->basis == BASIS_UNKNOWN)
        trace->basis = BASIS_DIRECT; /* the service counts emissions at the power station */
    text_copy(trace->zone, sizeof trace->zone, "GB");
    snprintf(trace->source, sizeof trace->source, "UK carbon intensity service, carbonintensity.org.uk (%s)",
             job->options->use_forecast ? "forecast, as last revised" : "actual");
    text_copy(trace->licence, sizeof trace->licence, "CC-BY-4.0 (NESO)");
    return read_points(json, job, read_uk_point, trace);
}

static const char *meta_text(const cJSON *json, const char *key)
{
    const cJSON *meta = json_member(json, "meta"), *text = meta ? json_member(meta, key) : NULL;

    return cJSON_IsString(text) ? text->valuestring : "";
}

static bool read_watttime(const cJSON *json, struct import_job *job)
{
    static const char unit[] = "lbs_co2_per_mwh";
    struct carbon_trace *trace = new_trace(job);
    const char *units = meta_text(json, "units"), *signal = meta_text(json, "signal_type");
    char place[ERROR_PLACE];

    if (!trace)
        return false;
    if (strcmp(units, unit) != 0) {
        import_place(job, "/meta/units", place);
        faults_add(job->faults, place, "'%s' is no unit that is understood; it must be %s", TEXT_BRIEF(units),
                   unit);
        return false;
    }
    trace->kind = strcmp(signal, "co2_moer") == 0   ? KIND_MARGINAL
                  : strcmp(signal, "co2_aoer") == 0 ? KIND_AVERAGE
                                                    : job->options->kind;
    text_copy(trace->zone, sizeof trace->zone, meta_text(json, "region"));
    snprintf(trace->source, sizeof trace->source, "WattTime %s", signal);
    return read_points(json, job, read_watttime_point, trace);
}

const struct importer importer_uk_carbon = {
    .name = "uk-carbon",
    .kind = STORE_TRACE,
    .help = "UK carbon intensity JSON",
    .recognise = recognise_uk,
    .read_json = read_uk,
};

const struct importer importer_watttime = {
    .name = "watttime",
    .kind = STORE_TRACE,
    .help = "WattTime JSON",
    .recognise = recognise_watttime,
    .read_json = read_watttime,
};
