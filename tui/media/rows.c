#include "tui/media/rows.h"

#include <stdlib.h>
#include <string.h>

void media_rows(const struct account *account, size_t section, struct sheet *sheet)
{
    bool second = false;
    for (const struct account_fact *fact = account->facts; fact; fact = fact->next) {
        if (fact->section != 0 && fact->section != section + 1)
            continue;
        if (fact->cell.kind == ACCOUNT_NUMBER)
            sheet_say_number(sheet, fact->key, fact->cell.value);
        else
            sheet_say(sheet, fact->key, fact->cell.shown);
    }
    for (const struct account_part *part = account->parts; part; part = part->next) {
        if (part->kind != PART_TABLE || !account_is_for(part, FOR_MACHINES) || !account_is_in(part, section))
            continue;
        if (second && !part->goes_on)
            sheet_begin_table(sheet, part->title);
        second = true;
        for (size_t k = 0; k < part->n_columns; k++)
            if (!part->goes_on && part->columns[k].key)
                sheet_column(sheet, part->columns[k].key);
        for (size_t i = 0; i < part->n_rows; i++)
            for (size_t k = 0; part->rows[i].cells && k < part->n_columns; k++)
                if (part->columns[k].key)
                    sheet_cell(sheet, &part->rows[i].cells[k]);
    }
    if (account->json || account->arena.lacked)
        sheet_set_json(sheet, account->arena.lacked ? NULL : strdup(account->json));
}

bool media_csv(const struct account *account, size_t section, FILE *out)
{
    struct sheet *sheet = sheet_create(account->name);
    if (!sheet)
        return false;
    media_rows(account, section, sheet);
    bool good = sheet_print_csv(sheet, out);
    sheet_free(sheet);
    return good;
}
