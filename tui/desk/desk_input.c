/* What the user presses: keys go to the prompt or the help page while one is open, else to the action they
 * are bound to; typed lines end in the same actions and changes. The mouse is in desk_mouse.c. */
#include "tui/desk/desk.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/board/export.h"
#include "tui/explorer/lineup.h"
#include "tui/explorer/explorer.h"
#include "tui/desk/player.h"
#include "tui/term/key.h"
#include "tui/term/term.h"
#include "tui/board/panels/panels.h"
#include "engine/account/account.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Takes one or two digits that make a number below the limit. */
static bool take_digits(const char **text, int limit, int *number)
{
    size_t n = strspn(*text, "0123456789");
    if (n < 1 || n > 2)
        return false;
    *number = n == 1 ? **text - '0' : (**text - '0') * 10 + (*text)[1] - '0';
    *text += n;
    return *number < limit;
}

/* "15:50" or "15:50:30" in the zone shown: the first such time from the start of the run on. */
static bool parse_clock(const struct desk *desk, const char *text, int64_t *t_ns)
{
    int hour, minute, second = 0;
    const struct explorer *explorer = desk->explorer;
    if (!take_digits(&text, 24, &hour) || *text++ != ':' || !take_digits(&text, 60, &minute))
        return false;
    if (*text == ':' && (text++, !take_digits(&text, 60, &second)))
        return false;
    if (*text)
        return false;
    int64_t local_start = explorer->document.scenario.start_s + explorer_offset_s(explorer, 0);
    int64_t ahead = hour * 3600 + minute * 60 + second - ((local_start % 86400) + 86400) % 86400;
    if (ahead < 0)
        ahead += 86400;
    *t_ns = ahead * NS_PER_S;
    return true;
}

struct symbol_search {
    const struct desk *desk;
    const char *name;
    struct knob_ref found;
    bool any;
};

/* By the sign that the panel shows: "slo", "PUE", "profile.job1". */
static bool compare_symbol(void *context, struct knob_ref knob)
{
    struct symbol_search *search = context;
    char full[96], symbol[128];
    knob_name(&search->desk->explorer->document.scenario, knob, full, sizeof full);
    const char *target = strchr(full, '.');
    snprintf(symbol, sizeof symbol, "%s%s", knob_infos[knob.id].symbol, target ? target : "");
    if (strcasecmp(symbol, search->name) == 0) {
        search->found = knob;
        search->any = true;
    }
    return !search->any;
}

/* By its name, "mig.*" for all of a kind, or by the sign that the panel shows. How many, 0: none. */
static int find_knobs(const struct desk *desk, const char *name, struct knob_ref refs[KNOB_TARGETS_MAX],
                      struct error *error)
{
    const struct scenario *scenario = &desk->explorer->document.scenario;
    int n = knob_resolve_all(scenario, name, refs, error);
    if (n > 0)
        return n;
    struct symbol_search search = {.desk = desk, .name = name};
    knob_each(scenario, compare_symbol, &search);
    refs[0] = search.found;
    if (search.any)
        *error = (struct error){0};
    return search.any;
}

/* --- what commands do; what goes wrong is told by who runs them --- */

typedef void run_command(struct desk *desk, char *rest, struct error *error);

static void go_to(struct desk *desk, char *rest, struct error *error)
{
    int64_t t_ns;
    if (!parse_clock(desk, rest, &t_ns) &&
        !scenario_parse_time(&desk->explorer->document.scenario, rest, &t_ns, error))
        return;
    if (t_ns > desk->explorer->time.horizon_ns || t_ns < 0)
        message_say(&desk->message, false, "that is outside the run; the cursor is at its %s",
                    t_ns < 0 ? "start" : "end");
    explorer_seek(desk->explorer, t_ns);
}

/* "cit 0.8", "mig.* 3g": several knobs are one change. */
static void set_value(struct desk *desk, char *rest, struct error *error)
{
    struct explorer *explorer = desk->explorer;
    struct knob_ref refs[KNOB_TARGETS_MAX];
    char note[160] = "", *value = rest + strcspn(rest, "= ");
    if (!*value) {
        message_say(&desk->message, true, "set takes a knob and a value: set cit 0.8");
        return;
    }
    *value++ = 0;
    value += strspn(value, "= ");
    int n = find_knobs(desk, rest, refs, error);
    struct knob_turn *turns = needed(calloc((size_t)n + 1, sizeof *turns));
    bool ok = n > 0;
    for (int i = 0; ok && i < n; i++) {
        turns[i].knob = refs[i];
        ok = knob_parse(&explorer->document.scenario, refs[i], value, &turns[i].value, error);
    }
    if (ok && n == 1)
        ok = explorer_set(explorer, refs[0], &turns[0].value, note, error);
    else if (ok)
        ok = explorer_set_together(explorer, turns, n,
                                   explorer_acts_from_start(explorer, refs[0], &turns[0].value), error);
    free(turns);
    char key[32];
    if (ok)
        message_say(&desk->message, false, "%s", note);
    keymap_labels(&desk->keymap, ACTION_FLEET, 1, key, sizeof key);
    if (!ok && n > 0 && refs[0].id == KNOB_GPUS)
        text_append(error->message, sizeof error->message, "; the fleet is changed with %s", key);
}

static void focus_knob(struct desk *desk, char *rest, struct error *error)
{
    struct knob_ref refs[KNOB_TARGETS_MAX];
    if (find_knobs(desk, rest, refs, error) > 0)
        explorer_favour(desk->explorer, refs[0]);
}

/* The edit of a knob at the cursor goes. */
static void unset_knob(struct desk *desk, char *rest, struct error *error)
{
    struct explorer *explorer = desk->explorer;
    const struct scenario *scenario = &explorer->document.scenario;
    struct knob_ref refs[KNOB_TARGETS_MAX];
    int n = find_knobs(desk, rest, refs, error), at = -1;
    for (int i = 0; n == 1 && i < scenario->n_edits; i++)
        if (scenario->edits[i].t_ns == explorer->time.cursor_ns &&
            knob_same(scenario->edits[i].knob, refs[0]))
            at = i;
    if (at >= 0)
        explorer_remove_edit(explorer, at, error);
    else if (n > 0)
        error_set(error, ERROR_INPUT, "", "no edit of %s is at the cursor; the list of edits has all of them",
                  rest);
}

static void save_as(struct desk *desk, char *rest, struct error *error)
{
    session_save(&desk->session, rest, "", false, error);
}

static void export_as(struct desk *desk, char *rest, struct error *error)
{
    char path[PATH_SIZE];
    desk_draw(desk);
    struct account account;
    bool told = desk_tell(desk, &account);
    struct export_source source = {&desk->scene, &desk->theme, &desk->canvas,    told ? &account : NULL,
                                   desk->store,  NULL,         desk_report(desk)};
    if (export_command(&source, rest, path, error))
        message_say(&desk->message, false, "exported to %s", path);
    account_free(&account);
}

/* What was done since the scenario was opened, as a file that plays it. */
static void save_demo(struct desk *desk, char *rest, struct error *error)
{
    char name[PROMPT_SIZE + 8], where[PATH_SIZE];
    size_t n = strlen(rest);
    bool named = n > 5 && strcmp(rest + n - 5, ".demo") == 0;
    char *text = session_script_text(desk->explorer, &desk->trail, desk->canvas.w, desk->canvas.h, error);
    text_print(name, sizeof name, "%s%s", rest, named ? "" : ".demo");
    if (text && export_to_file(name, text, strlen(text), where, error))
        message_say(&desk->message, false, "written to %s; `wattif --demo` plays it", where);
    free(text);
}

/* Over what is explored, which is there again when the demo is left. */
static void play_demo(struct desk *desk, char *rest, struct error *error)
{
    player_begin(desk, LECTURE_DEMO, rest, error);
}

static void set_theme(struct desk *desk, char *rest, struct error *error)
{
    struct error own = {0};
    struct theme next;
    (void)error;
    if (theme_load(&next, desk->data_dir, rest, &own)) {
        desk->theme = next;
        desk->host.wishes.restyle = true;
    } else {
        message_say(&desk->message, true, "%s", own.message);
    }
}

static void set_glyphs(struct desk *desk, char *rest, struct error *error)
{
    int set = display_find_name(glyph_set_names, GLYPH_SET_COUNT, rest);
    if (set > 0) {
        desk->canvas.glyphs = (enum glyph_set)set;
        desk->host.wishes.restyle = true;
    } else {
        error_set(error, ERROR_INPUT, "", "no glyph set '%s'; there are braille, block and ascii", rest);
    }
}

static void set_speed(struct desk *desk, char *rest, struct error *error)
{
    double speed;
    if (text_to_number(rest, &speed) && speed >= 1 && speed <= 10000)
        explorer_set_speed(desk->explorer, speed);
    else
        error_set(error, ERROR_INPUT, "", "speed: '%s' is no number from 1 to 10000", rest);
}

/* Runs are told apart by blanks; one alone is held against what is explored. */
static void compare_with(struct desk *desk, char *rest, struct error *error)
{
    char line[PROMPT_SIZE + 8] = "";
    int n = 0;
    (void)error;
    for (size_t length; *rest; rest += length + strspn(rest + length, " "), n++) {
        length = strcspn(rest, " ");
        text_append(line, sizeof line, "%s%.*s", n ? LINEUP_BREAK : "", (int)length, rest);
    }
    if (n == 1)
        text_append(line, sizeof line, "%s", LINEUP_BREAK LINEUP_NOW);
    desk_open_view(desk, VIEW_COMPARE, line);
}

static void begin_lesson(struct desk *desk, char *rest, struct error *error)
{
    player_begin(desk, LECTURE_LESSON, rest, error);
}

static void explain_word(struct desk *desk, char *rest, struct error *error)
{
    (void)error;
    if (desk_top_view(desk) && desk_top_view(desk)->id == VIEW_EXPLAIN)
        desk_close_view(desk); /* it does not explain itself */
    desk_open_view(desk, VIEW_EXPLAIN, rest);
}

static void choose_grid(struct desk *desk, char *rest, struct error *error)
{
    (void)error;
    desk_open_view(desk, VIEW_TRACES, rest);
}

static void add_gpu(struct desk *desk, char *rest, struct error *error)
{
    (void)error;
    desk_open_view(desk, VIEW_FLEET, rest);
}

static void open_word(struct desk *desk, char *rest, struct error *error)
{
    (void)error;
    explorer_open_word(desk->explorer, desk->store, rest, &desk->message);
}

static run_command *const commands[PROMPT_COUNT] = {
    [PROMPT_GOTO] = go_to,
    [PROMPT_SET] = set_value,
    [PROMPT_KNOB] = focus_knob,
    [PROMPT_SAVE_AS] = save_as,
    [PROMPT_OPEN] = open_word,
    [PROMPT_COMPARE_WITH] = compare_with,
    [PROMPT_LESSON_OF] = begin_lesson,
    [PROMPT_EXPLAIN_WORD] = explain_word,
    [PROMPT_EXPORT_AS] = export_as,
    [PROMPT_UNSET] = unset_knob,
    [PROMPT_DEMO] = play_demo,
    [PROMPT_DEMO_AS] = save_demo,
    [PROMPT_THEME] = set_theme,
    [PROMPT_GRID_OF] = choose_grid,
    [PROMPT_FLEET_WITH] = add_gpu,
    [PROMPT_GLYPH_SET] = set_glyphs,
    [PROMPT_SPEED] = set_speed,
};

unsigned desk_command(struct desk *desk, const char *line)
{
    char word[64] = "", rest[PROMPT_SIZE];
    while (*line == ' ')
        line++;
    size_t n = strcspn(line, " ");
    if (n == 0)
        return REPLY_DONE;
    snprintf(word, sizeof word, "%.*s", n < 60 ? (int)n : 60, line);
    if (!text_copy(rest, sizeof rest, line + n + strspn(line + n, " "))) {
        message_say(&desk->message, true, "%s: what follows is longer than %d bytes", word, PROMPT_SIZE - 1);
        return REPLY_REDRAW;
    }
    for (size_t end = strlen(rest); end > 0 && rest[end - 1] == ' '; end--)
        rest[end - 1] = 0;
    message_clear(&desk->message);
    enum prompt_command command = strcmp(word, "?") == 0 ? PROMPT_EXPLAIN_WORD : prompt_command_find(word);
    enum action_id action = action_find(word);
    if (command != PROMPT_COUNT && (*rest || action == ACTION_NONE)) {
        struct error error = {0};
        if (!player_refuses_command(desk, command))
            commands[command](desk, rest, &error);
        if (error.kind != ERROR_NONE)
            message_say_error(&desk->message, &error);
        bool restyled = desk->host.wishes.restyle;
        desk->host.wishes.restyle = false;
        explorer_pump(desk->explorer, false);
        return REPLY_DONE | (restyled ? REPLY_RESTYLE : 0);
    }
    if (action != ACTION_NONE && !*rest)
        return desk_action(desk, action);
    message_say(&desk->message, true, "no command '%s'; Tab completes, f1 lists all", word);
    return REPLY_REDRAW;
}

/* VISUAL first, as everybody has it, and vi where nothing is said: a command line of the user's own. */
unsigned desk_edit(struct desk *desk)
{
    char path[HOST_PATH], shell[] = "sh", option[] = "-c", line[] = "exec ${VISUAL:-${EDITOR:-vi}} \"$1\"",
                          name[] = "editor";
    char *const argv[] = {shell, option, line, name, path, NULL};
    struct error error = {0};
    struct open_view *top = desk_top_view(desk);
    text_copy(path, sizeof path, desk->host.wishes.edit);
    desk->host.wishes.edit[0] = 0;
    if (!top || !view_ops[top->id]->edited)
        return 0;
    message_clear(&desk->message);
    int status = term_run(argv, &error);
    unsigned result = view_ops[top->id]->edited(&desk->host, top->state, status, &error);
    return desk_finish(desk, result) | REPLY_RESTYLE;
}

/* Keys that a line of text takes while one is typed. */
static bool is_text_key(uint32_t key)
{
    return (key >= 32 && key < KEYCODE_UP) || key == 8 || key == 21;
}

/* Without a view: a panel that scrolls has the keys of a list that move in it, the dashboard all others. */
static enum action_id dashboard_action(const struct desk *desk, uint32_t key)
{
    enum action_id action = keymap_find(&desk->keymap, CONTEXT_LIST, key);
    return desk_scrolls(desk, action) ? action : keymap_find(&desk->keymap, CONTEXT_DASHBOARD, key);
}

/* A key that is bound to nothing here. */
static unsigned say_unbound(struct desk *desk, uint32_t key)
{
    char label[32], help[32];
    key_label(key, label, sizeof label);
    keymap_labels(&desk->keymap, ACTION_HELP, 1, help, sizeof help);
    message_say(&desk->message, false, "%s does nothing here; %s tells every key", label, help);
    return REPLY_DONE;
}

unsigned desk_key(struct desk *desk, uint32_t key)
{
    struct open_view *top = desk_top_view(desk);
    desk->host.pasting |= key == KEYCODE_PASTE_BEGIN;
    unsigned reply;
    if (desk->host.pasting) {
        /* A paste is what the view makes of it; else text where text is typed, its line ends and tabs blanks;
         * elsewhere it is nothing. */
        const struct view_ops *ops = top ? view_ops[top->id] : NULL;
        unsigned result = ops && ops->paste ? ops->paste(&desk->host, top->state, key) : 0;
        if (key == KEYCODE_PASTE_END)
            desk->host.pasting = false;
        if (result)
            return desk_finish(desk, result);
        if (!top || key >= KEYCODE_UP || key == KEYCODE_BACKSPACE || !desk_is_typing(desk))
            return REPLY_HANDLED;
        return desk_finish(desk, view_ops[top->id]->text(&desk->host, top->state, key < 32 ? ' ' : key));
    }
    if (desk->player && player_key(desk, key, &reply))
        return reply;
    if (top && view_ops[top->id]->passes) {
        reply = view_ops[top->id]->text(&desk->host, top->state, key);
        if (reply)
            return desk_finish(desk, reply);
        desk_close_view(desk);
        return desk_key(desk, key) | REPLY_DONE;
    }
    if (top) {
        const struct view_ops *ops = view_ops[top->id];
        if (is_text_key(key) && desk_is_typing(desk)) {
            message_clear(&desk->message);
            return desk_finish(desk, ops->text(&desk->host, top->state, key));
        }
        enum action_id action = keymap_find(&desk->keymap, view_contexts(ops), key);
        return action == ACTION_NONE ? say_unbound(desk, key) : desk_action(desk, action);
    }
    enum action_id action = dashboard_action(desk, key);
    return action == ACTION_NONE ? say_unbound(desk, key) : desk_action(desk, action);
}

/* The actions whose repeats add up to one turn. */
static bool is_turn(struct desk *desk, uint32_t key)
{
    bool covered = desk_top_view(desk) || desk->host.pasting;
    enum action_id action = covered ? ACTION_NONE : dashboard_action(desk, key);
    return action == ACTION_TURN_UP || action == ACTION_TURN_DOWN || action == ACTION_TURN_UP_5 ||
           action == ACTION_TURN_DOWN_5 || action == ACTION_SCHEME_NEXT;
}

unsigned desk_keys(struct desk *desk, uint32_t key, int times)
{
    unsigned result = 0;
    if (times > 1 && is_turn(desk, key)) {
        desk->times = times;
        result = desk_key(desk, key);
        desk->times = 1;
        return result;
    }
    for (int i = 0; i < times && !(result & REPLY_QUIT); i++)
        result |= desk_key(desk, key);
    return result;
}

unsigned desk_advance(struct desk *desk, double seconds)
{
    struct explorer *explorer = desk->explorer;
    if (player_is_moving(desk->player))
        return player_advance(desk, seconds);
    if (!explorer->time.playing)
        return 0;
    int64_t t_ns = explorer->time.cursor_ns + (int64_t)(seconds * explorer->time.speed * 1e9),
            limit = explorer_buffered_ns(explorer);
    if (t_ns >= limit) {
        t_ns = limit;
        explorer_play(explorer, !recording_finished(explorer->results.current->recording));
    }
    if (t_ns != explorer->time.cursor_ns)
        explorer_seek(explorer, t_ns);
    return REPLY_DONE;
}
