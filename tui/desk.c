/* Actions are a table of functions, in the order of actions.def; a row that is missing would not compile. */
#include "tui/desk.h"

#include "engine/base/units.h"
#include "tui/format.h"
#include "tui/key.h"
#include "tui/panels/panels.h"
#include "tui/screens/screens.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct desk_options desk_options_for(struct store *store, const struct scenario *scenario,
                                     const struct display_options *display)
{
    return (struct desk_options){.catalog = store_catalog(store),
                                 .store = store,
                                 .data_dir = store_data_dir(store),
                                 .scenario = scenario,
                                 .wake_fd = -1,
                                 .display = *display};
}

bool desk_open(struct desk *desk, const struct desk_options *options, struct error *error)
{
    const struct display_options *display = &options->display;
    *desk =
        (struct desk){.store = options->store, .data_dir = options->data_dir, .mouse = !display->no_mouse};
    keymap_init(&desk->keymap);
    if (!theme_load(&desk->theme, desk->data_dir, display->theme ? display->theme : "default", error))
        return false;
    if (!scene_init(&desk->scene))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    desk->canvas.glyphs = display_glyphs(display->glyphs);
    desk->explorer = explorer_create(options->catalog, options->scenario, options->wake_fd, error);
    return desk->explorer != NULL;
}

void desk_close(struct desk *desk)
{
    explorer_free(desk->explorer);
    scene_free(&desk->scene);
    canvas_free(&desk->canvas);
    desk->explorer = NULL;
}

bool desk_resize(struct desk *desk, int columns, int rows, struct error *error)
{
    struct canvas next;
    if (!canvas_init(&next, columns, rows, desk->canvas.glyphs))
        return error_set(error, ERROR_SYSTEM, "", "out of memory for a screen of %dx%d", columns, rows);
    canvas_free(&desk->canvas);
    desk->canvas = next;
    return true;
}

void desk_say(struct desk *desk, bool bad, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(desk->status, sizeof desk->status, format, arguments);
    va_end(arguments);
    desk->status_bad = bad;
}

static void say_error(struct desk *desk, const struct error *error)
{
    desk_say(desk, true, "%s%s%s", error->place, *error->place ? ": " : "", error->message);
}

void desk_draw(struct desk *desk)
{
    struct scene *scene = &desk->scene;
    if (desk->help_open) {
        screen_help(&desk->keymap, desk->help_filter, desk->help_scroll, &desk->canvas);
        return;
    }
    scene->keymap = &desk->keymap;
    scene->status = *desk->status ? desk->status : NULL;
    scene->status_bad = desk->status_bad;
    scene->prompt = desk->prompt.open ? desk->prompt.text : NULL;
    if (desk->prompt.open) {
        prompt_describe(&desk->prompt, &desk->explorer->scenario, &desk->keymap);
        scene->prompt_help = desk->prompt.help;
        scene->prompt_cursor = prompt_cursor_column(&desk->prompt);
    }
    scene_update(scene, desk->explorer, desk->canvas.w, desk->canvas.h);
    screen_dashboard(scene, &desk->canvas);
}

/* --- actions --- */

static unsigned redraw(bool done)
{
    return done ? DESK_HANDLED | DESK_REDRAW : DESK_HANDLED;
}

static unsigned act_time(struct desk *desk, enum action action)
{
    struct explorer *explorer = desk->explorer;
    int columns = desk->scene.layout.plot_w;
    switch (action) {
    case ACTION_TIME_BACK:
    case ACTION_TIME_FORWARD:
        explorer_step_time(explorer, action == ACTION_TIME_BACK ? -1 : 1, columns);
        break;
    case ACTION_BUCKET_BACK:
    case ACTION_BUCKET_FORWARD:
        explorer_step_bucket(explorer, action == ACTION_BUCKET_BACK ? -1 : 1);
        break;
    case ACTION_EVENT_NEXT:
    case ACTION_EVENT_PREVIOUS:
        if (!explorer_seek_event(explorer, action == ACTION_EVENT_NEXT ? 1 : -1))
            desk_say(desk, false,
                     action == ACTION_EVENT_NEXT ? "no event after this" : "no event before this");
        break;
    case ACTION_TIME_START:
        explorer_seek(explorer, 0);
        break;
    default:
        explorer_seek(explorer, explorer->horizon_ns);
    }
    return redraw(true);
}

static unsigned act_play(struct desk *desk, enum action action)
{
    struct explorer *explorer = desk->explorer;
    if (action == ACTION_PLAY && !explorer->playing && explorer->cursor_ns >= explorer->horizon_ns)
        explorer_seek(explorer, 0);
    explorer->playing = !explorer->playing;
    return redraw(true);
}

static unsigned act_speed(struct desk *desk, enum action action)
{
    static const double speeds[] = {1, 10, 60, 300, 600, 1200, 3600, 10000};
    enum { SPEEDS = sizeof speeds / sizeof *speeds };
    int at = 0;
    while (at < SPEEDS - 1 && speeds[at] < desk->explorer->speed)
        at++;
    if (action == ACTION_FASTER && at < SPEEDS - 1)
        at++;
    if (action == ACTION_SLOWER && at > 0)
        at--;
    desk->explorer->speed = speeds[at];
    return redraw(true);
}

static unsigned act_zoom(struct desk *desk, enum action action)
{
    explorer_zoom(desk->explorer, action == ACTION_ZOOM_IN ? 1 : -1);
    return redraw(true);
}

static unsigned act_clock(struct desk *desk, enum action action)
{
    (void)action;
    desk->explorer->utc = !desk->explorer->utc;
    return redraw(true);
}

static unsigned act_knob(struct desk *desk, enum action action)
{
    explorer_focus(desk->explorer, action == ACTION_KNOB_NEXT ? 1 : -1);
    return redraw(true);
}

static void set_knob(struct desk *desk, struct knob_ref knob, const struct knob_value *value)
{
    struct error error = {0};
    char note[160];
    if (!explorer_set(desk->explorer, knob, value, note, &error))
        say_error(desk, &error);
    else if (*note)
        desk_say(desk, false, "%s", note);
}

static unsigned act_turn(struct desk *desk, enum action action)
{
    struct explorer *explorer = desk->explorer;
    struct knob_ref knob = explorer->knobs[explorer->focus];
    struct knob_value value;
    int steps = action == ACTION_TURN_UP     ? 1
                : action == ACTION_TURN_DOWN ? -1
                : action == ACTION_TURN_UP_5 ? 5
                                             : -5;
    if (action == ACTION_SCHEME_NEXT) {
        knob = (struct knob_ref){KNOB_POLICY, LAYER_ROUTE};
        steps = 1;
    }
    if (explorer_step(explorer, knob, steps, &value))
        set_knob(desk, knob, &value);
    else
        desk_say(desk, false, "the slider ends here; = types a value beyond it");
    return redraw(true);
}

static unsigned act_default(struct desk *desk, enum action action)
{
    (void)action;
    struct explorer *explorer = desk->explorer;
    struct knob_ref knob = explorer->knobs[explorer->focus];
    struct knob_value value = explorer_value(explorer, knob);
    const struct knob_info *info = &knob_infos[knob.id];
    if (info->type != TYPE_NUMBER || isnan(info->initial)) {
        desk_say(desk, false, "this knob has no default; u takes changes back");
        return redraw(true);
    }
    if (value.number != info->initial) {
        value.number = info->initial;
        set_knob(desk, knob, &value);
    }
    return redraw(true);
}

static unsigned act_next_change(struct desk *desk, enum action action)
{
    (void)action;
    struct explorer *explorer = desk->explorer;
    struct knob_ref knob = explorer->knobs[explorer->focus];
    explorer_pump(explorer, false);
    for (int i = FORECAST_SLOTS - 1; i >= 0 && knob.id == KNOB_CIT; i--) {
        const struct forecast_slot *slot = &explorer->forecast.slots[i];
        if (slot->exists && (i == FORECAST_CHANGE || (slot->known && !slot->identical))) {
            set_knob(desk, knob, &slot->value);
            return redraw(true);
        }
    }
    desk_say(desk, false,
             knob.id == KNOB_CIT ? "no value of CIT changes anything from here" : "only CIT moves in stairs");
    return redraw(true);
}

static unsigned act_apply_mode(struct desk *desk, enum action action)
{
    (void)action;
    desk->explorer->from_start = !desk->explorer->from_start;
    desk->explorer->turning = false;
    return redraw(true);
}

static unsigned act_undo(struct desk *desk, enum action action)
{
    struct error error = {0};
    bool undo = action == ACTION_UNDO;
    if (undo ? explorer_undo(desk->explorer, &error) : explorer_redo(desk->explorer, &error))
        return redraw(true);
    if (error.kind != ERROR_NONE)
        say_error(desk, &error);
    else
        desk_say(desk, false, undo ? "nothing to undo" : "nothing to redo");
    return redraw(true);
}

static unsigned act_reference(struct desk *desk, enum action action)
{
    struct explorer *explorer = desk->explorer;
    if (action == ACTION_PIN)
        explorer_pin(explorer);
    else if (action == ACTION_UNPIN)
        explorer_unpin(explorer);
    else if (action == ACTION_REFERENCE_NEXT)
        explorer_next_reference(explorer);
    else
        explorer->ghost_hidden = !explorer->ghost_hidden;
    return redraw(true);
}

static unsigned act_panel(struct desk *desk, enum action action)
{
    static const enum region regions[] = {REGION_KNOBS, REGION_INTENSITY, REGION_CARBON, REGION_LATENCY,
                                          REGION_USE};
    int n = sizeof regions / sizeof *regions, at = 0;
    if (action >= ACTION_PANEL_KNOBS) {
        at = (int)action - ACTION_PANEL_KNOBS;
    } else {
        while (at < n - 1 && regions[at] != desk->scene.focus)
            at++;
        at = (at + (action == ACTION_PANEL_NEXT ? 1 : n - 1)) % n;
    }
    desk->scene.focus = regions[at];
    return redraw(true);
}

static unsigned act_prompt(struct desk *desk, enum action action)
{
    char text[PROMPT_SIZE] = "", name[96];
    if (action == ACTION_TYPE_VALUE) {
        knob_name(&desk->explorer->scenario, desk->explorer->knobs[desk->explorer->focus], name, sizeof name);
        snprintf(text, sizeof text, "set %s ", name);
    } else if (action == ACTION_SAVE) {
        snprintf(text, sizeof text, "save ");
    }
    prompt_start(&desk->prompt, text);
    return redraw(true);
}

static unsigned act_help(struct desk *desk, enum action action)
{
    desk->help_open = action == ACTION_HELP;
    desk->help_filter[0] = 0;
    desk->help_scroll = 0;
    return redraw(true);
}

static unsigned act_quit(struct desk *desk, enum action action)
{
    (void)desk;
    (void)action;
    return DESK_HANDLED | DESK_QUIT;
}

static unsigned act_theme(struct desk *desk, enum action action)
{
    (void)action;
    char names[64][32];
    struct error error = {0};
    struct theme next;
    int n = theme_list(desk->data_dir, names, 64), at = 0;
    while (at < n - 1 && strcmp(names[at], desk->theme.name) != 0)
        at++;
    if (theme_load(&next, desk->data_dir, names[(at + 1) % n], &error)) {
        desk->theme = next;
        desk_say(desk, false, "theme %s", next.name);
    } else {
        say_error(desk, &error);
    }
    return redraw(true) | DESK_RESTYLE;
}

static void set_glyphs(struct desk *desk, enum glyph_set glyphs)
{
    desk->canvas.glyphs = glyphs;
    desk_say(desk, false, "glyphs %s", glyph_set_names[glyphs]);
}

static unsigned act_glyphs(struct desk *desk, enum action action)
{
    (void)action;
    set_glyphs(desk, desk->canvas.glyphs == GLYPHS_ASCII ? GLYPHS_BRAILLE
                                                         : (enum glyph_set)(desk->canvas.glyphs + 1));
    return redraw(true) | DESK_RESTYLE;
}

static unsigned act_mouse(struct desk *desk, enum action action)
{
    (void)action;
    desk->mouse = !desk->mouse;
    desk_say(desk, false, desk->mouse ? "mouse on" : "mouse off: text can be selected");
    return redraw(true) | DESK_RESTYLE;
}

static unsigned act_redraw(struct desk *desk, enum action action)
{
    (void)desk;
    (void)action;
    return redraw(true) | DESK_RESTYLE;
}

static unsigned (*const handlers[ACTION_COUNT])(struct desk *, enum action) = {
    [ACTION_TIME_BACK] = act_time,
    [ACTION_TIME_FORWARD] = act_time,
    [ACTION_BUCKET_BACK] = act_time,
    [ACTION_BUCKET_FORWARD] = act_time,
    [ACTION_EVENT_NEXT] = act_time,
    [ACTION_EVENT_PREVIOUS] = act_time,
    [ACTION_TIME_START] = act_time,
    [ACTION_TIME_END] = act_time,
    [ACTION_PLAY] = act_play,
    [ACTION_SLOWER] = act_speed,
    [ACTION_FASTER] = act_speed,
    [ACTION_ZOOM_IN] = act_zoom,
    [ACTION_ZOOM_OUT] = act_zoom,
    [ACTION_CLOCK] = act_clock,
    [ACTION_KNOB_PREVIOUS] = act_knob,
    [ACTION_KNOB_NEXT] = act_knob,
    [ACTION_TURN_UP] = act_turn,
    [ACTION_TURN_DOWN] = act_turn,
    [ACTION_TURN_UP_5] = act_turn,
    [ACTION_TURN_DOWN_5] = act_turn,
    [ACTION_TYPE_VALUE] = act_prompt,
    [ACTION_KNOB_DEFAULT] = act_default,
    [ACTION_NEXT_CHANGE] = act_next_change,
    [ACTION_APPLY_MODE] = act_apply_mode,
    [ACTION_UNDO] = act_undo,
    [ACTION_REDO] = act_undo,
    [ACTION_SCHEME_NEXT] = act_turn,
    [ACTION_PIN] = act_reference,
    [ACTION_UNPIN] = act_reference,
    [ACTION_REFERENCE_NEXT] = act_reference,
    [ACTION_GHOST] = act_reference,
    [ACTION_PANEL_NEXT] = act_panel,
    [ACTION_PANEL_PREVIOUS] = act_panel,
    [ACTION_PANEL_KNOBS] = act_panel,
    [ACTION_PANEL_INTENSITY] = act_panel,
    [ACTION_PANEL_CARBON] = act_panel,
    [ACTION_PANEL_LATENCY] = act_panel,
    [ACTION_PANEL_USE] = act_panel,
    [ACTION_SAVE] = act_prompt,
    [ACTION_COMMAND] = act_prompt,
    [ACTION_HELP] = act_help,
    [ACTION_BACK] = act_help,
    [ACTION_QUIT] = act_quit,
    [ACTION_THEME_NEXT] = act_theme,
    [ACTION_GLYPHS_NEXT] = act_glyphs,
    [ACTION_MOUSE] = act_mouse,
    [ACTION_REDRAW] = act_redraw,
};

unsigned desk_action(struct desk *desk, enum action action)
{
    desk->status[0] = 0;
    unsigned result = handlers[action](desk, action);
    if (!(result & DESK_QUIT))
        explorer_pump(desk->explorer, false);
    return result;
}
