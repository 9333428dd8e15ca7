/* What the cluster panel and its full size share. */
#ifndef WATTIF_TUI_BOARD_PANELS_CLUSTER_H
#define WATTIF_TUI_BOARD_PANELS_CLUSTER_H

#include "engine/answers/gpus.h"
#include "tui/term/canvas.h"
#include "tui/board/scene.h"

#include <stdint.h>

/* Busy share, 0..1, in the tail window before the cursor; NAN before anything is simulated. */
double cluster_busy_share(const struct scene *scene, int gpu);

/* The pool of a GPU, where pools are named; else what stands for all of them. */
const char *cluster_pool(const struct scene *scene, int gpu, const char *all);

/* Over the run, or so far. */
struct gpu_totals cluster_totals(const struct scene *scene, int gpu);

/* The first busy instance of a GPU, -1 if it idles; *queue: what waits for the GPU. Only with an instant. */
int cluster_busy_instance(const struct scene *scene, int gpu, int64_t *queue);

/* Who is on it now: "now job 3 batch 41, 38 ms, 12 left", "idle", "done at 14:51". */
void cluster_draw_now(const struct scene *scene, int gpu, int x, int end, int y, struct canvas *canvas);

/* Totals in one line, as much as fits: "queue 0.40, max 12   25–89 W   86.2 Wh   1 234 starts". */
void cluster_draw_totals(const struct scene *scene, int gpu, int x, int end, int y, struct canvas *canvas);

/* Busy share, greatest queue and power over the window of time shown: lanes, or plots where rows allow;
 * returns the row after them. */
int cluster_draw_histories(const struct scene *scene, int gpu, struct rect rect, struct canvas *canvas);

#endif
