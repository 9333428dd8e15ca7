/* `wattif doctor`: one line a check, each `ok`, `note` or `FAULT` with what to do. Exits 1 when there is a
 * fault. */
#include "tui/cli/command.h"
#include "tui/cli/settings.h"
#include "tui/media/rows.h"

#include "engine/base/text.h"
#include "engine/explore/jobs.h"
#include "store/json/json.h"
#include "tui/term/theme.h"
#include "tui/words/print.h"
#include "store/file.h"

#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <sys/stat.h>

enum verdict_word { CHECK_OK, CHECK_NOTE, CHECK_FAULT };

enum { SAID_SIZE = 1024 };

/* How many faults so far. What cannot be looked at is no fault: it ends the checks with `failure`. */
struct doctor {
    int faults;
    struct error failure;
    struct json_writer *json; /* NULL: lines */
    bool unmended;            /* something damaged stays */
};

static void check(struct doctor *doctor, enum verdict_word word, const char *what, const char *format, ...)
    PRINTF_LIKE(4, 5);

static void check(struct doctor *doctor, enum verdict_word word, const char *what, const char *format, ...)
{
    static const char *const words[] = {"ok", "note", "FAULT"};
    char said[SAID_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_vprint(said, sizeof said, format, arguments);
    va_end(arguments);
    if (doctor->json) {
        json_begin_inline_object(doctor->json, NULL);
        json_string(doctor->json, "check", what);
        json_string(doctor->json, "verdict", word == CHECK_FAULT ? "fault" : words[word]);
        json_string(doctor->json, "says", said);
        json_end_object(doctor->json);
    } else {
        print_line(stdout, "%-6s %-10s %s", words[word], what, said);
    }
    doctor->faults += word == CHECK_FAULT;
}

/* A fault where the store is not what was written to it, or the input is bad; else nobody can tell. */
static bool is_fault(struct doctor *doctor, const struct error *error)
{
    bool fault = error->kind == ERROR_DAMAGE || error->kind == ERROR_INPUT;
    if (!fault && doctor->failure.kind == ERROR_NONE)
        doctor->failure = *error;
    return fault;
}

static void check_colors(struct doctor *doctor, struct display_options display)
{
    const char *no_color = getenv("NO_COLOR"), *depth = getenv("COLORTERM"), *term = getenv("TERM");
    bool direct = depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0);
    if (display.color != COLOR_AUTO)
        check(doctor, CHECK_OK, "colours", "%s, as set", color_mode_names[display.color]);
    else if (no_color && no_color[0])
        check(doctor, CHECK_OK, "colours", "none, as NO_COLOR asks");
    else
        check(doctor, CHECK_OK, "colours", "auto: %s",
              direct                        ? "COLORTERM says direct colour"
              : term && strstr(term, "256") ? "TERM says 256"
                                            : "as many as the terminal description says");
}

static void check_locale(struct doctor *doctor, struct display_options display)
{
    const char *codeset = nl_langinfo(CODESET), *name = setlocale(LC_CTYPE, NULL);
    bool unicode = strcmp(codeset, "UTF-8") == 0;
    check(doctor, unicode ? CHECK_OK : CHECK_NOTE, "locale", "%s, %s%s", name ? name : "unknown", codeset,
          unicode ? "" : "; a UTF-8 locale (LC_ALL=C.UTF-8) shows finer curves");
    check(doctor, CHECK_OK, "glyphs", "%s%s", glyph_set_names[display_glyphs(display.glyphs)],
          display.glyphs == GLYPHS_AUTO ? " by the locale" : ", as set");
}

static void check_folders(struct doctor *doctor, const struct globals *globals)
{
    char path[512];
    if (globals->settings.path[0])
        check(doctor, CHECK_OK, "settings", "%s", globals->settings.path);
    else if (folder_path(FOLDER_CONFIG, "wattif.conf", path, sizeof path))
        check(doctor, CHECK_OK, "settings", "defaults; %s does not exist", path);
    else
        check(doctor, CHECK_NOTE, "settings", "defaults; neither HOME nor XDG_CONFIG_HOME is set");
    if (!folder_path(FOLDER_STATE, NULL, path, sizeof path))
        check(doctor, CHECK_NOTE, "state",
              "neither HOME nor XDG_STATE_HOME is set; sessions are not remembered");
    else
        check(doctor, CHECK_OK, "state", "%s", path);
}

static void check_theme(struct doctor *doctor, struct store *store, struct display_options display)
{
    struct error error = {0};
    struct theme *theme = malloc(sizeof *theme);
    if (!theme)
        error_set(&error, ERROR_SYSTEM, NULL, "out of memory");
    if (theme && theme_load(theme, store_data_dir(store), display.theme, &error))
        check(doctor, CHECK_OK, "theme", "%s: %s", theme->name, theme->title);
    else if (is_fault(doctor, &error))
        check(doctor, CHECK_FAULT, "theme", "%s: %s", display.theme, error.message);
    free(theme);
}

/* Reads every row that `list` shows and every input of the library, which checks their hashes and sizes. */
static void check_library(struct doctor *doctor, struct store *store)
{
    const struct catalog *catalog = store_catalog(store);
    for (int kind = 0; kind < STORE_KIND_COUNT && doctor->failure.kind == ERROR_NONE; kind++) {
        struct error error = {0}, last = {0};
        struct store_list list = {0};
        if (!store_list(store, (enum store_kind)kind, &list, &error)) {
            if (is_fault(doctor, &error))
                check(doctor, CHECK_FAULT, store_kind_plurals[kind], "%s", error.message);
            continue;
        }
        size_t unread = 0;
        for (size_t i = 0; i < list.n && doctor->failure.kind == ERROR_NONE; i++) {
            const char *name = list.items[i].name;
            bool ok = kind == STORE_TRACE      ? catalog->trace(catalog->context, name, &error) != NULL
                      : kind == STORE_PROFILE  ? catalog->profile(catalog->context, name, &error) != NULL
                      : kind == STORE_WORKLOAD ? catalog->workload(catalog->context, name, &error) != NULL
                                               : true;
            if (!ok && is_fault(doctor, &error)) {
                unread++;
                last = error;
            }
        }
        if (unread)
            check(doctor, CHECK_FAULT, store_kind_plurals[kind], "%zu of %zu cannot be read: %s", unread,
                  list.n, last.message);
        else if (doctor->failure.kind == ERROR_NONE)
            check(doctor, CHECK_OK, store_kind_plurals[kind], "%zu", list.n);
        free(list.items);
    }
}

static void tell_damage(void *context, const char *what)
{
    check(context, CHECK_FAULT, "damage", "%s", what);
}

/* Every hash and seal, and what SQLite itself checks. */
static void check_damage(struct doctor *doctor, struct store *store)
{
    struct error error = {0};
    int before = doctor->faults;
    if (!store_check(store, tell_damage, doctor, &error)) {
        if (!is_fault(doctor, &error))
            return;
        check(doctor, CHECK_FAULT, "damage", "%s", error.message);
    }
    if (doctor->faults == before)
        check(doctor, CHECK_OK, "damage", "none: every hash, the file and its references");
    else
        check(
            doctor, CHECK_NOTE, "damage",
            "`wattif doctor --repair` makes the store whole: the library's own data are made anew, what else is lost is named, and the damaged store is kept aside");
}

static void tell_repair(void *context, enum repair_word word, const char *what)
{
    struct doctor *doctor = context;
    doctor->unmended |= word == REPAIR_DAMAGED;
    check(doctor, CHECK_NOTE, "repair", "%s", what);
}

static void count_damage(void *context, const char *what)
{
    (void)what;
    ++*(int *)context;
}

/* Is there anything to mend? A store that cannot be opened for damage is all damaged. -1 with a message. */
static int count_all_damage(const struct store_options *options, struct error *error)
{
    int damaged = 0;
    struct store *store = store_open(options, error);
    bool good = store && (store_why_unsaved(store)
                              ? error_set(error, ERROR_SYSTEM, store_path(store),
                                          "%s; it cannot be repaired there", store_why_unsaved(store))
                              : store_check(store, count_damage, &damaged, error));
    store_close(store);
    return good ? damaged : error->kind == ERROR_DAMAGE ? 1 : -1;
}

/* Before the store is opened for the checks, which then look at what has come of it. */
static int repair_store(struct doctor *doctor, const struct globals *globals)
{
    struct error error = {0};
    struct store_options options = {.path = globals->db, .data = globals->data};
    char kept[4096];
    int damaged = count_all_damage(&options, &error);
    if (damaged < 0)
        return report_error(&error);
    if (damaged == 0) {
        check(doctor, CHECK_OK, "repair", "there is nothing to repair");
        return EXIT_DONE;
    }
    if (!store_repair(&options, kept, sizeof kept, tell_repair, doctor, &error))
        return report_error(&error);
    check(doctor, doctor->unmended ? CHECK_NOTE : CHECK_OK, "repair",
          "%s whole again; what it was is kept as %s",
          doctor->unmended ? "what can be mended is" : "the store is", kept);
    return EXIT_DONE;
}

static int check_all(struct doctor *doctor, struct invocation *invocation)
{
    struct display_options display = invocation_display(invocation);
    check(doctor, CHECK_OK, "wattif", "%s, built with %s, %d processor%s", WATTIF_VERSION,
#if defined(__clang__)
          "clang " __clang_version__,
#elif defined(__GNUC__)
          "gcc " __VERSION__,
#else
          "an unknown compiler",
#endif
          jobs_processors(), jobs_processors() == 1 ? "" : "s");
    const char *term = getenv("TERM");
    struct winsize size = {0};
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (!terminal)
        check(doctor, CHECK_NOTE, "terminal",
              "stdin or stdout is none: `wattif SCENARIO` prints a text frame");
    else if (!term || !term[0] || strcmp(term, "dumb") == 0)
        check(doctor, CHECK_FAULT, "terminal",
              "TERM is %s; set it to what the terminal is, such as xterm-256color",
              term && term[0] ? term : "not set");
    else if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        check(doctor, size.ws_col < 80 || size.ws_row < 24 ? CHECK_NOTE : CHECK_OK, "terminal", "%s, %dx%d%s",
              term, size.ws_col, size.ws_row,
              size.ws_col < 80 || size.ws_row < 24 ? "; 80x24 or more shows all panels" : "");
    else
        check(doctor, CHECK_OK, "terminal", "%s", term);
    check_colors(doctor, display);
    check_locale(doctor, display);
    check_folders(doctor, &invocation->globals);
    int status =
        options_has(&invocation->options, "repair") ? repair_store(doctor, &invocation->globals) : EXIT_DONE;
    if (status != EXIT_DONE)
        return status;
    struct store *store = invocation_store(invocation, &status);
    if (!store) {
        check(doctor, CHECK_FAULT, "store", "cannot be opened; the message says why");
        return status;
    }
    if (!store_path(store)[0])
        check(doctor, CHECK_NOTE, "store", "in memory: its folder cannot be written, nothing is kept");
    else
        check(doctor, store_why_unsaved(store) ? CHECK_NOTE : CHECK_OK, "store", "%s%s%s%s",
              store_path(store), store_why_unsaved(store) ? ": " : "",
              store_why_unsaved(store) ? store_why_unsaved(store) : "",
              store_why_unsaved(store) ? ", runs cannot be saved" : "");
    check(doctor, CHECK_OK, "library", "%s", store_data_dir(store));
    check_library(doctor, store);
    if (doctor->failure.kind == ERROR_NONE)
        check_damage(doctor, store);
    if (doctor->failure.kind == ERROR_NONE)
        check_theme(doctor, store, display);
    if (doctor->failure.kind != ERROR_NONE)
        return report_error(&doctor->failure);
    return doctor->faults ? EXIT_NO : EXIT_DONE;
}

int command_doctor(struct invocation *invocation)
{
    struct doctor doctor = {0};
    struct json_writer json = {0};
    if (invocation_choice(invocation, "format") != LISTING_JSON)
        return check_all(&doctor, invocation);
    doctor.json = &json;
    json_begin_object(&json, NULL);
    json_int(&json, "schema", JSON_SCHEMA);
    json_begin_array(&json, "checks", false);
    int status = check_all(&doctor, invocation);
    json_end_array(&json);
    json_int(&json, "faults", doctor.faults);
    json_end_object(&json);
    char *text = needed(json_writer_take(&json));
    puts(text);
    free(text);
    return status;
}

/* --- backup --- */

/* `wattif backup FILE`: the store as it is now, in one file. */

/* The file that a path means: a symbolic link stays one, and what it names is written. */
static bool find_target(const char *path, char target[PATH_SIZE])
{
    char real[PATH_SIZE];
    struct stat status;
    if (lstat(path, &status) != 0 || !S_ISLNK(status.st_mode))
        return text_copy(target, PATH_SIZE, path);
    return realpath(path, real) && text_copy(target, PATH_SIZE, real);
}

int command_backup(struct invocation *invocation)
{
    struct error error = {0};
    char target[PATH_SIZE];
    struct stat status_of;
    const char *path = invocation->args[0];
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    if (!*path || (stat(path, &status_of) == 0 && !S_ISREG(status_of.st_mode)))
        return report_usage("backup: '%s' is no file; name one that may be replaced", path);
    struct stat first, second;
    if (stat(path, &first) == 0 && stat(store_path(store), &second) == 0 && first.st_dev == second.st_dev &&
        first.st_ino == second.st_ino)
        return report_usage("backup: '%s' is the store itself; name another file", path);
    if (!find_target(path, target))
        return report_usage("backup: '%s' is too long, or a link that leads nowhere; name the file itself",
                            path);
    if (!store_backup(store, target, &error))
        return report_error(&error);
    report_note(invocation, "%s copied to %s", store_path(store)[0] ? store_path(store) : "the store", path);
    return EXIT_DONE;
}
