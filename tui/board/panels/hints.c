/* The bottom line: the keys that matter here, as many as fit; or a message. A panel in full size always says
 * how to go back. */
#include "tui/board/panels/panels.h"

#include "engine/answers/metric.h"
#include "tui/widgets/parts.h"

/* First what a newcomer turns, then the five intentions, behind which everything lies, then what is nice to
 * have on a wide screen. */
static const struct hint hints_shared[] = {
    {ACTION_TIME_BACK, ACTION_TIME_FORWARD, "time", 2},
    {ACTION_KNOB_PREVIOUS, ACTION_KNOB_NEXT, "knob", 1},
    {ACTION_TURN_UP, ACTION_TURN_DOWN, "turn", 0},
    {ACTION_PLAY, ACTION_NONE, "play", 3},
    {ACTION_WHY, ACTION_NONE, "why", 0},
    {ACTION_MISS_NEXT, ACTION_NONE, "late", 1}, /* where something is */
    {ACTION_WHAT_IF, ACTION_NONE, "what if", 1},
    {ACTION_BEST, ACTION_NONE, "best", 1},
    {ACTION_BESIDE, ACTION_NONE, "compare", 1},
    {ACTION_LEARN, ACTION_NONE, "learn", 1},
    {ACTION_UNDO, ACTION_NONE, "undo", 2},
    {ACTION_EVENT_NEXT, ACTION_NONE, "event", 4},
    {ACTION_PANEL_FULL, ACTION_NONE, "full", 4},
    {ACTION_BOARD_NEXT, ACTION_NONE, "board", 3},
    {ACTION_PRESENTER, ACTION_NONE, "hall", 4},
    {ACTION_APPLY_MODE, ACTION_NONE, "from now/start", 4},
    {ACTION_SCENARIOS, ACTION_NONE, "scenario", 4},
    {ACTION_SAVE, ACTION_NONE, "save", 4},
    {ACTION_PIN, ACTION_NONE, "pin", 5},
    {ACTION_REFERENCE_NEXT, ACTION_NONE, "reference", 5},
    {ACTION_EXPORT, ACTION_NONE, "export", 5},
    {ACTION_ZOOM_IN, ACTION_ZOOM_OUT, "zoom", 5},
    {ACTION_PANEL_FORM, ACTION_NONE, "CDF", 5},
    {ACTION_PALETTE, ACTION_NONE, "menu", 1},
    {ACTION_QUIT, ACTION_NONE, "quit", 2},
};
_Static_assert(sizeof hints_shared <= PANEL_HINTS_MAX * sizeof *hints_shared, "PANEL_HINTS_MAX is too small");

/* In full size: the way back stays at every width, and what has to give way for it goes (q is another way
 * back there). */
static struct hint in_full(const struct scene *scene, struct hint hint)
{
    switch (hint.a) {
    case ACTION_PANEL_FULL:
        return (struct hint){hint.a, hint.b, "back", 0};
    case ACTION_KNOB_PREVIOUS:
        return scene_cluster_scrolls(scene) ? (struct hint){ACTION_LIST_UP, ACTION_LIST_DOWN, "scroll", 1}
                                            : hint;
    case ACTION_WHY:
    case ACTION_MISS_NEXT:
    case ACTION_WHAT_IF:
    case ACTION_BEST:
    case ACTION_BESIDE:
    case ACTION_LEARN:
    case ACTION_UNDO:
        return (struct hint){hint.a, hint.b, hint.text, 3};
    default:
        return hint;
    }
}

static const struct hint hints_presented[] = {
    {ACTION_PRESENTER, ACTION_NONE, "back", 0},
    {ACTION_TIME_BACK, ACTION_TIME_FORWARD, "time", 1},
    {ACTION_KNOB_PREVIOUS, ACTION_KNOB_NEXT, "knob", 1},
    {ACTION_TURN_UP, ACTION_TURN_DOWN, "turn", 1},
    {ACTION_PANEL_INTENSITY, ACTION_NONE, "to 9 panels", 2},
    {ACTION_PLAY, ACTION_NONE, "play", 2},
    {ACTION_UNDO, ACTION_NONE, "undo", 2},
    {ACTION_PALETTE, ACTION_NONE, "menu", 1},
    {ACTION_WHY, ACTION_NONE, "why", 1},
};

static bool any_late(const struct scene *scene)
{
    const struct metric_source source = {&scene->now->total, NULL, NULL};
    return metric_value(METRIC_LATE, &source, 0) > 0;
}

int panel_hint_list(const struct scene *scene, struct hint hints[PANEL_HINTS_MAX])
{
    int n = 0;
    for (size_t i = 0;
         scene->layout.presents && !scene->full && i < sizeof hints_presented / sizeof *hints_presented; i++)
        hints[n++] = hints_presented[i];
    if (n > 0)
        return n;
    for (size_t i = 0; i < sizeof hints_shared / sizeof *hints_shared; i++)
        if ((!scene->full || hints_shared[i].a != ACTION_QUIT) &&
            (hints_shared[i].a != ACTION_MISS_NEXT || any_late(scene)))
            hints[n++] = scene->full ? in_full(scene, hints_shared[i])
                         : hints_shared[i].a == ACTION_KNOB_PREVIOUS && scene_chooses_pool(scene)
                             ? (struct hint){ACTION_LIST_UP, ACTION_LIST_DOWN, "pool", 1}
                             : hints_shared[i];
    return n;
}

void panel_hints(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    if (scene->message) {
        hints_message(canvas, rect, scene->message);
        return;
    }
    struct hint hints[PANEL_HINTS_MAX];
    hints_draw(canvas, rect, scene->keymap, hints, panel_hint_list(scene, hints));
}
