/* Sizes of screen for tests that draw, from one cell to 300x100, the smaller the closer:
 *
 *     for (struct sizes at = {0}; sizes_next(&at);)
 *         draw at at.columns and at.rows, in glyph set sizes_choose(&at, 3) ...
 *
 * A long test goes through every width with every height. Others take pairs along diagonals, a fifth of
 * them, so that every width and every height still comes, each beside small and large ones, and with each
 * of what is chosen among. */
#ifndef WATTIF_TESTS_SIZES_H
#define WATTIF_TESTS_SIZES_H

#include <stdbool.h>

struct sizes { /* zero-initialise */
    int columns, rows;
    int column, row; /* the how manieth width and height these are */
};

/* The next size; false: that was all. */
bool sizes_next(struct sizes *at);
/* One of 0 .. n - 1: neighbours in either direction have another. */
int sizes_choose(const struct sizes *at, int n);

#endif
