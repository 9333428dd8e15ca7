/* How a lesson is left: with what it changed, or back to what was open before. Asked in its middle and at its
 * end; answered by letters that neither Esc nor Enter is, so that a key pressed twice loses nothing. The
 * lesson itself stands beside the dashboard, and is no view (desk/player.h). */
#include "tui/views/view.h"

#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 64, HEIGHT = 9 };

struct lesson_leave {
    bool finished;
};

static bool lesson_leave_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct lesson_leave *leave = state;
    leave->finished = strcmp(argument, "finished") == 0;
    return host->lesson || error_set(error, ERROR_INPUT, NULL, "no lesson is under way; t lists them");
}

static void lesson_leave_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct lesson_leave *leave = state;
    const struct lesson_way *way = host->lesson ? host->lesson : &(struct lesson_way){.title = ""};
    char text[240];
    struct rect inside = popup_open(canvas, WIDTH, HEIGHT,
                                    leave->finished ? "The lesson is finished" : "Leave the lesson", "");
    struct lines lines = {.canvas = canvas, .rect = inside};
    snprintf(text, sizeof text, leave->finished ? "%s: all %d steps done." : "%s: step %d of %d.", way->title,
             leave->finished ? way->n_steps : way->step, way->n_steps);
    lines_wrap(&lines, popup_bold(ROLE_TITLE), text);
    snprintf(text, sizeof text, "%d change%s of %s since it began.", way->changes,
             way->changes == 1 ? "" : "s", host->explorer->document.scenario.name);
    lines_wrap(&lines, popup_style(way->changes ? ROLE_EDIT : ROLE_DIM), text);
    lines_gap(&lines);
    lines_wrap(&lines, popup_style(ROLE_TEXT), "k keeps all of it and goes on from here; u still undoes.");
    lines_wrap(&lines, popup_style(ROLE_TEXT), "d drops it: back to what was open before the lesson.");
    lines_wrap(&lines, popup_style(ROLE_TEXT), "Esc stays in the lesson.");
}

static unsigned lesson_leave_text(struct host *host, void *state, uint32_t key)
{
    (void)state;
    if (host->pasting || !host->lesson || (key != 'k' && key != 'd')) /* nobody answers by a paste */
        return REPLY_HANDLED;
    host->wishes.leave = key == 'k' ? LEAVE_KEEPS : LEAVE_DROPS;
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned lesson_leave_action(struct host *host, void *state, enum action_id action)
{
    (void)host;
    (void)state;
    return action == ACTION_QUIT ? REPLY_HANDLED : 0;
}

static const struct hint lesson_leave_hints[] = {{ACTION_BACK, ACTION_NONE, "stay", 0}};

const struct view_ops view_lesson_leave = {
    .contexts = CONTEXT_LIST,
    .popup = true,
    .asks = true,
    .state_size = sizeof(struct lesson_leave),
    .open = lesson_leave_open,
    .draw = lesson_leave_draw,
    .no_rows = "it is a question",
    .typing = view_typing,
    .text = lesson_leave_text,
    .action = lesson_leave_action,
    .hints = lesson_leave_hints,
    .n_hints = 1,
};

const struct view_ops view_lesson = {.contexts = CONTEXT_LESSON,
                                     .no_rows = "it is a text; the list of lessons has rows"};
