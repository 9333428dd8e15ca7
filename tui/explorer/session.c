/* What is kept is compared by what the scenario says, not by how it came about: undoing everything leaves
 * nothing to lose. */
#include "tui/explorer/session.h"

#include "engine/base/text.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ASK_MS = 50 }; /* how often to ask after a write */
static const double edits_apart_s = 0.25, moves_apart_s = 1;

void session_init(struct session *session, struct explorer *explorer, struct store *store,
                  struct message *message)
{
    *session = (struct session){.explorer = explorer, .store = store, .message = message};
}

void session_close(struct session *session)
{
    session_writer_wait(&session->writer);
    session_writer_ask(&session->writer, NULL);
    scenario_free(&session->saved);
    session->has_saved = false;
    session_file_release(&session->file);
    for (int i = 0; i < session->n_lost; i++) {
        session_file_release(&session->lost[i].file);
        session_state_free(&session->lost[i].state);
    }
    session->n_lost = 0;
}

/* --- what is not saved --- */

int session_unsaved(const struct session *session, char (*lines)[DIFFERENCE_SIZE], int max)
{
    const struct scenario *now = &session->explorer->document.scenario,
                          *kept = explorer_opened(session->explorer);
    const struct carbon_trace *trace = &session->explorer->results.current->model->trace;
    if (!scenario_difference(now, kept) || (session->has_saved && !scenario_difference(now, &session->saved)))
        return 0;
    int n = difference_list(kept, now, trace, NULL, 0);
    int since_saved = session->has_saved ? difference_list(&session->saved, now, trace, NULL, 0) : n;
    if (since_saved < n)
        kept = &session->saved;
    n = difference_list(kept, now, trace, lines, max);
    return n > 0 ? n : 1;
}

/* --- the file --- */

static void complain(struct session *session, const struct error *error)
{
    if (session->complained || *session->message->text)
        return;
    session->complained = true;
    message_say(session->message, true, "edits are not kept against a crash: %s%s%s", error->place,
                *error->place ? " " : "", error->message);
}

/* Brings the file up to date, or begins to; not while one is being written. */
static void write_file(struct session *session)
{
    struct error error = {0};
    session->due_s = 0;
    if (!session->unsaved) {
        session_file_remove(&session->file);
        return;
    }
    struct session_state state;
    char *text = NULL;
    if (*session->folder || session_file_folder(session->folder, sizeof session->folder, &error)) {
        if (session_state_take(&state, session->explorer, (int64_t)time(NULL))) {
            state.stopped = session->stopped;
            text = session_state_to_text(&state);
            session_state_free(&state);
        }
        if (!text)
            error_no_memory(&error);
    }
    if (text)
        session_writer_start(&session->writer, &session->file, session->folder, text);
    else
        complain(session, &error);
}

/* Looks how the last write goes. */
static enum session_writing ask_writer(struct session *session)
{
    struct error error = {0};
    enum session_writing writing = session_writer_ask(&session->writer, &error);
    if (writing == WRITING_FAILED)
        complain(session, &error);
    return writing;
}

static void make_due(struct session *session, double at_s)
{
    if (session->due_s <= 0 || at_s < session->due_s)
        session->due_s = at_s;
}

static void look_for_changes(struct session *session, double now_s)
{
    /* Where the user looks, as a number that differs when it does. */
    const struct explorer *explorer = session->explorer;
    const uint64_t parts[] = {(uint64_t)explorer->time.cursor_ns,
                              (uint64_t)explorer->time.from_ns,
                              (uint64_t)explorer->time.to_ns,
                              (uint64_t)explorer->focus.at,
                              (uint64_t)explorer->results.reference,
                              (uint64_t)explorer->document.from_start,
                              (uint64_t)explorer->time.utc,
                              (uint64_t)explorer->results.ghost_hidden,
                              (uint64_t)(uintptr_t)explorer->results.references[REFERENCE_PINNED].result};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        hash = (hash ^ parts[i]) * UINT64_C(0x100000001b3);
    uint64_t place = hash;
    if (session->explorer->document.generation != session->generation) {
        double soonest_s = session->written_s + edits_apart_s;
        session->generation = session->explorer->document.generation;
        session->unsaved = session_unsaved(session, NULL, 0) > 0;
        if (session->unsaved || session->writer.busy || session->file.path[0])
            make_due(session, soonest_s > now_s ? soonest_s : now_s);
    } else if (place != session->place && session->unsaved) {
        make_due(session, now_s + moves_apart_s);
    }
    session->place = place;
}

int session_keep(struct session *session, double now_s)
{
    if (!session->kept)
        return -1;
    look_for_changes(session, now_s);
    bool busy = ask_writer(session) == WRITING_STILL;
    if (!busy && session->due_s > 0 && now_s >= session->due_s) {
        write_file(session);
        session->written_s = now_s;
        busy = session->writer.busy;
    }
    int due_ms = session->due_s > now_s ? (int)((session->due_s - now_s) * 1e3) + 1 : -1;
    return busy && (due_ms < 0 || due_ms > ASK_MS) ? ASK_MS : due_ms;
}

void session_wait(struct session *session)
{
    session_writer_wait(&session->writer);
    ask_writer(session);
}

void session_flush(struct session *session)
{
    if (!session->kept)
        return;
    session_wait(session);
    look_for_changes(session, 1);
    session->stopped = true;
    if (session->due_s > 0 || session->unsaved)
        write_file(session);
    session_wait(session);
}

void session_end(struct session *session)
{
    session_wait(session);
    if (session->kept)
        session_file_remove(&session->file);
    session->kept = false;
}

/* --- lost sessions --- */

static void drop_lost(struct session *session, int index)
{
    session_state_free(&session->lost[index].state);
    memmove(&session->lost[index], &session->lost[index + 1],
            (size_t)(session->n_lost - index - 1) * sizeof *session->lost);
    session->n_lost--;
}

/* One file that was left behind. */
static enum session_reading look_at_lost(void *context, const struct session_file *file, const char *text,
                                         size_t n)
{
    struct session *session = context;
    struct session_state state;
    struct error error = {0};
    enum session_reading reading = session_state_from_text(&state, text, n, &error);
    if (reading == SESSION_DAMAGED && error.kind == ERROR_SYSTEM)
        return SESSION_NEWER;      /* it could not be looked at */
    if (reading == SESSION_READ) { /* in order of age; the oldest beyond the limit wait for another start */
        int at = session->n_lost;
        if (at == SESSIONS_LOST_MAX) {
            session_file_release(&session->lost[at - 1].file);
            drop_lost(session, --at);
        }
        for (; at > 0 && session->lost[at - 1].state.written_s < state.written_s; at--)
            session->lost[at] = session->lost[at - 1];
        session->lost[at] = (struct session_lost){*file, state};
        session->n_lost++;
    } else
        message_say(session->message, true,
                    reading == SESSION_NEWER
                        ? "a newer wattif left a session behind; that one can take it back: %s"
                        : "a session that was left behind cannot be read; it is set aside as %s.bad",
                    file->path);
    return reading;
}

void session_begin(struct session *session)
{
    session->kept = true;
    if (session_file_folder(session->folder, sizeof session->folder, NULL))
        session_scan(session->folder, NULL, look_at_lost, session);
}

bool session_resume(struct session *session, int index, struct error *error)
{
    struct session_lost *lost = &session->lost[index];
    if (session->store &&
        !store_pin_run(session->store, lost->state.mark.history.first.source, error)) /* no run: no pins */
        return false;
    if (!session_state_give(&lost->state, session->explorer, error))
        return false;
    session_wait(session); /* its own file is written now */
    session->unsaved = true;
    session->generation = session->explorer->document.generation;
    write_file(session);
    session_writer_wait(&session->writer);
    if (ask_writer(session) == WRITING_DONE)
        session_file_remove(&lost->file);
    else
        session_file_release(&lost->file);
    drop_lost(session, index);
    return true;
}

void session_forget(struct session *session, int index)
{
    session_file_remove(&session->lost[index].file);
    drop_lost(session, index);
}

void session_leave(struct session *session)
{
    while (session->n_lost > 0) {
        session_file_release(&session->lost[0].file);
        drop_lost(session, 0);
    }
}

/* --- saving as a run: one that is still being simulated is only wished for, and the wish is off when the
 * scenario changes before it is complete, for then there will be no such run --- */

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
    message_say(session->message, false, "saved as %s; r: compare, open", name);
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
