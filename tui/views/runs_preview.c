/* Everything is worked out when the run is loaded; drawing only averages its buckets into the columns there
 * are. */
#include "tui/views/runs_preview.h"

#include "engine/answers/forecast.h"
#include "engine/answers/objective.h"
#include "engine/answers/comparison.h"
#include "engine/answers/curves.h"
#include "engine/answers/metric.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/explore/pairing.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GUTTER = 6, PLOT_MIN_W = 24, FACTS_MIN_W = 40, LABEL = 9, TO_W = 6, POINTS_MAX = 256 };

static const struct {
    enum ledger ledger;
    enum role role;
    const char *brief;
} parts[] = {{LEDGER_EMBODIED, ROLE_EMBODIED, "made"}, {LEDGER_IDLE, ROLE_IDLE, "idle"},
             {LEDGER_ACTIVE, ROLE_ACTIVE, "active"},   {LEDGER_AUXILIARY, ROLE_AUXILIARY, "aux"},
             {LEDGER_COOLING, ROLE_COOLING, "cool"},   {LEDGER_FACILITY, ROLE_FACILITY, "fac."}};
enum { PARTS = sizeof parts / sizeof *parts };
_Static_assert((int)PARTS == (int)LEDGER_COUNT, "the stack is all of it");

void runs_preview_free(struct runs_preview *preview)
{
    saved_run_free(preview->run);
    *preview = (struct runs_preview){0};
}

/* --- loading --- */

static void clock_at(const struct carbon_trace *trace, int64_t t_s, char *out, size_t size)
{
    snprintf(out, size, "%.5s",
             format_clock(FORMAT_ROOM, t_s, trace ? carbon_trace_offset(trace, t_s) : 0, false));
}

void runs_preview_load(struct runs_preview *preview, struct host *host, const char *name)
{
    const struct catalog *catalog = host->explorer->catalog;
    runs_preview_free(preview);
    text_copy(preview->name, sizeof preview->name, name);
    preview->run = store_load_run(host->store, name, &preview->error);
    if (!preview->run)
        return;
    const struct carbon_trace *trace = catalog->trace(catalog->context, preview->run->scenario.trace, NULL);
    preview->grams = trace ? carbon_meaning_of(trace) : (struct carbon_meaning){0};
    preview->carbon_max = curves_greatest_g_per_h(preview->run->recording);
    int64_t start_s = preview->run->scenario.start_s;
    clock_at(trace, start_s, preview->from, sizeof preview->from);
    clock_at(trace, start_s + preview->run->recording->end_ns / NS_PER_S, preview->to, sizeof preview->to);
    /* Against the scenario of that name in the library; without one the edits on the way, and fewer GPUs. */
    const struct scenario *now = &preview->run->scenario;
    struct scenario from;
    bool found = store_load_scenario(host->store, now->name, &from, NULL);
    if (found || scenario_copy(&from, now)) {
        while (!found && from.n_edits > 0)
            scenario_unedit(&from, from.n_edits - 1);
        if (!found)
            from.number[KNOB_GPUS] = (double)NAN; /* all of the fleet */
        preview->n_edits = difference_list(&from, now, trace, preview->edits, RUNS_PREVIEW_EDITS);
        scenario_free(&from);
    }
    difference_inputs(preview->run, preview->inputs, sizeof preview->inputs);
}

/* --- drawing --- */

/* What the areas are, bottom up; without a canvas they are but measured. Returns the column after them. */
static int name_parts(const struct runs_preview *preview, bool brief, int x, int y, struct canvas *canvas)
{
    const struct summary *summary = &preview->run->recording->summary;
    for (int i = 0; i < PARTS; i++) {
        const char *name = brief ? parts[i].brief : ledger_names[parts[i].ledger];
        if (!(curves_part_g(summary, parts[i].ledger) > 0))
            continue;
        if (canvas) {
            canvas_put(canvas, x, y, role_shade(parts[i].role),
                       style_on(style_of(parts[i].role), parts[i].role));
            canvas_text(canvas, x + 1, y, -1, style_of(ROLE_DIM), name);
        }
        x += 1 + text_width(name) + 1;
    }
    return x;
}

static void draw_plot(const struct runs_preview *preview, struct rect rect, struct canvas *canvas)
{
    struct rect plot = {rect.x + GUTTER, rect.y, rect.w - GUTTER, rect.h - 1};
    plot.w = plot.w > POINTS_MAX / 2 ? POINTS_MAX / 2 : plot.w;
    if (plot.w < 2 || plot.h < 1)
        return;
    struct chart chart = {.canvas = canvas,
                          .plot = plot,
                          .gutter = GUTTER,
                          .ground = ROLE_BACKGROUND,
                          .scale = scale_fit(0, preview->carbon_max * 1.02, plot.h)};
    canvas_fill(canvas, rect, ' ', style_of(ROLE_TEXT));
    chart_grid(&chart);
    static const float none[1];
    float points[PARTS][POINTS_MAX];
    struct chart_layer layers[PARTS];
    const struct recording *recording = preview->run->recording;
    int buckets = recording_count(recording), n = 2 * chart.plot.w;
    for (int i = 0; i < PARTS; i++) {
        layers[i] = (struct chart_layer){n > 0 ? points[i] : none, parts[i].role};
        for (int p = 0; p < n; p++) {
            int from = (int)((int64_t)buckets * p / n), to = (int)((int64_t)buckets * (p + 1) / n);
            from = from < buckets ? from : buckets - 1;
            points[i][p] =
                buckets ? (float)curves_g_per_h(recording, parts[i].ledger, from, to > from ? to : from + 1)
                        : 0;
        }
    }
    chart_stack(&chart, layers, PARTS, n);
    /* When it began, what is drawn, its parts as far as all of them have room, and when it ended. */
    int x = plot.x;
    int end = plot.x + plot.w;
    int y = plot.y + plot.h;
    static const char *const whats[] = {"  carbon rate, g/h", "  g/h"};
    int room = end - TO_W - 1;
    part_span(canvas, &x, end, y, style_of(ROLE_DIM), preview->from);
    for (int brief = 0; brief < 2; brief++) {
        int at = x + text_width(whats[brief]) + 2;
        if (name_parts(preview, brief, at, y, NULL) > room + 1)
            continue;
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), whats[brief]);
        name_parts(preview, brief, at, y, canvas);
        canvas_text_right(canvas, end, y, TO_W, style_of(ROLE_DIM), preview->to);
        return;
    }
    part_span(canvas, &x, room, y, style_of(ROLE_DIM), whats[text_width(whats[0]) > room - x]);
    canvas_text_right(canvas, end, y, TO_W, style_of(ROLE_DIM), preview->to);
}

/* A label, and a line in a style of its own beside it. */
static void put_fact(struct lines *lines, const char *label, struct style style, const char *text)
{
    struct rect row = {lines->rect.x, lines->rect.y + lines->y, lines->rect.w, 1};
    if (lines_left(lines) == 0)
        return;
    canvas_text(lines->canvas, row.x, row.y, row.w < LABEL ? row.w : LABEL - 1, popup_style(ROLE_DIM), label);
    if (row.w > LABEL)
        canvas_text(lines->canvas, row.x + LABEL, row.y, row.w - LABEL, style, text);
    lines->y++;
}

/* One difference of a metric with sign, number and judgement. */
static void draw_difference(struct lines *lines, const char *label, int judged, const char *unit,
                            const char *what, double change)
{
    static const char *const words[] = {", worse", "", ", better"};
    static const enum role roles[] = {ROLE_BAD, ROLE_TEXT, ROLE_GOOD};
    char text[160], size[FORMAT_SIZE];
    format_magnitude(size, fabs(change));
    bool same = strspn(size, "0.") == strlen(size);
    if (same)
        snprintf(text, sizeof text, "= %s identical", what);
    else
        snprintf(text, sizeof text, "%s %s %s %s%s", change < 0 ? "▼" : "▲", size, unit, what,
                 words[1 + judged]);
    put_fact(lines, label, popup_style(same ? ROLE_TEXT : roles[1 + judged]), text);
}

static void draw_against_now(const struct runs_preview *preview, const struct host *host, struct lines *lines)
{
    const struct result *now = host->explorer->results.current;
    const struct summary *then = &preview->run->recording->summary, *on_screen = &now->recording->summary;
    const char *apart =
        pairing_why_not(&preview->run->scenario, preview->grams, &host->explorer->document.scenario,
                        carbon_meaning_of(&now->model->trace));
    if (apart) {
        lines_factf(lines, "vs now", "not compared: %s", apart);
        return;
    }
    if (!recording_finished(now->recording)) {
        lines_fact(lines, "vs now", 1, "...");
        return;
    }
    if (!isnan(comparison_carbon(then, on_screen)))
        draw_difference(lines, "vs now", metric_judge(METRIC_CARBON, comparison_carbon(then, on_screen), 0),
                        "%", "carbon", comparison_carbon(then, on_screen));
    double accuracy = accuracy_against(then, on_screen);
    if (!isnan(accuracy))
        draw_difference(lines, "", metric_judge(METRIC_ACCURACY, accuracy, 0), "%", "accuracy", accuracy);
    double worst = comparison_worst(then, on_screen), theirs = NAN, ours = NAN;
    summary_worst_app(then, &theirs);
    summary_worst_app(on_screen, &ours);
    if (!isnan(worst))
        draw_difference(lines, "", metric_judge(METRIC_WORST_OF_SLO, theirs, ours), "pt", "slowest p95",
                        worst);
}

void runs_preview_draw(const struct runs_preview *preview, const struct host *host, struct rect rect,
                       struct canvas *canvas)
{
    if (!preview->run) {
        part_wrap(canvas, rect, popup_style(ROLE_BAD), preview->error.message);
        return;
    }
    int plot_w = rect.w - FACTS_MIN_W - 2;
    if (plot_w > rect.w / 2)
        plot_w = rect.w / 2;
    if (plot_w >= PLOT_MIN_W && rect.h >= 3) {
        int plot_h = rect.h < 14 ? rect.h : 14;
        draw_plot(preview, (struct rect){rect.x, rect.y, plot_w, plot_h}, canvas);
        rect.x += plot_w + 2;
        rect.w -= plot_w + 2;
    }
    const struct saved_run *run = preview->run;
    struct lines lines = {canvas, rect, 0};
    const double *shares = run->recording->summary.provenance;
    enum provenance worst = shares_least_certain(shares);
    worst = worst < PROVENANCE_MODELLED ? PROVENANCE_MODELLED : worst;
    lines_put(&lines, popup_bold(ROLE_TITLE), run->name);
    lines_fact(&lines, "note", 2, run->note);
    char text[DIFFERENCE_SIZE + 32];
    int shown = preview->n_edits < RUNS_PREVIEW_EDITS ? preview->n_edits : RUNS_PREVIEW_EDITS;
    int room = lines_left(&lines) > 6 ? lines_left(&lines) - 5 : 1;
    if (shown > room)
        shown = room;
    for (int i = 0; i < shown && lines_left(&lines) > 0; i++) {
        bool more = i == shown - 1 && preview->n_edits > shown;
        if (more)
            snprintf(text, sizeof text, "◆ %s, and %d more", preview->edits[i], preview->n_edits - shown);
        else
            snprintf(text, sizeof text, "◆ %s", preview->edits[i]);
        put_fact(&lines, i ? "" : "edits", popup_style(ROLE_EDIT), text);
    }
    if (preview->n_edits == 0)
        lines_fact(&lines, "edits", 1, "none");
    draw_against_now(preview, host, &lines);
    lines_factf(&lines, "energy", "%s%s%.0f %% of it on %s rows",
                shares[worst] > 0 ? format_provenance(worst) : "", shares[worst] > 0 ? " " : "",
                100 * shares[worst], provenance_names[worst]);
    if (*preview->inputs)
        lines_fact(&lines, "inputs", 3, preview->inputs);
    else
        lines_fact(&lines, "inputs", 2, "unchanged: it replays byte for byte");
    lines_factf(&lines, "saved", "%.10s %.5s UTC by engine %s", run->saved_at, run->saved_at + 11,
                run->engine_version);
}
