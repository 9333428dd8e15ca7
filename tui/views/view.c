/* What the views do, from views.def, and what they ask for. */
#include "tui/views/view.h"

#include "tui/ask/ask.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/views/host.h"
#include "tui/widgets/parts.h"

#include <string.h>

#define VIEW_ROW(id, view, name, group, keys, help, ops, shows) extern const struct view_ops ops;
#define ASKED_ROW(id, view, ops, shows) extern const struct view_ops ops;
#include "tui/words/views.def"

const struct view_ops *const view_ops[VIEW_COUNT] = {
#define VIEW_ROW(id, view, name, group, keys, help, ops, shows) &ops,
#define ASKED_ROW(id, view, ops, shows) &ops,
#include "tui/words/views.def"
};

const struct hint *view_hints(const struct view_ops *ops, const void *state, int *n)
{
    static const struct hint of_lists[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
                                           {ACTION_LIST_ACCEPT, ACTION_NONE, "take", 1},
                                           {ACTION_LIST_FILTER, ACTION_NONE, "filter", 2},
                                           {ACTION_BACK, ACTION_NONE, "leave", 0}};
    bool own = ops->hints || !ops->picker;
    *n = own ? ops->n_hints : (int)(sizeof of_lists / sizeof *of_lists);
    return ops->hints_now ? ops->hints_now(state, n) : own ? ops->hints : of_lists;
}

bool view_typing(const void *state)
{
    (void)state;
    return true;
}

void view_bar(const struct host *host, struct canvas *canvas, const char *name, const char *note,
              const char *right)
{
    struct style bar = style_on(style_of(ROLE_TEXT), ROLE_BAR),
                 bold = style_on(style_bold(ROLE_TITLE), ROLE_BAR),
                 dim = style_on(style_of(ROLE_DIM), ROLE_BAR);
    int end = canvas->w - 1 - text_width(right), x = 1;
    end = end > 0 ? end : 0;
    canvas_fill(canvas, (struct rect){0, 0, canvas->w, 1}, ' ', bar);
    canvas_text(canvas, end, 0, canvas->w - 1, bold, right);
    end -= *right != 0;
    part_span(canvas, &x, end, 0, bold, "wattif");
    x += 2;
    part_span(canvas, &x, end, 0, bar, name);
    x += 2;
    part_span(canvas, &x, end, 0, dim, host->explorer->document.scenario.name);
    x += 2;
    if (x + text_width(note) <= end)
        part_span(canvas, &x, end, 0, dim, note);
}

/* --- what they say --- */

unsigned host_say(struct host *host, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_vsay(host->message, false, format, arguments);
    va_end(arguments);
    return REPLY_DONE;
}

unsigned host_refuse(struct host *host, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_vsay(host->message, true, format, arguments);
    va_end(arguments);
    return REPLY_DONE;
}

unsigned host_fail(struct host *host, const struct error *error)
{
    message_say_error(host->message, error);
    return REPLY_DONE;
}

/* --- what they ask for --- */

unsigned host_run(struct host *host, const char *line)
{
    if (!text_copy(host->wishes.line, sizeof host->wishes.line, line))
        host->wishes.line[0] = 0;
    return REPLY_DONE;
}

void host_edit(struct host *host, const char *path)
{
    if (!text_copy(host->wishes.edit, sizeof host->wishes.edit, path))
        host->wishes.edit[0] = 0;
}

void host_frame(struct host *host)
{
    host->wishes.frame = true;
}

void host_close(struct host *host)
{
    host->wishes.close = host->on_top;
}

unsigned host_open(struct host *host, enum view_id view, const char *argument)
{
    host->wishes.view = view;
    text_copy(host->wishes.argument, sizeof host->wishes.argument, argument);
    return REPLY_DONE;
}

bool host_copy(struct host *host, const char *text)
{
    if (text_copy(host->wishes.clipboard, sizeof host->wishes.clipboard, text))
        return true;
    host->wishes.clipboard[0] = 0;
    return false;
}

void host_use(struct host *host, const char *line)
{
    int at = 0;
    if (!*line)
        return;
    while (at < HOST_USED - 1 && strcmp(host->used[at], line) != 0)
        at++;
    memmove(host->used[1], host->used[0], (size_t)at * sizeof host->used[0]);
    text_copy(host->used[0], sizeof host->used[0], line);
}

bool view_is_popup(const struct view_ops *ops)
{
    return ops->popup || (ops->question && ops->question->walk);
}

unsigned view_contexts(const struct view_ops *ops)
{
    unsigned contexts = ops->contexts;
    for (size_t i = 0; ops->question && i < ops->question->n_acts; i++)
        contexts |= action_group_contexts[action_infos[ops->question->acts[i].action].group];
    return contexts;
}
