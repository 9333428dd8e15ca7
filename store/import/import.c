/* Choosing a format and running it. JSON is told from CSV by its first character; a CSV belongs to the format
 * all of whose required columns it has (the one with most such columns, if several fit), a JSON to the one
 * that recognises its shape. When nothing fits entirely, a table is guessed from what its columns hold; else
 * the nearest format tells what it misses ("missing column"), because that is what helps. */
#include "store/import/import.h"

#include "engine/base/text.h"
#include "engine/base/arena.h"
#include "engine/base/glyph.h"
#include "store/file.h"
#include "store/json/json_fields.h"
#include "store/json/scenario_json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JSON_BYTES_MAX ((size_t)64 << 20)
enum { HEAD_SIZE = 4096 };

/* To add a format: a file beside this one that defines its `struct importer`, and a row of importers.def. */
const struct importer *const importers[] = {
#define IMPORTER_ROW(name) &importer_##name,
#include "store/import/importers.def"
};

const size_t importer_count = sizeof importers / sizeof *importers;

void import_result_free(struct import_result *result)
{
    for (size_t i = 0; i < result->n; i++)
        item_free(&result->items[i]);
    free(result->items);
    free(result->text);
    *result = (struct import_result){0};
}

struct item *import_result_add(struct import_result *result, enum item_kind kind, struct faults *faults)
{
    if (!array_grow(&result->items, result->n, sizeof *result->items)) {
        faults_no_memory(faults, "");
        return NULL;
    }
    result->items[result->n] = (struct item){.kind = kind};
    return &result->items[result->n++];
}

bool import_name_valid(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length > 63 || name[0] == '-' || name[0] == '.')
        return false;
    if (length > 5 && strcmp(name + length - 5, ".json") == 0)
        return false;
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-") == length;
}

void import_name_from_path(const char *path, char *out, size_t size)
{
    const char *base = path_base(path), *dot = strrchr(base, '.');
    size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base), used = 0;
    for (size_t i = 0; i < length && used + 1 < size; i++) {
        char c = base[i];
        bool upper = c >= 'A' && c <= 'Z';
        bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '+' || c == '.';
        if (plain || upper)
            out[used++] = upper ? (char)(c - 'A' + 'a') : c;
        else if (used > 0 && out[used - 1] != '-')
            out[used++] = '-';
    }
    while (used > 0 && out[used - 1] == '-')
        used--;
    out[used] = '\0';
    if (!import_name_valid(out))
        text_copy(out, size, "imported");
}

bool import_number(struct csv_reader *reader, int column, const char *what, double *value)
{
    const char *cell = csv_reader_cell(reader, column);
    if (csv_reader_number(reader, column, value))
        return true;
    if (!*cell)
        return csv_reader_fault(reader, column, "%s is empty; it must be a number", what);
    return csv_reader_fault(reader, column, "%s '%s' is no number; write it as 123.4", what,
                            TEXT_BRIEF(cell));
}

bool import_ranged(struct csv_reader *reader, int column, const struct field *field, double *value)
{
    char why[160];
    return import_number(reader, column, field->what, value) &&
           (field_takes(field, *value) ||
            csv_reader_fault(reader, column, "%s", field_refusal(field, *value, why, sizeof why)));
}

bool import_text(struct csv_reader *reader, int column, const char *what, char *out, size_t size)
{
    const char *cell = csv_reader_cell(reader, column);
    if (!utf8_valid(cell, strlen(cell)))
        return csv_reader_fault(reader, column, "%s is not UTF-8", what);
    const char *fault = text_fault(cell);
    if (fault)
        return csv_reader_fault(reader, column, "%s %s", what, fault);
    if (!text_copy(out, size, cell))
        return csv_reader_fault(reader, column, "%s is longer than %zu bytes", what, size - 1);
    return true;
}

bool import_name(struct csv_reader *reader, int column, const char *what, char *out, size_t size)
{
    if (!import_text(reader, column, what, out, size))
        return false;
    const char *fault = *out ? name_fault(out) : NULL;
    return !fault || csv_reader_fault(reader, column, "%s %s", what, fault);
}

bool import_batch(struct csv_reader *reader, int column, int32_t *batch)
{
    double value;
    if (!import_number(reader, column, "the batch", &value))
        return false;
    if (!(value >= 1 && value <= BATCH_MAX && value == floor(value)))
        return csv_reader_fault(reader, column, "the batch %g is not a whole number from 1 to %d", value,
                                BATCH_MAX);
    *batch = (int32_t)value;
    return true;
}

bool import_instant(struct csv_reader *reader, const int *column, const struct import_job *job,
                    char iso[TABLE_ISO_SIZE], bool *all_zoned)
{
    const char *cell = csv_reader_cell(reader, column[TABLE_TIME]);
    bool zoned = true;
    if (!table_instant(reader, column, &job->table, iso, &zoned))
        return csv_reader_fault(
            reader, column[TABLE_TIME], "%s%s%s is no date and time (as 2022-01-13 20:00)",
            *cell ? "'" : "an empty cell", *cell ? TEXT_BRIEF(cell) : "", *cell ? "'" : "");
    *all_zoned &= zoned;
    return true;
}

bool samples_add(struct samples *samples, int64_t at, double value, uint32_t mark)
{
    if (!array_grow(&samples->of, samples->n, sizeof *samples->of))
        return false;
    samples->of[samples->n++] = (struct sample){at, value, mark};
    return true;
}

/* --- choosing --- */

static bool kind_fits(const struct importer *importer, enum store_kind kind, const char *format)
{
    bool named = !format || strcmp(importer->name, format) == 0;
    for (int k = 0; !named && k < IMPORT_ALIASES && importer->alias[k]; k++)
        named = strcmp(importer->alias[k], format) == 0;
    if (!named)
        return false;
    return kind == STORE_KIND_COUNT || importer->kind == kind;
}

enum syntax { SYNTAX_ANY, SYNTAX_CSV, SYNTAX_JSON };

/* Names of the formats that come into question, for messages. */
static void list_formats(enum store_kind kind, enum syntax syntax, char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (size_t i = 0; i < importer_count && used < size; i++)
        if (kind_fits(importers[i], kind, NULL) &&
            (syntax == SYNTAX_ANY || (importers[i]->read_json != NULL) == (syntax == SYNTAX_JSON)))
            used += (size_t)snprintf(out + used, size - used, "%s%s (%s)", used ? "; " : "",
                                     importers[i]->name, importers[i]->help);
}

/* Where each column stands; returns how many required ones are missing. */
static int find_columns(const struct csv_reader *reader, const struct importer *importer, int *column,
                        int *present)
{
    int missing = 0;
    *present = 0;
    for (int k = 0; importer->columns[k]; k++) {
        bool optional = importer->columns[k][0] == '?';
        column[k] = csv_reader_column(reader, importer->columns[k] + optional);
        missing += column[k] < 0 && !optional;
        *present += column[k] >= 0 && !optional;
    }
    return missing;
}

static bool unrecognised(const char *path, enum store_kind kind, enum syntax syntax, const char *what,
                         struct faults *faults)
{
    char formats[480];
    list_formats(kind, syntax, formats, sizeof formats);
    if (!*formats)
        list_formats(kind, SYNTAX_ANY, formats, sizeof formats);
    return faults_add(faults, path, "%s is no known format. Known: %s", what, formats);
}

/* --as names a format of the other syntax. */
static bool wrong_syntax(const struct import_job *job, const char *is, const char *wants)
{
    return faults_add(job->faults, job->path, "is %s, but --as %s reads %s", is,
                      TEXT_BRIEF(job->options->format), wants);
}

/* Tells what the nearest format misses, or which formats there are. NULL. */
static const struct importer *no_format(struct csv_reader *reader, enum store_kind kind,
                                        const struct importer *nearest, struct import_job *job, int *column)
{
    char place[ERROR_PLACE], header[160], what[200];
    const char *format = job->options->format;
    bool of_rows = false;
    int present;
    for (size_t i = 0; i < importer_count && format; i++)
        of_rows |= kind_fits(importers[i], STORE_KIND_COUNT, format) && importers[i]->read_rows;
    if (job->options->column) { /* which only tables have */
        csv_reader_fault_at(
            reader, 1, "no table with a column of times: there is nothing that --column could choose from");
    } else if (nearest) {
        job->result->importer = nearest;
        find_columns(reader, nearest, column, &present);
        error_place(place, job->path, ":1:1");
        csv_reader_header(reader, header, sizeof header);
        for (int k = 0; nearest->columns[k]; k++)
            if (column[k] < 0 && nearest->columns[k][0] != '?')
                faults_add(
                    job->faults, place,
                    "missing column '%.*s' (read as %s: %s); the columns here are %s: call one of them so",
                    (int)strcspn(nearest->columns[k], "|"), nearest->columns[k], nearest->name, nearest->help,
                    header);
    } else if (format && !of_rows) {
        wrong_syntax(job, "CSV", "JSON");
    } else {
        csv_reader_header(reader, header, 120);
        text_print(what, sizeof what, "a CSV with the header '%s'", header);
        unrecognised(job->path, kind, SYNTAX_CSV, what, job->faults);
    }
    return NULL;
}

/* Finds the format and its columns; NULL with a fault. */
static const struct importer *find_format(struct csv_reader *reader, enum store_kind kind,
                                          struct import_job *job, int *column)
{
    const char *format = job->options->format;
    const struct importer *best = NULL;
    size_t before = job->faults->count;
    int best_missing = 0, best_present = 0, present;
    for (size_t i = 0; i < importer_count; i++) {
        const struct importer *importer = importers[i];
        if (!importer->read_rows || importer->guess || !kind_fits(importer, kind, format))
            continue;
        int missing = find_columns(reader, importer, column, &present);
        bool better = missing == 0 ? best_missing > 0 || present > best_present
                                   : best_missing > 0 && present - missing > best_present - best_missing;
        if (!best || better) {
            best = importer;
            best_missing = missing;
            best_present = present;
        }
    }
    if (best_present == 0 && !format)
        best = NULL;
    if (best && best_missing == 0 && !job->options->column) {
        find_columns(reader, best, column, &present);
        return best;
    }
    /* A table whose columns are not called as any format has them, but say what they hold. */
    for (size_t i = 0; i < importer_count && job->faults->count == before; i++)
        if (importers[i]->guess && kind_fits(importers[i], kind, format) &&
            importers[i]->guess(reader, kind != STORE_KIND_COUNT || format, job, column))
            return importers[i];
    return job->faults->count > before ? NULL : no_format(reader, kind, best, job, column);
}

/* --- reading --- */

/* What every trace must be, whatever it was read from: of what was, by a unit that a grid can have, of the
 * kind that was asked for. */
static bool check_trace(const struct carbon_trace *trace, const struct import_job *job)
{
    const struct import_options *options = job->options;
    char unit[16] = "", likely[96];
    double mean, sd, factor;
    bool stated = options->unit && unit_find(options->unit, &factor, unit, sizeof unit) == UNIT_INTENSITY &&
                  strcmp(unit, "g/kWh") == 0;
    if (options->kind && trace->kind != options->kind)
        return faults_add(job->faults, job->path,
                          "the file says that its figures are %s; --kind %s cannot change that",
                          carbon_kind_names[trace->kind], carbon_kind_names[options->kind]);
    if (options->unit && !job->result->importer->guess && !stated)
        return faults_add(job->faults, job->path, "this format (%s) says its unit itself; leave --unit out",
                          job->result->importer->name);
    carbon_trace_moments(trace, &mean, &sd);
    if (stated || (mean >= UNIT_LEAST && mean <= UNIT_MOST))
        return true;
    unit_likely(mean, likely, sizeof likely);
    return faults_add(
        job->faults, job->path,
        "the mean is %.4g g/kWh, which no grid has%s%s; where it is right all the same: --unit g/kWh", mean,
        *likely ? ": " : "", likely);
}

/* A trace is of what was. */
static bool refuse_forecast(const struct import_job *job, const char *place)
{
    return faults_add(job->faults, place,
                      "says when it was made (generated_at): a forecast, no trace of what was");
}

static bool read_csv(struct input *input, enum store_kind kind, struct import_job *job)
{
    struct csv_reader *reader = csv_reader_open(input, job->faults);
    int *column = job->result->column;
    bool good = false;
    if (!reader)
        return false;
    size_t before = job->faults->count;
    const struct importer *importer = find_format(reader, kind, job, column);
    if (importer) {
        job->result->importer = importer;
        csv_reader_limit(reader, importer->rows_max ? importer->rows_max : IMPORT_ROWS_MAX);
        good = importer->kind != STORE_TRACE || csv_reader_column(reader, "generated_at") < 0 ||
               refuse_forecast(job, job->path);
        good = good && importer->read_rows(reader, column, job) && job->faults->count == before;
    }
    job->result->rows = csv_reader_rows(reader);
    csv_reader_free(reader);
    return good;
}

/* Looking for a line takes as long as the text, so it is done for the faults that are kept, not for a
 * million. */
char *import_place(const struct import_job *job, const char *pointer, char *place)
{
    if (job->text && job->faults->count < FAULTS_KEPT)
        return json_place_in_text(place, job->path, job->text, job->text_bytes, pointer);
    return error_place(place, job->path, "%s%s", *pointer ? ":" : "", pointer);
}

static bool recognises(const struct importer *importer, const cJSON *json)
{
    const cJSON *data = json_member(json, "data"), *point = cJSON_IsArray(data) ? data->child : NULL;
    bool points = point && importer->points[0], member = false;
    for (int k = 0; k < 2 && importer->points[k]; k++)
        points = points && json_member(point, importer->points[k]);
    for (int k = 0; k < 4 && importer->members[k]; k++)
        member = member || json_member(json, importer->members[k]);
    return points || member;
}

static bool read_json(struct input *input, enum store_kind kind, struct import_job *job)
{
    struct error error = {0};
    size_t n = 0;
    char *text = input_rest(input, JSON_BYTES_MAX, &n);
    cJSON *json = text ? json_parse_file_text(text, n, job->path, &error) : NULL;
    char place[ERROR_PLACE];
    const struct importer *chosen = NULL;
    if (!json) {
        const struct error *cause = text ? &error : &input->error;
        faults_add_error(job->faults, cause->place, cause);
        free(text);
        return false;
    }
    job->text = text;
    job->text_bytes = n;
    for (size_t i = 0; i < importer_count && !chosen; i++)
        if (importers[i]->read_json && kind_fits(importers[i], kind, job->options->format) &&
            (job->options->format || recognises(importers[i], json)))
            chosen = importers[i];
    size_t before = job->faults->count;
    job->result->importer = chosen;
    bool good = false;
    const cJSON *data = json_member(json, "data"); /* a forecast says so in its head or in its first point */
    bool forecast = json_member(json_member(json, "meta"), "generated_at") ||
                    (data && json_member(data->child, "generated_at"));
    if (chosen && chosen->kind == STORE_TRACE && forecast)
        refuse_forecast(job, import_place(job, "/meta/generated_at", place));
    else if (chosen)
        good = chosen->read_json(json, job) && job->faults->count == before;
    else if (job->options->format)
        wrong_syntax(job, "JSON", "CSV");
    else
        unrecognised(job->path, kind, SYNTAX_JSON, "this JSON", job->faults);
    json_free(json);
    job->text = NULL;
    if (good && chosen->kind == STORE_SCENARIO) {
        job->result->text = text;
        job->result->text_bytes = n;
        return true;
    }
    free(text);
    return good;
}

bool import_read(struct input *input, enum store_kind kind, const struct import_options *options,
                 struct import_result *result, struct faults *faults)
{
    static const struct import_options defaults = {0};
    struct import_job job = {
        .options = options ? options : &defaults, .path = input->name, .faults = faults, .result = result};
    size_t got, at = 0;
    bool known = !job.options->format;
    char what[96];
    *result = (struct import_result){0};
    for (int k = 0; k < IMPORT_COLUMNS_MAX; k++)
        result->column[k] = -1;
    for (size_t i = 0; i < importer_count && !known; i++)
        known = kind_fits(importers[i], kind, job.options->format);
    if (!known)
        return unrecognised(job.path, kind, SYNTAX_ANY,
                            text_print(what, sizeof what, "'%s'", TEXT_BRIEF(job.options->format)), faults);
    const char *head = input_peek(input, HEAD_SIZE, &got);
    if (got == 0 || memchr(head, '\0', got)) {
        const char *why = got ? "is a binary file (it holds a zero byte); it must be CSV or JSON in UTF-8"
                              : "is empty; it must hold a header and at least one row, or JSON";
        if (input->error.kind)
            faults_add_error(faults, job.path, &input->error);
        else
            faults_add(faults, job.path, "%s", why);
        return false;
    }
    if (job.options->name)
        text_copy(job.name, sizeof job.name, job.options->name);
    else
        import_name_from_path(job.path, job.name, sizeof job.name);
    if (got >= UTF8_BOM_SIZE && memcmp(head, UTF8_BOM, UTF8_BOM_SIZE) == 0)
        at = UTF8_BOM_SIZE;
    while (at < got && strchr(" \t\r\n", head[at]))
        at++;
    if (at < got && head[at] == '<')
        return faults_add(
            faults, job.path,
            "is a web page or XML; it must be CSV or JSON. A report is run as it is: `wattif run FILE.html`");
    bool json = at < got && (head[at] == '{' || head[at] == '[');
    bool good = json ? read_json(input, kind, &job) : read_csv(input, kind, &job);
    for (size_t i = 0; good && i < result->n; i++)
        good = result->items[i].kind != ITEM_TRACE || check_trace(&result->items[i].as.trace, &job);
    if (!good) {
        struct import_result tried = *result;
        import_result_free(result);
        result->importer = tried.importer;
        memcpy(result->column, tried.column, sizeof tried.column);
    }
    return good;
}

/* --- scenarios: our own JSON --- */

static bool read_scenario(const cJSON *json, struct import_job *job)
{
    struct item *item = import_result_add(job->result, ITEM_SCENARIO, job->faults);
    struct faults *found = calloc(1, sizeof *found);
    if (!item || !found) {
        faults_no_memory(job->faults, job->path);
        free(found);
        return false;
    }
    struct scenario *scenario = &item->as.scenario;
    bool good = scenario_from_json(json, scenario, found);
    for (size_t i = 0; i < found->count && i < FAULTS_KEPT; i++) {
        struct error *fault = &found->kept[i];
        char place[ERROR_PLACE];
        text_copy(fault->place, sizeof fault->place, import_place(job, fault->place, place));
    }
    faults_add_all(job->faults, found);
    free(found);
    if (!good) {
        job->result->n--; /* a scenario that was not read owns nothing */
        return false;
    }
    if (job->options->name)
        text_copy(scenario->name, sizeof scenario->name, job->options->name);
    if (!import_name_valid(scenario->name))
        return faults_add(job->faults, job->path, "'%s' cannot name a scenario (letters, digits, . _ -)",
                          scenario->name);
    text_copy(item->source, sizeof item->source, scenario->source);
    job->result->rows = 1;
    snprintf(job->result->summary, sizeof job->result->summary, "%d app%s, %d fleet%s, trace %s",
             scenario->n_apps, scenario->n_apps == 1 ? "" : "s", scenario->n_fleets,
             scenario->n_fleets == 1 ? "" : "s", scenario->trace);
    return true;
}

const struct importer importer_scenario = {
    .name = "scenario",
    .kind = STORE_SCENARIO,
    .help = "scenario JSON, \"format\": 1",
    .members = {"format", "fleets", "apps", "policies"},
    .read_json = read_scenario,
};
