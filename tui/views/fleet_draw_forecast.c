/* What the draft comes to, held against what it is a copy of: a sentence, and where there is room a table of
 * the metrics and of the apps against their SLOs. */
#include "tui/views/fleet.h"

#include "engine/base/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <string.h>

static const enum metric shown[] = {METRIC_CARBON, METRIC_ENERGY, METRIC_LATE, METRIC_WORST_OF_SLO};
enum { METRICS = sizeof shown / sizeof *shown, NAME_W = 14, VALUE_W = 11 };

static void append_slo(const struct summary *summary, char *out, size_t size)
{
    double share = NAN;
    int app = summary_worst_app(summary, &share);
    char name[FORMAT_SIZE];
    int64_t n = 0;
    for (int a = 0; a < summary->n_apps; a++)
        n += summary->apps[a].violations;
    if (app < 0)
        return;
    text_append(out, size,
                summary_all_met(summary) ? "; every SLO is met, %s at %s" : "; %s comes to %s of its SLO",
                format_app(name, summary->apps[app].name), format_share(FORMAT_ROOM, share * 100));
    text_append(out, size, ", %s late", format_count(FORMAT_ROOM, n));
}

int fleet_sentence(const struct fleet_view *fleet, char *out, size_t size)
{
    const char *fault;
    const struct answer *now = fleet_answer(&fleet->draft, &fault), *was = fleet_origin_answer(&fleet->draft);
    char grams[FORMAT_SIZE];
    if (!now) {
        /* Nothing is known yet, or never will be. */
        const struct faults *faults = fleet->draft.faults;
        if (!fleet->draft.valid)
            text_print(out, size, "× %zu fault%s: it cannot run yet", faults->count,
                       faults->count == 1 ? "" : "s");
        else if (fault)
            text_print(out, size, "× it cannot run: %s", fault);
        else
            text_print(out, size, "… it is being simulated");
        return fleet->draft.valid && !fault ? 0 : -1;
    }
    const struct summary *summary = answer_summary(now);
    double carbon = answer_metric(now, METRIC_CARBON, 0),
           before = was ? answer_metric(was, METRIC_CARBON, 0) : NAN;
    bool met = answer_metric(now, METRIC_LIMITS_BROKEN, 0) == 0, less = carbon < before;
    format_grams(grams, carbon);
    if (!isnan(summary->overloaded_at_s))
        text_print(out, size, "○ It is overloaded: queues grow without end");
    else if (isnan(before) || carbon == before)
        text_print(out, size, "%s It emits %s%s", met ? "=" : "○", grams,
                   isnan(before) ? "" : ", as the original");
    else
        text_print(out, size, "%s It emits %s, %s %% %s than the original", met ? less ? "▼" : "▲" : "○",
                   grams, format_magnitude(FORMAT_ROOM, fabs(carbon - before) / before * 100),
                   less ? "less" : "more");
    append_slo(summary, out, size);
    text_append(out, size, ".");
    return !met ? -1 : isnan(before) || carbon == before ? 0 : less ? 1 : -1;
}

static void put_metric(struct lines *lines, enum metric metric, const struct answer *now,
                       const struct answer *was)
{
    struct rect at = lines->rect;
    int y = at.y + lines->y, end = at.x + at.w;
    char text[METRIC_WORDS_SIZE];
    double value = answer_metric(now, metric, 0), before = was ? answer_metric(was, metric, 0) : NAN;
    if (isnan(value) || lines_left(lines) < 1)
        return;
    lines_put(lines, style_of(ROLE_DIM), metric_words_name(metric, NAME_W));
    canvas_text_right(lines->canvas, end - 2 * VALUE_W, y, VALUE_W, style_of(ROLE_TEXT),
                      metric_words_value(metric, value, text));
    if (isnan(before))
        return;
    enum role role = value == before ? ROLE_TEXT : value < before ? ROLE_GOOD : ROLE_BAD;
    canvas_text_right(lines->canvas, end - VALUE_W, y, VALUE_W, style_of(ROLE_DIM),
                      metric_words_value(metric, before, text));
    canvas_text_right(lines->canvas, end, y, VALUE_W, style_of(role),
                      metric_words_change(metric, value, before, text));
}

static void put_app(struct lines *lines, const struct summary_app *app)
{
    struct rect at = lines->rect;
    int y = at.y + lines->y, end = at.x + at.w;
    char name[FORMAT_SIZE], text[FORMAT_SIZE];
    if (lines_left(lines) < 1)
        return;
    lines_put(lines, style_of(ROLE_TEXT), format_app(name, app->name));
    text_print(text, sizeof text, "%.0f ms", app->tail_ms);
    canvas_text_right(lines->canvas, end - 2 * VALUE_W, y, VALUE_W, style_of(ROLE_TEXT),
                      isnan(app->tail_ms) ? "-" : text);
    if (isnan(app->slo_ms)) {
        canvas_text_right(lines->canvas, end, y, VALUE_W, style_of(ROLE_DIM), "no SLO");
        return;
    }
    text_print(text, sizeof text, "%.0f ms", app->slo_ms);
    canvas_text_right(lines->canvas, end - VALUE_W, y, VALUE_W, style_of(ROLE_DIM), text);
    text_print(text, sizeof text, "%s %s", app->slo_met ? "●" : "○", app->slo_met ? "ok" : "MISS");
    canvas_text_right(lines->canvas, end, y, VALUE_W, style_of(app->slo_met ? ROLE_TEXT : ROLE_BAD), text);
}

static void put_heads(struct lines *lines, const char *const heads[3])
{
    int y = lines->rect.y + lines->y, end = lines->rect.x + lines->rect.w;
    if (lines_left(lines) < 2)
        return;
    lines_put(lines, style_of(ROLE_DIM), "");
    for (int k = 0; k < 3; k++)
        canvas_text_right(lines->canvas, end - (2 - k) * VALUE_W, y, VALUE_W, style_of(ROLE_DIM), heads[k]);
}

void fleet_draw_forecast(const struct fleet_view *fleet, struct rect rect, struct canvas *canvas)
{
    static const char *const of_run[] = {"draft", "original", "change"},
                             *const of_apps[] = {"tail", "SLO", ""},
                             *const of_gpus[] = {"busy", "energy", "carbon"};
    const char *fault = NULL;
    const struct answer *now = fleet_answer(&fleet->draft, &fault), *was = fleet_origin_answer(&fleet->draft);
    struct lines lines = {canvas, {rect.x + 2, rect.y + 1, rect.w - 3, rect.h - 1}, 0};
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, "Forecast", "of the whole run", false);
    if (!now) {
        lines_wrap(&lines, style_of(ROLE_DIM),
                   !fleet->draft.valid || fault ? "It comes when nothing is wrong any more."
                                                : "It comes when it has been simulated, behind the screen.");
        return;
    }
    put_heads(&lines, of_run);
    for (int k = 0; k < METRICS; k++)
        put_metric(&lines, shown[k], now, was);
    lines_gap(&lines);
    put_heads(&lines, of_apps);
    const struct summary *summary = answer_summary(now);
    for (int a = 0; a < summary->n_apps; a++)
        put_app(&lines, &summary->apps[a]);
    if (lines_left(&lines) < summary->n_gpus + 2) /* all of them, or none */
        return;
    lines_gap(&lines);
    put_heads(&lines, of_gpus);
    for (int g = 0; g < summary->n_gpus; g++) {
        /* How much of its time a GPU is busy, what it draws and emits: which one is short, which one could
         * go. */
        const struct summary_gpu *gpu = &summary->gpus[g];
        struct rect at = lines.rect;
        int y = at.y + lines.y, end = at.x + at.w;
        char text[METRIC_WORDS_SIZE];
        if (lines_left(&lines) >= 1) {
            lines_put(&lines, style_of(ROLE_TEXT), gpu->name);
            text_print(text, sizeof text, "%.0f %%", gpu->held_s > 0 ? 100 * gpu->busy_s / gpu->held_s : 0);
            canvas_text_right(lines.canvas, end - 2 * VALUE_W, y, VALUE_W, style_of(ROLE_TEXT), text);
            canvas_text_right(lines.canvas, end - VALUE_W, y, VALUE_W, style_of(ROLE_DIM),
                              metric_words_value(METRIC_ENERGY, gpu->energy_j, text));
            canvas_text_right(lines.canvas, end, y, VALUE_W, style_of(ROLE_DIM),
                              metric_words_value(METRIC_CARBON, gpu->carbon_g, text));
        }
    }
}
