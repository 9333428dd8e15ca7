/* Cells lie one after the other, whatever row they are of: a row ends where its columns do. */
#include "tui/words/sheet.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/library/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 96 };
enum cell_kind { CELL_NOTHING, CELL_WORDS, CELL_NUMBER, CELL_FLAG };

struct cell {
    enum cell_kind kind;
    double number; /* of a flag 0 or 1 */
    char *text;    /* owned */
};

/* A growing list; what is said of all rows has its key before its value. */
struct cells {
    size_t n, size;
    struct cell *of; /* owned */
};

struct table {
    char name[KEY_SIZE]; /* in JSON; "": it is not there */
    struct cells columns, cells;
};

enum { TABLES = 3 };

struct sheet {
    struct cells said;
    struct table tables[TABLES];
    size_t at;   /* the table that is filled */
    char *json;  /* owned; NULL: it is made of the tables */
    bool failed; /* out of memory */
};

static void add(struct sheet *sheet, struct cells *cells, enum cell_kind kind, double number,
                const char *text)
{
    if (cells->n == cells->size) {
        size_t size = cells->size ? 2 * cells->size : 64;
        struct cell *grown = realloc(cells->of, size * sizeof *grown);
        if (!grown) {
            sheet->failed = true;
            return;
        }
        cells->of = grown;
        cells->size = size;
    }
    char *copy = text ? strdup(text) : NULL;
    sheet->failed |= text && !copy;
    cells->of[cells->n++] = (struct cell){kind, number, copy};
}

struct sheet *sheet_create(const char *view)
{
    struct sheet *sheet = calloc(1, sizeof *sheet);
    if (!sheet)
        return NULL;
    text_print(sheet->tables[0].name, sizeof sheet->tables[0].name, "rows");
    sheet_say(sheet, "view", view);
    return sheet;
}

static void free_cells(struct cells *cells)
{
    for (size_t i = 0; i < cells->n; i++)
        free(cells->of[i].text);
    free(cells->of);
}

void sheet_free(struct sheet *sheet)
{
    if (!sheet)
        return;
    free_cells(&sheet->said);
    for (size_t t = 0; t < TABLES; t++) {
        free_cells(&sheet->tables[t].columns);
        free_cells(&sheet->tables[t].cells);
    }
    free(sheet->json);
    free(sheet);
}

void sheet_say(struct sheet *sheet, const char *key, const char *text)
{
    add(sheet, &sheet->said, CELL_WORDS, 0, key);
    add(sheet, &sheet->said, text ? CELL_WORDS : CELL_NOTHING, 0, text);
}

void sheet_say_metric(struct sheet *sheet, const char *key, enum metric metric)
{
    char name[KEY_SIZE];
    metric_key(metric, 0, name, sizeof name);
    sheet_say(sheet, key, name);
}

void sheet_say_number(struct sheet *sheet, const char *key, double value)
{
    add(sheet, &sheet->said, CELL_WORDS, 0, key);
    add(sheet, &sheet->said, CELL_NUMBER, value, NULL);
}

void sheet_column(struct sheet *sheet, const char *name)
{
    add(sheet, &sheet->tables[sheet->at].columns, CELL_WORDS, 0, name);
}

void sheet_columns(struct sheet *sheet, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sheet_column(sheet, names[i]);
}

void sheet_metric_column(struct sheet *sheet, enum metric metric, const char *more)
{
    char key[KEY_SIZE];
    metric_key(metric, 0, key, sizeof key);
    text_append(key, sizeof key, "%s", more);
    sheet_column(sheet, key);
}

void sheet_begin_table(struct sheet *sheet, const char *name)
{
    sheet->at += sheet->at < TABLES - 1;
    text_print(sheet->tables[sheet->at].name, sizeof sheet->tables[sheet->at].name, "%s", name);
}

void sheet_set_json(struct sheet *sheet, char *json)
{
    free(sheet->json);
    sheet->json = json;
    sheet->failed |= !json;
}

static struct cells *cells_of(struct sheet *sheet)
{
    return &sheet->tables[sheet->at].cells;
}

void sheet_text(struct sheet *sheet, const char *text)
{
    add(sheet, cells_of(sheet), text ? CELL_WORDS : CELL_NOTHING, 0, text);
}

void sheet_number(struct sheet *sheet, double value)
{
    add(sheet, cells_of(sheet), isfinite(value) ? CELL_NUMBER : CELL_NOTHING, value, NULL);
}

void sheet_flag(struct sheet *sheet, bool value)
{
    add(sheet, cells_of(sheet), CELL_FLAG, value, NULL);
}

void sheet_value(struct sheet *sheet, const char *text)
{
    double number;
    if (text && text_to_number(text, &number))
        sheet_number(sheet, number);
    else
        sheet_text(sheet, text);
}

/* --- printing --- */

bool sheet_print_csv(const struct sheet *sheet, FILE *out)
{
    struct sink sink = {.file = out};
    const struct table *rows = &sheet->tables[0];
    size_t n = rows->columns.n;
    if (sheet->failed)
        return false;
    for (size_t k = 0; k < n; k++) {
        sink_text(&sink, k > 0 ? "," : "");
        sink_cell(&sink, rows->columns.of[k].text);
    }
    sink_text(&sink, "\n");
    for (size_t i = 0; i < rows->cells.n; i++) {
        const struct cell *cell = &rows->cells.of[i];
        sink_text(&sink, i % n > 0 ? "," : "");
        if (cell->kind == CELL_WORDS)
            sink_cell(&sink, cell->text);
        else if (cell->kind == CELL_FLAG)
            sink_text(&sink, cell->number != 0 ? "true" : "false");
        else if (cell->kind == CELL_NUMBER)
            sink_number(&sink, cell->number);
        sink_text(&sink, i % n == n - 1 ? "\n" : "");
    }
    return true;
}

static void put_cell(struct json_writer *writer, const char *key, const struct cell *cell)
{
    if (cell->kind == CELL_WORDS)
        json_string(writer, key, cell->text);
    else if (cell->kind == CELL_FLAG)
        json_bool(writer, key, cell->number != 0);
    else
        json_number(writer, key, cell->kind == CELL_NUMBER ? cell->number : (double)NAN);
}

static char *make_json(const struct sheet *sheet)
{
    struct json_writer writer = {0};
    json_begin_object(&writer, NULL);
    json_string(&writer, "wattif", WATTIF_VERSION);
    for (size_t i = 0; i + 1 < sheet->said.n; i += 2)
        put_cell(&writer, sheet->said.of[i].text, &sheet->said.of[i + 1]);
    for (size_t t = 0; t < TABLES; t++)
        if (*sheet->tables[t].name) {
            size_t n = sheet->tables[t].columns.n;
            json_begin_array(&writer, sheet->tables[t].name, false);
            for (size_t i = 0; i < sheet->tables[t].cells.n; i += n) {
                json_begin_inline_object(&writer, NULL);
                for (size_t k = 0; k < n; k++)
                    put_cell(&writer, sheet->tables[t].columns.of[k].text, &sheet->tables[t].cells.of[i + k]);
                json_end_object(&writer);
            }
            json_end_array(&writer);
        }
    json_end_object(&writer);
    return json_writer_take(&writer);
}

char *sheet_json(const struct sheet *sheet)
{
    return sheet->failed ? NULL : sheet->json ? strdup(sheet->json) : make_json(sheet);
}

bool sheet_print_json(const struct sheet *sheet, FILE *out)
{
    struct sink sink = {.file = out};
    char *made = sheet->failed || sheet->json ? NULL : make_json(sheet);
    const char *text = sheet->failed ? NULL : sheet->json ? sheet->json : made;
    if (text) {
        sink_text(&sink, text);
        sink_text(&sink, "\n");
    }
    free(made);
    return text != NULL;
}
