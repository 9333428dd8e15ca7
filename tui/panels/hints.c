/* The bottom line: the keys that matter here, as many as fit; or a message. */
#include "tui/panels/panels.h"

#include "tui/widgets/parts.h"

const struct hint dashboard_hints[] = {
    {ACTION_TIME_BACK, ACTION_TIME_FORWARD, "time", 1},
    {ACTION_KNOB_PREVIOUS, ACTION_KNOB_NEXT, "knob", 1},
    {ACTION_TURN_UP, ACTION_TURN_DOWN, "turn", 1},
    {ACTION_PLAY, ACTION_NONE, "play", 2},
    {ACTION_EVENT_NEXT, ACTION_NONE, "event", 2},
    {ACTION_INSPECTOR, ACTION_NONE, "why", 2},
    {ACTION_PANEL_FULL, ACTION_NONE, "full", 3},
    {ACTION_APPLY_MODE, ACTION_NONE, "from now/start", 4},
    {ACTION_SCHEMES, ACTION_NONE, "scheme", 3},
    {ACTION_PIN, ACTION_NONE, "pin", 4},
    {ACTION_REFERENCE_NEXT, ACTION_NONE, "reference", 5},
    {ACTION_UNDO, ACTION_NONE, "undo", 2},
    {ACTION_REDO, ACTION_NONE, "redo", 5},
    {ACTION_SAVE, ACTION_NONE, "save", 3},
    {ACTION_ZOOM_IN, ACTION_ZOOM_OUT, "zoom", 5},
    {ACTION_PANEL_FORM, ACTION_NONE, "CDF", 5},
    {ACTION_COMMAND, ACTION_NONE, "all", 3},
    {ACTION_HELP, ACTION_NONE, "help", 0},
    {ACTION_QUIT, ACTION_NONE, "quit", 1},
};
const int n_dashboard_hints = sizeof dashboard_hints / sizeof *dashboard_hints;

void panel_hints(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    int x = rect.x + 1, end = rect.x + rect.w;
    canvas_fill(canvas, rect, ' ', style_on(style_of(ROLE_TEXT), ROLE_BAR));
    if (scene->status) {
        enum role role = scene->status_bad ? ROLE_BAD : ROLE_TITLE;
        part_span(canvas, &x, end, rect.y, style_on(style_bold(role), ROLE_BAR), scene->status);
        return;
    }
    struct hint hints[sizeof dashboard_hints / sizeof *dashboard_hints];
    for (int i = 0; i < n_dashboard_hints; i++) {
        hints[i] = dashboard_hints[i];
        if (scene->full && hints[i].a == ACTION_PANEL_FULL)
            hints[i].text = "back"; /* as wide as "full": clicks stay right */
    }
    hints_draw(canvas, rect, scene->keymap, hints, n_dashboard_hints);
}
