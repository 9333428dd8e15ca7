/* The canonical text is read by the importer that `wattif import` has for it, so that whatever a hand has
 * done to a report is judged as a file would be. Facts beside it (basis, zone, title) are what the library
 * knows. */
#include "store/report/carried.h"

#include "engine/base/text.h"
#include "engine/base/glyph.h"
#include "store/import/import.h"
#include "store/json/json_fields.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OFFSETS_MAX = 4096 };

/* --- out --- */

static char *canonical_text(const struct item *item)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    struct sink sink = {.file = out};

    if (!out)
        return NULL;
    item_write(&sink, item);
    bool good = !ferror(out);
    if (fclose(out) == 0 && good)
        return text;
    free(text);
    return NULL;
}

bool carried_print(struct json_writer *writer, const struct item *item, const char *hash)
{
    char *text = item->kind == ITEM_DEVICE ? device_line_text(&item->as.device) : canonical_text(item);

    if (!text)
        return false;
    json_begin_object(writer, NULL);
    json_string(writer, "kind", item_kind_names[item->kind]);
    json_string(writer, "name", item_name(item));
    json_string(writer, "hash", hash);
    json_string(writer, "title", item_title(item));
    json_string(writer, "source", item_source(item));
    json_string(writer, "licence", item_licence(item));
    if (item->kind == ITEM_TRACE) {
        const struct carbon_trace *trace = &item->as.trace;
        json_string(writer, "zone", trace->zone);
        json_string(writer, "basis", carbon_basis_names[trace->basis]);
        json_string(writer, "figures", carbon_kind_names[trace->kind]);
        json_uint(writer, "estimated", trace->estimated);
        json_begin_array(writer, "utc_offsets", true);
        for (size_t i = 0; i < trace->n_offsets; i++) {
            json_int(writer, NULL, trace->offsets[i].at_s);
            json_int(writer, NULL, trace->offsets[i].offset_s);
        }
        json_end_array(writer);
    }
    json_string(writer, "text", text);
    json_end_object(writer);
    free(text);
    return true;
}

/* --- in --- */

/* A text member, "" where there is none; cut where it is longer than what the library holds. */
static void read_text(const cJSON *json, const char *key, char *out, size_t size)
{
    const cJSON *member = json_member(json, key);

    text_copy(out, size, cJSON_IsString(member) ? member->valuestring : "");
}

static int read_choice(const cJSON *json, const char *key, const char *const *names, int n)
{
    const cJSON *member = json_member(json, key);

    for (int i = 0; cJSON_IsString(member) && i < n; i++)
        if (strcmp(member->valuestring, names[i]) == 0)
            return i;
    return 0;
}

static bool read_trace_facts(const cJSON *json, const char *place, struct carbon_trace *trace,
                             struct faults *faults)
{
    const cJSON *estimated = json_member(json, "estimated");
    double count = cJSON_IsNumber(estimated) ? estimated->valuedouble : 0;

    read_text(json, "title", trace->title, sizeof trace->title);
    read_text(json, "zone", trace->zone, sizeof trace->zone);
    read_text(json, "source", trace->source, sizeof trace->source);
    read_text(json, "licence", trace->licence, sizeof trace->licence);
    trace->basis = (enum carbon_basis)read_choice(json, "basis", carbon_basis_names, BASIS_COUNT);
    trace->kind = (enum carbon_kind)read_choice(json, "figures", carbon_kind_names, KIND_COUNT);
    trace->estimated = count > 0 && count <= (double)trace->n ? (size_t)count : 0;
    /* Pairs of an instant and the offset from then on, ascending. */
    const cJSON *list = json_member(json, "utc_offsets"), *number;
    int n = cJSON_IsArray(list) ? cJSON_GetArraySize(list) / 2 : 0, k = 0;
    int64_t values[2] = {0};
    free(trace->offsets);
    trace->offsets = NULL;
    trace->n_offsets = 0;
    if (n == 0)
        return true;
    trace->offsets = n <= OFFSETS_MAX ? calloc((size_t)n, sizeof *trace->offsets) : NULL;
    if (!trace->offsets)
        return n <= OFFSETS_MAX
                   ? faults_no_memory(faults, place)
                   : (faults_add(faults, place, "has more than %d UTC offsets", OFFSETS_MAX), false);
    cJSON_ArrayForEach(number, list)
    {
        double value = cJSON_IsNumber(number) ? number->valuedouble : 0;
        values[k % 2] = value > -9e15 && value < 9e15 ? (int64_t)value : 0;
        if (k++ % 2 == 0 || (int)trace->n_offsets == n)
            continue;
        bool later = trace->n_offsets == 0 || trace->offsets[trace->n_offsets - 1].at_s < values[0];
        if (!later || values[1] < -86400 || values[1] > 86400) {
            faults_add(faults, place, "its UTC offsets must ascend and be at most a day");
            return false;
        }
        trace->offsets[trace->n_offsets++] = (struct utc_offset){values[0], (int32_t)values[1]};
    }
    return true;
}

static bool read_facts(const cJSON *json, const char *place, struct item *item, struct faults *faults)
{
    read_text(json, "source", item->source, sizeof item->source);
    read_text(json, "licence", item->licence, sizeof item->licence);
    if (item->kind == ITEM_TRACE && !read_trace_facts(json, place, &item->as.trace, faults))
        return false;
    if (item->kind == ITEM_TRACE) {
        item_hash(item, item->as.trace.hash);
    } else if (item->kind == ITEM_PROFILE) {
        item_hash(item, item->as.profile.hash);
    } else if (item->kind == ITEM_WORKLOAD) {
        struct workload *workload = &item->as.workload;
        read_text(json, "title", workload->title, sizeof workload->title);
        read_text(json, "source", workload->source, sizeof workload->source);
        read_text(json, "licence", workload->licence, sizeof workload->licence);
        item_hash(item, workload->hash);
    }
    return true;
}

/* What the importer makes of the text: one item of the kind, known by that name. */
static bool read_content(const char *text, enum item_kind kind, const char *name, const char *place,
                         struct item *item, struct faults *faults)
{
    static const enum store_kind kinds[] = {
        [ITEM_TRACE] = STORE_TRACE, [ITEM_PROFILE] = STORE_PROFILE, [ITEM_WORKLOAD] = STORE_WORKLOAD};
    const char *set = strchr(name, '@');
    struct import_options options = {
        .name = kind == ITEM_PROFILE ? NULL : name, .unit = "g/kWh", .into = set ? set + 1 : NULL};
    struct import_result result;
    struct input input;
    struct error error = {0};

    if (!input_from_memory(&input, text, strlen(text), place, &error)) {
        faults_add_error(faults, place, &error);
        return false;
    }
    bool good = import_read(&input, kinds[kind], &options, &result, faults);
    input_close(&input);
    if (!good)
        return false;
    good = result.n == 1 && result.items[0].kind == kind && strcmp(item_name(&result.items[0]), name) == 0;
    if (good) {
        *item = result.items[0];
        result.n = 0;
    } else {
        faults_add(faults, place, "its text is no %s '%s'", item_kind_names[kind], name);
    }
    import_result_free(&result);
    return good;
}

bool carried_read(const cJSON *json, const char *place, struct item *item, struct faults *faults)
{
    const cJSON *text = json_member(json, "text");
    int kind = read_choice(json, "kind", item_kind_names, ITEM_KIND_COUNT);
    char name[64];

    *item = (struct item){.kind = (enum item_kind)kind};
    read_text(json, "name", name, sizeof name);
    if (!cJSON_IsString(text) || !*name || name_fault(name) || kind == ITEM_SCENARIO) {
        faults_add(faults, place, "is no input: it needs kind, name and text");
        return false;
    }
    bool good = kind == ITEM_DEVICE
                    ? device_line_read(text->valuestring, place, &item->as.device, faults) &&
                          (strcmp(item->as.device.name, name) == 0 ||
                           (faults_add(faults, place, "its text is another GPU type"), false))
                    : read_content(text->valuestring, (enum item_kind)kind, name, place, item, faults);
    if (!good)
        return false;
    item->kind = (enum item_kind)kind;
    if (read_facts(json, place, item, faults))
        return true;
    item_free(item);
    return false;
}
