/* The price: what the GPUs do now and would do, and the difference in a sign, a number and a word. */
#include "tui/views/mig_editor.h"

#include "engine/answers/metric.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* One line of the table. */
struct price {
    char label[40], now[40], new[40], change[48];
    int verdict; /* -1 worse, 1 better, 0 neither */
};

/* "▼ 9.9 % better", by the metric that changes. Below what the forecast can tell apart: identical. */
static void judge(struct price *price, enum metric metric, double change, const char *unit, double least)
{
    price->verdict = fabs(change) < least ? 0 : metric_judge(metric, change, 0);
    if (isnan(change))
        snprintf(price->change, sizeof price->change, "…");
    else if (price->verdict == 0)
        snprintf(price->change, sizeof price->change, "= about the same");
    else
        snprintf(price->change, sizeof price->change, "%s %s%s%s %s", change < 0 ? "▼" : "▲",
                 format_magnitude(FORMAT_ROOM, fabs(change)), *unit ? " " : "", unit,
                 price->verdict > 0 ? "better" : "worse");
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
static bool judge_overloaded(const struct mig_editor *editor, struct price *price)
{
    bool now = side(editor, FORECAST_NOW)->overloaded, new = side(editor, FORECAST_NEW)->overloaded;
    if (!both_known(editor) || !(now || new))
        return false;
    price->verdict = 0;
    snprintf(price->change, sizeof price->change, "%s",
             now && new ? "= both serve too little"
             : new      ? "for less work done"
                        : "for more work done");
    return true;
}

/* --- carbon --- */

/* Only rows of a law or worse are marked: what lies between two measurements is as good as they. */
static const char *mark_of(const struct standstill *forecast)
{
    return forecast->provenance < PROVENANCE_MODELLED ? "" : format_provenance(forecast->provenance);
}

static void put_carbon(const struct standstill *forecast, char *out, size_t size)
{
    const char *mark = mark_of(forecast);
    if (!forecast->known)
        snprintf(out, size, "…");
    else if (isnan(forecast->carbon_g_per_h))
        snprintf(out, size, "%.0f W%s", forecast->power_w, mark);
    else
        snprintf(out, size, "%s/h%s", format_grams(FORMAT_ROOM, forecast->carbon_g_per_h), mark);
}

/* --- latency --- */

static void put_tail(const struct standstill *forecast, int app, char *out, size_t size)
{
    const char *mark = mark_of(forecast);
    if (!forecast->known)
        snprintf(out, size, "…");
    else if (forecast->overloaded)
        snprintf(out, size, "○ queue grows");
    else if (isnan(forecast->tail_ms[app]))
        snprintf(out, size, "–");
    else if (forecast->limit_ms[app] > 0)
        snprintf(out, size, "%s %.0f ms, %.0f %%%s",
                 forecast->tail_ms[app] <= forecast->limit_ms[app] ? "●" : "○", forecast->tail_ms[app],
                 100 * forecast->tail_ms[app] / forecast->limit_ms[app], mark);
    else
        snprintf(out, size, "%.0f ms%s", forecast->tail_ms[app], mark);
}

static void price_tail(const struct host *host, const struct mig_editor *editor, struct price *price)
{
    const struct standstill *now = side(editor, FORECAST_NOW), *new = side(editor, FORECAST_NEW);
    const struct scenario *scenario = &host->explorer->document.scenario;
    int app = standstill_worst(new->known ? new : now);
    char percentile[FORMAT_SIZE];
    app = app < 0 ? 0 : app;
    text_print(price->label, sizeof price->label, "%s %s",
               format_percentile(percentile, scenario->apps[app].percentile),
               scenario->n_apps > 1 ? scenario->apps[app].name : "");
    put_tail(now, app, price->now, sizeof price->now);
    put_tail(new, app, price->new, sizeof price->new);
    double change = both_known(editor) ? 100 * (new->tail_ms[app] / now->tail_ms[app] - 1) : (double)NAN;
    judge(price, METRIC_WORST_OF_SLO, change, "%", 1);
    if (!both_known(editor) || !(new->overloaded || now->overloaded))
        return;
    price->verdict = new->overloaded ? (now->overloaded ? 0 : -1) : 1;
    static const char *const words[] = {"too little: worse", "= too little", "▼ the load is carried: better"};
    snprintf(price->change, sizeof price->change, "%s", words[price->verdict + 1]);
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

static bool price_accuracy(const struct host *host, const struct mig_editor *editor, struct price *price)
{
    const struct standstill *now = side(editor, FORECAST_NOW), *new = side(editor, FORECAST_NEW);
    const struct scenario *scenario = &host->explorer->document.scenario;
    int app = both_known(editor) ? most_changed(now, new) : 0;
    if ((now->known && isnan(now->accuracy[app])) && (new->known &&isnan(new->accuracy[app])))
        return false;
    text_print(price->label, sizeof price->label, "accuracy %s",
               scenario->n_apps > 1 ? scenario->apps[app].name : "");
    snprintf(price->now, sizeof price->now, now->known ? "%.2f" : "…", now->accuracy[app]);
    snprintf(price->new, sizeof price->new, new->known ? "%.2f" : "…", new->accuracy[app]);
    judge(price, METRIC_ACCURACY, both_known(editor) ? new->accuracy[app] - now->accuracy[app] : (double)NAN,
          "pt", 0.005);
    return true;
}

static bool price_objective(const struct mig_editor *editor, struct price *price)
{
    const struct standstill *now = side(editor, FORECAST_NOW), *new = side(editor, FORECAST_NEW);
    if (isnan(now->f) || !now->known)
        return false;
    snprintf(price->label, sizeof price->label, "objective f");
    snprintf(price->now, sizeof price->now, "%.2f", now->f);
    snprintf(price->new, sizeof price->new, new->known ? "%.2f" : "…", new->f);
    if (!judge_overloaded(editor, price))
        judge(price, METRIC_SAVED, new->known ? new->f - now->f : (double)NAN, "",
              0.05); /* f is what is saved, weighed */
    return true;
}

/* --- the table --- */

/* "● 308 ms, 38 %" without what follows the comma where it does not fit. */
static void draw_value(const char *value, int end, int w, int y, struct style style, struct canvas *canvas)
{
    char text[sizeof(((struct price *)0)->now)];
    snprintf(text, sizeof text, "%s", value);
    if (text_width(text) > w)
        text[strcspn(text, ",")] = 0;
    canvas_text_right(canvas, end, y, w, style, text);
}

static void draw_price(const struct price *price, struct rect row, struct canvas *canvas)
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
    struct price prices[5] = {{.new = "new"}};
    int n = 1, y = rect.y, first = rect.h >= 5 ? 0 : 1;
    if (rect.h < 1)
        return;
    snprintf(prices[0].now, sizeof prices[0].now, "%s", mig_editor_now(editor));
    if (rect.h >= 5) {
        struct rect row = {rect.x, y++, rect.w, 1};
        const struct explorer *explorer = host->explorer;
        char text[160], clock[FORMAT_SIZE];
        int64_t t_ns = mig_editor_t_ns(editor);
        double ci = explorer_grid(explorer, t_ns).ci;
        int x = row.x;
        format_clock(clock, explorer->document.scenario.start_s + t_ns / NS_PER_S,
                     explorer_offset_s(explorer, t_ns), false);
        canvas_hline(canvas, row.x, row.y, row.w, 0x2500, popup_style(ROLE_RULE));
        part_span(canvas, &x, row.x + row.w, row.y, popup_bold(ROLE_TITLE), "Forecast ");
        snprintf(text, sizeof text, "this load held still, the grid as at %s", clock);
        if (!isnan(ci))
            snprintf(text + strlen(text), sizeof text - strlen(text), ", %.0f g/kWh ", ci);
        part_span(canvas, &x, row.x + row.w, row.y, popup_style(ROLE_DIM), text);
    }
    if (*editor->fault) {
        part_wrap(canvas, (struct rect){rect.x, y, rect.w, rect.y + rect.h - y}, popup_bold(ROLE_BAD),
                  editor->fault);
        return;
    }
    struct price *price = &prices[n++];
    const struct standstill *now = side(editor, FORECAST_NOW), *new = side(editor, FORECAST_NEW);
    snprintf(price->label, sizeof price->label, "carbon");
    put_carbon(now, price->now, sizeof price->now);
    put_carbon(new, price->new, sizeof price->new);
    if (!judge_overloaded(editor, price))
        judge(price, METRIC_CARBON,
              both_known(editor) ? 100 * (new->power_w / now->power_w - 1) : (double)NAN, "%", 0.1);
    price_tail(host, editor, &prices[n++]);
    n += price_accuracy(host, editor, &prices[n]);
    n += price_objective(editor, &prices[n]);
    for (int i = first; i < n && y < rect.y + rect.h; i++)
        draw_price(&prices[i], (struct rect){rect.x, y++, rect.w, 1}, canvas);
}
