/* One table says which key of the JSON is which field of a device, for reading and for writing. */
#include "store/import/device_line.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/json/json_fields.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEVICE_NUMBER(key, required)                                                                         \
    {                                                                                                        \
#key, JSON_NUMBER_OR_NULL, required, offsetof(struct device_type, key), 0, NULL                      \
    }

static const struct json_field device_fields[] = {
    {"gpu", JSON_TEXT, true, offsetof(struct device_type, name), sizeof((struct device_type *)0)->name, NULL},
    DEVICE_NUMBER(memory_gb, false),
    DEVICE_NUMBER(idle_power_w, true),
    DEVICE_NUMBER(power_limit_w, false),
    DEVICE_NUMBER(max_clock_mhz, false),
    DEVICE_NUMBER(base_clock_mhz, false),
    DEVICE_NUMBER(embodied_kg, false),
    DEVICE_NUMBER(lifetime_s, false),
    {"mig", JSON_BOOL, false, offsetof(struct device_type, mig), 0, NULL},
    {"provenance", JSON_NAME, false, offsetof(struct device_type, provenance), PROVENANCE_COUNT,
     provenance_names},
    {"source", JSON_TEXT, false, offsetof(struct device_type, source),
     sizeof((struct device_type *)0)->source, NULL},
};

static double number_at(const struct device_type *device, const struct json_field *field)
{
    double value;

    memcpy(&value, (const char *)device + field->offset, sizeof value);
    return value;
}

static bool check_device(const struct device_type *device, struct json_place *place)
{
    bool good = *device->name || json_fault(place, "gpu", "is empty");

    if (isnan(device->idle_power_w))
        good = json_fault(place, "idle_power_w", "must be a number: an idle GPU draws it in every run");
    for (size_t i = 0; i < JSON_FIELDS_COUNT(device_fields); i++)
        if (device_fields[i].type == JSON_NUMBER_OR_NULL && number_at(device, &device_fields[i]) < 0)
            good = json_fault(place, device_fields[i].key, "is negative");
    return good;
}

static bool read_device(const char *text, const char *where, struct device_type *device,
                        struct faults *faults)
{
    struct error error = {0};
    struct json_place place = {.faults = faults};
    cJSON *json = json_parse(text, strlen(text), where, &error);

    *device = (struct device_type){.memory_gb = NAN,
                                   .idle_power_w = NAN,
                                   .power_limit_w = NAN,
                                   .max_clock_mhz = NAN,
                                   .base_clock_mhz = NAN,
                                   .embodied_kg = NAN,
                                   .lifetime_s = NAN};
    if (!json) {
        faults_add(faults, where, "the device is no JSON: %s", error.message);
        return false;
    }
    text_copy(place.pointer, sizeof place.pointer, where);
    bool good = json_read_fields(json, device_fields, JSON_FIELDS_COUNT(device_fields), device, &place) &&
                check_device(device, &place);
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

bool device_lines_read(const struct csv_reader *reader, struct import_job *job)
{
    static const char start[] = "# device:";
    const char *comment;
    bool good = true;

    for (size_t k = 0; (comment = csv_reader_comment(reader, k)) != NULL; k++) {
        char where[ERROR_PLACE];
        struct device_type device;
        if (strncmp(comment, start, sizeof start - 1) != 0)
            continue;
        error_place(where, job->path, ":%zu", k + 1);
        good &= read_device(comment + sizeof start - 1, where, &device, job->faults) &&
                add_device(&device, where, job);
    }
    return good;
}

char *device_line_text(const struct device_type *device)
{
    struct json_writer writer = {0};
    size_t n = 0;
    char *line = NULL;

    json_begin_inline_object(&writer, NULL);
    json_string(&writer, "gpu", device->name);
    for (size_t i = 0; i < JSON_FIELDS_COUNT(device_fields); i++)
        if (device_fields[i].type == JSON_NUMBER_OR_NULL && !isnan(number_at(device, &device_fields[i])))
            json_number(&writer, device_fields[i].key, number_at(device, &device_fields[i]));
    json_bool(&writer, "mig", device->mig);
    json_string(&writer, "provenance", provenance_names[device->provenance]);
    json_string(&writer, "source", device->source);
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
