/* Help as plain text: columns of names and sentences, broken at 100 columns. */
#include "tui/cli/help.h"

#include <stdio.h>
#include <string.h>

enum { HELP_COLUMNS = 100 };

/* Words of `text` from column `from` on, continued there. */
static void print_wrapped(FILE *file, const char *text, int from)
{
    int column = from;
    while (*text) {
        size_t n = strcspn(text, " ");
        if (column > from && column + 1 + (int)n > HELP_COLUMNS) {
            fprintf(file, "\n%*s", from, "");
            column = from;
        }
        column += fprintf(file, "%s%.*s", column > from ? " " : "", (int)n, text);
        text += n + strspn(text + n, " ");
    }
    fputc('\n', file);
}

static void print_entry(FILE *file, const char *left, const char *right, int width)
{
    int n = fprintf(file, "  %s", left);
    if (n > width + 2)
        fprintf(file, "\n%*s", width + 4, "");
    else
        fprintf(file, "%*s", width + 4 - n, "");
    print_wrapped(file, right, width + 4);
}

static void print_options(FILE *file, const struct option_info *options)
{
    for (; options->name; options++) {
        char left[512] = "";
        /* An option as it is written; many choices go on in the next line, after a bar. */
        size_t size = sizeof left;
        const char *choices = options->argument ? options->argument : "";
        size_t used = (size_t)snprintf(left, size, "--%s%s", options->name, *choices ? " " : "");
        size_t from = used, column = used;
        while (*choices && used + 1 < size) {
            size_t n = strcspn(choices, "|");
            n += choices[n] == '|';
            if (column > from && column + n + 2 > HELP_COLUMNS) {
                used += (size_t)snprintf(left + used, size - used, "\n%*s", (int)from + 2, "");
                column = from;
            }
            used += (size_t)snprintf(left + used, size - used, "%.*s", (int)n, choices);
            column += n;
            choices += n;
        }
        snprintf(left + used, size - used, "%s", options->repeats ? " ..." : "");
        print_entry(file, left, options->help, 26);
    }
}

static void print_program(FILE *file)
{
    fprintf(file, "wattif %s: watt if? A what-if explorer for carbon-aware ML inference serving on GPUs\n\n",
            WATTIF_VERSION);
    fputs("usage: wattif [SCENARIO|RUN]      the dashboard; without argument, " DEMO_SCENARIO "\n"
          "       wattif COMMAND ...         `wattif COMMAND --help` explains one\n\ncommands\n",
          file);
    for (const struct command *command = commands; command->name; command++)
        print_entry(file, command->name, command->summary, 10);
    fputs("\nglobal options\n", file);
    print_options(file, global_options);
    fputs(
        "\nSCENARIO and RUN: a path (with a / or ending in .json), then a saved run, then a built-in "
        "scenario.\n"
        "Exit status: 0 done, 1 the answer is no, 2 bad usage or input, 3 system failure, 128+n ended by signal n.\n",
        file);
}

void help_print(const struct command *command, FILE *file)
{
    if (command) {
        fprintf(file, "wattif %s: %s\n\nusage: wattif %s%s%s%s\n", command->name, command->summary,
                command->name, command->words[0] ? " " : "", command->words,
                command->options->name ? " [options]" : "");
        if (command->details[0]) {
            fputc('\n', file);
            print_wrapped(file, command->details, 0);
        }
        if (command->options->name) {
            fputs("\noptions\n", file);
            print_options(file, command->options);
        }
        fprintf(file, "\nexample\n  %s\n\n`wattif --help` lists the global options.\n", command->example);
    } else
        print_program(file);
}

int command_help(struct invocation *invocation)
{
    const char *word = invocation->n_args ? invocation->args[0] : "";
    const struct command *command = command_find(word);
    if (!word[0] || command)
        help_print(command, stdout);
    else if (strcmp(word, "man") == 0)
        manpage_print(stdout);
    else if (!completion_print(word, stdout))
        return report_usage("no help on '%s'; it takes a command, man, bash, zsh or fish", word);
    return EXIT_DONE;
}
