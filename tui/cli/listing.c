/* One list of cells, three printers. Numbers are kept as the text that reads back, so that JSON and CSV lose
 * nothing; the text table rounds them. */
#include "tui/cli/listing.h"

#include "engine/base/text.h"
#include "engine/base/glyph.h"
#include "store/library/hash.h"
#include "tui/term/text.h"
#include "tui/words/print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_SIZE = 32, COLUMNS_MAX = 24 };

void listing_begin(struct listing *listing, const struct listing_column *columns, size_t n_columns)
{
    *listing =
        (struct listing){.columns = columns, .n_columns = n_columns < COLUMNS_MAX ? n_columns : COLUMNS_MAX};
}

void listing_free(struct listing *listing)
{
    for (size_t i = 0; i < listing->used; i++)
        free(listing->cells[i]);
    free(listing->cells);
    *listing = (struct listing){0};
}

static void add(struct listing *listing, const char *text)
{
    if (listing->failed)
        return;
    if (listing->used == listing->size) {
        size_t size = listing->size ? 2 * listing->size : 64;
        char **cells = realloc(listing->cells, size * sizeof *cells);
        listing->failed = !cells;
        if (!cells)
            return;
        listing->cells = cells;
        listing->size = size;
    }
    char *copy = text ? strdup(text) : NULL;
    if (text && !copy) {
        listing->failed = true;
        return;
    }
    listing->cells[listing->used++] = copy;
    listing->n_rows = listing->used / listing->n_columns;
}

void listing_text(struct listing *listing, const char *text)
{
    add(listing, text && text[0] ? text : NULL);
}

void listing_texts(struct listing *listing, const char *const *texts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        listing_text(listing, texts[i]);
}

void listing_number(struct listing *listing, double value)
{
    char text[NUMBER_SIZE];
    if (isfinite(value))
        text_from_number(value, text, sizeof text);
    add(listing, isfinite(value) ? text : NULL);
}

void listing_bool(struct listing *listing, bool value)
{
    add(listing, value ? "true" : "false");
}

/* The cell as the text table shows it. */
static void show_cell(const struct listing *listing, size_t row, size_t column, char *out, size_t size)
{
    const char *cell = listing->cells[row * listing->n_columns + column];
    const struct listing_column *info = &listing->columns[column];
    double number;
    if (cell && info->type == CELL_NUMBER && info->decimals >= 0 && text_to_number(cell, &number))
        snprintf(out, size, "%.*f", info->decimals, number);
    else if (cell && info->type == CELL_BOOL)
        text_copy(out, size, strcmp(cell, "true") == 0 ? "yes" : "no");
    else
        visible_text(out, size, cell ? cell : "-");
}

enum { SHOWN_SIZE = 400 };

/* Prints `blanks` and then the text, or nothing where the text is blank; returns the blanks that are still
 * owed. */
static int print_cell(FILE *file, int blanks, const char *text, int width, bool right)
{
    int pad = width - text_width(text);
    pad = pad > 0 ? pad : 0;
    if (strspn(text, " ") == strlen(text))
        return blanks + width;
    print(file, "%*s%s", blanks + (right ? pad : 0), "", text);
    return right ? 0 : pad;
}

/* Row -1 is the titles. No line ends in blanks. */
static void print_text_row(const struct listing *listing, const int *widths, long row, int indent, FILE *file)
{
    char shown[SHOWN_SIZE];
    int blanks = indent;
    for (size_t c = 0; c < listing->n_columns; c++) {
        const struct listing_column *info = &listing->columns[c];
        if (!info->title)
            continue;
        if (row < 0)
            text_copy(shown, sizeof shown, info->title);
        else
            show_cell(listing, (size_t)row, c, shown, sizeof shown);
        blanks = 2 + print_cell(file, blanks, shown, widths[c], info->type == CELL_NUMBER);
    }
    fputc('\n', file);
}

static bool print_json(const struct listing *listing, FILE *file)
{
    struct json_writer writer = {0};
    json_begin_array(&writer, NULL, false);
    for (size_t r = 0; r < listing->n_rows; r++) {
        json_begin_object(&writer, NULL);
        for (size_t c = 0; c < listing->n_columns; c++) {
            const char *cell = listing->cells[r * listing->n_columns + c];
            double number;
            if (!cell)
                json_null(&writer, listing->columns[c].key);
            else if (listing->columns[c].type == CELL_NUMBER && text_to_number(cell, &number))
                json_number(&writer, listing->columns[c].key, number);
            else if (listing->columns[c].type == CELL_BOOL)
                json_bool(&writer, listing->columns[c].key, strcmp(cell, "true") == 0);
            else
                json_string(&writer, listing->columns[c].key, cell);
        }
        json_end_object(&writer);
    }
    json_end_array(&writer);
    char *text = json_writer_take(&writer);
    if (text) {
        print_document(file, text);
        fputc('\n', file);
    }
    free(text);
    return text != NULL;
}

bool listing_print(const struct listing *listing, enum listing_format format, int indent, FILE *file)
{
    if (listing->failed)
        return false;
    if (format == LISTING_JSON)
        return print_json(listing, file);
    if (format == LISTING_CSV) {
        struct sink sink = {.file = file};
        for (size_t c = 0; c < listing->n_columns; c++)
            print(file, "%s%s", c ? "," : "", listing->columns[c].key);
        fputs("\n", file);
        for (size_t i = 0; i < listing->n_rows * listing->n_columns; i++) {
            fputs(i % listing->n_columns ? "," : "", file);
            sink_cell(&sink, listing->cells[i] ? listing->cells[i] : "");
            fputs(i % listing->n_columns == listing->n_columns - 1 ? "\n" : "", file);
        }
    } else {
        int widths[COLUMNS_MAX] = {0};
        char shown[SHOWN_SIZE];
        for (size_t c = 0; c < listing->n_columns; c++) {
            widths[c] = listing->columns[c].title ? text_width(listing->columns[c].title) : 0;
            for (size_t r = 0; listing->columns[c].title && r < listing->n_rows; r++) {
                show_cell(listing, r, c, shown, sizeof shown);
                int width = text_width(shown);
                widths[c] = width > widths[c] ? width : widths[c];
            }
        }
        for (long row = -1; row < (long)listing->n_rows; row++)
            print_text_row(listing, widths, row, indent, file);
    }
    return true;
}
