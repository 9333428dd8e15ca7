/* The option reader: one pass over argv, each "--name" looked up in the command's own table and then in the
 * global one. Arrays are sized by argc once, so reading never fails half-way for want of memory. */
#include "tui/cli/options.h"

#include "engine/base/text.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 64, WORD_SIZE = 64 };

static const struct option_info *find_in(const struct option_info *table, const char *name, size_t n)
{
    for (; table && table->name; table++)
        if (strlen(table->name) == n && memcmp(table->name, name, n) == 0)
            return table;
    return NULL;
}

static size_t collect_names(const struct option_info *table, const char **names, size_t n)
{
    for (; table && table->name && n < NAMES_MAX; table++)
        names[n++] = table->name;
    return n;
}

bool options_choice_name(const char *argument, int k, char *out, size_t size)
{
    if (!argument || !strchr(argument, '|'))
        return false;
    for (; k > 0; k--) {
        argument = strchr(argument, '|');
        if (!argument)
            return false;
        argument++;
    }
    size_t n = strcspn(argument, "|");
    if (n >= size)
        return false;
    memcpy(out, argument, n);
    out[n] = '\0';
    return true;
}

static int choice_index(const char *argument, const char *value)
{
    char name[WORD_SIZE];
    for (int k = 0; options_choice_name(argument, k, name, sizeof name); k++)
        if (strcmp(name, value) == 0)
            return k;
    return -1;
}

static bool check_value(const struct option_info *option, const char *value, struct error *error)
{
    if (!option->argument || !strchr(option->argument, '|') || choice_index(option->argument, value) >= 0)
        return true;
    char choices[400];
    size_t used = 0;
    for (const char *c = option->argument; *c && used + 3 < sizeof choices; c++) {
        choices[used++] = *c == '|' ? ',' : *c;
        if (*c == '|')
            choices[used++] = ' ';
    }
    choices[used] = '\0';
    return error_set(error, ERROR_INPUT, NULL, "--%s: '%s' is none of %s", option->name, value, choices);
}

static bool add_item(struct options *options, const struct option_info *option, const char *value,
                     struct error *error)
{
    if (!option->repeats && options_has(options, option->name))
        return error_set(error, ERROR_INPUT, NULL, "--%s is given twice; it may be given once", option->name);
    if (!check_value(option, value, error))
        return false;
    options->items[options->n_items++] = (struct option_value){option, value, options->n_words};
    return true;
}

/* Reads one "--name", "--name=value" or "--name value"; advances *i over what it used. */
static bool read_option(struct options *options, struct option_tables tables, int argc, char **argv, int *i,
                        struct error *error)
{
    const char *name = argv[*i] + 2;
    size_t n = strcspn(name, "=");
    const struct option_info *option = find_in(tables.own, name, n);
    if (!option)
        option = find_in(tables.global, name, n);
    if (!option) {
        const char *names[NAMES_MAX];
        char word[WORD_SIZE];
        size_t count = collect_names(tables.global, names, collect_names(tables.own, names, 0));
        const char *nearest = NULL;
        if (n < sizeof word) {
            memcpy(word, name, n);
            word[n] = '\0';
            nearest = text_nearest(word, names, count);
        }
        if (nearest)
            return error_set(error, ERROR_INPUT, NULL, "no option --%.*s; did you mean --%s?", (int)n, name,
                             nearest);
        return error_set(error, ERROR_INPUT, NULL, "no option --%.*s; --help lists them", (int)n, name);
    }
    const char *value = name[n] == '=' ? name + n + 1 : NULL;
    if (!option->argument && value)
        return error_set(error, ERROR_INPUT, NULL, "--%s takes no value", option->name);
    if (option->argument && !value) {
        if (*i + 1 >= argc)
            return error_set(error, ERROR_INPUT, NULL, "--%s needs a value: --%s %s", option->name,
                             option->name, option->argument);
        value = argv[++*i];
    }
    ++*i;
    return add_item(options, option, value ? value : "", error);
}

static bool reserve(struct options *options, int argc, struct error *error)
{
    if (options->items)
        return true;
    size_t n = argc > 0 ? (size_t)argc : 1;
    options->items = calloc(n, sizeof *options->items);
    options->words = calloc(n, sizeof *options->words);
    if (options->items && options->words)
        return true;
    return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
}

bool options_read(struct options *options, struct option_tables tables, int argc, char **argv, int first,
                  bool stop_at_word, int *next, struct error *error)
{
    static const struct option_info short_help = {"help", NULL, "", true};
    if (!reserve(options, argc, error))
        return false;
    bool words_only = false;
    int i = first;
    while (i < argc) {
        char *arg = argv[i];
        bool is_word = words_only || arg[0] != '-' || arg[1] == '\0';
        if (is_word && stop_at_word)
            break;
        if (is_word) {
            options->words[options->n_words++] = arg;
            i++;
        } else if (strcmp(arg, "--") == 0) {
            words_only = true;
            i++;
        } else if (strcmp(arg, "-h") == 0) {
            options->items[options->n_items++] = (struct option_value){&short_help, "", options->n_words};
            i++;
        } else if (arg[1] != '-') {
            return error_set(error, ERROR_INPUT, NULL, "no option %s; options are long (--help lists them)",
                             arg);
        } else if (!read_option(options, tables, argc, argv, &i, error)) {
            return false;
        }
    }
    if (next)
        *next = i;
    return true;
}

void options_free(struct options *options)
{
    free(options->items);
    free(options->words);
    *options = (struct options){0};
}

const char *options_get(const struct options *options, const char *name)
{
    for (size_t i = options->n_items; i-- > 0;)
        if (strcmp(options->items[i].option->name, name) == 0)
            return options->items[i].value;
    return NULL;
}

bool options_integer(const struct options *options, const char *name, int64_t min, int64_t max,
                     int64_t *value, struct error *error)
{
    const char *text = options_get(options, name);
    if (!text)
        return true;
    int64_t number;
    if (text_to_int64(text, &number) && number >= min && number <= max) {
        *value = number;
        return true;
    }
    return error_set(error, ERROR_INPUT, NULL, "--%s: '%s' is no whole number from %lld to %lld", name, text,
                     (long long)min, (long long)max);
}

int options_choice(const struct options *options, const char *name, int fallback)
{
    for (size_t i = options->n_items; i-- > 0;)
        if (strcmp(options->items[i].option->name, name) == 0)
            return choice_index(options->items[i].option->argument, options->items[i].value);
    return fallback;
}
