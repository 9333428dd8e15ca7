/* libcsv is fed one physical line at a time, so that the line number is always known; a row may span several
 * lines when a quoted cell holds line breaks. Cells are kept in one buffer, NUL-separated. The column of a
 * cell is found by scanning the line again, and only when there is a fault to report. */
#include "store/import/csv_reader.h"

#include "engine/base/text.h"
#include "engine/base/glyph.h"

#include <csv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    CELL_STEP = 1 << 14, /* by which libcsv's buffer for a cell grows; its own makes long cells quadratic */
    DELIMITER_LOOK = 1 << 14,
    NUMBER_SIZE = 64
};

struct csv_reader {
    struct input *input;
    struct faults *faults;
    struct csv_parser parser;
    size_t line, row_line; /* of the line fed last; where the row began */
    size_t row_bytes;      /* fed since the row began */
    const char *line_text; /* fed last; lives in the input's buffer */
    size_t line_length;
    size_t rows, rows_max;
    char *cells; /* the row's text; offset[k] is where cell k begins */
    size_t used, size;
    size_t offset[CSV_CELLS_MAX];
    size_t n;
    bool row_done, failed, too_many, passed_over;
    bool held; /* this row was looked at and is still to be taken */
    int held_result;
    char delimiter;
    char *comments; /* the lines above the header, each ended by a NUL; owned */
    size_t comment_bytes;
    char *header; /* the same for the header row */
    size_t header_offset[CSV_CELLS_MAX];
    size_t n_header;
};

static void on_cell(void *text, size_t length, void *context)
{
    struct csv_reader *reader = context;
    if (reader->failed || reader->too_many)
        return;
    if (reader->n == CSV_CELLS_MAX) {
        reader->too_many = true;
        return;
    }
    if (reader->used + length + 1 > reader->size) {
        size_t size = 2 * (reader->used + length) + 256;
        char *cells = realloc(reader->cells, size);
        if (!cells) {
            reader->failed = true;
            return;
        }
        reader->cells = cells;
        reader->size = size;
    }
    reader->offset[reader->n++] = reader->used;
    if (length > 0)
        memcpy(reader->cells + reader->used, text, length);
    reader->used += length;
    reader->cells[reader->used++] = '\0';
}

static void on_row(int end, void *context)
{
    (void)end;
    ((struct csv_reader *)context)->row_done = true;
}

static void add_fault(struct csv_reader *reader, size_t line, size_t column, const char *format, va_list args)
{
    char place[ERROR_PLACE], message[512];
    if (column > 0)
        error_place(place, reader->input->name, ":%zu:%zu", line, column);
    else
        error_place(place, reader->input->name, ":%zu", line);
    vsnprintf(message, sizeof message, format, args);
    faults_add(reader->faults, place, "%s", message);
}

bool csv_reader_no_memory(struct csv_reader *reader)
{
    return faults_no_memory(reader->faults, reader->input->name);
}

bool csv_reader_fault_at(struct csv_reader *reader, size_t line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_fault(reader, line, 1, format, args);
    va_end(args);
    return false;
}

bool csv_reader_fault(struct csv_reader *reader, int column, const char *format, ...)
{
    size_t at = 0;
    va_list args;
    if (column >= 0 && reader->row_line == reader->line && reader->line_text) {
        /* Where the cell begins in the line fed last: delimiters outside quotes are counted. */
        bool quoted = false;
        for (int seen = 0; at < reader->line_length && seen < column; at++) {
            quoted ^= reader->line_text[at] == '"';
            seen += reader->line_text[at] == reader->delimiter && !quoted;
        }
    }
    va_start(args, format);
    add_fault(reader, reader->row_line, reader->line_text ? utf8_count(reader->line_text, at) + 1 : 1, format,
              args);
    va_end(args);
    return false;
}

static int fatal_input(struct csv_reader *reader)
{
    csv_reader_fault_at(reader, reader->line + 1, "%s; is a quote not closed, or is this no CSV file?",
                        reader->input->error.message);
    return -1;
}

static int fatal_quote(struct csv_reader *reader, size_t at)
{
    if (reader->row_line < reader->line || at >= reader->line_length)
        csv_reader_fault_at(reader, reader->row_line, "a quote opened in this row is never closed");
    else
        csv_reader_fault_at(reader, reader->line, "a quote in the wrong place, at character %zu of the line",
                            utf8_count(reader->line_text, at) + 1);
    return -1;
}

/* Feeds one line. 1 fed, 0 the end, -1 a fault. */
static int feed(struct csv_reader *reader)
{
    const char *text;
    size_t length;
    int got = input_line(reader->input, &text, &length);
    if (got < 0)
        return fatal_input(reader);
    if (got == 0) {
        bool closed = csv_fini(&reader->parser, on_cell, on_row, reader) == 0;
        return closed ? 0 : fatal_quote(reader, reader->line_length);
    }
    reader->line++;
    reader->line_text = text;
    reader->line_length = length;
    if (reader->row_bytes == 0)
        reader->row_line = reader->line;
    /* What libcsv would accept or trip over without saying where. */
    const char *bare = memchr(text, '\r', length);
    while (bare && (bare + 1 == text + length || bare[1] == '\n'))
        bare = memchr(bare + 1, '\r', length - (size_t)(bare + 1 - text));
    if (memchr(text, '\0', length))
        csv_reader_fault_at(reader, reader->line, "a zero byte: this is a binary file, not CSV");
    else if (bare)
        csv_reader_fault_at(reader, reader->line,
                            "a carriage return without a line feed; save the file with LF or CRLF line ends");
    if (bare || memchr(text, '\0', length))
        return -1;
    size_t parsed = csv_parse(&reader->parser, text, length, on_cell, on_row, reader);
    if (parsed != length && csv_error(&reader->parser) == CSV_EPARSE)
        return fatal_quote(reader, parsed > 0 ? parsed - 1 : 0);
    reader->row_bytes += length;
    if (parsed != length || reader->failed) {
        csv_reader_no_memory(reader);
        return -1;
    }
    return 1;
}

/* The next row of any width. 1, 0 or -1. */
static int next_row(struct csv_reader *reader)
{
    reader->used = reader->n = reader->row_bytes = 0;
    reader->row_done = reader->too_many = false;
    while (!reader->row_done) {
        int got = feed(reader);
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        if (!reader->row_done && reader->n == 0 && reader->parser.entry_pos == 0 && !reader->parser.quoted)
            reader->row_bytes = 0; /* a blank line */
        if (!reader->row_done && reader->row_bytes > INPUT_LINE_MAX)
            return fatal_quote(reader, reader->line_length);
    }
    if (reader->too_many) {
        csv_reader_fault_at(reader, reader->row_line, "more than %d cells in a row", CSV_CELLS_MAX);
        return -1;
    }
    return reader->row_done;
}

/* Keeps the lines above the header without their line breaks. */
static bool take_comments(struct csv_reader *reader)
{
    for (;;) {
        size_t n;
        const char *line = input_peek(reader->input, 1, &n);
        if (n == 0 || *line != '#')
            return true;
        if (input_line(reader->input, &line, &n) < 0) {
            fatal_input(reader);
            return false;
        }
        reader->line++;
        while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
            n--;
        if (reader->comment_bytes + n + 1 > CSV_COMMENT_BYTES_MAX)
            return csv_reader_fault_at(reader, reader->line, "more than %d KiB of comments above the header",
                                       CSV_COMMENT_BYTES_MAX >> 10);
        if (memchr(line, '\0', n))
            return csv_reader_fault_at(reader, reader->line, "a zero byte: this is a binary file, not CSV");
        char *comments = realloc(reader->comments, reader->comment_bytes + n + 1);
        if (!comments)
            return csv_reader_no_memory(reader);
        memcpy(comments + reader->comment_bytes, line, n);
        comments[reader->comment_bytes + n] = '\0';
        reader->comments = comments;
        reader->comment_bytes += n + 1;
    }
}

static bool take_header(struct csv_reader *reader)
{
    static const char known[] = {',', ';', '\t'};
    size_t n, count[sizeof known] = {0}, best = 0;
    const char *line = input_peek(reader->input, DELIMITER_LOOK, &n);
    bool quoted = false;
    /* What separates the cells is what the first line has most of outside quotes. */
    for (size_t i = 0; i < n && line[i] != '\n'; i++) {
        if (line[i] == '"')
            quoted = !quoted;
        for (size_t k = 0; k < sizeof known; k++)
            count[k] += line[i] == known[k] && !quoted;
    }
    for (size_t k = 1; k < sizeof known; k++)
        if (count[k] > count[best])
            best = k;
    reader->delimiter = known[best];
    csv_set_delim(&reader->parser, (unsigned char)reader->delimiter);
    int got = next_row(reader);
    if (got < 0)
        return false;
    if (got == 0)
        return faults_add(reader->faults, reader->input->name, "is empty");
    reader->header = reader->cells;
    memcpy(reader->header_offset, reader->offset, reader->n * sizeof *reader->offset);
    reader->n_header = reader->n;
    reader->cells = NULL;
    reader->size = 0;
    return true;
}

struct csv_reader *csv_reader_open(struct input *input, struct faults *faults)
{
    struct csv_reader *reader = calloc(1, sizeof *reader);
    size_t got;
    if (!reader || csv_init(&reader->parser, CSV_STRICT | CSV_STRICT_FINI) != 0) {
        faults_no_memory(faults, input->name);
        free(reader);
        return NULL;
    }
    csv_set_blk_size(&reader->parser, CELL_STEP);
    reader->input = input;
    reader->rows_max = SIZE_MAX;
    reader->faults = faults;
    const char *head = input_peek(input, UTF8_BOM_SIZE, &got);
    if (got == UTF8_BOM_SIZE && memcmp(head, UTF8_BOM, UTF8_BOM_SIZE) == 0)
        input_skip(input, UTF8_BOM_SIZE);
    if (take_comments(reader) && take_header(reader))
        return reader;
    csv_reader_free(reader);
    return NULL;
}

void csv_reader_free(struct csv_reader *reader)
{
    if (!reader)
        return;
    csv_free(&reader->parser);
    free(reader->cells);
    free(reader->header);
    free(reader->comments);
    free(reader);
}

/* Equal but for case, and with the subscript two of CO2 read as 2. */
static bool header_equal(const char *header, const char *name, size_t length)
{
    static const char subscript[] = "\xE2\x82\x82";
    size_t i = 0;
    for (; *header && i < length; i++) {
        bool small = strncmp(header, subscript, 3) == 0;
        char c = small ? '2' : *header;
        if (strncasecmp(&c, name + i, 1) != 0)
            return false;
        header += small ? 3 : 1;
    }
    return *header == '\0' && i == length;
}

int csv_reader_column(const struct csv_reader *reader, const char *alternatives)
{
    while (*alternatives) {
        size_t length = strcspn(alternatives, "|");
        for (size_t k = 0; k < reader->n_header; k++)
            if (header_equal(reader->header + reader->header_offset[k], alternatives, length))
                return (int)k;
        alternatives += length + (alternatives[length] == '|');
    }
    return -1;
}

const char *csv_reader_comment(const struct csv_reader *reader, size_t k)
{
    for (size_t at = 0; at < reader->comment_bytes; at += strlen(reader->comments + at) + 1)
        if (k-- == 0)
            return reader->comments + at;
    return NULL;
}

void csv_reader_header(const struct csv_reader *reader, char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (size_t k = 0; k < reader->n_header && used < size; k++) {
        int n = snprintf(out + used, size - used, "%s%s", k ? "," : "",
                         reader->header + reader->header_offset[k]);
        used += n > 0 ? (size_t)n : 0;
    }
}

void csv_reader_limit(struct csv_reader *reader, size_t rows)
{
    reader->rows_max = rows;
}

size_t csv_reader_columns(const struct csv_reader *reader)
{
    return reader->n_header;
}

const char *csv_reader_name(const struct csv_reader *reader, int column)
{
    return reader->header + reader->header_offset[column];
}

const char *csv_reader_ahead(struct csv_reader *reader, size_t max, size_t *n)
{
    return input_peek(reader->input, max, n);
}

int csv_reader_hold(struct csv_reader *reader)
{
    if (!reader->held)
        reader->held_result = csv_reader_next(reader);
    reader->held = true;
    return reader->held_result;
}

int csv_reader_next(struct csv_reader *reader)
{
    if (reader->held) {
        reader->held = false;
        return reader->held_result;
    }
    for (;;) {
        int got = next_row(reader);
        if (got <= 0)
            return got < 0 || reader->passed_over ? -1 : 0;
        reader->rows++;
        if (reader->n == reader->n_header && reader->rows > reader->rows_max) {
            csv_reader_fault(reader, -1, "more than %zu rows, the limit for this format; split the file",
                             reader->rows_max);
            return -1;
        }
        if (reader->n == reader->n_header)
            return 1;
        reader->passed_over = true;
        csv_reader_fault(reader, -1, "%zu cells where the header has %zu", reader->n, reader->n_header);
    }
}

const char *csv_reader_cell(const struct csv_reader *reader, int column)
{
    if (column < 0 || (size_t)column >= reader->n)
        return "";
    const char *cell = reader->cells + reader->offset[column];
    return *cell == '\'' && cell_is_formula(cell + 1) ? cell + 1 : cell; /* sink_cell guarded it */
}

bool csv_reader_number(const struct csv_reader *reader, int column, double *value)
{
    const char *cell = csv_reader_cell(reader, column), *comma = strrchr(cell, ',');
    char pointed[NUMBER_SIZE];
    size_t used = 0;
    if (text_to_number(cell, value))
        return true;
    if (reader->delimiter == ',' || !comma || strchr(cell, ',') != comma || strchr(comma, '.') ||
        strlen(cell) >= sizeof pointed)
        return false;
    for (; *cell; cell++) /* "1.234,5" as "1234.5" */
        if (*cell != '.')
            pointed[used++] = *cell == ',' ? '.' : *cell;
    pointed[used] = '\0';
    return text_to_number(pointed, value);
}

size_t csv_reader_rows(const struct csv_reader *reader)
{
    return reader->rows;
}

size_t csv_reader_line(const struct csv_reader *reader)
{
    return reader->row_line;
}
