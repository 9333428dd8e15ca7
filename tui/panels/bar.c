/* The top bar: what runs, on which grid data, and when the cursor is. The basis of the carbon trace is never
 * dropped, only shortened (rule 9 of guides/screens). */
#include "tui/panels/panels.h"

#include "engine/base/civil.h"
#include "tui/format.h"
#include "tui/glyphs.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

static const char *resolution(const struct carbon_trace *trace, char *out, size_t size)
{
    if (trace->n <= 1)
        snprintf(out, size, "constant");
    else if (trace->step_s == 3600)
        snprintf(out, size, "hourly");
    else if (trace->step_s == 1800)
        snprintf(out, size, "half-hourly");
    else
        snprintf(out, size, "every %d min", trace->step_s / 60);
    return out;
}

/* From the fullest to the shortest form; the first that fits is shown. */
static void describe_trace(const struct carbon_trace *trace, int year, int form, char *out, size_t size)
{
    char every[32], title[96];
    snprintf(title, sizeof title, "%s", trace->title);
    char *repeated = strstr(title, carbon_basis_names[trace->basis]);
    if (repeated > title && repeated[strlen(carbon_basis_names[trace->basis])] == 0)
        repeated[-1] = 0; /* titles that end in the basis need not say it twice */
    resolution(trace, every, sizeof every);
    const char *kind = carbon_kind_names[trace->kind], *basis = carbon_basis_names[trace->basis];
    const char *dash = strrchr(trace->zone, '-'), *zone = dash && strlen(dash) > 3 ? dash + 1 : trace->zone;
    switch (form) {
    case 0:
        snprintf(out, size, "%s · %s, %s, %s", title, kind, basis, every);
        break;
    case 1:
        snprintf(out, size, "%s %d: %s, %s, %s", zone, year, kind, basis, every);
        break;
    case 2:
        snprintf(out, size, "%s: %s, %s, %s", zone, kind, basis, every);
        break;
    case 3:
        snprintf(out, size, "%s, %s, %s", kind, basis, every);
        break;
    default:
        snprintf(out, size, "%s, %s", trace->kind == KIND_AVERAGE ? "avg" : kind, basis);
    }
}

static int draw_clock(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    char clock[FORMAT_SIZE], date[FORMAT_SIZE], zone[FORMAT_SIZE], text[160], play[32] = "";
    format_clock(clock, scene->cursor_s, scene->offset_s, rect.w >= 100);
    format_zone(zone, scene->offset_s);
    snprintf(text, sizeof text, "%s%s%s %s",
             rect.w >= 100 ? format_date(date, scene->cursor_s, scene->offset_s) : "",
             rect.w >= 100 ? "  " : "", clock, zone);
    if (rect.w >= 150 && scene->offset_s != 0) {
        format_clock(clock, scene->cursor_s, 0, true);
        snprintf(text + strlen(text), sizeof text - strlen(text), "  %s UTC", clock);
    }
    if (rect.w >= 60)
        snprintf(play, sizeof play, explorer->playing ? "▶ %.0f×  " : "paused  ", explorer->speed);
    int x = rect.x + rect.w - 1 - text_width(text) - text_width(play), start = x;
    part_span(canvas, &x, rect.x + rect.w, rect.y, style_on(style_of(ROLE_TEXT), ROLE_BAR), play);
    part_span(canvas, &x, rect.x + rect.w, rect.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), text);
    return start;
}

void panel_bar(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct model *model = scene->now.result->model;
    canvas_fill(canvas, rect, ' ', style_on(style_of(ROLE_TEXT), ROLE_BAR));
    int end = draw_clock(scene, rect, canvas) - 2, x = rect.x + 1;
    if (rect.w >= 50) {
        part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), "wattif");
        x += 2;
        part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_TEXT), ROLE_BAR),
                  scene->explorer->scenario.name);
        x += 2;
    }
    char text[256];
    int form = 0;
    do
        describe_trace(&model->trace, civil_from_unix(scene->explorer->scenario.start_s).year, form, text,
                       sizeof text);
    while (text_width(text) > end - x && ++form < 5);
    part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ROLE_BAR), text);
}
