/* `wattif calc`: the papers' formulas as a pocket calculator. Without a name it lists the formulas; NAME
 * --help shows keys, units and an example; NAME KEY=VALUE... shows formula, source, inputs, steps and
 * outputs, or with --format json {"calc", "inputs", "outputs"}. Every refusal says which key, what was given
 * and what is expected instead, because the calculator is for people who are learning the formula. */
#include "tui/cli/calc/calc.h"

#include "engine/answers/expression.h"
#include "engine/base/text.h"
#include "store/json/json.h"
#include "tui/cli/command.h"
#include "tui/media/rows.h"
#include "tui/words/print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct calc *calc_at(size_t index)
{
    static const struct calc *const papers[] = {calc_carbondis, calc_clover, calc_etf, calc_fallacy,
                                                calc_infercool};

    for (size_t paper = 0; paper < sizeof papers / sizeof *papers; paper++)
        for (size_t i = 0; papers[paper][i].name; i++)
            if (index-- == 0)
                return &papers[paper][i];
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

/* --- values --- */

const struct calc_value *calc_find(const struct calc_sheet *sheet, const char *name)
{
    for (size_t i = 0; i < sheet->n_values; i++)
        if (sheet->values[i].role != CALC_LEFT_OUT && strcmp(sheet->values[i].name, name) == 0)
            return &sheet->values[i];
    return NULL;
}

double calc_of(const struct calc_sheet *sheet, const char *name)
{
    const struct calc_value *value = calc_find(sheet, name);

    return value ? value->number : (double)NAN;
}

void calc_put(struct calc_sheet *sheet, const char *name, double number)
{
    sheet->values[sheet->n_values++] =
        (struct calc_value){.name = name, .role = CALC_OUTPUT, .number = number};
}

void calc_let(struct calc_sheet *sheet, const char *name, double number)
{
    calc_put(sheet, name, number);
    sheet->values[sheet->n_values - 1].role = CALC_WORKING;
}

void calc_put_text(struct calc_sheet *sheet, const char *name, const char *text)
{
    calc_put(sheet, name, (double)NAN);
    sheet->values[sheet->n_values - 1].text = text;
}

void calc_let_text(struct calc_sheet *sheet, const char *name, const char *text)
{
    calc_put_text(sheet, name, text);
    sheet->values[sheet->n_values - 1].role = CALC_WORKING;
}

double *calc_put_list(struct calc_sheet *sheet, const char *name, size_t n)
{
    double *list = sheet->lists[sheet->n_lists++];

    calc_put(sheet, name, (double)NAN);
    sheet->values[sheet->n_values - 1].list = list;
    sheet->values[sheet->n_values - 1].n = n;
    return list;
}

double *calc_let_list(struct calc_sheet *sheet, const char *name, size_t n)
{
    double *list = calc_put_list(sheet, name, n);

    sheet->values[sheet->n_values - 1].role = CALC_WORKING;
    return list;
}

void calc_line(struct calc_sheet *sheet, const char *format, ...)
{
    va_list arguments;

    if (sheet->n_lines == CALC_LINES_MAX)
        return;
    va_start(arguments, format);
    vsnprintf(sheet->lines[sheet->n_lines++], sizeof sheet->lines[0], format, arguments);
    va_end(arguments);
}

void calc_sheet_free(struct calc_sheet *sheet)
{
    for (int key = 0; key < CALC_KEYS_MAX; key++)
        free(sheet->given[key]);
    memset(sheet, 0, sizeof *sheet);
}

/* --- reading --- */

/* One number of a key, in its range. */
static bool read_number(const struct calc_key *key, const char *text, double *value, struct error *error)
{
    if (isinf(key->max) && strcmp(text, "inf") == 0) {
        *value = key->max;
        return true;
    }
    if (!text_to_number(text, value))
        return error_set(error, ERROR_INPUT, key->name,
                         "'%s' is no number: give %s as %s in the unit that the key names", text, key->help,
                         key->kind == CALC_LIST ? "plain numbers parted by commas" : "a plain number");
    if (*value < key->min || *value > key->max || (key->above && *value <= key->min))
        return error_set(error, ERROR_INPUT, key->name,
                         "%s is out of range: it must be %s %s and at most %s (%s)", text,
                         key->above ? "above" : "at least", calc_digits(key->min).text,
                         calc_digits(key->max).text, key->help);
    return true;
}

static bool read_value(struct calc_sheet *sheet, int k, const char *text, struct error *error)
{
    const struct calc_key *key = &sheet->calc->keys[k];
    struct calc_value *value = &sheet->values[k];

    value->role = CALC_GIVEN;
    if (key->kind == CALC_NUMBER)
        return read_number(key, text, &value->number, error);
    if (key->kind == CALC_WORD) {
        const char *const *words = key->words;
        for (int w = 0; words[w]; w++) {
            if (strcmp(words[w], text) == 0) {
                value->text = words[w];
                value->number = w;
                return true;
            }
        }
        return error_set(error, ERROR_INPUT, key->name, "'%s' is not known: it is %s%s%s or %s", text,
                         words[0], words[2] ? ", " : "", words[2] ? words[1] : "",
                         words[2] ? words[2] : words[1]);
    }
    if (key->kind == CALC_TEXT) {
        value->text = text;
        return true;
    }
    size_t length = strlen(text);
    double *list = sheet->given[k] =
        malloc((length + 1) * sizeof *list); /* an element is a byte and a comma */
    char *copy = malloc(length + 1);
    bool good = list && copy;
    if (!good)
        error_set(error, ERROR_SYSTEM, key->name, "out of memory");
    else
        memcpy(copy, text, length + 1);
    /* Only a list that may be empty is taken for empty; in others an empty element is no number. */
    for (char *element = good && (length > 0 || !key->empty) ? copy : NULL; good && element;) {
        char *comma = strchr(element, ',');
        if (comma)
            *comma = '\0';
        good = read_number(key, element, &list[value->n++], error);
        element = comma ? comma + 1 : NULL;
    }
    value->list = list;
    free(copy);
    return good;
}

static bool read_argument(struct calc_sheet *sheet, const char *argument, struct error *error)
{
    const struct calc *calc = sheet->calc;
    const char *equals = strchr(argument, '='), *names[CALC_KEYS_MAX];
    char all[256] = "", name[64];

    for (size_t k = 0; k < sheet->n_values; k++) {
        names[k] = calc->keys[k].name;
        text_append(all, sizeof all, "%s%s", k > 0 ? ", " : "", names[k]);
    }
    if (!equals)
        return error_set(error, ERROR_INPUT, calc->name, "'%s' is no KEY=VALUE; the keys are %s", argument,
                         all);
    snprintf(name, sizeof name, "%.*s", (int)(equals - argument), argument);
    for (size_t k = 0; k < sheet->n_values; k++) {
        if (strcmp(names[k], name) != 0)
            continue;
        if (sheet->values[k].role == CALC_GIVEN)
            return error_set(error, ERROR_INPUT, calc->name, "the key '%s' is given twice", name);
        return read_value(sheet, (int)k, equals + 1, error);
    }
    const char *near = text_nearest(name, names, sheet->n_values);
    return error_set(error, ERROR_INPUT, calc->name, "no key '%s'%s%s%s; the keys are %s", name,
                     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", all);
}

bool calc_sheet_fill(struct calc_sheet *sheet, const struct calc *calc, int n, char *const *arguments,
                     struct error *error)
{
    bool good = true;

    memset(sheet, 0, sizeof *sheet);
    sheet->calc = calc;
    sheet->error = error;
    for (; sheet->n_values < CALC_KEYS_MAX && calc->keys[sheet->n_values].name; sheet->n_values++)
        sheet->values[sheet->n_values] = (struct calc_value){.name = calc->keys[sheet->n_values].name};
    for (int i = 0; good && i < n; i++)
        good = read_argument(sheet, arguments[i], error);
    for (size_t k = 0, n_keys = sheet->n_values; good && k < n_keys; k++) {
        const struct calc_key *key = &calc->keys[k];
        if (sheet->values[k].role == CALC_GIVEN || (!key->fallback && key->optional))
            continue;
        if (!key->fallback)
            good = error_set(error, ERROR_INPUT, calc->name,
                             "the key '%s' is missing: %s; try `wattif calc %s %s`", key->name, key->help,
                             calc->name, calc->example);
        else
            good = read_value(sheet, (int)k, key->fallback, error);
    }
    if (good && calc->evaluate(sheet))
        return true;
    calc_sheet_free(sheet);
    return false;
}

/* --- steps --- */

struct step_place {
    const struct calc_sheet *sheet;
    size_t index;
};

static struct expression_value value_named(const void *context, const char *name)
{
    const struct step_place *place = context;
    const struct calc_value *found = calc_find(place->sheet, name);
    struct expression_value value = {.is_text = found && found->text,
                                     .number =
                                         strcmp(name, "i") == 0 ? (double)place->index + 1 : (double)NAN};

    if (found)
        value.number = found->list && place->index < found->n ? found->list[place->index] : found->number;
    if (value.is_text)
        text_copy(value.text, sizeof value.text, found->text);
    return value;
}

static double evaluate(const struct calc_sheet *sheet, const char *text, size_t n, size_t index)
{
    struct expression expression;
    struct step_place place = {sheet, index};
    struct expression_facts facts = {.named = value_named, .context = &place};

    return expression_parse(&expression, text, n, NULL) ? expression_evaluate(&expression, &facts).number
                                                        : (double)NAN;
}

bool calc_holds(const struct calc_sheet *sheet, const char *expression, size_t n, size_t index)
{
    return evaluate(sheet, expression, n, index) > 0;
}

static void show_step(const struct calc_sheet *sheet, const char *step)
{
    size_t lines = 1;
    char name[32];

    if (*step == '[') {
        size_t end = strcspn(step, "]");
        if (sscanf(step, "[each %31[a-z_0-9]", name) == 1)
            lines = calc_find(sheet, name)->n;
        else
            lines = calc_holds(sheet, step + 1, end - 1, 0);
        step += end + 2;
    }
    for (size_t i = 0; i < lines && i < CALC_LINES_MAX; i++) {
        print(stdout, "  ");
        for (const char *at = step; *at;) {
            int plain = (int)strcspn(at, "{"), inner = (int)strcspn(at, "}") - plain - 1;
            print(stdout, "%.*s", plain, at);
            at += plain;
            if (!*at++)
                break;
            /* Of {NAME = E} the name. */
            const char *equals = memchr(at, '=', (size_t)inner);
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " }"), at);
            const struct calc_value *value = calc_find(sheet, name);
            size_t shown = (size_t)(equals ? equals - at : inner);
            print(stdout, "%s",
                  value && value->text ? value->text : calc_digits(evaluate(sheet, at, shown, i)).text);
            at += inner + 1;
        }
        print(stdout, "\n");
    }
}

/* --- showing --- */

/* The formula's lines, each indented by two blanks. */
static void put_lines(const char *text)
{
    while (*text) {
        int n = (int)strcspn(text, "\n");
        print(stdout, "  %.*s\n", n, text);
        text += n + (text[n] == '\n');
    }
}

static void put_value(const struct calc_value *value)
{
    print(stdout, "  %-12s  ", value->name);
    if (!value->list)
        print(stdout, "%s", value->text ? value->text : calc_digits(value->number).text);
    for (size_t i = 0; i < value->n; i++)
        print(stdout, "%s%s", i > 0 ? "," : "", calc_digits(value->list[i]).text);
    putchar('\n');
}

static int show_text(const struct calc_sheet *sheet)
{
    const struct calc *calc = sheet->calc;

    print(stdout, "%s\n", calc->title);
    put_lines(calc->formula);
    print(stdout, "  source: %s\n\ninputs\n", calc->source);
    for (size_t i = 0; i < sheet->n_values; i++)
        if (sheet->values[i].role == CALC_GIVEN)
            put_value(&sheet->values[i]);
    puts("\nsteps");
    for (size_t i = 0; i < sheet->n_lines; i++)
        print(stdout, "  %s\n", sheet->lines[i]);
    for (size_t i = 0; i < CALC_STEPS_MAX && calc->steps[i]; i++)
        show_step(sheet, calc->steps[i]);
    puts("\noutputs");
    for (size_t i = 0; i < sheet->n_values; i++)
        if (sheet->values[i].role == CALC_OUTPUT)
            put_value(&sheet->values[i]);
    return EXIT_DONE;
}

static void write_value(struct json_writer *writer, const struct calc_value *value)
{
    if (value->text) {
        json_string(writer, value->name, value->text);
    } else if (!value->list) {
        json_number(writer, value->name, value->number);
    } else {
        json_begin_array(writer, value->name, true);
        for (size_t i = 0; i < value->n; i++)
            json_number(writer, NULL, value->list[i]);
        json_end_array(writer);
    }
}

static int show_json(const struct calc_sheet *sheet)
{
    struct json_writer writer = {0};

    json_begin_object(&writer, NULL);
    json_int(&writer, "schema", JSON_SCHEMA);
    json_string(&writer, "calc", sheet->calc->name);
    json_begin_object(&writer, "inputs");
    for (size_t i = 0; i < sheet->n_values; i++)
        if (sheet->values[i].role == CALC_GIVEN)
            write_value(&writer, &sheet->values[i]);
    json_end_object(&writer);
    json_begin_object(&writer, "outputs");
    for (size_t i = 0; i < sheet->n_values; i++)
        if (sheet->values[i].role == CALC_OUTPUT)
            write_value(&writer, &sheet->values[i]);
    json_end_object(&writer);
    json_end_object(&writer);
    char *text = needed(json_writer_take(&writer));
    puts(text);
    free(text);
    return EXIT_DONE;
}

int command_calc(struct invocation *invocation)
{
    enum listing_format format = (enum listing_format)invocation_choice(invocation, "format");
    const char *name = invocation->n_args > 0 ? invocation->args[0] : NULL, *names[64];
    size_t n = 0;

    if (!name) {
        static const struct account_column columns[] = {{.key = "name", .title = "name"},
                                                        {.key = "title", .title = "computes"},
                                                        {.key = "source", .title = "source"},
                                                        {.key = "example"}};
        struct account account;
        account_begin(&account, "calc", "");
        account_table(&account, FOR_ALL, NULL, columns, sizeof columns / sizeof *columns);
        for (size_t i = 0; calc_at(i); i++)
            ACCOUNT_ADD(&account, account_said(calc_at(i)->name), account_said(calc_at(i)->title),
                        account_said(calc_at(i)->source), account_said(calc_at(i)->example));
        bool good = media_listing(&account, format, stdout);
        account_free(&account);
        if (good && format == LISTING_TEXT)
            puts("\n`wattif calc NAME --help` shows the keys, `wattif calc NAME KEY=VALUE...` computes.");
        return good ? EXIT_DONE : report_no_memory();
    }
    for (; calc_at(n) && strcmp(calc_at(n)->name, name) != 0; n++)
        names[n] = calc_at(n)->name;
    const struct calc *calc = calc_at(n);
    if (!calc) {
        const char *near = text_nearest(name, names, n);
        return report_usage("no formula '%s'%s%s%s; `wattif calc` lists them", name,
                            near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    if (invocation->help) {
        print(stdout, "wattif calc %s: %s\n\n", calc->name, calc->title);
        put_lines(calc->formula);
        print(stdout, "\nsource  %s\n\nkeys\n", calc->source);
        for (const struct calc_key *key = calc->keys; key < calc->keys + CALC_KEYS_MAX && key->name; key++)
            print(stdout, "  %-12s  %s%s%s%s\n", key->name, key->help,
                  key->kind == CALC_LIST ? " (a comma-separated list)" : "",
                  key->fallback   ? "; default "
                  : key->optional ? "; may be left out"
                                  : "",
                  key->fallback ? key->fallback : "");
        print(stdout, "\nexample\n  wattif calc %s %s\n", calc->name, calc->example);
        return EXIT_DONE;
    }
    struct calc_sheet sheet;
    struct error error = {0};
    if (!calc_sheet_fill(&sheet, calc, invocation->n_args - 1, invocation->args + 1, &error))
        return report_error(&error);
    int status = format == LISTING_JSON ? show_json(&sheet) : show_text(&sheet);
    calc_sheet_free(&sheet);
    return status;
}
