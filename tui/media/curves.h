/* The tables of an account that are curves or a matrix, on a canvas. */
#ifndef WATTIF_TUI_MEDIA_CURVES_H
#define WATTIF_TUI_MEDIA_CURVES_H

#include "engine/account/account.h"
#include "tui/term/canvas.h"

enum { PLOT_LEAST = 3, MATRIX_TOLD = 2 }; /* rows of a plot, and of what is told below a matrix */

/* How a tone looks. */
struct style media_style(enum tone tone);

/* As many of its columns as `rect` has room for, and all of the row that is chosen, or NULL. */
void media_curves(const struct account_part *part, const struct account_row *chosen, struct rect rect,
                  struct canvas *canvas);
/* A matrix, and below it what is told of its cell that is chosen, or of the one that is here. */
void media_matrix(const struct account_part *part, const struct account_row *chosen, size_t first_step,
                  struct rect rect, struct canvas *canvas);

#endif
