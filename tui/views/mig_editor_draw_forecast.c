/* The price: what the GPUs do now and would do, and the difference in a sign, a number and a word. */
#include "tui/views/mig_editor.h"

#include "engine/answers/metric.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <string.h>

/* One line of the table. */
struct forecast_line {
    const char *label, *now, *new, *change;
    int verdict; /* -1 worse, 1 better, 0 neither */
};

/* "▼ 9.9 % better", by the metric that changes. Below what the forecast can tell apart: identical. */
static void judge(struct arena *texts, struct forecast_line *price, enum metric metric, double change,
                  const char *unit, double least)
{
    price->verdict = fabs(change) < least ? 0 : metric_judge(metric, change, 0);
    price->change =
        isnan(change) ? "…"
        : price->verdict == 0
            ? "= about the same"
            : text(texts, "%s %s%s%s %s", change < 0 ? "▼" : "▲", format_magnitude(FORMAT_ROOM, fabs(change)),
                   *unit ? " " : "", unit, price->verdict > 0 ? "better" : "worse");
}

static const struct standstill *side(const struct mig_editor *editor, enum mig_forecast_of which)
{
    return &editor->forecasts[which];
}

static bool both_known(const struct mig_editor *editor)
{
    return side(editor, FORECAST_NOW)->known && side(editor, FORECAST_NEW)->known;
}

/* Where queues grow, what is saved is work not done: no judgement of it. True if that is so. */
static bool judge_overloaded(const struct mig_editor *editor, struct forecast_line *price)
{
    bool now = side(editor, FORECAST_NOW)->overloaded, new = side(editor, FORECAST_NEW)->overloaded;
    if (!both_known(editor) || !(now || new))
        return false;
    price->verdict = 0;
    price->change = now && new ? "= both serve too little"
                    : new      ? "for less work done"
                               : "for more work done";
    return true;
}

/* --- carbon --- */

/* Only rows of a law or worse are marked: what lies between two measurements is as good as they. */
static const char *mark_of(const struct standstill *forecast)
{
    return forecast->provenance < PROVENANCE_MODELLED ? "" : format_provenance(forecast->provenance);
}

static const char *carbon_of(struct arena *texts, const struct standstill *forecast)
{
    const char *mark = mark_of(forecast);
    return !forecast->known ? "…"
           : isnan(forecast->carbon_g_per_h)
               ? text(texts, "%.0f W%s", forecast->power_w, mark)
               : text(texts, "%s/h%s", format_grams(FORMAT_ROOM, forecast->carbon_g_per_h), mark);
}

/* --- latency --- */

static const char *tail_of(struct arena *texts, const struct standstill *forecast, int app)
{
    const char *mark = mark_of(forecast);
    double tail_ms = forecast->tail_ms[app], limit_ms = forecast->limit_ms[app];
    if (!forecast->known)
        return "…";
    if (forecast->overloaded)
        return "○ queue grows";
    if (isnan(tail_ms))
        return "–";
    if (limit_ms > 0)
        return text(texts, "%s %.0f ms, %.0f %%%s", tail_ms <= limit_ms ? "●" : "○", tail_ms,
                    100 * tail_ms / limit_ms, mark);
    return text(texts, "%.0f ms%s", tail_ms, mark);
}

static void price_tail(const struct host *host, const struct mig_editor *editor, struct arena *texts,
                       struct forecast_line *price)
{
    const struct standstill *now = side(editor, FORECAST_NOW), *new = side(editor, FORECAST_NEW);
    const struct scenario *scenario = &host->explorer->document.scenario;
    int app = standstill_worst(new->known ? new : now);
    app = app < 0 ? 0 : app;
    price->label = text(texts, "%s %s", format_percentile(FORMAT_ROOM, scenario->apps[app].percentile),
                        scenario->n_apps > 1 ? scenario->apps[app].name : "");
    price->now = tail_of(texts, now, app);
    price->new = tail_of(texts, new, app);
    double change = both_known(editor) ? 100 * (new->tail_ms[app] / now->tail_ms[app] - 1) : (double)NAN;
    judge(texts, price, METRIC_WORST_OF_SLO, change, "%", 1);
    if (!both_known(editor) || !(new->overloaded || now->overloaded))
        return;
    price->verdict = new->overloaded ? (now->overloaded ? 0 : -1) : 1;
    static const char *const words[] = {"too little: worse", "= too little", "▼ the load is carried: better"};
    price->change = words[price->verdict + 1];
}

/* --- accuracy --- */

/* The app that loses most, or gains least: metrics of different apps are never averaged. */
static int most_changed(const struct standstill *now, const struct standstill *new)
{
    int app = 0;
    double least = INFINITY;
    for (int a = 0; a < new->n_apps; a++) {
        double gain = new->accuracy[a] / now->accuracy[a];
        if (gain < least) {
            least = gain;
            app = a;
        }
    }
    return app;
}

static bool price_accuracy(const struct host *host, const struct mig_editor *editor, struct arena *texts,
                           struct forecast_line *price)
{
    const struct standstill *now = side(editor, FORECAST_NOW), *new = side(editor, FORECAST_NEW);
    const struct scenario *scenario = &host->explorer->document.scenario;
    int app = both_known(editor) ? most_changed(now, new) : 0;
    if ((now->known && isnan(now->accuracy[app])) && (new->known &&isnan(new->accuracy[app])))
        return false;
    price->label = text(texts, "accuracy %s", scenario->n_apps > 1 ? scenario->apps[app].name : "");
    price->now = now->known ? text(texts, "%.2f", now->accuracy[app]) : "…";
    price->new = new->known ? text(texts, "%.2f", new->accuracy[app]) : "…";
    judge(texts, price, METRIC_ACCURACY,
          both_known(editor) ? new->accuracy[app] - now->accuracy[app] : (double)NAN, "pt", 0.005);
    return true;
}

static bool price_objective(const struct mig_editor *editor, struct arena *texts, struct forecast_line *price)
{
    const struct standstill *now = side(editor, FORECAST_NOW), *new = side(editor, FORECAST_NEW);
    if (isnan(now->f) || !now->known)
        return false;
    price->label = "objective f";
    price->now = text(texts, "%.2f", now->f);
    price->new = new->known ? text(texts, "%.2f", new->f) : "…";
    if (!judge_overloaded(editor, price))
        judge(texts, price, METRIC_SAVED, new->known ? new->f - now->f : (double)NAN, "",
              0.05); /* f is what is saved, weighed */
    return true;
}

/* --- the table --- */

/* "● 308 ms, 38 %" without what follows the comma where it does not fit. */
static void draw_value(const char *value, int end, int w, int y, struct style style, struct canvas *canvas)
{
    bool cut = text_width(value) > w;
    canvas_text_right(canvas, end, y, w, style,
                      cut ? text(&canvas->texts, "%.*s", (int)strcspn(value, ","), value) : value);
}

static void draw_price(const struct forecast_line *price, struct rect row, struct canvas *canvas)
{
    static const enum role roles[] = {ROLE_BAD, ROLE_DIM, ROLE_GOOD};
    int label_w = row.w >= 90   ? 20
                  : row.w >= 70 ? 16
                                : 10,
        value_w = row.w >= 90   ? 19
                  : row.w >= 70 ? 18
                                : 14;
    int now = row.x + label_w + value_w, new = now + value_w, x = new + (row.w >= 70 ? 3 : 2);
    canvas_text(canvas, row.x, row.y, label_w - 1, popup_style(ROLE_TEXT), price->label);
    draw_value(price->now, now, value_w - 1, row.y, popup_style(ROLE_TEXT), canvas);
    draw_value(price->new, new, value_w - 1, row.y, popup_bold(ROLE_TITLE), canvas);
    part_span(canvas, &x, row.x + row.w, row.y, popup_style(roles[price->verdict + 1]), price->change);
}

void mig_editor_draw_forecast(const struct host *host, const struct mig_editor *editor, struct rect rect,
                              struct canvas *canvas)
{
    struct arena *texts = &canvas->texts;
    struct forecast_line prices[5] = {
        {.label = "", .now = mig_editor_now(editor), .new = "new", .change = ""}};
    int n = 1, y = rect.y, first = rect.h >= 5 ? 0 : 1;
    if (rect.h < 1)
        return;
    if (rect.h >= 5) {
        struct rect row = {rect.x, y++, rect.w, 1};
        const struct explorer *explorer = host->explorer;
        int64_t t_ns = mig_editor_t_ns(editor);
        double ci = explorer_grid(explorer, t_ns).ci;
        int x = row.x;
        const char *clock = format_clock(FORMAT_ROOM, explorer->document.scenario.start_s + t_ns / NS_PER_S,
                                         explorer_offset_s(explorer, t_ns), false);
        canvas_hline(canvas, row.x, row.y, row.w, 0x2500, popup_style(ROLE_RULE));
        part_span(canvas, &x, row.x + row.w, row.y, popup_bold(ROLE_TITLE), "Forecast ");
        part_span(canvas, &x, row.x + row.w, row.y, popup_style(ROLE_DIM),
                  text(texts,
                       isnan(ci) ? "this load held still, the grid as at %s"
                                 : "this load held still, the grid as at %s, %.0f g/kWh ",
                       clock, ci));
    }
    if (*editor->fault) {
        part_wrap(canvas, (struct rect){rect.x, y, rect.w, rect.y + rect.h - y}, popup_bold(ROLE_BAD),
                  editor->fault);
        return;
    }
    struct forecast_line *price = &prices[n++];
    const struct standstill *now = side(editor, FORECAST_NOW), *new = side(editor, FORECAST_NEW);
    price->label = "carbon";
    price->now = carbon_of(texts, now);
    price->new = carbon_of(texts, new);
    if (!judge_overloaded(editor, price))
        judge(texts, price, METRIC_CARBON,
              both_known(editor) ? 100 * (new->power_w / now->power_w - 1) : (double)NAN, "%", 0.1);
    price_tail(host, editor, texts, &prices[n++]);
    n += price_accuracy(host, editor, texts, &prices[n]);
    n += price_objective(editor, texts, &prices[n]);
    for (int i = first; i < n && y < rect.y + rect.h; i++)
        draw_price(&prices[i], (struct rect){rect.x, y++, rect.w, 1}, canvas);
}
