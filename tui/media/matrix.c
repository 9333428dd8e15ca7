/* Colours that are by sign have 0 in the middle, so that what is better looks like it wherever the others
 * lie; else they go from the least that is known to the greatest. The numbers of both ends stand beside them.
 */
#include "tui/media/matrix.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/heat.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <string.h>

enum { GUTTER = 4, FRAME = 3 /* rows of title, heads and legend */, HEAD = 4, SIZE_MOST = 2 };

struct matrix matrix_of(const struct account_part *part)
{
    struct matrix matrix = {.part = part};
    for (size_t k = 0; k < part->n_columns; k++)
        matrix.column = part->columns[k].number && part->columns[k].title ? k : matrix.column;
    for (size_t i = 0; i < part->n_rows; i++) {
        const struct account_cell *cell = &part->rows[i].cells[matrix.column];
        if (cell->kind != ACCOUNT_NUMBER || isnan(cell->value))
            continue;
        matrix.least = matrix.least && matrix.least->value <= cell->value ? matrix.least : cell;
        matrix.greatest = matrix.greatest && matrix.greatest->value >= cell->value ? matrix.greatest : cell;
    }
    matrix.flat = !matrix.least || strcmp(matrix.least->shown, matrix.greatest->shown) == 0;
    return matrix;
}

const struct account_cell *matrix_at(const struct matrix *matrix, size_t across, size_t down)
{
    const struct account_part *part = matrix->part;
    for (size_t i = part->n_rows; i-- > 0;)
        if (part->rows[i].place == (double)(across * part->n_down + down))
            return &part->rows[i].cells[matrix->column];
    return NULL;
}

int matrix_step(const struct matrix *matrix, const struct account_cell *cell)
{
    if (cell->kind != ACCOUNT_NUMBER || isnan(cell->value))
        return -1;
    double least = matrix->least->value, greatest = matrix->greatest->value;
    double most = fmax(fabs(least), fabs(greatest));
    double share =
        matrix->part->by_sign ? (1 + cell->value / most) / 2 : (cell->value - least) / (greatest - least);
    return (matrix->part->by_sign || !matrix->flat) && isfinite(share)
               ? part_clamp((int)(share * HEAT_STEPS), 0, HEAT_STEPS - 1)
               : HEAT_STEPS / 2;
}

int matrix_rows(const struct account_part *part, int cell_h)
{
    return FRAME + (int)part->n_down * cell_h;
}

int matrix_columns(const struct account_part *part, int cell_w)
{
    return GUTTER + (int)part->n_across * cell_w;
}

/* The first word of a column's head, where it stands for so many columns that it has room. */
static void draw_heads(const struct account_part *part, int cell_w, struct rect row, struct canvas *canvas)
{
    for (size_t i = 0, to; i < part->n_across; i = to) {
        int w = (int)strcspn(part->across[i], " ");
        for (to = i + 1;
             to < part->n_across && strncmp(part->across[i], part->across[to], (size_t)w + 1) == 0; to++)
            ;
        if ((int)(to - i) * cell_w >= HEAD || to == part->n_across)
            canvas_text(canvas, row.x + (int)i * cell_w, row.y, row.w - (int)i * cell_w, style_of(ROLE_DIM),
                        text(&canvas->texts, "%.*s", w, part->across[i]));
    }
}

static void draw_legend(const struct matrix *matrix, struct rect row, struct canvas *canvas)
{
    int x = row.x, end = row.x + row.w;
    if (!matrix->least)
        return;
    int least = matrix_step(matrix, matrix->least), greatest = matrix_step(matrix, matrix->greatest);
    part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), matrix->least->shown);
    x++;
    for (int step = least; step <= (matrix->flat ? least : greatest) && x < end; step++, x++)
        heat_cell(canvas, x, row.y, step);
    part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), " ");
    part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), matrix->flat ? "at all" : matrix->greatest->shown);
    part_span(canvas, &x, end, row.y, style_of(ROLE_DIM), "   ● here   ◆ chosen");
}

/* The one that is here has a dot, the one that is chosen a diamond and the terminal's cursor. */
static void draw_cell(const struct matrix *matrix, const struct account_row *row, bool chosen, struct rect at,
                      struct canvas *canvas)
{
    int step = matrix_step(matrix, &row->cells[matrix->column]);
    for (int i = 0; i < at.w * at.h; i++)
        if (step < 0)
            canvas_put(canvas, at.x + i % at.w, at.y + i / at.w, 0x00B7, style_of(ROLE_DIM));
        else
            heat_cell(canvas, at.x + i % at.w, at.y + i / at.w, step);
    if (row->mark & MARK_HERE)
        canvas_put(canvas, at.x, at.y, 0x25CF,
                   step < 0 ? style_bold(ROLE_TITLE)
                            : style_on(style_bold(ROLE_BACKGROUND), (enum role)(ROLE_RAMP1 + step)));
    else if (chosen)
        canvas_put(canvas, at.x, at.y, 0x25C6, style_bold(ROLE_CURSOR));
    if (chosen)
        canvas_cursor(canvas, at.x, at.y);
}

void matrix_draw(const struct account_part *part, const struct account_row *chosen, size_t first_step,
                 struct rect rect, struct canvas *canvas)
{
    struct matrix matrix = matrix_of(part);
    bool own = chosen >= part->rows && chosen < part->rows + part->n_rows;
    int cell_w = part_clamp((rect.w - GUTTER) / (int)part->n_across, 1, SIZE_MOST),
        cell_h = part_clamp((rect.h - FRAME) / (int)part->n_down, 1, cell_w);
    int x = rect.x + GUTTER, y = rect.y + 2, foot = y + (int)part->n_down * cell_h, end = rect.y + rect.h;
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, part->title, part->note ? part->note : "",
               own);
    draw_heads(part, cell_w, (struct rect){x, y - 1, rect.w - GUTTER, 1}, canvas);
    for (size_t k = 0; k < part->n_down && y + (int)k * cell_h < end; k++)
        canvas_text(canvas, rect.x, y + (int)k * cell_h, GUTTER - 1, style_of(ROLE_DIM), part->down[k]);
    for (size_t i = 0; i < part->n_rows; i++) {
        const struct account_row *row = &part->rows[i];
        int place = (int)row->place, n = (int)part->n_down;
        struct rect at = {x + place / n * cell_w, y + place % n * cell_h, cell_w, cell_h};
        if (at.y + at.h > end)
            continue;
        draw_cell(&matrix, row, row == chosen, at, canvas);
        canvas_spot(canvas, at, SPOT_CHOICE, (int)(first_step + i));
    }
    if (foot < end)
        draw_legend(&matrix, (struct rect){x, foot, rect.w - GUTTER, 1}, canvas);
}
