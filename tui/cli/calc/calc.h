/* The pocket calculator (spec: calc): a formula is one `struct calc`, in the table of its paper. It names its
 * keys with their ranges; `evaluate` asks the SAME functions as the engine for the outputs; `steps` are the
 * lines of working. Parsing, checking, help, text and JSON are the same for all. To add a formula: one entry
 * in the file of its paper. */
#ifndef WATTIF_TUI_CLI_CALC_H
#define WATTIF_TUI_CLI_CALC_H

#include "engine/base/error.h"

enum { CALC_KEYS_MAX = 8, CALC_VALUES_MAX = 24, CALC_LISTS_MAX = 5, CALC_LIST_MAX = 64, CALC_STEPS_MAX = 8 };
enum { CALC_LINES_MAX = 14 }; /* shown of one step that stands for each value of a list */

enum calc_kind { CALC_NUMBER, CALC_LIST, CALC_WORD, CALC_TEXT };

struct calc_key {
    const char *name;     /* with its unit: "latency_ms" */
    double min, max;      /* numbers and every element of a list; no maximum, INFINITY: `inf` is a value */
    const char *help;     /* what it is, with its unit */
    const char *fallback; /* default as it would be typed; NULL = must be given */
    enum calc_kind kind;
    bool above;           /* min itself is not allowed */
    bool empty;           /* a list may be empty */
    bool optional;        /* without a fallback, it may all the same be left out */
    const char *words[4]; /* CALC_WORD: what it may be, ended by NULL */
};

/* A key's value, an output, or what the steps show on the way from one to the other. */
struct calc_value {
    const char *name; /* with its unit */
    enum { CALC_LEFT_OUT, CALC_GIVEN, CALC_WORKING, CALC_OUTPUT } role;
    const char *text;   /* a word, or a text as it was typed; else NULL */
    double number;      /* that, or of a word its index */
    const double *list; /* NULL: no list, but `number` */
    size_t n;           /* of the list */
};

/* A calculation on paper. The first values are the keys, in their order. */
struct calc_sheet {
    const struct calc *calc;
    struct error *error;
    size_t n_values, n_lines;
    struct calc_value values[CALC_VALUES_MAX];
    double *given[CALC_KEYS_MAX]; /* lists that were typed, of any length */
    size_t n_lists;
    double lists[CALC_LISTS_MAX][CALC_LIST_MAX];
    char lines[CALC_LINES_MAX][160];
};

/* A step is a line of text in which {E} stands for the value of an expression (engine/answers/expression.h)
 * over the sheet's names: "E = {latency_ms} ms x {power_w} W = {energy_mj = latency_ms * power_w} mJ". Of
 * {NAME = E} NAME is shown, and a test holds E equal to it. A line that begins with [E] is shown where E
 * holds, one with [each NAME] for each value of that list, whose number is i. */
struct calc {
    const char *name, *title;
    const char *source;                         /* paper, equation, expectation or erratum ids */
    const char *formula;                        /* lines parted by '\n' */
    const char *example;                        /* the arguments of one call */
    struct calc_key keys[CALC_KEYS_MAX];        /* ended by a NULL name */
    const char *steps[CALC_STEPS_MAX];          /* ended by NULL */
    bool (*evaluate)(struct calc_sheet *sheet); /* false: `error` of the sheet says why */
};

/* The formulas of each paper, ended by one without a name; together they are the list's order. */
extern const struct calc calc_carbondis[], calc_clover[], calc_etf[], calc_fallacy[], calc_infercool[];
const struct calc *calc_at(size_t index); /* NULL beyond the last */

/* Reads KEY=VALUE arguments, checks them, evaluates. On failure the sheet holds nothing; else calc_sheet_free
 * it. */
bool calc_sheet_fill(struct calc_sheet *sheet, const struct calc *calc, int n, char *const *arguments,
                     struct error *error);
void calc_sheet_free(struct calc_sheet *sheet);
/* Is it known, and is it so? `n` bytes of an expression, with the lists at `index`. */
bool calc_holds(const struct calc_sheet *sheet, const char *expression, size_t n, size_t index);

/* For `evaluate`: the value of that name; its number. */
const struct calc_value *calc_find(const struct calc_sheet *sheet, const char *name);
double calc_of(const struct calc_sheet *sheet, const char *name);
/* Outputs, and what is shown in steps alone. The last makes room for n values, CALC_LIST_MAX at most. */
void calc_put(struct calc_sheet *sheet, const char *name, double number);
void calc_let(struct calc_sheet *sheet, const char *name, double number);
void calc_put_text(struct calc_sheet *sheet, const char *name, const char *text);
void calc_let_text(struct calc_sheet *sheet, const char *name, const char *text);
double *calc_put_list(struct calc_sheet *sheet, const char *name, size_t n);
double *calc_let_list(struct calc_sheet *sheet, const char *name, size_t n);
/* A line of working above those of `steps`, where a step of the table cannot say it. */
void calc_line(struct calc_sheet *sheet, const char *format, ...) PRINTF_LIKE(2, 3);

/* A number as people write it: at most 12 significant digits, so that 18 ms x 81.64 W reads 1469.52; JSON has
 * them all. NAN, which JSON has as null, is none. */
struct calc_digits {
    char text[32];
};
struct calc_digits calc_digits(double value);

#endif
