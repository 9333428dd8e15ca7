/* The bottom line: the keys that matter here, as many as fit; or a message; or the prompt with what it
 * expects. */
#include "tui/panels/panels.h"

#include "tui/action.h"
#include "tui/glyphs.h"
#include "tui/widgets/parts.h"

#include <stdio.h>

struct hint {
    enum action a, b; /* b may be ACTION_NONE */
    const char *text;
    int priority; /* small: stays longest */
};

static const struct hint hints[] = {
    {ACTION_TIME_BACK, ACTION_TIME_FORWARD, "time", 1},
    {ACTION_KNOB_PREVIOUS, ACTION_KNOB_NEXT, "knob", 1},
    {ACTION_TURN_UP, ACTION_TURN_DOWN, "turn", 1},
    {ACTION_PLAY, ACTION_NONE, "play", 2},
    {ACTION_EVENT_NEXT, ACTION_NONE, "event", 2},
    {ACTION_APPLY_MODE, ACTION_NONE, "from now/start", 4},
    {ACTION_SCHEME_NEXT, ACTION_NONE, "scheme", 3},
    {ACTION_PIN, ACTION_NONE, "pin", 4},
    {ACTION_REFERENCE_NEXT, ACTION_NONE, "reference", 5},
    {ACTION_UNDO, ACTION_NONE, "undo", 2},
    {ACTION_REDO, ACTION_NONE, "redo", 5},
    {ACTION_SAVE, ACTION_NONE, "save", 3},
    {ACTION_ZOOM_IN, ACTION_ZOOM_OUT, "zoom", 5},
    {ACTION_COMMAND, ACTION_NONE, "all", 3},
    {ACTION_HELP, ACTION_NONE, "help", 0},
    {ACTION_QUIT, ACTION_NONE, "quit", 1},
};
enum { HINTS = sizeof hints / sizeof *hints };

static void hint_keys(const struct scene *scene, const struct hint *hint, char *out, size_t size)
{
    char second[16] = "";
    keymap_labels(scene->keymap, hint->a, 1, out, size);
    if (hint->b != ACTION_NONE)
        keymap_labels(scene->keymap, hint->b, 1, second, sizeof second);
    size_t used = 0;
    while (out[used])
        used++;
    snprintf(out + used, size - used, "%s", second);
}

static int hint_width(const struct scene *scene, const struct hint *hint)
{
    char keys[48];
    hint_keys(scene, hint, keys, sizeof keys);
    return *keys ? text_width(keys) + 1 + text_width(hint->text) + 2 : 0;
}

/* The highest priority number that still lets everything up to it fit. */
static int fitting(const struct scene *scene, int w)
{
    for (int most = 5; most > 0; most--) {
        int need = 0;
        for (int i = 0; i < HINTS; i++)
            need += hints[i].priority <= most ? hint_width(scene, &hints[i]) : 0;
        if (need <= w)
            return most;
    }
    return 0;
}

static void draw_prompt(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    int x = rect.x + 1, end = rect.x + rect.w;
    part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), ":");
    canvas->cursor_x = x + scene->prompt_cursor < end ? x + scene->prompt_cursor : end - 1;
    canvas->cursor_y = rect.y;
    part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_TEXT), ROLE_BAR), scene->prompt);
    x += 2;
    if (scene->prompt_help)
        part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ROLE_BAR), scene->prompt_help);
}

void panel_hints(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    int x = rect.x + 1, end = rect.x + rect.w;
    canvas_fill(canvas, rect, ' ', style_on(style_of(ROLE_TEXT), ROLE_BAR));
    if (scene->prompt) {
        draw_prompt(scene, rect, canvas);
        return;
    }
    if (scene->status) {
        enum role role = scene->status_bad ? ROLE_BAD : ROLE_TITLE;
        part_span(canvas, &x, end, rect.y, style_on(style_bold(role), ROLE_BAR), scene->status);
        return;
    }
    int most = fitting(scene, rect.w - 1);
    for (int i = 0; i < HINTS; i++) {
        char keys[48];
        if (hints[i].priority > most)
            continue;
        hint_keys(scene, &hints[i], keys, sizeof keys);
        if (!*keys)
            continue;
        part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), keys);
        part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ROLE_BAR), " ");
        part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ROLE_BAR), hints[i].text);
        x += 2;
    }
}
