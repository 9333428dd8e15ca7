/* Saving what is on screen as a run. A run that is still being simulated is only wished for: the wish is
 * granted as soon as the run is complete, and is off when the scenario changes before that, for then there
 * will be no such run. */
#include "tui/desk/session.h"

#include "engine/base/text.h"
#include "tui/desk/desk.h"

static bool is_complete(const struct desk *desk)
{
    return recording_finished(desk->explorer->results.current->recording);
}

static bool save_now(struct desk *desk, const char *name, const char *note, bool replace, struct error *error)
{
    struct session *session = &desk->session;
    const struct explorer *explorer = desk->explorer;
    if (!store_save_run(desk->store, name, note, &explorer->document.scenario,
                        explorer->results.current->recording, replace, error))
        return false;
    scenario_free(&session->saved);
    session->has_saved = scenario_copy(&session->saved, &explorer->document.scenario);
    session->wish = (struct session_wish){0};
    session->generation = 0; /* look again */
    desk_say(desk, false, "saved as %s; r lists the runs", name);
    return true;
}

bool session_save(struct desk *desk, const char *name, const char *note, bool replace, struct error *error)
{
    struct session_wish *wish = &desk->session.wish;
    if (!desk->store)
        return error_set(error, ERROR_INPUT, "", "there is no store to save to");
    if (is_complete(desk))
        return save_now(desk, name, note, replace, error);
    if (!store_may_save_run(desk->store, name, replace, error))
        return false;
    *wish = (struct session_wish){.replace = replace, .generation = desk->explorer->document.generation};
    text_copy(wish->name, sizeof wish->name, name);
    text_copy(wish->note, sizeof wish->note, note);
    desk_say(desk, false, "%s will be saved when the run is complete; a change before that calls it off",
             name);
    return true;
}

bool session_is_waiting(const struct desk *desk)
{
    return *desk->session.wish.name;
}

void session_leave_when_saved(struct desk *desk)
{
    desk->session.wish.leave = true;
    desk_say(desk, false, "wattif leaves when the run is complete and saved as %s", desk->session.wish.name);
}

unsigned session_save_waiting(struct desk *desk)
{
    struct session_wish wish = desk->session.wish;
    struct error error = {0};
    bool changed = wish.generation != desk->explorer->document.generation;
    if (!*wish.name || (!changed && !is_complete(desk)))
        return 0;
    desk->session.wish = (struct session_wish){0};
    if (changed)
        desk_say(desk, true, "%s was not saved: the run was changed before it was complete; s saves this one",
                 wish.name);
    else if (!save_now(desk, wish.name, wish.note, wish.replace, &error))
        desk_say(desk, true, "%s was not saved: %s", wish.name, error.message);
    else if (wish.leave)
        return DESK_REDRAW | DESK_QUIT;
    return DESK_REDRAW;
}
