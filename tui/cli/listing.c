/* Numbers are kept as they are, so that JSON and CSV lose nothing; the text table rounds them. */
#include "tui/cli/listing.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "tui/media/text.h"
#include "tui/words/print.h"
#include "tui/words/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_SIZE = 32 };

void listing_begin(struct listing *listing, const struct listing_column *columns, size_t n_columns)
{
    *listing = (struct listing){.columns = columns};
    account_begin(&listing->account, "list", "");
    account_table(&listing->account, FOR_ALL, NULL, NULL, 0);
    for (size_t k = 0; k < n_columns; k++)
        account_column(&listing->account, (struct account_column){.title = columns[k].title,
                                                                  .key = columns[k].key,
                                                                  .number = columns[k].type == CELL_NUMBER});
}

void listing_free(struct listing *listing)
{
    account_free(&listing->account);
}

/* The column of the next cell. */
static const struct listing_column *next_column(const struct listing *listing)
{
    const struct account_part *table = listing->account.parts;
    return &listing->columns[table && table->n_columns ? table->filled % table->n_columns : 0];
}

static void add_none(struct listing *listing)
{
    account_add(&listing->account, (struct account_cell){.kind = ACCOUNT_NONE, .shown = "-"});
}

/* Where it is a number that is rounded, it is told as one. */
void listing_text(struct listing *listing, const char *text)
{
    const struct listing_column *column = next_column(listing);
    double number;
    if (!text || !*text)
        add_none(listing);
    else if (column->type == CELL_NUMBER && column->decimals >= 0 && text_to_number(text, &number))
        listing_number(listing, number);
    else
        account_add(&listing->account, account_words(&listing->account, TONE_PLAIN, text));
}

void listing_texts(struct listing *listing, const char *const *texts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        listing_text(listing, texts[i]);
}

void listing_number(struct listing *listing, double value)
{
    char text[NUMBER_SIZE];
    int decimals = next_column(listing)->decimals;
    if (!isfinite(value)) {
        add_none(listing);
        return;
    }
    if (decimals < 0)
        text_from_number(value, text, sizeof text);
    else
        text_print(text, sizeof text, "%.*f", decimals, value);
    account_add(&listing->account, account_number(&listing->account, TONE_PLAIN, value, text, NULL));
}

void listing_bool(struct listing *listing, bool value)
{
    struct account_cell cell = account_flag(value);
    cell.shown = value ? "yes" : "no";
    account_add(&listing->account, cell);
}

static bool print_json(const struct listing *listing, FILE *file)
{
    const struct account_part *table = listing->account.parts;
    struct json_writer writer = {0};
    json_begin_array(&writer, NULL, false);
    for (size_t i = 0; i < table->n_rows; i++) {
        json_begin_object(&writer, NULL);
        for (size_t k = 0; k < table->n_columns; k++) {
            const struct account_cell *cell = &table->rows[i].cells[k];
            const char *key = table->columns[k].key;
            double number;
            if (cell->kind == ACCOUNT_NUMBER)
                json_number(&writer, key, cell->value);
            else if (cell->kind == ACCOUNT_FLAG)
                json_bool(&writer, key, cell->value != 0);
            else if (cell->kind == ACCOUNT_WORDS && table->columns[k].number &&
                     text_to_number(cell->shown, &number))
                json_number(&writer, key, number);
            else
                json_string(&writer, key, cell->kind == ACCOUNT_WORDS ? cell->shown : NULL);
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
    if (listing->account.arena.lacked)
        return false;
    if (format == LISTING_JSON)
        return print_json(listing, file);
    if (format == LISTING_CSV)
        return csv_print(&listing->account, file);
    media_text_table(listing->account.parts, indent, false, file);
    return true;
}
