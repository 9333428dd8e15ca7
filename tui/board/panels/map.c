/* The map as a panel: schemes, the steps of the knob in focus and where the user is, in one plane. It fills
 * in behind the screen, when nothing more urgent runs; what would cost too much in passing says which key
 * shows it. The view in full size walks it (tui/views/map.c). */
#include "tui/board/panels/panels.h"

#include "tui/words/metric_words.h"
#include "tui/widgets/parts.h"

#include <stdio.h>

void panel_map(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct plane *plane = &scene->map;
    const struct mapping *map = plane->map;
    char up[64], note[64] = "";
    if (!map)
        return;
    const char *unit = text(&canvas->texts, "carbon %s across, %s up", plane->grams > 1 ? "kg" : "g",
                            tradeoff_title(plane->up, up, sizeof up));
    int end = part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, "Map", unit, false);
    if (mapping_done(map) < mapping_size(map))
        snprintf(note, sizeof note, " %zu of %zu", mapping_done(map), mapping_size(map));
    canvas_text_right(canvas, rect.x + rect.w, rect.y, rect.x + rect.w - end, style_of(ROLE_DIM), note);
    if (plane->scatter.plot.w >= 10 && plane->scatter.plot.h >= 3)
        plane_draw(plane, false, canvas);
}
