/* Options: a small table-driven reader of command lines. A command names its options in a table (name,
 * argument, help); the reader, the help texts, the man page and the shell completions all come from it.
 * `--opt value` and `--opt=value` are the same; `--` ends the options; options and words may be mixed. There
 * are no short options but -h. Nothing is global and nothing is copied: values point into argv. */
#ifndef WATTIF_TUI_CLI_OPTIONS_H
#define WATTIF_TUI_CLI_OPTIONS_H

#include "engine/base/error.h"

#include <stdint.h>

struct option_info {
    const char *name;     /* without the dashes */
    const char *argument; /* "K=V", "N", "FILE", "text|json" (these choices only), or NULL: takes none */
    const char *help;     /* one sentence */
    bool repeats;         /* may be given more than once */
};

struct option_value {
    const struct option_info *option;
    const char *value; /* "" where the option takes no argument */
    size_t word;       /* so many words stood before it */
};

/* What was read. `items` and `words` hold at most argc entries each; options_free frees the two arrays. */
struct options {
    size_t n_items, n_words;
    struct option_value *items; /* in the order of the command line */
    char **words;               /* what is no option, in order */
};

/* Tables that are read together, such as a command's own and the global one. Each ends with a row whose name
 * is NULL. */
struct option_tables {
    const struct option_info *own, *global;
};

/* Reads argv[first..argc). With `stop_at_word` it returns at the first word, which it leaves; `*next` (or
 * NULL) is where it stopped. Unknown options name the nearest one; a missing value, a value for an option
 * that takes none, a value that is none of the choices and an option given twice are errors. May be called
 * again on the same `options` to go on. */
bool options_read(struct options *options, struct option_tables tables, int argc, char **argv, int first,
                  bool stop_at_word, int *next, struct error *error);
void options_free(struct options *options);

/* The value of an option, NULL where it was not given. */
const char *options_get(const struct options *options, const char *name);
static inline bool options_has(const struct options *options, const char *name)
{
    return options_get(options, name) != NULL;
}

/* A whole number within [min, max]; `*value` stays as it is where the option was not given. */
bool options_integer(const struct options *options, const char *name, int64_t min, int64_t max,
                     int64_t *value, struct error *error);

/* The position of the value among the choices of the option's `argument`; `fallback` where it was not given.
 */
int options_choice(const struct options *options, const char *name, int fallback);

/* The k-th of "a|b|c" copied to out; false beyond the last. A single name without a bar is no list of
 * choices. */
bool options_choice_name(const char *argument, int k, char *out, size_t size);

#endif
