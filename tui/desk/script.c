/* A desk without a terminal, driven line by line. */
#include "tui/desk/script.h"

#include "engine/base/text.h"
#include "tui/desk/player.h"
#include "tui/term/key.h"
#include "tui/term/text.h"
#include "tui/term/writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct script {
    struct desk *desk;
    enum color_mode color;
    char place[300];
    bool quit;
};

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool step_dump(struct script *script, const char *name, struct error *error)
{
    bool standard = strcmp(name, "-") == 0;
    desk_draw(script->desk);
    FILE *out = standard ? stdout : fopen(name, "wb");
    if (!out)
        return error_set(error, ERROR_SYSTEM, script->place, "cannot write %s: %s", name, strerror(errno));
    if (ends_with(name, ".svg"))
        writer_svg(&script->desk->canvas, &script->desk->theme, script->color, out);
    else if (ends_with(name, ".ansi"))
        writer_ansi(&script->desk->canvas, &script->desk->theme, script->color, out);
    else
        writer_text(&script->desk->canvas, out);
    bool ok = !ferror(out);
    if (!standard)
        ok &= fclose(out) == 0;
    return ok || error_set(error, ERROR_SYSTEM, script->place, "cannot write %s: %s", name, strerror(errno));
}

/* True if the step moves or turns something on the bare dashboard and needs for that no more than the run and
 * what it is held against. */
static bool step_is_light(const struct desk *desk, const char *line)
{
    const struct step step = step_of(line);
    enum action_id action = step.action;
    if (step.kind == STEP_KEY)
        action = keymap_find(&desk->keymap, CONTEXT_DASHBOARD, key_parse(step.rest));
    else if (step.kind != STEP_OTHER)
        return false;
    const char *word = step.kind != STEP_KEY   ? step.word
                       : action != ACTION_NONE ? action_infos[action].name
                                               : "";
    return step_opens_nothing(word) && action != ACTION_NEXT_CHANGE && action != ACTION_PLAY &&
           desk->n_views == 0 && !desk->player && result_view(desk->explorer->results.current).run;
}

/* Until nothing moves any more; before a light step what nobody looks at yet is left for later. */
static void settle(struct script *script, bool light)
{
    struct desk *desk = script->desk;
    if (!light)
        explorer_wait(desk->explorer);
    script->quit |= session_save_waiting(&desk->session) == SAVING_LEAVES;
    if (desk->player)
        player_settle(desk, NULL);
    if (light)
        desk_draw(desk);
    else
        desk_settle(desk);
}

static bool run_step(struct script *script, const char *line, struct error *error)
{
    struct desk *desk = script->desk;
    const struct step step = step_of(line);
    const char *rest = step.rest;
    int columns, rows;
    double seconds;
    switch (step.kind) {
    case STEP_WAIT:
        return true;
    case STEP_KEY:
        if (key_parse(rest) == KEYCODE_NONE)
            return error_set(error, ERROR_INPUT, script->place, "no key '%s'", rest);
        script->quit = desk_key(desk, key_parse(rest)) & REPLY_QUIT;
        return true;
    case STEP_DUMP:
        return step_dump(script, rest, error);
    case STEP_RESIZE:
        if (!display_parse_size(rest, &columns, &rows))
            return error_set(error, ERROR_INPUT, script->place, "resize takes COLUMNSxROWS, 1 to 1000 each");
        return desk_resize(desk, columns, rows, error);
    case STEP_ADVANCE:
        if (!text_to_number(rest, &seconds) || !(seconds >= 0 && seconds <= 1e6))
            return error_set(error, ERROR_INPUT, script->place, "advance takes a number of seconds");
        desk_advance(desk, seconds);
        return true;
    case STEP_TYPE:
        for (uint32_t glyph = utf8_next(&rest); glyph && !script->quit; glyph = utf8_next(&rest))
            script->quit = desk_key(desk, glyph) & REPLY_QUIT;
        return true;
    default:
        break;
    }
    unsigned result = desk_command(desk, line);
    script->quit = result & REPLY_QUIT;
    if (!(result & REPLY_HANDLED) || (desk->message.text[0] && desk->message.bad))
        return error_set(error, desk->message.system ? ERROR_SYSTEM : ERROR_INPUT, script->place, "%s",
                         desk->message.text);
    return true;
}

static bool step(struct script *script, const char *line, struct error *error)
{
    explorer_wait_shown(script->desk->explorer, NULL);
    settle(script, step_is_light(script->desk, line));
    if (*script->desk->host.wishes.edit) {
        desk_edit(script->desk);
        settle(script, false);
    }
    if (!script->quit) /* a script is asked no questions */
        script->quit = strcmp(line, "quit") == 0 && script->desk->n_views == 0;
    return script->quit || run_step(script, line, error);
}

bool script_step(struct desk *desk, const char *line, const char *place, struct error *error)
{
    struct script script = {.desk = desk};
    text_copy(script.place, sizeof script.place, place);
    return run_step(&script, line, error);
}

/* A line of any length, which is changed: its end and blanks around it go. */
static bool run_line(struct script *script, char *line, size_t n, struct error *error)
{
    if (strlen(line) < n)
        return error_set(error, ERROR_INPUT, script->place, "this line holds a NUL byte; a script is text");
    n = strcspn(line, "\r\n");
    while (n > 0 && line[n - 1] == ' ' && strncmp(line, "type ", 5) != 0)
        n--;
    line[n] = 0;
    const char *text = line + strspn(line, " \t");
    return !*text || *text == '#' || step(script, text, error);
}

bool script_run(struct desk *desk, const char *path, enum color_mode color, struct error *error)
{
    struct script script = {.desk = desk, .color = color};
    bool standard = strcmp(path, "-") == 0, ok = true;
    FILE *file = standard ? stdin : fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    if (!file)
        return error_set(error, ERROR_INPUT, path, "cannot be opened: %s", strerror(errno));
    for (int number = 1; ok && !script.quit && (n = getline(&line, &size, file)) >= 0; number++) {
        error_place(script.place, path, ":%d", number);
        ok = run_line(&script, line, (size_t)n, error);
    }
    if (ok && !script.quit && !feof(file))
        ok = error_set(error, errno == ENOMEM ? ERROR_SYSTEM : ERROR_INPUT, path, "cannot be read: %s",
                       strerror(errno));
    free(line);
    if (ok && session_is_waiting(&desk->session))
        settle(&script, false);
    if (!standard)
        fclose(file);
    return ok;
}
