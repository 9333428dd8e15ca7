#include "tui/media/rows.h"

#include "store/json/json.h"
#include "store/library/hash.h"
#include "tui/media/text.h"
#include "tui/words/print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From a part on, of this choice and of all. */
static const struct account_part *next_table(const struct account_part *part, size_t section)
{
    while (part &&
           !(part->kind == PART_TABLE && account_is_for(part, FOR_MACHINES) && account_is_in(part, section)))
        part = part->next;
    return part;
}

void media_rows(const struct account *account, size_t section, struct account *into)
{
    bool any = false;
    for (const struct account_fact *fact = account->facts; fact; fact = fact->next)
        if (fact->section == 0 || fact->section == section + 1)
            account_fact(into, fact->key, fact->cell);
    for (const struct account_part *part = account->parts; (part = next_table(part, section));
         part = part->next) {
        if (!any || !part->goes_on)
            account_table(into, FOR_MACHINES, part->title, NULL, 0);
        for (size_t k = 0; k < part->n_columns; k++)
            if (part->columns[k].key && !(any && part->goes_on))
                account_column(into, (struct account_column){.key = part->columns[k].key});
        for (size_t i = 0; i < part->n_rows; i++) {
            const struct account_cell *cells = part->rows[i].cells;
            if (cells)
                account_row(into, ACCOUNT_NO_STEP);
            for (size_t k = 0; cells && k < part->n_columns; k++)
                if (part->columns[k].key)
                    account_put(into, cells[k].kind == ACCOUNT_WORDS
                                          ? account_words(into, TONE_PLAIN, cells[k].shown)
                                          : cells[k]);
        }
        any = true;
    }
    if (account->json)
        into->json = strdup(account->json);
    into->arena.lacked |= account->arena.lacked || (account->json && !into->json);
}

/* --- printing --- */

bool media_csv(const struct account *account, size_t section, FILE *out)
{
    struct sink sink = {.file = out};
    const struct account_part *first = next_table(account->parts, section), *table = first;
    if (account->arena.lacked)
        return false;
    for (; table && (table == first || table->goes_on); table = next_table(table->next, section))
        for (size_t i = table == first ? 0 : 1; i <= table->n_rows; i++) { /* the first line has the keys */
            const char *before = "";
            for (size_t k = 0; k < table->n_columns; k++) {
                const struct account_cell *cell = i > 0 ? &table->rows[i - 1].cells[k] : NULL;
                if (!table->columns[k].key)
                    continue;
                sink_text(&sink, before);
                before = ",";
                if (!cell)
                    sink_cell(&sink, table->columns[k].key);
                else if (cell->kind == ACCOUNT_WORDS)
                    sink_cell(&sink, cell->shown);
                else if (cell->kind == ACCOUNT_FLAG)
                    sink_text(&sink, cell->value != 0 ? "true" : "false");
                else if (cell->kind == ACCOUNT_NUMBER && isfinite(cell->value))
                    sink_number(&sink, cell->value);
            }
            sink_text(&sink, "\n");
        }
    sink_text(&sink, first ? "" : "\n");
    return true;
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

/* An object each, in a line each, or a line a cell. */
static void put_rows(struct json_writer *writer, const struct account_part *table, bool lines)
{
    for (size_t i = 0; table && i < table->n_rows; i++) {
        if (lines)
            json_begin_inline_object(writer, NULL);
        else
            json_begin_object(writer, NULL);
        for (size_t k = 0; k < table->n_columns; k++)
            if (table->columns[k].key)
                put_cell(writer, table->columns[k].key, &table->rows[i].cells[k]);
        json_end_object(writer);
    }
}

char *media_json_text(const struct account *account)
{
    struct json_writer writer = {0};
    const struct account_part *table = next_table(account->parts, 0);
    const struct account_fact *fact = account->facts;
    const char *key = "rows";
    if (account->arena.lacked)
        return NULL;
    if (account->json) {
        json_reopen(&writer, account->json);
        while (table && !table->title) /* whose rows it has in its own way */
            table = next_table(table->next, 0);
        fact = NULL;
        key = table ? table->title : NULL;
    } else {
        json_begin_object(&writer, NULL);
        json_string(&writer, "wattif", WATTIF_VERSION);
    }
    json_int(&writer, "schema", JSON_SCHEMA);
    for (; fact; fact = fact->next)
        put_cell(&writer, fact->key, &fact->cell);
    for (; key; key = table ? table->title : NULL) {
        json_begin_array(&writer, key, false);
        put_rows(&writer, table, true);
        json_end_array(&writer);
        table = table ? next_table(table->next, 0) : NULL;
    }
    json_end_object(&writer);
    return json_writer_take(&writer);
}

static bool print_taken(char *text, FILE *out)
{
    if (text) {
        print_document(out, text);
        fputc('\n', out);
    }
    free(text);
    return text != NULL;
}

bool media_json(const struct account *account, FILE *out)
{
    return print_taken(media_json_text(account), out);
}

bool media_listing(const struct account *account, enum listing_format format, FILE *out)
{
    struct json_writer writer = {0};
    if (account->arena.lacked || format == LISTING_CSV)
        return media_csv(account, 0, out);
    if (format == LISTING_TEXT) {
        media_text_table(account->parts, 0, false, out);
        return true;
    }
    json_begin_array(&writer, NULL, false);
    put_rows(&writer, account->parts, false);
    json_end_array(&writer);
    return print_taken(json_writer_take(&writer), out);
}
