/* The map asks the year for the mean of each rectangle of weeks and hours that a cell stands for. */
#include "tui/widgets/heat.h"

#include "engine/base/civil.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>

enum { GUTTER = 6, CELL_MAX = 4, DAY_S = 86400 };

static const double limits[HEAT_STEPS - 1] = {0.7, 0.85, 0.95, 1.05, 1.15, 1.3};

int heat_step(double ratio)
{
    int step = 0;
    while (step < HEAT_STEPS - 1 && ratio >= limits[step])
        step++;
    return step;
}

enum role heat_role(double ratio)
{
    return (enum role)(ROLE_RAMP1 + heat_step(ratio));
}

void heat_cell(struct canvas *canvas, int x, int y, int step)
{
    enum role role = (enum role)(ROLE_RAMP1 + step);
    canvas_put(canvas, x, y, glyph_level(canvas->glyphs, step + 1), style_on(style_of(role), role));
}

/* How the map is cut: `columns` of cell_w cells each stand for the bins, `rows` for the hours. */
struct cut {
    int columns, cell_w, rows;
};

static struct cut cut_map(const struct year *year, int w, int h)
{
    static const int rows[] = {24, 12, 8, 6, 4, 3, 2, 1};
    struct cut cut = {.columns = year->n < w ? year->n : w};
    int k = 0;
    while (k < 7 && rows[k] > h)
        k++;
    cut.rows = rows[k];
    cut.cell_w = cut.columns > 0 ? w / cut.columns : 0;
    cut.cell_w = cut.cell_w > CELL_MAX ? CELL_MAX : cut.cell_w;
    return cut;
}

static int bin_of(const struct year *year, const struct cut *cut, int column)
{
    return column * year->n / cut->columns;
}

int heat_draw(const struct year *year, struct rect rect, struct canvas *canvas)
{
    int w = rect.w - GUTTER, x = rect.x + GUTTER;
    if (w < 1 || rect.h < 2 || year->n == 0)
        return 0;
    struct cut cut = cut_map(year, w, rect.h - 1);
    int hours = YEAR_HOURS / cut.rows;
    int each = cut.rows % 4 == 0 ? cut.rows / 4 : 1;
    for (int row = 0; row < cut.rows; row += each)
        canvas_print(canvas, rect.x, rect.y + row, 5, popup_style(ROLE_DIM), "%02d:00",
                     row * YEAR_HOURS / cut.rows);
    for (int column = 0; column < cut.columns; column++) {
        int from = bin_of(year, &cut, column), to = bin_of(year, &cut, column + 1);
        for (int row = 0; row < cut.rows; row++) {
            double mean = year_mean(year, from, to, row * hours, (row + 1) * hours);
            for (int i = 0; i < cut.cell_w && !isnan(mean); i++)
                heat_cell(canvas, x + column * cut.cell_w + i, rect.y + row,
                          heat_step(year->mean > 0 ? mean / year->mean : 1));
        }
    }
    /* A month's name where its first column begins and there is room for it. */
    int y = rect.y + cut.rows;
    int free_x = x, last_month = 0, end_x = x + cut.columns * cut.cell_w;
    for (int column = 0; column < cut.columns; column++) {
        int64_t middle = year->first_day + bin_of(year, &cut, column) * year->bin_days + year->bin_days / 2;
        int month = civil_from_unix(middle * DAY_S).month, at = x + column * cut.cell_w;
        if (month != last_month && at >= free_x && at + 3 <= end_x) {
            canvas_text(canvas, at, y, 3, popup_style(ROLE_DIM), civil_month_name(month));
            free_x = at + 4;
        }
        last_month = month;
    }
    return cut.rows + 1;
}

int heat_legend(double mean, struct rect row, enum role ground, struct canvas *canvas)
{
    char text[32];
    int x = row.x, end = row.x + row.w;
    struct style dim = style_on(style_of(ROLE_DIM), ground);
    snprintf(text, sizeof text, "%.0f ", mean * limits[0]);
    part_span(canvas, &x, end, row.y, dim, text);
    for (int step = 0; step < HEAT_STEPS; step++)
        for (int i = 0; i < 2 && x < end; i++)
            heat_cell(canvas, x++, row.y, step);
    snprintf(text, sizeof text, " %.0f g/kWh", mean * limits[HEAT_STEPS - 2]);
    part_span(canvas, &x, end, row.y, dim, text);
    return x - row.x;
}

void heat_spark(const double *values, int n, struct heat_range range, struct rect row, enum role ground,
                struct canvas *canvas)
{
    int columns = row.w < n ? row.w : n;
    double span = range.greatest - range.least;
    for (int column = 0; column < columns; column++) {
        double sum = 0;
        int count = 0;
        for (int i = column * n / columns; i < (column + 1) * n / columns; i++) {
            sum += isnan(values[i]) ? 0 : values[i];
            count += !isnan(values[i]);
        }
        if (count == 0)
            continue;
        double value = sum / count, share = span > 0 ? (value - range.least) / span : 0.5;
        int level = 1 + (int)floor(share * 7 + 0.5);
        canvas_put(canvas, row.x + column, row.y, glyph_level(canvas->glyphs, level),
                   style_on(style_of(heat_role(range.mean > 0 ? value / range.mean : 1)), ground));
    }
}
