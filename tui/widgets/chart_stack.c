/* Stacked areas. The top of a part is at the eighth of a cell that is nearest to it. A cell has one sign and
 * two colours, so it shows one boundary: the top of all parts where that is inside, for their sum is what is
 * read first; else, of several, each in its turn, column by column. A side of the boundary that several parts
 * share has the colour of what lies at a height that moves with the column, so that over a few columns each
 * part gets what is due to it and none hides. In ASCII a cell is one sign: that of the middle, where two
 * parts meet. */
#include "tui/widgets/chart.h"

#include "tui/term/glyphs.h"

#include <math.h>

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
             boundaries > 1 ? role_between(pile, 0, top, pile->column) : role_at(pile, EIGHTHS / 2 - 0.5));
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
