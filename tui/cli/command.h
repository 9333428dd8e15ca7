/* Commands: the headless side of wattif. One table (table.c) lists every command with its words, options,
 * help and function; dispatch, `--help`, `wattif COMMAND --help`, the man page and the shell completions are
 * made from it. To add a command: one file that defines `int command_NAME(struct invocation *)` and one row
 * in the table.
 *
 * A command returns the exit status: 0 done, 1 the answer is no, 2 bad usage or input, 3 system failure.
 * Results go to stdout, messages and progress to stderr. The dispatcher flushes stdout and turns a failed
 * write into status 3. */
#ifndef WATTIF_TUI_CLI_COMMAND_H
#define WATTIF_TUI_CLI_COMMAND_H

#include "engine/base/error.h"
#include "store/store.h"
#include "tui/cli/interrupt.h"
#include "tui/cli/options.h"
#include "tui/cli/settings.h"
#include "tui/term/display.h"
#include "tui/words/must.h"

/* What `wattif` alone opens: every layer at work, each on a pool of its own. */
#define DEMO_SCENARIO "all-five"

enum exit_status { EXIT_DONE = 0, EXIT_NO = 1, EXIT_USAGE = 2, EXIT_SYSTEM = 3 };

struct command;

/* The global options. Strings point into argv or the settings; NULL = not given. */
struct globals {
    const char *db, *data, *config;
    const char *script, *demo, *cast;
    bool welcome;      /* greets as at the first start */
    int columns, rows; /* --size; 0 = not given */
    bool quiet;
    struct settings
        settings; /* defaults, then the config file, then the command line: theme, color, glyphs, mouse */
};

/* One call of a command. */
struct invocation {
    const struct command *command;
    struct globals globals;
    struct options options; /* the command's own and the global ones, as given */
    int n_args;             /* words after the command's name */
    char **args;
    bool help;           /* --help beside words, for a command whose `help_takes_words` is set */
    bool frozen;         /* the store is only to be read, and made nowhere (store.h) */
    struct store *store; /* opened by invocation_store on first use */
    const char *file;    /* what invocation_scenario read the scenario from; NULL: no file */
    char *piped;         /* what that held if it was no file but a pipe; NULL: it can be read again */
    size_t n_piped;
    struct report *report; /* that the SCENARIO was (store/report/report_file.h), or NULL; owned */
    const char *report_path;
    struct interrupt interrupt; /* of commands that take long */
};

struct command {
    const char *name;
    const char *words;                 /* "SCENARIO", "KIND NAME", "[ID...]" */
    const char *summary;               /* one line */
    const char *details;               /* a paragraph for COMMAND --help, or "" */
    const char *example;               /* one command line */
    const struct option_info *options; /* ends with a row whose name is NULL */
    int words_min, words_max;          /* words_max < 0: any number */
    bool help_takes_words;             /* `wattif calc NAME --help` goes to the command */
    const char
        *completes; /* what the shell completes words with (completion.c): "scenario" "kind" "file" "" */
    int (*run)(struct invocation *invocation);
};

/* Ends with a row whose name is NULL. */
extern const struct command commands[];
extern const struct option_info global_options[];

const struct command *command_find(const char *name);

/* The whole program: reads argv, runs one command or opens the dashboard, and returns the exit status. */
int command_main(int argc, char **argv);

/* The store, opened on first use with --db and --data; NULL after printing why (status via *status). */
struct store *invocation_store(struct invocation *invocation, int *status);

/* The value of an option of this call or NULL; the choice's position for "text|json|csv", 0 where it was not
 * given. */
const char *invocation_option(const struct invocation *invocation, const char *name);
int invocation_choice(const struct invocation *invocation, const char *name);

/* Does what is printed go to the file of --out? Of commands that write points there as CSV only what --format
 * asks for beside that. */
bool invocation_prints_out(const struct invocation *invocation);

/* The one scenario that `word` names (path, saved run, built-in). Prints every fault and returns the status,
 * 0 if read. run_name (64 bytes, or NULL) is the saved run's name or "". scenario_free it. */
int invocation_scenario(struct invocation *invocation, const char *word, struct scenario *scenario,
                        char *run_name);

/* Reads a report, unless it is there already, keeps it in the invocation and notes where a hand has changed
 * it. NULL with the status, its faults printed. */
struct report *invocation_report(struct invocation *invocation, const char *path, int *status);

/* How to draw, from the settings: theme, colours, glyphs, mouse. Strings point into the invocation. */
struct display_options invocation_display(const struct invocation *invocation);
/* True where reports must keep to ASCII. */
bool invocation_ascii(const struct invocation *invocation);

/* Prints "wattif: PLACE: MESSAGE" on stderr and returns the error's exit status. */
int report_error(const struct error *error);
int report_no_memory(void);
/* The same for a plain message of bad usage: returns EXIT_USAGE. */
int report_usage(const char *format, ...) PRINTF_LIKE(1, 2);
/* Prints every kept fault and how many more there are on stderr; returns EXIT_USAGE. */
int report_faults(const struct faults *faults);
/* "no such command 'x'" with the nearest one, or with what the store said when it was tried as a scenario (or
 * NULL). */
int report_unknown_command(const char *word, const struct error *as_scenario);
/* A message or progress on stderr, silent under --quiet. */
void report_note(const struct invocation *invocation, const char *format, ...) PRINTF_LIKE(2, 3);

/* One for each row of the table. */
int command_run(struct invocation *invocation);
int command_compare(struct invocation *invocation);
int command_sweep(struct invocation *invocation);
int command_attribute(struct invocation *invocation);
int command_question(struct invocation *invocation); /* each of them: tui/ask/ask.h */
int command_merge(struct invocation *invocation);
int command_reproduce(struct invocation *invocation);
int command_list(struct invocation *invocation);
int command_show(struct invocation *invocation);
int command_export(struct invocation *invocation);
int command_import(struct invocation *invocation);
int command_validate(struct invocation *invocation);
int command_calc(struct invocation *invocation);
int command_screen(struct invocation *invocation);
int command_lesson(struct invocation *invocation);
int command_doctor(struct invocation *invocation);
int command_backup(struct invocation *invocation);
int command_help(struct invocation *invocation);

/* `wattif [SCENARIO|RUN]`: the dashboard, or without a terminal on stdout the text frame. */
int command_dashboard(struct invocation *invocation);

/* Kinds of things in the store by name, for `show`, `export` and `import`. */

/* "trace" -> STORE_TRACE; STORE_KIND_COUNT if there is none. */
enum store_kind kind_find(const char *name);

/* Prints which kinds there are, with the nearest; returns EXIT_USAGE. `more` names further ones
 * ("knob|policy") or is "". */
int kind_refuse(const char *command, const char *word, const char *more);

#endif
