/* Where pools are named they are the rows of the latency panel: how many GPUs each has, which of its apps
 * comes closest to its SLO, and what it emits. The one in focus opens to its apps' lanes; rows that are left
 * go to the other pools' apps in turn, those closest to their SLO first. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"

#include <stdio.h>

enum { GPUS_W = 8, APP_W = 13, CARBON_W = 9, BAR_LEAST = 6, BAR_MOST = 16 };

/* Columns of the longest name, and two blanks. */
static int name_columns(const struct scenario *scenario)
{
    int columns = 0;
    for (int pool = 0; pool < scenario->n_pools; pool++) {
        int w = text_width(scenario->pools[pool].name) + 2;
        columns = w > columns ? w : columns;
    }
    return columns;
}

/* "serving  2 GPUs  1 images   1046.2 g ▇▇▇", its worst app's verdict at the right. */
static void draw_pool(const struct scene *scene, int pool, int worst, bool chosen, int y,
                      struct canvas *canvas)
{
    const struct scenario *scenario = &scene->now->result->model->scenario;
    const struct layout *layout = &scene->layout;
    const struct summary *total = &scene->now->total;
    int end = layout->right_x + layout->right_w, gpus[GPUS_MAX], n = scenario_pool_gpus(scenario, pool, gpus);
    struct rect row = {layout->gutter_x, y, end - layout->gutter_x, 1};
    double all_g = 0;
    enum role ground = part_row(canvas, row, ROLE_BACKGROUND, chosen, scene_chooses_pool(scene));
    struct style dim = style_on(style_of(ROLE_DIM), ground), plain = style_on(style_of(ROLE_TEXT), ground);
    int x = row.x + 1, room = layout->right_x - 1;
    canvas_spot(canvas, row, SPOT_POOL, pool);
    canvas_text(canvas, x, y, room - x, style_on(style_bold(ROLE_TITLE), ground), scenario->pools[pool].name);
    x += name_columns(scenario);
    canvas_print(canvas, x, y, room - x, dim, "%d GPU%s", n, n == 1 ? "" : "s");
    x += GPUS_W;
    if (worst >= 0) {
        canvas_print(canvas, x, y, room - x, style_on(style_of(scene_app_role(worst)), ground), "%c %s",
                     panel_app_digit(worst), panel_app_label(scene, worst, APP_W - 3, FORMAT_ROOM));
        panel_verdict(scene, worst, end, layout->right_w, y, false, canvas);
    }
    x += APP_W + CARBON_W;
    for (int other = 0; other < total->n_pools; other++)
        all_g += total->pools[other].carbon_g;
    if (x <= room)
        canvas_text_right(canvas, x, y, CARBON_W, total->n_pools ? plain : dim,
                          total->n_pools ? format_grams(FORMAT_ROOM, total->pools[pool].carbon_g) : "···");
    int w = room - x - 1 < BAR_MOST ? room - x - 1 : BAR_MOST;
    if (w >= BAR_LEAST && all_g > 0)
        part_bar(canvas, x + 1, y, w, total->pools[pool].carbon_g / all_g, ROLE_ACTIVE);
}

int panel_pools(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct scenario *scenario = &scene->now->result->model->scenario;
    int n = scenario->n_pools, apps[POOLS_MAX][APPS_MAX], n_apps[POOLS_MAX] = {0}, shown[POOLS_MAX],
        y = rect.y + 1;
    int open = scene_pool_in_focus(scene);
    const char *lanes =
        text(&canvas->texts, "%s %s, %% of SLO", clock_length(FORMAT_ROOM, scene->window.tail_ns),
             format_percentile(FORMAT_ROOM, scene_percentile(scene)));
    const char *const forms[] = {text(&canvas->texts, "slowest app, g that GPUs draw; lanes: %s", lanes),
                                 text(&canvas->texts, "g GPUs draw; %s", lanes)};
    int title_end =
        panel_title(scene, canvas, rect, REGION_LATENCY, "Pools", text_fitting(forms, 2, rect.w - 24));
    for (int pool = 0; pool < n; pool++) {
        n_apps[pool] = scenario_pool_apps(scenario, pool, apps[pool]);
        panel_order_apps(scene, apps[pool], n_apps[pool]);
    }
    /* How many of its apps each pool shows in so many rows. */
    int rows = rect.h - 1 - n;
    for (int pool = 0; pool < n; pool++)
        shown[pool] = 0;
    shown[open] = n_apps[open] < rows ? n_apps[open] : rows;
    rows -= shown[open];
    for (bool more = true; more && rows > 0;) {
        more = false;
        for (int pool = 0; pool < n && rows > 0; pool++)
            if (shown[pool] < n_apps[pool]) {
                shown[pool]++;
                rows--;
                more = true;
            }
    }
    for (int pool = 0; pool < n; pool++) {
        draw_pool(scene, pool, n_apps[pool] > 0 ? apps[pool][0] : -1, pool == open, y++, canvas);
        for (int i = 0; i < shown[pool] && scene->now->curves->points > 0; i++)
            panel_lane(scene, apps[pool][i], y++, canvas);
    }
    return title_end;
}
