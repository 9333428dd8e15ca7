/* The table of panels and what the plots among them share. */
#include "tui/board/panels/panels.h"

#include "tui/term/text.h"
#include "tui/widgets/parts.h"

const struct panel panels[] = {
    {REGION_BAR, 0, panel_bar},
    {REGION_HEADLINE, 0, panel_headline},
    {REGION_STRIP, 0, panel_strip},
    {REGION_KNOBS, 1, panel_knobs},
    {REGION_INTENSITY, 2, panel_intensity},
    {REGION_NOTE, 0, panel_note},
    {REGION_CARBON, 3, panel_carbon},
    {REGION_LATENCY, 4, panel_latency},
    {REGION_ACCURACY, 8, panel_accuracy},
    {REGION_OBJECTIVE, 9, panel_objective},
    {REGION_USE, 5, panel_use},
    {REGION_RUNNING, 7, panel_running},
    {REGION_AXIS, 0, panel_axis},
    {REGION_TIMEBAR, 0, panel_timebar},
    {REGION_LEGEND, 0, panel_legend},
    {REGION_CLUSTER, 6, panel_cluster},
    {REGION_PROVENANCE, 0, panel_provenance},
    {REGION_WHY, 0, panel_why},
    {REGION_HINTS, 0, panel_hints},
};
const int n_panels = sizeof panels / sizeof *panels;

struct rect panel_plot(const struct scene *scene, struct rect rect)
{
    return (struct rect){scene->layout.plot_x, rect.y + 1, scene->layout.plot_w, rect.h - 1};
}

struct rect panel_right(const struct scene *scene, struct rect rect)
{
    return (struct rect){scene->layout.right_x, rect.y + 1, scene->layout.right_w, rect.h - 1};
}

int panel_title(const struct scene *scene, struct canvas *canvas, struct rect rect, enum region region,
                const char *name, const char *unit)
{
    int number = 0;
    for (int i = 0; i < n_panels; i++)
        if (panels[i].region == region)
            number = panels[i].number;
    if (number > 0)
        canvas_spot(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, SPOT_TITLE, (int)region);
    return part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, number, name, unit,
                      scene->focus == region);
}

void panel_tag(const struct scene *scene, struct canvas *canvas, struct rect rect, int title_end,
               const char *text)
{
    int end = scene->layout.right_x;
    if (title_end + text_width(text) + 2 > end)
        end = rect.x + rect.w;
    if (scene->cursor_x >= 0)
        part_tag(canvas, scene->cursor_x, rect.y, title_end, end, text);
}
