/* From argv to one command and back to an exit status. Options before the command's name can only be global
 * ones; after it the command's own count too. Everything that a command prints on stdout is flushed here,
 * once: a reader that went away (a closed pipe) ends the program quietly, any other failed write is a system
 * failure. */
#include "tui/ask/ask.h"
#include "tui/cli/command.h"
#include "tui/cli/outfile.h"
#include "tui/cli/settings.h"
#include "tui/cli/help.h"
#include "tui/cli/scenario_file.h"
#include "tui/words/print.h"

#include "engine/base/text.h"
#include "store/file.h"
#include "store/json/scenario_json.h"
#include "store/report/report_file.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

/* The dashboard as a command without a name: `wattif [SCENARIO|RUN]`. */
static const struct command bare = {
    .name = "", .words = "[SCENARIO|RUN]", .words_min = 0, .words_max = 1, .run = command_dashboard};

static bool read_arguments(struct invocation *invocation, int argc, char **argv, struct error *error)
{
    struct option_tables global = {NULL, global_options};
    int next;
    invocation->command = &bare;
    if (!options_read(&invocation->options, global, argc, argv, 1, true, &next, error))
        return false;
    const struct command *command = next < argc ? command_find(argv[next]) : NULL;
    if (command) {
        invocation->command = command;
        next++;
    }
    struct option_tables both = {invocation->command->options, global_options};
    bool ok = options_read(&invocation->options, both, argc, argv, next, false, NULL, error);
    invocation->n_args = (int)invocation->options.n_words;
    invocation->args = invocation->options.words;
    return ok;
}

static bool read_size(struct globals *globals, const char *text, struct error *error)
{
    if (!text || display_parse_size(text, &globals->columns, &globals->rows))
        return true;
    return error_set(error, ERROR_INPUT, NULL,
                     "--size: '%s' is no COLSxROWS from 1x1 to %dx%d, such as 80x24", text, DISPLAY_MAX,
                     DISPLAY_MAX);
}

/* Defaults, then the config file, then the command line. */
static bool read_settings(struct globals *globals, const struct options *options, struct error *error)
{
    static const struct {
        const char *option, *value; /* NULL: the option's own value */
        enum setting_id setting;
    } overrides[] = {{"theme", NULL, SETTING_THEME},    {"board", NULL, SETTING_BOARD},
                     {"color", NULL, SETTING_COLOR},    {"no-color", "never", SETTING_COLOR},
                     {"glyphs", NULL, SETTING_GLYPHS},  {"no-mouse", "off", SETTING_MOUSE},
                     {"no-ahead", "off", SETTING_AHEAD}};
    char path[512];
    settings_init(&globals->settings);
    if (globals->config) {
        if (!settings_read(&globals->settings, globals->config, true, error))
            return false;
    } else if (folder_path(FOLDER_CONFIG, "wattif.conf", path, sizeof path)) {
        text_copy(globals->settings.place, sizeof globals->settings.place, path);
        if (!settings_read(&globals->settings, path, false, error))
            return false;
    }
    for (size_t i = 0; i < sizeof overrides / sizeof overrides[0]; i++) {
        const char *value = options_get(options, overrides[i].option);
        if (value && !settings_set(&globals->settings, overrides[i].setting,
                                   overrides[i].value ? overrides[i].value : value, error))
            return false;
    }
    return true;
}

/* How many words a command takes; the dashboard's second word means that the first was meant as a command. */
static int check_words(const struct invocation *invocation)
{
    const struct command *command = invocation->command;
    int n = invocation->n_args;
    bool help = options_has(&invocation->options, "help");
    if (help || (n >= command->words_min && (command->words_max < 0 || n <= command->words_max)))
        return EXIT_DONE;
    if (command == &bare)
        return report_unknown_command(invocation->args[0], NULL);
    if (n < command->words_min)
        return report_usage("%s needs %s: wattif %s %s", command->name, command->words, command->name,
                            command->words);
    return report_usage("%s: '%s' is one word too many: wattif %s %s", command->name, invocation->args[n - 1],
                        command->name, command->words);
}

int report_unknown_command(const char *word, const struct error *as_scenario)
{
    const char *names[32];
    size_t n = 0;
    for (const struct command *command = commands; command->name && n < 32; command++)
        names[n++] = command->name;
    const char *nearest = text_nearest(word, names, n);
    if (nearest)
        return report_usage("no such command '%s'; did you mean '%s'?", word, nearest);
    if (as_scenario)
        return report_usage("no such command '%s', and %s", word, as_scenario->message);
    return report_usage("no such command '%s'; `wattif --help` lists them", word);
}

static int print_paths(struct invocation *invocation)
{
    static const struct {
        const char *label, *file;
        enum folder folder;
    } rows[] = {{"config", "wattif.conf", FOLDER_CONFIG},
                {"themes", "themes", FOLDER_CONFIG},
                {"state", NULL, FOLDER_STATE}};
    char path[512];
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        folder_path(rows[i].folder, rows[i].file, path, sizeof path);
        bool given = i == 0 && invocation->globals.config;
        print_line(stdout, "%-8s %s", rows[i].label, given ? invocation->globals.config : path);
    }
    print_line(stdout, "%-8s %s", "store", store_path(store)[0] ? store_path(store) : "(in memory)");
    print_line(stdout, "%-8s %s", "library", store_data_dir(store));
    return EXIT_DONE;
}

/* What the global options ask for instead of a command; -1: nothing. */
static int answer_option(struct invocation *invocation)
{
    const struct options *options = &invocation->options;
    const struct command *command = invocation->command;
    if (options_has(options, "version")) {
        print(stdout, "wattif %s\n", WATTIF_VERSION);
        return EXIT_DONE;
    }
    if (options_has(options, "help")) {
        invocation->help = command->help_takes_words && invocation->n_args > 0;
        if (invocation->help)
            return -1;
        help_print(command == &bare ? NULL : command, stdout);
        return EXIT_DONE;
    }
    return -1;
}

bool invocation_prints_out(const struct invocation *invocation)
{
    static const char *const always[] = {"run", "compare", "attribute"}, *const asked[] = {"sweep", "merge"};
    const char *name = invocation->command->name, *format = invocation_option(invocation, "format");
    bool prints = invocation->command->run == command_question;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        prints |= strcmp(always[i], name) == 0;
    for (size_t i = 0; format && strcmp(format, "csv") != 0 && i < sizeof asked / sizeof *asked; i++)
        prints |= strcmp(asked[i], name) == 0 && !options_has(&invocation->options, "shard");
    return prints && invocation_option(invocation, "out");
}

/* What the command prints goes to the file, which appears when all of it is there. */
static int run_into_file(struct invocation *invocation)
{
    struct error error = {0};
    struct outfile out;
    if (!outfile_open(&out, invocation_option(invocation, "out"), &error))
        return report_error(&error);
    fflush(stdout);
    int kept = dup(STDOUT_FILENO), status = EXIT_SYSTEM;
    bool good = kept >= 0 && dup2(fileno(out.file), STDOUT_FILENO) >= 0;
    interrupt_leaves(&invocation->interrupt, out.path, "is not written", out.temporary);
    if (good)
        status = invocation->command->run(invocation);
    bool whole = good && fflush(stdout) == 0 && !ferror(stdout);
    if (!whole)
        error_set(&error, ERROR_SYSTEM, out.path, "cannot be written: %s", strerror(errno));
    if (kept >= 0) {
        dup2(kept, STDOUT_FILENO);
        close(kept);
    }
    clearerr(stdout);
    interrupt_leaves(&invocation->interrupt, NULL, NULL, NULL);
    if (whole && (status == EXIT_DONE || status == EXIT_NO))
        return outfile_publish(&out, &error) ? status : report_error(&error);
    outfile_drop(&out);
    return whole ? status : report_error(&error);
}

/* Whoever takes --jobs makes many runs. */
static int run_command(struct invocation *invocation)
{
    const struct option_info *option = invocation->command->options;
    while (option && option->name && strcmp(option->name, "jobs") != 0)
        option++;
    if (option && option->name)
        interrupt_begin(&invocation->interrupt);
    int status =
        invocation_prints_out(invocation) ? run_into_file(invocation) : invocation->command->run(invocation);
    interrupt_end(&invocation->interrupt);
    return status;
}

static int run_invocation(struct invocation *invocation)
{
    struct error error = {0};
    int status = answer_option(invocation);
    if (status >= 0)
        return status;
    const struct options *options = &invocation->options;
    struct globals *globals = &invocation->globals;
    globals->db = options_get(options, "db");
    globals->data = options_get(options, "data");
    globals->config = options_get(options, "config");
    globals->script = options_get(options, "script");
    globals->demo = options_get(options, "demo");
    globals->welcome = options_has(options, "welcome");
    globals->cast = options_get(options, "cast");
    globals->quiet = options_has(options, "quiet");
    if (!(read_size(globals, options_get(options, "size"), &error) &&
          read_settings(globals, options, &error)))
        return report_error(&error);
    if (options_has(&invocation->options, "dump-config")) {
        settings_write(&invocation->globals.settings, stdout);
        return EXIT_DONE;
    }
    if (options_has(&invocation->options, "paths"))
        return print_paths(invocation);
    status = check_words(invocation);
    return status ? status : run_command(invocation);
}

/* The reader of stdout has gone: `wattif list traces | head -1`. */
static bool reader_is_gone(void)
{
    struct pollfd out = {.fd = 1, .events = POLLOUT};
    return poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP));
}

static int flush_stdout(int status)
{
    errno = 0;
    bool failed = fflush(stdout) != 0;
    int code = errno;
    if (!failed && !ferror(stdout))
        return status;
    if (code == EPIPE || reader_is_gone())
        return status;
    struct error error = {0};
    error_set(&error, ERROR_SYSTEM, NULL, "cannot write the output: %s",
              code ? strerror(code) : "an earlier write failed");
    return report_error(&error);
}

int command_main(int argc, char **argv)
{
    struct invocation *invocation = calloc(1, sizeof *invocation);
    struct error error = {0};
    if (!invocation)
        return report_no_memory();
    bool read = read_arguments(invocation, argc, argv, &error);
    int status = read ? run_invocation(invocation) : report_error(&error);
    free(invocation->piped);
    report_free(invocation->report);
    free(invocation->report);
    store_close(invocation->store);
    options_free(&invocation->options);
    free(invocation);
    return flush_stdout(status);
}

struct store *invocation_store(struct invocation *invocation, int *status)
{
    struct error error = {0};
    struct store_options options = {
        .path = invocation->globals.db, .data = invocation->globals.data, .frozen = invocation->frozen};
    *status = EXIT_DONE;
    if (!invocation->store)
        invocation->store = store_open(&options, &error);
    if (!invocation->store)
        *status = report_error(&error);
    return invocation->store;
}

const char *invocation_option(const struct invocation *invocation, const char *name)
{
    return options_get(&invocation->options, name);
}

int invocation_choice(const struct invocation *invocation, const char *name)
{
    return options_choice(&invocation->options, name, 0);
}

struct display_options invocation_display(const struct invocation *invocation)
{
    const struct settings *settings = &invocation->globals.settings;
    int color = display_find_name(color_mode_names, COLOR_MODE_COUNT, settings->value[SETTING_COLOR]);
    int glyphs = display_find_name(glyph_set_names, GLYPH_SET_COUNT, settings->value[SETTING_GLYPHS]);
    return (struct display_options){
        .theme = settings->value[SETTING_THEME],
        .board = strcmp(settings->value[SETTING_BOARD], "auto") == 0 ? NULL : settings->value[SETTING_BOARD],
        .boards = settings->boards,
        .n_boards = settings->n_boards,
        .theme_line = settings->line[SETTING_THEME],
        .board_line = settings->line[SETTING_BOARD],
        .config = *settings->path ? settings->path : settings->place,
        .color = (enum color_mode)color,
        .glyphs = (enum glyph_set)glyphs,
        .no_mouse = strcmp(settings->value[SETTING_MOUSE], "off") == 0,
        .no_ahead = strcmp(settings->value[SETTING_AHEAD], "off") == 0};
}

bool invocation_ascii(const struct invocation *invocation)
{
    return display_glyphs(invocation_display(invocation).glyphs) == GLYPHS_ASCII;
}

#define PIPED_BYTES_MAX ((size_t)64 << 20)

/* What comes through a pipe is read once: it is kept, so that a fault that shows late has its line. */
static bool read_pipe(struct invocation *invocation, struct scenario *scenario, struct faults *faults,
                      struct error *error)
{
    invocation->piped = file_read(invocation->file, PIPED_BYTES_MAX, &invocation->n_piped, error);
    if (!invocation->piped)
        return false;
    if (scenario_from_text(invocation->piped, invocation->n_piped, invocation->file, scenario, faults))
        return true;
    scenario_file_place(invocation, faults);
    return false;
}

struct report *invocation_report(struct invocation *invocation, const char *path, int *status)
{
    struct error error = {0};
    struct faults *faults = calloc(1, sizeof *faults);
    *status = EXIT_DONE;
    if (invocation->report && invocation->report_path == path) {
        free(faults);
        return invocation->report;
    }
    invocation->report_path = path;
    report_free(invocation->report);
    free(invocation->report);
    struct report *report = invocation->report = faults ? report_read(path, faults, &error) : NULL;
    if (report && report->command == REPORT_QUESTION && !question_find(report->question)) {
        error_set(&error, ERROR_INPUT, path, "is of '%s', and there is no such command or question",
                  report->question);
        report_free(report);
        free(report);
        invocation->report = NULL;
    }
    if (!invocation->report)
        *status = !faults ? report_no_memory() : faults->count ? report_faults(faults) : report_error(&error);
    else if (invocation->report->edited)
        report_note(
            invocation,
            "%s was edited by hand, its hash no longer fits what it carries; what it holds now is taken",
            path);
    if (invocation->report && invocation->report->retold)
        report_note(
            invocation,
            "%s says something else than was written: its sentences, tables or pictures were edited by hand",
            path);
    free(faults);
    return invocation->report;
}

/* The one run of a report, with the inputs that lie in it. */
static int read_report(struct invocation *invocation, const char *path, struct scenario *scenario)
{
    static const char *const kinds[REPORT_COMMANDS] = {"run", "comparison", "sweep", "contribution", NULL};
    struct error error = {0};
    int status;
    struct report *report = invocation_report(invocation, path, &status);
    if (!report)
        return status;
    if (report->command != REPORT_RUN)
        error_set(&error, ERROR_INPUT, path, "is the report of a %s, not of one run: `wattif run` repeats it",
                  kinds[report->command] ? kinds[report->command] : report->question);
    else if (store_pin_report(invocation->store, report, 0, &error) &&
             !scenario_copy(scenario, &report->runs[0].scenario))
        return report_no_memory();
    return error.kind ? report_error(&error) : EXIT_DONE;
}

static bool read_word(struct invocation *invocation, const char *word, struct scenario *scenario,
                      char *run_name, struct faults *faults, struct error *error)
{
    struct stat status;
    bool is_path = strchr(word, '/') || (strlen(word) > 5 && strcmp(word + strlen(word) - 5, ".json") == 0);
    *run_name = '\0';
    free(invocation->piped);
    invocation->piped = NULL;
    invocation->file = is_path ? word : NULL;
    return is_path && stat(word, &status) == 0 && S_ISFIFO(status.st_mode)
               ? read_pipe(invocation, scenario, faults, error)
               : store_resolve_scenario(invocation->store, word, scenario, run_name, faults, error);
}

int invocation_scenario(struct invocation *invocation, const char *word, struct scenario *scenario,
                        char *run_name)
{
    int status;
    char name[64];
    if (!invocation_store(invocation, &status))
        return status;
    struct error error = {0};
    struct faults *faults = needed(calloc(1, sizeof *faults));
    if (report_is_path(word)) {
        free(faults);
        invocation->file = NULL;
        if (run_name)
            *run_name = '\0';
        return read_report(invocation, word, scenario);
    }
    bool ok = read_word(invocation, word, scenario, run_name ? run_name : name, faults, &error);
    if (!ok)
        status = faults->count ? report_faults(faults) : EXIT_USAGE;
    if (!ok && !faults->count)
        status = invocation->command == &bare && !invocation->file && error.kind == ERROR_INPUT
                     ? report_unknown_command(word, &error)
                     : report_error(&error);
    free(faults);
    return status;
}
