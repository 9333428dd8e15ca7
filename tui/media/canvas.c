#include "tui/media/canvas.h"

#include "engine/base/text.h"
#include "tui/media/curves.h"
#include "tui/media/fit.h"
#include "tui/media/matrix.h"
#include "tui/media/plane.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <string.h>

enum {
    WIDE = 110,
    ASIDE_GAP = 3,
    LEAST_BAR = 12,
    MOST_BAR = 130,
    ITEMS = 24,
    LEAST_ROWS = 3,
    FLOW_GAP = 4,
    LEAST_DRAWING = 8,
    WIDER = 180,
    PRESSED = 8, /* a drawing of a higher rank stands only where rows stay blank between parts */
    LIST_BESIDE = 90,
    LIST_W = 40,
    LIST_MOST_W = 64,
    LIST_ROWS = 8, /* of a list, before anything beside it goes */
    LIST_H = 5,
    LIST_MOST_H = 14
};
enum { LEAST_ABOUT = 36, MOST_ABOUT = 64 };

/* A part on its way to its place. */
struct canvas_item {
    const struct account_part *part;
    struct fit fit;
    int w, h;
    int beside;       /* so many rows of a table stand side by side */
    const char *text; /* of a sentence: the form that has room */
    int head;         /* of these rows so many stand before the first that scrolls */
    bool aside, shown;
    struct rect rect;
};

/* Of several on one side the last lies over the others; `own_scale`: from the least to the most of this cell.
 */
static void draw_bars(const struct account_cell *cell, const struct fit *fit, bool own_scale,
                      struct rect rect, enum role ground, struct canvas *canvas)
{
    double least = own_scale ? 0 : fit->least, most = own_scale ? 0 : fit->most;
    for (size_t b = 0; own_scale && b < cell->n_bars; b++)
        fit_bar(&cell->bars[b], &least, &most);
    double range = most - least;
    int zero = range > 0 ? (int)(-least / range * (rect.w - 1) + 0.5) : 0;
    for (size_t b = 0; b < cell->n_bars && range > 0; b++) {
        const struct account_bar *bar = &cell->bars[b];
        int end = isnan(bar->length) ? zero : (int)((bar->length - least) / range * (rect.w - 1) + 0.5);
        for (int x = end < zero ? end : zero + 1; x < (end < zero ? zero : end + 1); x++)
            canvas_put(canvas, rect.x + x, rect.y, bar->light ? 0x2592 : 0x2588,
                       style_on(media_style(bar->tone), ground));
    }
    canvas_put(canvas, rect.x + zero, rect.y, 0x2502, style_on(style_of(ROLE_DIM), ground));
    for (size_t b = 0; b < cell->n_bars; b++)
        part_dots(canvas, rect, cell->bars[b].dots, cell->bars[b].n_dots, least, most,
                  style_on(style_bold(ROLE_TITLE), ground));
}

static void draw_spans(const struct account_cell *cell, struct rect rect, enum role ground,
                       struct canvas *canvas)
{
    canvas_put(canvas, rect.x + (int)(cell->value * rect.w), rect.y, 0x250A,
               style_on(style_of(ROLE_DIM), ground));
    for (size_t i = 0; i < cell->n_bars; i++) {
        const struct account_span *span = &cell->spans[i];
        int from = (int)(fmax(span->from, 0) * rect.w), to = (int)(fmin(span->to, 1) * rect.w);
        to = to > from ? to : from + 1;
        for (int x = from; x < to && x < rect.w && span->to >= 0; x++)
            canvas_put(canvas, rect.x + x, rect.y,
                       x == from && span->from >= 0 && span->sign ? (uint32_t)span->sign
                       : span->strong                             ? 0x2588
                                                                  : 0x2501,
                       style_on(media_style(span->tone), ground));
    }
}

/* `above`: the row that stands above it, or NULL. `lane`: of the chosen row the step that is meant, from 1
 * on; 0: the row is not chosen. */
static void draw_cells(const struct canvas_item *item, const struct account_row *row,
                       const struct account_row *above, size_t lane, struct rect rect, enum role ground,
                       struct canvas *canvas)
{
    for (size_t k = 0; k < item->part->n_columns && k < FIT_COLUMNS; k++) {
        const struct account_cell *cell = &row->cells[k];
        const char *text = fit_text(cell, item->fit.columns[k].brief);
        int x = rect.x + item->fit.columns[k].x, w = item->fit.columns[k].w;
        bool said = item->part->columns[k].once && text && above && above->cells && above->cells[k].shown &&
                    strcmp(above->cells[k].shown, text) == 0;
        if (!item->fit.columns[k].shown || said)
            continue;
        if (cell->kind == ACCOUNT_BARS) {
            draw_bars(cell, &item->fit, item->part->scales, (struct rect){x, rect.y, w, 1}, ground, canvas);
            continue;
        }
        if (cell->kind == ACCOUNT_SPANS) {
            draw_spans(cell, (struct rect){x, rect.y, w, 1}, ground, canvas);
            continue;
        }
        struct style style = style_on(media_style(cell->tone), ground);
        bool meant = lane > 0 && item->part->columns[k].lane == lane;
        if (meant)
            style.attrs |= ATTR_BOLD;
        if (text && item->part->columns[k].number)
            canvas_text_right(canvas, x + w, rect.y, w, style, text);
        else if (text)
            canvas_text(canvas, x, rect.y, w, style, text);
        if (meant)
            canvas_text(canvas, item->part->columns[k].number && text ? x + w - text_width(text) - 1 : x - 1,
                        rect.y, 1, style_on(style_bold(ROLE_TITLE), ground), "▸");
    }
}

static void draw_table(const struct canvas_item *item, const struct account_row *chosen, size_t lane,
                       size_t first_step, struct rect rect, struct canvas *canvas)
{
    const struct account_part *part = item->part;
    int y = rect.y, n = (int)part->n_rows, at = -1, rows = rect.h - item->head;
    bool noted = part->title && part->note && text_width(part->title) + text_width(part->note) + 4 <= rect.w;
    if (part->title)
        part_title(canvas, (struct rect){rect.x, y++, rect.w, 1}, 0, part->title, noted ? part->note : "",
                   chosen >= part->rows && chosen < part->rows + n);
    for (size_t k = 0; item->fit.head && k < part->n_columns && k < FIT_COLUMNS; k++) {
        int x = rect.x + 1 + item->fit.columns[k].x, w = item->fit.columns[k].w;
        if (item->fit.columns[k].shown && part->columns[k].number)
            canvas_text_right(canvas, x + w, y, w, style_of(ROLE_DIM), part->columns[k].title);
        else if (item->fit.columns[k].shown)
            canvas_text(canvas, x, y, w, style_of(ROLE_DIM), part->columns[k].title);
    }
    y += item->fit.head;
    for (int i = 0; i < n; i++)
        at = &part->rows[i] == chosen || (at < 0 && part->rows[i].mark & MARK_HERE) ? i : at;
    int first = item->beside > 1 ? 0 : part_scrolled(at > 0 ? at : 0, n, rows);
    for (int i = 0; i < n; i++) {
        const struct account_row *row = &part->rows[i];
        struct rect line = {rect.x, y + i - first, rect.w, 1};
        if (item->beside > 1) {
            line =
                (struct rect){rect.x + i / rows * (item->fit.w + FLOW_GAP), y + i % rows, item->fit.w + 1, 1};
            draw_cells(item, row, NULL, 0, (struct rect){line.x + 1, line.y, line.w - 1, 1}, ROLE_BACKGROUND,
                       canvas);
            continue;
        }
        size_t step = row->step == ACCOUNT_NO_STEP ? first_step : first_step++;
        if (i < first || i >= first + rows)
            continue;
        if (row->heading && row->step == ACCOUNT_NO_STEP) {
            part_title(canvas, line, 0, row->heading, "", false);
            continue;
        }
        enum role ground = part_row(canvas, line, ROLE_BACKGROUND, i == at, row == chosen);
        if (row->heading)
            canvas_text(canvas, line.x + 1, line.y, line.w - 1, style_on(style_of(ROLE_DIM), ground),
                        row->heading);
        if (row->cells)
            draw_cells(item, row, i > first ? row - 1 : NULL, row == chosen ? lane + 1 : 0,
                       (struct rect){rect.x + 1, line.y, rect.w - 1, 1}, ground, canvas);
        if (row->step != ACCOUNT_NO_STEP)
            canvas_spot(canvas, line, SPOT_CHOICE, (int)step);
    }
    int edge = rect.x + rect.w - 1; /* where there is more than is shown */
    if (item->beside <= 1 && first > 0)
        canvas_text(canvas, edge, y, 1, style_bold(ROLE_FOCUS), "↑");
    if (item->beside <= 1 && rows > 0 && first + rows < n)
        canvas_text(canvas, edge, y + rows - 1, 1, style_bold(ROLE_FOCUS), "↓");
}

/* --- where parts stand --- */

/* What all others leave is its. */
static bool takes_rest(const struct account_part *part)
{
    return part->curves || part->x > 0 || part->kind == PART_DRAWING;
}

static void measure(struct canvas_item *item, int w, int most_bar)
{
    const struct account_part *part = item->part;
    item->w = w;
    item->head = 0;
    if (part->kind == PART_SENTENCE) {
        item->text = part->text;
        for (size_t i = 0; part->briefer && part->briefer[i] && text_width(item->text) > w - 2; i++)
            item->text = part->briefer[i];
        item->h = part_wrap_rows(w - 2, item->text);
        return;
    }
    if (takes_rest(part)) {
        item->h = part->curves ? 2 + PLOT_LEAST : LEAST_DRAWING;
        return;
    }
    if (part->n_down > 0) {
        item->h = matrix_rows(part, 1) + MATRIX_TOLD;
        return;
    }
    fit_table(part, w - 2, LEAST_BAR, most_bar, &item->fit);
    item->head = (part->title != NULL) + item->fit.head;
    item->beside = part->flows ? (w - 2 + FLOW_GAP) / (item->fit.w + FLOW_GAP) : 1;
    item->beside = item->beside > 1 ? item->beside : 1;
    item->h = item->head + ((int)part->n_rows + item->beside - 1) / item->beside;
}

static size_t list_items(const struct account *account, size_t section, struct canvas_item items[ITEMS])
{
    size_t n = 0;
    for (const struct account_part *part = account->parts; part && n < ITEMS; part = part->next)
        if (account_is_in(part, section) && account_is_for(part, FOR_SCREENS) &&
            (part->kind != PART_TABLE || part->n_rows > 0))
            items[n++] = (struct canvas_item){.part = part, .aside = part->aside, .shown = true};
    return n;
}

static bool stands_apart(const struct account_part *part)
{
    return part->kind != PART_SENTENCE && !part->curves && part->x == 0;
}

/* Rows of what stands in the flow, or aside, with a blank one between a table and what is before it if
 * `loose`. */
static int total(const struct canvas_item *items, size_t n, bool aside, bool loose)
{
    int h = 0;
    for (size_t i = 0; i < n; i++)
        if (items[i].shown && items[i].aside == aside)
            h += items[i].h +
                 (loose && h > 0 && (stands_apart(items[i].part) || stands_apart(items[i - 1].part)));
    return h;
}

/* Leaves out what there is no room for, the highest rank first and of one rank the last; then cuts the
 * longest table, of those that scroll as long as one of them can be cut. */
static void make_room(struct canvas_item *items, size_t n, bool aside, int h)
{
    int over;
    while ((over = total(items, n, aside, aside) - h) > 0) {
        size_t drop = n, longest = n;
        bool longest_scrolls = false;
        for (size_t i = 0; i < n; i++) {
            if (!items[i].shown || items[i].aside != aside)
                continue;
            if (items[i].part->rank > 0 && (drop == n || items[i].part->rank >= items[drop].part->rank))
                drop = i;
            const struct account_part *part = items[i].part;
            bool scrolls = part->n_rows > 0 && part->rows[part->n_rows - 1].step != ACCOUNT_NO_STEP;
            if (part->kind == PART_TABLE && !takes_rest(part) && !part->n_down &&
                items[i].h > items[i].head + LEAST_ROWS &&
                (longest == n || scrolls > longest_scrolls ||
                 (scrolls == longest_scrolls && items[i].h > items[longest].h))) {
                longest = i;
                longest_scrolls = scrolls;
            }
        }
        bool list =
            longest < n && items[longest].part->list && items[longest].h > items[longest].head + LIST_ROWS;
        if (drop < n && !list) {
            items[drop].shown = false;
            continue;
        }
        if (longest == n)
            return;
        int least = items[longest].head + (list ? LIST_ROWS : LEAST_ROWS);
        items[longest].h = items[longest].h - over > least ? items[longest].h - over : least;
    }
}

/* The choices, the one that is shown in brackets; where all have no room those before it go first. */
static void draw_sections(const struct account *account, size_t section, struct rect row,
                          struct canvas *canvas)
{
    enum { KEYS = 5 }; /* columns of the arrows behind them */
    size_t i = 0, first = 0;
    int x = row.x + 1, end = row.x + row.w - KEYS, needed = 0;
    for (const struct account_section *of = account->sections; of; of = of->next, i++)
        needed += i <= section ? text_width(of->title) + 2 : 0;
    for (const struct account_section *of = account->sections; of && needed > end - x; of = of->next, first++)
        needed -= text_width(of->title) + 2;
    i = 0;
    for (const struct account_section *of = account->sections; of; of = of->next, i++) {
        if (i < first)
            continue;
        char text[80];
        text_print(text, sizeof text, i == section ? "[%s]" : " %s ", of->title);
        if (i > section && text_width(text) > end - x)
            break;
        part_span(canvas, &x, end, row.y, i == section ? style_bold(ROLE_TITLE) : style_of(ROLE_DIM), text);
    }
    part_span(canvas, &x, end + KEYS, row.y, style_of(ROLE_DIM), "  ←→");
}

/* --- the other choices, where there is room below --- */

/* The first table of a choice, without its headings, as an item of so many rows at most; h 0: it has none. */
static struct canvas_item other_table(const struct account *account, size_t section, int w)
{
    struct canvas_item item = {.shown = true};
    for (const struct account_part *part = account->parts; part && !item.part; part = part->next)
        if (part->section == section + 1 && part->kind == PART_TABLE && account_is_for(part, FOR_PEOPLE))
            item.part = part;
    if (!item.part || item.part->n_rows == 0)
        return item;
    measure(&item, w, MOST_BAR);
    item.h = 0;
    for (size_t i = 0; i < item.part->n_rows; i++)
        item.h += item.part->rows[i].cells != NULL;
    return item;
}

/* Each other choice that has rows, with as many of them as all have room for; what is chosen of the table
 * above stands out in no other. */
static void draw_others(const struct account *account, size_t section, struct rect rect,
                        struct canvas *canvas)
{
    enum { FRAME = 2 }; /* the rows of gap and heading */
    struct canvas_item items[ITEMS];
    const struct account_section *of[ITEMS];
    size_t n = 0, i = 0;
    int most = 0, total = 0;
    for (const struct account_section *at = account->sections; at && n < ITEMS; at = at->next, i++) {
        of[n] = at;
        items[n] = i == section ? (struct canvas_item){0} : other_table(account, i, rect.w);
        n += items[n].h > 0;
    }
    n = n < (size_t)(rect.h / (FRAME + LEAST_ROWS)) ? n : (size_t)(rect.h / (FRAME + LEAST_ROWS));
    for (int rows = 1; n > 0 && rows <= rect.h; rows++) {
        total = 0;
        for (i = 0; i < n; i++)
            total += FRAME + (items[i].h < rows ? items[i].h : rows);
        most = total <= rect.h ? rows : most;
    }
    for (i = 0; i < n && rect.h > 0; i++) {
        int y = rect.y + 1, rows = items[i].h < most ? items[i].h : most;
        part_title(canvas, (struct rect){rect.x, y++, rect.w, 1}, 0, of[i]->title, of[i]->note, false);
        for (size_t k = 0; k < items[i].part->n_rows && y < rect.y + FRAME + rows; k++)
            if (items[i].part->rows[k].cells)
                draw_cells(&items[i], &items[i].part->rows[k], NULL, 0,
                           (struct rect){rect.x + 1, y++, rect.w - 1, 1}, ROLE_BACKGROUND, canvas);
        rect = (struct rect){rect.x, y, rect.w, rect.h - FRAME - rows};
    }
}

/* What is told of the chosen row; paragraphs stand apart where there is room, but for one that goes with what
 * is strong before it. Draws nothing on a canvas of NULL; returns the rows it takes. */
static int draw_about(const struct account_about *about, struct rect rect, bool apart, struct canvas *canvas)
{
    int y = 0;
    const struct account_about *before = NULL;
    for (; about; before = about, about = about->next) {
        y += apart && before && !(before->tone == TONE_STRONG && about->tone == TONE_QUIET);
        if (canvas && y < rect.h)
            part_wrap(canvas, (struct rect){rect.x, rect.y + y, rect.w, rect.h - y}, media_style(about->tone),
                      about->text);
        y += part_wrap_rows(rect.w, about->text);
    }
    return y;
}

/* Where it stands, a matrix is as wide as all there is. */
static bool is_alone(const struct account_part *part, int w)
{
    return part->n_down > 0 && w < WIDE;
}

/* Measures all parts, and says which stand aside: how wide that is, 0: none does. Beside a matrix, or below
 * it where that is narrow, something always does. */
static int set_aside(struct canvas_item *items, size_t n, int w)
{
    int aside_w = 0, room = w / 2;
    bool matrix = false;
    for (size_t i = 0; i < n; i++) {
        matrix = matrix || items[i].part->n_down > 0;
        if (items[i].part->n_down > 0)
            room = w < WIDE ? w / 2 + 1 : w - matrix_columns(items[i].part, w < WIDER ? 1 : 2);
    }
    for (size_t i = 0; i < n; i++) { /* what stands aside, where it leaves room */
        const struct account_part *part = items[i].part;
        measure(&items[i], part->aside && (w >= WIDE || matrix) ? room - ASIDE_GAP : w, LEAST_BAR);
        int title = part->title ? text_width(part->title) + (part->note ? text_width(part->note) : 0) + 4 : 0;
        int own = (items[i].fit.w > title ? items[i].fit.w : title) + ASIDE_GAP + 2;
        items[i].aside = items[i].aside && (matrix || (w >= WIDE && own < w / 2 && items[i].fit.whole));
        aside_w = items[i].aside && own > aside_w ? own : aside_w;
    }
    for (size_t i = 0; i < n; i++) /* and leaves every column of the others */
        if (items[i].part->kind == PART_TABLE && !items[i].aside) {
            measure(&items[i], w - aside_w, MOST_BAR);
            if (!items[i].fit.whole && !matrix)
                aside_w = 0;
        }
    bool beside = false; /* from the first table on the flow is as narrow as what stands aside makes it */
    for (size_t i = 0; i < n; i++) {
        items[i].aside = items[i].aside && aside_w > 0;
        beside = beside || items[i].part->kind != PART_SENTENCE;
        int left = beside && !is_alone(items[i].part, w) ? w - aside_w : w;
        measure(&items[i], items[i].aside ? aside_w - ASIDE_GAP : left, MOST_BAR);
    }
    return aside_w;
}

/* Where everything in `rect` stands. Returns the first row below what is in the flow. */
static int place(struct canvas_item *items, size_t n, int aside_w, struct rect rect)
{
    int y = rect.y, aside_y = 0, lead = 0;
    make_room(items, n, false, rect.h);
    bool loose = total(items, n, false, true) <= rect.h;
    for (size_t i = 0; i < n && !loose; i++)
        if (items[i].part->kind == PART_DRAWING && items[i].part->rank > PRESSED) {
            items[i].shown = false;
            loose = total(items, n, false, true) <= rect.h;
        }
    for (size_t i = 0; i < n; i++) {
        int spare = rect.h - total(items, n, false, loose), down = (int)items[i].part->n_down, takers = 0;
        for (size_t k = i; k < n; k++)
            takers += takes_rest(items[k].part) && items[k].shown;
        if (takes_rest(items[i].part) && items[i].shown && spare > 0)
            items[i].h += spare / takers;
        else if (down > 0 && spare >= down && items[i].w >= matrix_columns(items[i].part, 2))
            items[i].h += down;
    }
    for (size_t i = 0; i < n && items[i].part->kind == PART_SENTENCE; i++)
        lead += items[i].shown ? items[i].h : 0;
    make_room(items, n, true, rect.h - lead - loose);
    for (size_t i = 0, last = n; i < n; i++) {
        struct canvas_item *item = &items[i];
        int left = rect.y + rect.h - aside_y;
        if (item->aside) {
            aside_y = aside_y ? aside_y : y;
            item->shown = item->shown && left > item->head;
            item->h = item->h < left ? item->h : left;
            item->rect = (struct rect){rect.x + rect.w - aside_w + ASIDE_GAP, aside_y, item->w, item->h};
            aside_y += item->shown ? item->h + 1 : 0;
        } else if (item->shown) {
            y += loose && last < n && (stands_apart(item->part) || stands_apart(items[last].part));
            bool beside = item->part->kind != PART_SENTENCE && !is_alone(item->part, rect.w);
            aside_y = aside_y ? aside_y : beside ? y : 0;
            item->rect = (struct rect){rect.x, y, item->w, item->h};
            y += item->h;
            last = i;
        }
    }
    return y;
}

/* Lists, what leads them, and what tells of the row of a list: each on its own. Returns the first row below
 * what is in the flow. */
static int place_all(struct canvas_item *items, size_t n, struct rect rect, struct canvas *canvas)
{
    struct rect list = rect;
    size_t from = 0, to;
    while (from < n && !items[from].part->list)
        from++;
    for (to = from; to < n && items[to].part->list;)
        to++;
    if (from == n)
        return place(items, n, set_aside(items, n, rect.w), rect);
    int lead = place(items, from, set_aside(items, from, rect.w), rect) - rect.y + (from > 0 && rect.h > 24);
    list.y = rect.y += lead;
    list.h = rect.h -= lead;
    if (rect.w >= LIST_BESIDE) {
        list.w = part_clamp(rect.w * 2 / 5, LIST_W, LIST_MOST_W);
        rect.x += list.w + 1;
        rect.w -= list.w + 1;
        if (canvas)
            canvas_vline(canvas, rect.x - 1, rect.y, rect.h, 0x2502, style_of(ROLE_RULE));
    } else {
        list.h = part_clamp(rect.h / 4, LIST_H, LIST_MOST_H);
        rect.y += list.h;
        rect.h -= list.h;
    }
    place(items + from, to - from, set_aside(items + from, to - from, list.w), list);
    return place(items + to, n - to, set_aside(items + to, n - to, rect.w), rect);
}

struct rect media_canvas(const struct account *account, struct media_at at, struct rect rect,
                         struct canvas *canvas)
{
    struct canvas_item items[ITEMS];
    const struct account_row *chosen = account_step(account, at.section, at.step);
    size_t n = list_items(account, at.section, items), steps = 0;
    const struct account_about *told = chosen ? chosen->about : NULL;
    struct rect about = {0}, drawing = {0}, all = rect;
    if (told && rect.w >= (account->tells ? LIST_BESIDE : WIDE)) {
        about.w = account->tells ? rect.w - part_clamp(rect.w * 2 / 5, LIST_W, 2 * LIST_W)
                                 : part_clamp(rect.w / 3, LEAST_ABOUT, MOST_ABOUT);
        all.w -= about.w + ASIDE_GAP;
        about =
            (struct rect){all.x + all.w + ASIDE_GAP, all.y + (account->n_sections > 1), about.w - 1, all.h};
    }
    if (account->n_sections > 1)
        all = (struct rect){all.x, all.y + 1, all.w, all.h - 1};
    if (told && about.w == 0) { /* below, where it has half, or what it needs where a part takes the rest */
        set_aside(items, n, all.w);
        int flow = total(items, n, false, true), most = all.h - all.h / 2;
        int rest = all.h - 1 - draw_about(told, (struct rect){0, 0, all.w - 2, 0}, false, NULL);
        bool takes = false;
        for (size_t i = 0; i < n; i++)
            takes = takes || takes_rest(items[i].part);
        flow = takes && rest > most ? rest : flow < most ? flow : most;
        about = (struct rect){all.x + 1, all.y + flow + 1, all.w - 2, all.h - flow - 1};
        all.h = flow;
    }
    int end = place_all(items, n, all, canvas);
    for (size_t i = 0; i < n; i++)
        if ((items[i].part->kind == PART_DRAWING || items[i].part->x > 0) && items[i].shown)
            drawing = items[i].rect;
    if (!canvas)
        return drawing;
    if (account->n_sections > 1)
        draw_sections(account, at.section, (struct rect){all.x, rect.y, all.w, 1}, canvas);
    if (told)
        draw_about(told, about, draw_about(told, about, true, NULL) <= about.h, canvas);
    for (size_t i = 0; i < n; i++) {
        const struct account_part *part = items[i].part;
        struct rect own = items[i].rect;
        if (items[i].shown && part->kind == PART_SENTENCE)
            part_wrap(canvas, (struct rect){own.x + 1, own.y, own.w - 2, own.h},
                      style_on(media_style(part->tone), at.ground), items[i].text);
        else if (items[i].shown && part->curves)
            media_curves(part, chosen, own, canvas);
        else if (items[i].shown && part->n_down > 0)
            media_matrix(part, chosen, steps, own, canvas);
        else if (items[i].shown && part->x > 0)
            media_plane(part, chosen, true, steps, own, at.ground, canvas);
        else if (items[i].shown && part->kind == PART_TABLE)
            draw_table(&items[i], chosen, at.lane, steps, own, canvas);
        for (size_t k = 0; k < part->n_rows; k++)
            steps += part->rows[k].step != ACCOUNT_NO_STEP;
    }
    if (account->others)
        draw_others(account, at.section, (struct rect){all.x, end, all.w, all.y + all.h - end}, canvas);
    return drawing;
}

size_t media_walk(const struct account *account, struct media_at at, struct rect rect, int dx, int dy)
{
    size_t first, end;
    const struct account_part *part = account_table_of(account, at.section, at.step, &first, &end);
    const struct account_row *row = account_step(account, at.section, at.step);
    struct rect own = media_canvas(account, at, rect, NULL);
    if (!part || part->x == 0)
        return at.step;
    size_t to = media_plane_walk(part, (size_t)(row - part->rows), own, dx, dy);
    for (size_t i = 0; i < to; i++)
        first += part->rows[i].step != ACCOUNT_NO_STEP;
    return first;
}
