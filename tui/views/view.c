/* What the views do, from views.def. */
#include "tui/views/view.h"

#include "tui/term/text.h"
#include "tui/widgets/parts.h"

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
    *n = ops->n_hints;
    return ops->hints_now ? ops->hints_now(state, n) : ops->hints;
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
