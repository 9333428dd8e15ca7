/* Reading trusts nothing: a report may have been edited by hand, which its hash tells, and then what it holds
 * is read as a file of a stranger is. */
#include "store/report/report_file.h"

#include "engine/base/text.h"
#include "store/file.h"
#include "store/json/json.h"
#include "store/json/json_fields.h"
#include "store/json/scenario_json.h"
#include "engine/base/glyph.h"
#include "engine/model/names.h"
#include "store/import/import.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

#define REPORT_BYTES_MAX ((size_t)128 << 20)

enum { INPUTS_MAX = 4096, AXIS_BYTES_MAX = 1 << 20 };

/* One that is being read. */
struct report_reading {
    const char *path;
    struct report *report;
    struct faults *faults;
};

bool report_is_path(const char *word)
{
    size_t n = strlen(word);
    return n > 5 && strcmp(word + n - 5, ".html") == 0;
}

static bool fault(struct report_reading *reading, const char *pointer, const char *message)
{
    char place[ERROR_PLACE];
    return faults_add(reading->faults, error_place(place, reading->path, ":%s", pointer), "%s", message);
}

static const cJSON *array_at(const cJSON *json, const char *key, int least, int most,
                             struct report_reading *reading)
{
    const cJSON *list = json_member(json, key);
    int n = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : -1;
    char message[96];
    if (n >= least && n <= most)
        return list;
    text_print(message, sizeof message, "/%s must be an array of %d to %d", key, least, most);
    fault(reading, "", message);
    return NULL;
}

/* --- inputs --- */

static bool read_inputs(const cJSON *json, struct report_reading *reading)
{
    const cJSON *list = array_at(json, "inputs", 0, INPUTS_MAX, reading), *one;
    struct report *report = reading->report;
    bool good = list != NULL;
    if (!list)
        return false;
    report->inputs = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *report->inputs);
    if (!report->inputs)
        return faults_no_memory(reading->faults, reading->path);
    cJSON_ArrayForEach(one, list)
    {
        struct report_input *input = &report->inputs[report->n_inputs];
        char place[ERROR_PLACE];
        error_place(place, reading->path, ":/inputs/%zu", report->n_inputs++);
        input->own = calloc(1, sizeof *input->own);
        if (!input->own)
            return faults_no_memory(reading->faults, reading->path);
        if (!carried_read(one, place, input->own, reading->faults)) {
            free(input->own);
            input->own = NULL;
            good = false;
            continue;
        }
        input->kind = input->own->kind;
        text_copy(input->name, sizeof input->name, item_name(input->own));
        item_hash(input->own, input->hash);
    }
    return good;
}

/* --- runs --- */

static bool read_run(const cJSON *json, struct report_reading *reading)
{
    struct report *report = reading->report;
    struct report_run *run = &report->runs[report->n_runs];
    const cJSON *name = json_member(json, "name"), *scenario = json_member(json, "scenario");
    size_t before = reading->faults->count;
    *run = (struct report_run){0};
    text_copy(run->name, sizeof run->name, cJSON_IsString(name) ? name->valuestring : "");
    if (!cJSON_IsObject(scenario))
        return fault(reading, "/runs", "a run has no scenario");
    if (!scenario_from_json(scenario, &run->scenario, reading->faults)) {
        char place[ERROR_PLACE], own[ERROR_PLACE];
        for (size_t i = before; i < reading->faults->count && i < FAULTS_KEPT; i++) {
            struct error *kept = &reading->faults->kept[i];
            error_place(place, reading->path, ":/runs/%zu/scenario%s", report->n_runs,
                        text_print(own, sizeof own, "%s", kept->place));
            text_copy(kept->place, sizeof kept->place, place);
        }
        return false;
    }
    report->n_runs++;
    const cJSON *list = array_at(json, "inputs", 0, INPUTS_MAX, reading), *number;
    if (!list)
        return false;
    run->inputs = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *run->inputs);
    if (!run->inputs)
        return faults_no_memory(reading->faults, reading->path);
    cJSON_ArrayForEach(number, list)
    {
        double value = cJSON_IsNumber(number) ? number->valuedouble : -1;
        if (!(value >= 0 && value < (double)reading->report->n_inputs))
            return fault(reading, "/runs", "an input of a run is none of /inputs");
        run->inputs[run->n_inputs++] = (size_t)value;
    }
    return true;
}

/* --- the rest --- */

static bool read_axes(const cJSON *json, struct report_reading *reading)
{
    struct report *report = reading->report;
    bool varies = report->command == REPORT_SWEEP, asks = report->command == REPORT_QUESTION;
    const cJSON *list = array_at(json, "vary", varies, varies ? SWEEP_AXES_MAX : asks, reading), *axis;
    if (!list)
        return false;
    cJSON_ArrayForEach(axis, list)
    {
        if (!cJSON_IsString(axis) || strlen(axis->valuestring) > AXIS_BYTES_MAX)
            return fault(reading, "/vary", "must be texts such as \"cit=0.8,0.9\"");
        report->axes[report->n_axes] = strdup(axis->valuestring);
        if (!report->axes[report->n_axes])
            return faults_no_memory(reading->faults, reading->path);
        report->n_axes++;
    }
    return true;
}

/* A text member, "" where there is none; cut where it is longer than what there is room for. */
static void read_text(const cJSON *json, const char *key, char *out, size_t size)
{
    const cJSON *member = json_member(json, key);
    text_copy(out, size, cJSON_IsString(member) ? member->valuestring : "");
}

static bool read_all(const cJSON *json, struct report_reading *reading)
{
    const cJSON *format = json_member(json, "report");
    if (!cJSON_IsNumber(format) || format->valuedouble < 1)
        return fault(reading, "/report", "must be a number: the format of the report");
    if (format->valuedouble > REPORT_FORMAT)
        return fault(reading, "/report",
                     "a newer wattif has made it, in a format that this one does not know");
    read_text(json, "wattif", reading->report->version, sizeof reading->report->version);
    read_text(json, "page_sha256", reading->report->page, sizeof reading->report->page);
    read_text(json, "result_sha256", reading->report->result, sizeof reading->report->result);
    struct report *report = reading->report;
    const cJSON *name = json_member(json, "command"), *replicates = json_member(json, "replicates");
    double n = cJSON_IsNumber(replicates) ? replicates->valuedouble : 0;
    const char *word = cJSON_IsString(name) ? name->valuestring : "";
    int command = names_find(report_command_names, REPORT_QUESTION, word);
    if (!*word || strlen(word) >= sizeof report->question ||
        word[strspn(word, "abcdefghijklmnopqrstuvwxyz-")])
        return fault(reading, "/command", "is none of run, compare, sweep and attribute, and no question");
    if (command < 0)
        text_copy(report->question, sizeof report->question, word);
    if (!(n >= 0 && n <= SWEEP_REPLICATES_MAX))
        return fault(reading, "/replicates", "must be a number of seeds");
    report->command = command < 0 ? REPORT_QUESTION : (enum report_command)command;
    report->replicates = (size_t)n;

    if (!read_inputs(json, reading))
        return false;
    bool several = reading->report->command == REPORT_COMPARE;
    const cJSON *list = array_at(json, "runs", several ? 2 : 1, several ? REPORT_RUNS : 1, reading), *run;
    bool good = list != NULL;
    cJSON_ArrayForEach(run, list) good = good && read_run(run, reading);
    return good && read_axes(json, reading);
}

/* Where the object begins in the page, its bytes, and the hash that was written beside it ("": none). */
static const char *find_text(const char *html, size_t *n, char kept[HASH_TEXT_SIZE])
{
    static const char id[] = "id=\"wattif-report\"", hash[] = "data-sha256=\"";
    const char *tag = strstr(html, id), *start = tag ? strchr(tag, '>') : NULL;
    const char *end = start ? strstr(start, report_end) : NULL, *value = tag ? strstr(tag, hash) : NULL;
    *kept = '\0';
    if (!end)
        return NULL;
    if (value && value < start)
        text_print(kept, HASH_TEXT_SIZE, "%.*s", (int)strcspn(value + sizeof hash - 1, "\"<"),
                   value + sizeof hash - 1);
    *n = (size_t)(end - start) - 1;
    return start + 1;
}

struct report *report_parse(const char *html, size_t size, const char *path, struct faults *faults,
                            struct error *error)
{
    char kept[HASH_TEXT_SIZE], own[HASH_TEXT_SIZE], place[ERROR_PLACE];
    size_t n = 0;
    const char *text = strlen(html) == size ? find_text(html, &n, kept) : NULL;
    if (!text) {
        error_set(error, ERROR_INPUT, path,
                  "is no report of wattif, or what repeats it was cut away: there is no <script "
                  "id=\"wattif-report\">");
        return NULL;
    }
    cJSON *json = json_parse(text, n, error_place(place, path, ", its embedded run"), error);
    if (!json)
        return NULL;
    struct report *report = calloc(1, sizeof *report);
    struct report_reading reading = {path, report, faults};
    bool good = report ? read_all(json, &reading) : faults_no_memory(faults, path);
    json_free(json);
    if (good) {
        report_hash(text, n, own);
        report->edited = strcmp(own, kept) != 0;
        /* Is what people read another page? Reports of before have no hash of it: nobody can tell. */
        const char *begin = strstr(html, report_begin);
        report_hash(html, begin ? (size_t)(begin - html) : 0, own);
        report->retold = *report->page && (strcmp(own, report->page) != 0 ||
                                           strcmp(text + n + strlen(report_end), report_tail) != 0);
        report->shown = strndup(html, (size_t)(text - html));
        return report;
    }
    *error = *faults_first(faults);
    report_free(report);
    free(report);
    return NULL;
}

struct report *report_read(const char *path, struct faults *faults, struct error *error)
{
    size_t n = 0;
    char *html = file_read(path, REPORT_BYTES_MAX, &n, error);
    struct report *report = html ? report_parse(html, n, path, faults, error) : NULL;
    free(html);
    return report;
}

/* The canonical text is read by the importer that `wattif import` has for it, so that whatever a hand has
 * done to a report is judged as a file would be. Facts beside it (basis, zone, title) are what the library
 * knows. */

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

static int read_choice(const cJSON *json, const char *key, const char *const *names, size_t n)
{
    const cJSON *member = json_member(json, key);
    int found = cJSON_IsString(member) ? names_find(names, n, member->valuestring) : 0;
    return found < 0 ? 0 : found;
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
        if (!later || values[1] < -86400 || values[1] > 86400)
            return faults_add(faults, place, "its UTC offsets must ascend and be at most a day");
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
    if (!input_from_memory(&input, text, strlen(text), place, &error))
        return faults_add_error(faults, place, &error);
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
    if (!cJSON_IsString(text) || !*name || name_fault(name) || kind == ITEM_SCENARIO)
        return faults_add(faults, place, "is no input: it needs kind, name and text");
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
