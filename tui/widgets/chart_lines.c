/* Curves are drawn column by column, all of a chart together: first how far each reaches in the column, from
 * the height of the point before to its own, then cell by cell what of them is inside. A braille cell has the
 * dots of all of them and the colour of one, the other sets have the sign of one: in turns, so that neither
 * hides the other over a stretch. A reference is drawn before the rest and gives its cells to it, but where
 * it runs along the top of an area the two share the columns: either would hide the other. */
#include "tui/widgets/chart.h"

#include <math.h>

enum { DOTS_X = 2 };

/* In turns with what is there; over it (its dots stay); behind all curves, but before levels and areas. */
enum manner { MANNER_TURNS, MANNER_OVER, MANNER_REFERENCE };

/* How far a curve reaches in a column: in dots for each half of it (braille), else in rows, the halves alike,
 * with the level of its own sign. high < low: it is not there. */
struct reach {
    int last; /* height of the point before; -1: there is none */
    int low[DOTS_X], high[DOTS_X];
    int height; /* of the sign */
};

/* From beside the one before, so that both together leave no gap, to the height itself. */
static void reach_to(struct reach *reach, int half, int height, int parts, bool shown, bool joined)
{
    int low = height / parts, high = low, last = reach->last < 0 || !joined ? low : reach->last / parts;
    if (last < low - 1)
        low = last + 1;
    else if (last > high + 1)
        high = last - 1;
    reach->low[half] = low;
    reach->high[half] = shown ? high : low - 1;
    reach->last = reach->height = height;
}

static void reach_nothing(struct reach *reach, int half)
{
    reach->last = -1;
    reach->low[half] = 0;
    reach->high[half] = -1;
}

/* Are the points of a column up to `last` drawn, or any of them? */
static bool is_chosen(const bool *where, int n, int first, int last)
{
    bool chosen = !where;
    for (int p = first < 0 ? 0 : first; p <= last && p < n && !chosen; p++)
        chosen = where[p];
    return chosen;
}

static void advance_dots(const struct chart *chart, const struct chart_line *line, const bool *where,
                         int column, struct reach *reach)
{
    bool shown = !line->dashed || !chart_is_gap(column);
    for (int half = 0; half < DOTS_X; half++) {
        int p = DOTS_X * column + half;
        if (p >= line->n || isnan(line->points[p]))
            reach_nothing(reach, half);
        else
            reach_to(reach, half, chart_height(chart, (double)line->points[p], CHART_DOTS), 1,
                     shown && is_chosen(where, line->n, p, p), is_chosen(where, line->n, p - 1, p - 1));
    }
}

/* Of a row, where a curve has one sign in a cell. */
static int sign_levels(const struct chart *chart)
{
    return chart->heavy ? CHART_HALVES : CHART_LEVELS;
}

/* One sign for both points: their mean, but what is over a limit is not evened out. */
static void advance_sign(const struct chart *chart, const struct chart_line *line, const bool *where,
                         int column, struct reach *reach)
{
    bool shown = !line->dashed || !chart_is_gap(column);
    int p = DOTS_X * column;
    double value = points_mean(line->points, line->n, column);
    for (int half = 0; half < DOTS_X && chart->limit > 0 && p + half < line->n; half++)
        if ((double)line->points[p + half] > chart->limit)
            value = fmax(value, (double)line->points[p + half]);
    if (isnan(value))
        reach_nothing(reach, 0);
    else
        reach_to(reach, 0, chart_height(chart, value, sign_levels(chart)), sign_levels(chart),
                 shown && is_chosen(where, line->n, p, p + 1), is_chosen(where, line->n, p - 2, p - 1));
}

/* What a curve has in a row of the column, counted from below; 0: nothing. */
static uint32_t ink_braille(const struct reach *reach, int row)
{
    static const uint8_t bits[CHART_DOTS][DOTS_X] = {{0x40, 0x80}, {0x04, 0x20}, {0x02, 0x10}, {0x01, 0x08}};
    uint32_t dots = 0;
    for (int half = 0; half < DOTS_X; half++)
        for (int dot = 0; dot < CHART_DOTS; dot++)
            if (CHART_DOTS * row + dot >= reach->low[half] && CHART_DOTS * row + dot <= reach->high[half])
                dots |= bits[dot][half];
    return dots ? 0x2800u | dots : 0;
}

/* Block: top, middle or bottom of a cell; heavy: its upper or lower half. ASCII: the mark. Vertical stretches
 * are joined with '│', or full cells. */
static uint32_t ink_sign(const struct chart *chart, const struct chart_line *line, const struct reach *reach,
                         int row)
{
    static const uint32_t levels[CHART_LEVELS] = {0x2581, 0x2500, 0x2594};
    static const uint32_t halves[CHART_HALVES] = {0x2584, 0x2580};
    bool ascii = chart->canvas->glyphs == GLYPHS_ASCII;
    if (row < reach->low[0] || row > reach->high[0])
        return 0;
    if (row != reach->height / sign_levels(chart))
        return chart->heavy && !ascii ? 0x2588 : 0x2502;
    if (ascii)
        return line->mark;
    return chart->heavy ? halves[reach->height % CHART_HALVES] : levels[reach->height % CHART_LEVELS];
}

/* --- cells --- */

static bool is_braille(uint32_t glyph)
{
    return glyph >= 0x2800 && glyph <= 0x28FF;
}

static bool is_area(const struct cell *cell)
{
    return cell->fg >= ROLE_ACTIVE && cell->fg <= ROLE_BUSY;
}

/* A curve or a level that is there already. */
static bool is_line(const struct cell *cell)
{
    return cell->glyph != ' ' && cell->fg != ROLE_GRID && cell->fg != ROLE_REFERENCE && !is_area(cell);
}

/* The top of an area, or where two parts of it meet. */
static bool is_edge(const struct cell *cell)
{
    return is_area(cell) && cell->glyph >= 0x2581 && cell->glyph <= 0x2587;
}

/* What meets in a cell. */
struct meeting {
    int n, lines[CHART_LINES];
    uint32_t inks[CHART_LINES];
};

static void put_meeting(const struct chart *chart, int column, int y, const struct chart_line *lines,
                        const struct meeting *meeting, enum manner manner)
{
    int x = chart->plot.x + column;
    const struct cell *cell = canvas_at(chart->canvas, x, y);
    /* Two of three edges of areas stay what they are, and so do signs: a reference has the rest. */
    if (!cell || (manner == MANNER_REFERENCE &&
                  (is_edge(cell) ? column % 3 != 0 : is_line(cell) && cell->attrs & ATTR_BOLD)))
        return;
    bool there = is_line(cell);
    int turn = manner == MANNER_TURNS ? column % (meeting->n + there) : 0;
    bool theirs = turn == meeting->n;
    uint32_t glyph = theirs ? cell->glyph : meeting->inks[turn];
    struct style style =
        theirs ? (struct style){cell->fg, cell->bg, cell->attrs} : lines[meeting->lines[turn]].style;
    for (int i = 0; i < meeting->n && is_braille(glyph); i++)
        glyph |= meeting->inks[i];
    bool together = there || (manner == MANNER_REFERENCE && cell->fg == ROLE_REFERENCE);
    if (is_braille(glyph) && is_braille(cell->glyph) && together)
        glyph |= cell->glyph;
    /* What a line stands on: of an area's edge, whatever has more of the cell. */
    bool lower = is_area(cell) && (!is_edge(cell) || cell->glyph >= 0x2584);
    style.bg = lower ? cell->fg : cell->bg;
    if (manner == MANNER_REFERENCE && style.bg != chart->ground)
        style.fg = ROLE_TITLE; /* its own colour is close to those of areas */
    canvas_put(chart->canvas, x, y, glyph, style);
}

static void draw_lines(const struct chart *chart, const struct chart_line *lines, int n, const bool *where,
                       enum manner manner)
{
    bool braille = chart->canvas->glyphs == GLYPHS_BRAILLE && !chart->heavy;
    struct reach reaches[CHART_LINES];
    n = n < CHART_LINES ? n : CHART_LINES;
    for (int i = 0; i < n; i++)
        reaches[i].last = -1;
    for (int column = 0; column < chart->plot.w && chart->plot.h > 0; column++) {
        for (int i = 0; i < n; i++)
            (braille ? advance_dots : advance_sign)(chart, &lines[i], where, column, &reaches[i]);
        int parts = braille ? CHART_DOTS : 1, bottom = chart->plot.h, top = -1;
        for (int i = 0; i < n; i++)
            for (int half = 0; half < (braille ? DOTS_X : 1); half++) {
                bool there = reaches[i].high[half] >= reaches[i].low[half];
                int low = reaches[i].low[half] / parts, high = reaches[i].high[half] / parts;
                bottom = there && low < bottom ? low : bottom;
                top = there && high > top ? high : top;
            }
        for (int row = bottom; row <= top; row++) {
            struct meeting meeting;
            meeting.n = 0;
            for (int i = 0; i < n; i++) {
                uint32_t ink =
                    braille ? ink_braille(&reaches[i], row) : ink_sign(chart, &lines[i], &reaches[i], row);
                meeting.lines[meeting.n] = i;
                meeting.inks[meeting.n] = ink;
                meeting.n += ink != 0;
            }
            if (meeting.n > 0)
                put_meeting(chart, column, chart->plot.y + chart->plot.h - 1 - row, lines, &meeting, manner);
        }
    }
}

/* --- lines --- */

void chart_lines(const struct chart *chart, const struct chart_line *lines, int n)
{
    draw_lines(chart, lines, n, NULL, MANNER_TURNS);
}

void chart_line(const struct chart *chart, const struct chart_line *line)
{
    draw_lines(chart, line, 1, NULL, MANNER_TURNS);
}

void chart_line_where(const struct chart *chart, const struct chart_line *line, const bool *where,
                      struct style style)
{
    struct chart_line part = *line;
    part.style = style;
    draw_lines(chart, &part, 1, where, MANNER_OVER);
}

void chart_band(const struct chart *chart, const float *low, const float *high, int n)
{
    for (int column = 0; column < chart->plot.w; column++) {
        double from = points_mean(low, n, column), to = points_mean(high, n, column);
        if (isnan(from) || isnan(to))
            continue;
        for (int row = chart_height(chart, from, 1); row <= chart_height(chart, to, 1); row++)
            canvas_put(chart->canvas, chart->plot.x + column, chart->plot.y + chart->plot.h - 1 - row, 0x2591,
                       style_of(ROLE_REFERENCE)); /* a curve takes such cells as its own */
    }
}

void chart_reference(const struct chart *chart, const float *points, int n)
{
    struct chart_line line = {points, n, style_on(style_of(ROLE_REFERENCE), chart->ground), true, 'o'};
    if (points)
        draw_lines(chart, &line, 1, NULL, MANNER_REFERENCE);
}
