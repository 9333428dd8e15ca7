/* GPUs under MIG as the cluster shows them at the cursor: slices to scale, each with its variant and whether
 * it is at work, or as one line of text where columns are few. */
#ifndef WATTIF_TUI_BOARD_PANELS_SLICES_H
#define WATTIF_TUI_BOARD_PANELS_SLICES_H

#include "tui/term/canvas.h"
#include "tui/board/scene.h"

#include <stdbool.h>
#include <stddef.h>

enum { SLICES_SIZE = 320 };

/* How the GPU is cut at the cursor; NULL: it is not. */
const struct recorded_layout *slices_of(const struct scene *scene, int gpu);

/* "4g b5 · 2g b1 · 1g –"; neighbours that are alike are counted: "7× 1g b1". */
void slices_print(const struct scene *scene, const struct recorded_layout *layout, char *out, size_t size);
/* In so many columns: where that has no room alike slices are told once, wherever they lie. */
void slices_print_in(const struct scene *scene, const struct recorded_layout *layout, int columns, char *out,
                     size_t size);

/* The layout of most GPUs that are cut, in one line: "all 10: 4g b5 · 2g b1 · 1g b1", "6 of 10: ...", and
 * how many are being changed: "; 2 changing". "" where no GPU is cut. */
void slices_print_fleet(const struct scene *scene, char *out, size_t size);

/* What goes on: "× cutting", "▾ draining", "× loading b3", or the slices at work, "2/3 busy"; "" where that
 * is not known. */
void slices_print_state(const struct scene *scene, int gpu, const struct recorded_layout *layout, char *out,
                        size_t size);

/* The slices to scale in at most w columns, a whole number of columns for each seventh; as text where there
 * are fewer than SLICES_COLUMNS. */
enum { SLICES_COLUMNS = 27 };
void slices_draw(const struct scene *scene, int gpu, const struct recorded_layout *layout, int x, int y,
                 int w, struct canvas *canvas);

#endif
