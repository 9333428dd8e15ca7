/* `wattif calc`: the papers' formulas as a pocket calculator. Without a name it lists the formulas; NAME
 * --help shows keys, units and an example; NAME KEY=VALUE... shows formula, source, inputs, steps and
 * outputs, or with --format json
 * {"calc", "inputs", "outputs"}. The formulas themselves are rows of calc_table.h. */
#include "engine/base/text.h"
#include "store/json/json.h"
#include "tui/cli/calc/calc_table.h"
#include "tui/cli/command.h"
#include "tui/cli/listing.h"
#include "tui/words/print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int put_json(struct json_writer *writer)
{
    char *text = json_writer_take(writer);

    if (!text)
        return report_no_memory();
    puts(text);
    free(text);
    return EXIT_DONE;
}

static int list_calcs(enum listing_format format)
{
    static const struct listing_column columns[] = {{.key = "name", .title = "name"},
                                                    {.key = "title", .title = "computes"},
                                                    {.key = "source", .title = "source"},
                                                    {.key = "example"}};
    struct listing listing;

    listing_begin(&listing, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; calc_table[i]; i++) {
        listing_text(&listing, calc_table[i]->name);
        listing_text(&listing, calc_table[i]->title);
        listing_text(&listing, calc_table[i]->source);
        listing_text(&listing, calc_table[i]->example);
    }
    bool good = listing_print(&listing, format, 0, stdout);
    listing_free(&listing);
    if (good && format == LISTING_TEXT)
        puts("\n`wattif calc NAME --help` shows the keys, `wattif calc NAME KEY=VALUE...` computes.");
    return good ? EXIT_DONE : report_no_memory();
}

/* The formula's lines, each indented by `blanks`. */
static void put_lines(const char *text, int blanks)
{
    while (*text) {
        int n = (int)strcspn(text, "\n");
        print(stdout, "%*s%.*s\n", blanks, "", n, text);
        text += n + (text[n] == '\n');
    }
}

static int show_help(const struct calc *calc)
{
    print(stdout, "wattif calc %s: %s\n\n", calc->name, calc->title);
    put_lines(calc->formula, 2);
    print(stdout, "\nsource  %s\n\nkeys\n", calc->source);
    for (int k = 0; k < CALC_KEYS_MAX && calc->keys[k].name; k++) {
        const struct calc_key *key = &calc->keys[k];
        print(stdout, "  %-12s  %s%s", key->name, key->help,
              key->kind == CALC_LIST ? " (a comma-separated list)" : "");
        if (key->fallback)
            print(stdout, "; default %s", key->fallback);
        else if (key->optional)
            print(stdout, "; may be left out");
        putchar('\n');
    }
    print(stdout, "\nexample\n  wattif calc %s %s\n", calc->name, calc->example);
    return EXIT_DONE;
}

/* An optional key that nobody gave. */
static bool is_left_out(const struct calc_key *key, const struct calc_input *input)
{
    return key->optional && !input->given;
}

static void put_list(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        print(stdout, "%s%s", i > 0 ? "," : "", isinf(values[i]) ? "inf" : calc_digits(values[i]).text);
}

static void put_input(const struct calc_key *key, const struct calc_input *input)
{
    if (is_left_out(key, input))
        return;
    print(stdout, "  %-12s  ", key->name);
    if (key->kind == CALC_WORD)
        print(stdout, "%s", key->words[input->word]);
    if (key->kind == CALC_TEXT)
        print(stdout, "%s", input->text);
    put_list(input->values, input->n);
    print(stdout, "%s\n", input->given ? "" : "  (default)");
}

static int show_text(const struct calc_sheet *sheet)
{
    const struct calc *calc = sheet->calc;

    print(stdout, "%s\n", calc->title);
    put_lines(calc->formula, 2);
    print(stdout, "  source: %s\n\ninputs\n", calc->source);
    for (int k = 0; k < CALC_KEYS_MAX && calc->keys[k].name; k++)
        put_input(&calc->keys[k], &sheet->inputs[k]);
    puts("\nsteps");
    for (int i = 0; i < sheet->n_steps; i++)
        print(stdout, "  %s\n", sheet->steps[i]);
    puts("\noutputs");
    for (int i = 0; i < sheet->n_outputs; i++) {
        const struct calc_output *output = &sheet->outputs[i];
        print(stdout, "  %-12s  ", output->name);
        if (output->list)
            put_list(output->list, output->n);
        else
            print(stdout, "%s", output->text ? output->text : calc_digits(output->number).text);
        putchar('\n');
    }
    return EXIT_DONE;
}

/* JSON has no infinite numbers: no limit is null. */
static void write_list(struct json_writer *writer, const char *name, const double *values, size_t n)
{
    json_begin_array(writer, name, true);
    for (size_t i = 0; i < n; i++)
        json_number(writer, NULL, values[i]);
    json_end_array(writer);
}

static void write_input(struct json_writer *writer, const struct calc_key *key,
                        const struct calc_input *input)
{
    if (is_left_out(key, input))
        return;
    if (key->kind == CALC_WORD) {
        json_string(writer, key->name, key->words[input->word]);
    } else if (key->kind == CALC_TEXT) {
        json_string(writer, key->name, input->text);
    } else if (key->kind == CALC_NUMBER) {
        json_number(writer, key->name, input->values[0]);
    } else {
        write_list(writer, key->name, input->values, input->n);
    }
}

static int show_json(const struct calc_sheet *sheet)
{
    struct json_writer writer = {0};

    json_begin_object(&writer, NULL);
    json_string(&writer, "calc", sheet->calc->name);
    json_begin_object(&writer, "inputs");
    for (int k = 0; k < CALC_KEYS_MAX && sheet->calc->keys[k].name; k++)
        write_input(&writer, &sheet->calc->keys[k], &sheet->inputs[k]);
    json_end_object(&writer);
    json_begin_object(&writer, "outputs");
    for (int i = 0; i < sheet->n_outputs; i++) {
        const struct calc_output *output = &sheet->outputs[i];
        if (output->list)
            write_list(&writer, output->name, output->list, output->n);
        else if (output->text)
            json_string(&writer, output->name, output->text);
        else
            json_number(&writer, output->name, output->number);
    }
    json_end_object(&writer);
    json_end_object(&writer);
    return put_json(&writer);
}

static int refuse_name(const char *name)
{
    const char *names[64];
    size_t n = 0;

    for (; calc_table[n] && n < sizeof names / sizeof *names; n++)
        names[n] = calc_table[n]->name;
    const char *near = text_nearest(name, names, n);
    return report_usage("no formula '%s'%s%s%s; `wattif calc` lists them", name,
                        near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

int command_calc(struct invocation *invocation)
{
    enum listing_format format = (enum listing_format)invocation_choice(invocation, "format");

    if (invocation->n_args == 0)
        return list_calcs(format);
    const struct calc *calc = calc_find(invocation->args[0]);
    if (!calc)
        return refuse_name(invocation->args[0]);
    if (invocation->help)
        return show_help(calc);
    struct calc_sheet sheet;
    struct error error = {0};
    if (!calc_sheet_fill(&sheet, calc, invocation->n_args - 1, invocation->args + 1, &error))
        return report_error(&error);
    int status = format == LISTING_JSON ? show_json(&sheet) : show_text(&sheet);
    calc_sheet_free(&sheet);
    return status;
}
