/* Who was where: one lane an instance, around the decision. A block begins with the digit of its app and is
 * as long as the request runs; the chosen one is solid. Blocks come from the decisions of the window: what
 * has been started before it is not known, nor what comes after it. */
#include "tui/views/inspector.h"

#include "engine/model/pods.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    char type[24], app[FORMAT_SIZE];
    scene_gpu_label(model, model->instances[instance].gpu, type, sizeof type);
    if (model->instances[instance].pod >= 0)
        pods_name(&model->scenario, model->instances[instance].pod, out, size);
    else if (gpu->n_instances > 1)
        snprintf(out, size, "%s/%d", gpu->name, model->instances[instance].slot + 1);
    else if (gpu->owner >= 0)
        text_print(out, size, "%s %s", type, format_app(app, model->apps[gpu->owner].name));
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

static void draw_block(const struct lanes *lanes, const struct decision *decision, int y,
                       struct canvas *canvas)
{
    const struct decision *chosen = &lanes->inspector->facts.decision;
    struct choice_span runs = choice_runs(lanes->model, decision);
    bool own = decision->app == chosen->app && decision->request == chosen->request;
    int from = column_of(lanes, runs.from_ns), to = column_of(lanes, runs.to_ns);
    enum role role = scene_app_role(decision->app);
    if (to < 0 || from >= lanes->w)
        return;
    to = to == from ? to + 1 : to;
    for (int column = from < 0 ? 0 : from; column < to; column++)
        canvas_put(canvas, lanes->x + column, y, own ? 0x2588 : 0x2501, style_of(role));
    if (from >= 0 && decision->app < 9)
        canvas_put(canvas, lanes->x + from, y, (uint32_t)('1' + decision->app), style_bold(role));
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
        if (log->kept_list[i].instance == instance)
            draw_block(lanes, &log->kept_list[i], y, canvas);
}

/* "-480 ms ... decided ... +720 ms". */
static void draw_axis(const struct lanes *lanes, int y, struct canvas *canvas)
{
    int64_t t_ns = lanes->inspector->facts.decision.t_ns;
    int at = lanes->x + column_of(lanes, t_ns);
    char ms[FORMAT_SIZE], text[64];
    text_print(text, sizeof text, "−%s ms", facts_ms(ms, t_ns - lanes->from_ns));
    canvas_text(canvas, lanes->x, y, lanes->w, style_of(ROLE_DIM), text);
    text_print(text, sizeof text, "+%s ms", facts_ms(ms, lanes->to_ns - t_ns));
    int w = text_width("┊decided"), left = at + 1 - w;
    bool beside = at + w + text_width(text) + 1 <= lanes->x + lanes->w;
    if (beside || lanes->w <= 40)
        canvas_text_right(canvas, lanes->x + lanes->w, y, lanes->w, style_of(ROLE_DIM), text);
    if (lanes->w > 40)
        canvas_text(canvas, beside ? at : left, y, -1, style_bold(ROLE_TITLE),
                    beside ? "┊decided" : "decided┊");
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
    draw_axis(&lanes, rect.y + 1 + lanes.n, canvas);
}
