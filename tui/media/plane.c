/* From the back to the front: the knob's way, the stairs, where the user has been, steps, other points, those
 * of the front last, the user, the seeds of the point chosen, and that point; then names, those of schemes
 * first. */
#include "tui/media/plane.h"

#include "engine/base/text.h"
#include "tui/media/fit.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/scatter.h"

#include <math.h>
#include <string.h>

enum { GUTTER = 8, FOOT = 2 /* the numbers across */, LEAST_W = 10, LEAST_H = 3, MANY = 86 };
enum {
    SIGN_KEPT = 0x25CF,
    SIGN_BROKEN = 0x25CB,
    SIGN_HERE = 0x25C6,
    SIGN_BEEN = 0x00B7,
    SIGN_ADDED = 0x2022
};

/* A plane on its way to the canvas; arrays lie on the frame. */
struct plane {
    const struct account_part *part;
    struct scatter scatter;
    struct scatter_point *points; /* [n_rows]; NAN: not known */
    struct scatter_cell *cells;   /* x < 0: it is not chosen, and has no name */
    size_t *front, n_front;       /* from the least across up */
    struct scatter_label *labels; /* of the rows in `named` */
    const char **names;
    size_t *named, n_named;
};

/* False where there is no room, or no memory. */
static bool work_out(struct plane *plane, const struct account_part *part, struct rect rect, bool legend,
                     struct arena *arena)
{
    size_t n = part->n_rows;
    struct rect plot = {rect.x + GUTTER, rect.y, rect.w - GUTTER - 1, rect.h - FOOT - legend};
    *plane = (struct plane){.part = part, .scatter = {.plot = plot, .gutter = GUTTER}};
    plane->points = arena_alloc(arena, (n + 1) * sizeof *plane->points);
    plane->cells = arena_alloc(arena, (n + 1) * sizeof *plane->cells);
    plane->front = arena_alloc(arena, (n + 1) * sizeof *plane->front);
    plane->labels = arena_alloc(arena, (n + 1) * sizeof *plane->labels);
    plane->names = arena_alloc(arena, (n + 1) * sizeof *plane->names);
    plane->named = arena_alloc(arena, (n + 1) * sizeof *plane->named);
    if (arena->lacked || plot.w < LEAST_W || plot.h < LEAST_H)
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct account_cell *x = &part->rows[i].cells[part->x], *y = &part->rows[i].cells[part->y];
        bool known = x->kind == ACCOUNT_NUMBER && y->kind == ACCOUNT_NUMBER;
        plane->points[i] =
            known ? (struct scatter_point){x->value, y->value} : (struct scatter_point){NAN, NAN};
    }
    scatter_fit(&plane->scatter, plane->points, n);
    for (size_t i = 0; i < n; i++) {
        plane->cells[i] = scatter_cell(&plane->scatter, plane->points[i]);
        if (part->rows[i].step == ACCOUNT_NO_STEP)
            plane->cells[i].x = -1;
        if (!(part->rows[i].mark & MARK_FRONT))
            continue;
        size_t k = plane->n_front++;
        for (; k > 0 && plane->points[plane->front[k - 1]].across > plane->points[i].across; k--)
            plane->front[k] = plane->front[k - 1];
        plane->front[k] = i;
    }
    return true;
}

/* --- points --- */

static struct style style_for(const struct plane *plane, size_t i)
{
    const struct account_row *row = &plane->part->rows[i];
    enum role role = row->mark & MARK_HERE            ? ROLE_EDIT
                     : row->cells[0].tone == TONE_BAD ? ROLE_BAD
                     : row->mark & MARK_FRONT         ? ROLE_GOOD
                     : row->mark & MARK_BEEN          ? ROLE_DIM
                                                      : ROLE_TEXT;
    return style_on(row->mark & (MARK_STEP | MARK_BEEN) ? style_of(role) : style_bold(role),
                    plane->scatter.ground);
}

static uint32_t sign_for(const struct account_row *row)
{
    return row->mark & MARK_BEEN            ? SIGN_BEEN
           : row->mark & MARK_HERE          ? SIGN_HERE
           : row->cells[0].tone == TONE_BAD ? SIGN_BROKEN
           : row->mark & MARK_ADDED         ? SIGN_ADDED
                                            : SIGN_KEPT;
}

/* Which of two points in one place is seen. */
static int layer_of(const struct account_row *row)
{
    return row->mark & MARK_BEEN            ? 0
           : row->mark & MARK_STEP          ? 1
           : row->mark & MARK_HERE          ? 6
           : row->mark & MARK_FRONT         ? (row->mark & MARK_ADDED ? 4 : 5)
           : row->cells[0].tone == TONE_BAD ? 2
                                            : 3;
}

/* "[●]", with the terminal's cursor on it, and each of its seeds. Returns how many of these lie beyond the
 * plane; -1: it has none. */
static int draw_chosen(const struct plane *plane, size_t i, struct canvas *canvas)
{
    const struct account_cell *cells = plane->part->rows[i].cells, *x = &cells[plane->part->x],
                              *y = &cells[plane->part->y];
    struct scatter_cell cell = scatter_cell(&plane->scatter, plane->points[i]);
    struct style style = style_on(style_bold(ROLE_FOCUS), plane->scatter.ground);
    int beyond = x->n_bars && y->n_bars ? 0 : -1;
    for (size_t k = 0; beyond >= 0 && k < x->bars->n_dots && k < y->bars->n_dots; k++) {
        struct scatter_point seed = {x->bars->dots[k], y->bars->dots[k]};
        beyond += scatter_cell(&plane->scatter, seed).x < 0;
        scatter_put(&plane->scatter, seed, SIGN_BEEN,
                    style_on(style_bold(ROLE_TITLE), plane->scatter.ground));
    }
    if (cell.x < 0)
        return beyond;
    canvas_put(canvas, cell.x - 1, cell.y, '[', style);
    canvas_put(canvas, cell.x, cell.y, sign_for(&plane->part->rows[i]), style_for(plane, i));
    canvas_put(canvas, cell.x + 1, cell.y, ']', style);
    canvas_cursor(canvas, cell.x, cell.y);
    return beyond;
}

/* --- names --- */

static void add_name(struct plane *plane, size_t i, const char *name)
{
    for (size_t k = 0; k < plane->n_named; k++)
        if (plane->named[k] == i)
            return;
    if (plane->cells[i].x < 0)
        return;
    plane->names[plane->n_named] = name;
    plane->labels[plane->n_named] = (struct scatter_label){
        .of = plane->cells[i], .w = text_width(name), .beside = (plane->part->rows[i].mark & MARK_STEP) != 0};
    plane->named[plane->n_named++] = i;
}

/* Rows in one place have one name: "DYBATCH, OWN-QUEUE", from the third on "DYBATCH +2". */
static void name_places(struct plane *plane, struct arena *arena)
{
    const struct account_row *rows = plane->part->rows;
    enum { NOT_THESE = MARK_HERE | MARK_STEP | MARK_BEEN };
    for (size_t i = 0; i < plane->part->n_rows; i++) {
        size_t with = 0, second = 0;
        bool first = !(rows[i].mark & (NOT_THESE | (unsigned)MARK_NAMELESS));
        for (size_t j = 0; j < plane->part->n_rows && first; j++)
            if (j != i && !(rows[j].mark & NOT_THESE) && plane->cells[j].x == plane->cells[i].x &&
                plane->cells[j].y == plane->cells[i].y) {
                first = j > i || rows[j].mark & MARK_NAMELESS;
                second = with++ ? second : j;
            }
        const char *name = rows[i].cells[0].shown;
        if (first)
            add_name(plane, i,
                     with == 0   ? name
                     : with == 1 ? text(arena, "%s, %s", name, rows[second].cells[0].shown)
                                 : text(arena, "%s +%zu", name, with));
    }
}

/* Of a way its first and its last step, and then, as long as there is room, those where anything changes. */
static void name_steps(struct plane *plane)
{
    const struct account_part *part = plane->part;
    for (int ends = 1; ends >= 0; ends--)
        for (size_t i = 1; i < part->n_rows; i++) {
            const struct account_row *row = &part->rows[i];
            bool joined = row->mark & MARK_JOINED,
                 goes_on = i + 1 < part->n_rows && part->rows[i + 1].mark & MARK_JOINED;
            bool moves =
                plane->cells[i].x != plane->cells[i - 1].x || plane->cells[i].y != plane->cells[i - 1].y;
            if (row->mark & MARK_STEP && (ends ? !(joined && goes_on) : joined && moves))
                add_name(plane, i, ends ? row->cells[0].shown : fit_text(&row->cells[0], true));
        }
}

static void draw_names(struct plane *plane, const struct account_row *chosen, struct canvas *canvas)
{
    const struct account_row *rows = plane->part->rows;
    size_t n = plane->part->n_rows, at = chosen ? (size_t)(chosen - rows) : n;
    struct scatter_cell *cells = arena_alloc(&canvas->texts, (n + 2) * sizeof *cells);
    for (size_t i = 0; i < n; i++) {
        if (cells)
            cells[i] = scatter_cell(&plane->scatter, plane->points[i]);
        if (rows[i].mark & MARK_HERE)
            add_name(plane, i, text(&canvas->texts, "you: %s", rows[i].cells[0].shown));
    }
    if (!cells)
        return;
    if (at < n)
        add_name(plane, at, chosen->cells[0].shown);
    if (n > MANY) /* of very many those that matter */
        for (size_t k = 0; k < plane->n_front; k++)
            add_name(plane, plane->front[k], rows[plane->front[k]].cells[0].shown);
    else {
        name_places(plane, &canvas->texts);
        name_steps(plane);
    }
    for (int side = -1; at < n && plane->cells[at].x >= 0 && side <= 1; side += 2) /* its brackets */
        cells[n++] = (struct scatter_cell){plane->cells[at].x + side, plane->cells[at].y};
    scatter_place(plane->scatter.plot, cells, n, plane->labels, plane->n_named);
    for (size_t k = 0; k < plane->n_named; k++) {
        const struct scatter_label *label = &plane->labels[k];
        unsigned mark = rows[plane->named[k]].mark;
        struct style style = mark & MARK_HERE   ? style_bold(ROLE_EDIT)
                             : mark & MARK_STEP ? style_of(ROLE_DIM)
                                                : style_bold(ROLE_TITLE);
        if (label->x >= 0)
            canvas_text(canvas, label->x, label->y, label->w, style_on(style, plane->scatter.ground),
                        plane->names[k]);
    }
}

/* What the signs mean, each in the colour that it is drawn in; `beyond` as draw_chosen() has it. */
static void draw_legend(const struct plane *plane, int beyond, struct rect row, struct canvas *canvas)
{
    const struct {
        const char *sign, *words;
        enum role role;
    } signs[] = {
        {"●", " keeps every limit", ROLE_TEXT},
        {"○", " breaks one", ROLE_BAD},
        {"•", " added near the front", ROLE_TEXT},
        {"◆", " you", ROLE_EDIT},
        {"─┐", " nothing is better in both", ROLE_GOOD},
        {"·", " been there", ROLE_DIM},
        {"·", beyond > 0 ? text(&canvas->texts, " its seeds, %d off", beyond) : " its seeds", ROLE_TITLE}};
    int x = row.x, end = row.x + row.w;
    enum role ground = plane->scatter.ground;
    bool been = false, broken = false, added = false;
    for (size_t i = 0; i < plane->part->n_rows; i++) {
        been = been || plane->part->rows[i].mark & MARK_BEEN;
        broken = broken || plane->part->rows[i].cells[0].tone == TONE_BAD;
        added = added || plane->part->rows[i].mark & MARK_ADDED;
    }
    const bool there[] = {broken, broken, added, true, true, been, beyond >= 0};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        int w = text_width(signs[i].sign) + text_width(signs[i].words) + 3;
        if (x + w > end + 3 || !there[i])
            continue;
        part_span(canvas, &x, end, row.y, style_on(style_bold(signs[i].role), ground), signs[i].sign);
        part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_DIM), ground), signs[i].words);
        x += 3;
    }
    if (plane->scatter.fine > 0)
        part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_DIM), ground),
                  text_fitting((const char *const[]){"up in powers of ten", "up by tens", ""}, 3, end - x));
}

void media_plane(const struct account_part *part, const struct account_row *chosen, bool choosing,
                 size_t first_step, struct rect rect, enum role ground, struct canvas *canvas)
{
    enum { LAYERS = 7 };
    struct plane plane;
    const struct scatter *scatter = &plane.scatter;
    if (!work_out(&plane, part, rect, choosing, &canvas->texts))
        return;
    plane.scatter.canvas = canvas;
    plane.scatter.ground = ground;
    scatter_axes(scatter);
    for (size_t i = 1; i < part->n_rows; i++)
        if (part->rows[i].mark & MARK_JOINED)
            scatter_line(scatter, plane.points[i - 1], plane.points[i], style_of(ROLE_BUSY));
    for (size_t k = 1; k < plane.n_front; k++) {
        struct scatter_point stair[2] = {plane.points[plane.front[k - 1]], plane.points[plane.front[k]]};
        scatter_stairs(scatter, stair, 2, style_of(ROLE_GOOD));
    }
    for (int layer = 0; layer < LAYERS; layer++)
        for (size_t i = 0; i < part->n_rows; i++)
            if (layer_of(&part->rows[i]) == layer)
                scatter_put(scatter, plane.points[i], sign_for(&part->rows[i]), style_for(&plane, i));
    const struct account_row *own =
        choosing && chosen >= part->rows && chosen < part->rows + part->n_rows ? chosen : NULL;
    int beyond = own ? draw_chosen(&plane, (size_t)(own - part->rows), canvas) : -1;
    draw_names(&plane, own, canvas);
    if (!choosing)
        return;
    draw_legend(&plane, beyond, (struct rect){rect.x + 1, rect.y + rect.h - 1, rect.w - 2, 1}, canvas);
    for (int beside = 1; beside >= 0; beside--) { /* a click right beside a point is its, too */
        size_t step = first_step;
        for (size_t i = 0; i < part->n_rows; i++) {
            struct rect at = {plane.cells[i].x - beside, plane.cells[i].y, 1 + 2 * beside, 1};
            if (part->rows[i].step != ACCOUNT_NO_STEP && plane.cells[i].x >= 0)
                canvas_spot(canvas, at, SPOT_CHOICE, (int)step);
            step += part->rows[i].step != ACCOUNT_NO_STEP;
        }
    }
}

size_t media_plane_walk(const struct account_part *part, size_t row, struct rect rect, int dx, int dy)
{
    struct plane plane;
    struct arena arena = {0};
    size_t to = work_out(&plane, part, rect, true, &arena)
                    ? scatter_walk(plane.cells, part->n_rows, row, dx, dy)
                    : row;
    arena_free(&arena);
    return to < part->n_rows ? to : row;
}
