/* What the user presses: keys go to the prompt or the help page while one is open, else to the action they
 * are bound to; typed lines and clicks end in the same actions and changes. */
#include "tui/desk.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/glyphs.h"
#include "tui/key.h"
#include "tui/screens/screens.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static void say_fault(struct desk *desk, const struct error *error)
{
    desk_say(desk, true, "%s%s%s", error->place, *error->place ? ": " : "", error->message);
}

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
    int64_t local_start = explorer->scenario.start_s + explorer_offset_s(explorer, 0);
    int64_t ahead = hour * 3600 + minute * 60 + second - ((local_start % 86400) + 86400) % 86400;
    if (ahead < 0)
        ahead += 86400;
    *t_ns = ahead * NS_PER_S;
    return true;
}

static void go_to(struct desk *desk, const char *text)
{
    struct error error = {0};
    int64_t t_ns;
    if (!parse_clock(desk, text, &t_ns) &&
        !scenario_parse_time(&desk->explorer->scenario, text, &t_ns, &error)) {
        say_fault(desk, &error);
        return;
    }
    if (t_ns > desk->explorer->horizon_ns || t_ns < 0)
        desk_say(desk, false, "that is outside the run; the cursor is at its %s", t_ns < 0 ? "start" : "end");
    explorer_seek(desk->explorer, t_ns);
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
    knob_name(&search->desk->explorer->scenario, knob, full, sizeof full);
    const char *target = strchr(full, '.');
    snprintf(symbol, sizeof symbol, "%s%s", knob_infos[knob.id].symbol, target ? target : "");
    if (strcasecmp(symbol, search->name) == 0) {
        search->found = knob;
        search->any = true;
    }
    return !search->any;
}

static bool find_knob(const struct desk *desk, const char *name, struct knob_ref *knob, struct error *error)
{
    const struct scenario *scenario = &desk->explorer->scenario;
    if (knob_resolve(scenario, name, knob, error))
        return true;
    struct symbol_search search = {.desk = desk, .name = name};
    knob_each(scenario, compare_symbol, &search);
    *knob = search.found;
    return search.any;
}

static void set_value(struct desk *desk, char *text)
{
    struct error error = {0};
    struct knob_ref knob;
    struct knob_value value;
    char note[160];
    size_t name_length = strcspn(text, "= ");
    char *value_text = text + name_length + 1;
    text[name_length] = 0;
    if (!find_knob(desk, text, &knob, &error) ||
        !knob_parse(&desk->explorer->scenario, knob, value_text + strspn(value_text, "= "), &value, &error) ||
        !explorer_set(desk->explorer, knob, &value, note, &error))
        say_fault(desk, &error);
    else
        desk_say(desk, false, "%s", note);
}

static void save_as(struct desk *desk, const char *name)
{
    struct error error = {0};
    const struct result *result = desk->explorer->current;
    if (!*name)
        desk_say(desk, true, "save needs a name: save evening-peak");
    else if (!desk->store)
        desk_say(desk, true, "there is no store to save to");
    else if (!recording_finished(result->recording))
        desk_say(desk, true, "the run is still being simulated; save again in a moment");
    else if (!store_save_run(desk->store, name, "", &desk->explorer->scenario, result->recording, false,
                             &error))
        say_fault(desk, &error);
    else
        desk_say(desk, false, "saved as %s", name);
}

static unsigned set_theme(struct desk *desk, const char *name)
{
    struct error error = {0};
    struct theme next;
    if (!theme_load(&next, desk->data_dir, name, &error)) {
        desk_say(desk, true, "%s", error.message);
        return 0;
    }
    desk->theme = next;
    return DESK_RESTYLE;
}

static unsigned set_glyphs(struct desk *desk, const char *name)
{
    int set = display_find_name(glyph_set_names, GLYPH_SET_COUNT, name);
    if (set <= 0) {
        desk_say(desk, true, "no glyph set '%s'; there are braille, block and ascii", name);
        return 0;
    }
    desk->canvas.glyphs = (enum glyph_set)set;
    return DESK_RESTYLE;
}

static void set_speed(struct desk *desk, const char *text)
{
    double speed;
    if (!text_to_number(text, &speed) || speed < 1 || speed > 10000)
        desk_say(desk, true, "speed: '%s' is no number from 1 to 10000", text);
    else
        desk->explorer->speed = speed;
}

static unsigned run_command(struct desk *desk, enum prompt_command command, char *rest)
{
    switch (command) {
    case PROMPT_GOTO:
        go_to(desk, rest);
        return 0;
    case PROMPT_SET:
        if (strpbrk(rest, "= "))
            set_value(desk, rest);
        else
            desk_say(desk, true, "set takes a knob and a value: set cit 0.8");
        return 0;
    case PROMPT_SAVE_AS:
        save_as(desk, rest);
        return 0;
    case PROMPT_THEME:
        return set_theme(desk, rest);
    case PROMPT_GLYPH_SET:
        return set_glyphs(desk, rest);
    default:
        set_speed(desk, rest);
        return 0;
    }
}

unsigned desk_command(struct desk *desk, const char *line)
{
    char word[64] = "", rest[PROMPT_SIZE];
    while (*line == ' ')
        line++;
    size_t n = strcspn(line, " ");
    if (n == 0)
        return DESK_HANDLED | DESK_REDRAW;
    snprintf(word, sizeof word, "%.*s", n < 60 ? (int)n : 60, line);
    snprintf(rest, sizeof rest, "%.180s", line + n + strspn(line + n, " "));
    for (size_t end = strlen(rest); end > 0 && rest[end - 1] == ' '; end--)
        rest[end - 1] = 0;
    desk->status[0] = 0;
    enum prompt_command command = prompt_command_find(word);
    enum action action = action_find(word);
    if (command != PROMPT_COUNT && (*rest || action == ACTION_NONE)) {
        unsigned result = run_command(desk, command, rest);
        explorer_pump(desk->explorer, false);
        return result | DESK_HANDLED | DESK_REDRAW;
    }
    if (action != ACTION_NONE && !*rest)
        return desk_action(desk, action);
    desk_say(desk, true, "no command '%s'; Tab completes, ? lists all", word);
    return DESK_REDRAW;
}

static unsigned help_key(struct desk *desk, uint32_t key)
{
    size_t n = strlen(desk->help_filter);
    if (key == KEYCODE_ESC || (key == 'q' && n == 0) || (key == '?' && n == 0)) {
        desk->help_open = false;
    } else if (key == KEYCODE_ENTER || key == '\n') {
        enum action action = screen_help_match(desk->help_filter);
        desk->help_open = false;
        if (n > 0 && action != ACTION_NONE)
            return desk_action(desk, action);
    } else if (key == KEYCODE_BACKSPACE || key == 8) {
        desk->help_filter[n ? n - 1 : 0] = 0;
    } else if (key == KEYCODE_DOWN || key == KEYCODE_PGDN) {
        desk->help_scroll += key == KEYCODE_DOWN ? 1 : 10;
        desk->help_scroll = desk->help_scroll > 90 ? 90 : desk->help_scroll;
    } else if (key == KEYCODE_UP || key == KEYCODE_PGUP) {
        desk->help_scroll -= key == KEYCODE_UP ? 1 : 10;
        desk->help_scroll = desk->help_scroll < 0 ? 0 : desk->help_scroll;
    } else if (key >= 32 && key < 127 && n + 1 < sizeof desk->help_filter) {
        desk->help_filter[n] = (char)key;
        desk->help_filter[n + 1] = 0;
        desk->help_scroll = 0;
    }
    return DESK_HANDLED | DESK_REDRAW;
}

static unsigned prompt_input(struct desk *desk, uint32_t key)
{
    if (key == KEYCODE_TAB) {
        prompt_complete(&desk->prompt, &desk->explorer->scenario, desk->data_dir);
        return DESK_HANDLED | DESK_REDRAW;
    }
    if (prompt_key(&desk->prompt, key) == PROMPT_ENTERED)
        return desk_command(desk, desk->prompt.text);
    return DESK_HANDLED | DESK_REDRAW;
}

unsigned desk_key(struct desk *desk, uint32_t key)
{
    if (desk->prompt.open)
        return prompt_input(desk, key);
    if (desk->help_open)
        return help_key(desk, key);
    enum action action = keymap_find(&desk->keymap, key);
    return action == ACTION_NONE ? 0 : desk_action(desk, action);
}

static bool over_plots(const struct layout *layout, int x, int y)
{
    const struct rect *top = &layout->rects[REGION_INTENSITY], *bar = &layout->rects[REGION_TIMEBAR];
    const struct rect *first = top->w ? top : &layout->rects[REGION_CARBON];
    return x >= layout->plot_x && x < layout->right_x && y >= first->y && y <= bar->y;
}

unsigned desk_mouse(struct desk *desk, int x, int y, int button)
{
    const struct layout *layout = &desk->scene.layout;
    struct explorer *explorer = desk->explorer;
    if (desk->help_open || desk->prompt.open || layout->too_small)
        return 0;
    bool on_knobs = rect_contains(layout->rects[REGION_KNOBS], x, y);
    if (button == 4 || button == 5) {
        if (on_knobs)
            return desk_action(desk, button == 4 ? ACTION_TURN_UP : ACTION_TURN_DOWN);
        return desk_action(desk, button == 4 ? ACTION_TIME_BACK : ACTION_TIME_FORWARD);
    }
    if (button != 1 || !over_plots(layout, x, y))
        return 0;
    int64_t from_ns = desk->scene.window.from_ns, to_ns = desk->scene.window.to_ns;
    if (y == layout->rects[REGION_TIMEBAR].y) {
        from_ns = 0;
        to_ns = explorer->horizon_ns;
    }
    explorer_seek(explorer, from_ns + (to_ns - from_ns) * (x - layout->plot_x) / layout->plot_w);
    explorer_pump(explorer, false);
    return DESK_HANDLED | DESK_REDRAW;
}

unsigned desk_advance(struct desk *desk, double seconds)
{
    struct explorer *explorer = desk->explorer;
    if (!explorer->playing)
        return 0;
    int64_t t_ns = explorer->cursor_ns + (int64_t)(seconds * explorer->speed * 1e9),
            limit = explorer_buffered_ns(explorer);
    if (t_ns >= limit) {
        t_ns = limit;
        explorer->playing = !recording_finished(explorer->current->recording);
    }
    if (t_ns != explorer->cursor_ns)
        explorer_seek(explorer, t_ns);
    return DESK_HANDLED | DESK_REDRAW;
}
