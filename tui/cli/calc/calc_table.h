/* The pocket calculator's table (spec: calc): one row a formula. A row names its keys and has one function
 * that reads them, calls the SAME functions as the engine, and writes down steps and outputs; parsing,
 * checking, help, text and JSON are the same for all. To add a formula: one row here, one `struct calc` in
 * the file of its paper. */
#ifndef WATTIF_TUI_CLI_CALC_TABLE_H
#define WATTIF_TUI_CLI_CALC_TABLE_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum { CALC_KEYS_MAX = 8, CALC_OUTPUTS_MAX = 8, CALC_STEPS_MAX = 16 };

enum calc_kind { CALC_NUMBER, CALC_LIST, CALC_WORD, CALC_TEXT };

struct calc_key {
    const char *name; /* with its unit: "latency_ms" */
    enum calc_kind kind;
    const char *fallback; /* default as it would be typed; NULL = must be given */
    double min, max;      /* numbers and every element of a list; no maximum, INFINITY: `inf` is a value */
    bool above;           /* min itself is not allowed */
    bool empty;           /* a list may be empty */
    bool optional;        /* without a fallback, it may all the same be left out */
    const char *words[4]; /* CALC_WORD: what it may be, ended by NULL */
    const char *help;     /* what it is, with its unit */
};

/* One key's value: `n` numbers (1 unless a list), the index of a word, or a text as it was typed. */
struct calc_input {
    bool given;
    size_t n;
    double *values; /* owned by the sheet */
    int word;
    const char *text; /* CALC_TEXT */
};

struct calc_output {
    const char *name; /* with its unit */
    const char *text; /* NULL = `number` */
    double number;
    size_t n; /* of `list`, which is the sheet's; 0: no list */
    double *list;
};

/* A calculation on paper: inputs in the order of the row's keys, steps as lines of text, outputs. */
struct calc_sheet {
    const struct calc *calc;
    struct calc_input inputs[CALC_KEYS_MAX];
    int n_steps, n_outputs;
    char steps[CALC_STEPS_MAX][160];
    struct calc_output outputs[CALC_OUTPUTS_MAX];
};

struct calc {
    const char *name, *title;
    const char *source;                  /* paper, equation, expectation or erratum ids */
    const char *formula;                 /* lines parted by '\n' */
    const char *example;                 /* the arguments of one call */
    struct calc_key keys[CALC_KEYS_MAX]; /* ended by a NULL name */
    bool (*evaluate)(struct calc_sheet *sheet, struct error *error);
};

/* Every row, in the order of the list; ended by NULL. */
extern const struct calc *const calc_table[];
const struct calc *calc_find(const char *name);

#define CALC_ROW(name) extern const struct calc calc_##name;
#include "tui/cli/calc/calc.def"

/* Reads KEY=VALUE arguments, checks them, evaluates. On failure the sheet holds nothing; else calc_sheet_free
 * it. */
bool calc_sheet_fill(struct calc_sheet *sheet, const struct calc *calc, int n, char *const *arguments,
                     struct error *error);
void calc_sheet_free(struct calc_sheet *sheet);

/* For the rows: the k-th key's number, a line of working, an output. */
double calc_value(const struct calc_sheet *sheet, int key);
void calc_step(struct calc_sheet *sheet, const char *format, ...) PRINTF_LIKE(2, 3);
void calc_put(struct calc_sheet *sheet, const char *name, double number);
void calc_put_text(struct calc_sheet *sheet, const char *name, const char *text);

/* A list, which is copied; one that finds no memory is left out. */
void calc_put_list(struct calc_sheet *sheet, const char *name, const double *list, size_t n);

/* A number as people write it: at most 12 significant digits, so that 18 ms x 81.64 W reads 1469.52; JSON has
 * them all. NAN, which JSON has as null, is none. */
struct calc_digits {
    char text[32];
};
struct calc_digits calc_digits(double value);

#endif
