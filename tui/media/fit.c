#include "tui/media/fit.h"

#include "engine/base/glyph.h"
#include "tui/term/text.h"

#include <math.h>

const char *fit_text(const struct account_cell *cell, bool brief)
{
    return brief && cell->brief ? cell->brief : cell->shown;
}

int fit_width(const char *text)
{
    char bytes[VISIBLE_SIZE + 1];
    int w = 0;
    for (;;) {
        size_t plain = visible_as_it_is(text);
        w += (int)plain;
        text += plain;
        if (!*text)
            return w;
        bytes[visible_shown(&text, bytes)] = 0;
        w += text_width(bytes);
    }
}

/* The columns that the widest text of a column takes, its head included. */
static int width_of(const struct account_part *table, size_t k, bool brief)
{
    const char *title = table->columns[k].title;
    int w = title ? fit_width(title) : 0;
    for (size_t i = 0; i < table->n_rows; i++) {
        const char *text = table->rows[i].cells ? fit_text(&table->rows[i].cells[k], brief) : NULL;
        int own = text ? fit_width(text) : 0;
        w = own > w ? own : w;
    }
    return w;
}

void fit_bar(const struct account_bar *bar, double *least, double *most)
{
    *least = fmin(*least, bar->length); /* NAN is neither */
    *most = fmax(*most, bar->length);
    for (size_t d = 0; d < bar->n_dots; d++) {
        *least = fmin(*least, bar->dots[d]);
        *most = fmax(*most, bar->dots[d]);
    }
}

/* The ends of all bars and of their dots, and 0. */
static void find_ends(const struct account_part *table, struct fit *fit)
{
    for (size_t i = 0; i < table->n_rows; i++)
        for (size_t k = 0; table->rows[i].cells && k < table->n_columns; k++) {
            const struct account_cell *cell = &table->rows[i].cells[k];
            for (size_t b = 0; cell->bars && b < cell->n_bars; b++)
                fit_bar(&cell->bars[b], &fit->least, &fit->most);
        }
}

bool fit_is_bars(const struct account_part *table, size_t k)
{
    for (size_t i = 0; i < table->n_rows; i++)
        if (table->rows[i].cells && table->rows[i].cells[k].kind >= ACCOUNT_BARS)
            return true;
    return false;
}

static int total(const struct fit *fit, size_t n)
{
    int w = 0;
    for (size_t k = 0; k < n; k++)
        if (fit->columns[k].shown)
            w += fit->columns[k].w + (w > 0 ? FIT_GAP : 0);
    return w;
}

void fit_table(const struct account_part *table, int room, int least_bar, int most_bar, struct fit *fit)
{
    size_t n = table->n_columns < FIT_COLUMNS ? table->n_columns : FIT_COLUMNS, bars = n, widest;
    int highest = 0;
    *fit = (struct fit){0};
    for (size_t k = 0; k < n; k++) {
        const struct account_column *column = &table->columns[k];
        fit->columns[k].shown = column->title != NULL;
        fit->columns[k].w = width_of(table, k, false);
        fit->head = fit->head || (column->title && *column->title);
        if (column->title && fit_is_bars(table, k)) {
            bars = k;
            fit->columns[k].w = fit->columns[k].w > least_bar ? fit->columns[k].w : least_bar;
        }
        highest = column->rank > highest ? column->rank : highest;
    }
    /* short forms, from the last column to the first */
    for (size_t k = n; k-- > 0 && total(fit, n) > room;) {
        fit->columns[k].brief = true;
        fit->columns[k].w = k == bars ? fit->columns[k].w : width_of(table, k, true);
    }
    fit->whole = total(fit, n) <= room;
    /* columns that can be done without */
    for (int rank = highest; rank > 0 && total(fit, n) > room; rank--)
        for (size_t k = n; k-- > 0 && total(fit, n) > room;)
            if (table->columns[k].rank == rank)
                fit->columns[k].shown = false;
    /* the widest words are cut */
    for (int over; (over = total(fit, n) - room) > 0; fit->columns[widest].w -= over) {
        widest = 0;
        for (size_t k = 0; k < n; k++)
            if (fit->columns[k].shown && fit->columns[k].w > fit->columns[widest].w)
                widest = k;
        over = over < fit->columns[widest].w / 2 ? over : fit->columns[widest].w / 2;
        if (over < 1)
            break;
    }
    if (bars < n && fit->columns[bars].shown) {
        int spare = room - total(fit, n), most = most_bar - fit->columns[bars].w;
        spare = spare < most ? spare : most;
        fit->columns[bars].w += spare > 0 ? spare : 0;
    }
    for (size_t k = 0; k < n; k++)
        if (fit->columns[k].shown) {
            fit->columns[k].x = fit->w + (fit->w > 0 ? FIT_GAP : 0);
            fit->w = fit->columns[k].x + fit->columns[k].w;
        }
    find_ends(table, fit);
}
