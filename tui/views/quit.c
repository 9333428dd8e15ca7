/* The question before leaving: only asked when there are changes that no saved run has, or a run that is to
 * be saved when it is complete, and answered by
 * another key than the one that asked, so that a key pressed twice loses nothing. */
#include "tui/views/view.h"

#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 62, LINES_SHOWN = 6 };

struct quit {
    int n;
    char lines[LINES_SHOWN][DIFFERENCE_SIZE];
};

/* A run that is waited for may be saved meanwhile. */
static void quit_update(struct host *host, void *state)
{
    struct quit *quit = state;
    quit->n = session_unsaved(host->session, quit->lines, LINES_SHOWN);
}

static bool quit_open(struct host *host, void *state, const char *argument, struct error *error)
{
    (void)argument;
    (void)error;
    quit_update(host, state);
    return true;
}

static void quit_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct quit *quit = state;
    char text[2 * DIFFERENCE_SIZE];
    int shown = quit->n < LINES_SHOWN ? quit->n : LINES_SHOWN;
    bool waiting = session_is_waiting(host->session);
    struct rect inside =
        popup_open(canvas, WIDTH, 5 + shown + (quit->n > shown) + waiting, "Leave wattif", "");
    struct lines lines = {.canvas = canvas, .rect = inside};
    /* What there is to lose, in a sentence. */
    if (session_is_waiting(host->session))
        snprintf(text, sizeof text, "%s is not saved yet: the run is not complete.",
                 host->session->wish.name);
    else if (quit->n)
        snprintf(text, sizeof text, quit->n == 1 ? "1 edit is not saved." : "%d edits are not saved.",
                 quit->n);
    else
        snprintf(text, sizeof text, "Everything is saved.");
    lines_wrap(&lines, popup_bold(ROLE_TITLE), text);
    for (int i = 0; i < shown; i++) {
        snprintf(text, sizeof text, "◆ %s", quit->lines[i]);
        lines_put(&lines, popup_style(ROLE_EDIT), text);
    }
    snprintf(text, sizeof text, "and %d more", quit->n - shown);
    if (quit->n > shown)
        lines_put(&lines, popup_style(ROLE_DIM), text);
    lines_gap(&lines);
    lines_wrap(&lines, popup_style(ROLE_TEXT),
               waiting   ? "s leaves when it is saved, y leaves without, Esc stays."
               : quit->n ? "s saves and leaves, y leaves without, Esc stays."
                         : "y leaves, Esc stays.");
}

static unsigned quit_action(struct host *host, void *state, enum action_id action)
{
    (void)state;
    if (action == ACTION_QUIT)
        return REPLY_HANDLED;
    if (action != ACTION_SAVE)
        return 0;
    if (session_is_waiting(host->session)) {
        session_leave_when_saved(host->session);
        return REPLY_DONE | REPLY_CLOSE;
    }
    return host_open(host, VIEW_SAVE, "quit");
}

static unsigned quit_text(struct host *host, void *state, uint32_t key)
{
    enum action_id action = keymap_find(host->keymap, CONTEXT_LIST, key);
    if (host->pasting) /* nobody answers by a paste */
        return REPLY_HANDLED;
    if (key == 'y')
        return REPLY_HANDLED | REPLY_QUIT;
    unsigned result = quit_action(host, state, action);
    return result ? result : REPLY_HANDLED;
}

static const struct hint quit_hints[] = {
    {ACTION_SAVE, ACTION_NONE, "save and leave", 1},
    {ACTION_BACK, ACTION_NONE, "stay", 0},
};

const struct view_ops view_quit = {
    .contexts = CONTEXT_LIST,
    .popup = true,
    .asks = true,
    .state_size = sizeof(struct quit),
    .open = quit_open,
    .update = quit_update,
    .draw = quit_draw,
    .no_rows = "it is a question",
    .typing = view_typing,
    .text = quit_text,
    .action = quit_action,
    .hints = quit_hints,
    .n_hints = sizeof quit_hints / sizeof *quit_hints,
};
