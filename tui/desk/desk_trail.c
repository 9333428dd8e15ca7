/* What of the desk's doings is worth telling again: a table of actions, panels however they were chosen, and
 * the views that show a result. A demo that is played is told already. */
#include "tui/desk/desk.h"

#include "engine/base/text.h"
#include "tui/board/panels/panels.h"
#include "tui/desk/player.h"

static const struct told {
    enum action action;
    enum trail_kind kind;
    const char *told;
} told[] = {
    {ACTION_PIN, TRAIL_MARK, "This run is pinned: from here on others are held against it. {headline}"},
    {ACTION_UNPIN, TRAIL_HELD, "The pinned run is let go. {headline}"},
    {ACTION_REFERENCE_NEXT, TRAIL_HELD, "Held against another run. {headline}"},
    {ACTION_GHOST, TRAIL_TOGGLE, ""},
    {ACTION_PRESENTER, TRAIL_TOGGLE, ""},
    {ACTION_PANEL_FULL, TRAIL_TOGGLE, ""},
    {ACTION_PANEL_FORM, TRAIL_TOGGLE, ""},
    {ACTION_EVENT_NEXT, TRAIL_MARK, "Something happens here. {headline}"},
    {ACTION_EVENT_PREVIOUS, TRAIL_MARK, "Something happens here. {headline}"},
    {ACTION_MISS_NEXT, TRAIL_MARK, "Here a request is late. {headline}"},
};

/* Those that show what came of it; what is chosen in the others is a change. */
static const enum view_id shown[] = {VIEW_INSPECTOR, VIEW_ANNEALER, VIEW_MIG_EDITOR,   VIEW_PODS,
                                     VIEW_RESPONSE,  VIEW_TORNADO,  VIEW_CONTRIBUTION, VIEW_MAP,
                                     VIEW_FRONTIER,  VIEW_ATLAS,    VIEW_COMPARE,      VIEW_PROVENANCE};

/* The panel that an action led to, by Tab or a click as by its own key. */
static bool leads_to_panel(const struct desk *desk, enum action action)
{
    enum action own = panels[desk->scene.focus].click;
    return own != ACTION_NONE &&
           (action == own || action == ACTION_PANEL_NEXT || action == ACTION_PANEL_PREVIOUS);
}

void desk_note_action(struct desk *desk, enum action action)
{
    trail_follow(&desk->trail, desk->explorer);
    if (desk->player || desk->n_views > 0 || desk->message.bad)
        return;
    if (leads_to_panel(desk, action))
        trail_add(&desk->trail, desk->explorer, TRAIL_LOOK,
                  action_infos[panels[desk->scene.focus].click].name, "");
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (told[i].action == action) {
            bool moves = action_infos[action].group == GROUP_TIME;
            trail_add(&desk->trail, desk->explorer, told[i].kind, moves ? "" : action_infos[action].name,
                      told[i].told);
        }
}

/* One over the bare dashboard; what opens over a view is part of how that is used. */
void desk_note_view(struct desk *desk, bool opened)
{
    enum view_id id = desk->n_views == 1 ? desk->views[0].id : VIEW_COUNT;
    char caption[200];
    if (desk->player || !desk->explorer)
        return;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (shown[i] != id)
            continue;
        text_print(caption, sizeof caption, "This shows %s.", view_names[id].shows);
        trail_add(&desk->trail, desk->explorer, opened ? TRAIL_OPEN : TRAIL_CLOSE,
                  action_infos[view_names[id].action].name, caption);
    }
}
