/* Profiles as CSV: the full table, which may hold several models, and the minimal one of a single measurement
 * (batch, latency_ms, power_w) whose GPU and model are given on import. Two rows for one point are a
 * fault. */
#include "store/import/import.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"
#include "engine/base/glyph.h"
#include "engine/model/names.h"
#include "store/json/json_fields.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- GPU types --- */

static const char line_start[] = "# device:";

bool device_line_read(const char *line, const char *where, struct device_type *device, struct faults *faults)
{
    if (strncmp(line, line_start, sizeof line_start - 1) == 0) {
        const char *text = line + sizeof line_start - 1;
        struct error error = {0};
        struct json_place place = {.faults = faults};
        cJSON *json = json_parse(text, strlen(text), where, &error);
        fields_init(&device_fields, device);
        if (!json && error.kind == ERROR_SYSTEM)
            faults_add_error(faults, where, &error);
        if (!json)
            return faults_add(faults, where, "the device is no JSON: %s", error.message);
        text_copy(place.pointer, sizeof place.pointer, where);
        bool good = json_read_fields(json, &device_fields, device, &place);
        if (good) {
            size_t before = place.faults->count;
            if (!*device->name)
                json_fault(&place, "gpu", "is empty");
            if (isnan(device->idle_power_w))
                json_fault(&place, "idle_power_w", "must be a number: an idle GPU draws it in every run");
            fields_check(&device_fields, device, place.pointer, place.faults);
            good = place.faults->count == before;
        }
        json_free(json);
        return good;
    }
    return faults_add(faults, where, "is no line '%s {...}'", line_start);
}

/* Adds a device item behind the profiles of the result for each such line, and says so in its summary. False
 * with faults. */
static bool read_devices(const struct csv_reader *reader, struct import_job *job)
{
    struct import_result *result = job->result;
    const char *comment;
    bool good = true;
    for (size_t k = 0; (comment = csv_reader_comment(reader, k)) != NULL; k++) {
        char where[ERROR_PLACE];
        struct device_type device;
        bool before = false;
        if (strncmp(comment, line_start, sizeof line_start - 1) != 0)
            continue;
        error_place(where, job->path, ":%zu", k + 1);
        if (!device_line_read(comment, where, &device, job->faults)) {
            good = false;
            continue;
        }
        for (size_t i = 0; i < result->n; i++)
            before |= result->items[i].kind == ITEM_DEVICE &&
                      strcmp(result->items[i].as.device.name, device.name) == 0;
        if (before)
            faults_add(job->faults, where, "a second device line for '%s'", device.name);
        struct item *item = before ? NULL : import_result_add(result, ITEM_DEVICE, job->faults);
        good &= item != NULL;
        if (!item)
            continue;
        item->as.device = device;
        text_copy(item->source, sizeof item->source, device.source);
        text_append(result->summary, IMPORT_SUMMARY, ", GPU type %s (idle %.4g W)", device.name,
                    device.idle_power_w);
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

/* --- rows --- */

enum { PROFILE_ROWS_MAX = 1000000, MODELS_MAX = 1000 };

enum {
    COLUMN_GPU,
    COLUMN_MODEL,
    COLUMN_BATCH,
    COLUMN_LATENCY,
    COLUMN_POWER,
    COLUMN_SLICE,
    COLUMN_VARIANT,
    COLUMN_CLOCK,
    COLUMN_ACCURACY,
    COLUMN_MEMORY,
    COLUMN_PROVENANCE,
    COLUMN_SOURCE,
    COLUMN_METRIC,
    COLUMN_OVERHEAD,
    COLUMN_COUNT
};

struct profiles {
    struct csv_reader *reader;
    struct import_job *job;
    uint32_t *lines[MODELS_MAX]; /* of each row; owned */
};

static const struct field overhead = {NULL, NUMBER_AT(profile_set, overhead_ms), RANGE_OVERHEAD};

static bool read_slice(struct csv_reader *reader, int column, struct profile_row *row)
{
    if (!import_text(reader, column, "the slice", row->slice, sizeof row->slice))
        return false;
    if (!*row->slice)
        text_copy(row->slice, sizeof row->slice, "whole");
    bool numbered = row->slice[0] >= '1' && row->slice[0] <= '7' && row->slice[1] == 'g' && !row->slice[2];
    return numbered || strcmp(row->slice, "whole") == 0 ||
           csv_reader_fault(reader, column, "'%s' is no slice; it is whole or 1g to 7g", row->slice);
}

/* Nobody vouches for what does not say what it is. */
static bool read_provenance(struct csv_reader *reader, int column, struct profile_row *row)
{
    const char *cell = csv_reader_cell(reader, column);
    int known = names_find(provenance_names, PROVENANCE_COUNT, cell);
    row->provenance = known < 0 ? PROVENANCE_STATED : (enum provenance)known;
    return known >= 0 || !*cell ||
           csv_reader_fault(reader, column, "'%s' is not measured, derived, modelled, calibrated or stated",
                            TEXT_BRIEF(cell));
}

/* Names a table by its model and, unless it is NULL, its profile set. */
static void name_profile(struct profile_set *set, const char *model, const char *into)
{
    text_copy(set->model, sizeof set->model, model);
    profile_name(model, into ? into : "", set->name);
}

/* The set of this model as an index in the result, made if it is new; -1 with a fault. */
static long find_set(struct profiles *profiles, const char *model)
{
    struct import_result *result = profiles->job->result;
    for (size_t i = result->n; i-- > 0;) /* rows of a model stand together */
        if (strcmp(result->items[i].as.profile.model, model) == 0)
            return (long)i;
    if (result->n == MODELS_MAX) {
        csv_reader_fault(profiles->reader, -1, "more than %d models in one file", MODELS_MAX);
        return -1;
    }
    struct item *item = import_result_add(result, ITEM_PROFILE, profiles->job->faults);
    if (!item)
        return -1;
    text_copy(item->source, sizeof item->source, "imported");
    name_profile(&item->as.profile, model, profiles->job->options->into);
    return (long)result->n - 1;
}

/* What a row says of its model as a whole; nothing said is "" and 0. */
struct model_facts {
    char metric[sizeof((struct profile_set *)0)->accuracy_metric];
    double overhead_ms;
};

/* Rows may repeat what a row before said of the model, or leave it out, but not contradict it. */
static bool add_facts(struct profiles *profiles, const int *column, struct profile_set *set,
                      const struct model_facts *facts)
{
    if (*facts->metric && *set->accuracy_metric && strcmp(facts->metric, set->accuracy_metric) != 0)
        return csv_reader_fault(profiles->reader, column[COLUMN_METRIC],
                                "%s has the metric %s here and %s above; a model has one", set->model,
                                facts->metric, set->accuracy_metric);
    if (facts->overhead_ms > 0 && set->overhead_ms > 0 && facts->overhead_ms != set->overhead_ms)
        return csv_reader_fault(profiles->reader, column[COLUMN_OVERHEAD],
                                "%s has an overhead of %g ms here and of %g ms above; a model has one",
                                set->model, facts->overhead_ms, set->overhead_ms);
    if (*facts->metric)
        text_copy(set->accuracy_metric, sizeof set->accuracy_metric, facts->metric);
    if (facts->overhead_ms > 0)
        set->overhead_ms = facts->overhead_ms;
    return true;
}

/* The set that the row was added to, NULL with a fault. */
static struct profile_set *add_row(struct profiles *profiles, const char *model,
                                   const struct profile_row *row)
{
    long index = find_set(profiles, model);
    if (index < 0)
        return NULL;
    struct profile_set *set = &profiles->job->result->items[index].as.profile;
    if (!array_grow(&set->rows, set->n, sizeof *row) ||
        !array_grow(&profiles->lines[index], set->n, sizeof **profiles->lines)) {
        csv_reader_no_memory(profiles->reader);
        return NULL;
    }
    profiles->lines[index][set->n] = (uint32_t)csv_reader_line(profiles->reader);
    set->rows[set->n++] = *row;
    return set;
}

static int compare_points(const void *left, const void *right)
{
    const struct profile_row *a = *(const struct profile_row *const *)left;
    const struct profile_row *b = *(const struct profile_row *const *)right;
    int order = strcmp(a->gpu, b->gpu);
    order = order ? order : strcmp(a->slice, b->slice);
    order = order ? order : strcmp(a->variant, b->variant);
    order = order ? order : (a->batch > b->batch) - (a->batch < b->batch);
    if (!order && (isnan(a->clock_mhz) || isnan(b->clock_mhz)))
        return isnan(a->clock_mhz) - isnan(b->clock_mhz);
    return order ? order : (a->clock_mhz > b->clock_mhz) - (a->clock_mhz < b->clock_mhz);
}

/* Two rows for one (GPU, slice, variant, batch, clock). */
static bool check_duplicates(const struct profile_set *set, const uint32_t *lines,
                             const struct profiles *profiles)
{
    struct import_job *job = profiles->job;
    const struct profile_row **rows = malloc((set->n + 1) * sizeof *rows);
    bool good = true;
    if (!rows)
        return faults_no_memory(job->faults, job->path);
    for (size_t k = 0; k < set->n; k++)
        rows[k] = &set->rows[k];
    qsort(rows, set->n, sizeof *rows, compare_points);
    for (size_t k = 1; k < set->n; k++) {
        if (compare_points(&rows[k - 1], &rows[k]) != 0)
            continue;
        uint32_t a = lines[rows[k - 1] - set->rows], b = lines[rows[k] - set->rows];
        good = csv_reader_fault_at(profiles->reader, a > b ? a : b,
                                   "two rows for %s on %s %s%s%s, batch %d: this and line %u; keep one",
                                   set->model, rows[k]->gpu, rows[k]->slice,
                                   *rows[k]->variant ? ", variant " : "", rows[k]->variant,
                                   (int)rows[k]->batch, (unsigned)(a > b ? b : a));
    }
    free(rows);
    return good;
}

/* Longer ones have no room in a scenario, and none for @set behind them. */
static bool is_model_name(const char *name)
{
    return import_name_valid(name) && strlen(name) < sizeof((struct profile_set *)NULL)->model;
}

static bool finish_rows(struct profiles *profiles)
{
    struct import_job *job = profiles->job;
    struct import_result *result = job->result;
    const char *name = job->options->name;
    size_t rows = csv_reader_rows(profiles->reader), models = result->n;
    bool good = true;
    if (models == 0)
        return csv_reader_fault_at(profiles->reader, 1, "there is not a single row below the header");
    /* A profile is known by its model, so --name renames that; it cannot rename several. */
    if (name && models > 1) {
        faults_add(job->faults, job->path, "holds %zu models, which one --name cannot name; leave it out",
                   models);
        good = false;
    } else if (name && !is_model_name(name)) {
        faults_add(job->faults, job->path, "'%s' cannot name a model (at most %zu letters, digits, . _ + -)",
                   TEXT_BRIEF(name), sizeof result->items[0].as.profile.model - 1);
        good = false;
    } else if (name) {
        name_profile(&result->items[0].as.profile, name, job->options->into);
    }
    for (size_t i = 0; i < models; i++)
        good &= check_duplicates(&result->items[i].as.profile, profiles->lines[i], profiles);
    text_print(result->summary, IMPORT_SUMMARY, "%zu row%s for %zu model%s", rows, rows == 1 ? "" : "s",
               models, models == 1 ? "" : "s");
    return good && read_devices(profiles->reader, job);
}

static bool finish(struct profiles *profiles, bool good, int row)
{
    good = good && row == 0 && finish_rows(profiles);
    for (size_t i = 0; i < MODELS_MAX; i++)
        free(profiles->lines[i]);
    return good;
}

/* What both forms share: the batch, and numbers that may be left empty (NAN), but for the latency. */
static bool read_point(struct csv_reader *reader, const int *column, struct profile_row *row)
{
    static const int numbers[] = {COLUMN_LATENCY, COLUMN_POWER, COLUMN_CLOCK, COLUMN_ACCURACY, COLUMN_MEMORY};
    bool good = import_batch(reader, column[COLUMN_BATCH], &row->batch);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *key = importer_profile.columns[numbers[i]];
        const struct field *field = field_find(&profile_fields, key + (*key == '?'));
        int at = column[numbers[i]];
        double value = NAN;
        if (field->required || *csv_reader_cell(reader, at))
            good &= import_ranged(reader, at, field, &value);
        field_set_number(field, row, value);
    }
    return good;
}

/* A remark, so it is cut (between characters) where it is too long. */
static bool read_source(struct csv_reader *reader, int column, char *out, size_t size)
{
    const char *cell = csv_reader_cell(reader, column);
    if (!utf8_valid(cell, strlen(cell)))
        return csv_reader_fault(reader, column, "the source is not UTF-8");
    const char *fault = text_fault(cell);
    if (fault)
        return csv_reader_fault(reader, column, "the source %s", fault);
    text_copy(out, size, cell);
    while (!utf8_valid(out, strlen(out)))
        out[strlen(out) - 1] = '\0';
    return true;
}

static bool read_profile(struct csv_reader *reader, const int *column, struct import_job *job)
{
    struct profiles profiles = {.reader = reader, .job = job};
    bool good = true;
    int next;
    while ((next = csv_reader_next(reader)) > 0) {
        struct profile_row row = {0};
        struct model_facts facts = {0};
        char model[sizeof((struct profile_set *)0)->model];
        bool full = import_name(reader, column[COLUMN_GPU], "the GPU", row.gpu, sizeof row.gpu);
        full &= import_text(reader, column[COLUMN_MODEL], "the model", model, sizeof model);
        if (full && (!*row.gpu || !import_name_valid(model)))
            full = csv_reader_fault(reader, column[*row.gpu ? COLUMN_MODEL : COLUMN_GPU],
                                    "'%s' cannot name a %s", *row.gpu ? model : row.gpu,
                                    *row.gpu ? "model" : "GPU");
        full &= read_point(reader, column, &row);
        full &= read_slice(reader, column[COLUMN_SLICE], &row);
        full &= import_name(reader, column[COLUMN_VARIANT], "the variant", row.variant, sizeof row.variant);
        full &= read_provenance(reader, column[COLUMN_PROVENANCE], &row);
        bool whole = full & read_source(reader, column[COLUMN_SOURCE], row.source, sizeof row.source);
        bool known =
            import_text(reader, column[COLUMN_METRIC], "the metric", facts.metric, sizeof facts.metric);
        if (known && *facts.metric && !import_name_valid(facts.metric))
            known =
                csv_reader_fault(reader, column[COLUMN_METRIC], "'%s' cannot name a metric", facts.metric);
        bool told = *csv_reader_cell(reader, column[COLUMN_OVERHEAD]) != '\0';
        whole &=
            known & (!told || import_ranged(reader, column[COLUMN_OVERHEAD], &overhead, &facts.overhead_ms));
        struct profile_set *set = whole ? add_row(&profiles, model, &row) : NULL;
        good &= set && add_facts(&profiles, column, set, &facts);
    }
    return finish(&profiles, good, next);
}

/* The model that a minimal profile is about: --model, else --name. */
static const char *minimal_model(const struct import_options *options)
{
    return options->model ? options->model : options->name;
}

static bool read_minimal(struct csv_reader *reader, const int *column, struct import_job *job)
{
    struct profiles profiles = {.reader = reader, .job = job};
    int where[COLUMN_COUNT], next;
    bool good = true;
    const struct import_options *options = job->options;
    const char *model = minimal_model(options);
    struct profile_row only;
    if (!options->gpu || !*options->gpu || strlen(options->gpu) >= sizeof only.gpu) {
        char header[160];
        csv_reader_header(reader, header, sizeof header);
        return faults_add(
            job->faults, job->path,
            "which GPU was this measured on? Name it with --gpu (as P4 or A100-40GB), or in columns gpu and model; the columns here are %s",
            header);
    }
    const char *fault = name_fault(options->gpu);
    if (fault)
        return faults_add(job->faults, "--gpu", "a GPU's name %s", fault);
    if (!model || !is_model_name(model))
        return faults_add(job->faults, job->path,
                          "which model is this? Name it with --model (at most 47 letters, digits, . _ + -)");

    for (int k = 0; k < COLUMN_COUNT; k++)
        where[k] = -1;
    where[COLUMN_BATCH] = column[0];
    where[COLUMN_LATENCY] = column[1];
    where[COLUMN_POWER] = column[2];
    while ((next = csv_reader_next(reader)) > 0) {
        struct profile_row row = {.slice = "whole", .source = "imported", .provenance = PROVENANCE_STATED};
        text_copy(row.gpu, sizeof row.gpu, job->options->gpu);
        good &=
            read_point(reader, where, &row) && add_row(&profiles, minimal_model(job->options), &row) != NULL;
    }
    return finish(&profiles, good, next);
}

const struct importer importer_profile = {
    .name = "profile",
    .kind = STORE_PROFILE,
    .help = "gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,provenance,source"
            "[,accuracy_metric,overhead_ms]",
    .columns = {"gpu", "model", "batch", "latency_ms", "power_w", "?slice", "?variant", "?clock_mhz",
                "?accuracy", "?memory_gb", "?provenance", "?source", "?accuracy_metric", "?overhead_ms"},
    .read_rows = read_profile,
    .rows_max = PROFILE_ROWS_MAX,
};

const struct importer importer_profile_minimal = {
    .name = "profile-minimal",
    .kind = STORE_PROFILE,
    .help = "batch,latency_ms,power_w with --gpu and --model",
    .columns = {"batch", "latency_ms", "power_w"},
    .read_rows = read_minimal,
    .rows_max = PROFILE_ROWS_MAX,
};
