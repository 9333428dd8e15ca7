/* A listing: an account of one table, filled cell by cell, that prints as aligned text, as a JSON array of
 * objects or as CSV. What `list`, `show` and the tables of `run --format text` are made of. Text from outside
 * is made safe for a terminal. */
#ifndef WATTIF_TUI_CLI_LISTING_H
#define WATTIF_TUI_CLI_LISTING_H

#include "engine/account/account.h"

#include <stdio.h>

enum listing_format { LISTING_TEXT, LISTING_JSON, LISTING_CSV };
enum cell_type { CELL_TEXT, CELL_NUMBER, CELL_BOOL };

struct listing_column {
    const char *key;   /* in JSON and CSV, with its unit: "resolution_s" */
    const char *title; /* above the text column; NULL: not in the text table */
    enum cell_type type;
    int decimals; /* of a number in the text table; < 0: shortest */
};

struct listing {
    const struct listing_column *columns;
    struct account account;
};

void listing_begin(struct listing *listing, const struct listing_column *columns, size_t n_columns);
void listing_free(struct listing *listing);

/* Cells are added from left to right; a row is complete after n_columns of them. */
void listing_text(struct listing *listing, const char *text); /* NULL or "" = no value */
void listing_texts(struct listing *listing, const char *const *texts, size_t n);
void listing_number(struct listing *listing, double value); /* not finite = no value */
void listing_bool(struct listing *listing, bool value);

/* Text: titles, then rows indented by `indent`; numbers are right-aligned. False when memory ran out. */
bool listing_print(const struct listing *listing, enum listing_format format, int indent, FILE *file);

#endif
