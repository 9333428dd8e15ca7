/* A value lies in the middle of its cell: the ends of the scales are the middles of the first and the last.
 * In braille, lines have two by four dots a cell. */
#include "tui/widgets/scatter.h"

#include "tui/term/text.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DOTS_X = 2, DOTS_Y = 4, NUMBER_W = 9 };

/* --- scales --- */

/* Room at both ends, a tenth of what is covered; of one value, of that. Sums in another order are one value:
 * a step between them would not be seen in either. */
static struct scale with_room(double least, double most)
{
    bool several = most - least > 1e-9 * fmax(fabs(least), fabs(most));
    double room = several ? (most - least) * 0.1 : fmax(fabs(least) * 0.05, 0.5);
    if (!(least <= most))
        return (struct scale){0, 1};
    struct scale scale = {least >= 0 ? fmax(least - room, 0) : least - room, most + room};
    return scale;
}

/* Up, as it is drawn: where it is logarithmic, 0, fine, 10 fine ... are at even distances. */
static double drawn(const struct scatter *scatter, double up)
{
    if (!(scatter->fine > 0))
        return up;
    double ratio = fabs(up) / scatter->fine, part = ratio <= 1 ? ratio : 1 + log10(ratio);
    return up < 0 ? -part : part;
}

static int compare_numbers(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

void scatter_fit(struct scatter *scatter, const struct scatter_point *points, size_t n)
{
    double low_x = INFINITY, high_x = -INFINITY, low_y = INFINITY, high_y = -INFINITY;
    /* Where the greatest is many times the middle one of those above 0: the power of ten not above the least.
     */
    enum { MANY = 10 };
    double *above = malloc((n + 1) * sizeof *above), fine = 0;
    size_t known = 0;
    for (size_t i = 0; above && i < n; i++)
        if (!isnan(points[i].across) && points[i].up > 0)
            above[known++] = points[i].up;
    if (known > 0)
        qsort(above, known, sizeof *above, compare_numbers);
    if (known > 0 && above[known - 1] > MANY * above[known / 2])
        fine = pow(10, floor(log10(above[0]) + 1e-9));
    free(above);
    scatter->fine = fine;
    for (size_t i = 0; i < n; i++) {
        if (isnan(points[i].across) || isnan(points[i].up))
            continue;
        low_x = fmin(low_x, points[i].across);
        high_x = fmax(high_x, points[i].across);
        low_y = fmin(low_y, drawn(scatter, points[i].up));
        high_y = fmax(high_y, drawn(scatter, points[i].up));
    }
    scatter->across = with_room(low_x, high_x);
    scatter->up = with_room(low_y, high_y);
}

/* In parts of the plot's first to last cell: 0 is left and below. */
static int place_on(struct scale scale, double value, int cells, int parts)
{
    return (int)floor(((value - scale.min) / (scale.max - scale.min)) * (double)((cells - 1) * parts) + 0.5);
}

struct scatter_cell scatter_cell(const struct scatter *scatter, struct scatter_point point)
{
    struct rect plot = scatter->plot;
    struct scatter_cell none = {-1, -1};
    if (isnan(point.across) || isnan(point.up) || plot.w < 2 || plot.h < 2)
        return none;
    int x = place_on(scatter->across, point.across, plot.w, 1),
        y = place_on(scatter->up, drawn(scatter, point.up), plot.h, 1);
    if (x < 0 || x >= plot.w || y < 0 || y >= plot.h)
        return none;
    return (struct scatter_cell){plot.x + x, plot.y + plot.h - 1 - y};
}

/* --- axes --- */

static double step_for(struct scale scale, int cells, int cells_a_step)
{
    return scale_nice((scale.max - scale.min) * cells_a_step / (cells > 1 ? cells - 1 : 1));
}

/* As many digits as tell steps apart; large numbers in groups would not fit. */
static void write_number(char *out, size_t size, double value, double step)
{
    int digits = 0;
    while (digits < 6 && fabs(step * pow(10, digits) - floor(step * pow(10, digits) + 0.5)) > 1e-6)
        digits++;
    double zero = fabs(value) < step * 1e-6 ? 0 : value;
    if (fabs(zero) >= 10000 && fmod(zero, 1000) == 0)
        snprintf(out, size, "%.0fk", zero / 1000);
    else
        snprintf(out, size, "%.*f", digits, zero);
}

static void draw_across(const struct scatter *scatter)
{
    struct rect plot = scatter->plot;
    double step = step_for(scatter->across, plot.w, NUMBER_W + 2);
    int free_from = plot.x - scatter->gutter;
    struct style style = style_on(style_of(ROLE_DIM), scatter->ground);
    for (double value = step * ceil(scatter->across.min / step - 1e-9);
         value <= scatter->across.max + step * 1e-9; value += step) {
        char text[34];
        int x = plot.x + place_on(scatter->across, value, plot.w, 1);
        text[0] = 0;
        write_number(text, sizeof text, value, step);
        int w = text_width(text), at = x - w / 2;
        at = at + w > plot.x + plot.w ? plot.x + plot.w - w : at;
        if (at < free_from)
            continue;
        canvas_put(scatter->canvas, x, plot.y + plot.h, 0x2575, style);
        canvas_text(scatter->canvas, at, plot.y + plot.h + 1, w, style, text);
        free_from = at + w + 1;
    }
}

void scatter_axes(const struct scatter *scatter)
{
    if (scatter->plot.w < 2 || scatter->plot.h < 2)
        return;
    struct rect plot = scatter->plot;
    struct scale up = scatter->up;
    bool even = !(scatter->fine > 0);
    double step = step_for(up, plot.h, plot.h > 16 ? 4 : plot.h > 8 ? 3 : 2);
    step = even ? step : fmax(ceil(step - 1e-9), 1);
    for (double at = step * ceil(up.min / step - 1e-9); at <= up.max + step * 1e-9; at += step) {
        double value = even || at == 0 ? at : scatter->fine * pow(10, at - 1);
        /* One line with its number; `drawn_at` on the scale. */
        double own_step = even ? step : fmin(value > 0 ? value : 1, 1);
        char text[32];
        int y = plot.y + plot.h - 1 - place_on(scatter->up, at, plot.h, 1);
        write_number(text, sizeof text, value, own_step);
        canvas_hline(scatter->canvas, plot.x, y, plot.w, 0x2504,
                     style_on(style_of(ROLE_GRID), scatter->ground));
        canvas_text_right(scatter->canvas, plot.x - 1, y, scatter->gutter - 1,
                          style_on(style_of(ROLE_DIM), scatter->ground), text);
    }
    draw_across(scatter);
}

/* --- lines --- */

static bool is_braille(uint32_t glyph)
{
    return glyph >= 0x2800 && glyph <= 0x28FF;
}

/* Nothing is there but ground, grid or another line. */
static struct cell *free_cell(const struct scatter *scatter, int x, int y)
{
    struct cell *cell = rect_contains(scatter->plot, x, y) ? canvas_at(scatter->canvas, x, y) : NULL;
    bool idle = cell && (cell->glyph == ' ' || cell->fg == ROLE_GRID || is_braille(cell->glyph));
    return idle ? cell : NULL;
}

static void put_dot(const struct scatter *scatter, int dot_x, int dot_y, struct style style)
{
    static const uint8_t bits[DOTS_Y][DOTS_X] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    int x = scatter->plot.x + dot_x / DOTS_X, y = scatter->plot.y + dot_y / DOTS_Y;
    const struct cell *cell = free_cell(scatter, x, y);
    if (!cell)
        return;
    uint32_t dots = is_braille(cell->glyph) ? cell->glyph & 0xFF : 0;
    canvas_put(scatter->canvas, x, y, 0x2800u | dots | bits[dot_y % DOTS_Y][dot_x % DOTS_X],
               style_on(style, scatter->ground));
}

static void put_line_sign(const struct scatter *scatter, int dot_x, int dot_y, struct style style)
{
    int x = scatter->plot.x + dot_x / DOTS_X, y = scatter->plot.y + dot_y / DOTS_Y;
    if (free_cell(scatter, x, y))
        canvas_put(scatter->canvas, x, y, '.', style_on(style, scatter->ground));
}

void scatter_line(const struct scatter *scatter, struct scatter_point from, struct scatter_point to,
                  struct style style)
{
    struct scatter_cell a = scatter_cell(scatter, from), b = scatter_cell(scatter, to);
    struct rect plot = scatter->plot;
    if (a.x < 0 || b.x < 0)
        return;
    /* The middles of cells, in dots. */
    int x0 = (a.x - plot.x) * DOTS_X, y0 = (a.y - plot.y) * DOTS_Y + 1;
    int x1 = (b.x - plot.x) * DOTS_X, y1 = (b.y - plot.y) * DOTS_Y + 1;
    int steps = abs(x1 - x0) > abs(y1 - y0) ? abs(x1 - x0) : abs(y1 - y0);
    for (int i = 0; i <= steps; i++) {
        double t = steps ? (double)i / steps : 0;
        int x = x0 + (int)lround(t * (x1 - x0)), y = y0 + (int)lround(t * (y1 - y0));
        (scatter->canvas->glyphs == GLYPHS_BRAILLE ? put_dot : put_line_sign)(scatter, x, y, style);
    }
}

static void put_stair(const struct scatter *scatter, int x, int y, uint32_t glyph, struct style style)
{
    if (free_cell(scatter, x, y))
        canvas_put(scatter->canvas, x, y, glyph, style_on(style, scatter->ground));
}

static int sign_of(int value)
{
    return (value > 0) - (value < 0);
}

void scatter_stairs(const struct scatter *scatter, const struct scatter_point *points, size_t n,
                    struct style style)
{
    for (size_t i = 1; i < n; i++) {
        struct scatter_cell a = scatter_cell(scatter, points[i - 1]), b = scatter_cell(scatter, points[i]);
        if (a.x >= 0 && b.x >= 0) {
            int right = sign_of(b.x - a.x), down = sign_of(b.y - a.y);
            uint32_t corner = right >= 0 ? (down > 0 ? 0x2510 : 0x2518) : down > 0 ? 0x250C : 0x2514;
            for (int x = a.x + right; x != b.x; x += right)
                put_stair(scatter, x, a.y, 0x2500, style);
            if (right != 0 && down != 0)
                put_stair(scatter, b.x, a.y, corner, style);
            for (int y = a.y + down; y != b.y; y += down)
                put_stair(scatter, b.x, y, 0x2502, style);
        }
    }
}

void scatter_put(const struct scatter *scatter, struct scatter_point point, uint32_t glyph,
                 struct style style)
{
    struct scatter_cell cell = scatter_cell(scatter, point);
    if (cell.x >= 0)
        canvas_put(scatter->canvas, cell.x, cell.y, glyph, style_on(style, scatter->ground));
}

/* --- labels --- */

/* A blank lies between it and whatever is beside it. */
static bool is_free(struct rect area, const struct scatter_cell *cells, size_t n_cells,
                    const struct scatter_label *labels, size_t n, struct rect label)
{
    int end = label.x + label.w;
    if (label.x < area.x || end > area.x + area.w || label.y < area.y || label.y >= area.y + area.h)
        return false;
    for (size_t i = 0; i < n_cells; i++)
        if (cells[i].x >= 0 && cells[i].y == label.y && cells[i].x >= label.x - 1 && cells[i].x <= end)
            return false;
    for (size_t i = 0; i < n; i++)
        if (labels[i].x >= 0 && labels[i].y == label.y && label.x <= labels[i].x + labels[i].w &&
            labels[i].x <= end)
            return false;
    return true;
}

void scatter_place(struct rect area, const struct scatter_cell *cells, size_t n_cells,
                   struct scatter_label *labels, size_t n)
{
    enum { PLACES = 12, BESIDE = 8 };
    for (size_t i = 0; i < n; i++) {
        struct scatter_label *label = &labels[i];
        struct scatter_cell of = label->of;
        int right = of.x + 2, left = of.x - 1 - label->w, middle = of.x - label->w / 2;
        const int places[PLACES][2] = {{right, of.y},      {left, of.y},       {right, of.y - 1},
                                       {right, of.y + 1},  {left, of.y - 1},   {left, of.y + 1},
                                       {middle, of.y - 1}, {middle, of.y + 1}, {right, of.y - 2},
                                       {right, of.y + 2},  {left, of.y - 2},   {left, of.y + 2}};
        label->x = label->y = -1;
        for (int p = 0; p < (label->beside ? BESIDE : PLACES) && of.x >= 0 && label->x < 0; p++)
            if (is_free(area, cells, n_cells, labels, i,
                        (struct rect){places[p][0], places[p][1], label->w, 1})) {
                label->x = places[p][0];
                label->y = places[p][1];
            }
    }
}

/* --- walking --- */

/* < 0: a comes before b, when cells are read column by column (or row by row), from the upper left. */
static long order_of(const struct scatter_cell *cells, size_t a, size_t b, bool by_columns)
{
    long across = cells[a].x - cells[b].x, down = cells[a].y - cells[b].y;
    long first = by_columns ? across : down, second = by_columns ? down : across;
    return first ? first : second ? second : a < b ? -1 : a > b;
}

size_t scatter_walk(const struct scatter_cell *cells, size_t n, size_t from, int dx, int dy)
{
    size_t next = SIZE_MAX;
    long way = dx + dy;
    for (size_t i = 0; i < n && from < n; i++) {
        if (cells[i].x < 0 || way * order_of(cells, i, from, dx != 0) <= 0)
            continue;
        if (next == SIZE_MAX || way * order_of(cells, i, next, dx != 0) < 0)
            next = i;
    }
    return next;
}
