/* Choosing a format and running it. JSON is told from CSV by its first character; a CSV belongs to the format
 * all of whose required columns it has (the one with most such columns, if several fit), a JSON to the one
 * that recognises its shape. When nothing fits entirely, a table is guessed from what its columns hold; else
 * the nearest format tells what it misses ("missing column"), because that is what helps. */
#include "store/import/import.h"

#include "engine/base/text.h"
#include "engine/base/visible.h"
#include "store/file.h"
#include "store/import/device_line.h"
#include "store/import/unit.h"
#include "store/json/json.h"
#include "store/json/json_place.h"
#include "store/json/utf8.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#define JSON_BYTES_MAX ((size_t)64 << 20)
enum { HEAD_SIZE = 4096 };

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
    struct item *items = realloc(result->items, (result->n + 1) * sizeof *items);

    if (!items) {
        faults_no_memory(faults, "");
        return NULL;
    }
    result->items = items;
    items[result->n] = (struct item){.kind = kind};
    return &items[result->n++];
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

bool import_rows_left(struct csv_reader *reader, size_t limit)
{
    return csv_reader_rows(reader) <= limit ||
           csv_reader_fault(reader, -1, "more than %zu rows, the limit for this format; split the file",
                            limit);
}

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

static const struct importer *choose_csv(const struct csv_reader *reader, enum store_kind kind,
                                         const char *format)
{
    const struct importer *best = NULL;
    int best_missing = 0, best_present = 0;

    for (size_t i = 0; i < importer_count; i++) {
        const struct importer *importer = importers[i];
        int column[IMPORT_COLUMNS_MAX], present;
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
    return best && (best_present > 0 || format) ? best : NULL;
}

static bool unrecognised(const char *path, enum store_kind kind, enum syntax syntax, const char *what,
                         struct faults *faults)
{
    char formats[480];

    list_formats(kind, syntax, formats, sizeof formats);
    if (!*formats)
        list_formats(kind, SYNTAX_ANY, formats, sizeof formats);
    faults_add(faults, path, "%s is no known format. Known: %s", what, formats);
    return false;
}

/* --as names a format of the other syntax. */
static bool wrong_syntax(const struct import_job *job, const char *is, const char *wants)
{
    faults_add(job->faults, job->path, "is %s, but --as %s reads %s", is, TEXT_BRIEF(job->options->format),
               wants);
    return false;
}

static bool importer_of_rows(const char *format)
{
    for (size_t i = 0; i < importer_count; i++)
        if (kind_fits(importers[i], STORE_KIND_COUNT, format) && importers[i]->read_rows)
            return true;
    return false;
}

static bool report_missing(const struct csv_reader *reader, const struct importer *importer,
                           const int *column, struct import_job *job)
{
    char place[ERROR_PLACE], header[160];

    error_place(place, job->path, ":1:1");
    csv_reader_header(reader, header, sizeof header);
    for (int k = 0; importer->columns[k]; k++)
        if (column[k] < 0 && importer->columns[k][0] != '?')
            faults_add(job->faults, place,
                       "missing column '%.*s' (read as %s: %s); the columns here are %s: call one of them so",
                       (int)strcspn(importer->columns[k], "|"), importer->columns[k], importer->name,
                       importer->help, header);
    return false;
}

/* A table whose columns are not called as any format has them, but say what they hold. */
static const struct importer *guess_csv(struct csv_reader *reader, enum store_kind kind,
                                        struct import_job *job, int *column)
{
    size_t before = job->faults->count;
    bool certain = kind != STORE_KIND_COUNT || job->options->format;

    for (size_t i = 0; i < importer_count && job->faults->count == before; i++)
        if (importers[i]->guess && kind_fits(importers[i], kind, job->options->format) &&
            importers[i]->guess(reader, certain, job, column))
            return importers[i];
    return NULL;
}

static bool unknown_csv(const struct csv_reader *reader, enum store_kind kind, struct import_job *job)
{
    char header[120], what[200];

    csv_reader_header(reader, header, sizeof header);
    text_print(what, sizeof what, "a CSV with the header '%s'", header);
    return unrecognised(job->path, kind, SYNTAX_CSV, what, job->faults);
}

/* Finds the format and its columns; NULL with a fault. */
static const struct importer *find_format(struct csv_reader *reader, enum store_kind kind,
                                          struct import_job *job, int *column)
{
    size_t before = job->faults->count;
    const struct importer *importer = choose_csv(reader, kind, job->options->format), *guessed;
    bool named = job->options->column != NULL; /* which only tables have */
    int present;

    if (!named && importer && find_columns(reader, importer, column, &present) == 0)
        return importer;
    guessed = guess_csv(reader, kind, job, column);
    if (guessed || job->faults->count > before)
        return guessed;
    if (named) {
        csv_reader_fault_at(
            reader, 1, "no table with a column of times: there is nothing that --column could choose from");
    } else if (importer) {
        job->result->importer = importer;
        find_columns(reader, importer, column, &present);
        report_missing(reader, importer, column, job);
    } else if (job->options->format && !importer_of_rows(job->options->format)) {
        wrong_syntax(job, "CSV", "JSON");
    } else {
        unknown_csv(reader, kind, job);
    }
    return NULL;
}

/* What every trace must be, whatever it was read from: of what was, by a unit that a grid can have, of the
 * kind that was asked for. */
static bool check_trace(const struct carbon_trace *trace, const struct import_job *job)
{
    const struct import_options *options = job->options;
    char unit[16] = "", likely[96];
    double mean, sd, factor;
    bool stated = options->unit && unit_find(options->unit, &factor, unit, sizeof unit) == UNIT_INTENSITY &&
                  strcmp(unit, "g/kWh") == 0;

    if (options->kind && trace->kind != options->kind) {
        faults_add(job->faults, job->path,
                   "the file says that its figures are %s; --kind %s cannot change that",
                   carbon_kind_names[trace->kind], carbon_kind_names[options->kind]);
        return false;
    }
    if (options->unit && !job->result->importer->guess && !stated) {
        faults_add(job->faults, job->path, "this format (%s) says its unit itself; leave --unit out",
                   job->result->importer->name);
        return false;
    }
    carbon_trace_moments(trace, &mean, &sd);
    if (stated || (mean >= UNIT_LEAST && mean <= UNIT_MOST))
        return true;
    unit_likely(mean, likely, sizeof likely);
    faults_add(job->faults, job->path,
               "the mean is %.4g g/kWh, which no grid has%s%s; where it is right all the same: --unit g/kWh",
               mean, *likely ? ": " : "", likely);
    return false;
}

static bool check_traces(const struct import_job *job)
{
    const struct import_result *result = job->result;
    bool good = true;

    for (size_t i = 0; i < result->n; i++)
        good &= result->items[i].kind != ITEM_TRACE || check_trace(&result->items[i].as.trace, job);
    return good;
}

/* A trace is of what was. */
static bool refuse_forecast(const struct import_job *job, const char *place)
{
    faults_add(job->faults, place, "says when it was made (generated_at): a forecast, no trace of what was");
    return false;
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
        good = importer->kind != STORE_TRACE || csv_reader_column(reader, "generated_at") < 0 ||
               refuse_forecast(job, job->path);
        good = good && importer->read_rows(reader, column, job) && job->faults->count == before;
        if (good && importer->kind == STORE_PROFILE)
            good = device_lines_read(reader, job);
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

/* In its head or in its first point. */
static bool json_says_generated(const cJSON *json)
{
    const cJSON *data = cJSON_GetObjectItemCaseSensitive(json, "data");

    return cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(json, "meta"), "generated_at") ||
           (data && cJSON_GetObjectItemCaseSensitive(data->child, "generated_at"));
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
            (job->options->format || importers[i]->recognise(json)))
            chosen = importers[i];
    size_t before = job->faults->count;
    job->result->importer = chosen;
    bool good = false;
    if (chosen && chosen->kind == STORE_TRACE && json_says_generated(json))
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

/* Whether a format was named that does not exist. */
static bool format_known(const struct import_options *options, enum store_kind kind, const char *path,
                         struct faults *faults)
{
    char what[96];

    if (!options->format)
        return true;
    for (size_t i = 0; i < importer_count; i++)
        if (kind_fits(importers[i], kind, options->format))
            return true;
    text_print(what, sizeof what, "'%s'", TEXT_BRIEF(options->format));
    return unrecognised(path, kind, SYNTAX_ANY, what, faults);
}

bool import_read(struct input *input, enum store_kind kind, const struct import_options *options,
                 struct import_result *result, struct faults *faults)
{
    static const struct import_options defaults = {0};
    struct import_job job = {
        .options = options ? options : &defaults, .path = input->name, .faults = faults, .result = result};
    size_t got, at = 0;

    *result = (struct import_result){0};
    for (int k = 0; k < IMPORT_COLUMNS_MAX; k++)
        result->column[k] = -1;
    if (!format_known(job.options, kind, job.path, faults))
        return false;
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
    if (at < got && head[at] == '<') {
        faults_add(
            faults, job.path,
            "is a web page or XML; it must be CSV or JSON. A report is run as it is: `wattif run FILE.html`");
        return false;
    }
    bool json = at < got && (head[at] == '{' || head[at] == '[');
    bool good = json ? read_json(input, kind, &job) : read_csv(input, kind, &job);
    good = good && check_traces(&job);
    if (!good) {
        struct import_result tried = *result;
        import_result_free(result);
        result->importer = tried.importer;
        memcpy(result->column, tried.column, sizeof tried.column);
    }
    return good;
}
