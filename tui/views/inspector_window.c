/* How long each took: every decision of the inspector's window at its time, as high as its request took from
 * its arrival to its end, in the colour of its app, whose digit stands where its last one is; hollow where it
 * misses its SLO. So the chosen one is seen among its neighbours: a burst, a queue that grows, a job that is
 * always close. The numbers are those of the decisions (engine/answers/choice.h), nothing is simulated. */
#include "tui/ask/inspector.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/board/scene.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUTTER = 8, CUT_PERCENT = 200, BRAILLE = 0x2800, BRAILLE_LAST = 0x28FF };

struct inspector_window {
    const struct inspector *inspector;
    const struct model *model;
    struct chart chart;
    int64_t from_ns, width_ns;
    bool of_slo; /* else ms: an app has no SLO */
};

static double took(const struct inspector_window *window, const struct decision *decision)
{
    int64_t took_ns = choice_end_ns(window->model, decision) - decision->arrived_ns;
    int64_t slo_ns = decision->deadline_ns - decision->arrived_ns;
    return window->of_slo ? 100 * (double)took_ns / (double)slo_ns : ns_to_ms(took_ns);
}

/* Half columns from the left of the plot: two dots a cell. */
static int half_of(const struct inspector_window *window, int64_t t_ns)
{
    double share = (double)(t_ns - window->from_ns) / (double)window->width_ns;
    return part_clamp((int)(share * 2 * window->chart.plot.w), 0, 2 * window->chart.plot.w - 1);
}

static void draw_decisions(const struct inspector_window *window)
{
    const struct decision_log *log = window->inspector->list.log;
    const struct decision *last[APPS_MAX] = {NULL};
    for (size_t i = 0; i < log->kept; i++) {
        const struct decision *decision = &log->kept_list[i];
        /* A dot beside those that the cell has, where the glyph set has dots. */
        int half = half_of(window, decision->t_ns);
        double value = took(window, decision);
        struct style style = style_of(scene_app_role(decision->app));
        static const uint32_t bits[2][CHART_DOTS] = {{0x40, 0x04, 0x02, 0x01}, {0x80, 0x20, 0x10, 0x08}};
        const struct chart *chart = &window->chart;
        int x = chart->plot.x + half / 2, y = chart_row(chart, value);
        const struct cell *cell = canvas_at(chart->canvas, x, y);
        uint32_t before = cell && cell->glyph > BRAILLE && cell->glyph <= BRAILLE_LAST && cell->fg == style.fg
                              ? cell->glyph
                              : BRAILLE;
        uint32_t dot = before | bits[half % 2][chart_height(chart, value, CHART_DOTS) % CHART_DOTS];
        canvas_put(chart->canvas, x, y, chart->canvas->glyphs == GLYPHS_BRAILLE ? dot : 0x00B7, style);
        last[decision->app] = decision;
    }
    for (size_t i = 0; i < log->kept && window->inspector->n_missed > 0; i++)
        if (choice_is_late(window->model, &log->kept_list[i]))
            chart_mark(&window->chart, half_of(window, log->kept_list[i].t_ns),
                       took(window, &log->kept_list[i]), 0x25CB, style_of(ROLE_BAD));
    for (int app = 0; app < 9 && app < window->model->n_apps; app++)
        if (last[app])
            canvas_put(window->chart.canvas, window->chart.plot.x + window->chart.plot.w,
                       chart_row(&window->chart, took(window, last[app])), (uint32_t)('1' + app),
                       style_bold(scene_app_role(app)));
}

void inspector_draw(const struct ask *ask, struct rect rect, struct canvas *canvas)
{
    const struct inspector *inspector = ask->state;
    const struct decisions *list = &inspector->list;
    struct inspector_window window = {
        .inspector = inspector,
        .model = list->result->model,
        .chart = {.canvas = canvas,
                  .plot = {rect.x + GUTTER, rect.y + 1, rect.w - GUTTER - 3, rect.h - 2},
                  .gutter = GUTTER,
                  .ground = ROLE_BACKGROUND},
        .from_ns = list->from_ns,
        .width_ns = list->to_ns + 1 - list->from_ns};
    char unit[96];
    if (window.chart.plot.w < 8 || window.chart.plot.h < 3)
        return;
    /* The greatest value; whether all have an SLO is found on the way. */
    const struct decision_log *log = window.inspector->list.log;
    double most = 0;
    window.of_slo = true;
    for (size_t i = 0; i < log->kept && window.of_slo; i++)
        window.of_slo = log->kept_list[i].deadline_ns > log->kept_list[i].arrived_ns;
    for (size_t i = 0; i < log->kept; i++)
        most = fmax(most, took(&window, &log->kept_list[i]));
    bool cut = window.of_slo && most > CUT_PERCENT;
    window.chart.scale = window.of_slo ? scale_through(100, cut ? CUT_PERCENT : most, window.chart.plot.h)
                                       : scale_fit(0, most, window.chart.plot.h);
    window.chart.limit = window.of_slo ? 100 : 0;
    const struct decision *chosen = &inspector->facts.decision;
    text_print(unit, sizeof unit, "arrival to end%s, %s",
               choice_takes_turns(window.model, chosen->instance) ? " or later" : "",
               window.of_slo ? "% of SLO" : "ms");
    if (cut)
        text_append(unit, sizeof unit, ", cut at %.0f", window.chart.scale.max);
    text_append(unit, sizeof unit, "; digits are jobs");
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, "This window", unit, false);
    chart_grid(&window.chart); /* its numbers; without colours its dots could be taken for decisions */
    canvas_fill(canvas, window.chart.plot, ' ', style_of(ROLE_TEXT));
    if (window.of_slo) {
        chart_level(&window.chart, 100, STROKE_SOLID, ROLE_REFERENCE);
        chart_label(&window.chart, 100, style_bold(ROLE_TITLE), "SLO");
    }
    draw_decisions(&window);
    chart_mark(&window.chart, half_of(&window, chosen->t_ns), took(&window, chosen),
               choice_is_late(window.model, chosen) ? 0x25CB : 0x25CF, style_bold(ROLE_TITLE));
    /* The ends of the window, and in its row the time of the chosen one. */
    int y = rect.y + rect.h - 1;
    const struct chart *chart = &window.chart;
    int half = half_of(&window, window.inspector->facts.decision.t_ns), x = chart->plot.x + half / 2;
    int64_t since_ns = window.inspector->facts.decision.t_ns - window.from_ns;
    canvas_print(chart->canvas, chart->plot.x, y, chart->plot.w, style_of(ROLE_DIM), "0 s");
    canvas_text_right(chart->canvas, chart->plot.x + chart->plot.w, y, 12, style_of(ROLE_DIM),
                      text(&canvas->texts, "%.0f s", ns_to_s(window.width_ns)));
    part_tag(chart->canvas, x, y, chart->plot.x, chart->plot.x + chart->plot.w,
             text(&canvas->texts, "%.1f s", ns_to_s(since_ns)));
}
