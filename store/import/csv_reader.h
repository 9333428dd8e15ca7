/* Rows of a CSV file, one at a time, on libcsv: with the line and column of every cell for faults, and in
 * bounded memory. Cells are separated by commas, semicolons or tabs: by what the header has most of. */
#ifndef WATTIF_STORE_IMPORT_CSV_READER_H
#define WATTIF_STORE_IMPORT_CSV_READER_H

#include "engine/base/error.h"
#include "store/import/input.h"

enum { CSV_CELLS_MAX = 4096, CSV_COMMENT_BYTES_MAX = 1 << 16 };

struct csv_reader;

/* Takes the header row and the comments above it: the lines before it that begin with '#'. NULL with a fault:
 * no rows, a bad quote, a binary file. The input must outlive the reader. */
struct csv_reader *csv_reader_open(struct input *input, struct faults *faults);
void csv_reader_free(struct csv_reader *reader);

/* The column whose header matches one of the alternatives ("a|b"; case and the subscript of CO2 do not
 * count), or -1. */
int csv_reader_column(const struct csv_reader *reader, const char *alternatives);

/* Comment k from 0, which is on line k + 1, without its line break; NULL beyond the last. */
const char *csv_reader_comment(const struct csv_reader *reader, size_t k);

/* The header, for messages: cut to size. */
void csv_reader_header(const struct csv_reader *reader, char *out, size_t size);

/* How many columns there are, and what the header calls the k-th. */
size_t csv_reader_columns(const struct csv_reader *reader);
const char *csv_reader_name(const struct csv_reader *reader, int column);

/* More rows than this are a fault, after which there is no next. */
void csv_reader_limit(struct csv_reader *reader, size_t rows);

/* The next row: 1; the end: 0; -1: reading cannot go on, a fault says why. A row with another number of cells
 * than the header is a fault and is passed over; the end is then -1, too. */
int csv_reader_next(struct csv_reader *reader);

/* Reads the next row so that its cells can be looked at; csv_reader_next then gives that row again. Holds
 * what csv_reader_next returns. An input's buffer moves: csv_reader_ahead, the raw text behind what was read
 * (up to `max` bytes), is to be asked before. */
int csv_reader_hold(struct csv_reader *reader);
const char *csv_reader_ahead(struct csv_reader *reader, size_t max, size_t *n);

/* Cell of this row; "" where column is -1. Valid until the next row. */
const char *csv_reader_cell(const struct csv_reader *reader, int column);

/* The cell as a number, with a decimal comma where no comma separates cells. */
bool csv_reader_number(const struct csv_reader *reader, int column, double *value);

/* Rows so far without the header; the physical line where this row starts. */
size_t csv_reader_rows(const struct csv_reader *reader);
size_t csv_reader_line(const struct csv_reader *reader);

/* A fault at this row's cell (column -1: at the row). Returns false. */
bool csv_reader_fault(struct csv_reader *reader, int column, const char *format, ...) PRINTF_LIKE(3, 4);
/* The system's failure, not a fault of the file; returns false. */
bool csv_reader_no_memory(struct csv_reader *reader);
/* A fault at an earlier line. */
bool csv_reader_fault_at(struct csv_reader *reader, size_t line, const char *format, ...) PRINTF_LIKE(3, 4);

#endif
