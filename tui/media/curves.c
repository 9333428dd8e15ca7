/* Each column of numbers over the rows of its table: the two ends of its scale before the plot, what is here
 * and what is chosen behind it, one axis below all. */
#include "tui/media/curves.h"

#include "engine/base/text.h"
#include "tui/media/fit.h"
#include "tui/media/matrix.h"
#include "tui/term/text.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <string.h>

enum { GUTTER = 10, SIDE = 24, SIDE_LEAST_W = 70, AXIS_GAP = 9, MOST_CURVES = 24 };

struct style media_style(enum tone tone)
{
    if (tone >= TONE_APP)
        return style_bold((enum role)(ROLE_APP1 + (tone - TONE_APP) % 5));
    if (tone >= TONE_RUN)
        return style_bold((enum role)(ROLE_RUN_A + (tone - TONE_RUN)));
    static const enum role roles[] = {
        [TONE_PLAIN] = ROLE_TEXT, [TONE_STRONG] = ROLE_TITLE, [TONE_QUIET] = ROLE_DIM,
        [TONE_GOOD] = ROLE_GOOD,  [TONE_BAD] = ROLE_BAD,      [TONE_EDIT] = ROLE_EDIT};
    return tone == TONE_STRONG || tone == TONE_EDIT ? style_bold(roles[tone]) : style_of(roles[tone]);
}

/* A column of a table as a curve over its rows. */
static struct range_plot plot_of(const struct account_part *part, size_t column, int chosen)
{
    int n = part->n_rows < RANGE_VALUES ? (int)part->n_rows : RANGE_VALUES;
    struct range_plot plot = {
        .n = n, .stairs = part->stairs, .here = -1, .initial = -1, .chosen = chosen < n ? chosen : -1};
    for (int i = 0; i < n; i++) {
        const struct account_cell *cell = &part->rows[i].cells[column];
        plot.places[i] = part->rows[i].place;
        plot.values[i] = cell->kind == ACCOUNT_NUMBER ? cell->value : (double)NAN;
        plot.least[i] = cell->least_shown ? cell->least : (double)NAN;
        plot.greatest[i] = cell->least_shown ? cell->greatest : (double)NAN;
        plot.broken[i] = cell->tone == TONE_BAD;
        plot.here = part->rows[i].mark & MARK_HERE ? i : plot.here;
        plot.initial = part->rows[i].mark & MARK_USUAL ? i : plot.initial;
    }
    return plot;
}

/* What the least, or the greatest, of a curve reads as. */
static const char *end_of(const struct account_part *part, size_t column, double end)
{
    for (size_t i = 0; i < part->n_rows; i++) {
        const struct account_cell *cell = &part->rows[i].cells[column];
        if (cell->kind == ACCOUNT_NUMBER && cell->value == end)
            return cell->shown;
        if (cell->least_shown && (cell->least == end || cell->greatest == end))
            return cell->least == end ? cell->least_shown : cell->greatest_shown;
    }
    return NULL;
}

/* "seeds 1.0 K–1.2 K"; where that has no room the unit stands once, "4246.0–4308.2 g", without what it is of.
 */
static const char *seeds_words(const struct account_cell *cell, int columns, struct arena *texts)
{
    const char *unit = strchr(cell->least_shown, ' ');
    bool alike = unit && strlen(cell->greatest_shown) > strlen(unit) &&
                 strcmp(cell->greatest_shown + strlen(cell->greatest_shown) - strlen(unit), unit) == 0;
    int n = (int)(alike ? strlen(cell->least_shown) - strlen(unit) : strlen(cell->least_shown));
    const char *const forms[] = {text(texts, "seeds %s–%s", cell->least_shown, cell->greatest_shown),
                                 text(texts, "seeds %.*s–%s", n, cell->least_shown, cell->greatest_shown),
                                 text(texts, "%.*s–%s", n, cell->least_shown, cell->greatest_shown)};
    return text_fitting(forms, 3, columns);
}

/* The two ends of the scale before the plot, and behind it what is here and what is chosen. */
static void draw_curve(const struct account_part *part, size_t column, int chosen, struct rect rect,
                       struct canvas *canvas)
{
    struct range_plot plot = plot_of(part, column, chosen);
    struct scale ends = range_plot_ends(&plot);
    int side = rect.w >= SIDE_LEAST_W ? SIDE : 0;
    struct rect inside = {rect.x + GUTTER, rect.y + 1, rect.w - GUTTER - side - 1, rect.h - 1};
    const char *least = end_of(part, column, ends.min), *most = end_of(part, column, ends.max);
    canvas_text(canvas, rect.x + 1, rect.y, rect.w - 1, style_bold(ROLE_TEXT), part->columns[column].title);
    if (most) /* one that is flat lies in the middle */
        canvas_text_right(canvas, inside.x - 1, inside.y + (ends.max > ends.min ? 0 : (inside.h - 1) / 2),
                          GUTTER - 1, style_of(ROLE_DIM), most);
    if (least && inside.h > 1 && ends.max > ends.min)
        canvas_text_right(canvas, inside.x - 1, inside.y + inside.h - 1, GUTTER - 1, style_of(ROLE_DIM),
                          least);
    range_plot_draw(&plot, inside, ROLE_BACKGROUND, canvas);
    struct lines words = {canvas, {inside.x + inside.w + 2, inside.y, side - 2, inside.h}, 0};
    const struct account_cell *here = plot.here >= 0 ? &part->rows[plot.here].cells[column] : NULL;
    if (side > 0 && here && here->shown)
        lines_print(&words, style_of(ROLE_TEXT), "● %s", here->shown);
    if (side > 0 && chosen >= 0 && chosen != plot.here && part->rows[chosen].cells[column].shown)
        lines_print(&words, style_of(ROLE_TITLE), "│ %s", part->rows[chosen].cells[column].shown);
    if (side > 0 && here && here->least_shown && strcmp(here->least_shown, here->greatest_shown) != 0)
        lines_put(&words, style_of(ROLE_DIM), seeds_words(here, words.rect.w, &canvas->texts));
}

/* The rows below the plots: the one that is chosen in any case, of the others every n-th, the least n that
 * leaves a gap between any two. */
static void draw_axis(const struct account_part *part, int chosen, struct rect row, struct canvas *canvas)
{
    struct range_plot plot = plot_of(part, 0, chosen);
    int w = row.w - GUTTER - (row.w >= SIDE_LEAST_W ? SIDE : 0) - 1, every = 1;
    int from = chosen >= 0 ? range_plot_column(&plot, w, chosen) : -AXIS_GAP;
    for (int gap = 0; every < plot.n && gap < AXIS_GAP;) {
        gap = w;
        for (int i = 0; i + every < plot.n; i += every) {
            int own = range_plot_column(&plot, w, i + every) - range_plot_column(&plot, w, i);
            gap = own < gap ? own : gap;
        }
        if (gap < AXIS_GAP)
            every += every == 1 ? 1 : every == 2 ? 2 : every == 4 ? 1 : every;
    }
    for (int i = 0, taken = -1; i < plot.n; i++) {
        const char *text = fit_text(&part->rows[i].cells[0], true);
        int x = range_plot_column(&plot, w, i);
        if (!text || (i != chosen && (i % every != 0 || x - from < AXIS_GAP) &&
                      (i % every != 0 || from - x < AXIS_GAP)))
            continue;
        int width = text_width(text), at = part_clamp(x - width / 2, 0, w > width ? w - width : 0);
        if (i != chosen && at <= taken)
            continue;
        taken = at + width;
        canvas_text(canvas, row.x + GUTTER + at, row.y, -1,
                    i == chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_DIM), text);
    }
}

/* "CIT 0.80   carbon 187.3 g −17.3 % better   late 124 +124 worse": all of a row, as far as it goes in so
 * many rows. */
static void draw_row(const struct account_part *part, const struct account_row *row, struct rect rect,
                     struct canvas *canvas)
{
    int x = rect.x + 1, end = rect.x + rect.w;
    part_span(canvas, &x, end, rect.y, style_bold(ROLE_TITLE),
              row->cells[0].shown ? row->cells[0].shown : "");
    for (size_t k = 1; k < part->n_columns; k++) {
        const struct account_cell *cell = &row->cells[k];
        bool number = cell->kind == ACCOUNT_NUMBER;
        char text[160];
        if (!part->columns[k].title || !cell->shown || !*cell->shown)
            continue;
        text_print(text, sizeof text, "   %s%s%s", number ? part->columns[k].title : "", number ? " " : "",
                   cell->shown);
        if (k > 1 && x + text_width(text) > end) {
            if (--rect.h < 1)
                return; /* a curve is drawn below */
            rect.y++;
            x = rect.x - 2;
        }
        part_span(canvas, &x, end, rect.y, media_style(number ? TONE_PLAIN : cell->tone), text);
        text_print(text, sizeof text, " %s", cell->change ? cell->change : "");
        if (cell->change)
            part_span(canvas, &x, end, rect.y, media_style(cell->change_tone), text);
    }
}

void media_curves(const struct account_part *part, const struct account_row *chosen, struct rect rect,
                  struct canvas *canvas)
{
    size_t n = 0, most = (size_t)part_clamp((rect.h - 2) / PLOT_LEAST, 1, MOST_CURVES), columns[MOST_CURVES];
    int at = chosen && chosen >= part->rows && chosen < part->rows + part->n_rows ? (int)(chosen - part->rows)
                                                                                  : -1;
    for (size_t k = 1; k < part->n_columns && n < most; k++)
        if (part->columns[k].title && part->columns[k].number)
            columns[n++] = k;
    if (at >= 0)
        draw_row(part, chosen, (struct rect){rect.x, rect.y, rect.w, 1}, canvas);
    int each = n > 0 ? (rect.h - 2) / (int)n : 0;
    for (size_t i = 0; i < n; i++)
        draw_curve(part, columns[i], at, (struct rect){rect.x, rect.y + 1 + (int)i * each, rect.w, each},
                   canvas);
    draw_axis(part, at, (struct rect){rect.x, rect.y + 1 + (int)n * each, rect.w, 1}, canvas);
}

void media_matrix(const struct account_part *part, const struct account_row *chosen, size_t first_step,
                  struct rect rect, struct canvas *canvas)
{
    const struct account_row *told =
        chosen >= part->rows && chosen < part->rows + part->n_rows ? chosen : NULL;
    for (size_t i = 0; i < part->n_rows && !told; i++)
        told = part->rows[i].mark & MARK_HERE ? &part->rows[i] : NULL;
    matrix_draw(part, chosen, first_step, (struct rect){rect.x, rect.y, rect.w, rect.h - MATRIX_TOLD},
                canvas);
    if (told)
        draw_row(part, told, (struct rect){rect.x, rect.y + rect.h - MATRIX_TOLD, rect.w, MATRIX_TOLD},
                 canvas);
}
