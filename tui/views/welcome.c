/* The card of the first start: what this is and four ways in. Any other key closes it and does what it does
 * anyway, so nobody has to know that it is there. `1` turns it over: what each part of the screen is. */
#include "tui/views/view.h"

#include "tui/term/key.h"
#include "tui/widgets/parts.h"

struct welcome {
    bool parts; /* the other side */
};

static const char *const ways[][2] = {
    {"1", "what you see"},           {"2", "a lesson of ten minutes"},   {"3", "a demo that plays itself"},
    {"4", "your own GPUs and load"}, {"", "any other key: look around"},
};

static const char *const screen_parts[][2] = {
    {"row 1", "what this cluster comes to, in a sentence: against what, and at what price"},
    {"cards", "the whole run; below each how it differs from the run with nothing switched on"},
    {"left", "knobs: up and down choose one, + and - turn it, and every picture answers"},
    {"middle", "the run over time: left and right move through it, n goes to what happens next"},
    {"right", "the GPUs at that moment; on a small screen 6 shows them"},
    {"last row", "keys: ? why is it so, w what if, b which is best, c compare, l learn"},
};

enum {
    WAYS = sizeof ways / sizeof *ways,
    PARTS = sizeof screen_parts / sizeof *screen_parts,
    WIDTH = 64,
    LABEL = 9
};

static void welcome_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct welcome *welcome = state;
    const char *const(*rows)[2] = welcome->parts ? screen_parts : ways;
    int n = welcome->parts ? PARTS : WAYS, label = welcome->parts ? LABEL : 2,
        wide = canvas->w < WIDTH + 4 ? canvas->w - 4 : WIDTH;
    int height = 2 + (welcome->parts ? 0 : 3);
    (void)host;
    for (int i = 0; i < n; i++)
        height += part_wrap_rows(wide - 2 - label, rows[i][1]);
    struct rect inside = popup_open(canvas, wide, height, welcome->parts ? "What you see" : "watt if?", "");
    int y = inside.y, end = inside.y + inside.h;
    if (!welcome->parts)
        y +=
            1 +
            part_wrap(
                canvas, (struct rect){inside.x, y, inside.w, end - y}, popup_style(ROLE_TEXT),
                "A cluster of GPUs serves models under a real grid. Turn a knob, and see what carbon, delay, accuracy and heat do.");
    for (int i = 0; i < n && y < end; i++) {
        canvas_text(canvas, inside.x, y, label, popup_bold(ROLE_TITLE), rows[i][0]);
        y += part_wrap(canvas, (struct rect){inside.x + label, y, inside.w - label, end - y},
                       popup_style(ROLE_TEXT), rows[i][1]);
    }
}

static unsigned welcome_text(struct host *host, void *state, uint32_t key)
{
    struct welcome *welcome = state;
    switch (key) {
    case '1':
        welcome->parts = !welcome->parts;
        return REPLY_DONE;
    case '2':
        return host_run(host, "lesson same-joule") | REPLY_CLOSE;
    case '3':
        return host_run(host, "demo all-five") | REPLY_CLOSE;
    case '4':
        return host_run(host, "fleet") | REPLY_CLOSE;
    case ' ':
    case KEYCODE_ENTER:
    case KEYCODE_ESC:
        return REPLY_DONE | REPLY_CLOSE;
    default:
        return 0;
    }
}

static const struct hint welcome_hints[] = {{ACTION_BACK, ACTION_NONE, "look around", 0}};

const struct view_ops view_welcome = {
    .popup = true,
    .passes = true,
    .state_size = sizeof(struct welcome),
    .draw = welcome_draw,
    .no_rows = "it greets",
    .text = welcome_text,
    .hints = welcome_hints,
    .n_hints = 1,
};
