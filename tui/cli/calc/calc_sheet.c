/* Filling a calculation sheet: KEY=VALUE arguments against the keys of a row. Every refusal says which key,
 * what was given and what is expected instead, because the calculator is for people who are learning the
 * formula. */
#include "tui/cli/calc/calc_table.h"

#include "engine/base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct calc *const calc_table[] = {
#define CALC_ROW(name) &calc_##name,
#include "tui/cli/calc/calc.def"
    NULL};

const struct calc *calc_find(const char *name)
{
    for (size_t i = 0; calc_table[i]; i++) {
        if (strcmp(calc_table[i]->name, name) == 0)
            return calc_table[i];
    }
    return NULL;
}

struct calc_digits calc_digits(double value)
{
    struct calc_digits digits = {"none"};
    char rounded[40];

    if (isnan(value))
        return digits;
    snprintf(rounded, sizeof rounded, "%.12g", value);
    text_from_number(strtod(rounded, NULL), digits.text, sizeof digits.text);
    return digits;
}

double calc_value(const struct calc_sheet *sheet, int key)
{
    return sheet->inputs[key].values[0];
}

void calc_step(struct calc_sheet *sheet, const char *format, ...)
{
    va_list arguments;

    if (sheet->n_steps == CALC_STEPS_MAX)
        return;
    va_start(arguments, format);
    vsnprintf(sheet->steps[sheet->n_steps++], sizeof sheet->steps[0], format, arguments);
    va_end(arguments);
}

void calc_put(struct calc_sheet *sheet, const char *name, double number)
{
    sheet->outputs[sheet->n_outputs++] = (struct calc_output){.name = name, .number = number};
}

void calc_put_text(struct calc_sheet *sheet, const char *name, const char *text)
{
    sheet->outputs[sheet->n_outputs++] = (struct calc_output){.name = name, .text = text};
}

void calc_put_list(struct calc_sheet *sheet, const char *name, const double *list, size_t n)
{
    double *copy = malloc((n > 0 ? n : 1) * sizeof *copy);
    if (!copy)
        return;
    memcpy(copy, list, n * sizeof *copy);
    sheet->outputs[sheet->n_outputs++] = (struct calc_output){.name = name, .n = n, .list = copy};
}

void calc_sheet_free(struct calc_sheet *sheet)
{
    for (int key = 0; key < CALC_KEYS_MAX; key++)
        free(sheet->inputs[key].values);
    for (int k = 0; k < sheet->n_outputs; k++)
        free(sheet->outputs[k].list);
    memset(sheet, 0, sizeof *sheet);
}

/* One number of a key, in its range. */
static bool read_number(const struct calc_key *key, const char *text, double *value, struct error *error)
{
    if (isinf(key->max) && strcmp(text, "inf") == 0) {
        *value = key->max;
        return true;
    }
    if (!text_to_number(text, value)) {
        return error_set(error, ERROR_INPUT, key->name,
                         "'%s' is no number: give %s as %s in the unit that the key names", text, key->help,
                         key->kind == CALC_LIST ? "plain numbers parted by commas" : "a plain number");
    }
    if (*value < key->min || *value > key->max || (key->above && *value <= key->min)) {
        return error_set(error, ERROR_INPUT, key->name,
                         "%s is out of range: it must be %s %s and at most %s (%s)", text,
                         key->above ? "above" : "at least", calc_digits(key->min).text,
                         calc_digits(key->max).text, key->help);
    }
    return true;
}

/* Comma-separated numbers. */
static bool read_list(const struct calc_key *key, const char *text, struct calc_input *input,
                      struct error *error)
{
    size_t n = 1;
    for (const char *at = text; *at; at++)
        n += *at == ',';
    input->values = malloc(n * sizeof *input->values);
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (!input->values || !copy) {
        free(copy);
        return error_set(error, ERROR_SYSTEM, key->name, "out of memory");
    }
    memcpy(copy, text, size);
    if (text[0] == '\0' && key->empty)
        n = 0;
    bool good = true;
    char *element = copy;
    for (size_t i = 0; good && i < n; i++) {
        char *end = strchr(element, ',');
        if (end)
            *end = '\0';
        good = read_number(key, element, &input->values[i], error);
        element = end ? end + 1 : element;
    }
    free(copy);
    input->n = n;
    return good;
}

static bool read_word(const struct calc_key *key, const char *text, struct calc_input *input,
                      struct error *error)
{
    for (int w = 0; key->words[w]; w++) {
        if (strcmp(key->words[w], text) == 0) {
            input->word = w;
            return true;
        }
    }
    return error_set(error, ERROR_INPUT, key->name, "'%s' is not known: it is %s%s%s or %s", text,
                     key->words[0], key->words[2] ? ", " : "", key->words[2] ? key->words[1] : "",
                     key->words[2] ? key->words[2] : key->words[1]);
}

static bool read_input(const struct calc_key *key, const char *text, struct calc_input *input,
                       struct error *error)
{
    input->given = true;
    if (key->kind == CALC_WORD)
        return read_word(key, text, input, error);
    if (key->kind == CALC_TEXT) {
        input->text = text;
        return true;
    }
    if (key->kind == CALC_LIST)
        return read_list(key, text, input, error);
    input->n = 1;
    input->values = malloc(sizeof *input->values);
    if (!input->values)
        return error_set(error, ERROR_SYSTEM, key->name, "out of memory");
    return read_number(key, text, input->values, error);
}

static int count_keys(const struct calc *calc)
{
    int n = 0;

    while (n < CALC_KEYS_MAX && calc->keys[n].name)
        n++;
    return n;
}

/* The keys of a row as "latency_ms, power_w". */
static const char *list_keys(const struct calc *calc, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    for (int k = 0; k < count_keys(calc) && used < size; k++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", k > 0 ? ", " : "", calc->keys[k].name);
    return out;
}

static bool read_argument(struct calc_sheet *sheet, const char *argument, struct error *error)
{
    const struct calc *calc = sheet->calc;
    const char *equals = strchr(argument, '=');
    char all[256], name[64];

    if (!equals) {
        return error_set(error, ERROR_INPUT, calc->name, "'%s' is no KEY=VALUE; the keys are %s", argument,
                         list_keys(calc, all, sizeof all));
    }
    snprintf(name, sizeof name, "%.*s", (int)(equals - argument), argument);
    for (int k = 0; k < count_keys(calc); k++) {
        if (strcmp(calc->keys[k].name, name) != 0)
            continue;
        if (sheet->inputs[k].given)
            return error_set(error, ERROR_INPUT, calc->name, "the key '%s' is given twice", name);
        return read_input(&calc->keys[k], equals + 1, &sheet->inputs[k], error);
    }
    const char *names[CALC_KEYS_MAX];
    for (int k = 0; k < count_keys(calc); k++)
        names[k] = calc->keys[k].name;
    const char *near = text_nearest(name, names, (size_t)count_keys(calc));
    return error_set(error, ERROR_INPUT, calc->name, "no key '%s'%s%s%s; the keys are %s", name,
                     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "",
                     list_keys(calc, all, sizeof all));
}

static bool read_arguments(struct calc_sheet *sheet, int n, char *const *arguments, struct error *error)
{
    const struct calc *calc = sheet->calc;

    for (int i = 0; i < n; i++) {
        if (!read_argument(sheet, arguments[i], error))
            return false;
    }
    for (int k = 0; k < count_keys(calc); k++) {
        const struct calc_key *key = &calc->keys[k];
        if (sheet->inputs[k].given)
            continue;
        if (!key->fallback && key->optional)
            continue;
        if (!key->fallback) {
            return error_set(error, ERROR_INPUT, calc->name,
                             "the key '%s' is missing: %s; try `wattif calc %s %s`", key->name, key->help,
                             calc->name, calc->example);
        }
        if (!read_input(key, key->fallback, &sheet->inputs[k], error))
            return false;
    }
    return true;
}

bool calc_sheet_fill(struct calc_sheet *sheet, const struct calc *calc, int n, char *const *arguments,
                     struct error *error)
{
    memset(sheet, 0, sizeof *sheet);
    sheet->calc = calc;
    if (read_arguments(sheet, n, arguments, error) && calc->evaluate(sheet, error))
        return true;
    calc_sheet_free(sheet);
    return false;
}
