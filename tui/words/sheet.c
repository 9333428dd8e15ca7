#include "tui/words/sheet.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/library/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 96 };

struct sheet *sheet_create(const char *view)
{
    struct sheet *sheet = calloc(1, sizeof *sheet);
    if (!sheet)
        return NULL;
    account_begin(&sheet->account, view, view);
    account_table(&sheet->account, FOR_MACHINES, "rows", NULL, 0);
    sheet_say(sheet, "view", view);
    return sheet;
}

void sheet_free(struct sheet *sheet)
{
    if (sheet)
        account_free(&sheet->account);
    free(sheet);
}

void sheet_say(struct sheet *sheet, const char *key, const char *text)
{
    account_fact(&sheet->account, key, account_words(&sheet->account, TONE_PLAIN, text));
}

void sheet_say_metric(struct sheet *sheet, const char *key, enum metric metric)
{
    char name[KEY_SIZE];
    metric_key(metric, 0, name, sizeof name);
    sheet_say(sheet, key, name);
}

void sheet_say_number(struct sheet *sheet, const char *key, double value)
{
    account_fact(&sheet->account, key, account_bare(value));
}

void sheet_column(struct sheet *sheet, const char *name)
{
    account_column(&sheet->account, (struct account_column){.key = name});
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
    account_table(&sheet->account, FOR_MACHINES, name, NULL, 0);
}

void sheet_set_json(struct sheet *sheet, char *json)
{
    free(sheet->account.json);
    sheet->account.json = json;
    sheet->account.arena.lacked |= !json;
}

void sheet_text(struct sheet *sheet, const char *text)
{
    account_add(&sheet->account, account_words(&sheet->account, TONE_PLAIN, text));
}

void sheet_number(struct sheet *sheet, double value)
{
    account_add(&sheet->account, account_bare(value));
}

void sheet_flag(struct sheet *sheet, bool value)
{
    account_add(&sheet->account, account_flag(value));
}

void sheet_value(struct sheet *sheet, const char *text)
{
    account_add(&sheet->account, account_value(&sheet->account, text));
}

void sheet_cell(struct sheet *sheet, const struct account_cell *cell)
{
    struct account_cell own = *cell;
    if (own.kind == ACCOUNT_WORDS)
        own = account_words(&sheet->account, own.tone, own.shown);
    account_add(&sheet->account, own);
}

/* --- printing --- */

/* A number that is none is not known. */
static enum account_cell_kind kind_of(const struct account_cell *cell)
{
    return cell->kind == ACCOUNT_NUMBER && !isfinite(cell->value) ? ACCOUNT_NONE : cell->kind;
}

bool csv_print(const struct account *account, FILE *out)
{
    struct sink sink = {.file = out};
    const struct account_part *table = account->parts;
    while (table && !(table->kind == PART_TABLE && account_is_for(table, FOR_MACHINES)))
        table = table->next;
    if (account->arena.lacked || !table)
        return false;
    for (size_t k = 0; k < table->n_columns; k++) {
        sink_text(&sink, k > 0 ? "," : "");
        sink_cell(&sink, table->columns[k].key);
    }
    sink_text(&sink, "\n");
    for (size_t i = 0; i < table->n_rows; i++) {
        for (size_t k = 0; k < table->n_columns; k++) {
            const struct account_cell *cell = &table->rows[i].cells[k];
            sink_text(&sink, k > 0 ? "," : "");
            if (kind_of(cell) == ACCOUNT_WORDS)
                sink_cell(&sink, cell->shown);
            else if (kind_of(cell) == ACCOUNT_FLAG)
                sink_text(&sink, cell->value != 0 ? "true" : "false");
            else if (kind_of(cell) == ACCOUNT_NUMBER)
                sink_number(&sink, cell->value);
        }
        sink_text(&sink, "\n");
    }
    return true;
}

bool sheet_print_csv(const struct sheet *sheet, FILE *out)
{
    return csv_print(&sheet->account, out);
}

static void put_cell(struct json_writer *writer, const char *key, const struct account_cell *cell)
{
    if (cell->kind == ACCOUNT_WORDS)
        json_string(writer, key, cell->shown);
    else if (cell->kind == ACCOUNT_FLAG)
        json_bool(writer, key, cell->value != 0);
    else
        json_number(writer, key, cell->kind == ACCOUNT_NUMBER ? cell->value : (double)NAN);
}

char *sheet_json(const struct sheet *sheet)
{
    const struct account *account = &sheet->account;
    struct json_writer writer = {0};
    if (account->arena.lacked || account->json)
        return account->arena.lacked ? NULL : strdup(account->json);
    json_begin_object(&writer, NULL);
    json_string(&writer, "wattif", WATTIF_VERSION);
    for (const struct account_fact *fact = account->facts; fact; fact = fact->next)
        put_cell(&writer, fact->key, &fact->cell);
    for (const struct account_part *table = account->parts; table; table = table->next) {
        json_begin_array(&writer, table->title, false);
        for (size_t i = 0; i < table->n_rows; i++) {
            json_begin_inline_object(&writer, NULL);
            for (size_t k = 0; k < table->n_columns; k++)
                put_cell(&writer, table->columns[k].key, &table->rows[i].cells[k]);
            json_end_object(&writer);
        }
        json_end_array(&writer);
    }
    json_end_object(&writer);
    return json_writer_take(&writer);
}

bool sheet_print_json(const struct sheet *sheet, FILE *out)
{
    struct sink sink = {.file = out};
    char *text = sheet_json(sheet);
    if (text) {
        sink_text(&sink, text);
        sink_text(&sink, "\n");
    }
    free(text);
    return text != NULL;
}
