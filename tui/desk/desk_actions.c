/* What actions do: a table of functions. What opens a view or focuses a panel is in their tables instead, and
 * an open view is asked first. */
#include "tui/desk/desk.h"

#include "engine/base/text.h"
#include "tui/board/panels/panels.h"
#include "tui/desk/player.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned redraw(bool done)
{
    return done ? REPLY_DONE : REPLY_HANDLED;
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
        explorer_step_bucket(explorer, action == ACTION_BUCKET_BACK ? -1 : 1, columns);
        break;
    case ACTION_MINUTE_BACK:
    case ACTION_MINUTE_FORWARD:
        explorer_step_clock(explorer, action == ACTION_MINUTE_BACK ? -1 : 1, 60);
        break;
    case ACTION_HOUR_BACK:
    case ACTION_HOUR_FORWARD:
        explorer_step_clock(explorer, action == ACTION_HOUR_BACK ? -1 : 1, 3600);
        break;
    case ACTION_TIME_START:
        explorer_seek(explorer, 0);
        break;
    default:
        explorer_seek(explorer, explorer->time.horizon_ns);
    }
    return redraw(true);
}

/* What there is none of, in that direction. */
static const char *const event_words[EVENT_STOPS] = {
    "event", "intensity step", "edit", "late request", "search", "move of a pod", "change of the water"};

static unsigned act_event(struct desk *desk, enum action action)
{
    struct explorer *explorer = desk->explorer;
    bool miss = action == ACTION_MISS_NEXT, back = action == ACTION_EVENT_PREVIOUS;
    enum event_kind kind = EVENT_MISS;
    char text[160];
    bool found = miss ? explorer_seek_miss(explorer, desk->scene.layout.plot_w)
                      : explorer_seek_event(explorer, back ? -1 : 1, &kind);
    if (found)
        message_say(&desk->message, false, "%s", explorer_tell_event(explorer, kind, text, sizeof text));
    else
        message_say(&desk->message, false, "no %s %s this%s",
                    event_words[miss ? 1 + EVENT_MISS : explorer->events.stop], back ? "before" : "after",
                    recording_finished(explorer->results.current->recording) ? "" : " so far");
    return redraw(true);
}

static unsigned act_event_kind(struct desk *desk, enum action action)
{
    (void)action;
    struct explorer *explorer = desk->explorer;
    explorer_next_stop(explorer);
    message_say(&desk->message, false, "n and N stop %s (%d%s)", event_stop_names[explorer->events.stop],
                explorer_count_stops(explorer),
                recording_finished(explorer->results.current->recording) ? "" : " so far");
    return redraw(true);
}

static unsigned act_play(struct desk *desk, enum action action)
{
    struct explorer *explorer = desk->explorer;
    if (action == ACTION_PLAY && !explorer->time.playing &&
        explorer->time.cursor_ns >= explorer->time.horizon_ns)
        explorer_seek(explorer, 0);
    explorer_play(explorer, !explorer->time.playing);
    return redraw(true);
}

static unsigned act_speed(struct desk *desk, enum action action)
{
    static const double speeds[] = {1, 10, 60, 300, 600, 1200, 3600, 10000};
    enum { SPEEDS = sizeof speeds / sizeof *speeds };
    int at = 0;
    while (at < SPEEDS - 1 && speeds[at] < desk->explorer->time.speed)
        at++;
    if (action == ACTION_FASTER && at < SPEEDS - 1)
        at++;
    if (action == ACTION_SLOWER && at > 0)
        at--;
    explorer_set_speed(desk->explorer, speeds[at]);
    return redraw(true);
}

static unsigned act_zoom(struct desk *desk, enum action action)
{
    bool in = action == ACTION_ZOOM_IN;
    if (!explorer_zoom(desk->explorer, in ? 1 : -1))
        message_say(&desk->message, false, in ? "this is as close as it gets" : "the whole run is shown");
    return redraw(true);
}

static unsigned act_pan(struct desk *desk, enum action action)
{
    struct explorer *explorer = desk->explorer;
    bool back = action == ACTION_PAN_BACK;
    if (!explorer_pan(explorer, back ? -1 : 1))
        message_say(&desk->message, false,
                    !explorer_zoomed(explorer) ? "the whole run is shown; z zooms in"
                    : back                     ? "the run begins here"
                                               : "the run ends here");
    return redraw(true);
}

static unsigned act_clock(struct desk *desk, enum action action)
{
    (void)action;
    explorer_show_utc(desk->explorer, !desk->explorer->time.utc);
    return redraw(true);
}

static unsigned act_knob(struct desk *desk, enum action action)
{
    explorer_focus(desk->explorer, action == ACTION_KNOB_NEXT ? 1 : -1);
    return redraw(true);
}

void desk_set_knob(struct desk *desk, struct knob_ref knob, const struct knob_value *value)
{
    struct error error = {0};
    char note[160];
    if (!explorer_set(desk->explorer, knob, value, note, &error))
        message_say_error(&desk->message, &error);
    else if (*note)
        message_say(&desk->message, false, "%s", note);
}

static unsigned act_turn(struct desk *desk, enum action action)
{
    struct explorer *explorer = desk->explorer;
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    struct knob_value value;
    int steps = action == ACTION_TURN_UP     ? 1
                : action == ACTION_TURN_DOWN ? -1
                : action == ACTION_TURN_UP_5 ? 5
                                             : -5;
    if (action == ACTION_SCHEME_NEXT) {
        knob = scenario_pool_subject(&explorer->document.scenario, 0);
        steps = 1;
    }
    bool ring = knob_is_scheme(knob); /* round which five steps are one */
    steps = (ring ? (steps < 0 ? -1 : 1) : steps) * desk->times;
    if (explorer_step(explorer, knob, steps, &value))
        desk_set_knob(desk, knob, &value);
    else if (!ring)
        message_say(&desk->message, false, "the slider ends here; = types a value beyond it");
    return redraw(true);
}

static unsigned act_default(struct desk *desk, enum action action)
{
    (void)action;
    struct explorer *explorer = desk->explorer;
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    struct knob_value value = explorer_value(explorer, knob);
    const struct knob_info *info = &knob_infos[knob.id];
    if (info->type != TYPE_NUMBER || isnan(info->initial)) {
        message_say(&desk->message, false, "this knob has no default; u takes changes back");
        return redraw(true);
    }
    if (value.number != info->initial) {
        value.number = info->initial;
        desk_set_knob(desk, knob, &value);
    }
    return redraw(true);
}

static unsigned act_next_change(struct desk *desk, enum action action)
{
    (void)action;
    struct explorer *explorer = desk->explorer;
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    bool stairs = knob_infos[knob.id].stairs;
    explorer_pump(explorer, false);
    for (int i = FORECAST_SLOTS - 1; i >= 0 && stairs; i--) {
        const struct forecast_slot *slot = &explorer->results.forecast.slots[i];
        if (slot->exists && (i == FORECAST_CHANGE || (slot->known && !slot->identical))) {
            desk_set_knob(desk, knob, &slot->value);
            return redraw(true);
        }
    }
    message_say(&desk->message, false,
                stairs ? "no value of CIT changes anything from here" : "only CIT moves in stairs");
    return redraw(true);
}

static unsigned act_apply_mode(struct desk *desk, enum action action)
{
    (void)action;
    explorer_act_from_start(desk->explorer, !desk->explorer->document.from_start);
    return redraw(true);
}

static unsigned act_undo(struct desk *desk, enum action action)
{
    struct error error = {0};
    bool undo = action == ACTION_UNDO;
    if (undo ? explorer_undo(desk->explorer, &error) : explorer_redo(desk->explorer, &error))
        return redraw(true);
    if (error.kind != ERROR_NONE)
        message_say_error(&desk->message, &error);
    else
        message_say(&desk->message, false, undo ? "nothing to undo" : "nothing to redo");
    return redraw(true);
}

static unsigned act_reset(struct desk *desk, enum action action)
{
    struct error error = {0};
    char keys[32];
    (void)action;
    int n = explorer_reset(desk->explorer, &error);
    keymap_labels(&desk->keymap, ACTION_REDO, 1, keys, sizeof keys);
    if (error.kind != ERROR_NONE)
        message_say_error(&desk->message, &error);
    else if (n == 0)
        message_say(&desk->message, false, "nothing was changed since this was opened");
    else
        message_say(&desk->message, false, "%d change%s undone; %s brings %s back", n, n == 1 ? "" : "s",
                    keys, n == 1 ? "it" : "them one by one");
    return redraw(true);
}

static unsigned act_pin(struct desk *desk, enum action action)
{
    struct explorer *explorer = desk->explorer;
    char key[32];
    (void)action;
    keymap_labels(&desk->keymap, ACTION_UNPIN, 1, key, sizeof key);
    if (explorer_pin(explorer))
        message_say(&desk->message, false, "%s: changes are held against it until %s lets go",
                    explorer->results.references[REFERENCE_PINNED].name, key);
    else
        message_say(&desk->message, false, "a result can be pinned when all of it is simulated");
    return redraw(true);
}

static unsigned act_reference(struct desk *desk, enum action action)
{
    struct explorer *explorer = desk->explorer;
    const struct reference *pinned = &explorer->results.references[REFERENCE_PINNED];
    if (action == ACTION_UNPIN && !pinned->result)
        message_say(&desk->message, false, "nothing is pinned");
    else if (action == ACTION_UNPIN)
        explorer_unpin(explorer);
    else if (action == ACTION_REFERENCE_NEXT)
        explorer_next_reference(explorer);
    else
        explorer_hide_ghost(explorer, !explorer->results.ghost_hidden);
    if (*desk->message.text)
        return redraw(true);
    explorer_pump(explorer, false); /* names what it begins to compute */
    bool none = explorer->results.reference == REFERENCE_NONE || explorer->results.ghost_hidden;
    message_say(&desk->message, false, "reference: %s",
                none ? "none" : explorer->results.references[explorer->results.reference].name);
    return redraw(true);
}

static unsigned focus_panel(struct desk *desk, enum region region)
{
    struct scene *scene = &desk->scene;
    if (!scene_has_panel(scene, region)) {
        message_say(&desk->message, false, "%s", panel_why_not(region));
        return redraw(true);
    }
    if (scene->presenting)
        scene_present(scene, region);
    scene->focus = region;
    if (scene->presenting && layout_is_timed(region))
        return redraw(true);
    if (!scene->full && !scene->layout.too_small && !layout_has(&scene->layout, region))
        message_say(&desk->message, false, "this panel has no room here; Enter shows it in full size");
    return redraw(true);
}

/* Tab passes over panels that are not shown; in full size over those that the run has not. */
static unsigned act_next_panel(struct desk *desk, enum action action)
{
    const struct scene *scene = &desk->scene;
    enum region region = scene->focus;
    do
        region = panel_after(region, action == ACTION_PANEL_NEXT ? 1 : -1);
    while (region != scene->focus &&
           !(scene->full ? scene_has_panel(scene, region) : layout_has(&scene->layout, region)));
    return focus_panel(desk, region);
}

static unsigned act_full(struct desk *desk, enum action action)
{
    (void)action;
    desk->scene.full = !desk->scene.full;
    return redraw(true);
}

static unsigned act_presenter(struct desk *desk, enum action action)
{
    struct scene *scene = &desk->scene;
    (void)action;
    scene->presenting = !scene->presenting;
    scene->full = false;
    for (int i = 0; i < LAYOUT_PRESENTED; i++)
        scene->presented[i] = REGION_BAR;
    return redraw(true);
}

/* Over time, as the spread of the whole run, and while zoomed as that of the window. */
static unsigned act_form(struct desk *desk, enum action action)
{
    (void)action;
    struct scene *scene = &desk->scene;
    bool zoomed = desk->explorer->time.from_ns != desk->explorer->time.to_ns;
    scene->latency_form = scene->latency_form == LATENCY_TIME            ? LATENCY_RUN
                          : scene->latency_form == LATENCY_RUN && zoomed ? LATENCY_WINDOW
                                                                         : LATENCY_TIME;
    scene->focus = REGION_LATENCY;
    return redraw(true);
}

static unsigned act_type_value(struct desk *desk, enum action action)
{
    char text[PROMPT_SIZE], name[96];
    (void)action;
    knob_name(&desk->explorer->document.scenario, desk->explorer->focus.knobs[desk->explorer->focus.at], name,
              sizeof name);
    snprintf(text, sizeof text, "set %s ", name);
    desk_open_view(desk, VIEW_PALETTE, text);
    return redraw(true);
}

bool desk_scrolls(const struct desk *desk, enum action action)
{
    bool covered = desk->n_views > 0 && !(desk->n_views == 1 && view_ops[desk->views[0].id]->beside);
    return !covered && action >= ACTION_LIST_UP && action <= ACTION_LIST_LAST &&
           (scene_cluster_scrolls(&desk->scene) || scene_chooses_pool(&desk->scene));
}

void desk_choose_pool(struct desk *desk, int pool)
{
    const struct scenario *scenario = &desk->explorer->document.scenario;
    int last = scenario_n_pools(scenario) - 1;
    explorer_favour(desk->explorer, scenario_pool_subject(scenario, pool < 0      ? 0
                                                                    : pool < last ? pool
                                                                                  : last));
}

static unsigned act_back(struct desk *desk, enum action action)
{
    (void)action;
    if (!desk_top_view(desk) && desk->scene.full)
        desk->scene.full = false;
    else if (desk->n_views > 0)
        desk_close_view(desk);
    else
        return redraw(false);
    return redraw(true);
}

/* Leaves what is open, or the program. */
static unsigned act_quit(struct desk *desk, enum action action)
{
    if (desk->n_views > 0 || desk->scene.full)
        return act_back(desk, action);
    bool asks = session_unsaved(&desk->session, NULL, 0) > 0 || session_is_waiting(&desk->session);
    if (asks && desk_open_view(desk, VIEW_QUIT, ""))
        return redraw(true);
    return REPLY_HANDLED | REPLY_QUIT;
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
        message_say(&desk->message, false, "theme %s", next.name);
    } else {
        message_say_error(&desk->message, &error);
    }
    return redraw(true) | REPLY_RESTYLE;
}

static unsigned act_glyphs(struct desk *desk, enum action action)
{
    (void)action;
    enum glyph_set glyphs =
        desk->canvas.glyphs == GLYPHS_ASCII ? GLYPHS_BRAILLE : (enum glyph_set)(desk->canvas.glyphs + 1);
    desk->canvas.glyphs = glyphs;
    message_say(&desk->message, false, "glyphs %s", glyph_set_names[glyphs]);
    return redraw(true) | REPLY_RESTYLE;
}

static unsigned act_mouse(struct desk *desk, enum action action)
{
    (void)action;
    desk->mouse = !desk->mouse;
    message_say(&desk->message, false, desk->mouse ? "mouse on" : "mouse off: text can be selected");
    return redraw(true) | REPLY_RESTYLE;
}

static unsigned act_redraw(struct desk *desk, enum action action)
{
    (void)desk;
    (void)action;
    return redraw(true) | REPLY_RESTYLE;
}

static unsigned (*const handlers[ACTION_COUNT])(struct desk *, enum action) = {
    [ACTION_TIME_BACK] = act_time,
    [ACTION_TIME_FORWARD] = act_time,
    [ACTION_BUCKET_BACK] = act_time,
    [ACTION_BUCKET_FORWARD] = act_time,
    [ACTION_MINUTE_BACK] = act_time,
    [ACTION_MINUTE_FORWARD] = act_time,
    [ACTION_HOUR_BACK] = act_time,
    [ACTION_HOUR_FORWARD] = act_time,
    [ACTION_EVENT_NEXT] = act_event,
    [ACTION_EVENT_PREVIOUS] = act_event,
    [ACTION_EVENT_KIND] = act_event_kind,
    [ACTION_MISS_NEXT] = act_event,
    [ACTION_TIME_START] = act_time,
    [ACTION_TIME_END] = act_time,
    [ACTION_PLAY] = act_play,
    [ACTION_SLOWER] = act_speed,
    [ACTION_FASTER] = act_speed,
    [ACTION_ZOOM_IN] = act_zoom,
    [ACTION_ZOOM_OUT] = act_zoom,
    [ACTION_PAN_BACK] = act_pan,
    [ACTION_PAN_FORWARD] = act_pan,
    [ACTION_CLOCK] = act_clock,
    [ACTION_KNOB_PREVIOUS] = act_knob,
    [ACTION_KNOB_NEXT] = act_knob,
    [ACTION_TURN_UP] = act_turn,
    [ACTION_TURN_DOWN] = act_turn,
    [ACTION_TURN_UP_5] = act_turn,
    [ACTION_TURN_DOWN_5] = act_turn,
    [ACTION_TYPE_VALUE] = act_type_value,
    [ACTION_KNOB_DEFAULT] = act_default,
    [ACTION_NEXT_CHANGE] = act_next_change,
    [ACTION_APPLY_MODE] = act_apply_mode,
    [ACTION_UNDO] = act_undo,
    [ACTION_REDO] = act_undo,
    [ACTION_RESET] = act_reset,
    [ACTION_SCHEME_NEXT] = act_turn,
    [ACTION_PIN] = act_pin,
    [ACTION_UNPIN] = act_reference,
    [ACTION_REFERENCE_NEXT] = act_reference,
    [ACTION_GHOST] = act_reference,
    [ACTION_PANEL_NEXT] = act_next_panel,
    [ACTION_PANEL_PREVIOUS] = act_next_panel,
    [ACTION_PANEL_FULL] = act_full,
    [ACTION_PANEL_FORM] = act_form,
    [ACTION_PRESENTER] = act_presenter,
    [ACTION_BACK] = act_back,
    [ACTION_QUIT] = act_quit,
    [ACTION_THEME_NEXT] = act_theme,
    [ACTION_GLYPHS_NEXT] = act_glyphs,
    [ACTION_MOUSE] = act_mouse,
    [ACTION_REDRAW] = act_redraw,
};

/* What has no function of its own focuses a panel, or opens a view and closes it again, as their tables say.
 */
static unsigned act_by_table(struct desk *desk, enum action action)
{
    enum region region = panel_of_action(action);
    enum view_id id = view_of_action(action);
    const struct view *top = desk_top_view(desk);
    if (region != REGION_COUNT)
        return focus_panel(desk, region);
    if (id == VIEW_COUNT)
        return 0;
    if (top && top->id == id)
        desk_close_view(desk);
    else
        desk_open_view(desk, id, "");
    return redraw(true);
}

static unsigned dispatch(struct desk *desk, enum action action)
{
    const struct view *top = desk_top_view(desk), *asked = top ? top : desk_beside(desk);
    const struct view_ops *ops = asked ? view_ops[asked->id] : NULL;
    unsigned contexts = action_group_contexts[action_infos[action].group];
    bool back = action == ACTION_BACK || action == ACTION_QUIT; /* a panel in full size goes back first */
    bool asks = ops && ops->action && (top || !desk->scene.full || !back);
    unsigned result = asks ? ops->action(&desk->host, asked->state, action) : 0;
    if (result)
        return result;
    if (desk_scrolls(desk, action)) {
        struct scene *scene = &desk->scene;
        int page = scene_cluster_page(scene), all = scene->content.n_gpus;
        const int steps[] = {-1, 1, -page, page, -all, all}; /* from ACTION_LIST_UP on */
        if (scene_chooses_pool(scene))
            desk_choose_pool(desk, scene_pool_in_focus(scene) + steps[action - ACTION_LIST_UP]);
        else
            scene_scroll_cluster(scene, steps[action - ACTION_LIST_UP]);
        return redraw(true);
    }
    if (contexts != CONTEXT_EVERYWHERE && contexts != (top ? 0 : CONTEXT_DASHBOARD)) {
        char key[32];
        keymap_labels(&desk->keymap, action, 1, key, sizeof key);
        message_say(&desk->message, true,
                    top ? "%s is not for what is open here; Esc closes it" : "%s is for lists and views",
                    *key ? key : action_infos[action].name);
        return REPLY_REDRAW;
    }
    return handlers[action] ? handlers[action](desk, action) : act_by_table(desk, action);
}

/* What a view asked for, once it has answered. */
static unsigned grant_wishes(struct desk *desk)
{
    struct host_wishes wishes = desk->host.wishes;
    unsigned result = wishes.restyle ? REPLY_RESTYLE : 0;
    desk->host.wishes.restyle = false;
    desk->host.wishes.view = VIEW_COUNT;
    desk->host.wishes.line[0] = 0;
    if (wishes.view != VIEW_COUNT)
        desk_open_view(desk, wishes.view, wishes.argument);
    if (!*wishes.line && *desk->host.wishes.line) { /* the view that opened has one of its own */
        text_copy(wishes.line, sizeof wishes.line, desk->host.wishes.line);
        desk->host.wishes.line[0] = 0;
    }
    if (*wishes.line)
        result |= desk_command(desk, wishes.line);
    return result;
}

unsigned desk_finish(struct desk *desk, unsigned result)
{
    if (result & REPLY_CLOSE)
        desk_close_view(desk);
    while (result & REPLY_CLOSE_ALL && desk_top_view(desk))
        desk_close_view(desk);
    result |= grant_wishes(desk);
    return result & ~(unsigned)(REPLY_CLOSE | REPLY_CLOSE_ALL);
}

unsigned desk_action(struct desk *desk, enum action action)
{
    message_clear(&desk->message);
    if (action_infos[action].group == GROUP_DEMO || action == ACTION_DEMO_RETURN) {
        /* Of the demo that is played, from wherever it is asked for. */
        if (desk->player)
            return player_action(desk, action);
        message_say(&desk->message, false, "no demo is played; %s lists them",
                    action_infos[ACTION_DEMOS].name);
        return redraw(true);
    }
    if (player_refuses_action(desk, action))
        return REPLY_DONE;
    unsigned result = desk_finish(desk, dispatch(desk, action));
    if (!(result & REPLY_QUIT)) {
        desk_note_action(desk, action);
        explorer_pump(desk->explorer, false);
    }
    return result;
}
