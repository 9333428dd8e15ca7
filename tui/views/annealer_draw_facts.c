/* One try in words and numbers: what was tried, how it differs from the centre, what was measured, and the
 * rule step by step (clover.md section 1.3). Below, where the screen is high enough, two pictures: the path
 * of the chosen search, try by try against the centre that it started from, as the rule compared them; and
 * every search of the run, what it kept and the intensity that it answered to. Marks, not curves: between two
 * searches nothing was measured. */
#include "tui/views/annealer.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/term/text.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"
#include "tui/words/scheme_words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { LABEL_W = 11 };

/* A dim label, and text that wraps beside it. */
PRINTF_LIKE(3, 4) static void put_fact(struct lines *lines, const char *label, const char *format, ...)
{
    char text[600];
    va_list arguments;
    struct rect beside = {lines->rect.x + LABEL_W, lines->rect.y + lines->y, lines->rect.w - LABEL_W,
                          lines_left(lines)};
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (beside.h < 1 || beside.w < 4)
        return;
    canvas_text(lines->canvas, lines->rect.x, beside.y, LABEL_W - 1, style_of(ROLE_DIM), label);
    lines->y += part_wrap(lines->canvas, beside, style_of(ROLE_TEXT), text);
}

static void put_graph(const struct host *host, const struct evaluation *entry, struct lines *lines)
{
    const struct recording *recording = host->explorer->results.current->recording;
    char text[300], difference[300];
    search_print_graph(recording, &entry->graph, text, sizeof text);
    put_fact(lines, "tried", "%s%s", text, entry->replicated ? ", on each GPU" : ", over all GPUs");
    if (entry->reason == TRY_SAMPLED)
        return;
    search_print_difference(recording, &entry->graph, &entry->centre, difference, sizeof difference);
    int distance = graph_distance(&entry->graph, &entry->centre);
    if (distance == 0)
        put_fact(lines, "to there", "the centre itself");
    else
        put_fact(lines, "to there", "%s   (%d edges from the centre)", difference, distance);
}

static void put_rule(const struct evaluation *entry, struct lines *lines)
{
    char f[FORMAT_SIZE], h[FORMAT_SIZE];
    double change = entry->h - entry->centre_h;
    if (isnan(entry->centre_h) || entry->reason == TRY_SAMPLED)
        put_fact(lines, "h", "%s%s", annealer_number(h, entry->h, 2),
                 fabs(entry->h + entry->f) < 1e-9 ? " = −f: it is in time" : ", marked down for being late");
    else
        put_fact(lines, "h", "%s%s against the centre's %s: %s by %s", annealer_number(h, entry->h, 2),
                 fabs(entry->h + entry->f) < 1e-9 ? " = −f" : ", marked down for being late,",
                 annealer_number(FORMAT_ROOM, entry->centre_h, 2), change <= 0 ? "lower" : "higher",
                 annealer_number(f, fabs(change), 2));
    if (isnan(entry->probability) || isnan(entry->draw))
        return;
    put_fact(lines, "chance", "exp(−%s / %s) = %.4f, drawn %.4f", annealer_number(f, fmax(change, 0), 2),
             annealer_number(FORMAT_ROOM, entry->temperature, 2), entry->probability, entry->draw);
}

static void put_kept(const struct host *host, const struct search *search, struct lines *lines)
{
    const struct recording *recording = host->explorer->results.current->recording;
    char text[300], why[500];
    if (search->kept < 0)
        return;
    const struct evaluation *end = recording_evaluation(recording, search->kept);
    search_print_graph(recording, &end->graph, text, sizeof text);
    text_append(text, sizeof text, "%s", end->replicated ? ", on each GPU" : ", over all GPUs");
    text_print(why, sizeof why, "%s. %s", text, search_reason_sentence(end->reason));
    bool fits = part_wrap_rows(lines->rect.w - LABEL_W, why) <= lines_left(lines);
    put_fact(lines, "in the end", "%s", fits ? why : text);
}

void annealer_draw_facts(const struct host *host, const struct annealer *annealer, struct rect rect,
                         struct canvas *canvas)
{
    const struct search *search = annealer_search(annealer);
    const struct evaluation *entry = annealer_try(host, annealer);
    char title[48];
    if (rect.h < 2 || rect.w < 4 || !search)
        return;
    struct lines lines = {canvas, {rect.x + 1, rect.y + 1, rect.w - 2, rect.h - 1}, 0};
    snprintf(title, sizeof title, entry ? "Try %d" : "What came of it", entry ? (int)entry->step + 1 : 0);
    int64_t t_ns = entry ? entry->end_ns : search->end_ns;
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 3, title,
               text(&canvas->texts, "ended %s",
                    format_clock(FORMAT_ROOM, host->explorer->document.scenario.start_s + t_ns / NS_PER_S,
                                 explorer_offset_s(host->explorer, t_ns), true)),
               false);
    if (!entry) {
        lines_wrap(&lines, style_of(ROLE_TEXT), search_reason_sentence(search->trigger));
        put_kept(host, search, &lines);
        return;
    }
    lines_wrap(&lines, style_bold(ROLE_TITLE), search_reason_sentence(entry->reason));
    put_graph(host, entry, &lines);
    put_fact(&lines, entry->kind == EVALUATION_CACHED ? "known" : "measured",
             "%s J a request, accuracy %s %%, carbon saved %s %%",
             annealer_number(FORMAT_ROOM, entry->energy_j, 2),
             annealer_number(FORMAT_ROOM, entry->accuracy_change, 2),
             annealer_number(FORMAT_ROOM, entry->carbon_change, 2));
    if (isinf(entry->late))
        put_fact(&lines, "tail", "○ cannot carry the load");
    else
        put_fact(&lines, "tail", "%s %.0f ms, %.0f %% of the SLO", entry->compliant ? "●" : "○",
                 entry->tail_ms, 100 * entry->late);
    /* Under an accuracy limit the carbon saved alone is f (clover.md section 2.1, step 8). */
    char f[FORMAT_SIZE];
    const struct scenario *scenario = &host->explorer->results.current->model->scenario;
    if (knob_at(scenario, knob_of_run(KNOB_ACCURACY_LOSS_PCT), entry->end_ns).number > 0)
        put_fact(&lines, "f", "%s: the carbon saved alone, as accuracy has a limit",
                 annealer_number(f, entry->f, 2));
    else
        put_fact(&lines, "f", "lambda %.2f × carbon %s + %.2f × accuracy %s = %s", entry->lambda,
                 annealer_number(FORMAT_ROOM, entry->carbon_change, 2), 1 - entry->lambda,
                 annealer_number(FORMAT_ROOM, entry->accuracy_change, 2), annealer_number(f, entry->f, 2));
    put_rule(entry, &lines);
    lines.y += lines_left(&lines) > 3;
    put_kept(host, search, &lines);
}

/* --- the pictures --- */

enum { GUTTER = 8, TRY_MIN_W = 3, TRY_MAX_W = 8, PATH_MIN_W = 30, RUN_MIN_W = 40, RUN_MIN_H = 4 };

static const struct evaluation *entry_at(const struct host *host, const struct search *search, int try_at)
{
    const struct recording *recording = host->explorer->results.current->recording;
    return recording_evaluation(recording, search->first_try + try_at);
}

/* A scale over values that are finite; false: there are none. */
struct reach {
    double least, most;
};
static void reach_take(struct reach *reach, double value)
{
    if (!isfinite(value))
        return;
    reach->least = fmin(reach->least, value);
    reach->most = fmax(reach->most, value);
}
static bool reach_scale(const struct reach *reach, int rows, struct scale *scale)
{
    double room = fmax(0.06 * (reach->most - reach->least), 0.1);
    if (!(reach->most >= reach->least))
        return false;
    *scale = scale_fit(reach->least - room, reach->most + room, rows);
    return true;
}

/* --- the path of the chosen search --- */

/* The columns of a try; the first that fit are shown, so that the chosen one is among them. */
struct path {
    int first, n, w;
};

static struct path path_of(const struct annealer *annealer, const struct search *search, int w)
{
    int fit = w / TRY_MIN_W, n = search->n_tries < fit ? search->n_tries : fit;
    struct path path = {0, n > 0 ? n : 1, 0};
    path.w = part_clamp(w / path.n, TRY_MIN_W, TRY_MAX_W);
    path.first = part_scrolled(annealer->try_at, search->n_tries, path.n);
    return path;
}

/* Its centre as a piece of a line, and the sign of the try over it: hollow where it was late. */
static void draw_step(const struct chart *chart, const struct evaluation *entry, int column, int w)
{
    int x = chart->plot.x + column;
    if (isfinite(entry->centre_h))
        canvas_hline(chart->canvas, x, chart_row(chart, entry->centre_h), w - 1, 0x2500,
                     style_of(ROLE_REFERENCE));
    if (isfinite(entry->h))
        canvas_put(chart->canvas, x + (w - 1) / 2, chart_row(chart, entry->h),
                   entry->compliant ? 0x25CF : 0x25CB,
                   style_bold(entry->reason == TRY_BETTER ? ROLE_GOOD
                              : !entry->compliant         ? ROLE_BAD
                                                          : ROLE_TEXT));
}

static void draw_path(const struct host *host, const struct annealer *annealer, struct rect rect,
                      struct canvas *canvas)
{
    const struct search *search = annealer_search(annealer);
    struct chart chart = {.canvas = canvas,
                          .plot = {rect.x + GUTTER, rect.y + 1, rect.w - GUTTER - 1, rect.h - 2},
                          .gutter = GUTTER,
                          .ground = ROLE_BACKGROUND};
    struct reach reach = {INFINITY, -INFINITY};
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 4, "Path",
               rect.w >= 44 ? "h of each try, ─ its centre; lower wins" : "h, ─ centre", false);
    struct path path = path_of(annealer, search, chart.plot.w);
    for (int i = 0; i < path.n && i < search->n_tries; i++) {
        const struct evaluation *entry = entry_at(host, search, path.first + i);
        reach_take(&reach, entry->h);
        reach_take(&reach, entry->centre_h);
    }
    if (!reach_scale(&reach, chart.plot.h, &chart.scale))
        return;
    chart.plot.w = path.n * path.w;
    chart_grid(&chart);
    for (int i = 0; i < path.n && i < search->n_tries; i++) {
        bool chosen = path.first + i == annealer->try_at;
        draw_step(&chart, entry_at(host, search, path.first + i), i * path.w, path.w);
        canvas_print(canvas, chart.plot.x + i * path.w + (path.w - 1) / 2, rect.y + rect.h - 1, path.w - 1,
                     chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_DIM), "%d", path.first + i + 1);
    }
}

/* --- every search of the run --- */

static double kept_f(const struct host *host, const struct search *search)
{
    const struct recording *recording = host->explorer->results.current->recording;
    return search->kept >= 0 ? recording_evaluation(recording, search->kept)->f : (double)NAN;
}
static double began_ci(const struct host *host, const struct search *search)
{
    (void)host;
    return search->ci;
}

static int column_of(const struct host *host, const struct chart *chart, const struct search *search)
{
    int64_t horizon_ns = host->explorer->time.horizon_ns;
    double share = horizon_ns > 0 ? (double)search->begin_ns / (double)horizon_ns : 0;
    return part_clamp((int)(share * chart->plot.w), 0, chart->plot.w - 1);
}

/* One quantity of the searches over the time of the run, that of the chosen one by a larger sign and in
 * words. */
static void draw_run(const struct host *host, const struct annealer *annealer, struct rect rect, int number,
                     const char *name, const char *unit,
                     double (*value_of)(const struct host *host, const struct search *search),
                     struct canvas *canvas)
{
    struct chart chart = {.canvas = canvas,
                          .plot = {rect.x + GUTTER, rect.y + 1, rect.w - GUTTER - 1, rect.h - 1},
                          .gutter = GUTTER,
                          .ground = ROLE_BACKGROUND};
    struct reach reach = {INFINITY, -INFINITY};
    char tag[FORMAT_SIZE];
    int title_end = part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, number, name, unit, false);
    for (int i = 0; i < annealer->searches.n; i++)
        reach_take(&reach, value_of(host, &annealer->searches.items[i]));
    if (!reach_scale(&reach, chart.plot.h, &chart.scale))
        return;
    chart_grid(&chart);
    const struct search *chosen = annealer_search(annealer);
    int x = chart.plot.x + column_of(host, &chart, chosen);
    canvas_vline(canvas, x, chart.plot.y, chart.plot.h, 0x2502, style_of(ROLE_RULE));
    for (int i = 0; i < annealer->searches.n; i++) {
        const struct search *search = &annealer->searches.items[i];
        double value = value_of(host, search);
        if (isfinite(value) && search != chosen)
            canvas_put(canvas, chart.plot.x + column_of(host, &chart, search), chart_row(&chart, value),
                       0x00D7, style_of(ROLE_TEXT));
    }
    double value = value_of(host, chosen);
    if (!isfinite(value))
        return;
    canvas_put(canvas, x, chart_row(&chart, value), 0x25CF, style_bold(ROLE_TITLE));
    annealer_number(tag, value, value_of == began_ci ? 0 : 1);
    part_tag(canvas, x > title_end + 1 ? x : title_end + 1, rect.y, title_end + 1, rect.x + rect.w, tag);
}

void annealer_draw_plots(const struct host *host, const struct annealer *annealer, struct rect rect,
                         struct canvas *canvas)
{
    const struct search *search = annealer_search(annealer);
    if (!search || search->n_tries == 0 || rect.h < ANNEALER_PLOTS_H || rect.w < PATH_MIN_W)
        return;
    int path_w = part_clamp(GUTTER + 2 + TRY_MAX_W * search->n_tries, PATH_MIN_W, rect.w * 2 / 5);
    bool run = annealer->searches.n > 1 && rect.w - path_w >= RUN_MIN_W;
    path_w = run ? path_w : rect.w;
    draw_path(host, annealer, (struct rect){rect.x, rect.y, path_w, rect.h}, canvas);
    if (!run)
        return;
    struct rect right = {rect.x + path_w, rect.y, rect.w - path_w, rect.h - 1};
    bool grid = right.h >= 2 * RUN_MIN_H + 2;
    int grid_h = grid ? right.h * 2 / 5 : 0;
    draw_run(host, annealer, (struct rect){right.x, right.y, right.w, right.h - grid_h}, 5, "All searches",
             "f that each kept", kept_f, canvas);
    if (grid)
        draw_run(host, annealer, (struct rect){right.x, right.y + right.h - grid_h, right.w, grid_h}, 6,
                 "Grid intensity", "g/kWh as each began", began_ci, canvas);
    /* Begin, middle and end of the run. */
    int x = right.x + GUTTER;
    int y = rect.y + rect.h - 1;
    int w = right.w - GUTTER - 1;
    enum { TICKS = 4 };
    int free_x = x;
    for (int i = 0; i < TICKS; i++) {
        char text[64];
        annealer_clock(host, host->explorer->time.horizon_ns / TICKS * i, text, sizeof text);
        part_tick(canvas, x + i * w / TICKS, y, &free_x, x + w, text);
    }
}
