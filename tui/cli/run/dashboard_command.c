/* `wattif [SCENARIO|RUN]` and `wattif screen`: the two ways to the interface. In a terminal or with a script
 * the dashboard runs; without a terminal on stdout its frame is printed as text. */
#include "tui/cli/command.h"
#include "engine/base/text.h"
#include "tui/cli/scenario_file.h"
#include "tui/cli/outfile.h"
#include "tui/cli/run/open_dashboard.h"
#include "tui/cli/run/simulate.h"

#include "store/file.h"
#include "store/json/scenario_json.h"
#include "store/sweeps/sweep_file.h"
#include "tui/words/action.h"
#include "tui/words/lesson_words.h"
#include "tui/desk/dashboard.h"
#include "tui/desk/screen_render.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The config file's bindings as the dashboard takes them, checked here so that a fault is named by file and
 * line. */
struct bindings {
    char lines[SETTINGS_BINDINGS_MAX][96];
    const char *pointers[KEYMAP_OLD + SETTINGS_BINDINGS_MAX];
    size_t n;
    struct keymap keymap;
};

static bool check_bindings(const struct settings *settings, struct bindings *bindings, struct error *error)
{
    keymap_init(&bindings->keymap);
    for (int i = 0; strcmp(settings->value[SETTING_KEYS], "old") == 0 && i < KEYMAP_OLD; i++)
        bindings->pointers[bindings->n++] = keymap_old[i];
    for (int i = 0; i < settings->n_bindings; i++) {
        const struct binding *binding = &settings->bindings[i];
        char place[ERROR_PLACE];
        snprintf(bindings->lines[i], sizeof bindings->lines[i], "%s %s", binding->key, binding->action);
        error_place(place, settings->path, ":%d", binding->line);
        bindings->pointers[bindings->n++] = bindings->lines[i];
        if (!keymap_bind(&bindings->keymap, bindings->lines[i], place, error))
            return false;
    }
    return true;
}

static int print_frame(struct invocation *invocation, const struct screen_request *request)
{
    struct error error = {0};
    if (screen_render(invocation->store, request, stdout, &error))
        return EXIT_DONE;
    if (request->cursor && !error.place[0]) /* a time does not know which option it came from */
        snprintf(error.place, sizeof error.place, "--cursor");
    return scenario_file_report(invocation, &error);
}

static struct origin origin_of(const struct invocation *invocation, const char *word)
{
    return (struct origin){word, invocation->globals.db, invocation->globals.data};
}

/* What the dashboard is opened with besides the scenario. */
struct opened {
    enum view_id view; /* over or beside it from the start; VIEW_COUNT: nothing */
    const char *argument;
    struct lecture *demo; /* that is played; NULL: none */
    FILE *cast;           /* that it is played into; NULL: none */
    bool aloud;
};

static int open_dashboard(struct invocation *invocation, const struct scenario *scenario, const char *word,
                          const char *run_name, struct opened opened)
{
    const struct globals *globals = &invocation->globals;
    struct error error = {0};
    struct bindings *bindings = needed(calloc(1, sizeof *bindings));
    struct dashboard_options options = {.scenario = scenario,
                                        .run_name = run_name,
                                        .origin = origin_of(invocation, word),
                                        .named = invocation->n_args > 0,
                                        .view = opened.view,
                                        .argument = opened.argument,
                                        .script = globals->script,
                                        .demo = opened.demo,
                                        .cast = opened.cast,
                                        .aloud = opened.aloud,
                                        .columns = globals->columns,
                                        .rows = globals->rows,
                                        .display = invocation_display(invocation),
                                        .bindings = bindings->pointers};
    int status = EXIT_DONE;
    if (check_bindings(&globals->settings, bindings, &error)) {
        options.n_bindings = bindings->n;
        status = dashboard_run(invocation->store, &options);
    } else
        status = report_error(&error);
    free(bindings);
    return status;
}

/* What the file of the scenario names is looked up before the screen is taken from the shell. */
static int check_file(struct invocation *invocation, const struct scenario *scenario)
{
    struct faults *faults = invocation->file ? calloc(1, sizeof *faults) : NULL;
    int status = EXIT_DONE;
    if (invocation->file && !faults)
        return report_no_memory();
    if (faults &&
        !scenario_inputs_found(scenario, store_catalog(invocation->store), invocation->file, faults)) {
        scenario_file_place(invocation, faults);
        status = report_faults(faults);
    }
    free(faults);
    return status;
}

/* --- demos --- */

/* Takes the demo over. */
static int play_demo(struct invocation *invocation, struct lecture *demo)
{
    struct error error = {0};
    struct outfile out = {0};
    struct scenario scenario;
    char run_name[64] = "", word[256];
    const char *cast = invocation->globals.cast;
    text_copy(word, sizeof word, demo->scenario);
    /* Said once, before the screen is taken. */
    const struct globals *globals = &invocation->globals;
    if (globals->columns > 0 && (globals->columns < demo->columns || globals->rows < demo->rows))
        report_note(invocation, "%s is made for a screen of %dx%d: on %dx%d it may talk of what is not shown",
                    demo->path, demo->columns, demo->rows, globals->columns, globals->rows);
    int status = invocation_scenario(invocation, word, &scenario, run_name);
    if (status == EXIT_DONE && cast && !outfile_open(&out, cast, &error)) {
        status = report_error(&error);
        scenario_free(&scenario);
    }
    if (status != EXIT_DONE) {
        lecture_free(demo);
        return status;
    }
    struct opened opened = {.view = VIEW_COUNT,
                            .demo = demo,
                            .cast = cast ? out.file : NULL,
                            .aloud = !(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))};
    status = open_dashboard(invocation, &scenario, word, run_name, opened);
    scenario_free(&scenario);
    if (cast && status > EXIT_NO)
        outfile_drop(&out);
    else if (cast && !outfile_publish(&out, &error))
        status = report_error(&error);
    else if (cast)
        report_note(invocation, "%s written; `asciinema play %s` shows it", cast, cast);
    return status;
}

int open_dashboard_with(struct invocation *invocation, const char *word, enum view_id view,
                        const char *argument)
{
    struct scenario scenario;
    char run_name[64] = "";
    int status = invocation_scenario(invocation, word, &scenario, run_name);
    if (status != EXIT_DONE)
        return status;
    status = check_file(invocation, &scenario);
    if (status != EXIT_DONE) {
        scenario_free(&scenario);
        return status;
    }
    if (invocation->globals.script || (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))) {
        status = open_dashboard(invocation, &scenario, word, run_name,
                                (struct opened){.view = view, .argument = argument});
    } else {
        struct screen_request request = {.scenario = &scenario,
                                         .run_name = run_name,
                                         .origin = origin_of(invocation, word),
                                         .view = view,
                                         .argument = argument,
                                         .columns = invocation->globals.columns,
                                         .rows = invocation->globals.rows,
                                         .display = invocation_display(invocation)};
        status = print_frame(invocation, &request);
    }
    scenario_free(&scenario);
    return status;
}

/* There is no store yet. */
static bool is_first_start(const struct invocation *invocation)
{
    char path[PATH_MAX];
    const char *named = invocation->globals.db;
    if (!named && !store_default_path(path, sizeof path))
        return false;
    return access(named ? named : path, F_OK) != 0 && errno == ENOENT;
}

int command_dashboard(struct invocation *invocation)
{
    if (invocation->globals.demo) {
        const struct globals *globals = &invocation->globals;
        struct lecture demo;
        int status;
        if (invocation->n_args > 0)
            return report_usage("a demo opens its own scenario: leave '%s' out", invocation->args[0]);
        if (globals->cast && globals->script)
            return report_usage("--cast plays by itself: leave --script out");
        struct store *store = invocation_store(invocation, &status);
        if (store)
            status = lecture_of_word(store, LECTURE_DEMO, globals->demo, &demo);
        return status == EXIT_DONE ? play_demo(invocation, &demo) : status;
    }
    if (invocation->globals.cast)
        return report_usage("--cast records a demo: say which by --demo NAME");
    if (invocation->n_args == 0 && !invocation->globals.script && is_first_start(invocation)) {
        struct display_options display = invocation_display(invocation);
        dashboard_greet(&display);
    }
    return open_dashboard_with(invocation, invocation->n_args ? invocation->args[0] : DEMO_SCENARIO,
                               invocation->globals.welcome ? VIEW_WELCOME : VIEW_COUNT, "");
}

/* The edits of the command line; what they make of the scenario is checked as a whole. Frees it on failure.
 */
static int apply_options(struct invocation *invocation, struct scenario *scenario)
{
    struct error error = {0};
    struct faults *faults = calloc(1, sizeof *faults);
    int status = EXIT_DONE;
    if (!faults)
        status = report_no_memory();
    else if (!simulate_apply_options(scenario, &invocation->options, &error))
        status = report_error(&error);
    else if (!scenario_validate(scenario, faults))
        status = report_faults(faults);
    if (status != EXIT_DONE)
        scenario_free(scenario);
    free(faults);
    return status;
}

/* What --view may be besides the views: the dashboard itself, in two forms. */
enum { SHOWN_PLAIN, SHOWN_PRESENTED, SHOWN_VIEWS };

/* Several runs lie side by side: the first as it is explored, the others as they are. */
static int check_runs(const struct invocation *invocation, int view)
{
    if (invocation->n_args < 2)
        return EXIT_DONE;
    if (view != SHOWN_VIEWS + VIEW_COMPARE)
        return report_usage("screen shows several runs with --view compare alone");
    for (size_t i = 0; i < invocation->options.n_items; i++)
        if (invocation->options.items[i].word > 1 && simulate_is_change(invocation->options.items[i].option))
            return report_usage("screen changes the first run alone: --%s stands behind another",
                                invocation->options.items[i].option->name);
    return EXIT_DONE;
}

static int read_sweep(struct invocation *invocation, const char *path, struct scenario *scenario,
                      struct sweep_table **sweep)
{
    struct error error = {0};
    int status = EXIT_DONE;
    if (!invocation_store(invocation, &status))
        return status;
    *sweep = sweep_table_read(path, &error);
    if (!*sweep)
        return report_error(&error);
    if (!(*sweep)->head.shards && scenario_copy(scenario, &(*sweep)->head.sweep.base))
        return EXIT_DONE;
    bool shard = (*sweep)->head.shards > 0;
    sweep_table_free(*sweep);
    *sweep = NULL;
    if (!shard)
        return report_no_memory();
    error_set(&error, ERROR_INPUT, path, "this is one shard of a sweep: `wattif merge` joins all of them");
    return report_error(&error);
}

int command_screen(struct invocation *invocation)
{
    struct scenario scenario;
    char run_name[64] = "";
    const char *word = invocation->args[0];
    struct sweep_table *sweep = NULL;
    int view = (int)invocation_choice(invocation, "view");
    int status = check_runs(invocation, view);
    if (status != EXIT_DONE)
        return status;
    /* A file that ends in .csv is a sweep (`wattif sweep --out`): its scenario, with the points that it has.
     */
    size_t n = strlen(word);
    status = (n > 4 && strcmp(word + n - 4, ".csv") == 0)
                 ? read_sweep(invocation, word, &scenario, &sweep)
                 : invocation_scenario(invocation, word, &scenario, run_name);
    if (status == EXIT_DONE)
        status = apply_options(invocation, &scenario);
    if (status != EXIT_DONE) {
        sweep_table_free(sweep);
        return status;
    }
    struct screen_request request = {.scenario = &scenario,
                                     .sweep = sweep,
                                     .run_name = simulate_any_options(&invocation->options) ? NULL : run_name,
                                     .origin = origin_of(invocation, word),
                                     .view = view >= SHOWN_VIEWS ? (enum view_id)(view - SHOWN_VIEWS)
                                                                 : VIEW_COUNT,
                                     .presents = view == SHOWN_PRESENTED,
                                     .beside = invocation->args + 1,
                                     .n_beside = invocation->n_args - 1,
                                     .format = (enum screen_format)invocation_choice(invocation, "format"),
                                     .columns = invocation->globals.columns,
                                     .rows = invocation->globals.rows,
                                     .knob = invocation_option(invocation, "knob"),
                                     .cursor = invocation_option(invocation, "cursor"),
                                     .display = invocation_display(invocation)};
    status = print_frame(invocation, &request);
    scenario_free(&scenario);
    sweep_table_free(sweep);
    return status;
}
