/* Views: what can be open over the dashboard. A view is a table of functions and a block of state; the desk
 * keeps a stack of them, gives the top one the keys, and draws them from the bottom up: a popup over what it
 * covers, which is dimmed, any other view alone. Which there are is in views.def. Drawing is pure: what costs
 * time is done in `update`, once before each frame. */
#ifndef WATTIF_TUI_VIEWS_VIEW_H
#define WATTIF_TUI_VIEWS_VIEW_H

#include "engine/base/error.h"
#include "tui/words/action.h"
#include "tui/term/canvas.h"
#include "tui/widgets/hints.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct desk;

/* Every function but open and draw may be NULL. Those that answer input return enum desk_result bits; 0: not
 * for this view. */
struct view_ops {
    unsigned contexts; /* enum action_context: whose keys it takes, besides those for everywhere */
    bool popup;
    size_t state_size; /* of the state, zeroed before open */
    /* False with a message: it does not open. `argument` is what followed its name, or "". */
    bool (*open)(struct desk *desk, void *state, const char *argument, struct error *error);
    /* Frees what the state owns. `desk` may be used: a live preview goes back here. */
    void (*close)(struct desk *desk, void *state);
    void (*update)(struct desk *desk, void *state);
    void (*draw)(const struct desk *desk, const void *state, struct canvas *canvas);
    /* While true, printable keys, backspace and pastes go to `text`, not to actions. */
    bool (*typing)(const void *state);
    unsigned (*text)(struct desk *desk, void *state, uint32_t key);
    unsigned (*action)(struct desk *desk, void *state, enum action action);
    unsigned (*mouse)(struct desk *desk, void *state, int x, int y, int button);
    const struct hint *hints; /* of the last row */
    int n_hints;
};

#define VIEW_ROW(id, ...) VIEW_##id,
enum view_id {
#include "tui/views/views.def"
    VIEW_COUNT
};

struct view_info {
    const char *name;   /* as `screen --view` and scripts take it */
    enum action action; /* that opens it; ACTION_NONE: only other views do */
    const struct view_ops *ops;
    const char *help;
};
extern const struct view_info view_infos[VIEW_COUNT];

/* VIEW_COUNT if there is none. */
enum view_id view_find(const char *name);
enum view_id view_of_action(enum action action);

/* One that is open. */
struct view {
    enum view_id id;
    void *state; /* owned */
};

enum { VIEWS_OPEN_MAX = 6 };

#endif
