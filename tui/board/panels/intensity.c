/* Grid intensity: steps held, coloured by how they stand to their history mean; the dashed line is that mean.
 */
#include "tui/board/panels/panels.h"

#include "tui/words/format.h"
#include "tui/widgets/heat.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>

static void draw_words(const struct chart *chart, const struct grid_range *range)
{
    struct lines words = chart_words(chart);
    int w = words.rect.w, rows = words.rect.h;
    if (w < 4)
        return;
    if (w >= 12 && rows >= 4) {
        lines_print(&words, style_bold(ROLE_TITLE), "mean %.0f", range->mean);
        lines_print(&words, style_of(ROLE_TEXT), "min  %.0f", range->least);
        lines_print(&words, style_of(ROLE_TEXT), "max  %.0f", range->greatest);
    } else {
        lines_put(&words, style_of(ROLE_DIM), "mean");
        lines_print(&words, style_bold(ROLE_TITLE), "%.0f", range->mean);
    }
    if (rows < 4 || isnan(range->history_mean))
        return;
    lines_sink(&words, w >= 12 ? 1 : 2);
    if (w >= 12) {
        lines_print(&words, style_of(ROLE_REFERENCE), "╌ usual %.0f", range->history_mean);
    } else {
        lines_put(&words, style_of(ROLE_REFERENCE), w >= 7 ? "╌ usual" : "╌ ACI");
        lines_print(&words, style_of(ROLE_REFERENCE), "  %.0f", range->history_mean);
    }
}

/* Both ends of the values and of their history mean, of the run and of what it is held against. */
static struct scale scale_of(const struct scene *scene, int rows)
{
    const struct scene_run *const both[] = {scene->now, scene->reference};
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        const struct grid_range *range = &both[i]->grid;
        if (!both[i]->curves || !both[i]->result)
            continue;
        low = fmin(fmin(low, range->least), range->history_mean); /* NAN loses */
        high = fmax(fmax(high, range->greatest), range->history_mean);
    }
    double room = fmax((high - low) * 0.02, high * 0.01);
    if (!(high > 0))
        return scale_fit(0, 1, rows);
    return scale_fit(fmax(0, low - room), high + room, rows);
}

/* In full size, what the data is and what the lines mean. */
void panel_intensity_note(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct carbon_trace *trace = &scene->now->result->model->trace;
    double history_mean = scene->now->grid.history_mean;
    char text[320], mean[48] = "";
    if (!isnan(history_mean))
        snprintf(mean, sizeof mean, " (%.0f)", history_mean);
    snprintf(
        text, sizeof text,
        "%s, %s. A value holds until the next one. Dashed: usual, the mean so far%s; CIR is intensity over it.",
        trace->title, format_carbon_kind(trace), mean);
    part_wrap(canvas, (struct rect){rect.x + 1, rect.y, rect.w - 2, rect.h}, style_of(ROLE_DIM), text);
}

void panel_intensity(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct carbon_trace *trace = &scene->now->result->model->trace;
    const char *name = rect.w >= 60 ? "Grid intensity" : "Intensity";
    const char *unit = "";
    if (rect.w >= 90)
        unit = text(&canvas->texts, "gCO2eq/kWh, %s, %s, held between samples", format_carbon_kind(trace),
                    format_carbon_basis(trace));
    else
        unit = text(&canvas->texts, rect.w >= 60 ? "gCO2eq/kWh" : "g/kWh");
    int title_end = panel_title(scene, canvas, rect, REGION_INTENSITY, name, unit);
    if (scene->layout.right_w >= 9)
        canvas_text_right(canvas, scene->layout.right_x + scene->layout.right_w, rect.y, -1,
                          style_of(ROLE_DIM), " whole run ");
    if (recording_count(scene->now->result->recording) == 0)
        return;
    const struct grid_range *range = &scene->now->grid;
    struct chart chart = panel_chart(scene, rect, canvas);
    chart.scale = scale_of(scene, chart.plot.h);
    chart_grid(&chart);
    if (!isnan(range->history_mean))
        chart_level(&chart, range->history_mean, STROKE_DASHED, ROLE_REFERENCE);
    /* One line a colour, so that each step has its own. */
    const struct curves *curves = scene->now->curves;
    struct chart_line line = {curves->intensity, curves->points, style_of(ROLE_DIM), false, '*'};
    bool mine[CURVE_POINTS];
    chart_line(&chart, &line);
    for (int step = 0; step < HEAT_STEPS && !isnan(range->history_mean); step++) {
        enum role role = (enum role)(ROLE_RAMP1 + step);
        for (int p = 0; p < curves->points; p++)
            mine[p] = heat_role((double)curves->intensity[p] / range->history_mean) == role;
        chart_line_where(&chart, &line, mine, style_of(role));
    }
    draw_words(&chart, range);
    /* What is in force at the cursor: exactly where the instant is known, else from the recording. */
    const char *tag = "";
    struct grid_now now = explorer_grid(scene->explorer, scene->explorer->time.cursor_ns);
    if (!isnan(now.ci)) {
        if (scene->has_instant) {
            now.ci = scene->instant.ci;
            now.cir = scene->instant.cir;
        }
        tag = text(&canvas->texts,
                   rect.w >= 90   ? "%.0f · %.2f× usual (CIR)"
                   : rect.w >= 60 ? "%.0f · %.2f× usual"
                                  : "%.0f",
                   now.ci, now.cir);
        panel_tag(scene, canvas, rect, title_end, tag);
    }
}
