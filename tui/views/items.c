/* Each says what it is at a glance, in the rows that there are. */
#include "tui/views/items.h"

#include "engine/answers/days.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/heat.h"
#include "tui/widgets/parts.h"
#include "tui/words/facts.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- lists --- */

/* A filter finds a thing by whatever its row or its title says. */
void listed_describe(struct listed *listed)
{
    listed->text = needed(calloc(listed->list.n + 1, sizeof *listed->text));
    for (size_t i = 0; i < listed->list.n; i++) {
        const struct store_item *item = &listed->list.items[i];
        text_print(listed->text[i], LISTED_TEXT, "%s %s %s%s", item->name, item->title, item->detail,
                   item->builtin ? "" : " imported");
    }
}

void listed_free(struct listed *listed)
{
    free(listed->list.items);
    free(listed->text);
    *listed = (struct listed){0};
}

/* --- scenarios: apps take the rows that the rest leaves --- */

enum { EDITS_SHOWN = 4, GPU_TYPES_SHOWN = 6, TALL = 24 };

static void put_fleets(struct lines *lines, const struct scenario *scenario)
{
    char gpus[200];
    for (int f = 0; f < scenario->n_fleets; f++) {
        const struct fleet *fleet = &scenario->fleets[f];
        const char *label = f > 0 ? "" : scenario->n_fleets > 1 ? "fleets" : "fleet";
        /* "5× P4, 1× A100-40GB" */
        gpus[0] = 0;
        for (int first = 0, shown = 0; first < fleet->n_gpus && shown < GPU_TYPES_SHOWN; first++) {
            int n = 0;
            bool seen = false;
            for (int g = 0; g < fleet->n_gpus; g++) {
                bool same = strcmp(fleet->gpus[g].type, fleet->gpus[first].type) == 0;
                n += same;
                seen |= same && g < first;
            }
            if (seen)
                continue;
            size_t used = strlen(gpus);
            text_print(gpus + used, sizeof gpus - used, "%s%d× %s", shown++ ? ", " : "", n,
                       fleet->gpus[first].type);
        }
        if (scenario->n_fleets == 1)
            lines_fact(lines, label, 2, gpus);
        else
            lines_factf(lines, label, "%s: %s%s", fleet->name, gpus, f == scenario->fleet ? " (in use)" : "");
    }
}

/* One row an app: name, model, requests and SLO in columns. */
static void put_app(struct lines *lines, const struct app *app)
{
    struct rect at = lines->rect;
    char name[FORMAT_SIZE], model[FORMAT_SIZE], slo[48] = "no SLO", load[FORMAT_SIZE] = "";
    int x = at.x + 2, y = at.y + lines->y, end = at.x + at.w, right = end - 20;
    if (app->slo_base)
        snprintf(slo, sizeof slo, "p%.0f of BASE", app->percentile);
    else if (!isnan(app->slo_ms))
        snprintf(slo, sizeof slo, app->slo_ms < 9999.5 ? "p%.0f %.0f ms" : "p%.0f %.1f s", app->percentile,
                 app->slo_ms < 9999.5 ? app->slo_ms : app->slo_ms / 1000);
    if (app->requests > 0)
        snprintf(load, sizeof load, "%s", format_count(FORMAT_ROOM, app->requests));
    lines_put(lines, popup_style(ROLE_TEXT), "");
    if (at.w < 30)
        right = end;
    part_span(lines->canvas, &x, right, y, popup_bold(ROLE_TITLE), format_app(name, app->name));
    x += 2;
    part_span(lines->canvas, &x, right - 1, y, popup_style(ROLE_TEXT),
              format_short_name(model, app->model, right - 1 - x > 0 ? right - 1 - x : 0));
    if (at.w < 30)
        return;
    canvas_text_right(lines->canvas, end - 12, y, 8, popup_style(ROLE_TEXT), load);
    canvas_text_right(lines->canvas, end, y, 11, popup_style(ROLE_DIM), slo);
}

/* The apps in full where there is room for them and what follows, else in one line. */
static void put_apps(struct lines *lines, const struct scenario *scenario, int rows_after)
{
    char label[128], total[96];
    /* "all", or how many of how many: "100 000 requests", "24 h". */
    int64_t requests = 0;
    bool open_ended = false;
    char length[32];
    for (int a = 0; a < scenario->n_apps; a++) {
        requests += scenario->apps[a].requests;
        open_ended |= scenario->apps[a].requests == 0;
    }
    if (!isnan(scenario->hours))
        duration_format(scenario->hours * 3600, length, sizeof length);
    if (isnan(scenario->hours))
        snprintf(total, sizeof total, "%s requests, until all are served",
                 format_count(FORMAT_ROOM, requests));
    else if (open_ended)
        snprintf(total, sizeof total, "%s of requests", length);
    else
        snprintf(total, sizeof total, "%s requests within %s", format_count(FORMAT_ROOM, requests), length);
    snprintf(label, sizeof label, "%d app%s, %s", scenario->n_apps, scenario->n_apps == 1 ? "" : "s", total);
    lines_fact(lines, "runs", 2, label);
    int room = lines_left(lines) - rows_after;
    if (room < 3 && room < scenario->n_apps)
        return;
    for (int a = 0; a < scenario->n_apps && room > 0; a++, room--) {
        if (room == 1 && a < scenario->n_apps - 1) {
            lines_print(lines, popup_style(ROLE_DIM), "  and %d more", scenario->n_apps - a);
            return;
        }
        put_app(lines, &scenario->apps[a]);
    }
}

static void put_trace(struct lines *lines, const struct scenario *scenario, const struct carbon_trace *trace)
{
    char facts[160], utc[24];
    if (!trace) {
        lines_factf(lines, "grid", "%s, which is not in the library: it cannot run", scenario->trace);
        return;
    }
    int32_t offset_s = carbon_trace_offset(trace, scenario->start_s);
    trace_facts(trace, facts, sizeof facts);
    lines_factf(lines, "grid", "%s: %s", trace->title, facts);
    civil_format(scenario->start_s, utc, sizeof utc);
    lines_factf(lines, "start", lines->rect.w < 50 ? "%s %s %s" : "%s %s %s (%s)",
                format_date(FORMAT_ROOM, scenario->start_s, offset_s),
                format_clock(FORMAT_ROOM, scenario->start_s, offset_s, false),
                format_zone(FORMAT_ROOM, offset_s), utc);
}

void scenario_preview(struct lines *lines, const struct scenario *scenario, const struct carbon_trace *trace)
{
    lines_gap(lines);
    put_apps(lines, scenario, scenario->n_fleets + (scenario->n_edits > 0) + (lines->rect.h < TALL ? 6 : 12));
    put_fleets(lines, scenario);
    /* Schemes that say something: those of layers where the scenario chose other than the first. */
    /* A line a pool: the scheme that it is about. */
    for (int pool = 0; pool < scenario->n_pools; pool++) {
        enum layer layer = (enum layer)scenario_pool_subject(scenario, pool).layer;
        const struct policy_info *scheme = &policy_infos[scenario_pool_policy(scenario, pool, layer)];
        lines_factf(lines, scenario_pool_name(scenario, pool), lines->rect.h < TALL ? "%s" : "%s: %s",
                    scheme->title, scheme->help);
    }
    for (int layer = 0; layer < LAYER_COUNT && scenario->n_pools == 0; layer++) {
        int policy = scenario->policy[layer], first = 0;
        while (first < POLICY_COUNT && policy_infos[first].layer != (enum layer)layer)
            first++;
        if (layer != LAYER_ROUTE && policy == first)
            continue;
        lines_factf(lines, layer == LAYER_CONFIGURE ? "config" : layer_names[layer],
                    lines->rect.h < TALL ? "%s" : "%s: %s", policy_infos[policy].title,
                    policy_infos[policy].help);
    }
    put_trace(lines, scenario, trace);
    char name[96], value[64], at[32];
    for (int i = 0; i < scenario->n_edits && i < EDITS_SHOWN; i++) {
        const struct edit *edit = &scenario->edits[i];
        knob_name(scenario, edit->knob, name, sizeof name);
        knob_format(edit->knob, &edit->value, value, sizeof value);
        duration_format(ns_to_s(edit->t_ns), at, sizeof at);
        lines_factf(lines, i ? "" : "edits", "◆ %s %s after %s", name, value, at);
    }
    if (scenario->n_edits > EDITS_SHOWN)
        lines_factf(lines, "", "and %d more", scenario->n_edits - EDITS_SHOWN);
    lines_fact(lines, "source", 3, scenario->source);
    lines_gap(lines);
    lines_wrap(lines, popup_style(ROLE_DIM), scenario->notes);
}

/* --- traces: the map takes the rows that the facts leave, and goes first where there are few --- */

/* The mean day in the rows that are left over: what a run pays by the hour at which it starts. */
static void put_day(struct lines *lines, const struct year *year)
{
    enum { DAY_GUTTER = 6, LEAST_H = 5, MOST_H = 12, HOUR_W = 4 };
    float points[2 * YEAR_HOURS * HOUR_W];
    int h = lines_left(lines) - 4 < MOST_H ? lines_left(lines) - 4 : MOST_H, w = YEAR_HOURS * HOUR_W;
    double least = INFINITY, most = -INFINITY;
    if (year->n == 0 || h < LEAST_H || lines->rect.w < DAY_GUTTER + w)
        return;
    for (int p = 0; p < 2 * w; p++) {
        points[p] = (float)year_mean(year, 0, year->n, p / 2 / HOUR_W, p / 2 / HOUR_W + 1);
        least = fmin(least, (double)points[p]);
        most = fmax(most, (double)points[p]);
    }
    if (!(most > least))
        return;
    lines_gap(lines);
    lines_put(lines, popup_style(ROLE_DIM), "the mean day, g/kWh by hour of local time");
    struct chart chart = {.canvas = lines->canvas,
                          .plot = {lines->rect.x + DAY_GUTTER, lines->rect.y + lines->y, w, h},
                          .gutter = DAY_GUTTER,
                          .ground = ROLE_POPUP,
                          .scale = scale_fit(least, most, h)};
    chart_grid(&chart);
    chart_level(&chart, year->mean, STROKE_DASHED, ROLE_REFERENCE);
    chart_line(&chart,
               &(struct chart_line){points, 2 * w, style_on(style_of(ROLE_TITLE), ROLE_POPUP), false, '*'});
    for (int hour = 0; hour < YEAR_HOURS; hour += 6)
        canvas_print(lines->canvas, chart.plot.x + hour * HOUR_W, chart.plot.y + h, 6, popup_style(ROLE_DIM),
                     "%02d:00", hour);
    lines->y += h + 1;
}

void trace_preview(struct lines *lines, const struct carbon_trace *trace, const struct year *year)
{
    char sentence[200];
    int rows = lines->rect.h, facts = rows >= 24 ? 12 : rows >= 14 ? 8 : rows / 3;
    year_describe(year, trace, sentence, sizeof sentence);
    lines_wrap(lines, popup_style(ROLE_TEXT), sentence);
    if (rows >= 20)
        lines_gap(lines);
    /* The map takes what the facts leave, a month's worth of rows at the most. */
    struct rect rect = lines->rect;
    int room = lines_left(lines) - facts;
    if (year->n != 0 && room >= 2) {
        rect.y += lines->y;
        rect.h = room > YEAR_HOURS + 1 ? YEAR_HOURS + 1 : room;
        lines->y += heat_draw(year, rect, lines->canvas);
        if (lines_left(lines) > facts && rect.w >= 36) {
            struct rect row = {rect.x + 6, lines->rect.y + lines->y++, rect.w - 6, 1};
            heat_legend(year->mean, row, ROLE_POPUP, lines->canvas);
        }
    }
    if (rows >= 20)
        lines_gap(lines);
    lines_factf(lines, "g/kWh", "mean %.1f  min %.1f  max %.1f  spread (sd) %.1f", year->mean, year->least,
                year->greatest, year->sd);
    /* What its grams count and what they leave out. */
    static const char *const bases[BASIS_COUNT] = {"basis unknown (do not compare its grams)",
                                                   "lca (fuel and plants included)",
                                                   "direct (what the stacks emit)"};
    static const char *const kinds[KIND_COUNT] = {"kind unknown", "average (of all generation)",
                                                  "marginal (of the plant that answers)",
                                                  "long-run (of what is built for lasting load)"};
    char every[48];
    trace_resolution(trace, every, sizeof every);
    lines_factf(lines, "basis", "%s, %s, %s%s", kinds[trace->kind], bases[trace->basis], every,
                trace->n > 1 ? ", held between samples" : "");
    char gaps[96] = "no gaps", estimated[96] = "";
    if (trace->missing > 0)
        snprintf(gaps, sizeof gaps, "%zu missing, each held from the last value", trace->missing);
    if (trace->estimated > 0)
        snprintf(estimated, sizeof estimated, ", %zu estimated by the source", trace->estimated);
    lines_factf(lines, "samples", "%s, %s%s", format_count(FORMAT_ROOM, (int64_t)trace->n), gaps, estimated);
    if (trace->n != 1) {
        int64_t last_s = days_end_s(trace) - 1;
        lines_factf(lines, "span", "%s to %s", format_date(FORMAT_ROOM, trace->start_s, 0),
                    format_date(FORMAT_ROOM, last_s, 0));
    }
    lines_fact(lines, "zone", 1, trace->zone);
    lines_fact(lines, "source", 2, trace->source);
    lines_fact(lines, "licence", 2, trace->licence);
    lines_fact(lines, "name", 1, trace->name);
    put_day(lines, year);
}

/* --- plots --- */

/* A curve is what has one GPU, slice, variant and clock; its points are the rows themselves, and between them
 * the line that a run goes by. */

enum { GUTTER = 8, CURVES = 3, PLOT_MIN_H = 3, PLOT_MAX_H = 18, POINTS = CHART_POINTS };

/* A plot of this height below what is there, with a title and the ends of its axis; false: there is no room.
 */
static bool begin_plot(struct lines *lines, int h, const char *title, struct chart *chart)
{
    struct rect at = lines->rect;
    if (h < PLOT_MIN_H || lines_left(lines) < h + 2 || at.w < GUTTER + 12)
        return false;
    lines_put(lines, popup_style(ROLE_DIM), title);
    *chart = (struct chart){.canvas = lines->canvas,
                            .plot = {at.x + GUTTER, at.y + lines->y, at.w - GUTTER, h},
                            .gutter = GUTTER,
                            .ground = ROLE_POPUP};
    lines->y += h;
    return true;
}

static void end_plot(struct lines *lines, const char *from, const char *to)
{
    struct rect at = lines->rect;
    int y = at.y + lines->y++;
    canvas_text(lines->canvas, at.x + GUTTER, y, at.w - GUTTER, popup_style(ROLE_DIM), from);
    canvas_text_right(lines->canvas, at.x + at.w, y, at.w / 2, popup_style(ROLE_DIM), to);
}

/* Rows that a plot may take when so many lines follow it. */
static int plot_rows(const struct lines *lines, int plots, int after)
{
    int h = (lines_left(lines) - after) / plots - 2;
    return h > PLOT_MAX_H ? PLOT_MAX_H : h;
}

/* --- profiles --- */

static bool same_curve(const struct profile_row *a, const struct profile_row *b)
{
    bool clock = a->clock_mhz == b->clock_mhz || (isnan(a->clock_mhz) && isnan(b->clock_mhz));
    return clock && strcmp(a->gpu, b->gpu) == 0 && strcmp(a->slice, b->slice) == 0 &&
           strcmp(a->variant, b->variant) == 0;
}

/* The first row of curve k; NULL: there are fewer. */
static const struct profile_row *first_row(const struct profile_set *set, int k)
{
    for (size_t i = 0; i < set->n; i++) {
        bool known = false;
        for (size_t j = 0; j < i && !known; j++)
            known = same_curve(&set->rows[j], &set->rows[i]);
        if (!known && k-- == 0)
            return &set->rows[i];
    }
    return NULL;
}

int profile_curves(const struct profile_set *set)
{
    int n = 0;
    while (first_row(set, n))
        n++;
    return n;
}

struct curve {
    const struct profile_row *first;
    float latency[POINTS], power[POINTS];
};

static int least_batch(const struct profile_set *set)
{
    int least = set->n > 0 ? set->rows[0].batch : 1;
    for (size_t i = 0; i < set->n; i++)
        least = set->rows[i].batch < least ? set->rows[i].batch : least;
    return least;
}

static int most_batch(const struct profile_set *set)
{
    int most = 1;
    for (size_t i = 0; i < set->n; i++)
        most = set->rows[i].batch > most ? set->rows[i].batch : most;
    return most;
}

/* The value at a batch, between the rows of a curve; NAN outside them. */
static double value_at(const struct profile_set *set, const struct profile_row *of, double batch, bool power)
{
    double below = NAN, above = NAN, below_at = -INFINITY, above_at = INFINITY;
    for (size_t i = 0; i < set->n; i++) {
        const struct profile_row *row = &set->rows[i];
        if (!same_curve(row, of))
            continue;
        double value = power ? row->power_w : row->latency_ms;
        if (row->batch <= batch && row->batch > below_at) {
            below_at = row->batch;
            below = value;
        }
        if (row->batch >= batch && row->batch < above_at) {
            above_at = row->batch;
            above = value;
        }
    }
    if (below_at == above_at)
        return below;
    return below + (above - below) * (batch - below_at) / (above_at - below_at);
}

static void plot_curves(struct lines *lines, const struct profile_set *set, struct curve *curves, int n,
                        int h, bool power)
{
    static const enum role roles[CURVES] = {ROLE_APP1, ROLE_APP2, ROLE_APP3};
    struct chart chart;
    char from[32], to[32];
    double most = 0;
    if (!begin_plot(lines, h, power ? "watts over batch" : "latency in ms over batch", &chart))
        return;
    int points = 2 * chart.plot.w < POINTS ? 2 * chart.plot.w : POINTS;
    for (int k = 0; k < n; k++) {
        struct curve *curve = &curves[k];
        double least = least_batch(set), greatest = most_batch(set);
        for (int p = 0; p < points; p++) {
            double batch = points > 1 ? least + (greatest - least) * p / (points - 1) : least;
            curve->latency[p] = (float)value_at(set, curve->first, batch, false);
            curve->power[p] = (float)value_at(set, curve->first, batch, true);
        }
        most = fmax(most, points_greatest(power ? curves[k].power : curves[k].latency, points));
    }
    chart.scale = scale_fit(0, most > 0 ? most : 1, h);
    chart_grid(&chart);
    for (int k = n - 1; k >= 0; k--) {
        struct chart_line line = {power ? curves[k].power : curves[k].latency, points, popup_style(roles[k]),
                                  false, (uint32_t)('1' + k)};
        int last = points_last(line.points, points);
        chart_line(&chart, &line);
        if (last >= 0)
            chart_mark(&chart, last, (double)line.points[last], (uint32_t)('1' + k), popup_bold(roles[k]));
    }
    text_print(from, sizeof from, "%d", least_batch(set));
    text_print(to, sizeof to, "batch %d", most_batch(set));
    end_plot(lines, from, to);
}

void profile_preview(struct lines *lines, const struct profile_set *set, int curve)
{
    struct curve *curves = needed(calloc(CURVES, sizeof *curves));
    int all = profile_curves(set), n = 0, h = plot_rows(lines, 2, 12);
    for (; n < CURVES && curve + n < all; n++)
        curves[n].first = first_row(set, curve + n);
    if (n > 0) {
        if (h < PLOT_MIN_H) {
            int one = plot_rows(lines, 1, 9);
            plot_curves(lines, set, curves, n, one < PLOT_MIN_H ? PLOT_MIN_H : one, false);
        } else {
            plot_curves(lines, set, curves, n, h, false);
            plot_curves(lines, set, curves, n, h, true);
        }
        char text[240] = "", name[96];
        for (int k = 0; k < n; k++) {
            const struct profile_row *row = curves[k].first;
            text_print(name, sizeof name, "%s %s%s%s", row->gpu, row->slice, *row->variant ? " " : "",
                       row->variant);
            if (!isnan(row->clock_mhz))
                text_append(name, sizeof name, " at %g MHz", row->clock_mhz);
            text_append(text, sizeof text, "%s%d %s", k ? "   " : "", k + 1, name);
        }
        lines_wrap(lines, popup_style(ROLE_TEXT), text);
        if (all > n) {
            text_print(text, sizeof text, "curves %d to %d of %d; ← → the others", curve + 1, curve + n, all);
            lines_put(lines, popup_style(ROLE_DIM), text);
        }
    }
    free(curves);
    lines_gap(lines);
    double least = INFINITY, most = 0;
    size_t kinds[PROVENANCE_COUNT] = {0};
    char text[160] = "";
    for (size_t i = 0; i < set->n; i++) {
        least = fmin(least, set->rows[i].latency_ms);
        most = fmax(most, set->rows[i].latency_ms);
        kinds[set->rows[i].provenance]++;
    }
    for (int k = 0; k < PROVENANCE_COUNT; k++)
        if (kinds[k] > 0)
            text_append(text, sizeof text, "%s%zu %s", *text ? ", " : "", kinds[k], provenance_names[k]);
    lines_factf(lines, "rows", "%zu: %s", set->n, text);
    lines_factf(lines, "latency", "%.4g to %.4g ms, batch %d to %d", least, most, least_batch(set),
                most_batch(set));
    if (*set->accuracy_metric)
        lines_factf(lines, "accuracy", "%s", format_metric(set->accuracy_metric));
    if (set->n > 0)
        lines_fact(lines, "row 1", 2, set->rows[0].source);
}

/* --- workloads --- */

struct load {
    double length_s, total, mean, least, most; /* requests a second, of steps that are there */
    size_t missing;
};

/* The rate in a part of it; NAN: nobody counted. */
static double rate_of(const struct workload *workload, double from_s, double to_s)
{
    double sum = 0, weight = 0;
    if (workload->kind == WORKLOAD_RATES) {
        double step_s = ns_to_s(workload->step_ns);
        for (size_t k = (size_t)(from_s / step_s); k < workload->n && (double)k * step_s < to_s; k++) {
            if (isnan(workload->rate[k]))
                continue;
            sum += workload->rate[k];
            weight++;
        }
        return weight > 0 ? sum / weight : NAN;
    }
    for (size_t k = 0; k < workload->n; k++) {
        double at_s = ns_to_s(workload->arrival_ns[k]);
        sum += at_s >= from_s && at_s < to_s;
    }
    return sum / (to_s - from_s);
}

static struct load load_of(const struct workload *workload)
{
    struct load load = {.least = INFINITY};
    double step_s = ns_to_s(workload->step_ns);
    if (workload->kind == WORKLOAD_ARRIVALS) {
        load.length_s = workload->n > 0 ? ns_to_s(workload->arrival_ns[workload->n - 1]) : 0;
        load.total = (double)workload->n;
        load.mean = load.length_s > 0 ? load.total / load.length_s : NAN;
        load.least = load.most = NAN;
        return load;
    }
    load.length_s = (double)workload->n * step_s;
    for (size_t k = 0; k < workload->n; k++) {
        double rate = workload->rate[k];
        load.missing += isnan(rate) != 0;
        if (isnan(rate))
            continue;
        load.total += rate * step_s;
        load.least = fmin(load.least, rate);
        load.most = fmax(load.most, rate);
    }
    load.mean = load.total / ((double)(workload->n - load.missing) * step_s);
    return load;
}

void workload_preview(struct lines *lines, const struct workload *workload)
{
    struct load load = load_of(workload);
    char length[32], step[32];
    lines_gap(lines);
    struct chart chart;
    float points[POINTS];
    char to[32];
    double most = 0;
    int h = part_clamp(plot_rows(lines, 1, 9), PLOT_MIN_H, PLOT_MAX_H);
    if (!(!(load.length_s > 0) || !begin_plot(lines, h, "requests/s over time", &chart))) {
        int n = 2 * chart.plot.w < POINTS ? 2 * chart.plot.w : POINTS;
        for (int p = 0; p < n; p++) {
            points[p] = (float)rate_of(workload, load.length_s * p / n, load.length_s * (p + 1) / n);
            most = fmax(most, isnan(points[p]) ? 0 : (double)points[p]);
        }
        chart.scale = scale_fit(0, most > 0 ? most : 1, h);
        chart_grid(&chart);
        chart_level(&chart, load.mean, STROKE_DASHED, ROLE_REFERENCE);
        chart_line(&chart, &(struct chart_line){points, n, popup_style(ROLE_APP1), false, '*'});
        duration_format(load.length_s, to, sizeof to);
        end_plot(lines, "0", to);
    }
    lines_gap(lines);
    duration_format(load.length_s, length, sizeof length);
    lines_factf(lines, "requests", "%s in %s", format_count(FORMAT_ROOM, (int64_t)(load.total + 0.5)),
                length);
    if (workload->kind == WORKLOAD_RATES) {
        duration_format(ns_to_s(workload->step_ns), step, sizeof step);
        lines_factf(lines, "rate", "mean %.4g, min %.4g, max %.4g requests/s in %zu steps of %s", load.mean,
                    load.least, load.most, workload->n, step);
        if (load.missing > 0)
            lines_factf(lines, "gaps", "%zu steps in which nobody counted: nothing arrives", load.missing);
        else
            lines_fact(lines, "gaps", 1, "no gaps");
    } else {
        lines_factf(lines, "rate", "mean %.4g requests/s; each arrival is replayed%s", load.mean,
                    workload->batch ? ", with its batch" : "");
    }
}

/* --- facts --- */

void facts_preview(struct lines *lines, const struct store_facts *facts)
{
    lines_fact(lines, "source", 3, facts->source);
    lines_fact(lines, "licence", 2, facts->licence);
    if (facts->builtin)
        lines_fact(lines, "from", 1, "comes with wattif");
    else
        lines_factf(lines, "from", "imported %.10s", facts->added_at);
    if (facts->runs > 0)
        lines_factf(lines, "used by", "%lld saved run%s of this version", (long long)facts->runs,
                    facts->runs == 1 ? "" : "s");
    lines_factf(lines, "version", "%.12s", facts->hash);
}
