/* Sheets: what a view draws as rows of named columns, so that it can be read by other programs: as CSV, or as
 * a JSON object with what holds for all rows beside them. The columns are named first, then every cell of
 * every row follows in their order. Numbers are written so that they read back as the same doubles, and carry
 * their unit in the name of their column; what is not known is an empty cell, or null.
 *
 * Some views have more to tell than rows of one kind: more tables, which only JSON has, or the very JSON
 * that a command prints by contract.
 *
 * A sheet that has run out of memory takes what it is given and is refused when it is printed. */
#ifndef WATTIF_TUI_WORDS_SHEET_H
#define WATTIF_TUI_WORDS_SHEET_H

#include "engine/account/account.h"
#include "engine/answers/metric.h"

#include <stdio.h>

/* An account that is for machines alone. */
struct sheet {
    struct account account;
};

/* Of a view, by the name that `screen --view` takes. NULL when out of memory. All text is copied. */
struct sheet *sheet_create(const char *view);
void sheet_free(struct sheet *sheet);

/* What holds for all rows: only JSON tells it. */
void sheet_say(struct sheet *sheet, const char *key, const char *text);
void sheet_say_metric(struct sheet *sheet, const char *key, enum metric metric);
void sheet_say_number(struct sheet *sheet, const char *key, double value);

void sheet_column(struct sheet *sheet, const char *name);
void sheet_columns(struct sheet *sheet, const char *const *names, size_t n);
/* Of a metric: named as in the run's own JSON and CSV ("carbon_g.total"), with `more` behind it. */
void sheet_metric_column(struct sheet *sheet, enum metric metric, const char *more);

/* The next cell. NULL, and NAN: it is not known. */
void sheet_text(struct sheet *sheet, const char *text);
void sheet_number(struct sheet *sheet, double value);
void sheet_flag(struct sheet *sheet, bool value);
/* A number where it is one, else text: a knob's value as the knob reads it. */
void sheet_value(struct sheet *sheet, const char *text);
void sheet_cell(struct sheet *sheet, const struct account_cell *cell);

/* What follows are columns and cells of another table, which JSON has under this name. Two at most. */
void sheet_begin_table(struct sheet *sheet, const char *name);
/* In JSON this stands for all else. malloc'ed, and taken over; NULL: out of memory. */
void sheet_set_json(struct sheet *sheet, char *json);

/* False when out of memory. */
bool csv_print(const struct account *account, FILE *out); /* the first table that has keys */
bool sheet_print_csv(const struct sheet *sheet, FILE *out);
bool sheet_print_json(const struct sheet *sheet, FILE *out);
/* The same without its last line break: malloc'ed; NULL when out of memory. */
char *sheet_json(const struct sheet *sheet);

#endif
