/* One table says which key of the JSON is which field of a device, for reading and for writing. */
#include "store/import/device_line.h"

#include "engine/base/text.h"
#include "engine/model/ranges.h"
#include "store/json/json.h"
#include "store/json/json_fields.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEVICE_NUMBER(key, ...)                                                                              \
    {                                                                                                        \
#key, NUMBER_AT(device_type, key), .nullable = true, .initial = NAN, .said = SAID_IF_OTHER,          \
                                           __VA_ARGS__                                                       \
    }

static const struct field device_rows[] = {
    {"gpu", TEXT_AT(device_type, name), .required = true},
    {"architecture", FIELD_ELSEWHERE}, /* for people, as in the table */
    DEVICE_NUMBER(memory_gb, RANGE_MEMORY),
    DEVICE_NUMBER(idle_power_w, RANGE_IDLE, .required = true),
    DEVICE_NUMBER(power_limit_w, RANGE_POWER),
    DEVICE_NUMBER(max_clock_mhz, RANGE_CLOCK),
    DEVICE_NUMBER(base_clock_mhz, RANGE_CLOCK),
    DEVICE_NUMBER(embodied_kg, RANGE_EMBODIED),
    DEVICE_NUMBER(lifetime_s, RANGE_LIFETIME),
    DEVICE_NUMBER(ha_w_per_k, RANGE_HA),
    DEVICE_NUMBER(alpha_per_s, RANGE_ALPHA),
    {"mig", BOOL_AT(device_type, mig)},
    {"provenance", CHOICE_AT(device_type, provenance, provenance_names, PROVENANCE_COUNT)},
    {"source", TEXT_AT(device_type, source)},
};
static const struct field_table device_fields = FIELD_TABLE(device_rows, device_type);

static bool check_device(const struct device_type *device, struct json_place *place)
{
    size_t before = place->faults->count;

    if (!*device->name)
        json_fault(place, "gpu", "is empty");
    if (isnan(device->idle_power_w))
        json_fault(place, "idle_power_w", "must be a number: an idle GPU draws it in every run");
    fields_check(&device_fields, device, place->pointer, place->faults);
    return place->faults->count == before;
}

static bool read_device(const char *text, const char *where, struct device_type *device,
                        struct faults *faults)
{
    struct error error = {0};
    struct json_place place = {.faults = faults};
    cJSON *json = json_parse(text, strlen(text), where, &error);

    fields_init(&device_fields, device);
    if (!json && error.kind == ERROR_SYSTEM)
        faults_add_error(faults, where, &error);
    if (!json) {
        faults_add(faults, where, "the device is no JSON: %s", error.message);
        return false;
    }
    text_copy(place.pointer, sizeof place.pointer, where);
    bool good = json_read_fields(json, &device_fields, device, &place) && check_device(device, &place);
    json_free(json);
    return good;
}

static bool told_before(const struct import_result *result, const char *gpu)
{
    for (size_t i = 0; i < result->n; i++)
        if (result->items[i].kind == ITEM_DEVICE && strcmp(result->items[i].as.device.name, gpu) == 0)
            return true;
    return false;
}

static bool add_device(const struct device_type *device, const char *where, struct import_job *job)
{
    struct import_result *result = job->result;

    if (told_before(result, device->name)) {
        faults_add(job->faults, where, "a second device line for '%s'", device->name);
        return false;
    }
    struct item *item = import_result_add(result, ITEM_DEVICE, job->faults);
    if (!item)
        return false;
    item->as.device = *device;
    text_copy(item->source, sizeof item->source, device->source);
    size_t used = strlen(result->summary);
    snprintf(result->summary + used, sizeof result->summary - used, ", GPU type %s (idle %.4g W)",
             device->name, device->idle_power_w);
    return true;
}

static const char line_start[] = "# device:";

bool device_line_read(const char *line, const char *where, struct device_type *device, struct faults *faults)
{
    if (strncmp(line, line_start, sizeof line_start - 1) == 0)
        return read_device(line + sizeof line_start - 1, where, device, faults);
    faults_add(faults, where, "is no line '%s {...}'", line_start);
    return false;
}

bool device_lines_read(const struct csv_reader *reader, struct import_job *job)
{
    const char *comment;
    bool good = true;

    for (size_t k = 0; (comment = csv_reader_comment(reader, k)) != NULL; k++) {
        char where[ERROR_PLACE];
        struct device_type device;
        if (strncmp(comment, line_start, sizeof line_start - 1) != 0)
            continue;
        error_place(where, job->path, ":%zu", k + 1);
        good &= device_line_read(comment, where, &device, job->faults) && add_device(&device, where, job);
    }
    return good;
}

char *device_line_text(const struct device_type *device)
{
    struct json_writer writer = {0};
    size_t n = 0;
    char *line = NULL;

    json_begin_inline_object(&writer, NULL);
    json_print_fields(&writer, &device_fields, device, NULL, NULL);
    json_end_object(&writer);
    char *json = json_writer_take(&writer);
    if (json) {
        n = strlen(json) + sizeof "# device: ";
        line = malloc(n);
    }
    if (line)
        snprintf(line, n, "# device: %s", json);
    free(json);
    return line;
}
