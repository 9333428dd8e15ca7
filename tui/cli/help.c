/* Help as plain text: columns of names and sentences, broken at 100 columns. */
#include "tui/cli/help.h"
#include "engine/model/knob.h"
#include "engine/model/policy_table.h"
#include "tui/words/action.h"
#include "tui/words/view_names.h"

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

/* --- the manual page --- */

/* The manual page, as roff for man(7), from the tables of commands, options, settings, knobs and policies. */

/* Text with roff's own characters made harmless; long lists of choices may break after a bar. */
static void put(FILE *file, const char *text)
{
    bool line_start = true;
    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\''))
            fputs("\\&", file);
        if (*text == '\\')
            fputs("\\e", file);
        else if (*text == '-')
            fputs("\\-", file);
        else if (*text == '|')
            fputs("|\\:", file);
        else
            fputc(*text, file);
        line_start = *text == '\n';
    }
}

static void put_line(FILE *file, const char *text)
{
    put(file, text);
    fputc('\n', file);
}

/* A tagged paragraph: bold name, its argument, then text. */
static void put_entry(FILE *file, const char *dashes, const char *name, const char *argument,
                      const char *text)
{
    fputs(".TP\n\\fB", file);
    put(file, dashes);
    put(file, name);
    fputs("\\fR", file);
    if (argument && argument[0]) {
        fputs(" \\fI", file);
        put(file, argument);
        fputs("\\fR", file);
    }
    fputc('\n', file);
    put_line(file, text);
}

static void put_options(FILE *file, const struct option_info *options)
{
    for (; options->name; options++)
        put_entry(file, "--", options->name, options->argument, options->help);
}

/* What `screen --view` draws, and the key that opens it. */
static void put_views(FILE *file)
{
    fputs(".SH VIEWS\nWhat opens over the dashboard, by the names that `screen \\-\\-view` takes; besides "
          "them it takes dashboard, and presenter, "
          "which is the dashboard in presenter mode.\n",
          file);
    for (int id = 0; id < VIEW_COUNT; id++) {
        enum action_id action = view_names[id].action;
        put_entry(file, "", view_names[id].name, action == ACTION_NONE ? "" : action_infos[action].keys,
                  view_names[id].shows);
    }
}

/* The columns of what views draw as rows. */
static void put_rows(FILE *file)
{
    static const struct {
        const char *view, *columns;
    } rows[] = {
        {"response",
         "value, here, default, METRIC with METRIC.least and METRIC.greatest over the seeds, for carbon and "
         "what gets worse where it gets better, slo_met; in JSON also tipping_points: verdict (less_carbon, "
         "slo_met), against, app, holds (everywhere, nowhere, up to, from), value, fails_at"},
        {"compare", "metric, run, value, delta, delta_ci95, verdict; in JSON what compare prints"},
        {"map",
         "kind (here, scheme, step, been, swept), name, setting as --set takes it, the metric across, the metric up, slo_met, on_front"},
        {"frontier",
         "a column for each knob that is varied, the metric across with its .ci95, the metric up with its .ci95, slo_met_share of the seeds, on_front, best, added"},
        {"tornado",
         "rank, knob, side (down, up, name), from, to, seeds, METRIC.delta, METRIC.delta_ci95, verdict (real, noise, identical)"},
        {"atlas",
         "kind (start, grid), trace, start, carbon_g.total, reference.carbon_g.total, carbon_change_percent, slo_met, worst_of_slo"},
        {"annealer",
         "kind (begin, measured, known, end), reason, search, step, begin_s, end_s, what was known and drawn then, compliant, graph"},
        {"start",
         "day, from, mean_g_per_kwh, least_g_per_kwh, greatest_g_per_kwh, missing_samples, and the mean of each local hour"},
    };
    fputs(
        ".SH ROWS\nWith \\-\\-format csv or json, screen prints what these views draw, a row for each "
        "point or bar; metrics are\ncalled as in the report of run, their unit in the name. In JSON the rows are in "
        "rows, and what holds for all of\nthem stands beside: scenario, across and up, metric and middle, "
        "seeds, reference. Without a view csv has the curves\nand json the report.\n",
        file);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        put_entry(file, "", rows[k].view, "", rows[k].columns);
}

/* What the prompt and scripts take besides the names of actions. */
static void put_prompt(FILE *file)
{
    fputs(".SH PROMPT\nAfter : any action by name, or one of these; the lines of a \\-\\-script are the "
          "same.\n",
          file);
    for (int id = 0; id < PROMPT_COUNT; id++)
        put_entry(file, "", prompt_command_infos[id].name, prompt_command_infos[id].argument,
                  prompt_command_infos[id].help);
    fputs(".PP\nA script may also say key NAME, type TEXT, wait, resize CxR, advance SECONDS and\n"
          "screen\\-dump FILE (.txt, .ansi, .svg).\n",
          file);
}

static void put_files(FILE *file)
{
    fputs(".SH FILES\n", file);
    put_entry(file, "", "$XDG_CONFIG_HOME/wattif/wattif.conf", "", "Settings and key bindings (~/.config).");
    put_entry(file, "", "$XDG_CONFIG_HOME/wattif/themes/", "", "Themes of one's own.");
    put_entry(
        file, "", "$XDG_DATA_HOME/wattif/wattif.db", "",
        "The store: library and saved runs (~/.local/share). Beside it, once there are runs, lies wattif.db-spare: room that is given back to a full disk, so that runs can be deleted.");
    put_entry(
        file, "", "$XDG_STATE_HOME/wattif/", "",
        "The session that the next start offers after a crash, and which lessons are done (~/.local/state).");
    put_entry(file, "", "$XDG_DATA_HOME/wattif/lessons/", "", "Lessons of one's own.");
    fputs(".SH ENVIRONMENT\n", file);
    put_entry(file, "", "WATTIF_DATA", "", "The folder that holds datasets/ and themes/.");
    put_entry(file, "", "NO_COLOR", "", "Set and not empty: no colour.");
    fputs(".SH EXIT STATUS\n", file);
    put_entry(file, "", "0", "", "Done.");
    put_entry(
        file, "", "1", "",
        "The answer is no: a limit broken under --check, no setting or fleet that keeps every limit (advise, "
        "smallest), a failed expectation, faults found by validate.");
    put_entry(file, "", "2", "", "Bad usage or bad input.");
    put_entry(file, "", "3", "", "A system failure: a full disk, no memory.");
}

/* What people come to ask, each with the command that answers it. */
static void put_examples(FILE *file)
{
    static const char *const examples[][2] = {
        {"What does this cluster emit, and is every limit kept? Exit status 1 says no.",
         "wattif run carbondis-set1 --check"},
        {"What would another scheme do, and is the difference more than luck?",
         "wattif compare carbondis-set1 carbondis-set1 --policy route=highperf --replicate 10"},
        {"Where does a knob lead, and at what price?", "wattif response carbondis-set1 --knob cit"},
        {"What emits least within every limit? Over a grid of settings, on all cores, as a file.",
         "wattif sweep carbondis-set1 --vary cit=.8:1.2:.05 --vary load=.8,1 --replicate 5 --out sweep.csv"},
        {"What is each layer worth?", "wattif attribute all-five --format json"},
        {"My own grid, from Electricity Maps.", "wattif import trace FR_2024.csv --name france"},
        {"And a run on it.", "wattif run carbondis-set1 --set trace=france --set start=2024-01-15T08:00Z"},
    };
    fputs(".SH EXAMPLES\n", file);
    for (size_t k = 0; k < sizeof examples / sizeof *examples; k++)
        put_entry(file, "", examples[k][1], "", examples[k][0]);
    fputs(
        ".SH SEE ALSO\nThe folder wattif among the documents of the system (/usr/share/doc): docs/TOUR.md, every key; docs/SCENARIOS.md, "
        "docs/IMPORTS.md and\ndocs/OUTPUT.md, what is read and written; docs/LIMITS.md, what the model leaves out; docs/REFERENCES.md, "
        "the papers.\n.PP\n.BR sqlite3 (1),\n.BR nvidia\\-smi (1),\n.BR jq (1)\n",
        file);
}

void manpage_print(FILE *file)
{
    fprintf(file, ".TH WATTIF 1 \"\" \"wattif %s\" \"User Commands\"\n", WATTIF_VERSION);
    fputs(".ad l\n", file); /* a list of choices that is broken at its bars has no blanks to stretch */
    fputs(
        ".SH NAME\nwattif \\- what\\-if explorer for carbon\\-aware ML inference serving on GPUs\n"
        ".SH SYNOPSIS\n.B wattif\n[\\fISCENARIO\\fR|\\fIRUN\\fR]\n.br\n.B wattif\n\\fICOMMAND\\fR ...\n"
        ".SH DESCRIPTION\nWithout a command, the dashboard opens on a scenario or a saved run, or without "
        "a terminal on\nstandard output one frame of it is printed. A SCENARIO is a path (with a / or ending in .json), "
        "then a saved\nrun, then a built\\-in scenario. Results go to standard output, messages and progress to standard error.\n",
        file);
    fputs(".SH COMMANDS\n", file);
    for (const struct command *command = commands; command->name; command++) {
        fputs(".SS ", file);
        put(file, command->name);
        fputc(' ', file);
        put_line(file, command->words);
        put_line(file, command->summary);
        if (command->details[0]) {
            fputs(".PP\n", file);
            put_line(file, command->details);
        }
        put_options(file, command->options);
        fputs(".PP\nExample:\n.br\n", file);
        put_line(file, command->example);
    }
    fputs(".SH GLOBAL OPTIONS\n", file);
    put_options(file, global_options);
    /* The keys of the dashboard, by group. */
    fputs(".SH KEYS\n", file);
    for (int group = 0; group < GROUP_COUNT; group++) {
        fputs(".SS ", file);
        put_line(file, action_group_titles[group]);
        for (int id = 0; id < ACTION_COUNT; id++)
            if (action_infos[id].group == (enum action_group)group)
                put_entry(file, "", action_infos[id].keys, action_infos[id].name, action_infos[id].help);
    }
    put_prompt(file);
    put_views(file);
    put_rows(file);
    fputs(".SH KNOBS\n", file);
    for (int id = 0; id < KNOB_COUNT; id++) {
        char suffix[16];
        for (int k = 0; knob_suffix((enum knob_id)id, k, suffix, sizeof suffix); k++)
            put_entry(file, "", knob_infos[id].name, suffix,
                      k ? "The same for that one alone; the narrower wins." : knob_infos[id].help);
    }
    fputs(".SH POLICIES\n", file);
    for (int id = 0; id < POLICY_COUNT; id++)
        put_entry(file, "", layer_names[policy_infos[id].layer], policy_infos[id].name,
                  policy_infos[id].help);
    fputs(".SH SETTINGS\nLines `name = value` and `bind KEY action` in wattif.conf.\n", file);
    put_line(file, settings_about_bind);
    for (int id = 0; id < SETTING_COUNT; id++)
        put_entry(file, "", setting_infos[id].name, setting_infos[id].choices, setting_infos[id].help);
    put_files(file);
    put_examples(file);
}
