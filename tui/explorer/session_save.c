/* Saving what is on screen as a run. A run that is still being simulated is only wished for: the wish is
 * granted as soon as the run is complete, and is off when the scenario changes before that, for then there
 * will be no such run. */
#include "tui/explorer/session.h"

#include "engine/base/text.h"

static bool is_complete(const struct session *session)
{
    return recording_finished(session->explorer->results.current->recording);
}

static bool save_now(struct session *session, const char *name, const char *note, bool replace,
                     struct error *error)
{
    const struct explorer *explorer = session->explorer;
    const struct result *held = explorer_slot(explorer, SLOT_B);
    struct run_made run = {&explorer->document.scenario, explorer->results.current->recording}, baseline;
    if (held)
        baseline = (struct run_made){&held->model->scenario, held->recording};
    if (!store_save_run_against(session->store, name, note, &run, held ? &baseline : NULL, replace, error))
        return false;
    scenario_free(&session->saved);
    session->has_saved = scenario_copy(&session->saved, &explorer->document.scenario);
    session->wish = (struct session_wish){0};
    session->generation = 0; /* look again */
    message_say(session->message, false, "saved as %s; r lists the runs", name);
    return true;
}

bool session_save(struct session *session, const char *name, const char *note, bool replace,
                  struct error *error)
{
    struct session_wish *wish = &session->wish;
    if (!session->store)
        return error_set(error, ERROR_INPUT, "", "there is no store to save to");
    if (is_complete(session))
        return save_now(session, name, note, replace, error);
    if (!store_may_save_run(session->store, name, replace, error))
        return false;
    *wish = (struct session_wish){.replace = replace, .generation = session->explorer->document.generation};
    text_copy(wish->name, sizeof wish->name, name);
    text_copy(wish->note, sizeof wish->note, note);
    message_say(session->message, false,
                "%s will be saved when the run is complete; a change before that calls it off", name);
    return true;
}

bool session_is_waiting(const struct session *session)
{
    return *session->wish.name;
}

void session_leave_when_saved(struct session *session)
{
    session->wish.leave = true;
    message_say(session->message, false, "wattif leaves when the run is complete and saved as %s",
                session->wish.name);
}

enum session_saving session_save_waiting(struct session *session)
{
    struct session_wish wish = session->wish;
    struct error error = {0};
    bool changed = wish.generation != session->explorer->document.generation;
    if (!*wish.name || (!changed && !is_complete(session)))
        return SAVING_NOTHING;
    session->wish = (struct session_wish){0};
    if (changed)
        message_say(session->message, true,
                    "%s was not saved: the run was changed before it was complete; s saves this one",
                    wish.name);
    else if (!save_now(session, wish.name, wish.note, wish.replace, &error))
        message_say(session->message, true, "%s was not saved: %s", wish.name, error.message);
    else if (wish.leave)
        return SAVING_LEAVES;
    return SAVING_SAID;
}
