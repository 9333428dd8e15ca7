#include "tui/media/text.h"

#include "engine/base/text.h"
#include "tui/media/fit.h"
#include "tui/media/matrix.h"
#include "tui/term/text.h"
#include "tui/words/facts.h"
#include "tui/words/print.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { BAR_CELLS = 16, INDENT = 2 };

/* One bar from the left, the longest, since text has no room for two sides: its number says which way. */
static const char *draw_bar(const struct account_cell *cell, const struct fit *fit, bool ascii, char *out,
                            size_t size)
{
    double most = fmax(fit->most, -fit->least), length = 0;
    for (size_t b = 0; b < cell->n_bars; b++)
        length = fmax(length, fabs(cell->bars[b].length));
    text_bar(out, size, most > 0 && length > 0 ? length / most : 0, BAR_CELLS, ascii);
    return out;
}

void media_text_table(const struct account_part *table, int indent, bool ascii, FILE *out)
{
    struct fit fit;
    fit_table(table, INT_MAX, BAR_CELLS, BAR_CELLS, &fit);
    if (table->title)
        print(out, "%*s%s%s%s\n", indent, "", table->title, table->note ? ", " : "",
              table->note ? table->note : "");
    for (size_t i = fit.head ? 0 : 1; i <= table->n_rows; i++) { /* the first line has the heads */
        const struct account_row *row = i > 0 ? &table->rows[i - 1] : NULL;
        int gap = indent;
        if (row && row->heading)
            print(out, "%s", row->heading);
        for (size_t k = 0; k < table->n_columns && k < FIT_COLUMNS; k++) {
            char bar[4 * BAR_CELLS + 8];
            if (!fit.columns[k].shown || (row && !row->cells))
                continue;
            const struct account_cell *cell = row ? &row->cells[k] : NULL;
            const char *text = !cell                        ? table->columns[k].title
                               : cell->kind == ACCOUNT_BARS ? draw_bar(cell, &fit, ascii, bar, sizeof bar)
                                                            : fit_text(cell, false);
            text = text ? text : "";
            int pad = fit.columns[k].w - fit_width(text);
            bool right = table->columns[k].number;
            bool said = text[strspn(text, " ")] != 0;
            if (said) { /* blanks stand before the next word, never at the end of a line */
                print(out, "%*s%s", gap + (right ? pad : 0), "", text);
                gap = 0;
            }
            gap += FIT_GAP + (!said ? fit.columns[k].w : right ? 0 : pad);
        }
        if (row && row->mark)
            print(out, "%s%s", row->mark & MARK_HERE ? "  ●" : "", row->mark & MARK_USUAL ? "  ┼" : "");
        print(out, "\n");
    }
}

/* A line for each column of what a screen shows, which has more of them than rows. */
static void print_matrix(const struct account_part *part, FILE *out)
{
    struct matrix matrix = matrix_of(part);
    int head = 0, w = 0;
    for (size_t i = 0; i < part->n_across; i++)
        head = text_width(part->across[i]) > head ? text_width(part->across[i]) : head;
    for (size_t i = 0; i < part->n_rows; i++) {
        const char *text = fit_text(&part->rows[i].cells[matrix.column], false);
        w = text && text_width(text) > w ? text_width(text) : w;
    }
    print(out, "%*s%s%s%s\n", INDENT, "", part->title, part->note ? ", " : "", part->note ? part->note : "");
    for (size_t i = 0; i <= part->n_across; i++) { /* the first line has the heads */
        int gap = INDENT + head + FIT_GAP - (i ? INDENT + text_width(part->across[i - 1]) : 0);
        if (i > 0)
            print(out, "%*s%s", INDENT, "", part->across[i - 1]);
        for (size_t k = 0; k < part->n_down; k++) {
            const struct account_cell *cell = i ? matrix_at(&matrix, i - 1, k) : NULL;
            const char *text = i ? cell ? fit_text(cell, false) : NULL : part->down[k];
            text = text ? text : "";
            if (*text)
                print(out, "%*s%s", gap + w - text_width(text), "", text);
            gap = *text ? FIT_GAP : gap + w + FIT_GAP;
        }
        print(out, "\n");
    }
}

static const char *plain(struct account *account, const char *text)
{
    size_t size = text ? strlen(text) + 6 : 0;
    char *out = text ? arena_alloc(&account->arena, size) : NULL;
    if (out)
        text_for_locale(out, size, text, true);
    return out;
}

/* Widths are those of what is printed. */
static void make_plain(struct account *account)
{
    account->of = plain(account, account->of);
    account->over = plain(account, account->over);
    for (struct account_part *part = account->parts; part; part = part->next) {
        part->text = plain(account, part->text);
        part->title = plain(account, part->title);
        part->note = plain(account, part->note);
        for (size_t k = 0; k < part->n_columns; k++)
            part->columns[k].title = plain(account, part->columns[k].title);
        for (size_t i = 0; i < part->n_rows; i++) {
            struct account_row *row = &part->rows[i];
            row->heading = plain(account, row->heading);
            for (size_t k = 0; row->cells && k < part->n_columns; k++)
                row->cells[k].shown = plain(account, row->cells[k].shown);
        }
    }
}

bool media_text(struct account *account, size_t choice, bool ascii, FILE *out)
{
    bool sentences = true;
    size_t section = 0;
    if (ascii)
        make_plain(account);
    if (account->arena.lacked)
        return false;
    bool first = !*account->of;
    if (!first)
        print(out, "%s: %s\n", account->of, account->over);
    for (const struct account_part *part = account->parts; part; part = part->next) {
        if ((choice != ACCOUNT_EVERY && !account_is_in(part, choice)) || !account_is_for(part, FOR_TEXT) ||
            (part->kind == PART_TABLE && part->n_rows == 0))
            continue;
        bool sentence = part->kind == PART_SENTENCE;
        bool goes_on = sentence && sentences && part != account->parts && part->section == section;
        print(out, "%s", goes_on || first ? "" : "\n");
        first = false;
        if (sentence)
            print(out, "%s\n", part->text);
        else if (part->n_down > 0)
            print_matrix(part, out);
        else
            media_text_table(part, INDENT, ascii, out);
        sentences = sentence;
        section = part->section;
    }
    return true;
}
