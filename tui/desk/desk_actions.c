/* What actions do, group by group. What opens a view or focuses a panel is in their tables instead, and an
 * open view is asked first. */
#include "tui/desk/desk.h"

#include "engine/base/text.h"
#include "tui/board/panels/panels.h"
#include "tui/board/things.h"
#include "tui/desk/player.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- time --- */

/* To the next event or late request, or the one before; says what happens there, or that there is none. */
static void go_to_event(struct desk *desk, enum action_id action)
{
    /* What there is none of, in that direction. */
    static const char *const words[EVENT_STOPS] = {
        "event", "intensity step", "edit", "late request", "search", "move of a pod", "change of the water"};
    struct explorer *explorer = desk->explorer;
    bool miss = action == ACTION_MISS_NEXT, back = action == ACTION_EVENT_PREVIOUS;
    enum event_kind kind = EVENT_MISS;
    char text[160], key[16], so_far[64] = "";
    if (!recording_finished(explorer->results.current->recording))
        text_print(so_far, sizeof so_far, " so far: %.0f %% of the run is simulated",
                   100 * (double)explorer_buffered_ns(explorer) / (double)(explorer->time.horizon_ns + 1));
    keymap_labels(&desk->keymap, ACTION_INSPECTOR, 1, key, sizeof key);
    if (!(miss ? explorer_seek_miss(explorer, desk->scene.layout.plot_w)
               : explorer_seek_event(explorer, back ? -1 : 1, &kind)))
        message_say(&desk->message, false, "no %s %s this%s",
                    words[miss ? 1 + EVENT_MISS : explorer->events.stop], back ? "before" : "after", so_far);
    else if (explorer_tell_event(explorer, kind, text, sizeof text) && kind == EVENT_MISS && *key)
        message_say(&desk->message, false, "%s%s; %s: why", text, so_far, key);
    else
        message_say(&desk->message, false, "%s", text);
}

static void play_at(struct desk *desk, int faster)
{
    static const double speeds[] = {1, 10, 60, 300, 600, 1200, 3600, 10000};
    enum { SPEEDS = sizeof speeds / sizeof *speeds };
    int at = 0;
    while (at < SPEEDS - 1 && speeds[at] < desk->explorer->time.speed)
        at++;
    at += faster;
    explorer_set_speed(desk->explorer, speeds[at < 0 ? 0 : at < SPEEDS ? at : SPEEDS - 1]);
    message_say(&desk->message, false, "%.0f seconds a second%s", desk->explorer->time.speed,
                at < 0         ? ", no slower"
                : at >= SPEEDS ? ", no faster"
                               : "");
}

/* The cursor to another instant; false: the action is another. */
static bool move_cursor(struct desk *desk, enum action_id action, int step)
{
    struct explorer *explorer = desk->explorer;
    int64_t before = explorer->time.cursor_ns;
    if (action == ACTION_TIME_BACK || action == ACTION_TIME_FORWARD)
        explorer_step_time(explorer, step, desk->scene.layout.plot_w);
    else if (action == ACTION_BUCKET_BACK || action == ACTION_BUCKET_FORWARD)
        explorer_step_bucket(explorer, step, desk->scene.layout.plot_w);
    else if (action == ACTION_MINUTE_BACK || action == ACTION_MINUTE_FORWARD)
        explorer_step_clock(explorer, step, 60);
    else if (action == ACTION_HOUR_BACK || action == ACTION_HOUR_FORWARD)
        explorer_step_clock(explorer, step, 3600);
    else if (action == ACTION_TIME_START || action == ACTION_TIME_END)
        explorer_seek(explorer, action == ACTION_TIME_START ? 0 : explorer->time.horizon_ns);
    else
        return false;
    if (explorer->time.cursor_ns == before)
        message_say(&desk->message, false, before == 0 ? "the run begins here" : "the run ends here");
    return true;
}

static void act_on_time(struct desk *desk, enum action_id action)
{
    struct explorer *explorer = desk->explorer;
    /* Of two actions that go both ways the first goes back. */
    int back = action == ACTION_TIME_BACK || action == ACTION_BUCKET_BACK || action == ACTION_MINUTE_BACK ||
               action == ACTION_HOUR_BACK || action == ACTION_PAN_BACK || action == ACTION_ZOOM_OUT;
    int step = back ? -1 : 1;
    if (move_cursor(desk, action, step))
        return;
    switch (action) {
    case ACTION_EVENT_KIND:
        explorer_next_stop(explorer);
        message_say(&desk->message, false, "n and N stop %s (%d%s)", event_stop_names[explorer->events.stop],
                    explorer_count_stops(explorer),
                    recording_finished(explorer->results.current->recording) ? "" : " so far");
        return;
    case ACTION_PLAY:
        if (!explorer->time.playing && explorer->time.cursor_ns >= explorer->time.horizon_ns)
            explorer_seek(explorer, 0);
        explorer_play(explorer, !explorer->time.playing);
        return;
    case ACTION_SLOWER:
    case ACTION_FASTER:
        play_at(desk, action == ACTION_FASTER ? 1 : -1);
        return;
    case ACTION_ZOOM_IN:
    case ACTION_ZOOM_OUT:
        if (!explorer_zoom(explorer, step))
            message_say(&desk->message, false,
                        back ? "the whole run is shown" : "this is as close as it gets");
        return;
    case ACTION_PAN_BACK:
    case ACTION_PAN_FORWARD:
        if (!explorer_pan(explorer, step))
            message_say(&desk->message, false,
                        !explorer_zoomed(explorer) ? "the whole run is shown; z zooms in"
                        : back                     ? "the run begins here"
                                                   : "the run ends here");
        return;
    case ACTION_CLOCK:
        explorer_show_utc(explorer, !explorer->time.utc);
        return;
    default:
        go_to_event(desk, action);
    }
}

/* --- knobs --- */

void desk_set_knob(struct desk *desk, struct knob_ref knob, const struct knob_value *value)
{
    struct error error = {0};
    char note[160];
    if (!explorer_set(desk->explorer, knob, value, note, &error))
        message_say_error(&desk->message, &error);
    else if (*note)
        message_say(&desk->message, false, "%s", note);
}

static void turn(struct desk *desk, enum action_id action)
{
    struct explorer *explorer = desk->explorer;
    bool next = action == ACTION_SCHEME_NEXT;
    struct knob_ref knob = next ? scenario_pool_subject(&explorer->document.scenario, 0)
                                : explorer->focus.knobs[explorer->focus.at];
    struct knob_value value;
    bool ring = knob_is_scheme(knob); /* round which five steps are one */
    int steps = ring || action == ACTION_TURN_UP || action == ACTION_TURN_DOWN ? 1 : 5;
    if (action == ACTION_TURN_DOWN || action == ACTION_TURN_DOWN_5)
        steps = -steps;
    if (explorer_step(explorer, knob, steps * desk->times, &value))
        desk_set_knob(desk, knob, &value);
    else if (!ring)
        message_say(&desk->message, false, "the slider ends here; = types a value beyond it");
}

/* To the next value that changes anything, where the knob is a staircase. */
static void turn_to_next_change(struct desk *desk, struct knob_ref knob)
{
    bool stairs = knob_infos[knob.id].stairs;
    explorer_pump(desk->explorer, false);
    for (int i = FORECAST_SLOTS - 1; i >= 0 && stairs; i--) {
        const struct forecast_slot *slot = &desk->explorer->results.forecast.slots[i];
        if (slot->exists && (i == FORECAST_CHANGE || (slot->known && !slot->identical))) {
            desk_set_knob(desk, knob, &slot->value);
            return;
        }
    }
    message_say(&desk->message, false,
                stairs ? "no value of CIT changes anything from here" : "only CIT moves in stairs");
}

/* One change, or all since the scenario was opened. */
static void take_back(struct desk *desk, enum action_id action)
{
    struct message *message = &desk->message;
    struct error error = {0};
    char keys[32];
    if (action == ACTION_RESET) {
        int n = explorer_reset(desk->explorer, &error);
        keymap_labels(&desk->keymap, ACTION_REDO, 1, keys, sizeof keys);
        if (n == 0)
            message_say(message, false, "nothing was changed since this was opened");
        else
            message_say(message, false, "%d change%s undone; %s brings %s back", n, n == 1 ? "" : "s", keys,
                        n == 1 ? "it" : "them one by one");
    } else if (!(action == ACTION_UNDO ? explorer_undo : explorer_redo)(desk->explorer, &error)) {
        message_say(message, false, action == ACTION_UNDO ? "nothing to undo" : "nothing to redo");
    }
    if (error.kind != ERROR_NONE)
        message_say_error(message, &error);
}

static void act_on_knobs(struct desk *desk, enum action_id action)
{
    struct explorer *explorer = desk->explorer;
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    char text[PROMPT_SIZE], name[96];
    switch (action) {
    case ACTION_KNOB_PREVIOUS:
    case ACTION_KNOB_NEXT:
        explorer_focus(explorer, action == ACTION_KNOB_NEXT ? 1 : -1);
        return;
    case ACTION_TYPE_VALUE:
        knob_name(&explorer->document.scenario, knob, name, sizeof name);
        snprintf(text, sizeof text, "set %s ", name);
        desk_open_view(desk, VIEW_PALETTE, text);
        return;
    case ACTION_KNOB_DEFAULT: {
        struct knob_value value = explorer_value(explorer, knob);
        double initial = knob_infos[knob.id].type == TYPE_NUMBER ? knob_infos[knob.id].initial : (double)NAN;
        if (isnan(initial)) {
            message_say(&desk->message, false, "this knob has no default; u takes changes back");
        } else if (value.number != initial) {
            value.number = initial;
            desk_set_knob(desk, knob, &value);
        } else
            message_say(&desk->message, false, "it is at its default");
        return;
    }
    case ACTION_NEXT_CHANGE:
        turn_to_next_change(desk, knob);
        return;
    case ACTION_KNOB_FIND:
        desk_open_view(desk, VIEW_PALETTE, "set ");
        return;
    case ACTION_APPLY_MODE:
        explorer_act_from_start(explorer, !explorer->document.from_start);
        if (player_is_demo(desk->player)) /* its own text says it, and its keys keep the last row */
            return;
        message_say(&desk->message, false, "the next turn acts from %s%s",
                    explorer->document.from_start ? "the start of the run" : "the cursor on",
                    history_top(&explorer->document.history) ? "; what was turned stays, u takes it back"
                                                             : "");
        return;
    case ACTION_UNDO:
    case ACTION_REDO:
    case ACTION_RESET:
        take_back(desk, action);
        return;
    default:
        turn(desk, action);
    }
}

/* --- what the run is held against --- */

static void act_on_reference(struct desk *desk, enum action_id action)
{
    struct explorer *explorer = desk->explorer;
    struct results *results = &explorer->results;
    const struct reference *pinned = &results->references[REFERENCE_PINNED];
    char key[32];
    if (action == ACTION_PIN) {
        keymap_labels(&desk->keymap, ACTION_UNPIN, 1, key, sizeof key);
        if (explorer_pin(explorer))
            message_say(&desk->message, false, "%s: changes are held against it until %s lets go",
                        pinned->name, key);
        else
            message_say(&desk->message, false, "a result can be pinned when all of it is simulated");
        return;
    }
    if (action == ACTION_UNPIN && !pinned->result) {
        message_say(&desk->message, false, "nothing is pinned");
        return;
    }
    if (action == ACTION_UNPIN)
        explorer_unpin(explorer);
    else if (action == ACTION_REFERENCE_NEXT)
        explorer_next_reference(explorer);
    else
        explorer_hide_ghost(explorer, !results->ghost_hidden);
    explorer_pump(explorer, false); /* names what it begins to compute */
    bool none = results->reference == REFERENCE_NONE || results->ghost_hidden;
    message_say(&desk->message, false, "reference: %s",
                none ? "none" : results->references[results->reference].name);
}

/* --- panels --- */

/* At the first sight of a term in a session its meaning stands in the last row: of those in the panel that
 * gets the focus, from its title on, one at a time. Signs are left to `?`. */
static void tell_term(struct desk *desk, enum region region)
{
    const struct shown shown = {&desk->scene, &desk->canvas, VIEW_COUNT};
    struct rect rect = desk->scene.layout.rects[region];
    struct thing thing;
    for (int i = 0; i < rect.w * rect.h; i++) {
        if (!things_at(&shown, rect.x + i % rect.w, rect.y + i / rect.w, &thing) ||
            (thing.subject.kind != SUBJECT_TERM && thing.subject.kind != SUBJECT_KNOB))
            continue;
        const struct meaning meaning = glossary_meaning(thing.subject);
        const char *word = *thing.word ? thing.word : meaning.title;
        bool *told = &desk->told[thing.subject.which + (thing.subject.kind == SUBJECT_KNOB ? TERM_COUNT : 0)];
        if (*told || !isalpha((unsigned char)*word))
            continue;
        *told = true;
        message_say(&desk->message, false, "%s: %.*s", word, (int)strcspn(meaning.means, ".:;"),
                    meaning.means);
        return;
    }
}

static void focus_panel(struct desk *desk, enum region region)
{
    struct scene *scene = &desk->scene;
    if (!scene_has_panel(scene, region)) {
        message_say(&desk->message, false, "%s", panel_why_not(region));
        return;
    }
    if (scene->presenting)
        scene_present(scene, region);
    bool again = scene->focus == region && !scene->full && !scene->presenting;
    scene->focus = region;
    if (!(scene->presenting && layout_is_timed(region)) && !scene->full && !scene->layout.too_small &&
        !layout_has(&scene->layout, region))
        message_say(
            &desk->message, false, "%s; Enter shows it in full size",
            scene->board.n_panels > 0 && layout_is_choice(region) && !layout_names(&scene->content, region)
                ? text(&desk->canvas.texts, "the board %s does not show this panel", scene->board.name)
                : "this panel has no room here");
    else if (region != REGION_KNOBS && !scene->full && !scene->presenting && !scene->layout.too_small &&
             !desk->player) /* knobs tell of themselves */
        tell_term(desk, region);
    if (again && !*desk->message.text)
        message_say(&desk->message, false, "this panel is chosen; Enter shows it in full size");
}

/* For a hall, or back to the board. */
static void present(struct scene *scene)
{
    scene->presenting = !scene->presenting;
    scene->full = false;
    for (int i = 0; i < LAYOUT_PRESENTED; i++)
        scene->presented[i] = REGION_BAR;
}

/* What shows a panel, another, or all in another way; false: the action is none of these. */
static bool act_on_panels(struct desk *desk, enum action_id action)
{
    struct scene *scene = &desk->scene;
    enum region region = scene->focus;
    bool zoomed = explorer_zoomed(desk->explorer);
    int at;
    switch (action) {
    case ACTION_PANEL_NEXT:
    case ACTION_PANEL_PREVIOUS:
        /* Tab passes over panels that are not shown; in full size over those that the run has not. */
        do
            region = panel_after(region, action == ACTION_PANEL_NEXT ? 1 : -1);
        while (region != scene->focus &&
               !(scene->full ? scene_has_panel(scene, region) : layout_has(&scene->layout, region)));
        focus_panel(desk, region);
        return true;
    case ACTION_PANEL_FULL:
        scene->full = !scene->full;
        return true;
    case ACTION_PANEL_FORM:
        /* Over time, as the spread of the whole run, and while zoomed as that of the window. */
        scene->latency_form = scene->latency_form == LATENCY_TIME            ? LATENCY_RUN
                              : scene->latency_form == LATENCY_RUN && zoomed ? LATENCY_WINDOW
                                                                             : LATENCY_TIME;
        scene->focus = REGION_LATENCY;
        return true;
    case ACTION_BOARD_NEXT:
        /* Through all of them, then what is for a hall, then from the first again. */
        at = scene->presenting ? 0 : boards_find(&desk->boards, scene->board.name) + 1;
        if (at < desk->boards.n) {
            scene->board = desk->boards.items[at];
            message_say(&desk->message, false, "board %s", scene->board.name);
            if (!scene->presenting)
                return true;
        }
        present(scene);
        return true;
    case ACTION_PRESENTER:
        present(scene);
        return true;
    default:
        return false;
    }
}

bool desk_scrolls(const struct desk *desk, enum action_id action)
{
    return desk->n_views == 0 && action >= ACTION_LIST_UP && action <= ACTION_LIST_LAST &&
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

/* --- the screen --- */

/* Leaves what is open, or the program. */
static unsigned leave(struct desk *desk, bool quit)
{
    if (!desk_top_view(desk) && desk->scene.full) {
        desk->scene.full = false;
    } else if (!quit && !desk_top_view(desk) && desk->scene.presenting) {
        present(&desk->scene);
    } else if (desk->n_views > 0) {
        desk_close_view(desk);
    } else if (!quit) {
        message_say(&desk->message, false, "nothing is open that could be closed; q ends");
    } else {
        bool asks = session_unsaved(&desk->session, NULL, 0) > 0 || session_is_waiting(&desk->session);
        if (!asks || !desk_open_view(desk, VIEW_QUIT, ""))
            return REPLY_HANDLED | REPLY_QUIT;
    }
    return REPLY_DONE;
}

/* The next theme, the next set of glyphs, the mouse; all is drawn again. */
static void act_on_display(struct desk *desk, enum action_id action)
{
    struct message *message = &desk->message;
    if (action == ACTION_THEME_NEXT) {
        char names[64][32];
        struct error error = {0};
        struct theme next;
        int n = theme_list(desk->data_dir, names, 64), at = 0;
        while (at < n - 1 && strcmp(names[at], desk->theme.name) != 0)
            at++;
        if (theme_load(&next, desk->data_dir, names[(at + 1) % n], &error)) {
            desk->theme = next;
            message_say(message, false, "theme %s", next.name);
        } else {
            message_say_error(message, &error);
        }
    } else if (action == ACTION_GLYPHS_NEXT) {
        enum glyph_set *glyphs = &desk->canvas.glyphs;
        *glyphs = *glyphs == GLYPHS_ASCII ? GLYPHS_BRAILLE : (enum glyph_set)(*glyphs + 1);
        message_say(message, false, "glyphs %s", glyph_set_names[*glyphs]);
    } else if (action == ACTION_MOUSE) {
        desk->mouse = !desk->mouse;
        message_say(message, false, desk->mouse ? "mouse on" : "mouse off: text can be selected");
    }
}

/* What the desk itself does, by the groups of actions. What has no function of its own focuses a panel, or
 * opens a view and closes it again, as their tables say. */
static unsigned act(struct desk *desk, enum action_id action)
{
    enum action_group group = action_infos[action].group;
    enum region region = panel_of_action(action);
    enum view_id id = view_of_action(action);
    const struct open_view *top = desk_top_view(desk);
    if (action == ACTION_BACK || action == ACTION_QUIT)
        return leave(desk, action == ACTION_QUIT);
    if (region != REGION_COUNT)
        focus_panel(desk, region);
    else if (top && id != VIEW_COUNT && top->id == id)
        desk_close_view(desk);
    else if (id != VIEW_COUNT)
        desk_open_view(desk, id, "");
    else if (group == GROUP_TIME)
        act_on_time(desk, action);
    else if (group == GROUP_KNOBS || action == ACTION_SCHEME_NEXT)
        act_on_knobs(desk, action);
    else if (group == GROUP_REFERENCE)
        act_on_reference(desk, action);
    else if (group == GROUP_DISPLAY)
        act_on_display(desk, action);
    else if (!act_on_panels(desk, action))
        return 0;
    return REPLY_DONE | (group == GROUP_DISPLAY ? REPLY_RESTYLE : 0);
}

static unsigned dispatch(struct desk *desk, enum action_id action)
{
    const struct open_view *top = desk_top_view(desk);
    const struct view_ops *ops = top ? view_ops[top->id] : NULL;
    unsigned contexts = action_group_contexts[action_infos[action].group], result = 0;
    bool back = action == ACTION_BACK || action == ACTION_QUIT; /* a panel in full size goes back first */
    if (ops && ops->action)
        result = ops->action(&desk->host, top->state, action);
    else if (!top && desk->player && !player_is_demo(desk->player) && !(desk->scene.full && back))
        result = player_action(desk, action);
    if (result)
        return result;
    if (ops && ops->asks && action != ACTION_BACK && action != ACTION_REDRAW) {
        message_say(&desk->message, false, "this question comes first: a key that it names answers it");
        return REPLY_REDRAW;
    }
    if (desk_scrolls(desk, action)) {
        struct scene *scene = &desk->scene;
        int page = scene_cluster_page(scene), all = scene->content.n_gpus;
        const int steps[] = {-1, 1, -page, page, -all, all}; /* from ACTION_LIST_UP on */
        if (scene_chooses_pool(scene))
            desk_choose_pool(desk, scene_pool_in_focus(scene) + steps[action - ACTION_LIST_UP]);
        else
            scene_scroll_cluster(scene, steps[action - ACTION_LIST_UP]);
        return REPLY_DONE;
    }
    if (contexts != CONTEXT_EVERYWHERE && contexts != (top ? 0 : CONTEXT_DASHBOARD)) {
        char key[32];
        keymap_labels(&desk->keymap, action, 1, key, sizeof key);
        message_say(&desk->message, true,
                    top ? "%s is not for what is open here; Esc closes it" : "%s is for lists and views",
                    *key ? key : action_infos[action].name);
        return REPLY_REDRAW;
    }
    return act(desk, action);
}

/* What a view asked for, once it has answered. */
static unsigned grant_wishes(struct desk *desk)
{
    struct host_wishes wishes = desk->host.wishes;
    unsigned result = wishes.restyle ? REPLY_RESTYLE : 0;
    desk->host.wishes.restyle = false;
    desk->host.wishes.view = VIEW_COUNT;
    desk->host.wishes.line[0] = 0;
    desk->host.wishes.typed = false;
    if (wishes.leave && desk->host.lesson)
        player_leave(desk, wishes.leave == LEAVE_KEEPS);
    desk->host.wishes.leave = LEAVE_NOTHING;
    if (wishes.view != VIEW_COUNT)
        desk_open_view(desk, wishes.view, wishes.argument);
    if (!*wishes.line && *desk->host.wishes.line) { /* the view that opened has one of its own */
        text_copy(wishes.line, sizeof wishes.line, desk->host.wishes.line);
        desk->host.wishes.line[0] = 0;
    }
    if (*wishes.line)
        result |= desk_command(desk, wishes.line);
    if (wishes.typed && desk->message.bad)
        desk_open_view(desk, VIEW_PALETTE, wishes.line);
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

unsigned desk_action(struct desk *desk, enum action_id action)
{
    message_clear(&desk->message);
    if (action_infos[action].group == GROUP_DEMO || action == ACTION_DEMO_RETURN) {
        /* Of the demo that is played, from wherever it is asked for. */
        while (desk->player && !player_is_demo(desk->player) && desk->player->under)
            player_leave(desk, true); /* a lesson that its audience tried */
        if (player_is_demo(desk->player))
            return player_action(desk, action);
        message_say(&desk->message, false, "no demo is played; %s lists them",
                    action_infos[ACTION_DEMOS].name);
        return REPLY_DONE;
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
