/* Two pictures of the window. Who was where: one lane an instance, around the decision. A block begins with
 * the digit of its app and is as long as the request runs; the chosen one is solid. Blocks come from the
 * decisions of the window: what has been started before it is not known, nor what comes after it. How long
 * each took: every decision of the list at its time, as high as its request took from its arrival to its end,
 * in the colour of its app, whose digit stands where its last one is; hollow where it misses its SLO. So the
 * chosen one is seen among its neighbours: a burst, a queue that grows, a job that is always close. The
 * numbers are those of the decisions (engine/answers/choice.h), nothing is simulated. */
#include "tui/views/inspector.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/pods.h"
#include "tui/term/text.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- lanes --- */

enum { LANES_FEW = 8, LANES_MOST = 24, LANES_TIMES = 5 /* the longest bar of the picture fits so often */ };

struct lanes {
    const struct inspector *inspector;
    const struct model *model;
    int n, instances[LANES_MOST];
    int x, w; /* of the lanes */
    int64_t from_ns, to_ns;
};

/* All instances where they are few, or asked for and not too many, else the two places of the decision. */
static int choose_lanes(const struct inspector *inspector, bool all, int *instances)
{
    const struct decision *decision = &inspector->facts.decision;
    const struct model *model = inspector->list.result->model;
    int n = 0;
    for (int i = 0; i < model->n_instances; i++) {
        bool place = i == decision->here.instance || i == decision->other.instance;
        if ((model->n_instances <= (all ? LANES_MOST : LANES_FEW) || place) && !choice_takes_turns(model, i))
            instances[n++] = i;
    }
    return n;
}

int inspector_lanes(const struct inspector *inspector, bool all)
{
    int instances[LANES_MOST];
    return choose_lanes(inspector, all, instances);
}

static void name_lane(const struct lanes *lanes, int instance, char *out, size_t size)
{
    const struct model *model = lanes->model;
    const struct model_gpu *gpu = &model->gpus[model->instances[instance].gpu];
    char type[24];
    scene_gpu_label(model, model->instances[instance].gpu, type, sizeof type);
    if (model->instances[instance].pod >= 0)
        pods_name(&model->scenario, model->instances[instance].pod, out, size);
    else if (gpu->n_instances > 1)
        snprintf(out, size, "%s/%d", gpu->name, model->instances[instance].slot + 1);
    else if (gpu->owner >= 0)
        text_print(out, size, "%s %s", type, format_app(FORMAT_ROOM, model->apps[gpu->owner].name));
    else
        snprintf(out, size, "%s", gpu->class == CLASS_NONE ? gpu->name : type);
}

static int column_of(const struct lanes *lanes, int64_t t_ns)
{
    int64_t width_ns = lanes->to_ns - lanes->from_ns, at_ns = t_ns - lanes->from_ns;
    if (at_ns < 0)
        return -1;
    return at_ns >= width_ns ? lanes->w : (int)(at_ns * lanes->w / width_ns);
}

static void draw_lane(const struct lanes *lanes, int instance, int y, int label_x, struct canvas *canvas)
{
    const struct decision_log *log = lanes->inspector->list.log;
    const struct decision *chosen = &lanes->inspector->facts.decision;
    char name[64];
    bool place = instance == chosen->here.instance;
    name_lane(lanes, instance, name, sizeof name);
    canvas_text(canvas, label_x, y, lanes->x - label_x - 1,
                place ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), name);
    for (size_t i = 0; i < log->kept; i++)
        if (log->kept_list[i].instance == instance) {
            const struct decision *decision = &log->kept_list[i];
            struct choice_span runs = choice_runs(lanes->model, decision);
            bool own = decision->app == chosen->app && decision->request == chosen->request;
            int from = column_of(lanes, runs.from_ns), to = column_of(lanes, runs.to_ns);
            enum role role = scene_app_role(decision->app);
            if (to >= 0 && from < lanes->w) {
                to = to == from ? to + 1 : to;
                for (int column = from < 0 ? 0 : from; column < to; column++)
                    canvas_put(canvas, lanes->x + column, y, own ? 0x2588 : 0x2501, style_of(role));
                if (from >= 0 && decision->app < 9)
                    canvas_put(canvas, lanes->x + from, y, (uint32_t)('1' + decision->app), style_bold(role));
            }
        }
}

static int64_t longest_ns(const struct facts *facts)
{
    int64_t most_ns = NS_PER_MS;
    for (int i = 0; i < facts->choice.n_places; i++) {
        int64_t finish_ns = facts->places[i].is.wait_ns + facts->places[i].is.run_ns;
        most_ns = finish_ns > most_ns ? finish_ns : most_ns;
    }
    return most_ns;
}

void inspector_draw_lanes(const struct inspector *inspector, struct rect rect, struct canvas *canvas)
{
    const struct decisions *list = &inspector->list;
    struct lanes lanes = {.inspector = inspector, .model = list->result->model};
    int64_t t_ns = inspector->facts.decision.t_ns, width_ns = LANES_TIMES * longest_ns(&inspector->facts);
    int label_w = 6;
    char name[64];
    bool all = rect.h >= inspector_lanes(inspector, true) + 2;
    lanes.n = choose_lanes(inspector, all, lanes.instances);
    for (int i = 0; i < lanes.n; i++) {
        name_lane(&lanes, lanes.instances[i], name, sizeof name);
        label_w = text_width(name) > label_w ? text_width(name) : label_w;
    }
    lanes.x = rect.x + 3 + label_w;
    lanes.w = rect.x + rect.w - 2 - lanes.x;
    lanes.from_ns = t_ns - width_ns * 2 / 5;
    lanes.from_ns = lanes.from_ns < list->from_ns ? list->from_ns : lanes.from_ns;
    lanes.to_ns = lanes.from_ns + width_ns;
    lanes.to_ns = lanes.to_ns > list->to_ns ? list->to_ns + 1 : lanes.to_ns;
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 4, "Who was where", "digits are jobs",
               false);
    if (lanes.w < 8 || lanes.to_ns <= lanes.from_ns)
        return;
    canvas_vline(canvas, lanes.x + column_of(&lanes, t_ns), rect.y + 1, lanes.n, 0x250A, style_of(ROLE_DIM));
    for (int i = 0; i < lanes.n; i++)
        draw_lane(&lanes, lanes.instances[i], rect.y + 1 + i, rect.x + 2, canvas);
    /* "-480 ms ... decided ... +720 ms". */
    int y = rect.y + 1 + lanes.n;
    int64_t at_ns = lanes.inspector->facts.decision.t_ns;
    int at = lanes.x + column_of(&lanes, at_ns);
    char text[64];
    canvas_print(canvas, lanes.x, y, lanes.w, style_of(ROLE_DIM), "−%s ms",
                 facts_ms(FORMAT_ROOM, at_ns - lanes.from_ns));
    text_print(text, sizeof text, "+%s ms", facts_ms(FORMAT_ROOM, lanes.to_ns - at_ns));
    int w = text_width("┊decided"), left = at + 1 - w;
    bool beside = at + w + text_width(text) + 1 <= lanes.x + lanes.w;
    if (beside || lanes.w <= 40)
        canvas_text_right(canvas, lanes.x + lanes.w, y, lanes.w, style_of(ROLE_DIM), text);
    if (lanes.w > 40)
        canvas_text(canvas, beside ? at : left, y, -1, style_bold(ROLE_TITLE),
                    beside ? "┊decided" : "decided┊");
}

/* --- the window --- */

enum { GUTTER = 8, CUT_PERCENT = 200, BRAILLE = 0x2800, BRAILLE_LAST = 0x28FF };

struct window {
    const struct inspector *inspector;
    const struct model *model;
    struct chart chart;
    int64_t from_ns, width_ns;
    bool of_slo; /* else ms: an app has no SLO */
};

static double took(const struct window *window, const struct decision *decision)
{
    int64_t took_ns = choice_end_ns(window->model, decision) - decision->arrived_ns;
    int64_t deadline_ns = choice_of(window->model, decision).deadline_ns;
    return window->of_slo ? 100 * (double)took_ns / (double)deadline_ns : ns_to_ms(took_ns);
}

/* Half columns from the left of the plot: two dots a cell. */
static int half_of(const struct window *window, int64_t t_ns)
{
    double share = (double)(t_ns - window->from_ns) / (double)window->width_ns;
    return part_clamp((int)(share * 2 * window->chart.plot.w), 0, 2 * window->chart.plot.w - 1);
}

static void draw_decisions(const struct window *window)
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

void inspector_draw_window(const struct inspector *inspector, struct rect rect, struct canvas *canvas)
{
    const struct decisions *list = &inspector->list;
    struct window window = {.inspector = inspector,
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
        window.of_slo = choice_of(window.model, &log->kept_list[i]).deadline_ns > 0;
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
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 5, "This window", unit, false);
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
