/* A small reader for the measurement files: a whole CSV file in memory, addressed by row and column name. It
 * serves the profile builder and its tests, which must run from the clone alone, before and without the store
 * and its importers. Cells may be quoted ("a ""b"", c"); a quoted line break is not supported, and every row
 * must have as many cells as the header. The first fault stops the reading and names file and line. */
#ifndef WATTIF_DATASETS_CSV_TABLE_H
#define WATTIF_DATASETS_CSV_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/text.h"

enum { CSV_COLUMNS_MAX = 32, CSV_BYTES_MAX = 4 << 20 };

struct csv_table {
    char *text;     /* owned: the file, cut into cells */
    char **cells;   /* owned: (rows + 1) * columns pointers into text; row 0 is the header */
    size_t rows;    /* without the header */
    size_t columns; /* 1..CSV_COLUMNS_MAX */
    char name[256]; /* of the file, for messages */
};

static inline void csv_table_free(struct csv_table *table)
{
    free(table->text);
    free(table->cells);
    *table = (struct csv_table){0};
}

/* Cuts one cell at `at`, in place; returns the character that ended it (',', '\n' or '\0') and moves *at
 * behind it. */
static inline char csv_cell_cut(char **at, char **cell)
{
    char *in = *at, *out = in;
    bool quoted = *in == '"';

    if (quoted)
        out = ++in;
    *cell = out;
    while (*in != '\0' && *in != '\n' && (quoted || *in != ',')) {
        if (quoted && *in == '"' && *++in != '"') {
            quoted = false;
            continue;
        }
        if (*in != '\r')
            *out++ = *in;
        in++;
    }
    char end = *in;
    *at = end == '\0' ? in : in + 1;
    *out = '\0';
    return end;
}

static inline char *csv_file_read(const char *path, struct error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        error_set(error, ERROR_SYSTEM, path, "cannot open the file; is the folder of measurements complete?");
        return NULL;
    }
    char *text = malloc(CSV_BYTES_MAX + 1);
    size_t n = text == NULL ? 0 : fread(text, 1, CSV_BYTES_MAX, file);
    bool whole = text != NULL && feof(file) && !ferror(file);
    fclose(file);
    if (!whole) {
        free(text);
        error_set(error, ERROR_SYSTEM, path, "cannot read the file, or it is larger than %d bytes",
                  CSV_BYTES_MAX);
        return NULL;
    }
    text[n] = '\0';
    return text;
}

/* Reads a file; on success the table must be freed with csv_table_free. */
static inline bool csv_table_read(struct csv_table *table, const char *path, struct error *error)
{
    *table = (struct csv_table){0};
    text_copy(table->name, sizeof table->name, path);
    table->text = csv_file_read(path, error);
    if (table->text == NULL)
        return false;

    size_t lines = 1;
    for (const char *c = table->text; *c != '\0'; c++)
        lines += *c == '\n';
    table->cells = calloc(lines * CSV_COLUMNS_MAX, sizeof *table->cells);
    if (table->cells == NULL) {
        csv_table_free(table);
        return error_set(error, ERROR_SYSTEM, path, "out of memory");
    }
    size_t n = 0, row = 0;
    for (char *at = table->text; *at != '\0'; row++) {
        size_t columns = 0;
        char end = ',';
        while (end == ',' && columns < CSV_COLUMNS_MAX) {
            end = csv_cell_cut(&at, &table->cells[n + columns]);
            columns++;
        }
        if (row == 0)
            table->columns = columns;
        if (end == ',' || columns != table->columns) {
            csv_table_free(table);
            return error_set(error, ERROR_INPUT, path, "line %zu has not as many cells as the header",
                             row + 1);
        }
        n += columns;
    }
    if (row == 0) {
        csv_table_free(table);
        return error_set(error, ERROR_INPUT, path, "the file is empty");
    }
    table->rows = row - 1;
    return true;
}

/* The cell of a data row (0 .. rows - 1); "" when there is no such column, which a caller's number then
 * rejects. */
static inline const char *csv_cell(const struct csv_table *table, size_t row, const char *column)
{
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->cells[i], column) == 0)
            return table->cells[(row + 1) * table->columns + i];
    return "";
}

/* A cell as a number; false, with a message, when it is not one. */
static inline bool csv_number(const struct csv_table *table, size_t row, const char *column, double *value,
                              struct error *error)
{
    const char *cell = csv_cell(table, row, column);
    if (text_to_number(cell, value))
        return true;
    return error_set(error, ERROR_INPUT, table->name, "line %zu, column %s: '%s' is not a number", row + 2,
                     column, cell);
}

/* The first row at or after `from` whose cell equals `value`; rows when there is none. */
static inline size_t csv_find(const struct csv_table *table, size_t from, const char *column,
                              const char *value)
{
    size_t row = from;
    while (row < table->rows && strcmp(csv_cell(table, row, column), value) != 0)
        row++;
    return row;
}

#endif
