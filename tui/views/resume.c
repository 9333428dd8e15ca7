/* The offer after a crash: the sessions that were left behind, one at a time, newest first. It is a question:
 * no key reaches what lies below. Leaving the view leaves them for the next start; one is only forgotten
 * after `y`, a key that did not ask for it. */
#include "tui/views/view.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/format.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 78, HEIGHT = 18, RUNS_SHOWN = 8 };

struct resume {
    int at;
    bool asking;  /* whether to forget it */
    int n;        /* changes of the one at `at` */
    bool several; /* sessions */
    char lines[RUNS_SHOWN][DIFFERENCE_SIZE];
    char when[FORMAT_SIZE], cursor[FORMAT_SIZE];
};

static void look(struct host *host, struct resume *resume, int at)
{
    const struct session *session = host->session;
    if (session->n_lost == 0)
        return;
    resume->at = (at % session->n_lost + session->n_lost) % session->n_lost;
    resume->several = session->n_lost > 1;
    const struct session_state *state = &session->lost[resume->at].state;
    const struct history *history = &state->mark.history;
    const struct scenario *now = history_now(history);
    const struct catalog *catalog = host->explorer->catalog;
    const struct carbon_trace *trace = catalog->trace(catalog->context, now->trace, NULL);
    int64_t cursor_s = now->start_s + state->mark.time.cursor_ns / NS_PER_S;
    resume->n = difference_list(&history->first.then, now, trace, resume->lines, RUNS_SHOWN);
    resume->n = resume->n > 0 ? resume->n : 0; /* -1: out of memory */
    format_left_at(resume->when, state->written_s);
    format_clock(resume->cursor, cursor_s, trace ? carbon_trace_offset(trace, cursor_s) : 0, false);
}

static bool resume_open(struct host *host, void *state, const char *argument, struct error *error)
{
    (void)argument;
    (void)error;
    look(host, state, 0);
    return true;
}

static void resume_close(struct host *host, void *state)
{
    (void)state;
    session_leave(host->session);
}

static void draw_session(const struct resume *resume, const struct session_state *state, struct lines *lines)
{
    char text[320];
    snprintf(text, sizeof text,
             state->stopped ? "wattif was stopped on %s with %d unsaved edit%s of %s."
                            : "wattif ended unexpectedly on %s with %d edit%s of %s.",
             resume->when, resume->n, resume->n == 1 ? "" : "s", history_now(&state->mark.history)->name);
    lines_wrap(lines, popup_bold(ROLE_TITLE), text);
    lines_gap(lines);
    int shown = resume->n < RUNS_SHOWN ? resume->n : RUNS_SHOWN;
    for (int i = 0; i < shown && lines_left(lines) > 1; i++) {
        snprintf(text, sizeof text, "◆ %s", resume->lines[i]);
        lines_put(lines, popup_style(ROLE_EDIT), text);
    }
    snprintf(text, sizeof text, "%sthe cursor was at %s", resume->n > shown ? "and more; " : "",
             resume->cursor);
    lines_put(lines, popup_style(ROLE_DIM), text);
    lines_gap(lines);
    lines_wrap(lines, resume->asking ? popup_bold(ROLE_TITLE) : popup_style(ROLE_TEXT),
               resume->asking ? "Forget it for good? y forgets it, any other key keeps it."
                              : "Enter takes it back, Del forgets it, Esc leaves it for the next time.");
}

static void resume_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct resume *resume = state;
    const struct session *session = host->session;
    char note[32] = "";
    if (session->n_lost > 1)
        snprintf(note, sizeof note, "%d of %d", resume->at + 1, session->n_lost);
    int shown = resume->n < RUNS_SHOWN ? resume->n : RUNS_SHOWN, height = session->n_lost ? 9 + shown : 3;
    struct rect inside =
        popup_open(canvas, WIDTH, height < HEIGHT ? height : HEIGHT, "Take back what was not saved", note);
    struct lines lines = {.canvas = canvas, .rect = inside};
    if (session->n_lost > 0)
        draw_session(resume, &session->lost[resume->at].state, &lines);
    else
        lines_wrap(&lines, popup_style(ROLE_TEXT), "Nothing was lost: the last session ended as it should.");
}

static unsigned take(struct host *host, struct resume *resume)
{
    struct error error = {0};
    char name[64];
    if (host->lesson)
        return host_refuse(host, "a lesson is under way, on a scenario of its own: Esc leaves it first");
    text_print(name, sizeof name, "%s",
               history_now(&host->session->lost[resume->at].state.mark.history)->name);
    if (!session_resume(host->session, resume->at, &error))
        return host_fail(host, &error);
    return host_say(host, "%s is back with its %d edit%s; %s", name, resume->n, resume->n == 1 ? "" : "s",
                    resume->n == 1 ? "u takes it back" : "u takes back one, E lists them") |
           REPLY_CLOSE;
}

static unsigned resume_action(struct host *host, void *state, enum action_id action)
{
    struct resume *resume = state;
    if (host->session->n_lost == 0)
        return action == ACTION_LIST_ACCEPT ? REPLY_DONE | REPLY_CLOSE : 0;
    if (resume->asking) {
        resume->asking = false;
        return REPLY_DONE;
    }
    switch (action) {
    case ACTION_LIST_ACCEPT:
        return take(host, resume);
    case ACTION_LIST_DELETE:
        resume->asking = true;
        return REPLY_DONE;
    case ACTION_LIST_DOWN:
    case ACTION_LIST_UP:
        look(host, resume, resume->at + (action == ACTION_LIST_DOWN ? 1 : -1));
        return REPLY_DONE;
    default:
        return 0;
    }
}

static unsigned resume_text(struct host *host, void *state, uint32_t key)
{
    struct resume *resume = state;
    if (host->pasting) /* nobody answers by a paste */
        return REPLY_HANDLED;
    if (resume->asking && key == 'y') {
        resume->asking = false;
        session_forget(host->session, resume->at);
        message_say(host->message, false, "forgotten");
        look(host, resume, resume->at);
        return REPLY_DONE | (host->session->n_lost ? 0 : REPLY_CLOSE);
    }
    unsigned result = resume_action(host, resume, keymap_find(host->keymap, CONTEXT_LIST, key));
    if (!result)
        message_say(host->message, false, "this question comes first: Enter, %s or Esc answers it",
                    keymap_key(host->keymap, ACTION_LIST_DELETE).text);
    return result ? result : REPLY_DONE;
}

/* The first where there are several alone. */
static const struct hint resume_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "another", 2},
    {ACTION_LIST_ACCEPT, ACTION_NONE, "take these edits back", 1},
    {ACTION_LIST_DELETE, ACTION_NONE, "forget them", 1},
    {ACTION_BACK, ACTION_NONE, "leave them for the next time", 0},
};

static const struct hint *resume_hints_now(const void *state, int *n)
{
    const struct resume *resume = state;
    int skipped = resume->several ? 0 : 1;
    *n = (int)(sizeof resume_hints / sizeof *resume_hints) - skipped;
    return resume_hints + skipped;
}

const struct view_ops view_resume = {
    .contexts = CONTEXT_LIST,
    .popup = true,
    .asks = true,
    .state_size = sizeof(struct resume),
    .open = resume_open,
    .close = resume_close,
    .draw = resume_draw,
    .no_rows = "it is a question",
    .typing = view_typing,
    .text = resume_text,
    .action = resume_action,
    .hints = resume_hints,
    .n_hints = sizeof resume_hints / sizeof *resume_hints,
    .hints_now = resume_hints_now,
};
