/* The five intentions, each a key: why is it so, what if, which is best, compare, learn. Each opens over the
 * last rows a list of what answers it: key, name, in a few words (doors.def). A key of the list opens its
 * row; any other closes the list and does what it does anyway, so that whoever knows the letters is never
 * held up. */
#include "tui/views/view.h"

#include "tui/term/key.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

struct intention {
    enum door_family family;
    int n, at;
    struct door doors[ACTION_COUNT];
};

enum { KEY_W = 5, NAME_W = 16, ROW_W = KEY_W + NAME_W + 24 };

static bool intention_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct intention *intention = state;
    struct door doors[ACTION_COUNT];
    int n = door_list(doors);
    (void)argument, (void)error;
    intention->family =
        (enum door_family)(host->opening_id - VIEW_WHY); /* their rows are in the order of the families */
    for (int i = 0; i < n; i++)
        if (doors[i].family == intention->family)
            intention->doors[intention->n++] = doors[i];
    return true;
}

/* How many rows of the screen a list takes: in two columns where these fit beside each other. */
static int rows_of(const struct intention *intention, int columns)
{
    return columns >= 2 * ROW_W + 4 ? (intention->n + 1) / 2 : intention->n;
}

static struct rect row_of(const struct intention *intention, const struct canvas *canvas, int i)
{
    int rows = rows_of(intention, canvas->w), w = rows < intention->n ? (canvas->w - 4) / 2 : canvas->w - 4;
    return (struct rect){2 + i / rows * w, canvas->h - 2 - rows + i % rows, w, 1};
}

static void intention_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct intention *intention = state;
    int rows = rows_of(intention, canvas->w);
    popup_box(canvas, (struct rect){0, canvas->h - 3 - rows, canvas->w, rows + 2},
              door_family_titles[intention->family], "");
    for (int i = 0; i < intention->n; i++) {
        const struct door *door = &intention->doors[i];
        struct rect row = row_of(intention, canvas, i);
        enum role ground = part_row(canvas, row, ROLE_POPUP, i == intention->at, true);
        char key[16];
        keymap_labels(host->keymap, door->action, 1, key, sizeof key);
        canvas_text_right(canvas, row.x + KEY_W - 1, row.y, -1, style_on(style_bold(ROLE_TITLE), ground),
                          key);
        canvas_text(canvas, row.x + KEY_W + 1, row.y, NAME_W - 1, style_on(style_of(ROLE_TEXT), ground),
                    action_infos[door->action].name);
        canvas_text(canvas, row.x + KEY_W + NAME_W + 1, row.y, row.w - KEY_W - NAME_W - 1,
                    style_on(style_of(ROLE_DIM), ground),
                    text_width(action_infos[door->action].help) <= row.w - KEY_W - NAME_W - 1
                        ? action_infos[door->action].help
                        : door->brief);
    }
}

static unsigned take(struct host *host, enum action_id action)
{
    return host_run(host, action_infos[action].name) | REPLY_CLOSE;
}

static unsigned intention_text(struct host *host, void *state, uint32_t key)
{
    struct intention *intention = state;
    enum action_id action = keymap_find(host->keymap, CONTEXT_EVERYWHERE, key);
    switch (key) {
    case KEYCODE_UP:
    case KEYCODE_DOWN:
        intention->at = (intention->at + (key == KEYCODE_DOWN ? 1 : -1) + intention->n) % intention->n;
        return REPLY_DONE;
    case KEYCODE_ENTER:
        return take(host, intention->doors[intention->at].action);
    case KEYCODE_ESC:
        return REPLY_DONE | REPLY_CLOSE;
    default:
        for (int i = 0; i < intention->n; i++)
            if (intention->doors[i].action == action)
                return take(host, action);
        return 0;
    }
}

static unsigned intention_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct intention *intention = state;
    for (int i = 0; button == 1 && i < intention->n; i++)
        if (rect_contains(row_of(intention, host->canvas, i), x, y))
            return take(host, intention->doors[i].action);
    return button == 1 ? REPLY_DONE | REPLY_CLOSE : 0;
}

static const struct hint intention_hints[] = {{ACTION_BACK, ACTION_NONE, "close", 0}};

const struct view_ops view_intention = {
    .popup = true,
    .passes = true,
    .state_size = sizeof(struct intention),
    .open = intention_open,
    .draw = intention_draw,
    .no_rows = "it is a list of what opens",
    .text = intention_text,
    .mouse = intention_mouse,
    .hints = intention_hints,
    .n_hints = 1,
};
