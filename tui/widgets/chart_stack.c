/* Stacked areas. The top of a part is at the eighth of a cell that is nearest to it. A cell has one sign and
 * two colours, so it shows one boundary: the top of all parts where that is inside, for their sum is what is
 * read first; else, of several, each in its turn, column by column. A side of the boundary that several parts
 * share has the colour of what lies at a height that moves with the column, so that over a few columns each
 * part gets what is due to it and none hides. In ASCII a cell is one sign: that of the middle, where two
 * parts meet. What a stack has more or less than another curve, and a difference about 0, are areas of the
 * same eighths. */
#include "tui/widgets/chart.h"

#include "tui/term/text.h"

#include <math.h>
#include <stdlib.h>

enum { LAYERS_MAX = 16, EIGHTHS = 8 };

/* One cell: where each layer ends, in eighths above its lower edge, ascending. */
struct pile {
    const struct chart_layer *layers;
    int n;
    int tops[LAYERS_MAX];
    int column;
};

static int top_of(const struct pile *pile)
{
    return pile->tops[pile->n - 1];
}

/* The layer at a height; ROLE_BACKGROUND above all. */
static enum role role_at(const struct pile *pile, double height)
{
    int layer = 0;
    while (layer < pile->n && pile->tops[layer] <= height)
        layer++;
    return layer < pile->n ? pile->layers[layer].role : ROLE_BACKGROUND;
}

/* The layer at a height between two that moves with the turn. */
static enum role role_between(const struct pile *pile, double from, double to, int turn)
{
    static const double shares[] = {0.0625, 0.5625, 0.3125, 0.8125, 0.1875, 0.6875, 0.4375, 0.9375};
    return role_at(pile, from + (to - from) * shares[turn % 8]);
}

/* The boundaries inside the cell, the top of all included; returns how many. */
static int list_boundaries(const struct pile *pile, int boundaries[LAYERS_MAX])
{
    int n = 0;
    for (int i = 0; i < pile->n; i++)
        if (pile->tops[i] > 0 && pile->tops[i] < EIGHTHS && (n == 0 || pile->tops[i] > boundaries[n - 1]))
            boundaries[n++] = pile->tops[i];
    return n;
}

static void put_full(struct canvas *canvas, int x, int y, enum role role)
{
    if (role != ROLE_BACKGROUND)
        canvas_put(canvas, x, y, role_shade(role), style_on(style_of(role), role));
}

static void put_ascii(struct canvas *canvas, int x, int y, const struct pile *pile, int boundaries)
{
    int top = top_of(pile) < EIGHTHS ? top_of(pile) : EIGHTHS;
    if (top < EIGHTHS / 2)
        return;
    put_full(canvas, x, y,
             boundaries > 1 ? role_between(pile, 0, top, pile->column) : role_at(pile, EIGHTHS * 0.5 - 0.5));
}

static void put_pile(struct canvas *canvas, int x, int y, const struct pile *pile)
{
    int boundaries[LAYERS_MAX], n = list_boundaries(pile, boundaries), top = top_of(pile);
    if (top <= 0)
        return;
    if (canvas->glyphs == GLYPHS_ASCII) {
        put_ascii(canvas, x, y, pile, n);
        return;
    }
    if (n == 0) {
        put_full(canvas, x, y, role_at(pile, 0));
        return;
    }
    bool ends = top < EIGHTHS;
    int turns = ends ? 1 : n, level = ends ? top : boundaries[pile->column % n], turn = pile->column / turns;
    enum role lower = role_between(pile, 0, level, turn);
    enum role upper = ends ? ROLE_BACKGROUND : role_between(pile, level, EIGHTHS, turn);
    canvas_put(canvas, x, y, glyph_level(canvas->glyphs, level), style_on(style_of(lower), upper));
}

/* Where the layers of a column end, in eighths above the lower edge of the plot; false: a gap. */
static bool stack_tops(const struct chart *chart, const struct chart_layer *layers, int n, int n_points,
                       int column, int tops[LAYERS_MAX])
{
    double sum = chart->scale.min;
    for (int layer = 0; layer < n; layer++) {
        sum += points_mean(layers[layer].points, n_points, column);
        if (isnan(sum))
            return false;
        tops[layer] = (int)floor(chart_share(chart, sum) * EIGHTHS * chart->plot.h + 0.5);
    }
    return true;
}

void chart_stack(const struct chart *chart, const struct chart_layer *layers, int n_layers, int n_points)
{
    const struct rect plot = chart->plot;
    int tops[LAYERS_MAX], n = n_layers < LAYERS_MAX ? n_layers : LAYERS_MAX;
    for (int column = 0; n > 0 && column < plot.w && 2 * column < n_points; column++) {
        if (!stack_tops(chart, layers, n, n_points, column, tops))
            continue;
        for (int row = 0; row < plot.h && EIGHTHS * row < tops[n - 1]; row++) {
            struct pile pile = {.layers = layers, .n = n, .column = column};
            for (int layer = 0; layer < n; layer++)
                pile.tops[layer] = tops[layer] - EIGHTHS * row;
            put_pile(chart->canvas, plot.x + column, plot.y + plot.h - 1 - row, &pile);
        }
    }
}

/* --- what differs from another curve --- */

/* A cell of an area of its own, filled to a level from below. */
static void put_level(struct canvas *canvas, int x, int y, enum role role, int level, char ascii)
{
    bool full = level >= EIGHTHS, plain = canvas->glyphs == GLYPHS_ASCII;
    if (plain ? level >= EIGHTHS / 2 : full)
        canvas_put(canvas, x, y, plain ? (uint32_t)ascii : role_shade(role), style_on(style_of(role), role));
    else if (!plain && level > 0)
        canvas_put(canvas, x, y, glyph_level(canvas->glyphs, level), style_of(role));
}

/* Of the stack, from `low` of the cell on. A cell of several parts is left alone unless all of it is meant.
 */
static void put_extra(struct canvas *canvas, int x, int y, int low, int top)
{
    struct cell *cell = canvas_at(canvas, x, y);
    if (!cell)
        return;
    if (canvas->glyphs == GLYPHS_ASCII) {
        if (low <= EIGHTHS / 2 && top >= EIGHTHS / 2)
            put_level(canvas, x, y, ROLE_EXTRA, EIGHTHS, '+');
    } else if (low <= 0) {
        put_level(canvas, x, y, ROLE_EXTRA, top, '+');
    } else if (top >= EIGHTHS && cell->fg == cell->bg) {
        canvas_put(canvas, x, y, glyph_level(canvas->glyphs, low),
                   (struct style){cell->fg, ROLE_EXTRA, cell->attrs});
    }
}

unsigned chart_gap(const struct chart *chart, const struct chart_layer *layers, int n_layers,
                   const float *then, int n_points)
{
    const struct rect plot = chart->plot;
    unsigned drawn = 0;
    int tops[LAYERS_MAX], n = n_layers < LAYERS_MAX ? n_layers : LAYERS_MAX;
    for (int column = 0; n > 0 && column < plot.w && 2 * column < n_points; column++) {
        double value = points_mean(then, n_points, column);
        if (isnan(value) || !stack_tops(chart, layers, n, n_points, column, tops))
            continue;
        int top = tops[n - 1], other = (int)floor(chart_share(chart, value) * EIGHTHS * plot.h + 0.5);
        int from = (top < other ? top : other) / EIGHTHS;
        if (top == other) /* else ASCII, where a cell is one sign, would have more of what is the same */
            continue;
        for (int row = from; row < plot.h && EIGHTHS * row < (top > other ? top : other); row++) {
            int x = plot.x + column, y = plot.y + plot.h - 1 - row, base = EIGHTHS * row;
            if (other > top) {
                /* Above the stack, whose top is at `low` of the cell, up to `high`. Where the top is inside,
                 * it stays: the rest of the cell is all of one. */
                struct canvas *canvas = chart->canvas;
                int low = top - base;
                int high = other - base;
                struct cell *cell = canvas_at(canvas, x, y);
                if (low <= 0)
                    put_level(canvas, x, y, ROLE_SAVED, high, '-');
                else if (cell && canvas->glyphs != GLYPHS_ASCII && 2 * (high - low) >= EIGHTHS - low)
                    canvas_put(canvas, x, y, cell->glyph, (struct style){cell->fg, ROLE_SAVED, cell->attrs});
                else if (canvas->glyphs == GLYPHS_ASCII && low < EIGHTHS / 2 && high >= EIGHTHS / 2)
                    put_level(canvas, x, y, ROLE_SAVED, EIGHTHS, '-');
            } else if (column % 2 == 0)
                put_extra(chart->canvas, x, y, other - base, top - base);
        }
        if (abs(other - top) >= EIGHTHS / 2)
            drawn |= other > top ? CHART_SAVED : CHART_EXTRA;
    }
    return drawn;
}

void chart_difference(const struct chart *chart, const float *points, int n_points)
{
    const struct rect plot = chart->plot;
    double row_value = (chart->scale.max - chart->scale.min) / (plot.h > 0 ? plot.h : 1);
    int above = (int)floor(chart->scale.max / row_value + 0.5), zero_y = plot.y + above;
    for (int column = 0; column < plot.w && 2 * column < n_points; column++) {
        double value = points_mean(points, n_points, column);
        if (isnan(value))
            continue;
        int level = (int)floor(fabs(value) / row_value * EIGHTHS + 0.5);
        if (level == 0 && value != 0) /* what is not nothing is seen */
            level = 1;
        int rows = value > 0 ? above : plot.h - above;
        for (int row = 0; row < rows && EIGHTHS * row < level; row++) {
            int left = level - EIGHTHS * row < EIGHTHS ? level - EIGHTHS * row : EIGHTHS;
            if (value > 0)
                put_level(chart->canvas, plot.x + column, zero_y - 1 - row, ROLE_EXTRA, left, '+');
            else {
                /* Hanging from the upper edge: there are signs for an eighth, a half and all of a cell. */
                int at = plot.x + column;
                int own_y = zero_y + row;
                bool plain = chart->canvas->glyphs == GLYPHS_ASCII;
                if (plain || left >= 6)
                    put_level(chart->canvas, at, own_y, ROLE_SAVED, plain ? left : EIGHTHS, '-');
                else if (left > 0)
                    canvas_put(chart->canvas, at, own_y, left >= 3 ? 0x2580 : 0x2594, style_of(ROLE_SAVED));
            }
        }
    }
}
