/* The list scrolls so that the choice stays in sight; the preview stands beside it where there is room, else
 * below it. */
#include "tui/views/picker.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/list.h"
#include "tui/widgets/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 116, HEIGHT = 36, PREVIEW_MIN_W = 34, PREVIEW_GOOD_W = 60, PREVIEW_MIN_H = 4, LIST_MIN_H = 5 };

int picker_item(const struct picker_view *picker)
{
    return picker->at < picker->n_shown ? picker->shown[picker->at] : -1;
}

const char *picker_item_text(const struct picker_view *picker, int item)
{
    return picker->kind->match ? picker->kind->match(picker, item)
                               : picker->texts + (size_t)item * picker->text_step;
}

/* Is an item listed, by the filter, or while there is none by what is folded? */
static bool is_listed(const struct picker_view *picker, int item)
{
    const struct picker_kind *kind = picker->kind;
    if (!*picker->filter.text)
        return !kind->folded || !kind->folded(picker, item);
    return text_fits(picker->filter.text, picker_item_text(picker, item));
}

/* Lists what matches; the choice stays on its item if that is still there. */
static void refilter(struct picker_view *picker, int item)
{
    picker->n_shown = 0;
    picker->at = 0;
    for (int i = 0; i < picker->n; i++) {
        if (!is_listed(picker, i))
            continue;
        if (i == item)
            picker->at = picker->n_shown;
        picker->shown[picker->n_shown++] = i;
    }
}

void picker_choose(struct picker_view *picker, int item)
{
    refilter(picker, item);
}

void picker_refold(struct picker_view *picker)
{
    refilter(picker, picker_item(picker));
}

static bool load(struct host *host, struct picker_view *picker, const char *argument, struct error *error)
{
    picker->n = picker->at = 0;
    picker->generation = host->explorer->document.generation;
    if (!picker->kind->load(host, picker, argument, error))
        return false;
    free(picker->shown);
    picker->shown = needed(malloc(((size_t)picker->n + 1) * sizeof *picker->shown));
    return true;
}

bool picker_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct picker_view *picker = state;
    const struct picker_kind *kind = picker->kind = host->opening->picker;
    picker->own = needed(calloc(1, kind->own_size ? kind->own_size : 1));
    if (!load(host, picker, argument, error)) {
        picker_close(host, picker);
        return false;
    }
    refilter(picker, picker->at);
    if (kind->choose && picker_item(picker) >= 0)
        kind->choose(host, picker, picker_item(picker));
    return true;
}

bool picker_reload(struct host *host, struct picker_view *picker)
{
    struct error error = {0};
    int at = picker->at;
    if (!load(host, picker, "", &error)) {
        message_say_error(host->message, &error);
        return false;
    }
    refilter(picker, -1);
    picker->at = at < picker->n_shown ? at : picker->n_shown > 0 ? picker->n_shown - 1 : 0;
    if (picker->kind->choose && picker_item(picker) >= 0)
        picker->kind->choose(host, picker, picker_item(picker));
    return true;
}

void picker_close(struct host *host, void *state)
{
    struct picker_view *picker = state;
    if (picker->own && picker->kind->unload)
        picker->kind->unload(host, picker);
    free(picker->own);
    free(picker->shown);
}

/* --- drawing --- */

struct areas {
    struct rect inside, list, preview; /* preview.w == 0: there is none */
};

static struct areas divide(const struct picker_view *picker, struct rect inside)
{
    struct areas areas = {.inside = inside};
    struct rect body = {inside.x, inside.y + 1, inside.w, inside.h - 1}; /* below the filter */
    int list_w = picker->kind->list_w;
    if (picker->kind->long_w > list_w)
        list_w = part_clamp(body.w - 2 - PREVIEW_GOOD_W, list_w, picker->kind->long_w);
    areas.list = body;
    if (!picker->kind->preview || list_w == 0)
        return areas;
    if (body.w >= list_w + 2 + PREVIEW_MIN_W) {
        areas.list.w = list_w;
        areas.preview = (struct rect){body.x + list_w + 2, body.y, body.w - list_w - 2, body.h};
    } else if (body.h >= LIST_MIN_H + 1 + PREVIEW_MIN_H) {
        int below_h = picker->kind->below_h;
        int h = below_h > 0 && body.h - below_h - 1 > body.h / 2 - 1 ? body.h - below_h - 1 : body.h / 2 - 1;
        areas.list.h = h < LIST_MIN_H ? LIST_MIN_H : h;
        areas.preview = (struct rect){body.x, body.y + areas.list.h + 1, body.w, body.h - areas.list.h - 1};
    }
    return areas;
}

static int wanted_w(const struct picker_kind *kind)
{
    return kind->w ? kind->w : WIDTH;
}

/* A long list makes the popup grow; a filter does not make it shrink. */
static int wanted_h(const struct picker_view *picker)
{
    enum { FRAME = 3 }; /* with the row of the filter */
    int h = picker->kind->h ? picker->kind->h : HEIGHT;
    return picker->kind->long_h > h ? part_clamp(picker->n + FRAME, h, picker->kind->long_h) : h;
}

/* What shows on the dashboard behind is not covered: such a list stands at the left, over the knobs. */
static struct rect box_of(const struct picker_view *picker, const struct canvas *canvas)
{
    struct rect box = popup_place(canvas, wanted_w(picker->kind), wanted_h(picker));
    box.x = picker->kind->live ? 0 : box.x;
    return box;
}

/* Another view that was open over this one may have changed the scenario. */
static void follow(struct host *host, struct picker_view *picker)
{
    if (picker->kind->follows && picker->generation != host->explorer->document.generation)
        picker_reload(host, picker);
}

void picker_update(struct host *host, void *state)
{
    struct picker_view *picker = state;
    follow(host, picker);
    if (picker->kind->update)
        picker->kind->update(host, picker);
    struct areas areas = divide(picker, popup_inside_of(box_of(picker, host->canvas)));
    picker->page = areas.list.h > 0 ? areas.list.h : 1;
    if (picker->at < picker->top)
        picker->top = picker->at;
    if (picker->at >= picker->top + picker->page)
        picker->top = picker->at - picker->page + 1;
    if (picker->top > 0 && picker->top + picker->page > picker->n_shown)
        picker->top = picker->n_shown > picker->page ? picker->n_shown - picker->page : 0;
}

static bool is_letter(const struct canvas *canvas, int x, int y)
{
    const struct cell *cell = canvas_at(canvas, x, y);
    return cell && cell->glyph < 0x80 && isalpha((int)cell->glyph);
}

/* Of a word that the right edge of a box cuts nothing is left. */
static void drop_cut_words(struct rect box, struct canvas *canvas)
{
    for (int y = box.y; y < box.y + box.h; y++)
        for (int x = box.x + box.w; is_letter(canvas, box.x + box.w - 1, y) && is_letter(canvas, x, y); x++)
            canvas_put(canvas, x, y, ' ', style_of(ROLE_TEXT));
}

void picker_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct picker_view *picker = state;
    char note[48];
    if (*picker->filter.text)
        snprintf(note, sizeof note, "%d of %d", picker->n_shown, picker->n);
    else if (picker->n_shown > picker->page)
        snprintf(note, sizeof note, "%d–%d of %d", picker->top + 1, picker->top + picker->page,
                 picker->n_shown);
    else
        snprintf(note, sizeof note, "%d", picker->n_shown);
    const struct picker_kind *kind = picker->kind;
    const char *title = kind->heading ? kind->heading(picker) : kind->title;
    struct rect box = box_of(picker, canvas);
    if (!kind->live)
        canvas_dim(canvas);
    else
        drop_cut_words(box, canvas);
    struct areas areas = divide(picker, popup_box(canvas, box, title, note));
    if (areas.inside.w < 4 || areas.inside.h < 2)
        return;
    /* The filter, and while it is typed what its keys do. */
    struct rect row = areas.inside;
    const char *help = "Enter keeps it, Esc clears it";
    int end = row.x + row.w, x = filter_draw(&picker->filter, row, ROLE_POPUP, canvas);
    if (picker->filter.typing && end - x > text_width(help) + 2)
        canvas_text_right(canvas, end, row.y, -1, popup_style(ROLE_DIM), help);
    if (kind->columns && !picker->filter.typing && !*picker->filter.text)
        kind->columns(host, picker, (struct rect){areas.list.x, areas.inside.y, areas.list.w, 1}, canvas);
    for (int i = 0; i < areas.list.h && picker->top + i < picker->n_shown; i++) {
        struct rect line = {areas.list.x, areas.list.y + i, areas.list.w, 1};
        bool chosen = picker->top + i == picker->at;
        enum role ground = chosen ? ROLE_SELECTED : ROLE_POPUP;
        canvas_fill(canvas, line, ' ', style_on(style_of(ROLE_TEXT), ground));
        if (chosen) {
            canvas_put(canvas, line.x, line.y, 0x258C, style_on(style_bold(ROLE_FOCUS), ground));
            if (!picker->filter.typing)
                canvas_cursor(canvas, line.x, line.y);
        }
        struct rect text = {line.x + 1, line.y, line.w - 1, 1};
        picker->kind->row(host, picker, picker->shown[picker->top + i], text, ground, canvas);
    }
    if (picker->n_shown == 0)
        part_wrap(canvas,
                  (struct rect){areas.list.x, areas.list.y, areas.inside.x + areas.inside.w - areas.list.x,
                                areas.list.h},
                  popup_style(ROLE_DIM),
                  picker->n ? "nothing matches; Esc clears the filter" : picker->kind->empty);
    else if (areas.preview.w > 0 && areas.preview.h > 0)
        picker->kind->preview(host, picker, picker_item(picker), areas.preview, canvas);
}

/* --- input --- */

bool picker_typing(const void *state)
{
    const struct picker_view *picker = state;
    return picker->filter.typing || (picker->kind->typing && picker->kind->typing(picker));
}

static unsigned choose(struct host *host, struct picker_view *picker, int at)
{
    int before = picker_item(picker);
    picker->at = at >= picker->n_shown ? picker->n_shown - 1 : at;
    picker->at = picker->at < 0 ? 0 : picker->at;
    int item = picker_item(picker);
    if (picker->kind->choose && item >= 0 && item != before)
        picker->kind->choose(host, picker, item);
    return REPLY_DONE;
}

unsigned picker_text(struct host *host, void *state, uint32_t key)
{
    struct picker_view *picker = state;
    int before = picker_item(picker);
    if (picker->kind->typing && picker->kind->typing(picker))
        return picker->kind->text(host, picker, key);
    filter_key(&picker->filter, key);
    refilter(picker, before);
    int item = picker_item(picker);
    if (picker->kind->choose && item >= 0 && item != before)
        picker->kind->choose(host, picker, item);
    return REPLY_DONE;
}

unsigned picker_action(struct host *host, void *state, enum action_id action)
{
    struct picker_view *picker = state;
    follow(host, picker);
    unsigned first = picker->kind->first ? picker->kind->first(host, picker, action) : 0;
    int item = picker_item(picker), steps = list_steps(action, picker->page);
    if (first)
        return first;
    if (steps)
        return choose(host, picker, picker->at + steps);
    switch (action) {
    case ACTION_LIST_FILTER:
        filter_open(&picker->filter);
        return REPLY_DONE;
    case ACTION_BACK: /* the first Esc clears the filter, the next one leaves */
        if (!filter_clear(&picker->filter))
            return 0;
        refilter(picker, item);
        return REPLY_DONE;
    case ACTION_LIST_ACCEPT:
        if (filter_keep(&picker->filter) || item < 0 || !picker->kind->accept)
            return REPLY_DONE;
        return picker->kind->accept(host, picker, item);
    default:
        return item >= 0 && picker->kind->act ? picker->kind->act(host, picker, item, action) : 0;
    }
}

unsigned picker_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct picker_view *picker = state;
    follow(host, picker);
    unsigned first = picker->kind->mouse ? picker->kind->mouse(host, picker, x, y, button) : 0;
    struct areas areas = divide(picker, popup_inside_of(box_of(picker, host->canvas)));
    int position = picker->top + y - areas.list.y;
    if (first)
        return first;
    if (list_wheel(button))
        return choose(host, picker, picker->at + list_wheel(button));
    if (button != 1)
        return 0;
    if (!rect_contains(areas.list, x, y) || position >= picker->n_shown)
        return REPLY_HANDLED;
    if (position == picker->at) {
        filter_keep(&picker->filter); /* a click on a row is about the row */
        return picker_action(host, picker, ACTION_LIST_ACCEPT);
    }
    return choose(host, picker, position);
}
