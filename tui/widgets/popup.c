/* The frame is drawn even where there is no room for more: a stranger sees that something is open. */
#include "tui/widgets/popup.h"

#include "tui/term/text.h"
#include "tui/widgets/parts.h"

/* What is left beside a box is a strip from which something can be read, or none. */
enum { MARGIN = 3 };

static struct rect place(const struct canvas *canvas, int w, int h)
{
    int most_h = canvas->h - 1;
    struct rect box = {0, 0, w + 2 * MARGIN <= canvas->w ? w : canvas->w, h < most_h ? h : most_h};
    box.w = box.w < 0 ? 0 : box.w;
    box.h = box.h < 0 ? 0 : box.h;
    box.x = (canvas->w - box.w) / 2;
    box.y = (most_h - box.h) / 2;
    return box;
}

static struct rect inside_of(struct rect box)
{
    return (struct rect){box.x + 2, box.y + 1, box.w > 4 ? box.w - 4 : 0, box.h > 2 ? box.h - 2 : 0};
}

struct rect popup_inside(const struct canvas *canvas, int w, int h)
{
    return inside_of(place(canvas, w, h));
}

struct rect popup_open(struct canvas *canvas, int w, int h, const char *title, const char *note)
{
    canvas_dim(canvas);
    return popup_over(canvas, w, h, title, note);
}

struct rect popup_box(struct canvas *canvas, struct rect box, const char *title, const char *note)
{
    canvas_fill(canvas, box, ' ', popup_style(ROLE_TEXT));
    struct style rule = popup_style(ROLE_DIM);
    int right = box.x + box.w - 1, bottom = box.y + box.h - 1;
    canvas_hline(canvas, box.x, box.y, box.w, 0x2500, rule);
    canvas_hline(canvas, box.x, bottom, box.w, 0x2500, rule);
    canvas_vline(canvas, box.x, box.y, box.h, 0x2502, rule);
    canvas_vline(canvas, right, box.y, box.h, 0x2502, rule);
    canvas_put(canvas, box.x, box.y, 0x250C, rule);
    canvas_put(canvas, right, box.y, 0x2510, rule);
    canvas_put(canvas, box.x, bottom, 0x2514, rule);
    canvas_put(canvas, right, bottom, 0x2518, rule);
    int x = box.x + 2, end = box.x + box.w - 2;
    part_span(canvas, &x, end, box.y, popup_bold(ROLE_TITLE), " ");
    part_span(canvas, &x, end, box.y, popup_bold(ROLE_TITLE), title);
    part_span(canvas, &x, end, box.y, popup_bold(ROLE_TITLE), " ");
    if (*note && end - x > text_width(note) + 2) {
        x = end - text_width(note) - 2;
        part_span(canvas, &x, end, box.y, popup_style(ROLE_DIM), " ");
        part_span(canvas, &x, end, box.y, popup_style(ROLE_DIM), note);
        part_span(canvas, &x, end, box.y, popup_style(ROLE_DIM), " ");
    }
    return inside_of(box);
}

struct rect popup_over(struct canvas *canvas, int w, int h, const char *title, const char *note)
{
    return popup_box(canvas, place(canvas, w, h), title, note);
}
