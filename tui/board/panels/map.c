/* The map as a panel: schemes, the steps of the knob in focus and where the user is, in one plane. It fills
 * in behind the screen, when nothing more urgent runs; what would cost too much in passing says which key
 * shows it. The question in full size walks it (tui/ask/map.c). */
#include "tui/board/panels/panels.h"
#include "tui/media/plane.h"
#include "tui/widgets/parts.h"

void panel_map(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct account *map = &scene->map;
    if (!map->parts || map->arena.lacked)
        return;
    int end =
        part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, "Map", map->parts->title, false);
    canvas_text_right(canvas, rect.x + rect.w, rect.y, rect.x + rect.w - end, style_of(ROLE_DIM),
                      map->progress);
    media_plane(map->parts, NULL, false, 0, (struct rect){rect.x, rect.y + 1, rect.w, rect.h - 1},
                ROLE_BACKGROUND, canvas);
}
