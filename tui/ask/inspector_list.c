/* A window is wide enough to show something and narrow enough to hold every decision in it; searching beyond
 * it takes ever wider ones. A decision is known by its app and request, so the choice survives when windows
 * overlap. */
#include "tui/ask/inspector.h"

#include "engine/answers/events.h"
#include "engine/model/pods.h"
#include "engine/base/units.h"
#include "tui/words/format.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The window at first: most of it before the cursor, because the chosen one is the last before it. */
#define WINDOW_NS (75 * NS_PER_S)

void decisions_init(struct decisions *list)
{
    *list = (struct decisions){.at = -1};
    list->log = needed(calloc(1, sizeof *list->log));
    list->shown = needed(calloc(DECISIONS_MAX, sizeof *list->shown));
}

void decisions_drop(struct decisions *list)
{
    result_release(list->result);
    list->result = NULL;
    list->n_shown = 0;
    list->at = -1;
    list->any_chosen = false;
    if (list->log)
        list->log->count = list->log->kept = 0;
}

void decisions_free(struct decisions *list)
{
    decisions_drop(list);
    free(list->log);
    free(list->shown);
}

/* --- names --- */

static void name_class(const struct model *model, enum gpu_class class, char *out, size_t size)
{
    out[0] = 0;
    for (int gpu = model->n_gpus - 1; gpu >= 0; gpu--)
        if (model->gpus[gpu].class == class)
            format_gpu_type(out, size, model->gpus[gpu].type);
}

void decisions_place_name(const struct model *model, int app, int instance, char *out, size_t size)
{
    const struct model_app *model_app = &model->apps[app];
    const struct model_gpu *gpu = &model->gpus[model->instances[instance].gpu];
    int alike = 0;
    if (model->instances[instance].pod >= 0) { /* it keeps its name wherever it stands */
        pods_name(&model->scenario, model->instances[instance].pod, out, size);
        return;
    }
    for (int i = 0; i < model_app->n_all; i++)
        alike += strcmp(model->gpus[model->instances[model_app->all[i]].gpu].type, gpu->type) == 0;
    if (alike < 2)
        format_gpu(out, size, model, model->instances[instance].gpu);
    else if (gpu->n_instances > 1)
        snprintf(out, size, "%s/%d", gpu->name, model->instances[instance].slot + 1);
    else
        snprintf(out, size, "%s", gpu->name);
}
const char *decisions_phrase(const struct decisions *list, enum reason reason, char *out, size_t size)
{
    return format_reason(out, size, reason, list->low, list->high);
}

/* --- the filter --- */

static bool contains_word(const char *text, const char *part, size_t n)
{
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && strncasecmp(text + 1, part, n) == 0)
            return true;
    return false;
}

static bool passes(const struct decisions *list, const struct decision *decision)
{
    char text[256];
    const char *part = list->filter + strspn(list->filter, " ");
    if (!*part)
        return true;
    /* What the filter looks in: words, each after a blank. A GPU's name is where the request went, so the
     * phrase has none. */
    const struct model *model = list->result->model;
    const struct model_gpu *gpu = &model->gpus[decision->here.gpu];
    char app[FORMAT_SIZE], place[40], phrase[48];
    decisions_place_name(model, decision->app, decision->instance, place, sizeof place);
    format_reason(phrase, sizeof phrase, decision->reason, "", "");
    snprintf(text, sizeof text, " %s %s %s %s %s %s%s", format_app(app, model->apps[decision->app].name),
             place, phrase, reason_names[decision->reason], model->scenario.apps[decision->app].model,
             gpu->name, choice_is_late(model, decision) ? " over SLO" : "");
    while (*part) {
        const char *end = part + 1;
        while (*end && !(end[-1] == ' ' && isalpha((unsigned char)*end)))
            end++;
        size_t n = (size_t)(end - part);
        while (n > 0 && part[n - 1] == ' ')
            n--;
        if (!contains_word(text, part, n))
            return false;
        part = end;
    }
    return true;
}

/* Lists what passes and puts the choice on `wanted`, or on the last one up to its time, or on the first. */
static void refilter(struct decisions *list, const struct decision *wanted)
{
    int at = -1, before = -1;
    list->n_shown = 0;
    for (size_t i = 0; i < list->log->kept; i++) {
        const struct decision *decision = &list->log->kept_list[i];
        if (!passes(list, decision))
            continue;
        if (decision->t_ns <= wanted->t_ns)
            before = list->n_shown;
        if (decision->app == wanted->app && decision->request == wanted->request)
            at = list->n_shown;
        list->shown[list->n_shown++] = (int)i;
    }
    at = at >= 0 ? at : before >= 0 ? before : 0;
    list->at = -1;
    if (list->n_shown > 0)
        decisions_choose(list, at);
}

/* --- windows --- */

static int64_t run_end_ns(const struct decisions *list)
{
    return list->result->recording->end_ns;
}

static bool load(struct decisions *list, int64_t from_ns, int64_t to_ns)
{
    list->from_ns = from_ns < 0 ? 0 : from_ns;
    list->to_ns = to_ns > run_end_ns(list) ? run_end_ns(list) : to_ns;
    if (!run_explain(result_view(list->result).run, list->from_ns, list->to_ns, list->log, NULL, NULL))
        return false;
    if (list->log->count > DECISIONS_MAX)
        list->from_ns = list->log->kept_list[0].t_ns;
    return true;
}

static bool is_whole(const struct decisions *list)
{
    return list->from_ns == 0 && list->to_ns == run_end_ns(list);
}

/* A width in which the log should hold every decision, by what it saw in this one. */
static int64_t narrower(const struct decisions *list, int64_t width_ns)
{
    double share = 0.75 * DECISIONS_MAX / (double)list->log->count;
    return 1 + (int64_t)(share * (double)(width_ns - 1));
}

static bool load_around(struct decisions *list, int64_t t_ns, int64_t width_ns)
{
    return load(list, t_ns - width_ns / 5 * 4, t_ns + width_ns / 5);
}

static bool narrow_window(struct decisions *list, int64_t t_ns, int64_t *width_ns)
{
    bool ok = true;
    while (ok && list->log->count > DECISIONS_MAX && *width_ns > 1) {
        *width_ns = narrower(list, *width_ns);
        ok = load_around(list, t_ns, *width_ns);
    }
    return ok;
}

/* Wider until there is something to see, then narrower until all of it can be kept. A filter shows few of
 * many, so under one the window holds about as many as it can. */
static bool find_window(struct decisions *list, int64_t t_ns)
{
    const struct decision_log *log = list->log;
    int64_t width_ns = WINDOW_NS;
    bool ok = load_around(list, t_ns, width_ns);
    while (ok && log->count == 0 && !is_whole(list)) {
        width_ns *= 4;
        ok = load_around(list, t_ns, width_ns);
    }
    ok = ok && narrow_window(list, t_ns, &width_ns);
    if (ok && *list->filter && log->count > 0 && log->count < DECISIONS_MAX / 2 && !is_whole(list)) {
        width_ns = (int64_t)(0.9 * DECISIONS_MAX / (double)log->count * (double)width_ns);
        ok = load_around(list, t_ns, width_ns) && narrow_window(list, t_ns, &width_ns);
    }
    if (ok && log->count == 0) /* a gap, then more than the log holds: its last ones */
        ok = load(list, 0, t_ns) && (log->count > 0 || load(list, 0, run_end_ns(list)));
    return ok;
}

/* The window around a decision, which is then the chosen one. */
static bool show_around(struct decisions *list, const struct decision *wanted)
{
    if (!find_window(list, wanted->t_ns)) {
        list->n_shown = 0;
        list->at = -1;
        return false;
    }
    refilter(list, wanted);
    return true;
}

void decisions_filter(struct decisions *list, const char *filter)
{
    bool other_width = (*list->filter != 0) != (*filter != 0);
    struct decision wanted = list->chosen;
    snprintf(list->filter, sizeof list->filter, "%s", filter);
    if (!list->result || !list->any_chosen)
        return;
    if (other_width)
        show_around(list, &wanted);
    else
        refilter(list, &wanted);
}

void decisions_show(struct decisions *list, struct result *result, int64_t t_ns)
{
    struct decision wanted = {.t_ns = t_ns, .app = -1};
    if (list->result != result) {
        result_release(list->result);
        list->result = result_retain(result);
        name_class(result->model, CLASS_LOW, list->low, sizeof list->low);
        name_class(result->model, CLASS_HIGH, list->high, sizeof list->high);
    }
    list->any_chosen = false;
    must_be(show_around(list, &wanted));
    /* Whose request ended nearest to t, later than its SLO: what most want to know. Beside one that was made
     * at t, as Enter leaves the cursor, only one that ended there, as a jump to a miss does; estimates may be
     * a hair off. */
    const struct model *model = list->result->model;
    int64_t best_ns = list->any_chosen && list->chosen.t_ns == t_ns ? NS_PER_MS / 10 : INT64_MAX;
    for (int at = 0; at < list->n_shown; at++) {
        const struct decision *decision = &list->log->kept_list[list->shown[at]];
        int64_t off_ns = llabs(choice_end_ns(model, decision) - t_ns);
        if (off_ns >= best_ns || !choice_is_late(model, decision))
            continue;
        best_ns = off_ns;
        decisions_choose(list, at);
    }
}

/* --- moving --- */

const struct decision *decisions_chosen(const struct decisions *list)
{
    return list->at >= 0 ? &list->log->kept_list[list->shown[list->at]] : NULL;
}

void decisions_choose(struct decisions *list, int position)
{
    position = position >= list->n_shown ? list->n_shown - 1 : position;
    list->at = position < 0 && list->n_shown > 0 ? 0 : position;
    if (list->at < 0)
        return;
    list->chosen = *decisions_chosen(list);
    list->any_chosen = true;
}

/* The nearest one in the log, seen from the end that the search comes from; NULL: none. */
static const struct decision *nearest(const struct decisions *list, int direction, enum reason reason)
{
    const struct decision_log *log = list->log;
    for (size_t i = 0; i < log->kept; i++) {
        const struct decision *decision = &log->kept_list[direction > 0 ? i : log->kept - 1 - i];
        /* What is looked for: what passes the filter and, unless `reason` is REASON_NONE, was decided for
         * that reason. */
        if (passes(list, decision) && (reason == REASON_NONE || decision->reason == reason))
            return decision;
    }
    return NULL;
}

/* Searches the run from the edge of the window on; true: it is chosen in a window of its own. */
static bool search_beyond(struct decisions *list, int direction, enum reason reason)
{
    int64_t edge_ns = direction > 0 ? list->to_ns + 1 : list->from_ns - 1, width_ns = WINDOW_NS;
    struct decision back = list->chosen;
    while (edge_ns >= 0 && edge_ns <= run_end_ns(list)) {
        int64_t from_ns = direction > 0 ? edge_ns : edge_ns - width_ns + 1;
        if (!load(list, from_ns, from_ns + width_ns - 1))
            break;
        if (list->log->count > DECISIONS_MAX && width_ns > 1) {
            width_ns = narrower(list, width_ns);
            continue;
        }
        const struct decision *found = nearest(list, direction, reason);
        if (found) {
            struct decision wanted = *found;
            return show_around(list, &wanted);
        }
        edge_ns = direction > 0 ? from_ns + width_ns : from_ns - 1;
        width_ns *= list->log->count < DECISIONS_MAX / 4 ? 2 : 1;
    }
    show_around(list, &back);
    return false;
}

bool decisions_step(struct decisions *list, int steps)
{
    int direction = steps < 0 ? -1 : 1;
    if (!list->any_chosen)
        return false;
    for (int left = abs(steps); left > 0;) {
        int room = list->at < 0 ? 0 : direction > 0 ? list->n_shown - 1 - list->at : list->at;
        int taken = left < room ? left : room;
        if (taken > 0)
            decisions_choose(list, list->at + direction * taken);
        left -= taken;
        if (left == 0)
            break;
        if (!search_beyond(list, direction, REASON_NONE))
            return false;
        left--;
    }
    return true;
}

bool decisions_same(struct decisions *list, int direction)
{
    if (!list->any_chosen)
        return false;
    enum reason reason = (enum reason)list->chosen.reason;
    for (int at = list->at + direction; list->at >= 0 && at >= 0 && at < list->n_shown; at += direction) {
        if (list->log->kept_list[list->shown[at]].reason != reason)
            continue;
        decisions_choose(list, at);
        return true;
    }
    return search_beyond(list, direction, reason);
}

bool decisions_late(struct decisions *list)
{
    struct run_view view = list->result ? result_view(list->result) : (struct run_view){0};
    int64_t t_ns, after_ns = list->any_chosen ? list->chosen.t_ns : 0;
    if (list->any_chosen && choice_is_late(list->result->model, &list->chosen)) /* an end may be a hair off */
        after_ns = choice_end_ns(list->result->model, &list->chosen) + NS_PER_MS / 10;
    if (!view.run || (!events_next_miss(&view, after_ns, &t_ns) && !events_next_miss(&view, 0, &t_ns)))
        return false;
    decisions_show(list, list->result, t_ns);
    return true;
}

void decisions_end(struct decisions *list, int direction)
{
    int end = direction > 0 ? list->n_shown - 1 : 0;
    if (!list->result)
        return;
    if (list->at >= 0 && list->at != end) {
        decisions_choose(list, end);
        return;
    }
    struct decision wanted = {.t_ns = direction > 0 ? run_end_ns(list) : 0, .app = -1};
    if (!show_around(list, &wanted))
        return;
    if (list->n_shown > 0)
        decisions_choose(list, direction > 0 ? list->n_shown - 1 : 0);
    else
        search_beyond(list, -direction, REASON_NONE);
}
