/* The mouse over the dashboard: a press or a drag in any plot or on the time bar moves the cursor, the wheel
 * steps through time or turns the knob below it, sliders are dragged, and what says of itself that it can be
 * clicked (the spots of the canvas) does what its key does. Views get presses and the wheel. */
#include "tui/desk/desk.h"
#include "tui/desk/player.h"

#include "tui/board/panels/panels.h"

#include <math.h>

enum { WHEEL_ROWS = 3 }; /* of a panel that scrolls, with each step of the wheel */

static unsigned redraw(struct desk *desk)
{
    explorer_pump(desk->explorer, false);
    return REPLY_DONE;
}

/* --- time --- */

/* A stretch of time over the columns of the plots. */
struct stretch {
    int64_t from_ns, to_ns;
    int x, w;
};

static struct stretch stretch_of(const struct desk *desk, enum desk_grip grip)
{
    const struct layout *layout = &desk->scene.layout;
    const struct curve_window *window = &desk->scene.window;
    if (grip == GRIP_BAR)
        return (struct stretch){0, desk->explorer->time.horizon_ns, layout->plot_x, layout->plot_w};
    return (struct stretch){window->from_ns, window->to_ns, layout->plot_x, layout->plot_w};
}

/* The first instant that is drawn in a column; the end of the stretch right of the last one, so that the end
 * of the run can be reached. */
static int64_t instant_at(const struct stretch *stretch, int x)
{
    int64_t column = x < stretch->x ? 0 : x - stretch->x, span_ns = stretch->to_ns - stretch->from_ns;
    if (stretch->w <= 0)
        return stretch->from_ns;
    if (column >= stretch->w)
        return stretch->to_ns;
    return stretch->from_ns + (span_ns * column + stretch->w - 1) / stretch->w;
}

/* Where an edit is drawn, its own instant is meant: a turn there changes that edit. */
static int64_t edit_near(const struct desk *desk, const struct stretch *stretch, int x)
{
    const struct scenario *scenario = &desk->explorer->document.scenario;
    int64_t from_ns = instant_at(stretch, x), to_ns = instant_at(stretch, x + 1);
    for (int i = 0; i < scenario->n_edits; i++)
        if (scenario->edits[i].t_ns >= from_ns && scenario->edits[i].t_ns < to_ns)
            return scenario->edits[i].t_ns;
    return from_ns;
}

static unsigned drag_time(struct desk *desk, int x)
{
    struct stretch stretch = stretch_of(desk, desk->grip);
    int64_t t_ns = instant_at(&stretch, x);
    bool leaves = t_ns == stretch.to_ns && t_ns < desk->explorer->time.horizon_ns;
    explorer_seek(desk->explorer, leaves ? t_ns - 1 : t_ns); /* dragging turns no page */
    return redraw(desk);
}

/* --- knobs --- */

static void focus_knob(struct desk *desk, int index)
{
    if (index != desk->explorer->focus.at)
        explorer_focus(desk->explorer, index - desk->explorer->focus.at);
}

/* The value that the slider has at a column, on the knob's grid. Where 0 means that there is no limit, its
 * place is the loose end. */
static double value_at(const struct explorer *explorer, struct knob_ref knob, struct rect slider, int x)
{
    const struct knob_info *info = &knob_infos[knob.id];
    struct knob_slider of = explorer_slider(explorer, knob);
    double share = slider.w > 1 ? (double)(x - slider.x) / (slider.w - 1) : 0;
    share = fmin(fmax(share, 0), 1);
    if (info->zero && share >= 1)
        return 0;
    double value = of.least + share * (of.most - of.least), rungs[CLOCKS_MAX];
    size_t n = explorer_rungs(explorer, knob, rungs);
    if (n > 0)
        return rungs[explorer_nearest_rung(rungs, n, value)];
    value = floor(floor(value / of.step + 0.5) * of.step * 1e6 + 0.5) / 1e6;
    return fmin(fmax(value, info->zero ? of.step : of.least), of.most);
}

static unsigned drag_slider(struct desk *desk, int x)
{
    struct explorer *explorer = desk->explorer;
    struct knob_value value = explorer_value(explorer, desk->grip_knob);
    double wanted = value_at(explorer, desk->grip_knob, desk->grip_rect, x);
    if (wanted == value.number)
        return REPLY_HANDLED;
    value.number = wanted;
    desk_set_knob(desk, desk->grip_knob, &value);
    return redraw(desk);
}

/* --- panels --- */

static unsigned press_panel(struct desk *desk, int x, int y)
{
    for (int region = 0; region < REGION_COUNT; region++)
        if (rect_contains(desk->scene.layout.rects[region], x, y))
            return panels[region].click == ACTION_NONE ? 0 : desk_action(desk, panels[region].click);
    return 0;
}

/* --- the dashboard --- */

static unsigned press(struct desk *desk, const struct mouse_event *event)
{
    struct spot spot = canvas_spot_at(&desk->canvas, event->x, event->y);
    switch (spot.kind) {
    case SPOT_ACTION:
        return desk_action(desk, (enum action_id)spot.which);
    case SPOT_TITLE: {
        /* The title of the focused panel opens it in full size, or closes it; a double click on any title
         * does. */
        enum region region = (enum region)spot.which;
        bool again = event->again;
        bool focused = desk->scene.focus == region;
        bool opened = desk->title_pressed; /* the first half of a double click has done it */
        desk->title_pressed = focused && !again;
        if (!focused)
            return desk_action(desk, panels[region].click);
        return again && opened ? REPLY_HANDLED : desk_action(desk, ACTION_PANEL_FULL);
    }
    case SPOT_KNOB: {
        /* The scheme that has the focus opens the list of schemes. */
        int index = spot.which;
        const struct explorer *explorer = desk->explorer;
        if (index == explorer->focus.at && knob_is_scheme(explorer->focus.knobs[index]))
            return desk_action(desk, ACTION_SCHEMES);
        focus_knob(desk, index);
        return redraw(desk);
    }
    case SPOT_SLIDER: {
        focus_knob(desk, spot.which);
        explorer_end_turn(desk->explorer); /* each drag is a change of its own */
        desk->grip = GRIP_SLIDER;
        desk->grip_knob = desk->explorer->focus.knobs[spot.which];
        desk->grip_rect = spot.rect;
        return drag_slider(desk, event->x) | redraw(desk);
    }
    case SPOT_LAYER:
        desk_switch_layer(desk, (size_t)spot.which);
        return redraw(desk);
    case SPOT_POOL:
        desk_choose_pool(desk, spot.which);
        return desk_action(desk, ACTION_PANEL_LATENCY);
    default:
        break;
    }
    if (layout_over_time(&desk->scene.layout, event->x, event->y)) {
        int y = event->y;
        desk->grip = y == desk->scene.layout.rects[REGION_TIMEBAR].y ? GRIP_BAR : GRIP_PLOTS;
        struct stretch stretch = stretch_of(desk, desk->grip);
        explorer_seek(desk->explorer, edit_near(desk, &stretch, event->x));
        return redraw(desk);
    }
    return press_panel(desk, event->x, event->y);
}

static unsigned roll(struct desk *desk, const struct mouse_event *event)
{
    struct spot spot = canvas_spot_at(&desk->canvas, event->x, event->y);
    bool up = event->kind == MOUSE_WHEEL_UP, knob = spot.kind == SPOT_KNOB || spot.kind == SPOT_SLIDER;
    unsigned result = 0;
    if (knob || rect_contains(desk->scene.layout.rects[REGION_KNOBS], event->x, event->y)) {
        if (knob)
            focus_knob(desk, spot.which);
        desk->times = event->times;
        result = desk_action(desk, up ? ACTION_TURN_UP : ACTION_TURN_DOWN);
        desk->times = 1;
        return result;
    }
    if (spot.kind == SPOT_POOL) {
        int pool = scene_pool_in_focus(&desk->scene) + (up ? -1 : 1) * event->times;
        desk_choose_pool(desk, pool);
        return redraw(desk);
    }
    if (scene_cluster_scrolls(&desk->scene)) {
        scene_scroll_cluster(&desk->scene, (up ? -WHEEL_ROWS : WHEEL_ROWS) * event->times);
        return redraw(desk);
    }
    for (int i = 0; i < event->times; i++)
        result |= desk_action(desk, up ? ACTION_TIME_BACK : ACTION_TIME_FORWARD);
    return result;
}

static unsigned dashboard_mouse(struct desk *desk, const struct mouse_event *event)
{
    if (desk->scene.layout.too_small)
        return 0;
    if (event->kind == MOUSE_PRESS)
        return press(desk, event);
    if (event->kind == MOUSE_DRAG)
        return desk->grip == GRIP_SLIDER ? drag_slider(desk, event->x)
               : desk->grip != GRIP_NONE ? drag_time(desk, event->x)
                                         : 0;
    return event->kind == MOUSE_RELEASE ? 0 : roll(desk, event);
}

/* --- views, hints --- */

static unsigned view_mouse(struct desk *desk, const struct open_view *view, const struct mouse_event *event)
{
    static const int buttons[] = {[MOUSE_PRESS] = 1, [MOUSE_WHEEL_UP] = 4, [MOUSE_WHEEL_DOWN] = 5};
    const struct view_ops *ops = view_ops[view->id];
    unsigned result = 0;
    bool let_go = event->kind == MOUSE_RELEASE;
    if (ops->drag && (let_go || event->kind == MOUSE_DRAG))
        return desk_finish(desk, ops->drag(&desk->host, view->state, event->x, event->y, let_go));
    if (!ops->mouse || buttons[event->kind] == 0)
        return 0;
    for (int i = 0; i < event->times && !(result & (REPLY_CLOSE | REPLY_CLOSE_ALL)); i++)
        result |= ops->mouse(&desk->host, view->state, event->x, event->y, buttons[event->kind]);
    return desk_finish(desk, result);
}

unsigned desk_mouse(struct desk *desk, struct mouse_event event)
{
    struct open_view *top = desk_top_view(desk);
    if (event.kind == MOUSE_NONE || desk->host.pasting || !desk->mouse)
        return 0;
    if (event.kind != MOUSE_DRAG)
        desk->grip = GRIP_NONE;
    if (event.kind == MOUSE_PRESS && event.y == desk->view_rows - 1 && !*desk->message.text) {
        struct rect row = {0, event.y, desk->canvas.w, 1};
        struct hint own[PANEL_HINTS_MAX];
        int n;
        const struct hint *hints = desk_hints(desk, own, &n);
        enum action_id action = hints_hit(row, desk->canvas.glyphs, &desk->keymap, hints, n, event.x);
        return action == ACTION_NONE ? 0 : desk_action(desk, action);
    }
    if (top)
        return event.y < desk->view_rows ? view_mouse(desk, top, &event) : 0;
    unsigned result = desk->player ? player_mouse(desk, &event) : 0;
    return result ? result : dashboard_mouse(desk, &event);
}
