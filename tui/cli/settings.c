/* wattif.conf: a line is empty, a comment (#), `name = value` or `bind KEY action`. Which actions exist is
 * known to the dashboard, which checks the bindings and names this file and the line. */
#include "tui/cli/settings.h"

#include "engine/base/text.h"
#include "tui/words/print.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <stdio.h>
#include <stdlib.h>

#define SETTING_ROW(id, name, choices, initial, help) {name, choices, initial, help},
const struct setting_info setting_infos[SETTING_COUNT] = {SETTING_TABLE(SETTING_ROW)};
#undef SETTING_ROW

const char settings_about_bind[] =
    "A binding holds where its action is taken: on the dashboard, in lists, in the inspector, or "
    "everywhere;\n"
    "a letter means the same wherever it is bound. KEY is a, C-a, f1, left, pgup, space, tab and so on;\n"
    "`bind KEY none` frees a key. The `?` page and the man page list the actions.";

enum { LINE_SIZE = 512 };

void settings_init(struct settings *settings)
{
    *settings = (struct settings){0};
    for (int id = 0; id < SETTING_COUNT; id++)
        text_copy(settings->value[id], sizeof settings->value[id], setting_infos[id].initial);
}

static bool is_choice(const char *choices, const char *value)
{
    size_t n = strlen(value);
    for (const char *c = choices; c; c = strchr(c, '|') ? strchr(c, '|') + 1 : NULL)
        if (n > 0 && strncmp(c, value, n) == 0 && (c[n] == '|' || c[n] == '\0'))
            return true;
    return false;
}

bool settings_set(struct settings *settings, enum setting_id id, const char *value, struct error *error)
{
    const struct setting_info *info = &setting_infos[id];
    if (info->choices[0] && !is_choice(info->choices, value))
        return error_set(error, ERROR_INPUT, NULL, "%s: '%s' is none of %s", info->name, value,
                         info->choices);
    settings->line[id] = 0;
    if (!text_copy(settings->value[id], sizeof settings->value[id], value) || !value[0])
        return error_set(error, ERROR_INPUT, NULL, "%s: the value is %s", info->name,
                         value[0] ? "too long" : "empty");
    return true;
}

static char *trim(char *text)
{
    text += strspn(text, " \t\r\n");
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r\n", text[n - 1]))
        text[--n] = '\0';
    return text;
}

static bool read_line(struct settings *settings, char *line, int number, struct error *error)
{
    char *text = trim(line);
    if (text[0] == '\0' || text[0] == '#')
        return true;
    if (strncmp(text, "bind", 4) == 0 && (text[4] == ' ' || text[4] == '\t')) {
        char *key = trim(text + 5);
        size_t n = strcspn(key, " \t");
        if (n == 0 || key[n] == '\0')
            return error_set(error, ERROR_INPUT, NULL, "a binding is `bind KEY action`");
        if (settings->n_bindings == SETTINGS_BINDINGS_MAX)
            return error_set(error, ERROR_INPUT, NULL, "more than %d bindings", SETTINGS_BINDINGS_MAX);
        struct binding *binding = &settings->bindings[settings->n_bindings];
        key[n] = '\0';
        if (!text_copy(binding->key, sizeof binding->key, key) ||
            !text_copy(binding->action, sizeof binding->action, trim(key + n + 1)))
            return error_set(error, ERROR_INPUT, NULL, "the key or the action is too long");
        binding->line = number;
        settings->n_bindings++;
        return true;
    }
    const char *board = strncmp(text, "board", 5) == 0 ? text + 5 + strspn(text + 5, " \t") : "=";
    if (*board != '=' && board > text + 5) {
        if (settings->n_boards == SETTINGS_BOARDS_MAX)
            return error_set(error, ERROR_INPUT, NULL, "more than %d boards", SETTINGS_BOARDS_MAX);
        struct display_board *own = &settings->boards[settings->n_boards++];
        own->line = number;
        return text_copy(own->text, sizeof own->text, board) ||
               error_set(error, ERROR_INPUT, NULL, "the board is longer than %zu bytes",
                         sizeof own->text - 1);
    }
    char *equals = strchr(text, '=');
    if (!equals)
        return error_set(error, ERROR_INPUT, NULL, "a line is `name = value` or `bind KEY action`");
    *equals = '\0';
    const char *names[SETTING_COUNT];
    const char *name = trim(text);
    for (int id = 0; id < SETTING_COUNT; id++) {
        names[id] = setting_infos[id].name;
        if (strcmp(names[id], name) != 0)
            continue;
        bool ok = settings_set(settings, (enum setting_id)id, trim(equals + 1), error);
        settings->line[id] = number;
        return ok;
    }
    const char *nearest = text_nearest(name, names, SETTING_COUNT);
    return error_set(error, ERROR_INPUT, NULL, "no setting '%s'; %s%s", name,
                     nearest ? "did you mean " : "--dump-config lists them", nearest ? nearest : "");
}

static bool read_lines(struct settings *settings, const char *path, FILE *file, struct error *error)
{
    char line[LINE_SIZE];
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        struct error fault = {0};
        char *text = number == 1 && strncmp(line, "\xef\xbb\xbf", 3) == 0 ? line + 3 : line;
        if (strlen(line) == sizeof line - 1 && line[sizeof line - 2] != '\n')
            error_set(&fault, ERROR_INPUT, NULL, "the line is longer than %d bytes", LINE_SIZE - 2);
        else if (read_line(settings, text, number, &fault))
            continue;
        char place[ERROR_PLACE];
        error_place(place, path, ":%d", number);
        return error_set(error, ERROR_INPUT, place, "%s", fault.message);
    }
    return true;
}

bool settings_read(struct settings *settings, const char *path, bool required, struct error *error)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        if (!required && (errno == ENOENT || errno == ENOTDIR || errno == EACCES))
            return true;
        return error_set(error, ERROR_INPUT, path, "%s; --config names a file of `name = value` lines",
                         strerror(errno));
    }
    if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode) && !S_ISCHR(status.st_mode))
        return error_set(error, ERROR_INPUT, path,
                         "this is no file; --config names one of `name = value` lines");
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(error, ERROR_INPUT, path, "%s", strerror(errno));
    text_copy(settings->path, sizeof settings->path, path);
    bool ok = read_lines(settings, path, file, error);
    fclose(file);
    return ok;
}

void settings_write(const struct settings *settings, FILE *file)
{
    print(file, "# wattif.conf: lines `name = value` and `bind KEY action`\n");
    for (int id = 0; id < SETTING_COUNT; id++) {
        const struct setting_info *info = &setting_infos[id];
        print(file, "\n# %s", info->help);
        if (info->choices[0])
            print(file, "\n# One of %s.", info->choices);
        print(file, "\n%s = %s\n", info->name, settings->value[id]);
    }
    print(file, "\n# ");
    for (const char *c = settings_about_bind; *c; c++) {
        fputc(*c, file);
        if (*c == '\n')
            fputs("# ", file);
    }
    print(file, "\n");
    for (int i = 0; i < settings->n_boards; i++)
        print(file, "board %s\n", settings->boards[i].text);
    for (int i = 0; i < settings->n_bindings; i++)
        print(file, "bind %s %s\n", settings->bindings[i].key, settings->bindings[i].action);
}

/* --- folders --- */

/* The three folders as a table: environment variable and fallback. */

static const struct {
    const char *variable, *fallback;
} folders[FOLDER_COUNT] = {
    [FOLDER_CONFIG] = {"XDG_CONFIG_HOME", ".config"},
    [FOLDER_STATE] = {"XDG_STATE_HOME", ".local/state"},
    [FOLDER_DATA] = {"XDG_DATA_HOME", ".local/share"},
};

bool folder_path(enum folder folder, const char *file, char *out, size_t size)
{
    const char *base = getenv(folders[folder].variable);
    const char *home = getenv("HOME");
    const char *slash = file ? "/" : "";
    int n = -1;
    if (base && base[0] == '/')
        n = snprintf(out, size, "%s/wattif%s%s", base, slash, file ? file : "");
    else if (home && home[0])
        n = snprintf(out, size, "%s/%s/wattif%s%s", home, folders[folder].fallback, slash, file ? file : "");
    if (n >= 0 && (size_t)n < size)
        return true;
    if (size > 0)
        out[0] = '\0';
    return false;
}
