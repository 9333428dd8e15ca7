/* What the views do, from views.def. */
#include "tui/views/view.h"

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
