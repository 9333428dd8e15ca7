/* A table that is a matrix (account.h): where its cells lie, and how far each is from the least to the
 * greatest, the same as colours of a screen and of a page. */
#ifndef WATTIF_TUI_MEDIA_MATRIX_H
#define WATTIF_TUI_MEDIA_MATRIX_H

#include "engine/account/account.h"
#include "tui/term/canvas.h"

struct matrix {
    const struct account_part *part;
    size_t column;                               /* of the table: the last of numbers */
    const struct account_cell *least, *greatest; /* NULL: nothing is known */
    bool flat;                                   /* both read alike: no colour tells cells apart */
};
struct matrix matrix_of(const struct account_part *part);

/* What a place says, or NULL where there is no cell; the last that is told of it. */
const struct account_cell *matrix_at(const struct matrix *matrix, size_t across, size_t down);
/* 0 (least) to 6 on the ramp; -1: not known. */
int matrix_step(const struct matrix *matrix, const struct account_cell *cell);

/* Rows and columns on a screen, with cells so many columns wide and rows high. */
int matrix_rows(const struct account_part *part, int cell_h);
int matrix_columns(const struct account_part *part, int cell_w);
/* Its title, the heads of its columns, its cells, each of which can be clicked (SPOT_CHOICE, from
 * `first_step` on), and what the colours mean. `chosen`: a row of it, or NULL. */
void matrix_draw(const struct account_part *part, const struct account_row *chosen, size_t first_step,
                 struct rect rect, struct canvas *canvas);

#endif
