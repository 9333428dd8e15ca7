/* A curve is what has one GPU, slice, variant and clock; its points are the rows themselves, and between them
 * the line that a run goes by. */
#include "tui/views/item_preview.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GUTTER = 8, CURVES = 3, PLOT_MIN_H = 3, PLOT_MAX_H = 18, POINTS = CHART_POINTS };

/* --- plots --- */

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

static void fill(const struct profile_set *set, struct curve *curve, int n)
{
    double least = least_batch(set), most = most_batch(set);
    for (int p = 0; p < n; p++) {
        double batch = n > 1 ? least + (most - least) * p / (n - 1) : least;
        curve->latency[p] = (float)value_at(set, curve->first, batch, false);
        curve->power[p] = (float)value_at(set, curve->first, batch, true);
    }
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
        fill(set, &curves[k], points);
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

static void name_curve(const struct profile_row *row, char *out, size_t size)
{
    text_print(out, size, "%s %s%s%s", row->gpu, row->slice, *row->variant ? " " : "", row->variant);
    if (!isnan(row->clock_mhz))
        text_append(out, size, " at %g MHz", row->clock_mhz);
}

static void put_names(struct lines *lines, const struct curve *curves, int n, int from, int all)
{
    char text[240] = "", name[96];
    for (int k = 0; k < n; k++) {
        name_curve(curves[k].first, name, sizeof name);
        text_append(text, sizeof text, "%s%d %s", k ? "   " : "", k + 1, name);
    }
    lines_wrap(lines, popup_style(ROLE_TEXT), text);
    if (all > n) {
        text_print(text, sizeof text, "curves %d to %d of %d; ← → the others", from + 1, from + n, all);
        lines_put(lines, popup_style(ROLE_DIM), text);
    }
}

static void put_statistics(struct lines *lines, const struct profile_set *set)
{
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

void profile_preview(struct lines *lines, const struct profile_set *set, int curve)
{
    struct curve *curves = calloc(CURVES, sizeof *curves);
    int all = profile_curves(set), n = 0, h = plot_rows(lines, 2, 12);
    for (; curves && n < CURVES && curve + n < all; n++)
        curves[n].first = first_row(set, curve + n);
    if (n > 0) {
        if (h < PLOT_MIN_H) {
            int one = plot_rows(lines, 1, 9);
            plot_curves(lines, set, curves, n, one < PLOT_MIN_H ? PLOT_MIN_H : one, false);
        } else {
            plot_curves(lines, set, curves, n, h, false);
            plot_curves(lines, set, curves, n, h, true);
        }
        put_names(lines, curves, n, curve, all);
    }
    free(curves);
    lines_gap(lines);
    put_statistics(lines, set);
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

static void plot_load(struct lines *lines, const struct workload *workload, const struct load *load)
{
    struct chart chart;
    float points[POINTS];
    char to[32];
    double most = 0;
    int h = part_clamp(plot_rows(lines, 1, 9), PLOT_MIN_H, PLOT_MAX_H);
    if (!(load->length_s > 0) || !begin_plot(lines, h, "requests/s over time", &chart))
        return;
    int n = 2 * chart.plot.w < POINTS ? 2 * chart.plot.w : POINTS;
    for (int p = 0; p < n; p++) {
        points[p] = (float)rate_of(workload, load->length_s * p / n, load->length_s * (p + 1) / n);
        most = fmax(most, isnan(points[p]) ? 0 : (double)points[p]);
    }
    chart.scale = scale_fit(0, most > 0 ? most : 1, h);
    chart_grid(&chart);
    chart_level(&chart, load->mean, STROKE_DASHED, ROLE_REFERENCE);
    chart_line(&chart, &(struct chart_line){points, n, popup_style(ROLE_APP1), false, '*'});
    duration_format(load->length_s, to, sizeof to);
    end_plot(lines, "0", to);
}

void workload_preview(struct lines *lines, const struct workload *workload)
{
    struct load load = load_of(workload);
    char length[32], step[32], count[FORMAT_SIZE];
    lines_gap(lines);
    plot_load(lines, workload, &load);
    lines_gap(lines);
    duration_format(load.length_s, length, sizeof length);
    lines_factf(lines, "requests", "%s in %s", format_count(count, (int64_t)(load.total + 0.5)), length);
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
