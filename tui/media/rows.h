/* An account for machines, as CSV and as JSON: what is known of all, then rows of named columns. Numbers are
 * written so that they read back as the same doubles, and carry their unit in the name of their column; what
 * is not known is an empty cell, or null.
 *
 * CSV is the first of its tables for machines alone. JSON has it as "rows" beside what is known of all,
 * others under their titles; or it is the very JSON that a contract asks for, with the number of the schema
 * and those others behind it. */
#ifndef WATTIF_TUI_MEDIA_ROWS_H
#define WATTIF_TUI_MEDIA_ROWS_H

#include "engine/account/account.h"

#include <stdio.h>

/* Of one choice and of all, into an account that was begun, which may have more. */
void media_rows(const struct account *account, size_t section, struct account *into);

/* Of one choice and of all. False when out of memory. */
bool media_csv(const struct account *account, size_t section, FILE *out);
/* Of an account without choices. */
bool media_json(const struct account *account, FILE *out);
/* The same without its last line break: malloc'ed; NULL when out of memory. */
char *media_json_text(const struct account *account);

/* What a list of things is printed as: its only table as text, an array of objects, or CSV. */
enum listing_format { LISTING_TEXT, LISTING_JSON, LISTING_CSV };
bool media_listing(const struct account *account, enum listing_format format, FILE *out);

#endif
