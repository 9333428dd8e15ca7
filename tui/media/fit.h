/* Where the columns of an account's table stand when there is room for so many: the one place that decides
 * widths, for the screen and for text. Where not everything has room numbers are told in their short form
 * first, then columns go, the highest rank first, and at last the widest words are cut. */
#ifndef WATTIF_TUI_MEDIA_FIT_H
#define WATTIF_TUI_MEDIA_FIT_H

#include "engine/account/account.h"

enum { FIT_COLUMNS = 24, FIT_GAP = 2 };

struct fit {
    struct {
        bool shown, brief; /* brief: cells are told in their short form */
        int x, w;
    } columns[FIT_COLUMNS];
    int w;              /* of all */
    bool head;          /* a column has a title */
    bool whole;         /* no column went, and no words are cut */
    double least, most; /* of all bars, and 0: what their column spans */
};

/* Columns beyond FIT_COLUMNS are not shown. `bars` are the columns that bars take at least, and at most where
 * there is more room. */
void fit_table(const struct account_part *table, int room, int least_bar, int most_bar, struct fit *fit);

/* From what to what a bar and its dots go, beyond what is given. */
void fit_bar(const struct account_bar *bar, double *least, double *most);

/* Does a column hold bars? */
bool fit_is_bars(const struct account_part *table, size_t k);

/* The columns that a text takes where what commands a terminal is shown. */
int fit_width(const char *text);

/* What a cell says in so many columns, or NULL. */
const char *fit_text(const struct account_cell *cell, bool brief);

#endif
